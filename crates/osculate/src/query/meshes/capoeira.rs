//! First contact of the spheres around meshes: D2M's Capoeira.

use super::d2m::{
    FINER, Leaves, OverlapWindow, ROUNDS, SpherePair, Touch, before, leaves_meet, start_of,
    time_resolution, traverse,
};
use super::search::MeshSearch;
use crate::bvh::MeshBvh;
use crate::motion::Instant;
use crate::numbers::rounding::length;
use crate::numbers::span::Span;
use crate::query::roots::hrfoi;
use crate::query::starts::{Bodies, ask};
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Verdict};
use crate::volume::CutBall;
use glam::DVec3;

/// The contact of two leaves is solved until their spheres are this share of their size apart.
const SHARE: f64 = 1e-6;

/// When do the spheres around the leaves of two meshes first touch? Uses the tree alone, no triangles.
///
/// See [`Verdict`] for what each answer proves. A contact of leaves is [`Evidence::Near`](crate::query::Evidence::Near): the
/// meshes are disjoint up to `lower`, and there they are at most as far apart as the sum of the diameters of the two leaves,
/// which is the outcome's tolerance; that of `limits` is ignored. The `epsilon` of [`MeshBvh::spheres`] sets how coarse
/// leaves are. Leaves that are wider than the gap at the start are compared by their triangles, as [`d2m`](super::d2m::d2m)
/// does it, so that bodies which start close and separate are free.
///
/// D2M (Buddingh' 2017), sections VI and VIII. Choose it for a quick first look;
/// [`best_first`](super::best_first::best_first) with a coarse tolerance gives a proof of contact as well.
pub fn capoeira(
    a: Moving<MeshBvh<CutBall>>,
    b: Moving<MeshBvh<CutBall>>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let bodies = Bodies::spheres(a.shape, b.shape, [a.motion, b.motion]);
    ask(bodies, span, limits, workspace, |limits, workspace| {
        by_leaves(a, b, span, limits, workspace)
    })
}

fn by_leaves(
    a: Moving<MeshBvh<CutBall>>,
    b: Moving<MeshBvh<CutBall>>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let mut search = MeshSearch::new(a, b, span, limits);
    // Only gaps that some pair of leaves is wider than matter, and only roughly.
    let widest = 2.0 * (a.shape.coarsest() + b.shape.coarsest());
    let start_gap = if search.continues() {
        // Twice the tolerance in force, which was made of half the gap.
        2.0 * search.tolerance
    } else {
        match search.start(2.0 * widest, 0.5, &mut workspace.stack) {
            Ok(gap) => gap,
            Err(outcome) => return outcome,
        }
    };
    let mut fine = 0.5 * start_gap;
    search.tolerance = fine.min(widest);
    if span.is_instant() {
        return search.outcome(Verdict::Free);
    }
    // The bodies are apart up to here, and at every time before the contact that is found.
    let mut from = span.start();
    for _ in 0..ROUNDS {
        match earliest(&mut search, workspace, from, [start_gap, fine]) {
            Err(until) => return search.undecided(before(until, from), Reason::Budget),
            Ok(None) => return search.outcome(Verdict::Free),
            Ok(Some((time, Found::Leaves(nodes)))) => {
                search.pose(before(time, from));
                return search.touching_leaves(nodes);
            }
            Ok(Some((time, Found::Triangles(triangles)))) => {
                if let Some(pair) = search.step_back(triangles, time, from) {
                    return search.contact(&pair, &mut workspace.stack);
                }
                // They may not have met after all: from there on, more finely.
                from = before(time, from);
                fine *= FINER;
            }
        }
    }
    search.undecided(from, Reason::Resolution)
}

/// The first time from `from` on at which leaves may touch, or triangles of leaves that are wider than the gap at the start; those are
/// looked at as finely as a share of `fine`. If the budget runs out, a time before which all is apart.
fn earliest(
    search: &mut MeshSearch<CutBall>,
    workspace: &mut Workspace,
    from: f64,
    [start_gap, fine]: [f64; 2],
) -> Result<Option<(f64, Found)>, f64> {
    let Workspace { windows, spans, .. } = workspace;
    let whole = OverlapWindow {
        nodes: (0, 0),
        from,
        to: search.span.end(),
    };
    let mut first = None;
    traverse(search, windows, whole, |search, window, triangles| {
        let (in_a, in_b) = window.nodes;
        let size = search.a.node(in_a).volume.radius + search.b.node(in_b).volume.radius;
        if 2.0 * size >= start_gap {
            let resolution = time_resolution(search, fine);
            let mut touch = None;
            let found = leaves_meet(search, window, triangles, resolution, spans, &mut touch)?;
            if let Some(Touch {
                time, triangles, ..
            }) = touch
            {
                first = Some((time, Found::Triangles(triangles)));
            }
            return Ok(found);
        }
        let resolution = time_resolution(search, SHARE * size);
        let left = search.left();
        let nodes = window.nodes;
        let part = Span::part(window.from, window.to);
        let mut function = SpherePair { search, nodes };
        let root = hrfoi::search(&mut function, part, resolution, left, spans);
        let Some(time) = start_of(root)? else {
            return Ok(Leaves::APART);
        };
        first = Some((time, Found::Leaves(nodes)));
        Ok(Leaves {
            touch: time,
            ..Leaves::APART
        })
    })?;
    Ok(first)
}

/// What is in contact.
enum Found {
    Triangles([u32; 2]),
    Leaves((u32, u32)),
}

impl MeshSearch<'_, CutBall> {
    /// The answer for leaves whose spheres touch now: of each the triangle that is nearest to where they do, to be quick.
    /// Any two are within the tolerance.
    fn touching_leaves(&mut self, (in_a, in_b): (u32, u32)) -> Outcome {
        let (leaf_a, leaf_b) = (self.a.node(in_a).volume, self.b.node(in_b).volume);
        let [pivot_a, pivot_b] = self.motion.pivots();
        let Instant { turn, shift, .. } = self.instant;
        // Both centres as b sees them, the point between them, and that as a sees it.
        let centre_a = turn * (leaf_a.centre - pivot_a) + shift;
        let centre_b = leaf_b.centre - pivot_b;
        let way = leaf_a.radius / (leaf_a.radius + leaf_b.radius).max(f64::MIN_POSITIVE);
        let touch = centre_a + (centre_b - centre_a) * way;
        let touch_a = turn.transpose() * (touch - shift) + pivot_a;
        let triangles = [
            nearest(self.a, in_a, touch_a),
            nearest(self.b, in_b, touch + pivot_b),
        ];
        let pair = self.triangle_pair(triangles);
        // The spheres of points have no diameter, but they do not quite touch.
        let diameters = 2.0 * (leaf_a.radius + leaf_b.radius);
        self.tolerance = diameters.max(pair.apart_at_most - self.clearance);
        if !(pair.gap() > self.clearance) {
            return self.undecided(self.instant.t, Reason::Resolution);
        }
        let contact = self.near(&pair);
        self.outcome(Verdict::Contact(contact))
    }
}

/// The triangle of a leaf whose centroid is nearest to a point.
fn nearest(tree: &MeshBvh<CutBall>, leaf: u32, point: DVec3) -> u32 {
    let triangles = tree.triangles_of_leaf(leaf);
    let triangles = triangles.expect("contacts are of leaves");
    let mut best = (f64::INFINITY, triangles[0]);
    for &triangle in triangles {
        let (centroid, _) = tree.mesh().triangle_ball(triangle as usize);
        let off = length(centroid - point);
        if off < best.0 {
            best = (off, triangle);
        }
    }
    best.1
}
