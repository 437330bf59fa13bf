//! Figure 5.1: times over the number of discs, both logarithmic.
//!
//! Lines differ in their marks as well as in colour, so that the figure can be read in grey.

use super::engine::Engine;
use super::growth::Row;
use super::thesis;
use crate::experiment::log_scale::LogScale;
use crate::experiment::svg;
use crate::numbers::grouped;
use std::fmt::Write;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 560.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 432.0;
/// From left to right: times, and times scaled to the same maximum.
const PANELS: [[f64; 2]; 2] = [[76.0, 456.0], [556.0, 936.0]];
const LEGEND: f64 = 500.0;

const STYLE: &str = "
  .curve { fill: none; stroke-width: 2; stroke-linejoin: round } .his { stroke-dasharray: 7 4 }
  .all-pairs { stroke: #d94141 } .tree { stroke: #3b7dd8 } .pair-queue { stroke: #e8932c } .cells { stroke: #2fa36b }
  .reference { stroke: #8b9199; stroke-width: 1.5 } .dotted { stroke-dasharray: 2 3 }
  .mark { stroke-width: 1.5 } .full.all-pairs { fill: #d94141 } .full.tree { fill: #3b7dd8 }
  .full.pair-queue { fill: #e8932c } .full.cells { fill: #2fa36b } .hollow { fill: #ffffff }
  .panel { font-weight: 600 }
  @media (prefers-color-scheme: dark) { .hollow { fill: #16181c } }
";

/// One line of the chart.
struct Curve {
    label: &'static str,
    class: &'static str,
    mark: Option<Mark>,
    /// Discs, seconds, and whether that was measured in full.
    points: Vec<(f64, f64, bool)>,
}

#[derive(Clone, Copy)]
enum Mark {
    Circle,
    Square,
    Triangle,
    Diamond,
}

/// The times of all engines, his and ours, with n² and n log n for reference.
pub fn svg(rows: &[Row]) -> String {
    let title = "Running times over the number of discs";
    let mut text = svg::opened([WIDTH, HEIGHT], title, STYLE);
    let left = PANELS[0][0];
    let seconds = rows.first().map_or(0.0, |row| row.fast().until);
    let _ = writeln!(
        text,
        r#"<text class="ink title" x="{left}" y="28">{title}</text>
<text class="faint" x="{left}" y="48">{seconds} s of Kaya’s scenes; dashed: thesis; hollow marks: extrapolated from a part</text>"#
    );
    let curves = curves(rows);
    let references = references(rows);
    panel(&mut text, PANELS[0], "seconds", &curves);
    let scaled: Vec<Curve> = curves.iter().chain(&references).map(to_one).collect();
    panel(
        &mut text,
        PANELS[1],
        "scaled to the same maximum, as in his figure 5.1",
        &scaled,
    );
    legend(&mut text, &scaled);
    svg::closed(text)
}

fn curves(rows: &[Row]) -> Vec<Curve> {
    let mut curves = Vec::new();
    for engine in Engine::ALL {
        let (his_label, label, his_class, class, mark) = match engine {
            Engine::AllPairs => (
                "all pairs, thesis",
                "all pairs, here",
                "all-pairs his",
                "all-pairs",
                Mark::Circle,
            ),
            Engine::Tree => (
                "Kaya’s tree, thesis",
                "Kaya’s tree, here",
                "tree his",
                "tree",
                Mark::Square,
            ),
            Engine::PairQueue => ("", "pair queue", "", "pair-queue", Mark::Triangle),
            Engine::Cells => ("", "cells, the default", "", "cells", Mark::Diamond),
        };
        let his = |row: &Row| {
            let his: &thesis::Row = row.thesis();
            Some((row.discs as f64, engine.in_thesis(his)?, true))
        };
        let here = |row: &Row| {
            let mean = row.mean(engine)?;
            Some((row.discs as f64, mean.seconds?, !mean.extrapolated))
        };
        curves.push(Curve {
            label: his_label,
            class: his_class,
            mark: Some(mark),
            points: rows.iter().filter_map(his).collect(),
        });
        curves.push(Curve {
            label,
            class,
            mark: Some(mark),
            points: rows.iter().filter_map(here).collect(),
        });
    }
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

fn references(rows: &[Row]) -> [Curve; 2] {
    let curve = |label, class, of: fn(f64) -> f64| Curve {
        label,
        class,
        mark: None,
        points: rows
            .iter()
            .map(|row| (row.discs as f64, of(row.discs as f64), true))
            .collect(),
    };
    [
        curve("n²", "reference", |n| n * n),
        curve("n log n", "reference dotted", |n| n * n.ln()),
    ]
}

/// The same with 1 as the largest value.
fn to_one(curve: &Curve) -> Curve {
    let values = curve.points.iter().map(|point| point.1);
    let most = values.fold(0.0, f64::max);
    let scaled = |&(discs, value, full): &(f64, f64, bool)| (discs, value / most, full);
    Curve {
        points: curve.points.iter().map(scaled).collect(),
        ..*curve
    }
}

fn panel(text: &mut String, [left, right]: [f64; 2], name: &str, curves: &[Curve]) {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let scale = LogScale::around(points().map(|point| point.1), [BOTTOM, TOP]);
    scale.draw_level(text, [left, right]);
    let most = points().map(|point| point.0).fold(16.0, f64::max);
    let least = points().map(|point| point.0).fold(most, f64::min);
    let across = |discs: f64| {
        let share = (discs / least).ln() / (most / least).ln();
        // Marks at the ends must not lie on the edge.
        left + 12.0 + (right - left - 24.0) * share
    };
    let mut discs = least;
    while discs <= most {
        let x = across(discs);
        let _ = writeln!(
            text,
            r#"<path class="grid" d="M{x:.1} {TOP}V{BOTTOM}"/><text class="ink" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            BOTTOM + 20.0,
            grouped(discs as u64)
        );
        discs *= 2.0;
    }
    let _ = writeln!(
        text,
        r#"<text class="ink panel" x="{left}" y="{:.1}">{name}</text>
<text class="ink" x="{:.1}" y="{:.1}" text-anchor="middle">discs</text>"#,
        TOP - 14.0,
        0.5 * (left + right),
        BOTTOM + 40.0
    );
    for curve in curves {
        let places: Vec<([f64; 2], bool)> = curve
            .points
            .iter()
            .map(|&(discs, value, full)| ([across(discs), scale.place(value)], full))
            .collect();
        let mut path = String::new();
        for (index, ([x, y], _)) in places.iter().enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { "M" } else { "L" });
        }
        let _ = writeln!(
            text,
            r#"<g class="series"><title>{}</title><path class="curve {}" d="{path}"/>"#,
            curve.label, curve.class
        );
        if let Some(mark) = curve.mark {
            for (place, full) in places {
                mark.draw(text, place, curve.class, full);
            }
        }
        *text += "</g>\n";
    }
}

impl Mark {
    fn draw(self, text: &mut String, [x, y]: [f64; 2], class: &str, full: bool) {
        let shape = match self {
            Mark::Circle => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4.0),
            Mark::Square => format!("M{:.1} {:.1}h7v7h-7z", x - 3.5, y - 3.5),
            Mark::Triangle => format!("M{x:.1} {:.1}l4.6 8h-9.2z", y - 5.0),
            Mark::Diamond => format!("M{x:.1} {:.1}l5 5l-5 5l-5 -5z", y - 5.0),
        };
        // A mark's outline is never dashed.
        let class = class.trim_end_matches(" his");
        let fill = if full { "full" } else { "hollow" };
        let _ = writeln!(
            text,
            r#"<path class="mark {fill} {class}" stroke-linejoin="round" d="{shape}"/>"#
        );
    }
}

/// Four a line.
fn legend(text: &mut String, curves: &[Curve]) {
    for (index, curve) in curves.iter().enumerate() {
        let x = PANELS[0][0] + 220.0 * (index % 4) as f64;
        let y = LEGEND + 26.0 * (index / 4) as f64;
        let _ = writeln!(
            text,
            r#"<path class="curve {}" d="M{x:.1} {y:.1}h44"/>"#,
            curve.class
        );
        if let Some(mark) = curve.mark {
            mark.draw(text, [x + 22.0, y], curve.class, true);
        }
        let _ = writeln!(
            text,
            r#"<text class="ink" x="{:.1}" y="{:.1}">{}</text>"#,
            x + 52.0,
            y + 4.5,
            curve.label
        );
    }
}
