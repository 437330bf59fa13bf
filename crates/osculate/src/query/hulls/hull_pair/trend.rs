//! How a gap along an axis goes on from an instant, about: where to look next. Nothing is proven with it.

use super::HullPair;
use super::apart_along::Reading;
use crate::motion::PairPose;
use crate::numbers::rounding::sqrt;
use crate::query::hulls::axis::Axis;
use crate::shape::Convex;
use glam::DVec3;

/// The share of the longest stretch that the chord bound is expected to carry over, for what the expectation is off by.
const SAFE: f64 = 0.95;

/// How much further than the slope alone an upward curving may lead: before long, other points come closer.
const FURTHER: f64 = 1.25;

/// How fast the gap of two points along an axis grows, and how fast that changes.
#[derive(Clone, Copy)]
pub(super) struct Trend {
    pub(super) slope: f64,
    pub(super) curving: f64,
}

impl<P: Convex, Q: Convex> HullPair<'_, P, Q> {
    /// The trend of the gap of the points that a reading is of.
    pub(super) fn trend(&self, axis: &Axis, reading: &Reading, pose: &PairPose) -> Trend {
        let [spin_a, spin_b] = self.rates.spin;
        let [a, b] = reading.levers;
        let (a, b) = (pose.rotation_a * a, pose.rotation_b * b);
        let (rate_a, rate_b) = (spin_a.cross(a), spin_b.cross(b));
        let between = b - a - pose.offset;
        let rate = rate_b - rate_a - self.rates.velocity;
        let n = reading.n;
        let slope = n.dot(rate);
        let curving = n.dot(spin_b.cross(rate_b) - spin_a.cross(rate_a));
        // Of the axis: its rate, and the rate of that.
        let (turning, swinging) = match *axis {
            Axis::World(_) => return Trend { slope, curving },
            Axis::A(_) => (spin_a.cross(n), spin_a.cross(spin_a.cross(n))),
            Axis::B(_) => (spin_b.cross(n), spin_b.cross(spin_b.cross(n))),
            Axis::Edges([edge_a, edge_b]) => {
                let (p, q) = (pose.rotation_a * edge_a, pose.rotation_b * edge_b);
                let (rate_p, rate_q) = (spin_a.cross(p), spin_b.cross(q));
                (
                    rate_p.cross(q) + p.cross(rate_q),
                    spin_a.cross(rate_p).cross(q)
                        + 2.0 * rate_p.cross(rate_q)
                        + p.cross(spin_b.cross(rate_q)),
                )
            }
        };
        let mut trend = Trend {
            slope: slope + turning.dot(between),
            curving: curving + 2.0 * turning.dot(rate) + swinging.dot(between),
        };
        if let Axis::Edges(_) = axis {
            // As the axis grows, so does what margins and clearance take off.
            let apart = self.posed.size.margins + self.terms.clearance;
            let growth = n.dot(turning) / reading.size;
            let speeding = turning.dot(turning) + n.dot(swinging) - growth * growth;
            trend.slope -= apart * growth;
            trend.curving -= apart * speeding / reading.size;
        }
        trend
    }

    /// How fast the gap of two points grows along an axis that is fixed in the world now, about.
    pub(super) fn slope(&self, n: DVec3, [a, b]: [DVec3; 2]) -> f64 {
        let pose = &self.posed.now.pose;
        let [spin_a, spin_b] = self.rates.spin;
        let (a, b) = (pose.rotation_a * a, pose.rotation_b * b);
        n.dot(spin_b.cross(b) - spin_a.cross(a) - self.rates.velocity)
    }
}

impl Trend {
    /// The same slope, with the curving that leads to another gap after a while.
    pub(super) fn through(self, gap: f64, later: f64, time: f64) -> Trend {
        Trend {
            curving: 2.0 * ((later - gap) / time - self.slope) / time,
            ..self
        }
    }

    /// How far to look ahead from a gap: where it will have fallen to `aim`, but no further than the chord bound is
    /// expected to carry.
    pub(super) fn stride(self, gap: f64, curvature: f64, aim: f64) -> f64 {
        let Trend { slope, curving } = self;
        let fall = gap - aim;
        let discriminant = slope * slope - 2.0 * curving * fall;
        let bent = 2.0 * fall / (sqrt(discriminant.max(0.0)) - slope);
        let newton = if curving < 0.0 {
            bent
        } else if slope < 0.0 {
            bent.min(FURTHER * fall / -slope)
        } else {
            f64::INFINITY
        };
        if !(curvature > 0.0) {
            return newton;
        }
        // With a later end where the trend leads, the bound has no root up to the first of these, and falls all the way to
        // that end up to the second. One of them is no shorter than what the bound is good for from this end alone.
        let within = |stretch: f64, curving: f64| {
            if curving > 0.0 {
                SAFE * stretch / curving
            } else {
                f64::INFINITY
            }
        };
        let rootless = within(
            2.0 * (slope + sqrt(2.0 * curvature * gap)),
            curvature - curving,
        );
        let falling = if slope < 0.0 {
            within(-2.0 * slope, curvature + curving)
        } else {
            0.0
        };
        newton.min(rootless.max(falling))
    }
}

/// How far the first look along an axis will lead, by the slope alone: `Trend::stride` without a curving.
pub(super) fn promise(gap: f64, slope: f64, curvature: f64) -> f64 {
    let newton = if slope < 0.0 {
        gap / -slope
    } else {
        f64::INFINITY
    };
    if !(curvature > 0.0) {
        return newton;
    }
    let rootless = slope + sqrt(2.0 * curvature * gap);
    newton.min(2.0 * SAFE * rootless.max(-slope) / curvature)
}
