//! Directions that keep two features apart: a cheap proof that they do not touch.

use crate::motion::LinearPath;
use crate::numbers::rounding::UNIT;
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

    /// Whether the features are proven apart by `direction`: along it they are, in the same order, at both ends, and hence in
    /// between, where each corner's coordinate relative to the one at zero is a mean of those at the ends.
    #[inline(always)]
    fn are_apart_along(&self, direction: DVec3) -> bool {
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
        (start[0] > error && end[0] > error) || (start[1] > error && end[1] > error)
    }
}

/// Whether a vertex and a triangle are proven apart during `[0, until]`: by the normal half way, or the direction between them.
#[inline]
pub(super) fn vertex_face_apart(vertex: &LinearPath, face: [&LinearPath; 3], until: f64) -> bool {
    let ends = Ends::<1>::new([vertex, face[1], face[2]], face[0], until);
    let [p, q, r] = &ends.corners;
    let (p, q, r) = (p.middle(), q.middle(), r.middle());
    ends.are_apart_along(q.cross(r)) || ends.are_apart_along(3.0 * p - (q + r))
}

/// Whether two edges are proven apart during `[0, until]`: by the direction across both half way, or that between their
/// middles.
#[inline]
pub(super) fn edges_apart(a: [&LinearPath; 2], b: [&LinearPath; 2], until: f64) -> bool {
    let ends = Ends::<2>::new([a[0], a[1], b[1]], b[0], until);
    let [p, q, r] = &ends.corners;
    let (p, q, r) = (p.middle(), q.middle(), r.middle());
    ends.are_apart_along((q - p).cross(r)) || ends.are_apart_along(p + q - r)
}
