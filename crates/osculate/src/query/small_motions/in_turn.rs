//! Two directions, one after the other: for bodies that turn, so that none keeps them apart all the time.

use super::chord::{Chord, record};
use super::memory::PairMemory;
use super::stays_apart::{Apart, Stage};
use super::stretch::Stretch;
use crate::numbers::rounding::UNIT;
use glam::DVec3;

/// Whether two bodies are further apart than `clearance` at every instant of the span that both stretches are of: along the first of two unit directions
/// from b to a until the second shows more. It does not hold for other stop times.
///
/// `None` proves nothing, and is all that is said of half-spaces. What is proven is left in `memory`.
///
/// ```
/// use osculate::{ConstantVelocity, Hull, Moving, Placement, Resting, Shape, Span};
/// use osculate::glam::DVec3;
/// use osculate::query::small_motions::{PairMemory, Stretch, apart_in_turn, apart_together};
/// // A ball passes over a corner of a die.
/// let (die, ball) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Shape::from(Hull::ball(0.1)?));
/// let start = Placement::at(DVec3::new(-0.85, 0.0, 0.35));
/// let (pass, rest) = (ConstantVelocity::new(start, DVec3::new(0.5, 0.0, 0.5), DVec3::ZERO)?, Resting::default());
/// let (a, b) = (Moving::new(&ball, &pass), Moving::new(&die, &rest));
/// let (a, b) = (Stretch::new(a, Span::UNIT), Stretch::new(b, Span::UNIT));
/// let mut memory = PairMemory::new();
/// let across = DVec3::new(-0.8, 0.0, 0.6);
/// for side in [-DVec3::X, across, DVec3::Z] {
///     memory.suggest(side);
///     assert!(apart_together(&a, &b, 1e-3, &mut memory).is_none());
/// }
/// assert!(apart_in_turn(&a, &b, [-DVec3::X, DVec3::Z], 1e-3, &mut memory).is_none()); // The corner is in between.
/// assert!(apart_in_turn(&a, &b, [across, DVec3::Z], 1e-3, &mut memory).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apart_in_turn(
    a: &Stretch,
    b: &Stretch,
    [first, second]: [DVec3; 2],
    clearance: f64,
    memory: &mut PairMemory,
) -> Option<Apart> {
    if a.is_half_space() || b.is_half_space() {
        return None;
    }
    // Along a direction the bodies are apart by no less than what lies on a straight line between these, at every instant.
    let early = Chord::new(a, b, first)?;
    let [from, to] = early.separations();
    if !(from > clearance) {
        return None;
    }
    let late = Chord::new(a, b, second)?;
    let [behind, ahead] = late.separations();
    if !(ahead > clearance) {
        return None;
    }
    // Where both lines meet; any share of the span would do.
    let share = (from - behind) / ((from - behind) + (ahead - to));
    let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
    // A line is no lower than the lower of two of its points between these. What is computed of them rounds by less than four units of both ends.
    let on = |start: f64, end: f64| {
        start + share * (end - start) - 16.0 * UNIT * (start.abs() + end.abs())
    };
    let least = [from, on(from, to), on(behind, ahead), ahead];
    // What is no number is not above.
    if !least.iter().all(|&least| least > clearance) {
        return None;
    }
    let separation = least.into_iter().fold(f64::INFINITY, f64::min);
    record(a, b, late.separation_at_end(), second, memory);
    Some(Apart {
        separation,
        normal: DVec3::ZERO,
        stage: Stage::Chord,
        holds_for_any_stop_times: false,
    })
}
