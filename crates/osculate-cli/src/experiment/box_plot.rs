//! Box plots on a logarithmic scale, as SVG for light and dark backgrounds.

use super::log_scale::LogScale;
use super::spread::Spread;
use super::svg::{self, Colour, Figure, Layout};
use std::fmt::Write;

/// Boxes below each other.
pub struct BoxPlot {
    pub title: &'static str,
    /// The name and unit of the axis.
    pub axis: &'static str,
    pub rows: Vec<Row>,
    /// How a value is written.
    pub number: fn(f64) -> String,
}

/// One box: quartiles, a bar at the median, a dot at the mean, whiskers to the least and the most.
pub struct Row {
    /// What it is of.
    pub name: String,
    /// And more, in fainter letters.
    pub aside: String,
    pub colour: Colour,
    /// What the box shows; without it the row stays empty.
    pub spread: Option<Spread>,
    /// The paper's mean, a hollow mark.
    pub paper: Option<f64>,
}

/// Where things are.
struct Places {
    width: f64,
    /// Where the scale begins and ends.
    scale: [f64; 2],
    /// From one row to the next.
    step: f64,
    /// How far below the top of its row a box has its middle.
    middle: f64,
}

const TOP: f64 = 64.0;
const BELOW: f64 = 62.0;
/// Half the height of a box.
const HALF: f64 = 10.0;

impl BoxPlot {
    /// The plot for both kinds of screens.
    pub fn figure(&self) -> Figure {
        Figure::of(|layout| self.svg(layout))
    }

    fn svg(&self, layout: Layout) -> String {
        let places = match layout {
            Layout::Wide => Places {
                width: 860.0,
                scale: [192.0, 750.0],
                step: 34.0,
                middle: 17.0,
            },
            Layout::Narrow => Places {
                width: 380.0,
                scale: [24.0, 352.0],
                step: 54.0,
                middle: 34.0,
            },
        };
        let [left, right] = places.scale;
        let title = self.title;
        let spreads = self.rows.iter().filter_map(|row| row.spread);
        let papers = self.rows.iter().filter_map(|row| row.paper);
        let scale = LogScale::around(
            spreads
                .flat_map(|spread| [spread.least, spread.median, spread.most])
                .chain(papers),
            places.scale,
        );
        let bottom = TOP + places.step * self.rows.len() as f64;
        let mut text = svg::opened([places.width, bottom + BELOW], title, "");
        let _ = writeln!(
            text,
            r#"<text class="ink title" x="{left}" y="28">{title}</text>
<text class="faint" x="{left}" y="48">{}</text>"#,
            match layout {
                Layout::Wide => "box: quartiles; bar: median; dot: mean; whiskers: least and most",
                Layout::Narrow => "quartiles, median, mean (dot), least and most",
            }
        );
        scale.draw_upright(&mut text, [TOP, bottom]);
        let _ = writeln!(
            text,
            r#"<text class="ink" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            0.5 * (left + right),
            bottom + 46.0,
            self.axis
        );
        if layout == Layout::Wide {
            let (x, y) = (right + 16.0, TOP - 4.0);
            let _ = writeln!(text, r#"<text class="faint" x="{x}" y="{y}">median</text>"#);
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = TOP + places.step * index as f64;
            self.label(&mut text, row, layout, &places, y);
            if let Some(spread) = row.spread {
                self.draw(&mut text, &scale, row, spread, y + places.middle);
            }
            if let Some(paper) = row.paper {
                let (x, top) = (scale.place(paper), y + places.middle - 6.0);
                let _ = writeln!(
                    text,
                    r#"<path class="hollow line" stroke-width="1.5" d="M{x:.1} {top:.1}l6 6l-6 6l-6 -6z"/>"#
                );
            }
        }
        svg::closed(text)
    }

    /// What the row is of, and its median.
    fn label(&self, text: &mut String, row: &Row, layout: Layout, places: &Places, top: f64) {
        let [left, right] = places.scale;
        // On narrow screens there is room only above a box.
        let (at, y, median) = match layout {
            Layout::Wide => (
                format!(r#"x="{}" text-anchor="end""#, left - 10.0),
                top + places.middle + 4.5,
                format!(r#"x="{}""#, right + 16.0),
            ),
            Layout::Narrow => (
                format!(r#"x="{left}""#),
                top + 17.0,
                format!(r#"x="{right}" text-anchor="end""#),
            ),
        };
        let _ = writeln!(
            text,
            r#"<text class="ink" {at} y="{y:.1}">{} <tspan class="faint">{}</tspan></text>"#,
            row.name, row.aside,
        );
        if let Some(spread) = row.spread {
            let told = (self.number)(spread.median);
            let _ = writeln!(
                text,
                r#"<text class="faint" {median} y="{y:.1}">{told}</text>"#
            );
        }
    }

    fn draw(&self, text: &mut String, scale: &LogScale, row: &Row, spread: Spread, y: f64) {
        let values = [
            spread.least,
            spread.lower_quartile,
            spread.median,
            spread.upper_quartile,
            spread.most,
            spread.mean,
        ];
        let [least, lower, median, upper, most, mean] = values.map(|value| scale.place(value));
        let [
            told_least,
            told_lower,
            told_median,
            told_upper,
            told_most,
            told_mean,
        ] = values.map(self.number);
        let (high, low, short) = (y - HALF, y + HALF, 0.5 * HALF);
        let _ = writeln!(
            text,
            r#"<g class="box"><title>{}, {}: least {told_least}, quartiles {told_lower} and {told_upper}, median {told_median}, mean {told_mean}, most {told_most}</title>
<path class="line" fill="none" d="M{least:.1} {:.1}V{:.1}M{most:.1} {:.1}V{:.1}M{least:.1} {y:.1}H{lower:.1}M{upper:.1} {y:.1}H{most:.1}"/>
<rect class="{} line" x="{lower:.1}" y="{high:.1}" width="{:.1}" height="{:.1}"/>
<path class="line" stroke-width="2.5" d="M{median:.1} {high:.1}V{low:.1}"/>
<circle class="dot" cx="{mean:.1}" cy="{y:.1}" r="3.5"/></g>"#,
            row.name,
            row.aside,
            y - short,
            y + short,
            y - short,
            y + short,
            row.colour.fill(),
            upper - lower,
            2.0 * HALF,
        );
    }
}
