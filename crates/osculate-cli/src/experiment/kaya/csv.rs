//! Both tables as files.

use super::growth::Row;
use super::steps::StepRow;
use std::io::{self, Write};

/// A line a number of discs and engine. `seconds` comes last: everything before it is the same on every run.
pub fn growth(output: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    writeln!(
        output,
        "discs,engine,runs,simulated,extrapolated,collisions,bounces,kaya_collisions,kaya_seconds,seconds"
    )?;
    for row in rows {
        for mean in &row.means {
            let his = row.thesis();
            writeln!(
                output,
                "{},{},{},{},{},{},{},{},{},{}",
                row.discs,
                mean.engine.name(),
                mean.runs,
                mean.until,
                u8::from(mean.extrapolated),
                mean.collisions,
                mean.bounces,
                his.collisions,
                optional(mean.engine.in_thesis(his)),
                optional(mean.seconds),
            )?;
        }
    }
    Ok(())
}

/// A line a step. `seconds` comes last: everything before it is the same on every run.
pub fn steps(output: &mut impl Write, rows: &[StepRow]) -> io::Result<()> {
    writeln!(
        output,
        "step,runs,steps,collisions,bounces,meetings,missed,late,missed_bounces,true_collisions,missed_collisions,events,\
kaya_missed,kaya_seconds,seconds"
    )?;
    for row in rows {
        writeln!(
            output,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            row.thesis.step,
            row.runs,
            row.steps,
            row.collisions,
            row.bounces,
            row.meetings,
            row.missed,
            row.late,
            row.missed_bounces,
            row.true_collisions,
            row.missed_collisions,
            row.events,
            row.thesis.missed,
            row.thesis.seconds,
            row.seconds,
        )?;
    }
    Ok(())
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
