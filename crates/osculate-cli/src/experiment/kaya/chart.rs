//! Figure 5.1: times over the number of discs, both logarithmic.

use super::engine::Engine;
use super::growth::Row;
use crate::experiment::line_chart::{Across, Curve, Dashes, LineChart, Mark, Panel};
use crate::experiment::svg::Colour;

/// The times of all engines, his and ours; and scaled to one maximum, with n² and n log n for reference.
pub fn chart(rows: &[Row]) -> LineChart {
    let seconds = rows.first().map_or(0.0, |row| row.fast().until);
    let curves = curves(rows);
    let scaled = curves.iter().chain(&references(rows)).map(to_one).collect();
    let panel = |name, curves| Panel {
        name,
        across: Across::Doubling("discs"),
        curves,
    };
    LineChart {
        title: "Running times over the number of discs",
        lines: [
            format!(
                "{seconds} s of Kaya’s scenes; dashed: thesis; hollow marks: extrapolated from a part"
            ),
            format!("{seconds} s; dashed: thesis; hollow: extrapolated"),
        ],
        panels: vec![
            panel("seconds", curves),
            panel("scaled to the same maximum, as in his figure 5.1", scaled),
        ],
    }
}

fn curves(rows: &[Row]) -> Vec<Curve> {
    let mut curves = Vec::new();
    for engine in Engine::ALL {
        let (his_label, label, colour, mark) = match engine {
            Engine::AllPairs => (
                "all pairs, thesis",
                "all pairs, here",
                Colour::Vermilion,
                Mark::Circle,
            ),
            Engine::Tree => (
                "Kaya’s tree, thesis",
                "Kaya’s tree, here",
                Colour::Blue,
                Mark::Square,
            ),
            Engine::PairQueue => ("", "pair queue", Colour::Orange, Mark::Triangle),
            Engine::Cells => ("", "cells, the default", Colour::Green, Mark::Diamond),
        };
        let curve = |label, dashes, points| Curve {
            label,
            colour: Some(colour),
            dashes,
            mark: Some(mark),
            points,
        };
        let his = |row: &Row| Some((row.discs as f64, engine.in_thesis(row.thesis())?, true));
        let here = |row: &Row| {
            let mean = row.mean(engine)?;
            Some((row.discs as f64, mean.seconds?, !mean.extrapolated))
        };
        let of_thesis = rows.iter().filter_map(his).collect();
        curves.push(curve(his_label, Dashes::Long, of_thesis));
        curves.push(curve(
            label,
            Dashes::None,
            rows.iter().filter_map(here).collect(),
        ));
    }
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

fn references(rows: &[Row]) -> [Curve; 2] {
    let curve = |label, dashes, of: fn(f64) -> f64| Curve {
        label,
        colour: None,
        dashes,
        mark: None,
        points: rows
            .iter()
            .map(|row| (row.discs as f64, of(row.discs as f64), true))
            .collect(),
    };
    [
        curve("n²", Dashes::None, |n| n * n),
        curve("n log n", Dashes::Short, |n| n * n.ln()),
    ]
}

/// The same with 1 as the largest value.
fn to_one(curve: &Curve) -> Curve {
    let values = curve.points.iter().map(|point| point.1);
    let most = values.fold(0.0, f64::max);
    let scaled = |&(discs, value, full): &(f64, f64, bool)| (discs, value / most, full);
    Curve {
        points: curve.points.iter().map(scaled).collect(),
        ..curve.clone()
    }
}
