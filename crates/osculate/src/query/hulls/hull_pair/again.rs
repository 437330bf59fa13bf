//! Two hulls that were looked at before.

use super::InstantPair;
use crate::query::small_motions::memory::Hints;
use crate::shape::Hull;

impl InstantPair<'_, Hull, Hull> {
    /// Looks first where the bodies were closest last.
    #[inline]
    pub(crate) fn begin_at(&mut self, hints: &Hints) {
        let pivots = [self.motion.path_a.pivot, self.motion.path_b.pivot];
        self.simplex
            .recall(&hints.corners, hints.direction, [self.a, self.b], pivots);
    }

    /// Keeps where the bodies are closest.
    #[inline]
    pub(crate) fn leave(&self, hints: &mut Hints) {
        hints.keep(&self.simplex);
    }
}
