//! Scenes of cables, and what they are made of.

mod cats_cradle;
mod coil_spring;
mod crossing;
mod hoop;
mod knot;
mod net;
mod plectoneme;
mod pulley;
mod ring_chain;
mod swinging;
mod wrecking_ball;

pub(super) use cats_cradle::cats_cradle;
pub(super) use coil_spring::coil_spring;
pub(super) use crossing::crossing_cables;
pub(super) use hoop::{hoop_and_ball, hoop_of};
pub(super) use knot::knot;
pub(super) use net::{net, net_of};
pub(super) use plectoneme::plectoneme;
pub(super) use pulley::pulley;
pub(super) use ring_chain::ring_chain;
pub(super) use swinging::swinging_cable;
pub(super) use wrecking_ball::wrecking_ball;

use super::BuiltScene;
use glam::DVec3;
use std::f64::consts::TAU;

/// A scene of cables: steps of 1/240 s, in one part each.
fn scene(seconds: f64) -> BuiltScene {
    let mut scene = BuiltScene::new(seconds);
    scene.settings = scene.settings.with_step(1.0 / 240.0);
    scene
}

/// Points on a straight line.
fn line(from: DVec3, to: DVec3, edges: u32) -> Vec<DVec3> {
    let share = |i: u32| f64::from(i) / f64::from(edges);
    (0..=edges).map(|i| from.lerp(to, share(i))).collect()
}

/// A point of a circle about z, so many turns round.
fn on_circle(radius: f64, turns: f64, height: f64) -> DVec3 {
    let (sine, cosine) = libm::sincos(TAU * turns);
    DVec3::new(radius * cosine, radius * sine, height)
}
