//! The plain event-driven engine of the benchmarks is right: else it would be no peer.

use osculate_benches::plain_events::{Met, PlainEvents};
use osculate_events::generate::{gas, mixed};
use osculate_events::{AllPairs, Domain, Partner, Scene, Simulation, World};

/// Partners of each body, in order; walls as number and end of their axis beyond all bodies.
type Partners = Vec<Vec<u32>>;

fn of_all_pairs<const D: usize>(scene: &Scene<D>, until: f64) -> Partners {
    let mut partners = vec![Vec::new(); scene.balls().len()];
    let mut simulation = Simulation::new(World::new(scene), AllPairs);
    while let Some(event) = simulation.step(until).unwrap() {
        match event.partner {
            Partner::Body(other) => {
                partners[event.body as usize].push(other);
                partners[other as usize].push(event.body);
            }
            Partner::Face { axis, high } => partners[event.body as usize].push(wall(axis, high)),
            Partner::Wall(_) => unreachable!("there are none"),
        }
    }
    partners
}

fn of_plain<const D: usize>(scene: &Scene<D>, until: f64) -> Partners {
    let mut partners = vec![Vec::new(); scene.balls().len()];
    let mut plain = PlainEvents::new(scene);
    let energy = plain.kinetic_energy();
    while let Some((_, body, met)) = plain.step(until) {
        match met {
            Met::Body(other) => {
                partners[body as usize].push(other);
                partners[other as usize].push(body);
            }
            Met::Wall { axis, high } => partners[body as usize].push(wall(axis as u8, high)),
        }
    }
    assert!((plain.kinetic_energy() / energy - 1.0).abs() < 1e-11);
    partners
}

fn wall(axis: u8, high: bool) -> u32 {
    1_000_000 + 2 * u32::from(axis) + u32::from(high)
}

/// Both engines, for so long that there are some `times` collisions a body.
fn compare<const D: usize>(scene: &Scene<D>, times: u64) {
    let mut plain = PlainEvents::new(scene);
    plain.run_to(times * scene.balls().len() as u64 / 2);
    // Between two events, so that rounding does not decide on the last one.
    let until = plain.now();
    plain.step(f64::INFINITY);
    let until = 0.5 * (until + plain.now());
    let (expected, found) = (of_all_pairs(scene, until), of_plain(scene, until));
    let meetings: usize = found.iter().map(Vec::len).sum();
    assert!(meetings as u64 >= times * scene.balls().len() as u64);
    assert_eq!(expected, found);
}

#[test]
fn discs_meet_the_same_partners_as_with_all_pairs() {
    for seed in 0..3 {
        // The longer the way between collisions, the more of them rounding grows by.
        for (fraction, times) in [(0.05, 5), (0.3, 10), (0.6, 10)] {
            let scene = gas(50, fraction, seed, Domain::walls);
            compare::<2>(&scene.expect("a gas"), times);
        }
    }
}

#[test]
fn spheres_meet_the_same_partners_as_with_all_pairs() {
    for seed in 0..3 {
        compare::<3>(&gas(64, 0.3, seed, Domain::walls).expect("a gas"), 10);
    }
}

#[test]
fn mixed_sizes_meet_the_same_partners_as_with_all_pairs() {
    for seed in 0..3 {
        compare::<2>(
            &mixed(50, 10.0, 0.3, seed, Domain::walls).expect("a gas"),
            5,
        );
        compare::<3>(&mixed(50, 4.0, 0.2, seed, Domain::walls).expect("a gas"), 5);
    }
}
