//! The energies of cables, against closed forms.

use super::{floating, material, put};
use osculate::glam::DVec3;
use osculate_world::rods::{Cable, RodSettings, Rods, Scheme};
use osculate_world::{CabledWorld, Settings, World};
use std::f64::consts::{PI, TAU};

/// πB/R for a ring that would be straight by itself, and ½·EA·ε²·L for a line that is too short.
#[test]
fn bent_and_stretched() {
    let (count, bend, radius) = (200, 3.0, 0.5);
    let at = |i: u32| {
        let angle = TAU * f64::from(i) / f64::from(count);
        radius * DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
    };
    let mut rods = floating(0.01, Scheme::Euler);
    let ring = Cable::new(
        "ring",
        (0..count).map(at).collect(),
        material(1e4, bend, 1.0),
    );
    put(&mut rods, ring.closed());
    let [moving, elastic, high] = rods.energies();
    let expected = PI * bend / radius;
    assert_eq!((moving, high), (0.0, 0.0));
    assert!(
        (elastic / expected - 1.0).abs() < 1e-3,
        "{elastic} {expected}"
    );

    let mut rods = floating(0.01, Scheme::Euler);
    let points = (0..=10).map(|i| 0.2 * f64::from(i) * DVec3::X).collect();
    let line = Cable::new("line", points, material(50.0, bend, 1.0));
    put(&mut rods, line.with_rest_scale(0.8));
    let elastic = rods.energies()[1];
    let expected = 0.5 * 50.0 * 0.25 * 0.25 * 1.6;
    assert!(
        (elastic / expected - 1.0).abs() < 1e-12,
        "{elastic} {expected}"
    );
}

/// What falls freely gains in motion what it loses in height.
#[test]
fn falling() {
    let settings = RodSettings::default().with_step(1e-3, 1);
    let mut rods = Rods::new(settings).expect("settings are valid");
    let points = (0..=10).map(|i| 0.1 * f64::from(i) * DVec3::X).collect();
    put(
        &mut rods,
        Cable::new("line", points, material(1e4, 1.0, 1.0)),
    );
    for _ in 0..500 {
        rods.step();
    }
    let [moving, _, high] = rods.energies();
    let (gravity, mass) = (rods.settings().gravity.length(), 1.0);
    let fallen = 0.5 * gravity * 0.25;
    assert!(
        (high / (-mass * gravity * fallen) - 1.0).abs() < 3e-3,
        "{high}"
    );
    assert!((moving + high).abs() < 3e-3 * moving, "{moving} {high}");
}

/// The energy of a world with cables is that of both.
#[test]
fn of_both() {
    let world = World::new(Settings::default()).expect("settings are valid");
    let mut cabled = CabledWorld::new(world, RodSettings::default()).expect("settings are valid");
    let points = (0..=10).map(|i| 0.1 * f64::from(i) * DVec3::Z).collect();
    let line = Cable::new("line", points, material(1e4, 1.0, 1.0));
    cabled.add(line).expect("the cable is valid");
    let gravity = cabled.rods().settings().gravity.length();
    assert!((cabled.energy() - 0.5 * gravity).abs() < 1e-9);
}
