//! First contact by roots of features: D2M.

mod edge_edge;
mod features;
mod flat_pair;
mod posed_pair;
mod sphere_pair;
mod step_back;
mod traverse;
mod vertex_triangle;

use super::search::MeshSearch;
use crate::bvh::MeshBvh;
use crate::numbers::rounding::UNIT;
use crate::numbers::span::Span;
use crate::query::roots::hrfoi::FirstRoot;
use crate::query::starts::{Bodies, ask};
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};
use crate::volume::CutBall;
use alloc::vec::Vec;
pub(in crate::query) use sphere_pair::SpherePair;
pub(crate) use traverse::OverlapWindow;
use traverse::Spent;
pub(in crate::query) use traverse::{Leaves, traverse};

/// How often a contact is looked for again, each time this much finer, if where it was found the triangles are still
/// further apart than the tolerance.
pub(in crate::query) const ROUNDS: u32 = 8;
pub(in crate::query) const FINER: f64 = 1.0 / 256.0;

/// How many steps the leaves of the last contact may take: bodies that turn often are not followed turn by turn for a
/// guess.
const GUESS_BUDGET: u64 = 1_000;

/// Triangles are left for later if they stay apart while bodies cover this share of their leaves' size.
const LATER: f64 = 0.2;

/// Features are followed while bodies cover this many times that size, and then looked at again.
const AHEAD: f64 = 3.0;

/// The leaves that a query of two bodies found in contact. Kept by the caller from one query of the same two bodies to
/// the next, which is then likely to find them in contact again and can leave out all later times.
///
/// A pair that does not fit costs a little time, never a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastContact {
    leaves: Option<(u32, u32)>,
}

/// When do two meshes first touch? By certified roots of features: a tree of spheres finds the pairs of triangles that may
/// meet and when, and their contact is the first root of a vertex/triangle or an edge/edge function.
///
/// See [`Verdict`] for what each answer proves. D2M (Buddingh' 2017), all algorithms, with corrections:
/// `docs/decisions/d2m.md`. [`best_first`](super::best_first::best_first) answers the same faster; this is a second way to
/// the same proof, which shares neither bounds nor volumes with it.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Limits, MeshBvh, Moving, Placement, Span, Workspace, mesh::icosphere};
/// use osculate::query::meshes::d2m;
///
/// let ball = MeshBvh::spheres(icosphere(1.0, 1280)?, 0.0);
/// let rest = ConstantVelocity::at_rest(Placement::default())?;
/// let flight = ConstantVelocity::new(Placement::at(DVec3::new(5.0, 0.1, 0.0)), -4.0 * DVec3::X, 6.0 * DVec3::Y)?;
/// let (a, b) = (Moving::new(&ball, &flight), Moving::new(&ball, &rest));
/// let limits = Limits::default().with_clearance(1e-10)?.with_tolerance(2.3e-10)?;
/// let outcome = d2m(a, b, Span::UNIT, &limits, &mut Workspace::new());
/// let contact = outcome.verdict.contact().expect("they meet");
/// assert!(contact.separation.lower >= 1e-10 && contact.separation.upper <= 3.3e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn d2m(
    a: Moving<MeshBvh<CutBall>>,
    b: Moving<MeshBvh<CutBall>>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    d2m_again(a, b, span, limits, workspace, &mut LastContact::default())
}

/// [`d2m`], which looks first where the last query of the same two bodies found a contact (D2M, section VI).
///
/// The answer is the same to within the tolerance; without contact `last` is left as it is. It saves little, since
/// [`d2m`] never looks beyond the first contact anyway.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Limits, MeshBvh, Moving, Placement, Span, Workspace, mesh::icosphere};
/// use osculate::query::meshes::{LastContact, d2m_again};
///
/// let ball = MeshBvh::spheres(icosphere(1.0, 1280)?, 0.0);
/// let rest = ConstantVelocity::at_rest(Placement::default())?;
/// let (mut workspace, mut last) = (Workspace::new(), LastContact::default()); // one `last` for each pair of bodies
/// for frame in 0..3 {
///     let start = Placement::at(DVec3::new(5.0 - 0.1 * f64::from(frame), 0.1, 0.0));
///     let flight = ConstantVelocity::new(start, -4.0 * DVec3::X, 6.0 * DVec3::Y)?;
///     let (a, b) = (Moving::new(&ball, &flight), Moving::new(&ball, &rest));
///     let outcome = d2m_again(a, b, Span::UNIT, &Limits::default(), &mut workspace, &mut last);
///     assert!(outcome.verdict.contact().is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn d2m_again(
    a: Moving<MeshBvh<CutBall>>,
    b: Moving<MeshBvh<CutBall>>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
    last: &mut LastContact,
) -> Outcome {
    let bodies = Bodies::spheres(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        by_roots(a, b, span, limits, workspace, last)
    })
}

fn by_roots(
    a: Moving<MeshBvh<CutBall>>,
    b: Moving<MeshBvh<CutBall>>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
    last: &mut LastContact,
) -> Outcome {
    let mut search = match MeshSearch::begin(a, b, span, limits, &mut workspace.stack) {
        Ok(search) if span.is_instant() => return search.outcome(Verdict::Free),
        Ok(search) => search,
        Err(outcome) => return outcome,
    };
    let mut guess = last.leaves.filter(|&(in_a, in_b)| {
        a.shape.triangles_of_leaf(in_a).is_some() && b.shape.triangles_of_leaf(in_b).is_some()
    });
    // The bodies are apart up to here, and at every time before the contact that is found.
    let mut from = span.start();
    let mut resolution = time_resolution(&search, search.tolerance);
    for _ in 0..ROUNDS {
        let found = earliest(&mut search, workspace, from, resolution, guess.take());
        let touch = match found {
            Ok(None) => return search.outcome(Verdict::Free),
            Ok(Some(touch)) => touch,
            Err(until) => return search.undecided(before(until, from), Reason::Budget),
        };
        if let Some(pair) = search.step_back(touch.triangles, touch.time, from) {
            last.leaves = Some(touch.leaves);
            return search.contact(&pair, &mut workspace.stack);
        }
        from = before(touch.time, from);
        resolution *= FINER;
    }
    search.undecided(from, Reason::Resolution)
}

/// The instant before `time`, but none before `from`.
pub(in crate::query) fn before(time: f64, from: f64) -> f64 {
    time.next_down().max(from)
}

/// The stretch of time in which bodies move by a small part of `tolerance`, but no less than `f64` can tell apart.
pub(in crate::query) fn time_resolution(search: &MeshSearch<CutBall>, tolerance: f64) -> f64 {
    let finest = 4.0 * UNIT * search.span.start().abs().max(search.span.end().abs());
    (0.125 * tolerance / search.motion.fastest()).max(finest)
}

/// Two triangles that are apart before a time, and then may not be.
#[derive(Clone, Copy)]
pub(in crate::query) struct Touch {
    pub(in crate::query) leaves: (u32, u32),
    pub(in crate::query) triangles: [u32; 2],
    pub(in crate::query) time: f64,
}

/// The first time from `from` on at which two triangles may be within the clearance of each other.
fn earliest(
    search: &mut MeshSearch<CutBall>,
    workspace: &mut Workspace,
    from: f64,
    resolution: f64,
    guess: Option<(u32, u32)>,
) -> Result<Option<Touch>, f64> {
    let Workspace { windows, spans, .. } = workspace;
    let mut whole = OverlapWindow {
        nodes: (0, 0),
        from,
        to: search.span.end(),
    };
    let mut first = None;
    if let Some(nodes) = guess
        && let Some(of_a) = search.a.triangles_of_leaf(nodes.0)
        && let Some(of_b) = search.b.triangles_of_leaf(nodes.1)
    {
        let budget = search.budget;
        search.budget = budget.min(search.stats.steps() + GUESS_BUDGET);
        let mut window = OverlapWindow { nodes, ..whole };
        while window.from <= window.to {
            let found = leaves_meet(search, window, [of_a, of_b], resolution, spans, &mut first);
            let Ok(Leaves { touch, again }) = found else {
                break;
            };
            // Nor are these to be looked at later than that: `first` would be what was found last.
            window.to = window.to.min(touch);
            window.from = again;
        }
        whole.to = window.to;
        search.budget = budget;
    }
    traverse(search, windows, whole, |search, window, triangles| {
        leaves_meet(search, window, triangles, resolution, spans, &mut first)
    })?;
    Ok(first)
}

/// The first pair of triangles of two leaves to be within the clearance of each other, if any may be within the window,
/// becomes `first`. Those that stay apart for a while are left for later.
pub(in crate::query) fn leaves_meet(
    search: &mut MeshSearch<CutBall>,
    mut window: OverlapWindow,
    [of_a, of_b]: [&[u32]; 2],
    resolution: f64,
    spans: &mut Vec<Span>,
    first: &mut Option<Touch>,
) -> Result<Leaves, Spent> {
    let pace = search.size(window.nodes) / search.motion.fastest();
    let mut leaves = Leaves::APART;
    let several = of_a.len() * of_b.len() > 1;
    for &a in of_a {
        for two in of_b.chunks(2) {
            let mut times = [[window.from, window.to]; 2];
            if several {
                traverse::pose(search, &window);
                let pairs = search.triangles(a, [two[0], two[two.len() - 1]]);
                times = traverse::within(search, pairs, window);
            }
            for (&b, [from, to]) in two.iter().zip(times) {
                if search.spent() {
                    return Err(Spent);
                }
                if from > to.min(window.to) {
                    continue;
                }
                let triangles = [a, b];
                let part = OverlapWindow {
                    from,
                    to: to.min(window.to),
                    ..window
                };
                traverse::pose(search, &part);
                let apart = features::apart_until(search, triangles, part.to);
                if apart > part.to {
                    continue;
                }
                let from = apart.max(from);
                if from - window.from > LATER * pace {
                    leaves.again = leaves.again.min(from);
                    continue;
                }
                let ahead = from + AHEAD * pace;
                let to = if ahead > from && ahead < part.to {
                    leaves.again = leaves.again.min(ahead);
                    ahead
                } else {
                    part.to
                };
                let part = OverlapWindow { from, to, ..window };
                if let Some(time) = triangles_meet(search, triangles, part, resolution, spans)? {
                    window.to = time;
                    *first = Some(Touch {
                        leaves: window.nodes,
                        triangles,
                        time,
                    });
                    leaves.touch = time;
                }
            }
        }
    }
    Ok(leaves)
}

/// When two triangles may first be within the clearance of each other, if they may be within the window.
fn triangles_meet(
    search: &mut MeshSearch<CutBall>,
    triangles: [u32; 2],
    window: OverlapWindow,
    resolution: f64,
    spans: &mut Vec<Span>,
) -> Result<Option<f64>, Spent> {
    let span = Span::part(window.from, window.to);
    start_of(features::first_contact(
        search, triangles, span, resolution, spans,
    ))
}

/// From when on there may be a root; one that `f64` cannot bracket any better counts.
pub(in crate::query) fn start_of(root: FirstRoot) -> Result<Option<f64>, Spent> {
    match root {
        FirstRoot::None => Ok(None),
        FirstRoot::Within(span) => Ok(Some(span.start())),
        FirstRoot::Undecided {
            free_until,
            reason: Reason::Resolution,
        } => Ok(Some(free_until)),
        FirstRoot::Undecided { .. } => Err(Spent),
    }
}
