//! Two half-spaces at an instant.

use crate::motion::PairMotion;
use crate::motion::Snapshot;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::{UNIT, length, up};
use crate::query::Feature;
use crate::query::instant::posed::Near;
use crate::shape::HalfSpace;
use glam::DVec3;

/// Two half-spaces intersect unless their planes are exactly parallel and face each other; nothing parts them then, and their
/// depth is infinite. That can only be excluded of ones whose rotations are exact and whose normals are exactly opposite.
pub(super) fn half_spaces(a: &HalfSpace, b: &HalfSpace, stills: &[Snapshot; 2], t: f64) -> Near {
    let motion = PairMotion::new(&stills[0], &stills[1]);
    let pose = motion.pose(t);
    let (pivot_a, pivot_b) = (motion.path_a.pivot, motion.path_b.pivot);
    let (foot_a, foot_b) = (a.normal() * a.offset(), b.normal() * b.offset());
    let (n_a, n_b) = (pose.rotation_a * a.normal(), pose.rotation_b * b.normal());
    let place_a = pose.rotation_a * (foot_a - pivot_a) + pose.offset;
    let place_b = pose.rotation_b * (foot_b - pivot_b);
    let extent = length(foot_a - pivot_a)
        + length(foot_b - pivot_b)
        + length(pivot_a)
        + length(pivot_b)
        + length(pose.offset);
    // As for hulls: docs/decisions/hull-gaps.md.
    let error = up((pose.rotation_error + 64.0 * UNIT) * extent + 3.0 * pose.offset_error);
    let gap = n_b.dot(place_a - place_b);
    // Off from opposite by more than rounding.
    let crossing = length(n_a + n_b) > 16.0 * UNIT + pose.rotation_error;
    let parallel = n_a + n_b == DVec3::ZERO && pose.rotation_error == 0.0;
    let around = Interval::around(gap, error);
    let separation = if crossing {
        Interval {
            lower: f64::NEG_INFINITY,
            upper: 0.0,
        }
    } else if parallel {
        around
    } else {
        Interval {
            lower: f64::NEG_INFINITY,
            upper: around.upper,
        }
    };
    let origin = motion.origin(t);
    Near {
        separation,
        intersecting: separation.upper <= 0.0,
        normal: n_b,
        points: [origin + place_a, origin + place_b],
        features: [Feature::Surface; 2],
        parts: [0; 2],
        pieces: [0; 2],
    }
}
