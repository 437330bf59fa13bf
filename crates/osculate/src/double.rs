//! Numbers of twice the precision, for what is computed once a motion.

use crate::rounding::sqrt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The unevaluated sum `high + low`, about 106 bits. No product of parts may leave `f64`'s range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Double {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

/// A number, and two numbers of 26 bits that add up to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Halves {
    pub(crate) whole: f64,
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Halves {
    /// By Dekker's splitting.
    #[inline(always)]
    pub(crate) fn new(whole: f64) -> Halves {
        let shifted = 134_217_729.0 * whole;
        let high = shifted - (shifted - whole);
        Halves {
            whole,
            high,
            low: whole - high,
        }
    }
}

/// `a + b` as the nearest number and the rest, exactly if `|a| ≥ |b|`.
#[inline(always)]
pub(crate) fn quick_sum(a: f64, b: f64) -> [f64; 2] {
    let high = a + b;
    [high, b - (high - a)]
}

/// `a + b` as the nearest number and the rest, exactly.
#[inline(always)]
pub(crate) fn exact_sum(a: f64, b: f64) -> [f64; 2] {
    let high = a + b;
    let of_b = high - a;
    [high, (a - (high - of_b)) + (b - of_b)]
}

/// `a·b` as the nearest number and the rest, exactly (a fused multiply would round differently by platform).
#[inline(always)]
pub(crate) fn exact_product(a: Halves, b: Halves) -> [f64; 2] {
    let high = a.whole * b.whole;
    let rest = (a.high * b.high - high) + a.high * b.low + a.low * b.high;
    [high, rest + a.low * b.low]
}

fn quick_two_sum(a: f64, b: f64) -> Double {
    Double::from(quick_sum(a, b))
}

/// `a + b` exactly.
pub(crate) fn two_sum(a: f64, b: f64) -> Double {
    Double::from(exact_sum(a, b))
}

/// `a·b` exactly.
pub(crate) fn two_product(a: f64, b: f64) -> Double {
    Double::from(exact_product(Halves::new(a), Halves::new(b)))
}

impl Double {
    pub(crate) const ZERO: Double = Double {
        high: 0.0,
        low: 0.0,
    };

    pub(crate) fn sqrt(self) -> Double {
        if self.high <= 0.0 {
            return Double::ZERO;
        }
        let root = sqrt(self.high);
        let rest = self - two_product(root, root);
        quick_two_sum(root, rest.high / (2.0 * root))
    }

    /// The sine and cosine of an angle in `[0, 2]`, by their series.
    pub(crate) fn sin_cos(angle: f64) -> (Double, Double) {
        let angle = Double::from(angle);
        let mut sums = [Double::ZERO; 4];
        let mut term = Double::from(1.0);
        for order in 0..36_u32 {
            sums[order as usize % 4] = sums[order as usize % 4] + term;
            term = term * angle / Double::from(f64::from(order + 1));
        }
        (sums[1] - sums[3], sums[0] - sums[2])
    }
}

impl From<f64> for Double {
    fn from(value: f64) -> Double {
        Double {
            high: value,
            low: 0.0,
        }
    }
}

impl From<[f64; 2]> for Double {
    #[inline(always)]
    fn from([high, low]: [f64; 2]) -> Double {
        Double { high, low }
    }
}

impl Neg for Double {
    type Output = Double;
    fn neg(self) -> Double {
        Double {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl Add for Double {
    type Output = Double;
    fn add(self, other: Double) -> Double {
        let high = two_sum(self.high, other.high);
        let low = two_sum(self.low, other.low);
        let sum = quick_two_sum(high.high, high.low + low.high);
        quick_two_sum(sum.high, sum.low + low.low)
    }
}

impl Sub for Double {
    type Output = Double;
    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;
    fn mul(self, other: Double) -> Double {
        let product = two_product(self.high, other.high);
        quick_two_sum(
            product.high,
            product.low + (self.high * other.low + self.low * other.high),
        )
    }
}

impl Div for Double {
    type Output = Double;
    fn div(self, other: Double) -> Double {
        let first = self.high / other.high;
        let rest = self - other * Double::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Double::from(second);
        quick_two_sum(first, second) + Double::from(rest.high / other.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_sums_are_exact() {
        // (2^27 + 1)² = 2^54 + 2^28 + 1 needs 55 bits.
        let x = 134_217_729.0;
        assert_eq!(
            two_product(x, x),
            Double {
                high: 18_014_398_777_917_440.0,
                low: 1.0
            }
        );
        assert_eq!(
            two_sum(1.0, 1e-30),
            Double {
                high: 1.0,
                low: 1e-30
            }
        );
    }

    #[test]
    fn functions_are_good_to_100_bits() {
        let tiny = 1e-30;
        let third = Double::from(1.0) / Double::from(3.0);
        let one = third + third + third - Double::from(1.0);
        assert!(one.high.abs() < tiny);
        let root = Double::from(2.0).sqrt();
        assert!((root * root - Double::from(2.0)).high.abs() < tiny);
        for angle in [0.0, 1e-9, 0.3, 1.0, 1.57, 2.0] {
            let (sin, cos) = Double::sin_cos(angle);
            assert!((sin * sin + cos * cos - Double::from(1.0)).high.abs() < tiny);
            assert!((sin.high - libm::sin(angle)).abs() < 2e-16);
            assert!((cos.high - libm::cos(angle)).abs() < 2e-16);
        }
        // sin(1) to 32 digits, in two parts.
        let (sin, _) = Double::sin_cos(1.0);
        assert_eq!(sin.high, 0.841_470_984_807_896_5);
        assert!((sin.low - 1.776_845_092_935_536e-18).abs() < 1e-30);
    }
}
