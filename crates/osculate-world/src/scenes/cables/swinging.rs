//! A cable that hangs and swings.

use super::{line, scene};
use crate::rods::{Cable, End, RodMaterial};
use crate::scenes::BuiltScene;
use glam::DVec3;

/// A rope of 100 edges that is held at one end and let go, level.
pub(in crate::scenes) fn swinging_cable() -> BuiltScene {
    let mut scene = scene(5.0);
    let points = line(DVec3::ZERO, DVec3::X, 100);
    let rope = Cable::new("rope", points, RodMaterial::rope(5e-3));
    scene
        .cables
        .push(rope.with_ends([End::Pinned, End::Free]).into());
    scene
}
