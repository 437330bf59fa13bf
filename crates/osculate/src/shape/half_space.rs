//! All that is on one side of a plane.

use super::Identity;
use crate::mesh::{LONGEST, SHORTEST};
use crate::numbers::rounding::{UNIT, length};
use glam::DVec3;
use thiserror::Error;

/// The solid `{x : normal·x ≤ offset}`: a floor, with its normal up.
///
/// ```
/// use glam::DVec3;
/// use osculate::HalfSpace;
/// let floor = HalfSpace::new(2.0 * DVec3::Z, -1.0)?; // everything below z = -0.5
/// assert_eq!((floor.normal(), floor.offset()), (DVec3::Z, -0.5));
/// assert!(HalfSpace::new(DVec3::ZERO, 0.0).is_err());
/// # Ok::<(), osculate::shape::HalfSpaceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    normal: DVec3,
    offset: f64,
    identity: Identity,
}

/// Why a [`HalfSpace`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum HalfSpaceError {
    /// A normal without direction, NaN, infinite or out of range.
    #[error("the normal {0:?} of a half-space must be finite and between 1e-60 and 1e60 in length")]
    BadNormal([f64; 3]),
    /// An offset that is NaN, infinite or out of range.
    #[error("the offset of a half-space must be finite and at most 1e60 in magnitude, not {0}")]
    BadOffset(f64),
    /// A normal that must have unit length, and does not.
    #[error("the normal {0:?} must be of unit length to within rounding")]
    NotUnit([f64; 3]),
}

impl HalfSpace {
    /// `{x : normal·x ≤ offset}`, with a normal of any length but zero. Both are divided by that length and rounded once,
    /// here; the result is the exact shape.
    pub fn new(normal: DVec3, offset: f64) -> Result<HalfSpace, HalfSpaceError> {
        let largest = normal.abs().max_element();
        if !(normal.is_finite() && (SHORTEST..=LONGEST).contains(&largest)) {
            return Err(HalfSpaceError::BadNormal(normal.to_array()));
        }
        let scaled = normal / largest;
        let size = length(scaled);
        let offset = offset / largest / size;
        if !(offset.abs() <= LONGEST) {
            return Err(HalfSpaceError::BadOffset(offset));
        }
        Ok(HalfSpace {
            normal: scaled / size,
            offset,
            identity: Identity::new(),
        })
    }

    /// `{x : normal·x ≤ offset}` with a normal of unit length to within rounding. Both are used unchanged, so
    /// [`normal`](HalfSpace::normal) and [`offset`](HalfSpace::offset) of a half-space rebuild it.
    ///
    /// ```
    /// use glam::DVec3;
    /// use osculate::HalfSpace;
    /// let slope = HalfSpace::new(DVec3::new(1.0, 2.0, 3.0), 4.0)?;
    /// assert_eq!(HalfSpace::of_unit_normal(slope.normal(), slope.offset())?, slope);
    /// # Ok::<(), osculate::shape::HalfSpaceError>(())
    /// ```
    pub fn of_unit_normal(normal: DVec3, offset: f64) -> Result<HalfSpace, HalfSpaceError> {
        // `new` errs by 5 units of the length at most. NaN is not within.
        if !((normal.length_squared() - 1.0).abs() <= 16.0 * UNIT) {
            return Err(HalfSpaceError::NotUnit(normal.to_array()));
        }
        if !(offset.abs() <= LONGEST) {
            return Err(HalfSpaceError::BadOffset(offset));
        }
        Ok(HalfSpace {
            normal,
            offset,
            identity: Identity::new(),
        })
    }

    /// Which half-space this is.
    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }

    /// Its outward normal, of unit length to within rounding.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// How far its plane is from the body's origin, along the normal.
    pub fn offset(&self) -> f64 {
        self.offset
    }
}
