//! How long two convex bodies stay apart along an axis.

use super::trend::{Trend, parabola};
use super::{HullPair, LEFT_OVER};
use crate::motion::Motion;
use crate::query::axis::{ATTACHABLE, Axis, Curvature, chord_root};
use crate::query::gjk::Closest;
use crate::query::triangle_distance::unit;
use crate::rounding::{UNIT, length, up};
use crate::shape::Convex;
use glam::DVec3;

/// How many stretches of time are proven along one axis before another is looked for.
const STRIDES: u32 = 16;

/// An axis across two edges needs them to stand at no smaller an angle than this.
const SLANTED: f64 = 0.05;

/// The share of its first gap at which an axis that is fixed in the world is given up.
const STALE: f64 = 0.1;

/// Beyond this many times the larger body's reach, axes are fixed in the world.
const FAR: f64 = 0.25;

/// How many ends of a stretch are tried.
const GUESSES: u32 = 2;

/// The bodies along an axis, at an instant.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    t: f64,
    offset: DVec3,
    offset_error: f64,
    /// What is certainly left of their gap beyond the clearance, if positive.
    gap: f64,
    /// The points that it is between, seen from their pivots in their bodies' axes.
    pub(super) levers: [DVec3; 2],
    /// The axis in the world, and its length: all gaps are multiplied by it.
    pub(super) n: DVec3,
    pub(super) size: f64,
}

/// An axis that is followed, how much gaps along it bend, and how fast they close at any time.
struct Followed<'x> {
    axis: &'x Axis,
    bound: Curvature,
    closing: f64,
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
    fn axis(&mut self, closest: &Closest) -> (Axis, Reading, Trend) {
        self.trial = self.now;
        if let Some(normal) = self.b.plane() {
            // No other direction separates anything from a half-space.
            return self.read_with_trend(Axis::B(-normal));
        }
        let n = self.now.pose.rotation_b * closest.direction;
        let attachable = self.rates.steady() && self.now.pose.rotation_error <= ATTACHABLE;
        if !attachable || self.rates.spin == [DVec3::ZERO; 2] {
            return self.read_with_trend(Axis::World(n));
        }
        // An axis that turns with a body follows its features and pays for it with a larger curvature: the one that
        // promises most is taken. The direction was fixed in b: fixing it elsewhere costs another error.
        let gap = self.gap_to_step(closest);
        let points = [self.simplex.points_of(0), self.simplex.points_of(1)];
        let in_a = self.now.pose.rotation_a.transpose() * n;
        let axes = [Axis::World(n), Axis::A(in_a), Axis::B(closest.direction)];
        let spins = [DVec3::ZERO, self.rates.spin[0], self.rates.spin[1]];
        let mut best = (f64::NEG_INFINITY, axes[0], 0.0);
        // Far apart, features do not matter; but bodies that turn alike may hardly move as either sees the other.
        let far = gap > FAR * self.reaches.pivot[0].max(self.reaches.pivot[1])
            && self.rates.spin[0] != self.rates.spin[1];
        let count = if far { 1 } else { 3 };
        for (axis, spin) in axes.into_iter().zip(spins).take(count) {
            let slope = self.steepest(n, spin, &points);
            let promise = parabola(gap, slope, self.bend(&axis, n));
            if promise > best.0 {
                best = (promise, axis, slope);
            }
        }
        let (promise, axis, slope) = best;
        // An edge of a body whose turning the rates leave out turns all the same.
        if !far
            && self.blur == 0.0
            && let Some(axis) = self.across_edges(n, &points)
        {
            let (_, reading, trend) = self.read_with_trend(axis);
            if reading.gap > 0.75 * reading.size * gap
                && parabola(reading.gap, trend.slope, self.bend(&axis, n)) > promise
            {
                return (axis, reading, trend);
            }
        }
        let reading = Reading {
            t: self.now.t,
            offset: self.now.pose.offset,
            offset_error: self.now.pose.offset_error,
            gap,
            levers: closest.corners.map(|corner| corner.point),
            n,
            size: 1.0,
        };
        let trend = self.trend(&axis, &reading);
        (axis, reading, Trend { slope, ..trend })
    }

    fn read_with_trend(&mut self, axis: Axis) -> (Axis, Reading, Trend) {
        let reading = self.read(&axis);
        (axis, reading, self.trend(&axis, &reading))
    }

    /// How much the gap along an axis bends now, at most.
    pub(super) fn bend(&self, axis: &Axis, n: DVec3) -> f64 {
        let pose = &self.now.pose;
        let curvature = self.curvature(axis, n);
        let swing = curvature.at(pose.offset, pose.offset_error);
        curvature.between(swing, swing)
    }

    /// How fast the gap of any two points of the closest features grows along an axis that is `n` in the world and turns
    /// at the rate `spin`, at least: where they are flat on each other, all of them are equally far apart now, and the
    /// supports name any.
    fn steepest(&self, n: DVec3, spin: DVec3, points: &[([DVec3; 4], usize); 2]) -> f64 {
        let pose = &self.now.pose;
        let swing_a = pose.rotation_a.transpose() * n.cross(self.rates.spin[0] - spin);
        let swing_b = pose.rotation_b.transpose() * n.cross(self.rates.spin[1] - spin);
        let [(of_a, count_a), (of_b, count_b)] = points;
        let a = of_a[..*count_a]
            .iter()
            .fold(f64::NEG_INFINITY, |most, &y| most.max(swing_a.dot(y)));
        let b = of_b[..*count_b]
            .iter()
            .fold(f64::INFINITY, |least, &y| least.min(swing_b.dot(y)));
        b - a - n.dot(self.rates.velocity - spin.cross(pose.offset))
    }

    /// The axis across the edges that the closest points are on, if they are; `n` in the world.
    fn across_edges(&self, n: DVec3, points: &[([DVec3; 4], usize); 2]) -> Option<Axis> {
        let [(of_a, 2), (of_b, 2)] = points else {
            return None;
        };
        let (a, b) = (unit(of_a[1] - of_a[0]), unit(of_b[1] - of_b[0]));
        let pose = &self.now.pose;
        let across = (pose.rotation_a * a).cross(pose.rotation_b * b);
        let edges = if across.dot(n) < 0.0 { [-a, b] } else { [a, b] };
        (length(across) > SLANTED).then_some(Axis::Edges(edges))
    }

    fn curvature(&self, axis: &Axis, n: DVec3) -> Curvature {
        let apart = self.margins + self.terms.clearance;
        let off = self.now.pose.rotation_error;
        Curvature::new(axis, n, off, &self.rates, &self.reaches, apart)
    }

    /// The bodies along an axis at the time that is on trial.
    fn read(&mut self, axis: &Axis) -> Reading {
        let now = &self.trial;
        let pose = &now.pose;
        let (back_a, back_b) = (pose.rotation_a.transpose(), pose.rotation_b.transpose());
        let (n, n_a, n_b);
        let mut size = 1.0;
        match *axis {
            Axis::World(direction) => {
                (n, n_a, n_b) = (direction, back_a * direction, back_b * direction);
            }
            Axis::A(direction) => {
                n = pose.rotation_a * direction;
                (n_a, n_b) = (direction, back_b * n);
            }
            Axis::B(direction) => {
                n = pose.rotation_b * direction;
                (n_a, n_b) = (back_a * n, direction);
            }
            Axis::Edges([edge_a, edge_b]) => {
                n = (pose.rotation_a * edge_a).cross(pose.rotation_b * edge_b);
                (n_a, n_b) = (back_a * n, back_b * n);
                size = length(n);
            }
        }
        self.stats.supports += 1;
        let a = self.a.support(n_a, self.near[0]);
        let b = self.b.support(-n_b, self.near[1]);
        let near = [a.number, b.number];
        let lever_a = a.point - self.motion.path_a.pivot;
        let lever_b = b.point - self.motion.path_b.pivot;
        let gap = n_b.dot(lever_b) - n_a.dot(lever_a) - n.dot(pose.offset);
        let apart = self.margins + self.terms.clearance;
        let reading = Reading {
            t: now.t,
            offset: pose.offset,
            offset_error: pose.offset_error,
            gap: gap - apart * size - (1.0 + LEFT_OVER) * now.error,
            levers: [lever_a, lever_b],
            n,
            size,
        };
        self.near = near;
        reading
    }

    /// Follows the direction of the closest points by one look ahead: how long the bodies stay apart.
    pub(crate) fn look_ahead(&mut self, closest: &Closest) -> Along {
        let axis = Axis::World(self.now.pose.rotation_b * closest.direction);
        self.trial = self.now;
        let (axis, from, trend) = self.read_with_trend(axis);
        self.follow(&axis, (from, trend), 1, self.terms.span.end(), 0.0)
    }

    /// Finds an axis and follows it until about half the tolerance is left of the gap, no further than to `end`: the
    /// bodies are moved to where they are seen apart last. `None` if rounding leaves no way to go on.
    pub(crate) fn advance(&mut self, closest: &Closest, end: f64) -> Option<Along> {
        let t = self.now.t;
        let (axis, reading, trend) = self.axis(closest);
        if !(reading.gap > 0.0) {
            return None;
        }
        let aim = 0.5 * self.terms.tolerance;
        match self.follow(&axis, (reading, trend), STRIDES, end, aim) {
            Along::Until(time) if !(time > t) => None,
            along => Some(along),
        }
    }

    /// How long the bodies stay apart along an axis, until about `aim` is left of their gap.
    fn follow(
        &mut self,
        axis: &Axis,
        (from, trend): (Reading, Trend),
        strides: u32,
        end: f64,
        aim: f64,
    ) -> Along {
        let aim = aim * from.size;
        // In the world, a first-order bound holds for any length of time. If bodies turn, an axis there will be replaced by
        // a better one, and is not worth being followed to its end.
        let turning = self.rates.spin != [DVec3::ZERO; 2];
        let (closing, aim) = match axis {
            Axis::World(n) if turning => (self.closing_ever(*n), aim.max(STALE * from.gap)),
            Axis::World(n) => (self.closing_ever(*n), aim),
            _ => (f64::INFINITY, aim),
        };
        let followed = Followed {
            axis,
            bound: self.curvature(axis, from.n),
            closing,
        };
        let (mut from, mut first) = (from, Some(trend));
        for _ in 0..strides {
            let t = from.t;
            if !(from.gap > aim) {
                break;
            }
            if closing <= 0.0 || from.gap / closing * (1.0 - 16.0 * UNIT) > end - t {
                return Along::Free;
            }
            let trend = first.take().unwrap_or_else(|| self.trend(axis, &from));
            match self.prove(&followed, &from, trend, end, 0.5 * aim) {
                Some(next) if next.t >= end => return Along::Free,
                Some(next) => from = next,
                None => break,
            }
            if !(from.t > t) {
                break;
            }
        }
        if self.trial.t == from.t {
            self.set(self.trial);
        } else {
            self.move_to(from.t);
        }
        Along::Until(from.t)
    }

    /// The bodies at a later time up to which they are proven apart: `end` or the time before it at which about `aim`
    /// is left of their gap, if the chord bound reaches that far, else as far as it does. Half of `aim` is always left:
    /// closer, and the gap would be lost in rounding.
    fn prove(
        &mut self,
        followed: &Followed,
        from: &Reading,
        mut trend: Trend,
        end: f64,
        aim: f64,
    ) -> Option<Reading> {
        let &Followed {
            axis,
            ref bound,
            closing,
        } = followed;
        let t = from.t;
        let after = |h: f64| (t + h).next_down().max(t);
        let kept = 0.5 * aim;
        let gap = from.gap - kept;
        let mut proven = after(gap / closing * (1.0 - 16.0 * UNIT));
        let swing = bound.at(from.offset, from.offset_error);
        let mut curvature = bound.between(swing, swing);
        let mut before = end;
        for _ in 0..GUESSES {
            let ahead = trend.stride(gap, curvature, aim - kept);
            let at = if ahead < before - t {
                t + ahead
            } else {
                before
            };
            if !(at > proven) || (at == before && before < end) {
                break;
            }
            self.trial = self.pose(at);
            let later = self.read(axis);
            curvature = bound.between(swing, bound.at(later.offset, later.offset_error));
            match chord_root(gap, later.gap - kept, at - t, curvature) {
                None => return Some(later),
                Some(root) => proven = proven.max(after(root)),
            }
            trend = trend.through(gap, later.gap - kept, at - t);
            before = at;
        }
        if !(proven > t) {
            return None;
        }
        self.trial = self.pose(proven);
        let proven_reading = self.read(axis);
        Some(proven_reading)
    }

    /// How fast the gap along a world direction can close at any time of the rest, at most.
    pub(crate) fn closing_ever(&self, n: DVec3) -> f64 {
        let rates = &self.rates;
        let sweep = |spin: DVec3, slack: f64| length(n.cross(spin)) + slack;
        let turning = sweep(rates.spin[0], rates.slack[0]) * self.reaches.line[0]
            + sweep(rates.spin[1], rates.slack[1]) * self.reaches.line[1];
        // The axis is as long as the rotation made it.
        let longest = 1.0 + self.now.pose.rotation_error;
        let slack = turning + rates.velocity_slack + 8.0 * UNIT * length(rates.velocity);
        n.dot(rates.velocity) + up(slack * longest)
    }
}
