//! The results as a file: a line a trial and method.

use super::record::Record;
use super::trial::Trial;
use crate::experiment::csv_fields::{number, outcome};
use std::io::{self, Write};

/// The first line. `micros` comes last: everything before it is the same on every run.
pub const HEADER: &str = "benchmark,trial,redrawn,method,collides,outcome,lower,separation,tolerance,penetrates,late,missed,\
misstated,volume_pairs,triangle_pairs,front_pairs,poses,iterations,micros";

/// Writes the line of `record`.
pub fn line(output: &mut impl Write, trial: &Trial, record: &Record) -> io::Result<()> {
    let (outcome, lower) = outcome(&record.outcome.verdict);
    let (finding, stats) = (record.finding, record.outcome.stats);
    writeln!(
        output,
        "{},{},{},{},{},{outcome},{},{},{:e},{},{},{},{},{},{},{},{},{},{}",
        record.benchmark.title(),
        record.trial,
        trial.redrawn,
        record.method.name(),
        u8::from(record.collides),
        number(lower),
        number(finding.separation),
        record.outcome.tolerance,
        u8::from(finding.penetrates),
        u8::from(finding.late),
        u8::from(finding.missed),
        u8::from(finding.misstated),
        stats.volume_pairs,
        stats.triangle_pairs,
        stats.front_pairs,
        stats.poses,
        stats.iterations,
        record.micros,
    )
}
