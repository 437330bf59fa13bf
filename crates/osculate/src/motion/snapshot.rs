//! A motion around an instant.

use super::{Motion, PivotPath, Pose, Rates};
use crate::numbers::span::Span;

/// A motion around an instant, before it and after: its pose and its velocities there. The accelerations bound how fast these
/// change on either side, for as long as whoever made it says. It has no other time: the instant is at all times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Snapshot {
    pub(crate) pose: Pose,
    pub(crate) rates: Rates,
    /// For the time of that instant; where other times are asked for, without a drift.
    pub(crate) path: PivotPath,
    /// See [`Motion::rotations_are_numbers`].
    pub(crate) numbers: bool,
}

impl Snapshot {
    /// The pose of a motion at an instant, that nobody steps from: what is asked about an instant is compiled once for all motions.
    pub(crate) fn still(motion: &dyn Motion, t: f64) -> Snapshot {
        Snapshot {
            pose: motion.pose(t),
            rates: Rates::default(),
            path: motion.path(),
            numbers: motion.rotations_are_numbers(),
        }
    }
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
