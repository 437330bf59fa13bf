//! The separation of two convex bodies at an instant.

use super::hull_pair::InstantPair;
use crate::motion::PairMotion;
use crate::numbers::interval::Interval;
use crate::query::Moving;
use crate::query::meshes::separation::Separation;
use crate::query::small_motions::memory::PairMemory;
use crate::query::workspace::Workspace;
use crate::shape::Hull;

/// The separation of two moving convex bodies at time `t`, with witness points.
///
/// The interval is proven: its lower end is the gap that the bodies' supports leave along a direction, its upper end the
/// distance of a point of either, each less or more what rounding may have done to it. As a rule it is some 200 units
/// (2·10⁻¹⁴) of the largest distance involved wide: of the bodies' offset, or of how far they reach from their origins. So
/// the relative error is below 10⁻¹² unless the separation is less than a fiftieth of that. If the bodies certainly
/// intersect, the points are arbitrary.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Hull, Moving, Placement, Workspace, query::hulls::hull_separation};
/// let (die, ball) = (Hull::cuboid(DVec3::splat(1.0))?, Hull::ball(0.5)?);
/// let here = ConstantVelocity::at_rest(Placement::default())?;
/// let there = ConstantVelocity::at_rest(Placement::at(DVec3::new(4.0, 5.0, 0.5)))?;
/// let apart = hull_separation(Moving::new(&die, &here), Moving::new(&ball, &there), 0.0, &mut Workspace::new());
/// assert!(apart.separation.contains(4.5) && apart.separation.width() < 1e-12);
/// assert!(apart.point_a.distance(DVec3::new(1.0, 1.0, 0.5)) < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hull_separation(
    a: Moving<Hull>,
    b: Moving<Hull>,
    t: f64,
    _workspace: &mut Workspace,
) -> Separation {
    hull_separation_again(a, b, t, &mut PairMemory::default())
}

/// [`hull_separation`], which looks first where the two bodies were closest when `memory` was last given.
///
/// The proof does not depend on the memory. Boxes that moved little take one test along one direction.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Hull, Moving, Placement};
/// use osculate::query::{hulls::hull_separation_again, small_motions::PairMemory};
/// let die = Hull::cuboid(DVec3::splat(1.0))?;
/// let here = ConstantVelocity::at_rest(Placement::default())?;
/// let past = ConstantVelocity::new(Placement::at(DVec3::new(4.0, 0.5, 0.0)), DVec3::Y, 0.1 * DVec3::Z)?;
/// let mut memory = PairMemory::new(); // one for each pair of bodies
/// for frame in 0..10 {
///     let t = 0.1 * f64::from(frame);
///     let apart = hull_separation_again(Moving::new(&die, &here), Moving::new(&die, &past), t, &mut memory);
///     assert!(apart.separation.lower > 1.8);
///     assert!(frame == 0 || apart.stats.supports <= 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hull_separation_again(
    a: Moving<Hull>,
    b: Moving<Hull>,
    t: f64,
    memory: &mut PairMemory,
) -> Separation {
    let motion = PairMotion::new(a.motion, b.motion);
    let mut pair = InstantPair::new(a.shape, b.shape, &motion, t);
    pair.begin_at(&memory.hints);
    let closest = pair.closest(0.0, 0.0);
    pair.leave(&mut memory.hints);
    let (gap, reach) = (pair.gap(&closest), pair.apart_at_most(&closest));
    let intersecting = reach <= 0.0;
    let upper = match reach {
        _ if intersecting => 0.0,
        // A motion of the caller's own may be no number.
        reach if reach.is_nan() => f64::INFINITY,
        reach => reach,
    };
    let [point_a, point_b] = pair.in_world(&closest);
    Separation {
        separation: Interval::new(gap.max(0.0).min(upper), upper),
        intersecting,
        features: pair.features(),
        parts: [0; 2],
        point_a,
        point_b,
        stats: pair.stats,
    }
}
