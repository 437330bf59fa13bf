//! Falling asleep, and waking.

use super::balance::held;
use super::{CALM, FALLS, LONG, REMEMBERED, ROW, SPAN, WEDGED};
use crate::body::Body;
use crate::event::Partner;
use crate::vector::{Vector, dot, length, minus};
use crate::world::World;

/// Which part of an acceleration its contacts may leave and still hold a body.
const LEFT: f64 = 0.01;
/// How many s² / a a body may move and still be where it was.
const AWAY: f64 = 16.0;
/// How many radii a body may be from another and touches it but for rounding.
const TOUCH: f64 = 1e-9;
/// How many s² / a a body may be from another and still touch it: as high as it rises with 4s.
const NEAR: f64 = 8.0;

impl<const D: usize> World<D> {
    /// Remembers a meeting of a body that has bounced, and lets it fall asleep if that was the last one before.
    pub(super) fn met(&mut self, body: u32, partner: Partner, slow: bool) {
        let now = self.now();
        let Some(rest) = &mut self.rest else { return };
        let calm = &mut rest.bodies[body as usize];
        if calm.asleep {
            return;
        }
        if calm.acceleration == [0.0; D] {
            self.leave(body);
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
            self.leave(body);
        } else {
            calm.slow = calm.slow.saturating_add(1);
            if self.is_calm(body) || (self.is_wedged(body) && !self.wake_touched(body)) {
                self.fall_asleep(body);
            }
        }
    }

    /// Whether a body that is awake has been where it is for long enough: a short time if what is at rest holds it; after
    /// a long time that it has not moved is proof enough that it is held.
    fn is_calm(&self, body: u32) -> bool {
        let Some(rest) = &self.rest else { return false };
        let calm = &rest.bodies[body as usize];
        let hops = (self.now() - calm.since) / rest.hop_time(body);
        if calm.slow < ROW || !self.is_gentle(body) {
            return false;
        }
        hops >= LONG || ((hops >= CALM || calm.slow >= WEDGED) && self.is_held(body, true))
    }

    /// Whether a body that was brought to the present is slower than what wakes others.
    fn is_gentle(&self, body: u32) -> bool {
        let velocity = &self.bodies[body as usize].velocity;
        self.rest
            .as_ref()
            .is_some_and(|rest| rest.slow(length(velocity)))
    }

    /// Whether a body meets things again and again without any time passing.
    fn is_wedged(&self, body: u32) -> bool {
        let Some(rest) = &self.rest else { return false };
        let calm = &rest.bodies[body as usize];
        calm.slow >= WEDGED && self.now() - calm.since < 1e-3 * rest.hop_time(body)
    }

    /// Whether the body, which has no room but is fast, touched any that slept: these are awake now.
    fn wake_touched(&mut self, body: u32) -> bool {
        if self.is_gentle(body) {
            return false;
        }
        let Some(rest) = &self.rest else { return false };
        let met = rest.bodies[body as usize].met.clone();
        let mut woken = false;
        for partner in met {
            if let Partner::Body(other) = partner
                && self.asleep(other)
                && self.touch(body, partner).is_some()
            {
                self.wake(other);
                woken = true;
            }
        }
        if let Some(rest) = &mut self.rest {
            rest.bodies[body as usize].slow = 0;
        }
        woken
    }

    /// Lets a body fall asleep at once that is held by what it met before and now and has no velocity, or only that of a
    /// fall from where rounding put it.
    pub(super) fn lies_still(&mut self, body: u32, partner: Partner) -> bool {
        let Body {
            velocity, radius, ..
        } = self.bodies[body as usize];
        let Some(rest) = &mut self.rest else {
            return false;
        };
        let calm = &mut rest.bodies[body as usize];
        let fall = 2.0 * TOUCH * radius * length(&calm.acceleration);
        if calm.asleep || calm.acceleration == [0.0; D] || !(dot(&velocity, &velocity) <= fall) {
            return false;
        }
        remember(&mut calm.met, partner);
        self.is_held(body, true) && self.fall_asleep(body)
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
        let speed = rest.speed;
        let near = NEAR * speed * speed / length(&rest.acceleration(body)) + TOUCH * radius;
        (distance - radius <= near).then_some(normal)
    }

    /// Whether what the body touches holds it, or, if asked, what of that is at rest.
    fn is_held(&self, body: u32, at_rest: bool) -> bool {
        let Some(rest) = &self.rest else { return false };
        let calm = &rest.bodies[body as usize];
        let normals: Vec<Vector<D>> = calm
            .met
            .iter()
            .filter(|&&partner| match partner {
                Partner::Body(other) => self.asleep(other) || !at_rest,
                _ => true,
            })
            .filter_map(|&partner| self.touch(body, partner))
            .collect();
        held(&calm.acceleration, &normals, LEFT)
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

    /// Tells all that a sleeping body touches that it lies there.
    fn lean(&mut self, body: u32) {
        let Some(rest) = &self.rest else { return };
        let mut met = rest.bodies[body as usize].met.clone();
        met.retain(|&partner| self.touch(body, partner).is_some());
        let Some(rest) = &mut self.rest else { return };
        for &partner in &met {
            if let Partner::Body(other) = partner {
                let leaning = &mut rest.bodies[other as usize].leaning;
                if !leaning.contains(&body) {
                    leaning.push(body);
                }
            }
        }
        rest.bodies[body as usize].met = met;
    }

    /// Wakes those sleeping bodies that nothing holds now that this one, which is awake, has left them or is fast.
    fn leave(&mut self, body: u32) {
        let Some(rest) = &mut self.rest else { return };
        if rest.bodies[body as usize].leaning.is_empty() {
            return;
        }
        let leaning = std::mem::take(&mut rest.bodies[body as usize].leaning);
        let gentle = self.is_gentle(body);
        let mut stay = Vec::new();
        for other in leaning {
            if !self.asleep(other) {
                continue;
            }
            if gentle && self.touch(other, Partner::Body(body)).is_some() {
                stay.push(other);
                continue;
            }
            let Some(rest) = &mut self.rest else { return };
            let met = &mut rest.bodies[other as usize].met;
            met.retain(|&partner| partner != Partner::Body(body));
            if !self.is_held(other, false) {
                self.wake(other);
            }
        }
        if let Some(rest) = &mut self.rest {
            rest.bodies[body as usize].leaning = stay;
        }
    }

    /// Wakes the body if it sleeps.
    pub(super) fn wake(&mut self, body: u32) {
        let now = self.now();
        let Some(rest) = &mut self.rest else { return };
        let calm = &mut rest.bodies[body as usize];
        if !calm.asleep {
            return;
        }
        calm.asleep = false;
        calm.slow = 0;
        calm.since = now;
        self.accelerations[body as usize] = calm.acceleration;
        self.bodies[body as usize].clock = now;
        self.changed.push(body);
        self.tally.wakings += 1;
        self.tally.sleeping -= 1;
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
