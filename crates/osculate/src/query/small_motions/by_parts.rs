//! Compounds, which no direction may keep apart, part by part.

use super::chord::{Chord, record};
use super::memory::{Hints, PairMemory};
use super::part_memory::PartMemory;
use super::stays_apart::{Apart, Stage};
use super::stretch::Stretch;
use crate::body::Shape;
use crate::motion::{Motion, PairMotion};
use crate::numbers::rounding::length;
use crate::query::hulls::hull_pair::InstantPair;
use crate::shape::Hull;
use glam::DVec3;

/// The share of the gap of two parts that the direction which is looked for may lose.
const LOOSE: f64 = 0.05;

/// Whether two bodies, of which one is a compound, are further apart than `clearance` at every instant of the span that both stretches are of:
/// every two parts of them along some direction, and for any stop times if that holds of all ([`Apart::holds_for_any_stop_times`]).
///
/// Tried are the direction that `memory` has for both bodies, then that in which two parts are closest at time `t` of these motions, which is looked
/// for first where `known` says that they were. `None` proves nothing, and is all that is
/// said of meshes, half-spaces and two hulls. What is proven is left in `memory`.
///
/// ```
/// use osculate::{Compound, ConstantVelocity, Hull, Moving, Placement, Resting, Shape, Span};
/// use osculate::glam::{DQuat, DVec3};
/// use osculate::query::small_motions::{PairMemory, PartMemory, Stretch, apart_by_parts, apart_together};
/// let part = |half: DVec3, at: DVec3| Hull::cuboid(half)?.placed(at, DQuat::IDENTITY);
/// let angle = [part(DVec3::new(2.0, 1.0, 0.5), DVec3::ZERO)?, part(DVec3::new(0.5, 1.0, 2.0), DVec3::new(-1.5, 0.0, 1.5))?];
/// let (angle, die) = (Shape::from(Compound::new(angle.to_vec())?), Shape::from(Hull::cuboid(DVec3::splat(0.5))?));
/// let (slide, rest) = (ConstantVelocity::new(Placement::at(DVec3::new(-0.4, 0.0, 1.1)), DVec3::Y, DVec3::ZERO)?, Resting::default());
/// let (a, b) = (Moving::new(&die, &slide), Moving::new(&angle, &rest));
/// let (of_a, of_b) = (Stretch::new(a, Span::UNIT), Stretch::new(b, Span::UNIT));
/// let mut memory = PairMemory::new();
/// memory.suggest(DVec3::Z);
/// assert!(apart_together(&of_a, &of_b, 0.05, &mut memory).is_none()); // It lies in the corner.
/// assert!(apart_by_parts([&slide, &rest], 0.0, [&of_a, &of_b], 0.05, &mut PartMemory::new(), &mut memory).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apart_by_parts(
    motions: [&dyn Motion; 2],
    t: f64,
    [a, b]: [&Stretch; 2],
    clearance: f64,
    known: &mut PartMemory,
    memory: &mut PairMemory,
) -> Option<Apart> {
    let [of_a, of_b] = [parts(a.shape)?, parts(b.shape)?];
    if of_a.len() + of_b.len() < 3 {
        return None;
    }
    let motion = PairMotion::new(motions[0], motions[1]);
    let mut all = Shown {
        separation: f64::INFINITY,
        at_end: f64::INFINITY,
        at_any_stops: true,
    };
    known.begin([of_a.len(), of_b.len()]);
    let normal = memory.normal;
    for (i, part_a) in of_a.iter().enumerate() {
        for (j, part_b) in of_b.iter().enumerate() {
            let parts = [part_a, part_b];
            let along = |normal: DVec3| along([a, b], parts, normal, clearance);
            let mut closest = || closest(parts, &motion, t, known.of([i, j]));
            let shown = along(normal).or_else(|| along(closest()))?;
            all = Shown {
                separation: all.separation.min(shown.separation),
                at_end: all.at_end.min(shown.at_end),
                at_any_stops: all.at_any_stops && shown.at_any_stops,
            };
        }
    }
    record(a, b, all.at_end, normal, memory);
    memory.along = false;
    Some(Apart {
        separation: all.separation,
        normal: DVec3::ZERO,
        stage: Stage::Chord,
        holds_for_any_stop_times: all.at_any_stops,
    })
}

/// What is shown of two parts.
struct Shown {
    separation: f64,
    at_end: f64,
    at_any_stops: bool,
}

/// The parts of a body that is made of hulls.
fn parts(shape: &Shape) -> Option<&[Hull]> {
    match shape {
        Shape::Hull(hull) => Some(core::slice::from_ref(hull)),
        Shape::Compound(compound) => Some(compound.parts()),
        _ => None,
    }
}

/// Whether a direction keeps two parts apart.
fn along([a, b]: [&Stretch; 2], parts: [&Hull; 2], normal: DVec3, clearance: f64) -> Option<Shown> {
    let chord = Chord::of_parts(a, b, parts, normal)?;
    let claims = [(chord.at_any_stops(), true), (chord.together(), false)];
    claims.into_iter().find_map(|(gap, at_any_stops)| {
        let separation = chord.separation(gap);
        (separation > clearance).then(|| Shown {
            separation,
            at_end: chord.separation_at_end(),
            at_any_stops,
        })
    })
}

/// The unit direction from the second part to the first along which they are closest; something else if they are not apart.
fn closest([a, b]: [&Hull; 2], motion: &PairMotion, t: f64, hints: Option<&mut Hints>) -> DVec3 {
    let mut pair = InstantPair::new(a, b, motion, t);
    let closest = pair.with_hints(hints, |pair| pair.closest(LOOSE, 0.0));
    let normal = pair.now.pose.rotation_b * -closest.direction;
    normal / length(normal)
}
