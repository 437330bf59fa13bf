//! How deep two bodies of any kind are inside each other at an instant, or how far apart.

use super::half_spaces::half_spaces;
use super::posed::{Near, Posed};
use crate::body::Shape;
use crate::motion::Snapshot;
use crate::numbers::interval::Interval;
use crate::query::hulls::epa::Penetration;
use crate::query::workspace::Workspace;
use crate::query::{Moving, Stats};

/// The depth or separation of two moving bodies of any kind at time `t`, as one signed number.
///
/// The interval encloses the depth of the deepest pair of pieces. The depth of a pair is the shortest move of one that parts
/// it, up to touching; for bodies that are apart it is minus their separation.
///
/// | bodies | what `depth` says of them |
/// | --- | --- |
/// | two hulls, or a hull and a half-space | the least distance that one must be moved to be apart from the other |
/// | a compound | at least `depth.lower` is needed to part the bodies. More may be: what parts one pair may drive another deeper |
/// | a mesh | of its triangles, not of what they enclose. A body wholly inside a closed mesh is apart from it; one that has pushed a corner through it is as deep as the triangles' sizes let it be. Not proven: that a move by `depth.upper` parts the bodies, or which side of the surface is inside |
/// | two half-spaces | infinite, unless they are exactly parallel and face each other |
///
/// The interval is proven, as [`query::hulls::penetration`](crate::query::hulls::penetration) says for a pair. `normal`, points and
/// features are those of the deepest pair found, and after a move of a by `depth.upper` along `normal` that pair is apart or
/// touches. By branch and bound over the trees of meshes; no allocation in repeated calls.
///
/// ```
/// use osculate::{Compound, HalfSpace, Hull, Moving, Placement, Resting, Shape, Workspace};
/// use osculate::{glam::{DQuat, DVec3}, query::instant::penetration};
/// let legs = [-1.0, 1.0].map(|x| Hull::cuboid(DVec3::new(0.1, 0.1, 1.0)).unwrap().placed(x * DVec3::X, DQuat::IDENTITY).unwrap());
/// let (stool, floor) = (Shape::from(Compound::new(legs.to_vec())?), Shape::from(HalfSpace::new(DVec3::Z, 0.0)?));
/// let (sunk, rest) = (Resting::at(Placement::at(0.75 * DVec3::Z))?, Resting::default());
/// let inside = penetration(Moving::new(&stool, &sunk), Moving::new(&floor, &rest), 0.0, &mut Workspace::new());
/// assert!(inside.depth.contains(0.25) && inside.depth.width() < 1e-12 && inside.normal == DVec3::Z);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "signed distance", alias = "minimum translation")]
pub fn penetration(
    a: Moving<Shape>,
    b: Moving<Shape>,
    t: f64,
    workspace: &mut Workspace,
) -> Penetration {
    let stills = [Snapshot::still(a.motion, t), Snapshot::still(b.motion, t)];
    penetration_of([a.shape, b.shape], &stills, t, workspace)
}

fn penetration_of(
    shapes: [&Shape; 2],
    stills: &[Snapshot; 2],
    t: f64,
    workspace: &mut Workspace,
) -> Penetration {
    if let [Shape::HalfSpace(a), Shape::HalfSpace(b)] = shapes {
        let near = half_spaces(a, b, stills, t);
        return told(&near, -near.separation, Stats::default());
    }
    let posed = Posed::new(shapes, stills, t);
    let mut stats = Stats {
        poses: 1,
        ..Stats::default()
    };
    // The least of all ends of the separations, with a sign.
    let mut least = Interval::point(f64::INFINITY);
    let mut best: Option<Near> = None;
    let expanding = &mut workspace.expanding;
    let known = posed.known();
    let walked = posed.walk(posed.closest(), &mut workspace.instant, &mut |pair| {
        let Some(near) = posed.near(pair, least.upper, expanding, &mut stats) else {
            return Some(least.upper);
        };
        if best.is_none_or(|_| near.separation.upper < least.upper) {
            best = Some(near);
        }
        least.lower = least.lower.min(near.separation.lower);
        least.upper = least.upper.min(near.separation.upper);
        known.then_some(least.upper)
    });
    stats.volume_pairs += walked.volume_pairs;
    least.lower = least.lower.min(walked.beyond);
    let near = best.expect("every body has a piece");
    let near = if posed.exchanged {
        near.exchanged()
    } else {
        near
    };
    let depth = if known { -least } else { Interval::EVERYTHING };
    told(&near, depth, stats)
}

fn told(near: &Near, depth: Interval, stats: Stats) -> Penetration {
    Penetration {
        depth,
        normal: near.normal,
        features: near.features,
        parts: near.parts,
        point_a: near.points[0],
        point_b: near.points[1],
        stats,
    }
}
