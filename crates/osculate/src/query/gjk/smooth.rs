//! The closest points of two smooth bodies, by Newton's method on the direction between them.
//!
//! Let `w` be the point of the difference that is least far along a unit direction `n`, and `g = n·w` the gap. Across
//! `n`, the rate of `g` is `w`, and its second one `−(C + g)`, where `C` is the curvature of both bodies together: how
//! their points move as `n` turns. The gap is largest, and the distance, where `w` is along `n`.

use super::{Closest, Enough, PosedHulls, Simplex};
use crate::rounding::length;
use crate::shape::Convex;
use glam::DVec3;

/// How often a direction is turned.
const TURNS: u32 = 8;

/// Turns the direction of an earlier search, or the one between the bodies' middles, to where they are closest; whether
/// that was enough. If they overlap, leaves a simplex that the origin may be inside of.
#[inline(never)]
pub(super) fn turn<P: Convex, Q: Convex>(
    posed: &PosedHulls<P, Q>,
    simplex: &mut Simplex,
    enough: &Enough,
    closest: &mut Closest,
    steps: &mut u64,
) -> bool {
    let back = posed.turn.transpose();
    let mut n = simplex.direction;
    if n == DVec3::ZERO {
        let between = posed.between();
        n = between / length(between);
    }
    for _ in 0..TURNS {
        *steps += 1;
        let new = posed.support(n, [0; 2]);
        let w = new.difference;
        let gap = n.dot(w);
        let distance = length(w);
        // Where the gap is known to rounding, the distance still comes down.
        let better =
            gap > closest.gap || (gap >= closest.gap - enough.doubt && distance < closest.distance);
        if !better {
            return false;
        }
        (closest.gap, closest.direction, closest.corners) = (gap, n, new.corners);
        closest.distance = distance;
        if distance <= enough.touching || enough.holds(distance, gap) {
            *simplex = Simplex::of(&[new]);
            closest.measure(simplex.points(posed));
            return true;
        }
        let [s, t] = across(n);
        let (along_s, along_t) = (w.dot(s), w.dot(t));
        if along_s.abs() + along_t.abs() < -gap {
            // The difference goes this far beyond the origin, and around it.
            let beside = [s, -0.5 * s + 0.75 * t, -0.5 * s - 0.75 * t];
            *steps += 3;
            let [p, q, r] = beside.map(|beside| posed.support(n + beside, [0; 2]));
            *simplex = Simplex::of(&[p, q, r, new]);
            return false;
        }
        let a = posed.a.curvature(back * n, [back * s, back * t]);
        let b = posed.b.curvature(-n, [s, t]);
        let [ss, st, tt] = [gap + a[0] + b[0], a[1] + b[1], gap + a[2] + b[2]];
        let determinant = ss * tt - st * st;
        if !(ss > 0.0 && determinant > 0.0) {
            return false;
        }
        n += s * ((tt * along_s - st * along_t) / determinant)
            + t * ((ss * along_t - st * along_s) / determinant);
        n /= length(n);
    }
    false
}

/// Two unit vectors across a unit vector and each other.
fn across(n: DVec3) -> [DVec3; 2] {
    let sign = if n.z < 0.0 { -1.0 } else { 1.0 };
    let scale = -1.0 / (sign + n.z);
    let both = n.x * n.y * scale;
    [
        DVec3::new(1.0 + sign * n.x * n.x * scale, sign * both, -sign * n.x),
        DVec3::new(both, sign + n.y * n.y * scale, -n.y),
    ]
}
