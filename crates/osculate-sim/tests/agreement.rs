//! All searches find the same events.
//!
//! Rounding grows by a factor with each collision, so that only the first collisions of each body can be compared; how
//! many is told by a run whose start differs in the last bit. OSCULATE_CASES=n runs n seeds of each scene and more
//! collisions of the large ones.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

use osculate_sim::generate::{Random, gas};
use osculate_sim::{
    AllPairs, Ball, Boundary, Cells, Domain, Event, KayaTree, PairQueue, Partner, Scene, Search,
    Simulation, Vector, Wall, World,
};

/// How many collisions of each body are compared.
const COMPARED: usize = 5;

/// The searches held against each other; the first one is the reference.
fn searches<const D: usize>(
    world: &World<D>,
    domain: &Domain<D>,
    thorough: bool,
) -> Vec<(&'static str, Box<dyn Search<D>>)> {
    let mut searches: Vec<(&'static str, Box<dyn Search<D>>)> = vec![
        ("queue of pairs", Box::new(PairQueue::new(world))),
        ("cells", Box::new(Cells::new(world))),
        ("Kaya's tree", Box::new(KayaTree::new(world))),
    ];
    if world.len() <= 300 {
        let factors = KayaTree::with_factors(world, 1.3, 0.9).unwrap();
        searches.push(("Kaya's tree with other factors", Box::new(factors)));
    }
    let images = if domain.wraps() {
        usize::pow(3, D as u32)
    } else {
        1
    };
    let asked = world.len() * world.len() * images;
    if asked <= if thorough { 1_500_000 } else { 100_000 } {
        searches.push(("all pairs", Box::new(AllPairs)));
    }
    searches
}

struct Case<const D: usize> {
    name: String,
    scene: Scene<D>,
    /// Mean number of events a body after which a run ends even if some body has met too little.
    events_a_body: f64,
    /// Which part of the first collisions rounding must leave comparable.
    share: f64,
}

/// Everything that is compared, for one seed.
fn cases<const D: usize>(seed: u64, events_a_body: f64) -> Vec<Case<D>> {
    let mut random = Random::new(1000 * D as u64 + seed);
    let mut cases = Vec::new();
    let mut add = |name: String, scene: Scene<D>| {
        assert_apart(&name, &scene);
        let events_a_body = if scene.balls().len() > 300 {
            events_a_body
        } else {
            12.0
        };
        let first = scene.balls()[0].radius;
        let different = scene.balls().iter().any(|ball| ball.radius != first);
        cases.push(Case {
            name: format!("{name}, {D}-D, seed {seed}"),
            share: if different { 0.1 } else { 0.8 },
            scene,
            events_a_body,
        });
    };
    for count in [2, 3, 8, 32, 256, 2048] {
        let walls = lattice_gas(count, seed, Domain::<D>::walls);
        add(format!("{count} between walls"), walls);
    }
    for count in [5, 16, 64, 200] {
        let periodic = lattice_gas(count, seed, Domain::<D>::periodic);
        add(format!("{count} periodic"), periodic);
    }
    {
        // Walls at the ends of the first axis, the others joined, and everything falls along the first.
        let count = 40;
        let mut scene = lattice_gas(count, seed, Domain::<D>::periodic);
        let mut domain = *scene.domain();
        domain.boundary[0] = Boundary::Walls;
        let mut balls = scene.balls().to_vec();
        for ball in &mut balls {
            ball.acceleration[0] = -0.3;
        }
        scene = Scene::new(balls, domain, Vec::new()).unwrap();
        add(format!("{count} falling in a tube"), scene);
    }
    for (count, ratio) in [(30, 10.0), (100, 10.0), (100, 1000.0), (2048, 100.0)] {
        let balls = mixed(count, ratio, &mut random);
        let domain = Domain::walls([0.0; D], [1.0; D]);
        let scene = Scene::new(balls.clone(), domain, Vec::new()).unwrap();
        add(format!("{count} of sizes 1 to {ratio}"), scene);
        if count == 100 {
            let domain = Domain::periodic([0.0; D], [1.0; D]);
            let scene = Scene::new(inner(balls.clone()), domain, Vec::new()).unwrap();
            add(format!("{count} of sizes 1 to {ratio}, periodic"), scene);
            let mut falling = balls;
            for ball in &mut falling {
                ball.acceleration[D - 1] = -2.0;
            }
            let domain = Domain::walls([0.0; D], [1.0; D]);
            let scene = Scene::new(falling, domain, Vec::new()).unwrap();
            add(format!("{count} of sizes 1 to {ratio}, falling"), scene);
        }
    }
    for count in [20, 150] {
        // Towards the middle and apart again, for ever.
        let gas = lattice_gas(count, seed, Domain::<D>::walls);
        let middle = 0.5 * gas.domain().side(0);
        let mut balls = gas.balls().to_vec();
        for ball in &mut balls {
            for axis in 0..D {
                ball.velocity[axis] += 0.3 * (middle - ball.position[axis]);
            }
        }
        let scene = Scene::new(balls, Domain::open(), Vec::new()).unwrap();
        add(format!("{count} in the open"), scene);
    }
    for (kind, walls) in wall_kinds::<D>() {
        let balls = inner(mixed(60, 5.0, &mut random));
        let balls: Vec<Ball<D>> = balls
            .into_iter()
            .filter(|ball| {
                let apart = |wall: &Wall<D>| wall.separation(&ball.position).0 > ball.radius;
                walls.iter().all(apart)
            })
            .collect();
        let domain = Domain::walls([0.0; D], [1.0; D]);
        let scene = Scene::new(balls.clone(), domain, walls.clone()).unwrap();
        add(format!("{} among {kind}", balls.len()), scene);
        let mut falling = balls;
        for ball in &mut falling {
            ball.acceleration[0] = 0.7;
            ball.acceleration[D - 1] = -2.0;
        }
        let scene = Scene::new(falling.clone(), domain, walls).unwrap();
        add(format!("{} falling among {kind}", falling.len()), scene);
    }
    for count in [10, 100] {
        let gas = lattice_gas(count, seed, Domain::<D>::walls);
        let mut balls = gas.balls().to_vec();
        for ball in &mut balls {
            ball.acceleration = std::array::from_fn(|_| 0.2 * random.normal());
        }
        let scene = Scene::new(balls, *gas.domain(), Vec::new()).unwrap();
        add(format!("{count} each with its own acceleration"), scene);
    }
    cases
}

/// Walls by kind, around and in the unit square or cube.
fn wall_kinds<const D: usize>() -> Vec<(&'static str, Vec<Wall<D>>)> {
    // Off the corners of the least and the greatest coordinates.
    let slant = 1.0 / (D as f64).sqrt();
    let planes = vec![
        Wall::Plane {
            point: [0.2; D],
            normal: [slant; D],
        },
        Wall::Plane {
            point: [0.8; D],
            normal: [-slant; D],
        },
    ];
    let mut kinds = vec![("planes", planes)];
    let mut end = [0.5; D];
    end[0] = 0.9;
    let mut other_end = [0.1; D];
    other_end[D - 1] = 0.7;
    let segments = vec![
        Wall::Segment {
            from: [0.3; D],
            to: end,
        },
        Wall::Segment {
            from: [0.1; D],
            to: other_end,
        },
    ];
    let mut high = [0.6; D];
    high[0] = 0.5;
    let boxes = vec![Wall::Box {
        low: [0.35; D],
        high,
    }];
    let ball = Wall::Ball {
        centre: [0.6; D],
        radius: 0.15,
    };
    let hollow = Wall::Hollow {
        centre: [0.5; D],
        radius: 0.5,
    };
    kinds.push(("segments", segments));
    kinds.push(("boxes", boxes));
    kinds.push(("a ball in a hollow one", vec![ball, hollow]));
    kinds
}

/// A gas whose lattice has room for each ball.
fn lattice_gas<const D: usize>(
    count: usize,
    seed: u64,
    domain: fn(Vector<D>, Vector<D>) -> Domain<D>,
) -> Scene<D> {
    let fraction = if D == 2 { 0.3 } else { 0.2 };
    let rows = (1..).find(|rows| usize::pow(*rows, D as u32) >= count);
    let places = usize::pow(rows.unwrap(), D as u32);
    gas(count, fraction * count as f64 / places as f64, seed, domain).unwrap()
}

/// Balls of radii up to `ratio` apart, each from its own logarithmic share, with random masses and speeds, apart from each
/// other in the unit square or cube.
fn mixed<const D: usize>(count: usize, ratio: f64, random: &mut Random) -> Vec<Ball<D>> {
    let share = if D == 2 { 0.2 } else { 0.15 };
    let radii: Vec<f64> = (0..count)
        .map(|number| libm::pow(ratio, -(number as f64) / (count - 1) as f64))
        .collect();
    let unit = if D == 2 { 3.15 } else { 4.2 };
    let filled: f64 = radii
        .iter()
        .map(|radius| unit * libm::pow(*radius, D as f64))
        .sum();
    let scale = libm::pow(share / filled, 1.0 / D as f64).min(0.2);
    let mut balls: Vec<Ball<D>> = Vec::new();
    for radius in radii {
        let radius = radius * scale;
        let position = loop {
            let place: Vector<D> = std::array::from_fn(|_| random.between(radius, 1.0 - radius));
            if balls
                .iter()
                .all(|ball| distance(&ball.position, &place) > 1.001 * (radius + ball.radius))
            {
                break place;
            }
        };
        let velocity = std::array::from_fn(|_| random.normal());
        let mut ball = Ball::new(position, velocity, radius);
        ball.mass = libm::pow(radius / scale, D as f64) * random.between(0.5, 2.0);
        balls.push(ball);
    }
    balls
}

/// Shrinks everything a little towards the middle, so that images across the ends stay apart.
fn inner<const D: usize>(mut balls: Vec<Ball<D>>) -> Vec<Ball<D>> {
    for ball in &mut balls {
        ball.position = ball.position.map(|place| 0.001 + 0.998 * place);
        ball.radius *= 0.998;
    }
    balls
}

fn distance<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> f64 {
    let square: f64 = (0..D)
        .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
        .sum();
    square.sqrt()
}

/// What the comparison takes for granted: nothing overlaps at the start.
fn assert_apart<const D: usize>(name: &str, scene: &Scene<D>) {
    let domain = scene.domain();
    let balls = scene.balls();
    for (number, ball) in balls.iter().enumerate() {
        for other in &balls[..number] {
            let mut offset: Vector<D> =
                std::array::from_fn(|axis| ball.position[axis] - other.position[axis]);
            for axis in 0..D {
                if domain.boundary[axis] == Boundary::Periodic {
                    let side = domain.side(axis);
                    offset[axis] -= side * (offset[axis] / side).round();
                }
            }
            let gap = distance(&offset, &[0.0; D]) - ball.radius - other.radius;
            assert!(gap > 0.0, "{name}: {ball:?} overlaps {other:?}");
        }
        for axis in 0..D {
            let margin = match domain.boundary[axis] {
                Boundary::Open => continue,
                Boundary::Walls => ball.radius,
                Boundary::Periodic => 0.0,
            };
            let place = ball.position[axis];
            assert!(
                place - margin >= domain.low[axis] && place + margin <= domain.high[axis],
                "{name}: {ball:?} is outside"
            );
        }
        for wall in scene.walls() {
            let gap = wall.separation(&ball.position).0 - ball.radius;
            assert!(gap > 0.0, "{name}: {ball:?} overlaps {wall:?}");
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
            let Some(event) = simulation.step(1e6) else {
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
    let seeds = std::env::var("OSCULATE_CASES").map_or(1, |cases| cases.parse().unwrap());
    for seed in 0..seeds {
        for case in cases::<D>(seed, if seeds > 1 { 6.0 } else { 1.2 }) {
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
            while simulation.step(1e3).is_some() {
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
