//! The results as a file: a line a motion, length, tolerance and method.

use super::method::Change;
use super::record::Record;
use crate::experiment::csv_fields::{evidence, number};
use osculate::query::articulated::RobotVerdict;
use std::io::{self, Write};

/// The first line. `micros` comes last: everything before it is the same on every run.
pub const HEADER: &str = "benchmark,trial,step,length,method,change,asked_tolerance,outcome,lower,separation,tolerance,penetrates,misstated,\
intervals,culled,searches,volume_pairs,triangle_pairs,micros";

/// Writes the line of `record`.
pub fn line(output: &mut impl Write, record: &Record) -> io::Result<()> {
    let (outcome, lower) = match &record.outcome.verdict {
        RobotVerdict::Contact(found) => {
            let contact = &found.contact;
            (evidence(contact.evidence), Some(contact.lower))
        }
        RobotVerdict::Free => ("free", None),
        RobotVerdict::Overlapping { .. } => ("overlapping", None),
        RobotVerdict::Undecided { free_until, .. } => ("undecided", *free_until),
    };
    let (asked, finding, stats) = (record.question, record.finding, record.outcome.stats);
    writeln!(
        output,
        "{},{},{},{},{},{},{},{outcome},{},{},{:e},{},{},{},{},{},{},{},{}",
        asked.benchmark.title(),
        asked.edge,
        asked.step.name(),
        record.length,
        asked.method.name(),
        asked.change.map_or("", Change::name),
        asked.tolerance.name(),
        number(lower),
        number(finding.separation),
        record.outcome.tolerance,
        u8::from(finding.penetrates),
        u8::from(finding.misstated),
        stats.intervals,
        stats.culled,
        stats.searches,
        stats.pairs.volume_pairs,
        stats.pairs.triangle_pairs,
        record.micros,
    )
}
