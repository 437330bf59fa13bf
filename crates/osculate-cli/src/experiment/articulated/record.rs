//! Answers, and means of many of them.

use super::draw::Step;
use super::judge::Finding;
use super::method::{Change, Method};
use super::paper::Benchmark;
use osculate::Evidence;
use osculate::query::articulated::{CullingStats, RobotOutcome, RobotVerdict};
use std::collections::BTreeMap;

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
    /// What of the method is changed.
    pub change: Option<Change>,
}

/// One answer, and what the judge finds about it.
pub struct Record {
    pub question: Question,
    /// How long the motion is.
    pub length: f64,
    pub outcome: RobotOutcome,
    /// What temporal culling did.
    pub culling: Option<CullingStats>,
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
            let how = (asked.method, asked.change);
            (asked.set, asked.step, asked.tolerance, how)
        };
        records
            .chunk_by(|one, other| key(one) == key(other))
            .map(|records| Row {
                question: records[0].question,
                records,
            })
            .collect()
    }

    /// Whether the method is as it is.
    pub fn is_unchanged(&self) -> bool {
        self.question.change.is_none()
    }

    /// The mean of what temporal culling counts.
    pub fn mean_culling(self, value: fn(&CullingStats) -> u64) -> Option<f64> {
        let stats = self.records.iter().filter_map(|record| record.culling);
        mean(stats.map(|stats| value(&stats) as f64))
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

/// How many answers say that all is apart at a time by which another answer about the same motion proves that something meets.
pub fn refuted(records: &[Record]) -> usize {
    let motion = |record: &Record| {
        let asked = record.question;
        (asked.set, asked.edge, asked.step)
    };
    let mut met: BTreeMap<_, f64> = BTreeMap::new();
    for record in records {
        if let Some(found) = record.outcome.verdict.contact()
            && found.contact.evidence == Evidence::Crossing
        {
            let first = met.entry(motion(record)).or_insert(f64::INFINITY);
            *first = first.min(found.contact.upper);
        }
    }
    let refuted = |record: &&Record| {
        let apart_until = match &record.outcome.verdict {
            RobotVerdict::Free => 1.0,
            RobotVerdict::Contact(found) => found.contact.lower,
            _ => return false,
        };
        met.get(&motion(record))
            .is_some_and(|&met| met <= apart_until)
    };
    records.iter().filter(refuted).count()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}
