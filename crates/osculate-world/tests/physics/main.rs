//! What mechanics says, to the figures that it says it to.

mod bounces;
mod collisions;
mod repeats;
mod sliding;
mod slots;
mod spinning;
#[path = "../support/watch.rs"]
mod watch;

use osculate::Shape;
use osculate::glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};
use osculate_world::{Body, BodyHandle, Material, Settings, World};

/// A world without sleep.
fn awake(settings: Settings) -> World {
    World::new(settings.with_sleeping(None)).expect("settings are valid")
}

fn put(world: &mut World, body: Body) -> BodyHandle {
    world.insert(body).expect("the body is valid")
}

fn ball(radius: f64) -> Shape {
    Hull::ball(radius).expect("a ball has a radius").into()
}

fn cuboid(half: DVec3) -> Shape {
    Hull::cuboid(half).expect("a box has sides").into()
}

/// A floor whose normal is given.
fn floor(normal: DVec3, material: Material) -> Body {
    let space = HalfSpace::new(normal, 0.0).expect("normals have a length");
    Body::fixed(space).with_material(material)
}

fn position(world: &World, body: BodyHandle) -> DVec3 {
    world.placement(body).expect("it is there").position
}

fn linear(world: &World, body: BodyHandle) -> DVec3 {
    world.velocity(body).expect("it is there")[0]
}

fn angular(world: &World, body: BodyHandle) -> DVec3 {
    world.velocity(body).expect("it is there")[1]
}

fn at(position: DVec3) -> Placement {
    Placement::at(position)
}
