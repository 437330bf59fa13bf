//! Bodies fall on a floor: what they hit, and where they come to rest.
//!
//! `cargo run --release -p osculate-world --example falling_bodies`

use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
use osculate_world::{Body, ContactEvent, Material, Settings, World};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    world.insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0)?).named("floor"))?;
    let die = Body::dynamic(Hull::cuboid(DVec3::splat(0.5))?).named("die");
    let die = world.insert(die.at(Placement::at(DVec3::new(0.3, 0.0, 3.0))))?;
    let ball = Body::dynamic(Hull::ball(0.5)?).named("ball");
    let ball = ball.with_material(Material::new(0.5, 0.6));
    let ball = world.insert(ball.at(Placement::at(1.5 * DVec3::Z)))?;
    let name = |world: &World, body| world.name(body).map(|name| name.unwrap_or("?").to_owned());
    while world.time() < 4.0 {
        world.step();
        for event in world.events() {
            if let ContactEvent::Hit {
                bodies: [a, b],
                time,
                impulse,
                ..
            } = *event
            {
                let (a, b) = (name(&world, a)?, name(&world, b)?);
                println!("{time:.3} s: {a} and {b}, {impulse:.0} N s");
            }
        }
    }
    for body in [die, ball] {
        let at = world.placement(body)?.position;
        println!("{} is at {at:.3}.", name(&world, body)?);
        assert!(at.z > 0.5 && at.z < 0.51);
    }
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
