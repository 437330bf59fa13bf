//! `osculate distance`: how far are two bodies apart, or how deep in each other?

mod report;

use crate::answers::{AnswerArgs, Lines};
use crate::hierarchies::{PerShape, any_shape, built};
use crate::in_order::{gathered, in_order, kept, nothing_kept};
use crate::interrupt;
use crate::lengths::within;
use crate::output::{Failure, STDOUT, print};
use crate::progress::Progress;
use clap::Args;
use osculate::query::hulls::Penetration;
use osculate::query::instant::{PieceContacts, Within, contacts, penetration};
use osculate::{Moving, Shape, Workspace};
use osculate_io::{DistanceFile, MaxSize, distance_json};
use report::View;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLE: &str = include_str!("../scenes/distances.json");

/// Measure the separation of two bodies at rest, or how deep they overlap, with a proof
///
/// Answers every query of a file, or of the example if there is none: as a table on a terminal; as one JSON object per line
/// when piped, with --json or with --output. Bodies are those of toc, at rest. Separations and depths are proven intervals.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate distance                             the example
  osculate distance --example > distances.json  a file to start from
  osculate distance distances.json --json
  osculate distance distances.json --within 0.01
                                                also all pairs of triangles and
                                                parts within 0.01

docs/queries.md describes queries and answers;
osculate schema distances prints the format as a JSON schema.
Exit codes: 0 done, whatever the answers; 2 bad input; 1 the output could not be
written; 130 ended by Ctrl-C: finished answers are kept, with --output in the
file.")]
pub struct DistanceArgs {
    /// The distance file (JSON); - reads standard input
    #[arg(value_name = "QUERIES.json")]
    queries: Option<PathBuf>,

    /// Also list all pairs of pieces (triangles, parts, whole convex shapes) no further apart than this, in world units;
    /// overrides the file
    #[arg(long, value_name = "LENGTH", value_parser = within, allow_hyphen_values = true)]
    within: Option<Within>,

    /// The most pairs of pieces to list per query; "complete" says whether there are more
    #[arg(long, value_name = "N", default_value_t = PieceContacts::DEFAULT_LIMIT)]
    most: usize,

    #[command(flatten)]
    answers: AnswerArgs,

    /// Print an example file
    #[arg(long, exclusive = true)]
    example: bool,
}

/// The answer to one query, which knows to which.
struct Answer {
    /// The query's index in the file.
    query: usize,
    found: Penetration,
    /// Pairs of pieces, if they were asked for.
    contacts: Option<PieceContacts>,
    /// How long it took.
    micros: f64,
}

impl DistanceArgs {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        if self.example {
            return print(EXAMPLE);
        }
        if self.answers.as_arrays() {
            let told = "distances are written as JSON lines, not as arrays of NumPy";
            return Err(Failure::Input(anyhow::anyhow!(told)));
        }
        let mut progress = Progress::start();
        let mut file = self
            .file(max_size)
            .map_err(|error| Failure::Input(error.into()))?;
        let lines = self.answers.as_lines();
        if lines {
            self.answers.silence(&mut progress);
        }
        let output = self.answers.open()?;
        let (jobs, stats) = (self.answers.threads(), self.answers.stats);
        let shapes = std::mem::take(&mut file.shapes);
        let shapes = built(shapes, &file.bodies, jobs, &mut progress, any_shape)?;
        interrupt::hold();
        progress.doing("queries");
        let count = file.queries.len();
        let work = |workspace: &mut Workspace, index| self.answer(&file, &shapes, index, workspace);
        if lines {
            let line = |Answer {
                            query,
                            found,
                            contacts,
                            micros,
                        }: Answer| {
                distance_json(query, &found, contacts.as_ref(), stats.then_some(micros))
            };
            let lines = Lines::new(output, "queries", line);
            let lines = in_order(jobs, count, &mut progress, Workspace::new, work, lines)?;
            progress.finish();
            return Ok(lines.finish()?);
        }
        let view = View::of_terminal(self.answers.all_rows);
        let keep = |answers: Vec<Answer>| {
            if answers.is_empty() {
                return nothing_kept();
            }
            print(&report::table(&answers, stats, view))?;
            Ok(kept("queries", answers.len(), count, STDOUT))
        };
        let answers = gathered(jobs, count, &mut progress, Workspace::new, work, keep)?;
        progress.finish();
        print(&report::table(&answers, stats, view))
    }

    fn file(&self, most: MaxSize) -> Result<DistanceFile, osculate_io::JsonFileError> {
        let here = Path::new("");
        match &self.queries {
            None => DistanceFile::parse(EXAMPLE, Path::new("distances.json"), here, most),
            Some(path) if path == Path::new("-") => {
                let name = Path::new("standard input");
                DistanceFile::from_reader(io::stdin().lock(), name, here, most)
            }
            Some(path) => DistanceFile::read(path, most),
        }
    }

    fn answer(
        &self,
        file: &DistanceFile,
        shapes: &PerShape<Shape>,
        index: usize,
        workspace: &mut Workspace,
    ) -> Answer {
        let query = &file.queries[index];
        let [a, b] = [&query.a, &query.b].map(|side| {
            let shape = file.bodies[side.body].shape;
            Moving::new(&shapes[shape], &side.rest)
        });
        let within = self.within.or(query.within);
        let mut near = within.map(|_| PieceContacts::new().with_limit(self.most));
        let started = Instant::now();
        let found = penetration(a, b, 0.0, workspace);
        if let (Some(within), Some(near)) = (within, &mut near) {
            contacts(a, b, 0.0, within, near, workspace);
        }
        let micros = started.elapsed().as_nanos() as f64 / 1000.0;
        Answer {
            query: index,
            found,
            contacts: near,
            micros,
        }
    }
}
