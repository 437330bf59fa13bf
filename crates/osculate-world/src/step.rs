//! One step: predict, solve, correct, prove, and only then move.
//!
//! 1. `surroundings`: boxes around where bodies may go, and the pairs of these.
//! 2. `look`: where the bodies of a pair are close.
//! 3. `solver`: impulses at those contacts, in small parts of the step. This says where bodies want to go.
//! 4. `prove`: each pair is proven to stay apart on its way, by travel or along one direction; ends that come too close are
//!    corrected (`refine`).
//! 5. `certify`: what is left is searched for the time up to which it stays apart.
//! 6. `hits`: where bodies meet, they stop, get their impulses, and go on, each at its own time.
//!
//! A body is only ever moved along a way that is proven free of all others along theirs, at the same times. What the solver
//! does decides how it looks, never whether bodies pass through each other.

mod balance;
mod bunch;
pub(crate) mod certify;
mod constraint;
pub(crate) mod course;
mod glance;
pub(crate) mod goal;
mod hits;
mod impulses;
mod islands;
mod joining;
mod lanes;
pub(crate) mod look;
mod mover;
mod precession;
mod prove;
mod refine;
mod schedule;
pub(crate) mod scratch;
mod sleep;
mod slots;
mod solver;
mod standing;
mod surroundings;
mod ways;

use crate::bodies::Bodies;
use crate::body::{BodyKind, FASTEST, FASTEST_TURN};
use crate::contact::Pair;
use crate::report::{ContactEvent, Move, StepReport};
use crate::settings::Settings;
use crate::state::{BodyState, UNIT};
use course::{Course, LegLength, way_of_turn};
use glam::DVec3;
use glance::Glance;
use goal::Goal;
use joining::Joining;
use mover::Mover;
use osculate::Placement;
use osculate::broad_phase::BodyTree;
use prove::Proving;
use scratch::Scratch;
use ways::Ways;

/// A step in progress.
pub(crate) struct Stepping<'w> {
    pub(crate) settings: &'w Settings,
    pub(crate) gravity: DVec3,
    pub(crate) step: f64,
    /// The world's time at the start of the step.
    pub(crate) time: f64,
    pub(crate) bodies: &'w mut Bodies,
    /// Sorted by bodies; those that are found within the step come last.
    pub(crate) pairs: &'w mut Vec<Pair>,
    pub(crate) sorted: &'w mut usize,
    pub(crate) tree: &'w mut BodyTree,
    pub(crate) scratch: &'w mut Scratch,
    pub(crate) report: &'w mut StepReport,
    pub(crate) events: &'w mut Vec<ContactEvent>,
    /// Where some bodies go if nothing pushes them.
    pub(crate) goals: &'w [Goal],
    /// What bodies did, if anybody wants to know.
    pub(crate) moves: Option<&'w mut Vec<Move>>,
}

/// It is looked anew where bodies are close once they have gone this share of their rest gap.
const STRAYS: f64 = 1.0;

impl Stepping<'_> {
    pub(crate) fn run(&mut self) {
        self.scratch.adjacency.known = false;
        self.scratch.meetings.clear();
        self.wake();
        self.surround();
        self.look();
        self.solve();
        self.take_goals();
        self.set_out();
        let shapes = self.scratch.ways.take_shapes(self.bodies);
        let mut ways = Ways::new(&shapes, &mut self.scratch.ways);
        self.prove(&mut ways);
        self.search(&mut ways);
        self.resolve_hits(&mut ways);
        ways.leave(&mut self.scratch.ways);
        self.scratch.ways.shapes = shapes;
        self.arrive();
        self.fall_asleep();
    }

    fn course(&self, slot: u32) -> &Course {
        let course = self.scratch.courses[slot as usize].as_ref();
        course.expect("every body of a pair has a course")
    }

    /// Whether the bodies of a pair keep each other out.
    fn is_solid(&self, number: u32) -> bool {
        let pair = &self.pairs[number as usize];
        let [a, b] = pair.bodies;
        !pair.ignored && !self.bodies[a].sensor && !self.bodies[b].sensor
    }

    /// Finds where pairs are close: anew if they have moved, or else by moving the points with them; and joins the bodies there.
    ///
    /// Both in one go through all pairs: what there is of them is more than fits close to the processor.
    fn look(&mut self) {
        self.glance();
        let scratch = &mut *self.scratch;
        scratch.constraints.clear();
        scratch.slots.begin(self.bodies.slots());
        let joining = Joining::new(self.settings, self.gravity, self.step);
        let falls = self.gravity.length() * self.step;
        let sleeping = self.settings.sleeping;
        let slower_than = sleeping.map_or(f64::INFINITY, |sleeping| sleeping.slower_than);
        for (number, pair) in self.pairs.iter_mut().enumerate() {
            let [a, b] = pair.bodies.map(|body| &scratch.glances[body as usize]);
            let travelled = (pair.travelled + a.went_past(b, pair)).max(0.0);
            if pair.ignored || !a.concerns(b) {
                // What has just fallen asleep has gone so far; that is not counted later.
                if pair.travelled < 0.0 {
                    pair.travelled = travelled;
                }
                continue;
            }
            pair.forget_notes();
            pair.travelled = travelled;
            if a.disturbs(b, slower_than) {
                (pair.pushed, pair.refined) = (false, false);
                continue;
            }
            // Of bodies that overlap it is asked whether they still do.
            let strays = if pair.overlapping.is_some() {
                0.0
            } else {
                STRAYS
            };
            let strayed = !(pair.travelled <= strays * pair.rest_gap);
            let smaller = a.reach.min(b.reach);
            let left = pair.apart - pair.travelled;
            // What was out of reach then is looked for again before it may come near: less often than if as much were within reach now.
            let comes_near = |closing: f64| !(left > pair.rest_gap + closing.min(0.5 * smaller));
            let mut closing = 0.0;
            let mut renewed = strayed && comes_near(a.closing_at_most(b, falls, self.step));
            if renewed {
                closing = a.closing(b, pair.known.memory.direction(), falls, self.step);
                renewed = comes_near(closing);
            }
            if !renewed && pair.clusters.is_empty() {
                (pair.pushed, pair.refined) = (false, false);
                continue;
            }
            let bodies = pair.bodies.map(|body| &self.bodies[body]);
            if renewed {
                self.report.looks += 1;
                let ends = pair.bodies.map(|body| scratch.ahead[body as usize]);
                let near = 2.0 * pair.rest_gap + (1.5 * closing).min(0.5 * smaller);
                scratch.looking.renew(pair, bodies, near, ends);
            } else {
                for cluster in &mut pair.clusters {
                    cluster.follow(bodies);
                }
            }
            scratch.slots.note(number as u32, pair, bodies);
            let (movers, constraints) = (&mut scratch.movers, &mut scratch.constraints);
            let of = (bodies, [a, b]);
            joining.join(pair, number as u32, of, movers, constraints);
        }
        let constraints = &mut scratch.constraints;
        scratch.slots.leave(self.pairs, constraints);
    }

    /// Takes note of what all pairs of a body and the solver need of it.
    fn glance(&mut self) {
        let Scratch {
            glances,
            movers,
            ahead,
            ..
        } = &mut *self.scratch;
        ahead.clear();
        glances.clear();
        movers.clear();
        for slot in 0..self.bodies.slots() as u32 {
            let body = self.bodies.in_slot(slot);
            glances.push(body.map_or(Glance::default(), Glance::new));
            let comes = |body| glance::ahead(body, self.gravity, self.step);
            ahead.push(body.map_or(Placement::default(), comes));
            movers.push(match body {
                Some(body) if body.may_move() => Mover::new(body, self.gravity, self.step),
                _ => Mover::NOTHING,
            });
        }
    }

    /// Solves for where bodies want to go, and leaves the forces with the contacts, for the next step to begin with.
    fn solve(&mut self) {
        let scratch = &mut *self.scratch;
        let (movers, constraints) = (&mut scratch.movers, &mut scratch.constraints);
        self.report.contacts = constraints.len() as u32;
        scratch.islands.find(movers, constraints);
        self.report.substeps = scratch.solver.solve(
            movers,
            constraints,
            &scratch.islands,
            self.step,
            self.settings,
        );
        for constraint in &scratch.constraints {
            let pair = &mut self.pairs[constraint.pair as usize];
            pair.pushed |= constraint.pushed;
            let cluster = &mut pair.clusters[constraint.cluster as usize];
            constraint.leave(cluster);
        }
        self.fly_on();
    }

    /// Bodies that the solver led nowhere go on as if nothing touched them: where they hit something they are stopped, with an impulse that needs no
    /// springs. To stand would take their momentum, and that of all that they touch.
    fn fly_on(&mut self) {
        let scratch = &mut *self.scratch;
        scratch.lost.clear();
        for (slot, mover) in scratch.movers.iter_mut().enumerate() {
            if mover.is_somewhere() {
                continue;
            }
            if let Some(body) = self.bodies.in_slot(slot as u32) {
                *mover = Mover::new(body, self.gravity, self.step);
                scratch.lost.push(slot as u32);
            }
        }
        let most = self.settings.substeps;
        let (movers, lost) = (&mut scratch.movers, &scratch.lost);
        scratch.solver.fly_on(movers, lost, self.step, most);
    }

    /// Gives every body its way for the whole step.
    fn set_out(&mut self) {
        let slots = self.bodies.slots();
        self.scratch.courses.resize_with(slots, || None);
        self.scratch.lengths.clear();
        self.scratch.lengths.resize(slots, LegLength::default());
        for slot in 0..slots as u32 {
            let scratch = &mut *self.scratch;
            let course = &mut scratch.courses[slot as usize];
            let Some(body) = self.bodies.in_slot_mut(slot) else {
                *course = None;
                continue;
            };
            let travelled = core::mem::take(&mut body.travelled);
            if !body.may_move() {
                // What has just fallen asleep has gone so far in its box; of others that was counted when the step began.
                body.room -= travelled;
                body.went = [DVec3::ZERO; 2];
                match course {
                    Some(course) if course.start == body.placement && course.stands() => {
                        course.rest(body);
                    }
                    _ => *course = Some(Course::standing(body)),
                }
                let course = course.as_ref();
                scratch.lengths[slot as usize] =
                    course.map_or(LegLength::default(), |course| course.length);
                continue;
            }
            self.report.moving += 1;
            let mover = &scratch.movers[slot as usize];
            let (mut shift, mut turn) = (mover.shift, mover.whole_turn(body));
            if body.kind == BodyKind::Dynamic {
                [body.linear, body.angular] = within_limits([mover.linear, mover.angular], 1.0);
            }
            [shift, turn] = within_limits([shift, turn], self.step);
            let course = course.get_or_insert_with(|| Course::standing(body));
            course.set_out(body, 0.0, body.placement, [shift, turn]);
            (course.stops, course.sticks, course.held) = (0, false, false);
            course.wanted = course.travel;
            scratch.lengths[slot as usize] = course.length;
            self.make_room(slot);
        }
    }

    fn prove(&mut self, ways: &mut Ways) {
        let mut proving = Proving {
            ways,
            bodies: self.bodies,
            pairs: self.pairs,
            scratch: self.scratch,
            report: self.report,
            bounce_speed: self.settings.bounce_speed,
            step: self.step,
        };
        proving.prove();
    }

    /// Searches what the cheap proofs have left, for the time up to which it stays apart.
    fn search(&mut self, ways: &mut Ways) {
        let suspects = core::mem::take(&mut self.scratch.suspects);
        for &number in &suspects {
            self.search_ahead(number, 0.0);
        }
        self.scratch.suspects = suspects;
        // Ends that were corrected may be outside of the boxes around the ways: then there are more pairs.
        self.scratch.late.clear();
        for slot in 0..self.bodies.slots() {
            if self.scratch.corrected_ever[slot] {
                self.make_room(slot as u32);
            }
        }
        for index in 0..self.scratch.late.len() {
            let number = self.scratch.late[index];
            if self.is_solid(number) {
                self.look_ahead(number, 0.0, ways);
            }
        }
    }

    /// Moves all bodies to where they may go.
    fn arrive(&mut self) {
        for slot in 0..self.bodies.slots() as u32 {
            let Some(body) = self.bodies.in_slot(slot) else {
                continue;
            };
            if !body.may_move() {
                continue;
            }
            let course = self.course(slot);
            let (end, held, from, stands) = (
                course.placement(1.0),
                // Who has nowhere to go loses nothing.
                course.held && course.wanted > 0.01 * body.rest_gap,
                course.from,
                course.stands(),
            );
            let (start, shift, turn) = (course.start, course.shift, course.turn);
            let travelled = course.travel;
            let whole = course.from == 0.0;
            if let (Some(moves), false) = (&mut self.moves, stands) {
                moves.push(Move {
                    body: self.bodies.handle(slot),
                    from,
                    until: 1.0,
                    start: Placement::new(body.centre_at(&start), start.rotation),
                    shift,
                    turn,
                });
            }
            let body = &mut self.bodies[slot];
            if body.kind == BodyKind::Dynamic {
                // Falls and turns after hits may have made it faster than bodies may be.
                [body.linear, body.angular] = within_limits([body.linear, body.angular], 1.0);
            }
            let gone = body.placement.position.distance(end.position);
            body.before = body.placement;
            body.placement = end;
            body.travelled += travelled;
            body.went = match whole {
                true => [shift, turn],
                false => [DVec3::INFINITY; 2],
            };
            body.force = DVec3::ZERO;
            body.torque = DVec3::ZERO;
            if body.kind == BodyKind::Kinematic {
                let wanted = body.linear.length() + way_of_turn(body.angular, body.reach);
                let stuck = held && from < 0.01 || body.rests();
                body.blocked = if stuck && wanted > 0.0 {
                    body.blocked.wrapping_add(1)
                } else {
                    0
                };
                body.fall_behind(self.step);
                self.report.behind = self.report.behind.max(body.behind.length());
            }
            let lost = if held { (1.0 - from) * self.step } else { 0.0 };
            body.lag += lost;
            self.report.held += u32::from(held);
            self.report.time_lost += lost;
            let stands = held && from < 0.01 && gone < 0.01 * body.rest_gap;
            let stalled = stands && body.kind == BodyKind::Dynamic;
            body.stalled = if stalled {
                body.stalled.saturating_add(1)
            } else {
                0
            };
            self.report.stalls += u32::from(stalled);
            self.report.longest_stall = self.report.longest_stall.max(body.stalled);
        }
        self.keep_seen_ends();
        self.report.pairs = self.pairs.len() as u32;
    }

    /// What was looked at where it would end is known at the start of the next step: unless it came elsewhere.
    fn keep_seen_ends(&mut self) {
        for &number in &self.scratch.seen_ends {
            let pair = &mut self.pairs[number as usize];
            // If another look has found nothing, the points are those of a place where the bodies will not be.
            let seen = pair.notes().seen_end.filter(|seen| seen.close);
            let seen = seen.map_or(f64::NEG_INFINITY, |seen| seen.strayed);
            let [a, b] = pair.bodies;
            let bodies = [&self.bodies[a], &self.bodies[b]];
            for cluster in &mut pair.clusters {
                cluster.follow(bodies);
            }
            let strayed =
                self.scratch.strayed[a as usize] + self.scratch.strayed[b as usize] - seen;
            if !(strayed < f64::INFINITY) {
                pair.travelled = f64::INFINITY;
                continue;
            }
            // The next step adds how far they went past each other.
            let [x, y] = bodies.map(Glance::new);
            pair.travelled = strayed - x.went_past(&y, pair);
        }
    }
}

/// How fast the surface of a moves along that of b by itself.
fn belt([a, b]: [&BodyState; 2]) -> DVec3 {
    let of = |body: &BodyState| {
        if body.material.surface_velocity == DVec3::ZERO {
            return DVec3::ZERO;
        }
        body.placement.rotation * body.material.surface_velocity
    };
    of(a) - of(b)
}

/// How far a body goes and turns in so many seconds, and within what it may: motions take turns up to 1e9.
fn within_limits([shift, turn]: [DVec3; 2], seconds: f64) -> [DVec3; 2] {
    [
        limited(shift, FASTEST * seconds),
        limited(turn, (FASTEST_TURN * seconds).min(1e9)),
    ]
}

/// A vector of at most this length; nothing instead of what is no number.
fn limited(vector: DVec3, most: f64) -> DVec3 {
    let length = vector.length();
    if length <= most {
        return vector;
    }
    if length.is_finite() {
        // Its length is rounded, and so is what this makes of it.
        return vector * (most / length * (1.0 - 8.0 * UNIT));
    }
    DVec3::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_judge::seeded::Seeded;

    #[test]
    fn what_is_limited_is_no_longer() {
        let mut random = Seeded::new(8);
        for _ in 0..100_000 {
            let most = random.magnitude(-3.0, 12.0);
            let vector = random.direction() * most * random.magnitude(-1.0, 3.0);
            assert!(limited(vector, most).length() <= most, "{vector} {most:e}");
        }
        assert_eq!(limited(DVec3::NAN, 1.0), DVec3::ZERO);
    }
}
