//! The answer for two convex bodies that are within tolerance, and the proof that they meet.

use super::HullPair;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::sqrt;
use crate::query::crossing::Ahead;
use crate::query::hulls::axis::Axis;
use crate::query::hulls::expanding::Expanding;
use crate::query::hulls::gjk::Closest;
use crate::query::meshes::triangle_distance::unit;
use crate::query::{Contact, Evidence, Outcome, Verdict};
use crate::shape::Convex;
use glam::DVec3;

impl<P: Convex, Q: Convex> HullPair<'_, P, Q> {
    /// The answer for bodies within tolerance now.
    pub(crate) fn contact(&mut self, closest: &Closest, expanding: &mut Expanding) -> Outcome {
        let (t, n) = (
            self.posed.now.t,
            self.posed.now.pose.rotation_b * closest.direction,
        );
        let [point_a, point_b] = self.posed.in_world(closest);
        let mut contact = Contact {
            lower: t,
            upper: t,
            evidence: Evidence::Near,
            features: self.posed.features(),
            parts: [0; 2],
            point_a,
            point_b,
            // The matrix of a pose need not be a rotation to the last bit.
            normal: -unit(n),
            separation: Interval::new(
                self.terms.clearance + self.posed.gap(closest),
                self.posed.apart_at_most(closest),
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

    /// A time after now at which the bodies certainly are no further apart than the clearance.
    fn crossing(&mut self, closest: &Closest, n: DVec3, expanding: &mut Expanding) -> Option<f64> {
        // A point is never certainly in what has no inside.
        let layer = self.posed.size.margins + self.terms.clearance;
        if layer == 0.0 && self.posed.a.ball().1 == 0.0 && self.posed.b.is_flat() {
            return None;
        }
        let (start, end) = (self.posed.now.t, self.terms.span.end());
        let corners = closest.corners.map(|corner| corner.point);
        let slope = self.slope(n, corners);
        let depth = (self.posed.apart_at_most(closest) - self.terms.clearance).max(0.0)
            + 8.0 * self.posed.now.error;
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
        let touching =
            (self.posed.size.margins + self.terms.clearance - 2.0 * self.posed.now.error).max(0.0);
        let mut closest = self.posed.closest(0.5, touching);
        if !(self.posed.apart_at_most(&closest) <= self.terms.clearance) {
            self.posed.deepen(&mut closest, expanding);
        }
        self.posed.apart_at_most(&closest) <= self.terms.clearance
    }
}
