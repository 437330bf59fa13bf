//! Hierarchical conservative advancement.

use super::search::{Advance, MeshSearch, Opened, nearer_last};
use super::starting::{Starting, answer};
use crate::bvh::MeshBvh;
use crate::numbers::span::Span;
use crate::query::agenda::Timed;
use crate::query::starts::{Bodies, ask};
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};
use crate::volume::{SweptSphere, Volume};
use alloc::vec::Vec;

/// A pair of volumes is opened once their gap is below this share of the smaller one's radius.
const CLOSE: f64 = 0.5;

/// Or below this share of the larger one's. Its turning is what keeps steps short, by its size: a triangle that is very small, or
/// a point, may wait beside it for ever without being close for its own size, while what is below the pair can be followed in
/// longer steps.
const CLOSE_TO_LARGER: f64 = 0.0625;

/// When do two meshes first touch? By hierarchical conservative advancement: one depth-first traversal in which every pair
/// of volumes is advanced until it comes close, and dropped once it is apart beyond the earliest contact known.
///
/// See [`Verdict`] for what each answer proves. Tang, Manocha and Kim, section 4.3.3, algorithm 3, with the minimum taken
/// where line 3 takes the maximum, and contact at the end of the span kept. [`best_first`](super::best_first::best_first) is
/// faster on contacts and on average; this may be a little faster where nothing touches. Do not resume it with small
/// budgets: depth first, the earliest pairs may still be waiting when the budget runs out.
pub fn hca(
    a: Moving<MeshBvh>,
    b: Moving<MeshBvh>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let bodies = Bodies::meshes(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        let Workspace { stack, timed, .. } = workspace;
        let mut search = MeshSearch::new(a, b, span, limits);
        answer(&mut search, stack, |search, stack, starting| {
            depth_first(search, timed, stack, starting)
        })
    })
}

/// The answer; none, if the start has to be decided first.
#[inline(never)]
fn depth_first(
    search: &mut MeshSearch<SweptSphere>,
    timed: &mut Vec<Timed>,
    stack: &mut Vec<(u32, u32)>,
    starting: Starting,
) -> Option<Outcome> {
    let start = search.span.start();
    // The earliest time that any pair of triangles could not be shown to be apart beyond, and that pair, if it is in contact.
    let mut earliest = f64::INFINITY;
    let mut first = None;
    timed.clear();
    timed.push(Timed::root(start));
    while let Some(Timed { time, nodes }) = timed.pop() {
        if time >= earliest {
            continue;
        }
        if search.spent() {
            let until = timed
                .iter()
                .fold(time.min(earliest), |least, pair| least.min(pair.time));
            let until = starting.seen_until(until, start);
            return Some(search.undecided(until, Reason::Budget));
        }
        search.stats.iterations += 1;
        search.pose(time);
        match search.open(nodes) {
            Opened::Triangles(a, b) => loop {
                let pair = search.triangle_pair([a.number(), b.number()]);
                let advance = search.advance_triangles(&pair);
                if search.instant.t == start && starting.is_near(search, &pair, &advance) {
                    return None;
                }
                match advance {
                    Advance::Until(time) if time < earliest => {
                        if search.spent() {
                            timed.push(Timed { time, nodes });
                            break;
                        }
                        search.pose(time);
                    }
                    Advance::Free | Advance::Until(_) => break,
                    Advance::Contact | Advance::Stuck => {
                        earliest = search.instant.t;
                        let contact = matches!(advance, Advance::Contact);
                        first = Some(contact.then_some(pair.triangles));
                        break;
                    }
                }
            },
            Opened::Pairs(pairs) => {
                let advanced = search.advance_volumes(pairs);
                let times = [0, 1].map(|i| {
                    if time == start && !starting.apart(advanced[i].0) {
                        return start;
                    }
                    time_of_contact(search, pairs[i], advanced[i], time, earliest)
                });
                for i in nearer_last(times) {
                    if times[i] < earliest {
                        timed.push(Timed {
                            time: times[i],
                            nodes: pairs[i],
                        });
                    }
                }
            }
        }
    }
    Some(match first {
        None => search.outcome(Verdict::Free),
        Some(None) => search.undecided(earliest, Reason::Resolution),
        Some(Some(triangles)) => {
            search.pose(earliest);
            let pair = search.triangle_pair(triangles);
            search.contact(&pair, stack)
        }
    })
}

/// A time up to which two volumes are apart, by advancing them further until they are close: the paper's ToC. Within the
/// tolerance they are, however small: two points have no size that a gap could be compared with.
fn time_of_contact(
    search: &mut MeshSearch<SweptSphere>,
    nodes: (u32, u32),
    (mut gap, mut time): (f64, f64),
    mut from: f64,
    until: f64,
) -> f64 {
    let a = search.a.node(nodes.0).volume.size();
    let b = search.b.node(nodes.1).volume.size();
    // Sizes are numbers, which `f64::min` would look into.
    let (smaller, larger) = if a < b { (a, b) } else { (b, a) };
    while !search.spent() {
        let close =
            gap < CLOSE * smaller || gap < CLOSE_TO_LARGER * larger || gap < search.tolerance;
        if time <= from || time >= until || close {
            break;
        }
        from = time;
        search.pose(time);
        [(gap, time), _] = search.advance_volumes([nodes; 2]);
    }
    time
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::TriMesh;
    use crate::motion::{ConstantVelocity, Placement};
    use glam::DVec3;

    /// Beside the edge that a triangle tips over, no point is ever close for its own size, which is none.
    #[test]
    fn a_point_is_close_to_what_is_large() {
        let mesh = |corners: [[DVec3; 3]; 2]| {
            let triangles = Vec::from([[0, 1, 2], [3, 4, 5]]);
            MeshBvh::new(TriMesh::new(corners.concat(), triangles).unwrap())
        };
        let triangle = [
            DVec3::ZERO,
            DVec3::new(1.0, -1.0, 0.0),
            DVec3::new(1.0, 1.0, 0.0),
        ];
        let points = [-2e-7, -1.0].map(|z| [DVec3::new(0.0, 0.0, z); 3]);
        let (plate, points) = (
            mesh([triangle, triangle.map(|x| x + DVec3::Z)]),
            mesh(points),
        );
        let moving = |spin| ConstantVelocity::new(Placement::IDENTITY, DVec3::ZERO, spin).unwrap();
        let (tips, rest) = (moving(-0.2 * DVec3::Y), moving(DVec3::ZERO));
        let limits = Limits::default().with_budget(100);
        let mut workspace = Workspace::new();
        for clearance in [0.0, 1e-7] {
            let limits = limits.with_clearance(clearance).unwrap();
            let (a, b) = (Moving::new(&plate, &tips), Moving::new(&points, &rest));
            for (a, b) in [(a, b), (b, a)] {
                let outcome = hca(a, b, Span::UNIT, &limits, &mut workspace);
                assert_eq!(outcome.verdict, Verdict::Free, "{:?}", outcome.stats);
            }
        }
    }
}
