//! Whole numbers of several widths behind one small interface, for exact decisions.
//!
//! The narrow ones do not check for overflow in release builds: who uses them proves that everything fits
//! ([`Whole::BITS`]).

use core::cmp::Ordering;
use num_bigint::{BigInt, Sign};

mod wide;

pub(crate) use wide::Wide;

/// A whole number.
pub(crate) trait Whole: Clone {
    /// The magnitude of every number is below two to this power.
    const BITS: u64;
    /// Numbers to go on with where these are too narrow.
    type Wider: Whole;

    fn widened(&self) -> Self::Wider;

    fn zero() -> Self;
    /// `mantissa · 2^shift`.
    fn shifted(mantissa: i64, shift: u32) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// Its order against zero.
    fn sign(&self) -> Ordering;
    /// `(m, e)` with `m · 2^e` within two units of the number, `m` zero or `1/2 ≤ |m| ≤ 1`.
    fn rounded(&self) -> (f64, i64);
    fn big(&self) -> BigInt;
    fn from_big(big: &BigInt) -> Self;

    fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }

    fn by(&self, factor: i64) -> Self {
        self.times(&Self::shifted(factor, 0))
    }

    fn negated(&self) -> Self {
        Self::zero().minus(self)
    }
}

impl Whole for i128 {
    const BITS: u64 = 127;
    type Wider = Wide<4>;

    fn widened(&self) -> Wide<4> {
        Wide::of_magnitude(self.unsigned_abs(), *self < 0)
    }

    #[inline(always)]
    fn zero() -> i128 {
        0
    }

    #[inline(always)]
    fn shifted(mantissa: i64, shift: u32) -> i128 {
        i128::from(mantissa) << shift
    }

    #[inline(always)]
    fn plus(&self, other: &i128) -> i128 {
        self + other
    }

    #[inline(always)]
    fn minus(&self, other: &i128) -> i128 {
        self - other
    }

    #[inline(always)]
    fn times(&self, other: &i128) -> i128 {
        self * other
    }

    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn rounded(&self) -> (f64, i64) {
        let magnitude = self.unsigned_abs();
        let mantissa = match 128 - i64::from(magnitude.leading_zeros()) {
            0 => return (0.0, 0),
            bits if bits > 64 => (magnitude >> (bits - 64)) as u64,
            bits => (magnitude as u64) << (64 - bits),
        };
        let exponent = 128 - i64::from(magnitude.leading_zeros());
        (signed(mantissa, *self < 0), exponent)
    }

    fn big(&self) -> BigInt {
        BigInt::from(*self)
    }

    fn from_big(big: &BigInt) -> i128 {
        let mut digits = big.magnitude().iter_u64_digits();
        let (low, high) = (digits.next().unwrap_or(0), digits.next().unwrap_or(0));
        let magnitude = (i128::from(high) << 64) | i128::from(low);
        if BigInt::sign(big) == Sign::Minus {
            -magnitude
        } else {
            magnitude
        }
    }
}

impl Whole for BigInt {
    const BITS: u64 = u64::MAX;
    type Wider = BigInt;

    fn widened(&self) -> BigInt {
        self.clone()
    }

    fn zero() -> BigInt {
        BigInt::ZERO
    }

    fn shifted(mantissa: i64, shift: u32) -> BigInt {
        BigInt::from(mantissa) << shift
    }

    fn plus(&self, other: &BigInt) -> BigInt {
        self + other
    }

    fn minus(&self, other: &BigInt) -> BigInt {
        self - other
    }

    fn times(&self, other: &BigInt) -> BigInt {
        self * other
    }

    fn sign(&self) -> Ordering {
        match BigInt::sign(self) {
            Sign::Minus => Ordering::Less,
            Sign::NoSign => Ordering::Equal,
            Sign::Plus => Ordering::Greater,
        }
    }

    fn rounded(&self) -> (f64, i64) {
        let mut digits = self.magnitude().iter_u64_digits().rev();
        let Some(top) = digits.next() else {
            return (0.0, 0);
        };
        let mantissa = leading(top, digits.next().unwrap_or(0));
        (
            signed(mantissa, BigInt::sign(self) == Sign::Minus),
            self.bits() as i64,
        )
    }

    fn big(&self) -> BigInt {
        self.clone()
    }

    fn from_big(big: &BigInt) -> BigInt {
        big.clone()
    }
}

/// The 64 leading bits of a number whose highest two digits these are; `top` is not zero.
fn leading(top: u64, next: u64) -> u64 {
    match top.leading_zeros() {
        0 => top,
        zeros => top << zeros | next >> (64 - zeros),
    }
}

/// `±mantissa / 2^64`: cutting off what was below loses less than `2^-63` of it, rounding another `2^-53`.
fn signed(mantissa: u64, negative: bool) -> f64 {
    let value = mantissa as f64 / 18_446_744_073_709_551_616.0;
    if negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_judge::seeded::Seeded;

    /// Sums, differences, products, signs and roundings are those of big integers.
    fn like_big<W: Whole>(widest: u32) {
        let mut seeded = Seeded::new(1);
        let mut number = || {
            let state = seeded.bits();
            let mantissa = state as i64 >> (state >> 58);
            W::shifted(mantissa, (state >> 32) as u32 % widest)
        };
        for round in 0..10_000 {
            let (a, b) = (number(), if round % 7 == 0 { W::zero() } else { number() });
            assert_eq!(a.plus(&b).big(), a.big() + b.big());
            assert_eq!(a.minus(&b).big(), a.big() - b.big());
            let product = a.times(&b);
            assert_eq!(product.big(), a.big() * b.big());
            assert_eq!(product.sign(), Whole::sign(&product.big()));
            assert_eq!(product.rounded(), product.big().rounded());
            assert_eq!(a.negated().big(), -a.big());
            assert_eq!(W::from_big(&product.big()).big(), product.big());
            assert_eq!(product.widened().big(), product.big());
        }
    }

    #[test]
    fn narrow_numbers_are_like_big_ones() {
        like_big::<i128>(1);
        like_big::<Wide<4>>(60);
        like_big::<Wide<8>>(180);
        like_big::<Wide<32>>(900);
    }

    #[test]
    fn roundings_are_near() {
        for shift in [0, 1, 63, 64, 65, 200, 1000] {
            for mantissa in [1, -1, 3, i64::MAX, i64::MIN, -12_345_678_901_234_567] {
                let (m, e) = BigInt::shifted(mantissa, shift).rounded();
                let there = m * libm::exp2((e - i64::from(shift)) as f64);
                assert!((there / mantissa as f64 - 1.0).abs() <= f64::EPSILON);
                assert!((0.5..=1.0).contains(&m.abs()));
            }
        }
        assert_eq!(BigInt::ZERO.rounded(), (0.0, 0));
    }
}
