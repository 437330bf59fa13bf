//! Whole numbers of a fixed number of 64-bit digits, on the stack.

use super::{Whole, leading, signed};
use core::cmp::Ordering;
use num_bigint::BigInt;

/// A number of `N` digits in two's complement, the lowest digit first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn is_negative(&self) -> bool {
        self.0[N - 1] >> 63 == 1
    }

    fn magnitude(&self) -> [u64; N] {
        if self.is_negative() {
            self.negated().0
        } else {
            self.0
        }
    }
}

impl<const N: usize> Whole for Wide<N> {
    const BITS: u64 = 64 * N as u64 - 1;

    #[inline(always)]
    fn zero() -> Self {
        Wide([0; N])
    }

    fn shifted(mantissa: i64, shift: u32) -> Self {
        let wide = i128::from(mantissa) << (shift % 64);
        let fill = (wide >> 127) as u64;
        let whole = (shift / 64) as usize;
        Wide(core::array::from_fn(|digit| {
            match digit.wrapping_sub(whole) {
                _ if digit < whole => 0,
                0 => wide as u64,
                1 => (wide >> 64) as u64,
                _ => fill,
            }
        }))
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let mut carry = false;
        Wide(core::array::from_fn(|digit| {
            let (partial, first) = self.0[digit].overflowing_add(other.0[digit]);
            let (total, second) = partial.overflowing_add(u64::from(carry));
            carry = first | second;
            total
        }))
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        let mut borrow = false;
        Wide(core::array::from_fn(|digit| {
            let (partial, first) = self.0[digit].overflowing_sub(other.0[digit]);
            let (total, second) = partial.overflowing_sub(u64::from(borrow));
            borrow = first | second;
            total
        }))
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        // Modulo 2^(64·N) two's complement needs no care of signs.
        let mut product = [0_u64; N];
        for low in 0..N {
            if self.0[low] == 0 {
                continue;
            }
            let mut carry = 0_u64;
            for high in 0..N - low {
                let sum = u128::from(self.0[low]) * u128::from(other.0[high])
                    + u128::from(product[low + high])
                    + u128::from(carry);
                product[low + high] = sum as u64;
                carry = (sum >> 64) as u64;
            }
        }
        Wide(product)
    }

    #[inline]
    fn sign(&self) -> Ordering {
        if self.is_negative() {
            Ordering::Less
        } else if self.0.iter().all(|&digit| digit == 0) {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }

    fn rounded(&self) -> (f64, i64) {
        let magnitude = self.magnitude();
        let Some(top) = magnitude.iter().rposition(|&digit| digit != 0) else {
            return (0.0, 0);
        };
        let next = if top > 0 { magnitude[top - 1] } else { 0 };
        let exponent = 64 * (top as i64 + 1) - i64::from(magnitude[top].leading_zeros());
        (
            signed(leading(magnitude[top], next), self.is_negative()),
            exponent,
        )
    }

    fn big(&self) -> BigInt {
        let mut value = BigInt::ZERO;
        for &digit in self.magnitude().iter().rev() {
            value = (value << 64) + digit;
        }
        if self.is_negative() { -value } else { value }
    }

    fn from_big(big: &BigInt) -> Self {
        let mut digits = big.magnitude().iter_u64_digits();
        let magnitude = Wide(core::array::from_fn(|_| digits.next().unwrap_or(0)));
        if Whole::sign(big) == Ordering::Less {
            magnitude.negated()
        } else {
            magnitude
        }
    }
}
