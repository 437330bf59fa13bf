//! The cheap proofs that pairs stay apart, and the correction of ends that come too close.

use super::certify::rounding;
use super::course::way_of_turn;
use super::refine::{Moved, correct, find, heed};
use super::scratch::Scratch;
use super::ways::Ways;
use super::within_limits;
use crate::bodies::Bodies;
use crate::contact::Pair;
use crate::report::StepReport;
use core::mem::take;
use glam::DVec3;
use osculate::query::small_motions::Stage;

/// How often ends are corrected.
const ROUNDS: usize = 2;

/// All pairs over the whole step.
pub(crate) struct Proving<'p, 's> {
    pub(crate) bodies: &'p Bodies,
    pub(crate) pairs: &'p mut [Pair],
    pub(crate) scratch: &'p mut Scratch,
    pub(crate) report: &'p mut StepReport,
    pub(crate) ways: &'p mut Ways<'s>,
    /// Hits faster than this bounce at their time, and are not corrected.
    pub(crate) bounce_speed: f64,
    /// How many seconds the step takes.
    pub(crate) step: f64,
}

impl Proving<'_, '_> {
    /// Leaves the pairs that are not proven to stay apart by cheap proofs in `suspects`.
    pub(crate) fn prove(&mut self) {
        let bodies = self.bodies;
        let mut suspects = take(&mut self.scratch.suspects);
        suspects.clear();
        self.scratch.corrected_ever.clear();
        self.scratch.corrected_ever.resize(bodies.slots(), false);
        self.scratch.strayed.clear();
        self.scratch.strayed.resize(bodies.slots(), 0.0);
        self.scratch.bends.clear();
        self.scratch.bends.resize(bodies.slots(), 0.0);
        self.scratch.seen_ends.clear();
        self.scratch.any_stops.clear();
        self.scratch.any_stops.resize(self.pairs.len(), false);
        for number in 0..self.pairs.len() as u32 {
            if !self.is_concerned(number) {
                // What is not looked at may come together.
                self.pairs[number as usize].proven = f64::NEG_INFINITY;
            } else if !self.is_apart(number) {
                suspects.push(number);
            }
        }
        for _ in 0..ROUNDS {
            if suspects.is_empty() || !self.correct_ends(&suspects) {
                break;
            }
            self.look_again(&mut suspects);
        }
        self.scratch.suspects = suspects;
    }

    /// Whether a pair is to stay apart, and may come closer.
    fn is_concerned(&self, number: u32) -> bool {
        let pair = &self.pairs[number as usize];
        let [a, b] = pair.bodies.map(|body| &self.scratch.glances[body as usize]);
        !pair.ignored && a.concerns(b)
    }

    /// By what was proven before, by travel, or along the direction that kept them apart last.
    fn is_apart(&mut self, number: u32) -> bool {
        let pair = &mut self.pairs[number as usize];
        if pair.overlapping.is_some() {
            self.report.overlapping += 1;
            return false;
        }
        let [a, b] = pair.bodies.map(|body| self.scratch.lengths[body as usize]);
        let mut rounded = a.rounding + b.rounding;
        let clearance = pair.clearance().max(2.0 * rounded);
        if pair.stays_apart(a.way + b.way, clearance) {
            self.report.proofs[0] += 1;
            self.scratch.any_stops[number as usize] = true;
            return true;
        }
        let courses = pair
            .bodies
            .map(|body| self.scratch.courses[body as usize].as_ref());
        let courses = courses.map(|course| course.expect("every body of a pair has a course"));
        let bodies = pair.bodies.map(|body| &self.bodies[body]);
        // What is shown of common times only is shown again if one of them is stopped or corrected.
        if !(rounded < f64::INFINITY) {
            // Of a half-space, only what is near the other body counts.
            rounded = rounding(bodies, courses);
        }
        let apart = (self.ways).are_apart_together(pair, bodies, courses, rounded);
        let at_any_stops = apart.is_some_and(|apart| apart.holds_for_any_stop_times);
        pair.proven = match apart {
            Some(apart) if at_any_stops => apart.separation,
            _ => f64::NEG_INFINITY,
        };
        if let Some(apart) = apart {
            let stage = usize::from(apart.stage != Stage::Travel);
            self.report.proofs[stage] += 1;
        }
        self.scratch.any_stops[number as usize] = at_any_stops;
        apart.is_some()
    }

    /// Moves the ends of bodies that come too close, if there are any.
    fn correct_ends(&mut self, suspects: &[u32]) -> bool {
        let scratch = &mut *self.scratch;
        scratch.corrections.clear();
        scratch.seen_anew.clear();
        for &number in suspects {
            let pair = &mut self.pairs[number as usize];
            if pair.overlapping.is_some() {
                continue;
            }
            let [a, b] = pair.bodies;
            let bodies = [&self.bodies[a], &self.bodies[b]];
            let courses = [a, b].map(|body| scratch.courses[body as usize].as_ref());
            let courses = courses.map(|course| course.expect("every body of a pair has a course"));
            let between = bodies[0].centre() - bodies[1].centre();
            let closing = -(bodies[0].linear - bodies[1].linear).dot(between.normalize_or_zero());
            if pair.known.restitution > 0.0 && closing > self.bounce_speed {
                continue;
            }
            let ends = courses.map(|course| course.placement(1.0));
            let (looking, corrections) = (&mut scratch.looking, &mut scratch.corrections);
            let strayed = scratch.strayed[a as usize] + scratch.strayed[b as usize];
            let first = pair.notes().seen_end.is_none_or(|seen| !seen.close);
            let seen_before = pair.notes().seen_end.map(|seen| seen.strayed);
            pair.refined |= find(pair, bodies, ends, strayed, looking, corrections);
            if pair.notes().seen_end.map(|seen| seen.strayed) != seen_before {
                scratch.seen_anew.push(number);
            }
            if first && pair.notes().seen_end.is_some_and(|seen| seen.close) {
                scratch.seen_ends.push(number);
            }
        }
        if scratch.corrections.is_empty() {
            return false;
        }
        self.heed_neighbours(suspects);
        let scratch = &mut *self.scratch;
        scratch.moved.clear();
        scratch.moved.resize(self.bodies.slots(), Moved::default());
        let movers = &scratch.movers;
        correct(&mut scratch.corrections, &mut scratch.moved, |body| {
            let mover = &movers[body as usize];
            (mover.inverse_mass, &mover.inverse_inertia)
        });
        scratch.corrected.clear();
        for (slot, moved) in scratch.moved.iter().enumerate() {
            if moved.shift == DVec3::ZERO && moved.turn == DVec3::ZERO {
                continue;
            }
            let course = scratch.courses[slot].as_mut();
            let course = course.expect("what is corrected has a course");
            let wanted = [course.shift + moved.shift, course.turn + moved.turn];
            // What is hardly kept from turning may be led to turn further than motions can.
            let way = within_limits(wanted, self.step);
            let moved = match way == wanted {
                true => *moved,
                false => Moved {
                    shift: way[0] - course.shift,
                    turn: way[1] - course.turn,
                },
            };
            let (body, start) = (&self.bodies[slot as u32], course.start);
            course.set_out(body, 0.0, start, way);
            scratch.lengths[slot] = course.length;
            let bend = moved.shift.length() + way_of_turn(moved.turn, body.reach);
            scratch.strayed[slot] += bend;
            scratch.bends[slot] = bend * (1.0 + 1e-12) + 2.0 * scratch.lengths[slot].rounding;
            scratch.corrected.push(slot as u32);
            self.report.corrected += u32::from(!scratch.corrected_ever[slot]);
            scratch.corrected_ever[slot] = true;
        }
        true
    }

    /// Adds to the corrections where bodies that will be moved are close to others.
    fn heed_neighbours(&mut self, suspects: &[u32]) {
        self.know_adjacency();
        let scratch = &mut *self.scratch;
        scratch.corrected.clear();
        let bodies = scratch.corrections.iter().flat_map(|it| it.bodies());
        scratch
            .corrected
            .extend(bodies.filter(|&body| scratch.movers[body as usize].moves));
        scratch.corrected.sort_unstable();
        scratch.corrected.dedup();
        for &body in &scratch.corrected {
            for number in scratch.adjacency.of(body) {
                let pair = &self.pairs[number as usize];
                let other = pair.other(body);
                // Each once.
                let twice = other < body && scratch.corrected.binary_search(&other).is_ok();
                let idle = pair.ignored || pair.clusters.is_empty();
                if twice || idle || suspects.binary_search(&number).is_ok() {
                    continue;
                }
                let bodies = pair.bodies.map(|body| &self.bodies[body]);
                let courses = pair
                    .bodies
                    .map(|body| scratch.courses[body as usize].as_ref());
                let courses = courses.map(|it| it.expect("every body of a pair has a course"));
                let ends = courses.map(|course| course.placement(1.0));
                heed(pair, bodies, ends, &mut scratch.corrections);
            }
        }
    }

    fn know_adjacency(&mut self) {
        if !self.scratch.adjacency.known {
            let pairs = self.pairs.iter().map(|pair| pair.bodies);
            self.scratch.adjacency.build(self.bodies.slots(), pairs);
        }
    }

    /// Looks again at all pairs of bodies that were corrected, and at the suspects that a look gave another direction.
    fn look_again(&mut self, suspects: &mut Vec<u32>) {
        self.know_adjacency();
        let mut taken = take(&mut self.scratch.taken);
        taken.resize(self.pairs.len(), false);
        for &number in &*suspects {
            taken[number as usize] = true;
        }
        for &body in &self.scratch.corrected {
            // Each once.
            let new = |number: &u32| !core::mem::replace(&mut taken[*number as usize], true);
            suspects.extend(self.scratch.adjacency.of(body).filter(new));
        }
        suspects.retain(|&number| {
            taken[number as usize] = false;
            self.is_unchanged(number)
                || self.is_concerned(number)
                    && !self.is_still_apart(number)
                    && !self.is_apart(number)
        });
        suspects.sort_unstable();
        self.scratch.taken = taken;
        for &body in &self.scratch.corrected {
            self.scratch.bends[body as usize] = 0.0;
        }
    }

    /// Whether neither leg of a suspect was corrected, and no look gave it another direction: it is as little proven as before.
    fn is_unchanged(&self, number: u32) -> bool {
        let bodies = self.pairs[number as usize].bodies;
        let bends = bodies.map(|body| self.scratch.bends[body as usize]);
        bends == [0.0; 2] && self.scratch.seen_anew.binary_search(&number).is_err()
    }

    /// By what was proven of the legs before they were corrected: wherever on its own a body stops, it is no further from where it was on the old
    /// leg than that was bent.
    fn is_still_apart(&mut self, number: u32) -> bool {
        if !self.scratch.any_stops[number as usize] {
            return false;
        }
        let pair = &mut self.pairs[number as usize];
        let bends = pair.bodies.map(|body| self.scratch.bends[body as usize]);
        let lengths = pair.bodies.map(|body| self.scratch.lengths[body as usize]);
        let rounding = lengths[0].rounding + lengths[1].rounding;
        let clearance = pair.clearance().max(2.0 * rounding);
        let stays = pair.stays_apart(bends[0] + bends[1], clearance);
        self.report.proofs[0] += u32::from(stays);
        stays
    }
}
