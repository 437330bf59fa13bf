//! Where features touch, and across what: rounded, once the instant is known.

use super::{PairKind, polygon};
use crate::numbers::rounding::{LEAST_SQUARE, length, sqrt};
use crate::query::meshes::triangle_distance::unit;
use glam::DVec3;

/// The differences of a pair's points, all times one power of two that keeps squares from overflow and underflow.
pub(super) struct Differences {
    kind: PairKind,
    /// Corners of the polygon at the start and at the end; unused ones are zero.
    corners: [[DVec3; 4]; 2],
}

/// The place of contact by the weights of the points, and a direction from b to a.
pub(super) struct Place {
    pub(super) weights: [f64; 4],
    pub(super) normal: DVec3,
}

/// Long enough before the contact for the direction to be told from rounding.
const BEFORE: f64 = 1.0 / (1 << 20) as f64;

/// The point `from + s·u + t·v` of a polygon, u and v the edges at its first corner, which is `from`.
struct Inside {
    s: f64,
    t: f64,
    across: DVec3,
    from: DVec3,
}

impl Differences {
    /// Of a polygon's corners, whose largest coordinate is within 2^±100.
    pub(super) fn new(kind: PairKind, corners: [[DVec3; 4]; 2]) -> Self {
        Differences { kind, corners }
    }

    /// The corners at the start and at the end.
    pub(super) fn corners(&self) -> [&[DVec3]; 2] {
        let count = polygon::corners(self.kind).len();
        self.corners.each_ref().map(|end| &end[..count])
    }

    /// The largest coordinate.
    pub(super) fn largest(&self) -> f64 {
        let corners = self.corners.iter().flatten();
        corners.fold(0.0_f64, |m, corner| m.max(corner.abs().max_element()))
    }

    fn at(&self, time: f64) -> [DVec3; 4] {
        core::array::from_fn(|i| self.corners[0][i] * (1.0 - time) + self.corners[1][i] * time)
    }

    /// The weights of the closest points, and the vector from b's to a's.
    pub(super) fn closest(&self, time: f64) -> ([f64; 4], DVec3) {
        let w = self.at(time);
        match self.kind {
            PairKind::VertexVertex => ([1.0, 1.0, 0.0, 0.0], -w[0]),
            PairKind::VertexEdge => {
                let s = fraction(w[0], w[1]);
                ([1.0, 1.0 - s, s, 0.0], -between(w[0], w[1], s))
            }
            PairKind::VertexFace => {
                let ([u, v, w], q) = closest_on_face(&[w[0], w[1], w[2]]);
                ([1.0, u, v, w], -q)
            }
            PairKind::EdgeEdge => closest_on_edges(w),
        }
    }

    /// The point of the polygon closest to the origin.
    pub(super) fn closest_point(&self, time: f64) -> DVec3 {
        let (_, apart) = self.closest(time);
        if self.kind == PairKind::EdgeEdge {
            apart
        } else {
            -apart
        }
    }

    /// Offers the directions near `straight` that are across the polygon, and across each of its edges.
    pub(super) fn across(&self, time: f64, straight: DVec3, mut offer: impl FnMut(DVec3)) {
        let corners = self.at(time);
        let count = polygon::corners(self.kind).len();
        if count > 2 {
            let (u, v) = (corners[1] - corners[0], corners[2] - corners[0]);
            let normal = direction(u.cross(v));
            offer(normal * 1.0_f64.copysign(normal.dot(straight)));
        }
        for i in 0..count {
            let edge = direction(corners[(i + 1) % count] - corners[i]);
            let once = straight - edge * straight.dot(edge);
            offer(direction(once - edge * once.dot(edge)));
        }
    }

    /// The place of a contact at `time`.
    #[inline]
    pub(super) fn place(&self, time: f64) -> Place {
        match self.place_inside(time) {
            Some(place) => place,
            None => self.place_anywhere(time),
        }
    }

    /// The same if clearly inside both features, then and just before: the normal is across them, on the side they come from.
    #[inline]
    fn place_inside(&self, time: f64) -> Option<Place> {
        if !(time > 0.0) {
            return None;
        }
        let at = self.inside(time)?;
        let before = self.inside((time - BEFORE).max(0.0))?;
        let (nn, ww) = (
            before.across.dot(before.across),
            before.from.dot(before.from),
        );
        let height = before.across.dot(before.from);
        // The side must be told from rounding, and the features may not turn over meanwhile.
        if !(height * height > 1e-24 * (nn * ww)) || !(at.across.dot(before.across) > 0.0) {
            return None;
        }
        let (weights, side) = match self.kind {
            PairKind::EdgeEdge => ([1.0 - at.s, at.s, 1.0 - at.t, at.t], height),
            _ => ([1.0, 1.0 - at.s - at.t, at.s, at.t], -height),
        };
        let across = at.across * 1.0_f64.copysign(side);
        Some(Place {
            weights,
            normal: across / length(across),
        })
    }

    /// The point closest to the origin, if it is inside a polygon that is clearly not a segment.
    #[inline]
    fn inside(&self, time: f64) -> Option<Inside> {
        let w = self.at(time);
        let third = match self.kind {
            PairKind::VertexFace => w[2],
            PairKind::EdgeEdge => w[3],
            _ => return None,
        };
        let (u, v) = (w[1] - w[0], third - w[0]);
        let across = u.cross(v);
        let square = across.dot(across);
        if !(square > 1e-8 * (u.dot(u) * v.dot(v))) {
            return None;
        }
        // w₀ + s·u + t·v is along u × v; its cross products with v and u are across that.
        let s = v.cross(w[0]).dot(across) / square;
        let t = w[0].cross(u).dot(across) / square;
        let most = match self.kind {
            PairKind::VertexFace => s + t,
            _ => s.max(t),
        };
        (s > 0.0 && t > 0.0 && most < 1.0).then_some(Inside {
            s,
            t,
            across,
            from: w[0],
        })
    }

    fn place_anywhere(&self, time: f64) -> Place {
        let (weights, _) = self.closest(time);
        let w = self.at(time);
        let across = match self.kind {
            PairKind::VertexFace | PairKind::EdgeEdge => {
                direction((w[1] - w[0]).cross(w[2] - w[0]))
            }
            _ => DVec3::ZERO,
        };
        let before = if time > 0.0 {
            direction(self.closest((time - BEFORE).max(0.0)).1)
        } else {
            // They touch from the start: against the approach.
            let [start, end] = &self.corners;
            let sign = if self.kind == PairKind::EdgeEdge {
                1.0
            } else {
                -1.0
            };
            direction((start[0] - end[0]) * sign)
        };
        let slant = across.dot(before);
        let normal = match () {
            _ if slant.abs() > 1e-3 || (time == 0.0 && across != DVec3::ZERO) => {
                across * 1.0_f64.copysign(slant)
            }
            _ if before != DVec3::ZERO => before,
            _ if across != DVec3::ZERO => across,
            _ => DVec3::X,
        };
        Place { weights, normal }
    }
}

/// The vector at unit length up to four units, however small it is; zero if it has no direction.
#[inline]
pub(super) fn direction(v: DVec3) -> DVec3 {
    let square = v.dot(v);
    if (LEAST_SQUARE..f64::INFINITY).contains(&square) {
        v / sqrt(square)
    } else {
        scaled_direction(v)
    }
}

#[cold]
fn scaled_direction(v: DVec3) -> DVec3 {
    let largest = v.abs().max_element();
    if largest > 0.0 {
        // Not by a quotient, which overflows where the divisor is subnormal, and in two steps, since so does its power.
        let exponent = -libm::ilogb(largest) - 1;
        let half = exponent / 2;
        unit(v * libm::scalbn(1.0, half) * libm::scalbn(1.0, exponent - half))
    } else {
        DVec3::ZERO
    }
}

/// Where on a segment the point closest to the origin is: 0 at `from`, 1 at `to`.
fn fraction(from: DVec3, to: DVec3) -> f64 {
    let edge = to - from;
    let square = edge.dot(edge);
    if square > 0.0 {
        (-from.dot(edge) / square).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

fn between(from: DVec3, to: DVec3, s: f64) -> DVec3 {
    from * (1.0 - s) + to * s
}

/// The point of a triangle closest to the origin, and its weights. All candidates are compared: those across a triangle
/// without area are noise.
fn closest_on_face(t: &[DVec3; 3]) -> ([f64; 3], DVec3) {
    let normal = (t[1] - t[0]).cross(t[2] - t[0]);
    let parts: [f64; 3] =
        core::array::from_fn(|i| t[(i + 1) % 3].cross(t[(i + 2) % 3]).dot(normal).max(0.0));
    let sum = parts[0] + parts[1] + parts[2];
    let mut candidates = [[1.0, 0.0, 0.0]; 4];
    if sum > 0.0 {
        candidates[3] = parts.map(|part| part / sum);
    }
    for i in 0..3 {
        let j = (i + 1) % 3;
        let s = fraction(t[i], t[j]);
        candidates[i] = [0.0; 3];
        candidates[i][i] = 1.0 - s;
        candidates[i][j] = s;
    }
    let placed = candidates.map(|c| (c, t[0] * c[0] + t[1] * c[1] + t[2] * c[2]));
    nearest(placed)
}

/// The closest points of two edges, by the corners of their difference: weights, and the vector from b's to a's. Again all
/// candidates are compared.
fn closest_on_edges(w: [DVec3; 4]) -> ([f64; 4], DVec3) {
    // Corner (s, t) of the unit square belongs to a's end s and b's end t: w0 is (0, 0), w1 (1, 0), w2 (1, 1), w3 (0, 1).
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let (u, v) = (w[1] - w[0], w[3] - w[0]);
    let (uu, vv, uv) = (u.dot(u), v.dot(v), u.dot(v));
    let (uw, vw) = (u.dot(w[0]), v.dot(w[0]));
    let determinant = uu * vv - uv * uv;
    let mut candidates = [(0.0, 0.0); 5];
    if determinant > 0.0 {
        let (s, t) = (
            (uv * vw - vv * uw) / determinant,
            (uv * uw - uu * vw) / determinant,
        );
        candidates[4] = (s.clamp(0.0, 1.0), t.clamp(0.0, 1.0));
    }
    for i in 0..4 {
        let (from, to) = (corners[i], corners[(i + 1) % 4]);
        let f = fraction(w[i], w[(i + 1) % 4]);
        candidates[i] = (from.0 * (1.0 - f) + to.0 * f, from.1 * (1.0 - f) + to.1 * f);
    }
    let placed = candidates.map(|(s, t)| {
        let (near, far) = (between(w[0], w[1], s), between(w[3], w[2], s));
        ([1.0 - s, s, 1.0 - t, t], between(near, far, t))
    });
    nearest(placed)
}

/// The candidate closest to the origin.
fn nearest<W: Copy, const N: usize>(candidates: [(W, DVec3); N]) -> (W, DVec3) {
    let mut best = candidates[0];
    for candidate in &candidates[1..] {
        if candidate.1.dot(candidate.1) < best.1.dot(best.1) {
            best = *candidate;
        }
    }
    best
}
