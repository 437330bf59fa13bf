//! How near is near.

use crate::mesh::{LONGEST, SHORTEST};
use thiserror::Error;

/// A distance up to which pieces of bodies are near each other: 0, or a length between 1e-60 and 1e60.
///
/// ```
/// use osculate::query::instant::Within;
/// assert_eq!(Within::new(0.01)?.distance(), 0.01);
/// assert!(Within::new(-0.01).is_err() && Within::new(f64::NAN).is_err());
/// # Ok::<(), osculate::query::instant::WithinError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Within(f64);

/// Why a [`Within`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the distance of near pieces must be 0, or a length between 1e-60 and 1e60, not {0}")]
pub struct WithinError(
    /// What was asked for.
    pub f64,
);

impl Within {
    /// What touches, or may.
    pub const TOUCHING: Within = Within(0.0);

    /// Up to this distance.
    pub fn new(distance: f64) -> Result<Within, WithinError> {
        if distance == 0.0 || (SHORTEST..=LONGEST).contains(&distance) {
            Ok(Within(distance.abs()))
        } else {
            Err(WithinError(distance))
        }
    }

    /// The distance.
    pub fn distance(&self) -> f64 {
        self.0
    }
}
