//! Answers, and means of many of them.

use super::method::Method;
use super::paper::Benchmark;
use crate::experiment::finding::Finding;
use osculate::{Outcome, Verdict};

/// One answer, and what the judge finds about it.
pub struct Record {
    pub benchmark: Benchmark,
    /// Which trial of the benchmark.
    pub trial: usize,
    /// Whether the bodies touch.
    pub collides: bool,
    pub method: Method,
    pub outcome: Outcome,
    /// How long it took.
    pub micros: f64,
    /// What is true of it.
    pub finding: Finding,
}

impl Record {
    /// How long it took.
    pub fn milliseconds(&self) -> f64 {
        self.micros / 1000.0
    }

    /// Pairs of volumes and triangles that were tested.
    pub fn steps(&self) -> f64 {
        self.outcome.stats.steps() as f64
    }

    /// Pairs at which traversals ended.
    pub fn front(&self) -> f64 {
        self.outcome.stats.front_pairs as f64
    }

    /// Traversals.
    pub fn rounds(&self) -> f64 {
        self.outcome.stats.iterations as f64
    }

    /// Neither contact nor free.
    pub fn is_undecided(&self) -> bool {
        matches!(self.outcome.verdict, Verdict::Undecided { .. })
    }
}

/// The answers of a benchmark.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub benchmark: Benchmark,
    records: &'a [Record],
}

impl<'a> Row<'a> {
    /// Those of each benchmark that has any, in the order of the table. Records of a benchmark follow each other.
    pub fn all(records: &'a [Record]) -> Vec<Row<'a>> {
        records
            .chunk_by(|one, other| one.benchmark == other.benchmark)
            .map(|records| Row {
                benchmark: records[0].benchmark,
                records,
            })
            .collect()
    }

    /// Those of a method.
    pub fn of(self, method: Method) -> impl Iterator<Item = &'a Record> {
        let of_method = move |record: &&Record| record.method == method;
        self.records.iter().filter(of_method)
    }

    /// The mean over all answers of a method, if there are any.
    pub fn mean(self, method: Method, value: fn(&Record) -> f64) -> Option<f64> {
        mean(self.of(method).map(value))
    }

    /// The same over those in which the bodies touch, or do not.
    pub fn mean_where(
        self,
        method: Method,
        collides: bool,
        value: fn(&Record) -> f64,
    ) -> Option<f64> {
        let such = self.of(method).filter(|record| record.collides == collides);
        mean(such.map(value))
    }

    /// Over which trials both methods answered: a value of the first, and of the second.
    pub fn pairs(self, methods: [Method; 2], value: fn(&Record) -> f64) -> Vec<[f64; 2]> {
        let [first, second] = methods;
        self.of(first)
            .filter_map(|one| {
                let same = |other: &&Record| other.trial == one.trial;
                Some([value(one), value(self.of(second).find(same)?)])
            })
            .collect()
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}
