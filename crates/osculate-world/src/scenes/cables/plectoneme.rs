//! A rod that is twisted until it writhes.

use super::scene;
use crate::cabled::CablePlan;
use crate::rods::{Cable, End, RodMaterial};
use crate::scenes::BuiltScene;
use glam::DVec3;
use std::f64::consts::{PI, TAU};

const EDGES: u32 = 120;

/// A slack rubber cord with clamped ends, of which one is turned: it buckles, and winds around itself.
pub(in crate::scenes) fn plectoneme() -> BuiltScene {
    let mut scene = scene(8.0);
    scene.settings = scene.settings.with_gravity(DVec3::ZERO);
    // A shallow arc, so that it knows which way to go.
    let point = |i: u32| {
        let share = f64::from(i) / f64::from(EDGES);
        let rise = 0.5 * (1.0 - libm::cos(TAU * share));
        DVec3::new(
            share - 0.5,
            0.02 * libm::sin(PI * share) * (share - 0.5),
            0.35 * rise,
        )
    };
    let points = (0..=EDGES).map(point).collect();
    let material = RodMaterial::rubber(4e-3)
        .with_surface(0.2, 0.0)
        .with_drag(4.0);
    let cord = Cable::new("cord", points, material).with_ends([End::Clamped; 2]);
    let mut plan = CablePlan::from(cord);
    plan.spins = [1.5 * TAU, 0.0];
    scene.cables.push(plan);
    scene
}
