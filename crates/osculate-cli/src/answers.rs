//! How answers are worked out and written: the options that subcommands share, and answers as lines of JSON.

use crate::in_order::{Sink, kept, nothing_kept, threads};
use crate::output::{Failure, Output};
use crate::progress::Progress;
use clap::Args;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// How queries are answered, and where the answers go.
#[derive(Args)]
pub struct AnswerArgs {
    /// How many threads to use; the answers and their order stay the same [default: all cores]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Also report the time of each query (without building hierarchies), and counts of the work done
    #[arg(long)]
    pub stats: bool,

    /// Show all rows of a long table instead of the first and the last
    #[arg(long)]
    pub all_rows: bool,

    /// Write JSON lines even on a terminal
    #[arg(long)]
    json: bool,

    /// Write the answers to this file, as JSON lines (toc: as NumPy arrays if the name ends in .npz); it appears only when
    /// it is complete, or when Ctrl-C ends the program
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl AnswerArgs {
    /// Whether answers are written as arrays of NumPy.
    pub fn as_arrays(&self) -> bool {
        self.output.as_deref().is_some_and(is_npz)
    }

    /// How many threads to use.
    pub fn threads(&self) -> usize {
        threads(self.jobs)
    }

    /// Whether lines were asked for, wherever they go.
    pub fn asks_for_lines(&self) -> bool {
        self.json || self.output.is_some()
    }

    /// Whether answers are written as JSON lines.
    pub fn as_lines(&self) -> bool {
        self.asks_for_lines() || !io::stdout().is_terminal()
    }

    /// Shows no progress between lines on a terminal.
    pub fn silence(&self, progress: &mut Progress) {
        if self.output.is_none() && io::stdout().is_terminal() {
            progress.silence();
        }
    }

    /// Where answers go; fails now, if it has to.
    pub fn open(&self) -> Result<Output, Failure> {
        match &self.output {
            Some(path) => Output::file(path).map_err(Failure::Input),
            None => Ok(Output::stdout()),
        }
    }
}

/// Whether a file's name says that it holds arrays of NumPy.
pub fn is_npz(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("npz")
}

/// Writes each answer as the line that is made of it.
pub struct Lines<F> {
    output: Output,
    /// What is answered.
    what: &'static str,
    line: F,
    written: usize,
}

impl<F> Lines<F> {
    /// None yet; `what` is the plural of what is answered.
    pub fn new(output: Output, what: &'static str, line: F) -> Lines<F> {
        Lines {
            output,
            what,
            line,
            written: 0,
        }
    }

    /// All are written.
    pub fn finish(self) -> io::Result<()> {
        self.output.finish()
    }
}

impl<T, D: Display, F: FnMut(T) -> D> Sink<T> for Lines<F> {
    fn take(&mut self, _: usize, answer: T) -> io::Result<()> {
        self.written += 1;
        let line = (self.line)(answer);
        writeln!(self.output, "{line}")
    }

    fn idle(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    fn interrupted(self, count: usize) -> Result<String, Failure> {
        if self.written == 0 {
            return nothing_kept();
        }
        let said = kept(self.what, self.written, count, self.output.name());
        self.output.finish()?;
        Ok(said)
    }
}
