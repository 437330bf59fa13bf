//! Where collisions take energy bodies come to rest, after finitely many events.

use crate::overlap::overlap;
use osculate_events::generate::Random;
use osculate_events::{
    AllPairs, Ball, Boundary, Cells, Domain, Event, Partner, Scene, Search, Simulation, Vector,
    Wall, World,
};

const GRAVITY: f64 = 9.81;

/// The events of all pairs, asked again only for the bodies that the world says have changed.
struct Remembered {
    own: Vec<Option<Event>>,
    /// Of each body with those of higher numbers.
    pairs: Vec<f64>,
    /// The least of each row of `pairs`.
    least: Vec<f64>,
}

impl Remembered {
    fn new<const D: usize>(world: &World<D>) -> Remembered {
        let count = world.len();
        let mut search = Remembered {
            own: vec![None; count],
            pairs: vec![f64::INFINITY; count * count],
            least: vec![f64::INFINITY; count],
        };
        let all: Vec<u32> = (0..count as u32).collect();
        search.ask(world, &all);
        search
    }

    fn ask<const D: usize>(&mut self, world: &World<D>, bodies: &[u32]) {
        let count = world.len();
        for &body in bodies {
            self.own[body as usize] = world.static_contact(body);
            for other in (0..count as u32).filter(|&other| other != body) {
                let (low, high) = (body.min(other), body.max(other));
                let time = world.pair_contact(low, high);
                let place = low as usize * count + high as usize;
                let before = std::mem::replace(&mut self.pairs[place], time);
                let least = &mut self.least[low as usize];
                if time < *least {
                    *least = time;
                } else if before == *least {
                    let row = &self.pairs[low as usize * count..][..count];
                    *least = row.iter().copied().fold(f64::INFINITY, f64::min);
                }
            }
        }
    }
}

impl<const D: usize> Search<D> for Remembered {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let count = world.len();
        let mut first: Option<Event> = None;
        for body in 0..count {
            let before = |time: f64, first: &Option<Event>| {
                time < first.map_or(f64::INFINITY, |first| first.time)
            };
            if let Some(event) = self.own[body]
                && before(event.time, &first)
            {
                first = Some(event);
            }
            if before(self.least[body], &first) {
                let row = &self.pairs[body * count..][..count];
                let other = row.iter().position(|&time| time == self.least[body])?;
                first = Some(Event {
                    time: self.least[body],
                    body: body as u32,
                    partner: Partner::Body(other as u32),
                });
            }
        }
        first.filter(|event| event.time <= until)
    }

    fn applied(&mut self, world: &World<D>) {
        self.ask(world, world.changed());
    }

    fn rebased(&mut self, world: &World<D>, _passed: f64) {
        let all: Vec<u32> = (0..world.len() as u32).collect();
        self.ask(world, &all);
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
    ball.mass = (0..D).map(|_| radius).product();
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
        if simulation.step(until).unwrap().is_none() {
            simulation.run(until).unwrap();
            return events;
        }
    }
    panic!(
        "{most} events by {}: {:?}",
        simulation.world().time(),
        simulation.world().tally()
    );
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
        let event = simulation.step(10.0).unwrap().expect("a bounce");
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
            osculate_events::generate::gas::<2>(40, 0.4, 3, Domain::periodic).expect("a gas");
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

/// Whether what a body touches, or nearly, can push so that its weight is balanced: by many small steps of the pushes.
fn is_carried<const D: usize>(world: &World<D>, scene: &Scene<D>, body: usize) -> bool {
    let (balls, domain) = (scene.balls(), scene.domain());
    let near = 0.02 * balls[body].radius;
    let p = world.state(body as u32, world.now()).0;
    let mut normals: Vec<Vector<D>> = Vec::new();
    for (axis, &x) in p.iter().enumerate() {
        for (room, sign) in [(x - domain.low[axis], 1.0), (domain.high[axis] - x, -1.0)] {
            if domain.boundary[axis] == Boundary::Walls && room < balls[body].radius + near {
                let mut normal = [0.0; D];
                normal[axis] = sign;
                normals.push(normal);
            }
        }
    }
    for other in (0..balls.len()).filter(|&other| other != body) {
        let q = world.state(other as u32, world.now()).0;
        let offset: Vector<D> = std::array::from_fn(|axis| p[axis] - q[axis]);
        let distance = offset.iter().map(|x| x * x).sum::<f64>().sqrt();
        if distance < balls[body].radius + balls[other].radius + near {
            normals.push(offset.map(|x| x / distance));
        }
    }
    let mut pushes = vec![0.0_f64; normals.len()];
    let mut left = [0.0; D];
    for _ in 0..20_000 {
        left = [0.0; D];
        left[D - 1] = -1.0;
        for (normal, push) in normals.iter().zip(&pushes) {
            for axis in 0..D {
                left[axis] += push * normal[axis];
            }
        }
        for (normal, push) in normals.iter().zip(&mut pushes) {
            let along: f64 = (0..D).map(|axis| left[axis] * normal[axis]).sum();
            *push = (*push - 0.1 * along).max(0.0);
        }
    }
    left.iter().map(|x| x * x).sum::<f64>().sqrt() < 0.03
}

/// Runs until everything sleeps, which must be by `until`, and nothing may overlap.
fn settle<const D: usize>(name: &str, scene: &Scene<D>, until: f64) -> Simulation<D, Remembered> {
    let mut simulation = simulate(scene);
    let energy = simulation.world().mechanical_energy();
    let events = run(&mut simulation, until, 1_000_000);
    let world = simulation.world();
    println!("{name}: {events} events, {:?}", world.tally());
    assert_eq!(world.tally().sleeping, scene.balls().len() as u64, "{name}");
    assert_eq!(world.kinetic_energy(), 0.0);
    assert!(overlap(world, scene) < 1e-9 && world.tally().largest_overlap < 1e-9);
    assert!(world.mechanical_energy() < energy);
    for body in 0..scene.balls().len() {
        assert!(
            is_carried(world, scene, body),
            "{name}: {body} hangs in the air"
        );
    }
    assert_eq!(
        world.tally().falls_asleep - world.tally().wakings,
        world.tally().sleeping
    );
    simulation
}

#[test]
fn fifty_discs_come_to_rest() {
    for e in [0.0, 0.5] {
        let scene = dropped::<2>(50, 1.3, 4.0, e, 1);
        let scene = scene.with_rest_speed(0.03).expect("a speed");
        settle(&format!("50 discs, e = {e}"), &scene, 5.0);
    }
    let scene = dropped::<2>(20, 0.8, 4.0, 0.5, 7);
    settle("20 discs, default speed", &scene, 5.0);
}

#[test]
fn thirty_spheres_come_to_rest() {
    let scene = dropped::<3>(30, 0.6, 3.0, 0.5, 2);
    let scene = scene.with_rest_speed(0.03).expect("a speed");
    settle("30 spheres", &scene, 8.0);
}

#[test]
fn a_fast_ball_wakes_a_pile() {
    let scene = dropped::<2>(20, 0.8, 8.0, 0.5, 3);
    let mut balls = scene.balls().to_vec();
    // Nothing accelerates it: it flies up, and comes back long after the others have come to rest.
    balls.push(ball([0.4, 2.5], [0.0, 0.0], 0.1, 0.5, 0.0));
    balls[20].velocity = [0.0, 1.3];
    let scene = Scene::new(balls, *scene.domain(), Vec::new()).expect("a scene");
    let mut simulation = simulate(&scene);
    let first = run(&mut simulation, 3.0, 1_000_000);
    assert_eq!(simulation.world().tally().sleeping, 20);
    let wakings = simulation.world().tally().wakings;
    let second = run(&mut simulation, 20.0, 1_000_000);
    let world = simulation.world();
    println!("pile: {first} events, and {second}, {:?}", world.tally());
    assert!(world.tally().wakings > wakings);
    assert!(overlap(world, &scene) < 1e-9);
    assert!(world.tally().sleeping >= 19);
}

#[test]
fn what_lies_on_a_body_that_is_shot_away_falls() {
    let (r, e) = (0.1, 0.5);
    let balls = vec![
        ball([0.0, r], [0.0; 2], r, e, GRAVITY),
        ball([0.0, 3.0 * r], [0.0; 2], r, e, GRAVITY),
        ball([-4.0, r], [2.0, 0.0], r, e, 0.0),
    ];
    let scene = Scene::new(balls, floor(), Vec::new()).expect("a scene");
    let mut simulation = Simulation::new(World::new(&scene), AllPairs);
    run(&mut simulation, 1.0, 10_000);
    assert!(simulation.world().asleep(0) && simulation.world().asleep(1));
    let before = run(&mut simulation, 1.89, 100);
    assert_eq!(before, 0);
    let events = run(&mut simulation, 5.0, 100_000);
    let world = simulation.world();
    println!("shot away: {events} events, {:?}", world.tally());
    assert!(world.tally().wakings >= 2);
    let height = world.state(1, world.now()).0[1];
    assert!((height - r).abs() < 1e-3 * r, "{height}");
    assert!(overlap(world, &scene) < 1e-9);
}

#[test]
fn nothing_sleeps_on_an_incline() {
    for angle in [0.05, 0.5, 1.2] {
        let (sine, cosine) = libm::sincos(angle);
        let normal = [-sine, cosine];
        let wall = Wall::Plane {
            point: [0.0; 2],
            normal,
        };
        let start = [0.1 * normal[0], 0.1 * normal[1]];
        let balls = vec![ball(start, [0.0; 2], 0.1, 0.5, GRAVITY)];
        let scene = Scene::new(balls, Domain::open(), vec![wall]).expect("a scene");
        let mut simulation = Simulation::new(World::new(&scene), AllPairs);
        let events = run(&mut simulation, 3.0, 10_000);
        let world = simulation.world();
        println!("incline {angle}: {events} events, {:?}", world.tally());
        assert_eq!(world.tally().falls_asleep, 0);
        // It slides down as far as it would without hops, but for these.
        let (position, _) = world.state(0, world.now());
        let along = -(position[0] * normal[1] - position[1] * normal[0]);
        let expected = 0.5 * GRAVITY * sine * 9.0;
        assert!(
            (along - expected).abs() < 0.01 * expected,
            "{along} {expected}"
        );
    }
}

#[test]
fn an_elastic_ball_laid_on_the_floor_stays() {
    let balls = vec![
        ball([0.0, 0.1], [0.0; 2], 0.1, 1.0, GRAVITY),
        ball([1.0, 0.1], [0.1, 0.0], 0.1, 1.0, GRAVITY),
        ball([-3.0, 1.0], [0.0; 2], 0.1, 1.0, GRAVITY),
    ];
    let scene = Scene::new(balls, floor(), Vec::new()).expect("a scene");
    let mut simulation = Simulation::new(World::new(&scene), AllPairs);
    let energy = simulation.world().mechanical_energy();
    simulation.step(1.0).unwrap();
    assert!(simulation.world().asleep(0));
    let until = 1.0;
    let events = run(&mut simulation, until, 2_000_000);
    let world = simulation.world();
    println!("elastic: {events} events, {:?}", world.tally());
    assert_eq!(world.tally().sleeping, 1);
    // The second one slides.
    let (position, velocity) = world.state(1, world.now());
    assert!((position[0] - 1.0 - 0.1 * until).abs() < 1e-10 && velocity[0] == 0.1);
    assert!((world.mechanical_energy() - energy).abs() < 1e-8 * energy);
}

#[test]
fn a_tower_of_elastic_balls_stands() {
    let tower = |level: u32| {
        ball(
            [0.0, 0.1 + 0.2 * f64::from(level)],
            [0.0; 2],
            0.1,
            1.0,
            GRAVITY,
        )
    };
    let scene = Scene::new((0..6).map(tower).collect(), floor(), Vec::new()).expect("a scene");
    let mut simulation = simulate(&scene);
    let events = run(&mut simulation, 1.0, 100_000);
    let world = simulation.world();
    println!("tower: {events} events, {:?}", world.tally());
    assert_eq!(world.tally().sleeping, 6);
    for (level, ball) in scene.balls().iter().enumerate() {
        let height = world.state(level as u32, world.now()).0[1];
        assert!(
            (height - ball.position[1]).abs() < 1e-6,
            "{level}: {height}"
        );
    }
}

#[test]
fn wedged_bodies_do_not_stop_time() {
    // No room between floor and ceiling; and two bodies that fit exactly between the walls.
    let domain = Domain::walls([0.0; 2], [4.0, 1.0]);
    for velocity in [[0.0, 0.7], [0.3, 0.7], [0.0, 0.0]] {
        let balls = vec![ball([1.0, 0.5], velocity, 0.5, 0.5, GRAVITY)];
        let scene = Scene::new(balls, domain, Vec::new()).expect("a scene");
        let mut simulation = Simulation::new(World::new(&scene), AllPairs);
        let events = run(&mut simulation, 1.0, 10_000);
        println!("wedged: {events} events, {:?}", simulation.world().tally());
    }
    let balls = [(1.0, 1.0), (3.0, -1.0)].map(|(x, v)| ball([x, 1.0], [v, 0.0], 1.0, 0.5, GRAVITY));
    let domain = Domain::walls([0.0; 2], [4.0, 8.0]);
    let scene = Scene::new(balls.to_vec(), domain, Vec::new()).expect("a scene");
    let mut simulation = Simulation::new(World::new(&scene), AllPairs);
    let events = run(&mut simulation, 1.0, 100_000);
    println!(
        "two wedged: {events} events, {:?}",
        simulation.world().tally()
    );
    assert_eq!(simulation.world().tally().sleeping, 2);
}

/// Bodies that are squeezed meet again before they have moved by the last bit of a coordinate. If what is lost then were lost for good, these
/// would be some 100 such bits in each other after so many events.
#[test]
fn overlaps_of_a_pile_do_not_grow_with_the_number_of_events() {
    for (far, r, g) in [(1e7, 1e-3, 0.01), (100.0, 0.1, 10.0)] {
        let mut random = Random::new(1);
        let mut balls: Vec<Ball<2>> = (0..36)
            .map(|number| {
                let cell = [number % 6, number / 6];
                let place = cell.map(|step| far + r * (2.6 * f64::from(step) + 1.2));
                let velocity = std::array::from_fn(|_| r * random.normal());
                ball(place, velocity, r, 0.5, g)
            })
            .collect();
        // A heavy one that nothing draws down squeezes the others.
        let fast = [0.0, -20.0 * (g * r).sqrt()];
        let mut heavy = ball([far + 8.0 * r, far + 30.0 * r], fast, r, 1.0, 0.0);
        heavy.mass = 1e9 * balls[0].mass;
        balls.push(heavy);
        let high = [far + 16.0 * r, far + 40.0 * r];
        let domain = Domain::walls([far; 2], high);
        let scene = Scene::new(balls, domain, Vec::new()).expect("a scene");
        let world = World::new(&scene);
        let search = Cells::new(&world);
        let mut simulation = Simulation::new(world, search);
        let last_bit = high[1].next_up() - high[1];
        for events in [1_000, 9_000, 90_000, 100_000] {
            simulation.run_events(1e9, events).unwrap();
            let depth = simulation.world().tally().largest_overlap * r;
            println!("at {far}: {:.1} last bits", depth / last_bit);
            // Each of four coordinates is off by half a bit, and so is the way since the last meeting.
            assert!(depth < 4.0 * last_bit);
        }
    }
}

#[test]
fn the_world_names_all_bodies_that_change() {
    let scene = dropped::<2>(8, 0.6, 2.0, 0.5, 11);
    let mut remembered = simulate(&scene);
    let mut asked = Simulation::new(World::new(&scene), AllPairs);
    let mut events = 0;
    loop {
        let (one, other) = (remembered.step(4.0).unwrap(), asked.step(4.0).unwrap());
        let what = one.map(|event| (event.body, event.partner));
        if events < 200 {
            assert_eq!(what, other.map(|event| (event.body, event.partner)));
        }
        if one.is_none() && other.is_none() {
            break;
        }
        events += 1;
        assert!(events < 200_000);
    }
    println!("8 discs: {events} events, {:?}", asked.world().tally());
    assert_eq!(remembered.world().tally().sleeping, 8);
    assert_eq!(asked.world().tally().sleeping, 8);
}
