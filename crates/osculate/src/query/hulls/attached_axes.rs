//! First contact of convex bodies by certified search along axes that are attached to their features.

use super::expanding::Expanding;
use super::hull_pair::{Along, HullPair, InstantPair, Terms, Window};
use crate::motion::PairMotion;
use crate::numbers::span::Span;
use crate::query::small_motions::memory::Hints;
use crate::query::starts::{Bodies, ask};
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Stats, Verdict};
use crate::shape::{Convex, Hull};

/// When do two convex bodies first touch? By following separating axes: an axis is found at an instant, fixed in the world
/// or in the body whose face it is normal to, and followed for as long as the chord bound shows a gap along it; then
/// another.
///
/// See [`Verdict`] for what each answer proves. Bodies with constant velocities ([`ConstantVelocity`], [`Screw`]) take
/// about five axes; for any other motion the axes are fixed in the world.
///
/// [`ConstantVelocity`]: crate::ConstantVelocity
/// [`Screw`]: crate::motion::Screw
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Span, Workspace, query::hulls::attached_axes};
///
/// let die = Hull::cuboid(DVec3::splat(0.5))?;
/// let ball = Hull::ball(1.0)?;
/// let throw = ConstantVelocity::new(Placement::at(5.0 * DVec3::X), -4.0 * DVec3::X, 6.0 * DVec3::Y)?;
/// let rest = ConstantVelocity::at_rest(Placement::default())?;
/// let (a, b) = (Moving::new(&die, &throw), Moving::new(&ball, &rest));
/// let outcome = attached_axes(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new());
/// let contact = outcome.verdict.contact().expect("they meet");
/// assert!(contact.lower > 0.8 && contact.upper < 0.9 && contact.normal.x > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn attached_axes(
    a: Moving<Hull>,
    b: Moving<Hull>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    from_hints([a, b], span, limits, &Hints::default(), workspace)
}

/// The same, which looks first where the bodies were closest last.
pub(crate) fn from_hints(
    [a, b]: [Moving<Hull>; 2],
    span: Span,
    limits: &Limits,
    hints: &Hints,
    workspace: &mut Workspace,
) -> Outcome {
    let bodies = Bodies::hulls(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        let motion = PairMotion::new(a.motion, b.motion);
        let terms = Terms::of_pair(a.shape, b.shape, &motion, span, limits);
        let begin = |pair: &mut InstantPair<Hull, Hull>| pair.begin_at(hints);
        let expanding = &mut workspace.expanding;
        search_from(begin, (a.shape, b.shape), &motion, terms, expanding)
    })
}

/// The share of a gap that the first look at a pair of bodies may lose.
const LOOSE: f64 = 0.2;

pub(crate) fn search<P: Convex, Q: Convex>(
    a: &P,
    b: &Q,
    motion: &PairMotion,
    terms: Terms,
    expanding: &mut Expanding,
) -> Outcome {
    search_from(|_| {}, (a, b), motion, terms, expanding)
}

/// The same, after the first look was told where to begin.
#[inline(always)]
fn search_from<P: Convex, Q: Convex>(
    begin: impl FnOnce(&mut InstantPair<P, Q>),
    (a, b): (&P, &Q),
    motion: &PairMotion,
    terms: Terms,
    expanding: &mut Expanding,
) -> Outcome {
    let window = Window::new(a, b, motion, &terms);
    let Some((enter, leave)) = window.near else {
        return Outcome {
            verdict: Verdict::Free,
            clearance: terms.clearance,
            tolerance: terms.tolerance,
            resolution: window.error,
            stats: Stats::default(),
        };
    };
    let mut pair = HullPair::new(a, b, motion, terms, enter);
    begin(&mut pair.posed);
    let mut closest = if enter > terms.span.start() {
        pair.posed.closest(LOOSE, 0.0)
    } else {
        match pair.start(expanding) {
            Ok(_) if pair.terms.span.is_instant() => return pair.outcome(Verdict::Free),
            Ok(closest) => closest,
            Err(outcome) => return outcome,
        }
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
        match pair.advance(&closest, leave) {
            Some(Along::Free) => return pair.outcome(Verdict::Free),
            Some(Along::Until(_)) => closest = pair.posed.closest(LOOSE, 0.0),
            None => return pair.undecided(t, Reason::Resolution),
        }
    }
}
