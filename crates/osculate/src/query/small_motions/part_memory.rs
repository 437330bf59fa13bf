//! What is remembered of the parts of two bodies.

use super::memory::Hints;
use crate::query::hulls::hull_pair::InstantPair;
use crate::shape::Hull;
use alloc::vec::Vec;

/// Of bodies that have more pairs of parts than this, nothing is remembered.
const MOST: usize = 64;

/// Where the parts of two compounds were closest last, every two of them: a plain value that the caller keeps, one for each pair of bodies.
///
/// It only says where to look first, so the memory of another pair costs time, never soundness. Nothing is kept of bodies with more than 64 pairs
/// of parts.
#[derive(Clone, Debug, Default)]
pub struct PartMemory {
    hints: Vec<Hints>,
    counts: [usize; 2],
    /// Whether nobody will ask again: then nothing is kept.
    forgets: bool,
}

impl PartMemory {
    /// Of nothing.
    pub fn new() -> PartMemory {
        PartMemory::default()
    }

    /// One that keeps nothing, for who asks once.
    pub(crate) fn of_nobody() -> PartMemory {
        PartMemory {
            forgets: true,
            ..PartMemory::default()
        }
    }

    /// Forgets everything, but for the memory that this takes.
    pub fn clear(&mut self) {
        self.hints.clear();
        self.counts = [0; 2];
    }

    /// Two bodies of so many parts are looked at.
    pub(crate) fn begin(&mut self, counts: [usize; 2]) {
        if self.forgets || self.counts == counts {
            return;
        }
        self.clear();
        if counts[0].saturating_mul(counts[1]) <= MOST {
            self.counts = counts;
            self.hints
                .resize_with(counts[0] * counts[1], Hints::default);
        }
    }

    /// What is known of the two parts with these numbers.
    #[inline]
    pub(crate) fn of(&mut self, [i, j]: [usize; 2]) -> Option<&mut Hints> {
        self.hints.get_mut(i * self.counts[1] + j)
    }
}

impl InstantPair<'_, Hull, Hull> {
    /// Looks at two parts with what is known of them, and keeps what is found.
    #[inline]
    pub(crate) fn with_hints<T>(
        &mut self,
        hints: Option<&mut Hints>,
        look: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(hints) = hints else {
            return look(self);
        };
        self.begin_at(hints);
        let found = look(self);
        self.leave(hints);
        found
    }
}
