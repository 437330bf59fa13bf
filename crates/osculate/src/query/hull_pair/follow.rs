//! How long two convex bodies stay apart along an axis.

use super::{HullPair, LEFT_OVER};
use crate::motion::{Motion, PairPose};
use crate::query::axis::{ATTACHABLE, Axis, Curvature, chord_root};
use crate::query::gjk::Closest;
use crate::query::triangle_distance::unit;
use crate::rounding::{UNIT, length, sqrt, up};
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
struct Reading {
    t: f64,
    offset: DVec3,
    offset_error: f64,
    /// What is certainly left of their gap beyond the clearance, if positive.
    gap: f64,
    /// How fast it grows, about.
    slope: f64,
    /// The axis in the world, and its length: all gaps are multiplied by it.
    n: DVec3,
    size: f64,
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
    fn axis(&mut self, closest: &Closest) -> (Axis, Reading) {
        self.trial = self.now;
        if let Some(normal) = self.b.plane() {
            // No other direction separates anything from a half-space.
            let axis = Axis::B(-normal);
            return (axis, self.read(&axis));
        }
        let n = self.now.pose.rotation_b * closest.direction;
        let attachable = self.rates.steady() && self.now.pose.rotation_error <= ATTACHABLE;
        if !attachable || self.rates.spin == [DVec3::ZERO; 2] {
            let axis = Axis::World(n);
            return (axis, self.read(&axis));
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
            let reading = self.read(&axis);
            if reading.gap > 0.75 * reading.size * gap
                && parabola(reading.gap, reading.slope, self.bend(&axis, n)) > promise
            {
                return (axis, reading);
            }
        }
        (
            axis,
            Reading {
                t: self.now.t,
                offset: self.now.pose.offset,
                offset_error: self.now.pose.offset_error,
                gap,
                slope,
                n,
                size: 1.0,
            },
        )
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

    /// The bodies along an axis at the time that is on trial.
    fn read(&mut self, axis: &Axis) -> Reading {
        let now = &self.trial;
        let pose = &now.pose;
        let (back_a, back_b) = (pose.rotation_a.transpose(), pose.rotation_b.transpose());
        let [spin_a, spin_b] = self.rates.spin;
        let (n, n_a, n_b, turning, size, lengthening);
        match *axis {
            Axis::World(direction) => {
                (n, n_a, n_b) = (direction, back_a * direction, back_b * direction);
                (turning, size, lengthening) = (DVec3::ZERO, 1.0, 0.0);
            }
            Axis::A(direction) => {
                n = pose.rotation_a * direction;
                (n_a, n_b) = (direction, back_b * n);
                (turning, size, lengthening) = (spin_a.cross(n), 1.0, 0.0);
            }
            Axis::B(direction) => {
                n = pose.rotation_b * direction;
                (n_a, n_b) = (back_a * n, direction);
                (turning, size, lengthening) = (spin_b.cross(n), 1.0, 0.0);
            }
            Axis::Edges([edge_a, edge_b]) => {
                let (p, q) = (pose.rotation_a * edge_a, pose.rotation_b * edge_b);
                n = p.cross(q);
                (n_a, n_b) = (back_a * n, back_b * n);
                turning = spin_a.cross(p).cross(q) + p.cross(spin_b.cross(q));
                size = length(n);
                lengthening = n.dot(turning) / size;
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
            slope: self.slope(n, turning, pose, [lever_a, lever_b]) - apart * lengthening,
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
        let from = self.read(&axis);
        self.follow(&axis, from, 1, self.terms.span.end(), 0.0)
    }

    /// Finds an axis and follows it until about half the tolerance is left of the gap, no further than to `end`: the
    /// bodies are moved to where they are seen apart last. `None` if rounding leaves no way to go on.
    pub(crate) fn advance(&mut self, closest: &Closest, end: f64) -> Option<Along> {
        let t = self.now.t;
        let (axis, reading) = self.axis(closest);
        if !(reading.gap > 0.0) {
            return None;
        }
        match self.follow(&axis, reading, STRIDES, end, 0.5 * self.terms.tolerance) {
            Along::Until(time) if !(time > t) => None,
            along => Some(along),
        }
    }

    /// How long the bodies stay apart along an axis, until about `aim` is left of their gap.
    fn follow(&mut self, axis: &Axis, from: Reading, strides: u32, end: f64, aim: f64) -> Along {
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
        let mut from = from;
        for _ in 0..strides {
            let t = from.t;
            if !(from.gap > aim) {
                break;
            }
            if closing <= 0.0 || from.gap / closing * (1.0 - 16.0 * UNIT) > end - t {
                return Along::Free;
            }
            let bound = &followed.bound;
            let swing = bound.at(from.offset, from.offset_error);
            let ahead = stride(&from, bound.between(swing, swing), 0.5 * aim);
            let at = if ahead < end - t { t + ahead } else { end };
            match self.prove(&followed, &from, swing, at, 0.5 * aim) {
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

    /// The bodies at a later time up to which they are proven apart: `at` or the time before it at which about `aim`
    /// is left of their gap, if the chord bound reaches that far, else as far as it does. Half of `aim` is always left:
    /// closer, and the gap would be lost in rounding.
    fn prove(
        &mut self,
        followed: &Followed,
        from: &Reading,
        swing: f64,
        at: f64,
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
        let mut proven = after((from.gap - kept) / closing * (1.0 - 16.0 * UNIT));
        let mut at = at;
        for _ in 0..GUESSES {
            if !(at > t) {
                return None;
            }
            self.trial = self.pose(at);
            let later = self.read(axis);
            let curvature = bound.between(swing, bound.at(later.offset, later.offset_error));
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
        self.trial = self.pose(proven);
        Some(self.read(axis))
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
    newton.min(chord.max(parabola(gap, slope, curvature)))
}

/// How long a gap lasts that falls as it does now and bends as much as it can.
fn parabola(gap: f64, slope: f64, curvature: f64) -> f64 {
    2.0 * gap / (sqrt(slope * slope + 2.0 * curvature * gap) - slope)
}
