//! `osculate primitives`: do vertices, faces and edges on straight lines touch, and does that agree with the truth?

mod files;
mod summary;
mod table;

use crate::answers::is_npz;
use crate::in_order::{Sink, nothing_kept};
use crate::interrupt;
use crate::numbers::{grouped, significant};
use crate::output::{Failure, Output, STDOUT, print};
use crate::progress::Progress;
use crate::streamed::{HandOver, streamed};
use clap::{Args, ValueEnum};
use osculate::query::points::{LinearOutcome, PairKind};
use osculate_io::{
    MaxSize, PrimitiveAnswerArrays, PrimitiveArrays, PrimitiveFileError, PrimitivePair,
    PrimitiveQueries, primitive_answer_json,
};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use summary::Summary;

/// How many wrong answers are told one by one.
const TOLD: usize = 10;

/// Decide exactly whether features on straight lines touch, and compare with known answers in files
///
/// Reads CSV files of queries with known answers: 8 rows per query, each row a point xn,xd,yn,yd,zn,zd,truth in rationals of
/// any size; four points at time 0 (vertex and face, or the ends of two edges), then the same points at time 1. Prints how
/// many answers contradict the truth, their times, and the stages that decided them.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate primitives vertex-face/data.csv
                                  one file; its folder gives the kind
  osculate primitives queries     all .csv files below a folder
  osculate primitives data.csv --kind ee --each
                                  answers as JSON lines, in the file's order
  osculate primitives queries.npz -o answers.npz
                                  queries and answers as NumPy arrays

A line of --each is
{\"query\":0,\"contact\":true,\"time\":0.25,\"time_upper\":0.2500000000001}:
apart up to time, touching by time_upper; both are 0 if they touch at the start,
and null if they never do. docs/straight-lines.md describes all formats.
Exit codes: 0 all answers agree with their files; 2 bad input; 1 some do not, or
the output could not be written; 130 ended by Ctrl-C: finished answers are
kept.")]
pub struct Primitives {
    /// Files of queries (CSV, or NPZ with arrays of corners), and folders of CSV files
    #[arg(value_name = "FILE.csv|FILE.npz", required = true)]
    files: Vec<PathBuf>,

    /// The kind of all queries [default: by the folder vertex-face or edge-edge that the file is in]
    #[arg(long, value_enum)]
    kind: Option<Kind>,

    /// Write every answer as a line of JSON, instead of a table
    #[arg(long)]
    each: bool,

    /// Write the table as JSON, one line per file
    #[arg(long)]
    json: bool,

    /// Also write all answers to this NPZ file, as NumPy arrays; for one file of queries
    #[arg(long, short, value_name = "ANSWERS.npz")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// A vertex and a face
    #[value(name = "vf", alias = "vertex-face")]
    VertexFace,
    /// Two edges
    #[value(name = "ee", alias = "edge-edge")]
    EdgeEdge,
}

impl From<Kind> for PairKind {
    fn from(kind: Kind) -> PairKind {
        match kind {
            Kind::VertexFace => PairKind::VertexFace,
            Kind::EdgeEdge => PairKind::EdgeEdge,
        }
    }
}

/// A query, and what its file says of it.
struct Asked {
    pair: PrimitivePair,
    truth: Option<bool>,
    line: Option<usize>,
    /// How many bytes of the file have been read.
    bytes: u64,
}

/// An answer, and what is needed to tell of it.
struct Answer {
    /// Which of the files.
    file: usize,
    /// Which query of the file.
    query: usize,
    /// Of a file of lines.
    line: Option<usize>,
    /// What the file says, if it does.
    truth: Option<bool>,
    outcome: LinearOutcome,
    /// How long it took.
    micros: f64,
    /// How many bytes of the file had been read.
    bytes: u64,
}

/// The answers so far.
struct Answers<'a> {
    paths: &'a [PathBuf],
    bar: Bytes<'a>,
    /// If each is to be written.
    lines: Option<Lines>,
    /// If each is to be written to a file.
    arrays: Option<(Output, PrimitiveAnswerArrays)>,
    /// As JSON instead of a table.
    json: bool,
    /// One a file that was begun.
    summaries: Vec<Summary>,
    wrong: usize,
    /// The first wrong answers, in words.
    told: Vec<String>,
}

impl Primitives {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        let mut progress = Progress::start();
        let paths = files::expanded(&self.files).map_err(Failure::Input)?;
        let arrays = self.answers_file(&paths).map_err(Failure::Input)?;
        if self.each {
            // Bad input must be found before anything is written.
            self.check(&paths, max_size, &mut progress)?;
            if io::stdout().is_terminal() {
                progress.silence();
            }
        }
        interrupt::hold();
        let answers = Answers {
            paths: &paths,
            bar: Bytes::start(&paths, &mut progress, "bytes of queries"),
            lines: self.each.then(|| Lines::new(paths.len() > 1)),
            arrays: arrays.map(|output| (output, PrimitiveAnswerArrays::default())),
            json: self.json,
            summaries: Vec::new(),
            wrong: 0,
            told: Vec::new(),
        };
        let work = |hand_over: &mut HandOver<Answer>| self.answer(&paths, max_size, hand_over);
        let (mut answers, end) = streamed(work, answers)?;
        end?;
        answers.write()?;
        match answers.wrong {
            0 => Ok(()),
            _ => Err(Failure::Broken(answers.contradictions())),
        }
    }

    /// Where the answers go as arrays, if they are asked for.
    fn answers_file(&self, paths: &[PathBuf]) -> anyhow::Result<Option<Output>> {
        let Some(path) = &self.output else {
            return Ok(None);
        };
        if !is_npz(path) {
            let path = path.display();
            anyhow::bail!("{path}: answers are written as arrays of NumPy, to a file *.npz");
        }
        if paths.len() != 1 {
            let count = paths.len();
            anyhow::bail!("--output is for the answers of one file, and there are {count}");
        }
        Output::file(path).map(Some)
    }

    /// The queries of a file.
    fn open(
        &self,
        path: &Path,
        most: MaxSize,
    ) -> Result<Box<dyn Iterator<Item = Result<Asked, Failure>>>, Failure> {
        let kind = self.kind.map(PairKind::from);
        if is_npz(path) {
            let arrays = PrimitiveArrays::read(path, kind, most);
            let arrays = arrays.map_err(|error| Failure::Input(error.into()))?;
            let PrimitiveArrays { pairs, truth, .. } = arrays;
            let asked = pairs.into_iter().enumerate().map(move |(row, pair)| {
                Ok(Asked {
                    pair: PrimitivePair::Linear(pair),
                    truth: truth.as_ref().map(|truth| truth[row]),
                    line: None,
                    bytes: 0,
                })
            });
            return Ok(Box::new(asked));
        }
        let mut queries = PrimitiveQueries::open(path, kind, most).map_err(bad_input)?;
        Ok(Box::new(std::iter::from_fn(move || {
            let query = queries.next()?.map_err(bad_input);
            Some(query.map(|query| Asked {
                pair: query.pair,
                truth: Some(query.truth),
                line: Some(query.line),
                bytes: queries.bytes(),
            }))
        })))
    }

    fn check(
        &self,
        paths: &[PathBuf],
        most: MaxSize,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let mut bar = Bytes::start(paths, progress, "bytes to check");
        for path in paths {
            for query in self.open(path, most)? {
                bar.show(query?.bytes);
            }
            bar.next_file(path);
        }
        Ok(())
    }

    fn answer(
        &self,
        paths: &[PathBuf],
        most: MaxSize,
        hand_over: &mut HandOver<Answer>,
    ) -> Result<(), Failure> {
        for (file, path) in paths.iter().enumerate() {
            for (index, query) in self.open(path, most)?.enumerate() {
                let query = query?;
                let started = Instant::now();
                let outcome = query.pair.first_contact();
                let answer = Answer {
                    file,
                    query: index,
                    line: query.line,
                    truth: query.truth,
                    outcome,
                    micros: started.elapsed().as_nanos() as f64 / 1000.0,
                    bytes: query.bytes,
                };
                if hand_over(answer).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

impl Sink<Answer> for Answers<'_> {
    fn take(&mut self, _: usize, answer: Answer) -> io::Result<()> {
        let path = &self.paths[answer.file];
        if answer.file == self.summaries.len() {
            if let Some(before) = answer.file.checked_sub(1) {
                self.bar.next_file(&self.paths[before]);
            }
            self.summaries.push(Summary::new(path));
        }
        self.summaries[answer.file].add(answer.truth, &answer.outcome, answer.micros);
        self.judge(path, &answer);
        if let Some((_, arrays)) = &mut self.arrays {
            arrays.push(&answer.outcome);
        }
        if let Some(lines) = &mut self.lines {
            lines.write(path, answer.query, &answer.outcome)?;
        }
        self.bar.show(answer.bytes);
        Ok(())
    }

    fn idle(&mut self) -> io::Result<()> {
        match &mut self.lines {
            Some(lines) => lines.output.flush(),
            None => Ok(()),
        }
    }

    fn interrupted(mut self, count: usize) -> Result<String, Failure> {
        if count == 0 {
            return nothing_kept();
        }
        self.write()?;
        let mut kept = format!(
            "{} queries are answered; their answers are kept, in {STDOUT}",
            grouped(count as u64)
        );
        if self.wrong > 0 {
            kept += &format!("\n{}", self.contradictions());
        }
        Ok(kept)
    }
}

impl Answers<'_> {
    /// Writes what there is.
    fn write(&mut self) -> Result<(), Failure> {
        self.bar.progress.finish();
        if let Some((mut output, arrays)) = self.arrays.take() {
            output.write_all(&arrays.to_npz()?)?;
            output.finish()?;
        }
        if let Some(lines) = self.lines.take() {
            Ok(lines.output.finish()?)
        } else if self.json {
            let lines = self.summaries.iter().map(|summary| summary.json() + "\n");
            print(&lines.collect::<String>())
        } else {
            print(&table::table(&self.summaries))
        }
    }

    fn judge(&mut self, path: &Path, answer: &Answer) {
        let found = answer.outcome.contact.is_some();
        if answer.truth.is_none_or(|truth| truth == found) {
            return;
        }
        self.wrong += 1;
        if self.told.len() < TOLD {
            let (file, index) = (path.display(), answer.query);
            let line = answer
                .line
                .map_or(String::new(), |line| format!(" (line {line})"));
            self.told.push(match answer.outcome.contact {
                Some(contact) => format!(
                    "{file}: query {index}{line}: contact by {}, but the truth is 0",
                    significant(contact.upper)
                ),
                None => {
                    format!("{file}: query {index}{line}: no contact, but the truth is 1")
                }
            });
        }
    }

    /// Which answers are wrong, in words.
    fn contradictions(&self) -> String {
        let queries: usize = self.summaries.iter().map(Summary::queries).sum();
        format!(
            "{} of {queries} answers contradict the truth that is in the file{}\n  {}",
            self.wrong,
            if self.wrong > TOLD {
                format!("; the first {TOLD}:")
            } else {
                ":".to_owned()
            },
            self.told.join("\n  ")
        )
    }
}

fn bad_input(error: PrimitiveFileError) -> Failure {
    let hint = match error {
        PrimitiveFileError::UnknownKind { .. } => "; --kind vf or --kind ee tells",
        _ => "",
    };
    Failure::Input(anyhow::anyhow!("{error}{hint}"))
}

/// Writes each answer as a line of JSON.
struct Lines {
    output: Output,
    several: bool,
    shown: Instant,
}

impl Lines {
    fn new(several: bool) -> Lines {
        Lines {
            output: Output::stdout(),
            several,
            shown: Instant::now(),
        }
    }

    fn write(&mut self, path: &Path, index: usize, outcome: &LinearOutcome) -> io::Result<()> {
        let name = path.to_string_lossy();
        let file = self.several.then_some(name.as_ref());
        let line = primitive_answer_json(file, index, outcome);
        writeln!(self.output, "{line}")?;
        if self.shown.elapsed() > Duration::from_millis(100) {
            self.output.flush()?;
            self.shown = Instant::now();
        }
        Ok(())
    }
}

/// How far the files have been read.
struct Bytes<'a> {
    progress: &'a mut Progress,
    before: u64,
    total: u64,
    steps: u32,
}

impl Bytes<'_> {
    fn start<'a>(paths: &[PathBuf], progress: &'a mut Progress, what: &'static str) -> Bytes<'a> {
        progress.doing(what);
        Bytes {
            progress,
            before: 0,
            total: paths.iter().map(|path| size(path)).sum(),
            steps: 0,
        }
    }

    fn show(&mut self, bytes: u64) {
        self.steps = self.steps.wrapping_add(1);
        // A look at the clock for every query would be a part of the work.
        if self.steps.is_multiple_of(64) {
            let done = self.before + bytes;
            self.progress.show(done as usize, self.total as usize);
        }
    }

    fn next_file(&mut self, path: &Path) {
        self.before += size(path);
    }
}

impl Drop for Bytes<'_> {
    fn drop(&mut self) {
        self.progress.finish();
    }
}

/// In bytes; 0 if that cannot be told, as it only moves a bar.
fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}
