//! Two convex bodies in motion: their gap along an axis, their closest points, and the proof that they meet.
//!
//! Rounding. Let the axis be a vector of `f64` that is fixed in the world, in a or in b, and its real direction at an
//! instant what the real rotation makes of it. The directions that the supports are asked for are off by the errors of
//! both rotations and by rounding; a support changes by no more than that times the reach of its body, the product with
//! the offset by no more than that times the offset. With what supports, products and sums lose, that is less than 64
//! units of the distances involved: docs/decisions/hull-gaps.md counts.

mod again;
mod apart_along;
mod meeting;
mod overlap;
mod trend;
mod window;

use super::axis::{ATTACHABLE, Reaches};
use super::expanding::Expanding;
use super::gjk::{Closest, Enough, PosedHulls, Simplex, gjk};
use crate::motion::{PairMotion, PairPlace, PairPose, PairRates, ProvenGap};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::query::{Limits, Outcome, Reason, Stats, Verdict};
use crate::shape::Convex;
pub(crate) use apart_along::Along;
use glam::DVec3;
pub(crate) use window::Window;

/// The part of the error that is left of a gap at the end of a step, so that the step proves its end too.
const LEFT_OVER: f64 = 0.25;

/// The angle up to which a solid of revolution counts as turning about its own line.
const TILTED: f64 = 128.0 * UNIT;

/// Two convex bodies under way.
pub(crate) struct HullPair<'q, P, Q> {
    a: &'q P,
    b: &'q Q,
    motion: &'q PairMotion<'q>,
    pub(crate) terms: Terms,
    pub(crate) stats: Stats,
    resolution: f64,
    reaches: Reaches,
    size: Size,
    rates: PairRates,
    /// Which bodies turn although the rates say that they do not. An axis attached to such a body would turn with it, and
    /// the bounds, which know no spin, would not hold along it.
    left_out: [bool; 2],
    /// How far the bodies are from where they would be without the turning that the rates leave out.
    blur: f64,
    simplex: Simplex,
    /// The corners that were last found furthest.
    near: [u32; 2],
    pub(crate) now: Now,
    /// A later instant that is looked at.
    trial: Now,
}

/// How large two bodies are.
#[derive(Clone, Copy)]
struct Size {
    /// How far points of the cores are from the pivots.
    reaches: [f64; 2],
    /// The reaches and the pivots' distances from the bodies' origins, together.
    extent: f64,
    /// Both margins.
    margins: f64,
}

impl Size {
    #[inline(always)]
    fn new<P: Convex, Q: Convex>(a: &P, b: &Q, motion: &PairMotion) -> Size {
        let (pivot_a, pivot_b) = (motion.path_a.pivot, motion.path_b.pivot);
        let reaches = [a.reach_from(pivot_a), b.reach_from(pivot_b)];
        Size {
            reaches,
            extent: reaches[0] + reaches[1] + length(pivot_a) + length(pivot_b),
            margins: a.margin() + b.margin(),
        }
    }

    /// How far a gap may be off: 64 units by docs/decisions/hull-gaps.md, and what the pose states.
    #[inline(always)]
    fn error(&self, terms: &Terms, place: &PairPlace) -> f64 {
        let far = length(place.offset) + self.extent;
        // The axis may be longer or shorter than it says, and with it what margins and clearance take off.
        let apart = self.margins + terms.clearance.abs();
        // The pose is off by one offset error, and the motion that the rates are of by another, at the ends of a stretch of
        // time and between them (see `Rates`).
        up((place.rotation_error + 64.0 * UNIT) * far
            + 3.0 * place.offset_error
            + (place.rotation_error + 8.0 * UNIT) * apart)
    }
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

/// The bodies at an instant.
#[derive(Clone, Copy, Default)]
pub(crate) struct Now {
    pub(crate) t: f64,
    pub(crate) pose: PairPose,
    /// How far a gap may be off.
    error: f64,
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
        let mut pair = HullPair::posed_at((a, b), motion, terms, t, pose);
        pair.rates = rates;
        pair.leave_out_turning();
        pair.now.error += pair.blur;
        pair
    }

    /// The bodies at time `t`, posed so, without their rates.
    #[inline(always)]
    fn posed_at(
        (a, b): (&'q P, &'q Q),
        motion: &'q PairMotion<'q>,
        terms: Terms,
        t: f64,
        pose: PairPose,
    ) -> Self {
        let size = Size::new(a, b, motion);
        let pivot = size.reaches;
        let mut pair = HullPair {
            a,
            b,
            motion,
            terms,
            stats: Stats {
                poses: 1,
                ..Stats::default()
            },
            resolution: 0.0,
            reaches: Reaches { pivot, line: pivot },
            size,
            rates: PairRates::default(),
            left_out: [false; 2],
            blur: 0.0,
            simplex: Simplex::default(),
            near: [0; 2],
            now: Now::default(),
            trial: Now::default(),
        };
        pair.now.t = t;
        pair.now.pose = pose;
        pair.now.error = up(pair.size.error(&terms, &pair.now.pose.place()));
        // No instant is on trial.
        pair.trial.t = f64::NAN;
        pair
    }

    /// Leaves out of the rates what does not move anything. A solid of revolution that turns about its own line does not
    /// move; if the spin is off that line by an angle ε, the line circles about the spin and is never further than 2ε from
    /// where it is now.
    fn leave_out_turning(&mut self) {
        (self.left_out, self.blur) = ([false; 2], 0.0);
        let (pivots, pose) = (
            [self.motion.path_a.pivot, self.motion.path_b.pivot],
            &self.now.pose,
        );
        let lines = [
            self.a
                .revolves_about(pivots[0])
                .map(|line| pose.rotation_a * line),
            self.b
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
        self.b.plane().is_some() && self.rates.spin[1] == DVec3::ZERO && self.rates.slack[1] == 0.0
    }

    /// The rates, with which bounds along a direction of the world hold along the normal of a half-space that does not turn too. The
    /// real normal is off from that of the pose by its error, always in the same way, and points close in along it as if they moved
    /// aside: their velocities count as if they were off by that share.
    fn rates_across(&self) -> PairRates {
        let mut rates = self.rates;
        let off = self.now.pose.rotation_error;
        let velocity = length(rates.velocity) + rates.velocity_slack;
        rates.velocity_slack = up(rates.velocity_slack + off * velocity);
        rates.slack[0] = up(rates.slack[0] + off * rates.speed[0]);
        rates
    }

    /// The bodies at time `t`, for their separation there.
    pub(crate) fn at_instant(a: &'q P, b: &'q Q, motion: &'q PairMotion<'q>, t: f64) -> Self {
        HullPair::posed_at_instant((a, b), motion, t, motion.pose(t))
    }

    /// The same, if their pose there is known.
    pub(crate) fn posed_at_instant(
        bodies: (&'q P, &'q Q),
        motion: &'q PairMotion<'q>,
        t: f64,
        pose: PairPose,
    ) -> Self {
        let terms = Terms {
            span: Span::part(t, t),
            clearance: 0.0,
            tolerance: 0.0,
            budget: u64::MAX,
            continues: false,
            near_only: false,
        };
        HullPair::posed_at(bodies, motion, terms, t, pose)
    }

    /// Measures how far the bodies reach from the lines that they spin about, where they do not change those.
    pub(crate) fn measure_lines(&mut self) {
        // The line in the body's own axes: that of any pose, since the body turns about it.
        let rates = &self.rates;
        let pose = &self.now.pose;
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
            self.a.reach_from_axis(self.motion.path_a.pivot, axis)
        });
        let line_b = line(1, &|axis| {
            let axis = pose.rotation_b.transpose() * axis;
            self.b.reach_from_axis(self.motion.path_b.pivot, axis)
        });
        self.reaches.line = [line_a, line_b];
    }

    /// Puts another instant on trial.
    fn try_at(&mut self, t: f64) {
        self.stats.poses += 1;
        let trial = &mut self.trial;
        trial.t = t;
        trial.pose = self.motion.pose(t);
        trial.error = up(self.size.error(&self.terms, &trial.pose.place()) + self.blur);
    }

    pub(crate) fn move_to(&mut self, t: f64) {
        if t != self.now.t {
            self.try_at(t);
            self.move_to_trial();
        }
    }

    fn move_to_trial(&mut self) {
        self.now = self.trial;
        self.resolution = self.resolution.max(self.now.error);
        if !self.rates.steady() {
            let blur = self.blur;
            self.rates = self.motion.rates(self.now.t, self.terms.span.end());
            self.leave_out_turning();
            self.now.error += (self.blur - blur).max(0.0);
        }
    }

    pub(crate) fn spent(&self) -> bool {
        self.stats.steps() >= self.terms.budget
    }

    /// By how much rounding may have changed a separation so far.
    pub(crate) fn resolution(&self) -> f64 {
        self.resolution.max(self.now.error)
    }

    pub(crate) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            clearance: self.terms.clearance,
            tolerance: self.terms.tolerance,
            resolution: self.resolution(),
            stats: self.stats,
        }
    }

    pub(crate) fn undecided(&self, free_until: f64, reason: Reason) -> Outcome {
        self.outcome(Verdict::Undecided {
            free_until: Some(free_until),
            reason,
        })
    }

    fn posed(&self) -> PosedHulls<'q, P, Q> {
        let pose = &self.now.pose;
        let back = pose.rotation_b.transpose();
        PosedHulls {
            a: self.a,
            b: self.b,
            pivots: [self.motion.path_a.pivot, self.motion.path_b.pivot],
            turn: back * pose.rotation_a,
            shift: back * pose.offset,
        }
    }

    /// The bodies' closest points now; the gap's share that may be lost, and the distance of the cores that is close
    /// enough.
    pub(crate) fn closest(&mut self, share: f64, touching: f64) -> Closest {
        self.closest_within(f64::INFINITY, share, touching)
    }

    /// The same; of bodies that are further apart than `limit`, points that show it.
    pub(crate) fn closest_within(&mut self, limit: f64, share: f64, touching: f64) -> Closest {
        if let Some(normal) = self.b.plane() {
            return self.closest_to_plane(normal);
        }
        let enough = Enough {
            apart: self.size.margins + self.terms.clearance,
            share,
            doubt: 0.25 * self.now.error,
            touching,
            // What is told of a gap is less by what the margins and errors are off by: so far beyond, that is beyond the limit too.
            beyond: up(up(up(limit.max(0.0) + self.size.margins + self.now.error))),
        };
        let posed = self.posed();
        let closest = gjk(&posed, &mut self.simplex, &enough, &mut self.stats.supports);
        self.near = closest.corners.map(|corner| corner.number);
        closest
    }

    /// The closest points if b is everything behind the plane through its core's point.
    fn closest_to_plane(&mut self, normal: DVec3) -> Closest {
        self.stats.supports += 1;
        let posed = self.posed();
        let mut a = self
            .a
            .support(-(posed.turn.transpose() * normal), self.near[0]);
        let mut b = self.b.support(normal, 0);
        a.point -= posed.pivots[0];
        b.point -= posed.pivots[1];
        self.near = [a.number, 0];
        let point = posed.turn * a.point + posed.shift;
        let gap = normal.dot(point - b.point);
        Closest {
            direction: -normal,
            gap,
            corners: [a, b],
            distance: gap.max(0.0),
            points: [point, point - normal * gap],
            depth: (-gap).max(0.0),
        }
    }

    /// What is certainly left of the gap now, beyond the clearance.
    pub(crate) fn gap(&self, closest: &Closest) -> f64 {
        closest.gap - self.size.margins - self.terms.clearance - self.now.error
    }

    /// How far apart the bodies are at most, now.
    pub(crate) fn apart_at_most(&self, closest: &Closest) -> f64 {
        if closest.depth > self.now.error {
            return 0.0;
        }
        closest.distance - self.size.margins + self.now.error
    }

    /// A lower bound on the gap at the start, or the answer if the bodies are not certainly apart there. A gap within
    /// the tolerance is halved into it.
    #[allow(clippy::result_large_err, reason = "once a query")]
    pub(crate) fn start(&mut self, expanding: &mut Expanding) -> Result<Closest, Outcome> {
        let mut closest = self.closest(0.5, 0.0);
        if self.terms.continues {
            return Ok(closest);
        }
        let mut gap = self.gap(&closest);
        if !(gap > self.terms.tolerance) {
            closest = self.closest(1e-3, 0.0);
            gap = self.gap(&closest);
        }
        // Bodies are apart if they can be followed: those that rest or part are free then, however close they are.
        if !(self.gap_to_step(&closest).width() > 0.0) {
            self.deepen(&mut closest, expanding);
            let proven = self.apart_at_most(&closest) <= self.terms.clearance;
            return Err(self.outcome(Verdict::overlapping(proven)));
        }
        if gap <= self.terms.tolerance {
            self.terms.tolerance = 0.5 * gap;
        }
        Ok(closest)
    }

    /// What is certainly left of the gap now for a step to take, along the direction in the world.
    pub(crate) fn gap_to_step(&self, closest: &Closest) -> ProvenGap {
        ProvenGap::of(self.gap(closest), (1.0 + LEFT_OVER) * self.now.error)
    }

    /// Whether the bodies are within tolerance of each other, and apart.
    pub(crate) fn touching(&self, closest: &Closest) -> bool {
        self.gap(closest) > 0.0
            && self.apart_at_most(closest) <= self.terms.clearance + self.terms.tolerance
    }
}
