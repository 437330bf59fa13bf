//! Two cables that are dragged across each other.

use super::{line, scene};
use crate::cabled::CablePlan;
use crate::rods::{Cable, End, RodMaterial};
use crate::scenes::BuiltScene;
use glam::DVec3;

/// A rope that is held at both ends, and one that is dragged up against it from below and along it.
pub(in crate::scenes) fn crossing_cables() -> BuiltScene {
    let mut scene = scene(3.0);
    let material = RodMaterial::rope(5e-3)
        .with_stiffness(3000.0, 2e-4, 2e-4)
        .with_drag(1.0);
    let resting = line(-0.5 * DVec3::X, 0.5 * DVec3::X, 60);
    let resting = Cable::new("held", resting, material).with_ends([End::Pinned; 2]);
    scene.cables.push(resting.into());
    let below = DVec3::new(-0.2, 0.0, -0.05);
    let dragged = line(below - 0.4 * DVec3::Y, below + 0.4 * DVec3::Y, 50);
    let dragged = Cable::new("dragged", dragged, material).with_ends([End::Pinned; 2]);
    let mut plan = CablePlan::from(dragged);
    let way = DVec3::new(0.12, 0.0, 0.06);
    plan.drives = vec![(0, way), (50, way)];
    scene.cables.push(plan);
    scene
}
