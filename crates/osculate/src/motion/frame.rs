//! How fast a gap can close, in a frame that turns at a constant rate.
//!
//! All bounds come from one formula. Let the frame turn at the rate Ω, its origin with b's pivot. With
//! `y = R_a(x − pivot_a)`, `d` from b's pivot to a's, and `w = ω_a − Ω`, a point of a moves in that frame by
//!
//! ```text
//! Z'  = d' − Ω×d + w×y
//! Z'' = d'' − 2Ω×d' + Ω×(Ω×d) + ω_a'×y + (w×Ω)×y + w×(w×y)
//! ```
//!
//! and a point of b likewise, without `d`. Along a direction `n` that is fixed in the frame, the gap after a time `h`
//! is at least `gap − rate·h − ½·curvature·h²`, as shown below. Ω = 0 is the world; with Ω = ω_b, b stands still.
//!
//! In the code: the *velocity* is `d' − Ω×d`, its change, at most, the *bend*; `|ω' + w×Ω|`, at most, the *twist*; the
//! *sweep* is `|w×n|`, how fast a point at distance 1 from the pivot moves along `n`, and the *reach* is that distance.
//!
//! Proof. It is enough that the rate along `n` changes by no more than `curvature·s` in a time `s`. That of the velocity
//! changes by `bend·s`. What is left of it is `n·(w×y) = (n×w)·y`. In the frame `w` changes at the rate `ω' + w×Ω`, and `y` at
//! the rate `w×y`. So `|w×n|` itself may change; but the difference from the start is
//!
//! ```text
//! (n×w(s))·y(s) − (n×w(0))·y(0) = (n×(w(s) − w(0)))·y(s) + (n×w(0))·(y(s) − y(0))
//! ```
//!
//! and that is at most `twist·s·reach + sweep·(speed·reach·s)`, with the sweep at the start and the largest speed `|w|`.
//! Only `w` across `y`, and `y` across `w`, count: if the body turns about one axis of the frame, the reach may be measured
//! from that axis. The twist is constant where `ω` is: `|w×Ω| = |ω×Ω|`; else the spin's slack is added to `w` in it.

use super::{ProvenGap, Rates};
use crate::numbers::lanes::{Lanes, LanesVec3};
use crate::numbers::rounding::{UNIT, length, sqrt, up};
use glam::{DMat3, DVec3};

/// A body's turning, seen from a frame that turns at a constant rate.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turning {
    pub(crate) spin: DVec3,
    /// How far the spin may be from that during the rest of the span.
    pub(crate) slack: f64,
    /// The largest angular speed.
    pub(crate) speed: f64,
    /// The largest |ω' + w×Ω|.
    pub(crate) twist: f64,
    /// One over the square of the speed if the body turns about one axis of the frame, else 0.
    pub(crate) axial: f64,
}

/// In other axes than the world's, matrices turn spins and levers. Up to this error of both rotations together, what that
/// does is within what a [`Turning`] allows for; above, see [`Frame::allow_for`].
pub(super) const TURNED_ERROR: f64 = 32.0 * UNIT;

/// The spin of a body that turns about one axis is known at least this well, relative to the speed; if it is not, no axis is
/// made use of.
const AXIS_ERROR: f64 = 128.0 * UNIT;

/// What is added to the square of a distance from an axis, in squares of the lever `L`. If the axis' direction and the lever
/// are off by `e·L` together, that is `(x + e·L)² − x² ≤ (2e + e²)·L²`, since `x ≤ L`. Here `e` is the axis' error, that of
/// turned spins and levers, and 16 units for the rounding of both: less than 210 units. And 12 units for what cancels in
/// `L² − (û·L)²`: 432 units, or 4.8e-14.
const BLUR: f64 = 1e-13;

/// A frame that turns at a constant rate, and the rates of both bodies in it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The velocity of a's pivot.
    pub(crate) velocity: DVec3,
    pub(crate) a: Turning,
    pub(crate) b: Turning,
    /// What rounding and the motions' own errors may add to a rate.
    pub(crate) rate_error: f64,
    /// How fast the velocity of a's pivot may change.
    pub(crate) bend: f64,
    /// Whether this is not the world.
    pub(super) turns: bool,
}

impl Turning {
    #[inline(always)]
    pub(super) fn new(rates: &Rates, frame: DVec3, remaining: f64) -> Turning {
        let spin = rates.spin - frame;
        // A product of vectors that cancels is off by some units of its factors. Squares underflow for spins below 2⁻⁴⁸⁰,
        // which turn a body by 2⁻²⁸⁰ at most in any span, and squares of products for spins below 2⁻²⁴⁰, whose products
        // move its points by 2⁻⁸⁰ of the lever at most: less than what steps leave over.
        let size = length(spin);
        // 5 of 40 units are for that, and the others for a spin that is turned: 32, and the 3 units of a unit vector's turning
        // that are not in rate errors.
        let slack = rates.spin_slack(remaining) + 40.0 * UNIT * size;
        let twist = length(spin.cross(frame))
            + (slack + 8.0 * UNIT * size) * length(frame)
            + rates.spin_acceleration;
        let speed = up(size + slack);
        // The squares of the speed, and of its products with levers, must not underflow. Slower bodies turn by 1e-30 at most.
        let axial = if twist == 0.0 && slack <= AXIS_ERROR * speed && speed > 1e-90 {
            1.0 / (speed * speed)
        } else {
            0.0
        };
        Turning {
            spin,
            slack,
            speed,
            twist: up(twist),
            axial,
        }
    }

    /// The speed along the unit direction `n` of a point at distance 1 from the pivot, at most.
    #[inline(always)]
    pub(super) fn sweep(&self, n: DVec3) -> f64 {
        sweep(n, self.spin, self.slack)
    }

    /// [`Turning::sweep`], and the distance of balls from the axis (or from the pivot, if there is no axis), at most.
    ///
    /// With the spin's length in the place of the speed, `L² − (spin·L)²/|spin|²` is the square of the distance from the axis
    /// along the spin. The speed is raised above that length by the slack, so that less is taken off, never more.
    #[inline(always)]
    pub(super) fn sweep_and_reach(
        &self,
        n: LanesVec3,
        lever: LanesVec3,
        radius: Lanes,
    ) -> (Lanes, Lanes) {
        let spin = LanesVec3::both(self.spin);
        let sweep = n.cross(spin).length() + Lanes::both(self.slack);
        let square = lever.dot(lever);
        let along = spin.dot(lever);
        let across = (square - along * along * Lanes::both(self.axial)).max(Lanes::both(0.0))
            + square * Lanes::both(BLUR);
        // The root and the sum with the radius round; 1e-9 is far more.
        (sweep, across.sqrt() * Lanes::both(1.0 + 1e-9) + radius)
    }
}

/// The speed along the unit direction `n` of a point at distance 1 from the pivot, at most, where the spin is known up to a
/// slack: `n·(ω×y) = (n×ω)·y`.
#[inline(always)]
pub(crate) fn sweep(n: DVec3, spin: DVec3, slack: f64) -> f64 {
    length(n.cross(spin)) + slack
}

/// How fast the gap of any two points closes along a direction of the world at any time that the rates hold for, at most:
/// as fast as the pivots do, with the slack of that rate, and by what each body sweeps at its reach. The rate of the gap is
/// `−n·(d' + ω_a×y_a − ω_b×y_b)`, which is no less than that; no spin is taken to stay as it is, its slack is in the sweep.
/// Only what of a lever is across the spin counts, so the reach may be measured from an axis that the body keeps.
#[inline(always)]
pub(crate) fn closing_ever(pivots: f64, sweeps: [f64; 2], reaches: [f64; 2], slack: f64) -> f64 {
    pivots + (sweeps[0] * reaches[0] + sweeps[1] * reaches[1] + slack)
}

/// What a body's turning adds to the change of a rate along a direction, at most: `(sweep·speed + twist)·reach`, as shown
/// above.
#[inline(always)]
pub(crate) fn swung(sweep: f64, speed: f64, twist: f64, reach: f64) -> f64 {
    (sweep * speed + twist) * reach
}

/// Two pairs of balls and a direction for each: what their advancement needs.
pub(crate) struct Balls {
    /// Unit directions from a to b.
    pub(crate) direction: LanesVec3,
    /// From the pivots to the balls' centres.
    pub(crate) lever_a: LanesVec3,
    /// See `lever_a`.
    pub(crate) lever_b: LanesVec3,
    /// The balls' radii.
    pub(crate) radius_a: Lanes,
    /// See `radius_a`.
    pub(crate) radius_b: Lanes,
}

impl Frame {
    /// How long gaps of this size along the balls' directions stay open, at least: the better of the second-order
    /// bound and, in the world, the directional one of lemmas 4.1 and 4.2, which holds for any length of time.
    #[inline(always)]
    pub(super) fn steps(&self, balls: &Balls, gap: Lanes, remaining: f64) -> Lanes {
        let n = balls.direction;
        let mut rate = n.dot(LanesVec3::both(self.velocity)) + Lanes::both(self.rate_error);
        let mut ever = rate + Lanes::both(self.bend * remaining);
        let mut curvature = Lanes::both(self.bend);
        let mut add = |turning: &Turning, lever: LanesVec3, radius: Lanes, sign: f64| {
            if turning.speed > 0.0 {
                let (sweep, reach) = turning.sweep_and_reach(n, lever, radius);
                let swing = n.dot(LanesVec3::both(turning.spin).cross(lever));
                rate = rate + swing * Lanes::both(sign) + sweep * radius;
                ever = ever + sweep * reach;
                curvature = curvature
                    + (sweep * Lanes::both(turning.speed) + Lanes::both(turning.twist)) * reach;
            }
        };
        add(&self.a, balls.lever_a, balls.radius_a, 1.0);
        add(&self.b, balls.lever_b, balls.radius_b, -1.0);
        let second = two_steps(gap, rate, curvature * Lanes::both(1.0 + 64.0 * UNIT));
        if self.turns {
            return second;
        }
        // Infinite where nothing closes in; NaN, which is no step, where the motions' rates are.
        let forever = (Lanes::both(0.0) - ever).if_positive(Lanes::both(f64::INFINITY), gap / ever);
        // Either is a proof. `max` takes the second where one is NaN: the one that holds for ever, or no step at all; the
        // other is never NaN.
        second.max(forever * Lanes::both(1.0 - 16.0 * UNIT))
    }

    /// What may be lost of gaps along the balls' directions within this time of now, before or after, at most: `|rate|·h + ½·curvature·h²`.
    /// Nothing in the proof above depends on the sign of the time, where the bodies' accelerations are bounded on either side.
    #[inline(always)]
    pub(super) fn lost_around(&self, balls: &Balls, time: f64) -> Lanes {
        let n = balls.direction;
        let mut rate = n.dot(LanesVec3::both(self.velocity));
        let mut spread = Lanes::both(self.rate_error);
        let mut curvature = Lanes::both(self.bend);
        let mut add = |turning: &Turning, lever: LanesVec3, radius: Lanes, sign: f64| {
            if turning.speed > 0.0 {
                let (sweep, reach) = turning.sweep_and_reach(n, lever, radius);
                let swing = n.dot(LanesVec3::both(turning.spin).cross(lever));
                rate = rate + swing * Lanes::both(sign);
                spread = spread + sweep * radius;
                curvature = curvature
                    + (sweep * Lanes::both(turning.speed) + Lanes::both(turning.twist)) * reach;
            }
        };
        add(&self.a, balls.lever_a, balls.radius_a, 1.0);
        add(&self.b, balls.lever_b, balls.radius_b, -1.0);
        let bent = curvature * Lanes::both(0.5 * time);
        (rate.abs() + spread + bent) * Lanes::both(time * (1.0 + 64.0 * UNIT))
    }

    /// How fast points at these distances from the pivots close in at any time of the rest of the span, at most; in
    /// the world only.
    #[inline(always)]
    pub(crate) fn closing_ever(&self, n: DVec3, reaches: [f64; 2], remaining: f64) -> f64 {
        let sweeps = [self.a.sweep(n), self.b.sweep(n)];
        let slack = self.rate_error + up(self.bend * remaining);
        closing_ever(n.dot(self.velocity), sweeps, reaches, slack)
    }

    /// The velocity along `n` of one point of a, given by its lever.
    #[inline(always)]
    pub(crate) fn speed_a(&self, n: DVec3, lever: DVec3) -> f64 {
        n.dot(self.velocity + self.a.spin.cross(lever))
    }

    /// The velocity along `n` of one point of b, given by its lever.
    #[inline(always)]
    pub(crate) fn speed_b(&self, n: DVec3, lever: DVec3) -> f64 {
        n.dot(self.b.spin.cross(lever))
    }

    /// This frame, or one that allows no step if something in it is no number or so large that squares overflow; the reaches
    /// are those of all points.
    #[inline(always)]
    pub(super) fn bounded(self, reach_a: f64, reach_b: f64) -> Frame {
        let swung = |turning: &Turning, reach: f64| {
            (turning.speed * turning.speed + turning.twist + turning.speed) * reach
        };
        // Of a rate error all other rates are a part, but for a factor of 48 units.
        let largest =
            self.rate_error + self.bend + swung(&self.a, reach_a) + swung(&self.b, reach_b);
        if largest <= LARGEST && self.velocity.is_finite() {
            self
        } else {
            Frame {
                rate_error: f64::INFINITY,
                ..Frame::default()
            }
        }
    }

    /// The change of the rate along `n`, at most, for points within these distances of the pivots.
    #[inline(always)]
    pub(crate) fn curvature(&self, n: DVec3, reach_a: f64, reach_b: f64) -> f64 {
        up(swung(self.a.sweep(n), self.a.speed, self.a.twist, reach_a)
            + swung(self.b.sweep(n), self.b.speed, self.b.twist, reach_b)
            + self.bend)
    }

    /// The same in other axes.
    #[inline(always)]
    pub(super) fn turn(&mut self, rotation: &DMat3) {
        self.velocity = *rotation * self.velocity;
        self.a.spin = *rotation * self.a.spin;
        self.b.spin = *rotation * self.b.spin;
    }

    /// Allows for spins that are off by `error` of their lengths, and for levers likewise, beyond [`TURNED_ERROR`]. What that
    /// does to rates is in the rate error. Sweeps are off by it too. Levers are longer by `1 + error`, and so is what is
    /// multiplied by them: the speed and the twist in the curvature; in the bound that holds for ever the rate error has it.
    #[cold]
    pub(super) fn allow_for(&mut self, error: f64) {
        for turning in [&mut self.a, &mut self.b] {
            turning.slack += error * turning.speed;
            turning.speed *= 1.0 + error;
            turning.twist *= 1.0 + error;
            turning.axial = 0.0;
        }
    }

    /// A rough measure of how much is lost to this frame over a time: for choosing among sound ones.
    pub(super) fn cost(&self, reach_a: f64, reach_b: f64, time: f64) -> f64 {
        let curvature = (self.a.speed * self.a.speed + self.a.twist) * reach_a
            + (self.b.speed * self.b.speed + self.b.twist) * reach_b
            + self.bend;
        length(self.velocity)
            + self.a.speed * reach_a
            + self.b.speed * reach_b
            + 0.5 * time * curvature
    }
}

/// No rate or curvature may be larger than this, nor a gap to step on than [`WIDEST`], so that squares do not overflow. With
/// lengths up to 1e60 and spins up to 1e9, curvatures reach 1e78.
const LARGEST: f64 = 1e90;

/// A gap that is wider may be taken for one of this width.
pub(super) const WIDEST: f64 = 1e150;

/// The largest `h`, rounded down, with `gap − rate·h − ½·curvature·h² ≥ 0` on all of `[0, h]`; 0, and never NaN, which
/// a minimum would pass over, if rounding left no `gap` or if something in between is no number.
///
/// 16 units: a square, a product of three and their sum err by 4 units, of which the root has half and one of its own; a sum,
/// a quotient and the last product add one each, and in `rate + root` nothing cancels, nor in `root − rate`.
///
/// Underflow is harmless. Callers keep back more than 2⁻²⁵⁷ of a gap (a sixteenth of a doubt that is at least two units of
/// 1e-60), so only gaps above that matter. A rate whose square underflows, below 2⁻⁵¹¹, takes 2²⁵⁴ to close them, a
/// curvature whose product with them does, below 2⁻⁷⁶⁵, takes 2²⁵⁴ as well, and spans are shorter than 2²⁰⁰.
#[inline(always)]
pub fn step(gap: ProvenGap, rate: f64, curvature: f64) -> f64 {
    let gap = gap.width();
    if !(gap > 0.0) {
        return 0.0;
    }
    if rate <= 0.0 && curvature == 0.0 {
        return f64::INFINITY;
    }
    let root = sqrt(rate * rate + 2.0 * curvature * gap);
    // Overflow is not: of an infinite root the difference to any rate is infinite too.
    if !(root < f64::INFINITY) {
        return 0.0;
    }
    let h = if rate > 0.0 {
        2.0 * gap / (rate + root)
    } else {
        (root - rate) / curvature
    };
    h * (1.0 - 16.0 * UNIT)
}

/// [`step`] for two, of rates and curvatures that [`Frame::bounded`] lets pass and gaps up to [`WIDEST`]: no root is infinite.
#[inline(always)]
fn two_steps(gap: Lanes, rate: Lanes, curvature: Lanes) -> Lanes {
    let root = (rate * rate + Lanes::both(2.0) * curvature * gap).sqrt();
    let above = rate.if_positive(gap + gap, root - rate);
    let below = rate.if_positive(rate + root, curvature);
    // 0/0 means that nothing closes in; NaN stays NaN, which is no step.
    let above = above.max(Lanes::both(f64::MIN_POSITIVE));
    above / below * Lanes::both(1.0 - 16.0 * UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The real axis is tilted towards the lever's other side by all that the spin may be off.
    #[test]
    fn reaches_hold_the_distance_from_an_axis_that_is_off() {
        for error in [0.0, 1e-15, 1e-14, 9e-13, 1e-11, 9e-10, 1e-6] {
            let rates = Rates {
                spin: DVec3::Z,
                spin_error: error,
                ..Rates::default()
            };
            let turning = Turning::new(&rates, DVec3::ZERO, 1.0);
            for angle in [0.0_f64, 1e-8, 1e-3, 0.1, 0.5, 1.0, 1.5] {
                let lever = DVec3::new(libm::sin(angle), 0.0, libm::cos(angle));
                let (_, reach) = turning.sweep_and_reach(
                    LanesVec3::both(DVec3::X),
                    LanesVec3::both(lever),
                    Lanes::both(0.0),
                );
                // The sine of a sum that is at most a quarter turn, rounded down.
                let real = libm::sin(angle + error) * (1.0 - 4.0 * UNIT);
                assert!(
                    reach.0[0] >= real,
                    "{error:e}, {angle}: {} < {real}",
                    reach.0[0]
                );
            }
        }
    }

    #[test]
    fn steps_are_no_longer_than_the_gap_lasts() {
        // The gap after a step, by the formula, is not negative; none is taken on what is no number.
        for gap in [1e-75, 1e-60, 1.0, 1e60] {
            for rate in [-1e60, -1.0, 0.0, 1e-9, 1.0, 1e60] {
                for curvature in [0.0, 1e-12, 1.0, 1e60] {
                    let h = step(ProvenGap::of(gap, 0.0), rate, curvature);
                    let both =
                        two_steps(Lanes::both(gap), Lanes::both(rate), Lanes::both(curvature));
                    assert_eq!(both, Lanes::both(h), "{gap} {rate} {curvature}");
                    if h.is_finite() {
                        // Divided by the largest term, which is the gap or the way back.
                        let back = (-rate * h).max(0.0);
                        let left = (gap + back) - (rate * h).max(0.0) - 0.5 * curvature * h * h;
                        assert!(
                            left >= -1e-15 * (gap + back),
                            "{gap} {rate} {curvature}: {left}"
                        );
                    }
                }
            }
        }
        let (huge, no_number) = (1e200, f64::NAN);
        for (rate, curvature) in [
            (-huge, 1.0),
            (0.0, f64::INFINITY),
            (no_number, 0.0),
            (0.0, no_number),
        ] {
            let gap = ProvenGap::of(1.0, 0.0);
            assert_eq!(step(gap, rate, curvature), 0.0, "{rate} {curvature}");
        }
    }
}
