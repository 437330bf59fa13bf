//! Several hulls as one body.

use super::{Hull, Identity};
use crate::numbers::rounding::{length, up};
use alloc::vec::Vec;
use glam::DVec3;
use thiserror::Error;

/// A solid body made of hulls, which may overlap.
///
/// ```
/// use glam::{DQuat, DVec3};
/// use osculate::{Compound, Hull};
/// let head = Hull::cuboid(DVec3::new(0.4, 0.2, 0.2))?.placed(DVec3::Z, DQuat::IDENTITY)?;
/// let hammer = Compound::new(vec![Hull::cylinder(0.05, 1.0)?, head])?;
/// assert_eq!(hammer.parts().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Compound {
    parts: Vec<Hull>,
    ball: (DVec3, f64),
    identity: Identity,
}

/// Why a [`Compound`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompoundError {
    /// There is nothing to touch.
    #[error("a compound needs at least one part")]
    NoParts,
    /// More parts than can be numbered.
    #[error("a compound has {0} parts; at most 2^31 - 1 can be numbered")]
    TooMany(usize),
}

impl Compound {
    /// Takes the parts, each where it is in the body.
    pub fn new(parts: Vec<Hull>) -> Result<Compound, CompoundError> {
        if parts.is_empty() {
            return Err(CompoundError::NoParts);
        }
        if parts.len() >= 1 << 31 {
            return Err(CompoundError::TooMany(parts.len()));
        }
        let ball = ball_around(&parts);
        Ok(Compound {
            parts,
            ball,
            identity: Identity::new(),
        })
    }

    /// The parts, in the order they were given.
    pub fn parts(&self) -> &[Hull] {
        &self.parts
    }

    /// Which compound this is.
    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }

    /// A ball around the body: its centre and radius.
    pub fn bounding_ball(&self) -> (DVec3, f64) {
        self.ball
    }
}

/// A ball around hulls.
pub(crate) fn ball_around(hulls: &[Hull]) -> (DVec3, f64) {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for hull in hulls {
        let (centre, radius) = hull.bounding_ball();
        (low, high) = (low.min(centre - radius), high.max(centre + radius));
    }
    let centre = 0.5 * low + 0.5 * high;
    (centre, reach_of(hulls, centre))
}

/// How far points of hulls are from `origin`, at most.
pub(crate) fn reach_of(hulls: &[Hull], origin: DVec3) -> f64 {
    hulls.iter().fold(0.0_f64, |most, hull| {
        let (centre, radius) = hull.bounding_ball();
        most.max(up(length(centre - origin) + radius))
    })
}
