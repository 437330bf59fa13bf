//! What a world refuses.

use crate::handle::BodyHandle;
use osculate::mass::MassError;
use osculate::motion::MotionError;
use thiserror::Error;

/// Why a world refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The body was removed.
    #[error("{0} is not in this world; it may have been removed")]
    Stale(BodyHandle),
    /// Something about a body is wrong.
    #[error("{name}: {why}")]
    Body {
        /// The body's name.
        name: String,
        /// What is wrong.
        why: BodyError,
    },
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
    /// A point, a placement or a way of a query is none.
    #[error("the query: {0}")]
    Query(BodyError),
    /// A saved world contradicts itself.
    #[error("the saved world is damaged: {0}")]
    Damaged(String),
    /// More bodies than can be numbered.
    #[error("a world has at most {0} bodies")]
    Full(usize),
}

/// What is wrong about a body.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BodyError {
    /// Only convex shapes, compounds of them and half-spaces move in a world.
    #[error("a mesh is a surface without an inside; use a hull, a compound or a half-space")]
    Mesh,
    /// A half-space has no end, and so no mass.
    #[error("a half-space cannot be dynamic: it has no end, and so no mass")]
    EndlessMass,
    /// A shape without volume, or a mass or an inertia that is none.
    #[error("{0}")]
    Mass(#[from] MassError),
    /// Moments of inertia that no body has.
    #[error(
        "the moments of inertia must be positive, and none larger than the sum of the others, not {0:?}"
    )]
    BadInertia([f64; 3]),
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
    /// A vector is no number, or too large.
    #[error("the {what} must be finite and at most {most:e}, not {value:?}")]
    BadVector {
        /// Which vector.
        what: &'static str,
        /// How long it may be.
        most: f64,
        /// What it is.
        value: [f64; 3],
    },
    /// A placement that is none.
    #[error("{0}")]
    Placement(#[from] MotionError),
    /// Another body has this name.
    #[error("another body has this name")]
    NameTaken,
    /// The boxes of the broad phase cannot be exchanged so.
    #[error(
        "a half-space and a shape that ends cannot replace each other; remove the body and insert another"
    )]
    OtherExtent,
    /// What is asked for is of another kind of body.
    #[error("{what} is for {whom} bodies only")]
    WrongKind {
        /// What was asked for.
        what: &'static str,
        /// For whom it is.
        whom: &'static str,
    },
}

impl BodyError {
    pub(crate) const NO_VELOCITY: BodyError = BodyError::WrongKind {
        what: "a velocity",
        whom: "kinematic and dynamic",
    };
}
