//! Controlled conservative advancement.

use super::search::{Advance, MeshSearch, Opened, nearer_last};
use super::starting::{Starting, answer};
use crate::bvh::MeshBvh;
use crate::numbers::span::Span;
use crate::query::starts::{Bodies, ask};
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};
use crate::volume::SweptSphere;
use alloc::vec::Vec;

/// The share of the closest distance so far below which a pair of volumes is opened, in the first rounds: the paper's
/// w. Smaller is a coarser front and a shorter step.
const CONTROL: f64 = 0.3;
/// After so many rounds distances are computed to the end (w = 1): the paper's R_max.
const CONTROLLED_ROUNDS: u64 = 50;
/// And below this share of the first distance: the paper's D_threshold.
const CONTROLLED_DISTANCE: f64 = 0.02;

/// The smaller of two times, which are numbers: `f64::min` would look into that.
#[inline(always)]
fn sooner(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// When do two meshes first touch? By controlled conservative advancement: the trees are traversed at an instant, and the
/// earliest of the times up to which the visited pairs are apart is the next instant.
///
/// See [`Verdict`] for what each answer proves. Tang, Manocha and Kim, section 4.3.2, algorithms 1 and 2, with an
/// end where there is no contact and steps on certified gaps instead of distances. [`best_first`](super::best_first::best_first)
/// answers the same faster; this is here for comparison.
pub fn c2a(
    a: Moving<MeshBvh>,
    b: Moving<MeshBvh>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let bodies = Bodies::meshes(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        let Workspace { stack, gaps, .. } = workspace;
        let mut search = MeshSearch::new(a, b, span, limits);
        answer(&mut search, stack, |search, stack, starting| {
            in_rounds(search, gaps, stack, starting, CONTROLLED_ROUNDS)
        })
    })
}

/// [`c2a()`] without its control: every round computes distances to the end (w = 1), as plain conservative advancement does.
///
/// Slower, and proves the same. It is here because Tang, Manocha and Kim compare the two, in Table 1 and figure 6.
pub fn uncontrolled_c2a(
    a: Moving<MeshBvh>,
    b: Moving<MeshBvh>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let bodies = Bodies::meshes(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        let Workspace { stack, gaps, .. } = workspace;
        let mut search = MeshSearch::new(a, b, span, limits);
        answer(&mut search, stack, |search, stack, starting| {
            in_rounds(search, gaps, stack, starting, 0)
        })
    })
}

/// The answer; none, if the start has to be decided first.
#[inline(never)]
fn in_rounds(
    search: &mut MeshSearch<SweptSphere>,
    gaps: &mut Vec<(f64, (u32, u32))>,
    stack: &mut Vec<(u32, u32)>,
    mut starting: Starting,
    controlled_rounds: u64,
) -> Option<Outcome> {
    let (mut first_distance, mut last_distance) = (f64::INFINITY, f64::INFINITY);
    let mut closest = None;
    let mut now = search.span.start();
    loop {
        search.stats.iterations += 1;
        search.pose(now);
        let controlled = search.stats.iterations <= controlled_rounds
            && last_distance >= CONTROLLED_DISTANCE * first_distance;
        let control = if controlled { CONTROL } else { 1.0 };
        // The last round's closest triangles are a good guess at this one's.
        let mut distance = match closest {
            Some(triangles) => search.triangle_pair(triangles).apart_at_most,
            None => f64::INFINITY,
        };
        let mut next = f64::INFINITY;
        gaps.clear();
        gaps.push((f64::NEG_INFINITY, (0, 0)));
        while let Some((gap, nodes)) = gaps.pop() {
            if search.spent() {
                return Some(search.undecided(starting.free_until(now), Reason::Budget));
            }
            // A smaller distance may have become known while the pair waited.
            if gap >= control * distance && starting.apart(gap) {
                let [(_, time), _] = search.advance_volumes([nodes; 2]);
                if time > now {
                    search.stats.front_pairs += 1;
                    next = sooner(time, next);
                    continue;
                }
            }
            match search.open(nodes) {
                Opened::Triangles(a, b) => {
                    search.stats.front_pairs += 1;
                    let pair = search.triangle_pair([a.number(), b.number()]);
                    if pair.apart_at_most <= distance {
                        distance = pair.apart_at_most;
                        closest = Some(pair.triangles);
                    }
                    let advance = search.advance_triangles(&pair);
                    if starting.is_near(search, &pair, &advance) {
                        return None;
                    }
                    match advance {
                        Advance::Contact => return Some(search.contact(&pair, stack)),
                        Advance::Stuck => return Some(search.undecided(now, Reason::Resolution)),
                        Advance::Until(time) => next = sooner(time, next),
                        Advance::Free => {}
                    }
                }
                Opened::Pairs(pairs) => {
                    let tested = search.advance_volumes(pairs);
                    for i in nearer_last([tested[0].0, tested[1].0]) {
                        let (gap, time) = tested[i];
                        // Early rejection: apart to the end of the span.
                        let free = time == f64::INFINITY;
                        let advanced = gap >= control * distance && time > now;
                        if (free || advanced) && starting.apart(gap) {
                            search.stats.front_pairs += 1;
                            next = sooner(time, next);
                        } else {
                            gaps.push((gap, pairs[i]));
                        }
                    }
                }
            }
        }
        if next == f64::INFINITY {
            return Some(search.outcome(Verdict::Free));
        }
        if first_distance == f64::INFINITY {
            first_distance = distance;
        }
        last_distance = distance;
        starting.end();
        now = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::torus_knot;
    use crate::motion::{ConstantVelocity, Placement};
    use glam::{DQuat, DVec3};

    /// The same contacts and the same free flights; with control the fronts of the rounds are smaller.
    #[test]
    fn control_changes_the_work_and_not_the_answer() {
        let knot = MeshBvh::new(torus_knot(2, 3, 2_000).unwrap());
        let rest = ConstantVelocity::at_rest(Placement::IDENTITY).unwrap();
        let limits = Limits::default().with_tolerance(1e-3).unwrap();
        let mut workspace = Workspace::new();
        let (mut contacts, mut controlled_front, mut plain_front) = (0, 0, 0);
        for number in 0..40 {
            let angle = 0.37 * f64::from(number);
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            let from = DVec3::new(3.5 * cosine, 3.5 * sine, 2.0 * sine);
            let aim = DVec3::new(2.5 * sine, 0.0, cosine) - from;
            let at = Placement::new(from, DQuat::from_rotation_y(angle));
            let flight = ConstantVelocity::new(at, 2.0 * aim, cosine * DVec3::X).unwrap();
            let (a, b) = (Moving::new(&knot, &flight), Moving::new(&knot, &rest));
            let controlled = c2a(a, b, Span::UNIT, &limits, &mut workspace);
            let plain = uncontrolled_c2a(a, b, Span::UNIT, &limits, &mut workspace);
            for outcome in [&controlled, &plain] {
                assert!(outcome.stats.front_pairs >= outcome.stats.iterations);
            }
            match (controlled.verdict.contact(), plain.verdict.contact()) {
                (Some(one), Some(other)) => {
                    assert!(one.lower <= other.upper && other.lower <= one.upper);
                    contacts += 1;
                    controlled_front += controlled.stats.front_pairs;
                    plain_front += plain.stats.front_pairs;
                }
                _ => assert_eq!(controlled.verdict, plain.verdict, "{number}"),
            }
        }
        assert!((10..=38).contains(&contacts), "{contacts}");
        assert!(
            controlled_front < plain_front,
            "{controlled_front}, {plain_front}"
        );
    }
}
