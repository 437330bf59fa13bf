//! What physics keeps: energy, momentum, and the way back.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

use osculate_events::generate::gas;
use osculate_events::{
    Ball, Cells, Domain, KayaTree, PairQueue, Partner, Scene, Search, Simulation, Vector, World,
};

/// The searches held to it.
fn searches<const D: usize>(world: &World<D>) -> Vec<(&'static str, Box<dyn Search<D>>)> {
    vec![
        ("queue of pairs", Box::new(PairQueue::new(world))),
        ("cells", Box::new(Cells::new(world))),
        ("Kaya's tree", Box::new(KayaTree::new(world))),
    ]
}

fn momentum<const D: usize>(world: &World<D>, balls: &[Ball<D>]) -> Vector<D> {
    let mut sum = [0.0; D];
    for (body, ball) in balls.iter().enumerate() {
        let velocity = world.state(body as u32, world.now()).1;
        for axis in 0..D {
            sum[axis] += ball.mass * velocity[axis];
        }
    }
    sum
}

fn keeps_energy_and_momentum<const D: usize>(events: usize) {
    let gas = gas(64, 0.25, 3, Domain::<D>::periodic).unwrap();
    let mut balls = gas.balls().to_vec();
    for (number, ball) in balls.iter_mut().enumerate() {
        ball.mass = 1.0 + number as f64 % 7.0;
    }
    let scene = Scene::new(balls.clone(), *gas.domain(), Vec::new()).unwrap();
    let world = World::new(&scene);
    let energy = world.kinetic_energy();
    let before = momentum(&world, &balls);
    let scale: f64 = balls
        .iter()
        .map(|ball| ball.mass * ball.velocity[0].abs())
        .sum();
    for (name, search) in searches(&world) {
        let mut simulation = Simulation::new(world.clone(), search);
        for _ in 0..events {
            simulation.step(f64::INFINITY).unwrap().unwrap();
        }
        let world = simulation.world();
        let drift = world.kinetic_energy() / energy - 1.0;
        let after = momentum(world, &balls);
        let push = (0..D)
            .map(|axis| (after[axis] - before[axis]).abs() / scale)
            .fold(0.0, f64::max);
        let overlap = world.tally().largest_overlap;
        println!(
            "{name}, {D}-D: energy {drift:.1e}, momentum {push:.1e}, overlap {overlap:.1e}, {:?}",
            world.tally()
        );
        assert!(drift.abs() < 1e-12);
        assert!(push < 1e-12);
        assert!(overlap < 1e-11);
    }
}

#[test]
fn energy_and_momentum_stay_in_the_plane() {
    keeps_energy_and_momentum::<2>(10_000);
}

#[test]
fn energy_and_momentum_stay_in_space() {
    keeps_energy_and_momentum::<3>(6_000);
}

/// Energy with the height of each body, between walls.
#[test]
fn energy_stays_under_gravity() {
    let gas = gas(49, 0.2, 5, Domain::<2>::walls).unwrap();
    let mut balls = gas.balls().to_vec();
    for ball in &mut balls {
        ball.acceleration = [0.0, -0.5];
    }
    let scene = Scene::new(balls, *gas.domain(), Vec::new()).unwrap();
    let world = World::new(&scene);
    let energy = |world: &World<2>| {
        let heights: f64 = (0..world.len() as u32)
            .map(|body| 0.5 * world.state(body, world.now()).0[1])
            .sum();
        world.kinetic_energy() + heights
    };
    let before = energy(&world);
    for (name, search) in searches(&world) {
        let mut simulation = Simulation::new(world.clone(), search);
        for _ in 0..10_000 {
            simulation.step(f64::INFINITY).unwrap().unwrap();
        }
        let drift = energy(simulation.world()) / before - 1.0;
        println!(
            "{name}: energy {drift:.1e}, {:?}",
            simulation.world().tally()
        );
        assert!(drift.abs() < 1e-12);
    }
}

/// Two bodies that meet nothing: no search may look for ever.
#[test]
fn without_events_a_search_ends() {
    let balls = vec![
        Ball::new([0.0, 0.0], [-1.0, 0.1], 1.0),
        Ball::new([5.0, 0.0], [1.0, 0.0], 1.0),
        Ball::new([0.0, 9.0], [0.0, 0.0], 1.0),
    ];
    let scene = Scene::new(balls, Domain::open(), Vec::new()).unwrap();
    let world = World::new(&scene);
    for (name, search) in searches(&world) {
        let mut simulation = Simulation::new(world.clone(), search);
        assert_eq!(simulation.step(1e3), Ok(None), "{name}");
        assert_eq!(simulation.step(f64::INFINITY), Ok(None), "{name}");
    }
}

/// Thrown up to one that hovers: both ends of a long flight are below, the meeting is above.
#[test]
fn a_meeting_at_the_apex_is_found() {
    let mut thrown = Ball::new([0.0, 0.0], [1.0, 10.0], 0.1);
    thrown.acceleration = [0.0, -5.0];
    let hovering = Ball::new([2.0, 10.0], [0.0, 0.0], 0.1);
    let scene = Scene::new(vec![thrown, hovering], Domain::open(), Vec::new()).unwrap();
    let world = World::new(&scene);
    let mut all = searches(&world);
    // Its second step goes from before the meeting to long after it.
    let leap = KayaTree::with_factors(&world, 1e3, 0.5).unwrap();
    all.push(("Kaya's tree in leaps", Box::new(leap)));
    for (name, search) in all {
        let mut simulation = Simulation::new(world.clone(), search);
        let event = simulation.step(4.0).unwrap().unwrap();
        assert_eq!(event.partner, Partner::Body(1 - event.body), "{name}");
        assert!(event.time > 1.8 && event.time < 2.0, "{name}: {event:?}");
    }
}

/// 250 collisions of 100 discs, turned round, and back to the start.
fn way_back(seed: u64, search: impl Fn(&World<2>) -> Box<dyn Search<2>>) -> f64 {
    let scene = gas(100, 0.3, seed, Domain::<2>::walls).unwrap();
    let world = World::new(&scene);
    let found = search(&world);
    let mut simulation = Simulation::new(world, found);
    while simulation.world().tally().collisions < 250 {
        simulation.step(f64::INFINITY).unwrap().unwrap();
    }
    let time = simulation.world().time();
    let mut world = simulation.world().clone();
    world.reverse();
    let found = search(&world);
    let mut simulation = Simulation::new(world, found);
    simulation.run(2.0 * time).unwrap();
    let world = simulation.world();
    assert_eq!(world.tally().collisions, 500, "seed {seed}");
    let mut worst = 0.0_f64;
    for (body, ball) in scene.balls().iter().enumerate() {
        let (position, velocity) = world.state(body as u32, world.now());
        for axis in 0..2 {
            worst = worst
                .max((position[axis] - ball.position[axis]).abs())
                .max((velocity[axis] + ball.velocity[axis]).abs());
        }
    }
    worst
}

fn every_way_back(name: &str, search: impl Fn(&World<2>) -> Box<dyn Search<2>>) {
    let mut worst = (0.0, 0);
    for seed in 0..60 {
        let error = way_back(seed, &search);
        if error > worst.0 {
            worst = (error, seed);
        }
    }
    println!("{name}: worst {:.1e}, of seed {}", worst.0, worst.1);
    assert!(worst.0 < 1e-8, "{name}: {worst:?}");
}

#[test]
fn a_world_turned_round_goes_back_to_its_start() {
    every_way_back("queue of pairs", |world| Box::new(PairQueue::new(world)));
    every_way_back("cells", |world| Box::new(Cells::new(world)));
}
