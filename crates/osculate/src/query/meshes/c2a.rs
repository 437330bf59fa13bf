//! Controlled conservative advancement.

use super::search::{Advance, Opened, Search, nearer_last};
use crate::bvh::MeshBvh;
use crate::motion::Motion;
use crate::numbers::span::Span;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};

/// The share of the closest distance so far below which a pair of volumes is opened, in the first rounds: the paper's
/// w. Smaller is a coarser front and a shorter step.
const CONTROL: f64 = 0.3;
/// After so many rounds distances are computed to the end (w = 1): the paper's R_max.
const CONTROLLED_ROUNDS: u64 = 50;
/// And below this share of the first distance: the paper's D_threshold.
const CONTROLLED_DISTANCE: f64 = 0.02;

/// When two meshes first touch, by controlled conservative advancement: the trees are traversed at an instant, and
/// the earliest of the times up to which the visited pairs are apart is the next instant.
///
/// See [`Verdict`] for what each answer proves. Tang, Manocha and Kim, section 4.3.2, algorithms 1 and 2, with an
/// end where there is no contact and steps on certified gaps instead of distances. [`best_first`](super::best_first)
/// answers the same faster; this is here for comparison.
pub fn c2a<A: Motion + ?Sized, B: Motion + ?Sized>(
    a: Moving<MeshBvh, A>,
    b: Moving<MeshBvh, B>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let Workspace { stack, gaps, .. } = workspace;
    let mut search = match Search::begin(a, b, span, limits, stack) {
        Ok(search) => search,
        Err(outcome) => return outcome,
    };
    let mut first_distance = f64::INFINITY;
    let mut last_distance = f64::INFINITY;
    let mut closest = None;
    let mut now = span.start();
    loop {
        search.stats.iterations += 1;
        search.pose(now);
        let controlled = search.stats.iterations <= CONTROLLED_ROUNDS
            && last_distance >= CONTROLLED_DISTANCE * first_distance;
        let control = if controlled { CONTROL } else { 1.0 };
        // The last round's closest triangles are a good guess at this one's.
        let mut distance = match closest {
            Some(triangles) => search.triangle_pair(triangles).reach,
            None => f64::INFINITY,
        };
        let mut next = f64::INFINITY;
        gaps.clear();
        gaps.push((f64::NEG_INFINITY, (0, 0)));
        while let Some((gap, nodes)) = gaps.pop() {
            if search.spent() {
                return search.undecided(now, Reason::Budget);
            }
            // A smaller distance may have become known while the pair waited.
            if gap >= control * distance {
                let [(_, time), _] = search.advance_volumes([nodes; 2]);
                if time > now {
                    next = next.min(time);
                    continue;
                }
            }
            match search.open(nodes) {
                Opened::Triangles(a, b) => {
                    let pair = search.triangle_pair([a.number(), b.number()]);
                    if pair.reach <= distance {
                        distance = pair.reach;
                        closest = Some(pair.triangles);
                    }
                    match search.advance_triangles(&pair) {
                        Advance::Contact => return search.contact(&pair, stack),
                        Advance::Stuck => return search.undecided(now, Reason::Resolution),
                        Advance::Until(time) => next = next.min(time),
                        Advance::Free => {}
                    }
                }
                Opened::Pairs(pairs) => {
                    let tested = search.advance_volumes(pairs);
                    for i in nearer_last([tested[0].0, tested[1].0]) {
                        let (gap, time) = tested[i];
                        // Early rejection: apart to the end of the span.
                        if time == f64::INFINITY {
                            continue;
                        }
                        if gap >= control * distance && time > now {
                            next = next.min(time);
                        } else {
                            gaps.push((gap, pairs[i]));
                        }
                    }
                }
            }
        }
        if next == f64::INFINITY {
            return search.outcome(Verdict::Free);
        }
        if first_distance == f64::INFINITY {
            first_distance = distance;
        }
        last_distance = distance;
        now = next;
    }
}
