//! A motion by another clock.

use super::{Motion, MotionError, PivotPath, Pose, Rates};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;

/// A motion that is followed at another time, faster or slower: as a piece of a path, or from one frame to the next.
///
/// During `during` it is where the motion is during its own span, [0, 1] as a rule, at the same share of it. Outside nothing is
/// promised.
///
/// ```
/// use osculate::{ConstantVelocity, Motion, Placement, Span, glam::DVec3, motion::Retimed};
///
/// let stops = [0.0, 3.0, 4.0].map(|x| Placement::at(x * DVec3::X));
/// // From stop to stop, as long as it takes: both meet at the second, which no rounding parts.
/// let first = Retimed::new(ConstantVelocity::between(stops[0], stops[1])?, Span::new(0.0, 0.3)?)?;
/// let then = Retimed::new(ConstantVelocity::between(stops[1], stops[2])?, Span::new(0.3, 0.7)?)?;
/// assert_eq!(first.placement(0.3), then.placement(0.3));
/// assert_eq!(then.placement(0.7), stops[2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "time scaling", alias = "delay")]
pub struct Retimed<M> {
    motion: M,
    own: Span,
    during: Span,
    /// How fast the motion's own time passes.
    rate: f64,
    /// How fast the offset, drift included, and the rotation change with the motion's own time, at most.
    fastest: f64,
    turning: f64,
}

impl<M: Motion> Retimed<M> {
    /// What `motion` does from 0 to 1, done during another span.
    pub fn new(motion: M, during: Span) -> Result<Retimed<M>, MotionError> {
        Retimed::part(motion, Span::UNIT, during)
    }

    /// What `motion` does in a span of its own, done during another.
    pub fn part(motion: M, own: Span, during: Span) -> Result<Retimed<M>, MotionError> {
        let rate = (own.end() - own.start()) / (during.end() - during.start());
        if !(1e-60..=1e60).contains(&rate) {
            return Err(MotionError::BadRate(rate));
        }
        let (rates, path) = (motion.rates(own).checked(), motion.path());
        let whole = own.end() - own.start();
        let drift = length(path.drift) + length(path.drift_low);
        let speed = length(rates.velocity) + rates.velocity_error + rates.acceleration * whole;
        let turning = length(rates.spin) + rates.spin_error + rates.spin_acceleration * whole;
        Ok(Retimed {
            motion,
            own,
            during,
            rate,
            fastest: up(drift + speed),
            turning: up(turning),
        })
    }

    /// The motion's own time, and how far that may be off. The rate is off by three units, the product with what has passed by two
    /// more, the sum by one of itself.
    fn own_time(&self, t: f64) -> (f64, f64) {
        if t == self.during.start() {
            return (self.own.start(), 0.0);
        }
        if t == self.during.end() {
            return (self.own.end(), 0.0);
        }
        let passed = (t - self.during.start()) * self.rate;
        let time = self.own.start() + passed;
        let off = 8.0 * UNIT * (passed.abs() + time.abs());
        if t > self.during.start() && t < self.during.end() {
            // The real one is within.
            (time.clamp(self.own.start(), self.own.end()), off)
        } else {
            (time, f64::INFINITY)
        }
    }
}

impl<M: Motion> Motion for Retimed<M> {
    fn pose(&self, t: f64) -> Pose {
        let (time, off) = self.own_time(t);
        let (mut pose, path) = (self.motion.pose(time).checked(), self.motion.path());
        let travelled = time * path.drift + time * path.drift_low;
        // Five roundings: of the products, of their sum, and of the sum with the offset.
        let rounding = 8.0 * UNIT * (length(pose.offset) + 2.0 * length(travelled));
        let mut error = pose.offset_error;
        if off > 0.0 {
            // From the real motion to the nominal one and back, and on the way between two times.
            error += 2.0 * pose.offset_error + off * self.fastest;
            pose.rotation_error = up(pose.rotation_error + off * self.turning);
            if off == f64::INFINITY {
                (error, pose.rotation_error) = (f64::INFINITY, f64::INFINITY);
            }
        }
        pose.offset += travelled;
        pose.offset_error = up(error + rounding);
        pose
    }

    fn rates(&self, span: Span) -> Rates {
        let ((first, off), (last, off_last)) =
            (self.own_time(span.start()), self.own_time(span.end()));
        if off == f64::INFINITY || off_last == f64::INFINITY {
            let nothing = f64::INFINITY;
            return Rates::default()
                .with_errors(nothing, nothing)
                .with_accelerations(nothing, nothing);
        }
        let first = (first - off).max(self.own.start());
        let last = (last + off_last).min(self.own.end()).max(first);
        let rates = self.motion.rates(Span::part(first, last)).checked();
        let path = self.motion.path();
        let velocity = rates.velocity + path.drift + path.drift_low;
        // The span starts up to twice that after `first`, and the rate and the sums are off by a few units.
        let rounding =
            8.0 * UNIT * (length(rates.velocity) + length(path.drift) + length(path.drift_low));
        let velocity_error = rates.velocity_error + 2.0 * off * rates.acceleration + rounding;
        let spin_error = rates.spin_error
            + 2.0 * off * rates.spin_acceleration
            + 8.0 * UNIT * length(rates.spin);
        Rates {
            velocity: self.rate * velocity,
            velocity_error: up(self.rate * velocity_error),
            spin: self.rate * rates.spin,
            spin_error: up(self.rate * spin_error),
            acceleration: up(self.rate * self.rate * rates.acceleration),
            spin_acceleration: up(self.rate * self.rate * rates.spin_acceleration),
        }
    }

    fn path(&self) -> PivotPath {
        let path = self.motion.path();
        PivotPath {
            pivot: path.pivot,
            anchor: path.anchor,
            ..PivotPath::default()
        }
    }

    fn rotations_are_numbers(&self) -> bool {
        self.motion.rotations_are_numbers()
    }
}
