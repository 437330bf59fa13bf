//! A vertex against a triangle, over a stretch of time: D2M, section IV-B.
//!
//! In the frame that turns with the triangle its normal stands still, and the vertex' height over its plane is
//! `f(x) = f₀ + f'₀x + ½f''x²` (appendix D; `|f''|` is bounded by the frame's curvature). The normal is what `f64` made
//! of it: heights are measured from the triangle's own corners, so that any direction gives a sound test, and a
//! triangle without area one that excludes nothing; its edges are tested anyway.

use super::super::triangle_distance::{closest_on_triangle, squared_up, unit};
use super::edge_edge::CLOSE;
use super::posed_pair::{PosedPair, Side};
use crate::numbers::interval::Interval;
use crate::numbers::jet::Jet;
use crate::numbers::rounding::length;
use glam::DVec3;

/// The height of the corner `vertex` of the body other than `triangle_of` over that body's triangle, less what lies
/// within the clearance: it may be zero whenever the vertex may be that close to the plane.
#[inline]
pub(super) fn height(pair: &PosedPair, triangle_of: Side, vertex: usize, clearance: f64) -> Jet {
    let corners = &pair.corners;
    let along = pair.along(triangle_of, pair.normals[triangle_of as usize]);
    let a = |i: usize| along.of_a(corners, i);
    let b = |i: usize| along.of_b(corners, i);
    let ((at, speed), plane) = match triangle_of {
        Side::B => (a(vertex), [b(0), b(1), b(2)]),
        Side::A => (b(vertex), [a(0), a(1), a(2)]),
    };
    let margin = corners.doubt + clearance;
    let hull = |value: f64, of: fn(&(f64, f64)) -> f64, margin: f64| {
        let parts = [of(&plane[0]), of(&plane[1]), of(&plane[2])];
        let most = parts[0].max(parts[1]).max(parts[2]);
        let least = parts[0].min(parts[1]).min(parts[2]);
        Interval::around(value - most, margin).hull(Interval::around(value - least, margin))
    };
    let curvature = along.curvature;
    Jet {
        value: hull(at, |p| p.0, margin),
        first: hull(speed, |p| p.1, along.rate_error),
        second: Interval {
            lower: -curvature,
            upper: curvature,
        },
    }
}

/// Γ_PT: whether vertex and triangle may come within the clearance of each other during a time `h`. Algorithm 4 looks
/// at barycentric coordinates; here the vertex is held against the triangle's three sides in its plane, which needs no
/// division, and last against the closest point of the triangle, which decides where there is no plane.
#[inline]
pub(super) fn gate(
    pair: &PosedPair,
    triangle_of: Side,
    vertex: usize,
    clearance: f64,
    h: f64,
) -> bool {
    let n = pair.normals[triangle_of as usize];
    let corners = &pair.corners;
    // `direction` is from the vertex towards the triangle.
    let apart = |direction: DVec3| match triangle_of {
        Side::B => pair.gap(Side::B, direction, [vertex], [0, 1, 2], h) > clearance,
        Side::A => pair.gap(Side::A, -direction, [0, 1, 2], [vertex], h) > clearance,
    };
    let (triangle, point) = match triangle_of {
        Side::B => (&corners.b, corners.a[vertex]),
        Side::A => (&corners.a, corners.b[vertex]),
    };
    for side in 0..3 {
        let (from, to) = (triangle[side], triangle[(side + 1) % 3]);
        let inward = n.cross(to - from);
        // Only a side that the vertex is beyond can part them.
        if inward.dot(point - from) < 0.0 && apart(unit(inward)) {
            return false;
        }
    }
    let between = closest_on_triangle(point, triangle) - point;
    let (direction, distance) = (unit(between), length(between));
    if apart(direction) {
        return false;
    }
    // A short direction is not quite across the side that it leads to, which the side makes up for.
    let edge = |i: usize| triangle[(i + 1) % 3] - triangle[i];
    let slant = (CLOSE * corners.doubt / distance).clamp(1e-7, 0.5);
    !apart(squared_up(direction, &[edge(0), edge(1), edge(2)], slant))
}
