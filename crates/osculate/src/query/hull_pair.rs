//! Two convex bodies in motion: their gap along an axis, their closest points, and the proof that they meet.
//!
//! Rounding. Let the axis be a vector of `f64` that is fixed in the world, in a or in b, and its real direction at an
//! instant what the real rotation makes of it. The directions that the supports are asked for are off by the errors of
//! both rotations and a dozen units; a support changes by no more than that times the reach of its body, the product
//! with the offset by no more than that times the offset. All of it, and what the sums lose, is less than `error`.

use super::axis::{ATTACHABLE, Axis, Curvature, Reaches, chord_root};
use super::gjk::{Closest, Enough, PosedHulls, Simplex, gjk};
use super::triangle_distance::unit;
use super::{Contact, Evidence, Feature, Limits, Moving, Outcome, Reason, Stats, Verdict};
use crate::interval::Interval;
use crate::motion::{Motion, PairMotion, PairPose, PairRates};
use crate::rounding::{UNIT, length, sqrt, up};
use crate::shape::Convex;
use crate::span::Span;
use glam::DVec3;

/// The default tolerance is no finer than 2⁻⁴⁰ of the largest distance involved.
const FINEST_DEFAULT: f64 = 1.0 / (1_u64 << 40) as f64;

/// The part of the error that is left of a gap at the end of a step, so that the step proves its end too.
const LEFT_OVER: f64 = 0.25;

/// How many stretches of time are proven along one axis before another is looked for.
const STRIDES: u32 = 16;

/// An attached axis is used once the gap, at the rate that it closes, is this many times what the curvature may take.
const SOON: f64 = 1.0;

/// An axis across two edges needs them to stand at no smaller an angle than this.
const SLANTED: f64 = 0.05;

/// The share of its first gap at which an axis that is fixed in the world is given up.
const STALE: f64 = 0.1;

/// How many ends of a stretch are tried.
const GUESSES: u32 = 2;

/// How often, and how much further each time, an overlap is looked for.
const LOOKS: u32 = 16;
const FURTHER: f64 = 3.0;

/// One query under way.
pub(crate) struct HullPair<'q, P, Q, A: ?Sized, B: ?Sized> {
    a: &'q P,
    b: &'q Q,
    pub(crate) motion: PairMotion<'q, A, B>,
    pub(crate) span: Span,
    pub(crate) tolerance: f64,
    pub(crate) clearance: f64,
    budget: u64,
    pub(crate) stats: Stats,
    resolution: f64,
    reaches: Reaches,
    /// The reaches and the pivots' distances from the bodies' origins, together.
    extent: f64,
    /// Both margins.
    margins: f64,
    pub(crate) rates: PairRates,
    simplex: Simplex,
    near: [u32; 2],
    pub(crate) now: Now,
}

/// The bodies at an instant.
#[derive(Clone, Copy, Default)]
pub(crate) struct Now {
    pub(crate) t: f64,
    pub(crate) pose: PairPose,
    /// How far a gap may be off.
    pub(crate) error: f64,
}

/// The bodies along an axis, at an instant.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    now: Now,
    /// What is certainly left of their gap beyond the clearance, if positive.
    pub(crate) gap: f64,
    /// How fast it grows, about.
    pub(crate) slope: f64,
    /// The axis in the world, and its length: all gaps are multiplied by it.
    n: DVec3,
    size: f64,
}

/// How far bodies stay apart along an axis.
pub(crate) enum Along {
    /// To the end of the span.
    Free,
    /// Up to and including this instant.
    Until(f64),
}

impl<'q, P: Convex, Q: Convex, A: Motion + ?Sized, B: Motion + ?Sized> HullPair<'q, P, Q, A, B> {
    pub(crate) fn new(
        a: Moving<'q, P, A>,
        b: Moving<'q, Q, B>,
        span: Span,
        limits: &Limits,
    ) -> Self {
        let motion = PairMotion::new(a.motion, b.motion);
        let rates = motion.rates(span.start(), span.end());
        let (pivot_a, pivot_b) = (motion.path_a.pivot, motion.path_b.pivot);
        let pivot = [a.shape.reach_from(pivot_a), b.shape.reach_from(pivot_b)];
        let mut pair = HullPair {
            a: a.shape,
            b: b.shape,
            motion,
            span,
            tolerance: 0.0,
            clearance: limits.clearance(),
            budget: limits.budget(),
            stats: Stats::default(),
            resolution: 0.0,
            reaches: Reaches { pivot, line: pivot },
            extent: pivot[0] + pivot[1] + length(pivot_a) + length(pivot_b),
            margins: a.shape.margin() + b.shape.margin(),
            rates,
            simplex: Simplex::default(),
            near: [0; 2],
            now: Now::default(),
        };
        pair.now = pair.pose(span.start());
        let [margin_a, margin_b] = [a.shape.margin(), b.shape.margin()];
        pair.tolerance = limits.tolerance().unwrap_or_else(|| {
            let size_a = a.shape.ball().1 + margin_a;
            let size_b = b.shape.ball().1 + margin_b;
            let far = length(pair.now.pose.offset).max(length(pair.motion.offset_at(span.end())))
                + pair.extent
                + pair.margins;
            (1e-6 * size_a.min(size_b))
                .max(far * FINEST_DEFAULT)
                .max(1e-60)
        });
        pair
    }

    /// Measures how far the bodies reach from the lines that they spin about; the rates must be those of a body that
    /// turns about one line.
    pub(crate) fn measure_lines(&mut self) {
        let line = |spin: DVec3, fallback: f64, reach: &dyn Fn(DVec3) -> f64| {
            let speed = length(spin);
            if speed > 0.0 {
                reach(spin / speed).min(fallback)
            } else {
                fallback
            }
        };
        // The line in the body's own axes: that of any pose, since the body turns about it.
        let pose = &self.now.pose;
        let [spin_a, spin_b] = self.rates.spin;
        let (pivot_a, pivot_b) = (self.motion.path_a.pivot, self.motion.path_b.pivot);
        let tilt = 4.0 * ATTACHABLE + pose.rotation_error;
        let reach_a = line(spin_a, self.reaches.pivot[0], &|axis| {
            let axis = pose.rotation_a.transpose() * axis;
            self.a.reach_from_axis(pivot_a, axis) + tilt * self.reaches.pivot[0]
        });
        let reach_b = line(spin_b, self.reaches.pivot[1], &|axis| {
            let axis = pose.rotation_b.transpose() * axis;
            self.b.reach_from_axis(pivot_b, axis) + tilt * self.reaches.pivot[1]
        });
        self.reaches.line = [reach_a, reach_b].map(up);
    }

    fn pose(&mut self, t: f64) -> Now {
        self.stats.poses += 1;
        let pose = self.motion.pose(t);
        let far = length(pose.offset) + self.extent;
        let error = up((pose.rotation_error + 64.0 * UNIT) * far
            + pose.offset_error
            + 8.0 * UNIT * (self.margins + self.clearance));
        Now { t, pose, error }
    }

    pub(crate) fn move_to(&mut self, t: f64) {
        if t != self.now.t {
            self.now = self.pose(t);
            self.resolution = self.resolution.max(self.now.error);
        }
    }

    pub(crate) fn spent(&self) -> bool {
        self.stats.steps() >= self.budget
    }

    pub(crate) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            tolerance: self.tolerance,
            resolution: self.resolution.max(self.now.error),
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
        let enough = Enough {
            apart: self.margins + self.clearance,
            share,
            doubt: 0.25 * self.now.error,
            touching,
        };
        let posed = self.posed();
        let closest = gjk(&posed, &mut self.simplex, &enough, &mut self.stats.supports);
        self.near = closest.corners.map(|corner| corner.number);
        closest
    }

    /// What is certainly left of the gap now, beyond the clearance.
    pub(crate) fn gap(&self, closest: &Closest) -> f64 {
        closest.gap - self.margins - self.clearance - self.now.error
    }

    /// How far apart the bodies are at most, now.
    pub(crate) fn reach(&self, closest: &Closest) -> f64 {
        if closest.depth > self.now.error {
            return 0.0;
        }
        closest.distance - self.margins + self.now.error
    }

    /// A lower bound on the gap at the start, or the answer if the bodies are not certainly apart there. A gap within
    /// the tolerance is halved into it.
    #[allow(clippy::result_large_err, reason = "once a query")]
    pub(crate) fn start(&mut self) -> Result<Closest, Outcome> {
        let closest = self.closest(0.5, 0.0);
        let (mut gap, mut closest) = (self.gap(&closest), closest);
        if !(gap > self.tolerance) {
            closest = self.closest(1e-3, 0.0);
            gap = self.gap(&closest);
        }
        if !(gap > 0.0) {
            let reach = self.reach(&closest);
            let verdict = if reach <= self.clearance {
                Verdict::Overlapping { proven: true }
            } else if reach <= self.clearance + 16.0 * self.now.error {
                Verdict::Overlapping { proven: false }
            } else {
                Verdict::Undecided {
                    free_until: None,
                    reason: Reason::Resolution,
                }
            };
            return Err(self.outcome(verdict));
        }
        if gap <= self.tolerance {
            self.tolerance = 0.5 * gap;
        }
        Ok(closest)
    }

    /// What is certainly left of the gap now for a step to take, along the direction in the world.
    pub(crate) fn gap_to_step(&self, closest: &Closest) -> f64 {
        self.gap(closest) - (1.0 + LEFT_OVER) * self.now.error
    }

    /// Whether the bodies are within tolerance of each other, and apart.
    pub(crate) fn touching(&self, closest: &Closest) -> bool {
        self.gap(closest) > 0.0 && self.reach(closest) <= self.clearance + self.tolerance
    }

    /// What is to be left of a gap along an axis that is followed to its end.
    pub(crate) fn aim(&self) -> f64 {
        0.5 * self.tolerance
    }

    /// The time in which the balls around the bodies are within tolerance of each other, rounded outward; `None` if
    /// they never are.
    pub(crate) fn window(&self) -> Option<(f64, f64)> {
        let (start, end) = (self.span.start(), self.span.end());
        let rates = &self.rates;
        if !rates.steady() {
            return Some((start, end));
        }
        let [reach_a, reach_b] = self.reaches.pivot;
        let near = up(reach_a
            + reach_b
            + self.margins
            + self.clearance
            + self.tolerance
            + 2.0 * self.now.error);
        let (d, v) = (self.now.pose.offset, rates.velocity);
        let (speed, whole) = (length(v), end - start);
        let near = up(near + (rates.velocity_slack + 16.0 * UNIT * speed) * whole);
        // |d + v·τ|² − near² = square·τ² + 2·rate·τ + beyond, each with what rounding may have done to it.
        let (distance, rate, square) = (length(d), d.dot(v), v.dot(v));
        let rate_error = 8.0 * UNIT * distance * speed;
        let beyond_error = 16.0 * UNIT * (distance * distance + near * near);
        let beyond = distance * distance - near * near - beyond_error;
        let discriminant = rate * rate - square * beyond
            + 32.0 * UNIT * (rate * rate + square * (distance * distance + near * near));
        if beyond > 0.0 && (rate >= rate_error || discriminant < 0.0) {
            return None;
        }
        // From here on as late as can be ruled out, which NaN cannot.
        let root = sqrt(discriminant.max(0.0));
        let leave = start + up((root - rate + rate_error) / square);
        let leave = if leave < end { leave.next_up() } else { end };
        let enter = beyond / up(root - rate + rate_error);
        let enter = if enter > 0.0 {
            (start + enter).next_down().max(start)
        } else {
            start
        };
        if enter > end {
            return None;
        }
        Some((enter, leave.max(enter)))
    }

    /// The axis along the bodies' closest points, attached to the features that they are on if contact is near, and
    /// what the bodies show along it.
    pub(crate) fn axis(&mut self, closest: &Closest) -> (Axis, Reading) {
        let n = self.now.pose.rotation_b * closest.direction;
        let world = Axis::World(n);
        let reading = self.read(&world, self.now);
        let attachable = self.rates.steady() && self.now.pose.rotation_error <= ATTACHABLE;
        if !attachable || self.rates.spin == [DVec3::ZERO; 2] || !(reading.slope < 0.0) {
            return (world, reading);
        }
        let Some(axis) = self.attached(closest.direction, n) else {
            return (world, reading);
        };
        // An attached axis follows its features and pays for it with a larger curvature: worth it near contact.
        let pose = &self.now.pose;
        let curvature = self.curvature(&axis, n).between([pose, pose]);
        if curvature * reading.gap > SOON * reading.slope * reading.slope {
            return (world, reading);
        }
        let attached = self.read(&axis, self.now);
        if attached.gap > 0.75 * attached.size * reading.gap {
            (axis, attached)
        } else {
            (world, reading)
        }
    }

    /// The axis across the features that the closest points are on, if it has a direction of its own; `n` in the world.
    fn attached(&self, direction: DVec3, n: DVec3) -> Option<Axis> {
        match [0, 1].map(|body| self.simplex.corners(body).1) {
            [3 | 4, _] => Some(Axis::A(self.now.pose.rotation_a.transpose() * n)),
            [_, 3 | 4] => Some(Axis::B(direction)),
            [2, 2] => {
                let [a, b] =
                    [self.simplex.edge(0)?, self.simplex.edge(1)?].map(|[p, q]| unit(q - p));
                let pose = &self.now.pose;
                let across = (pose.rotation_a * a).cross(pose.rotation_b * b);
                if !(length(across) > SLANTED) {
                    return None;
                }
                Some(Axis::Edges(if across.dot(n) < 0.0 {
                    [-a, b]
                } else {
                    [a, b]
                }))
            }
            _ => None,
        }
    }

    fn curvature(&self, axis: &Axis, n: DVec3) -> Curvature {
        let apart = self.margins + self.clearance;
        Curvature::new(axis, n, &self.rates, &self.reaches, apart)
    }

    /// How fast the gap of two points grows along the axis `n` in the world, about; `turning` is the axis' own rate.
    fn slope(&self, n: DVec3, turning: DVec3, pose: &PairPose, [a, b]: [DVec3; 2]) -> f64 {
        let [spin_a, spin_b] = self.rates.spin;
        let (a, b) = (pose.rotation_a * a, pose.rotation_b * b);
        n.dot(spin_b.cross(b) - spin_a.cross(a) - self.rates.velocity)
            + turning.dot(b - a - pose.offset)
    }

    /// The bodies along an axis.
    #[inline]
    fn read(&mut self, axis: &Axis, now: Now) -> Reading {
        let pose = &now.pose;
        let (back_a, back_b) = (pose.rotation_a.transpose(), pose.rotation_b.transpose());
        let [spin_a, spin_b] = self.rates.spin;
        let (n, n_a, n_b, turning, size);
        match *axis {
            Axis::World(direction) => {
                (n, n_a, n_b) = (direction, back_a * direction, back_b * direction);
                (turning, size) = (DVec3::ZERO, 1.0);
            }
            Axis::A(direction) => {
                n = pose.rotation_a * direction;
                (n_a, n_b) = (direction, back_b * n);
                (turning, size) = (spin_a.cross(n), 1.0);
            }
            Axis::B(direction) => {
                n = pose.rotation_b * direction;
                (n_a, n_b) = (back_a * n, direction);
                (turning, size) = (spin_b.cross(n), 1.0);
            }
            Axis::Edges([edge_a, edge_b]) => {
                let (p, q) = (pose.rotation_a * edge_a, pose.rotation_b * edge_b);
                n = p.cross(q);
                (n_a, n_b) = (back_a * n, back_b * n);
                turning = spin_a.cross(p).cross(q) + p.cross(spin_b.cross(q));
                size = length(n);
            }
        }
        self.stats.supports += 1;
        let a = self.a.support(n_a, self.near[0]);
        let b = self.b.support(-n_b, self.near[1]);
        self.near = [a.number, b.number];
        let lever_a = a.point - self.motion.path_a.pivot;
        let lever_b = b.point - self.motion.path_b.pivot;
        let gap = n_b.dot(lever_b) - n_a.dot(lever_a) - n.dot(pose.offset);
        let apart = (self.margins + self.clearance) * size;
        Reading {
            gap: gap - apart - (1.0 + LEFT_OVER) * now.error,
            slope: self.slope(n, turning, pose, [lever_a, lever_b]),
            n,
            size,
            now,
        }
    }

    /// How long the bodies stay apart along an axis, until about `aim` is left of their gap.
    pub(crate) fn follow(&mut self, axis: &Axis, from: Reading, end: f64, aim: f64) -> Along {
        let bound = self.curvature(axis, from.n);
        let aim = aim * from.size;
        // In the world, a first-order bound holds for any length of time. An axis there will be replaced by a better one,
        // and is not worth being followed to its end.
        let (closing, aim) = match axis {
            Axis::World(n) => (self.closing_ever(*n), aim.max(STALE * from.gap)),
            _ => (f64::INFINITY, aim),
        };
        let mut from = from;
        for _ in 0..STRIDES {
            let t = from.now.t;
            if !(from.gap > aim) {
                break;
            }
            if closing <= 0.0 || from.gap / closing * (1.0 - 16.0 * UNIT) > end - t {
                return Along::Free;
            }
            let curvature = bound.between([&from.now.pose, &from.now.pose]);
            let ahead = stride(&from, curvature, 0.5 * aim);
            let at = if ahead < end - t { t + ahead } else { end };
            match self.prove(axis, &bound, closing, &from, at, 0.5 * aim) {
                Some(next) if next.now.t >= end => return Along::Free,
                Some(next) => from = next,
                None => break,
            }
            if !(from.now.t > t) {
                break;
            }
        }
        Along::Until(from.now.t)
    }

    /// The bodies at a later time up to which they are proven apart: `at` or the time before it at which about `aim`
    /// is left of their gap, if the chord bound reaches that far, else as far as it does. A gap there that is not
    /// positive is one that is lost in rounding.
    fn prove(
        &mut self,
        axis: &Axis,
        bound: &Curvature,
        closing: f64,
        from: &Reading,
        at: f64,
        aim: f64,
    ) -> Option<Reading> {
        let t = from.now.t;
        let after = |h: f64| (t + h).next_down().max(t);
        let mut proven = after(from.gap / closing * (1.0 - 16.0 * UNIT));
        let mut at = at;
        for _ in 0..GUESSES {
            if !(at > t) {
                return None;
            }
            let later = self.pose(at);
            let later = self.read(axis, later);
            let curvature = bound.between([&from.now.pose, &later.now.pose]);
            match chord_root(from.gap, later.gap, at - t, curvature) {
                None => return Some(later),
                Some(root) => proven = proven.max(after(root)),
            }
            let guess = t + (at - t) * ((from.gap - aim) / (from.gap - later.gap));
            if !(guess > proven && guess < at) {
                break;
            }
            at = guess;
        }
        if !(proven > t) {
            return None;
        }
        let now = self.pose(proven);
        Some(self.read(axis, now))
    }

    /// How fast the gap along a world direction can close at any time of the rest, at most.
    pub(crate) fn closing_ever(&self, n: DVec3) -> f64 {
        let rates = &self.rates;
        let sweep = |spin: DVec3, slack: f64| length(n.cross(spin)) + slack;
        let turning = sweep(rates.spin[0], rates.slack[0]) * self.reaches.line[0]
            + sweep(rates.spin[1], rates.slack[1]) * self.reaches.line[1];
        n.dot(rates.velocity)
            + up(turning + rates.velocity_slack + 8.0 * UNIT * length(rates.velocity))
    }

    /// The answer for bodies within tolerance now.
    pub(crate) fn contact(&mut self, closest: &Closest) -> Outcome {
        let now = self.now;
        let n = now.pose.rotation_b * closest.direction;
        let origin = self.motion.origin(now.t);
        let [a, b] = closest
            .points
            .map(|point| origin + now.pose.rotation_b * point);
        let features = [0, 1].map(|body| self.feature(body));
        let mut contact = Contact {
            lower: now.t,
            upper: now.t,
            evidence: Evidence::Near,
            features,
            parts: [0; 2],
            point_a: a + n * self.a.margin(),
            point_b: b - n * self.b.margin(),
            normal: -n,
            separation: Interval::new(
                self.clearance.max(self.clearance + self.gap(closest)),
                self.reach(closest),
            ),
        };
        if let Some(upper) = self.crossing(closest, n) {
            contact.upper = upper;
            contact.evidence = Evidence::Crossing;
        }
        self.outcome(Verdict::Contact(contact))
    }

    fn feature(&self, body: usize) -> Feature {
        let corners = if body == 0 {
            self.a.has_corners()
        } else {
            self.b.has_corners()
        };
        if !corners {
            return Feature::Surface;
        }
        match self.simplex.corners(body) {
            ([first, ..], 1) => Feature::Vertex(first),
            ([first, second, ..], 2) => Feature::Edge([first, second]),
            ([first, second, third, _], _) => Feature::Face([first, second, third]),
        }
    }

    /// A time after now at which the bodies certainly are no further apart than the clearance.
    fn crossing(&mut self, closest: &Closest, n: DVec3) -> Option<f64> {
        let (start, end) = (self.now.t, self.span.end());
        let corners = closest.corners.map(|corner| corner.point);
        let slope = self.slope(n, DVec3::ZERO, &self.now.pose, corners);
        let depth = (self.reach(closest) - self.clearance).max(0.0) + 8.0 * self.now.error;
        let closing = if slope < 0.0 {
            depth / -slope
        } else {
            f64::INFINITY
        };
        let mut ahead = (1.5 * closing)
            .min(0.125 * (end - start))
            .max(4.0 * UNIT * start.abs().max(end.abs()));
        for _ in 0..LOOKS {
            if start >= end {
                break;
            }
            let t = (start + ahead).min(end);
            self.move_to(t);
            let touching = (self.margins + self.clearance - 2.0 * self.now.error).max(0.0);
            let closest = self.closest(0.5, touching);
            if self.reach(&closest) <= self.clearance {
                return Some(t);
            }
            if t == end {
                break;
            }
            ahead *= FURTHER;
        }
        None
    }
}

/// How far to look ahead: where the gap will have fallen to `aim`, or, if it bends too much to tell, as far as the chord
/// bound may carry.
fn stride(from: &Reading, curvature: f64, aim: f64) -> f64 {
    let (gap, slope) = (from.gap, from.slope);
    let newton = if slope < 0.0 {
        (gap - aim) / -slope
    } else {
        f64::INFINITY
    };
    if !(curvature > 0.0) {
        return newton;
    }
    let bend = sqrt(2.0 * curvature * gap);
    if slope + bend > 0.0 {
        newton.min(2.0 * (slope + bend) / curvature)
    } else {
        newton
    }
}
