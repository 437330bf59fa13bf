//! First contact by best-first search in time.

use super::search::{Advance, Opened, Search};
use crate::bvh::MeshBvh;
use crate::motion::Motion;
use crate::numbers::span::Span;
use crate::query::workspace::{Timed, Workspace};
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};

/// Pairs of volumes are not opened while their parts are further apart than this share of their size.
const FAR: f64 = 0.2;

/// When two meshes first touch, by best-first search: a queue of pairs of nodes, each with a time up to which it is
/// proven apart. The earliest is opened; the first pair of triangles within tolerance that comes out is the answer,
/// and its time is the proof, since everything still queued is apart up to it.
///
/// See [`Verdict`] for what each answer proves. Steps use second-order bounds along the direction of the widest gap.
pub fn best_first<A: Motion + ?Sized, B: Motion + ?Sized>(
    a: Moving<MeshBvh, A>,
    b: Moving<MeshBvh, B>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let Workspace { queue, stack, .. } = workspace;
    let mut search = match Search::begin(a, b, span, limits, stack) {
        Ok(search) => search,
        Err(outcome) => return outcome,
    };
    queue.clear();
    // Pairs that are apart up to `now`, and no further as far as is known.
    stack.clear();
    stack.push((0, 0));
    let mut now = span.start();
    loop {
        let nodes = match stack.pop() {
            Some(nodes) => nodes,
            None => match queue.pop() {
                Some(earliest) => {
                    now = earliest.time;
                    earliest.nodes
                }
                None => return search.outcome(Verdict::Free),
            },
        };
        if search.spent() {
            return search.undecided(now, Reason::Budget);
        }
        search.stats.iterations += 1;
        match search.open(nodes) {
            Opened::Pairs(pairs) => {
                search.pose_near(now, nodes);
                let advanced = search.advance_volumes(pairs);
                let [(gap, time), (other_gap, other_time)] = advanced;
                // Far apart for their size, yet not for long: what stops them is how fast they turn, and looking
                // closer would not help. They stay one pair, or the queue would fill with all pairs of triangles.
                if time.min(other_time) > now
                    && time.max(other_time) < f64::INFINITY
                    && gap.min(other_gap) > FAR * search.size(nodes)
                {
                    let time = time.min(other_time);
                    queue.push(Timed { time, nodes });
                    continue;
                }
                for (nodes, (_, time)) in pairs.into_iter().zip(advanced) {
                    if time <= now {
                        stack.push(nodes);
                    } else if time < f64::INFINITY {
                        queue.push(Timed { time, nodes });
                    }
                }
            }
            Opened::Triangles(a, b) => loop {
                search.pose(now);
                let pair = search.triangle_pair([a.number(), b.number()]);
                match search.advance_triangles(&pair) {
                    Advance::Free => break,
                    Advance::Contact => return search.contact(&pair, stack),
                    Advance::Stuck => return search.undecided(now, Reason::Resolution),
                    Advance::Until(time) => {
                        let next = Timed { time, nodes };
                        if !stack.is_empty()
                            || queue.peek().is_some_and(|earliest| *earliest > next)
                        {
                            queue.push(next);
                            break;
                        }
                        if search.spent() {
                            return search.undecided(time, Reason::Budget);
                        }
                        now = time;
                    }
                }
            },
        }
    }
}
