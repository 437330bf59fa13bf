//! Logarithmic scales of figures.

use std::fmt::Write;

/// From one power of ten to another, between two places of a figure.
pub struct LogScale {
    first: i32,
    last: i32,
    places: [f64; 2],
}

impl LogScale {
    /// Room for all values that are positive; the least power of ten lies at the first of `places`.
    pub fn around(values: impl Iterator<Item = f64>, places: [f64; 2]) -> LogScale {
        let (least, most) = values
            .filter(|value| *value > 0.0)
            .fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
                (least.min(value), most.max(value))
            });
        let (first, last) = if least <= most {
            let first = least.log10().floor() as i32;
            (first, (most.log10().ceil() as i32).max(first + 1))
        } else {
            (0, 1)
        };
        LogScale {
            first,
            last,
            places,
        }
    }

    /// Where a value lies. What is not positive lies at the first end.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.first)) / f64::from(self.last - self.first);
        self.places[0] + (self.places[1] - self.places[0]) * share.clamp(0.0, 1.0)
    }

    /// Upright lines from top to bottom, and labels below them.
    pub fn draw_upright(&self, text: &mut String, [top, bottom]: [f64; 2]) {
        self.draw(
            text,
            48.0,
            |x| format!("M{x:.1} {top}V{bottom}"),
            |x| {
                let y = bottom + 20.0;
                format!(r#"x="{x:.1}" y="{y:.1}" text-anchor="middle""#)
            },
        );
    }

    /// Level lines from left to right, and labels left of them.
    pub fn draw_level(&self, text: &mut String, [left, right]: [f64; 2]) {
        self.draw(
            text,
            18.0,
            |y| format!("M{left} {y:.1}H{right}"),
            |y| {
                let (x, y) = (left - 8.0, y + 4.5);
                format!(r#"x="{x:.1}" y="{y:.1}" text-anchor="end""#)
            },
        );
    }

    /// A label needs as much `room`.
    fn draw(
        &self,
        text: &mut String,
        room: f64,
        line: impl Fn(f64) -> String,
        label: impl Fn(f64) -> String,
    ) {
        let decades = self.last - self.first;
        let length = (self.places[1] - self.places[0]).abs();
        let every = (f64::from(decades) * room / length).ceil().max(1.0) as i32;
        for power in self.first..=self.last {
            let place = self.place(10.0_f64.powi(power));
            let _ = writeln!(text, r#"<path class="grid" d="{}"/>"#, line(place));
            if (power - self.first) % every == 0 {
                let _ = writeln!(
                    text,
                    r#"<text class="ink" {}>{}</text>"#,
                    label(place),
                    power_of_ten(power)
                );
            }
            if decades <= 5 && power < self.last {
                for part in 2..10 {
                    let place = self.place(f64::from(part) * 10.0_f64.powi(power));
                    let _ = writeln!(text, r#"<path class="minor" d="{}"/>"#, line(place));
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

    #[test]
    fn powers_are_written_short() {
        assert_eq!(
            [-10, -1, 0, 3, 12].map(power_of_ten),
            ["10⁻¹⁰", "10⁻¹", "1", "1,000", "10¹²"]
        );
    }

    #[test]
    fn a_scale_holds_every_positive_number() {
        let around = |values: &[f64]| LogScale::around(values.iter().copied(), [100.0, 500.0]);
        let scale = around(&[2e-10, 0.0, 0.02, f64::NAN, 1e-4, 5.0]);
        assert_eq!((scale.first, scale.last), (-10, 1));
        assert_eq!((scale.place(0.0), scale.place(1e-10)), (100.0, 100.0));
        assert_eq!(scale.place(10.0), 500.0);
        let alike = around(&[1.0, 1.0]);
        assert_eq!((alike.first, alike.last), (0, 1));
        let nothing = around(&[0.0]);
        assert_eq!((nothing.first, nothing.last), (0, 1));
    }
}
