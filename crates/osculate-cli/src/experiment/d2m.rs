//! The experiment of the D2M paper.

mod cases;
mod csv;
mod method;
mod models;
mod summary;
mod table;
mod trial;

use super::box_plot::{self, BoxPlot};
use super::draw;
use super::finding::{Finding, Scrutiny};
use super::judge::Judge;
use super::judging::{judge_all, timed, uncontradicted};
use super::report::{Block, Report};
use super::result_files::ResultFiles;
use super::spread::Spread;
use super::table::Table;
use crate::in_order::{gathered, mapped, nothing_kept};
use crate::lengths::tolerance;
use crate::numbers::grouped;
use crate::output::{Failure, print};
use crate::progress::Progress;
use anyhow::Context;
use clap::Args;
use method::Method;
use models::Model;
use osculate::{Limits, Outcome, Workspace, query::LimitsError};
use osculate_io::MaxSize;
use std::io::Write;
use std::path::PathBuf;
use summary::{Record, Summary};
use trial::Trial;

/// Relative speeds, in units a second.
const SPEEDS: [f64; 2] = [4.0, 512.0];

/// Section VIII of the D2M paper: separation at contact, and time, of D2M, Capoeira, C2A and HCA
///
/// 10 pairs of 4 models at relative speeds of 4 and 512 units per second, 256 seeded collisions each. D2M runs with a
/// clearance of 1e-10 and a tolerance of 2.3e-10. A judge that shares no code with the methods measures the separation at
/// the time of each answer, and looks for intersections before it. The judge is accurate to 1e-13 and proves nothing.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate experiment d2m               the whole experiment, as tables
  osculate experiment d2m --out results
                                        also d2m.csv and two figures
  osculate experiment d2m --html d2m.html
                                        also one page with everything
  osculate experiment d2m --trials 16 --pairs
                                        a quick look, a row for every pair
  osculate experiment d2m --bunny bunny.obj
                                        another bunny
  osculate experiment d2m --methods d2m,best-first --jobs 4

docs/experiments.md describes the columns and the judge.
Exit codes: 0 the judge contradicts no answer; 2 bad input; 1 the output could
not be written, or, with a last line that begins with FAILED, the judge
contradicts an answer: a penetration, a late, missed or misstated contact, or
D2M outside [1.0, 3.3]e-10. Everything is printed and written all the same.
Undecided answers are counted, and are no failure.
130 ended by Ctrl-C: what was judged so far is printed and written.")]
pub struct D2m {
    /// Collisions of every pair at every speed
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trials: u32,

    /// Which collisions: the same seed gives the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The methods, separated by commas
    #[arg(long, value_enum, value_name = "METHODS", value_delimiter = ',', default_values_t = Method::PAPER)]
    methods: Vec<Method>,

    /// The tolerance of C2A and HCA, in units
    #[arg(long, value_name = "LENGTH", default_value_t = 1e-3, value_parser = tolerance, allow_hyphen_values = true)]
    tolerance: f64,

    /// The diameter of the smallest spheres of Capoeira's tree, in units
    #[arg(long, value_name = "LENGTH", default_value_t = 1.0 / 32.0, value_parser = epsilon, allow_hyphen_values = true)]
    epsilon: f64,

    /// The mesh file of the fourth model, OBJ, PLY or STL [default: the Stanford bunny if it is found, else a sphere]
    #[arg(long, value_name = "FILE")]
    bunny: Option<PathBuf>,

    /// Triangles of each generated model
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    triangles: u32,

    /// The number of times before each answer at which the judge looks for an intersection
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    samples: u32,

    /// Have the judge also walk up to the time of each answer, in steps too short for the bodies to meet: unlike samples it
    /// skips nothing, and takes several times as long
    #[arg(long)]
    walk: bool,

    /// How many threads draw and judge; answers are always timed on one
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// Also print a table with one row per pair, speed and method
    #[arg(long)]
    pairs: bool,

    /// The folder for d2m.csv, d2m-separation.svg and d2m-time.svg, made if it is not there; the files appear only when
    /// they are complete
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write all tables and figures as one page, with traces of the worst and of a typical case beside it (PAGE-worst.jsonl and
    /// PAGE-typical.jsonl)
    #[arg(long, value_name = "PAGE.html")]
    html: Option<PathBuf>,
}

fn epsilon(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (1e-6..=2.0).contains(&value) => Ok(value),
        Ok(value) => Err(format!("it must be between 1e-6 and 2, not {value}")),
        Err(_) => Err("it is not a number".to_owned()),
    }
}

/// The models, the collisions between them, and how each method is asked.
struct Bench {
    models: Vec<Model>,
    pairs: Vec<[usize; 2]>,
    /// A pair after the other, a speed after the other.
    trials: Vec<Trial>,
    trials_a_case: usize,
    methods: Vec<(Method, Limits)>,
}

impl Bench {
    /// Trials of one pair at one speed.
    fn cases(&self) -> usize {
        self.pairs.len() * SPEEDS.len()
    }

    fn bodies(&self, case: usize) -> [&Model; 2] {
        self.pairs[case / SPEEDS.len()].map(|model| &self.models[model])
    }

    fn speed(case: usize) -> f64 {
        SPEEDS[case % SPEEDS.len()]
    }

    fn answers(&self) -> usize {
        self.trials.len() * self.methods.len()
    }

    /// Case, method and trial of an answer: all trials of a case by one method, then by the next, so that each finds its
    /// own tree in the caches.
    fn place(&self, answer: usize) -> (usize, usize, usize) {
        let (rest, trial) = (answer / self.trials_a_case, answer % self.trials_a_case);
        (rest / self.methods.len(), rest % self.methods.len(), trial)
    }

    fn trial(&self, case: usize, trial: usize) -> &Trial {
        &self.trials[case * self.trials_a_case + trial]
    }

    fn answer(&self, workspace: &mut Workspace, answer: usize) -> (Outcome, f64) {
        let (case, method, trial) = self.place(answer);
        let (method, limits) = &self.methods[method];
        let motions = self.trial(case, trial).motions();
        if trial == 0 {
            // Memory that grows and caches that fill are not counted.
            method.answer(self.bodies(case), &motions, limits, workspace);
        }
        timed(|| method.answer(self.bodies(case), &motions, limits, workspace))
    }

    fn judged(
        &self,
        answer: usize,
        (outcome, micros): (Outcome, f64),
        scrutiny: Scrutiny,
    ) -> Record {
        let (case, method, trial) = self.place(answer);
        let (method, limits) = self.methods[method];
        let drawn = self.trial(case, trial);
        let judge = Judge::new(self.bodies(case).map(|body| &body.surface), &drawn.flights);
        Record {
            case,
            pair: case / SPEEDS.len(),
            speed: Bench::speed(case),
            trial,
            method,
            outcome,
            micros,
            finding: Finding::of(&outcome, &limits, &judge, drawn.crossed_by, scrutiny),
        }
    }
}

impl D2m {
    /// Runs it.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        let mut progress = Progress::start();
        let methods = self
            .methods()
            .map_err(|error| Failure::Input(error.into()))?;
        let sources = models::sources(self.triangles as usize, self.bunny.as_deref(), max_size)
            .map_err(|error| Failure::Input(anyhow::anyhow!("{error:#}")))?;
        let files = self.files().map_err(Failure::Input)?;
        let jobs = usize::from(self.jobs);

        progress.doing("hierarchies");
        let models = mapped(jobs, sources.into(), &mut progress, |source| {
            Model::build(&source, self.epsilon)
        })?;
        let mut bench = Bench {
            models,
            pairs: models::pairs().collect(),
            trials: Vec::new(),
            trials_a_case: self.trials as usize,
            methods,
        };
        bench.trials = self.trials(&bench, jobs, &mut progress)?;

        progress.doing("queries");
        let answer = |workspace: &mut Workspace, index: usize| bench.answer(workspace, index);
        let count = bench.answers();
        let state = Workspace::new;
        let answers = gathered(1, count, &mut progress, state, answer, |_| nothing_kept())?;
        let scrutiny = Scrutiny {
            samples: self.samples,
            walk: self.walk,
        };
        let judge = |index: usize| bench.judged(index, answers[index], scrutiny);
        let conclude = |records: &[Record], files| self.conclude(&bench, records, files);
        judge_all((jobs, count), progress, files, judge, conclude)
    }

    /// Opened before the work, so that a folder that cannot be written to is told at once.
    fn files(&self) -> anyhow::Result<ResultFiles> {
        let (out, html) = (self.out.as_deref(), self.html.as_deref());
        ResultFiles::create("d2m", &["separation", "time"], out, html)
    }

    /// Writes what the judge finds about these answers.
    fn conclude(
        &self,
        bench: &Bench,
        records: &[Record],
        files: Option<ResultFiles>,
    ) -> Result<(), Failure> {
        let summaries = summaries(bench, || records.iter());
        let report = self.report(bench, records, &summaries);
        if let Some(files) = files {
            let line = |csv: &mut _, record: &Record| {
                let trial = bench.trial(record.case, record.trial);
                csv::line(csv, bench.bodies(record.case), trial, record)
            };
            files.write(
                |csv| {
                    writeln!(csv, "{}", csv::HEADER)?;
                    records.iter().try_for_each(|record| line(csv, record))
                },
                || {
                    figures(&summaries)
                        .map(|plot| Some(plot.figure().wide))
                        .into()
                },
                &report,
                || cases::cases(bench, records),
            )?;
        }
        print(&report.text())?;
        match summary::broken(&summaries) {
            Some(proofs) => Err(Failure::Broken(proofs)),
            None => Ok(()),
        }
    }

    /// Each method once, with its limits.
    fn methods(&self) -> Result<Vec<(Method, Limits)>, LimitsError> {
        let mut methods: Vec<(Method, Limits)> = Vec::new();
        for &method in &self.methods {
            if methods.iter().all(|&(known, _)| known != method) {
                methods.push((method, method.limits(self.tolerance)?));
            }
        }
        Ok(methods)
    }

    fn trials(
        &self,
        bench: &Bench,
        jobs: usize,
        progress: &mut Progress,
    ) -> Result<Vec<Trial>, Failure> {
        let count = bench.cases() * bench.trials_a_case;
        let draw = |workspace: &mut Workspace, index: usize| {
            let (case, trial) = (index / bench.trials_a_case, index % bench.trials_a_case);
            let bodies = bench.bodies(case);
            let seed = draw::seed(draw::seed(self.seed, case), trial);
            let trees = bodies.map(|body| &*body.swept_spheres);
            Trial::draw(seed, Bench::speed(case), trees, workspace).with_context(|| {
                format!("{} and {} do not collide", bodies[0].name, bodies[1].name)
            })
        };
        progress.doing("trials");
        gathered(jobs, count, progress, Workspace::new, draw, |_| {
            nothing_kept()
        })?
        .into_iter()
        .collect::<anyhow::Result<_>>()
        .map_err(Failure::Input)
    }

    fn report(&self, bench: &Bench, records: &[Record], all: &[Summary]) -> Report {
        let redrawn = bench
            .trials
            .iter()
            .map(|trial| u64::from(trial.redrawn))
            .sum();
        let models = bench.models.iter().map(|model| {
            format!(
                "{:<7}{:>8} triangles  {}",
                model.name,
                grouped(model.triangles() as u64),
                model.origin
            )
        });
        let mut blocks = vec![
            Block::List("Models, scaled to radius 1", models.collect()),
            Block::Text(format!(
                "{} collisions a method, seed {}; draws that did not collide: {}\n",
                grouped((records.len() / bench.methods.len().max(1)) as u64),
                self.seed,
                grouped(redrawn)
            )),
        ];
        let [separations, times, proofs] = table::overview(all, self.walked(all));
        let [separation, time] = figures(all).map(|plot| Block::Figure(plot.figure()));
        blocks.extend([
            separation,
            Block::Table(separations),
            time,
            Block::Table(times),
            Block::Table(proofs),
        ]);
        if self.pairs {
            blocks.push(Block::Table(by_pair(bench, records)));
        }
        if summary::broken(all).is_none() {
            blocks.push(uncontradicted());
        }
        Report {
            title: "D2M: separation at contact, and time",
            blocks,
        }
    }

    /// What to say of the judge's walks.
    fn walked(&self, all: &[Summary]) -> Vec<String> {
        if !self.walk {
            return Vec::new();
        }
        let unclear: usize = all.iter().map(|summary| summary.unclear).sum();
        vec![format!(
            "The judge also walked up to each; unclear: {unclear}"
        )]
    }
}

fn by_pair(bench: &Bench, records: &[Record]) -> Table {
    let mut rows = Vec::new();
    let models: Vec<_> = bench
        .pairs
        .iter()
        .map(|pair| pair.map(|model| &bench.models[model]))
        .collect();
    for (pair, models) in models.iter().enumerate() {
        let of_pair = || records.iter().filter(move |record| record.pair == pair);
        rows.extend(
            summaries(bench, of_pair)
                .into_iter()
                .map(|summary| (models, summary)),
        );
    }
    table::by_pair(&rows)
}

/// The paper's figures 6 and 7.
fn figures(summaries: &[Summary]) -> [BoxPlot; 2] {
    let rows = |spread: fn(&Summary) -> Option<Spread>| -> Vec<box_plot::Row> {
        let row = |summary: &Summary| box_plot::Row {
            name: summary.method.name().to_owned(),
            aside: format!("{} units/s", summary.speed),
            colour: summary.method.colour(),
            spread: spread(summary),
            paper: None,
        };
        summaries.iter().map(row).collect()
    };
    [
        BoxPlot {
            title: "Separation at contact",
            axis: "units (the models have radius 1)",
            rows: rows(|summary| summary.separation),
            number: |length| format!("{length:.2e}"),
        },
        BoxPlot {
            title: "Time of an answer",
            axis: "microseconds",
            rows: rows(|summary| summary.micros),
            number: |micros| format!("{micros:.0} µs"),
        },
    ]
}

/// One a method and speed.
fn summaries<'a, R: Iterator<Item = &'a Record>>(
    bench: &Bench,
    records: impl Fn() -> R,
) -> Vec<Summary> {
    let methods = bench.methods.iter().map(|&(method, _)| method);
    methods
        .flat_map(|method| SPEEDS.map(|speed| (method, speed)))
        .map(|(method, speed)| Summary::of(method, speed, records()))
        .collect()
}
