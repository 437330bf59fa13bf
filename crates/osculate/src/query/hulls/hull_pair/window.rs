//! When the balls around two convex bodies are near each other.

use super::{HullPair, Size, Terms};
use crate::motion::{PairMotion, PairVelocity};
use crate::numbers::rounding::{UNIT, length, power_of_two, sqrt, up};
use crate::numbers::span::Span;
use crate::shape::Convex;
use glam::DVec3;

/// When the balls about the pivots of two bodies that hold them are near each other, before anything is posed.
pub(crate) struct Window {
    /// From when on, and until when, the balls are within tolerance of each other, rounded outward; `None` if never.
    pub(crate) near: Option<(f64, f64)>,
    /// How far a gap may be off at the start.
    pub(crate) error: f64,
}

impl Window {
    #[inline]
    pub(crate) fn new<P: Convex, Q: Convex>(
        a: &P,
        b: &Q,
        motion: &PairMotion,
        terms: &Terms,
    ) -> Window {
        let (start, end) = (terms.span.start(), terms.span.end());
        let (place, velocity) = motion.place_and_velocity(start, end);
        let size = Size::new(a, b, motion, terms.clearance);
        let error = size.error(&place);
        // A half-space has no ball around it.
        let near = if velocity.acceleration != 0.0 || b.plane().is_some() {
            Some((start, end))
        } else {
            let [reach_a, reach_b] = size.reaches;
            let near = reach_a + reach_b + size.margins + terms.clearance + terms.tolerance;
            balls_near(place.offset, up(near + 2.0 * error), &velocity, terms.span)
        };
        Window { near, error }
    }
}

/// The time of a span in which points that are `d` from each other at its start are no further than `near`, rounded
/// outward.
fn balls_near(d: DVec3, near: f64, velocity: &PairVelocity, span: Span) -> Option<(f64, f64)> {
    let (start, end, v) = (span.start(), span.end(), velocity.velocity);
    let (speed, whole) = (length(v), end - start);
    let near = up(near + (velocity.slack(whole) + 16.0 * UNIT * speed) * whole);
    let (enter, leave) = points_near(d, near, v, whole)?;
    let leave = start + leave;
    let leave = if leave < end { leave.next_up() } else { end };
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

/// Below this, products of two lengths and rates are too small for their squares.
const SMALL: f64 = 1e-140;

/// The times from which on, and up to which, points that are `d + v·τ` from each other are no further than `near`, rounded
/// outward; the first may be negative, the second infinite. `None` if there are none, or none up to `whole`.
#[inline(always)]
fn points_near(d: DVec3, near: f64, v: DVec3, whole: f64) -> Option<(f64, f64)> {
    let (distance, speed) = (length(d), length(v));
    if distance.max(near) * speed < SMALL && v != DVec3::ZERO {
        return small_points_near(d, near, v, whole);
    }
    solved(d, near, v)
}

/// The same for numbers whose squares do not underflow, at any time.
#[inline(always)]
fn solved(d: DVec3, near: f64, v: DVec3) -> Option<(f64, f64)> {
    // |d + v·τ|² − near² = square·τ² + 2·rate·τ + beyond, each with what rounding may have done to it.
    let (distance, speed) = (length(d), length(v));
    let (rate, square) = (d.dot(v), v.dot(v));
    let rate_error = 8.0 * UNIT * distance * speed;
    let beyond_error = 16.0 * UNIT * (distance * distance + near * near);
    let beyond = distance * distance - near * near - beyond_error;
    let discriminant = rate * rate - square * beyond
        + 32.0 * UNIT * (rate * rate + square * (distance * distance + near * near));
    if !(discriminant.abs() < f64::INFINITY) {
        // Too far and too fast for squares.
        return Some((0.0, f64::INFINITY));
    }
    if beyond > 0.0 && (rate >= rate_error || discriminant < 0.0) {
        return None;
    }
    // From here on as late as can be ruled out, which NaN cannot.
    let root = sqrt(discriminant.max(0.0));
    let leave = up((root - rate + rate_error) / square);
    Some((beyond / up(root - rate + rate_error), leave))
}

/// The same in units of the distances and of the time: there, what is too small for squares does not get anywhere.
#[cold]
fn small_points_near(d: DVec3, near: f64, v: DVec3, whole: f64) -> Option<(f64, f64)> {
    let (far, time) = (power_of_two(length(d).max(near)), power_of_two(whole));
    let v = v * time / far;
    if !(far > 0.0 && time > 0.0 && length(v) > SMALL) {
        // The points stay where they are, to within less than rounding; or nothing is known.
        let apart = length(d) * (1.0 - 64.0 * UNIT) > near;
        return (!apart).then_some((0.0, f64::INFINITY));
    }
    let (enter, leave) = solved(d / far, near / far, v)?;
    Some((enter * time, up(leave) * time))
}

impl<P: Convex, Q: Convex> HullPair<'_, P, Q> {
    /// How far the balls around the bodies are apart now, at least, beyond the clearance.
    pub(crate) fn balls_apart(&self) -> f64 {
        let pose = &self.posed.now.pose;
        let ((centre_a, radius_a), (centre_b, radius_b)) =
            (self.posed.a.ball(), self.posed.b.ball());
        let lever_a = pose.rotation_a * (centre_a - self.posed.motion.path_a.pivot);
        let lever_b = pose.rotation_b * (centre_b - self.posed.motion.path_b.pivot);
        let between = lever_b - lever_a - pose.offset;
        length(between) * (1.0 - 8.0 * UNIT)
            - up(radius_a + radius_b + self.posed.size.margins + self.terms.clearance)
            - 2.0 * self.posed.now.error
    }

    /// A time up to which the balls around the bodies are apart, if it is long: infinity if to the end of the span. Half the tolerance
    /// is left of their gap there, so that it can still be seen.
    pub(crate) fn balls_apart_until(&self) -> Option<f64> {
        let apart = self.balls_apart() - 0.5 * self.terms.tolerance;
        let sizes = self.posed.a.ball().1.min(self.posed.b.ball().1);
        if !(apart > sizes) {
            return None;
        }
        let fastest = self.rates.fastest(self.reaches.pivot);
        let (t, end) = (self.posed.now.t, self.terms.span.end());
        let step = apart / fastest * (1.0 - 16.0 * UNIT);
        if step > end - t {
            return Some(f64::INFINITY);
        }
        let time = (t + step).next_down();
        (time > t).then_some(time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_judge::seeded::Seeded;

    /// 2 to a power.
    fn two_to(power: i32) -> f64 {
        libm::scalbn(1.0, power)
    }

    #[test]
    fn points_may_begin_together() {
        for d in [DVec3::ZERO, 1e-150 * DVec3::X, 1e-300 * DVec3::Y] {
            let (enter, leave) = points_near(d, 1.0, 2.0 * DVec3::X, 1.0).unwrap();
            assert!(enter <= 0.0 && (leave - 0.5).abs() < 1e-12, "{leave}");
        }
    }

    /// Lengths and times in other units: the same instants, whatever underflows.
    #[test]
    fn units_do_not_matter() {
        let mut seeded = Seeded::new(5);
        let mut real = || {
            let seed = seeded.bits();
            (seed >> 11) as f64 * UNIT * 2.0 - 1.0
        };
        let mut met = 0;
        for _ in 0..2000 {
            let [d, v] = [(); 2].map(|()| 3.0 * DVec3::new(real(), real(), real()));
            let near = 1.0 + 0.5 * real();
            let here = points_near(d, near, v, 1.0);
            met += u32::from(here.is_some());
            for (length, time) in [(-196, 190), (-120, 190), (-196, 0), (-190, -60), (190, -10)] {
                let (length, time) = (two_to(length), two_to(time));
                let there = points_near(d * length, near * length, v * (length / time), time);
                match (here, there) {
                    (Some((enter, leave)), Some((later, last))) => {
                        let close = |x: f64, y: f64| (x - y).abs() <= 1e-12 * x.abs().max(1e-3);
                        assert!(close(enter, later / time), "{enter} {}", later / time);
                        assert!(close(leave, last / time), "{leave} {}", last / time);
                    }
                    (None, None) => {}
                    // A slow point does not get there in time, or it is not seen that a resting one never does.
                    (here, there) => panic!("{here:?}, {there:?} in other units"),
                }
            }
        }
        assert!(met > 100 && met < 1900, "{met}");
    }
}
