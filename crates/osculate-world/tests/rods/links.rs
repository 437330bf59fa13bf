//! Loops that are in each other stay so, for many steps.

use super::put;
use super::tangles::linking;
use osculate::glam::DVec3;
use osculate_judge::seeded::setting;
use osculate_world::rods::{Cable, Natural, RodMaterial, RodSettings, Rods};
use std::f64::consts::TAU;

/// Gauss's linking number of two closed polygons, by the solid angles of all pairs of edges (Klenin and Langowski, 2000).
fn gauss(a: &[DVec3], b: &[DVec3]) -> f64 {
    let next = |of: &[DVec3], i: usize| of[(i + 1) % of.len()];
    let mut sum = 0.0;
    for i in 0..a.len() {
        for j in 0..b.len() {
            let [p, q] = [a[i], next(a, i)];
            let [r, s] = [b[j], next(b, j)];
            let ways = [r - p, s - p, s - q, r - q];
            let normals =
                [0, 1, 2, 3].map(|k| ways[k].cross(ways[(k + 1) % 4]).normalize_or_zero());
            let angle = |k: usize| {
                let cosine: f64 = normals[k].dot(normals[(k + 1) % 4]);
                libm::asin(cosine.clamp(-1.0, 1.0))
            };
            let area: f64 = (0..4).map(angle).sum();
            let side = (s - r).cross(q - p).dot(r - p);
            if side != 0.0 {
                sum += area.copysign(side);
            }
        }
    }
    sum / (2.0 * TAU)
}

/// A chain of rings that is swung about; 10,000 steps of it with `OSCULATE_CASES`.
#[test]
fn rings_stay_in_each_other() {
    let steps = if setting("OSCULATE_CASES").is_some() {
        10_000
    } else {
        60
    };
    let mut rods = Rods::new(RodSettings::default()).expect("settings are valid");
    let count = 4;
    for k in 0..count {
        let centre = -0.15 * f64::from(k) * DVec3::Z;
        let at = |i: u32| {
            let (sine, cosine) = libm::sincos(TAU * f64::from(i) / 16.0);
            let across = if k % 2 == 0 { DVec3::X } else { DVec3::Y };
            centre + 0.1 * (cosine * across + sine * DVec3::Z)
        };
        let points = (0..16).map(at).collect();
        let ring = Cable::new(format!("ring {k}"), points, RodMaterial::wire(3e-3));
        put(&mut rods, ring.closed().with_natural(Natural::AsPlaced));
    }
    rods.hold(0, 4, true).expect("it is there");
    let rings = |rods: &Rods| -> Vec<Vec<DVec3>> {
        (0..count as usize)
            .map(|k| rods.positions(k).expect("there"))
            .collect()
    };
    let first: Vec<f64> = rings(&rods)
        .windows(2)
        .map(|two| gauss(&two[0], &two[1]))
        .collect();
    let exact: Vec<i64> = rings(&rods)
        .windows(2)
        .map(|two| linking(&two[0], &two[1]))
        .collect();
    assert!(exact.iter().all(|link| link.abs() == 1));
    let (mut drift, mut lost, mut time) = (0.0_f64, 0.0, 0.0);
    for step in 0..steps {
        let swing = libm::sin(0.13 * f64::from(step)) * DVec3::new(0.6, 0.4, 0.2);
        rods.drive(0, 4, swing).expect("it is held");
        let report = rods.step();
        (lost, time) = (lost + report.time_lost, time + report.time);
        let now = rings(&rods);
        for (k, two) in now.windows(2).enumerate() {
            drift = drift.max((gauss(&two[0], &two[1]) - first[k]).abs());
            if step % 10 == 0 {
                assert_eq!(linking(&two[0], &two[1]), exact[k], "step {step}");
            }
        }
    }
    println!(
        "chain swung for {steps} steps: Gauss's numbers drift by {drift:.1e}, {:.4} % of the time lost",
        100.0 * lost / time
    );
    assert!(drift < 1e-6 && lost < 0.01 * time);
}
