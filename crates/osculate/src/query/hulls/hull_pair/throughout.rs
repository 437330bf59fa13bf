//! Whether two convex bodies stay apart for a whole span along one axis that turns with either: by a look at each end.

use super::HullPair;
use crate::query::hulls::axis::{ATTACHABLE, Axis, chord_root};
use crate::shape::Convex;
use glam::DVec3;

impl<P: Convex, Q: Convex> HullPair<'_, P, Q> {
    /// Where an axis leads that is the unit direction `n` from a to b in the world now and turns with a body, if the bodies are further apart along it than
    /// the clearance from now to the end of the span.
    pub(crate) fn apart_throughout(&mut self, n: DVec3) -> Option<DVec3> {
        let pose = &self.posed.now.pose;
        let attachable = self.rates.steady() && pose.rotation_error <= ATTACHABLE;
        if !attachable || self.posed.b.plane().is_some() || !(self.terms.clearance >= 0.0) {
            return None;
        }
        let axes = [
            (1, Axis::B(pose.rotation_b.transpose() * n)),
            (0, Axis::A(pose.rotation_a.transpose() * n)),
        ];
        let (start, end) = (self.posed.now.t, self.terms.span.end());
        self.try_at(end);
        for (body, axis) in axes {
            // An axis would turn with a body whose turning is left out, and the bounds, which know no spin, would not hold along it.
            if self.left_out[body] {
                continue;
            }
            let from = self.reading(&axis, &self.posed.now);
            if !(from.gap.width() > 0.0) {
                return None;
            }
            let later = self.reading(&axis, &self.trial);
            if !(later.gap.width() > 0.0) {
                continue;
            }
            let bound = self.curvature(&axis, from.n);
            let [first, last] = [&from, &later].map(|it| bound.at(it.offset, it.offset_error));
            let curvature = bound.between(first, last);
            if chord_root(from.gap, later.gap, end - start, curvature).is_none() {
                return Some(later.n);
            }
        }
        None
    }
}
