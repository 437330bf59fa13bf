//! How long two convex bodies stay apart along an axis.

use super::{HullPair, LEFT_OVER, Now};
use crate::motion::{Motion, PairPose};
use crate::query::axis::{ATTACHABLE, Axis, Curvature, chord_root};
use crate::query::gjk::Closest;
use crate::query::triangle_distance::unit;
use crate::rounding::{UNIT, length, sqrt, up};
use crate::shape::Convex;
use glam::DVec3;

/// How many stretches of time are proven along one axis before another is looked for.
const STRIDES: u32 = 16;

/// An attached axis is used once the gap, at the rate that it closes, is this many times what the curvature may take.
const SOON: f64 = 4.0;

/// An axis across two edges needs them to stand at no smaller an angle than this.
const SLANTED: f64 = 0.05;

/// The share of its first gap at which an axis that is fixed in the world is given up.
const STALE: f64 = 0.1;

/// How many ends of a stretch are tried.
const GUESSES: u32 = 2;

/// The bodies along an axis, at an instant.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    now: Now,
    /// What is certainly left of their gap beyond the clearance, if positive.
    pub(crate) gap: f64,
    /// How fast it grows, about.
    slope: f64,
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

impl<P: Convex, Q: Convex, A: Motion + ?Sized, B: Motion + ?Sized> HullPair<'_, P, Q, A, B> {
    /// The axis along the bodies' closest points, attached to the features that they are on if contact is near, and
    /// what the bodies show along it.
    pub(crate) fn axis(&mut self, closest: &Closest) -> (Axis, Reading) {
        if let Some(normal) = self.b.plane() {
            // No other direction separates anything from a half-space.
            let axis = Axis::B(-normal);
            return (axis, self.read(&axis, self.now));
        }
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
        let apart = self.margins + self.terms.clearance;
        Curvature::new(axis, n, &self.rates, &self.reaches, apart)
    }

    /// How fast the gap of two points grows along the axis `n` in the world, about; `turning` is the axis' own rate.
    pub(super) fn slope(
        &self,
        n: DVec3,
        turning: DVec3,
        pose: &PairPose,
        [a, b]: [DVec3; 2],
    ) -> f64 {
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
        let apart = (self.margins + self.terms.clearance) * size;
        Reading {
            gap: gap - apart - (1.0 + LEFT_OVER) * now.error,
            slope: self.slope(n, turning, pose, [lever_a, lever_b]),
            n,
            size,
            now,
        }
    }

    /// How long the bodies stay apart along the direction of their closest points, by one look ahead.
    pub(crate) fn stride(&mut self, closest: &Closest) -> Along {
        let end = self.terms.span.end();
        let axis = match self.b.plane() {
            Some(normal) => Axis::B(-normal),
            None => Axis::World(self.now.pose.rotation_b * closest.direction),
        };
        let from = self.read(&axis, self.now);
        self.follow_for(1, &axis, from, end, 0.0)
    }

    /// How long the bodies stay apart along an axis, until about `aim` is left of their gap.
    pub(crate) fn follow(&mut self, axis: &Axis, from: Reading, end: f64, aim: f64) -> Along {
        self.follow_for(STRIDES, axis, from, end, aim)
    }

    fn follow_for(
        &mut self,
        strides: u32,
        axis: &Axis,
        from: Reading,
        end: f64,
        aim: f64,
    ) -> Along {
        let bound = self.curvature(axis, from.n);
        let aim = aim * from.size;
        // In the world, a first-order bound holds for any length of time. An axis there will be replaced by a better one,
        // and is not worth being followed to its end.
        let (closing, aim) = match axis {
            Axis::World(n) => (self.closing_ever(*n), aim.max(STALE * from.gap)),
            _ => (f64::INFINITY, aim),
        };
        let mut from = from;
        for _ in 0..strides {
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
        self.set(from.now);
        Along::Until(from.now.t)
    }

    /// The bodies at a later time up to which they are proven apart: `at` or the time before it at which about `aim`
    /// is left of their gap, if the chord bound reaches that far, else as far as it does. Half of `aim` is always left:
    /// closer, and the gap would be lost in rounding.
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
        let kept = 0.5 * aim;
        let mut proven = after((from.gap - kept) / closing * (1.0 - 16.0 * UNIT));
        let mut at = at;
        for _ in 0..GUESSES {
            if !(at > t) {
                return None;
            }
            let later = self.pose(at);
            let later = self.read(axis, later);
            let curvature = bound.between([&from.now.pose, &later.now.pose]);
            match chord_root(from.gap - kept, later.gap - kept, at - t, curvature) {
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
    // With a later end where the slope leads, the bound holds up to the first of these; from this end alone, up to the
    // second.
    let chord = 2.0 * (slope + sqrt(2.0 * curvature * gap)) / curvature;
    let parabola = 2.0 * gap / (sqrt(slope * slope + 2.0 * curvature * gap) - slope);
    newton.min(chord.max(parabola))
}
