//! Directions that keep two features apart: a cheap proof that they do not touch.

use crate::motion::LinearPath;
use crate::rounding::UNIT;
use glam::DVec3;

/// Two features at both ends of a stretch of time, relative to a corner of the second, which is therefore at zero.
pub(super) struct Ends<const A: usize, const B: usize> {
    a: [[DVec3; A]; 2],
    /// The other corners of the second.
    b: [[DVec3; B]; 2],
}

/// A vertex and a triangle.
pub(super) type VertexFace = Ends<1, 2>;
/// Two edges.
pub(super) type EdgeEdge = Ends<2, 1>;

impl<const A: usize, const B: usize> Ends<A, B> {
    /// During `[0, until]`.
    #[inline(always)]
    fn new(a: [&LinearPath; A], b: [&LinearPath; B], corner: &LinearPath, until: f64) -> Self {
        let start = |path: &LinearPath| path.start() - corner.start();
        let end = |path: &LinearPath| match until < 1.0 {
            true => start(path) * (1.0 - until) + (path.end() - corner.end()) * until,
            false => path.end() - corner.end(),
        };
        Ends {
            a: [a.map(start), a.map(end)],
            b: [b.map(start), b.map(end)],
        }
    }

    /// Whether the features are proven apart by `direction`: along it they are, in the same order, at both ends, and hence in
    /// between, where each corner's coordinate relative to the one at zero is a mean of those at the ends.
    #[inline(always)]
    fn are_apart_along(&self, direction: DVec3) -> bool {
        let mut largest = DVec3::ZERO;
        for end in 0..2 {
            for corner in self.a[end].iter().chain(&self.b[end]) {
                largest = largest.max(corner.abs());
            }
        }
        // A difference errs by a unit, a mean of two of them by 4 units of the largest, a dot product with that by 7 units
        // of the largest one, and the gap of two such by 16 units; the last term is for products that underflow. If
        // anything overflows, then so does this, and nothing is proven.
        let error = 32.0 * UNIT * direction.abs().dot(largest) + f64::MIN_POSITIVE;
        let (mut above, mut below) = (true, true);
        for end in 0..2 {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for corner in &self.a[end] {
                let x = direction.dot(*corner);
                low = if x < low { x } else { low };
                high = if x > high { x } else { high };
            }
            let (mut least, mut most) = (0.0, 0.0);
            for corner in &self.b[end] {
                let x = direction.dot(*corner);
                least = if x < least { x } else { least };
                most = if x > most { x } else { most };
            }
            above &= low - most > error;
            below &= least - high > error;
        }
        above || below
    }
}

impl VertexFace {
    pub(super) fn of(vertex: &LinearPath, face: [&LinearPath; 3], until: f64) -> VertexFace {
        Ends::new([vertex], [face[1], face[2]], face[0], until)
    }

    /// Whether the triangle's normal half way keeps the vertex off, or the direction between them.
    pub(super) fn are_apart(&self) -> bool {
        let [p, q, r] = [
            [self.a[0][0], self.a[1][0]],
            [self.b[0][0], self.b[1][0]],
            [self.b[0][1], self.b[1][1]],
        ]
        .map(|[start, end]| start + end);
        self.are_apart_along(q.cross(r)) || self.are_apart_along(3.0 * p - (q + r))
    }
}

impl EdgeEdge {
    pub(super) fn of(a: [&LinearPath; 2], b: [&LinearPath; 2], until: f64) -> EdgeEdge {
        Ends::new(a, [b[1]], b[0], until)
    }

    /// Whether the direction across both edges half way keeps them apart, or that between their middles.
    pub(super) fn are_apart(&self) -> bool {
        let [p, q, r] = [
            [self.a[0][0], self.a[1][0]],
            [self.a[0][1], self.a[1][1]],
            [self.b[0][0], self.b[1][0]],
        ]
        .map(|[start, end]| start + end);
        self.are_apart_along((q - p).cross(r)) || self.are_apart_along(p + q - r)
    }
}
