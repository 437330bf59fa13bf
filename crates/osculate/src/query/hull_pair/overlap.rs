//! What an overlap of two convex bodies is measured with.

use super::HullPair;
use crate::motion::Motion;
use crate::query::expanding::{Depth, Expanding, Precision};
use crate::query::gjk::{Closest, Simplex};
use crate::shape::Convex;

impl<P: Convex, Q: Convex, A: Motion + ?Sized, B: Motion + ?Sized> HullPair<'_, P, Q, A, B> {
    /// How far a gap now, or a point of the bodies' difference, may be off.
    pub(crate) fn error(&self) -> f64 {
        self.now.error
    }

    /// Both margins.
    pub(crate) fn margins(&self) -> f64 {
        self.margins
    }

    /// Whether neither body is round.
    pub(crate) fn have_corners(&self) -> bool {
        self.a.has_corners() && self.b.has_corners()
    }

    /// How deep the cores are inside each other now, after their closest points were looked for.
    pub(crate) fn expand(
        &mut self,
        closest: &Closest,
        expanding: &mut Expanding,
        precision: &Precision,
    ) -> Option<Depth> {
        let posed = self.posed();
        let depth = expanding.depth(
            &posed,
            &self.simplex,
            closest,
            precision,
            &mut self.stats.supports,
        )?;
        self.simplex = Simplex::of(&depth.corners);
        Some(depth)
    }
}
