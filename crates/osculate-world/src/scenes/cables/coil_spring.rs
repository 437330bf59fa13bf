//! A spring made of a coiled wire.

use super::{on_circle, scene};
use crate::cabled::CablePlan;
use crate::rods::{Cable, End, Natural, RodMaterial};
use crate::scenes::BuiltScene;

const COILS: u32 = 10;
const EDGES: u32 = 24;

/// Ten coils of steel wire with a weight: clamped at the top, let go at their natural length.
pub(in crate::scenes) fn coil_spring() -> BuiltScene {
    let mut scene = scene(4.0);
    let all = COILS * EDGES;
    let (radius, pitch) = (0.05, 0.015);
    let point = |i: u32| {
        let turns = f64::from(i) / f64::from(EDGES);
        on_circle(radius, turns, -pitch * turns)
    };
    let points = (0..=all).map(point).collect();
    let wire = Cable::new("spring", points, RodMaterial::wire(1.5e-3));
    let wire = wire
        .with_natural(Natural::AsPlaced)
        .with_ends([End::Clamped, End::Free]);
    let mut plan = CablePlan::from(wire);
    // Spread over the last coil, so that the weight hangs below the middle.
    let last = (all - EDGES + 1..=all).map(|point| (point as usize, 0.6 / f64::from(EDGES)));
    plan.loads = last.collect();
    scene.cables.push(plan);
    scene
}
