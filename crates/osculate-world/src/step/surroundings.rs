//! Boxes around where bodies may go in a step, and the pairs of these.

use super::course::way_of_turn;
use super::mover::acceleration;
use super::{Stepping, within_limits};
use crate::report::ContactEvent;
use core::mem::take;
use glam::DVec3;
use osculate::broad_phase::{BodyTree, SlotPair};
use osculate::{ConstantVelocity, Interval, Placement, Span};

/// The least margin of a box, in shares of the body's reach.
const MARGIN: f64 = 0.05;

impl Stepping<'_> {
    /// Finds the pairs of bodies that may meet in this step.
    pub(super) fn surround(&mut self) {
        for slot in 0..self.bodies.slots() as u32 {
            if self
                .bodies
                .in_slot(slot)
                .is_some_and(|body| body.may_move())
            {
                self.surround_body(slot);
            }
        }
        self.renew_pairs();
    }

    /// Brings the pairs up to date with the boxes.
    pub(crate) fn renew_pairs(&mut self) {
        // What was found within the last step is found again, if it is still near.
        for late in self.pairs.drain(*self.sorted..) {
            self.scratch.spare.take(late);
        }
        let changes = self.tree.update_pairs();
        let scratch = &mut *self.scratch;
        scratch.begun.clear();
        scratch.begun.extend_from_slice(changes.begun);
        scratch.ended.clear();
        scratch.ended.extend_from_slice(changes.ended);
        if !(scratch.begun.is_empty() && scratch.ended.is_empty()) {
            self.merge();
        }
        *self.sorted = self.pairs.len();
    }

    /// Makes the box of a body larger, if it may leave it in this step.
    fn surround_body(&mut self, slot: u32) {
        let body = &mut self.bodies[slot];
        body.room -= body.travelled;
        let fall = acceleration(body, self.gravity);
        let shift = (body.linear + fall * self.step) * self.step;
        let [shift, turn] = within_limits([shift, body.angular * self.step], self.step);
        let travel = shift.length() + way_of_turn(turn, body.reach);
        if travel <= body.room {
            return;
        }
        let margin = MARGIN * body.reach + 2.0 * body.rest_gap.min(body.reach);
        // A half-space is without end, and needs no box.
        if let Some(sides) = swept(body, shift, turn)
            && let Some(id) = self.tree.body_in(slot)
        {
            // A box that still holds it is kept, and may have little room left. What goes further than the margin needs another in the next step,
            // however large this is: more room would only make more pairs.
            let more = travel.min(margin);
            let wanted = sides.map(|side| Interval::new(side.lower - more, side.upper + more));
            moved(self.tree, id, wanted, margin);
            let fat = self.tree.fat_box(id).ok().flatten();
            body.room = fat.map_or(0.0, |fat| room(&fat, &sides));
        } else {
            body.room = f64::INFINITY;
        }
    }

    /// A body has another leg: its box must hold that too, and whatever is in it is looked at.
    pub(super) fn make_room(&mut self, slot: u32) {
        let body = &mut self.bodies[slot];
        let course = self.scratch.courses[slot as usize].as_ref();
        let course = course.expect("every body of a pair has a course");
        if course.travel + body.travelled <= body.room {
            return;
        }
        let Some(sides) = course.swept_box(body) else {
            return;
        };
        let Some(id) = self.tree.body_in(slot) else {
            return;
        };
        // Where it goes from there is not known from how far it went.
        body.room = 0.0;
        let fat = self.tree.fat_box(id).ok().flatten();
        if fat.is_some_and(|fat| holds(&fat, &sides)) {
            return;
        }
        let margin = MARGIN * body.reach;
        moved(self.tree, id, sides, margin);
        // All of its new box, not only the way: another leg may lead to the margin, and is not asked for again.
        let fat = self.tree.fat_box(id).ok().flatten();
        let mut near = take(&mut self.scratch.near);
        near.clear();
        self.tree
            .in_box(fat.unwrap_or(sides), &mut near)
            .expect("a box that was taken before");
        for other in &near {
            self.add_pair(slot, other.slot());
        }
        self.scratch.near = near;
    }

    /// Adds a pair within the step, unless it is known.
    fn add_pair(&mut self, slot: u32, other: u32) {
        if slot == other {
            return;
        }
        let bodies = [slot.min(other), slot.max(other)];
        let [a, b] = [&self.bodies[bodies[0]], &self.bodies[bodies[1]]];
        let moves = a.is_dynamic() || b.is_dynamic();
        if !moves || !a.filter.allows(&b.filter) {
            return;
        }
        let sorted = &self.pairs[..*self.sorted];
        let late = &self.pairs[*self.sorted..];
        if sorted
            .binary_search_by_key(&bodies, |pair| pair.bodies)
            .is_ok()
            || late.iter().any(|pair| pair.bodies == bodies)
        {
            return;
        }
        for body in bodies {
            let course = &mut self.scratch.courses[body as usize];
            if course.is_none() {
                *course = Some(super::Course::standing(&self.bodies[body]));
            }
        }
        let pair = self.bodies.pair(bodies, &mut self.scratch.spare);
        if pair.ignored {
            self.scratch.spare.take(pair);
            return;
        }
        let number = self.pairs.len() as u32;
        self.pairs.push(pair);
        let scratch = &mut *self.scratch;
        if scratch.adjacency.known {
            for body in bodies {
                scratch.adjacency.add(body, number);
            }
        }
        scratch.late.push(number);
        scratch.any_stops.resize(number as usize + 1, false);
    }

    /// Takes new pairs in, and drops those that are no longer near.
    fn merge(&mut self) {
        let scratch = &mut *self.scratch;
        let mut merged = take(&mut scratch.merged_pairs);
        let (mut begun, mut ended) = (
            scratch.begun.iter().peekable(),
            scratch.ended.iter().peekable(),
        );
        let key = |pair: &SlotPair| [pair.first, pair.second];
        let bodies = &*self.bodies;
        let spare = &mut scratch.spare;
        let mut old = self.pairs.drain(..);
        loop {
            let [ends, begins] =
                [ended.peek(), begun.peek()].map(|next| next.map(|pair| key(pair)));
            let Some(next) = ends.into_iter().chain(begins).min() else {
                break;
            };
            // Most neither end nor begin: those before the next that does are moved at once.
            let before = old.as_slice().iter();
            let before = before.take_while(|pair| pair.bodies < next).count();
            merged.extend(old.by_ref().take(before));
            if ends != Some(next) {
                if let Some(new) = begun.next() {
                    merged.push(bodies.pair(key(new), spare));
                }
                continue;
            }
            ended.next();
            let known = old.as_slice().first();
            if known.is_none_or(|pair| pair.bodies != next) {
                continue;
            }
            if let Some(pair) = old.next() {
                if pair.touching {
                    self.events.push(ContactEvent::Stopped {
                        bodies: pair.bodies.map(|body| bodies.handle(body)),
                    });
                }
                spare.take(pair);
            }
        }
        merged.extend(old);
        scratch.merged_pairs = core::mem::replace(self.pairs, merged);
    }
}

/// A box around a body on a way that starts where it is.
fn swept(body: &crate::state::BodyState, shift: DVec3, turn: DVec3) -> Option<[Interval; 3]> {
    let at = Placement::new(body.centre(), body.placement.rotation);
    let way = ConstantVelocity::about(body.inertia.centre, at, shift, turn);
    let way = way.expect("velocities are within their limits");
    body.shape.swept_box(&way, Span::UNIT)
}

fn moved(
    tree: &mut BodyTree,
    id: osculate::broad_phase::BodyId,
    sides: [Interval; 3],
    margin: f64,
) {
    tree.move_to(id, sides, margin)
        .expect("bodies are in the tree, and their boxes are numbers");
}

/// How far all sides of the outer box are from those of the inner one, at least.
fn room(outer: &[Interval; 3], inner: &[Interval; 3]) -> f64 {
    let sides = outer.iter().zip(inner);
    let sides =
        sides.flat_map(|(outer, inner)| [inner.lower - outer.lower, outer.upper - inner.upper]);
    // Each difference is rounded once.
    sides.fold(f64::INFINITY, f64::min) * (1.0 - f64::EPSILON)
}

fn holds(outer: &[Interval; 3], inner: &[Interval; 3]) -> bool {
    let within = |(outer, inner): (&Interval, &Interval)| {
        outer.lower <= inner.lower && inner.upper <= outer.upper
    };
    outer.iter().zip(inner).all(within)
}
