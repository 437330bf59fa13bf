//! What an overlap of two convex bodies is measured with.

use super::InstantPair;
use crate::numbers::rounding::length;
use crate::query::hulls::expanding::{Depth, Expanding, Precision};
use crate::query::hulls::gjk::{Closest, Simplex};
use crate::shape::Convex;
use glam::DVec3;

impl<P: Convex, Q: Convex> InstantPair<'_, P, Q> {
    /// How far a gap now, or a point of the bodies' difference, may be off.
    pub(crate) fn error(&self) -> f64 {
        self.now.error
    }

    /// Both margins.
    pub(crate) fn margins(&self) -> f64 {
        self.size.margins
    }

    /// The bodies along a direction of unit length in b's axes.
    pub(crate) fn along_direction(&mut self, direction: DVec3) -> Closest {
        self.stats.supports += 1;
        let posed = self.hulls();
        let furthest = posed.support(direction, self.near);
        let [a, b] = furthest.corners.map(|corner| corner.point);
        Closest {
            direction,
            gap: direction.dot(furthest.difference),
            corners: furthest.corners,
            distance: length(furthest.difference),
            points: [posed.turn * a + posed.shift, b],
            depth: 0.0,
        }
    }

    /// Whether neither body is round.
    pub(crate) fn have_corners(&self) -> bool {
        self.a.has_corners() && self.b.has_corners()
    }

    /// Whether b is everything behind a plane.
    pub(crate) fn has_plane(&self) -> bool {
        self.b.plane().is_some()
    }

    /// Measures the depth where closest points are the same to within rounding, and on a face or an edge of the
    /// difference, inside or not: a search for a distance ends there. It need not be exact.
    pub(crate) fn deepen(&mut self, closest: &mut Closest, expanding: &mut Expanding) {
        let error = self.now.error;
        if closest.depth > 0.0 || !(closest.distance <= error) || self.b.plane().is_some() {
            return;
        }
        let precision = Precision {
            doubt: 4.0 * error,
            share: 0.5,
            margins: 0.0,
        };
        if let Some(depth) = self.expand(closest, expanding, &precision) {
            closest.depth = depth.lower.max(0.0);
        }
    }

    /// How deep the cores are inside each other now, after their closest points were looked for.
    pub(crate) fn expand(
        &mut self,
        closest: &Closest,
        expanding: &mut Expanding,
        precision: &Precision,
    ) -> Option<Depth> {
        let posed = self.hulls();
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
