//! What does not move.

use super::{Motion, MotionError, PivotPath, Placement, Pose, Rates, Sweep};
use crate::numbers::span::Span;
use glam::DVec3;

/// Stands still.
///
/// ```
/// use glam::DVec3;
/// use osculate::{Motion, Placement, Resting};
///
/// let shelf = Resting::at(Placement::at(2.0 * DVec3::Z))?;
/// assert_eq!(shelf.placement(0.7).position.z, 2.0);
/// let floor = Resting::default(); // At the origin.
/// # assert_eq!(floor.placement(0.0), Placement::IDENTITY);
/// # Ok::<(), osculate::motion::MotionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "static", alias = "fixed")]
pub struct Resting(Sweep);

impl Resting {
    /// Where the body is.
    pub fn at(placement: Placement) -> Result<Resting, MotionError> {
        Sweep::new(placement, DVec3::ZERO).map(Resting)
    }
}

impl Default for Resting {
    /// At the origin, not turned.
    fn default() -> Resting {
        Resting::at(Placement::IDENTITY).expect("the origin is a placement")
    }
}

impl Motion for Resting {
    #[inline(always)]
    fn pose(&self, t: f64) -> Pose {
        self.0.pose(t)
    }

    #[inline]
    fn rates(&self, span: Span) -> Rates {
        self.0.rates(span)
    }

    #[inline]
    fn path(&self) -> PivotPath {
        self.0.path()
    }

    #[inline(always)]
    fn rotations_are_numbers(&self) -> bool {
        true
    }
}
