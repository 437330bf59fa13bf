//! Constant acceleration and constant spin: free fall.

use super::{
    ConstantVelocity, Motion, MotionError, PivotPath, Placement, Pose, Rates, checked_velocity,
};
use crate::numbers::rounding::{UNIT, any_length, up};
use crate::numbers::span::Span;
use glam::DVec3;

/// Constant acceleration of the body's origin, or of another point of it, and constant angular velocity about that point:
/// a body in free fall.
///
/// ```
/// use glam::DVec3;
/// use osculate::{Motion, Placement, motion::Ballistic};
///
/// let gravity = DVec3::new(0.0, 0.0, -10.0);
/// let ball = Ballistic::new(Placement::IDENTITY, DVec3::new(3.0, 0.0, 5.0), DVec3::Y, gravity)?;
/// assert_eq!(ball.placement(0.5).position, DVec3::new(1.5, 0.0, 1.25)); // Its highest point.
/// assert_eq!(ball.linear(0.5), DVec3::new(3.0, 0.0, 0.0));
/// # Ok::<(), osculate::motion::MotionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "gravity", alias = "projectile", alias = "free fall")]
pub struct Ballistic {
    /// The motion without the acceleration.
    flight: ConstantVelocity,
    acceleration: DVec3,
    /// Its length, at least.
    size: f64,
}

impl Ballistic {
    /// `x ↦ p + t·linear + ½t²·acceleration + exp(t[angular])·R·x`, from the placement `(p, R)` at time 0; velocities and the
    /// acceleration are in the world.
    ///
    /// A velocity or an acceleration below 1e-60 counts as none.
    pub fn new(
        at: Placement,
        linear: DVec3,
        angular: DVec3,
        acceleration: DVec3,
    ) -> Result<Ballistic, MotionError> {
        Ballistic::about(DVec3::ZERO, at, linear, angular, acceleration)
    }

    /// `x ↦ p + t·linear + ½t²·acceleration + exp(t[angular])·R·(x − pivot)`: about a point of the body other than its origin,
    /// such as its centre of mass. The placement `(p, R)` is where the pivot is at time 0, `linear` the pivot's velocity there.
    pub fn about(
        pivot: DVec3,
        at: Placement,
        linear: DVec3,
        angular: DVec3,
        acceleration: DVec3,
    ) -> Result<Ballistic, MotionError> {
        let flight = ConstantVelocity::about(pivot, at, linear, angular)?;
        let acceleration = checked_velocity("acceleration", acceleration)?;
        Ok(Ballistic {
            flight,
            acceleration,
            size: up(any_length(acceleration)),
        })
    }

    /// The motion without its acceleration.
    pub fn flight(&self) -> &ConstantVelocity {
        &self.flight
    }

    /// This motion by the code that was compiled with the library, where a program that is optimised for size has its own; without
    /// acceleration it is the flight, for which queries are quickest.
    #[inline(never)]
    pub fn as_motion(&self) -> &dyn Motion {
        if self.acceleration == DVec3::ZERO {
            &self.flight
        } else {
            self
        }
    }

    /// The velocity of the pivot at time `t`: of the body's origin by default.
    pub fn linear(&self, t: f64) -> DVec3 {
        self.flight.linear() + t * self.acceleration
    }

    /// The angular velocity, in the world.
    pub fn angular(&self) -> DVec3 {
        self.flight.angular()
    }

    /// The acceleration of the pivot.
    pub fn acceleration(&self) -> DVec3 {
        self.acceleration
    }

    /// How far a vector may be off whose components are each the acceleration's times a number that errs by less than
    /// `units − 1` units of itself: those products round once more, and the sum of the components' sizes is no less than its
    /// length. One unit more covers terms of higher order and the sum here. What underflows is less than the smallest normal
    /// number, in the number and in each component.
    #[inline(always)]
    fn rounding(&self, vector: DVec3, units: f64) -> f64 {
        if self.size == 0.0 {
            0.0
        } else {
            (units + 1.0) * UNIT * vector.abs().element_sum()
                + (4.0 + self.size) * f64::MIN_POSITIVE
        }
    }
}

impl From<ConstantVelocity> for Ballistic {
    /// Without acceleration: the same motion.
    fn from(flight: ConstantVelocity) -> Ballistic {
        Ballistic {
            flight,
            acceleration: DVec3::ZERO,
            size: 0.0,
        }
    }
}

impl Motion for Ballistic {
    #[inline(always)]
    fn pose(&self, t: f64) -> Pose {
        let pose = self.flight.pose(t);
        // Halving is exact but for what underflows; the square rounds once, the product once more.
        let fallen = (0.5 * (t * t)) * self.acceleration;
        Pose {
            offset: pose.offset + fallen,
            offset_error: pose.offset_error + self.rounding(fallen, 2.0),
            ..pose
        }
    }

    /// The offset ½t²·a moves at t·a, which changes at a.
    #[inline]
    fn rates(&self, span: Span) -> Rates {
        let rates = self.flight.rates(span);
        let velocity = span.start() * self.acceleration;
        Rates {
            velocity,
            velocity_error: self.rounding(velocity, 1.0),
            acceleration: self.size,
            ..rates
        }
    }

    #[inline]
    fn path(&self) -> PivotPath {
        self.flight.path()
    }

    #[inline(always)]
    fn rotations_are_numbers(&self) -> bool {
        true
    }
}
