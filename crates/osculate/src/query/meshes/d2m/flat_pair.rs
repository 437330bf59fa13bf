//! How long two flat pieces of surface stay apart, by the planes that hold either.
//!
//! Spheres overlap long before the surfaces in them meet: of pairs of nodes whose spheres overlap, two thirds are shown
//! to be apart by this.

use super::super::search::MeshSearch;
use crate::motion::{ProvenGap, step};
use crate::numbers::rounding::length;
use crate::volume::{Beside, CutBall};
use glam::DVec3;

impl MeshSearch<'_, CutBall> {
    /// How long two nodes stay apart from now on, at least, by the planes of either; 0 if that cannot be said.
    ///
    /// DirectionBounds a direction that stands still, the points of a ball move with its centre, and by what the body sweeps.
    #[inline]
    pub(super) fn flat_for(&self, nodes: (u32, u32)) -> f64 {
        let (a, b) = (&self.a.node(nodes.0).volume, &self.b.node(nodes.1).volume);
        if a.normal == DVec3::ZERO && b.normal == DVec3::ZERO {
            return 0.0;
        }
        let [pivot_a, pivot_b] = self.motion.pivots();
        let instant = &self.instant;
        let frame = &instant.world;
        let lever_a = instant.turn * (a.centre - pivot_a);
        let lever_b = b.centre - pivot_b;
        let between = lever_b - (lever_a + instant.shift);
        let beside = Beside::new(a, b, &instant.turn, instant.pose.rotation_error, between);
        let velocity = frame.velocity + frame.a.spin.cross(lever_a) - frame.b.spin.cross(lever_b);
        let open = |(gap, n): (f64, DVec3)| {
            let gap = ProvenGap::of(gap, self.margin());
            // Without a normal there is no direction either.
            if !(gap.width() > 0.0) || n == DVec3::ZERO {
                return 0.0;
            }
            let sweep = (length(n.cross(frame.a.spin)) + frame.a.slack) * a.radius
                + (length(n.cross(frame.b.spin)) + frame.b.slack) * b.radius;
            let rate = n.dot(velocity) + sweep + 2.0 * frame.rate_error;
            step(gap, rate, self.motion.bend())
        };
        let (by_a, by_b) = (open(beside.along_a()), open(beside.along_b()));
        if by_a > by_b { by_a } else { by_b }
    }
}
