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
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Eight(pub(crate) [f64; 8]);

macro_rules! are_numbers {
    ($of:ident: $width:literal) => {
        impl Numbers for $of {
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
        }
    };
}

are_numbers!(Four: 4);
#[cfg(target_arch = "x86_64")]
are_numbers!(Eight: 8);

/// What the solver needs of a body for each lane, four numbers at a time. There are as many as lanes.
pub(super) type Bodies<'m> = [&'m [Four; 9]; MOST];

/// Numbers that operations work on. What takes them must be marked `#[inline(always)]`, or it is compiled without vector instructions. Where little is optimised,
/// large functions are not put into each other, since the stack would overflow; AVX2 and AVX-512 are not asked for there.
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
    #[cfg(target_arch = "x86_64")]
    use super::super::solver::has_avx512;
    use super::*;

    /// All operations on two numbers of each lane, as bits of each lane in a row; of what is no number only that it is none.
    #[inline(always)]
    fn all_of<L: Lanes>(pairs: &[[f64; 2]], told: &mut [Vec<u64>]) {
        let mut in_memory = [L::Numbers::default(); 2];
        for (lane, pair) in pairs.iter().enumerate() {
            for (numbers, value) in in_memory.iter_mut().zip(pair) {
                numbers.lanes_mut()[lane] = *value;
            }
        }
        let [x, y] = in_memory.each_ref().map(L::load);
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
            L::all(0.1),
        ];
        // A body for each lane, of which one row is looked at.
        let mut fours = [[Four::default(); 9]; MOST];
        for (fours, &[a, b]) in fours.iter_mut().zip(pairs) {
            fours[3] = Four([a, b, a.sqrt(), b.abs()]);
        }
        let columns = L::columns(&fours.each_ref(), 3);
        let rows = L::rows(columns);
        for value in values.into_iter().chain(columns) {
            let mut to = L::Numbers::default();
            value.store(&mut to);
            for (told, value) in told.iter_mut().zip(to.lanes()) {
                told.push(as_bits(*value));
            }
        }
        let masks = [x.is_above(y), x.is_at_least(y), x.is(y), !x.is(y)].map(L::bits);
        for (lane, told) in told.iter_mut().enumerate().take(L::Numbers::WIDTH) {
            told.extend(rows[lane].0.map(as_bits));
            told.extend(masks.map(|mask| u64::from(mask >> lane & 1)));
        }
        assert!(masks.into_iter().all(|mask| mask >> L::Numbers::WIDTH == 0));
    }

    type AllOf<'a> = &'a dyn Fn(&[[f64; 2]], &mut [Vec<u64>]);

    fn as_bits(value: f64) -> u64 {
        match value.is_nan() {
            true => u64::MAX,
            false => value.to_bits(),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn with_avx2(pairs: &[[f64; 2]], told: &mut [Vec<u64>]) {
        all_of::<Avx2>(pairs, told);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx2")]
    fn with_avx512(pairs: &[[f64; 2]], told: &mut [Vec<u64>]) {
        all_of::<Avx512>(pairs, told);
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
                let pairs: [[f64; 2]; MOST] =
                    core::array::from_fn(|lane| [at(first + lane), at(second + 3 * lane)]);
                let of = |each: AllOf, width: usize| {
                    let mut told = vec![Vec::new(); MOST];
                    for (pairs, told) in pairs.chunks(width).zip(told.chunks_mut(width)) {
                        each(pairs, told);
                    }
                    told
                };
                let expected = of(&all_of::<OneByOne>, 4);
                assert_eq!(of(&all_of::<Pairs>, 4), expected, "{pairs:?}");
                #[cfg(target_arch = "x86_64")]
                if std::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has what the function needs: it was asked.
                    #[allow(unsafe_code)]
                    let told = of(&|pairs, told| unsafe { with_avx2(pairs, told) }, 4);
                    assert_eq!(told, expected, "{pairs:?}");
                }
                #[cfg(target_arch = "x86_64")]
                if has_avx512() {
                    // SAFETY: as above.
                    #[allow(unsafe_code)]
                    let told = of(&|pairs, told| unsafe { with_avx512(pairs, told) }, 8);
                    assert_eq!(told, expected, "{pairs:?}");
                }
            }
        }
    }
}
