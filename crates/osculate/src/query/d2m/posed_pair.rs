//! Two triangles at an instant, and what directions prove of their corners from then on.

use super::super::triangle_distance::unit;
use super::super::triangle_pair::PosedTriangles;
use crate::motion::Frame;
use crate::rounding::{UNIT, length};
use glam::DVec3;

/// Two triangles at an instant, and the frames that turn with either.
pub(super) struct PosedPair {
    pub(super) corners: PosedTriangles,
    /// Turning with a, and with b.
    pub(super) frames: [Frame; 2],
    /// How far the corners of either are from its pivot, at most.
    pub(super) reach: [f64; 2],
    /// Unit normals; zero for a triangle without area.
    pub(super) normals: [DVec3; 2],
}

/// One of the two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    A = 0,
    B = 1,
}

impl PosedPair {
    pub(super) fn new(corners: PosedTriangles, frames: [Frame; 2], error: f64) -> PosedPair {
        let farthest = |levers: &[DVec3; 3]| {
            levers
                .iter()
                .fold(0.0_f64, |most, &lever| most.max(length(lever)))
                + error
        };
        PosedPair {
            corners,
            frames,
            reach: [farthest(&corners.levers_a), farthest(&corners.levers_b)],
            normals: [unit_normal(&corners.a), unit_normal(&corners.b)],
        }
    }

    /// How far these corners of a and of b are apart, at least, along the direction `n` from a to b, which turns with
    /// one of the bodies, during the time from now to `h` from now.
    ///
    /// Each corner's way along `n` is bounded by a parabola, concave as seen from the gap: it is lowest at an end.
    #[inline(always)]
    pub(super) fn gap<const M: usize, const N: usize>(
        &self,
        with: Side,
        n: DVec3,
        of_a: [usize; M],
        of_b: [usize; N],
        h: f64,
    ) -> f64 {
        let frame = &self.frames[with as usize];
        let corners = &self.corners;
        let (mut most, mut most_later) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for i in of_a {
            let at = n.dot(corners.a[i]);
            let later = at + frame.speed_a(n, corners.levers_a[i]) * h;
            most = if most > at { most } else { at };
            most_later = if most_later > later {
                most_later
            } else {
                later
            };
        }
        let (mut least, mut least_later) = (f64::INFINITY, f64::INFINITY);
        for j in of_b {
            let at = n.dot(corners.b[j]);
            let later = at + frame.speed_b(n, corners.levers_b[j]) * h;
            least = if least < at { least } else { at };
            least_later = if least_later < later {
                least_later
            } else {
                later
            };
        }
        let curvature = frame.curvature(n, self.reach[0], self.reach[1]);
        let now = least - most;
        // Twice the error of a rate: once for the motions, once for what was rounded here.
        let later = least_later - most_later - (2.0 * frame.rate_error + 0.5 * curvature * h) * h;
        let worst = if now < later { now } else { later };
        worst - 8.0 * UNIT * worst.abs() - corners.doubt
    }

    /// Whether the triangles certainly stay further apart than `clearance` for a time `h`, by the plane of either.
    #[inline(always)]
    pub(super) fn apart_by_a_plane(&self, clearance: f64, h: f64) -> bool {
        let corners = &self.corners;
        let towards_b = corners.b[0] - corners.a[0];
        [Side::B, Side::A].into_iter().any(|side| {
            let n = self.normals[side as usize];
            let n = if n.dot(towards_b) < 0.0 { -n } else { n };
            self.gap(side, n, [0, 1, 2], [0, 1, 2], h) > clearance
        })
    }
}

fn unit_normal(t: &[DVec3; 3]) -> DVec3 {
    unit((t[1] - t[0]).cross(t[2] - t[0]))
}
