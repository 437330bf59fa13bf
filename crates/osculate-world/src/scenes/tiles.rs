//! Flush tiles.

use super::{BuiltScene, ball, cuboid, resting};
use crate::body::Body;
use crate::material::Material;
use glam::DVec3;
use osculate::{Hull, Placement};

/// How many tiles there are, each a metre long.
const TILES: u32 = 40;
const SPEED: f64 = 5.0;

/// What slides over them without friction goes on as if they were one.
pub(super) fn tiles() -> BuiltScene {
    let mut scene = BuiltScene::new(7.0);
    let slippery = Material::new(0.0, 0.0);
    let tile = cuboid(0.5, 1.0, 0.1);
    for number in 0..TILES {
        let at = DVec3::new(0.5 + f64::from(number), 0.0, -0.1);
        let body = Body::fixed(tile.clone())
            .with_material(slippery)
            .at(Placement::at(at));
        scene.add(format!("tile {}", number + 1), body);
    }
    let mut add = |name: &str, shape: Hull, y: f64| {
        let height = 0.2 + resting(&shape);
        let body = Body::dynamic(shape)
            .with_material(slippery)
            .at(Placement::at(DVec3::new(1.0, y, height)))
            .with_velocity(DVec3::X * SPEED, DVec3::ZERO);
        scene.add(name, body);
    };
    add("box", cuboid(0.2, 0.2, 0.2), -0.4);
    add("ball", ball(0.2), 0.4);
    scene
}
