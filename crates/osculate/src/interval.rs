//! Intervals that certainly hold a real number.

use core::ops::{Add, Mul, Neg, Sub};

/// All real numbers from `lower` to `upper`, both included. Operations round outward.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// The interval from `lower` to `upper`.
    ///
    /// # Panics
    /// In debug builds, if the ends are not ordered.
    pub fn new(lower: f64, upper: f64) -> Interval {
        debug_assert!(lower <= upper, "[{lower}, {upper}]");
        Interval { lower, upper }
    }

    /// The interval that holds just `value`.
    pub fn point(value: f64) -> Interval {
        Interval::new(value, value)
    }

    /// Everything within `radius` of `centre`.
    pub fn around(centre: f64, radius: f64) -> Interval {
        Interval::new((centre - radius).next_down(), (centre + radius).next_up())
    }

    /// Whether `value` is inside.
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// The distance between the ends, rounded up.
    pub fn width(&self) -> f64 {
        (self.upper - self.lower).next_up()
    }

    /// The largest magnitude inside.
    pub fn magnitude(&self) -> f64 {
        self.lower.abs().max(self.upper.abs())
    }

    /// The smallest interval that holds both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval::new(self.lower.min(other.lower), self.upper.max(other.upper))
    }
}

impl From<f64> for Interval {
    fn from(value: f64) -> Interval {
        Interval::point(value)
    }
}

impl Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval::new(-self.upper, -self.lower)
    }
}

impl Add for Interval {
    type Output = Interval;
    fn add(self, other: Interval) -> Interval {
        Interval::new(
            (self.lower + other.lower).next_down(),
            (self.upper + other.upper).next_up(),
        )
    }
}

impl Sub for Interval {
    type Output = Interval;
    fn sub(self, other: Interval) -> Interval {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Interval;
    fn mul(self, other: Interval) -> Interval {
        let ends = [
            self.lower * other.lower,
            self.lower * other.upper,
            self.upper * other.lower,
            self.upper * other.upper,
        ];
        let lower = ends[0].min(ends[1]).min(ends[2].min(ends[3]));
        let upper = ends[0].max(ends[1]).max(ends[2].max(ends[3]));
        Interval::new(lower.next_down(), upper.next_up())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_hold_the_exact_result() {
        // 0.1 + 0.2 as real numbers of these two doubles lies strictly between two neighbouring doubles.
        let sum = Interval::point(0.1) + Interval::point(0.2);
        assert!(sum.lower < 0.30000000000000004 && sum.upper >= 0.30000000000000004);
        let product = Interval::new(-2.0, 3.0) * Interval::new(-5.0, 4.0);
        assert!(product.contains(-15.0) && product.contains(12.0) && product.contains(10.0));
        assert!(product.width() < 27.1);
        let difference = Interval::new(1.0, 2.0) - Interval::new(0.5, 4.0);
        assert!(difference.contains(-3.0) && difference.contains(1.5));
    }
}
