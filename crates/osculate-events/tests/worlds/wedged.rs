//! Bodies that fit exactly between walls and each other: time goes on, or the run says who is stuck.
//!
//! It fails if a scene whose collisions take energy is not over within [`MOST`] events, whatever the search; if an elastic one neither
//! ends nor names who is stuck; if energy grows; and if anything overlaps by more than rounding.
//! OSCULATE_CASES=n runs n scenes (12 unless told), OSCULATE_SEED others.

use crate::overlap::overlap;
use osculate_events::generate::Random;
use osculate_events::{
    AllPairs, Ball, Cells, Domain, KayaTree, PairQueue, Scene, Search, Simulation, Stuck, Vector,
    World,
};

/// How many events a scene may take.
const MOST: u64 = 1_000_000;

/// How deep bodies may be in each other, in last bits of the largest coordinate: each of up to six coordinates of two places is off by half
/// a bit, and so is the way since the last meeting.
const BITS: f64 = 4.0;

/// The same in radii, for the world's clock: its last bit is worth that.
const CLOCK: f64 = 1e-13;

/// For bodies that never rest, which get stuck: at each of 10,000 meetings in no time they may lose half a bit.
const BITS_WHERE_NOTHING_RESTS: f64 = 5_000.0;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// A scene without room, and how long it is to run.
struct Wedged<const D: usize> {
    name: String,
    scene: Scene<D>,
    until: f64,
}

/// The place of each body on a lattice of cells as wide as a body, of which there are `counts` along the axes; the first ones, each moved at
/// random where there is `room`, along the last axis.
fn places<const D: usize>(
    counts: [usize; D],
    bodies: usize,
    room: f64,
    random: &mut Random,
) -> Vec<Vector<D>> {
    let place = |number: usize| {
        let mut rest = number;
        std::array::from_fn(|axis| {
            let step = rest % counts[axis];
            rest /= counts[axis];
            let pitch = if axis + 1 == D { 1.0 + room } else { 1.0 };
            let jitter = if axis + 1 == D {
                random.between(0.0, room)
            } else {
                0.0
            };
            pitch * step as f64 + 0.5 + jitter
        })
    };
    (0..bodies).map(place).collect()
}

/// A shaft of a whole number of diameters, or a box that is filled.
fn wedged<const D: usize>(number: u64, random: &mut Random) -> Wedged<D> {
    let restitution = [0.0, 0.5, 1.0][number as usize % 3];
    let diameter = [1.0, 0.2, 0.7][(number / 3) as usize % 3];
    let corner = [0.0, -3.0, 100.1][(number / 9) as usize % 3];
    let gravity = if random.share() < 0.7 { 10.0 } else { 0.0 };
    let most = if D == 2 { 8 } else { 3 };
    let mut counts = [0; D];
    for count in &mut counts {
        *count = 1 + (random.share() * most as f64) as usize;
    }
    // Enough, for searches that ask all pairs.
    while counts.iter().product::<usize>() > 30 {
        counts[D - 1] -= 1;
    }
    let kind = ["shaft", "filled box", "loose shaft"][(random.share() * 3.0) as usize];
    let section: usize = counts[..D - 1].iter().product();
    let (bodies, room) = match kind {
        "filled box" => (section * counts[D - 1], 0.0),
        // One layer after the other, each in a row that fills the shaft.
        "shaft" => (section * (1 + 8 / section), 0.6),
        // Layers with one body missing here and there, so that there is room to fall into.
        _ => ((section * 3).min(16), 0.6),
    };
    let layers = bodies.div_ceil(section);
    let mut height = layers as f64 * (1.0 + 2.0 * room);
    if kind == "filled box" {
        height = counts[D - 1] as f64;
    }
    counts[D - 1] = layers;
    let mut places = places(counts, bodies, room, random);
    if kind == "loose shaft" {
        let first = places[0];
        places.retain(|place| random.share() < 0.6 || *place == first);
    }
    let speed = if random.share() < 0.8 { 1.0 } else { 0.0 };
    let balls = places.into_iter().map(|place| {
        let mut ball = Ball::new(
            place.map(|x| corner + diameter * x),
            std::array::from_fn(|_| speed * diameter * random.normal()),
            0.5 * diameter,
        );
        ball.restitution = restitution;
        ball.acceleration[D - 1] = -gravity * diameter;
        ball
    });
    let balls: Vec<Ball<D>> = balls.collect();
    // As narrow as rounding lets it be: not narrower than the bodies.
    let (mut low, mut high) = ([corner; D], [corner; D]);
    for axis in 0..D {
        let wide = if axis + 1 == D {
            height
        } else {
            counts[axis] as f64
        };
        high[axis] += diameter * wide;
        for &Ball {
            position, radius, ..
        } in &balls
        {
            let x = position[axis];
            while x + radius > high[axis] || high[axis] - x < radius {
                high[axis] = high[axis].next_up();
            }
            while x - radius < low[axis] || x - low[axis] < radius {
                low[axis] = low[axis].next_down();
            }
        }
    }
    let count = balls.len();
    let scene = Scene::new(balls, Domain::walls(low, high), Vec::new()).expect("a scene");
    Wedged {
        name: format!(
            "{number}: {kind} of {count} in {D}-D, {:?}, e = {restitution}, diameter {diameter}, gravity {gravity}",
            &counts[..D - 1]
        ),
        scene,
        until: 3.0,
    }
}

/// Runs to the end, and gives the number of events, or who is stuck.
fn run<const D: usize, S: Search<D>>(
    wedged: &Wedged<D>,
    search: impl Fn(&World<D>) -> S,
) -> (Result<u64, Stuck>, World<D>) {
    let world = World::new(&wedged.scene);
    let search = search(&world);
    let mut simulation = Simulation::new(world, search);
    let events = simulation.run_events(wedged.until, MOST);
    if events.as_ref().is_ok_and(|&events| events < MOST) {
        simulation.advance(wedged.until);
    }
    (events, simulation.into_world())
}

/// Checks a run; gives whether it got stuck.
fn check<const D: usize>(
    wedged: &Wedged<D>,
    engine: &str,
    (events, world): (Result<u64, Stuck>, World<D>),
) -> bool {
    let Wedged { name, scene, .. } = wedged;
    let tally = world.tally();
    let whence = format!(
        "{name}, {engine}: {events:?} by {}, {tally:?}",
        world.time()
    );
    let elastic = scene.balls().iter().all(|ball| ball.restitution == 1.0);
    match &events {
        Ok(events) => assert!(*events < MOST, "{whence}"),
        Err(stuck) => {
            assert!(elastic && !stuck.bodies.is_empty(), "{whence}");
            let known = |&body: &u32| (body as usize) < scene.balls().len();
            assert!(stuck.bodies.iter().all(known), "{whence}");
        }
    }
    let before = World::new(scene).mechanical_energy();
    // What is at rest but for the speed at which things part may have up to twice that speed.
    let speed = 2.0 * scene.rest_speed();
    let least: f64 = scene
        .balls()
        .iter()
        .map(|ball| 0.5 * ball.mass * speed * speed)
        .sum();
    let rounding = 1e-9 * (before.abs() + world.kinetic_energy());
    let energy = world.mechanical_energy();
    assert!(
        energy <= before + least + rounding,
        "{whence}: energy {before} grew to {energy}"
    );
    let bits = if scene.rest_speed() > 0.0 {
        BITS
    } else {
        BITS_WHERE_NOTHING_RESTS
    };
    let ends = scene.domain().low.iter().chain(&scene.domain().high);
    let far = ends.fold(0.0, |far: f64, end| far.max(end.abs()));
    let most = bits * f64::EPSILON * far / scene.balls()[0].radius + CLOCK;
    let deepest = tally.largest_overlap.max(overlap(&world, scene));
    assert!(deepest < most, "{whence}: {deepest:e}, not {most:e}");
    events.is_err()
}

fn check_all<const D: usize>(cases: std::ops::Range<u64>, seed: u64) {
    let (mut stuck, mut elastic, mut held) = (0, 0, 0);
    for number in cases {
        let mut random = Random::new(1_000_000 * seed + 10 * number + D as u64);
        let wedged = wedged::<D>(number, &mut random);
        let runs = [
            ("cells", run(&wedged, Cells::new)),
            ("pair queue", run(&wedged, PairQueue::new)),
            ("Kaya's tree", run(&wedged, KayaTree::new)),
            ("all pairs", run(&wedged, |_| AllPairs)),
        ];
        let counts = runs.iter().map(|(_, (events, _))| events);
        println!("{}: {:?}", wedged.name, counts.collect::<Vec<_>>());
        for (engine, done) in runs {
            elastic += usize::from(number % 3 == 2);
            held += done.1.tally().wedged;
            stuck += usize::from(check(&wedged, engine, done));
        }
    }
    println!("{D}-D: {stuck} of {elastic} elastic runs got stuck, {held} times a body was wedged");
}

/// What fills a shaft falls in it as if it were alone, but for a moment of rattling: by ½·g·t², until it is on the floor.
#[test]
fn what_fits_exactly_falls_freely() {
    for count in [1, 2, 3] {
        for (restitution, corner) in [(0.0, 0.0), (0.5, 0.0), (0.5, 100.1)] {
            let ball = |number: usize| {
                let x = corner + 0.5 + number as f64;
                let mut ball = Ball::new([x, 9.5], [0.4 - number as f64, 0.0], 0.5);
                ball.restitution = restitution;
                ball.acceleration[1] = -10.0;
                ball
            };
            let high = [corner + count as f64, 10.0];
            let domain = Domain::walls([corner, 0.0], high);
            let balls: Vec<Ball<2>> = (0..count).map(ball).collect();
            let scene = Scene::new(balls, domain, Vec::new()).expect("a scene");
            let world = World::new(&scene);
            let mut simulation = Simulation::new(world, AllPairs);
            simulation.run_events(1.0, 100_000).unwrap();
            simulation.advance(1.0);
            let world = simulation.world();
            let name = format!("{count} discs at {corner}, e = {restitution}");
            println!("{name}: {:?}", world.tally());
            for body in 0..count {
                let ([_, y], _) = world.state(body as u32, world.now());
                assert!((y - 4.5).abs() < 1e-6, "{name}: {body} is at {y}");
            }
        }
    }
}

#[test]
fn discs_without_room_come_to_rest_or_are_named() {
    let (cases, seed) = (setting("OSCULATE_CASES", 6), setting("OSCULATE_SEED", 0));
    check_all::<2>(0..cases.div_ceil(2), seed);
}

#[test]
fn spheres_without_room_come_to_rest_or_are_named() {
    let (cases, seed) = (setting("OSCULATE_CASES", 6), setting("OSCULATE_SEED", 0));
    check_all::<3>(0..cases / 2, seed);
}
