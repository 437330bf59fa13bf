use super::super::convert::convert_version_one;
use super::super::version_one::tests::{pile, traced as traced_in_version_one};
use super::*;
use osculate_events::generate::gas;
use osculate_events::{Ball, Cells, Scene, Simulation};
use osculate_trace::{Ending, Playback};

/// Where bodies were, by the simulation: when, who, position and velocity.
type Seen<const D: usize> = Vec<(f64, u32, Vector<D>, Vector<D>)>;

/// A trace of a run, and where bodies were at times between its events.
fn traced<const D: usize>(
    scene: &Scene<D>,
    seconds: f64,
    options: &EventTraceOptions,
) -> (Vec<u8>, Seen<D>) {
    let world = World::new(scene);
    let mut trace = EventTraceWriter::new(Vec::new(), &world, options).unwrap();
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    let mut seen = Vec::new();
    let mut random = 1_u64;
    // Between events bodies are where `World::state` has them; the times are odd parts of what passes between two looks.
    let mut look = 0.37 * seconds / 200.0;
    loop {
        let event = simulation.step(look.min(seconds)).unwrap();
        let Some(event) = event else {
            if look >= seconds {
                break;
            }
            simulation.advance(look);
            let world = simulation.world();
            for _ in 0..8 {
                random = random
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let body = (random >> 33) as u32 % world.len() as u32;
                let (position, velocity) = world.state(body, world.now());
                seen.push((world.time(), body, position, velocity));
            }
            look += 0.73 * seconds / 200.0;
            continue;
        };
        trace.event(simulation.world(), &event).unwrap();
    }
    (trace.end("time reached", seconds).unwrap(), seen)
}

/// The largest distance between where the trace has bodies and where they were.
fn error<const D: usize>(bytes: &[u8], seen: &Seen<D>) -> f64 {
    let playback = Playback::read(bytes).unwrap();
    let mut worst = 0.0_f64;
    for &(time, body, position, velocity) in seen {
        let place = playback.placement(body as usize, time).position;
        let speed = playback.velocity(body as usize, time);
        for axis in 0..D {
            worst = worst.max((place[axis] - position[axis]).abs());
            worst = worst.max((speed[axis] - velocity[axis]).abs());
        }
    }
    worst
}

#[test]
fn bodies_are_where_the_simulation_had_them() {
    let mut options = EventTraceOptions::default();
    for (compression, contacts) in [(Compression::None, false), (Compression::Gzip, true)] {
        (options.compression, options.contacts) = (compression, contacts);
        let scene = gas::<2>(200, 0.4, 1, Domain::walls).unwrap();
        let (bytes, seen) = traced(&scene, 30.0, &options);
        let domain = scene.domain().side(0);
        assert!(seen.len() > 1000 && error(&bytes, &seen) < 1e-12 * domain);
        let scene = gas::<3>(100, 0.3, 1, Domain::periodic).unwrap();
        let (bytes, seen) = traced(&scene, 30.0, &options);
        assert!(error(&bytes, &seen) < 1e-12 * scene.domain().side(0));
        let (bytes, seen) = traced(&pile(), 10.0, &options);
        assert!(error(&bytes, &seen) < 1e-12 * 30.0);
    }
    options.precision = Precision::F32;
    let (bytes, seen) = traced(&pile(), 10.0, &options);
    let error = error(&bytes, &seen);
    assert!(1e-12 < error && error < 1e-4, "{error}");
}

#[test]
fn version_one_says_the_same() {
    let (text, world) = traced_in_version_one(&pile(), 20.0);
    let options = EventTraceOptions::default();
    let (bytes, complete) =
        convert_version_one::<2, _>(text.as_bytes(), Vec::new(), &options).unwrap();
    assert!(complete);
    let playback = Playback::read(bytes.as_slice()).unwrap();
    assert_eq!(playback.events.len(), text.lines().count() - 2);
    for body in 0..world.len() {
        let there = world.state(body as u32, world.now()).0;
        let here = playback.placement(body, 20.0).position;
        assert!((0..2).all(|axis| (here[axis] - there[axis]).abs() < 1e-12));
    }
    // Cut within a line, it is converted up to there.
    let cut = &text[..text.len() / 2];
    let (bytes, complete) =
        convert_version_one::<2, _>(cut.as_bytes(), Vec::new(), &options).unwrap();
    assert!(!complete);
    let playback = Playback::read(bytes.as_slice()).unwrap();
    assert_eq!(playback.ending, Ending::Missing);
    assert_eq!(playback.events.len(), cut.lines().count() - 2);
    assert!(convert_version_one::<3, _>(cut.as_bytes(), Vec::new(), &options).is_err());
}

/// Two discs that meet in the middle, one of which then meets a wall and the end of the domain.
#[test]
fn contacts_have_points_normals_and_impulses() {
    let balls = vec![
        Ball::new([2.0, 5.0], [1.0, 0.0], 1.0),
        Ball {
            mass: 3.0,
            ..Ball::new([6.0, 5.0], [-1.0, 0.0], 1.0)
        },
    ];
    let wall = Wall::Plane {
        point: [0.0, 0.0],
        normal: [1.0, 0.0],
    };
    let domain = Domain::walls([-5.0, 0.0], [9.0, 10.0]);
    let scene = Scene::new(balls, domain, vec![wall]).unwrap();
    let options = EventTraceOptions {
        contacts: true,
        ..EventTraceOptions::default()
    };
    let (bytes, _) = traced(&scene, 2.6, &options);
    let playback = Playback::read(bytes.as_slice()).unwrap();
    let kinds: Vec<&str> = playback
        .events
        .iter()
        .map(|event| playback.event_kinds[event.kind.unwrap()].as_str())
        .collect();
    assert_eq!(kinds, ["collision", "wall"]);
    let [first, second] = [playback.events[0], playback.events[1]];
    // Masses 1 and 3 meet at a relative speed of 2: the impulse is 2·(1·3/4)·2.
    let (point, normal) = (first.point.unwrap(), first.normal.unwrap());
    let right = if first.a == Some(0) { 1.0 } else { -1.0 };
    assert!((point[0] - 4.0).abs() < 1e-12 && (point[1] - 5.0).abs() < 1e-12);
    assert!((normal[0] + right).abs() < 1e-12, "{normal:?}");
    assert!((first.impulse.unwrap() - 3.0).abs() < 1e-12);
    assert_eq!((second.a, second.b), (Some(0), Some(2)));
    assert!(second.point.unwrap()[0].abs() < 1e-12);
    assert_eq!(second.normal.unwrap(), [1.0, 0.0, 0.0]);
    assert!((second.impulse.unwrap() - 4.0).abs() < 1e-12);
}

#[test]
fn a_gas_takes_few_bytes() {
    let scene = gas::<2>(512, 0.3, 1, Domain::walls).unwrap();
    let sizes = [false, true].map(|contacts| {
        let options = EventTraceOptions {
            contacts,
            ..EventTraceOptions::default()
        };
        let (bytes, _) = traced(&scene, 80.0, &options);
        let events = Playback::read(bytes.as_slice()).unwrap().events.len();
        assert!(events > 20_000);
        bytes.len() as f64 / events as f64
    });
    println!("{sizes:?} bytes per event, without and with contacts");
    // 12 and 18 MB for 100,000 events.
    assert!(sizes[0] < 120.0 && sizes[1] < 180.0, "{sizes:?}");
}
