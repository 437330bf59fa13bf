//! Why something of parry could not be converted.

use osculate::{
    mesh::MeshError,
    motion::MotionError,
    shape::{CompoundError, HalfSpaceError, HullError},
};
use thiserror::Error;

/// Why something of parry could not be converted.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// A shape without a counterpart, at this place.
    #[error("{0} has no counterpart in Osculate")]
    Unsupported(&'static str),
    /// A part of a compound that cannot be converted.
    #[error("part {part} of the compound: {error}")]
    Part {
        /// Its number in the compound.
        part: usize,
        /// Why not.
        #[source]
        error: Box<ConversionError>,
    },
    /// A convex shape that is out of range.
    #[error(transparent)]
    Hull(#[from] HullError),
    /// A compound without parts, or with too many.
    #[error(transparent)]
    Compound(#[from] CompoundError),
    /// A half-space without direction.
    #[error(transparent)]
    HalfSpace(#[from] HalfSpaceError),
    /// A mesh that is out of range, or without triangles.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A pose or a velocity that is out of range.
    #[error(transparent)]
    Motion(#[from] MotionError),
}
