//! Twists at which rods lose their shape.

use super::{floating, material, positions, put};
use osculate::glam::DVec3;
use osculate_judge::seeded::setting;
use osculate_world::rods::{Cable, End, Natural, Rods, Scheme};
use std::f64::consts::{PI, TAU};

/// Asks whether the twist from which on a rod does not stay as it is is within a share of what is expected; the heavy run finds it.
pub(super) fn check(name: &str, expected: f64, within: f64, is_lost: impl Fn(f64) -> bool) {
    assert!(
        !is_lost((1.0 - within) * expected),
        "{name}: lost too early"
    );
    assert!(is_lost((1.0 + within) * expected), "{name}: stays too long");
    if setting("OSCULATE_CASES").is_none() {
        return;
    }
    let (mut low, mut high) = ((1.0 - within) * expected, (1.0 + within) * expected);
    for _ in 0..6 {
        let middle = 0.5 * (low + high);
        match is_lost(middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    let error = 0.5 * (low + high) / expected - 1.0;
    println!("{name}: {:+.3} %", 100.0 * error);
}

/// Whether what is measured grows to more than it was.
pub(super) fn grows(rods: &mut Rods, steps: u32, measure: impl Fn(&[DVec3]) -> f64) -> bool {
    let first = measure(&positions(rods));
    (0..steps).any(|_| {
        rods.step();
        measure(&positions(rods)) > 1.5 * first
    })
}

const TWIST: f64 = 0.8;

/// Michell, 1889: a ring of a naturally straight rod writhes from a twist of 2π√3·B/C on.
#[test]
fn rings_writhe() {
    let count = 100;
    let is_lost = |twist: f64| {
        let mut rods = floating(0.15, Scheme::Euler);
        let at = |i: u32| {
            let angle = TAU * f64::from(i) / f64::from(count);
            let (sine, cosine) = libm::sincos(angle);
            DVec3::new(cosine, sine, 1e-5 * libm::sin(2.0 * angle))
        };
        let points: Vec<DVec3> = (0..count).map(at).collect();
        let length = f64::from(count) * 2.0 * libm::sin(PI / f64::from(count));
        let natural = Natural::Curved {
            curvature: [0.0; 2],
            twist: -twist / length,
        };
        let ring = Cable::new("ring", points, material(1e6, 1.0, TWIST)).closed();
        put(&mut rods, ring.with_natural(natural));
        grows(&mut rods, 1000, |points| {
            let of = |wave: fn(f64) -> f64| -> f64 {
                let terms = points.iter().enumerate();
                terms
                    .map(|(i, p)| p.z * wave(2.0 * TAU * i as f64 / f64::from(count)))
                    .sum()
            };
            libm::hypot(of(libm::sin), of(libm::cos))
        })
    };
    let expected = TAU * 3.0_f64.sqrt() / TWIST;
    check("ring of 100", expected, 5e-3, is_lost);
}

/// A straight rod between two clamps buckles at a twist of 2x·B/C, where tan x = x.
#[test]
fn clamped_rods_writhe() {
    let count: u32 = 80;
    // From the middle of one clamped edge to that of the other.
    let length = 1.0 / f64::from(count - 1);
    let is_lost = |twist: f64| {
        let mut rods = floating(0.01, Scheme::Euler);
        let at = |i: u32| {
            let s = (f64::from(i) - 0.5) * length;
            let bump = match (2..count - 1).contains(&i) {
                true => 1e-6 * libm::sin(PI * s),
                false => 0.0,
            };
            DVec3::new(s, bump, 0.0)
        };
        let points: Vec<DVec3> = (0..=count).map(at).collect();
        let natural = Natural::Curved {
            curvature: [0.0; 2],
            twist: -twist,
        };
        let rod = Cable::new("rod", points, material(1e6, 1.0, TWIST));
        put(
            &mut rods,
            rod.with_ends([End::Clamped; 2]).with_natural(natural),
        );
        grows(&mut rods, 1600, |points| {
            points.iter().map(|p| libm::hypot(p.y, p.z)).sum()
        })
    };
    let expected = 2.0 * 4.493_409_457_909_064 / TWIST;
    check("clamped rod of 80", expected, 5e-3, is_lost);
}

/// Greenhill, 1883: a long rod under a tension T loses its straightness from a moment of 2√(BT) on.
#[test]
fn taut_rods_writhe() {
    let (count, length): (u32, f64) = (600, 0.1);
    let stiff = 1e4;
    // A tension of 1, so that L√(T/B) is 60.
    let scale = 1.0 / (1.0 + 1.0 / stiff);
    let is_lost = |moment: f64| {
        let mut rods = floating(0.15, Scheme::Euler);
        let at = |i: u32| {
            let s = f64::from(i) * length;
            let wave = match (2..count - 1).contains(&i) {
                true => 1e-6 * libm::sin(PI * f64::from(i) / f64::from(count)),
                false => 0.0,
            };
            let (sine, cosine) = libm::sincos(s);
            DVec3::new(s, wave * cosine, wave * sine)
        };
        let points: Vec<DVec3> = (0..=count).map(at).collect();
        let natural = Natural::Curved {
            curvature: [0.0; 2],
            twist: -moment / TWIST,
        };
        let rod = Cable::new("rod", points, material(stiff, 1.0, TWIST));
        let rod = rod.with_ends([End::Clamped; 2]).with_natural(natural);
        put(&mut rods, rod.with_rest_scale(scale));
        grows(&mut rods, 500, |points| {
            points.iter().map(|p| libm::hypot(p.y, p.z)).sum()
        })
    };
    check("taut rod of 600", 2.0, 1e-2, is_lost);
}
