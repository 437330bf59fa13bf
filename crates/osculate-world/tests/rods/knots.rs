//! An overhand knot that is pulled tight.

use super::put;
use osculate::glam::DVec3;
use osculate_judge::seeded::setting;
use osculate_world::rods::{End, RodSettings, Rods};
use osculate_world::scenes;

/// How far an end of the knot goes in a second if it is pulled with 38 N and the other is held, how deep the rope is in itself at most, and what share of
/// the time was lost.
fn pulled(substeps: u32) -> [f64; 3] {
    let settings = RodSettings::default().with_gravity(DVec3::ZERO);
    let mut rods = Rods::new(settings.with_step(1.0 / 60.0, substeps)).expect("valid");
    let scene = scenes::by_name("knot").expect("it is one of them");
    let cable = scene.cables[0].cable.clone();
    put(&mut rods, cable.with_ends([End::Pinned, End::Free]));
    let start = rods.positions(0).expect("there");
    let last = start.len() - 1;
    let away = (start[last] - start[last - 1]).normalize();
    rods.push(0, last, 38.0 * away).expect("there");
    let (mut deepest, mut lost) = (0.0_f64, 0.0);
    for _ in 0..60 {
        let report = rods.step();
        deepest = deepest.max(report.deepest);
        lost += report.time_lost / report.time / 60.0;
    }
    let end = rods.positions(0).expect("there")[last];
    [(end - start[last]).length(), deepest, lost]
}

/// With parts of half the length the end is at the same place within 5 % of its way.
#[test]
fn knots_converge() {
    let counts: &[u32] = match setting("OSCULATE_CASES") {
        Some(_) => &[4, 8, 16, 32],
        None => &[4, 8],
    };
    let found: Vec<[f64; 3]> = counts.iter().map(|&count| pulled(count)).collect();
    println!("knot pulled with 38 N, parts {counts:?}: way, depth, time lost {found:.4?}");
    for pair in found.windows(2) {
        assert!((pair[1][0] / pair[0][0] - 1.0).abs() < 0.05);
    }
    assert!(
        found
            .iter()
            .all(|&[way, deepest, lost]| way > 0.1 && deepest < 0.25 && lost < 0.01)
    );
}
