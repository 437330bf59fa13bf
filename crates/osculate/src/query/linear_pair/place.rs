//! Where features touch, and across what: rounded, once the instant is known.

use super::PairKind;
use crate::query::triangle_distance::{closest_on_segments, closest_on_triangle, unit};
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

impl Differences {
    /// Of a polygon's corners, whose largest coordinate is not far from one.
    pub(super) fn new(kind: PairKind, corners: [[DVec3; 4]; 2]) -> Self {
        Differences { kind, corners }
    }

    fn at(&self, time: f64) -> [DVec3; 4] {
        core::array::from_fn(|i| self.corners[0][i] * (1.0 - time) + self.corners[1][i] * time)
    }

    /// The weights of the closest points, and the vector from b's to a's.
    fn closest(&self, time: f64) -> ([f64; 4], DVec3) {
        let w = self.at(time);
        match self.kind {
            PairKind::VertexVertex => ([1.0, 1.0, 0.0, 0.0], -w[0]),
            PairKind::VertexEdge => {
                let (_, q) = closest_on_segments(DVec3::ZERO, DVec3::ZERO, w[0], w[1]);
                let s = fraction(q, w[0], w[1]);
                ([1.0, 1.0 - s, s, 0.0], -q)
            }
            PairKind::VertexFace => {
                let face = [w[0], w[1], w[2]];
                let q = closest_on_triangle(DVec3::ZERO, &face);
                let [u, v, w] = weights(q, &face);
                ([1.0, u, v, w], -q)
            }
            PairKind::EdgeEdge => {
                // b's first end is the origin here.
                let (a0, a1, b1) = (w[0], w[1], w[1] - w[2]);
                let (p, q) = closest_on_segments(a0, a1, DVec3::ZERO, b1);
                let (s, t) = (fraction(p, a0, a1), fraction(q, DVec3::ZERO, b1));
                ([1.0 - s, s, 1.0 - t, t], p - q)
            }
        }
    }

    /// The place of a contact at `time`.
    pub(super) fn place(&self, time: f64) -> Place {
        // Long enough before the contact for the direction to be told from rounding.
        const BEFORE: f64 = 1.0 / (1 << 20) as f64;
        let (weights, _) = self.closest(time);
        let w = self.at(time);
        let across = match self.kind {
            PairKind::VertexFace | PairKind::EdgeEdge => unit((w[1] - w[0]).cross(w[2] - w[0])),
            _ => DVec3::ZERO,
        };
        let before = if time > 0.0 {
            unit(self.closest((time - BEFORE).max(0.0)).1)
        } else {
            // They touch from the start: against the approach.
            let [start, end] = &self.corners;
            let sign = if self.kind == PairKind::EdgeEdge {
                1.0
            } else {
                -1.0
            };
            unit((start[0] - end[0]) * sign)
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

/// How far along a segment a point of it is.
fn fraction(p: DVec3, from: DVec3, to: DVec3) -> f64 {
    let edge = to - from;
    let square = edge.dot(edge);
    if square > 0.0 {
        ((p - from).dot(edge) / square).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The weights of a triangle's corners that give a point of it.
fn weights(p: DVec3, t: &[DVec3; 3]) -> [f64; 3] {
    let normal = (t[1] - t[0]).cross(t[2] - t[0]);
    let parts: [f64; 3] = core::array::from_fn(|i| {
        let (c0, c1) = (t[(i + 1) % 3] - p, t[(i + 2) % 3] - p);
        c0.cross(c1).dot(normal).max(0.0)
    });
    let sum = parts[0] + parts[1] + parts[2];
    if sum > 0.0 {
        return parts.map(|part| part / sum);
    }
    // No area: on the edge that passes nearest.
    let mut best = (f64::INFINITY, [1.0, 0.0, 0.0]);
    for i in 0..3 {
        let j = (i + 1) % 3;
        let s = fraction(p, t[i], t[j]);
        let off = t[i] + (t[j] - t[i]) * s - p;
        if off.dot(off) < best.0 {
            let mut weights = [0.0; 3];
            weights[i] = 1.0 - s;
            weights[j] = s;
            best = (off.dot(off), weights);
        }
    }
    best.1
}
