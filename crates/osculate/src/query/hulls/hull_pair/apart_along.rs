//! How long two convex bodies stay apart along an axis.

use super::trend::{Trend, promise};
use super::{HullPair, LEFT_OVER, Now};
use crate::motion::{ProvenGap, closing_ever, sweep};
use crate::numbers::rounding::{UNIT, length, up};
use crate::query::hulls::axis::{ATTACHABLE, Axis, Curvature, LOOKED_ANGLE, chord_root, seen};
use crate::query::hulls::gjk::Closest;
use crate::query::meshes::triangle_distance::unit;
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

/// The share of the tolerance that is left of the gap of bodies that do not turn.
const DRIFTED: f64 = 0.5;

/// The share of the tolerance at which a gap counts as closed, and the share of that which looks are aimed at.
const CLOSED: f64 = 0.7;
const AIMED: f64 = 0.35;

/// The share of that at which a gap is too small to be followed in the first place.
const FIRST: f64 = 0.7;

/// Below this share of the bodies' reaches a gap is so small that it is worth knowing how little it bends: bodies that roll or tip
/// over would be followed in steps of its root.
const CLOSE: f64 = 1e-5;

/// How many ends of a stretch are tried.
const GUESSES: u32 = 2;

/// The bodies along an axis, at an instant.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    t: f64,
    pub(super) offset: DVec3,
    pub(super) offset_error: f64,
    /// What is certainly left of their gap beyond the clearance, if positive, times the axis' length.
    pub(super) gap: ProvenGap,
    /// How far the bodies reach from their pivots, a along the axis and b against it, at most.
    reached: [f64; 2],
    /// The points that it is between, seen from their pivots in their bodies' axes.
    pub(super) levers: [DVec3; 2],
    /// The numbers of these points.
    near: [u32; 2],
    /// The axis in the world, and its length: all gaps are multiplied by it.
    pub(super) n: DVec3,
    pub(super) size: f64,
}

/// An axis to be followed from an instant.
struct Course {
    axis: Axis,
    /// How much gaps along the axis bend, at most.
    bound: Curvature,
    /// The bodies along the axis at that instant.
    from: Reading,
    /// How their gap goes on from there, about.
    trend: Trend,
}

/// An axis that is followed, how much gaps along it bend, and how fast they close at any time, at most.
struct Followed {
    axis: Axis,
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

impl<P: Convex, Q: Convex> HullPair<'_, P, Q> {
    /// The axis along the bodies' closest points, attached to the features that they are on if contact is near, and
    /// what the bodies show along it.
    fn axis(&mut self, closest: &Closest) -> Course {
        if let Some(normal) = self.posed.b.plane() {
            // No other direction separates anything from a half-space.
            return self.along(Axis::B(-normal));
        }
        let n = self.posed.now.pose.rotation_b * closest.direction;
        let attachable = self.rates.steady() && self.posed.now.pose.rotation_error <= ATTACHABLE;
        if !attachable || self.rates.spin == [DVec3::ZERO; 2] {
            return self.along(Axis::World(n));
        }
        // An axis that turns with a body follows its features and pays for it with a larger curvature: the one that
        // promises most is taken. The direction was fixed in b: fixing it elsewhere costs another error.
        let gap = self.gap_to_step(closest);
        // Far apart, features do not matter; but bodies that turn alike may hardly move as either sees the other.
        let far = gap.width() > FAR * self.reaches.pivot[0].max(self.reaches.pivot[1])
            && self.rates.spin[0] != self.rates.spin[1];
        let reading = Reading {
            t: self.posed.now.t,
            offset: self.posed.now.pose.offset,
            offset_error: self.posed.now.pose.offset_error,
            gap,
            reached: self.reached_if_close(gap, n, closest),
            levers: closest.corners.map(|corner| corner.point),
            near: self.posed.near,
            n,
            size: 1.0,
        };
        let world = Axis::World(n);
        if far {
            let bound = self.curvature(&world, n);
            let trend = Trend {
                slope: self.least_slopes(n)[0],
                ..self.trend(&world, &reading, &self.posed.now.pose)
            };
            return Course {
                axis: world,
                bound,
                from: reading,
                trend,
            };
        }
        let in_a = self.posed.now.pose.rotation_a.transpose() * n;
        let axes = [world, Axis::A(in_a), Axis::B(closest.direction)];
        let slopes = self.least_slopes(n);
        let weigh = |i: usize| {
            let bound = self.curvature(&axes[i], n);
            (
                promise(gap.width(), slopes[i], self.curvature_now(&bound)),
                i,
                bound,
            )
        };
        let mut best = weigh(0);
        if self.is_close(gap, 1.0) {
            let bend = self.bend_seen(&world, &reading, &reading);
            best.0 = best.0.max(promise(gap.width(), slopes[0], bend));
        }
        for i in (1..3).filter(|i| !self.left_out[i - 1]) {
            let other = weigh(i);
            if other.0 > best.0 {
                best = other;
            }
        }
        let (promised, chosen, bound) = best;
        // The length of an axis across edges changes. With a clearance below zero, its bounds would not hold.
        if self.left_out == [false; 2]
            && self.posed.size.margins + self.terms.clearance >= 0.0
            && let Some((axis, across)) = self.across_edges(n)
            && let Some(course) = self.along_edges(axis, across, &reading, promised)
        {
            return course;
        }
        let axis = axes[chosen];
        let trend = Trend {
            slope: slopes[chosen],
            ..self.trend(&axis, &reading, &self.posed.now.pose)
        };
        Course {
            axis,
            bound,
            from: reading,
            trend,
        }
    }

    /// What the bodies show now along an axis across two edges, `n` in the world, if it promises more than was promised.
    fn along_edges(
        &mut self,
        axis: Axis,
        n: DVec3,
        reading: &Reading,
        promised: f64,
    ) -> Option<Course> {
        let size = length(n);
        // The corners are most often the same: supports are asked for only if these promise enough.
        let expected = Reading {
            gap: reading.gap.times(size),
            n,
            size,
            ..*reading
        };
        let bound = self.curvature(&axis, n);
        let trend = self.trend(&axis, &expected, &self.posed.now.pose);
        if !(promise(
            expected.gap.width(),
            trend.slope,
            self.curvature_now(&bound),
        ) > promised)
        {
            return None;
        }
        let across = self.reading(&axis, &self.posed.now);
        self.note(&across);
        (across.gap.width() > 0.75 * expected.gap.width()).then_some(Course {
            axis,
            bound,
            from: across,
            trend,
        })
    }

    /// What the bodies show along an axis now.
    fn along(&mut self, axis: Axis) -> Course {
        let reading = self.reading(&axis, &self.posed.now);
        self.note(&reading);
        let bound = self.curvature(&axis, reading.n);
        let trend = self.trend(&axis, &reading, &self.posed.now.pose);
        Course {
            axis,
            bound,
            from: reading,
            trend,
        }
    }

    /// Where the supports of a reading were, for the next to begin there.
    fn note(&mut self, reading: &Reading) {
        self.posed.stats.supports += 1;
        self.posed.near = reading.near;
    }

    /// How much gaps with this bound bend now, at most.
    pub(super) fn curvature_now(&self, bound: &Curvature) -> f64 {
        let pose = &self.posed.now.pose;
        let swing = bound.at(pose.offset, pose.offset_error);
        bound.between(swing, swing)
    }

    /// How fast the gap of any two points of the closest features grows along axes that are `n` in the world now, one
    /// fixed there, one in a and one in b, at least: where features are flat on each other, all their points are equally
    /// far apart now, and the supports name any.
    #[inline(always)]
    fn least_slopes(&self, n: DVec3) -> [f64; 3] {
        let pose = &self.posed.now.pose;
        let [swing_a, swing_b] = self.rates.spin.map(|spin| n.cross(spin));
        let (back_a, back_b) = (pose.rotation_a.transpose(), pose.rotation_b.transpose());
        // Of a and of b, as the world and as the other sees them.
        let (a, a_from_b) = (back_a * swing_a, back_a * (swing_a - swing_b));
        let (b, b_from_a) = (back_b * swing_b, back_b * (swing_b - swing_a));
        let (mut most, mut most_from_b) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let (mut least, mut least_from_a) = (f64::INFINITY, f64::INFINITY);
        for vertex in self.posed.simplex.vertices() {
            let [of_a, of_b] = vertex.corners.map(|corner| corner.point);
            most = most.max(a.dot(of_a));
            most_from_b = most_from_b.max(a_from_b.dot(of_a));
            least = least.min(b.dot(of_b));
            least_from_a = least_from_a.min(b_from_a.dot(of_b));
        }
        let drift = -n.dot(self.rates.velocity);
        [
            drift + least - most,
            drift + least_from_a + swing_a.dot(pose.offset),
            drift - most_from_b + swing_b.dot(pose.offset),
        ]
    }

    /// The axis across the edges that the closest points are on, if they are, and what it is in the world, about as `n`.
    fn across_edges(&self, n: DVec3) -> Option<(Axis, DVec3)> {
        let [a, b] = [
            self.posed.simplex.edge_of(0)?,
            self.posed.simplex.edge_of(1)?,
        ]
        .map(unit);
        let pose = &self.posed.now.pose;
        let across = (pose.rotation_a * a).cross(pose.rotation_b * b);
        let (edges, across) = if across.dot(n) < 0.0 {
            ([-a, b], -across)
        } else {
            ([a, b], across)
        };
        (length(across) > SLANTED).then_some((Axis::Edges(edges), across))
    }

    pub(super) fn curvature(&self, axis: &Axis, n: DVec3) -> Curvature {
        let apart = self.posed.size.margins + self.terms.clearance;
        let off = self.posed.now.pose.rotation_error;
        if self.plane_is_fixed() {
            // What does not turn is fixed in the world too.
            let (axis, rates) = (Axis::World(n), self.rates_across());
            return Curvature::new(&axis, n, off, &rates, &self.reaches, apart);
        }
        Curvature::new(axis, n, off, &self.rates, &self.reaches, apart)
    }

    /// The bodies along an axis at a time that may be another.
    fn read(&mut self, axis: &Axis, at: f64) -> Reading {
        self.try_at(at);
        let reading = self.reading(axis, &self.trial);
        self.note(&reading);
        reading
    }

    /// The bodies along an axis at an instant.
    pub(super) fn reading(&self, axis: &Axis, now: &Now) -> Reading {
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
        let a = self.posed.a.support(n_a, self.posed.near[0]);
        let b = self.posed.b.support(-n_b, self.posed.near[1]);
        let lever_a = a.point - self.posed.motion.path_a.pivot;
        let lever_b = b.point - self.posed.motion.path_b.pivot;
        let gap = n_b.dot(lever_b) - n_a.dot(lever_a) - n.dot(pose.offset);
        let apart = self.posed.size.margins + self.terms.clearance;
        Reading {
            t: now.t,
            offset: pose.offset,
            offset_error: pose.offset_error,
            gap: ProvenGap::of(gap - apart * size, (1.0 + LEFT_OVER) * now.error),
            reached: [n_a.dot(lever_a) + now.error, now.error - n_b.dot(lever_b)],
            levers: [lever_a, lever_b],
            near: [a.number, b.number],
            n,
            size,
        }
    }

    /// Follows the direction of the closest points by one look ahead: how long the bodies stay apart. As much is left of their gap as
    /// by [`HullPair::advance`]: a search that ends there for want of budget goes on there, and must still see it.
    pub(crate) fn look_ahead(&mut self, closest: &Closest) -> Along {
        let axis = Axis::World(self.posed.now.pose.rotation_b * closest.direction);
        let course = self.along(axis);
        let aim = CLOSED * self.terms.tolerance;
        self.follow(course, 1, self.terms.span.end(), aim)
    }

    /// Finds an axis and follows it until less than the tolerance is left of the gap, no further than to `end`: the
    /// bodies are moved to where they are seen apart last. `None` if rounding leaves no way to go on.
    pub(crate) fn advance(&mut self, closest: &Closest, end: f64) -> Option<Along> {
        let still = self.rates.spin == [DVec3::ZERO; 2] && self.rates.steady();
        // A plane is looked at along its own normal. If it may turn, that is no direction of the world, and the plane sweeps
        // what is far from its pivot faster than what is near.
        if still && (self.posed.b.plane().is_none() || self.plane_is_fixed()) {
            return self.drift(closest, end);
        }
        let t = self.posed.now.t;
        let course = self.axis(closest);
        if !(course.from.gap.width() > 0.0) {
            return None;
        }
        match self.follow(course, STRIDES, end, CLOSED * self.terms.tolerance) {
            Along::Until(time) if !(time > t) => None,
            along => Some(along),
        }
    }

    /// The same for bodies that do not turn. Along a direction that is fixed in the world their gap falls no faster than
    /// at the rate that it closes with ever, and that is what it falls by but for rounding: nothing needs to be looked at
    /// on the way.
    fn drift(&mut self, closest: &Closest, end: f64) -> Option<Along> {
        let t = self.posed.now.t;
        let gap = self.gap_to_step(closest);
        if !(gap.width() > 0.0) {
            return None;
        }
        let closing = self.closing_ever(self.posed.now.pose.rotation_b * closest.direction);
        if closing <= 0.0 || gap.lasts(closing) > end - t {
            return Some(Along::Free);
        }
        let kept = (DRIFTED * self.terms.tolerance).min(0.5 * gap.width());
        let next = (t + gap.beyond(kept).lasts(closing)).next_down();
        if !(next > t) {
            return None;
        }
        self.move_to(next);
        Some(Along::Until(next))
    }

    /// How long the bodies stay apart along an axis, until no more than `aim` is left of their gap.
    fn follow(&mut self, course: Course, strides: u32, end: f64, aim: f64) -> Along {
        let Course {
            axis,
            bound,
            mut from,
            trend,
        } = course;
        let aim = aim * from.size;
        // In the world, a first-order bound holds for any length of time. If bodies turn, an axis there will be replaced by
        // a better one, and is not worth being followed to its end.
        let turning = self.rates.spin != [DVec3::ZERO; 2];
        let (closing, aim) = match axis {
            Axis::World(n) if turning => (self.closing_ever(n), aim.max(STALE * from.gap.width())),
            Axis::World(n) => (self.closing_ever(n), aim),
            _ if self.plane_is_fixed() => (self.closing_ever(from.n), aim),
            _ => (f64::INFINITY, aim),
        };
        let followed = Followed {
            axis,
            bound,
            closing,
        };
        let mut first = Some(trend);
        for _ in 0..strides {
            let t = from.t;
            // Bodies that are not seen to touch yet may show a gap of less than that from the first, and must go on.
            let closed = if first.is_some() { FIRST * aim } else { aim };
            if !(from.gap.width() > closed) {
                break;
            }
            if closing <= 0.0 || from.gap.lasts(closing) > end - t {
                return Along::Free;
            }
            let trend = first
                .take()
                .unwrap_or_else(|| self.trend(&axis, &from, &self.trial.pose));
            match self.prove(&followed, &from, trend, end, AIMED * aim) {
                Some(next) if next.t >= end => return Along::Free,
                Some(next) => from = next,
                None => break,
            }
            if !(from.t > t) {
                break;
            }
        }
        // What was read last is on trial. If nothing was proven with it, that is a later instant than the last proven one.
        if from.t != self.posed.now.t {
            if from.t != self.trial.t {
                self.try_at(from.t);
            }
            self.move_to_trial();
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
        let Followed {
            axis,
            bound,
            closing,
        } = followed;
        let t = from.t;
        let after = |h: f64| (t + h).next_down().max(t);
        let kept = 0.5 * aim;
        let gap = from.gap.beyond(kept);
        let mut proven = after(gap.lasts(*closing));
        let swing = bound.at(from.offset, from.offset_error);
        let mut curvature = bound.between(swing, swing);
        let close = self.is_close(from.gap, from.size);
        let mut longest = f64::INFINITY;
        if close {
            let seen = self.bend_seen(axis, from, from);
            if seen < curvature {
                (curvature, longest) = (seen, self.longest_seen());
            }
        }
        let mut before = end;
        for _ in 0..GUESSES {
            let ahead = trend
                .stride(gap.width(), curvature, aim - kept)
                .min(longest);
            let at = if ahead < before - t {
                t + ahead
            } else {
                before
            };
            if !(at > proven) || (at == before && before < end) {
                break;
            }
            let later = self.read(axis, at);
            curvature = bound.between(swing, bound.at(later.offset, later.offset_error));
            if close {
                curvature = curvature.min(self.bend_seen(axis, from, &later));
            }
            let there = later.gap.beyond(kept);
            match chord_root(gap, there, at - t, curvature) {
                None => return Some(later),
                Some(root) => proven = proven.max(after(root)),
            }
            trend = trend.through(gap.width(), there.width(), at - t);
            before = at;
        }
        if !(proven > t) {
            return None;
        }
        Some(self.read(axis, proven))
    }

    /// Whether a gap along an axis of this length is so small that it is worth knowing how little it bends.
    #[inline(always)]
    fn is_close(&self, gap: ProvenGap, size: f64) -> bool {
        gap.width() < CLOSE * size * (self.reaches.pivot[0] + self.reaches.pivot[1])
    }

    /// How far the closest points reach from the pivots, if their gap is so small that it matters.
    #[inline(always)]
    fn reached_if_close(&self, gap: ProvenGap, n: DVec3, closest: &Closest) -> [f64; 2] {
        if self.is_close(gap, 1.0) {
            self.reached(n, closest.corners.map(|corner| corner.point))
        } else {
            [f64::INFINITY; 2]
        }
    }

    /// How far points reach from the pivots, one of a along `n` in the world now and one of b against it: with an error for those, and
    /// one since they were found along a direction of b.
    fn reached(&self, n: DVec3, [a, b]: [DVec3; 2]) -> [f64; 2] {
        let Now { pose, error, .. } = &self.posed.now;
        [
            n.dot(pose.rotation_a * a) + 2.0 * error,
            2.0 * error - n.dot(pose.rotation_b * b),
        ]
    }

    /// How much gaps along an axis that stands still bend between two readings, at most; infinite, if not even that is known.
    fn bend_seen(&self, axis: &Axis, from: &Reading, later: &Reading) -> f64 {
        let still = matches!(axis, Axis::World(_)) || self.plane_is_fixed();
        if !still {
            return f64::INFINITY;
        }
        let further = |body: usize| {
            let (first, last) = (from.reached[body], later.reached[body]);
            // A sum is no number if either is none.
            if first > last {
                first
            } else {
                last + 0.0 * first
            }
        };
        let reached = [further(0), further(1)];
        let time = up(later.t - from.t);
        if let Some(normal) = self.posed.b.plane().filter(|_| self.plane_is_fixed()) {
            // The rates are widened by what the normal is off now. That of a later pose may be off by more, or by less.
            let n = self.posed.now.pose.rotation_b * -normal;
            return seen(n, &self.rates_across(), &self.reaches, reached, time);
        }
        seen(from.n, &self.rates, &self.reaches, reached, time)
    }

    /// The longest time for which readings are taken that say how gaps bend between them.
    fn longest_seen(&self) -> f64 {
        let [a, b] = self.rates.speed;
        LOOKED_ANGLE / a.max(b)
    }

    /// How fast the gap along a world direction can close at any time of the rest, at most.
    pub(crate) fn closing_ever(&self, n: DVec3) -> f64 {
        let across;
        let rates = if self.plane_is_fixed() {
            across = self.rates_across();
            &across
        } else {
            &self.rates
        };
        // The axis is as long as the rotation made it.
        let longest = up(1.0 + self.posed.now.pose.rotation_error);
        let sweeps = [
            sweep(n, rates.spin[0], rates.slack[0]) * longest,
            sweep(n, rates.spin[1], rates.slack[1]) * longest,
        ];
        let slack = (rates.velocity_slack + 8.0 * UNIT * length(rates.velocity)) * longest;
        closing_ever(n.dot(rates.velocity), sweeps, self.reaches.line, slack)
    }
}
