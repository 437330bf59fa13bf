//! The answer for two convex bodies that are within tolerance, and the proof that they meet.

use super::HullPair;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::sqrt;
use crate::query::crossing::Ahead;
use crate::query::hulls::axis::Axis;
use crate::query::hulls::expanding::Expanding;
use crate::query::hulls::gjk::Closest;
use crate::query::meshes::triangle_distance::unit;
use crate::query::{Contact, Evidence, Feature, Outcome, Verdict};
use crate::shape::Convex;
use glam::DVec3;

impl<P: Convex, Q: Convex> HullPair<'_, P, Q> {
    /// The answer for bodies within tolerance now.
    pub(crate) fn contact(&mut self, closest: &Closest, expanding: &mut Expanding) -> Outcome {
        let (t, n) = (self.now.t, self.now.pose.rotation_b * closest.direction);
        let [point_a, point_b] = self.in_world(closest);
        let mut contact = Contact {
            lower: t,
            upper: t,
            evidence: Evidence::Near,
            features: self.features(),
            parts: [0; 2],
            point_a,
            point_b,
            // The matrix of a pose need not be a rotation to the last bit.
            normal: -unit(n),
            separation: Interval::new(
                self.terms.clearance + self.gap(closest),
                self.apart_at_most(closest),
            ),
        };
        if self.terms.near_only {
            return self.outcome(Verdict::Contact(contact));
        }
        if let Some(upper) = self.crossing(closest, n, expanding) {
            contact.upper = upper;
            contact.evidence = Evidence::Crossing;
        }
        self.outcome(Verdict::Contact(contact))
    }

    /// The closest points of the bodies, margins included, in the world.
    pub(crate) fn in_world(&self, closest: &Closest) -> [DVec3; 2] {
        let [a, b] = closest.points;
        let distance = closest.distance;
        // Let d be the distance of the cores, s that less the margins, and let the gap along the direction fall short of d by
        // ε. Along the line of the points, the bodies are s apart as they are in truth, and along the direction s less |s|ε/d;
        // along the direction itself s less ε. So the line is better up to |s| = d; where points of cores nearly touch, it is
        // the direction of their rounding.
        let line = 2.0 * distance > self.size.margins || closest.direction == DVec3::ZERO;
        let n = if line && distance > 0.0 {
            (b - a) / distance
        } else {
            closest.direction
        };
        let origin = self.motion.origin(self.now.t);
        let place = |point: DVec3| origin + self.now.pose.rotation_b * point;
        [
            place(a + n * self.a.margin()),
            place(b - n * self.b.margin()),
        ]
    }

    /// The features that the closest points are on.
    pub(crate) fn features(&self) -> [Feature; 2] {
        [self.feature(0), self.feature(1)]
    }

    fn feature(&self, body: usize) -> Feature {
        let corners = if body == 0 {
            self.a.has_corners()
        } else {
            self.b.has_corners()
        };
        if !corners {
            return Feature::Surface;
        }
        match self.simplex.corners(body) {
            (_, 0) => Feature::Vertex(self.near[body]),
            ([first, ..], 1) => Feature::Vertex(first),
            ([first, second, ..], 2) => Feature::Edge([first, second]),
            ([first, second, third, _], _) => Feature::Face([first, second, third]),
        }
    }

    /// A time after now at which the bodies certainly are no further apart than the clearance.
    fn crossing(&mut self, closest: &Closest, n: DVec3, expanding: &mut Expanding) -> Option<f64> {
        // A point is never certainly in what has no inside.
        let layer = self.size.margins + self.terms.clearance;
        if layer == 0.0 && self.a.ball().1 == 0.0 && self.b.is_flat() {
            return None;
        }
        let (start, end) = (self.now.t, self.terms.span.end());
        let corners = closest.corners.map(|corner| corner.point);
        let slope = self.slope(n, corners);
        let depth =
            (self.apart_at_most(closest) - self.terms.clearance).max(0.0) + 8.0 * self.now.error;
        // Where the points do not close in, others may, as soon as the bodies bend towards each other.
        let curvature = self.curvature_now(&self.curvature(&Axis::World(n), n));
        let closing = 2.0 * depth / (sqrt(slope * slope + 2.0 * curvature * depth) - slope);
        let closing = if slope < 0.0 { depth / -slope } else { closing };
        let closing = (1.5 * closing).min(0.125 * (end - start));
        Ahead::new(start, end, closing)?.crossing(|t| self.meet(t, expanding))
    }

    /// Whether the bodies certainly are no further apart than the clearance at time `t`.
    fn meet(&mut self, t: f64, expanding: &mut Expanding) -> bool {
        self.move_to(t);
        let touching = (self.size.margins + self.terms.clearance - 2.0 * self.now.error).max(0.0);
        let mut closest = self.closest(0.5, touching);
        if !(self.apart_at_most(&closest) <= self.terms.clearance) {
            self.deepen(&mut closest, expanding);
        }
        self.apart_at_most(&closest) <= self.terms.clearance
    }
}
