//! Numbers of four or eight contacts at a time.
//!
//! Each lane has a number of one contact, and operations work on all lanes: with vector instructions of eight numbers where the processor has them
//! ([`Avx512`]), or else of four ([`Avx2`]), or else of two, which all processors of most architectures have ([`Pairs`]), or else one after the other
//! ([`OneByOne`]). All round alike, and no two operations are joined into one, so worlds are the same to the last bit on all processors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod one_by_one;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod pairs;
mod vectors;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;
// What all others are tested against, too.
#[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) use one_by_one::OneByOne;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use pairs::Pairs;
pub(super) use vectors::{Matrix, Quaternion, Vector};

use core::ops::{Add, BitAnd, BitOr, Div, Index, Mul, Neg, Not, Sub};

/// No lanes have more numbers than this.
pub(super) const MOST: usize = 8;

/// Numbers in memory, one for each lane.
pub(super) trait Numbers: Copy + Default {
    const WIDTH: usize;

    fn all(value: f64) -> Self;
    fn lanes(&self) -> &[f64];
    fn lanes_mut(&mut self) -> &mut [f64];
}

/// Four numbers in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Four(pub(crate) [f64; 4]);

/// Eight numbers in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Eight(pub(crate) [f64; 8]);

macro_rules! are_numbers {
    ($($of:ident: $width:literal),*) => {
        $(impl Numbers for $of {
            const WIDTH: usize = $width;

            #[inline(always)]
            fn all(value: f64) -> $of {
                $of([value; $width])
            }

            #[inline(always)]
            fn lanes(&self) -> &[f64] {
                &self.0
            }

            #[inline(always)]
            fn lanes_mut(&mut self) -> &mut [f64] {
                &mut self.0
            }
        })*
    };
}

are_numbers!(Four: 4, Eight: 8);

/// What the solver needs of a body for each lane, four numbers at a time. There are as many as lanes.
pub(super) type Bodies<'m> = [&'m [Four; 9]; MOST];

/// Numbers that operations work on. What takes them must be marked `#[inline(always)]`, or it is compiled without vector instructions. Where little is optimised,
/// large functions are not put into each other, since the stack would overflow; AVX2 is not asked for there.
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

    /// What they are in memory.
    type Numbers: Numbers;
    /// Four numbers of each lane.
    type Fours: Index<usize, Output = Four>;

    fn all(value: f64) -> Self;
    fn load(from: &Self::Numbers) -> Self;
    fn store(self, to: &mut Self::Numbers);
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
    /// The lowest bits, of lanes in order.
    fn bits(mask: Self::Mask) -> u32;
    /// Four numbers of each lane's body, as lanes; and back.
    fn columns(bodies: &Bodies, at: usize) -> [Self; 4];
    fn rows(columns: [Self; 4]) -> Self::Fours;

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

/// What stands for four numbers where the processor was not asked what it has.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) type Portable = Pairs;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) type Portable = OneByOne;

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
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

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn with_avx2(a: &Four, b: &Four, told: &mut Vec<[u64; 4]>) {
        all_of::<Avx2>(a, b, told);
    }

    #[test]
    fn vector_instructions_do_the_same() {
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
                let (mut one_by_one, mut pairs) = (Vec::new(), Vec::new());
                all_of::<OneByOne>(&a, &b, &mut one_by_one);
                all_of::<Pairs>(&a, &b, &mut pairs);
                assert_eq!(one_by_one, pairs, "{a:?} {b:?}");
                #[cfg(target_arch = "x86_64")]
                if std::is_x86_feature_detected!("avx2") {
                    let mut wide = Vec::new();
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
}
