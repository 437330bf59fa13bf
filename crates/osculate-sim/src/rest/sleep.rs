//! Falling asleep, and waking.

use super::balance::{Push, held};
use super::{CALM, FALLS, FAST, REMEMBERED, ROW, SPAN, WEDGED};
use crate::event::Partner;
use crate::vector::{Vector, dot, length, minus};
use crate::world::World;

/// Which part of an acceleration its contacts may leave and still hold a body.
const LEFT: f64 = 0.01;
/// How many s² / a a body may move and still be where it was: a force out of balance by 1/32 of its weight takes it as far
/// as that in 16 hops, which last 2s / a each.
const AWAY: f64 = 16.0;
/// At most so many bodies fall asleep together.
const TOGETHER: usize = 64;
/// Whether bodies may fall asleep together is asked once in so many slow meetings.
const SELDOM: u32 = 8;

impl<const D: usize> World<D> {
    /// Remembers a meeting of a body that has bounced, and lets it fall asleep if that was the last one before.
    pub(super) fn met(&mut self, body: u32, partner: Partner, slow: bool) {
        let now = self.now();
        let Some(rest) = &mut self.rest else { return };
        let calm = &mut rest.bodies[body as usize];
        if calm.asleep || calm.acceleration == [0.0; D] {
            return;
        }
        remember(&mut calm.met, partner);
        let place = self.bodies[body as usize].position;
        let moved = length(&minus(&place, &calm.place));
        let most = AWAY * rest.speed * rest.speed / length(&calm.acceleration);
        if !slow || !(moved <= most) {
            calm.slow = 0;
            calm.since = now;
            calm.place = place;
        }
        if !slow {
            return;
        }
        calm.slow = calm.slow.saturating_add(1);
        let seldom = calm.slow.is_multiple_of(SELDOM);
        if !self.is_calm(body) {
            return;
        }
        if self.is_held(body) {
            self.fall_asleep(body);
        } else if seldom {
            self.fall_asleep_together(body);
        }
    }

    /// Whether a body that is awake has been slow for long enough.
    fn is_calm(&self, body: u32) -> bool {
        let Some(rest) = &self.rest else { return false };
        let calm = &rest.bodies[body as usize];
        let wedged = calm.slow >= WEDGED;
        if calm.asleep
            || calm.slow < ROW
            || (self.now() - calm.since < CALM * rest.hop_time(body) && !wedged)
        {
            return false;
        }
        let velocity = self.state(body, self.now()).1;
        let most = FAST * rest.speed;
        dot(&velocity, &velocity) <= most * most
    }

    /// Lets a body fall asleep at once that has no velocity at all and is held by what it met before and now.
    pub(super) fn lies_still(&mut self, body: u32, partner: Partner) -> bool {
        if self.bodies[body as usize].velocity != [0.0; D] {
            return false;
        }
        let Some(rest) = &mut self.rest else {
            return false;
        };
        let calm = &mut rest.bodies[body as usize];
        if calm.asleep || calm.acceleration == [0.0; D] {
            return false;
        }
        remember(&mut calm.met, partner);
        self.is_held(body) && self.fall_asleep(body)
    }

    /// The unit vector from `partner` to the body, if they touch or nearly do.
    fn touch(&self, body: u32, partner: Partner) -> Option<Vector<D>> {
        let rest = self.rest.as_ref()?;
        let radius = self.bodies[body as usize].radius;
        let position = self.state(body, self.now()).0;
        let (distance, normal) = match partner {
            Partner::Body(other) => {
                let mut offset = minus(&position, &self.state(other, self.now()).0);
                if self.domain.wraps() {
                    offset = self.domain.nearest(offset);
                }
                let distance = length(&offset);
                let normal = std::array::from_fn(|axis| offset[axis] / distance);
                (distance - self.bodies[other as usize].radius, normal)
            }
            Partner::Face { axis, high } => {
                let axis = axis as usize;
                let mut normal = [0.0; D];
                if high {
                    normal[axis] = -1.0;
                    (self.domain.high[axis] - position[axis], normal)
                } else {
                    normal[axis] = 1.0;
                    (position[axis] - self.domain.low[axis], normal)
                }
            }
            Partner::Wall(wall) => self.walls[wall as usize].separation(&position),
        };
        // As far as a body of the greatest speed of a calm one rises against its acceleration.
        let speed = rest.speed;
        let near =
            0.5 * FAST * FAST * speed * speed / length(&rest.acceleration(body)) + 1e-9 * radius;
        (distance - radius <= near).then_some(normal)
    }

    /// Whether what the body touches and is at rest holds it.
    fn is_held(&self, body: u32) -> bool {
        let Some(rest) = &self.rest else { return false };
        let calm = &rest.bodies[body as usize];
        let mut pushes = Vec::with_capacity(calm.met.len());
        for &partner in &calm.met {
            if self.at_rest(partner)
                && let Some(normal) = self.touch(body, partner)
            {
                pushes.push(Push {
                    pushed: 0,
                    pusher: None,
                    normal,
                });
            }
        }
        held(&[calm.acceleration], &[1.0], &pushes, LEFT)
    }

    fn at_rest(&self, partner: Partner) -> bool {
        match partner {
            Partner::Body(other) => self.asleep(other),
            _ => true,
        }
    }

    /// Lets the body and those calm ones that it leans on, directly or not, fall asleep if their contacts hold them all.
    fn fall_asleep_together(&mut self, body: u32) {
        let Some(rest) = &self.rest else { return };
        let mut group = vec![body];
        let mut pushes = Vec::new();
        let mut next = 0;
        while next < group.len() {
            let member = group[next];
            for &partner in &rest.bodies[member as usize].met {
                let Some(normal) = self.touch(member, partner) else {
                    continue;
                };
                let pusher = match partner {
                    Partner::Body(other) if !self.asleep(other) => {
                        if !self.is_calm(other) {
                            continue;
                        }
                        let place = group.iter().position(|&known| known == other);
                        Some(place.unwrap_or_else(|| {
                            group.push(other);
                            group.len() - 1
                        }))
                    }
                    _ => None,
                };
                // Of two that have met each other one contact is enough.
                if pusher.is_none_or(|pusher| pusher > next) {
                    pushes.push(Push {
                        pushed: next,
                        pusher,
                        normal,
                    });
                }
            }
            next += 1;
            if group.len() > TOGETHER {
                return;
            }
        }
        let accelerations: Vec<Vector<D>> = group.iter().map(|&m| rest.acceleration(m)).collect();
        let masses: Vec<f64> = group
            .iter()
            .map(|&member| self.matter[member as usize].inverse_mass)
            .collect();
        if !held(&accelerations, &masses, &pushes, LEFT) {
            return;
        }
        for &member in &group {
            self.fall_asleep(member);
        }
        // Only now do the first of them touch something at rest in the last ones.
        for &member in &group {
            self.lean(member);
        }
    }

    /// Whether the body sleeps now: it may not do so too often.
    fn fall_asleep(&mut self, body: u32) -> bool {
        let now = self.now();
        self.bring(body);
        let Some(rest) = &mut self.rest else {
            return false;
        };
        let span = SPAN * rest.hop_time(body);
        let calm = &mut rest.bodies[body as usize];
        if now - calm.span > span {
            calm.span = now;
            calm.falls = 0;
        }
        if calm.falls == FALLS {
            return false;
        }
        calm.falls += 1;
        calm.asleep = true;
        self.bodies[body as usize].velocity = [0.0; D];
        self.accelerations[body as usize] = [0.0; D];
        self.changed.push(body);
        self.tally.falls_asleep += 1;
        self.tally.sleeping += 1;
        self.lean(body);
        true
    }

    /// Tells what a sleeping body touches and is at rest that it lies there.
    fn lean(&mut self, body: u32) {
        let Some(rest) = &self.rest else { return };
        let met = &rest.bodies[body as usize].met;
        let touched: Vec<u32> = met
            .iter()
            .filter(|&&partner| self.touch(body, partner).is_some())
            .filter_map(|&partner| match partner {
                Partner::Body(other) if self.asleep(other) => Some(other),
                _ => None,
            })
            .collect();
        let Some(rest) = &mut self.rest else { return };
        for other in touched {
            let above = &mut rest.bodies[other as usize].above;
            if !above.contains(&body) {
                above.push(body);
            }
        }
    }

    /// Wakes the body if it sleeps, and those on it that nothing else holds.
    pub(super) fn wake(&mut self, body: u32) {
        let now = self.now();
        let mut waking = vec![body];
        while let Some(body) = waking.pop() {
            let Some(rest) = &mut self.rest else { return };
            let calm = &mut rest.bodies[body as usize];
            if !calm.asleep {
                continue;
            }
            calm.asleep = false;
            calm.slow = 0;
            calm.since = now;
            self.accelerations[body as usize] = calm.acceleration;
            self.bodies[body as usize].clock = now;
            self.changed.push(body);
            self.tally.wakings += 1;
            self.tally.sleeping -= 1;
            for other in std::mem::take(&mut calm.above) {
                if self.asleep(other) && !self.is_held(other) {
                    waking.push(other);
                }
            }
        }
    }
}

/// Puts `partner` in front of what a body met last.
fn remember(met: &mut Vec<Partner>, partner: Partner) {
    match met.iter().position(|&known| known == partner) {
        Some(place) => met[..=place].rotate_right(1),
        None => {
            met.truncate(REMEMBERED - 1);
            met.insert(0, partner);
        }
    }
}
