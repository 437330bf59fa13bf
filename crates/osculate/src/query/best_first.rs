//! First contact by best-first search in time.

use super::search::{Advance, Search, Start};
use super::workspace::{Timed, Workspace};
use super::{Limits, Moving, Outcome, Reason, Verdict};
use crate::bvh::MeshBvh;
use crate::motion::Motion;
use crate::span::Span;
use crate::volume::SweptSphere;

/// When two meshes first touch, by best-first search: a queue of pairs of nodes, each with a time up to which it is
/// proven apart. The earliest is opened; the first pair of triangles within tolerance that comes out is the answer,
/// and its time is the proof, since everything still queued is apart up to it.
///
/// See [`Verdict`] for what each answer proves. Steps use second-order bounds along the direction of the widest gap.
pub fn best_first<A: Motion + ?Sized, B: Motion + ?Sized>(
    a: Moving<MeshBvh<SweptSphere>, A>,
    b: Moving<MeshBvh<SweptSphere>, B>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let mut search = Search::new(a, b, span, limits);
    let Workspace { queue, stack, .. } = workspace;
    if let Start::Over(verdict) = search.start(stack) {
        return search.outcome(verdict);
    }
    queue.clear();
    // Pairs whose time is that of `search.instant`.
    stack.clear();
    stack.push((0, 0));
    search.pose(span.start());
    loop {
        let (node_a, node_b) = match stack.pop() {
            Some(nodes) => nodes,
            None => match queue.pop() {
                Some(earliest) => {
                    search.pose(earliest.time);
                    earliest.nodes
                }
                None => return search.outcome(Verdict::Free),
            },
        };
        if search.spent() {
            return search.undecided(search.instant.t, Reason::Budget);
        }
        search.stats.iterations += 1;
        match search.children(node_a, node_b) {
            Ok(pairs) => {
                let advanced = search.advance_volumes(pairs);
                for (nodes, (_, time)) in pairs.into_iter().zip(advanced) {
                    if time == search.instant.t {
                        stack.push(nodes);
                    } else if time < f64::INFINITY {
                        queue.push(Timed { time, nodes });
                    }
                }
            }
            Err(triangles) => loop {
                let pair = search.triangle_pair(triangles);
                match search.advance_triangles(&pair) {
                    Advance::Free => break,
                    Advance::Contact => return search.contact(&pair, stack),
                    Advance::Stuck => return search.undecided(search.instant.t, Reason::Resolution),
                    Advance::Until(time) => {
                        let next = Timed { time, nodes: (node_a, node_b) };
                        if !stack.is_empty() || queue.peek().is_some_and(|earliest| *earliest > next) {
                            queue.push(next);
                            break;
                        }
                        if search.spent() {
                            return search.undecided(time, Reason::Budget);
                        }
                        search.pose(time);
                    }
                }
            },
        }
    }
}
