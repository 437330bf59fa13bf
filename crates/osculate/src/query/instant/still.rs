//! A body as it is at one instant.

use crate::motion::{Motion, PivotPath, Pose, Rates};
use crate::numbers::span::Span;

/// The pose of a motion at an instant, with its errors: what is asked about an instant is compiled once for all motions.
pub(crate) struct Still {
    pose: Pose,
    path: PivotPath,
    numbers: bool,
}

impl Still {
    pub(crate) fn new<M: Motion + ?Sized>(motion: &M, t: f64) -> Still {
        Still {
            pose: motion.pose(t),
            path: motion.path(),
            numbers: motion.rotations_are_numbers(),
        }
    }
}

impl Motion for Still {
    /// Of the one instant, whatever is asked for.
    #[inline(always)]
    fn pose(&self, _: f64) -> Pose {
        self.pose
    }

    /// Nobody steps from an instant.
    #[inline(always)]
    fn rates(&self, _: Span) -> Rates {
        Rates::default()
    }

    #[inline(always)]
    fn path(&self) -> PivotPath {
        self.path
    }

    #[inline(always)]
    fn rotations_are_numbers(&self) -> bool {
        self.numbers
    }
}
