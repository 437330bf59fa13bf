//! Newton's cradle.

use super::{BuiltScene, ball, cuboid};
use crate::body::Body;
use crate::material::Material;
use glam::DVec3;
use osculate::Placement;

/// The radius of the balls, and the room between those that wait.
const RADIUS: f64 = 0.5;
const ROOM: f64 = 0.01;

/// Five balls that move along x, with nothing that slows them down: one comes, one leaves, and a wall sends it back.
pub(super) fn cradle() -> BuiltScene {
    let mut scene = BuiltScene::new(10.0);
    scene.settings = scene
        .settings
        .with_gravity(DVec3::ZERO)
        .with_bounce_speed(0.0);
    let material = Material::new(0.0, 1.0);
    let shape = ball(RADIUS);
    for number in 0..5 {
        let waiting = (2.0 * RADIUS + ROOM) * f64::from(number);
        let (x, speed) = match number {
            0 => (-2.0, 1.7),
            _ => (waiting, 0.0),
        };
        let body = Body::dynamic(shape.clone())
            .with_material(material)
            .at(Placement::at(DVec3::X * x))
            .with_velocity(DVec3::X * speed, DVec3::ZERO);
        scene.add(format!("ball {}", number + 1), body);
    }
    let wall = cuboid(0.1, 1.0, 1.0);
    for (name, x) in [("left wall", -3.5), ("right wall", 7.5)] {
        let body = Body::fixed(wall.clone())
            .with_material(material)
            .at(Placement::at(DVec3::X * x));
        scene.add(name, body);
    }
    scene
}
