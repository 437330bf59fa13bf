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
    todo!()
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
