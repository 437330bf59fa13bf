//! What follows from the promises of a motion: where it may be, and how far it may go.

use super::{Motion, relative};
use crate::numbers::interval::Interval;
use crate::numbers::rounding::{length, up};
use crate::numbers::span::Span;
use glam::DVec3;

/// What follows from the promises of a [`Motion`]. Every motion has it, and none can have it otherwise: the bounds are
/// those that queries stand on.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Placement, Span, motion::MotionBounds};
///
/// let spin = ConstantVelocity::new(Placement::default(), DVec3::X, 3.0 * DVec3::Z)?;
/// let held = spin.enclose(Span::new(0.25, 0.5)?).apply(DVec3::Y);
/// let exact = [0.4 - 1.2_f64.sin(), 1.2_f64.cos(), 0.0];
/// assert!((0..3).all(|axis| held[axis].contains(exact[axis])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MotionBounds: Motion {
    /// Holds every pose of `span`.
    fn enclose(&self, span: Span) -> PoseEnclosure {
        let middle = (0.5 * span.start() + 0.5 * span.end()).clamp(span.start(), span.end());
        let reach = (span.end() - middle).max(middle - span.start()).next_up();
        let (pose, rates) = (self.pose(middle).checked(), self.rates(span).checked());
        let whole = span.end() - span.start();
        let turn = up(pose.rotation_error
            + reach * (length(rates.spin) + rates.spin_error + rates.spin_acceleration * whole));
        // From the pose to the real motion and from there to the nominal one, in the middle, and back at any other time.
        let shift = up(3.0 * pose.offset_error
            + reach * (length(rates.velocity) + rates.velocity_error + rates.acceleration * whole));
        let rotation = pose
            .rotation
            .to_cols_array_2d()
            .map(|column| column.map(|entry| Interval::around(entry, turn)));
        let path = self.path();
        let time = Interval::new(span.start(), span.end());
        let position = core::array::from_fn(|axis| {
            let drift = Interval::point(path.drift[axis]) + Interval::point(path.drift_low[axis]);
            Interval::point(path.anchor[axis])
                + time * drift
                + Interval::around(pose.offset[axis], shift)
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
        relative::travel(&self, direction, centre, radius, span)
    }
}

impl<M: Motion + ?Sized> MotionBounds for M {}

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
