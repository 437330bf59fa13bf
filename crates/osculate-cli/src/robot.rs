//! `osculate robot`: is this motion of a robot free, all along, and if not, when does what touch what?

mod description;
mod journey;
mod method;
mod report;
mod source;
mod story;
mod trace;

use crate::answer_table::View;
use crate::answers::Lines;
use crate::in_order::{gathered, in_order, kept, nothing_kept, threads};
use crate::interrupt;
use crate::lengths::{clearance, tolerance};
use crate::numbers::grouped;
use crate::output::{Failure, Output, STDOUT, print};
use crate::progress::Progress;
use crate::trace_file::TraceArgs;
use clap::Args;
use journey::Journey;
use method::{Method, Part};
use osculate::query::articulated::{CullingStats, RobotOutcome, RobotVerdict, Workcell};
use osculate::robot::Environment;
use osculate::{Limits, Workspace, query::LimitsError};
use osculate_io::{MaxSize, robot_answer_json};
use source::Source;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Instant;

/// Find when a robot first touches itself or something else along a path, with a proof
///
/// A robot is a URDF file, or built in: arm6, arm7, puma, mannequin, chessmen, hand. A motion is a path through waypoints,
/// or many edges, each straight between two configurations. Without a motion, lists the links, the joints, and the pairs of
/// links that are checked; a built-in robot moves along a path of its own.
///
/// Answers are a table on a terminal, and one JSON object per line when piped or with --json. All links are checked against
/// all obstacles and against each other, except pairs that the SRDF file disables; if it disables none, except links that a
/// joint connects or that always touch.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate robot builtin:arm7                    a built-in robot at work
  osculate robot builtin:hand --html hand.html   a page that shows it
  osculate robot arm.urdf                        its links, joints and pairs
  osculate robot arm.urdf --srdf arm.srdf --env shelf.json --path path.json
  osculate robot arm.urdf --edges edges.npz --require-free
                                                 exit code 3 unless all are free
  osculate robot arm.urdf --edges edges.csv --json > answers.jsonl
  osculate robot arm.urdf --package arm_description=folders/arm

docs/robots.md describes paths, edges, environments and answers;
osculate schema prints the formats as JSON schemas.
Exit codes: 0 done, whatever the answers; 2 bad input; 1 the output could not be
written; 3 with --require-free, an edge that is not proven free; 130 ended by
Ctrl-C: finished answers are kept.")]
pub struct RobotArgs {
    /// A URDF file, or a built-in robot such as builtin:arm7
    #[arg(value_name = "ROBOT.urdf|builtin:NAME")]
    robot: String,

    /// The SRDF file: pairs of links that need no check, groups, and default positions of joints
    #[arg(long, value_name = "FILE")]
    srdf: Option<PathBuf>,

    /// The folder of package://NAME/…; may be repeated [default: the folder of that name above the URDF file]
    #[arg(long, value_name = "NAME=DIR", value_parser = source::package)]
    package: Vec<(String, PathBuf)>,

    /// Obstacles: bodies that stand around, move, or are held by the robot (JSON)
    #[arg(long, value_name = "ENV.json")]
    env: Option<PathBuf>,

    /// Waypoints that the robot moves through, straight from each to the next, in the time from 0 to 1 (JSON)
    #[arg(long, value_name = "PATH.json", conflicts_with = "edges")]
    path: Option<PathBuf>,

    /// Many motions, each straight from one configuration to another in the time from 0 to 1 (JSON, CSV, NPZ or NPY)
    #[arg(long, value_name = "EDGES.npz|csv|json")]
    edges: Option<PathBuf>,

    /// Check links against each other only, without obstacles
    #[arg(long = "self")]
    only_self: bool,

    /// The separation that already counts as touching, in metres [default: 0]
    #[arg(long, value_name = "LENGTH", value_parser = clearance, allow_hyphen_values = true)]
    clearance: Option<f64>,

    /// The largest gap that counts as contact, in metres [default: a millionth of the radius of the smaller of two shapes]
    #[arg(long, value_name = "LENGTH", value_parser = tolerance, allow_hyphen_values = true)]
    tolerance: Option<f64>,

    /// The algorithm
    #[arg(long, value_enum, default_value_t = Method::Slabs)]
    method: Method,

    /// Parts of temporal culling to switch off; --stats counts their work
    #[arg(long, value_enum, value_name = "PART,…", value_delimiter = ',')]
    without: Vec<Part>,

    /// The most steps per edge; if they run out, the answer is undecided with reason budget
    #[arg(long, value_name = "STEPS", default_value_t = Limits::DEFAULT_BUDGET, allow_hyphen_values = true)]
    budget: u64,

    /// Exit with code 3 unless every edge is proven free
    #[arg(long)]
    require_free: bool,

    /// How many threads to use; the answers and their order stay the same [default: all cores]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Also report the time of each edge, and counts of the work done
    #[arg(long)]
    stats: bool,

    /// Show all rows of a long table instead of the first and the last
    #[arg(long)]
    all_rows: bool,

    /// Write JSON lines even on a terminal
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    tracing: TraceArgs,

    /// The edge to trace, numbered from 0 as in the file
    #[arg(long, value_name = "N", default_value_t = 0)]
    edge: usize,
}

/// The answer to one edge.
struct Answer {
    /// Its number in the file.
    edge: usize,
    outcome: RobotOutcome,
    /// What the parts of temporal culling did.
    culling: Option<CullingStats>,
    /// How long it took.
    micros: f64,
}

impl RobotArgs {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        if !self.without.is_empty() && self.method != Method::TemporalCulling {
            let told = "--without leaves out parts of temporal culling: it goes with --method temporal-culling";
            return Err(Failure::Input(anyhow::anyhow!(told)));
        }
        let progress = Progress::start();
        self.answer(progress, max_size)
    }

    fn answer(&self, mut progress: Progress, max_size: MaxSize) -> Result<(), Failure> {
        let source = Source::load(self, max_size).map_err(Failure::Input)?;
        let Some(journey) = Journey::load(self, &source, max_size).map_err(Failure::Input)? else {
            self.without_journey().map_err(Failure::Input)?;
            return print(&match self.json {
                true => description::json(&source),
                false => description::text(&source),
            });
        };
        let nothing = Environment::new();
        let environment = match self.only_self {
            true => &nothing,
            false => &source.environment,
        };
        let cell = Workcell::new(&source.robot, environment)
            .map_err(|error| Failure::Input(error.into()))?;
        let limits = self
            .limits()
            .map_err(|error| Failure::Input(error.into()))?;
        journey.check(&source.robot).map_err(Failure::Input)?;
        self.check_traced(&journey).map_err(Failure::Input)?;
        let place = self.tracing.place()?;
        let asked = Asked {
            cell: &cell,
            journey: &journey,
            limits,
            args: self,
        };
        interrupt::hold();
        if let Some(place) = place {
            let answer = asked.answer(self.edge, &mut Workspace::new());
            self.write_trace(&place.path, &source, &asked, &answer)?;
            place.finish()?;
        }
        progress.doing("edges");
        let free = match self.as_lines(&source) {
            true => self.lines(&asked, progress)?,
            false => self.table(&source, &asked, progress)?,
        };
        match self.require_free && free < journey.len() {
            true => Err(Failure::NotFree(not_free(
                journey.len() - free,
                journey.len(),
            ))),
            false => Ok(()),
        }
    }

    /// Whether answers are written as JSON lines. What a built-in robot shows is for people, wherever it goes.
    fn as_lines(&self, source: &Source) -> bool {
        let show = source.is_builtin() && self.path.is_none() && self.edges.is_none();
        self.json || !(show || io::stdout().is_terminal())
    }

    /// Answers as JSON lines; how many edges are free.
    fn lines(&self, asked: &Asked, mut progress: Progress) -> Result<usize, Failure> {
        if io::stdout().is_terminal() {
            progress.silence();
        }
        let started = Instant::now();
        let (robot, environment) = (asked.cell.robot(), asked.cell.environment());
        let mut free = 0;
        let line = |answer: Answer| {
            free += usize::from(is_free(&answer.outcome));
            let micros = self.stats.then_some(answer.micros);
            robot_answer_json(answer.edge, &answer.outcome, robot, environment, micros)
        };
        let sink = Lines::new(Output::stdout(), "edges", line);
        let count = asked.journey.len();
        let work = |workspace: &mut Workspace, index| asked.answer(index, workspace);
        let lines = in_order(
            threads(self.jobs),
            count,
            &mut progress,
            Workspace::new,
            work,
            sink,
        )?;
        progress.finish();
        lines.finish()?;
        progress.say(&report::rate(count, started.elapsed().as_secs_f64()));
        Ok(free)
    }

    /// Answers as a table, or as sentences if there is one; how many edges are free.
    fn table(
        &self,
        source: &Source,
        asked: &Asked,
        mut progress: Progress,
    ) -> Result<usize, Failure> {
        let started = Instant::now();
        let view = View::of_terminal(self.all_rows);
        let table = |answers: &[Answer]| {
            let seconds = started.elapsed().as_secs_f64();
            report::table(answers, asked.cell, seconds, self.stats, view)
        };
        let count = asked.journey.len();
        let keep = |answers: Vec<Answer>| {
            if answers.is_empty() {
                return nothing_kept();
            }
            print(&table(&answers))?;
            Ok(kept("edges", answers.len(), count, STDOUT))
        };
        let work = |workspace: &mut Workspace, index| asked.answer(index, workspace);
        let answers = gathered(
            threads(self.jobs),
            count,
            &mut progress,
            Workspace::new,
            work,
            keep,
        )?;
        progress.finish();
        match &answers[..] {
            [answer] if self.edges.is_none() => {
                print(&story::of_path(source, asked, answer, view))?
            }
            answers => print(&table(answers))?,
        }
        Ok(answers
            .iter()
            .filter(|answer| is_free(&answer.outcome))
            .count())
    }

    fn limits(&self) -> Result<Limits, LimitsError> {
        let mut limits = Limits::default().with_budget(self.budget);
        if let Some(tolerance) = self.tolerance {
            limits = limits.with_tolerance(tolerance)?;
        }
        if let Some(clearance) = self.clearance {
            limits = limits.with_clearance(clearance)?;
        }
        Ok(limits)
    }

    /// That nothing is asked for that needs a motion.
    fn without_journey(&self) -> anyhow::Result<()> {
        let asked = [
            ("--trace", self.tracing.trace.is_some()),
            ("--html", self.tracing.html.is_some()),
            ("--require-free", self.require_free),
        ];
        match asked.into_iter().find(|(_, is_asked)| *is_asked) {
            Some((option, _)) => anyhow::bail!("{option} needs a motion: give --path or --edges"),
            None => Ok(()),
        }
    }
}

/// All that an answer depends on.
struct Asked<'a> {
    cell: &'a Workcell<'a>,
    journey: &'a Journey,
    limits: Limits,
    args: &'a RobotArgs,
}

impl Asked<'_> {
    fn answer(&self, edge: usize, workspace: &mut Workspace) -> Answer {
        let path = self.journey.path(self.cell.robot(), edge);
        let started = Instant::now();
        let RobotArgs {
            method, without, ..
        } = self.args;
        let (outcome, culling) =
            method.first_contact(self.cell, &path, &self.limits, without, workspace);
        Answer {
            edge,
            outcome,
            culling,
            micros: started.elapsed().as_secs_f64() * 1e6,
        }
    }
}

fn is_free(outcome: &RobotOutcome) -> bool {
    matches!(outcome.verdict, RobotVerdict::Free)
}

fn not_free(count: usize, of: usize) -> String {
    let [count, of] = [count, of].map(|number| grouped(number as u64));
    format!("{count} of {of} edges are not proven free")
}
