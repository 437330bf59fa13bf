//! Many answers in a few numbers.

use super::method::Method;
use crate::experiment::finding::{Finding, contradictions};
use crate::experiment::spread::Spread;
use osculate::{Outcome, Verdict};

/// One answer, and what the judge finds about it.
pub struct Record {
    /// Which pair of models at which speed.
    pub case: usize,
    /// Which pair of models.
    pub pair: usize,
    /// The relative speed.
    pub speed: f64,
    /// Which trial of that pair and speed.
    pub trial: usize,
    /// Who answered.
    pub method: Method,
    /// The answer.
    pub outcome: Outcome,
    /// How long it took.
    pub micros: f64,
    /// What is true of it.
    pub finding: Finding,
}

impl Record {
    /// Whether the separation lies outside the band that the method was asked for; `None` if it was not asked for one.
    pub fn is_outside(&self) -> Option<bool> {
        let [least, most] = self.method.band()?;
        let separation = self.finding.separation?;
        Some(!(least..=most).contains(&separation))
    }
}

/// The answers of one method at one speed.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub method: Method,
    pub speed: f64,
    /// Answers that are a contact.
    pub contacts: usize,
    /// Separations at contact.
    pub separation: Option<Spread>,
    /// Microseconds an answer.
    pub micros: Option<Spread>,
    pub penetrations: usize,
    pub late: usize,
    /// Walks of the judge that showed nothing.
    pub unclear: usize,
    pub missed: usize,
    pub misstated: usize,
    pub undecided: usize,
    /// Separations outside the band, for a method that has one.
    pub outside: Option<usize>,
}

impl Summary {
    /// Of the `records` of `method` at `speed`.
    pub fn of<'a>(
        method: Method,
        speed: f64,
        records: impl Iterator<Item = &'a Record>,
    ) -> Summary {
        let records: Vec<&Record> = records
            .filter(|record| record.method == method && record.speed == speed)
            .collect();
        let count =
            |holds: fn(&Record) -> bool| records.iter().filter(|record| holds(record)).count();
        let separations = records
            .iter()
            .filter_map(|record| record.finding.separation);
        Summary {
            method,
            speed,
            contacts: count(|record| record.finding.separation.is_some()),
            separation: Spread::of(separations),
            micros: Spread::of(records.iter().map(|record| record.micros)),
            penetrations: count(|record| record.finding.penetrates),
            late: count(|record| record.finding.late),
            unclear: count(|record| record.finding.unclear),
            missed: count(|record| record.finding.missed),
            misstated: count(|record| record.finding.misstated),
            undecided: count(|record| matches!(record.outcome.verdict, Verdict::Undecided { .. })),
            outside: method
                .band()
                .map(|_| count(|record| record.is_outside() == Some(true))),
        }
    }
}

/// Which proofs are broken, in words; `None` if all hold.
pub fn broken(summaries: &[Summary]) -> Option<String> {
    let total = |count: fn(&Summary) -> usize| summaries.iter().map(count).sum::<usize>();
    contradictions(&[
        (total(|summary| summary.penetrations), "penetrations"),
        (total(|summary| summary.late), "late"),
        (total(|summary| summary.missed), "missed"),
        (total(|summary| summary.misstated), "misstated"),
        (
            total(|summary| summary.outside.unwrap_or(0)),
            "outside the band",
        ),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_proof_is_told() {
        let clean = Summary::of(Method::D2m, 4.0, std::iter::empty());
        assert_eq!(broken(&[clean]), None);
        let undecided = Summary {
            undecided: 3,
            ..clean
        };
        assert_eq!(broken(&[undecided]), None);
        let bad = Summary {
            late: 2,
            outside: Some(1),
            ..clean
        };
        assert_eq!(
            broken(&[clean, bad]).unwrap(),
            "the judge contradicts answers: 2 late, 1 outside the band"
        );
    }
}
