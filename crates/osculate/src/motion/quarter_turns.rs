//! The sine and cosine of an angle that grows with time, counted in quarter turns.

use crate::numbers::double::{Double, Halves, exact_product};
use crate::numbers::lanes::Lanes;

/// An angular speed in quarter turns: whole ones come off the angle exactly, however large it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct QuarterTurns {
    speed: Halves,
    /// What `speed` is too small by.
    low: f64,
}

/// 2/π, to 109 bits.
const PER_RADIAN: Double = Double {
    high: core::f64::consts::FRAC_2_PI,
    low: -3.935_735_335_036_497e-17,
};

/// Its high half, by Dekker's splitting.
const PER_RADIAN_HIGH: f64 = {
    let shifted = 134_217_729.0 * PER_RADIAN.high;
    shifted - (shifted - PER_RADIAN.high)
};

/// Beyond so many quarter turns an `f64` time hardly says which way a body faces: 2³⁶.
const MOST: f64 = 68_719_476_736.0;

/// 3·2⁵¹: the sum with a number below 2⁵¹ is rounded to a whole one, whose last bits are the sum's.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// With f the angle in quarter turns, |f| ≤ ½ + 2⁻¹⁶, and z = f²: `sin = f·Σ sᵢzⁱ` and `cos = 1 + z·Σ cᵢzⁱ`, both
/// interpolated at Chebyshev's nodes. As they stand here the sums make the sine err by 0.24 units of rounding and the
/// cosine by 0.17, at most: evaluated with 50 digits at 4,000 points, between which errors this small do not peak.
const SERIES: [Lanes; 7] = [
    Lanes([core::f64::consts::FRAC_PI_2, -1.233_700_550_136_169_7]),
    Lanes([-0.645_964_097_506_244_3, 0.253_669_507_901_047_8]),
    Lanes([0.079_692_626_246_042_98, -0.020_863_480_763_340_77]),
    Lanes([-0.004_681_754_132_340_5, 0.000_919_260_274_546_797_9]),
    Lanes([1.604_411_507_381_150_7e-4, -2.520_203_902_762_860_6e-5]),
    Lanes([-3.598_643_337_042_495_3e-6, 4.710_678_389_839_657e-7]),
    Lanes([5.633_931_463_185_391e-8, -6.329_394_066_489_112_5e-9]),
];

impl QuarterTurns {
    pub(super) const ZERO: QuarterTurns = QuarterTurns {
        speed: Halves {
            whole: 0.0,
            high: 0.0,
            low: 0.0,
        },
        low: 0.0,
    };

    /// A radian a unit of time: then times are angles.
    pub(super) const RADIANS: QuarterTurns = QuarterTurns {
        speed: Halves {
            whole: PER_RADIAN.high,
            high: PER_RADIAN_HIGH,
            low: PER_RADIAN.high - PER_RADIAN_HIGH,
        },
        low: PER_RADIAN.low,
    };

    /// From radians a unit of time.
    #[inline]
    pub(super) fn new(angular_speed: Double) -> QuarterTurns {
        let speed = angular_speed * PER_RADIAN;
        QuarterTurns {
            speed: Halves::new(speed.high),
            low: speed.low,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.speed.whole == 0.0
    }

    /// The sine and the cosine of the angle at time `t`; `None` if `t` hardly says what they are.
    ///
    /// Together (as the length of a vector) they err by less than three units of rounding u:
    ///
    /// - The angle: the product is exact but for its low part, which errs by a few u of 2⁻¹⁷ quarter turns at most, as
    ///   does the speed, and the sum rounds f by u/2: 0.8 u in radians.
    /// - The sine: the series 0.24; the rounding of z 0.08; that of all but the first term 0.2; the sum with that, which
    ///   is between 1 and 2, u·f = ½; the product, below 1, ½: less than 1.53.
    /// - The cosine: the series 0.17; the rounding of z 0.28; that of all but the first term 0.04; the sum with that ¼;
    ///   the product, below ½, ¼; the last sum, below 1, ½: less than 1.5.
    #[inline(always)]
    pub(super) fn sin_cos(&self, t: f64) -> Option<(f64, f64)> {
        let [angle, low] = exact_product(Halves::new(t), self.speed);
        if !(angle.abs() < MOST) {
            return None;
        }
        let shifted = angle + WHOLE;
        let f = (angle - (shifted - WHOLE)) + (low + t * self.low);
        let z = f * f;
        let (zs, z2) = (Lanes::both(z), Lanes::both(z * z));
        let [first, c1, c2, c3, c4, c5, c6] = SERIES;
        // In two halves, which do not wait for each other.
        let even = c1 + z2 * (c3 + z2 * c5);
        let odd = c2 + z2 * (c4 + z2 * c6);
        let sums = first + zs * (even + zs * odd);
        let Lanes([sin, cos]) = Lanes([0.0, 1.0]) + Lanes([f, z]) * sums;

        // Each quarter turn makes the cosine the sine, and the sine the cosine with its sign changed.
        let turns = shifted.to_bits();
        let (sin, cos) = (sin.to_bits(), cos.to_bits());
        let swapped = (sin ^ cos) & (turns & 1).wrapping_neg();
        let flip = |turns: u64| (turns & 2) << 62;
        Some((
            f64::from_bits(sin ^ swapped ^ flip(turns)),
            f64::from_bits(cos ^ swapped ^ flip(turns.wrapping_add(1))),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::rounding::{UNIT, sqrt};

    /// Against the series in twice the precision, at angles on all sides of every quarter turn.
    #[test]
    fn errors_are_below_three_units() {
        let half_pi = Double {
            high: core::f64::consts::FRAC_PI_2,
            low: 6.123_233_995_736_766e-17,
        };
        // A quarter turn a unit of time, as nearly as two numbers say.
        let speed = QuarterTurns::new(half_pi);
        let mut most = 0.0_f64;
        for step in 0..20_000_u32 {
            let part = f64::from(step) * 0.000_05 - 0.5;
            for whole in [
                0.0, 1.0, 2.0, 3.0, 4.0, -1.0, -2.0, -3.0, -4.0, 12_345.0, -1e6,
            ] {
                let t = whole + part;
                // Exact, whatever the sum was rounded to.
                let part = t - whole;
                let (sin, cos) = speed.sin_cos(t).unwrap();
                let angle = Double::from(part.abs()) * half_pi;
                let (rough_sin, rough_cos) = Double::sin_cos(angle.high);
                // The derivative takes the rest of the angle, squares of which are nothing.
                let rest = Double::from(angle.low);
                let exact_sin = rough_sin + rough_cos * rest;
                let exact_cos = rough_cos - rough_sin * rest;
                let exact_sin = if part < 0.0 { -exact_sin } else { exact_sin };
                let (exact_sin, exact_cos) = match (whole as i64).rem_euclid(4) {
                    0 => (exact_sin, exact_cos),
                    1 => (exact_cos, -exact_sin),
                    2 => (-exact_sin, -exact_cos),
                    _ => (-exact_cos, exact_sin),
                };
                let off = [Double::from(sin) - exact_sin, Double::from(cos) - exact_cos];
                let off = sqrt(off[0].high * off[0].high + off[1].high * off[1].high);
                assert!(off <= 3.0 * UNIT, "{t}: {} units", off / UNIT);
                most = most.max(off);
            }
        }
        assert!(most > UNIT, "such errors would show: {most:e}");
    }

    #[test]
    fn what_no_time_tells_is_not_told() {
        let speed = QuarterTurns::new(Double::from(1e9));
        for t in [200.0, -1e60, f64::INFINITY, f64::NAN] {
            assert_eq!(speed.sin_cos(t), None);
        }
        assert!(speed.sin_cos(100.0).is_some());
    }
}
