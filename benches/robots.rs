//! Robots along edges of a planner: certified, beside sampling with the same library. See README.md beside this file.

use osculate::query::articulated::{RobotVerdict, Workcell};
use osculate::{Evidence, Limits, Workspace};
use osculate_benches::options::Options;
use osculate_benches::robot_scenes::{Edge, RobotScene, robot_scenes};
use osculate_benches::stopwatch::{mean, median, percentile};
use std::error::Error;
use std::time::Instant;

/// How far the fastest joint moves from sample to sample, in radians.
const SAMPLING: [f64; 2] = [0.01, 1e-3];

/// How often all edges are asked about; the fastest round counts.
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::from_command_line("robots");
    println!(
        "A free start towards a uniform goal, cut to a length in joint space. Times in µs an edge on one thread, the fastest of\n\
         {ROUNDS} rounds for each edge; \"sampled\" is a test of configurations with the same library, the fastest joint moving by so much."
    );
    println!(
        "{:<28} {:>6} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10} {:>10}",
        "scene",
        "step",
        "hits %",
        "first",
        "is_free",
        "edges/s",
        "free med",
        "free p99",
        "0.01 rad",
        "1e-3 rad",
        "Crossing %"
    );
    for scene in robot_scenes()?
        .iter()
        .filter(|scene| options.wants(scene.name))
    {
        for &step in scene.steps {
            let count = if options.quick { 20 } else { 1000 };
            row(scene, step, &scene.edges(step, count, 7)?, options.patience)?;
        }
    }
    Ok(())
}

fn row(scene: &RobotScene, step: f64, edges: &[Edge], patience: f64) -> Result<(), Box<dyn Error>> {
    let cell = Workcell::new(&scene.robot, &scene.environment)?;
    let limits = Limits::default();
    let mut workspace = Workspace::new();
    let paths: Vec<_> = edges
        .iter()
        .map(|[start, end]| scene.robot.straight(start, end))
        .collect::<Result<_, _>>()?;
    let (mut firsts, mut frees) = (
        vec![f64::INFINITY; edges.len()],
        vec![f64::INFINITY; edges.len()],
    );
    let (mut free, mut crossings, mut undecided) = (vec![true; edges.len()], 0, 0);
    let mut work = [0.0; 6];
    for round in 0..ROUNDS {
        for (number, path) in paths.iter().enumerate() {
            let begin = Instant::now();
            let outcome = cell.first_contact(path, &limits, &mut workspace)?;
            firsts[number] = firsts[number].min(begin.elapsed().as_secs_f64() * 1e6);
            if round > 0 {
                continue;
            }
            let stats = &outcome.stats;
            let counts = [
                stats.intervals,
                stats.culled,
                stats.searches,
                stats.pairs.poses,
                stats.pairs.volume_pairs,
                stats.pairs.triangle_pairs + stats.pairs.supports,
            ];
            for (sum, count) in work.iter_mut().zip(counts) {
                *sum += count as f64 / edges.len() as f64;
            }
            match &outcome.verdict {
                RobotVerdict::Free => {}
                RobotVerdict::Contact(found) => {
                    free[number] = false;
                    crossings += usize::from(found.contact.evidence == Evidence::Crossing);
                }
                _ => {
                    free[number] = false;
                    undecided += 1;
                }
            }
        }
        for (number, path) in paths.iter().enumerate() {
            let begin = Instant::now();
            cell.is_free(path, &limits, &mut workspace)?;
            frees[number] = frees[number].min(begin.elapsed().as_secs_f64() * 1e6);
        }
    }
    let hits = free.iter().filter(|free| !**free).count();
    let of_free = || {
        firsts
            .iter()
            .zip(&free)
            .filter(|pair| *pair.1)
            .map(|pair| *pair.0)
    };
    let sampled: Vec<f64> = SAMPLING
        .iter()
        .map(|&by| sample(scene, &cell, edges, by, patience, &mut workspace))
        .collect::<Result<_, _>>()?;
    println!(
        "{:<28} {step:>6} {:>7.1} {:>9.1} {:>9.1} {:>9.0} {:>9.1} {:>9.1} {:>10.0} {:>10.0} {:>10.1}{}",
        scene.name,
        100.0 * hits as f64 / edges.len() as f64,
        mean(firsts.iter().copied()),
        mean(frees.iter().copied()),
        1e6 / mean(firsts.iter().copied()),
        median(of_free()),
        percentile(of_free(), 0.99),
        sampled[0],
        sampled[1],
        100.0 * crossings as f64 / (hits.max(1)) as f64,
        if undecided > 0 {
            format!("  {undecided} undecided")
        } else {
            String::new()
        },
    );
    let [intervals, culled, searches, poses, volumes, triangles] = work;
    println!(
        "    stretches {intervals:.1}, culled {culled:.0}, searches {searches:.1}, poses {poses:.0}, volumes {volumes:.0}, triangles and supports {triangles:.0}"
    );
    Ok(())
}

/// The mean time of testing configurations along edges until one is not free; of the first edges only, if it takes long.
fn sample(
    scene: &RobotScene,
    cell: &Workcell,
    edges: &[Edge],
    by: f64,
    patience: f64,
    workspace: &mut Workspace,
) -> Result<f64, Box<dyn Error>> {
    let (limits, begin) = (Limits::default(), Instant::now());
    let mut answered = 0;
    for [start, end] in edges {
        let fastest = start
            .iter()
            .zip(end)
            .map(|(start, end)| (end - start).abs())
            .fold(0.0, f64::max);
        let count = (fastest / by).ceil().max(1.0) as u32;
        for number in 0..=count {
            let share = f64::from(number) / f64::from(count);
            let now: Vec<f64> = start
                .iter()
                .zip(end)
                .map(|(start, end)| start + share * (end - start))
                .collect();
            if !cell.is_free(&scene.robot.straight(&now, &now)?, &limits, workspace)? {
                break;
            }
        }
        answered += 1;
        if begin.elapsed().as_secs_f64() > patience {
            break;
        }
    }
    Ok(begin.elapsed().as_secs_f64() * 1e6 / f64::from(answered))
}
