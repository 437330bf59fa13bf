//! Where collisions take energy bodies come to rest, after finitely many events.

use osculate_sim::generate::Random;
use osculate_sim::{
    AllPairs, Ball, Boundary, Domain, Event, Partner, Scene, Search, Simulation, Vector, Wall,
    World,
};

const GRAVITY: f64 = 9.81;

/// The events of all pairs, asked again only for the bodies that the world says have changed.
struct Remembered {
    own: Vec<Option<Event>>,
    pairs: Vec<f64>,
}

impl Remembered {
    fn new<const D: usize>(world: &World<D>) -> Remembered {
        let count = world.len();
        let mut search = Remembered {
            own: vec![None; count],
            pairs: vec![f64::INFINITY; count * count],
        };
        for body in 0..count as u32 {
            search.ask(world, body);
        }
        search
    }

    fn ask<const D: usize>(&mut self, world: &World<D>, body: u32) {
        let count = world.len();
        self.own[body as usize] = world.static_contact(body);
        for other in 0..count as u32 {
            if other != body {
                let (low, high) = (body.min(other), body.max(other));
                self.pairs[low as usize * count + high as usize] = world.pair_contact(low, high);
            }
        }
    }
}

impl<const D: usize> Search<D> for Remembered {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let count = world.len();
        let mut first: Option<Event> = None;
        for event in self.own.iter().flatten() {
            if first.is_none_or(|first| event.time < first.time) {
                first = Some(*event);
            }
        }
        for (place, &time) in self.pairs.iter().enumerate() {
            if time < first.map_or(f64::INFINITY, |first| first.time) {
                first = Some(Event {
                    time,
                    body: (place / count) as u32,
                    partner: Partner::Body((place % count) as u32),
                });
            }
        }
        first.filter(|event| event.time <= until)
    }

    fn applied(&mut self, world: &World<D>) {
        for &body in world.changed() {
            self.ask(world, body);
        }
    }

    fn rebased(&mut self, world: &World<D>, _passed: f64) {
        for body in 0..world.len() as u32 {
            self.ask(world, body);
        }
    }
}

fn ball<const D: usize>(
    position: Vector<D>,
    velocity: Vector<D>,
    radius: f64,
    e: f64,
    g: f64,
) -> Ball<D> {
    let mut ball = Ball::new(position, velocity, radius);
    ball.restitution = e;
    ball.mass = radius.powi(D as i32);
    ball.acceleration[D - 1] = -g;
    ball
}

fn simulate<const D: usize>(scene: &Scene<D>) -> Simulation<D, Remembered> {
    let world = World::new(scene);
    let search = Remembered::new(&world);
    Simulation::new(world, search)
}

/// Runs to `until`, and fails if that takes more than `most` events.
fn run<const D: usize, S: Search<D>>(
    simulation: &mut Simulation<D, S>,
    until: f64,
    most: u64,
) -> u64 {
    for events in 0..most {
        if simulation.step(until).is_none() {
            simulation.run(until);
            return events;
        }
    }
    panic!(
        "{most} events by {}: {:?}",
        simulation.world().time(),
        simulation.world().tally()
    );
}

/// The deepest overlap of two bodies, or of one and an end of the domain, in radii of the smaller one.
fn overlap<const D: usize>(world: &World<D>, scene: &Scene<D>) -> f64 {
    let mut deepest = f64::NEG_INFINITY;
    let balls = scene.balls();
    let domain = scene.domain();
    for i in 0..balls.len() {
        let p = world.state(i as u32, world.now()).0;
        for axis in 0..D {
            if domain.boundary[axis] == Boundary::Walls {
                let room = (p[axis] - domain.low[axis]).min(domain.high[axis] - p[axis]);
                deepest = deepest.max((balls[i].radius - room) / balls[i].radius);
            }
        }
        for j in 0..i {
            let q = world.state(j as u32, world.now()).0;
            let square: f64 = (0..D).map(|k| (p[k] - q[k]) * (p[k] - q[k])).sum();
            let depth = balls[i].radius + balls[j].radius - square.sqrt();
            deepest = deepest.max(depth / balls[i].radius.min(balls[j].radius));
        }
    }
    deepest
}

/// Balls on a jittered lattice in the upper part of a box.
fn dropped<const D: usize>(count: usize, side: f64, height: f64, e: f64, seed: u64) -> Scene<D> {
    let mut random = Random::new(seed);
    let rows = (side / 0.25) as usize;
    let pitch = side / rows as f64;
    let balls = (0..count).map(|number| {
        let mut place = number;
        let radius = random.between(0.08, 0.11);
        let room = 0.5 * pitch - radius - 1e-6;
        let position = std::array::from_fn(|axis| {
            let step = if axis + 1 < D { place % rows } else { place };
            place /= rows;
            pitch * (step as f64 + 0.5) + random.between(-room, room)
        });
        let velocity = std::array::from_fn(|_| random.between(-1.0, 1.0));
        ball(position, velocity, radius, e, GRAVITY)
    });
    let mut high = [side; D];
    high[D - 1] = height;
    Scene::new(balls.collect(), Domain::walls([0.0; D], high), Vec::new()).expect("a scene")
}

fn floor() -> Domain<2> {
    let mut domain = Domain::walls([-100.0, 0.0], [100.0, 100.0]);
    domain.boundary[0] = Boundary::Open;
    domain
}

#[test]
fn bounces_follow_the_closed_form_and_end() {
    let (drop, radius, e) = (1.0, 0.1, 0.5);
    let scene = Scene::new(
        vec![ball([0.0, drop + radius], [0.0; 2], radius, e, GRAVITY)],
        floor(),
        Vec::new(),
    )
    .expect("a scene");
    let mut simulation = Simulation::new(World::new(&scene), AllPairs);
    let fall = (2.0 * drop / GRAVITY).sqrt();
    let mut expected = fall;
    let mut flight = 2.0 * e * fall;
    let mut speed = (2.0 * drop * GRAVITY).sqrt();
    let mut bounces = 0;
    while e * speed > scene.rest_speed() {
        let event = simulation.step(10.0).expect("a bounce");
        let time = simulation.world().time();
        assert!((time - expected).abs() < 1e-12, "{event:?}: {expected}");
        expected += flight;
        flight *= e;
        speed *= e;
        bounces += 1;
    }
    let events = bounces + run(&mut simulation, 10.0, 100);
    println!("one ball: {bounces} bounces as in theory of {events} events");
    let world = simulation.world();
    assert!(world.asleep(0) && world.tally().sleeping == 1);
    let (position, velocity) = world.state(0, world.now());
    assert!((position[1] - radius).abs() < 1e-12, "{position:?}");
    assert_eq!(velocity, [0.0; 2]);
}

#[test]
fn three_balls_collapse_without_gravity() {
    // Below 7 − 4√3 = 0.072 three balls in a row collide infinitely often.
    for e in [0.0, 0.03, 0.07, 0.5, 0.95] {
        let balls = [(-3.0, 1.0), (0.0, 0.0), (3.0, -1.0)]
            .map(|(x, v)| ball([x, 0.0], [v, 0.0], 0.5, e, 0.0));
        let scene = Scene::new(balls.to_vec(), Domain::open(), Vec::new()).expect("a scene");
        let mut simulation = Simulation::new(World::new(&scene), AllPairs);
        let events = run(&mut simulation, 1e6, 1_000);
        let world = simulation.world();
        println!("three balls, e = {e}: {events} events, {:?}", world.tally());
        let momentum: f64 = (0..3).map(|i| world.state(i, world.now()).1[0]).sum();
        assert!(momentum.abs() < 1e-12);
        assert_eq!(world.tally().falls_asleep, 0);
        assert!(overlap(world, &scene) < 1e-9);
        assert!(world.kinetic_energy() <= 0.25 * e.max(1e-9));
    }
}

#[test]
fn a_gas_that_cools_goes_on() {
    for e in [0.0, 0.2, 0.8] {
        let mut scene =
            osculate_sim::generate::gas::<2>(40, 0.4, 3, Domain::periodic).expect("a gas");
        let mut balls = scene.balls().to_vec();
        for ball in &mut balls {
            ball.restitution = e;
        }
        scene = Scene::new(balls, *scene.domain(), Vec::new()).expect("a gas");
        let mut simulation = simulate(&scene);
        let before = simulation.world().kinetic_energy();
        let events = run(&mut simulation, 200.0, 300_000);
        let world = simulation.world();
        println!(
            "gas, e = {e}: {events} events, energy {:e} of the first, {:?}",
            world.kinetic_energy() / before,
            world.tally()
        );
        assert!(world.kinetic_energy() < 0.1 * before);
        assert!(world.tally().largest_overlap < 1e-9);
    }
}

#[test]
fn fifty_discs_come_to_rest() {
    for e in [0.0, 0.3, 0.5, 0.8] {
        for seed in 0..2 {
            let scene = dropped::<2>(50, 1.3, 4.0, e, seed);
            let mut simulation = simulate(&scene);
            for t in 1..=5 {
                let events = run(&mut simulation, t as f64, 3_000_000);
                let world = simulation.world();
                println!(
                    "50 discs, e = {e}, seed {seed}, {t} s: {events} events, energy {:e}, overlap {:e}, {:?}",
                    world.kinetic_energy(),
                    overlap(world, &scene),
                    world.tally()
                );
            }
        }
    }
}
