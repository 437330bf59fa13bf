//! Cases in which contact points are hard to tell: tips on tips, edges on edges, and surfaces of pieces.
//!
//! The cases are those of Kenny Erleben, Methodology for Assessing Mesh-Based Contact Point Methods (2018); the shapes are ours,
//! of convex pieces.

use super::{BuiltScene, cuboid, polytope, resting};
use crate::body::Body;
use crate::material::Material;
use glam::{DQuat, DVec3};
use osculate::{Hull, Placement};
use std::f64::consts::PI;

/// Half the width of spikes and wedges at their base, and their height.
const BASE: f64 = 0.4;
const HEIGHT: f64 = 1.0;
/// How far above what they meet they begin.
const FALL: f64 = 0.1;
/// Or how deep within.
const HALF_WAY: f64 = 0.5 * HEIGHT;

/// A pyramid over a square; its tip is its origin, and it points up.
fn spike() -> Hull {
    let mut points = vec![DVec3::ZERO];
    for [x, y] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
        points.push(DVec3::new(BASE * x, BASE * y, -HEIGHT));
    }
    polytope(&points)
}

/// A roof; the middle of its edge, along y, is its origin, and it points up.
fn wedge(half_length: f64) -> Hull {
    let mut points = Vec::new();
    for y in [-half_length, half_length] {
        points.push(DVec3::new(0.0, y, 0.0));
        points.push(DVec3::new(-BASE, y, -HEIGHT));
        points.push(DVec3::new(BASE, y, -HEIGHT));
    }
    polytope(&points)
}

/// Half of a block with a crack along y: a wedge that goes down from its top at x = `BASE` to x = 0, `HEIGHT` below, and a foot.
fn flank() -> Hull {
    let mut points = Vec::new();
    for y in [-1.0, 1.0] {
        points.push(DVec3::new(BASE, y, 0.0));
        points.push(DVec3::new(0.0, y, -HEIGHT));
        points.push(DVec3::new(0.0, y, -HEIGHT - 0.2));
        points.push(DVec3::new(1.0, y, -HEIGHT - 0.2));
        points.push(DVec3::new(1.0, y, 0.0));
    }
    polytope(&points)
}

/// Upside down, about x.
fn down() -> DQuat {
    DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0)
}

/// By a right angle about z.
fn across() -> DQuat {
    let half = libm::sqrt(0.5);
    DQuat::from_xyzw(0.0, 0.0, half, half)
}

/// A scene with one fixed body that stands on the floor and one that falls onto its tip or edge.
fn one_on_another(fixed: (&str, Hull), falls: (&str, Hull, DQuat)) -> BuiltScene {
    let mut scene = BuiltScene::new(5.0);
    scene.add_floor();
    let top = HEIGHT * DVec3::Z;
    scene.add(fixed.0, Body::fixed(fixed.1).at(Placement::at(top)));
    let (name, shape, rotation) = falls;
    let at = Placement::new(top + FALL * DVec3::Z, rotation);
    scene.add(name, Body::dynamic(shape).at(at));
    scene
}

/// A block with a crack or a hole, of pieces, and one that falls into it; its tip or edge begins at this depth.
fn one_in_another(pieces: &[(Hull, DQuat)], falls: (&str, Hull), depth: f64) -> BuiltScene {
    let mut scene = BuiltScene::new(5.0);
    scene.add_floor();
    let top = (HEIGHT + 0.2) * DVec3::Z;
    for (number, (piece, rotation)) in pieces.iter().enumerate() {
        let body = Body::fixed(piece.clone()).at(Placement::new(top, *rotation));
        scene.add(format!("piece {}", number + 1), body);
    }
    let (name, shape) = falls;
    let at = Placement::new(top - depth * DVec3::Z, down());
    scene.add(name, Body::dynamic(shape).at(at));
    scene
}

/// Two flanks that face each other across a crack along y.
fn crack() -> Vec<(Hull, DQuat)> {
    let flank = flank();
    let around = DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    vec![(flank.clone(), DQuat::IDENTITY), (flank, around)]
}

/// Four flanks around a hole; they run through each other at the corners, as fixed bodies may.
fn hole() -> Vec<(Hull, DQuat)> {
    let mut pieces = crack();
    for number in 0..2 {
        let (piece, rotation) = pieces[number].clone();
        pieces.push((piece, across() * rotation));
    }
    pieces
}

pub(super) fn spike_on_spike() -> BuiltScene {
    one_on_another(("spike below", spike()), ("spike", spike(), down()))
}

pub(super) fn spike_on_wedge() -> BuiltScene {
    one_on_another(("wedge below", wedge(0.8)), ("spike", spike(), down()))
}

pub(super) fn wedge_on_wedge() -> BuiltScene {
    let crossed = across() * down();
    one_on_another(("wedge below", wedge(0.8)), ("wedge", wedge(0.8), crossed))
}

pub(super) fn spike_in_crack() -> BuiltScene {
    one_in_another(&crack(), ("spike", spike()), HALF_WAY)
}

pub(super) fn spike_in_hole() -> BuiltScene {
    one_in_another(&hole(), ("spike", spike()), HALF_WAY)
}

pub(super) fn wedge_in_crack() -> BuiltScene {
    one_in_another(&crack(), ("wedge", wedge(0.8)), HALF_WAY)
}

/// The wedge fits where the hole is open, but not further down: it hangs by its ends.
pub(super) fn wedge_in_hole() -> BuiltScene {
    one_in_another(&hole(), ("wedge", wedge(0.35)), -FALL)
}

/// A floor of triangular prisms, flush.
pub(super) fn internal_edges() -> BuiltScene {
    let mut scene = BuiltScene::new(4.0);
    let slippery = Material::new(0.0, 0.0);
    let prism = |corners: [[f64; 2]; 3]| {
        let points: Vec<DVec3> = corners
            .into_iter()
            .flat_map(|[x, y]| [-0.2, 0.0].map(|z| DVec3::new(x, y, z)))
            .collect();
        polytope(&points)
    };
    let near = prism([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    let far = prism([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let mut count = 0;
    for column in 0..12 {
        for row in -2..2 {
            for piece in [&near, &far] {
                count += 1;
                let at = DVec3::new(f64::from(column), f64::from(row), 0.0);
                let body = Body::fixed(piece.clone())
                    .with_material(slippery)
                    .at(Placement::at(at));
                scene.add(format!("piece {count}"), body);
            }
        }
    }
    add_cube(&mut scene, slippery, 0.0, DVec3::new(2.5, 0.15, 0.0));
    scene
}

/// Blocks in a row, the last of which ends in the air.
pub(super) fn cliff_edge() -> BuiltScene {
    let mut scene = BuiltScene::new(4.0);
    scene.add_floor();
    let slippery = Material::new(0.05, 0.0);
    for number in 0..4 {
        let at = DVec3::new(0.5 + f64::from(number), 0.0, 0.75);
        let body = Body::fixed(cuboid(0.5, 1.0, 0.75))
            .with_material(slippery)
            .at(Placement::at(at));
        scene.add(format!("block {}", number + 1), body);
    }
    add_cube(&mut scene, slippery, 1.5, DVec3::new(1.2, 0.0, 0.0));
    scene
}

/// A cube that slides on what is flat at this height.
fn add_cube(scene: &mut BuiltScene, material: Material, height: f64, velocity: DVec3) {
    let cube = cuboid(0.25, 0.25, 0.25);
    let at = DVec3::new(0.5, -0.1, height + 0.25 + resting(&cube));
    let body = Body::dynamic(cube)
        .with_material(material)
        .at(Placement::new(at, super::turned(DVec3::Z, PI / 9.0)))
        .with_velocity(velocity, DVec3::ZERO);
    scene.add("cube", body);
}
