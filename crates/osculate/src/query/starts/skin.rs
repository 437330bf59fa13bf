//! The clearance that a skin comes to.

use super::Bodies;
use super::near_pairs::NearPairs;
use crate::motion::PairMotion;
use crate::numbers::span::Span;
use crate::query::pieces::body_pieces::Pieces;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Outcome, Reason, Stats, Verdict};

/// What is left of the separation at the start at least, in units of the resolution.
const LEFT: f64 = 64.0;

/// What is known before a search with a skin.
#[derive(Default)]
pub(super) struct Before {
    /// The work that the skin took.
    stats: Stats,
    /// What rounding may do over the whole span: what is promised of a skin is in terms of it.
    resolution: f64,
}

impl Before {
    /// Adds to the answer of the search after it.
    pub(super) fn add_to(self, outcome: &mut Outcome) {
        outcome.stats.add(&self.stats);
        outcome.resolution = outcome.resolution.max(self.resolution);
    }
}

/// The limits that are in force for bodies with a skin, by how far they are apart at the start. The answer, if they are not.
///
/// With σ the skin, s a proven lower bound on the separation at the start and ρ = min(64 resolutions, s/2): the clearance is
/// min(σ, max(σ/2, s − σ/16), s − ρ), and the tolerance at most half of what that leaves of s.
#[cold]
#[inline(never)]
#[allow(clippy::result_large_err, reason = "once a query")]
pub(super) fn in_force(
    bodies: Bodies,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Result<(Limits, Before), Outcome> {
    let plain = limits.without_clearance();
    let (bodies, _) = bodies.with_plane_second();
    if let [Pieces::HalfSpace(_), _] = bodies.pieces {
        // Planes that are parallel need no skin.
        return Ok((plain, Before::default()));
    }
    let motion = PairMotion::new(bodies.motions[0], bodies.motions[1]);
    let mut near = NearPairs::new(bodies.pieces, &motion, span, &plain);
    let room = LEFT * near.resolution;
    // Whatever is further apart has all of its skin.
    let far = 1.125 * limits.skin + room;
    let terms = near.terms(0.0, 0.0);
    let (mut apart, mut reach) = (far, f64::INFINITY);
    let all = near.each_near(
        span.start(),
        terms,
        far,
        &mut workspace.stack,
        |_, _, pair| {
            let closest = pair.posed.closest(0.0, 0.0);
            let gap = pair.posed.gap(&closest);
            // A gap that is no number is none.
            apart = if gap.is_nan() { 0.0 } else { apart.min(gap) };
            reach = reach.min(pair.posed.apart_at_most(&closest));
            apart
        },
    );
    let answer = |verdict| Outcome {
        verdict,
        clearance: 0.0,
        tolerance: near.tolerance(&plain),
        resolution: near.resolution,
        stats: near.stats,
    };
    if !all {
        return Err(answer(Verdict::Undecided {
            free_until: None,
            reason: Reason::Budget,
        }));
    }
    if !(apart > 0.0) {
        return Err(answer(Verdict::overlapping(reach <= 0.0)));
    }
    let kept = room.min(0.5 * apart);
    let skin = limits.skin;
    let wanted = (0.5 * skin).max(apart - 0.0625 * skin).min(skin);
    let clearance = wanted.min((apart - kept).next_down()).max(0.0);
    let mut limits = Limits {
        clearance,
        skin: 0.0,
        // The start is known to be apart.
        continues: true,
        ..*limits
    };
    limits.widest = 0.5 * (apart - clearance);
    limits.budget = limits.budget.saturating_sub(near.stats.steps());
    let before = Before {
        stats: near.stats,
        resolution: near.resolution,
    };
    Ok((limits, before))
}
