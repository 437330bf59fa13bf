//! What happened in a step.

use crate::handle::BodyHandle;
use glam::DVec3;

/// The report of a step: how much of it was simulated, and what it took.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct StepReport {
    /// Bodies that moved or wanted to.
    pub moving: u32,
    /// Pairs of bodies that are near each other.
    pub pairs: u32,
    /// Pairs whose contact points were found anew.
    pub looks: u32,
    /// Contacts that the solver had, and the parts that it took the step in.
    pub contacts: u32,
    /// See [`Settings::substeps`](crate::Settings::substeps).
    pub substeps: u32,
    /// Hits that were resolved at their own time within the step.
    pub hits: u32,
    /// Legs that ended before the end of the step, because of a contact or since no more could be proven.
    pub cuts: u32,
    /// Pairs that hit each other so often that they went on as one for the rest of the step.
    pub sticking: u32,
    /// Bodies that stood for the rest of the step although they had somewhere to go.
    pub held: u32,
    /// Bodies that wanted to move and could not at all.
    pub stalls: u32,
    /// The most steps in a row that any body has stalled for.
    pub longest_stall: u32,
    /// The seconds that bodies lost by being stopped, summed over all.
    pub time_lost: f64,
    /// Pairs for which a search could not prove how far they may go.
    pub undecided: u32,
    /// Pairs that overlap or touch and may only part.
    pub overlapping: u32,
    /// Bodies whose end poses were corrected, since they would have come too close.
    pub corrected: u32,
    /// How pairs were proven to stay apart: by travel, by one direction, by a search.
    pub proofs: [u32; 3],
    /// Bodies that sleep.
    pub asleep: u32,
    /// How far kinematic bodies are behind their course, at most.
    pub behind: f64,
}

/// What a world reports of contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactEvent {
    /// Two bodies began to touch: to push each other, or, if one is a sensor, to overlap.
    Started {
        /// The bodies.
        bodies: [BodyHandle; 2],
    },
    /// They no longer do.
    Stopped {
        /// The bodies.
        bodies: [BodyHandle; 2],
    },
    /// They hit each other, at a time within the step.
    Hit {
        /// The bodies; the normal points from the second to the first.
        bodies: [BodyHandle; 2],
        /// When, in seconds of the world's time.
        time: f64,
        /// Where.
        point: DVec3,
        /// The unit direction from the second body to the first.
        normal: DVec3,
        /// The impulse along the normal.
        impulse: f64,
    },
}

/// What a body did in a part of a step: it went along one motion. See [`World::moves`](crate::World::moves).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Move {
    /// The body.
    pub body: BodyHandle,
    /// From when to when, from 0 to 1 over the step. At times that no move covers, the body stands.
    pub from: f64,
    /// Until when.
    pub until: f64,
    /// Where its centre of mass was at `from`, and how it was turned.
    pub start: osculate::Placement,
    /// How far the centre of mass would have gone by the end of the step, at a constant velocity.
    pub shift: DVec3,
    /// How far the body would have turned about it, at a constant rate.
    pub turn: DVec3,
}
