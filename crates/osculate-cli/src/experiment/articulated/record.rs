//! Answers, and means of many of them.

use super::draw::Step;
use super::judge::Finding;
use super::method::Method;
use super::paper::Benchmark;
use osculate::query::articulated::{RobotOutcome, RobotVerdict};

/// How close is close enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tolerance {
    Paper,
    Default,
}

impl Tolerance {
    /// In the order of the table.
    pub const ALL: [Tolerance; 2] = [Tolerance::Paper, Tolerance::Default];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Tolerance::Paper => "0.001",
            Tolerance::Default => "default",
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Which of the sets, and which of its motions.
    pub set: usize,
    pub benchmark: Benchmark,
    pub edge: usize,
    pub step: Step,
    pub tolerance: Tolerance,
    pub method: Method,
}

/// One answer, and what the judge finds about it.
pub struct Record {
    pub question: Question,
    /// How long the motion is.
    pub length: f64,
    pub outcome: RobotOutcome,
    /// How long it took.
    pub micros: f64,
    pub finding: Finding,
}

impl Record {
    /// How long it took.
    pub fn milliseconds(&self) -> f64 {
        self.micros / 1000.0
    }

    /// Whether something touches.
    pub fn collides(&self) -> bool {
        !matches!(self.outcome.verdict, RobotVerdict::Free)
    }

    /// Neither contact nor free.
    pub fn is_undecided(&self) -> bool {
        matches!(self.outcome.verdict, RobotVerdict::Undecided { .. })
    }

    /// Pairs of volumes and of triangles that were tested.
    pub fn steps(&self) -> f64 {
        self.outcome.stats.pairs.steps() as f64
    }
}

/// The answers of a method to one kind of motions.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub question: Question,
    records: &'a [Record],
}

impl<'a> Row<'a> {
    /// All, in the order in which they were asked. Records of a row follow each other.
    pub fn all(records: &'a [Record]) -> Vec<Row<'a>> {
        let key = |record: &Record| {
            let asked = record.question;
            (asked.set, asked.step, asked.tolerance, asked.method)
        };
        records
            .chunk_by(|one, other| key(one) == key(other))
            .map(|records| Row {
                question: records[0].question,
                records,
            })
            .collect()
    }

    /// Its answers.
    pub fn records(self) -> &'a [Record] {
        self.records
    }

    /// The share of motions that collide.
    pub fn colliding(self) -> f64 {
        let colliding = self.records.iter().filter(|record| record.collides());
        colliding.count() as f64 / self.records.len() as f64
    }

    /// The mean over all answers.
    pub fn mean(self, value: fn(&Record) -> f64) -> Option<f64> {
        mean(self.records.iter().map(value))
    }

    /// The same over those that collide, or do not.
    pub fn mean_where(self, collides: bool, value: fn(&Record) -> f64) -> Option<f64> {
        let such = |record: &&Record| record.collides() == collides;
        mean(self.records.iter().filter(such).map(value))
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}
