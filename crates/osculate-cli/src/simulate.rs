//! `osculate simulate`: rigid bodies that cannot pass through each other.

mod check;
mod run;
mod source;
mod summary;

use crate::interrupt;
use crate::lengths::positive;
use crate::output::{Failure, STDOUT, print};
use crate::progress::Progress;
use crate::trace_file::{Digits, TraceArgs, TraceFile, compression};
use anyhow::bail;
use check::Checker;
use clap::Args;
use osculate_io::{MaxSize, WorldTraceOptions, WorldTraceWriter};
use osculate_world::{World, scenes};
use run::{Run, run};
use source::Source;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Simulate rigid bodies that cannot pass through each other, at any speed
///
/// A body is only ever moved along a motion that is proven free. Tells how far the run came, what was cut short, how much time bodies
/// lost by that, and how near they came to each other: as a table on a terminal, and as one JSON object when piped or with --json.
#[derive(Args)]
#[command(
    override_usage = "osculate simulate [OPTIONS] SCENE.json|builtin:NAME",
    after_help = "Examples:
  osculate simulate               the built-in scenes
  osculate simulate builtin:card-house --html house.html
                                  five storeys of cards, as a page
  osculate simulate builtin:bullets --check
                                  every motion is judged by independent code
  osculate simulate scene.json --seconds 20 -o run.jsonl
                                  everything that happens, for osculate view

docs/simulate.md describes scenes and results, docs/traces.md traces;
osculate schema world prints the format of scenes as a JSON schema.
Ctrl-C ends the run between two steps: trace and results are written as at its
end.
Exit codes: 0 done; 2 bad input; 1 the output could not be written, or --check
found a motion that is not free; 130 ended by Ctrl-C."
)]
pub struct Simulate {
    /// The scene file (JSON), - for standard input, or a built-in scene such as builtin:stack [without it: the list of these]
    #[arg(value_name = "SCENE")]
    scene: Option<String>,

    /// List the built-in scenes
    #[arg(long, conflicts_with = "scene")]
    list: bool,

    /// How many seconds to simulate [default: what the scene says, or 10]
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    seconds: Option<f64>,

    /// How many frames per second the trace has [default: all that bodies do, exactly]
    #[arg(long, value_name = "F", value_parser = positive, allow_hyphen_values = true)]
    fps: Option<f64>,

    /// How many seconds a step takes [default: what the scene says, or 1/64]
    #[arg(long, value_name = "H", value_parser = positive, allow_hyphen_values = true)]
    step: Option<f64>,

    /// Write what happened to this file, for osculate view; whatever ends the run, it is valid. A name that ends in .gz is compressed
    #[arg(short = 'o', long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Write one HTML file that shows what happened; it opens from disk, with no server and no network
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,

    /// How numbers are written to the trace: exact, or in half the size
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = Digits::F64)]
    precision: Digits,

    /// Walk along every motion with code that shares nothing with the library, and count the pairs of bodies that it cannot show to be apart
    #[arg(long)]
    check: bool,

    /// Write JSON even on a terminal
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        let Some(scene) = &self.scene else {
            return print(&listed());
        };
        let mut progress = Progress::start();
        self.check_paths(scene).map_err(Failure::Input)?;
        let source = Source::read(scene, max_size).map_err(Failure::Input)?;
        let mut world = source.world(self.step).map_err(Failure::Input)?;
        let seconds = self.seconds.unwrap_or(source.seconds);
        let steps = (seconds / world.settings().step).ceil();
        if !(steps <= 1e9) {
            let told = format!("{seconds} s are {steps:.0} steps: a run has a billion at most");
            return Err(Failure::Input(anyhow::anyhow!(told)));
        }
        let tracing = TraceArgs {
            trace: self.trace.clone(),
            html: self.html.clone(),
            precision: self.precision,
        };
        let place = tracing.place()?;
        interrupt::hold();
        world.keep_moves(place.is_some() || self.check);
        let trace = match &place {
            Some(place) => Some(self.traced(&place.path, &source, seconds, &world)?),
            None => None,
        };
        let done = run(Run {
            checker: self.check.then(|| Checker::new(&world)),
            world,
            steps: steps as u64,
            trace,
            progress: &mut progress,
        })?;
        if let Some(place) = place {
            place.finish()?;
        }
        if self.json || !io::stdout().is_terminal() {
            print(&done.summary.json())?;
        } else {
            print(&done.summary.table())?;
        }
        if let Some(broken) = done.summary.broken() {
            return Err(Failure::Broken(broken));
        }
        if done.interrupted {
            return Err(Failure::Interrupted(self.kept()));
        }
        Ok(())
    }

    /// That no file is to be written that is read.
    fn check_paths(&self, scene: &str) -> anyhow::Result<()> {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        for (option, path) in [("--trace", &self.trace), ("--html", &self.html)] {
            if path
                .as_deref()
                .is_some_and(|path| real(path) == real(Path::new(scene)))
            {
                bail!("{option} would overwrite the scene");
            }
        }
        Ok(())
    }

    fn traced(
        &self,
        path: &Path,
        source: &Source,
        seconds: f64,
        world: &World,
    ) -> Result<WorldTraceWriter<TraceFile>, Failure> {
        let mut options = WorldTraceOptions::default();
        options.title = source.title.clone();
        options.until = Some(seconds);
        options.frames = self.fps;
        options.precision = self.precision.into();
        options.compression = compression(path);
        let file = TraceFile::create(path)?;
        Ok(WorldTraceWriter::new(file, world, &options)?)
    }

    /// What to say when a run is interrupted.
    fn kept(&self) -> String {
        let kept = format!("the results so far are kept, in {STDOUT}");
        match &self.trace {
            Some(path) => format!("{kept}; the trace, in {}", path.display()),
            None => kept,
        }
    }
}

/// The built-in scenes, a line each.
fn listed() -> String {
    scenes::names()
        .map(|scene| format!("builtin:{:<16}{}\n", scene.name, scene.shows))
        .collect()
}
