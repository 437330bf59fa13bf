//! The times of all methods as box plots, and the paper's figure 6.

use super::method::Method;
use super::paper::Benchmark;
use super::record::{Record, Row};
use crate::experiment::box_plot::{self, BoxPlot};
use crate::experiment::line_chart::{Across, Curve, Dashes, LineChart, Panel};
use crate::experiment::spread::Spread;
use crate::experiment::svg::Colour;
use crate::experiment::table::short;

/// A box a benchmark and method, beside the paper's averages.
pub fn times(rows: &[Row]) -> BoxPlot {
    let boxes = rows.iter().flat_map(|row| {
        let paper = row.benchmark.times();
        Method::ALL.map(|method| box_plot::Row {
            name: row.benchmark.name().to_owned(),
            aside: match method {
                Method::Uncontrolled => "no control".to_owned(),
                _ => method.name().to_owned(),
            },
            colour: method.colour(),
            spread: Spread::of(row.of(method).map(Record::milliseconds)),
            paper: match method {
                Method::Uncontrolled => Some(paper.uncontrolled),
                Method::C2a => Some(paper.average),
                Method::Hca => Some(paper.hca),
                Method::BestFirst => None,
            },
        })
    });
    BoxPlot {
        title: "Time of an answer",
        axis: "milliseconds; hollow: the paper’s mean, on its machine",
        rows: boxes.collect(),
        number: |milliseconds| format!("{} ms", short(milliseconds)),
    }
}

/// Figure 6: the front nodes of every trial, with and without control, for the clubs if they were asked.
pub fn front(rows: &[Row]) -> Option<LineChart> {
    let clubs = |row: &&Row| row.benchmark == Benchmark::Club;
    let row = rows.iter().find(clubs).or(rows.first())?;
    let mut fronts = row.pairs([Method::Uncontrolled, Method::C2a], Record::front);
    fronts.sort_by(|one, other| one[0].total_cmp(&other[0]));
    let curve = |label, colour, dashes, which: usize| Curve {
        label,
        colour: Some(colour),
        dashes,
        mark: None,
        points: fronts
            .iter()
            .enumerate()
            .map(|(index, front)| (index as f64 + 1.0, front[which].max(1.0), true))
            .collect(),
    };
    Some(LineChart {
        title: "Figure 6: front nodes of C2A",
        lines: [
            format!(
                "{}; all rounds of a query; trials in the order of what they take without control",
                row.benchmark.title()
            ),
            format!("{}; all rounds of a query", row.benchmark.title()),
        ],
        panels: vec![Panel {
            name: "pairs of nodes",
            across: Across::Counting("trials, sorted"),
            curves: vec![
                curve("without control", Colour::Blue, Dashes::Long, 0),
                curve("with control", Colour::Vermilion, Dashes::None, 1),
            ],
        }],
    })
}
