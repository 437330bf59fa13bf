//! A knot that is pulled tight.

use super::scene;
use crate::cabled::CablePlan;
use crate::rods::{Cable, End, RodMaterial};
use crate::scenes::BuiltScene;
use glam::DVec3;
use std::f64::consts::TAU;

/// The size of the open knot, and how long each edge is.
const SIZE: f64 = 0.04;
const EDGE: f64 = 0.01;
/// Edges of the straight ends, and how steep these are.
const STRAIGHT: u32 = 12;
const RISE: f64 = 0.5;

/// A trefoil knot that is cut open where it is furthest out, so that its ends go on straight: an overhand knot. Both are pulled.
pub(in crate::scenes) fn knot() -> BuiltScene {
    let mut scene = scene(3.4);
    scene.settings = scene.settings.with_gravity(DVec3::ZERO);
    let mut points = bow();
    let last = points.len() - 1;
    // Both ends go straight on where the curve was cut, past each other: one above, one below.
    let past = |from: DVec3, to: DVec3, rise: f64| {
        let way = to - from;
        DVec3::new(way.x, way.y, rise * way.truncate().length()).normalize()
    };
    let out = past(points[1], points[0], RISE);
    let away = past(points[last - 1], points[last], -RISE);
    let [first, end] = [points[0], points[last]];
    let before = (1..=STRAIGHT)
        .rev()
        .map(|i| first + EDGE * f64::from(i) * out);
    let after: Vec<DVec3> = (1..=STRAIGHT)
        .map(|i| end + EDGE * f64::from(i) * away)
        .collect();
    points = before.chain(points).chain(after).collect();
    let material = RodMaterial::rope(3e-3)
        .with_stiffness(8000.0, 2e-4, 2e-4)
        .with_drag(2.0);
    let end = points.len() - 1;
    let cable = Cable::new("rope", points, material).with_ends([End::Pinned; 2]);
    let mut plan = CablePlan::from(cable);
    plan.drives = vec![(0, 0.14 * out), (end, 0.14 * away)];
    scene.cables.push(plan);
    scene
}

/// The trefoil from where it is furthest out, once round, in edges of about the same length.
fn bow() -> Vec<DVec3> {
    let at = |t: f64| {
        let [(s1, c1), (s2, c2), (s3, _)] = [t, 2.0 * t, 3.0 * t].map(libm::sincos);
        SIZE * DVec3::new(s1 + 2.0 * s2, c1 - 2.0 * c2, -s3)
    };
    let (mut points, steps) = (vec![at(START)], 20_000_u32);
    for i in 1..=steps {
        let t = START + (TAU - GAP) * f64::from(i) / f64::from(steps);
        let place = at(t);
        if (place - points[points.len() - 1]).length() >= EDGE {
            points.push(place);
        }
    }
    points
}

/// Where the curve is furthest out, and how much of it is left out there, so that its ends do not touch.
const START: f64 = TAU / 6.0 + 0.5 * GAP;
const GAP: f64 = 0.12;
