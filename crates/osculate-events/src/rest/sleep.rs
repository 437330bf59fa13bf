//! Falling asleep, and waking.

use super::balance::held;
use super::wedge::WAY;
use super::{CALM, FALLS, LONG, Pace, REMEMBERED, ROW, SPAN, WEDGED};
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
    pub(super) fn met(&mut self, body: u32, partner: Partner, pace: Pace) {
        let now = self.now();
        let wedged = self.is_wedged(body, partner, pace);
        let Some(rest) = &mut self.rest else { return };
        let calm = &mut rest.bodies[body as usize];
        if calm.asleep {
            return;
        }
        if calm.acceleration == [0.0; D] {
            self.leave(body);
            if wedged {
                self.make_way(body);
            }
            return;
        }
        remember(&mut calm.met, partner);
        let place = self.bodies[body as usize].position;
        let moved = length(&minus(&place, &calm.place));
        let most = AWAY * rest.speed * rest.speed / length(&calm.acceleration);
        if pace != Pace::Slow || !(moved <= most) {
            calm.slow = 0;
            calm.since = now;
            calm.place = place;
            self.leave(body);
        } else {
            calm.slow = calm.slow.saturating_add(1);
            if self.is_calm(body) && self.fall_asleep(body) {
                return;
            }
        }
        if wedged {
            self.make_way(body);
        }
    }

    /// Whether a body that is awake has been where it is for long enough: a short time if what is at rest holds it; after
    /// a long time that it has not moved is proof enough that it is held.
    fn is_calm(&self, body: u32) -> bool {
        let Some(rest) = &self.rest else { return false };
        let calm = &rest.bodies[body as usize];
        let hops = (self.now() - calm.since) / self.hop_time(body);
        if calm.slow < ROW || !self.is_gentle(body) {
            return false;
        }
        hops >= LONG || ((hops >= CALM || calm.slow >= WEDGED) && self.is_held(body, true))
    }

    /// Whether a body that was brought to the present is slower than what wakes others.
    pub(super) fn is_gentle(&self, body: u32) -> bool {
        let velocity = &self.bodies[body as usize].velocity;
        self.rest
            .as_ref()
            .is_some_and(|rest| rest.slow(length(velocity)))
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
    pub(super) fn touch(&self, body: u32, partner: Partner) -> Option<Vector<D>> {
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
        let acceleration = length(&rest.acceleration(body));
        let near = if acceleration > 0.0 {
            NEAR * rest.speed * rest.speed / acceleration
        } else {
            WAY * radius
        };
        let near = near + TOUCH * radius;
        (distance - radius <= near).then_some(normal)
    }

    /// Whether what the body touches holds it, or, if asked, what of that is at rest. Nothing holds one that nothing draws: it
    /// has no reason to stay.
    pub(super) fn is_held(&self, body: u32, at_rest: bool) -> bool {
        let Some(rest) = &self.rest else { return false };
        let calm = &rest.bodies[body as usize];
        if calm.acceleration == [0.0; D] {
            return false;
        }
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

    /// How long a hop takes; that of a body which nothing accelerates takes as long as if its acceleration had given the scene
    /// its default rest speed, 0.01·√(a·r).
    fn hop_time(&self, body: u32) -> f64 {
        let Some(rest) = &self.rest else {
            return f64::INFINITY;
        };
        let acceleration = length(&rest.acceleration(body));
        if acceleration > 0.0 {
            2.0 * rest.speed / acceleration
        } else {
            2e-4 * self.bodies[body as usize].radius / rest.speed
        }
    }

    /// Begins a new span if the last one of the body is over, in which it may fall asleep [`FALLS`] times.
    pub(super) fn begin_span(&mut self, body: u32) {
        if !self.in_span(body) {
            let now = self.now();
            let Some(rest) = &mut self.rest else { return };
            let calm = &mut rest.bodies[body as usize];
            (calm.span, calm.falls, calm.slides) = (now, 0, 0);
        }
    }

    fn in_span(&self, body: u32) -> bool {
        let span = SPAN * self.hop_time(body);
        (self.rest.as_ref())
            .is_some_and(|rest| self.now() - rest.bodies[body as usize].span <= span)
    }

    /// Whether the body sleeps now: it may not do so too often.
    fn fall_asleep(&mut self, body: u32) -> bool {
        self.begin_span(body);
        let Some(rest) = &self.rest else { return false };
        if rest.bodies[body as usize].falls >= FALLS {
            return false;
        }
        self.put_to_rest(body);
        true
    }

    /// Lets a body fall asleep, however often it did.
    pub(super) fn put_to_rest(&mut self, body: u32) {
        self.bring(body);
        let Some(rest) = &mut self.rest else { return };
        let calm = &mut rest.bodies[body as usize];
        calm.falls = (calm.falls + 1).min(FALLS + 1);
        calm.asleep = true;
        self.bodies[body as usize].velocity = [0.0; D];
        if let Some(acceleration) = self.accelerations.get_mut(body as usize) {
            *acceleration = [0.0; D];
        }
        self.changed.push(body);
        self.tally.falls_asleep += 1;
        self.tally.sleeping += 1;
        self.lean(body);
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
            if !self.is_held(other, false) && !self.wake(other) {
                // Later, when its span is over.
                stay.push(other);
            }
        }
        if let Some(rest) = &mut self.rest {
            rest.bodies[body as usize].leaning = stay;
        }
    }

    /// Wakes the body if it sleeps, unless it had no room too often: then it stays until its span is over. Whether it is awake.
    pub(super) fn wake(&mut self, body: u32) -> bool {
        let now = self.now();
        let locked = self.in_span(body);
        let Some(rest) = &mut self.rest else {
            return true;
        };
        let calm = &mut rest.bodies[body as usize];
        if !calm.asleep {
            return true;
        }
        if calm.falls > FALLS && locked {
            return false;
        }
        calm.asleep = false;
        calm.slow = 0;
        calm.since = now;
        if let Some(acceleration) = self.accelerations.get_mut(body as usize) {
            *acceleration = calm.acceleration;
        }
        self.bodies[body as usize].clock = now;
        self.changed.push(body);
        self.tally.wakings += 1;
        self.tally.sleeping -= 1;
        true
    }
}

/// Puts `partner` in front of what a body met last.
pub(super) fn remember(met: &mut Vec<Partner>, partner: Partner) {
    match met.iter().position(|&known| known == partner) {
        Some(place) => met[..=place].rotate_right(1),
        None => {
            met.truncate(REMEMBERED - 1);
            met.insert(0, partner);
        }
    }
}
