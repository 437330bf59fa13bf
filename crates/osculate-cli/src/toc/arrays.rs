//! Answers as arrays of NumPy.

use super::Answer;
use crate::in_order::{Sink, kept, nothing_kept};
use crate::output::{Failure, Output};
use osculate_io::{AnswerArrays, Query};
use std::io::{self, Write};

/// Gathers answers, and writes them all at once.
pub struct Arrays<'q> {
    output: Output,
    queries: &'q [Query],
    answers: AnswerArrays,
    /// The queries that they are of.
    numbers: Vec<i64>,
}

impl<'q> Arrays<'q> {
    /// None yet.
    pub fn new(output: Output, queries: &'q [Query]) -> Arrays<'q> {
        Arrays {
            output,
            queries,
            answers: AnswerArrays::default(),
            numbers: Vec::new(),
        }
    }

    /// All are there.
    pub fn finish(mut self) -> io::Result<()> {
        let bytes = self.answers.to_npz(&self.numbers)?;
        self.output.write_all(&bytes)?;
        self.output.finish()
    }
}

impl Sink<Answer> for Arrays<'_> {
    fn take(&mut self, _: usize, answer: Answer) -> io::Result<()> {
        let span = self.queries[answer.query].span;
        self.answers.push(&answer.outcome, span);
        self.numbers.push(answer.query as i64);
        Ok(())
    }

    fn interrupted(self, count: usize) -> Result<String, Failure> {
        if self.numbers.is_empty() {
            return nothing_kept();
        }
        let said = kept("queries", self.numbers.len(), count, self.output.name());
        self.finish()?;
        Ok(said)
    }
}
