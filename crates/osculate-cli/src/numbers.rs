//! Numbers for people.

/// With commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Six significant digits; four if there is an exponent, as in 7.492e-6.
pub fn significant(value: f64) -> String {
    if needs_exponent(value) {
        return format!("{value:.3e}");
    }
    let whole_digits = match value {
        0.0 => 0,
        _ => (exponent(value) + 1).max(0),
    };
    format!("{value:.*}", 6_usize.saturating_sub(whole_digits as usize))
}

/// As [`significant`], without the zeros at its end: 10, 0.25.
pub fn plain(value: f64) -> String {
    let text = significant(value);
    let (number, power) = match text.find('e') {
        Some(place) => text.split_at(place),
        None => (text.as_str(), ""),
    };
    let number = match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    };
    format!("{number}{power}")
}

/// Both ends of a bracket with as many digits as tell them apart, from 6 to 8, or from 4 with an exponent.
///
/// They are rounded outwards: what is proven of the bracket holds for what is shown.
pub fn bracket(lower: f64, upper: f64) -> [String; 2] {
    if !(upper > lower) {
        return [lower, upper].map(significant);
    }
    let largest = lower.abs().max(upper.abs());
    let scientific = needs_exponent(largest);
    let least = if scientific { 4 } else { 6 };
    let digits = (exponent(largest) - exponent(upper - lower) + 1).clamp(least, 8);
    let decimals = match scientific {
        true => digits - 1,
        false => digits - 1 - exponent(largest),
    };
    let decimals = decimals.max(0) as usize;
    [(lower, false), (upper, true)].map(|(value, up)| rounded(value, decimals, scientific, up))
}

/// Six significant digits, or four with an exponent, rounded down: up to here holds what holds up to the value.
pub fn rounded_down(value: f64) -> String {
    match needs_exponent(value) {
        true => rounded(value, 3, true, false),
        false => rounded(value, 6, false, false),
    }
}

fn needs_exponent(value: f64) -> bool {
    value != 0.0 && !(1e-3..1e6).contains(&value.abs())
}

/// The power of ten of the first digit.
fn exponent(value: f64) -> i32 {
    let text = format!("{value:e}");
    let power = text
        .split_once('e')
        .and_then(|(_, power)| power.parse().ok());
    power.unwrap_or(0)
}

/// With so many digits behind the point, rounded up or down.
fn rounded(value: f64, decimals: usize, scientific: bool, up: bool) -> String {
    let shown = |value: f64| match scientific {
        true => format!("{value:.decimals$e}"),
        false => format!("{value:.decimals$}"),
    };
    let text = shown(value);
    let off = text.parse::<f64>().unwrap_or(value) - value;
    if off == 0.0 || (off > 0.0) == up {
        return text;
    }
    // It was rounded to the nearest, and the wrong way: from half a unit further on, the nearest is the other one.
    let power = if scientific { exponent(value) } else { 0 } - decimals as i32;
    let half = format!("5e{}", power - 1).parse::<f64>().unwrap_or(0.0);
    shown(if up { value + half } else { value - half })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(
            [0, 999, 1000, 1234567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn numbers_are_short() {
        let values = [0.0, 1.0, -12.3456789, 0.25, 1e-7, 123456.75, 2e9];
        assert_eq!(
            values.map(significant),
            [
                "0.000000", "1.00000", "-12.3457", "0.250000", "1.000e-7", "123457", "2.000e9"
            ]
        );
        assert_eq!(
            values.map(plain),
            ["0", "1", "-12.3457", "0.25", "1e-7", "123457", "2e9"]
        );
        assert_eq!(significant(0.00000749206917564308), "7.492e-6");
    }

    #[test]
    fn brackets_are_rounded_outwards() {
        for (lower, upper, shown) in [
            (0.31, 0.3100002, ["0.3100000", "0.3100002"]),
            (0.31, 0.31, ["0.310000", "0.310000"]),
            (0.1, 0.9, ["0.100000", "0.900000"]),
            (0.24999999999999994, 0.25, ["0.24999999", "0.25000000"]),
            (0.25, 0.25000000000000006, ["0.25000000", "0.25000001"]),
            (7.49206917564e-6, 7.5e-6, ["7.492e-6", "7.500e-6"]),
            (9.9999e-4, 1.00001e-3, ["0.00099999", "0.00100001"]),
            (-0.5, 2.0, ["-0.50000", "2.00000"]),
            (1234.5678, 1234.56789, ["1234.5678", "1234.5679"]),
        ] {
            assert_eq!(bracket(lower, upper), shown);
        }
        let mut value = 1.0 / 3.0;
        for _ in 0..2_000 {
            value = 3.999 * value * (1.0 - value);
            for scale in [1e-9, 1e-3, 1.0, 1e3, 1e9] {
                let (lower, upper) = (value * scale, value * scale * (1.0 + value * 1e-6));
                let shown = bracket(lower, upper);
                let [low, high] = shown.each_ref().map(|text| text.parse::<f64>().unwrap());
                assert!(low <= lower && upper <= high, "{lower} {upper} {shown:?}");
                assert!(high - low <= 4e-6 * upper, "{lower} {upper} {shown:?}");
            }
        }
    }

    #[test]
    fn what_is_rounded_down_is_not_more() {
        let values = [1.0, 0.0, 0.24999999999999994, 0.9999999, 1.23456e-9, 1e-3];
        assert_eq!(
            values.map(rounded_down),
            [
                "1.000000", "0.000000", "0.249999", "0.999999", "1.234e-9", "0.001000"
            ]
        );
    }
}
