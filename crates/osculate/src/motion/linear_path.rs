//! A point on a straight line.

use glam::DVec3;
use thiserror::Error;

/// A point that moves on a straight line: at time `t` of `[0, 1]` it is exactly at `(1 − t)·start + t·end`.
///
/// Any finite coordinates will do, however large or small: queries on such paths are decided exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LinearPath {
    start: DVec3,
    end: DVec3,
}

/// Why a [`LinearPath`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LinearPathError {
    /// A coordinate is NaN or infinite.
    #[error("a point on a path must have finite coordinates, not {0}")]
    NotFinite(DVec3),
}

impl LinearPath {
    /// From `start` at time 0 to `end` at time 1.
    pub fn new(start: DVec3, end: DVec3) -> Result<LinearPath, LinearPathError> {
        for point in [start, end] {
            if !point.is_finite() {
                return Err(LinearPathError::NotFinite(point));
            }
        }
        Ok(LinearPath { start, end })
    }

    /// The same, of coordinates that are known to be finite.
    pub(crate) fn of_finite(start: DVec3, end: DVec3) -> LinearPath {
        LinearPath { start, end }
    }

    /// Sets a finite coordinate at the start (`end` is 0) or at the end (1).
    #[inline(always)]
    pub(crate) fn set(&mut self, end: usize, axis: usize, x: f64) {
        let point = if end == 0 {
            &mut self.start
        } else {
            &mut self.end
        };
        point[axis] = x;
    }

    /// A point that stays where it is.
    pub fn at_rest(point: DVec3) -> Result<LinearPath, LinearPathError> {
        LinearPath::new(point, point)
    }

    /// Where it is at time 0.
    pub fn start(&self) -> DVec3 {
        self.start
    }

    /// Where it is at time 1.
    pub fn end(&self) -> DVec3 {
        self.end
    }

    /// Where it is at `time`, rounded.
    pub fn at(&self, time: f64) -> DVec3 {
        self.start * (1.0 - time) + self.end * time
    }
}
