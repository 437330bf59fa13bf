//! Conservative advancement of convex bodies.

use super::hull_pair::{HullPair, Terms};
use crate::motion::PairMotion;
use crate::numbers::span::Span;
use crate::query::starts::{Bodies, ask};
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};
use crate::shape::Hull;

/// When do two convex bodies first touch? By conservative advancement: each step goes as far as the gap along the direction
/// of the closest points cannot close, at its fastest possible rate (Mirtich; Coumans, algorithm 1, with the directional
/// bound in place of the largest radius).
///
/// See [`Verdict`] for what each answer proves. Works in the same way for every motion; for constant velocities
/// [`attached_axes`](crate::query::hulls::attached_axes) gives the same answers faster.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Span, Workspace};
/// use osculate::query::hulls::conservative_advancement;
///
/// let rod = Hull::capsule(1.0, 0.1)?;
/// let spin = ConstantVelocity::new(Placement::at(1.5 * DVec3::X), DVec3::ZERO, 3.0 * DVec3::Y)?;
/// let rest = ConstantVelocity::at_rest(Placement::default())?;
/// let (a, b) = (Moving::new(&rod, &spin), Moving::new(&rod, &rest));
/// let outcome = conservative_advancement(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new());
/// assert!(outcome.verdict.contact().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conservative_advancement(
    a: Moving<Hull>,
    b: Moving<Hull>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let bodies = Bodies::hulls(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        advance(a, b, span, limits, workspace)
    })
}

fn advance(
    a: Moving<Hull>,
    b: Moving<Hull>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let motion = PairMotion::new(a.motion, b.motion);
    let terms = Terms::of_pair(a.shape, b.shape, &motion, span, limits);
    let mut pair = HullPair::new(a.shape, b.shape, &motion, terms, span.start());
    let expanding = &mut workspace.expanding;
    let mut closest = match pair.start(expanding) {
        Ok(_) if span.is_instant() => return pair.outcome(Verdict::Free),
        Ok(closest) => closest,
        Err(outcome) => return outcome,
    };
    pair.measure_lines();
    loop {
        pair.posed.stats.iterations += 1;
        let t = pair.posed.now.t;
        if pair.touching(&closest) {
            return pair.contact(&closest, expanding);
        }
        if pair.spent() {
            return pair.undecided(t, Reason::Budget);
        }
        let gap = pair.gap_to_step(&closest);
        if !(gap.width() > 0.0) {
            return pair.undecided(t, Reason::Resolution);
        }
        let closing = pair.closing_ever(pair.posed.now.pose.rotation_b * closest.direction);
        if closing <= 0.0 {
            return pair.outcome(Verdict::Free);
        }
        let step = gap.lasts(closing);
        if step > span.end() - t {
            return pair.outcome(Verdict::Free);
        }
        let next = (t + step).next_down();
        if !(next > t) {
            return pair.undecided(t, Reason::Resolution);
        }
        pair.move_to(next);
        closest = pair.posed.closest(1e-2, 0.0);
    }
}
