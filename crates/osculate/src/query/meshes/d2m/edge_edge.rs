//! Two edges over a stretch of time: D2M, section IV-C.
//!
//! With `α` and `β` along the edges and `γ` from the first corner of a's to the first of b's, `f = (α×β)·γ` is zero when
//! their lines meet (appendix C). All are followed in the frame that turns with b: there `α' = w×α`, `|α''|` is at most
//! `(|w|² + twist)|α|`, and likewise `β` and `γ`. `f` also vanishes when the edges are parallel, at any distance: the
//! gate looks at the edges in space, and a root counts only where they are close.

use super::super::triangle_distance::{closest_on_segments, squared_up, unit};
use super::posed_pair::{PosedPair, Side};
use crate::motion::Turning;
use crate::numbers::interval::Interval;
use crate::numbers::jet::Jet;
use crate::numbers::rounding::{UNIT, length, up};
use glam::DVec3;

/// ClosestTriangles points that are no further apart than this many of their errors are no good direction.
pub(super) const CLOSE: f64 = 64.0;

fn ends(edge: usize) -> [usize; 2] {
    [edge, (edge + 1) % 3]
}

/// A vector, its length at most and its error.
#[derive(Clone, Copy)]
struct Known {
    vector: DVec3,
    length: f64,
    error: f64,
}

fn known(vector: DVec3, error: f64) -> Known {
    Known {
        vector,
        length: length(vector) + error,
        error,
    }
}

/// `(x×y)·z`, and by how much it may be off.
#[inline(always)]
fn volume(x: Known, y: Known, z: Known) -> (f64, f64) {
    let error = x.error * y.length * z.length
        + x.length * y.error * z.length
        + x.length * y.length * z.error
        + 16.0 * UNIT * x.length * y.length * z.length;
    (x.vector.cross(y.vector).dot(z.vector), error)
}

/// `f` less what lies within the clearance, for the next time `h`.
#[inline]
pub(super) fn volume_between(
    pair: &PosedPair,
    [edge_a, edge_b]: [usize; 2],
    clearance: f64,
    h: f64,
) -> Jet {
    let frame = &pair.frames[Side::B as usize];
    let corners = &pair.corners;
    let ([a0, a1], [b0, b1]) = (ends(edge_a), ends(edge_b));
    let doubt = 2.0 * corners.doubt;
    let alpha = known(corners.a[a1] - corners.a[a0], doubt);
    let beta = known(corners.b[b1] - corners.b[b0], doubt);
    let gamma = known(corners.b[b0] - corners.a[a0], doubt);
    let turned = |of: Known, turning: &Turning| {
        let error = turning.slack * of.length + turning.speed * (of.error + 8.0 * UNIT * of.length);
        known(turning.spin.cross(of.vector), error)
    };
    let alpha_rate = turned(alpha, &frame.a);
    let beta_rate = turned(beta, &frame.b);
    let (lever_a, lever_b) = (corners.levers_a[a0], corners.levers_b[b0]);
    let gamma_rate = known(
        frame.b.spin.cross(lever_b) - frame.a.spin.cross(lever_a) - frame.velocity,
        2.0 * frame.rate_error,
    );

    let (value, value_error) = volume(alpha, beta, gamma);
    let rates = [
        volume(alpha_rate, beta, gamma),
        volume(alpha, beta_rate, gamma),
        volume(alpha, beta, gamma_rate),
    ];
    let rate = rates[0].0 + rates[1].0 + rates[2].0;
    let rate_error = rates[0].1 + rates[1].1 + rates[2].1;

    // The largest values of everything over the whole stretch.
    let swing = |turning: &Turning| turning.speed * turning.speed + turning.twist;
    let bend = frame.bend + swing(&frame.a) * pair.reach[0] + swing(&frame.b) * pair.reach[1];
    let fastest = gamma_rate.length + bend * h;
    let farthest = gamma.length + fastest * h;
    let spins = frame.a.speed + frame.b.speed;
    let area = alpha.length * beta.length;
    let second = area
        * ((swing(&frame.a) + swing(&frame.b) + 2.0 * frame.a.speed * frame.b.speed) * farthest
            + bend
            + 2.0 * spins * fastest);
    // Products of tiny lengths over long times may underflow, each by 2⁻¹⁰⁷⁵; the values and rates below are widened by more.
    let second = up(second) + 64.0 * f64::from_bits(1);
    let normal = length(alpha.vector.cross(beta.vector))
        + doubt * (alpha.length + beta.length)
        + area * (spins * h + 16.0 * UNIT);
    let band = up(clearance * normal);
    Jet {
        value: Interval::around(value, value_error + band),
        first: Interval::around(rate, rate_error),
        second: Interval {
            lower: -second,
            upper: second,
        },
    }
}

/// Γ_EE: whether the edges may come within the clearance of each other during a time `h`. A test in space: their
/// closest points give a direction, and along that they may stay apart.
#[inline]
pub(super) fn gate(pair: &PosedPair, [edge_a, edge_b]: [usize; 2], clearance: f64, h: f64) -> bool {
    let corners = &pair.corners;
    let (of_a, of_b) = (ends(edge_a), ends(edge_b));
    let (p, q) = closest_on_segments(
        corners.a[of_a[0]],
        corners.a[of_a[1]],
        corners.b[of_b[0]],
        corners.b[of_b[1]],
    );
    let apart = |n: DVec3| {
        let gap = |with: Side| pair.gap(with, n, of_a, of_b, h);
        gap(Side::B) > clearance || gap(Side::A) > clearance
    };
    let n = unit(q - p);
    if apart(n) {
        return false;
    }
    let distance = length(q - p);
    let seen = pair.gap(Side::B, n, of_a, of_b, 0.0) - clearance;
    if distance > CLOSE * corners.doubt && !(seen < 0.5 * (distance - clearance)) {
        return true;
    }
    // Too short to be a good direction: what is across the edges is better known.
    let alpha = corners.a[of_a[1]] - corners.a[of_a[0]];
    let beta = corners.b[of_b[1]] - corners.b[of_b[0]];
    let across = unit(alpha.cross(beta));
    let slant = (CLOSE * corners.doubt / distance).clamp(1e-7, 0.5);
    !(apart(across) || apart(-across) || apart(squared_up(n, &[alpha, beta], slant)))
}
