//! The times as box plots.

use super::draw::Step;
use super::record::{Record, Row, Tolerance};
use crate::experiment::box_plot::{self, BoxPlot};
use crate::experiment::spread::Spread;
use crate::experiment::table::short;

/// A box a benchmark and method at the lengths that make as many collide, beside the paper's averages.
pub fn times(rows: &[Row]) -> BoxPlot {
    let shown = |row: &&Row| {
        let asked = row.question;
        row.is_unchanged() && (asked.step, asked.tolerance) == (Step::Matching, Tolerance::Paper)
    };
    let boxes = rows.iter().filter(shown).map(|row| box_plot::Row {
        name: row.question.benchmark.title().to_owned(),
        aside: row.question.method.name().to_owned(),
        colour: row.question.method.colour(),
        spread: Spread::of(row.records().iter().map(Record::milliseconds)),
        paper: Some(row.question.benchmark.times().average),
    });
    BoxPlot {
        title: "Time of a motion",
        axis: "milliseconds; hollow: the paper’s mean, on its machine",
        rows: boxes.collect(),
        number: |milliseconds| format!("{} ms", short(milliseconds)),
    }
}
