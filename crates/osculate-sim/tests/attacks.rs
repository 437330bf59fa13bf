//! Scenes made to break the search by cells.
//!
//! A search that asks two others at every event compares them in the same world, so that rounding does not grow: the times
//! must agree however long the run.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

use osculate_sim::generate::{self, Random, gas};
use osculate_sim::{
    AllPairs, Ball, Boundary, Cells, Domain, Event, PairQueue, Partner, Scene, Search, Simulation,
    Vector, Wall, World,
};

/// The cells, and at every event a reference that must give the same time.
struct Judged<const D: usize, R> {
    name: String,
    cells: Cells<D>,
    reference: R,
    /// By how much the two may differ.
    tolerance: f64,
}

impl<const D: usize, R: Search<D>> Search<D> for Judged<D, R> {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let found = self.cells.next(world, until);
        let expected = self.reference.next(world, until);
        let time = |event: Option<Event>| event.map_or(until, |event| event.time);
        let difference = (time(found) - time(expected)).abs();
        assert!(
            difference <= self.tolerance,
            "{}: the cells find {found:?}, the reference {expected:?} at {} after {:?}",
            self.name,
            world.time(),
            world.tally()
        );
        found
    }

    fn applied(&mut self, world: &World<D>) {
        self.cells.applied(world);
        self.reference.applied(world);
    }

    fn rebased(&mut self, world: &World<D>, passed: f64) {
        self.cells.rebased(world, passed);
        self.reference.rebased(world, passed);
    }
}

/// How far a run goes.
#[derive(Clone, Copy)]
struct Run {
    until: f64,
    events: usize,
    /// Of times.
    tolerance: f64,
    /// In radii.
    overlap: f64,
}

impl Run {
    fn to(until: f64, events: usize) -> Run {
        Run {
            until,
            events,
            tolerance: 1e-10,
            overlap: 1e-9,
        }
    }
}

/// Runs the scene with every event judged, and gives the world at the end.
fn judge<const D: usize>(name: &str, scene: &Scene<D>, run: Run) -> World<D> {
    let world = World::new(scene);
    if scene.balls().len() <= 40 {
        judge_by(name, world, AllPairs, run)
    } else {
        let queue = PairQueue::new(&world);
        judge_by(name, world, queue, run)
    }
}

fn judge_by<const D: usize, R: Search<D>>(
    name: &str,
    world: World<D>,
    reference: R,
    run: Run,
) -> World<D> {
    let search = Judged {
        name: name.to_string(),
        cells: Cells::new(&world),
        reference,
        tolerance: run.tolerance,
    };
    let mut simulation = Simulation::new(world, search);
    let mut ended = false;
    for event in 0..run.events {
        if simulation.step(run.until).is_none() {
            ended = true;
            break;
        }
        if event % 64 == 0 {
            assert_apart(name, simulation.world(), run.overlap);
        }
    }
    if ended {
        simulation.advance(run.until);
    }
    assert_apart(name, simulation.world(), run.overlap);
    let tally = simulation.world().tally();
    println!("{name}: {} to {}", simulation.world().time(), run.until);
    println!("    {tally:?}");
    simulation.into_world()
}

fn assert_apart<const D: usize>(name: &str, world: &World<D>, most: f64) {
    let deepest = world.deepest_overlap();
    assert!(
        deepest.is_none_or(|overlap| overlap.share <= most),
        "{name}: {deepest:?} at {}",
        world.time()
    );
    assert!(
        world.tally().largest_overlap <= most,
        "{name}: {:?}",
        world.tally()
    );
}

/// A small body that comes at a large one at rest across a joined end, after its motion changed.
#[test]
fn narrow_joined_ends_and_two_sizes() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut domain = Domain::periodic([0.0; 2], [20.0, 4.2]);
        if seed % 2 == 1 {
            domain.boundary[0] = Boundary::Walls;
        }
        let mut balls: Vec<Ball<2>> = Vec::new();
        for number in 0..400 {
            let radius = if number < 3 { 1.0 } else { 0.01 };
            loop {
                let place = [
                    random.between(radius, 20.0 - radius),
                    random.between(0.0, 4.2),
                ];
                let apart = balls.iter().all(|ball| {
                    let dx = (ball.position[0] - place[0]).abs();
                    let dy = (ball.position[1] - place[1]).abs();
                    let dx = dx.min(20.0 - dx);
                    let dy = dy.min(4.2 - dy);
                    (dx * dx + dy * dy).sqrt() > 1.001 * (ball.radius + radius)
                });
                if apart {
                    let velocity = if number < 3 {
                        [0.0; 2]
                    } else {
                        [random.normal(), 0.3 * random.normal()]
                    };
                    let mut ball = Ball::new(place, velocity, radius);
                    ball.mass = if number < 3 { 1e9 } else { 1.0 };
                    balls.push(ball);
                    break;
                }
            }
        }
        let scene = Scene::new(balls, domain, Vec::new()).unwrap();
        judge(
            &format!("narrow, seed {seed}"),
            &scene,
            Run::to(1e3, 1500),
        );
    }
}

/// Few small bodies in a large box.
#[test]
fn dilute() {
    for radius in [1e-3, 1e-4, 1e-5, 1e-6] {
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut balls = Vec::new();
            for number in 0..2 {
                let place = [0.1 + 0.8 * f64::from(number), random.between(0.3, 0.7)];
                balls.push(Ball::new(place, [0.0; 2], radius));
            }
            // At the other one, but for a part of the reach.
            let aim = random.between(-1.9, 1.9) * radius;
            let d = [0.8, balls[1].position[1] - balls[0].position[1] + aim];
            balls[0].velocity = d;
            let scene = Scene::new(balls, Domain::walls([0.0; 2], [1.0; 2]), Vec::new()).unwrap();
            let mut run = Run::to(1.5, 10);
            run.tolerance = 1e-12;
            judge(&format!("dilute {radius}, seed {seed}"), &scene, run);
        }
    }
}

/// A body that stops exactly where its cell ends, give or take a few bits, and is met there much later.
#[test]
fn stopping_at_the_edge_of_a_cell() {
    let mut random = Random::new(1);
    for _ in 0..4000 {
        // Wide enough that its bodies have the smallest cells that they may.
        let side = random.between(30.0, 40.0);
        let cell = side / (side / (2.6 * (1.0 + 1e-9))).floor();
        let margin = (0.5 * cell * (1.0 - 1e-9) - 1.0).min(0.15 * cell).max(0.3);
        let edge = 8.0 * cell + margin;
        let stop = edge * (1.0 + random.between(-4.0, 4.0) * f64::EPSILON);
        let height = 0.5 * side;
        let speed = random.between(0.5, 2.0);
        let mut balls = vec![
            Ball::new(
                [stop - random.between(0.1, 1.5), height],
                [speed, 0.0],
                1.0,
            ),
            Ball::new([stop + 2.0, height], [0.0, 0.0], 1.0),
            Ball::new([1.5, height], [1.0, 0.0], 1.0),
        ];
        for row in [1.0, 3.2, 5.4, side - 1.0, side - 3.2, side - 5.4, side - 7.6] {
            for place in 0..12 {
                balls.push(Ball::new([1.0 + 2.4 * f64::from(place), row], [0.0; 2], 1.0));
            }
        }
        let scene = Scene::new(balls, Domain::walls([0.0; 2], [side; 2]), Vec::new()).unwrap();
        let world = World::new(&scene);
        let search = Cells::new(&world);
        let mut simulation = Simulation::new(world, search);
        simulation.run(60.0);
        assert_apart("stop", simulation.world(), 1e-9);
    }
}
