//! Robots along edges of a planner: certified, beside sampling with the same library. See README.md beside this file.

use osculate::query::articulated::{RobotOutcome, RobotVerdict, Workcell};
use osculate::robot::Path;
use osculate::{Evidence, Limits, Workspace};
use osculate_benches::options::Options;
use osculate_benches::robot_scenes::{Edge, RobotScene, robot_scenes, shelf};
use osculate_benches::stopwatch::{mean, median, percentile};
use std::error::Error;
use std::time::Instant;

/// How far the fastest joint moves from sample to sample, in radians.
const SAMPLING: [f64; 2] = [0.01, 1e-3];

/// How often all edges are asked about; the fastest round counts.
const ROUNDS: usize = 3;

const CSV_HEADER: &str = "scene,step,colliding,first_us,is_free_us,edges_a_second,free_median_us,free_p99_us,\
     sampled_0.01_us,sampled_0.001_us,crossing,undecided";

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::from_command_line("robots");
    println!(
        "A free start towards a uniform goal, cut to a length in joint space. Times in µs an edge on one thread, the fastest of\n\
         {ROUNDS} rounds for each edge; \"sampled\" is a test of configurations with the same library, the fastest joint moving by so \
         much\nfrom one to the next, until one is not free. \"first\" is the first contact, with its proof."
    );
    println!(
        "{:<26} {:>5} {:>6} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9} {:>9} {:>10}",
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
    let mut lines = vec![CSV_HEADER.to_owned()];
    let mut written = Vec::new();
    for scene in robot_scenes()?
        .iter()
        .filter(|scene| options.wants(scene.name))
    {
        for &step in scene.steps {
            let count = if options.quick { 20 } else { 1000 };
            let edges = scene.edges(step, count, 7)?;
            let row = Row::measure(scene, &edges, options.patience)?;
            println!("{}", row.text(scene.name, step));
            lines.push(row.csv(scene.name, step));
            written.push(edges_as_json(scene, (step, &edges), &row.lower));
        }
    }
    if let Some(path) = &options.edges {
        std::fs::write(path, written.join("\n") + "\n")?;
    }
    if let Some(path) = &options.csv {
        std::fs::write(path, lines.join("\n") + "\n")?;
    }
    Ok(())
}

/// What was measured of the edges of one length.
struct Row {
    first: Vec<f64>,
    is_free: Vec<f64>,
    free: Vec<bool>,
    /// Where contacts are proven, the times up to which all is apart.
    lower: Vec<Option<f64>>,
    crossings: usize,
    undecided: usize,
    sampled: Vec<f64>,
    /// Stretches, culled pairs, searches, poses, pairs of volumes, triangles and supports, an edge.
    work: [f64; 6],
}

impl Row {
    fn measure(scene: &RobotScene, edges: &[Edge], patience: f64) -> Result<Row, Box<dyn Error>> {
        let cell = Workcell::new(&scene.robot, &scene.environment)?;
        let (limits, mut workspace) = (Limits::default(), Workspace::new());
        let paths: Vec<Path> = edges
            .iter()
            .map(|[start, end]| scene.robot.straight(start, end))
            .collect::<Result<_, _>>()?;
        let mut row = Row {
            first: vec![f64::INFINITY; edges.len()],
            is_free: vec![f64::INFINITY; edges.len()],
            free: vec![true; edges.len()],
            lower: vec![None; edges.len()],
            crossings: 0,
            undecided: 0,
            sampled: Vec::new(),
            work: [0.0; 6],
        };
        for round in 0..ROUNDS {
            for (number, path) in paths.iter().enumerate() {
                let begin = Instant::now();
                let outcome = cell.first_contact(path, &limits, &mut workspace)?;
                row.first[number] = row.first[number].min(micros(begin));
                if round == 0 {
                    row.take(number, &outcome);
                }
            }
            for (number, path) in paths.iter().enumerate() {
                let begin = Instant::now();
                cell.is_free(path, &limits, &mut workspace)?;
                row.is_free[number] = row.is_free[number].min(micros(begin));
            }
        }
        for by in SAMPLING {
            let sampled = sample(scene, &cell, edges, (by, patience), &mut workspace)?;
            row.sampled.push(sampled);
        }
        Ok(row)
    }

    fn take(&mut self, number: usize, outcome: &RobotOutcome) {
        let stats = &outcome.stats;
        let counts = [
            stats.intervals,
            stats.culled,
            stats.searches,
            stats.pairs.poses,
            stats.pairs.volume_pairs,
            stats.pairs.triangle_pairs + stats.pairs.supports,
        ];
        for (sum, count) in self.work.iter_mut().zip(counts) {
            *sum += count as f64 / self.first.len() as f64;
        }
        self.free[number] = outcome.verdict == RobotVerdict::Free;
        match &outcome.verdict {
            RobotVerdict::Free => {}
            RobotVerdict::Contact(found) => {
                if found.contact.evidence == Evidence::Crossing {
                    self.crossings += 1;
                    self.lower[number] = Some(found.contact.lower);
                }
            }
            _ => self.undecided += 1,
        }
    }

    /// Numbers in the order of the header, the scene and the step left out.
    fn numbers(&self) -> [f64; 9] {
        let hits = self.free.iter().filter(|free| !**free).count();
        let of_free = || {
            self.first
                .iter()
                .zip(&self.free)
                .filter(|pair| *pair.1)
                .map(|pair| *pair.0)
        };
        let first = mean(self.first.iter().copied());
        [
            100.0 * hits as f64 / self.free.len() as f64,
            first,
            mean(self.is_free.iter().copied()),
            1e6 / first,
            median(of_free()),
            percentile(of_free(), 0.99),
            self.sampled[0],
            self.sampled[1],
            100.0 * self.crossings as f64 / (hits.max(1)) as f64,
        ]
    }

    fn text(&self, name: &str, step: f64) -> String {
        let [
            hits,
            first,
            is_free,
            rate,
            median,
            p99,
            coarse,
            fine,
            crossing,
        ] = self.numbers();
        let [stretches, culled, searches, poses, volumes, triangles] = self.work;
        format!(
            "{name:<26} {step:>5} {hits:>6.1} {first:>8.1} {is_free:>8.1} {rate:>8.0} {median:>9.1} {p99:>9.1} {coarse:>9.0} {fine:>9.0} \
             {crossing:>10.1}{}\n    stretches {stretches:.1}, culled {culled:.0}, searches {searches:.1}, poses {poses:.0}, volumes \
             {volumes:.0}, triangles and supports {triangles:.0}",
            match self.undecided {
                0 => String::new(),
                undecided => format!("  {undecided} undecided"),
            }
        )
    }

    fn csv(&self, name: &str, step: f64) -> String {
        let numbers = self.numbers().map(|number| format!("{number:.2}"));
        format!("{:?},{step},{},{}", name, numbers.join(","), self.undecided)
    }
}

/// Edges in a line of JSON, for programs of other libraries: the joints, the pairs of links and the boxes around them, and up to
/// when each edge is free if a contact is proven.
fn edges_as_json(
    scene: &RobotScene,
    (step, edges): (f64, &[Edge]),
    lower: &[Option<f64>],
) -> String {
    let robot = &scene.robot;
    let joints: Vec<&str> = robot
        .coordinates()
        .iter()
        .map(|coordinate| robot.joints()[coordinate.joint].name.as_str())
        .collect();
    let pairs: Vec<[&str; 2]> = robot
        .checked_pairs()
        .map(|pair| pair.map(|link| robot.links()[link].name()))
        .collect();
    let boxes: Vec<[[f64; 3]; 2]> = shelf()
        .into_iter()
        .map(|(centre, half)| [centre.to_array(), half.to_array()])
        .collect();
    let lower: Vec<String> = lower
        .iter()
        .map(|lower| lower.map_or("null".to_owned(), |lower| lower.to_string()))
        .collect();
    format!(
        "{{\"scene\":{:?},\"step\":\"{step}\",\"joints\":{joints:?},\"pairs\":{pairs:?},\"boxes\":{boxes:?},\"edges\":{edges:?},\
         \"contacts\":[{}]}}",
        scene.name,
        lower.join(",")
    )
}

fn micros(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e6
}

/// The mean time of testing configurations along edges until one is not free; of the first edges only, if it takes long.
fn sample(
    scene: &RobotScene,
    cell: &Workcell,
    edges: &[Edge],
    (by, patience): (f64, f64),
    workspace: &mut Workspace,
) -> Result<f64, Box<dyn Error>> {
    let (limits, begin) = (Limits::default(), Instant::now());
    let mut answered = 0;
    for [start, end] in edges {
        let ways = start
            .iter()
            .zip(end)
            .map(|(start, end)| (end - start).abs());
        let count = (ways.fold(0.0, f64::max) / by).ceil().max(1.0) as u32;
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
    Ok(micros(begin) / f64::from(answered))
}
