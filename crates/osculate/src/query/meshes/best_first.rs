//! First contact by best-first search in time.

use super::search::{Advance, MeshSearch, Opened};
use super::starting::{Starting, answer};
use crate::bvh::MeshBvh;
use crate::numbers::span::Span;
use crate::query::agenda::{Agenda, Timed};
use crate::query::starts::{Bodies, ask};
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};
use crate::volume::SweptSphere;
use alloc::vec::Vec;

/// Pairs of volumes are not opened while their parts are further apart than this share of their size.
const FAR: f64 = 0.2;

/// The smaller of two numbers first.
#[inline(always)]
fn in_order(x: f64, y: f64) -> (f64, f64) {
    if x < y { (x, y) } else { (y, x) }
}

/// When do two meshes first touch? By best-first search: a queue of pairs of nodes, each with a time up to which it is
/// proven apart. The earliest is opened; the first pair of triangles within tolerance that comes out is the answer, and its
/// time is the proof, since everything still queued is apart up to it.
///
/// See [`Verdict`] for what each answer proves. Steps use second-order bounds along the direction of the widest gap.
pub fn best_first(
    a: Moving<MeshBvh>,
    b: Moving<MeshBvh>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let bodies = Bodies::meshes(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        let Workspace { pairs, stack, .. } = workspace;
        let mut search = MeshSearch::new(a, b, span, limits);
        answer(&mut search, stack, |search, stack, starting| {
            earliest_first(search, pairs, stack, starting)
        })
    })
}

/// The answer; none, if the start has to be decided first.
#[inline(never)]
fn earliest_first(
    search: &mut MeshSearch<SweptSphere>,
    pairs: &mut Agenda<Timed>,
    stack: &mut Vec<(u32, u32)>,
    mut starting: Starting,
) -> Option<Outcome> {
    let start = search.span.start();
    pairs.begin(start);
    pairs.push(Timed::root(start));
    loop {
        let Some(Timed { nodes, .. }) = pairs.pop() else {
            return Some(search.outcome(Verdict::Free));
        };
        let now = pairs.now();
        if now > start {
            starting.end();
        }
        if search.spent() {
            return Some(search.undecided(starting.free_until(now), Reason::Budget));
        }
        search.stats.iterations += 1;
        match search.open(nodes) {
            Opened::Pairs(opened) => {
                let size = search.size(nodes);
                search.pose_near(now, size);
                let advanced = search.advance_volumes(opened);
                let [(gap, time), (other_gap, other_time)] = advanced;
                // Far apart for their size, yet not for long: what stops them is how fast they turn, and looking
                // closer would not help. They stay one pair, or the queue would fill with all pairs of triangles.
                let (earlier, later) = in_order(time, other_time);
                let (nearer, _) = in_order(gap, other_gap);
                if earlier > now
                    && later < f64::INFINITY
                    && nearer > FAR * size
                    && starting.apart(nearer)
                {
                    let time = earlier;
                    pairs.push(Timed { time, nodes });
                    continue;
                }
                for (nodes, (gap, time)) in opened.into_iter().zip(advanced) {
                    let time = if starting.apart(gap) { time } else { now };
                    if time < f64::INFINITY {
                        pairs.push(Timed { time, nodes });
                    }
                }
            }
            Opened::Triangles(a, b) => loop {
                let now = pairs.now();
                search.pose(now);
                let pair = search.triangle_pair([a.number(), b.number()]);
                let advance = search.advance_triangles(&pair);
                if starting.is_near(search, &pair, &advance) {
                    return None;
                }
                match advance {
                    Advance::Free => break,
                    Advance::Contact => return Some(search.contact(&pair, stack)),
                    Advance::Stuck => return Some(search.undecided(now, Reason::Resolution)),
                    Advance::Until(time) => {
                        let next = Timed { time, nodes };
                        if !pairs.is_next(next) {
                            pairs.push(next);
                            break;
                        }
                        starting.end();
                        if search.spent() {
                            return Some(search.undecided(time, Reason::Budget));
                        }
                    }
                }
            },
        }
    }
}
