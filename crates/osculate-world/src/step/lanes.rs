//! Numbers of four contacts at a time.
//!
//! Each of four lanes has a number of one contact, and operations work on all four: with vector instructions of four numbers where the processor has them
//! ([`Avx2`]), or else one after the other ([`OneByOne`]). Both round alike, and no two operations are joined into one, so worlds are the same to
//! the last bit on all processors.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod vectors;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
pub(super) use vectors::{Matrix, Quaternion, Vector};

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Four numbers in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Four(pub(crate) [f64; 4]);

/// Four numbers that operations work on. What takes them must be marked `#[inline(always)]`, or it is compiled without vector instructions.
pub(super) trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A yes or no for each lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    fn all(value: f64) -> Self;
    fn load(from: &Four) -> Self;
    fn store(self, to: &mut Four);
    /// The larger one; the bound where one is no number.
    fn at_least(self, bound: Self) -> Self;
    /// Between two bounds, of which the first is not larger; no number where it is none.
    fn between(self, least: Self, most: Self) -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    /// Comparisons: none is true where one is no number.
    fn is_above(self, other: Self) -> Self::Mask;
    fn is_at_least(self, other: Self) -> Self::Mask;
    fn is(self, other: Self) -> Self::Mask;
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The lowest four bits, of lanes in order.
    fn bits(mask: Self::Mask) -> u32;
    /// Four numbers of each lane, as lanes; and back.
    fn columns(rows: [&Four; 4]) -> [Self; 4];
    fn rows(columns: [Self; 4]) -> [Four; 4];

    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        Self::bits(mask) != 0
    }

    /// One over a number; nothing over what is not positive.
    #[inline(always)]
    fn inverse(self) -> Self {
        let none = Self::all(0.0);
        Self::choose(self.is_above(none), Self::all(1.0) / self, none)
    }
}

/// Four numbers, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneByOne([f64; 4]);

/// A yes or no for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers([bool; 4]);

/// What is made of each lane. Written out: arrays that go through closures end up in memory.
macro_rules! each {
    ($of:ident: $($value:ident = $from:expr),* => $made:expr) => {
        $of([
            { let ($($value,)*) = ($($from[0],)*); $made },
            { let ($($value,)*) = ($($from[1],)*); $made },
            { let ($($value,)*) = ($($from[2],)*); $made },
            { let ($($value,)*) = ($($from[3],)*); $made },
        ])
    };
}

/// An operator that works on each lane.
macro_rules! operator {
    ($of:ident, $operator:ident, $name:ident, |$a:ident, $b:ident| $made:expr) => {
        impl $operator for $of {
            type Output = $of;
            #[inline(always)]
            fn $name(self, other: $of) -> $of {
                each!($of: $a = self.0, $b = other.0 => $made)
            }
        }
    };
}

operator!(OneByOne, Add, add, |a, b| a + b);
operator!(OneByOne, Sub, sub, |a, b| a - b);
operator!(OneByOne, Mul, mul, |a, b| a * b);
operator!(OneByOne, Div, div, |a, b| a / b);
operator!(Answers, BitAnd, bitand, |a, b| a & b);
operator!(Answers, BitOr, bitor, |a, b| a | b);

impl Neg for OneByOne {
    type Output = OneByOne;
    #[inline(always)]
    fn neg(self) -> OneByOne {
        each!(OneByOne: value = self.0 => -value)
    }
}

impl Not for Answers {
    type Output = Answers;
    #[inline(always)]
    fn not(self) -> Answers {
        each!(Answers: answer = self.0 => !answer)
    }
}

impl Lanes for OneByOne {
    type Mask = Answers;

    #[inline(always)]
    fn all(value: f64) -> OneByOne {
        OneByOne([value; 4])
    }

    #[inline(always)]
    fn load(from: &Four) -> OneByOne {
        OneByOne(from.0)
    }

    #[inline(always)]
    fn store(self, to: &mut Four) {
        to.0 = self.0;
    }

    #[inline(always)]
    fn at_least(self, bound: OneByOne) -> OneByOne {
        each!(OneByOne: value = self.0, bound = bound.0 => if value > bound { value } else { bound })
    }

    #[inline(always)]
    fn between(self, least: OneByOne, most: OneByOne) -> OneByOne {
        let raised = each!(OneByOne: value = self.0, least = least.0 => if value < least { least } else { value });
        each!(OneByOne: value = raised.0, most = most.0 => if value > most { most } else { value })
    }

    #[inline(always)]
    fn sqrt(self) -> OneByOne {
        each!(OneByOne: value = self.0 => value.sqrt())
    }

    #[inline(always)]
    fn abs(self) -> OneByOne {
        each!(OneByOne: value = self.0 => value.abs())
    }

    #[inline(always)]
    fn is_above(self, other: OneByOne) -> Answers {
        each!(Answers: a = self.0, b = other.0 => a > b)
    }

    #[inline(always)]
    fn is_at_least(self, other: OneByOne) -> Answers {
        each!(Answers: a = self.0, b = other.0 => a >= b)
    }

    #[inline(always)]
    #[allow(clippy::float_cmp)]
    fn is(self, other: OneByOne) -> Answers {
        each!(Answers: a = self.0, b = other.0 => a == b)
    }

    #[inline(always)]
    fn choose(mask: Answers, yes: OneByOne, no: OneByOne) -> OneByOne {
        each!(OneByOne: mask = mask.0, yes = yes.0, no = no.0 => if mask { yes } else { no })
    }

    #[inline(always)]
    fn bits(Answers([a, b, c, d]): Answers) -> u32 {
        u32::from(a) | u32::from(b) << 1 | u32::from(c) << 2 | u32::from(d) << 3
    }

    #[inline(always)]
    fn columns([a, b, c, d]: [&Four; 4]) -> [OneByOne; 4] {
        [
            OneByOne([a.0[0], b.0[0], c.0[0], d.0[0]]),
            OneByOne([a.0[1], b.0[1], c.0[1], d.0[1]]),
            OneByOne([a.0[2], b.0[2], c.0[2], d.0[2]]),
            OneByOne([a.0[3], b.0[3], c.0[3], d.0[3]]),
        ]
    }

    #[inline(always)]
    fn rows([a, b, c, d]: [OneByOne; 4]) -> [Four; 4] {
        [
            Four([a.0[0], b.0[0], c.0[0], d.0[0]]),
            Four([a.0[1], b.0[1], c.0[1], d.0[1]]),
            Four([a.0[2], b.0[2], c.0[2], d.0[2]]),
            Four([a.0[3], b.0[3], c.0[3], d.0[3]]),
        ]
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// All operations on two fours, as bits; of what is no number only that it is none.
    #[inline(always)]
    fn all_of<L: Lanes>(a: &Four, b: &Four, told: &mut Vec<[u64; 4]>) {
        let (x, y) = (L::load(a), L::load(b));
        let (least, most) = (-(y.abs()), y.abs());
        let values = [
            x + y,
            x - y,
            x * y,
            x / y,
            -x,
            x.at_least(y),
            x.between(least, most),
            x.sqrt(),
            x.abs(),
            x.inverse(),
            L::choose(x.is_above(y), x, y),
            L::choose(x.is_at_least(y) & !x.is(y), x, y),
            L::choose(x.is(y) | y.is_above(x), x, y),
            L::all(a.0[2]),
        ];
        let columns = L::columns([a, b, &Four(a.0.map(f64::sqrt)), &Four(b.0.map(f64::abs))]);
        let rows = L::rows(columns);
        let back = rows.each_ref().map(L::load);
        for value in values.into_iter().chain(columns).chain(back) {
            let mut to = Four::default();
            value.store(&mut to);
            told.push(to.0.map(|value| match value.is_nan() {
                true => u64::MAX,
                false => value.to_bits(),
            }));
        }
        told.push(
            [x.is_above(y), x.is_at_least(y), x.is(y), !x.is(y)].map(|mask| L::bits(mask).into()),
        );
    }

    #[target_feature(enable = "avx2")]
    fn with_avx2(a: &Four, b: &Four, told: &mut Vec<[u64; 4]>) {
        all_of::<Avx2>(a, b, told);
    }

    #[test]
    fn vector_instructions_do_the_same() {
        if !std::is_x86_feature_detected!("avx2") {
            return;
        }
        let some = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            -3.7,
            1e-308,
            5e-324,
            -5e-324,
            1e308,
            -1e308,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::EPSILON,
            2.0,
        ];
        let at = |number: usize| some[number % some.len()];
        for first in 0..some.len() {
            for second in 0..some.len() {
                let a = Four([at(first), at(second), at(first + 3), at(second + 5)]);
                let b = Four([at(second), at(second), at(first * second), at(first + 7)]);
                let (mut one_by_one, mut wide) = (Vec::new(), Vec::new());
                all_of::<OneByOne>(&a, &b, &mut one_by_one);
                // SAFETY: the processor has what the function needs: it was asked.
                #[allow(unsafe_code)]
                unsafe {
                    with_avx2(&a, &b, &mut wide);
                }
                assert_eq!(one_by_one, wide, "{a:?} {b:?}");
            }
        }
    }
}
