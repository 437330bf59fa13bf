//! Small worlds that several tests begin with.

use osculate::{HalfSpace, Hull, Placement, Shape, glam::DVec3};
use osculate_world::{Body, BodyHandle, Settings, World};

pub fn at(x: f64, y: f64, z: f64) -> Placement {
    Placement::at(DVec3::new(x, y, z))
}

pub fn ball(radius: f64) -> Hull {
    Hull::ball(radius).unwrap()
}

/// A box with sides of 1.
pub fn die() -> Hull {
    Hull::cuboid(DVec3::splat(0.5)).unwrap()
}

pub fn floor() -> Shape {
    Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap())
}

/// Without gravity and sleep.
pub fn weightless() -> World {
    let settings = Settings::default().with_gravity(DVec3::ZERO);
    World::new(settings.with_sleeping(None)).unwrap()
}

/// A floor, and dice on top of each other that never sleep. The floor is the first of the handles.
pub fn stack(dice: usize) -> (World, Vec<BodyHandle>) {
    let mut world = World::new(Settings::default().with_sleeping(None)).unwrap();
    let mut handles = vec![world.insert(Body::fixed(floor()).named("floor")).unwrap()];
    for number in 0..dice {
        let body = Body::dynamic(die()).named(format!("die {number}"));
        let body = body.at(at(0.0, 0.0, 0.503 + 1.004 * number as f64));
        handles.push(world.insert(body).unwrap());
    }
    (world, handles)
}

pub fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step();
    }
}

/// Everything that can be seen of the bodies of a world, to the last bit.
pub fn bits(world: &World) -> Vec<u64> {
    let mut bits = vec![world.time().to_bits(), world.steps()];
    for body in world.handles() {
        let placement = world.placement(body).unwrap();
        let [linear, angular] = world.velocity(body).unwrap();
        let vectors = [placement.position, linear, angular];
        bits.extend(vectors.iter().flat_map(|v| v.to_array()).map(f64::to_bits));
        bits.extend(placement.rotation.to_array().map(f64::to_bits));
        bits.push(world.lag(body).unwrap().to_bits());
        bits.push(u64::from(world.is_asleep(body).unwrap()));
    }
    bits
}
