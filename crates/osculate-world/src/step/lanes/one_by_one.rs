//! Four numbers, one after the other.

use super::{Bodies, Four, Lanes};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Four numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct OneByOne([f64; 4]);

/// A yes or no for each.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Answers([bool; 4]);

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
    type Numbers = Four;
    type Fours = [Four; 4];

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
    fn columns([a, b, c, d, ..]: &Bodies, at: usize) -> [OneByOne; 4] {
        let [a, b, c, d] = [&a[at], &b[at], &c[at], &d[at]];
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
