//! What rods refuse.

use osculate::mass::MassError;
use osculate::motion::DeformingMeshError;
use thiserror::Error;

/// Why [`Rods`](super::Rods) refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RodError {
    /// Something about a cable is wrong.
    #[error("cable {name}: {why}")]
    Cable {
        /// The cable's name.
        name: String,
        /// What is wrong.
        why: CableError,
    },
    /// Something about an obstacle is wrong.
    #[error("obstacle {obstacle}: {why}")]
    Obstacle {
        /// Its number.
        obstacle: usize,
        /// What is wrong.
        why: CableError,
    },
    /// There is no such mesh.
    #[error("there is no obstacle {obstacle} that is a mesh")]
    NoSuchObstacle {
        /// Its number.
        obstacle: usize,
    },
    /// What was saved is not whole.
    #[error("the saved cables are damaged: {0}")]
    Damaged(&'static str),
    /// A setting is out of its range.
    #[error("the setting {what} must be {range}, not {value}")]
    Setting {
        /// The setting.
        what: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it is.
        value: f64,
    },
}

/// What is wrong about a cable.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CableError {
    /// A cable has at least two points, a closed one three.
    #[error("it needs at least {least} points, not {points}")]
    TooFewPoints {
        /// How many it needs.
        least: usize,
        /// How many it has.
        points: usize,
    },
    /// A coordinate is NaN, infinite or too large.
    #[error("point {point} must be finite and at most 1e12 from the origin, not {at:?}")]
    BadPoint {
        /// The point's number.
        point: usize,
        /// Where it was to be.
        at: [f64; 3],
    },
    /// Two points are in one place.
    #[error("edge {edge} has the length {length}: its ends must be at least 1e-9 apart")]
    ShortEdge {
        /// The edge's number.
        edge: usize,
        /// Its length.
        length: f64,
    },
    /// An edge turns back onto the one before: the curvature there has no bound.
    #[error("edges {before} and {edge} fold back onto each other")]
    Folded {
        /// The first edge's number.
        before: usize,
        /// The second edge's number.
        edge: usize,
    },
    /// A number is out of its range.
    #[error("the {what} must be {range}, not {value}")]
    BadNumber {
        /// Which number.
        what: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it is.
        value: f64,
    },
    /// There is no such cable or point.
    #[error("there is no point {point} of cable {cable}")]
    NoSuchPoint {
        /// The cable's number.
        cable: usize,
        /// The point's number.
        point: usize,
    },
    /// A knot ties a point to one somewhere else.
    #[error("point {point} is {apart} away from what it is tied to")]
    KnotApart {
        /// The point's number.
        point: usize,
        /// How far.
        apart: f64,
    },
    /// A closed cable has no ends.
    #[error("a closed cable has no ends that could be held")]
    EndsOfLoop,
    /// Both clamps of a short cable hold the same edge, or pull at one point.
    #[error("its clamps hold the same point: it needs at least 4 points, not {points}")]
    ClampsMeet {
        /// How many it has.
        points: usize,
    },
    /// A point is held, and fastened to a body.
    #[error("point {point} is held: it cannot be fastened to a body as well")]
    HeldAndFastened {
        /// The point's number.
        point: usize,
    },
    /// A point is fastened to two bodies.
    #[error("point {point} is fastened already")]
    FastenedTwice {
        /// The point's number.
        point: usize,
    },
    /// A half-space rests for ever.
    #[error("a half-space has no mass")]
    HeavyHalfSpace,
    /// The mass of a mesh makes no sense.
    #[error("{0}")]
    Mass(MassError),
    /// All cables and obstacles together are more than can be numbered.
    #[error("{0}")]
    Mesh(DeformingMeshError),
    /// It crosses something where it is placed.
    #[error("edge {edge} touches {other} where it is placed")]
    Crosses {
        /// The edge's number.
        edge: usize,
        /// What it touches.
        other: String,
    },
    /// It is inside of a solid body where it is placed.
    #[error("it is inside of {other} where it is placed")]
    Inside {
        /// The body.
        other: String,
    },
    /// It is so near to something that rounding hides whether they touch.
    #[error("edge {edge} is so near to something that rounding hides whether they touch")]
    Unproven {
        /// The edge's number.
        edge: usize,
    },
    /// Edges are so short that thousands of them would be within one thickness.
    #[error(
        "edge {edge} has the length {length}: for a radius of {radius} it must be at least a sixteenth of that"
    )]
    TooFine {
        /// The edge's number.
        edge: usize,
        /// Its length.
        length: f64,
        /// The radius.
        radius: f64,
    },
    /// Thickness does not fit where it is placed.
    #[error(
        "edge {edge} is {apart} away from {other}, but so thick that they should be {thickness} apart; at least half of that is needed"
    )]
    TooThick {
        /// The edge's number.
        edge: usize,
        /// What it is near to.
        other: String,
        /// How far they are apart.
        apart: f64,
        /// The sum of both radii.
        thickness: f64,
    },
}
