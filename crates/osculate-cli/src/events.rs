//! `osculate events`: many discs or spheres, from event to event.

mod engine;
mod plan;
mod run;
mod summary;
mod sums;

use crate::interrupt;
use crate::lengths::positive;
use crate::numbers::grouped;
use crate::output::{Failure, Output, STDOUT, print};
use crate::progress::Progress;
use crate::trace_file::{TraceArgs, TraceFile, compression};
use anyhow::{Context, bail};
use clap::{ArgGroup, Args, ValueEnum};
use engine::Engine;
use osculate_events::generate::gas;
use osculate_events::{Domain, World};
use osculate_io::{
    AnyCheckpoint, Checkpoint, EventScene, EventSceneFile, EventTraceOptions, EventTraceWriter,
    MaxSize, Overlaps,
};
use plan::Plan;
use run::{Writing, run};
use std::f64::consts::PI;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use summary::End;

/// The share of the domain that is filled unless told.
const FRACTION: f64 = 0.3;
/// How many parts the checkpoints cut a run into unless told.
const CHECKPOINTS: f64 = 10.0;

/// Simulate hard discs or spheres from event to event; no collision is missed
///
/// Bodies fly freely between collisions with each other and with walls, under constant accelerations if the scene has any.
/// Reports the number of events, the speed of the simulation and the drift of energy: as a table on a terminal, and as one
/// JSON object when piped or with --json.
#[derive(Args)]
#[command(
    group = ArgGroup::new("source").required(true).args(["scene", "discs", "spheres", "resume"]),
    override_usage = "osculate events [OPTIONS] SCENE.json|--discs N|--spheres N|--resume FILE",
    after_help = "Examples:
  osculate events --discs 10000 --seconds 10
                                  a gas of discs in a square with walls
  osculate events --discs 1000 --3d --periodic --seconds 10
                                  spheres in a periodic cube
  osculate events scene.json --seconds 20 --trace run.jsonl
                                  a trace, for osculate view
  osculate events --discs 100000 --seconds 100 --checkpoint run.json
  osculate events --resume run.json
                                  continues that run

docs/events.md describes scenes and checkpoints, docs/traces.md traces;
osculate schema scene prints the format of scenes as a JSON schema.
Ctrl-C ends the run between two events: trace, checkpoint and results are
written as at a normal end.
Exit codes: 0 done; 2 bad input; 1 the output could not be written, or bodies
are stuck; 130 ended by Ctrl-C."
)]
pub struct Events {
    /// The scene file (JSON); - reads standard input
    #[arg(value_name = "SCENE.json")]
    scene: Option<PathBuf>,

    /// A gas of N discs of radius 1 and mass 1; velocity components are normal with variance 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000), allow_hyphen_values = true)]
    discs: Option<u32>,

    /// A gas of N spheres, as --discs N --3d
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000), allow_hyphen_values = true)]
    spheres: Option<u32>,

    /// The time to simulate to, in seconds from the start [with --resume: as before]
    #[arg(long, value_name = "S", value_parser = positive, required_unless_present = "resume", allow_hyphen_values = true)]
    seconds: Option<f64>,

    /// The share of the square, or cube, that the bodies fill [default: 0.3]
    #[arg(long, value_name = "PHI", value_parser = positive, conflicts_with_all = ["scene", "resume"], allow_hyphen_values = true)]
    fraction: Option<f64>,

    /// The seed of places and velocities [default: 0]
    #[arg(long, value_name = "K", conflicts_with_all = ["scene", "resume"])]
    seed: Option<u64>,

    /// Spheres in a cube instead of discs in a square
    #[arg(long = "3d", conflicts_with_all = ["scene", "resume"])]
    three: bool,

    /// Periodic boundaries instead of walls
    #[arg(long, conflicts_with_all = ["scene", "resume"])]
    periodic: bool,

    /// The search for the next event; all find the same events [default: cells; with --resume: as before]
    #[arg(long, value_enum)]
    engine: Option<Engine>,

    /// Move overlapping bodies of the scene file apart, instead of refusing the file
    #[arg(long, conflicts_with_all = ["discs", "spheres", "resume"])]
    resolve_overlaps: bool,

    #[command(flatten)]
    tracing: TraceArgs,

    /// Also write points, normals and impulses to the trace; without it they follow from the motions
    #[arg(long)]
    contacts: bool,

    /// Save the state to this file now and then, and at the end; each save replaces the file as a whole
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Simulated time between checkpoints [default: a tenth of --seconds; with --resume: as before]
    #[arg(long, value_name = "SECONDS", value_parser = positive, requires = "checkpoint", allow_hyphen_values = true)]
    checkpoint_every: Option<f64>,

    /// Continue from this checkpoint, bit for bit as if the run had not ended
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Write JSON even on a terminal
    #[arg(long)]
    json: bool,
}

impl Events {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        let mut progress = Progress::start();
        self.check_paths().map_err(Failure::Input)?;
        if let Some(path) = &self.resume {
            let read = AnyCheckpoint::read(path, max_size);
            return match read.map_err(|error| Failure::Input(error.into()))? {
                AnyCheckpoint::Discs(checkpoint) => self.resume(*checkpoint, path, progress),
                AnyCheckpoint::Spheres(checkpoint) => self.resume(*checkpoint, path, progress),
            };
        }
        let (scene, shifts) = match &self.scene {
            Some(path) => {
                let file = self.scene_file(path, max_size).map_err(Failure::Input)?;
                (file.scene, file.shifts)
            }
            None => {
                progress.doing("bodies");
                (self.generated().map_err(Failure::Input)?, None)
            }
        };
        let seed = match self.scene {
            Some(_) => None,
            None => Some(self.seed.unwrap_or(0)),
        };
        match scene {
            EventScene::Discs(scene) => {
                let world = World::new(&scene);
                drop(scene);
                let mut plan = self.plan(&world);
                (plan.seed, plan.shifts) = (seed, shifts);
                self.go(plan, world, progress)
            }
            EventScene::Spheres(scene) => {
                let world = World::new(&scene);
                drop(scene);
                let mut plan = self.plan(&world);
                (plan.seed, plan.shifts) = (seed, shifts);
                self.go(plan, world, progress)
            }
        }
    }

    /// That no file is to be written that is read, or twice.
    fn check_paths(&self) -> anyhow::Result<()> {
        let real = |path: &Option<PathBuf>| {
            let path = path.as_ref()?;
            Some(fs::canonicalize(path).unwrap_or_else(|_| path.clone()))
        };
        let [scene, resume] = [&self.scene, &self.resume].map(real);
        let [trace, checkpoint] = [&self.tracing.trace, &self.checkpoint].map(real);
        let same = |one: &Option<PathBuf>, other: &Option<PathBuf>| one.is_some() && one == other;
        if same(&trace, &scene) || same(&trace, &resume) {
            bail!("--trace would overwrite the file that is to be read");
        }
        if same(&checkpoint, &scene) {
            bail!("--checkpoint would overwrite the scene");
        }
        if same(&checkpoint, &trace) {
            bail!("--trace and --checkpoint are the same file");
        }
        Ok(())
    }

    fn scene_file(&self, path: &Path, most: MaxSize) -> anyhow::Result<EventSceneFile> {
        let overlaps = if self.resolve_overlaps {
            Overlaps::Resolve
        } else {
            Overlaps::Refuse
        };
        Ok(if path == Path::new("-") {
            let name = Path::new("standard input");
            EventSceneFile::from_reader(io::stdin().lock(), name, overlaps, most)?
        } else {
            EventSceneFile::read(path, overlaps, most)?
        })
    }

    fn generated(&self) -> anyhow::Result<EventScene> {
        let count = self.discs.or(self.spheres).unwrap_or(1) as usize;
        let fraction = self.fraction.unwrap_or(FRACTION);
        let seed = self.seed.unwrap_or(0);
        let space = self.three || self.spheres.is_some();
        // They start on a lattice of squares or cubes.
        let room = |dimension: i32, volume: f64| {
            let rows = (count as f64).powf(1.0 / f64::from(dimension));
            // As the generator has it: 27 bodies are 3 rows of 3, whatever the root is rounded to.
            let rows = rows.round().max((rows - 1e-9).ceil());
            count as f64 * volume / (2.0 * rows).powi(dimension)
        };
        let (name, most) = if space {
            ("spheres", room(3, 4.0 / 3.0 * PI))
        } else {
            ("discs", room(2, PI))
        };
        if fraction >= most {
            bail!(
                "{count} {name} cannot fill a fraction of {fraction}: they start on a lattice, where they fill less than \
                 {:.4}",
                (most * 1e4).floor() / 1e4
            );
        }
        Ok(if space {
            let domain = if self.periodic {
                Domain::periodic
            } else {
                Domain::walls
            };
            EventScene::Spheres(gas(count, fraction, seed, domain)?)
        } else {
            let domain = if self.periodic {
                Domain::periodic
            } else {
                Domain::walls
            };
            EventScene::Discs(gas(count, fraction, seed, domain)?)
        })
    }

    fn plan<const D: usize>(&self, world: &World<D>) -> Plan<D> {
        let engine = self.engine.unwrap_or(Engine::Cells);
        let seconds = self.seconds.unwrap_or(0.0);
        let every = self.checkpoint.as_ref().map(|_| {
            self.checkpoint_every
                .unwrap_or_else(|| seconds / CHECKPOINTS)
        });
        Plan::new(world, engine, seconds, every)
    }

    fn resume<const D: usize>(
        &self,
        checkpoint: Checkpoint<D>,
        path: &Path,
        progress: Progress,
    ) -> Result<(), Failure> {
        let (plan, world) = self.resumed(checkpoint, path).map_err(Failure::Input)?;
        self.go(plan, world, progress)
    }

    fn resumed<const D: usize>(
        &self,
        checkpoint: Checkpoint<D>,
        path: &Path,
    ) -> anyhow::Result<(Plan<D>, World<D>)> {
        let told = || format!("the checkpoint {} is damaged", path.display());
        let world = World::from_snapshot(&checkpoint.snapshot)
            .with_context(told)
            .map_err(|error| anyhow::anyhow!("{error:#}"))?;
        let engine = match self.engine {
            Some(engine) => engine,
            None => Engine::from_str(&checkpoint.engine, false)
                .map_err(|_| anyhow::anyhow!("{}: its engine is unknown", told()))?,
        };
        let time = checkpoint.snapshot.time;
        let seconds = self.seconds.unwrap_or(checkpoint.seconds);
        // The time may have been rounded up.
        if seconds < time * (1.0 - 4.0 * f64::EPSILON) {
            bail!(
                "the checkpoint {} is of time {time}, later than {seconds}",
                path.display()
            );
        }
        let (every, next) = match (self.checkpoint_every, checkpoint.every) {
            (None, Some(every)) => {
                if !(every * checkpoint.next as f64 >= time) {
                    bail!("{}: the next checkpoint is due before it", told());
                }
                (Some(every), checkpoint.next)
            }
            (Some(every), _) => (
                Some(every),
                ((time / every).floor() as u64).saturating_add(1),
            ),
            (None, None) => (None, 1),
        };
        let plan = Plan {
            engine,
            seed: checkpoint.seed,
            seconds,
            every,
            next,
            start: checkpoint.start,
            shifts: None,
        };
        Ok((plan, world))
    }

    fn go<const D: usize>(
        &self,
        plan: Plan<D>,
        world: World<D>,
        mut progress: Progress,
    ) -> Result<(), Failure> {
        plan.engine.check(world.len()).map_err(Failure::Input)?;
        plan.check_checkpoints().map_err(Failure::Input)?;
        if let Some(path) = &self.checkpoint {
            // Whether that can be written is better known now than after hours.
            Output::file(path).map_err(Failure::Input)?;
        }
        let place = self.tracing.place()?;
        interrupt::hold();
        let trace = match &place {
            Some(place) => Some(self.traced(&place.path, &plan, &world)?),
            None => None,
        };
        let writing = Writing {
            trace,
            checkpoint: self.checkpoint.as_deref(),
            progress: &mut progress,
        };
        let done = run(plan, world, writing)?;
        if let Some(place) = place {
            place.finish()?;
        }
        if self.json || !io::stdout().is_terminal() {
            print(&done.summary.json())?;
        } else {
            print(&done.summary.table())?;
        }
        if let Some(stuck) = done.stuck {
            return Err(Failure::Stuck(stuck.to_string()));
        }
        if done.end == End::Interrupted {
            return Err(Failure::Interrupted(self.kept()));
        }
        Ok(())
    }

    fn traced<const D: usize>(
        &self,
        path: &Path,
        plan: &Plan<D>,
        world: &World<D>,
    ) -> Result<EventTraceWriter<D, TraceFile>, Failure> {
        let source = self.scene.as_ref().or(self.resume.as_ref());
        let title = match source.and_then(|path| path.file_stem()) {
            Some(name) => name.to_string_lossy().into_owned(),
            None => {
                let bodies = if D == 2 { "discs" } else { "spheres" };
                format!("{} {bodies}", grouped(world.len() as u64))
            }
        };
        let mut options = EventTraceOptions::default();
        options.title = title;
        options.until = Some(plan.seconds);
        options.precision = self.tracing.precision.into();
        options.compression = compression(path);
        options.contacts = self.contacts;
        Ok(EventTraceWriter::new(
            TraceFile::create(path)?,
            world,
            &options,
        )?)
    }

    /// What to say when a run is interrupted.
    fn kept(&self) -> String {
        let mut kept = format!("the results so far are kept, in {STDOUT}");
        for (what, path) in [
            ("trace", &self.tracing.trace),
            ("checkpoint", &self.checkpoint),
        ] {
            if let Some(path) = path {
                kept += &format!("; the {what}, in {}", path.display());
            }
        }
        kept
    }
}
