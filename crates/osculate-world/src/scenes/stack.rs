//! Ten boxes on each other.

use super::{BuiltScene, cuboid, resting};
use crate::body::Body;
use glam::DVec3;
use osculate::Placement;

pub(super) fn stack() -> BuiltScene {
    let mut scene = BuiltScene::new(10.0);
    scene.add_floor();
    let shape = cuboid(0.5, 0.5, 0.5);
    let apart = resting(&shape);
    for number in 0..10 {
        let level = f64::from(number);
        let at = Placement::at(DVec3::Z * (0.5 + apart + level * (1.0 + apart)));
        let body = Body::dynamic(shape.clone()).at(at);
        scene.add(format!("box {}", number + 1), body);
    }
    scene
}
