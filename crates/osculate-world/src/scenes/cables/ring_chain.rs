//! A chain of rings.

use super::scene;
use crate::cabled::CablePlan;
use crate::rods::{Cable, Natural, RodMaterial};
use crate::scenes::BuiltScene;
use glam::DVec3;
use std::f64::consts::TAU;

const RINGS: u32 = 8;
const RADIUS: f64 = 0.1;
const EDGES: u32 = 24;

/// Rings of wire in each other, every other one turned by a right angle. The first is held at its top; the last carries a weight.
pub(in crate::scenes) fn ring_chain() -> BuiltScene {
    let mut scene = scene(3.0);
    let material = RodMaterial::wire(3e-3).with_drag(0.5);
    let all = EDGES as usize;
    for ring in 0..RINGS {
        let centre = -0.17 * f64::from(ring) * DVec3::Z;
        let across = if ring % 2 == 0 { DVec3::X } else { DVec3::Y };
        let at = |i: u32| {
            let (sine, cosine) = libm::sincos(TAU * f64::from(i) / f64::from(EDGES));
            centre + RADIUS * (cosine * across + sine * DVec3::Z)
        };
        let points = (0..EDGES).map(at).collect();
        let cable = Cable::new(format!("ring {}", ring + 1), points, material);
        let mut plan = CablePlan::from(cable.closed().with_natural(Natural::AsPlaced));
        if ring == 0 {
            plan.held = vec![all / 4];
        }
        if ring == RINGS - 1 {
            plan.loads = (0..all).map(|i| (i, 0.5 / f64::from(EDGES))).collect();
        }
        scene.cables.push(plan);
    }
    scene
}
