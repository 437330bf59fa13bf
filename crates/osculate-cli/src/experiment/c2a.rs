//! The experiment of the C2A and HCA paper.

mod cases;
mod csv;
mod dynamics;
mod figures;
mod method;
mod models;
mod paper;
mod record;
mod table;
mod trial;

use super::draw;
use super::finding::{Finding, Scrutiny, contradictions};
use super::judge::Judge;
use super::judging::{judge_all, least_timed, uncontradicted};
use super::report::{Block, Report};
use super::result_files::ResultFiles;
use crate::in_order::{gathered, mapped, nothing_kept};
use crate::lengths::tolerance;
use crate::output::{Failure, print};
use crate::progress::Progress;
use clap::Args;
use dynamics::Dynamics;
use method::Method;
use models::{Model, Origin};
use osculate::{Limits, Outcome, Span, Workspace};
use osculate_io::MaxSize;
use paper::Benchmark;
use record::{Record, Row};
use std::io::Write;
use std::path::PathBuf;
use trial::Trial;

pub use paper::MACHINE;

/// Table 1 and figure 6 of the C2A and HCA paper: rigid models
///
/// Tang, Manocha and Kim, section 6.1: six pairs of models. One body moves from a random placement to another; in "Bunny
/// Dynamics" two bodies tumble into each other, with one query per frame. C2A with and without controlled advancement, HCA
/// and best-first; colliding and free motions separately, and the front nodes of C2A. A judge that shares no code with the
/// methods checks every answer. Models that --meshes does not have are generated, with the paper's triangle counts.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate experiment c2a               all six rows; a minute or two
  osculate experiment c2a --html c2a.html
                                        also one page with everything
  osculate experiment c2a --out results
                                        also c2a.csv and two figures
  osculate experiment c2a --quick       a quick look, with small models
  osculate experiment c2a --benchmarks bunny --meshes DIR
                                        DIR/stanford-bunny.obj

docs/experiments.md describes the columns.
Exit codes: 0 the judge contradicts no answer; 2 bad input; 1 the output could
not be written, or, with a last line that begins with FAILED, the judge
contradicts an answer: a penetration, a late, missed or misstated contact.
Everything is printed and written all the same.
130 ended by Ctrl-C: what was judged so far is printed and written.")]
pub struct C2a {
    /// Motions of every pair, two thirds of which collide (of clubs all) [default: 200; 12 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trials: Option<u32>,

    /// Frames of Bunny Dynamics [default: 3000; 200 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    frames: Option<u32>,

    /// Small models and few motions: all rows in seconds
    #[arg(long)]
    quick: bool,

    /// Which motions: the same seed gives the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The rows of the table, separated by commas
    #[arg(long, value_enum, value_name = "ROWS", value_delimiter = ',', default_values_t = Benchmark::ALL)]
    benchmarks: Vec<Benchmark>,

    /// The tolerance, in radii of the models; the paper's is 0.001
    #[arg(long, value_name = "LENGTH", default_value_t = 1e-3, value_parser = tolerance, allow_hyphen_values = true)]
    tolerance: f64,

    /// A folder with meshes (OBJ, PLY or STL): club, gear, hammer, workpiece, bunny1 or stanford-bunny, bunny2, torusknot;
    /// missing ones are generated
    #[arg(long, value_name = "DIR")]
    meshes: Option<PathBuf>,

    /// The number of times before each answer at which the judge looks for an intersection
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    samples: u32,

    /// How many threads draw and judge; answers are always timed on one
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// The folder for c2a.csv, c2a-time.svg and c2a-front.svg, made if it is not there; the files appear only when they are
    /// complete
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write all tables and figures as one page, with traces of the worst and of a typical case beside it (PAGE-worst.jsonl and
    /// PAGE-typical.jsonl)
    #[arg(long, value_name = "PAGE.html")]
    html: Option<PathBuf>,
}

/// A benchmark: its models, and the motions that are asked about.
struct TrialSet {
    benchmark: Benchmark,
    /// One for both bodies, or two.
    models: Vec<Model>,
    trials: Vec<Trial>,
}

impl TrialSet {
    fn bodies(&self) -> [&Model; 2] {
        [&self.models[0], &self.models[self.models.len() - 1]]
    }
}

/// All benchmarks, and how the methods are asked.
struct Bench {
    sets: Vec<TrialSet>,
    limits: Limits,
}

impl Bench {
    fn set(&self, benchmark: Benchmark) -> &TrialSet {
        let of = |set: &&TrialSet| set.benchmark == benchmark;
        self.sets.iter().find(of).expect("one of the sets")
    }

    /// All trials of a set by one method, then by the next, so that each finds its own way in the caches.
    fn questions(&self) -> Vec<(&TrialSet, Method, usize)> {
        let mut questions = Vec::new();
        for set in &self.sets {
            for method in Method::ALL {
                questions.extend((0..set.trials.len()).map(|trial| (set, method, trial)));
            }
        }
        questions
    }

    /// The answer, and the least time that it took, in microseconds.
    fn answer(
        &self,
        workspace: &mut Workspace,
        (set, method, trial): (&TrialSet, Method, usize),
    ) -> (Outcome, f64) {
        let motions = set.trials[trial].motions();
        least_timed(|| method.answer(set.bodies(), &motions, &self.limits, workspace))
    }

    fn judged(
        &self,
        (set, method, trial): (&TrialSet, Method, usize),
        (outcome, micros): (Outcome, f64),
        scrutiny: Scrutiny,
    ) -> Record {
        let asked = &set.trials[trial];
        let judge = Judge::new(set.bodies().map(|body| &body.surface), &asked.flights);
        // Where nothing is known to intersect, the judge looks at all times at which the bodies are near each other.
        let from = asked.crossed_by.unwrap_or_else(|| {
            let near = judge.encounter(Span::UNIT.end());
            near.map_or(Span::UNIT.start(), |[first, _]| first)
        });
        Record {
            benchmark: set.benchmark,
            trial,
            collides: asked.collides,
            method,
            outcome,
            micros,
            finding: Finding::of(&outcome, &self.limits, &judge, from, scrutiny),
        }
    }
}

impl C2a {
    /// Runs it.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        let mut progress = Progress::start();
        let limits = Limits::default()
            .with_tolerance(self.tolerance)
            .map_err(|error| Failure::Input(error.into()))?;
        let sources = self.sources(max_size).map_err(Failure::Input)?;
        let files = self.files().map_err(Failure::Input)?;
        let jobs = usize::from(self.jobs);
        progress.doing("hierarchies");
        let sets = mapped(jobs, sources, &mut progress, |(benchmark, sources)| {
            TrialSet {
                benchmark,
                models: sources.into_iter().map(Model::build).collect(),
                trials: Vec::new(),
            }
        })?;
        let mut bench = Bench { sets, limits };
        self.draw(&mut bench, jobs, &mut progress)?;

        progress.doing("queries");
        let questions = bench.questions();
        let count = questions.len();
        let answer =
            |workspace: &mut Workspace, index: usize| bench.answer(workspace, questions[index]);
        let state = Workspace::new;
        let answers = gathered(1, count, &mut progress, state, answer, |_| nothing_kept())?;

        let scrutiny = Scrutiny {
            samples: self.samples,
            walk: false,
        };
        let judge = |index: usize| bench.judged(questions[index], answers[index], scrutiny);
        let conclude = |records: &[Record], files| self.conclude(&bench, records, files);
        judge_all((jobs, count), progress, files, judge, conclude)
    }

    /// The meshes of each benchmark that is asked for, in the order of the table.
    fn sources(&self, most: MaxSize) -> anyhow::Result<Vec<(Benchmark, Vec<models::Source>)>> {
        if let Some(folder) = &self.meshes
            && !folder.is_dir()
        {
            anyhow::bail!("--meshes: {} is not a folder", folder.display());
        }
        let origin = Origin {
            folder: self.meshes.as_deref(),
            most,
            divided: if self.quick { 32 } else { 1 },
        };
        let asked = Benchmark::ALL
            .into_iter()
            .filter(|benchmark| self.benchmarks.contains(benchmark));
        asked
            .map(|benchmark| {
                let sources = models::sources(benchmark, &origin);
                let sources = sources.map_err(|error| anyhow::anyhow!("{error:#}"))?;
                Ok((benchmark, sources))
            })
            .collect()
    }

    /// Opened before the work, so that a folder that cannot be written to is told at once.
    fn files(&self) -> anyhow::Result<ResultFiles> {
        let (out, html) = (self.out.as_deref(), self.html.as_deref());
        ResultFiles::create("c2a", &["time", "front"], out, html)
    }

    /// The motions of all sets.
    fn draw(&self, bench: &mut Bench, jobs: usize, progress: &mut Progress) -> Result<(), Failure> {
        let trials = self.trials.unwrap_or(if self.quick { 12 } else { 200 }) as usize;
        let frames = self.frames.unwrap_or(if self.quick { 200 } else { 3000 }) as usize;
        let limits = bench.limits;
        for set in &mut bench.sets {
            let benchmark = set.benchmark;
            progress.doing("trials");
            // Other rows than those asked for must not change a row.
            let seed = draw::seed(self.seed, benchmark as usize);
            if benchmark == Benchmark::Dynamics {
                let mut dynamics = Dynamics::new(seed);
                for frame in 0..frames {
                    let next = dynamics.frame(set.bodies(), &limits);
                    set.trials.push(next);
                    progress.show(frame + 1, frames);
                }
                continue;
            }
            let colliding = benchmark.colliding(trials);
            let (distance, bodies) = (2.0 * benchmark.distance(), set.bodies());
            let draw = |_: &mut (), trial: usize| {
                let seed = draw::seed(seed, trial);
                Trial::draw(seed, distance, trial < colliding, bodies, &limits)
            };
            let keep = |_| nothing_kept();
            let drawn = gathered(jobs, trials, progress, || (), draw, keep)?;
            set.trials = drawn.into_iter().collect::<Option<_>>().ok_or_else(|| {
                let why = "no motion was found that collides, or none that does not";
                Failure::Input(anyhow::anyhow!("{}: {why}", benchmark.title()))
            })?;
        }
        Ok(())
    }

    /// Writes what the judge finds about these answers.
    fn conclude(
        &self,
        bench: &Bench,
        records: &[Record],
        files: Option<ResultFiles>,
    ) -> Result<(), Failure> {
        let rows = Row::all(records);
        let broken = broken(records);
        let report = self.report(bench, &rows, broken.is_none());
        if let Some(files) = files {
            let line = |csv: &mut _, record: &Record| {
                let trial = &bench.set(record.benchmark).trials[record.trial];
                csv::line(csv, trial, record)
            };
            files.write(
                |csv| {
                    writeln!(csv, "{}", csv::HEADER)?;
                    records.iter().try_for_each(|record| line(csv, record))
                },
                || {
                    let front = figures::front(&rows).map(|front| front.figure().wide);
                    vec![Some(figures::times(&rows).figure().wide), front]
                },
                &report,
                || cases::cases(bench, records),
            )?;
        }
        print(&report.text())?;
        broken.map_or(Ok(()), |proofs| Err(Failure::Broken(proofs)))
    }

    fn report(&self, bench: &Bench, rows: &[Row], unbroken: bool) -> Report {
        let mut blocks = vec![
            Block::Table(table::setting(&bench.sets, self.tolerance, self.seed)),
            Block::Table(table::times(rows)),
            Block::Figure(figures::times(rows).figure()),
            Block::Table(table::ratios(rows)),
            Block::Table(table::work(rows)),
            Block::Table(table::front(rows)),
        ];
        blocks.extend(figures::front(rows).map(|chart| Block::Figure(chart.figure())));
        blocks.push(Block::Table(table::proofs(rows)));
        if unbroken {
            blocks.push(uncontradicted());
        }
        Report {
            title: "C2A and HCA: Table 1 and figure 6",
            blocks,
        }
    }
}

/// Which proofs are broken, in words; `None` if all hold.
fn broken(records: &[Record]) -> Option<String> {
    let count = |holds: fn(&Finding) -> bool| {
        let such = records.iter().filter(|record| holds(&record.finding));
        such.count()
    };
    contradictions(&[
        (count(|finding| finding.penetrates), "penetrations"),
        (count(|finding| finding.late), "late"),
        (count(|finding| finding.missed), "missed"),
        (count(|finding| finding.misstated), "misstated"),
    ])
}
