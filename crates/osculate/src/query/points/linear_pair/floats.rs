//! The points of a pair in `f64`, as whole numbers.

use super::exact::Points;
use super::{LinearPair, PairKind};
use crate::numbers::wide_integer::Whole;

/// A pair's points, with each axis' unit and width.
pub(super) struct Floats<'a> {
    pair: &'a LinearPair,
    /// The least exponent of a set bit, by axis.
    least: [i32; 3],
    bits: [u64; 3],
}

impl<'a> Floats<'a> {
    pub(super) fn new(pair: &'a LinearPair) -> Self {
        let mut least = [0; 3];
        let mut bits = [0; 3];
        for axis in 0..3 {
            let coordinates = pair.points().iter();
            let ends = coordinates.flat_map(|path| [path.start()[axis], path.end()[axis]]);
            let parts = ends.map(split).filter(|(mantissa, _)| *mantissa != 0);
            let (mut low, mut high) = (i32::MAX, i32::MIN);
            for (mantissa, exponent) in parts {
                low = low.min(exponent);
                high = high.max(exponent + (64 - mantissa.unsigned_abs().leading_zeros()) as i32);
            }
            if low <= high {
                least[axis] = low;
                bits[axis] = (high - low) as u64;
            }
        }
        Floats { pair, least, bits }
    }
}

impl Points for Floats<'_> {
    fn kind(&self) -> PairKind {
        self.pair.kind()
    }

    fn coordinate<Z: Whole>(&self, point: usize, end: bool, axis: usize) -> Z {
        let path = &self.pair.points()[point];
        let place = if end { path.end() } else { path.start() };
        match split(place[axis]) {
            (0, _) => Z::zero(),
            (mantissa, exponent) => Z::shifted(mantissa, (exponent - self.least[axis]) as u32),
        }
    }

    fn bits(&self, axis: usize) -> u64 {
        self.bits[axis]
    }
}

/// `(m, e)` with `m·2^e` the number, `m` odd or zero.
fn split(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = match (bits >> 52 & 0x7ff) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased - 1075),
    };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let odd = mantissa >> zeros;
    (if x < 0.0 { -odd } else { odd }, exponent + zeros as i32)
}
