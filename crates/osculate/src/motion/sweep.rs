//! Along a straight line, without turning.

use super::turning_parts::{matrix, resting};
use super::{Motion, MotionError, PivotPath, Placement, Pose, Rates, checked_velocity};
use crate::numbers::span::Span;
use glam::{DMat3, DVec3};

/// Moves along a straight line and does not turn: what casts take.
///
/// ```
/// use glam::DVec3;
/// use osculate::{Motion, Placement, motion::Sweep};
///
/// let sweep = Sweep::new(Placement::at(DVec3::X), 3.0 * DVec3::Z)?;
/// assert_eq!(sweep.placement(2.0).position, DVec3::new(1.0, 0.0, 6.0));
/// # Ok::<(), osculate::motion::MotionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    path: PivotPath,
    rotation: DMat3,
    rotation_error: f64,
}

impl Sweep {
    /// From a placement at time 0, with a constant velocity: by time 1 it is displaced by that.
    pub fn new(from: Placement, velocity: DVec3) -> Result<Sweep, MotionError> {
        from.check()?;
        let velocity = checked_velocity("linear velocity", velocity)?;
        let (rotation, rotation_error) = resting(from.rotation, &matrix(from.rotation));
        Ok(Sweep {
            path: PivotPath {
                anchor: from.position,
                drift: velocity,
                ..PivotPath::default()
            },
            rotation,
            rotation_error,
        })
    }

    /// The velocity.
    pub fn velocity(&self) -> DVec3 {
        self.path.drift
    }
}

impl Motion for Sweep {
    #[inline(always)]
    fn pose(&self, _: f64) -> Pose {
        Pose {
            rotation: self.rotation,
            offset: DVec3::ZERO,
            rotation_error: self.rotation_error,
            offset_error: 0.0,
        }
    }

    #[inline]
    fn rates(&self, _: Span) -> Rates {
        Rates::default()
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
