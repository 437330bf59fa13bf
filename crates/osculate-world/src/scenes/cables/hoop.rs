//! A hoop with a net, and a ball that falls through it.

use super::{on_circle, scene};
use crate::body::Body;
use crate::rods::{Cable, End, RodMaterial};
use crate::scenes::{BuiltScene, VALID, ball, cuboid, turned};
use glam::DVec3;
use osculate::{Compound, Placement};
use std::f64::consts::TAU;

/// Places where the net hangs on the hoop, rows of meshes, and by default edges along one side of a mesh.
const HUNG: u32 = 12;
const ROWS: u32 = 6;
const EDGES: u32 = 4;
/// The radius of the net at the top and at the bottom, and how high it is.
const TOP: f64 = 0.225;
const BOTTOM: f64 = 0.11;
const HEIGHT: f64 = 0.42;

/// 24 cables of 576 edges: half of them wind one way round, half the other, and they are tied where they cross.
pub(in crate::scenes) fn hoop_and_ball() -> BuiltScene {
    hoop_of(EDGES)
}

/// The same with so many edges along each side of a mesh: 144 times as many in all.
pub(in crate::scenes) fn hoop_of(edges: u32) -> BuiltScene {
    let mut scene = scene(3.0);
    scene.add("hoop", Body::fixed(hoop()));
    scene.add_floor_at(-1.2);
    let shot = Body::dynamic(ball(0.12)).with_mass(0.62);
    let shot = shot.at(Placement::at(DVec3::new(0.03, 0.015, 0.25)));
    scene.add("ball", shot);
    hang_net(&mut scene, edges);
    scene
}

/// Hangs a net on the hoop, with so many edges along each side of a mesh.
fn hang_net(scene: &mut BuiltScene, edges: u32) {
    let material = RodMaterial::rope(2e-3).with_stiffness(2000.0, 5e-6, 4e-6);
    let material = material.with_density(0.011).with_drag(1.0);
    let knots = [0, 1].map(|way| (0..HUNG).map(move |number| (way, number)));
    for (way, number) in knots.into_iter().flatten() {
        let points = (0..=ROWS * edges)
            .map(|at| place(way, number, at, edges))
            .collect();
        let mut cable = Cable::new(
            format!("cord {}", way * HUNG + number + 1),
            points,
            material,
        );
        cable = cable.with_ends([End::Pinned, End::Free]);
        for row in (0..=ROWS).filter(|_| way == 1) {
            // The cord that winds the other way and is there too.
            let other = (HUNG * ROWS + number - row) % HUNG;
            let at = (row * edges) as usize;
            cable = cable.tied(at, other as usize, at);
        }
        scene.cables.push(cable.into());
    }
}

/// Where a cord is after so many edges: on straight lines between knots.
fn place(way: u32, number: u32, at: u32, edges: u32) -> DVec3 {
    let (row, rest) = (at / edges, at % edges);
    let from = knot(way, number, row);
    match rest {
        0 => from,
        _ => from.lerp(
            knot(way, number, row + 1),
            f64::from(rest) / f64::from(edges),
        ),
    }
}

/// The knot of a row that a cord goes through. Those of two cords that meet there have the same bits.
fn knot(way: u32, number: u32, row: u32) -> DVec3 {
    let whole = 2 * HUNG;
    let half = match way {
        0 => 2 * number + row,
        _ => 2 * number + whole * ROWS - row,
    } % whole;
    let share = f64::from(row) / f64::from(ROWS);
    let radius = BOTTOM + (TOP - BOTTOM) * (1.0 - share) * (1.0 - 0.4 * share);
    on_circle(radius, f64::from(half) / f64::from(whole), -HEIGHT * share)
}

/// A ring of boxes around the net's top.
fn hoop() -> Compound {
    let sides = 24;
    let part = |side: i32| {
        let turns = f64::from(side) / f64::from(sides);
        let half = cuboid(0.009, 0.04, 0.009);
        let at = on_circle(TOP + 0.022, turns, 0.0);
        half.placed(at, turned(DVec3::Z, TAU * turns)).expect(VALID)
    };
    Compound::new((0..sides).map(part).collect()).expect(VALID)
}
