//! A direction that turns with one of two bodies: for those that stand on each other and tip over together.

use super::memory::PairMemory;
use super::stays_apart::{Apart, Stage};
use crate::body::Shape;
use crate::motion::PairMotion;
use crate::numbers::rounding::length;
use crate::numbers::span::Span;
use crate::query::Moving;
use crate::query::hulls::hull_pair::{HullPair, Terms};
use glam::DVec3;

/// Whether two hulls are further apart than `clearance` at every instant of the span, along a direction that turns with one of them: the unit direction `normal` from b to a
/// at the start. It does not hold for other stop times.
///
/// `None` proves nothing, and is all that is said of other shapes, and of motions whose velocities change. It takes a fifth of what a search does. `memory` is told the direction at the
/// end.
///
/// ```
/// use osculate::{ConstantVelocity, Hull, Moving, Placement, Shape, Span};
/// use osculate::glam::DVec3;
/// use osculate::query::small_motions::{PairMemory, Stretch, apart_along_either, apart_together};
/// // A die lies on a slab, and both tip over as one.
/// let die = Shape::from(Hull::cuboid(DVec3::splat(0.5))?);
/// let slab = Shape::from(Hull::cuboid(DVec3::new(2.0, 2.0, 0.5))?);
/// let turn = 0.3 * DVec3::X;
/// let low = ConstantVelocity::new(Placement::IDENTITY, DVec3::ZERO, turn)?;
/// let high = ConstantVelocity::about(-1.1 * DVec3::Z, Placement::IDENTITY, DVec3::ZERO, turn)?;
/// let bodies = [Moving::new(&die, &high), Moving::new(&slab, &low)];
/// let stretches = bodies.map(|body| Stretch::new(body, Span::UNIT));
/// let mut memory = PairMemory::new();
/// memory.suggest(DVec3::Z);
/// assert!(apart_together(&stretches[0], &stretches[1], 0.01, &mut memory).is_none());
/// assert!(apart_along_either(bodies, Span::UNIT, DVec3::Z, 0.01, &mut memory).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apart_along_either(
    [a, b]: [Moving<Shape>; 2],
    span: Span,
    normal: DVec3,
    clearance: f64,
    memory: &mut PairMemory,
) -> Option<Apart> {
    let (Shape::Hull(x), Shape::Hull(y)) = (a.shape, b.shape) else {
        return None;
    };
    let n = -normal / length(normal);
    // No number is not within.
    if !((n.dot(n) - 1.0).abs() <= 1e-15) || span.is_instant() {
        return None;
    }
    let motion = PairMotion::new(a.motion, b.motion);
    let terms = Terms {
        span,
        clearance,
        tolerance: 0.0,
        budget: u64::MAX,
        continues: false,
        near_only: true,
    };
    let mut pair = HullPair::new(x, y, &motion, terms, span.start());
    let end = pair.apart_throughout(n)?;
    memory.suggest(-end);
    Some(Apart {
        separation: clearance,
        normal: DVec3::ZERO,
        stage: Stage::Chord,
        holds_for_any_stop_times: false,
    })
}
