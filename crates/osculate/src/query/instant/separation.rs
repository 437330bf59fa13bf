//! How far two bodies of any kind are apart at an instant.

use super::half_spaces::half_spaces;
use super::posed::{Near, Posed};
use crate::body::Shape;
use crate::motion::Snapshot;
use crate::numbers::interval::Interval;
use crate::query::meshes::separation::Separation;
use crate::query::workspace::Workspace;
use crate::query::{Moving, Stats};

/// The separation of two moving bodies of any kind at time `t`, with witness points.
///
/// The interval is proven: its lower end by separating directions of all pairs of pieces that come near, its upper end by
/// two points, roundings and the stated errors of the motions included. If the bodies certainly intersect, the points are
/// arbitrary. By branch and bound over the trees of meshes; no allocation in repeated calls.
///
/// ```
/// use osculate::{Compound, Hull, Moving, Placement, Resting, Shape, Workspace};
/// use osculate::{glam::DVec3, mesh::icosphere, query::instant::separation};
/// let globe = Shape::from(icosphere(1.0, 1280)?);
/// let die = Shape::from(Hull::cuboid(DVec3::splat(1.0))?);
/// let (here, there) = (Resting::default(), Resting::at(Placement::at(DVec3::new(0.0, 0.0, 2.5)))?);
/// let apart = separation(Moving::new(&globe, &there), Moving::new(&die, &here), 0.0, &mut Workspace::new());
/// assert!(apart.separation.lower > 0.499 && apart.separation.upper < 0.51); // The ball's facets are a little inside.
/// assert!(apart.features[0].triangle().is_some() && (apart.point_b.z - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "distance", alias = "closest points")]
pub fn separation(
    a: Moving<Shape>,
    b: Moving<Shape>,
    t: f64,
    workspace: &mut Workspace,
) -> Separation {
    let stills = [Snapshot::still(a.motion, t), Snapshot::still(b.motion, t)];
    separation_of([a.shape, b.shape], &stills, t, workspace)
}

fn separation_of(
    shapes: [&Shape; 2],
    stills: &[Snapshot; 2],
    t: f64,
    workspace: &mut Workspace,
) -> Separation {
    if let [Shape::HalfSpace(a), Shape::HalfSpace(b)] = shapes {
        let near = half_spaces(a, b, stills, t);
        return told(&near, near.separation.lower, Stats::default());
    }
    let posed = Posed::new(shapes, stills, t);
    let mut stats = Stats {
        poses: 1,
        ..Stats::default()
    };
    let mut lower = f64::INFINITY;
    let mut best: Option<Near> = None;
    let expanding = &mut workspace.expanding;
    let known = posed.known();
    let walked = posed.walk(posed.closest(), &mut workspace.instant, &mut |pair| {
        let limit = best.map_or(f64::INFINITY, |best| best.separation.upper);
        let Some(near) = posed.near(pair, limit, expanding, &mut stats) else {
            return Some(limit);
        };
        lower = lower.min(near.separation.lower);
        let better = |best: &Near| near.separation.upper < best.separation.upper;
        if best.as_ref().is_none_or(better) {
            best = Some(near);
        }
        // Where nothing is known, nothing more will be.
        (known && !near.intersecting).then_some(best.unwrap_or(near).separation.upper)
    });
    stats.volume_pairs += walked.volume_pairs;
    let lower = lower.min(walked.beyond);
    let near = best.expect("every body has a piece");
    let near = if posed.exchanged {
        near.exchanged()
    } else {
        near
    };
    told(&near, if known { lower } else { f64::NEG_INFINITY }, stats)
}

/// The answer, if all pieces are at least `lower` apart.
fn told(near: &Near, lower: f64, stats: Stats) -> Separation {
    let upper = if near.intersecting {
        0.0
    } else {
        near.separation.upper.max(0.0)
    };
    Separation {
        separation: Interval::new(lower.max(0.0).min(upper), upper),
        intersecting: near.intersecting,
        features: near.features,
        parts: near.parts,
        point_a: near.points[0],
        point_b: near.points[1],
        stats,
    }
}
