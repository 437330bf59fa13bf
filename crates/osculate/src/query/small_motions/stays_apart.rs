//! Whether two bodies stay apart: by travel, by the chord, by search.

use super::chord::{Chord, known_normal, record, record_bounded};
use super::memory::PairMemory;
use super::place::Place;
use super::stretch::Stretch;
use crate::body::Shape;
use crate::motion::PairMotion;
use crate::numbers::rounding::length;
use crate::numbers::span::Span;
use crate::query::first_contact::first_contact_with;
use crate::query::hulls::hull_pair::InstantPair;
use crate::query::instant::separation;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Verdict};
use crate::shape::Hull;
use glam::DVec3;

/// Two bodies that stay apart, and what is proven about it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Apart {
    /// The bodies are at least this far apart, and further apart than the clearance, at every instant of the closed span.
    pub separation: f64,
    /// The unit direction from b to a along which they are; zero if it took more than one, or none is known.
    pub normal: DVec3,
    /// What proved it.
    pub stage: Stage,
    /// Whether it holds for any instant of the one body together with any of the other: wherever on its way either stops.
    pub holds_for_any_stop_times: bool,
}

/// What proved that bodies stay apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Stage {
    /// They travel less than they were apart.
    Travel,
    /// The direction in [`Apart::normal`] keeps them apart at the ends, and between them they do not stray so far.
    Chord,
    /// The search for a first contact found none.
    Search,
}

/// Whether two bodies stay apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum StaysApart {
    /// They do: what [`Verdict::Free`] proves, and more.
    Apart(Apart),
    /// That was not shown, and this is why: any verdict but [`Verdict::Free`].
    Otherwise(Outcome),
}

impl StaysApart {
    /// What is proven, if the bodies stay apart.
    pub fn apart(&self) -> Option<&Apart> {
        match self {
            StaysApart::Apart(apart) => Some(apart),
            StaysApart::Otherwise(_) => None,
        }
    }
}

/// Whether two bodies are further apart than `clearance`, wherever on its way either stops: by travel and the chord alone.
///
/// `None` proves nothing; ask [`stays_apart`] then. Bodies that move little since the memory's last proof take some 60
/// instructions, boxes some 250 otherwise, and none of them for the motions: what a proof needs of those is in the stretches.
///
/// ```
/// use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Resting, Shape, Span, Workspace, glam::DVec3};
/// use osculate::query::small_motions::{PairMemory, Stage, Stretch, apart_at_any_stops, stays_apart};
/// let (die, rest) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Resting::default());
/// let creep = ConstantVelocity::new(Placement::at(1.1 * DVec3::Z), 1e-3 * DVec3::X, 1e-3 * DVec3::Y)?;
/// let (a, b) = (Moving::new(&die, &creep), Moving::new(&die, &rest));
/// let (mut memory, mut workspace) = (PairMemory::new(), Workspace::new());
/// stays_apart(a, b, Span::UNIT, &Limits::default(), &mut memory, &mut workspace); // The first look takes longer.
/// let (a, b) = (Stretch::new(a, Span::UNIT), Stretch::new(b, Span::UNIT)); // once a body and frame
/// let apart = apart_at_any_stops(&a, &b, 0.01, &mut memory).expect("they hardly move");
/// assert!(apart.stage == Stage::Travel && apart.separation > 0.09);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
pub fn apart_at_any_stops(
    a: &Stretch,
    b: &Stretch,
    clearance: f64,
    memory: &mut PairMemory,
) -> Option<Apart> {
    let separation = left_of(a, b, memory);
    if separation > clearance {
        return Some(by_travel(separation, memory));
    }
    by_chord(a, b, clearance, memory)
}

/// What is left of the separation that was proven last, by how far the bodies have gone since, and go.
#[inline(always)]
fn left_of(a: &Stretch, b: &Stretch, memory: &PairMemory) -> f64 {
    let strayed = Place::strayed([&a.place, &b.place], &memory.places);
    // What was remembered and the travels have paid for these roundings.
    memory.separation - (strayed + (a.travel + b.travel))
}

/// That so much is left.
#[inline(always)]
fn by_travel(separation: f64, memory: &PairMemory) -> Apart {
    Apart {
        separation,
        normal: if memory.along {
            memory.normal
        } else {
            DVec3::ZERO
        },
        stage: Stage::Travel,
        holds_for_any_stop_times: true,
    }
}

/// The chord along what kept the bodies apart last, for any stop times.
#[inline(never)]
fn by_chord(a: &Stretch, b: &Stretch, clearance: f64, memory: &mut PairMemory) -> Option<Apart> {
    if !(a.boxed && b.boxed) {
        return by_chord_of_any(a, b, clearance, memory);
    }
    // A unit direction, since only such are remembered; or zero, along which nothing is apart.
    let chord = Chord::of_boxes(a, b, memory.normal);
    let apart = at_any_stops(&chord, clearance)?;
    record_bounded(a, b, chord.separation_at_end(), memory);
    Some(apart)
}

#[inline(never)]
fn by_chord_of_any(
    a: &Stretch,
    b: &Stretch,
    clearance: f64,
    memory: &mut PairMemory,
) -> Option<Apart> {
    let chord = Chord::new(a, b, known_normal(a, b, memory.normal)?)?;
    let apart = at_any_stops(&chord, clearance)?;
    record(a, b, chord.separation_at_end(), chord.normal, memory);
    Some(apart)
}

#[inline(always)]
fn at_any_stops(chord: &Chord, clearance: f64) -> Option<Apart> {
    let separation = chord.separation(chord.at_any_stops());
    (separation > clearance).then_some(Apart {
        separation,
        normal: chord.normal,
        stage: Stage::Chord,
        holds_for_any_stop_times: true,
    })
}

/// Whether two bodies are further apart than `clearance` at every instant of the span that both stretches are of, and for any stop times if
/// that is shown too ([`Apart::holds_for_any_stop_times`]): by travel, or along the direction that kept them apart last.
///
/// `None` proves nothing. It shows what [`apart_at_any_stops`] does, and more of bodies that move along with each other.
pub fn apart_together(
    a: &Stretch,
    b: &Stretch,
    clearance: f64,
    memory: &mut PairMemory,
) -> Option<Apart> {
    let separation = left_of(a, b, memory);
    if separation > clearance {
        return Some(by_travel(separation, memory));
    }
    along([a, b], memory.normal, clearance, memory)
}

/// Whether two moving bodies of any kind stay further apart than the clearance of `limits` during `span`.
///
/// [`StaysApart::Apart`] proves the same as [`Verdict::Free`], with the separation and the kind of proof. Any other answer
/// is that of [`first_contact_with`]. It tries travel and the chord, as [`apart_at_any_stops`] does; then the chord of both
/// bodies at common instants; for two hulls the direction of their closest points; then [`first_contact_with`]. The proof is
/// left in `memory` for the next call.
///
/// With a [skin](Limits::with_skin) the cheap proofs show a whole skin, since they do not know how much less is in force.
///
/// The cost: that of two [`Stretch`]es and of [`apart_at_any_stops`] if that is enough; else of the search. For bodies that are
/// not two hulls, searches look for a little more than was asked for, so that travel serves the next times; where that fails it
/// costs a second search, and is tried less often.
///
/// ```
/// use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Resting, Shape, Span, Workspace, glam::DVec3};
/// use osculate::query::small_motions::{PairMemory, Stage, stays_apart};
/// let (die, rest) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Resting::default());
/// let (mut memory, mut workspace) = (PairMemory::new(), Workspace::new()); // one memory for each pair of bodies
/// let mut height = 1.2;
/// for frame in 0..20 {
///     let fall = ConstantVelocity::new(Placement::at(height * DVec3::Z), -0.005 * DVec3::Z, 0.01 * DVec3::X)?;
///     let (a, b) = (Moving::new(&die, &fall), Moving::new(&die, &rest));
///     let stays = stays_apart(a, b, Span::UNIT, &Limits::default(), &mut memory, &mut workspace);
///     let apart = stays.apart().expect("they are still apart");
///     assert!(apart.separation > 0.0 && apart.stage != Stage::Search, "frame {frame}");
///     height -= 0.005;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stays_apart(
    a: Moving<Shape>,
    b: Moving<Shape>,
    span: Span,
    limits: &Limits,
    memory: &mut PairMemory,
    workspace: &mut Workspace,
) -> StaysApart {
    let ends = [Stretch::new(a, span), Stretch::new(b, span)];
    // The clearance that a skin comes to is no larger than the skin.
    let clearance = limits.clearance().max(limits.skin());
    if let Some(apart) = apart_at_any_stops(&ends[0], &ends[1], clearance, memory) {
        return StaysApart::Apart(apart);
    }
    if let Some(apart) = along([&ends[0], &ends[1]], memory.normal, clearance, memory) {
        return StaysApart::Apart(apart);
    }
    if let (Shape::Hull(x), Shape::Hull(y)) = (a.shape, b.shape) {
        let (a, b) = (Moving::new(x, a.motion), Moving::new(y, b.motion));
        let (_, normal) = closest(a, b, span.start(), memory);
        if let Some(apart) = along([&ends[0], &ends[1]], normal, clearance, memory) {
            return StaysApart::Apart(apart);
        }
    } else {
        let between = ends[0].centre - ends[1].centre;
        let normal = between / length(between);
        if let Some(apart) = along([&ends[0], &ends[1]], normal, clearance, memory) {
            return StaysApart::Apart(apart);
        }
        if let Some(apart) = with_reserve((a, b), span, limits, &ends, memory, workspace) {
            return StaysApart::Apart(apart);
        }
    }
    let outcome = first_contact_with(a, b, span, limits, workspace);
    if outcome.verdict != Verdict::Free {
        return StaysApart::Otherwise(outcome);
    }
    if let (Shape::Hull(x), Shape::Hull(y)) = (a.shape, b.shape) {
        let (x, y) = (Moving::new(x, a.motion), Moving::new(y, b.motion));
        let (separation, normal) = closest(x, y, span.end(), memory);
        record(&ends[0], &ends[1], separation, normal, memory);
    }
    StaysApart::Apart(searched(outcome.clearance))
}

/// How far two moving bodies of any kind are apart at time `t`, at least; not more than nothing if that is not known. It is left in
/// `memory` for the proofs by travel that follow, with the direction along which two hulls are closest. For bodies that no
/// direction keeps apart, such as two hooks, and for those whose direction is no longer known.
///
/// ```
/// use osculate::{Hull, Moving, Placement, Resting, Shape, Span, Workspace, glam::DVec3};
/// use osculate::query::small_motions::{PairMemory, Stretch, apart_at_any_stops, measure};
/// let (die, low) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Resting::default());
/// let high = Resting::at(Placement::at(1.1 * DVec3::Z))?;
/// let (a, b) = (Moving::new(&die, &high), Moving::new(&die, &low));
/// let (mut memory, mut workspace) = (PairMemory::new(), Workspace::new());
/// assert!((measure(a, b, 0.0, &mut memory, &mut workspace) - 0.1).abs() < 1e-9);
/// let (a, b) = (Stretch::new(a, Span::UNIT), Stretch::new(b, Span::UNIT));
/// assert!(apart_at_any_stops(&a, &b, 0.09, &mut memory).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    a: Moving<Shape>,
    b: Moving<Shape>,
    t: f64,
    memory: &mut PairMemory,
    workspace: &mut Workspace,
) -> f64 {
    if let (Shape::Hull(x), Shape::Hull(y)) = (a.shape, b.shape) {
        let (x, y) = (Moving::new(x, a.motion), Moving::new(y, b.motion));
        let (apart, normal) = closest(x, y, t, memory);
        remember((a, b), t, (apart, normal), memory);
        return apart;
    }
    let apart = separation(a, b, t, workspace).separation.lower;
    measured(a, b, t, apart, memory);
    apart
}

/// Takes note of how far two bodies are apart at time `t`, at least, if that is known from elsewhere, such as from
/// [`contacts`](crate::query::instant::contacts()): for the proofs by travel that follow, which rely on it.
pub fn measured(
    a: Moving<Shape>,
    b: Moving<Shape>,
    t: f64,
    separation: f64,
    memory: &mut PairMemory,
) {
    let normal = memory.normal;
    remember((a, b), t, (separation, normal), memory);
    memory.along = false;
}

fn remember(
    (a, b): (Moving<Shape>, Moving<Shape>),
    t: f64,
    (separation, normal): (f64, DVec3),
    memory: &mut PairMemory,
) {
    let now = Span::part(t, t);
    let (a, b) = (Stretch::new(a, now), Stretch::new(b, now));
    record(&a, &b, separation, normal, memory);
}

/// Apart by more than this, as a search has shown.
fn searched(clearance: f64) -> Apart {
    Apart {
        separation: clearance,
        normal: DVec3::ZERO,
        stage: Stage::Search,
        holds_for_any_stop_times: false,
    }
}

/// By the chord along this direction: for any stop times, or else for all instants that the bodies have in common.
#[inline(never)]
fn along(
    [a, b]: [&Stretch; 2],
    normal: DVec3,
    clearance: f64,
    memory: &mut PairMemory,
) -> Option<Apart> {
    let normal = known_normal(a, b, normal)?;
    let chord = Chord::new(a, b, normal)?;
    let claims = [(chord.at_any_stops(), true), (chord.together(), false)];
    for (gap, holds_for_any_stop_times) in claims {
        let separation = chord.separation(gap);
        if separation > clearance {
            record(a, b, chord.separation_at_end(), normal, memory);
            return Some(Apart {
                separation,
                normal,
                stage: Stage::Chord,
                holds_for_any_stop_times,
            });
        }
    }
    None
}

/// How far two hulls are apart at an instant, at least, and the unit direction from b to a along which they are.
fn closest(a: Moving<Hull>, b: Moving<Hull>, t: f64, memory: &mut PairMemory) -> (f64, DVec3) {
    let motion = PairMotion::new(a.motion, b.motion);
    let mut pair = InstantPair::new(a.shape, b.shape, &motion, t);
    pair.begin_at(&memory.hints);
    let closest = pair.closest(0.0, 0.0);
    pair.leave(&mut memory.hints);
    let normal = pair.now.pose.rotation_b * -closest.direction;
    (pair.gap(&closest), normal / length(normal))
}

/// The most searches that are let pass before more than was asked for is looked for again.
const LONGEST_WAIT: u32 = 64;

/// How many times as far as they travel now bodies are looked at for being apart.
const RESERVE: f64 = 8.0;

/// By a search that looks for more than was asked for, unless that failed lately.
fn with_reserve(
    (a, b): (Moving<Shape>, Moving<Shape>),
    span: Span,
    limits: &Limits,
    ends: &[Stretch; 2],
    memory: &mut PairMemory,
    workspace: &mut Workspace,
) -> Option<Apart> {
    if memory.wait > 0 {
        memory.wait -= 1;
        return None;
    }
    // The start is known to be apart by what was asked for, not by more.
    if limits.continues {
        return None;
    }
    let travel = (ends[0].travel + ends[1].travel).max(memory.reserve);
    let wanted = limits.clearance().max(limits.skin()) + RESERVE * travel;
    let wider = limits.without_clearance().with_clearance(wanted).ok()?;
    if first_contact_with(a, b, span, &wider, workspace).verdict != Verdict::Free {
        memory.failed = (2 * memory.failed + 1).min(LONGEST_WAIT);
        (memory.wait, memory.reserve) = (memory.failed, 0.0);
        return None;
    }
    (memory.failed, memory.reserve) = (0, 2.0 * travel);
    record(&ends[0], &ends[1], wanted, DVec3::ZERO, memory);
    Some(searched(wanted))
}
