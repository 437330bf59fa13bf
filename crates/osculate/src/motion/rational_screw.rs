//! Redon's screw motion, whose poses are rational functions of time.

use super::screw::Line;
use super::turning_parts::{resting, turning_parts};
use super::{Motion, MotionError, PivotPath, Placement, Pose, Rates};
use crate::numbers::rounding::{UNIT, up};
use crate::numbers::span::Span;
use glam::{DMat3, DVec3};

/// Turning about a fixed line of the world by `2·atan(t·k)` while sliding along it by `t·s`, as Redon's algebraic
/// contacts need it: `x ↦ c + t·s·û + E(t)·(p + R·x − c)`.
///
/// The tangent `k` is an `f64`, and the motion is the real function of that very number. With `q = k·t`, the cosine of
/// the angle is `(1 − q²)/(1 + q²)` and its sine `2q/(1 + q²)`, so that the planes and lines of a body's features meet
/// those of a body at rest at the roots of cubics: see [`algebraic_contact`](crate::query::roots::algebraic_contact). Time may be any
/// real number, but the body never makes half a turn from where it is at time 0. It turns fastest then, and the faster
/// the nearer the angle is to half a turn, so that queries take more steps: 1,000 on average at 3.1 rad, against 100 at
/// 1 rad. For a constant rate there is [`Screw`](crate::motion::Screw).
///
/// ```
/// use glam::DVec3;
/// use osculate::{Motion, Placement, motion::RationalScrew};
/// let quarter = core::f64::consts::FRAC_PI_2;
/// let screw = RationalScrew::new(Placement::at(DVec3::X), DVec3::ZERO, DVec3::Z, quarter, 3.0)?;
/// assert!((screw.placement(1.0).position - DVec3::new(0.0, 1.0, 3.0)).length() < 1e-15);
/// // Half the time is more than half the turn: 2·atan(½).
/// assert!((screw.placement(0.5).position - DVec3::new(0.6, 0.8, 1.5)).length() < 1e-15);
/// # Ok::<(), osculate::motion::MotionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RationalScrew {
    at: Placement,
    axis: DVec3,
    tangent: f64,
    slide: f64,
    path: PivotPath,
    /// The line's direction, rounded.
    unit: DVec3,
    fixed: DMat3,
    cosine: DMat3,
    sine: DMat3,
    rotation_error: f64,
    pivot_error: f64,
    drift_error: f64,
}

/// The largest angle: half a turn, less what leaves its tangent in proportion.
const LARGEST_ANGLE: f64 = core::f64::consts::PI - 1e-3;

/// The largest tangent, that of half the largest angle, rounded up.
const LARGEST_TANGENT: f64 = 2000.0;

impl RationalScrew {
    /// A body that is at `at` at time 0 and moves about the line through `point` along `axis` (of any length but
    /// zero); by time 1 it has turned by `angle`, at most π − 1e-3 either way, and slid by `slide`.
    ///
    /// It turns by twice the arc tangent of the `f64` that `libm` gives for the tangent of half the angle.
    pub fn new(
        at: Placement,
        point: DVec3,
        axis: DVec3,
        angle: f64,
        slide: f64,
    ) -> Result<RationalScrew, MotionError> {
        check_turn("angle", angle, LARGEST_ANGLE)?;
        RationalScrew::with_tangent(at, point, axis, libm::tan(0.5 * angle), slide)
    }

    /// The same, by the tangent of half the angle at time 1, at most 2000 either way: 1 is a quarter turn.
    pub fn with_tangent(
        at: Placement,
        point: DVec3,
        axis: DVec3,
        tangent: f64,
        slide: f64,
    ) -> Result<RationalScrew, MotionError> {
        check_turn("tangent of half the angle", tangent, LARGEST_TANGENT)?;
        let line = Line::new(at, point, axis, ("slide", slide))?;
        let ([fixed, cosine, sine], rotation_error) = if tangent == 0.0 {
            let (rotation, error) = resting(at.rotation, &line.rotation);
            ([rotation, DMat3::ZERO, DMat3::ZERO], error)
        } else {
            (turning_parts(&line.rotation, line.unit), TURNING_ERROR)
        };
        Ok(RationalScrew {
            at,
            axis,
            tangent,
            slide,
            path: line.path,
            unit: DVec3::from_array(line.unit.map(|component| component.high)),
            fixed,
            cosine,
            sine,
            rotation_error,
            pivot_error: line.pivot_error,
            drift_error: line.drift_error,
        })
    }

    /// Where the body is at time 0.
    pub fn start(&self) -> Placement {
        self.at
    }

    /// The point that the line was said to pass.
    pub fn point(&self) -> DVec3 {
        self.path.anchor
    }

    /// The line's direction, as it was given.
    pub fn axis(&self) -> DVec3 {
        self.axis
    }

    /// The tangent of half the angle by which the body turns until time 1.
    pub fn tangent(&self) -> f64 {
        self.tangent
    }

    /// How far the body slides until time 1.
    pub fn slide(&self) -> f64 {
        self.slide
    }
}

fn check_turn(what: &'static str, value: f64, most: f64) -> Result<(), MotionError> {
    if value.abs() <= most {
        Ok(())
    } else {
        Err(MotionError::BadTurn { what, value, most })
    }
}

/// The error of `F + c·C + s·S` as a spectral norm, in units of rounding u, first order:
///
/// - `q = k·t` errs by one unit of itself, and the angle 2·atan q by 2q/(1 + q²) ≤ 1 of that: 1.
/// - With `w = q²/(1 + q²)`, the cosine is 1 − 2w and the sine 2√(w(1−w)). The rounding of q² changes the cosine by
///   2w(1−w) units and the sine by w of itself; numerator, denominator and quotient add three units of the cosine, and
///   the last two of these two of the sine. 2w(1−w) + 3|1 − 2w| ≤ 3 and w + 2 ≤ 3: together at most 3√2.
/// - Rounding the three matrices (Frobenius norms 1, √2, √2): 3; the products 2, the sums √2 and √3.
///
/// Less than 13.5 units together. What underflows is far below the rest, and terms of higher order are too.
const TURNING_ERROR: f64 = 14.0 * UNIT;

/// At least the largest value of `x/(1 + x²)²`, 9/(16√3), and numbers on either side of where it is, 1/√3.
const STEEPEST: (f64, [f64; 2]) = (0.325, [0.577, 0.578]);

impl Motion for RationalScrew {
    #[inline]
    fn pose(&self, t: f64) -> Pose {
        self.pose_from(t, Tangent::at(self.tangent * t))
    }

    #[inline]
    fn rates(&self, span: Span) -> Rates {
        self.rates_from(span, Tangent::at(self.tangent * span.start()))
    }

    #[inline]
    fn pose_and_rates(&self, t: f64, rest: Span) -> (Pose, Rates) {
        if t != rest.start() {
            return (self.pose(t), self.rates(rest));
        }
        let tangent = Tangent::at(self.tangent * t);
        (self.pose_from(t, tangent), self.rates_from(rest, tangent))
    }

    #[inline]
    fn path(&self) -> PivotPath {
        self.path
    }

    #[inline(always)]
    fn rotations_are_numbers(&self) -> bool {
        true
    }
}

/// The tangent of half an angle, and one more than its square: what sine, cosine and the rate of the angle are made of.
#[derive(Clone, Copy)]
struct Tangent {
    q: f64,
    below: f64,
}

impl Tangent {
    #[inline(always)]
    fn at(q: f64) -> Tangent {
        Tangent {
            q,
            below: 1.0 + q * q,
        }
    }
}

impl RationalScrew {
    #[inline(always)]
    fn pose_from(&self, t: f64, Tangent { q, below }: Tangent) -> Pose {
        let (offset, offset_error) = (
            DVec3::ZERO,
            up(self.pivot_error + t.abs() * self.drift_error),
        );
        let rotation = if self.tangent == 0.0 {
            self.fixed
        } else {
            let (c, s) = ((1.0 - q * q) / below, (q + q) / below);
            self.fixed + (self.cosine * c + self.sine * s)
        };
        Pose {
            rotation,
            offset,
            rotation_error: self.rotation_error,
            offset_error,
        }
    }

    /// With φ = 2·atan(k·t), the body turns at φ' = 2k/(1 + q²), which changes at φ'' = −4k²·q/(1 + q²)².
    #[inline(always)]
    fn rates_from(&self, span: Span, Tangent { q, below }: Tangent) -> Rates {
        let k = self.tangent;
        if k == 0.0 {
            return Rates {
                velocity_error: self.drift_error,
                ..Rates::default()
            };
        }
        let rate = (k + k) / below;
        // q² errs by three units of itself, the sum, the quotient, the direction and the product by one each. What
        // underflows is less than the smallest normal number.
        let spin_error = 8.0 * UNIT * rate.abs() + f64::MIN_POSITIVE;
        let (first, last) = (q.abs(), (k * span.end()).abs());
        let most = first.max(last);
        let least = if span.start() <= 0.0 && span.end() >= 0.0 {
            0.0
        } else {
            first.min(last)
        };
        let slope = |q: f64| q / ((1.0 + q * q) * (1.0 + q * q));
        let (steepest, [before, after]) = STEEPEST;
        let slope = if most <= before {
            slope(most)
        } else if least >= after {
            slope(least)
        } else {
            steepest
        };
        let square = k * k;
        // The offset is the pivot's error, which turns with the body: never faster than 2|k|, and with |ω|² + |ω'| at
        // most 4k² + 1.3k².
        Rates {
            velocity: DVec3::ZERO,
            velocity_error: up(2.0 * k.abs() * self.pivot_error + self.drift_error),
            spin: rate * self.unit,
            spin_error,
            acceleration: up(6.0 * square * self.pivot_error),
            spin_acceleration: up(4.0 * square * slope) + f64::MIN_POSITIVE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::check_motion;
    use alloc::string::ToString;
    use glam::DQuat;
    use osculate_judge::seeded::Seeded;

    fn screw(tangent: f64, slide: f64) -> RationalScrew {
        let at = Placement::new(
            DVec3::new(1.0, -0.5, 0.25),
            DQuat::from_xyzw(0.1, -0.7, 0.1, 0.7).normalize(),
        );
        let (point, axis) = (DVec3::new(0.3, 0.7, -2.0), DVec3::new(0.2, -0.4, 1.0));
        RationalScrew::with_tangent(at, point, axis, tangent, slide).unwrap()
    }

    #[test]
    fn promises_hold() {
        for tangent in [0.0, 1e-300, -1e-9, 0.3, -1.0, 20.0, -2000.0] {
            for slide in [0.0, -1.5, 40.0] {
                let screw = screw(tangent, slide);
                check_motion(&screw, Span::UNIT, 2.0, 4000).unwrap();
                check_motion(&screw, Span::new(-3.0, 2.0).unwrap(), 2.0, 4000).unwrap();
            }
        }
    }

    /// Rates against differences of the closed form, over spans on every side of the steepest instant.
    #[test]
    fn rates_hold_the_velocities() {
        let mut seeded = Seeded::new(7);
        let mut real = || {
            let seed = seeded.bits();
            (seed >> 11) as f64 * UNIT
        };
        for _ in 0..20_000 {
            let k = 40.0 * real() - 20.0;
            let ends = [2.0 * real() - 1.0, 2.0 * real() - 1.0].map(|t| t * real());
            let (s, e) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let t = s + (e - s) * real();
            let moving = screw(k, 1.0);
            let rates = moving.rates(Span::new(s, e).unwrap());
            let speed = |t: f64| 2.0 * k / (1.0 + k * k * t * t);
            let change = 4.0 * k * k * k * t / ((1.0 + k * k * t * t) * (1.0 + k * k * t * t));
            let off = (speed(t) * moving.unit - rates.spin).length();
            let allowed = rates.spin_error + rates.spin_acceleration * (t - s);
            assert!(off <= allowed + 1e-13 * k.abs(), "{k} {s} {e} {t}");
            let bound = rates.spin_acceleration;
            assert!(change.abs() <= bound * (1.0 + 1e-12), "{k} {s} {e} {t}");
            // The bound is met somewhere, so that it is no larger than it need be.
            let most = (0..=1000)
                .map(|i| k * (s + (e - s) * f64::from(i) * 1e-3))
                .map(|q| 4.0 * k * k * q.abs() / ((1.0 + q * q) * (1.0 + q * q)))
                .fold(0.0, f64::max);
            assert!(bound <= 1.01 * most + 1e-6 * k * k, "{bound} {most}");
        }
    }

    #[test]
    fn half_turns_are_refused() {
        let at = Placement::default();
        let new = |angle: f64| RationalScrew::new(at, DVec3::X, DVec3::Z, angle, 0.0);
        for angle in [
            core::f64::consts::PI,
            -LARGEST_ANGLE - 1e-9,
            f64::NAN,
            f64::INFINITY,
        ] {
            let error = new(angle).unwrap_err().to_string();
            assert!(error.contains(&angle.to_string()), "{error}");
        }
        assert!(new(3.1).is_ok() && new(-3.1).is_ok());
        let most = new(LARGEST_ANGLE).unwrap().tangent();
        assert!((1999.0..=LARGEST_TANGENT).contains(&most));
        let axis = RationalScrew::new(at, DVec3::X, DVec3::ZERO, 1.0, 0.0);
        assert_eq!(axis.unwrap_err(), MotionError::NoAxis);
    }
}
