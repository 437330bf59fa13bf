//! Screws along lines that are parallel but for 2⁻¹⁰⁶ of a radian, and so fast that this parts them: what numbers of twice the
//! precision make of their directions is off by as much.

use glam::{DQuat, DVec3};
use osculate::motion::Screw;
use osculate::{Evidence, Hull, Moving, Placement, Shape, Span, Verdict, first_contact};

/// Pairs of directions in a plane, in whole numbers whose product a.x·b.y − a.y·b.x is 1 or −1: so the sine of the angle between them is
/// one over both lengths.
const PAIRS: [[[f64; 2]; 2]; 6] = [
    [
        [6_217_081_030_843_412.0, 3_521_315_496_203_729.0],
        [7_924_278_848_410_359.0, 4_488_261_575_925_026.0],
    ],
    [
        [5_626_462_507_229_990.0, 4_338_767_929_352_779.0],
        [8_009_659_842_393_719.0, 6_176_537_247_790_490.0],
    ],
    [
        [3_035_160_567_909_242.0, 3_936_860_863_681_349.0],
        [4_372_995_324_086_321.0, 5_672_146_090_220_215.0],
    ],
    [
        [2_302_143_895_784_927.0, 3_007_122_392_233_093.0],
        [5_211_682_025_754_331.0, 6_807_639_500_527_866.0],
    ],
    [
        [2_514_430_295_020_541.0, 3_277_115_818_716_029.0],
        [5_935_093_324_832_987.0, 7_735_345_958_439_942.0],
    ],
    [
        [4_369_367_768_111_449.0, 6_276_388_722_258_297.0],
        [5_690_867_584_494_135.0, 8_174_660_276_450_606.0],
    ],
];

#[test]
fn what_meets_is_not_free_and_what_does_not_is_not_met() {
    let ball = Shape::from(Hull::ball(0.5).unwrap());
    let crate_ = Shape::from(osculate::mesh::cuboid(DVec3::splat(0.5)).unwrap());
    let (mut met, mut free) = (0, 0);
    for [p, q] in PAIRS {
        for (a, b) in [(p, q), (q, p)] {
            let product = a[0] as i128 * b[1] as i128 - a[1] as i128 * b[0] as i128;
            assert_eq!(product.abs(), 1);
            let lengths = libm::hypot(a[0], a[1]) * libm::hypot(b[0], b[1]);
            // The way of a as b sees it, across both lines: 1 in all, but for rounding.
            let slide = lengths;
            let across = -(product as f64) * DVec3::new(-a[1], a[0], 0.0).normalize();
            let axis = |v: [f64; 2]| DVec3::new(v[0], v[1], 0.0);
            // Along x, so that the sides of crates face each other.
            let turn = DQuat::from_rotation_arc(DVec3::X, across);
            for shape in [&ball, &crate_] {
                for gap in [0.3, 0.6, 0.72, 0.8, 0.9, 1.1, 1.2, 1.4, 1.6, 1e5] {
                    let screw = |at: DVec3, v| {
                        Screw::new(Placement::new(at, turn), at, axis(v), 0.0, slide).unwrap()
                    };
                    let (of_a, of_b) = (screw(DVec3::ZERO, a), screw((1.0 + gap) * across, b));
                    let (a, b) = (Moving::new(shape, &of_a), Moving::new(shape, &of_b));
                    let verdict = first_contact(a, b, Span::UNIT).verdict;
                    if gap < 1.0 {
                        assert_ne!(verdict, Verdict::Free, "{p:?} {q:?}: {gap}");
                        met += 1;
                    } else if let Verdict::Contact(contact) = verdict {
                        let crossing = contact.evidence == Evidence::Crossing;
                        assert!(!crossing, "{p:?} {q:?}: {gap}: {contact:?}");
                    }
                    if let Verdict::Contact(contact) = verdict {
                        assert!(contact.lower <= gap + 1e-9, "{p:?} {q:?}: {gap}");
                    }
                    if let Verdict::Undecided { free_until, .. } = verdict {
                        assert!(free_until < Some(gap + 1e-9), "{p:?} {q:?}: {gap}");
                    }
                    free += i32::from(verdict == Verdict::Free);
                }
            }
        }
    }
    assert!(met == 120 && free >= 24, "{met} {free}");
}
