//! Directions that keep two features apart: a cheap proof that they do not come within a clearance.

use super::{LinearPair, PairKind};
use crate::motion::LinearPath;
use crate::numbers::rounding::{UNIT, any_length};
use glam::DVec3;

/// A corner at both ends of a stretch of time, relative to a corner of the second feature.
#[derive(Clone, Copy)]
struct Corner {
    start: DVec3,
    end: DVec3,
}

impl Corner {
    #[inline(always)]
    fn new(path: &LinearPath, origin: &LinearPath, until: f64) -> Corner {
        let start = path.start() - origin.start();
        let mut end = path.end() - origin.end();
        if until < 1.0 {
            end = start * (1.0 - until) + end * until;
        }
        Corner { start, end }
    }

    /// Twice where it is half way.
    #[inline(always)]
    fn middle(&self) -> DVec3 {
        self.start + self.end
    }

    #[inline(always)]
    fn largest(&self) -> DVec3 {
        self.start.abs().max(self.end.abs())
    }
}

/// Two features of four corners in all, of which one of the second is at zero.
struct Ends<const A: usize> {
    /// Those of the first feature, then those of the second.
    corners: [Corner; 3],
    largest: DVec3,
}

impl<const A: usize> Ends<A> {
    #[inline(always)]
    fn new(corners: [&LinearPath; 3], origin: &LinearPath, until: f64) -> Self {
        let [p, q, r] = corners;
        let p = Corner::new(p, origin, until);
        let q = Corner::new(q, origin, until);
        let r = Corner::new(r, origin, until);
        Ends {
            corners: [p, q, r],
            // What underflows in a mean is less than a unit of this.
            largest: p
                .largest()
                .max(q.largest())
                .max(r.largest())
                .max(DVec3::splat(f64::MIN_POSITIVE)),
        }
    }

    /// Whether the features are proven further apart than `clearance` by `direction`: along it they are, in the same order, at
    /// both ends, and hence in between, where each corner's coordinate relative to the one at zero is a mean of those at the
    /// ends.
    #[inline(always)]
    fn are_apart_along(&self, direction: DVec3, clearance: f64) -> bool {
        // In units of the largest coordinates M. A difference errs by 1. Of the mean (1 − u)·s + u·e, the first product errs
        // by 3 of itself, which is at most M; the second by 2 of itself, which is at most 2M, being the mean less the first;
        // their sum by 1: by 8 together. A dot product adds 3, which makes 11, and the gap of two of them is off by 22 and,
        // being at most 2M, by 2 for its own rounding: 24.
        // Products of a mean that underflow are off by 2⁻¹⁰⁷⁴ together, which is a sixteenth of 32 units of the least that
        // `largest` is. The last term is for the products with the direction that underflow. If anything overflows, then so
        // does this, and nothing is proven.
        let error = 32.0 * UNIT * direction.abs().dot(self.largest) + f64::MIN_POSITIVE;
        let gaps = |x: [f64; 3]| {
            let (mut low, mut high) = (x[0], x[0]);
            for &x in &x[1..A] {
                low = if x < low { x } else { low };
                high = if x > high { x } else { high };
            }
            let (mut least, mut most) = (0.0, 0.0);
            for &x in &x[A..] {
                least = if x < least { x } else { least };
                most = if x > most { x } else { most };
            }
            [low - most, least - high]
        };
        let [p, q, r] = &self.corners;
        let start = gaps([
            direction.dot(p.start),
            direction.dot(q.start),
            direction.dot(r.start),
        ]);
        let end = gaps([
            direction.dot(p.end),
            direction.dot(q.end),
            direction.dot(r.end),
        ]);
        let further_than =
            |gap: f64| (start[0] > gap && end[0] > gap) || (start[1] > gap && end[1] > gap);
        // The separation is at least the gap over the direction's length, which errs by 4 units, and its product by 2 more.
        let length = || any_length(direction) * (1.0 + 16.0 * UNIT);
        further_than(error) && (clearance == 0.0 || further_than(error + clearance * length()))
    }
}

/// Whether a vertex and a triangle are proven further apart than a clearance during `[0, until]`: by the normal half way, or
/// the direction between them.
#[inline]
pub(crate) fn vertex_face_apart(
    vertex: &LinearPath,
    face: [&LinearPath; 3],
    until: f64,
    clearance: f64,
) -> bool {
    let ends = Ends::<1>::new([vertex, face[1], face[2]], face[0], until);
    let [p, q, r] = &ends.corners;
    let (p, q, r) = (p.middle(), q.middle(), r.middle());
    ends.are_apart_along(q.cross(r), clearance)
        || ends.are_apart_along(3.0 * p - (q + r), clearance)
}

/// Whether two edges are proven further apart than a clearance during `[0, until]`: by the direction across both half way, or
/// that between their middles.
#[inline]
pub(crate) fn edges_apart(
    a: [&LinearPath; 2],
    b: [&LinearPath; 2],
    until: f64,
    clearance: f64,
) -> bool {
    let ends = Ends::<2>::new([a[0], a[1], b[1]], b[0], until);
    let [p, q, r] = &ends.corners;
    let (p, q, r) = (p.middle(), q.middle(), r.middle());
    ends.are_apart_along((q - p).cross(r), clearance) || ends.are_apart_along(p + q - r, clearance)
}

/// Whether a vertex and an edge are proven further apart than a clearance during `[0, until]`: by the direction from the
/// edge's line half way, or that from its middle.
#[inline]
pub(crate) fn vertex_edge_apart(
    vertex: &LinearPath,
    edge: [&LinearPath; 2],
    until: f64,
    clearance: f64,
) -> bool {
    let ends = Ends::<1>::new([vertex, edge[1], edge[1]], edge[0], until);
    let [p, q, _] = &ends.corners;
    let (p, q) = (p.middle(), q.middle());
    ends.are_apart_along(q.cross(p).cross(q), clearance)
        || ends.are_apart_along(2.0 * p - q, clearance)
}

/// Whether two points are proven further apart than a clearance during `[0, until]`: by the direction between them half way.
#[inline]
pub(crate) fn vertices_apart(a: &LinearPath, b: &LinearPath, until: f64, clearance: f64) -> bool {
    let ends = Ends::<1>::new([a, b, b], b, until);
    ends.are_apart_along(ends.corners[0].middle(), clearance)
}

impl LinearPair {
    /// Whether an axis or one of two directions proves the features further apart than a clearance at every instant of the
    /// closed `[0, 1]`.
    #[inline]
    pub(super) fn is_clearly_apart(&self, clearance: f64) -> bool {
        let [of_a, of_b] = self.kind.points();
        let a = super::bounds(&self.points[..of_a]);
        let b = super::bounds(&self.points[of_a..of_a + of_b]);
        let a_ahead = (a[0] - b[1]).min(a[2] - b[3]).max_element();
        let b_ahead = (b[0] - a[1]).min(b[2] - a[3]).max_element();
        // A rounded difference is off by a unit of itself.
        if a_ahead.max(b_ahead) > clearance * (1.0 + 4.0 * UNIT) {
            return true;
        }
        let [p, q, r, s] = &self.points;
        match self.kind {
            PairKind::VertexVertex => vertices_apart(p, q, 1.0, clearance),
            PairKind::VertexEdge => vertex_edge_apart(p, [q, r], 1.0, clearance),
            PairKind::VertexFace => vertex_face_apart(p, [q, r, s], 1.0, clearance),
            PairKind::EdgeEdge => edges_apart([p, q], [r, s], 1.0, clearance),
        }
    }
}
