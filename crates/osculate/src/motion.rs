//! How bodies move.

use crate::interval::Interval;
use crate::rounding::{UNIT, length, up};
use crate::span::Span;
use alloc::boxed::Box;
use alloc::sync::Arc;
use glam::{DMat3, DQuat, DVec3};
use thiserror::Error;

mod check;
mod constant_velocity;
mod deforming_mesh;
mod frame;
mod linear_path;
mod pair;
mod quarter_turns;
mod rational_screw;
mod relative;
mod screw;
mod turning_parts;

pub use check::{BrokenPromise, check_motion};
pub use constant_velocity::ConstantVelocity;
pub use deforming_mesh::{DeformingMesh, DeformingMeshError};
pub(crate) use frame::{Balls, Frame, Turning, step};
pub use linear_path::{LinearPath, LinearPathError};
pub(crate) use pair::{PairMotion, PairPlace, PairPose, PairRates, PairVelocity};
pub use rational_screw::RationalScrew;
pub(crate) use relative::{Instant, RelativeMotion};
pub use screw::Screw;

/// A rigid motion: a real function of time that takes the points of a body into the world.
///
/// Point `x` of the body is, at time `t`, at
///
/// ```text
/// X(t) = path.anchor + t·path.drift + offset(t) + R(t)·(x − path.pivot)
/// ```
///
/// where `R` and `offset` are what [`Motion::pose`] approximates. [`Motion::path`] may be left alone: then `offset`
/// is simply the position of the body's origin. Splitting a path off keeps full precision far from the world's
/// origin, since two bodies' anchors and drifts are subtracted before anything is rounded.
///
/// Implement it for a motion of your own by giving `pose` and `rates`; they and `path` are promises that every proof
/// stands on (`enclose`, `travel` and `placement` follow from them), and [`check_motion`] samples them. `R` must be twice
/// differentiable, and so must `offset`.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Motion, Placement, Span};
///
/// let spin = ConstantVelocity::new(Placement::default(), DVec3::X, 3.0 * DVec3::Z)?;
/// let held = spin.enclose(Span::new(0.25, 0.5)?).apply(DVec3::Y);
/// let exact = [0.4 - 1.2_f64.sin(), 1.2_f64.cos(), 0.0];
/// assert!((0..3).all(|axis| held[axis].contains(exact[axis])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Motion: Send + Sync {
    /// The pose at time `t`, with its errors.
    fn pose(&self, t: f64) -> Pose;

    /// Bounds on the velocities, and on how they change, over `span`.
    fn rates(&self, span: Span) -> Rates;

    /// The part of the motion that is linear in time, and the point that it carries.
    fn path(&self) -> Path {
        Path::default()
    }

    /// Holds every pose of `span`.
    fn enclose(&self, span: Span) -> PoseEnclosure {
        let middle = (0.5 * span.start() + 0.5 * span.end()).clamp(span.start(), span.end());
        let reach = (span.end() - middle).max(middle - span.start()).next_up();
        let pose = self.pose(middle);
        let rates = self.rates(span);
        let whole = span.end() - span.start();
        let turn = up(pose.rotation_error
            + reach * (length(rates.spin) + rates.spin_error + rates.spin_acceleration * whole));
        let shift = up(pose.offset_error
            + reach * (length(rates.velocity) + rates.velocity_error + rates.acceleration * whole));
        let around = |value: f64, radius: f64| Interval::around(value, radius);
        let rotation = pose
            .rotation
            .to_cols_array_2d()
            .map(|column| column.map(|entry| around(entry, turn)));
        let path = self.path();
        let time = Interval::new(span.start(), span.end());
        let position = core::array::from_fn(|axis| {
            let drift = Interval::point(path.drift[axis]) + Interval::point(path.drift_low[axis]);
            Interval::point(path.anchor[axis]) + time * drift + around(pose.offset[axis], shift)
        });
        PoseEnclosure {
            rotation,
            position,
            pivot: path.pivot,
        }
    }

    /// How far any point within `radius` of the body's point `centre` moves along `direction` during `span`, at most:
    /// an upper bound on `direction·(X(t) − X(span.start))` over all its instants `t`.
    fn travel(&self, direction: DVec3, centre: DVec3, radius: f64, span: Span) -> f64 {
        relative::travel(self, direction, centre, radius, span)
    }

    /// Where the body is at time `t`, to within rounding: for drawing it, or moving it there.
    fn placement(&self, t: f64) -> Placement {
        let (pose, path) = (self.pose(t), self.path());
        let travelled = t * path.drift + t * path.drift_low;
        let position = path.anchor + (travelled + pose.offset - pose.rotation * path.pivot);
        Placement {
            position,
            rotation: DQuat::from_mat3(&pose.rotation),
        }
    }
}

/// A motion is passed on as it is by what points to it.
macro_rules! pass_on {
    ($($pointer:ty),*) => {$(
impl<M: Motion + ?Sized> Motion for $pointer {
    fn pose(&self, t: f64) -> Pose {
        (**self).pose(t)
    }
    fn rates(&self, span: Span) -> Rates {
        (**self).rates(span)
    }
    fn path(&self) -> Path {
        (**self).path()
    }
    fn enclose(&self, span: Span) -> PoseEnclosure {
        (**self).enclose(span)
    }
    fn travel(&self, direction: DVec3, centre: DVec3, radius: f64, span: Span) -> f64 {
        (**self).travel(direction, centre, radius, span)
    }
    fn placement(&self, t: f64) -> Placement {
        (**self).placement(t)
    }
}
    )*};
}

pass_on!(&M, Box<M>, Arc<M>);

/// A pose in `f64`, and how far it may be from the real one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The rotation, as a matrix.
    pub rotation: DMat3,
    /// Where the pivot is, less the path.
    pub offset: DVec3,
    /// `‖rotation − R(t)‖`, at most (spectral norm).
    pub rotation_error: f64,
    /// `|offset − offset(t)|`, at most.
    pub offset_error: f64,
}

/// The part of a motion that is linear in time: `anchor + t·(drift + drift_low)`, where the body's point `pivot` is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Path {
    /// The point of the body that follows the path and that the body turns about.
    pub pivot: DVec3,
    /// Where the path is at time 0.
    pub anchor: DVec3,
    /// The path's velocity.
    pub drift: DVec3,
    /// What `drift` is too small by; zero where the velocity is an `f64` vector.
    pub drift_low: DVec3,
}

/// Bounds on a motion's velocities over a span `[s, e]`, in the world, the path's drift left out.
///
/// For every `t` of the span, with `R'(t) = ω(t) × R(t)`:
/// `|offset'(t) − velocity| ≤ velocity_error + acceleration·(t − s)` and
/// `|ω(t) − spin| ≤ spin_error + spin_acceleration·(t − s)`; `acceleration` also bounds `|offset''|` and
/// `spin_acceleration` bounds `|ω'|`. A motion whose `spin_acceleration` is zero must turn about one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

/// A set of poses: `x ↦ position + rotation·(x − pivot)`, entry by entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseEnclosure {
    /// The columns of the rotation matrix.
    pub rotation: [[Interval; 3]; 3],
    /// Where the pivot is.
    pub position: [Interval; 3],
    /// The body's point that is there.
    pub pivot: DVec3,
}

impl PoseEnclosure {
    /// Holds the body's point `x` under every pose of the set.
    pub fn apply(&self, x: DVec3) -> [Interval; 3] {
        core::array::from_fn(|row| {
            (0..3).fold(self.position[row], |sum, column| {
                let lever = Interval::point(x[column]) - Interval::point(self.pivot[column]);
                sum + self.rotation[column][row] * lever
            })
        })
    }
}

/// Where a body is: `x ↦ position + rotation·x`. The rotation is that of the normalised quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Placement {
    /// Where the body's origin is.
    pub position: DVec3,
    /// How the body is turned; its length must be within 1e-6 of 1.
    pub rotation: DQuat,
}

impl Placement {
    /// At `position`, turned by `rotation`.
    pub fn new(position: DVec3, rotation: DQuat) -> Placement {
        Placement { position, rotation }
    }

    /// At `position`, not turned.
    pub fn at(position: DVec3) -> Placement {
        Placement {
            position,
            rotation: DQuat::IDENTITY,
        }
    }

    fn check(&self) -> Result<(), MotionError> {
        check_length("position", self.position)?;
        let q = self.rotation;
        let norm = crate::rounding::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        if (norm - 1.0).abs() <= 1e-6 {
            Ok(())
        } else {
            Err(MotionError::NotUnit {
                rotation: q.to_array(),
                norm,
            })
        }
    }
}

impl Default for Placement {
    fn default() -> Placement {
        Placement::at(DVec3::ZERO)
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
    /// An angle or an angular velocity is NaN, infinite or too large.
    #[error("the {what} {value:?} must be finite and at most 1e9 in length")]
    BadAngle {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: [f64; 3],
    },
    /// A rational screw turns by half a turn, or nearly so, or by what is no angle.
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
