//! Worlds of rigid bodies: a pile at rest, the worst second of a drop, growth, and shots at thin plates; with `--features peers`,
//! rapier3d in `f32` and `f64` on the same scenes, in turns. See README.md beside this file.

#[cfg(feature = "peers")]
#[path = "world/peers.rs"]
mod peers;
#[path = "world/shots.rs"]
mod shots;

use osculate::query::instant::separation;
use osculate::{HalfSpace, Hull, Moving, Placement, Resting, Workspace, glam::DVec3};
use osculate_benches::options::Options;
use osculate_benches::stopwatch::on_cpu;
use osculate_world::{Body, Settings, World, scenes};

/// Something that steps through a scene.
trait Engine {
    fn name(&self) -> &'static str;
    fn step(&mut self);
    /// The deepest that bodies are in each other now, in metres; negative if all are apart.
    fn deepest(&self) -> f64;
    /// What is to be told of it.
    fn told(&self) -> String {
        String::new()
    }
}

struct Ours {
    world: World,
    proofs: [u64; 3],
    lost: f64,
    lived: f64,
    longest: u32,
}

impl Ours {
    fn new(name: &str) -> Ours {
        let mut scene = scenes::by_name(name).expect("it is one of them");
        scene.settings = scene.settings.with_sleeping(None);
        Ours::of(scene.world())
    }

    fn of(world: World) -> Ours {
        Ours {
            world,
            proofs: [0; 3],
            lost: 0.0,
            lived: 0.0,
            longest: 0,
        }
    }
}

impl Engine for Ours {
    fn name(&self) -> &'static str {
        "osculate"
    }

    fn step(&mut self) {
        let report = self.world.step();
        for (sum, proofs) in self.proofs.iter_mut().zip(report.proofs) {
            *sum += u64::from(proofs);
        }
        self.lost += report.time_lost;
        self.lived += f64::from(report.moving) / 64.0;
        self.longest = self.longest.max(report.longest_stall);
    }

    fn deepest(&self) -> f64 {
        let mut workspace = Workspace::new();
        let gaps = self.world.contacts().map(|touch| {
            let [a, b] = touch.bodies().map(|body| {
                let shape = self.world.shape(body).expect("it is there");
                let at = self.world.placement(body).expect("it is there");
                (shape, Resting::at(at).expect("bodies are somewhere"))
            });
            let (a, b) = (Moving::new(a.0, &a.1), Moving::new(b.0, &b.1));
            let apart = separation(a, b, 0.0, &mut workspace);
            apart.separation.lower
        });
        -gaps.fold(f64::INFINITY, f64::min)
    }

    fn told(&self) -> String {
        let [travel, direction, search] = self.proofs;
        format!(
            "proofs by travel {travel}, by a direction {direction}, by a search {search}; {:.3} % of the time lost, longest stall {}",
            100.0 * self.lost / self.lived,
            self.longest
        )
    }
}

/// Stacks of ten boxes each, on one floor: however many there are, each body has as many neighbours.
fn stacks(bodies: u32) -> World {
    let settings = Settings::default().with_sleeping(None);
    let mut world = World::new(settings).expect("these are the usual ones");
    let floor = HalfSpace::new(DVec3::Z, 0.0).expect("it is one");
    world
        .insert(Body::fixed(floor))
        .expect("a floor may be added");
    let shape = Hull::cuboid(DVec3::splat(0.5)).expect("it is one");
    let side = f64::from(bodies / 10).sqrt().ceil();
    for number in 0..bodies {
        let (stack, level) = (f64::from(number / 10), f64::from(number % 10));
        let place = DVec3::new(stack % side, (stack / side).floor(), 0.0) * 2.0;
        let at = Placement::at(place + DVec3::Z * (0.51 + 1.01 * level));
        let body = Body::dynamic(shape.clone()).at(at);
        world.insert(body).expect("a box may be added");
    }
    world
}

/// All engines on a scene.
fn engines(ours: Ours) -> Vec<Box<dyn Engine>> {
    #[cfg(feature = "peers")]
    let peers: [Box<dyn Engine>; 2] = [
        Box::new(peers::single::Peer::new(&ours.world)),
        Box::new(peers::double::Peer::new(&ours.world)),
    ];
    #[cfg(not(feature = "peers"))]
    let peers: [Box<dyn Engine>; 0] = [];
    let ours: Box<dyn Engine> = Box::new(ours);
    core::iter::once(ours).chain(peers).collect()
}

const HEADER: &str = "scene,bodies,program,milliseconds_a_step,worst_second,times,deepest,told";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("world");
    let mut lines = vec![HEADER.to_owned()];
    let counts: &[(u32, usize)] = if options.quick {
        &[(20, 1)]
    } else {
        &[(100, 12), (1000, 12), (10_000, 20)]
    };
    for &(bodies, seconds) in counts {
        if options.wants(&format!("drop of {bodies} bodies")) {
            let ours = Ours::new(&format!("drop?bodies={bodies}"));
            second_by_second("drop", ours, (bodies, seconds), &mut lines);
        }
        if options.wants(&format!("stacks of {bodies} bodies")) {
            let ours = Ours::of(stacks(bodies));
            second_by_second("stacks", ours, (bodies, 4), &mut lines);
        }
    }
    if let Some(part) = options.filter.strip_prefix("part ") {
        part_of_a_drop(part);
        return Ok(());
    }
    if options.wants("shots") {
        let count = options.pairs.min(10_000) as u64;
        shots::measure(count, &mut lines);
    }
    options.write_csv(&lines)?;
    Ok(())
}

/// Runs all programs, second by second in turns: the last second is the pile at rest, the slowest one that of a drop.
fn second_by_second(
    scene: &str,
    ours: Ours,
    (bodies, seconds): (u32, usize),
    lines: &mut Vec<String>,
) {
    let mut engines = engines(ours);
    let mut times = vec![Vec::new(); engines.len()];
    let mut deepest = vec![f64::NEG_INFINITY; engines.len()];
    for _ in 0..seconds {
        for (number, engine) in engines.iter_mut().enumerate() {
            let ((), time) = on_cpu(|| (0..64).for_each(|_| engine.step()));
            times[number].push(time / 64e3);
            deepest[number] = deepest[number].max(engine.deepest());
        }
    }
    let worst = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    let (rest, peak) = (times[0][seconds - 1], worst(&times[0]));
    for (number, engine) in engines.iter().enumerate() {
        let (own_rest, own_peak) = (times[number][seconds - 1], worst(&times[number]));
        println!(
            "{scene} of {bodies:5} {:12} {own_rest:9.3} ms a step at rest, {own_peak:9.3} in the worst second (ours: {:.2} and {:.2} times); \
             {:.2} µs a body at rest; deepest {:.2e} m at rest, {:.2e} at all. {}",
            engine.name(),
            rest / own_rest,
            peak / own_peak,
            1e3 * own_rest / f64::from(bodies),
            engine.deepest(),
            deepest[number],
            engine.told()
        );
        lines.push(format!(
            "{scene},{bodies},{},{own_rest:.4},{own_peak:.4},{:.3},{:.3e},\"{}\"",
            engine.name(),
            rest / own_rest,
            deepest[number],
            engine.told()
        ));
    }
}

/// What `world_parts.sh` counts instructions of: a second of a drop, in which bodies fall onto each other or rest. How many bodies may follow.
fn part_of_a_drop(part: &str) {
    let (part, bodies) = part.split_once(' ').unwrap_or((part, "300"));
    let mut ours = Ours::new(&format!("drop?bodies={bodies}"));
    let before = if part == "rest" { 11 } else { 1 };
    (0..64 * before).for_each(|_| ours.step());
    let ((), seconds) = on_cpu(|| measured_second(&mut ours));
    println!("{}, {:.3} ms per step", ours.told(), seconds / 64e3);
}

#[inline(never)]
fn measured_second(ours: &mut Ours) {
    (0..64).for_each(|_| ours.step());
}
