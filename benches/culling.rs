//! Temporal culling, the paper's system for robots, beside slabs: what each of its parts does. See README.md beside this file.

use osculate::query::articulated::{
    CullingParts, CullingStats, RobotOutcome, RobotVerdict, Workcell,
};
use osculate::robot::Path;
use osculate::{Evidence, Limits, Workspace};
use osculate_benches::options::Options;
use osculate_benches::robot_scenes::{RobotScene, robot_scenes};
use osculate_benches::stopwatch::mean;
use std::error::Error;
use std::time::Instant;

/// How often all edges are asked about; the fastest round counts.
const ROUNDS: usize = 3;

type Switch = fn(&mut CullingParts);

/// What is switched, and how.
const CHOICES: [(&str, Switch); 9] = [
    ("all", |_| {}),
    ("−volumes", |parts| parts.dynamic_volumes = false),
    ("−lower", |parts| parts.lower_bounds = false),
    ("−direct.", |parts| parts.directions = false),
    ("−grid", |parts| parts.precomputed = false),
    ("−upper", |parts| parts.upper_bounds = false),
    ("−short", |parts| parts.short_searches = false),
    ("−HCA", |parts| parts.hierarchical = false),
    ("+last", |parts| parts.remembered = true),
];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::from_command_line("culling");
    println!(
        "µs an edge on one thread, the fastest of {ROUNDS} rounds for each edge: slabs, temporal culling with all its parts, and with one part\n\
         off (−) or on (+) alone. Then, of culling with all parts, an edge: pairs, pairs culled by dynamic volumes and by lower bounds, pairs of\n\
         volumes looked at for lower bounds, upper bounds found (of all edges), and searches."
    );
    print!(
        "{:<28} {:>6} {:>7} {:>8}",
        "scene", "step", "hits %", "slabs"
    );
    for (name, _) in CHOICES {
        print!(" {name:>8}");
    }
    println!(
        " {:>6} {:>8} {:>8} {:>8} {:>6} {:>8}",
        "pairs", "volumes", "lower", "looks", "upper", "searches"
    );
    for scene in robot_scenes()?
        .iter()
        // Floating joints have no uniform goal.
        .filter(|scene| options.wants(scene.name) && scene.name != "hand")
    {
        for &step in scene.steps {
            row(scene, step, if options.quick { 20 } else { 200 })?;
        }
    }
    Ok(())
}

fn row(scene: &RobotScene, step: f64, count: usize) -> Result<(), Box<dyn Error>> {
    let cell = Workcell::new(&scene.robot, &scene.environment)?;
    let limits = Limits::default();
    let mut workspace = Workspace::new();
    let paths: Vec<Path> = scene
        .edges(step, count, 7)?
        .iter()
        .map(|[start, end]| scene.robot.straight(start, end))
        .collect::<Result<_, _>>()?;
    let (by_slabs, slabs) = timed(&paths, |path| {
        Ok(cell.first_contact(path, &limits, &mut workspace)?)
    })?;
    let hits = by_slabs
        .iter()
        .filter(|outcome| outcome.verdict != RobotVerdict::Free)
        .count();
    print!(
        "{:<28} {step:>6} {:>7.1} {slabs:>8.1}",
        scene.name,
        100.0 * hits as f64 / paths.len() as f64
    );
    let mut all = CullingStats::default();
    for (number, (name, switch)) in CHOICES.iter().enumerate() {
        let mut parts = CullingParts::default();
        switch(&mut parts);
        let mut workspace = Workspace::new();
        let (answers, time) = timed(&paths, |path| {
            Ok(cell.first_contact_by_culling(path, &limits, &parts, &mut workspace)?)
        })?;
        for (edge, (one, (other, stats))) in by_slabs.iter().zip(&answers).enumerate() {
            if let Some(why) = disagreement(one, other).or(disagreement(other, one)) {
                return Err(format!("{}, edge {edge}, {name}: {why}", scene.name).into());
            }
            if number == 0 {
                add(&mut all, stats);
            }
        }
        print!(" {time:>8.1}");
    }
    let each = |count: u64| count as f64 / paths.len() as f64;
    println!(
        " {:>6.1} {:>8.1} {:>8.1} {:>8.1} {:>6} {:>8.2}",
        each(all.pairs),
        each(all.culled_by_volumes),
        each(all.culled_by_lower_bounds),
        each(all.volume_pairs),
        all.upper_bounds_found,
        each(all.searches)
    );
    Ok(())
}

/// The first answer about every path, and the mean of the fastest times, in microseconds.
fn timed<T>(
    paths: &[Path],
    mut ask: impl FnMut(&Path) -> Result<T, Box<dyn Error>>,
) -> Result<(Vec<T>, f64), Box<dyn Error>> {
    let mut fastest = vec![f64::INFINITY; paths.len()];
    let mut answers = Vec::new();
    for round in 0..ROUNDS {
        for (path, fastest) in paths.iter().zip(&mut fastest) {
            let begin = Instant::now();
            let answer = ask(path)?;
            *fastest = fastest.min(begin.elapsed().as_secs_f64() * 1e6);
            if round == 0 {
                answers.push(answer);
            }
        }
    }
    Ok((answers, mean(fastest)))
}

/// Where one answer is free, and the other has touched.
fn disagreement(one: &RobotOutcome, other: &RobotOutcome) -> Option<String> {
    let free = match &one.verdict {
        RobotVerdict::Free => 1.0,
        RobotVerdict::Contact(found) => found.contact.lower,
        RobotVerdict::Undecided { free_until, .. } => (*free_until)?,
        RobotVerdict::Overlapping { .. } => return None,
    };
    let closed = match &other.verdict {
        RobotVerdict::Contact(found) if found.contact.evidence == Evidence::Crossing => {
            found.contact.upper
        }
        RobotVerdict::Overlapping { proven: true, .. } => 0.0,
        _ => return None,
    };
    (free >= closed).then(|| format!("free until {free}, touched by {closed}"))
}

fn add(sum: &mut CullingStats, of: &CullingStats) {
    sum.pairs += of.pairs;
    sum.culled_by_volumes += of.culled_by_volumes;
    sum.culled_by_lower_bounds += of.culled_by_lower_bounds;
    sum.volume_pairs += of.volume_pairs;
    sum.upper_bounds_found += of.upper_bounds_found;
    sum.searches += of.searches;
}
