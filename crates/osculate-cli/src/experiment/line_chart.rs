//! Curves on a logarithmic scale, in one panel or several, as SVG for light and dark backgrounds.
//!
//! Curves differ in their marks as well as in colour, so that the chart can be read in grey.

use super::log_scale::LogScale;
use super::svg::{self, Colour, Figure, Layout};
use crate::numbers::grouped;
use std::fmt::Write;

/// Panels, and one legend for all of them.
pub struct LineChart {
    pub title: &'static str,
    /// What the curves are, for a wide screen and for a narrow one.
    pub lines: [String; 2],
    /// The last one has all curves of the others.
    pub panels: Vec<Panel>,
}

/// Curves over one axis.
pub struct Panel {
    pub name: &'static str,
    pub across: Across,
    pub curves: Vec<Curve>,
}

/// The level axis, and what it counts.
#[derive(Clone, Copy)]
pub enum Across {
    /// Logarithmic: each number is twice the one before.
    Doubling(&'static str),
    /// Linear, from 1 on.
    Counting(&'static str),
}

/// One curve.
#[derive(Clone)]
pub struct Curve {
    pub label: &'static str,
    /// A thin grey one if it has none.
    pub colour: Option<Colour>,
    pub dashes: Dashes,
    pub mark: Option<Mark>,
    /// Across, up, and whether that was measured in full.
    pub points: Vec<(f64, f64, bool)>,
}

/// How a curve is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dashes {
    None,
    Long,
    Short,
}

/// How a point is marked.
#[derive(Clone, Copy)]
pub enum Mark {
    Circle,
    Square,
    Triangle,
    Diamond,
}

const STYLE: &str = "
  .curve { fill: none; stroke-width: 2; stroke-linejoin: round } .long { stroke-dasharray: 7 4 } .short { stroke-dasharray: 2 3 }
  .reference { stroke: #8b9199; stroke-width: 1.5 } .mark { stroke-width: 1.5 } .panel { font-weight: 600 }
";

const TOP: f64 = 92.0;
/// The height of a panel.
const TALL: f64 = 340.0;
/// Below a panel, with its axis.
const BELOW: f64 = 68.0;
/// From one line of the legend to the next.
const LINE: f64 = 26.0;

/// Where a panel is.
#[derive(Clone, Copy)]
struct Place {
    across: [f64; 2],
    top: f64,
}

impl LineChart {
    /// The chart for both kinds of screens.
    pub fn figure(&self) -> Figure {
        Figure::of(|layout| self.svg(layout))
    }

    fn svg(&self, layout: Layout) -> String {
        let count = self.panels.len();
        let (width, left, beside, in_a_line, line) = match layout {
            Layout::Wide => (960.0, 76.0, count, 4, &self.lines[0]),
            Layout::Narrow => (380.0, 52.0, 1, 2, &self.lines[1]),
        };
        let share = (width - 24.0 + 100.0 - left) / beside as f64;
        let place = |index: usize| {
            let start = left + share * (index % beside) as f64;
            Place {
                across: [start, start + share - 100.0],
                top: TOP + (index / beside) as f64 * (TALL + BELOW + 24.0),
            }
        };
        let legend = place(count - 1).top + TALL + BELOW;
        let shown = &self.panels[count - 1].curves;
        let height = legend + LINE * shown.len().div_ceil(in_a_line) as f64 + 8.0;
        let mut text = svg::opened([width, height], self.title, STYLE);
        let (start, size) = match layout {
            Layout::Wide => (left, 17),
            Layout::Narrow => (16.0, 15),
        };
        let _ = writeln!(
            text,
            r#"<text class="ink title" style="font-size: {size}px" x="{start}" y="28">{}</text>
<text class="faint" x="{start}" y="48">{line}</text>"#,
            self.title
        );
        for (index, panel) in self.panels.iter().enumerate() {
            panel.draw(&mut text, place(index), layout);
        }
        let step = (width - start - 4.0) / in_a_line as f64;
        for (index, curve) in shown.iter().enumerate() {
            let x = start + step * (index % in_a_line) as f64;
            curve.key(&mut text, [x, legend + LINE * (index / in_a_line) as f64]);
        }
        svg::closed(text)
    }
}

impl Panel {
    fn draw(&self, text: &mut String, place: Place, layout: Layout) {
        let ([left, right], top, bottom) = (place.across, place.top, place.top + TALL);
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let scale = LogScale::around(points().map(|point| point.1), [bottom, top]);
        scale.draw_level(text, [left, right]);
        let most = points().map(|point| point.0).fold(0.0, f64::max);
        let least = points().map(|point| point.0).fold(most, f64::min);
        // Marks at the ends must not lie on the edge.
        let place = |share: f64| left + 12.0 + (right - left - 24.0) * share;
        let (name, ticks) = match self.across {
            Across::Doubling(name) => (name, doublings(least, most, layout)),
            Across::Counting(name) => (name, round_numbers(least, most)),
        };
        let across = |value: f64| {
            let share = match self.across {
                Across::Doubling(_) => (value / least).ln() / (most / least).ln(),
                Across::Counting(_) => (value - least) / (most - least),
            };
            // With one point there is no share.
            place(if share.is_finite() { share } else { 0.5 })
        };
        for (tick, labelled) in ticks {
            let x = across(tick);
            let _ = writeln!(text, r#"<path class="grid" d="M{x:.1} {top}V{bottom}"/>"#);
            if labelled {
                let _ = writeln!(
                    text,
                    r#"<text class="ink" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                    bottom + 20.0,
                    grouped(tick as u64)
                );
            }
        }
        let start = if layout == Layout::Wide { left } else { 16.0 };
        let _ = writeln!(
            text,
            r#"<text class="ink panel" x="{start}" y="{:.1}">{}</text>
<text class="ink" x="{:.1}" y="{:.1}" text-anchor="middle">{name}</text>"#,
            top - 14.0,
            self.name,
            0.5 * (left + right),
            bottom + 40.0
        );
        for curve in &self.curves {
            curve.draw(text, |(x, y)| [across(x), scale.place(y)]);
        }
    }
}

/// Every number; where there is little room, every other one has a label.
fn doublings(least: f64, most: f64, layout: Layout) -> Vec<(f64, bool)> {
    let every = if layout == Layout::Wide { 1 } else { 2 };
    std::iter::successors(Some(least), |tick| Some(2.0 * tick))
        .take_while(|tick| *tick > 0.0 && *tick <= most)
        .enumerate()
        .map(|(index, tick)| (tick, index % every == 0))
        .collect()
}

/// About five.
fn round_numbers(least: f64, most: f64) -> Vec<(f64, bool)> {
    let wanted = ((most - least) / 5.0).max(1.0);
    let power = 10.0_f64.powf(wanted.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= wanted);
    let step = power * factor.unwrap_or(10.0);
    let first = (least / step).ceil();
    (0..)
        .map(|index| (step * (first + f64::from(index)), true))
        .take_while(|tick| tick.0 <= most)
        .collect()
}

impl Curve {
    fn class(&self) -> String {
        let colour = self
            .colour
            .map_or_else(|| "reference".to_owned(), Colour::stroke);
        let dashes = match self.dashes {
            Dashes::None => "",
            Dashes::Long => " long",
            Dashes::Short => " short",
        };
        format!("{colour}{dashes}")
    }

    fn draw(&self, text: &mut String, place: impl Fn((f64, f64)) -> [f64; 2]) {
        let mut path = String::new();
        for (index, &(x, y, _)) in self.points.iter().enumerate() {
            let [x, y] = place((x, y));
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { "M" } else { "L" });
        }
        let _ = writeln!(
            text,
            r#"<g class="series"><title>{}</title><path class="curve {}" d="{path}"/>"#,
            self.label,
            self.class()
        );
        for &(x, y, full) in &self.points {
            self.mark(text, place((x, y)), full);
        }
        *text += "</g>\n";
    }

    fn mark(&self, text: &mut String, place: [f64; 2], full: bool) {
        if let (Some(mark), Some(colour)) = (self.mark, self.colour) {
            // A mark's outline is never dashed.
            let fill = if full {
                format!("full {}", colour.fill())
            } else {
                "hollow".to_owned()
            };
            let _ = writeln!(
                text,
                r#"<path class="mark {fill} {}" stroke-linejoin="round" d="{}"/>"#,
                colour.stroke(),
                mark.path(place)
            );
        }
    }

    /// Its line of the legend.
    fn key(&self, text: &mut String, [x, y]: [f64; 2]) {
        let _ = writeln!(
            text,
            r#"<path class="curve {}" d="M{x:.1} {y:.1}h36"/>"#,
            self.class()
        );
        self.mark(text, [x + 18.0, y], true);
        let _ = writeln!(
            text,
            r#"<text class="ink" x="{:.1}" y="{:.1}">{}</text>"#,
            x + 43.0,
            y + 4.5,
            self.label
        );
    }
}

impl Mark {
    fn path(self, [x, y]: [f64; 2]) -> String {
        match self {
            Mark::Circle => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4.0),
            Mark::Square => format!("M{:.1} {:.1}h7v7h-7z", x - 3.5, y - 3.5),
            Mark::Triangle => format!("M{x:.1} {:.1}l4.6 8h-9.2z", y - 5.0),
            Mark::Diamond => format!("M{x:.1} {:.1}l5 5l-5 5l-5 -5z", y - 5.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_a_few_round_numbers() {
        let ticks = |least, most| {
            let ticks = round_numbers(least, most).into_iter();
            ticks.map(|tick| tick.0).collect::<Vec<f64>>()
        };
        assert_eq!(ticks(1.0, 200.0), [50.0, 100.0, 150.0, 200.0]);
        assert_eq!(ticks(1.0, 12.0), [5.0, 10.0]);
        assert_eq!(ticks(1.0, 3.0), [1.0, 2.0, 3.0]);
        assert_eq!(ticks(1.0, 1.0), [1.0]);
        let discs = doublings(8.0, 64.0, Layout::Narrow);
        let labelled = discs.iter().filter(|tick| tick.1).map(|tick| tick.0);
        assert_eq!(labelled.collect::<Vec<_>>(), [8.0, 32.0]);
    }
}
