//! The results as a file: a line a trial and method.

use super::models::Model;
use super::summary::Record;
use super::trial::Trial;
use crate::experiment::csv_fields::{number, outcome};
use std::io::{self, Write};

/// The first line. `micros` comes last: everything before it is the same on every run.
pub const HEADER: &str = "a,b,speed,trial,redrawn,method,outcome,lower,separation,tolerance,penetrates,late,unclear,\
missed,misstated,outside,volume_pairs,triangle_pairs,poses,iterations,micros";

/// Writes the line of `record`.
pub fn line(
    output: &mut impl Write,
    models: [&Model; 2],
    trial: &Trial,
    record: &Record,
) -> io::Result<()> {
    let (outcome, lower) = outcome(&record.outcome.verdict);
    let finding = record.finding;
    let flag = u8::from;
    let outside = record
        .is_outside()
        .map_or_else(String::new, |outside| flag(outside).to_string());
    let stats = record.outcome.stats;
    writeln!(
        output,
        "{},{},{},{},{},{},{outcome},{},{},{:e},{},{},{},{},{},{outside},{},{},{},{},{}",
        models[0].name,
        models[1].name,
        record.speed,
        record.trial,
        trial.redrawn,
        record.method.name(),
        number(lower),
        number(finding.separation),
        record.outcome.tolerance,
        flag(finding.penetrates),
        flag(finding.late),
        flag(finding.unclear),
        flag(finding.missed),
        flag(finding.misstated),
        stats.volume_pairs,
        stats.triangle_pairs,
        stats.poses,
        stats.iterations,
        record.micros,
    )
}
