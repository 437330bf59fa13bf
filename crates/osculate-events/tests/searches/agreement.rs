//! All searches find the same events.
//!
//! Rounding grows by a factor with each collision, so that only the first collisions of each body can be compared; how
//! many is told by a run whose start differs in the last bit. OSCULATE_CASES=n runs n seeds of each scene and more
//! collisions of the large ones.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

use crate::seeded::{Seeded, scenes, searches};
use crate::setting;
use osculate_events::generate::Random;
use osculate_events::{
    Ball, Boundary, Domain, Event, PairQueue, Partner, Scene, Search, Simulation, Vector, World,
};

/// How many collisions of each body are compared.
const COMPARED: usize = 5;

struct Case<const D: usize> {
    name: String,
    scene: Scene<D>,
    /// Mean number of events a body after which a run ends even if some body has met too little.
    events_a_body: f64,
    /// Which part of the first collisions rounding must leave comparable.
    share: f64,
}

impl<const D: usize> Case<D> {
    fn new(seeded: Seeded<D>, events_a_body: f64) -> Case<D> {
        let balls = seeded.scene.balls();
        let different = balls.iter().any(|ball| ball.radius != balls[0].radius);
        Case {
            events_a_body: if balls.len() > 300 {
                events_a_body
            } else {
                12.0
            },
            share: if different { 0.1 } else { 0.8 },
            name: seeded.name,
            scene: seeded.scene,
        }
    }
}

/// What a run met.
struct Log {
    /// For each body with what it met first, and when.
    meetings: Vec<Vec<(Partner, f64)>>,
    /// All events, those of going round a periodic domain too.
    events: Vec<(Event, f64)>,
}

impl Log {
    fn record<const D: usize>(case: &Case<D>, world: World<D>, search: Box<dyn Search<D>>) -> Log {
        let count = world.len();
        let mut simulation = Simulation::new(world, search);
        let mut meetings = vec![Vec::new(); count];
        let mut lacking = count;
        let mut events = Vec::new();
        let most = (case.events_a_body * count as f64) as usize;
        while lacking > 0 && events.len() < most {
            let Some(event) = simulation.step(1e6).unwrap() else {
                break;
            };
            let time = simulation.world().time();
            events.push((event, time));
            let mut note = |body: u32, partner: Partner| {
                let met: &mut Vec<(Partner, f64)> = &mut meetings[body as usize];
                if met.len() < COMPARED {
                    met.push((partner, time));
                    lacking -= usize::from(met.len() == COMPARED);
                }
            };
            match event.partner {
                Partner::Face { axis, .. }
                    if case.scene.domain().boundary[axis as usize] == Boundary::Periodic => {}
                Partner::Body(other) => {
                    note(event.body, event.partner);
                    note(other, Partner::Body(event.body));
                }
                partner => note(event.body, partner),
            }
        }
        Log { meetings, events }
    }

    /// The mean time between two events of a body.
    fn mean_time(&self) -> f64 {
        let time = self.events.last().map_or(0.0, |event| event.1);
        time * self.meetings.len() as f64 / self.events.len().max(1) as f64
    }

    /// How many events there were up to `time`.
    fn events_until(&self, time: f64) -> usize {
        self.events.partition_point(|event| event.1 <= time)
    }
}

/// How much rounding may change the times of a run, and until when it tells them at all.
struct Horizon {
    /// For each body how many of its collisions are told to 1e-9, and the largest change of their times.
    told: Vec<usize>,
    largest: f64,
    /// Up to here every event is told; between two events.
    until: f64,
}

impl Horizon {
    /// Compares `log` with runs of starts that differ in the last bit.
    fn of(log: &Log, others: &[Log]) -> Horizon {
        let mean = log.mean_time();
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * mean.max(a);
        let mut largest = 0.0_f64;
        let mut told: Vec<usize> = log.meetings.iter().map(Vec::len).collect();
        let mut same = log.events.len();
        for other in others {
            for ((here, there), told) in log.meetings.iter().zip(&other.meetings).zip(&mut told) {
                let pairs = here.iter().zip(there).take(*told);
                *told = pairs
                    .take_while(|(a, b)| a.0 == b.0 && close(a.1, b.1))
                    .inspect(|(a, b)| largest = largest.max((a.1 - b.1).abs() / mean.max(a.1)))
                    .count();
            }
            let pairs = log.events.iter().zip(&other.events).take(same);
            same = pairs.take_while(|(a, b)| close(a.1, b.1)).count();
        }
        // Not between two events that rounding may exchange.
        while same > 1
            && same < log.events.len()
            && close(log.events[same - 1].1, log.events[same].1)
        {
            same -= 1;
        }
        let until = if same == log.events.len() {
            f64::INFINITY
        } else {
            0.5 * (log.events[same.max(1) - 1].1 + log.events[same].1)
        };
        Horizon {
            told,
            largest,
            until,
        }
    }
}

/// The scene with every coordinate one bit up or down.
fn nudged<const D: usize>(scene: &Scene<D>, seed: u64) -> Scene<D> {
    let mut random = Random::new(seed);
    let mut balls = scene.balls().to_vec();
    for ball in &mut balls {
        ball.position = ball.position.map(|place| {
            if random.share() < 0.5 {
                place.next_up()
            } else {
                place.next_down()
            }
        });
    }
    Scene::new(balls, *scene.domain(), scene.walls().to_vec()).unwrap()
}

fn compare<const D: usize>(case: &Case<D>, thorough: bool) {
    let world = World::new(&case.scene);
    let mut runs = searches(&world, case.scene.domain(), thorough)
        .into_iter()
        .map(|(name, search)| (name, Log::record(case, world.clone(), search)));
    let (_, reference) = runs.next().unwrap();
    let others = if world.len() > 300 { 2 } else { 6 };
    let nudged: Vec<Log> = (0..others)
        .map(|seed| {
            let world = World::new(&nudged(&case.scene, seed));
            let queue = Box::new(PairQueue::new(&world));
            Log::record(case, world, queue)
        })
        .collect();
    let horizon = Horizon::of(&reference, &nudged);
    let mean = reference.mean_time();
    let all: usize = reference.meetings.iter().map(Vec::len).sum();
    let told: usize = horizon.told.iter().sum();
    let sure = reference
        .meetings
        .iter()
        .flatten()
        .filter(|meeting| meeting.1 <= horizon.until)
        .count();
    let events = reference.events_until(horizon.until);
    let mut worst = 0.0_f64;
    let mut strayed = 0;
    for (name, log) in runs {
        let whence = format!("{}, {name}", case.name);
        assert_eq!(log.events_until(horizon.until), events, "{whence}");
        let mut strays = 0;
        for (body, told) in horizon.told.iter().enumerate() {
            let (here, there) = (&reference.meetings[body], &log.meetings[body]);
            for (index, a) in here.iter().enumerate().take(*told) {
                let difference = there
                    .get(index)
                    .filter(|b| a.0 == b.0)
                    .map_or(f64::INFINITY, |b| (a.1 - b.1).abs() / mean.max(a.1));
                if difference <= 1e-8 {
                    worst = worst.max(difference);
                    continue;
                }
                let there = there.get(index);
                assert!(
                    a.1 > horizon.until,
                    "{whence}: body {body} has {a:?} or {there:?}"
                );
                strays += 1;
            }
        }
        // Beyond the horizon a body that rounding has led astray may hit one that it has not.
        assert!(strays <= told / 20, "{whence}: {strays} of {told} differ");
        strayed = strayed.max(strays);
    }
    println!(
        "{:45} events {events:5} of {:5}, collisions {sure:5} sure, {told:5} told of {all:5}, {strayed:2} astray, one bit changes {:.0e}, the search {worst:.0e}",
        case.name,
        reference.events.len(),
        horizon.largest,
    );
    // Or nothing would have been compared.
    let share = sure as f64 / all as f64;
    assert!(share >= case.share, "{}: only {share} is sure", case.name);
}

fn agree<const D: usize>() {
    let seeds = setting("OSCULATE_CASES", 1);
    for seed in 0..seeds {
        for seeded in scenes::<D>(seed, seeds > 1) {
            let case = Case::new(seeded, if seeds > 1 { 6.0 } else { 0.8 });
            compare(&case, seeds > 1);
        }
    }
}

#[test]
fn all_searches_find_the_same_events_of_discs() {
    agree::<2>();
}

#[test]
fn all_searches_find_the_same_events_of_spheres() {
    agree::<3>();
}

/// Fifteen discs that touch exactly in a triangle, and one that hits them: many events at one instant, in any order.
#[test]
fn a_rack_is_broken_by_every_search() {
    for (kind, offset) in [("head-on", 0.0), ("aside", 0.3)] {
        let mut balls = Vec::new();
        let row_height = 3.0_f64.sqrt();
        for row in 0..5 {
            for place in 0..=row {
                let x = 10.0 + row_height * f64::from(row);
                let y = 10.0 + 2.0 * f64::from(place) - f64::from(row);
                balls.push(Ball::new([x, y], [0.0; 2], 1.0));
            }
        }
        balls.push(Ball::new([3.0, 10.0 + offset], [5.0, 0.0], 1.0));
        let scene = Scene::new(balls, Domain::open(), Vec::new()).unwrap();
        let world = World::new(&scene);
        for (name, search) in searches(&world, scene.domain(), true) {
            let mut simulation = Simulation::new(world.clone(), search);
            let mut events = 0;
            while simulation.step(1e3).unwrap().is_some() {
                events += 1;
                assert!(events < 100_000, "{name}, {kind}: no end");
            }
            let world = simulation.world();
            let energy = world.kinetic_energy() / 12.5 - 1.0;
            let mut momentum: Vector<2> = [-5.0, 0.0];
            let mut at_rest = 0;
            for body in 0..16 {
                let velocity = world.state(body, world.now()).1;
                at_rest += usize::from(velocity == [0.0; 2]);
                for axis in 0..2 {
                    momentum[axis] += velocity[axis];
                }
            }
            println!(
                "{name}, {kind}: {events} events, {at_rest} at rest, energy {energy:.1e}, momentum {momentum:?}, overlap {:.1e}",
                world.tally().largest_overlap
            );
            assert!(events >= 8 && at_rest < 8);
            assert!(energy.abs() < 1e-13);
            assert!(momentum.iter().all(|sum| sum.abs() < 1e-13));
            assert!(world.tally().largest_overlap < 1e-13);
        }
    }
}
