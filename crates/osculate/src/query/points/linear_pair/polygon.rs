//! The one question behind all kinds of pairs: does a moving polygon come to hold the origin?
//!
//! Take the differences of the points of two features: of a face and a vertex they are a triangle, of two edges a
//! parallelogram, of an edge and a vertex a segment. The features touch when that polygon holds the origin, and its corners
//! move on straight lines as the points do.
//!
//! At an instant at which the polygon and the origin lie in one plane, look at the cross products of consecutive corners in a
//! coordinate plane. If two have strictly opposite signs the origin is outside; else, if any is not zero, it is inside or on
//! the border; if all are zero, that coordinate plane shows nothing, and the next is tried. If all are zero in all three,
//! polygon and origin lie on one line, and the origin is held if and only if two consecutive corners do not lie strictly on
//! the same side of it: their scalar product is at most zero. Nothing else can happen:
//! - a polygon with area in that plane has cross products that add up to twice it, so some have its sign, and one has the
//!   opposite sign if and only if the origin is strictly outside;
//! - one that collapses to a segment there, off the origin's line, is walked forth and back: opposite signs.

use super::PairKind;
use core::cmp::Ordering;

/// The corners of the polygon: corner `i` is the difference of points `CORNERS[i]` of the pair.
pub(super) const fn corners(kind: PairKind) -> &'static [(usize, usize)] {
    match kind {
        PairKind::VertexVertex => &[(1, 0)],
        PairKind::VertexEdge => &[(1, 0), (2, 0)],
        PairKind::VertexFace => &[(1, 0), (2, 0), (3, 0)],
        PairKind::EdgeEdge => &[(0, 2), (1, 2), (1, 3), (0, 3)],
    }
}

/// Corner 0, the side from there to the next corner, and that to the last, as differences of points of the pair. Where
/// there is none it is one of the others.
pub(super) const fn sides(kind: PairKind) -> [(usize, usize); 3] {
    match kind {
        PairKind::VertexVertex => [(1, 0); 3],
        PairKind::VertexEdge => [(1, 0), (2, 1), (2, 1)],
        PairKind::VertexFace => [(1, 0), (2, 1), (3, 1)],
        PairKind::EdgeEdge => [(0, 2), (1, 0), (2, 3)],
    }
}

/// The two other axes, in their cyclic order: of the coordinate plane across an axis.
pub(super) const PLANE: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

/// What the signs are asked of.
#[derive(Clone, Copy)]
pub(super) enum Product {
    /// The cross product of an edge's ends in a coordinate plane.
    Cross { edge: usize, plane: usize },
    /// The scalar product of an edge's ends.
    Dot { edge: usize },
}

/// Whether the origin is held by a polygon with so many edges, given that both are in one plane.
pub(super) fn holds_origin(edges: usize, mut sign: impl FnMut(Product) -> Ordering) -> bool {
    for plane in 0..3 {
        let (mut plus, mut minus) = (false, false);
        for edge in 0..edges {
            match sign(Product::Cross { edge, plane }) {
                Ordering::Greater => plus = true,
                Ordering::Less => minus = true,
                Ordering::Equal => {}
            }
            if plus && minus {
                return false;
            }
        }
        if plus || minus {
            return true;
        }
    }
    (0..edges).any(|edge| sign(Product::Dot { edge }).is_le())
}
