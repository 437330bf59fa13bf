//! The answers to a file, in numbers.

use osculate::query::points::{LinearOutcome, Stage};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The stages, in the order in which they are tried.
pub const STAGES: [(Stage, &str); 4] = [
    (Stage::Axis, "axis"),
    (Stage::Rounded, "rounded"),
    (Stage::Coefficients, "coefficients"),
    (Stage::Algebraic, "algebraic"),
];

/// The answers to one file, or to all.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The file.
    pub file: PathBuf,
    /// How many answers are a contact.
    pub contacts: usize,
    /// Contacts where the truth has none.
    pub false_positives: usize,
    /// Contacts of the truth that were not found.
    pub false_negatives: usize,
    /// How many took more than rounded numbers.
    pub exact: usize,
    /// How many ended at each of [`STAGES`].
    stages: [usize; STAGES.len()],
    /// Microseconds an answer.
    micros: Vec<f64>,
}

/// How long answers took, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Times {
    pub mean: f64,
    pub median: f64,
    pub p99: f64,
    pub worst: f64,
}

impl Summary {
    /// Of a file, without any answer yet.
    pub fn new(file: &Path) -> Summary {
        Summary {
            file: file.to_owned(),
            ..Summary::default()
        }
    }

    /// Of all files.
    pub fn total(summaries: &[Summary]) -> Summary {
        let mut total = Summary::new(Path::new("total"));
        for summary in summaries {
            total.contacts += summary.contacts;
            total.false_positives += summary.false_positives;
            total.false_negatives += summary.false_negatives;
            total.exact += summary.exact;
            for (sum, count) in total.stages.iter_mut().zip(summary.stages) {
                *sum += count;
            }
            total.micros.extend(&summary.micros);
        }
        total
    }

    /// Adds an answer.
    pub fn add(&mut self, truth: Option<bool>, outcome: &LinearOutcome, micros: f64) {
        let contact = outcome.contact.is_some();
        self.contacts += usize::from(contact);
        self.false_positives += usize::from(contact && truth == Some(false));
        self.false_negatives += usize::from(!contact && truth == Some(true));
        self.exact += usize::from(outcome.stage > Stage::Rounded);
        for (count, (stage, _)) in self.stages.iter_mut().zip(STAGES) {
            *count += usize::from(outcome.stage == stage);
        }
        self.micros.push(micros);
    }

    /// How many answers there are.
    pub fn queries(&self) -> usize {
        self.micros.len()
    }

    /// How long they took; the percentiles are interpolated. Nothing without answers.
    pub fn times(&self) -> Option<Times> {
        let mut sorted = self.micros.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| {
            let place = share * last as f64;
            let (low, high) = (sorted[place as usize], sorted[place.ceil() as usize]);
            low + (high - low) * place.fract()
        };
        Some(Times {
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            median: at(0.5),
            p99: at(0.99),
            worst: sorted[last],
        })
    }

    /// The share of the answers that ended at each of [`STAGES`].
    pub fn shares(&self) -> [f64; STAGES.len()] {
        self.stages
            .map(|count| count as f64 / self.queries().max(1) as f64)
    }

    /// As one line of JSON.
    pub fn json(&self) -> String {
        let [axis, rounded, coefficients, algebraic] = self.shares();
        let line = Line {
            file: &self.file.to_string_lossy(),
            queries: self.queries(),
            contacts: self.contacts,
            false_positives: self.false_positives,
            false_negatives: self.false_negatives,
            exact: self.exact,
            micros: self.times(),
            stages: Shares {
                axis,
                rounded,
                coefficients,
                algebraic,
            },
        };
        serde_json::to_string(&line)
            .expect("the keys are strings and nothing here fails to serialise")
    }
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    queries: usize,
    contacts: usize,
    false_positives: usize,
    false_negatives: usize,
    exact: usize,
    micros: Option<Times>,
    stages: Shares,
}

#[derive(Serialize)]
struct Shares {
    axis: f64,
    rounded: f64,
    coefficients: f64,
    algebraic: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_interpolated() {
        let mut summary = Summary::default();
        assert_eq!(summary.times(), None);
        summary.micros = (0..=200).rev().map(f64::from).collect();
        let times = Times {
            mean: 100.0,
            median: 100.0,
            p99: 198.0,
            worst: 200.0,
        };
        assert_eq!(summary.times(), Some(times));
        summary.micros = vec![3.0, 1.0];
        assert_eq!(summary.times().unwrap().median, 2.0);
        let both = Summary::total(&[summary.clone(), summary]);
        assert_eq!((both.queries(), both.times().unwrap().mean), (4, 2.0));
    }
}
