//! Box plots on a logarithmic scale, as SVG for light and dark backgrounds.

use super::method::Method;
use super::summary::Spread;
use crate::experiment::log_scale::LogScale;
use crate::experiment::svg;
use std::fmt::Write;

/// One box: quartiles, a bar at the median, a dot at the mean, whiskers to the least and the most.
pub struct Row {
    /// Which method: its colour.
    pub method: Method,
    /// The relative speed.
    pub speed: f64,
    /// What the box shows; without it the row stays empty.
    pub spread: Option<Spread>,
}

const WIDTH: f64 = 860.0;
const LEFT: f64 = 172.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 64.0;
const STEP: f64 = 34.0;
const BELOW: f64 = 62.0;
/// Half the height of a box.
const HALF: f64 = 10.0;

const STYLE: &str = "
  .d2m { fill: #d94141 } .capoeira { fill: #e8932c } .c2a { fill: #3b7dd8 } .hca { fill: #2fa36b } .best-first { fill: #8a63d2 }
";

/// The plot, with a title above and the name and unit of the axis below. `number` writes a median.
pub fn svg(title: &str, axis: &str, rows: &[Row], number: fn(f64) -> String) -> String {
    let spreads = || rows.iter().filter_map(|row| row.spread);
    let scale = LogScale::around(
        spreads().flat_map(|spread| [spread.least, spread.median, spread.most]),
        [LEFT, WIDTH - RIGHT],
    );
    let bottom = TOP + STEP * rows.len() as f64;
    let mut text = svg::opened([WIDTH, bottom + BELOW], title, STYLE);
    let _ = writeln!(
        text,
        r#"<text class="ink title" x="{LEFT}" y="28">{title}</text>
<text class="faint" x="{LEFT}" y="48">box: quartiles; bar: median; dot: mean; whiskers: least and most</text>"#
    );
    scale.draw_upright(&mut text, [TOP, bottom]);
    let middle = 0.5 * (LEFT + WIDTH - RIGHT);
    let _ = writeln!(
        text,
        r#"<text class="ink" x="{middle}" y="{:.1}" text-anchor="middle">{axis}</text>
<text class="faint" x="{:.1}" y="{:.1}">median</text>"#,
        bottom + 46.0,
        WIDTH - RIGHT + 16.0,
        TOP - 4.0,
    );
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + STEP * (index as f64 + 0.5);
        let _ = writeln!(
            text,
            r#"<text class="ink" x="{:.1}" y="{:.1}" text-anchor="end">{} <tspan class="faint">{} units/s</tspan></text>"#,
            LEFT - 10.0,
            y + 4.5,
            row.method.name(),
            row.speed,
        );
        if let Some(spread) = row.spread {
            draw(&mut text, &scale, row, spread, y, number);
        }
    }
    svg::closed(text)
}

fn draw(
    text: &mut String,
    scale: &LogScale,
    row: &Row,
    spread: Spread,
    y: f64,
    number: fn(f64) -> String,
) {
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
    ] = values.map(number);
    let class = row.method.name().to_lowercase();
    let (high, low, short) = (y - HALF, y + HALF, 0.5 * HALF);
    let _ = writeln!(
        text,
        r#"<g class="box"><title>{} at {} units/s: least {told_least}, quartiles {told_lower} and {told_upper}, median {told_median}, mean {told_mean}, most {told_most}</title>
<path class="line" fill="none" d="M{least:.1} {:.1}V{:.1}M{most:.1} {:.1}V{:.1}M{least:.1} {y:.1}H{lower:.1}M{upper:.1} {y:.1}H{most:.1}"/>
<rect class="{class} line" x="{lower:.1}" y="{high:.1}" width="{:.1}" height="{:.1}"/>
<path class="line" stroke-width="2.5" d="M{median:.1} {high:.1}V{low:.1}"/>
<circle class="dot" cx="{mean:.1}" cy="{y:.1}" r="3.5"/></g>
<text class="faint" x="{:.1}" y="{:.1}">{told_median}</text>"#,
        row.method.name(),
        row.speed,
        y - short,
        y + short,
        y - short,
        y + short,
        upper - lower,
        2.0 * HALF,
        WIDTH - RIGHT + 16.0,
        y + 4.5,
    );
}
