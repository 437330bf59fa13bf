//! Gaps that may be stepped on.

use crate::numbers::lanes::Lanes;
use crate::numbers::rounding::UNIT;

/// A gap of which everything is taken off that rounding may have added to it. Steps are taken on nothing else: a distance, or a
/// gap as it was computed, is another type.
///
/// ```
/// use osculate::proofs::{ProvenGap, step};
/// // A gap of 0.5 that may be off by 1e-15, closing at a rate of 1.
/// let h = step(ProvenGap::of(0.5, 1e-15), 1.0, 0.0);
/// assert!(h > 0.499 && h < 0.5);
/// ```
///
/// A number is no such gap, and none can be made without saying what rounding did:
///
/// ```compile_fail,E0308
/// use osculate::proofs::step;
/// let h = step(0.5, 1.0, 0.0);
/// ```
///
/// ```compile_fail,E0423
/// use osculate::proofs::ProvenGap;
/// let gap = ProvenGap(0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvenGap(f64);

impl ProvenGap {
    /// A gap as it was computed, less what rounding may have added to it. Not positive if nothing is left.
    #[inline(always)]
    pub fn of(computed: f64, doubt: f64) -> ProvenGap {
        ProvenGap(computed - doubt)
    }

    /// What is left of it beyond a margin.
    #[inline(always)]
    pub fn beyond(self, margin: f64) -> ProvenGap {
        ProvenGap(self.0 - margin)
    }

    /// Its width.
    #[inline(always)]
    pub fn width(self) -> f64 {
        self.0
    }

    /// Along an axis of this length instead of one.
    #[inline(always)]
    pub(crate) fn times(self, length: f64) -> ProvenGap {
        ProvenGap(self.0 * length)
    }

    /// How long it stays open if it closes no faster than this, rounded down; infinite, or negative, if it does not close.
    #[inline(always)]
    pub(crate) fn lasts(self, closing: f64) -> f64 {
        self.0 / closing * (1.0 - 16.0 * UNIT)
    }
}

/// Two of them.
#[derive(Clone, Copy)]
pub(crate) struct ProvenGaps(Lanes);

impl ProvenGaps {
    /// Two gaps as they were computed, less what rounding may have added to either, and a margin.
    #[inline(always)]
    pub(crate) fn of(computed: Lanes, doubt: f64) -> ProvenGaps {
        ProvenGaps(computed - Lanes::both(doubt))
    }

    /// Their widths.
    #[inline(always)]
    pub(crate) fn widths(self) -> [f64; 2] {
        self.0.0
    }

    /// The same, or less: none is wider than `widest`.
    #[inline(always)]
    pub(super) fn up_to(self, widest: f64) -> Lanes {
        self.0.min(Lanes::both(widest))
    }
}
