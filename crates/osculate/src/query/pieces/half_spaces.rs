//! Two half-spaces.

use crate::motion::{PairMotion, ProvenGap};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::query::{Limits, Outcome, Reason, Stats, Verdict};
use crate::shape::HalfSpace;
use glam::DVec3;

/// Two half-spaces meet at once unless their planes are exactly parallel and face each other. That can only be told of
/// ones that do not turn and whose normals are exactly opposite; then the gap is that of two points on a line.
pub(crate) fn half_spaces(
    a: &HalfSpace,
    b: &HalfSpace,
    motion: &PairMotion,
    span: Span,
    limits: &Limits,
) -> Outcome {
    let (pose, rates) = motion.pose_and_pair_rates(span.start(), span.end());
    let (pivot_a, pivot_b) = (motion.path_a.pivot, motion.path_b.pivot);
    let (foot_a, foot_b) = (a.normal() * a.offset(), b.normal() * b.offset());
    let reaches = [length(foot_a - pivot_a), length(foot_b - pivot_b)];
    // Without a size there is no default tolerance.
    let tolerance = limits.tolerance().unwrap_or(0.0);
    let (n_a, n_b) = (pose.rotation_a * a.normal(), pose.rotation_b * b.normal());
    let extent = reaches[0] + reaches[1] + length(pivot_a) + length(pivot_b) + length(pose.offset);
    let error = up((pose.rotation_error + 64.0 * UNIT) * extent + 3.0 * pose.offset_error);
    let outcome = |verdict| Outcome {
        verdict: match verdict {
            // They were apart at the start.
            Verdict::Overlapping { .. } if limits.continues => Verdict::Undecided {
                free_until: Some(span.start()),
                reason: Reason::Resolution,
            },
            verdict => verdict,
        },
        clearance: limits.clearance(),
        tolerance,
        resolution: error,
        stats: Stats {
            poses: 1,
            ..Stats::default()
        },
    };
    if length(n_a + n_b) > 16.0 * UNIT + pose.rotation_error {
        return outcome(Verdict::overlapping(true));
    }
    let parallel = n_a + n_b == DVec3::ZERO
        && pose.rotation_error == 0.0
        && rates.spin == [DVec3::ZERO; 2]
        && rates.spin_acceleration == [0.0; 2]
        && rates.slack == [0.0; 2];
    if !parallel {
        return outcome(Verdict::overlapping(false));
    }
    // Along a's normal, which points to b.
    let place_a = pose.rotation_a * (foot_a - pivot_a) + pose.offset;
    let place_b = pose.rotation_b * (foot_b - pivot_b);
    let gap = n_a.dot(place_b - place_a) - limits.clearance();
    if gap <= -error {
        return outcome(Verdict::overlapping(true));
    }
    if !(gap > 2.0 * error) {
        return outcome(Verdict::overlapping(false));
    }
    let closing =
        n_a.dot(rates.velocity) + up(rates.velocity_slack + 8.0 * UNIT * length(rates.velocity));
    let step = ProvenGap::of(gap, 2.0 * error).lasts(closing);
    if closing <= 0.0 || step > span.end() - span.start() {
        return outcome(Verdict::Free);
    }
    outcome(Verdict::Undecided {
        free_until: Some((span.start() + step).next_down().max(span.start())),
        reason: Reason::Resolution,
    })
}
