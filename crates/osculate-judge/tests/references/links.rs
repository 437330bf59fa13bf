//! Linking numbers that are known.

use glam::DVec3;
use osculate_judge::links::linking_number;
use osculate_judge::seeded::Seeded;
use std::f64::consts::TAU;

fn polygon(count: u32, at: impl Fn(f64) -> DVec3) -> Vec<[f64; 3]> {
    let corner = |i: u32| at(TAU * f64::from(i) / f64::from(count)).to_array();
    (0..count).map(corner).collect()
}

/// Two strands of a torus that wind around each other, however they are turned; mirrored and turned round it has the other sign.
#[test]
fn torus_links() {
    for case in 0..20 {
        let mut seeded = Seeded::of_case(5, case);
        let turn = seeded.rotation();
        let times = seeded.whole(-4, 4);
        let strand = |phase: f64| {
            polygon(120, |t| {
                let (sine, cosine) = libm::sincos(times as f64 * t + phase);
                let away = 2.0 + 0.5 * cosine;
                turn * DVec3::new(away * libm::cos(t), away * libm::sin(t), 0.5 * sine)
            })
        };
        let (a, b) = (strand(0.0), strand(0.5 * TAU));
        let found = linking_number(&a, &b);
        // Around the core, right-handed if the strand rises outside.
        assert_eq!(found, linking_number(&b, &a), "case {case}: symmetric");
        assert_eq!(found.abs(), times.abs(), "case {case}");
        let back: Vec<_> = b.iter().rev().copied().collect();
        assert_eq!(
            linking_number(&a, &back),
            -found,
            "case {case}: turned round"
        );
    }
}

/// Gauss's integral of two circles through each other is 1 for this sense, and 0 apart; corners on each other as seen from above are no matter.
#[test]
fn circles() {
    let flat = polygon(8, |t| DVec3::new(libm::cos(t), libm::sin(t), 0.0));
    let upright = |x: f64| polygon(8, |t| DVec3::new(x + libm::cos(t), 0.0, libm::sin(t)));
    assert_eq!(linking_number(&flat, &upright(1.0)), -1);
    assert_eq!(linking_number(&flat, &upright(-1.0)), 1);
    assert_eq!(linking_number(&flat, &upright(3.0)), 0);
}
