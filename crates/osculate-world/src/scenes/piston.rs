//! A piston against a wall.

use super::{BuiltScene, cuboid, resting};
use crate::body::Body;
use glam::DVec3;
use osculate::Placement;

/// It pushes a crate to the wall. There is no way on, whatever its velocity is: it stops, and is behind.
pub(super) fn piston() -> BuiltScene {
    let mut scene = BuiltScene::new(5.0);
    scene.add_floor();
    let crate_ = cuboid(0.4, 0.4, 0.4);
    let wall = cuboid(0.1, 1.0, 1.0);
    let piston = cuboid(0.5, 0.35, 0.35);
    let at = |x: f64, z: f64| Placement::at(DVec3::new(x, 0.0, z));
    let body = Body::fixed(wall).at(at(2.0, 1.0));
    scene.add("wall", body);
    let body = Body::kinematic(piston)
        .at(at(-1.2, 0.5))
        .with_velocity(DVec3::X * 0.6, DVec3::ZERO);
    scene.add("piston", body);
    let height = 0.4 + resting(&crate_);
    scene.add("crate", Body::dynamic(crate_).at(at(0.4, height)));
    scene
}
