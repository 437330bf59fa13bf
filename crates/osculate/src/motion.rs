//! How bodies move.

use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use alloc::boxed::Box;
use alloc::sync::Arc;
use glam::{DMat3, DQuat, DVec3};
use thiserror::Error;

mod ballistic;
mod bounds;
mod chain;
mod check;
mod constant_velocity;
mod deforming_mesh;
mod frame;
mod joint_path;
mod linear_path;
mod link_motion;
mod link_tree;
mod pair;
mod placement;
mod proven_gap;
mod quarter_turns;
mod rational_screw;
mod relative;
mod resting;
mod retimed;
mod screw;
mod small_turn;
mod snapshot;
mod stretch;
mod sweep;
mod turning_parts;
mod volume_pose;

pub use ballistic::Ballistic;
pub use bounds::{MotionBounds, PoseEnclosure};
pub(crate) use chain::{Arm, Chain, ChainBuilder, ChainMove, Follows, Lever};
pub use check::{BrokenPromise, check_motion};
pub use constant_velocity::ConstantVelocity;
pub use deforming_mesh::{DeformingMesh, DeformingMeshError};
pub(crate) use frame::step;
pub(crate) use frame::{Balls, Frame, Turning};
pub(crate) use frame::{closing_ever, sweep, swung};
pub use joint_path::{BrokenPath, FreeTurn, JointBounds, JointPath, JointState, check_joint_path};
pub(crate) use joint_path::{check_knot, free_turn};
pub use linear_path::{LinearPath, LinearPathError};
pub(crate) use link_motion::{JointRate, Models, TaylorChain};
pub use link_motion::{LinkMotion, TaylorPose};
pub(crate) use link_tree::{BodyErrors, LinkFrame, LinkTree, PosedTree};
pub(crate) use pair::{PairMotion, PairPlace, PairPose, PairRates, PairVelocity};
pub use placement::{Placement, PlacementError};
pub(crate) use proven_gap::ProvenGap;
pub(crate) use proven_gap::ProvenGaps;
pub use rational_screw::RationalScrew;
pub(crate) use relative::{Instant, RelativeMotion};
pub use resting::Resting;
pub use retimed::Retimed;
pub use screw::Screw;
pub(crate) use snapshot::Snapshot;
pub(crate) use stretch::{BallStretch, Bent, quaternion};
pub use sweep::Sweep;
pub(crate) use volume_pose::VolumePose;

/// For the tests that show that a gap must be proven.
#[doc(hidden)]
pub mod proofs {
    pub use super::frame::step;
    pub use super::proven_gap::ProvenGap;
}

/// A rigid motion: a real function of time that takes the points of a body into the world.
///
/// Point `x` of the body is, at time `t`, at
///
/// ```text
/// X(t) = path.anchor + t·path.drift + offset(t) + R(t)·(x − path.pivot)
/// ```
///
/// where [`Motion::pose`] approximates `R` and `offset`. Implementing [`Motion::path`] is optional: by default `offset` is
/// the position of the body's origin. A separate path keeps full precision far from the world's origin, since two bodies'
/// anchors and drifts are subtracted before anything is rounded.
///
/// For a motion of your own, implement `pose` and `rates`. Every proof relies on them and on `path`; [`check_motion`]
/// samples whether they are true, and [`MotionBounds`] derives bounds from them. `R` and `offset` must be twice
/// differentiable. If a stated error is negative or NaN, no query proves anything with the motion.
///
/// ```
/// use glam::{DMat3, DVec3};
/// use osculate::{Motion, Span, motion::{Pose, Rates, check_motion}};
///
/// /// Falls from the height 1.
/// struct Falling;
///
/// impl Motion for Falling {
///     fn pose(&self, t: f64) -> Pose {
///         let height = 1.0 - 5.0 * t * t;
///         Pose::new(DMat3::IDENTITY, height * DVec3::Z).with_errors(0.0, 1e-15 * (1.0 + 5.0 * t * t))
///     }
///
///     fn rates(&self, span: Span) -> Rates {
///         let speed = -10.0 * span.start();
///         Rates::new(speed * DVec3::Z, DVec3::ZERO).with_errors(1e-16 * speed.abs(), 0.0).with_accelerations(10.0, 0.0)
///     }
/// }
/// check_motion(&Falling, Span::UNIT, 1.0, 1000)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Motion: Send + Sync {
    /// The pose at time `t`, with its errors.
    fn pose(&self, t: f64) -> Pose;

    /// Bounds on the velocities, and on how they change, over `span`.
    fn rates(&self, span: Span) -> Rates;

    /// The pose at time `t` and the rates over `rest`, which starts at `t`: equal to [`Motion::pose`] and [`Motion::rates`].
    /// Queries call it when they need both, so a motion that computes both from the same numbers may save work.
    #[inline(always)]
    fn pose_and_rates(&self, t: f64, rest: Span) -> (Pose, Rates) {
        (self.pose(t), self.rates(rest))
    }

    /// The part of the motion that is linear in time, and the point that it carries.
    fn path(&self) -> PivotPath {
        PivotPath::default()
    }

    /// Whether all entries of all rotations are certainly finite, so that queries need not check.
    #[doc(hidden)]
    fn rotations_are_numbers(&self) -> bool {
        false
    }

    /// Itself, if it is a [`ConstantVelocity`], the most common motion: queries then call it without dynamic dispatch.
    #[doc(hidden)]
    #[inline]
    fn as_constant_velocity(&self) -> Option<&ConstantVelocity> {
        None
    }

    /// Where the body is at time `t`, to within rounding: to draw it, or to move it there.
    fn placement(&self, t: f64) -> Placement {
        let (pose, path) = (self.pose(t), self.path());
        let travelled = t * path.drift + t * path.drift_low;
        let position = path.anchor + (travelled + pose.offset - pose.rotation * path.pivot);
        Placement {
            position,
            rotation: DQuat::from_mat3(&pose.rotation),
        }
    }

    /// How far a body that is moved to its [placement](Motion::placement) at time `t` may be from where the motion has it.
    ///
    /// Proofs about the motion hold for the body at its placement only up to this error. So a simulation keeps a larger
    /// distance between its bodies ([`Limits::with_skin`](crate::Limits::with_skin)), and asks about the body at its
    /// placement.
    fn placement_error(&self, t: f64) -> PlacementError {
        PlacementError::of(&self.pose(t), &self.path(), t)
    }
}

/// A pointer to a motion is that motion.
macro_rules! pass_on {
    ($($pointer:ty),*) => {$(
impl<M: Motion + ?Sized> Motion for $pointer {
    fn pose(&self, t: f64) -> Pose {
        (**self).pose(t)
    }
    fn rates(&self, span: Span) -> Rates {
        (**self).rates(span)
    }
    fn pose_and_rates(&self, t: f64, rest: Span) -> (Pose, Rates) {
        (**self).pose_and_rates(t, rest)
    }
    fn path(&self) -> PivotPath {
        (**self).path()
    }
    fn rotations_are_numbers(&self) -> bool {
        (**self).rotations_are_numbers()
    }
    fn as_constant_velocity(&self) -> Option<&ConstantVelocity> {
        (**self).as_constant_velocity()
    }
    fn placement(&self, t: f64) -> Placement {
        (**self).placement(t)
    }
    fn placement_error(&self, t: f64) -> PlacementError {
        (**self).placement_error(t)
    }
}
    )*};
}

pass_on!(&M, Box<M>, Arc<M>);

/// A pose in `f64`, and bounds of its errors.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pose {
    /// The rotation, as a matrix.
    pub rotation: DMat3,
    /// The position of the pivot minus the path.
    pub offset: DVec3,
    /// `‖rotation − R(t)‖`, at most (spectral norm).
    pub rotation_error: f64,
    /// `|offset − offset(t)|`, at most.
    pub offset_error: f64,
}

/// The part of a motion that is linear in time: `anchor + t·(drift + drift_low)`, where the body's point `pivot` is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PivotPath {
    /// The point of the body that follows the path and that the body turns about.
    pub pivot: DVec3,
    /// Where the path is at time 0.
    pub anchor: DVec3,
    /// The path's velocity.
    pub drift: DVec3,
    /// The rounding error of `drift`, at most a unit of rounding of it; zero if the velocity is an `f64` vector.
    pub drift_low: DVec3,
}

/// Bounds on a motion's velocities over a span `[s, e]`, in the world, without the path's drift.
///
/// They belong to a *nominal* motion: it turns as the real one does, and its offset differs from the real one by at most the
/// smallest `offset_error` that a pose of the span states. So a motion may ignore in its rates what is below the error of
/// its poses, as [`Screw`] ignores the rounding of its pivot. For most motions both are the same.
///
/// For every `t` of the span, with `R'(t) = ω(t) × R(t)`:
/// `|offset'(t) − velocity| ≤ velocity_error + acceleration·(t − s)` and
/// `|ω(t) − spin| ≤ spin_error + spin_acceleration·(t − s)`; `acceleration` also bounds `|offset''|` and
/// `spin_acceleration` bounds `|ω'|`. A motion whose `spin_acceleration` is zero must turn about one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Rates {
    /// The velocity of the offset at the start of the span.
    pub velocity: DVec3,
    /// How far that may be off.
    pub velocity_error: f64,
    /// The angular velocity at the start of the span.
    pub spin: DVec3,
    /// How far that may be off.
    pub spin_error: f64,
    /// The largest acceleration of the offset.
    pub acceleration: f64,
    /// The largest rate at which the angular velocity changes.
    pub spin_acceleration: f64,
}

impl PivotPath {
    /// `anchor + t·drift`, where the body's point `pivot` is.
    pub fn new(pivot: DVec3, anchor: DVec3, drift: DVec3) -> PivotPath {
        PivotPath {
            pivot,
            anchor,
            drift,
            drift_low: DVec3::ZERO,
        }
    }

    /// With the rounding error of the drift: a part of the velocity that is so small beside it that one `f64` has no room for both.
    pub fn with_drift_low(self, drift_low: DVec3) -> PivotPath {
        PivotPath { drift_low, ..self }
    }
}

impl Pose {
    /// A pose that is exact.
    #[inline]
    pub fn new(rotation: DMat3, offset: DVec3) -> Pose {
        Pose {
            rotation,
            offset,
            rotation_error: 0.0,
            offset_error: 0.0,
        }
    }

    /// How far rotation and offset may be off.
    #[inline]
    pub fn with_errors(self, rotation_error: f64, offset_error: f64) -> Pose {
        Pose {
            rotation_error,
            offset_error,
            ..self
        }
    }

    /// Whether the errors are errors: where one is negative or no number, nothing is promised.
    #[inline(always)]
    fn states_errors(&self) -> bool {
        (self.rotation_error >= 0.0) & (self.offset_error >= 0.0)
    }

    /// Whether the signs or the sum of the errors of two poses say that one of them may be none, or infinite; of −0 they say so
    /// too.
    #[inline(always)]
    fn doubtful_errors(&self, other: &Pose) -> bool {
        let signs = self.rotation_error.to_bits() | self.offset_error.to_bits();
        let others = other.rotation_error.to_bits() | other.offset_error.to_bits();
        let sum =
            (self.rotation_error + self.offset_error) + (other.rotation_error + other.offset_error);
        (((signs | others) as i64) < 0) | !(sum < f64::INFINITY)
    }

    /// With errors that are errors.
    #[inline(always)]
    fn checked(mut self) -> Pose {
        if !self.states_errors() {
            (self.rotation_error, self.offset_error) = (f64::INFINITY, f64::INFINITY);
        }
        self
    }
}

impl Rates {
    /// Velocities that are exact and never change.
    #[inline]
    pub fn new(velocity: DVec3, spin: DVec3) -> Rates {
        Rates {
            velocity,
            spin,
            ..Rates::default()
        }
    }

    /// How far the velocities at the start of the span may be off.
    #[inline]
    pub fn with_errors(self, velocity_error: f64, spin_error: f64) -> Rates {
        Rates {
            velocity_error,
            spin_error,
            ..self
        }
    }

    /// How fast the velocities change, at most.
    #[inline]
    pub fn with_accelerations(self, acceleration: f64, spin_acceleration: f64) -> Rates {
        Rates {
            acceleration,
            spin_acceleration,
            ..self
        }
    }

    /// How far the spin may be from what it is said to be, during this much of the span.
    #[inline(always)]
    fn spin_slack(&self, time: f64) -> f64 {
        up(self.spin_error + self.spin_acceleration * time)
    }

    /// With errors that are errors: where one is negative or no number, nothing is promised.
    #[inline(always)]
    fn checked(mut self) -> Rates {
        let errors = (self.velocity_error >= 0.0) & (self.spin_error >= 0.0);
        if !(errors & (self.acceleration >= 0.0) & (self.spin_acceleration >= 0.0)) {
            (self.velocity_error, self.spin_error) = (f64::INFINITY, f64::INFINITY);
            (self.acceleration, self.spin_acceleration) = (f64::INFINITY, f64::INFINITY);
        }
        self
    }
}

/// Why a motion could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MotionError {
    /// A rotation is not a unit quaternion.
    #[error("the rotation {rotation:?} has the length {norm}, which is further than 1e-6 from 1")]
    NotUnit {
        /// x, y, z, w.
        rotation: [f64; 4],
        /// Its length.
        norm: f64,
    },
    /// A length or a velocity is NaN, infinite or out of range.
    #[error("the {what} {value:?} must be finite, and zero or between 1e-60 and 1e60 in length")]
    BadLength {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: [f64; 3],
    },
    /// A velocity is NaN, infinite or too large.
    #[error("the {what} {value:?} must be finite and at most 1e60 in length")]
    BadVelocity {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: [f64; 3],
    },
    /// An angle or an angular velocity is NaN, infinite or too large.
    #[error("the {what} {value:?} must be finite and at most 1e9 in length")]
    BadAngle {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: [f64; 3],
    },
    /// A rational screw turns by half a turn or nearly so, or by an angle that is not a number.
    #[error(
        "the {what} {value} of a rational screw must be a number of at most {most} in magnitude"
    )]
    BadTurn {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The largest magnitude that it may have.
        most: f64,
    },
    /// A matrix is not a rigid motion.
    #[error("the matrix is not a rigid motion: {why} {value}")]
    NotRigid {
        /// What is wrong.
        why: &'static str,
        /// By what number.
        value: f64,
    },
    /// A clock stands still, or runs too fast.
    #[error("time must pass at a rate between 1e-60 and 1e60, not {0}")]
    BadRate(f64),
    /// A screw's axis has no direction.
    #[error("the axis of a screw must not be zero")]
    NoAxis,
}

fn check_length(what: &'static str, value: DVec3) -> Result<(), MotionError> {
    let size = value.abs();
    // NaN is not within.
    let within = size.x <= 1e60 && size.y <= 1e60 && size.z <= 1e60;
    let enough = size.x >= 1e-60 || size.y >= 1e-60 || size.z >= 1e-60;
    if within && (enough || value == DVec3::ZERO) {
        Ok(())
    } else {
        Err(MotionError::BadLength {
            what,
            value: value.to_array(),
        })
    }
}

/// A velocity that queries can work with: one below 1e-60 is none, since its square would be, which is no nearer to it than damping
/// gets.
fn checked_velocity(what: &'static str, value: DVec3) -> Result<DVec3, MotionError> {
    let largest = value.abs().max_element();
    // NaN is not within; `max_element` may not see it.
    if !(value.is_finite() && largest <= 1e60) {
        let value = value.to_array();
        return Err(MotionError::BadVelocity { what, value });
    }
    Ok(if largest < 1e-60 { DVec3::ZERO } else { value })
}

fn check_angle(what: &'static str, value: DVec3) -> Result<(), MotionError> {
    // The length of what is not finite is not either.
    if length(value) <= 1e9 {
        Ok(())
    } else {
        Err(MotionError::BadAngle {
            what,
            value: value.to_array(),
        })
    }
}

/// The error that rounding each entry of a rotation matrix once leaves, as a spectral norm.
const ROUNDED_ROTATION: f64 = 2.0 * UNIT;
