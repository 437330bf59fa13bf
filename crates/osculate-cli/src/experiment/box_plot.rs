//! Box plots on a logarithmic scale, as SVG for light and dark backgrounds.

use super::method::Method;
use super::summary::Spread;
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
  .paper { fill: #ffffff } .ink { fill: #1c1e21 } .faint { fill: #62676e }
  .grid { stroke: #d9dce0 } .minor { stroke: #eef0f2 } .line { stroke: #1c1e21 } .dot { fill: #1c1e21; stroke: #ffffff }
  .d2m { fill: #d94141 } .capoeira { fill: #e8932c } .c2a { fill: #3b7dd8 } .hca { fill: #2fa36b } .best-first { fill: #8a63d2 }
  text { font: 13px system-ui, sans-serif } .title { font-size: 17px; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16181c } .ink { fill: #e8eaed } .faint { fill: #9aa0a8 }
    .grid { stroke: #3a3f46 } .minor { stroke: #24282d } .line { stroke: #e8eaed } .dot { fill: #ffffff; stroke: #16181c }
  }
";

/// The plot, with a title above and the name and unit of the axis below. `number` writes a median.
pub fn svg(title: &str, axis: &str, rows: &[Row], number: fn(f64) -> String) -> String {
    let scale = Scale::around(rows);
    let bottom = TOP + STEP * rows.len() as f64;
    let height = bottom + BELOW;
    let mut text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">
<title>{title}</title>
<style>{STYLE}</style>
<rect class="paper" width="{WIDTH}" height="{height}"/>
<text class="ink title" x="{LEFT}" y="28">{title}</text>
<text class="faint" x="{LEFT}" y="48">box: quartiles; bar: median; dot: mean; whiskers: least and most</text>
"#
    );
    scale.draw(&mut text, bottom);
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
    text + "</svg>\n"
}

fn draw(
    text: &mut String,
    scale: &Scale,
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

/// From one power of ten to another.
struct Scale {
    first: i32,
    last: i32,
}

impl Scale {
    /// Room for everything that is positive.
    fn around(rows: &[Row]) -> Scale {
        let spreads = || rows.iter().filter_map(|row| row.spread);
        let positive = |value: &f64| *value > 0.0;
        let least = spreads()
            .flat_map(|spread| [spread.least, spread.median])
            .filter(positive)
            .fold(f64::INFINITY, f64::min);
        let most = spreads()
            .map(|spread| spread.most)
            .filter(positive)
            .fold(0.0, f64::max);
        if !(least <= most) {
            return Scale { first: 0, last: 1 };
        }
        let first = least.log10().floor() as i32;
        let last = (most.log10().ceil() as i32).max(first + 1);
        Scale { first, last }
    }

    /// What is not positive lies at the left end.
    fn place(&self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.first)) / f64::from(self.last - self.first);
        LEFT + (WIDTH - LEFT - RIGHT) * share.clamp(0.0, 1.0)
    }

    fn draw(&self, text: &mut String, bottom: f64) {
        let decades = self.last - self.first;
        // Labels need room.
        let every = (decades + 9) / 10;
        for power in self.first..=self.last {
            let x = self.place(10.0_f64.powi(power));
            let _ = writeln!(text, r#"<path class="grid" d="M{x:.1} {TOP}V{bottom}"/>"#);
            if (power - self.first) % every == 0 {
                let _ = writeln!(
                    text,
                    r#"<text class="ink" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                    bottom + 20.0,
                    power_of_ten(power)
                );
            }
            if decades <= 5 && power < self.last {
                for part in 2..10 {
                    let x = self.place(f64::from(part) * 10.0_f64.powi(power));
                    let _ = writeln!(text, r#"<path class="minor" d="M{x:.1} {TOP}V{bottom}"/>"#);
                }
            }
        }
    }
}

fn power_of_ten(power: i32) -> String {
    if (0..=5).contains(&power) {
        return crate::numbers::grouped(10_u64.pow(power.unsigned_abs()));
    }
    let raised = |digit: char| match digit {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        _ => '⁹',
    };
    let exponent: String = power.to_string().chars().map(raised).collect();
    format!("10{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: [f64; 5]) -> Row {
        Row {
            method: Method::D2m,
            speed: 4.0,
            spread: Spread::of(values.into_iter()),
        }
    }

    #[test]
    fn powers_are_written_short() {
        assert_eq!(
            [-10, -1, 0, 3, 12].map(power_of_ten),
            ["10⁻¹⁰", "10⁻¹", "1", "1,000", "10¹²"]
        );
    }

    #[test]
    fn a_scale_holds_every_positive_number() {
        let scale = Scale::around(&[
            row([2e-10, 3e-10, 4e-10, 1e-3, 0.02]),
            row([0.0, 0.0, 1e-4, 1e-4, 5.0]),
        ]);
        assert_eq!((scale.first, scale.last), (-10, 1));
        assert_eq!((scale.place(0.0), scale.place(1e-10)), (LEFT, LEFT));
        assert_eq!(scale.place(10.0), WIDTH - RIGHT);
        let alike = Scale::around(&[row([1.0; 5])]);
        assert_eq!((alike.first, alike.last), (0, 1));
        let nothing = Scale::around(&[row([0.0; 5])]);
        assert_eq!((nothing.first, nothing.last), (0, 1));
    }
}
