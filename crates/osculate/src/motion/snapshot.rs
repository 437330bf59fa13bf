//! A motion around an instant.

use super::{Motion, PivotPath, Pose, Rates};
use crate::numbers::span::Span;

/// A motion around an instant, before it and after: its pose and its velocities there. The accelerations bound how fast these
/// change on either side, for as long as whoever made it says. It has no other time: the instant is at all times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Snapshot {
    pub(crate) pose: Pose,
    pub(crate) rates: Rates,
    /// Without a drift.
    pub(crate) path: PivotPath,
    /// See [`Motion::rotations_are_numbers`].
    pub(crate) numbers: bool,
}

impl Motion for Snapshot {
    #[inline(always)]
    fn pose(&self, _: f64) -> Pose {
        self.pose
    }

    #[inline(always)]
    fn rates(&self, _: Span) -> Rates {
        self.rates
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
