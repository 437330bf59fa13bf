//! Discs and spheres from event to event: collisions a second of the engine and of a plain one, in turns on the same
//! scenes. See README.md beside this file.
#![allow(
    unsafe_code,
    reason = "a global allocator cannot be written without it"
)]

use osculate_benches::event_engine::{Tested, engine, run_to};
use osculate_benches::options::Options;
use osculate_benches::plain_events::PlainEvents;
use osculate_benches::stopwatch::{median, once};
use osculate_events::generate::{KAYA_DENSITY, gas, kaya, mixed, one_among_many};
use osculate_events::{Domain, Scene, SceneError, Simulation};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

const SIZES: [usize; 5] = [512, 2_048, 16_384, 65_536, 1_000_000];
/// Bodies of mixed sizes.
const MIXED: usize = 65_536;
/// The share of the domain that bodies fill.
const FRACTION: f64 = 0.3;
/// Collisions a body before anything is timed, so that places have forgotten the lattice on which they started.
const WARM_UP: f64 = 5.0;
/// How often both engines have their turn, and collisions a turn.
const TURNS: usize = 15;
const COLLISIONS: u64 = 50_000;
/// Pairs of bodies that the plain engine may ask about before its first event.
const PAIRS: f64 = 2e10;
/// What 1,024 discs and 5 seconds took Kaya, in seconds, and the collisions that he saw.
const KAYA: (f64, u64) = (46.0, 89_060);

static BYTES: AtomicI64 = AtomicI64::new(0);
static REQUESTS: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: hands every request on to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.fetch_add(1, Relaxed);
        BYTES.fetch_add(layout.size() as i64, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        REQUESTS.fetch_add(1, Relaxed);
        BYTES.fetch_add(layout.size() as i64, Relaxed);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as i64, Relaxed);
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        REQUESTS.fetch_add(1, Relaxed);
        BYTES.fetch_add(size as i64 - layout.size() as i64, Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("events");
    println!(
        "Collisions of two bodies a second, in millions, on one thread: medians of {TURNS} turns of {COLLISIONS} collisions, \
         after {WARM_UP} collisions\na body. Peer: cell lists and a heap of one event a body. Times: how much faster, median over \
         turns. Bytes: live heap a body.\nEvents: steps of the engine, or what the peer takes from its heap, a collision. \
         Requests: of the engine to the allocator in all turns.\n"
    );
    println!(
        "{:22} {:>8} | {:>7} {:>7} {:>6} | {:>6} {:>6} | {:>6} {:>6} | requests",
        "scene", "bodies", "engine", "peer", "times", "bytes", "peer", "events", "peer"
    );
    let mut lines = vec![
        "scene,bodies,collisions_per_second,peer_collisions_per_second,times,bytes_a_body,peer_bytes_a_body,\
         events_a_collision,peer_events_a_collision,allocations,time_a_collision"
            .to_owned(),
    ];
    let most = if options.quick { 256 } else { usize::MAX };
    let mut sizes = SIZES.map(|size| size.min(most)).to_vec();
    sizes.dedup();
    for &count in &sizes {
        measure::<2>("discs", &options, &mut lines, || {
            gas(count, FRACTION, 1, Domain::walls)
        })?;
    }
    for &count in &sizes {
        measure::<3>("spheres", &options, &mut lines, || {
            gas(count, FRACTION, 1, Domain::walls)
        })?;
    }
    let count = MIXED.min(most);
    for ratio in [10.0, 1000.0] {
        measure::<2>(
            &format!("discs, 1 to {ratio}"),
            &options,
            &mut lines,
            || mixed(count, ratio, FRACTION, 1, Domain::walls),
        )?;
    }
    measure::<3>("spheres, 1 to 10", &options, &mut lines, || {
        mixed(count, 10.0, FRACTION, 1, Domain::walls)
    })?;
    let count = SIZES[SIZES.len() - 1].min(most);
    let ratio = (count as f64).sqrt().floor();
    measure::<2>(
        &format!("a disc of {ratio} in many"),
        &options,
        &mut lines,
        || one_among_many(count, ratio, FRACTION, 1, Domain::walls),
    )?;
    if options.wants("Kaya") {
        as_kaya(1024.min(most), &mut lines)?;
    }
    options.write_csv(&lines)?;
    Ok(())
}

/// What is timed.
trait Engine {
    fn collisions(&self) -> u64;
    /// How long they took on the clock of the bodies.
    fn time(&self) -> f64;
    /// Goes on until there were so many collisions in all.
    fn run_to(&mut self, collisions: u64);
    fn events(&self) -> u64;
}

struct Under<const D: usize> {
    simulation: Simulation<D, Tested<D>>,
    events: u64,
}

impl<const D: usize> Engine for Under<D> {
    fn collisions(&self) -> u64 {
        self.simulation.world().tally().collisions
    }

    fn time(&self) -> f64 {
        self.simulation.world().time()
    }

    fn run_to(&mut self, collisions: u64) {
        self.events += run_to(&mut self.simulation, collisions);
    }

    fn events(&self) -> u64 {
        self.events
    }
}

impl<const D: usize> Engine for PlainEvents<D> {
    fn collisions(&self) -> u64 {
        self.collisions
    }

    fn time(&self) -> f64 {
        self.now()
    }

    fn run_to(&mut self, collisions: u64) {
        PlainEvents::run_to(self, collisions);
    }

    fn events(&self) -> u64 {
        PlainEvents::events(self)
    }
}

/// An engine that has warmed up, and what its turns have shown.
struct Running {
    engine: Box<dyn Engine>,
    bytes: i64,
    requests: u64,
    /// Collisions a turn.
    turn: u64,
    /// Collisions and events before the first turn.
    before: (u64, u64),
    /// Seconds a collision.
    times: Vec<f64>,
}

impl Running {
    /// Warms up, or until patience ends; then turns are shorter, too.
    fn new(build: impl FnOnce() -> Box<dyn Engine>, collisions: u64, options: &Options) -> Running {
        let bytes = BYTES.load(Relaxed);
        let start = Instant::now();
        let mut engine = build();
        let mut turn = 10;
        while engine.collisions() < collisions && start.elapsed().as_secs_f64() < options.patience {
            let until = engine.collisions() + turn;
            let (_, time) = once(|| engine.run_to(until));
            // Some 20 checks of the clock a patience.
            if time * 1e-6 < 0.02 * options.patience {
                turn *= 2;
            }
        }
        let least = if options.quick { 500 } else { COLLISIONS };
        let done = engine.collisions() >= collisions;
        Running {
            bytes: BYTES.load(Relaxed) - bytes,
            requests: 0,
            turn: if done { least } else { turn.min(least) },
            before: (engine.collisions(), engine.events()),
            times: Vec::new(),
            engine,
        }
    }

    fn turn(&mut self) {
        let (before, requests) = (self.engine.collisions(), REQUESTS.load(Relaxed));
        let (_, time) = once(|| self.engine.run_to(before + self.turn));
        self.requests += REQUESTS.load(Relaxed) - requests;
        self.times
            .push(time * 1e-6 / (self.engine.collisions() - before) as f64);
    }

    fn collisions_a_second(&self) -> f64 {
        1.0 / median(self.times.iter().copied())
    }

    fn events_a_collision(&self) -> f64 {
        let collisions = self.engine.collisions() - self.before.0;
        (self.engine.events() - self.before.1) as f64 / collisions as f64
    }

    fn time_a_collision(&self) -> f64 {
        self.engine.time() / self.engine.collisions() as f64
    }
}

fn measure<const D: usize>(
    name: &str,
    options: &Options,
    lines: &mut Vec<String>,
    make: impl FnOnce() -> Result<Scene<D>, SceneError>,
) -> Result<(), SceneError> {
    if !options.wants(name) {
        return Ok(());
    }
    let scene = make()?;
    let count = scene.balls().len();
    let warm_up = (WARM_UP / 2.0 * count as f64) as u64;
    let mut under = Running::new(
        || {
            Box::new(Under {
                simulation: engine(&scene),
                events: 0,
            })
        },
        warm_up,
        options,
    );
    let pairs = count as f64 * PlainEvents::candidates(&scene);
    let mut peer = (pairs < PAIRS)
        .then(|| Running::new(|| Box::new(PlainEvents::new(&scene)), warm_up, options));
    for turn in 0..TURNS {
        if turn % 2 == 0 {
            under.turn();
        }
        if let Some(peer) = &mut peer {
            peer.turn();
        }
        if turn % 2 == 1 {
            under.turn();
        }
    }
    let speed = under.collisions_a_second();
    let bytes = under.bytes as f64 / count as f64;
    let events = under.events_a_collision();
    let [peer_speed, times, peer_bytes, peer_events] =
        peer.as_ref().map_or([f64::NAN; 4], |peer| {
            let both = under.times.iter().zip(&peer.times);
            [
                peer.collisions_a_second(),
                median(both.map(|(ours, theirs)| theirs / ours)),
                peer.bytes as f64 / count as f64,
                peer.events_a_collision(),
            ]
        });
    println!(
        "{name:22} {count:>8} | {:>7.3} {:>7.3} {times:>6.2} | {bytes:>6.0} {peer_bytes:>6.0} | {events:>6.2} {peer_events:>6.2} | {}",
        1e-6 * speed,
        1e-6 * peer_speed,
        under.requests,
    );
    lines.push(format!(
        "\"{name}\",{count},{speed:.0},{peer_speed:.0},{times:.3},{bytes:.1},{peer_bytes:.1},{events:.4},{peer_events:.4},{},{:.6e}",
        under.requests,
        under.time_a_collision(),
    ));
    if let Some(peer) = &peer {
        // The same gas, so as many collisions in the same time: else one of them misses some.
        let ratio = under.time_a_collision() / peer.time_a_collision();
        assert!(
            (ratio - 1.0).abs() < 0.05 + 5.0 / (count as f64).sqrt(),
            "{name}: collisions come {ratio} times as far apart as in the peer"
        );
    }
    Ok(())
}

/// Kaya's scene over 5 seconds.
fn as_kaya(count: usize, lines: &mut Vec<String>) -> Result<(), SceneError> {
    let scene = kaya(count, KAYA_DENSITY, 1)?;
    let mut times = [Vec::new(), Vec::new()];
    let mut seen = (0, 0);
    for _ in 0..TURNS {
        let (tally, time) = once(|| {
            let mut simulation = engine(&scene);
            simulation.run(5.0).expect("nobody is stuck");
            *simulation.world().tally()
        });
        seen = (tally.collisions, tally.wall_bounces);
        times[0].push(time * 1e-6);
        let (_, time) = once(|| {
            let mut peer = PlainEvents::new(&scene);
            while peer.step(5.0).is_some() {}
            peer.collisions
        });
        times[1].push(time * 1e-6);
    }
    let [ours, theirs] = times.map(median);
    println!(
        "\nKaya's scene, {count} discs, density {KAYA_DENSITY}, 5 s: {} collisions and {} bounces from walls in {:.1} ms; \
         peer {:.1} ms.",
        seen.0,
        seen.1,
        1e3 * ours,
        1e3 * theirs,
    );
    if count == 1024 {
        let times = KAYA.0 / ours;
        println!(
            "Kaya: {} collisions in {} s: {times:.0} times as long.",
            KAYA.1, KAYA.0
        );
    }
    lines.push(format!(
        "\"Kaya\",{count},{:.0},{:.0},{:.3},,,{:.4},,,{:.6e}",
        seen.0 as f64 / ours,
        seen.0 as f64 / theirs,
        theirs / ours,
        (seen.0 + seen.1) as f64 / seen.0 as f64,
        5.0 / seen.0 as f64
    ));
    Ok(())
}
