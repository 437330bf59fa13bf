//! Robots along paths: is the motion free all along, and if not, when does which link touch what?
//!
//! A [`Workcell`] is a robot among its obstacles, prepared once. Ask it about paths: [`Workcell::first_contact`],
//! [`Workcell::is_free`], [`Workcell::all_contacts`], [`Workcell::smallest_distance`].

use super::{Contact, Reason, Stats};
use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::DVec3;

mod all_contacts;
mod along_path;
mod answer;
mod around;
mod ball_cover;
mod batch;
mod first_contact;
mod first_look;
mod outline;
mod outline_look;
mod pair_query;
mod proposals;
mod reach;
mod slabs;
mod smallest_distance;
mod still_pairs;
mod temporal_culling;
mod workcell;

pub use all_contacts::PairVerdict;
pub use batch::RobotQueryError;
pub use proposals::{AllowedPair, WhyAllowed};
pub(crate) use slabs::ArticulatedMemory;
pub use smallest_distance::SmallestDistance;
pub(crate) use temporal_culling::LastTriangles;
pub use temporal_culling::{CullingParts, CullingStats};
pub use workcell::Workcell;

/// Who takes part in a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Party {
    /// A shape of a link, by its number among [`Robot::all_shapes`](crate::robot::Robot::all_shapes).
    Shape(usize),
    /// An obstacle, by its number in the environment.
    Obstacle(usize),
}

/// When a robot first touches itself or an obstacle along a path, and what about that is proven. *Apart* means that the gap of
/// every pair that is checked is positive.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum RobotVerdict {
    /// All pairs are apart at every time of the path, both ends included.
    Free,
    /// All pairs are apart up to and including `lower`, where one is within tolerance. With a crossing, some pair touches by
    /// `upper`.
    Contact(Box<RobotContact>),
    /// Pairs that are not apart at the start.
    Overlapping {
        /// Whether one of them certainly intersects.
        proven: bool,
        /// All of them, or those that were found before the budget ran out, each with whether it certainly intersects.
        pairs: Vec<([Party; 2], bool)>,
    },
    /// Neither contact nor freedom could be shown.
    Undecided {
        /// All pairs are apart up to and including this time; `None` if not even the start was shown.
        free_until: Option<f64>,
        /// What stopped the query.
        reason: Reason,
        /// The pair that it stopped at.
        pair: [Party; 2],
        /// A time by which some pair certainly touches, if one is known.
        crossing: Option<f64>,
    },
}

/// A first contact of a robot.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RobotContact {
    /// Who: a shape of a link, or a grasped obstacle, and another shape or an obstacle.
    pub pair: [Party; 2],
    /// When, and where in the world; points and normal to within rounding.
    pub contact: Contact,
    /// The points in the frames of their links, or of an obstacle's own body.
    pub points: [DVec3; 2],
    /// The piece of the path that `lower` is in.
    pub piece: usize,
    /// How far into that piece, from 0 to 1.
    pub fraction: f64,
    /// The configuration at `lower`, to within rounding.
    pub configuration: Vec<f64>,
}

/// An answer about a robot, and what it cost.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RobotOutcome {
    /// When the robot first touches something.
    pub verdict: RobotVerdict,
    /// The tolerance that was in force for the pair in contact; the largest of all pairs if there is none.
    pub tolerance: f64,
    /// By how much rounding may have changed a separation, at most.
    pub resolution: f64,
    /// The work done.
    pub stats: RobotStats,
}

/// The work that an answer about a robot took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RobotStats {
    /// Stretches of time that all links were posed in the middle of.
    pub intervals: u64,
    /// Pairs that balls or hulls around them kept apart for a stretch of time.
    pub culled: u64,
    /// Pairs that were searched for a stretch of time.
    pub searches: u64,
    /// The work of those searches, and of what looked at meshes before.
    pub pairs: Stats,
}

impl RobotVerdict {
    /// The contact, if there is one.
    pub fn contact(&self) -> Option<&RobotContact> {
        match self {
            RobotVerdict::Contact(contact) => Some(contact),
            _ => None,
        }
    }
}
