//! How long two convex bodies stay apart along an axis that is fixed in the world or in one of them.
//!
//! Let `n` turn with the axis' frame, and let `f = n·(x_b − x_a)` be the gap of two points of the bodies along it. With
//! `f'' ≤ K` for all pairs of points from time 0 to `h`, every one of them, and so the gap of the bodies, keeps above
//! the chord through its ends by no less than `−½K·τ(h − τ)`: the *chord bound*. Both ends are support evaluations, so
//! changes of the supporting corners need no care, and the bound is exact at both.
//!
//! With `d` from b's pivot to a's, `v` its rate, levers `y` from the pivots, `ω` the spins and `w` their difference:
//!
//! ```text
//! in the world   f'' = (n×ω_b)·(ω_b×y_b) − (n×ω_a)·(ω_a×y_a) − n·(ω_a'×y_a − ω_b'×y_b + d'')
//! fixed in a     f'' = (n×ω_a)·(2v − ω_a×d) + n·((ω_b×ω_a)×y_b + w×(w×y_b))        at constant rates
//! fixed in b     the same, with the bodies exchanged
//! ```

use crate::motion::{PairPose, PairRates};
use crate::rounding::{UNIT, length, sqrt, up};
use glam::DVec3;

/// An axis may be fixed in a body while the rotations of both are no further off than this.
pub(crate) const ATTACHABLE: f64 = 128.0 * UNIT;

/// What an axis is fixed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    World,
    A,
    B,
}

/// A direction from a to b, of unit length, in the axes of what it is fixed in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) fixed: Fixed,
    pub(crate) direction: DVec3,
}

/// How far points of the bodies' cores are from their pivots, and from the lines through them that they spin about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaches {
    pub(crate) pivot: [f64; 2],
    pub(crate) line: [f64; 2],
}

/// A bound on `f''`: one part that always holds, and one that grows with the distance of the pivots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curvature {
    constant: f64,
    /// Times `|spin×d|`.
    swing: f64,
    spin: DVec3,
    slack: f64,
}

impl Curvature {
    /// For the world direction `n` that an axis has at some instant of the time that the rates are for.
    pub(crate) fn new(fixed: Fixed, n: DVec3, rates: &PairRates, reaches: &Reaches) -> Curvature {
        let spins = [rates.spin_a, rates.spin_b];
        let slacks = [rates.slack_a, rates.slack_b];
        // |n×ω| does not change: n turns about ω, or not at all.
        // Where the axis is fixed in a body, its direction in the world is as good as the pose.
        let sweep = |body: usize| {
            length(n.cross(spins[body])) + slacks[body] + ATTACHABLE * length(spins[body])
        };
        let (own, other) = match fixed {
            Fixed::World => {
                let mut constant = rates.acceleration;
                let accelerations = [rates.spin_acceleration_a, rates.spin_acceleration_b];
                for body in 0..2 {
                    let speed = length(spins[body]) + slacks[body];
                    let reach = if accelerations[body] == 0.0 {
                        reaches.line[body]
                    } else {
                        reaches.pivot[body]
                    };
                    constant +=
                        sweep(body) * speed * reach + accelerations[body] * reaches.pivot[body];
                }
                return Curvature {
                    constant: up(constant),
                    swing: 0.0,
                    spin: DVec3::ZERO,
                    slack: 0.0,
                };
            }
            Fixed::A => (0, 1),
            Fixed::B => (1, 0),
        };
        let (spin, slack) = (spins[own], slacks[own]);
        let speed = length(spin);
        let across = if speed > 0.0 {
            (length(rates.velocity.cross(spin)) / speed).min(length(rates.velocity))
        } else {
            0.0
        };
        // A slack in the spin tilts the line that the velocity is measured across.
        let tilt = if speed > 0.0 {
            length(rates.velocity) * (slack / speed).min(1.0)
        } else {
            0.0
        };
        let relative = length(spins[other] - spin) + slacks[0] + slacks[1];
        let twist =
            length(spins[0].cross(spins[1])) + slack * length(spins[other]) + slacks[other] * speed;
        let swing = sweep(own);
        let constant = swing * 2.0 * (across + tilt + rates.velocity_slack)
            + (relative * relative + twist) * reaches.pivot[other];
        Curvature {
            constant: up(constant),
            swing: up(swing),
            spin,
            slack,
        }
    }

    /// The bound while the pivots are as far apart as in these poses, or between them.
    #[inline(always)]
    pub(crate) fn between(&self, poses: [&PairPose; 2]) -> f64 {
        if self.swing == 0.0 {
            return self.constant;
        }
        // |ω×d| is largest at an end, since d is linear in time.
        let [first, last] = poses.map(|pose| {
            length(self.spin.cross(pose.offset))
                + self.slack * length(pose.offset)
                + (length(self.spin) + self.slack) * pose.offset_error
        });
        up(self.constant + self.swing * first.max(last))
    }
}

/// Where the chord bound first falls to zero between two gaps that are `time` apart, rounded down; `None` if nowhere, up
/// to and including the later end. The earlier gap must be positive.
#[inline(always)]
pub(crate) fn chord_root(gap: f64, later: f64, time: f64, curvature: f64) -> Option<f64> {
    // gap + slope·τ + ½·curvature·τ²
    let chord = (later - gap) / time;
    let sag = 0.5 * curvature * time;
    let slope = chord - sag - 8.0 * UNIT * (chord.abs() + sag);
    if slope >= 0.0 {
        return None;
    }
    let discriminant = slope * slope * (1.0 + 16.0 * UNIT) - 2.0 * curvature * gap;
    if discriminant < 0.0 && later > 0.0 {
        return None;
    }
    let root = 2.0 * gap / (sqrt(discriminant.max(0.0)) - slope) * (1.0 - 16.0 * UNIT);
    // NaN, from rates that are no numbers, is a root at once.
    if root >= time && later > 0.0 {
        None
    } else if root > 0.0 {
        Some(root.min(time))
    } else {
        Some(0.0)
    }
}
