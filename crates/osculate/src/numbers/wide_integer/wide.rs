//! Whole numbers of at most a fixed number of 64-bit digits, on the stack.

use super::{Whole, leading, signed};
use core::cmp::Ordering;
use num_bigint::BigInt;

/// A sign and a magnitude of at most `N` digits, the lowest first. Work is in proportion to the digits in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide<const N: usize> {
    digits: [u64; N],
    /// How many digits are in use: the last of them is not zero, and all others are.
    len: usize,
    negative: bool,
}

/// The next wider numbers.
pub(crate) trait Widen {
    type Wider: Whole;

    fn widen(&self) -> Self::Wider;
}

impl Widen for Wide<4> {
    type Wider = Wide<32>;

    fn widen(&self) -> Wide<32> {
        self.longer()
    }
}

impl Widen for Wide<8> {
    type Wider = Wide<32>;

    fn widen(&self) -> Wide<32> {
        self.longer()
    }
}

impl Widen for Wide<32> {
    type Wider = BigInt;

    fn widen(&self) -> BigInt {
        self.big()
    }
}

impl<const N: usize> Wide<N> {
    /// `±magnitude`.
    pub(super) fn of_magnitude(magnitude: u128, negative: bool) -> Self {
        let mut digits = [0; N];
        digits[0] = magnitude as u64;
        digits[1] = (magnitude >> 64) as u64;
        Wide::new(digits, 2, negative)
    }

    fn new(digits: [u64; N], most: usize, negative: bool) -> Self {
        let mut len = most;
        while len > 0 && digits[len - 1] == 0 {
            len -= 1;
        }
        Wide {
            digits,
            len,
            negative,
        }
    }

    fn longer<const M: usize>(&self) -> Wide<M> {
        let mut digits = [0; M];
        digits[..self.len].copy_from_slice(self.used());
        Wide {
            digits,
            len: self.len,
            negative: self.negative,
        }
    }

    fn used(&self) -> &[u64] {
        &self.digits[..self.len]
    }

    /// The sum of this and `other`, of which the sign is taken to be `negative`.
    #[inline]
    fn sum(&self, other: &Self, negative: bool) -> Self {
        let longest = self.len.max(other.len);
        let mut digits = [0; N];
        if self.negative == negative {
            let mut carry = false;
            for (k, digit) in digits[..longest].iter_mut().enumerate() {
                let (partial, first) = self.digits[k].overflowing_add(other.digits[k]);
                let (total, second) = partial.overflowing_add(u64::from(carry));
                *digit = total;
                carry = first | second;
            }
            if carry {
                digits[longest] = 1;
            }
            return Wide::new(digits, (longest + 1).min(N), negative);
        }
        let (large, small, sign) = match self.compare(other) {
            Ordering::Less => (other, self, negative),
            _ => (self, other, self.negative),
        };
        let mut borrow = false;
        for (k, digit) in digits[..longest].iter_mut().enumerate() {
            let (partial, first) = large.digits[k].overflowing_sub(small.digits[k]);
            let (total, second) = partial.overflowing_sub(u64::from(borrow));
            *digit = total;
            borrow = first | second;
        }
        Wide::new(digits, longest, sign)
    }

    /// The order of the magnitudes.
    fn compare(&self, other: &Self) -> Ordering {
        let by_length = self.len.cmp(&other.len);
        by_length.then_with(|| self.used().iter().rev().cmp(other.used().iter().rev()))
    }
}

impl<const N: usize> Whole for Wide<N>
where
    Wide<N>: Widen,
{
    const BITS: u64 = 64 * N as u64;
    type Wider = <Self as Widen>::Wider;

    fn widened(&self) -> Self::Wider {
        self.widen()
    }

    #[inline(always)]
    fn zero() -> Self {
        Wide {
            digits: [0; N],
            len: 0,
            negative: false,
        }
    }

    fn shifted(mantissa: i64, shift: u32) -> Self {
        let magnitude = u128::from(mantissa.unsigned_abs()) << (shift % 64);
        let low = (shift / 64) as usize;
        let mut digits = [0; N];
        for (k, part) in [magnitude as u64, (magnitude >> 64) as u64]
            .into_iter()
            .enumerate()
        {
            if part != 0 {
                digits[low + k] = part;
            }
        }
        Wide::new(digits, (low + 2).min(N), mantissa < 0)
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self.sum(other, other.negative)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.sum(other, !other.negative)
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        let mut product = [0_u64; N];
        for (low, &a) in self.used().iter().enumerate() {
            let mut carry = 0_u64;
            for (high, &b) in other.used().iter().enumerate() {
                let place = &mut product[low + high];
                let sum = u128::from(a) * u128::from(b) + u128::from(*place) + u128::from(carry);
                *place = sum as u64;
                carry = (sum >> 64) as u64;
            }
            if carry != 0 {
                product[low + other.len] = carry;
            }
        }
        let most = (self.len + other.len).min(N);
        Wide::new(product, most, self.negative != other.negative)
    }

    #[inline]
    fn sign(&self) -> Ordering {
        match (self.len, self.negative) {
            (0, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            (_, false) => Ordering::Greater,
        }
    }

    fn rounded(&self) -> (f64, i64) {
        let Some((&top, lower)) = self.used().split_last() else {
            return (0.0, 0);
        };
        let next = lower.last().copied().unwrap_or(0);
        let exponent = 64 * self.len as i64 - i64::from(top.leading_zeros());
        (signed(leading(top, next), self.negative), exponent)
    }

    fn big(&self) -> BigInt {
        let mut value = BigInt::ZERO;
        for &digit in self.used().iter().rev() {
            value = (value << 64) + digit;
        }
        if self.negative { -value } else { value }
    }

    fn from_big(big: &BigInt) -> Self {
        let mut digits = [0; N];
        for (digit, from) in digits.iter_mut().zip(big.magnitude().iter_u64_digits()) {
            *digit = from;
        }
        Wide::new(digits, N, Whole::sign(big) == Ordering::Less)
    }
}
