//! Fractions of whole numbers without bounds, always in lowest terms.

use num_bigint::BigInt;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// 0.
pub fn zero() -> BigInt {
    BigInt::from(0)
}

/// Its sign, as it compares with zero.
pub fn sign(x: &BigInt) -> Ordering {
    x.cmp(&BigInt::ZERO)
}

/// Without its sign.
pub fn absolute(x: &BigInt) -> BigInt {
    BigInt::from(x.magnitude().clone())
}

/// Euclid's; not negative.
pub fn common_divisor(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (absolute(a), absolute(b));
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

/// The quotient of a division without remainder.
pub fn exact_quotient(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    assert!(&quotient * b == *a, "{a} is not a multiple of {b}");
    quotient
}

/// A finite `f64` as `mantissa · 2^exponent`, the mantissa odd or zero.
pub fn parts(x: f64) -> (i64, i32) {
    assert!(x.is_finite(), "{x} is no coordinate");
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    // Subnormal numbers have the exponent of the least normal ones, and no hidden bit.
    let (mantissa, exponent) = match biased {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, biased - 1075),
    };
    if mantissa == 0 {
        return (0, 0);
    }
    let even = mantissa.trailing_zeros();
    let mantissa = mantissa >> even;
    let signed = if bits >> 63 == 1 { -mantissa } else { mantissa };
    (signed, exponent + even as i32)
}

/// A fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rational {
    numerator: BigInt,
    /// Positive.
    denominator: BigInt,
}

impl Rational {
    /// A quotient of whole numbers.
    pub fn new(numerator: BigInt, denominator: BigInt) -> Rational {
        assert!(denominator != BigInt::ZERO, "{numerator}/0");
        let mut divisor = common_divisor(&numerator, &denominator);
        if denominator < BigInt::ZERO {
            divisor = -divisor;
        }
        Rational {
            numerator: exact_quotient(&numerator, &divisor),
            denominator: exact_quotient(&denominator, &divisor),
        }
    }

    /// A quotient of small whole numbers.
    pub fn of(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into())
    }

    /// 0.
    pub fn zero() -> Rational {
        Rational::of(0, 1)
    }

    /// 1.
    pub fn one() -> Rational {
        Rational::of(1, 1)
    }

    /// Exactly this number.
    pub fn from_f64(x: f64) -> Rational {
        let (mantissa, exponent) = parts(x);
        let (mantissa, one) = (BigInt::from(mantissa), BigInt::from(1));
        let shift = exponent.unsigned_abs();
        let (numerator, denominator) = if exponent < 0 {
            (mantissa, one << shift)
        } else {
            (mantissa << shift, one)
        };
        Rational {
            numerator,
            denominator,
        }
    }

    /// The `f64` that is this number, if there is one.
    pub fn to_f64(&self) -> Option<f64> {
        // A decimal fraction of more digits than any f64 has would not parse exactly, so the bits are put together.
        let down = self.denominator.trailing_zeros().unwrap_or(0) as i64;
        if self.denominator.bits() as i64 != down + 1 {
            return None;
        }
        let Some(up) = self.numerator.trailing_zeros() else {
            return Some(0.0);
        };
        let odd = i64::try_from(&self.numerator >> up).ok()?;
        let mut exponent = up as i64 - down;
        if odd.unsigned_abs() >= 1 << 53 || !(-1074..1024).contains(&exponent) {
            return None;
        }
        // Each product is exact: the number only grows towards, or shrinks to, a multiple of the least f64.
        let mut x = odd as f64;
        while exponent > 0 {
            (x, exponent) = (x * 2.0, exponent - 1);
        }
        while exponent < 0 {
            (x, exponent) = (x * 0.5, exponent + 1);
        }
        x.is_finite().then_some(x)
    }

    /// Above the line.
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// Below the line.
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// Its sign, as it compares with zero.
    pub fn sign(&self) -> Ordering {
        sign(&self.numerator)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        Rational::new(
            &self.numerator * &other.denominator + &other.numerator * &self.denominator,
            &self.denominator * &other.denominator,
        )
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        Rational::new(
            &self.numerator * &other.numerator,
            &self.denominator * &other.denominator,
        )
    }
}

impl Div for &Rational {
    type Output = Rational;
    fn div(self, other: &Rational) -> Rational {
        Rational::new(
            &self.numerator * &other.denominator,
            &self.denominator * &other.numerator,
        )
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational {
            numerator: -&self.numerator,
            denominator: self.denominator.clone(),
        }
    }
}
