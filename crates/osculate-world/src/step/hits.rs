//! Hits within a step, each at its own time: both bodies stop there, get their impulses, and go on.

use super::certify::{EARLY, Way, certify};
use super::course::way_of_turn;
use super::impulses::{Hit, HitPoint, Neighbour, Surfaces, collide, stick, widen};
use super::mover::{acceleration, turning_at};
use super::ways::Ways;
use super::{Stepping, belt, within_limits};
use crate::report::{ContactEvent, Move};
use core::cmp::Ordering;
use glam::DVec3;
use osculate::Placement;
use osculate::query::small_motions::Stage;

/// A time from which on two bodies are not proven to stay apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
    time: f64,
    pair: u32,
    /// The legs that this was found for.
    stamps: [u32; 2],
    met: bool,
}

impl Eq for Meeting {}

impl Ord for Meeting {
    /// The earliest is the greatest; of several at a time, that of the first pair.
    fn cmp(&self, other: &Meeting) -> Ordering {
        let earlier = other.time.total_cmp(&self.time);
        earlier.then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Meeting {
    fn partial_cmp(&self, other: &Meeting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Gaps below this share of the rest gap are widened where bodies were stopped.
const WIDE: f64 = 0.6;

/// From this many stops on, a body's leg heeds all its neighbours.
const CROWDED: u32 = 2;

/// Bodies that do not bounce and hit each other again within this share of a step go on as one: their neighbours lead them together.
const AGAIN: f64 = 1e-3;

/// How many times as often bodies that stalled go on, at most, besides once.
const MORE_TRIES: u32 = 4;

/// What is left of a step is worth going on for if it is more than this.
const SHORTEST: f64 = 1e-6;

impl Stepping<'_> {
    /// Looks how far the bodies of a pair may go from `time` on: by cheap proofs, or else by a search.
    pub(super) fn look_ahead(&mut self, number: u32, time: f64, ways: &mut Ways) {
        let pair = &mut self.pairs[number as usize];
        let [a, b] = pair.bodies;
        let bodies = [&self.bodies[a], &self.bodies[b]];
        let courses = [a, b].map(|body| self.scratch.courses[body as usize].as_ref());
        let courses = courses.map(|course| course.expect("every body of a pair has a course"));
        if pair.overlapping.is_none() {
            let whole = ways.are_apart(pair, bodies, courses);
            let apart = whole.or_else(|| ways.are_apart_from(time, pair, bodies, courses));
            if let Some(apart) = apart {
                let stage = usize::from(apart.stage != Stage::Travel);
                self.report.proofs[stage] += 1;
                let at_any_stops = apart.holds_for_any_stop_times;
                self.scratch.any_stops[number as usize] = at_any_stops;
                pair.proven = match at_any_stops {
                    true => apart.separation,
                    false => f64::NEG_INFINITY,
                };
                return;
            }
        }
        self.search_ahead(number, time);
    }

    /// Searches how far the bodies of a pair may go from `time` on.
    pub(super) fn search_ahead(&mut self, number: u32, time: f64) {
        let pair = &mut self.pairs[number as usize];
        let [a, b] = pair.bodies;
        let scratch = &mut *self.scratch;
        let bodies = [&self.bodies[a], &self.bodies[b]];
        let courses = [a, b].map(|body| scratch.courses[body as usize].as_ref());
        let courses = courses.map(|course| course.expect("every body of a pair has a course"));
        pair.proven = f64::NEG_INFINITY;
        scratch.any_stops[number as usize] = false;
        self.report.proofs[2] += 1;
        match certify(pair, bodies, courses, (time, EARLY), &mut scratch.looking) {
            Way::Free => {}
            Way::Until { time, met } => {
                self.report.undecided += u32::from(!met);
                scratch.meetings.push(Meeting {
                    time,
                    pair: number,
                    stamps: courses.map(|course| course.stamp),
                    met,
                });
            }
        }
    }

    /// Goes from meeting to meeting, the earliest first, until all bodies are proven to stay apart to the end of the step.
    ///
    /// It ends: every meeting stops a body that moves, and a body that was stopped too often stands.
    pub(super) fn resolve_hits(&mut self, ways: &mut Ways) {
        while let Some(meeting) = self.scratch.meetings.pop() {
            let bodies = self.pairs[meeting.pair as usize].bodies;
            if bodies.map(|body| self.course(body).stamp) != meeting.stamps {
                continue;
            }
            self.hit(&meeting, bodies, ways);
        }
    }

    fn hit(&mut self, meeting: &Meeting, bodies: [u32; 2], ways: &mut Ways) {
        let time = meeting.time;
        for body in bodies {
            self.stop(body, time);
        }
        self.collide(meeting, bodies);
        for body in bodies {
            self.look_around(body, time, meeting.pair, ways);
        }
        self.look_ahead(meeting.pair, time, ways);
    }

    /// Ends the leg of a body. It stands there.
    fn stop(&mut self, slot: u32, time: f64) {
        let body = &self.bodies[slot];
        let course = self.scratch.courses[slot as usize].as_mut();
        let course = course.expect("every body of a pair has a course");
        course.rest_of_way = [DVec3::ZERO; 2];
        if course.stands() {
            return;
        }
        let start = course.placement(time);
        let travelled = course.travel;
        // On the solver's way it turns as freely as before; after a hit, at a constant rate.
        let angular = match course.from == 0.0 {
            true => turning_at(body, [start, course.placement(1.0)]),
            false => body.angular,
        };
        let left = (1.0 - time) / (1.0 - course.from);
        course.rest_of_way = [course.shift * left, course.turn * left];
        if let Some(moves) = &mut self.moves {
            let from = course.start;
            moves.push(Move {
                body: self.bodies.handle(slot),
                from: course.from,
                until: time,
                start: Placement::new(body.centre_at(&from), from.rotation),
                shift: course.shift,
                turn: course.turn,
            });
        }
        course.set_out(body, time, start, [DVec3::ZERO; 2]);
        course.stops += 1;
        self.scratch.strayed[slot as usize] = f64::INFINITY;
        self.report.cuts += 1;
        // Gravity that was not lived is taken back.
        let unlived = (1.0 - time) * self.step;
        let fall = acceleration(body, self.gravity) * unlived;
        let body = &mut self.bodies[slot];
        body.linear -= fall;
        body.angular = angular;
        body.travelled += travelled;
    }

    /// Impulses for both bodies, and legs for the rest of the step.
    fn collide(&mut self, meeting: &Meeting, bodies: [u32; 2]) {
        let number = meeting.pair as usize;
        let starts = bodies.map(|body| self.course(body).start);
        let states = bodies.map(|body| &self.bodies[body]);
        let held = bodies.map(|body| self.course(body).held || self.bodies[body].rests());
        let pair = &mut self.pairs[number];
        let near = 2.0 * pair.rest_gap;
        let looking = &mut self.scratch.looking;
        looking.look(states, starts, near, pair);
        let points = &mut self.scratch.points;
        points.clear();
        for cluster in &looking.found {
            let found = cluster.points().iter();
            points.extend(found.map(|point| {
                let middle = 0.5 * (point.at[0] + point.at[1]);
                HitPoint::new(middle, cluster.normal, point.gap)
            }));
        }
        let centres = [0, 1].map(|body| states[body].centre_at(&starts[body]));
        let mut hits = [0, 1].map(|body| {
            if held[body] {
                // It stands for the rest of the step, whatever its velocity is.
                Hit::standing(centres[body])
            } else {
                Hit::new(states[body], centres[body], starts[body].rotation)
            }
        });
        let surfaces = Surfaces {
            restitution: pair.known.restitution,
            friction: pair.known.friction,
            bounce_speed: self.settings.bounce_speed,
            belt: belt(states),
        };
        let wide = WIDE * pair.wanted_gap();
        let again = meeting.time - pair.notes().hit_at < AGAIN
            && pair.known.restitution == 0.0
            && states.iter().all(|state| state.stalled == 0);
        pair.notes_mut().hit_at = meeting.time;
        pair.refined = true;
        pair.travelled = f64::INFINITY;
        collide(&mut hits, points, &surfaces);
        self.tell_hit(meeting, bodies);
        // On their legs bodies fall as well, and still must not come closer.
        let left = (1.0 - meeting.time) * self.step;
        let mut legs = hits;
        for (body, slot) in bodies.into_iter().enumerate() {
            if !held[body] {
                legs[body].linear += 0.5 * left * acceleration(&self.bodies[slot], self.gravity);
            }
        }
        let tired = bodies.map(|body| self.is_tired(body));
        if tired.contains(&true) || again {
            let states = bodies.map(|body| &self.bodies[body]);
            stick(&mut hits, &mut legs, states, held);
            self.report.sticking += 1;
        } else {
            self.find_neighbours(meeting, bodies);
            let (points, neighbours) = (&mut self.scratch.points, &mut self.scratch.neighbours);
            widen(&mut legs, points, neighbours, wide, self.step);
        }
        for (body, slot) in bodies.into_iter().enumerate() {
            let state = &mut self.bodies[slot];
            let hit = &hits[body];
            if held[body] {
                continue;
            }
            if state.is_dynamic() && (state.linear, state.angular) != (hit.linear, hit.angular) {
                [state.linear, state.angular] = within_limits([hit.linear, hit.angular], 1.0);
                state.quiet = 0.0;
            }
            let leg = &legs[body];
            self.go_on(slot, meeting.time, [leg.linear, leg.angular]);
        }
    }

    /// Finds what else is close to two bodies that hit each other. Those that are stopped for the first times have room enough as a rule.
    fn find_neighbours(&mut self, meeting: &Meeting, bodies: [u32; 2]) {
        self.scratch.neighbours.clear();
        for (body, slot) in bodies.into_iter().enumerate() {
            let course = self.course(slot);
            if course.held || course.stops < CROWDED || !self.bodies[slot].is_dynamic() {
                continue;
            }
            self.know_adjacency();
            let mut around = core::mem::take(&mut self.scratch.around);
            around.clear();
            around.extend(self.scratch.adjacency.of(slot));
            for &number in around.iter().filter(|number| **number != meeting.pair) {
                if self.is_solid(number) {
                    self.find_neighbour(number, (body, slot), meeting.time);
                }
            }
            self.scratch.around = around;
        }
    }

    /// Finds where a body is close to the other of a pair, which goes its own way.
    fn find_neighbour(&mut self, number: u32, (body, slot): (usize, u32), time: f64) {
        let pair = &self.pairs[number as usize];
        let places = pair.bodies.map(|body| self.course(body).placement(time));
        let (other, first) = (pair.other(slot), pair.bodies[0] == slot);
        let course = self.course(other);
        let per_second = 1.0 / ((1.0 - course.from) * self.step);
        let (linear, angular) = (course.shift * per_second, course.turn * per_second);
        let centre = self.bodies[other].centre_at(&places[usize::from(first)]);
        let wide = WIDE * pair.wanted_gap();
        let left = (1.0 - time) * self.step;
        let mut found = core::mem::take(&mut self.scratch.neighbours);
        for cluster in &pair.clusters {
            let mut cluster = *cluster;
            cluster.follow_to(places);
            for point in cluster.points() {
                let at = point.at[usize::from(!first)];
                let narrow = wide - point.gap;
                found.push(Neighbour {
                    body,
                    at,
                    normal: if first {
                        cluster.normal
                    } else {
                        -cluster.normal
                    },
                    velocity: linear + angular.cross(at - centre),
                    wanted: narrow / if narrow > 0.0 { self.step } else { left },
                    push: 0.0,
                });
            }
        }
        self.scratch.neighbours = found;
    }

    /// Tells the caller of a hit.
    fn tell_hit(&mut self, meeting: &Meeting, bodies: [u32; 2]) {
        let points = &self.scratch.points;
        let impulse: f64 = points.iter().map(|point| point.push).sum();
        if !(impulse > 0.0) {
            return;
        }
        self.report.hits += 1;
        let hardest = points.iter().max_by(|p, q| p.push.total_cmp(&q.push));
        if let Some(point) = hardest {
            self.events.push(ContactEvent::Hit {
                bodies: bodies.map(|body| self.bodies.handle(body)),
                time: self.time + meeting.time * self.step,
                point: point.at,
                normal: point.normal,
                impulse,
            });
        }
    }

    /// A leg for the rest of the step with these velocities; none if the body was stopped too often.
    fn go_on(&mut self, slot: u32, time: f64, [linear, angular]: [DVec3; 2]) {
        let left = (1.0 - time) * self.step;
        let tired = self.is_tired(slot);
        let course = self.scratch.courses[slot as usize].as_mut();
        let course = course.expect("every body of a pair has a course");
        let state = &mut self.bodies[slot];
        if !state.may_move() {
            // What sleeps is woken by the hit, and moves from the next step on.
            state.asleep &= state.quiet > 0.0;
            return;
        }
        if tired && course.sticks || 1.0 - time < SHORTEST {
            course.held = true;
            return;
        }
        course.sticks = tired;
        let fall = acceleration(state, self.gravity);
        state.linear += fall * left;
        let [shift, turn] = within_limits([linear * left, angular * left], left);
        let start = course.start;
        let state = &self.bodies[slot];
        course.set_out(state, time, start, [shift, turn]);
        let [straight, turned] = course.rest_of_way;
        let bend = (shift - straight).length() + way_of_turn(turn - turned, state.reach);
        course.bend = bend * (1.0 + 1e-12) + 4.0 * course.rounding(state, state.reach);
        // One that stood was not stopped, and does not end where it was looked at either.
        self.scratch.strayed[slot as usize] = f64::INFINITY;
        self.make_room(slot);
    }

    /// Whether a body was stopped too often in this step. One that could not move in the steps before tries more often.
    fn is_tired(&self, slot: u32) -> bool {
        let tries = 1 + self.bodies[slot].stalled.min(MORE_TRIES);
        self.course(slot).stops > self.settings.most_stops.saturating_mul(tries)
    }

    fn know_adjacency(&mut self) {
        let adjacency = &mut self.scratch.adjacency;
        if !adjacency.known {
            let pairs = self.pairs.iter().map(|pair| pair.bodies);
            adjacency.build(self.bodies.slots(), pairs);
        }
    }

    /// Looks at all pairs of a body that has another leg, but for one.
    fn look_around(&mut self, slot: u32, time: f64, but: u32, ways: &mut Ways) {
        self.know_adjacency();
        let stands = self.course(slot).stands();
        let scratch = &mut *self.scratch;
        let mut around = core::mem::take(&mut scratch.around);
        around.clear();
        around.extend(scratch.adjacency.of(slot));
        for &number in &around {
            if number == but || !self.is_solid(number) {
                continue;
            }
            // What holds wherever a body stops holds where it has stopped.
            if stands && self.scratch.any_stops[number as usize] {
                continue;
            }
            if !self.is_still_apart(number, slot) {
                self.look_ahead(number, time, ways);
            }
        }
        self.scratch.around = around;
    }

    /// Whether a body is still apart from another on a leg that is bent: by what was proven of the leg before, wherever either stops.
    fn is_still_apart(&mut self, number: u32, slot: u32) -> bool {
        if !self.scratch.any_stops[number as usize] {
            return false;
        }
        let bend = self.course(slot).bend;
        let bodies = self.pairs[number as usize].bodies;
        let rounding = bodies.map(|body| {
            let state = &self.bodies[body];
            self.course(body).rounding(state, state.reach)
        });
        let pair = &mut self.pairs[number as usize];
        let clearance = pair.clearance().max(2.0 * (rounding[0] + rounding[1]));
        let stays = pair.stays_apart(bend, clearance);
        self.report.proofs[0] += u32::from(stays);
        stays
    }
}
