//! `osculate simulate`: rigid bodies that cannot pass through each other.

mod cables;
mod check;
mod checkpoint;
mod run;
mod source;
mod summary;

use crate::interrupt;
use crate::lengths::positive;
use crate::output::{Failure, Output, STDOUT, print};
use crate::progress::Progress;
use crate::trace_file::{Digits, TraceArgs, TraceFile, compression};
use anyhow::bail;
use check::Checker;
use checkpoint::{Checkpoint, Saving};
use clap::Args;
use osculate_io::{MaxSize, WorldTraceOptions, WorldTraceWriter};
use osculate_world::{CabledWorld, scenes};
use run::{Run, run};
use source::Source;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use summary::Tally;

/// Simulate rigid bodies and cables that cannot pass through each other, at any speed
///
/// Each body moves only along motions that are proven free. Reports how far the run came, which motions were cut short, how
/// much time bodies lost by that, and how near they came to each other: as a table on a terminal, and as one JSON object
/// when piped or with --json.
#[derive(Args)]
#[command(
    override_usage = "osculate simulate [OPTIONS] SCENE.json|builtin:NAME|--resume FILE",
    after_help = "Examples:
  osculate simulate               lists the built-in scenes
  osculate simulate builtin:card-house --html house.html
                                  five storeys of cards, as a page
  osculate simulate builtin:hoop-and-ball --html hoop.html
                                  a ball falls through a hoop with a net
  osculate simulate builtin:bullets --check
                                  independent code judges every motion
  osculate simulate scene.json --seconds 20 -o run.jsonl
                                  a trace, for osculate view
  osculate simulate builtin:drop --seconds 60 --checkpoint run.json
  osculate simulate --resume run.json
                                  continues that run

docs/simulate.md describes scenes and results, docs/traces.md traces;
osculate schema world prints the format of scenes as a JSON schema.
Ctrl-C ends the run between two steps: trace and results are written as at a
normal end; the checkpoint is the last one that was due.
Exit codes: 0 done; 2 bad input; 1 the output could not be written, or --check
found a motion that is not free; 130 ended by Ctrl-C."
)]
pub struct Simulate {
    /// The scene file (JSON), - for standard input, or a built-in scene such as builtin:stack [default: list the built-in
    /// scenes]
    #[arg(value_name = "SCENE")]
    scene: Option<String>,

    /// List the built-in scenes
    #[arg(long, conflicts_with = "scene")]
    list: bool,

    /// The time to simulate to, in seconds from the start [default: that of the scene, or 10; with --resume: as before]
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    seconds: Option<f64>,

    /// Frames per second in the trace [default: exact motions, no frames]
    #[arg(long, value_name = "F", value_parser = positive, allow_hyphen_values = true)]
    fps: Option<f64>,

    /// Seconds per step [default: that of the scene, or 1/64]
    #[arg(long, value_name = "H", value_parser = positive, conflicts_with = "resume", allow_hyphen_values = true)]
    step: Option<f64>,

    /// Write a trace to this file, for osculate view; it stays valid if the run ends early. If the name ends in .gz, it is
    /// compressed
    #[arg(short = 'o', long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Write one HTML file that shows the trace; it opens from disk, without server or network
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,

    /// How to write numbers to the trace: exact, or in half the size
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = Digits::F64)]
    precision: Digits,

    /// Follow every motion with code that shares nothing with the library, and count the pairs of bodies that it cannot show
    /// to be apart
    #[arg(long)]
    check: bool,

    /// Save the state to this file ten times on the way, and at the end; each save replaces the file as a whole
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Continue from this checkpoint, bit for bit as if the run had not ended
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scene", "list"])]
    resume: Option<PathBuf>,

    /// Write JSON even on a terminal
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        if self.scene.is_none() && self.resume.is_none() {
            return print(&listed());
        }
        let mut progress = Progress::start();
        self.check_paths().map_err(Failure::Input)?;
        let mut start = self.start(max_size).map_err(Failure::Input)?;
        let seconds = start.seconds;
        let steps = (seconds / start.world.world().settings().step).ceil();
        if !(steps <= 1e9) {
            let told = format!("{seconds:?} s are {steps:e} steps: a run has a billion at most");
            return Err(Failure::Input(anyhow::anyhow!(told)));
        }
        let steps = steps as u64;
        if let Some(path) = &self.checkpoint {
            // Whether that can be written is better known now than after hours.
            Output::file(path).map_err(Failure::Input)?;
        }
        let tracing = TraceArgs {
            trace: self.trace.clone(),
            html: self.html.clone(),
            precision: self.precision,
        };
        let place = tracing.place()?;
        interrupt::hold();
        start.world.keep_parts(place.is_some() || self.check);
        let trace = match &place {
            Some(place) => Some(self.traced(&place.path, &start)?),
            None => None,
        };
        let saving = Saving {
            path: self.checkpoint.as_deref(),
            every: start
                .every
                .unwrap_or_else(|| steps.div_ceil(CHECKPOINTS).max(1)),
            title: start.title,
            seconds,
        };
        let done = run(Run {
            checker: self.check.then(|| Checker::new(&start.world)),
            world: start.world,
            tally: start.tally,
            steps,
            trace,
            saving: (self.checkpoint.is_some() || start.every.is_some()).then_some(saving),
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

    /// What a run begins with.
    fn start(&self, most: MaxSize) -> anyhow::Result<Start> {
        if let Some(path) = &self.resume {
            let checkpoint = Checkpoint::read(path, most)?;
            let (title, tally) = (checkpoint.title.clone(), checkpoint.tally.clone());
            let every = Some(checkpoint.every);
            let seconds = self.seconds.unwrap_or(checkpoint.seconds);
            let world = checkpoint.world(path)?;
            if seconds < world.world().time() {
                let (path, time) = (path.display(), world.world().time());
                bail!("the checkpoint {path} is of time {time}, later than {seconds}");
            }
            return Ok(Start {
                world,
                title,
                seconds,
                every,
                tally,
            });
        }
        let source = Source::read(self.scene.as_deref().unwrap_or_default(), most)?;
        let world = source.world(self.step)?;
        Ok(Start {
            tally: Tally::start(&world),
            world,
            title: source.title,
            seconds: self.seconds.unwrap_or(source.seconds),
            every: None,
        })
    }

    /// That no file is to be written that is read, or twice.
    fn check_paths(&self) -> anyhow::Result<()> {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let written = [
            ("--trace", &self.trace),
            ("--html", &self.html),
            ("--checkpoint", &self.checkpoint),
        ];
        let mut seen: Vec<(&str, PathBuf)> = Vec::new();
        let scene = self.scene.as_ref().map(|scene| real(Path::new(scene)));
        let resume = self.resume.as_ref().map(|path| real(path));
        for (option, path) in written {
            let Some(path) = path.as_deref().map(real) else {
                continue;
            };
            let resumed = resume.as_ref() == Some(&path) && option != "--checkpoint";
            if scene.as_ref() == Some(&path) || resumed {
                bail!("{option} would overwrite the file that is to be read");
            }
            if let Some((other, _)) = seen.iter().find(|(_, known)| *known == path) {
                bail!("{other} and {option} are the same file");
            }
            seen.push((option, path));
        }
        Ok(())
    }

    fn traced(&self, path: &Path, start: &Start) -> Result<WorldTraceWriter<TraceFile>, Failure> {
        let mut options = WorldTraceOptions::default();
        options.title = start.title.clone();
        options.until = Some(start.seconds);
        options.frames = self.fps;
        options.precision = self.precision.into();
        options.compression = compression(path);
        let file = TraceFile::create(path)?;
        Ok(WorldTraceWriter::with_cables(file, &start.world, &options)?)
    }

    /// What to say when a run is interrupted.
    fn kept(&self) -> String {
        let mut kept = format!("the results so far are kept, in {STDOUT}");
        for (what, path) in [
            ("trace", &self.trace),
            ("last checkpoint", &self.checkpoint),
        ] {
            if let Some(path) = path {
                kept += &format!("; the {what}, in {}", path.display());
            }
        }
        kept
    }
}

/// How many checkpoints a run has.
const CHECKPOINTS: u64 = 10;

/// What a run begins with.
struct Start {
    world: CabledWorld,
    title: String,
    /// Until when.
    seconds: f64,
    /// How many steps lie between checkpoints, if they did so before.
    every: Option<u64>,
    tally: Tally,
}

/// The built-in scenes, a line each.
fn listed() -> String {
    scenes::names()
        .map(|scene| format!("builtin:{:<16}{}\n", scene.name, scene.shows))
        .collect()
}
