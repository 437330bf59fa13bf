//! `osculate toc`: when do two moving bodies first touch?

mod arrays;
mod by_hand;
mod method;
mod report;
mod shapes;
mod story;
mod trace;

use crate::answers::{AnswerArgs, Lines, is_npz};
use crate::colour;
use crate::in_order::{gathered, in_order, kept, nothing_kept};
use crate::interrupt;
use crate::lengths::{clearance, positive, skin, tolerance};
use crate::output::{Failure, STDOUT, print};
use crate::progress::Progress;
use crate::trace_file::TraceArgs;
use arrays::Arrays;
use by_hand::ByHand;
use clap::Args;
use method::Method;
use osculate::{Limits, Outcome, Workspace, query::LimitsError};
use osculate_io::{MaxSize, QueryFile, answer_json};
use report::View;
pub use report::named as named_feature;
use shapes::Shapes;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

const TWO_KNOTS: &str = include_str!("../scenes/two-knots.json");
const EXAMPLE: &str = include_str!("../scenes/example.json");

/// Find when two moving bodies first touch, with a proof
///
/// Without a query file, runs a built-in scene: two torus knots in flight. With one, answers all its queries: as a table on
/// a terminal; as one JSON object per line when piped, with --json or with --output. Bodies are meshes, balls, boxes,
/// capsules, cylinders, cones, ellipsoids, convex hulls, half-spaces, or compounds of convex shapes.
///
/// With two meshes, answers one query, given by options: each body moves from one place to another, or starts at a place
/// with constant velocity and spin, or rests at the origin.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate toc                            the built-in scene
  osculate toc --example > queries.json   a query file to start from
  osculate toc queries.json --stats       answers and the work they took
  osculate toc queries.json --method c2a  another algorithm
  osculate toc queries.json -o out.jsonl  answers as JSON lines, in a file
  osculate toc queries.npz -o out.npz     NumPy arrays in and out
  osculate toc queries.json --trace t.jsonl --query 3
                                          that query, for osculate view
  osculate toc a.stl b.obj --from-a -9,0,0 --to-a 9,0,0,0,0,90
                                          a flies past b, turned by 90° about z
  osculate toc a.stl builtin:icosphere --at-a 0,0,5 --velocity-a 0,0,-2

docs/queries.md describes queries and answers;
osculate schema queries prints the format as a JSON schema.
Exit codes: 0 done, whatever the answers; 2 bad input; 1 the output could not be
written; 130 ended by Ctrl-C: finished answers are kept, with --output in the
file.")]
pub struct Toc {
    /// The query file (JSON, or NPZ with poses in columns; - reads standard input); or the first of two meshes: a file (OBJ,
    /// PLY or STL) or a built-in mesh
    #[arg(value_name = "QUERIES.json|MESH_A")]
    queries: Option<PathBuf>,

    #[command(flatten)]
    by_hand: ByHand,

    /// The algorithm; auto takes bodies of any shape, the others only meshes or only convex shapes
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,

    /// The largest gap that counts as contact, in world units; overrides the query file [default: a millionth of the
    /// smaller body's radius]
    #[arg(long, value_name = "LENGTH", value_parser = tolerance, allow_hyphen_values = true)]
    tolerance: Option<f64>,

    /// The separation that already counts as touching, in world units; overrides the query file [default: 0]
    #[arg(long, value_name = "LENGTH", value_parser = clearance, allow_hyphen_values = true)]
    clearance: Option<f64>,

    /// A clearance for simulations that move bodies until they nearly touch, in world units: between half of this and all of
    /// it, depending on the separation at the start; the answer states it [default: 0]
    #[arg(long, value_name = "LENGTH", value_parser = skin, allow_hyphen_values = true, conflicts_with = "clearance")]
    skin: Option<f64>,

    /// The largest diameter of a leaf of capoeira's trees, in world units; it reports a contact when two leaves touch,
    /// however far apart their triangles are [default: 1/32 of half the diagonal of a mesh's box]
    #[arg(long, value_name = "LENGTH", value_parser = positive, allow_hyphen_values = true)]
    epsilon: Option<f64>,

    /// The most tests of pairs of volumes, triangles, features or supports per query; if they run out, the answer is
    /// undecided with reason budget, and a query with span [free_until, end] resumes it
    #[arg(long, value_name = "STEPS", default_value_t = Limits::DEFAULT_BUDGET, allow_hyphen_values = true)]
    budget: u64,

    #[command(flatten)]
    answers: AnswerArgs,

    #[command(flatten)]
    tracing: TraceArgs,

    /// The query to trace, numbered from 0 as in the file
    #[arg(long, value_name = "N", default_value_t = 0)]
    query: usize,

    /// Print an example query file
    #[arg(long, exclusive = true)]
    example: bool,
}

/// The answer to one query, which knows to which.
struct Answer {
    /// The query's index in the file.
    query: usize,
    outcome: Outcome,
    /// How long it took.
    micros: f64,
}

impl Toc {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        if self.example {
            return print(EXAMPLE);
        }
        if self.epsilon.is_some() && self.method != Method::Capoeira {
            let told =
                "--epsilon is how wide the leaves of capoeira are: it goes with --method capoeira";
            return Err(Failure::Input(anyhow::anyhow!(told)));
        }
        let mut progress = Progress::start();
        let mut file = self.query_file(max_size).map_err(Failure::Input)?;
        self.method.check(&file).map_err(Failure::Input)?;
        self.check_traced(&file).map_err(Failure::Input)?;
        let place = self.tracing.place()?;
        self.override_limits(&mut file).map_err(Failure::Input)?;
        let lines = self.answers.as_lines();
        let knots = self.queries.is_none() && !self.answers.asks_for_lines();
        let story = knots || self.by_hand.is_meant() && !lines;
        if lines && !story {
            self.answers.silence(&mut progress);
        }
        let output = self.answers.open()?;
        let (jobs, stats) = (self.answers.threads(), self.answers.stats);

        let started = Instant::now();
        let shapes = Shapes::build(self.method, self.epsilon, &mut file, jobs, &mut progress)?;
        let build_seconds = started.elapsed().as_secs_f64();
        interrupt::hold();
        if let Some(place) = place {
            let answer = self.answer(&file, &shapes, self.query, &mut Workspace::new());
            self.write_trace(&place.path, &file, &shapes, &answer)?;
            place.finish()?;
        }
        progress.doing("queries");
        let count = file.queries.len();
        let work = |workspace: &mut Workspace, index| self.answer(&file, &shapes, index, workspace);
        if self.answers.as_arrays() {
            let arrays = Arrays::new(output, &file.queries);
            let arrays = in_order(jobs, count, &mut progress, Workspace::new, work, arrays)?;
            progress.finish();
            return Ok(arrays.finish()?);
        }
        if lines && !story {
            let line = |answer: Answer| {
                let micros = stats.then_some(answer.micros);
                answer_json(answer.query, &answer.outcome, micros)
            };
            let lines = Lines::new(output, "queries", line);
            let lines = in_order(jobs, count, &mut progress, Workspace::new, work, lines)?;
            progress.finish();
            return Ok(lines.finish()?);
        }
        let started = Instant::now();
        let view = View::of_terminal(self.answers.all_rows);
        let table = |answers: &[Answer]| {
            let stats = stats.then(|| report::Seconds {
                build: build_seconds,
                queries: started.elapsed().as_secs_f64(),
            });
            report::table(answers, stats, view)
        };
        let keep = |answers: Vec<Answer>| {
            if answers.is_empty() {
                return nothing_kept();
            }
            print(&table(&answers))?;
            let mut kept = kept("queries", answers.len(), count, STDOUT);
            if view.leaves_out(answers.len()) {
                kept += ", except those of the rows that are not shown";
            }
            Ok(kept)
        };
        let answers = gathered(jobs, count, &mut progress, Workspace::new, work, keep)?;
        progress.finish();
        if !story {
            return print(&table(&answers));
        }
        print(&self.story(&file, &shapes, &answers, build_seconds))
    }

    /// The answer in sentences: to the built-in scene, or to a query by hand.
    fn story(
        &self,
        file: &QueryFile,
        shapes: &Shapes,
        answers: &[Answer],
        build_seconds: f64,
    ) -> String {
        let told = story::Told {
            method: &self.method.name(),
            build_seconds,
            colour: colour::is_wanted(),
        };
        let triangles = file
            .bodies
            .iter()
            .filter_map(|body| shapes.triangles(body.shape));
        match self.by_hand.is_meant() {
            false => story::of_knots(triangles, &file.queries, answers, &told),
            true => by_hand::story(file, triangles, answers, &told),
        }
    }

    fn query_file(&self, most: MaxSize) -> anyhow::Result<QueryFile> {
        if let (Some(first), true) = (&self.queries, self.by_hand.is_meant()) {
            return self.by_hand.query_file(first, most);
        }
        Ok(match &self.queries {
            None => {
                let name = Path::new("two-knots.json");
                QueryFile::parse(TWO_KNOTS, name, Path::new(""), most)?
            }
            Some(path) if path == Path::new("-") => {
                let name = Path::new("standard input");
                QueryFile::from_reader(io::stdin().lock(), name, Path::new(""), most)?
            }
            Some(path) if by_hand::is_mesh(path) => anyhow::bail!(
                "{} is a mesh: give a second one and their motions, or a query file",
                path.display()
            ),
            Some(path) if is_npz(path) => QueryFile::read_npz(path, most)?,
            Some(path) => QueryFile::read(path, most)?,
        })
    }

    fn override_limits(&self, file: &mut QueryFile) -> anyhow::Result<()> {
        for (index, query) in file.queries.iter_mut().enumerate() {
            let limits = self.limits(query.limits);
            query.limits = limits.map_err(|error| anyhow::anyhow!("queries[{index}]: {error}"))?;
        }
        Ok(())
    }

    /// Limits of a query, with what was given instead.
    fn limits(&self, limits: Limits) -> Result<Limits, LimitsError> {
        let mut limits = limits.with_budget(self.budget);
        if let Some(tolerance) = self.tolerance {
            limits = limits.with_tolerance(tolerance)?;
        }
        if let Some(clearance) = self.clearance {
            limits = limits.with_clearance(clearance)?;
        }
        if let Some(skin) = self.skin {
            limits = limits.with_skin(skin)?;
        }
        Ok(limits)
    }

    fn answer(
        &self,
        file: &QueryFile,
        shapes: &Shapes,
        index: usize,
        workspace: &mut Workspace,
    ) -> Answer {
        let query = &file.queries[index];
        let pair = [&query.a, &query.b].map(|side| file.bodies[side.body].shape);
        let started = Instant::now();
        let outcome = shapes.answer(self.method, query, pair, workspace);
        let micros = started.elapsed().as_nanos() as f64 / 1000.0;
        Answer {
            query: index,
            outcome,
            micros,
        }
    }
}
