//! The separation of two meshes at an instant.

use super::search::MeshSearch;
use crate::bvh::MeshBvh;
use crate::numbers::interval::Interval;
use crate::numbers::span::Span;
use crate::query::workspace::Workspace;
use crate::query::{Feature, Limits, Moving, Stats};
use glam::DVec3;

/// How far two bodies are apart at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Separation {
    /// Encloses the separation; its lower end is zero where touching cannot be excluded.
    pub separation: Interval,
    /// Whether the bodies certainly intersect.
    pub intersecting: bool,
    /// The features that were found closest (intersecting ones, if any): of a, then of b.
    pub features: [Feature; 2],
    /// Which parts of compounds those belong to: of a, then of b; 0 for anything else.
    pub parts: [u32; 2],
    /// The closest point of a's feature, in the world.
    pub point_a: DVec3,
    /// The closest point of b's feature, in the world.
    pub point_b: DVec3,
    /// The work done.
    pub stats: Stats,
}

/// How far two moving meshes are apart at time `t`, with witnesses.
///
/// The interval is proven: the lower end by separating directions of all pairs that come near, the upper end by two
/// points.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, MeshBvh, Moving, Placement, Workspace, mesh::icosphere};
/// use osculate::query::meshes::separation;
/// let ball = MeshBvh::new(icosphere(1.0, 1280)?);
/// let here = ConstantVelocity::at_rest(Placement::default())?;
/// let there = ConstantVelocity::at_rest(Placement::at(DVec3::new(0.0, 3.0, 0.0)))?;
/// let apart = separation(Moving::new(&ball, &here), Moving::new(&ball, &there), 0.0, &mut Workspace::new());
/// assert!(apart.separation.lower > 0.999 && apart.separation.upper < 1.001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn separation(
    a: Moving<MeshBvh>,
    b: Moving<MeshBvh>,
    t: f64,
    workspace: &mut Workspace,
) -> Separation {
    let limits = Limits::default().with_budget(u64::MAX);
    let mut search = MeshSearch::new(a, b, Span::part(t, t), &limits);
    let closest = search
        .closest(f64::INFINITY, 1.0, &mut workspace.stack)
        .expect("the budget is unlimited");
    let pair = closest.pair.expect("every mesh has a triangle");
    let upper = match pair.apart_at_most {
        _ if closest.intersecting => 0.0,
        // A motion of the caller's own may be no number.
        reach if reach.is_nan() => f64::INFINITY,
        reach => reach,
    };
    Separation {
        separation: Interval::new(closest.lower.max(0.0).min(upper), upper),
        intersecting: closest.intersecting,
        features: pair.triangles.map(Feature::Triangle),
        parts: [0; 2],
        point_a: search.in_world(pair.point_a),
        point_b: search.in_world(pair.point_b),
        stats: search.stats,
    }
}
