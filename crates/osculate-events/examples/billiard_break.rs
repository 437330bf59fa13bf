//! A cue ball breaks a rack of fifteen: every collision in its order, to the last bits of its time.
//!
//! `cargo run --release -p osculate-events --example billiard_break`

use osculate_events::{Ball, Cells, Domain, Partner, Scene, Simulation, World};
use std::error::Error;

/// Half of 57.15 mm, in metres.
const RADIUS: f64 = 0.028575;

fn main() -> Result<(), Box<dyn Error>> {
    let mut balls = vec![Ball::new([0.6, 0.62], [9.0, 0.1], RADIUS)];
    for row in 0..5 {
        for place in 0..=row {
            // A little apart: balls that touch would all collide at one instant.
            let pitch = 2.001 * RADIUS;
            let x = 1.9 + 0.866_025_5 * pitch * row as f64;
            let y = 0.635 + pitch * (place as f64 - 0.5 * row as f64);
            balls.push(Ball::new([x, y], [0.0, 0.0], RADIUS));
        }
    }
    for ball in &mut balls {
        ball.restitution = 0.95;
    }
    let table = Domain::walls([0.0, 0.0], [2.54, 1.27]);
    let world = World::new(&Scene::new(balls, table, Vec::new())?);
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    for _ in 0..12 {
        let Some(event) = simulation.step(5.0)? else {
            break;
        };
        let time = simulation.world().time();
        match event.partner {
            Partner::Body(other) => println!("{time:.9} s: ball {} and ball {other}", event.body),
            _ => println!("{time:.9} s: ball {} and a cushion", event.body),
        }
    }
    simulation.run(5.0)?;
    let tally = simulation.world().tally();
    println!(
        "In 5 s the balls met {} times, and cushions {} times; the deepest overlap was {:.0e} of a radius.",
        tally.collisions, tally.wall_bounces, tally.largest_overlap
    );
    assert!(tally.collisions > 15 && tally.largest_overlap < 1e-11);
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
