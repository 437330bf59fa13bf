//! How close a robot comes to anything along a path.

use super::Party;
use glam::DVec3;

/// How close a robot comes to itself or to an obstacle along a path.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SmallestDistance {
    /// The pair.
    pub pair: [Party; 2],
    /// The closest points, in the world.
    pub points: [DVec3; 2],
}
