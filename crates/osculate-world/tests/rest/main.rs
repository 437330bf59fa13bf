//! Bodies at rest, and how they get there.
//!
//! By default the long ones run for a part of their time; with `OSCULATE_CASES=2` or more for all of it.

mod loads;
mod piles;
mod starts;
mod still;
#[path = "../support/watch.rs"]
mod watch;

use osculate::glam::DVec3;
use osculate_judge::seeded;
use osculate_world::scenes::{self, BuiltScene};
use osculate_world::{BodyHandle, World};

/// Whether everything is asked for.
fn in_full() -> bool {
    seeded::cases(1) > 1
}

/// A scene that is there by name, in which nothing sleeps.
fn awake(name: &str) -> BuiltScene {
    let mut scene = scenes::by_name(name).expect("it is one of them");
    scene.settings = scene.settings.with_sleeping(None);
    scene
}

fn positions(world: &World) -> Vec<DVec3> {
    world.handles().map(|body| position(world, body)).collect()
}

fn position(world: &World, body: BodyHandle) -> DVec3 {
    world.placement(body).expect("it is there").position
}

/// How far any body has gone.
fn largest_change(before: &[DVec3], after: &[DVec3]) -> f64 {
    let changes = before.iter().zip(after).map(|(p, q)| p.distance(*q));
    changes.fold(0.0, f64::max)
}

/// The speed of the fastest body.
fn fastest(world: &World) -> f64 {
    let speeds = world.handles().map(|body| {
        let [linear, angular] = world.velocity(body).expect("it is there");
        linear.length().max(angular.length())
    });
    speeds.fold(0.0, f64::max)
}
