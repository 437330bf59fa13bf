//! Boxes that move, in the coordinates of the broad phase.

use crate::motion::LinearPath;
use crate::numbers::rounding::{UNIT, power_of_two};
use alloc::vec::Vec;
use glam::DVec3;

/// How many vertices tell where the middle of all is.
const SAMPLES: usize = 1024;

/// Coordinates in `f32` that keep the order of those in `f64`: `x ≤ y` implies `scaled(x) ≤ scaled(y)`.
///
/// Boxes are only ever compared, coordinate by coordinate, so nothing needs to be rounded outward: a subtraction, a
/// multiplication by a positive number and the conversion to `f32` round, overflow and underflow without ever changing an
/// order, and `scaled(x) > scaled(y)` implies `x > y`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    centre: [f64; 3],
    factor: [f64; 3],
}

impl Scale {
    /// With the finest steps in the middle of most vertices, however far off the others are; `sample` is memory only.
    pub(crate) fn around(paths: &[LinearPath], sample: &mut Vec<f64>) -> Scale {
        let mut scale = Scale {
            centre: [0.0; 3],
            factor: [1.0; 3],
        };
        let step = paths.len().div_ceil(SAMPLES).max(1);
        for axis in 0..3 {
            sample.clear();
            for path in paths.iter().step_by(step) {
                sample.extend([path.start(), path.end()].map(|point| point[axis]));
            }
            if sample.is_empty() {
                continue;
            }
            let last = sample.len() - 1;
            let nth = |sample: &mut [f64], at: usize| {
                *sample.select_nth_unstable_by(at, f64::total_cmp).1
            };
            let centre = nth(sample, last / 2);
            // Nine tenths of them reach to 1 at most; or all, if that many are at the centre.
            let mut reach = |left: usize| {
                (nth(sample, last - left) - centre)
                    .max(centre - nth(sample, left))
                    .min(f64::MAX)
            };
            let most = reach(last / 20);
            let extent = if most > 0.0 { most } else { reach(0) };
            scale.centre[axis] = centre;
            scale.factor[axis] = (1.0 / extent).min(f64::MAX);
        }
        scale
    }

    /// With a unit of about `size` at a place: both within ±1e300, `size` not negative.
    pub(super) fn about(centre: DVec3, size: f64) -> Scale {
        let unit = match size > 0.0 {
            true => power_of_two(size.max(1e-300)),
            false => 1.0,
        };
        Scale {
            centre: centre.to_array(),
            factor: [1.0 / unit; 3],
        }
    }

    /// At most any coordinate within ±1e301 that is `scaled` by a scale made [`about`](Scale::about) a place; at least, below.
    ///
    /// Before it was rounded to `f32` the difference from the centre, in units, was within 2⁻²⁴ of itself or 2⁻¹⁵⁰ of `scaled`,
    /// and the subtraction rounded by 2⁻⁵³ of it: 2⁻²² and 2⁻¹⁴⁸ hold both. A unit is a power of two.
    pub(super) fn at_most(&self, scaled: f32, axis: usize) -> f64 {
        let scaled = f64::from(scaled);
        let spread = scaled.abs() * (1.0 / 4_194_304.0) + 1e-44;
        let away = (scaled - spread) / self.factor[axis];
        match away.is_nan() {
            // What overflows may be anything.
            true => -f64::MAX,
            false => (self.centre[axis] + away.clamp(-f64::MAX, 1e302)).next_down(),
        }
    }

    /// See [`at_most`](Scale::at_most).
    pub(super) fn at_least(&self, scaled: f32, axis: usize) -> f64 {
        let mirrored = Scale {
            centre: self.centre.map(|x| -x),
            ..*self
        };
        -mirrored.at_most(-scaled, axis)
    }

    #[inline(always)]
    pub(super) fn apply(&self, point: DVec3) -> [f32; 3] {
        // No NaN: the difference of finite numbers may be infinite, but the factor is neither zero nor infinite.
        core::array::from_fn(|axis| ((point[axis] - self.centre[axis]) * self.factor[axis]) as f32)
    }
}

/// A box around a feature at the start and at the end of a stretch of time; in between, a box whose sides move from one to
/// the other at constant speeds holds it, since its points do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MovingBox {
    /// At the start and at the end, by axis.
    pub(crate) low: [[f32; 3]; 2],
    /// At the start and at the end, by axis.
    pub(crate) high: [[f32; 3]; 2],
}

impl MovingBox {
    /// What every other box holds.
    pub(crate) const NOTHING: MovingBox = MovingBox {
        low: [[f32::INFINITY; 3]; 2],
        high: [[f32::NEG_INFINITY; 3]; 2],
    };

    /// Around a point during `[0, until]`, with a margin of half the clearance that two boxes are to keep apart.
    #[inline(always)]
    pub(crate) fn around(
        path: &LinearPath,
        until: f64,
        clearance: f64,
        scale: &Scale,
    ) -> MovingBox {
        if clearance > 0.0 {
            return MovingBox::widened(path, until, clearance, scale);
        }
        let start = scale.apply(path.start());
        if until >= 1.0 {
            let end = scale.apply(path.end());
            return MovingBox {
                low: [start, end],
                high: [start, end],
            };
        }
        let (mut low, mut high) = (DVec3::ZERO, DVec3::ZERO);
        for axis in 0..3 {
            (low[axis], high[axis]) = position(path.start()[axis], path.end()[axis], until);
        }
        MovingBox {
            low: [start, scale.apply(low)],
            high: [start, scale.apply(high)],
        }
    }

    fn widened(path: &LinearPath, until: f64, clearance: f64, scale: &Scale) -> MovingBox {
        let mut sides = [[DVec3::ZERO; 2]; 2];
        for axis in 0..3 {
            let (start, end) = (path.start()[axis], path.end()[axis]);
            let ends = match until >= 1.0 {
                true => (end, end),
                false => position(start, end, until),
            };
            for (sides, (low, high)) in sides.iter_mut().zip([(start, start), ends]) {
                // A sum errs by a unit of its terms, and so does taking off what makes up for that.
                let rounding = |x: f64| 4.0 * UNIT * (x.abs() + clearance);
                sides[0][axis] = (low - 0.5 * clearance) - rounding(low);
                sides[1][axis] = (high + 0.5 * clearance) + rounding(high);
            }
        }
        let [low, high] = [0, 1].map(|side| sides.map(|of_end| scale.apply(of_end[side])));
        MovingBox { low, high }
    }

    /// One that rests and holds this one at all times.
    pub(crate) fn swept(&self) -> MovingBox {
        let mut held = *self;
        for axis in 0..3 {
            let low = self.low[0][axis].min(self.low[1][axis]);
            let high = self.high[0][axis].max(self.high[1][axis]);
            for end in 0..2 {
                held.low[end][axis] = low;
                held.high[end][axis] = high;
            }
        }
        held
    }

    /// Around both.
    #[inline(always)]
    pub(crate) fn union(&self, other: &MovingBox) -> MovingBox {
        let mut both = *self;
        for end in 0..2 {
            for axis in 0..3 {
                let (low, high) = (other.low[end][axis], other.high[end][axis]);
                if low < both.low[end][axis] {
                    both.low[end][axis] = low;
                }
                if high > both.high[end][axis] {
                    both.high[end][axis] = high;
                }
            }
        }
        both
    }
}

/// Bounds on `(1 − t)·start + t·end` for `t` of `[0, 1]`.
#[inline(always)]
fn position(start: f64, end: f64, t: f64) -> (f64, f64) {
    let (least, most) = if start < end {
        (start, end)
    } else {
        (end, start)
    };
    let largest = most.max(-least);
    // 1 − t, two products and their sum err by at most 3 units of `largest`, and by half the smallest number for each
    // product that underflows; the sums below by a unit more. A sum that overflows is brought back by the clamp.
    let error = 8.0 * UNIT * largest + 4.0 * f64::from_bits(1);
    let value = ((1.0 - t) * start + t * end).clamp(least, most);
    ((value - error).max(least), (value + error).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_judge::seeded::Seeded;

    #[test]
    fn positions_hold_exact_ones() {
        let mut seeded = Seeded::new(1);
        let mut next = |bits: u32| {
            let state = seeded.bits();
            (state >> (64 - bits)) as i128
        };
        for round in 0..100_000 {
            // Exact in whole numbers: coordinates of up to 53 bits, and times of 40.
            let size = 1 + round % 53;
            let [start, end] = [next(size) - next(size), next(size) - next(size)].map(|x| x / 2);
            let time = next(40);
            let exact = ((1_i128 << 40) - time) * start + time * end;
            let (low, high) = position(
                start as f64,
                end as f64,
                time as f64 / (1_i128 << 40) as f64,
            );
            // Bounds times 2^40 are whole as soon as they are rounded outward.
            let scaled = |x: f64| x * (1_i128 << 40) as f64;
            assert!(
                libm::floor(scaled(low)) as i128 <= exact,
                "{start} {end} {time}"
            );
            assert!(
                libm::ceil(scaled(high)) as i128 >= exact,
                "{start} {end} {time}"
            );
            assert!(low >= start.min(end) as f64 && high <= start.max(end) as f64);
        }
    }

    #[test]
    fn positions_of_extreme_coordinates_are_finite() {
        let tiny = f64::from_bits(1);
        for x in [f64::MAX, -f64::MAX, 1.0, 0.0, tiny, -tiny] {
            for y in [f64::MAX, -f64::MAX, 0.0, tiny] {
                for t in [0.0, 1e-300, 1e-12, 0.3, 1.0 - UNIT, 1.0] {
                    let (low, high) = position(x, y, t);
                    assert!(low.is_finite() && high.is_finite() && low <= high);
                    assert!(low >= x.min(y) && high <= x.max(y));
                }
                assert!(position(x, y, 0.0).0 <= x && position(x, y, 0.0).1 >= x);
            }
        }
    }

    #[test]
    fn the_scale_keeps_order() {
        let values = [
            -f64::MAX,
            -1e300,
            -1.0,
            -1e-300,
            0.0,
            f64::from_bits(1),
            0.5,
            1.0,
            2.0,
            1e300,
            f64::MAX,
        ];
        for many in values {
            // Whatever most vertices do, all others keep their order.
            let mut paths: Vec<LinearPath> = (0..50)
                .map(|i| LinearPath::at_rest(DVec3::splat(many / 64.0 * f64::from(i))).unwrap())
                .collect();
            paths.extend(values.map(|x| LinearPath::at_rest(DVec3::splat(x)).unwrap()));
            for scale in [
                Scale::around(&paths, &mut Vec::new()),
                Scale::around(&paths[..1], &mut Vec::new()),
                Scale::around(&[], &mut Vec::new()),
            ] {
                let scaled = values.map(|x| scale.apply(DVec3::splat(x))[0]);
                assert!(scaled.is_sorted(), "{scale:?}: {scaled:?}");
                assert!(!scaled.iter().any(|x| x.is_nan()));
            }
        }
    }
}
