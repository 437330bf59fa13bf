//! What long runs of the event-driven engine keep: energy, momentum, and bodies that do not overlap.

use osculate_benches::event_engine::engine;
use osculate_benches::options::Options;
use osculate_events::generate::gas;
use osculate_events::{Domain, Scene, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("long_events");
    println!(
        "{:34} {:>11} {:>12} {:>12} {:>10} {:>10} {:>10}",
        "run", "events", "collisions", "time", "energy", "momentum", "overlap"
    );
    let header = "run,events,collisions,time,energy_drift,momentum_drift,largest_overlap";
    let mut lines = vec![header.to_owned()];
    let events = if options.quick { 20_000 } else { 10_000_000 };
    let end = if options.quick { 1e4 } else { 1e8 };
    let mut run = |name: &str, outcome: Kept| {
        let Kept {
            events,
            collisions,
            time,
            energy,
            momentum,
            overlap,
        } = outcome;
        println!(
            "{name:34} {events:>11} {collisions:>12} {time:>12.4e} {energy:>10.1e} {momentum:>10.1e} {overlap:>10.1e}"
        );
        lines.push(format!(
            "{name},{events},{collisions},{time:e},{energy:e},{momentum:e},{overlap:e}"
        ));
    };
    let discs = |domain| gas::<2>(1024, 0.3, 1, domain);
    run(
        "discs, walls",
        keep(&discs(Domain::walls)?, events, f64::INFINITY),
    );
    run(
        "discs, periodic",
        keep(&discs(Domain::periodic)?, events, f64::INFINITY),
    );
    let spheres = |domain| gas::<3>(1000, 0.3, 1, domain);
    run(
        "spheres, periodic",
        keep(&spheres(Domain::periodic)?, events, f64::INFINITY),
    );
    // So thin that few events take that long.
    let thin = gas::<2>(9, 0.003, 1, Domain::walls)?;
    run("9 discs, thin, to the time", keep(&thin, u64::MAX, end));
    options.write_csv(&lines)?;
    Ok(())
}

struct Kept {
    events: u64,
    collisions: u64,
    time: f64,
    /// How far the energy is from that at the start, as a part of it.
    energy: f64,
    /// How far the momentum is from that at the start, as a part of the sum of all sizes; meaningless with walls.
    momentum: f64,
    /// In radii, at any meeting and at the end.
    overlap: f64,
}

fn keep<const D: usize>(scene: &Scene<D>, events: u64, until: f64) -> Kept {
    let mut simulation = engine(scene);
    let energy = simulation.world().kinetic_energy();
    let before = momentum(simulation.world(), scene);
    let events = simulation
        .run_events(until, events)
        .expect("nobody is stuck");
    let world = simulation.world();
    let after = momentum(world, scene);
    let size = |vector: [f64; D]| vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    let sizes: f64 = scene
        .balls()
        .iter()
        .map(|ball| ball.mass * size(ball.velocity))
        .sum();
    let periodic = scene.domain().wraps();
    let drift = size(std::array::from_fn(|axis| after[axis] - before[axis])) / sizes;
    let deepest = world.deepest_overlap().map_or(0.0, |overlap| overlap.share);
    Kept {
        events,
        collisions: world.tally().collisions,
        time: world.time(),
        energy: (world.kinetic_energy() / energy - 1.0).abs(),
        momentum: if periodic { drift } else { f64::NAN },
        overlap: world.tally().largest_overlap.max(deepest),
    }
}

fn momentum<const D: usize>(world: &World<D>, scene: &Scene<D>) -> [f64; D] {
    let mut sum = [0.0; D];
    for (body, ball) in scene.balls().iter().enumerate() {
        let velocity = world.state(body as u32, world.now()).1;
        for axis in 0..D {
            sum[axis] += ball.mass * velocity[axis];
        }
    }
    sum
}
