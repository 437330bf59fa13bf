//! Constant-rate screw motion: turning about a fixed line while sliding along it.

use super::constant_velocity::{ConstantVelocity, Turn, normalise};
use super::turning_parts::{Matrix, matrix};
use super::{
    Motion, MotionError, PivotPath, Placement, Pose, Rates, check_angle, check_length,
    checked_velocity,
};
use crate::numbers::double::{Double, two_sum};
use crate::numbers::rounding::{UNIT, length};
use crate::numbers::span::Span;
use glam::DVec3;

/// Turning about a fixed line of the world at a constant rate, sliding along it at a constant speed:
/// `x ↦ c + t·s·û + exp(t·φ[û])·(p + R·x − c)`.
///
/// It is a [`ConstantVelocity`] about the body's point that lies on the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Screw {
    motion: ConstantVelocity,
    /// How far the drift of its path may be off: two that slide along one line must not drift apart for it.
    drift_error: f64,
}

impl Screw {
    /// A body that is at `at` at time 0 and moves about the line through `point` along `axis` (of any length but
    /// zero), turning by `angular_speed` and sliding by `sliding_speed` a unit of time.
    pub fn new(
        at: Placement,
        point: DVec3,
        axis: DVec3,
        angular_speed: f64,
        sliding_speed: f64,
    ) -> Result<Screw, MotionError> {
        check_angle("angular speed", DVec3::new(angular_speed, 0.0, 0.0))?;
        let Line {
            unit,
            rotation,
            path,
            pivot_error,
            drift_error,
        } = Line::new(at, point, axis, ("sliding speed", sliding_speed))?;
        let turn = if angular_speed < 0.0 {
            unit.map(|component| -component)
        } else {
            unit
        };
        let turn = Turn {
            from: at.rotation,
            rotation: &rotation,
            axis: turn,
            angular_speed: Double::from(angular_speed.abs()),
        };
        let motion = ConstantVelocity::build(path, &turn, turn.spin(), pivot_error);
        Ok(Screw {
            motion,
            drift_error,
        })
    }
}

impl Motion for Screw {
    #[inline]
    fn pose(&self, t: f64) -> Pose {
        let mut pose = self.motion.pose(t);
        pose.offset_error += t.abs() * self.drift_error;
        pose
    }

    #[inline]
    fn rates(&self, span: Span) -> Rates {
        Rates {
            velocity_error: self.drift_error,
            ..self.motion.rates(span)
        }
    }

    #[inline]
    fn path(&self) -> PivotPath {
        self.motion.path()
    }

    #[inline(always)]
    fn rotations_are_numbers(&self) -> bool {
        true
    }
}

/// A body and a line of the world that it moves about.
pub(super) struct Line {
    /// The line's direction.
    pub(super) unit: [Double; 3],
    /// How the body is turned at time 0.
    pub(super) rotation: Matrix,
    /// The body's point on the line, where the line was said to pass, sliding along it.
    pub(super) path: PivotPath,
    /// How far the path's pivot is from that point.
    pub(super) pivot_error: f64,
    /// How far the drift may be off.
    pub(super) drift_error: f64,
}

impl Line {
    /// The line through `point` along `axis`; the sliding comes with its name, for errors.
    pub(super) fn new(
        at: Placement,
        point: DVec3,
        axis: DVec3,
        (what, sliding): (&'static str, f64),
    ) -> Result<Line, MotionError> {
        at.check()?;
        check_length("point of the axis", point)?;
        check_length("axis", axis)?;
        let sliding = checked_velocity(what, DVec3::new(sliding, 0.0, 0.0))?.x;
        if axis == DVec3::ZERO {
            return Err(MotionError::NoAxis);
        }
        let largest = axis.abs().max_element();
        let (unit, _) = normalise(
            axis.to_array()
                .map(|component| Double::from(component) / Double::from(largest)),
        );
        let rotation = matrix(at.rotation);
        let lever: [Double; 3] = core::array::from_fn(|i| two_sum(point[i], -at.position[i]));
        // R₀ᵀ(c − p): the body's point on the axis.
        let pivot = rotation.map(|column| {
            let [x, y, z] = column.map(Double::from);
            x * lever[0] + y * lever[1] + z * lever[2]
        });
        let drift = unit.map(|component| component * Double::from(sliding));
        let path = PivotPath {
            pivot: DVec3::from_array(pivot.map(|p| p.high)),
            anchor: point,
            drift: DVec3::from_array(drift.map(|d| d.high)),
            drift_low: DVec3::from_array(drift.map(|d| d.low)),
        };
        Ok(Line {
            unit,
            rotation,
            path,
            pivot_error: 2.0 * UNIT * length(path.pivot),
            // Numbers of twice the precision err by a few squared units in each of some ten operations.
            drift_error: 64.0 * UNIT * UNIT * sliding.abs(),
        })
    }
}
