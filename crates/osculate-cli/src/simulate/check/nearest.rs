//! Which direction shows two convex parts to be apart: that of the point of their difference that is nearest to the origin.
//!
//! Only the direction is taken from here. What it shows is read off the supports, so a poor one costs looks, never soundness.

use super::path::Pose;
use super::solid::Part;
use glam::DVec3;

const ROUNDS: u32 = 64;
/// Corners that span less than this share of what they could, squared, are on one line or in one plane: others do.
const FLAT: f64 = 1e-20;

/// From the second part to the first: a unit direction along which they are apart, if there is one.
pub fn separating(parts: [&Part; 2], poses: &[Pose; 2], first: Option<DVec3>) -> DVec3 {
    let [a, b] = parts;
    // The point of the difference a − b that is least far along a direction.
    let least =
        |direction: DVec3| a.furthest(&poses[0], -direction) - b.furthest(&poses[1], direction);
    let between = poses[0].position - poses[1].position;
    let mut direction = first.unwrap_or_else(|| between.try_normalize().unwrap_or(DVec3::Z));
    let mut best = (f64::NEG_INFINITY, direction);
    let mut corners = vec![least(direction)];
    for _ in 0..ROUNDS {
        let (nearest, kept) = nearest_of(&corners);
        corners = kept;
        let Some(towards) = nearest.try_normalize() else {
            // The origin is within: there is no direction.
            break;
        };
        direction = towards;
        let corner = least(direction);
        let shown = corner.dot(direction);
        if shown > best.0 {
            best = (shown, direction);
        }
        // No corner is nearer than this one by more than rounding.
        if nearest.length() - shown <= 1e-12 * (nearest.length() + corner.length()) {
            break;
        }
        corners.push(corner);
    }
    best.1
}

/// The point of the hull of up to four corners that is nearest to the origin, and the corners that it is between.
fn nearest_of(corners: &[DVec3]) -> (DVec3, Vec<DVec3>) {
    let mut best = (corners[0], vec![corners[0]]);
    for chosen in 1_u32..1 << corners.len() {
        let face: Vec<DVec3> = (0..corners.len())
            .filter(|number| chosen >> number & 1 == 1)
            .map(|number| corners[number])
            .collect();
        if let Some(point) = within(&face)
            && point.length_squared() < best.0.length_squared()
        {
            best = (point, face);
        }
    }
    // Four corners around the origin: it is within.
    if best.1.len() == 4 {
        best.0 = DVec3::ZERO;
    }
    best
}

/// The point of a flat through the corners that is nearest to the origin, if it is between them.
fn within(face: &[DVec3]) -> Option<DVec3> {
    let base = face[0];
    let sides: Vec<DVec3> = face[1..].iter().map(|&corner| corner - base).collect();
    let dot = |i: usize, j: usize| sides[i].dot(sides[j]);
    let towards: Vec<f64> = sides.iter().map(|side| -base.dot(*side)).collect();
    let shares = match sides.len() {
        0 => vec![],
        1 => vec![towards[0] / dot(0, 0)],
        2 => {
            let det = dot(0, 0) * dot(1, 1) - dot(0, 1) * dot(0, 1);
            if !(det > FLAT * dot(0, 0) * dot(1, 1)) {
                return None;
            }
            vec![
                (towards[0] * dot(1, 1) - towards[1] * dot(0, 1)) / det,
                (towards[1] * dot(0, 0) - towards[0] * dot(0, 1)) / det,
            ]
        }
        _ => {
            // −base = Σ shareᵢ·sideᵢ, by Cramer's rule.
            let volume = sides[0].dot(sides[1].cross(sides[2]));
            let most = dot(0, 0) * dot(1, 1) * dot(2, 2);
            if !(volume * volume > FLAT * most) {
                return None;
            }
            let share = |first: DVec3, second: DVec3| -base.dot(first.cross(second)) / volume;
            vec![
                share(sides[1], sides[2]),
                share(sides[2], sides[0]),
                share(sides[0], sides[1]),
            ]
        }
    };
    // False for NaN as well: corners on one line, or in one plane.
    let inside = shares.iter().all(|&share| share >= 0.0) && shares.iter().sum::<f64>() <= 1.0;
    let point = shares
        .iter()
        .zip(&sides)
        .fold(base, |point, (&share, &side)| point + share * side);
    inside.then_some(point)
}
