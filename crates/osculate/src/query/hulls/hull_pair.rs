//! Two convex bodies in motion: their gap along an axis, their closest points, and the proof that they meet.
//!
//! Rounding. Let the axis be a vector of `f64` that is fixed in the world, in a or in b, and its real direction at an
//! instant what the real rotation makes of it. The directions that the supports are asked for are off by the errors of
//! both rotations and by rounding; a support changes by no more than that times the reach of its body, the product with
//! the offset by no more than that times the offset. With what supports, products and sums lose, that is less than 64
//! units of the distances involved: docs/decisions/hull-gaps.md counts.

mod again;
mod apart_along;
mod instant_pair;
mod meeting;
mod overlap;
mod throughout;
mod trend;
mod window;

use super::axis::{ATTACHABLE, Reaches};
use super::expanding::Expanding;
use super::gjk::Closest;
use crate::motion::{PairMotion, PairRates, ProvenGap};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::query::{Limits, Outcome, Reason, Verdict};
use crate::shape::Convex;
pub(crate) use apart_along::Along;
use glam::DVec3;
pub(crate) use instant_pair::InstantPair;
use instant_pair::{Now, Size};
pub(crate) use window::Window;

/// The part of the error that is left of a gap at the end of a step, so that the step proves its end too.
const LEFT_OVER: f64 = 0.25;

/// The angle up to which a solid of revolution counts as turning about its own line.
const TILTED: f64 = 128.0 * UNIT;

/// Two convex bodies under way.
pub(crate) struct HullPair<'q, P, Q> {
    pub(crate) posed: InstantPair<'q, P, Q>,
    pub(crate) terms: Terms,
    resolution: f64,
    reaches: Reaches,
    rates: PairRates,
    /// Which bodies turn although the rates say that they do not. An axis attached to such a body would turn with it, and
    /// the bounds, which know no spin, would not hold along it.
    left_out: [bool; 2],
    /// How far the bodies are from where they would be without the turning that the rates leave out.
    blur: f64,
    /// A later instant that is looked at.
    trial: Now,
}

/// What is asked of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) span: Span,
    pub(crate) clearance: f64,
    pub(crate) tolerance: f64,
    pub(crate) budget: u64,
    /// Whether the start is known to be apart, and whether no proof of a crossing is looked for: see [`Limits`].
    pub(crate) continues: bool,
    pub(crate) near_only: bool,
}

impl Terms {
    /// With the tolerance that the limits leave open: `sizes` are the radii of the bodies, `reaches` how far they are
    /// from their pivots.
    pub(crate) fn new(
        motion: &PairMotion,
        span: Span,
        limits: &Limits,
        sizes: [f64; 2],
        reaches: [f64; 2],
    ) -> Terms {
        let tolerance = limits.tolerance_for(sizes[0].min(sizes[1]), || {
            let far = motion
                .distance(span.start())
                .max(motion.distance(span.end()));
            far + reaches[0] + reaches[1]
        });
        Terms {
            span,
            clearance: limits.clearance(),
            tolerance,
            budget: limits.budget(),
            continues: limits.continues,
            near_only: limits.near_only,
        }
    }

    /// For two convex bodies.
    pub(crate) fn of_pair<P: Convex, Q: Convex>(
        a: &P,
        b: &Q,
        motion: &PairMotion,
        span: Span,
        limits: &Limits,
    ) -> Terms {
        let sizes = [a.ball().1 + a.margin(), b.ball().1 + b.margin()];
        let reaches = [
            a.reach_from(motion.path_a.pivot) + a.margin(),
            b.reach_from(motion.path_b.pivot) + b.margin(),
        ];
        Terms::new(motion, span, limits, sizes, reaches)
    }
}

impl<'q, P: Convex, Q: Convex> HullPair<'q, P, Q> {
    /// The bodies at time `t` of their span.
    #[inline(always)]
    pub(crate) fn new(
        a: &'q P,
        b: &'q Q,
        motion: &'q PairMotion<'q>,
        terms: Terms,
        t: f64,
    ) -> Self {
        let (pose, rates) = motion.pose_and_pair_rates(t, terms.span.end());
        let posed = InstantPair::with_clearance((a, b), motion, terms.clearance, t, pose);
        let pivot = posed.size.reaches;
        let mut pair = HullPair {
            posed,
            terms,
            resolution: 0.0,
            reaches: Reaches { pivot, line: pivot },
            rates,
            left_out: [false; 2],
            blur: 0.0,
            trial: Now::default(),
        };
        // No instant is on trial.
        pair.trial.t = f64::NAN;
        pair.leave_out_turning();
        pair.posed.now.error += pair.blur;
        pair
    }

    /// Leaves out of the rates what does not move anything. A solid of revolution that turns about its own line does not
    /// move; if the spin is off that line by an angle ε, the line circles about the spin and is never further than 2ε from
    /// where it is now.
    fn leave_out_turning(&mut self) {
        (self.left_out, self.blur) = ([false; 2], 0.0);
        let (pivots, pose) = (
            [
                self.posed.motion.path_a.pivot,
                self.posed.motion.path_b.pivot,
            ],
            &self.posed.now.pose,
        );
        let lines = [
            self.posed
                .a
                .revolves_about(pivots[0])
                .map(|line| pose.rotation_a * line),
            self.posed
                .b
                .revolves_about(pivots[1])
                .map(|line| pose.rotation_b * line),
        ];
        for (body, line) in lines.into_iter().enumerate() {
            let spin = self.rates.spin[body];
            let speed = length(spin);
            let (Some(line), true) = (line, speed > 0.0) else {
                continue;
            };
            let tilt = (length(spin.cross(line)) + self.rates.slack[body]) / speed
                + pose.rotation_error
                + 16.0 * UNIT;
            if tilt <= TILTED && self.rates.spin_acceleration[body] == 0.0 {
                self.rates = self.rates.without_spin(body);
                self.left_out[body] = true;
                // Twice: at the ends of a stretch of time, and between them.
                self.blur += up((4.0 * tilt + 32.0 * UNIT) * self.reaches.pivot[body]);
            }
        }
    }

    /// Whether b is a half-space that certainly does not turn: its normal is a direction of the world.
    fn plane_is_fixed(&self) -> bool {
        self.posed.b.plane().is_some()
            && self.rates.spin[1] == DVec3::ZERO
            && self.rates.slack[1] == 0.0
    }

    /// The rates, with which bounds along a direction of the world hold along the normal of a half-space that does not turn too. The
    /// real normal is off from that of the pose by its error, always in the same way, and points close in along it as if they moved
    /// aside: their velocities count as if they were off by that share.
    fn rates_across(&self) -> PairRates {
        let mut rates = self.rates;
        let off = self.posed.now.pose.rotation_error;
        let velocity = length(rates.velocity) + rates.velocity_slack;
        rates.velocity_slack = up(rates.velocity_slack + off * velocity);
        rates.slack[0] = up(rates.slack[0] + off * rates.speed[0]);
        rates
    }

    /// Measures how far the bodies reach from the lines that they spin about, where they do not change those.
    pub(crate) fn measure_lines(&mut self) {
        // The line in the body's own axes: that of any pose, since the body turns about it.
        let rates = &self.rates;
        let pose = &self.posed.now.pose;
        let line = |body: usize, reach: &dyn Fn(DVec3) -> f64| {
            let (spin, whole) = (rates.spin[body], self.reaches.pivot[body]);
            let speed = length(spin);
            if rates.spin_acceleration[body] != 0.0 || !(speed > 0.0) {
                return whole;
            }
            let tilt = ATTACHABLE + pose.rotation_error + rates.slack[body] / speed;
            up(reach(spin / speed) + tilt * whole).min(whole)
        };
        let line_a = line(0, &|axis| {
            let axis = pose.rotation_a.transpose() * axis;
            self.posed
                .a
                .reach_from_axis(self.posed.motion.path_a.pivot, axis)
        });
        let line_b = line(1, &|axis| {
            let axis = pose.rotation_b.transpose() * axis;
            self.posed
                .b
                .reach_from_axis(self.posed.motion.path_b.pivot, axis)
        });
        self.reaches.line = [line_a, line_b];
    }

    /// How the bodies spin, as far as that moves anything.
    pub(crate) fn spins(&self) -> [DVec3; 2] {
        self.rates.spin
    }

    /// Puts another instant on trial.
    fn try_at(&mut self, t: f64) {
        self.posed.stats.poses += 1;
        let trial = &mut self.trial;
        trial.t = t;
        trial.pose = self.posed.motion.pose(t);
        trial.error = up(self.posed.size.error(&trial.pose.place()) + self.blur);
    }

    pub(crate) fn move_to(&mut self, t: f64) {
        if t != self.posed.now.t {
            self.try_at(t);
            self.move_to_trial();
        }
    }

    fn move_to_trial(&mut self) {
        self.posed.now = self.trial;
        self.resolution = self.resolution.max(self.posed.now.error);
        if !self.rates.steady() {
            let blur = self.blur;
            self.rates = self
                .posed
                .motion
                .rates(self.posed.now.t, self.terms.span.end());
            self.leave_out_turning();
            self.posed.now.error += (self.blur - blur).max(0.0);
        }
    }

    pub(crate) fn spent(&self) -> bool {
        self.posed.stats.steps() >= self.terms.budget
    }

    /// By how much rounding may have changed a separation so far.
    pub(crate) fn resolution(&self) -> f64 {
        self.resolution.max(self.posed.now.error)
    }

    pub(crate) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            clearance: self.terms.clearance,
            tolerance: self.terms.tolerance,
            resolution: self.resolution(),
            stats: self.posed.stats,
        }
    }

    pub(crate) fn undecided(&self, free_until: f64, reason: Reason) -> Outcome {
        self.outcome(Verdict::Undecided {
            free_until: Some(free_until),
            reason,
        })
    }

    /// A lower bound on the gap at the start, or the answer if the bodies are not certainly apart there. A gap within
    /// the tolerance is halved into it.
    #[allow(clippy::result_large_err, reason = "once a query")]
    pub(crate) fn start(&mut self, expanding: &mut Expanding) -> Result<Closest, Outcome> {
        let mut closest = self.posed.closest(0.5, 0.0);
        if self.terms.continues {
            return Ok(closest);
        }
        let mut gap = self.posed.gap(&closest);
        if !(gap > self.terms.tolerance) {
            closest = self.posed.closest(1e-3, 0.0);
            gap = self.posed.gap(&closest);
        }
        // Bodies are apart if they can be followed: those that rest or part are free then, however close they are.
        if !(self.gap_to_step(&closest).width() > 0.0) {
            self.posed.deepen(&mut closest, expanding);
            let proven = self.posed.apart_at_most(&closest) <= self.terms.clearance;
            return Err(self.outcome(Verdict::overlapping(proven)));
        }
        if gap <= self.terms.tolerance {
            self.terms.tolerance = 0.5 * gap;
        }
        Ok(closest)
    }

    /// What is certainly left of the gap now for a step to take, along the direction in the world.
    pub(crate) fn gap_to_step(&self, closest: &Closest) -> ProvenGap {
        ProvenGap::of(
            self.posed.gap(closest),
            (1.0 + LEFT_OVER) * self.posed.now.error,
        )
    }

    /// Whether the bodies are within tolerance of each other, and apart.
    pub(crate) fn touching(&self, closest: &Closest) -> bool {
        self.posed.gap(closest) > 0.0
            && self.posed.apart_at_most(closest) <= self.terms.clearance + self.terms.tolerance
    }
}
