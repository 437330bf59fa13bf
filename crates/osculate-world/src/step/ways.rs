//! The bodies' legs as the cheap proofs see them.

use super::certify::rounding;
use super::course::Course;
use super::standing::Standing;
use crate::bodies::Bodies;
use crate::contact::Pair;
use crate::state::BodyState;
use glam::DVec3;
use osculate::query::small_motions::{
    Apart, Stretch, apart_along_either, apart_at_any_stops, apart_by_parts, apart_in_turn,
    apart_together,
};
use osculate::{Motion, Moving, Placement, Shape, Span};
use std::sync::Arc;

/// The legs that bodies are on, as the cheap proofs see them: made when they are asked for, and anew with every leg.
///
/// What is proven of two legs holds wherever either body stops on its own, at whatever times: so it matters not when they began.
pub(crate) struct Ways<'s> {
    shapes: &'s [Option<Arc<Shape>>],
    stretches: Vec<Option<(u32, Stretch<'s>)>>,
}

/// Memory for that.
#[derive(Debug, Default)]
pub(crate) struct WaysMemory {
    pub(crate) shapes: Vec<Option<Arc<Shape>>>,
    stretches: Vec<Option<(u32, Stretch<'static>)>>,
}

impl WaysMemory {
    /// Takes note of the shapes of all bodies.
    pub(crate) fn take_shapes(&mut self, bodies: &Bodies) -> Vec<Option<Arc<Shape>>> {
        let mut shapes = core::mem::take(&mut self.shapes);
        shapes.resize(bodies.slots(), None);
        for (slot, known) in shapes.iter_mut().enumerate() {
            let shape = bodies.in_slot(slot as u32).map(|body| &body.shape);
            let same = match (&*known, shape) {
                (Some(known), Some(shape)) => Arc::ptr_eq(known, shape),
                (known, shape) => known.is_none() && shape.is_none(),
            };
            if !same {
                *known = shape.cloned();
            }
        }
        shapes
    }
}

impl<'s> Ways<'s> {
    pub(crate) fn new(shapes: &'s [Option<Arc<Shape>>], memory: &mut WaysMemory) -> Ways<'s> {
        let mut stretches = recycled(core::mem::take(&mut memory.stretches));
        stretches.resize_with(shapes.len(), || None);
        Ways { shapes, stretches }
    }

    /// Leaves its memory for the next step.
    pub(crate) fn leave(self, memory: &mut WaysMemory) {
        memory.stretches = recycled(self.stretches);
    }

    /// By travel, or along the direction that kept them apart last.
    ///
    /// By so much that what places are rounded by is paid for.
    pub(crate) fn are_apart(
        &mut self,
        pair: &mut Pair,
        bodies: [&BodyState; 2],
        courses: [&Course; 2],
    ) -> Option<Apart> {
        for (slot, course) in pair.bodies.into_iter().zip(courses) {
            self.look_at(slot as usize, course);
        }
        let [a, b] = pair
            .bodies
            .map(|slot| self.stretches[slot as usize].as_ref());
        let (Some((_, a)), Some((_, b))) = (a, b) else {
            return None;
        };
        let rounded = rounding(bodies, courses);
        let clearance = pair.clearance().max(2.0 * rounded);
        let apart = apart_at_any_stops(a, b, clearance, &mut pair.known.memory);
        as_placed(apart, rounded)
    }

    /// At all times of whole legs, by travel, along the direction that kept them apart last, or part by part. Whether that holds wherever either
    /// stops is told. What places are rounded by is paid for with this much.
    pub(crate) fn are_apart_together(
        &mut self,
        pair: &mut Pair,
        bodies: [&BodyState; 2],
        courses: [&Course; 2],
        rounded: f64,
    ) -> Option<Apart> {
        for (slot, course) in pair.bodies.into_iter().zip(courses) {
            self.look_at(slot as usize, course);
        }
        let [a, b] = pair
            .bodies
            .map(|slot| self.stretches[slot as usize].as_ref());
        let (Some((_, a)), Some((_, b))) = (a, b) else {
            return None;
        };
        let starts = || courses.map(|course| course.start);
        let apart = apart_during(pair, bodies, [a, b], starts, rounded);
        apart.or_else(|| {
            let clearance = pair.clearance().max(2.0 * rounded);
            let moving = [0, 1].map(|body| Moving::new(&*bodies[body].shape, &courses[body].leg));
            // The direction at the start, whatever it was at the ends of other legs.
            let known = pair.notes().direction;
            let normal = if known == DVec3::ZERO {
                pair.known.memory.direction()
            } else {
                known
            };
            let memory = &mut pair.known.memory;
            let apart = apart_along_either(moving, Span::UNIT, normal, clearance, memory);
            if apart.is_some() {
                pair.notes_mut().direction = normal;
            }
            as_placed(apart, rounded)
        })
    }

    /// The same from `time` on.
    pub(crate) fn are_apart_from(
        &mut self,
        time: f64,
        pair: &mut Pair,
        bodies: [&BodyState; 2],
        courses: [&Course; 2],
    ) -> Option<Apart> {
        for (slot, course) in pair.bodies.into_iter().zip(courses) {
            self.look_at(slot as usize, course);
        }
        let span = Span::new(time, 1.0).expect("times are within the step");
        // Of what has just set out or stands, its whole leg is known: what is long is not copied.
        let rest = |body: usize| {
            let course = courses[body];
            if course.from == time || course.stands() {
                return None;
            }
            let shape = self.shapes[pair.bodies[body] as usize].as_ref()?;
            Some(Stretch::along(shape, &course.timed(), span))
        };
        let rests = (rest(0), rest(1));
        let whole = |body: usize| {
            let known = self.stretches[pair.bodies[body] as usize].as_ref();
            known.map(|(_, stretch)| stretch)
        };
        let a = rests.0.as_ref().or_else(|| whole(0))?;
        let b = rests.1.as_ref().or_else(|| whole(1))?;
        let places = || courses.map(|course| course.placement(time));
        apart_during(pair, bodies, [a, b], places, rounding(bodies, courses))
    }

    fn look_at(&mut self, slot: usize, course: &Course) {
        let known = self.stretches[slot].as_ref();
        if known.is_some_and(|(stamp, _)| *stamp == course.stamp) {
            return;
        }
        if let Some(shape) = &self.shapes[slot] {
            let stretch = Stretch::along(shape, &course.leg, Span::UNIT);
            self.stretches[slot] = Some((course.stamp, stretch));
        }
    }
}

/// Whether two bodies stay apart during two stretches that begin at these places.
fn apart_during(
    pair: &mut Pair,
    bodies: [&BodyState; 2],
    stretches: [&Stretch; 2],
    places: impl Fn() -> [Placement; 2],
    rounded: f64,
) -> Option<Apart> {
    let clearance = pair.clearance().max(2.0 * rounded);
    let [a, b] = stretches;
    let mut apart = apart_together(a, b, clearance, &mut pair.known.memory);
    if apart.is_none() && pair.notes().direction != DVec3::ZERO {
        let directions = [pair.notes().direction, pair.known.memory.direction()];
        apart = apart_in_turn(a, b, directions, clearance, &mut pair.known.memory);
    }
    if apart.is_none() && bodies.iter().any(|body| body.is_compound()) {
        apart = part_by_part(pair, places(), stretches, clearance);
    }
    as_placed(apart, rounded)
}

/// How far the bodies are apart where they are placed, which may be off their legs by this much. The next leg starts there, and may be so
/// short that what it is rounded by pays for less.
fn as_placed(apart: Option<Apart>, rounded: f64) -> Option<Apart> {
    let mut apart = apart?;
    apart.separation -= rounded;
    Some(apart)
}

/// Every two parts of two bodies along the direction that kept these apart last, or along that in which they are closest at these places.
fn part_by_part(
    pair: &mut Pair,
    places: [Placement; 2],
    stretches: [&Stretch; 2],
    clearance: f64,
) -> Option<Apart> {
    let still = places.map(Standing::at);
    let parts = pair.known.parts.get_or_insert_default();
    let motions: [&dyn Motion; 2] = [&still[0], &still[1]];
    apart_by_parts(
        motions,
        0.0,
        stretches,
        clearance,
        parts,
        &mut pair.known.memory,
    )
}

type Stretches<'s> = Vec<Option<(u32, Stretch<'s>)>>;

/// An empty list in the memory of another: what is mapped in place stays where it is.
fn recycled<'s>(mut list: Stretches<'_>) -> Stretches<'s> {
    list.clear();
    list.into_iter().map(|_| None).collect()
}
