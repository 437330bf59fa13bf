//! How long two convex bodies stay apart along an axis that is fixed in the world or attached to their features.
//!
//! Let `n` be the axis and `f = n·(x_b − x_a)` the gap of two points of the bodies along it. With `f'' ≤ K` for all
//! pairs of points from time 0 to `h`, every one of them, and so the gap of the bodies, keeps above the chord through
//! its ends by no less than `−½K·τ(h − τ)`: the *chord bound*. Both ends are support evaluations, so changes of the
//! supporting corners need no care, and the bound is exact at both.
//!
//! With `d` from b's pivot to a's, `v` its rate, levers `y` from the pivots, `D = y_b − y_a − d`, `ω` the spins, `w`
//! their difference and `τ = ω_b×ω_a`:
//!
//! ```text
//! in the world   f'' = (n×ω_b)·(ω_b×y_b) − (n×ω_a)·(ω_a×y_a) − n·(ω_a'×y_a − ω_b'×y_b + d'')
//! fixed in a     f'' = (n×ω_a)·(2v − ω_a×d) + n·(τ×y_b + w×(w×y_b))                 at constant rates
//! fixed in b     the same, with the bodies exchanged
//! ```
//!
//! Across an edge `p` of a and an edge `q` of b, `n = p×q`. Seen from a, where p stands still, with `q' = w×q`,
//! `q'' = τ×q + w×(w×q)`, `D' = w×y_b − v + ω_a×d` and `D'' = τ×y_b + w×(w×y_b) + ω_a×(2v − ω_a×d)`:
//!
//! ```text
//! across edges   f'' = (p×q'')·D + 2(p×q')·D' + n·D''                                at constant rates
//! ```
//!
//! At constant rates, a body's part of `f''` in the world is `±ω²` times how far its points are along n from the line that it turns
//! about. Those that are furthest there are the ones that supports name, and what they are at both ends of a stretch of time says what
//! they are between (`seen`): bodies that tip over an edge or roll, about a line that is near where they touch, hardly bend.
//!
//! Across edges, the length of n changes, and with it what margins take off; `−|n|''` is at most `|n''|`.

use crate::motion::{PairRates, ProvenGap, sweep, swung};
use crate::numbers::rounding::{UNIT, length, sqrt, up};
use glam::DVec3;

/// An axis may be attached to a body while the rotations of both are no further off than this.
pub(crate) const ATTACHABLE: f64 = 128.0 * UNIT;

/// A direction from a to b, of unit length or shorter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axis {
    /// Fixed in the world.
    World(DVec3),
    /// Fixed in a, in a's axes.
    A(DVec3),
    /// Fixed in b, in b's axes.
    B(DVec3),
    /// Across an edge of a and an edge of b: unit vectors along them, each in its body's axes.
    Edges([DVec3; 2]),
}

/// How far points of the bodies' cores are from their pivots, and from the lines through them that they spin about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaches {
    pub(crate) pivot: [f64; 2],
    pub(crate) line: [f64; 2],
}

/// A bound on `f''`: `constant + linear·|d| + swing·|spin×d|`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curvature {
    constant: f64,
    linear: f64,
    swing: f64,
    spin: DVec3,
    /// How far the spin may be off, with what its product with a vector loses.
    slack: f64,
    speed: f64,
}

impl Curvature {
    /// For an axis that is `n` in the world at some instant of the time that the rates are for, with rotations that are
    /// `off` by no more than that; `apart` is what margins and clearance take off a gap along a unit axis. Axes across
    /// edges are for steady rates only.
    pub(crate) fn new(
        axis: &Axis,
        n: DVec3,
        off: f64,
        rates: &PairRates,
        reaches: &Reaches,
        apart: f64,
    ) -> Curvature {
        match axis {
            Axis::World(_) => Curvature::in_world(n, off, rates, reaches),
            Axis::A(_) => Curvature::fixed(n, off, 0, rates, reaches),
            Axis::B(_) => Curvature::fixed(n, off, 1, rates, reaches),
            Axis::Edges(_) => Curvature::across_edges(rates, reaches, apart),
        }
    }

    fn in_world(n: DVec3, off: f64, rates: &PairRates, reaches: &Reaches) -> Curvature {
        let mut constant = rates.acceleration;
        for body in 0..2 {
            let (spin, slack) = (rates.spin[body], rates.slack[body]);
            let acceleration = rates.spin_acceleration[body];
            let reach = if acceleration == 0.0 {
                reaches.line[body]
            } else {
                reaches.pivot[body]
            };
            let sweep = sweep(n, spin, slack);
            constant += swung(sweep, rates.speed[body], acceleration, reach);
        }
        Curvature {
            // The axis is as long as a rotation made it.
            constant: up(constant * (1.0 + off)),
            linear: 0.0,
            swing: 0.0,
            spin: DVec3::ZERO,
            slack: 0.0,
            speed: 0.0,
        }
    }

    fn fixed(n: DVec3, off: f64, own: usize, rates: &PairRates, reaches: &Reaches) -> Curvature {
        if !rates.steady() {
            return Curvature::fixed_in_any(own, rates, reaches);
        }
        let (spin, slack, speed) = (rates.spin[own], rates.slack[own], rates.speed[own]);
        // |n×ω| does not change, since n turns about ω; n itself is as good as the pose.
        let swing = length(n.cross(spin)) + slack + ATTACHABLE.max(off) * rates.speed[own];
        let across = relative_sweep(n, off, own, swing, rates);
        let constant = 2.0 * swing * rates.across[own]
            + (across * rates.relative + rates.twist) * reaches.pivot[1 - own];
        // The axis is as long as a rotation made it.
        let longest = 1.0 + off;
        Curvature {
            constant: up(constant * longest),
            linear: 0.0,
            swing: up(swing * longest),
            spin,
            slack: slack + 8.0 * UNIT * speed,
            speed,
        }
    }

    /// With `u = v + ω×y` the rate of `D` and all rates at their largest:
    /// `|f''| ≤ |u'| + 2|Ω||u| + (|Ω'| + |Ω|²)·|D|`, where Ω is the spin that the axis is fixed in.
    fn fixed_in_any(own: usize, rates: &PairRates, reaches: &Reaches) -> Curvature {
        let other = 1 - own;
        let speed = |body: usize| rates.speed[body];
        let reach = reaches.pivot[other];
        let velocity = length(rates.velocity) + rates.velocity_slack;
        let turning = speed(own);
        let rate = velocity + speed(other) * reach;
        let acceleration = rates.acceleration
            + (rates.spin_acceleration[other] + speed(other) * speed(other)) * reach;
        let bend = rates.spin_acceleration[own] + turning * turning;
        // The pivots part no further than this from where they are at the start of the rates' time.
        let parting = velocity * rates.time;
        Curvature {
            constant: up(acceleration + 2.0 * turning * rate + bend * (reach + parting)),
            linear: up(bend),
            swing: 0.0,
            spin: DVec3::ZERO,
            slack: 0.0,
            speed: 0.0,
        }
    }

    fn across_edges(rates: &PairRates, reaches: &Reaches, apart: f64) -> Curvature {
        let (spin, slack) = (rates.spin[0], rates.slack[0]);
        let speed = rates.relative;
        let bend = speed * speed + rates.twist;
        let [reach_a, reach_b] = reaches.pivot;
        let spin_speed = rates.speed[0];
        let velocity = length(rates.velocity) + rates.velocity_slack;
        let constant = bend * (reach_a + reach_b + apart)
            + 2.0 * speed * (speed * reach_b + velocity)
            + bend * reach_b
            + 2.0 * spin_speed * rates.across[0];
        Curvature {
            constant: up(constant),
            linear: up(bend),
            swing: up(2.0 * speed + spin_speed),
            spin,
            slack: slack + 8.0 * UNIT * spin_speed,
            speed: spin_speed,
        }
    }

    /// What the distance of the pivots adds where one is this far from the other.
    #[inline(always)]
    pub(crate) fn at(&self, offset: DVec3, offset_error: f64) -> f64 {
        if self.swing == 0.0 && self.linear == 0.0 {
            return 0.0;
        }
        // The bound is on the second derivative of the motion that the rates are of. That is off from the real one by an offset
        // error, and the real one from the pose by another (see `Rates`).
        let off = 2.0 * offset_error;
        let far = length(offset) + off;
        let swung = length(self.spin.cross(offset)) + self.slack * far + self.speed * off;
        self.linear * far + self.swing * swung
    }

    /// The bound between two instants, from what the pivots' distances add at both. That is largest at one of them where
    /// the pivots move in a straight line; elsewhere the constant part allows for more.
    #[inline(always)]
    pub(crate) fn between(&self, first: f64, last: f64) -> f64 {
        up(self.constant + first.max(last))
    }
}

/// `|n×w|` at any time, at most, where n is fixed in a body that sweeps it by no more than `swing`, and w is the difference of the spins:
/// `n·(w×(w×y)) = (n×w)·(w×y)`. n circles about the body's spin, and is never further than `2·|n×û|` from where it is now: a face
/// or a plane that turns about its own normal hardly bends.
#[inline]
fn relative_sweep(n: DVec3, off: f64, own: usize, swing: f64, rates: &PairRates) -> f64 {
    let (relative, slack) = (rates.relative, rates.slack[own]);
    // Where n circles that far, nothing is gained.
    if swing >= 0.5 * rates.speed[own] && swing > 0.0 {
        return relative;
    }
    let least = length(rates.spin[own]) * (1.0 - 8.0 * UNIT) - slack;
    let turned = if rates.speed[own] == 0.0 {
        0.0
    } else if least > 0.0 {
        2.0 * swing / least
    } else {
        2.0
    };
    let [a, b] = rates.spin;
    let now = length(n.cross(b - a)) + rates.slack[0] + rates.slack[1];
    let most = up(now + (turned + ATTACHABLE.max(off) + 16.0 * UNIT) * relative);
    // What is no number is not less.
    if most < relative { most } else { relative }
}

/// The largest angle for which [`seen`] knows anything, and the one up to which readings are taken with it: the end of a stretch of
/// time is rounded, and beyond the largest angle all of it would be lost.
const SEEN_ANGLE: f64 = 1.0;
pub(crate) const LOOKED_ANGLE: f64 = 0.9375;

/// `1/cos(½)` is 1.1395; the rest is for an axis that is longer than one and for rounding.
const SEEN_MOST: f64 = 1.15;

/// A bound on `f''` along an axis of the world between two instants, `time` apart, if the spins are steady: `reached` is how far the
/// bodies reach from their pivots at most, at both instants, a along n and b against it, with all errors; infinite, if too far is
/// turned. The pivots may be accelerated, and add `|n|` times that, whether bodies turn or not.
///
/// A body's part is `ω²·n·y⊥` or `−ω²·n·y⊥`, where `y⊥` is the lever across the spin, of direction û. At the two instants
/// `n·y⊥ = n·y − (n·û)(û·y) ≤ reached + |n·û|·reach`. Between them `y⊥` is `sin(ω(h − τ))/sin(ωh)` times the first and
/// `sin(ωτ)/sin(ωh)` times the last: neither factor is negative for `ωh < π`, and their sum is
/// `cos(ω(h/2 − τ))/cos(ωh/2) ≤ 1/cos(ωh/2)`.
pub(crate) fn seen(
    n: DVec3,
    rates: &PairRates,
    reaches: &Reaches,
    reached: [f64; 2],
    time: f64,
) -> f64 {
    if rates.spin_acceleration != [0.0; 2] {
        return f64::INFINITY;
    }
    // The normal of a plane stands for one of unit length, and may have come out shorter.
    let mut bend = rates.acceleration * up(length(n)).max(1.0);
    for (body, reached) in reached.into_iter().enumerate() {
        let (speed, slack) = (rates.speed[body], rates.slack[body]);
        if speed == 0.0 {
            continue;
        }
        // Comparisons that fail for what is no number.
        if !(speed * time <= SEEN_ANGLE && reached < f64::INFINITY) {
            return f64::INFINITY;
        }
        let along = n.dot(rates.spin[body]).abs() + slack + 8.0 * UNIT * speed;
        let across = speed * reached.max(0.0) + along * reaches.pivot[body];
        bend += SEEN_MOST * speed * across;
    }
    up(bend)
}

/// Where the chord bound first falls to zero between two gaps that are `time` apart, rounded down; `None` if nowhere, up
/// to and including the later end. The earlier gap must be positive.
#[inline(always)]
pub(crate) fn chord_root(
    gap: ProvenGap,
    later: ProvenGap,
    time: f64,
    curvature: f64,
) -> Option<f64> {
    let (gap, later) = (gap.width(), later.width());
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
    // NaN, from rates that are no numbers or from squares that overflow, is a root at once.
    let spread = if discriminant < 0.0 {
        0.0
    } else {
        sqrt(discriminant)
    };
    let root = 2.0 * gap / (spread - slope) * (1.0 - 16.0 * UNIT);
    if root >= time && later > 0.0 {
        None
    } else if root > 0.0 {
        Some(root.min(time))
    } else {
        Some(0.0)
    }
}
