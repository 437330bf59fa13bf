//! The experiments of Kaya's thesis.

mod cases;
mod chart;
mod csv;
mod engine;
mod growth;
mod steps;
mod table;
mod thesis;

use super::make_folder;
use super::page_files::PageFiles;
use crate::in_order::{gathered, nothing_kept};
use crate::interrupt;
use crate::numbers::grouped;
use crate::output::{Failure, Output, print};
use crate::progress::Progress;
use clap::Args;
use engine::{Engine, Run};
use growth::{Extent, Row, Task};
use osculate_events::generate::{KAYA_DENSITY, kaya};
use osculate_events::{Scene, SceneError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steps::{StepRow, Stepped, stepped};

/// Kaya's thesis: collisions and times of 8 to 2,048 discs, and what discrete time steps miss
///
/// Tables 5.1 and 5.2 and figure 5.1: discs in a square with walls, of constant density, at speeds up to one diagonal per
/// second, for 5 seconds. His figures stand beside ours, for all pairs, his tree, a queue of all pairs (Sedgewick) and the
/// default engine's cells. The thesis does not state density and sizes: here radii are uniform between half of the largest
/// and the largest, and the density is fitted once.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate experiment kaya              both tables; a minute or two
  osculate experiment kaya --out results
                                        also two CSV files and a figure
  osculate experiment kaya --html kaya.html
                                        also one page with everything
  osculate experiment kaya --runs 5 --up-to 128
                                        a quick look
  osculate experiment kaya --engines cells --runs 400
                                        the fit of the density
  osculate experiment kaya --slow-up-to 1024
                                        all pairs up to 1,024 discs; an hour

Times are of one thread; extrapolated ones are marked with ~.
docs/experiments.md describes the columns.
Exit codes: 0 done; 2 bad input; 1 the output could not be written; 130 ended by
Ctrl-C: rows of discs that were complete are printed and written.")]
pub struct Kaya {
    /// Scenes for every number of discs; a tenth of it for 2,048 discs, a fiftieth in discrete steps, and for slow engines
    /// as many as take about as long as those of 64 discs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    runs: u32,

    /// The engines, separated by commas; cells is always run
    #[arg(long, value_enum, value_name = "ENGINES", value_delimiter = ',', default_values_t = Engine::ALL)]
    engines: Vec<Engine>,

    /// The most discs
    #[arg(long, value_name = "N", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(8..=2048))]
    up_to: u32,

    /// The most discs with which slow engines (all pairs, his tree, pair queue) run in full; with more they run a part, and
    /// their time is extrapolated
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(8..=2048))]
    slow_up_to: u32,

    /// Which scenes: the same seed gives the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The share of the square that the discs fill
    #[arg(long, value_name = "SHARE", default_value_t = KAYA_DENSITY, value_parser = density, allow_hyphen_values = true)]
    density: f64,

    /// Simulated time; his figures are for 5 seconds
    #[arg(long, value_name = "SECONDS", default_value_t = thesis::SECONDS, value_parser = seconds, allow_hyphen_values = true)]
    seconds: f64,

    /// The folder for kaya-growth.csv, kaya-steps.csv and kaya-growth.svg, made if it is not there; the files appear only
    /// when they are complete
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write all tables and figures as one page, with traces of the worst and of a typical case beside it (PAGE-worst.jsonl and
    /// PAGE-typical.jsonl)
    #[arg(long, value_name = "PAGE.html")]
    html: Option<PathBuf>,
}

fn density(text: &str) -> Result<f64, String> {
    within(text, 1e-6, 0.45)
}

fn seconds(text: &str) -> Result<f64, String> {
    within(text, 1e-3, 1000.0)
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        Ok(value) => Err(format!(
            "it must be between {least} and {most}, not {value}"
        )),
        Err(_) => Err("it is not a number".to_owned()),
    }
}

/// Both tables.
struct Results {
    extent: Extent,
    density: f64,
    seed: u64,
    growth: Vec<Row>,
    /// What the rows are of.
    runs: Vec<(Task, Run)>,
    /// With how many discs.
    stepped_discs: usize,
    /// None if the experiment was interrupted.
    steps: Vec<StepRow>,
}

/// One of the scenes of a seed.
fn scene(density: f64, seed: u64, discs: usize, number: u64) -> Result<Scene<2>, SceneError> {
    kaya(discs, density, seed.wrapping_add(number))
}

impl Results {
    /// The scene of a run.
    fn scene(&self, discs: usize, number: u64) -> Result<Scene<2>, SceneError> {
        scene(self.density, self.seed, discs, number)
    }

    /// Whether as much was simulated as in the thesis, so that collisions and times can be compared.
    fn comparable(&self) -> bool {
        self.extent.seconds == thesis::SECONDS
    }
}

impl Kaya {
    /// Runs it.
    pub fn run(&self) -> Result<(), Failure> {
        let mut progress = Progress::start();
        let mut files = Some(self.files().map_err(Failure::Input)?);
        let asked = |engine: &Engine| *engine == Engine::Cells || self.engines.contains(engine);
        let extent = Extent {
            engines: Engine::ALL.into_iter().filter(asked).collect(),
            runs: u64::from(self.runs),
            up_to: self.up_to as usize,
            slow_up_to: self.slow_up_to as usize,
            seconds: self.seconds,
        };
        interrupt::hold();
        let done = self.growth(&extent, &mut progress, &mut files)?;
        let stepped_discs = extent
            .counts()
            .filter(|discs| *discs <= thesis::STEPPED_DISCS)
            .last()
            .expect("8 at least");
        let keep = || self.keep(&extent, &done, files.take());
        let steps = self.steps(stepped_discs, &done, &mut progress, keep)?;
        progress.finish();
        let results = Results {
            growth: Row::all(&extent, &done),
            runs: done,
            extent,
            density: self.density,
            seed: self.seed,
            stepped_discs,
            steps,
        };
        conclude(&results, files)
    }

    /// Opened before the work, so that a folder that cannot be written to is told at once.
    fn files(&self) -> anyhow::Result<Files> {
        Ok(Files {
            results: self.out.as_deref().map(ResultFiles::create).transpose()?,
            page: self.html.as_deref().map(PageFiles::create).transpose()?,
        })
    }

    /// Writes the rows of which all runs are done, and says so.
    fn keep(
        &self,
        extent: &Extent,
        done: &[(Task, Run)],
        files: Option<Files>,
    ) -> Result<String, Failure> {
        let Some(up_to) = extent.complete(done) else {
            return nothing_kept();
        };
        let extent = Extent {
            up_to,
            ..extent.clone()
        };
        let results = Results {
            growth: Row::all(&extent, done),
            runs: done.to_vec(),
            extent,
            density: self.density,
            seed: self.seed,
            stepped_discs: 0,
            steps: Vec::new(),
        };
        conclude(&results, files)?;
        Ok(format!(
            "the results of up to {} discs are kept, without those of steps",
            grouped(up_to as u64)
        ))
    }

    fn growth(
        &self,
        extent: &Extent,
        progress: &mut Progress,
        files: &mut Option<Files>,
    ) -> Result<Vec<(Task, Run)>, Failure> {
        let tasks = extent.tasks();
        let run = |_: &mut (), index: usize| -> anyhow::Result<(Task, Run)> {
            let task = tasks[index];
            let scene = scene(self.density, self.seed, task.discs, task.number)?;
            Ok((task, task.engine.run(&scene, task.until)?))
        };
        progress.doing("events");
        let keep = |done| self.keep(extent, &all_of(done)?, files.take());
        all_of(gathered(1, tasks.len(), progress, || (), run, keep)?)
    }

    fn steps(
        &self,
        discs: usize,
        done: &[(Task, Run)],
        progress: &mut Progress,
        keep: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<Vec<StepRow>, Failure> {
        let runs = (self.runs as usize / 50).max(1);
        let run = |_: &mut (), index: usize| -> anyhow::Result<Stepped> {
            let scene = scene(self.density, self.seed, discs, (index % runs) as u64)?;
            let step = thesis::STEPS[index / runs].step;
            Ok(stepped(&scene, step, self.seconds)?)
        };
        progress.doing("steps");
        let count = thesis::STEPS.len() * runs;
        let stepped = all_of(gathered(1, count, progress, || (), run, |_| keep())?)?;
        // The same scenes from event to event.
        let beside = done.iter().filter(|(task, _)| {
            task.discs == discs && task.engine == Engine::Cells && task.number < runs as u64
        });
        let events = beside.map(|(_, run)| run.events()).sum::<u64>() as f64 / runs as f64;
        Ok(thesis::STEPS
            .iter()
            .zip(stepped.chunks(runs))
            .map(|(step, runs)| StepRow::of(step, runs, events))
            .collect())
    }
}

fn all_of<T>(done: Vec<anyhow::Result<T>>) -> Result<Vec<T>, Failure> {
    done.into_iter()
        .collect::<Result<_, _>>()
        .map_err(Failure::Input)
}

/// Writes the results.
fn conclude(results: &Results, files: Option<Files>) -> Result<(), Failure> {
    let report = table::report(results);
    if let Some(files) = files {
        if let Some(tables) = files.results {
            tables.write(results)?;
        }
        if let Some(page) = files.page {
            page.write(&report, cases::cases(results))?;
        }
    }
    print(&report.text())
}

/// What is written but for what is printed.
struct Files {
    results: Option<ResultFiles>,
    page: Option<PageFiles>,
}

/// What goes to the folder.
struct ResultFiles {
    growth: Output,
    steps: Output,
    chart: Output,
}

impl ResultFiles {
    fn create(folder: &Path) -> anyhow::Result<ResultFiles> {
        make_folder(folder)?;
        Ok(ResultFiles {
            growth: Output::file(&folder.join("kaya-growth.csv"))?,
            steps: Output::file(&folder.join("kaya-steps.csv"))?,
            chart: Output::file(&folder.join("kaya-growth.svg"))?,
        })
    }

    fn write(mut self, results: &Results) -> io::Result<()> {
        csv::growth(&mut self.growth, &results.growth)?;
        let chart = chart::chart(&results.growth).figure().wide;
        self.chart.write_all(chart.as_bytes())?;
        self.growth.finish()?;
        if !results.steps.is_empty() {
            csv::steps(&mut self.steps, &results.steps)?;
            self.steps.finish()?;
        }
        self.chart.finish()
    }
}
