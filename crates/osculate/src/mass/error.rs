//! Why there are no mass properties.

use thiserror::Error;

/// Why a body has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MassError {
    /// A half-space has no end.
    #[error("a half-space has no end, and so no mass: make it a static body")]
    Unbounded,
    /// A body is flat, or a line or a point, up to rounding.
    #[error(
        "{} has no volume: give its mass and inertia, or give it a thickness (a margin)",
        Part(*.part)
    )]
    NoVolume {
        /// Which part of a compound it is.
        part: Option<usize>,
    },
    /// All triangles of a shell are without area.
    #[error("the shell has no area: give its mass and inertia")]
    NoArea,
    /// A mesh has a border, so that nothing is inside. Positions are those of the mesh.
    #[error(
        "the mesh is open: the edge from {from:?} to {to:?} of triangle {triangle} has no triangle on its other side; \
         close it, or take it as a thin shell"
    )]
    OpenEdge {
        /// A triangle at the border.
        triangle: u32,
        /// Where its edge begins.
        from: [f64; 3],
        /// Where its edge ends.
        to: [f64; 3],
    },
    /// Triangles that meet in an edge do not agree on which side is inside.
    #[error(
        "triangle {triangle} and another that has its edge from {from:?} to {to:?} do not agree on which side is inside: turn one around"
    )]
    Disoriented {
        /// One of the triangles.
        triangle: u32,
        /// Where its edge begins.
        from: [f64; 3],
        /// Where its edge ends.
        to: [f64; 3],
    },
    /// A density or a mass that is not positive and finite.
    #[error("the {what} must be positive and finite, not {value}")]
    BadNumber {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A centre of mass that is NaN, infinite or out of range.
    #[error("the centre of mass {0:?} must be finite and at most 1e60 in magnitude")]
    BadCentre([f64; 3]),
    /// An inertia tensor that no body has.
    #[error("the inertia must be symmetric with positive principal moments: {why} {value}")]
    BadInertia {
        /// What is wrong.
        why: &'static str,
        /// By what number.
        value: f64,
    },
    /// Mass or inertia is beyond the range of numbers.
    #[error("the mass or the inertia of the body is too large or too small for f64")]
    OutOfRange,
    /// The integrals over a rounded ellipsoid did not settle.
    #[error(
        "the integrals over an ellipsoid with a margin did not settle: its radii differ too much"
    )]
    Unsettled,
}

/// A body, or a part of one.
struct Part(Option<usize>);

impl core::fmt::Display for Part {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        match self.0 {
            Some(part) => write!(f, "part {part} of the compound"),
            None => write!(f, "the body"),
        }
    }
}
