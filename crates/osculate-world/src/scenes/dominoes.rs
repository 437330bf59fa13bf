//! A row of dominoes.

use super::{BuiltScene, ball, cuboid, resting, turned};
use crate::body::Body;
use crate::material::Material;
use glam::DVec3;
use osculate::Placement;
use std::f64::consts::PI;

/// How many stand on the straight, and how many on the half circle after it.
const STRAIGHT: u32 = 14;
const BEND: u32 = 26;
/// How far they are apart.
const PITCH: f64 = 0.3;

pub(super) fn dominoes() -> BuiltScene {
    let mut scene = BuiltScene::new(8.0);
    scene.add_floor();
    let shape = cuboid(0.04, 0.2, 0.4);
    let height = 0.4 + resting(&shape);
    let material = Material::new(0.4, 0.0);
    let radius = PITCH * f64::from(BEND) / PI;
    let end = PITCH * f64::from(STRAIGHT);
    for number in 0..STRAIGHT + BEND {
        let along = PITCH * f64::from(number);
        let angle = ((along - end) / radius).max(0.0);
        let (sin, cos) = libm::sincos(angle);
        let at = DVec3::new(along.min(end) + radius * sin, radius * (1.0 - cos), height);
        let body = Body::dynamic(shape.clone())
            .with_material(material)
            .at(Placement::new(at, turned(DVec3::Z, angle)));
        scene.add(format!("domino {}", number + 1), body);
    }
    let marble = ball(0.25);
    let at = DVec3::new(-1.5, 0.0, 0.25 + resting(&marble));
    let speed = 3.0;
    let body = Body::dynamic(marble)
        .with_material(material)
        .at(Placement::at(at))
        // It rolls.
        .with_velocity(DVec3::X * speed, DVec3::Y * (speed / 0.25));
    scene.add("ball", body);
    scene
}
