//! Bodies that fly side by side, in touch: approaches that are less than the last bits of their velocities.

use osculate_events::{Ball, Cells, Domain, Scene, Simulation, Wall, World};

/// A velocity of unit size whose parts are off by a few last bits.
fn velocity(x: f64, y: f64, bits: [i32; 2]) -> [f64; 2] {
    let off = |part: f64, bits: i32| part * (1.0 + f64::EPSILON * f64::from(bits));
    [off(x, bits[0]), off(y, bits[1])]
}

#[test]
fn pairs_in_touch_do_not_meet_for_ever() {
    let mut met = 0;
    for turn in 0..60 {
        let (sin, cos) = libm::sincos(0.1 * f64::from(turn));
        for bits in -3..=3 {
            let [p, q] = [[-cos, -sin], [cos, sin]];
            // Both fly the same way, but for the last bits.
            let balls = vec![
                Ball::new(p, velocity(0.3, 0.8, [bits, -bits]), 1.0),
                Ball::new(q, velocity(0.3, 0.8, [-bits, bits]), 1.0),
            ];
            let Ok(scene) = Scene::new(balls, Domain::open(), Vec::new()) else {
                continue;
            };
            let world = World::new(&scene);
            let mut simulation = Simulation::new(world.clone(), Cells::new(&world));
            let events = simulation.run(1e3).expect("nothing is in their way");
            assert!(events <= 4, "{turn} {bits}: {events}");
            met += events;
            let energy = simulation.world().kinetic_energy() / world.kinetic_energy();
            assert!((energy - 1.0).abs() < 1e-14);
        }
    }
    assert!(met > 50, "{met}: nothing was tried");
}

#[test]
fn a_body_that_slides_along_a_slanted_wall_does_not_meet_it_for_ever() {
    let mut met = 0;
    for turn in 1..60 {
        let (sin, cos) = libm::sincos(0.1 * f64::from(turn));
        for bits in -3..=3 {
            let ball = Ball::new([-sin, cos], velocity(cos, sin, [bits, -bits]), 1.0);
            let wall = Wall::Plane {
                point: [0.0, 0.0],
                normal: [-sin, cos],
            };
            let Ok(scene) = Scene::new(vec![ball], Domain::open(), vec![wall]) else {
                continue;
            };
            let world = World::new(&scene);
            let mut simulation = Simulation::new(world.clone(), Cells::new(&world));
            let events = simulation.run(1e3).expect("nothing is in its way");
            assert!(events <= 4, "{turn} {bits}: {events}");
            met += events;
        }
    }
    assert!(met > 20, "{met}: nothing was tried");
}
