//! When a point on its flight first reaches something: closed forms without cancellation.
//!
//! A flight is p + v·t + ½a·t². Every function gives the first t ≥ 0, or infinity. What touches and parts does not meet:
//! a meeting needs an approach, or bodies would collide again and again with what they have just left.

use crate::vector::{Vector, dot};

/// When p + v·t + ½a·t² first comes as near to the origin as `reach`, while it approaches.
///
/// A start within `reach` counts as a meeting at once if it approaches.
#[inline]
pub fn first_entry<const D: usize>(p: &Vector<D>, v: &Vector<D>, a: &Vector<D>, reach: f64) -> f64 {
    if *a == [0.0; D] {
        return first_straight_entry(p, v, reach);
    }
    let c = dot(p, p) - reach * reach;
    let coefficients = [
        c,
        2.0 * dot(p, v),
        dot(v, v) + dot(p, a),
        dot(v, a),
        0.25 * dot(a, a),
    ];
    temporary_entry(&coefficients)
}

fn value(c: &[f64], t: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, k| sum * t + k)
}

fn roots(c: &[f64], end: f64) -> Vec<f64> {
    if c.len() < 2 {
        return Vec::new();
    }
    let slope: Vec<f64> = (1..c.len()).map(|k| k as f64 * c[k]).collect();
    let mut stops = vec![0.0];
    stops.extend(roots(&slope, end));
    stops.push(end);
    let mut found = Vec::new();
    for pair in stops.windows(2) {
        let (mut low, mut high) = (pair[0], pair[1]);
        let below = value(c, low) < 0.0;
        if below == (value(c, high) < 0.0) {
            continue;
        }
        loop {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if (value(c, middle) < 0.0) == below {
                low = middle;
            } else {
                high = middle;
            }
        }
        found.push(high);
    }
    found
}

fn temporary_entry(c: &[f64; 5]) -> f64 {
    let mut end = 0.0_f64;
    for k in 0..4 {
        end = end.max(2.0 * libm::pow((c[k] / c[4]).abs(), 1.0 / (4 - k) as f64));
    }
    if c[0] <= 0.0 && c[1] < 0.0 {
        return 0.0;
    }
    let slope = [c[1], 2.0 * c[2], 3.0 * c[3], 4.0 * c[4]];
    let mut stops = vec![0.0];
    stops.extend(roots(&slope, end));
    stops.push(end);
    for pair in stops.windows(2) {
        let (mut low, mut high) = (pair[0], pair[1]);
        if !(value(&slope, 0.5 * (low + high)) < 0.0) {
            continue;
        }
        if value(c, low) <= 0.0 {
            return low;
        }
        if value(c, high) > 0.0 {
            continue;
        }
        loop {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if value(c, middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
    f64::INFINITY
}

/// [`first_entry`] without acceleration: the smaller root of |p + v·t|² = reach² as c / (−b + √(b² − a·c)), which Kaya's
/// equation 3.12 has with a difference in the numerator.
#[inline(always)]
pub fn first_straight_entry<const D: usize>(p: &Vector<D>, v: &Vector<D>, reach: f64) -> f64 {
    let b = dot(p, v);
    if !(b < 0.0) {
        return f64::INFINITY;
    }
    let c = dot(p, p) - reach * reach;
    if c <= 0.0 {
        return 0.0;
    }
    let discriminant = b * b - dot(v, v) * c;
    if !(discriminant >= 0.0) {
        return f64::INFINITY;
    }
    c / (discriminant.sqrt() - b)
}

/// When p + v·t + ½a·t² first comes as far from the origin as `reach`, while it moves away: out of a hollow ball.
pub fn first_exit<const D: usize>(
    _p: &Vector<D>,
    _v: &Vector<D>,
    _a: &Vector<D>,
    _reach: f64,
) -> f64 {
    todo!()
}

/// When v·t + ½a·t² first reaches `gap` from below: a flat wall that far away.
#[inline(always)]
pub fn first_rise(gap: f64, v: f64, a: f64) -> f64 {
    let gap = gap.max(0.0);
    if a == 0.0 {
        return if v > 0.0 { gap / v } else { f64::INFINITY };
    }
    if v > 0.0 || (v == 0.0 && a > 0.0) {
        let discriminant = v * v + 2.0 * a * gap;
        if discriminant < 0.0 {
            return f64::INFINITY;
        }
        let sum = v + discriminant.sqrt();
        return if sum > 0.0 { 2.0 * gap / sum } else { 0.0 };
    }
    // It moves away, and returns if it is drawn back.
    if a > 0.0 {
        (-v + (v * v + 2.0 * a * gap).sqrt()) / a
    } else {
        f64::INFINITY
    }
}
