//! A stretch of time.

use thiserror::Error;

/// The closed stretch of time `[start, end]` that a query looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Span {
    start: f64,
    end: f64,
}

/// Why a [`Span`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SpanError {
    /// An end is NaN, infinite, or larger than 1e60 in magnitude.
    #[error("a span's end must be a finite number of at most 1e60 in magnitude, not {0}")]
    NotFinite(f64),
    /// The span would run backwards.
    #[error("a span must not end before it starts: [{start}, {end}]")]
    Backwards {
        /// The start that was given.
        start: f64,
        /// The end that was given.
        end: f64,
    },
}

impl Span {
    /// `[0, 1]`, the default of queries.
    pub const UNIT: Span = Span {
        start: 0.0,
        end: 1.0,
    };

    /// The span from `start` to `end`; both may be equal.
    pub fn new(start: f64, end: f64) -> Result<Span, SpanError> {
        for value in [start, end] {
            if !(value.abs() <= 1e60) {
                return Err(SpanError::NotFinite(value));
            }
        }
        if start > end {
            return Err(SpanError::Backwards { start, end });
        }
        Ok(Span { start, end })
    }

    /// The first instant.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// The last instant.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// Whether it has no length: then bodies that are apart at its start are free.
    #[inline(always)]
    pub(crate) fn is_instant(&self) -> bool {
        self.start == self.end
    }

    /// A span between two instants of this one; the caller keeps them ordered.
    pub(crate) fn part(start: f64, end: f64) -> Span {
        debug_assert!(!(start > end), "{start} > {end}");
        Span { start, end }
    }
}

impl Default for Span {
    fn default() -> Span {
        Span::UNIT
    }
}
