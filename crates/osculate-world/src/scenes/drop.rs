//! Bodies of many kinds that fall into a bin.

use super::random::Random;
use super::{BuiltScene, VALID, ball, cuboid, polytope};
use crate::body::Body;
use glam::{DQuat, DVec3};
use osculate::{Compound, Hull, Placement, Shape};

/// How far bodies are apart at the start: further than any of them reaches.
const PITCH: f64 = 0.62;
/// The bounding radii of bodies are at most this.
const LARGEST: f64 = 0.28;

pub(super) fn drop(count: usize) -> BuiltScene {
    let mut scene = BuiltScene::new(10.0);
    scene.add_floor();
    let mut random = Random(20);
    // As a cube, at first.
    let side = libm::ceil(libm::cbrt(count as f64 - 1e-9)) as usize;
    let half = 0.5 * PITCH * side as f64;
    add_bin(&mut scene, half, half.max(1.0));
    for number in 0..count {
        let (column, row) = (number % side, number / side % side);
        let layer = number / (side * side);
        let place = DVec3::new(column as f64 + 0.5, row as f64 + 0.5, layer as f64 + 1.0);
        let jitter = (0.5 * PITCH - LARGEST) * 0.99 * random.in_ball();
        let at = PITCH * place - DVec3::new(half, half, 0.0) + jitter;
        let (kind, shape) = shape(&mut random);
        let body = Body::dynamic(shape)
            .at(Placement::new(at, random.rotation()))
            .with_velocity(0.5 * random.in_ball(), 2.0 * random.in_ball());
        scene.add(format!("{kind} {}", number + 1), body);
    }
    scene
}

/// Four walls; nothing falls over them if they are as high as the bin is wide.
fn add_bin(scene: &mut BuiltScene, half: f64, high: f64) {
    let thick = 0.1;
    let long = cuboid(half + 2.0 * thick, thick, high);
    let short = cuboid(thick, half, high);
    for (name, shape, x, y) in [
        ("left wall", &long, 0.0, half + thick),
        ("right wall", &long, 0.0, -half - thick),
        ("front wall", &short, -half - thick, 0.0),
        ("back wall", &short, half + thick, 0.0),
    ] {
        let at = Placement::at(DVec3::new(x, y, high));
        scene.add(name, Body::fixed(shape.clone()).at(at));
    }
}

/// One of eight kinds, of bounding radii from a half of the largest on.
fn shape(random: &mut Random) -> (&'static str, Shape) {
    let size = LARGEST * random.between(0.5, 1.0);
    let kind = random.bits() % 8;
    let hull = match kind {
        0 => ball(0.7 * size),
        1 => cuboid(0.55 * size, 0.55 * size, 0.55 * size),
        2 => cuboid(0.85 * size, 0.4 * size, 0.25 * size),
        3 => Hull::capsule(0.6 * size, 0.4 * size).expect(VALID),
        4 => Hull::cylinder(0.6 * size, 0.7 * size).expect(VALID),
        5 => Hull::cone(0.7 * size, 0.65 * size).expect(VALID),
        6 => {
            let points: Vec<DVec3> = (0..12)
                .map(|_| 0.95 * size * random.in_ball().normalize())
                .collect();
            polytope(&points)
        }
        _ => return ("angle", angle(size).into()),
    };
    let name = [
        "ball", "cube", "brick", "capsule", "cylinder", "cone", "stone",
    ][kind as usize];
    (name, hull.into())
}

/// Two boxes at a right angle.
fn angle(size: f64) -> Compound {
    let part = |x: f64, z: f64, half: [f64; 2]| {
        let [along, up] = half;
        let at = size * DVec3::new(x, 0.0, z);
        cuboid(along * size, 0.3 * size, up * size)
            .placed(at, DQuat::IDENTITY)
            .expect(VALID)
    };
    let parts = vec![part(0.0, -0.5, [0.7, 0.2]), part(-0.5, 0.2, [0.2, 0.5])];
    Compound::new(parts).expect(VALID)
}
