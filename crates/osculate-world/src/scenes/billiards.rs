//! A break at billiards.

use super::{BuiltScene, ball, cuboid, resting};
use crate::body::Body;
use crate::material::{Combine, Material};
use glam::DVec3;
use osculate::Placement;

/// In metres and kilograms, as at pool.
const RADIUS: f64 = 0.028_575;
const MASS: f64 = 0.17;
/// Half the sides of the cloth.
const TABLE: [f64; 2] = [1.27, 0.635];

pub(super) fn billiards() -> BuiltScene {
    let mut scene = BuiltScene::new(6.0);
    scene.settings = scene.settings.with_bounce_speed(0.05);
    // Balls are slippery to each other and bounce well; what they meet has the last word.
    let ivory = Material::new(0.05, 0.95).with_rules(Combine::GeometricMean, Combine::Average);
    let cloth = Material::new(0.2, 0.0).with_rules(Combine::Most, Combine::Least);
    let rubber = Material::new(0.2, 0.75).with_rules(Combine::Most, Combine::Least);
    scene.add_floor();
    scene.bodies[0] = scene.bodies[0].clone().with_material(cloth);
    add_cushions(&mut scene, rubber);
    let shape = ball(RADIUS);
    let apart = resting(&shape);
    let height = RADIUS + apart;
    let body = |x: f64, y: f64| {
        Body::dynamic(shape.clone())
            .with_material(ivory)
            .with_mass(MASS)
            .with_damping(0.1, 0.2)
            .at(Placement::at(DVec3::new(x, y, height)))
    };
    let pitch = 2.0 * RADIUS + apart;
    // The rows of a triangle of equal sides.
    let row_pitch = pitch * libm::sqrt(0.75);
    let mut count = 0;
    for row in 0..5 {
        for place in 0..=row {
            count += 1;
            let x = 0.5 * TABLE[0] + row_pitch * f64::from(row);
            let y = pitch * (f64::from(place) - 0.5 * f64::from(row));
            scene.add(format!("ball {count}"), body(x, y));
        }
    }
    // A little off the middle; it spins to the left, and backwards, so that it comes back after the break.
    let cue =
        body(-0.5 * TABLE[0], 0.002).with_velocity(DVec3::X * 8.0, DVec3::new(0.0, -150.0, 80.0));
    scene.add("cue ball", cue);
    scene
}

fn add_cushions(scene: &mut BuiltScene, rubber: Material) {
    let [x, y] = TABLE;
    let (thick, high) = (0.05, 0.03);
    let long = cuboid(x + 2.0 * thick, thick, high);
    let short = cuboid(thick, y, high);
    for (name, shape, at) in [
        ("left cushion", &long, DVec3::new(0.0, y + thick, high)),
        ("right cushion", &long, DVec3::new(0.0, -y - thick, high)),
        ("head cushion", &short, DVec3::new(-x - thick, 0.0, high)),
        ("foot cushion", &short, DVec3::new(x + thick, 0.0, high)),
    ] {
        let body = Body::fixed(shape.clone())
            .with_material(rubber)
            .at(Placement::at(at));
        scene.add(name, body);
    }
}
