//! Fast hits within a part of a step: the part ends where they begin, and there they bounce.

use super::Rods;
use super::contact::{Contact, impulse, normal_speed};
use super::step::Engine;
use glam::DVec3;

/// What is to be done about the hits of a part of a step.
pub(super) enum Answer {
    /// There are none.
    GoOn,
    /// The part should only be so long, as a share of what it is: then they begin.
    Shorten(f64),
    /// They have bounced, and the part is to be solved again.
    Again,
}

/// Hits earlier than this share of a part are at its start.
const EARLY: f64 = 1.0 / 16.0;
/// So are those before which things come nearer by no more than this share of their thickness.
const NEARER: f64 = 0.5;
/// How often impulses go round.
const SWEEPS: u32 = 8;

impl Rods {
    /// Looks for contacts that are faster than the speed that bounces, among those that were found. What does not bounce needs none of this: the
    /// solver brings it together, and [`Rods::stop_hits`] stops it there.
    pub(super) fn answer_hits(&mut self, engine: &Engine, part: f64, may_shorten: bool) -> Answer {
        let Some(surroundings) = &engine.surroundings else {
            return Answer::GoOn;
        };
        let speed =
            |contact: &Contact| normal_speed(contact, |v| self.velocity_of(&engine.starts, v));
        let ends = &engine.solver.positions;
        let timed = engine.found.iter().filter_map(|contact| {
            let speed = speed(contact);
            let is_fast = speed < -self.settings.bounce_speed && contact.restitution > 0.0;
            let time = is_fast.then(|| surroundings.time_of(contact, ends))?;
            let late = (NEARER * contact.thickness / (-speed * part)).max(EARLY);
            (time < 1.0).then_some((time, late, *contact))
        });
        let hits: Vec<(f64, f64, Contact)> = timed.collect();
        if hits.is_empty() {
            return Answer::GoOn;
        }
        // The part ends where the first begins of those that are not at its start.
        let is_now = |hit: &&(f64, f64, Contact)| !may_shorten || hit.0 <= hit.1;
        if !hits.iter().any(|hit| is_now(&hit)) {
            let first = hits.iter().fold(1.0_f64, |first, hit| first.min(hit.0));
            return Answer::Shorten(first);
        }
        let mut has_bounced = false;
        for sweep in 0..SWEEPS {
            let mut is_done = true;
            for (.., contact) in hits.iter().filter(is_now) {
                is_done &= !self.bounce(&engine.starts, contact, sweep);
            }
            has_bounced |= !is_done;
            if is_done {
                break;
            }
        }
        // Between obstacles and what is held nothing gives way.
        match has_bounced {
            true => Answer::Again,
            false => Answer::GoOn,
        }
    }

    /// After a part: contacts that push and do not bounce, and still approach fast, stop doing so. The part brought them together, and its velocities are
    /// those of the way there. How many there are.
    pub(super) fn stop_hits(&mut self, engine: &Engine) -> u32 {
        let at = &engine.solver.positions;
        let speed = |contact: &Contact| normal_speed(contact, |v| self.velocity_of(at, v));
        let is_hit = |contact: &&Contact| {
            contact.pushed > 0.0
                && contact.restitution == 0.0
                && speed(contact) < -self.settings.bounce_speed
        };
        let hits: Vec<Contact> = self.contacts.iter().filter(is_hit).copied().collect();
        let mut stopped = 0;
        for sweep in 1..=SWEEPS {
            let mut answered = 0;
            for contact in &hits {
                answered += u32::from(self.bounce(at, contact, sweep));
            }
            stopped = answered.max(stopped);
            if answered == 0 {
                break;
            }
        }
        stopped
    }

    /// Lets a contact bounce where vertices are; false if nothing approaches there. From the second time round it only stops what approaches still.
    fn bounce(&mut self, at: &[DVec3], contact: &Contact, sweep: u32) -> bool {
        let speed = normal_speed(contact, |v| self.velocity_of(at, v));
        let least = if sweep == 0 {
            0.0
        } else {
            1e-3 * self.settings.bounce_speed
        };
        if speed >= -least {
            return false;
        }
        let mut contact = *contact;
        if sweep > 0 {
            contact.restitution = 0.0;
        }
        let push = impulse(&contact, speed, self.ease(at, &contact));
        let push = push * contact.normal;
        let particles = &mut self.parts.particles;
        for (vertex, share) in contact.parts() {
            if vertex < particles.len() && !particles.is_held[vertex] {
                particles.velocities[vertex] += share / particles.masses[vertex] * push;
                particles.fresh[vertex] = 2;
            }
        }
        let on_body = contact.on_body(particles.len(), &self.obstacles, at);
        if let Some((body, share, point)) = on_body {
            self.obstacles.bodies[body].hit(point, share * push);
        }
        push != DVec3::ZERO
    }

    /// How easily a contact gives way: obstacles without a mass and what is held do not.
    pub(super) fn ease(&self, at: &[DVec3], contact: &Contact) -> f64 {
        let particles = &self.parts.particles;
        let free = |&(v, _): &(usize, f64)| v < particles.len() && !particles.is_held[v];
        let of = contact.parts().filter(free);
        let ease: f64 = of
            .map(|(v, share)| share * share / particles.masses[v])
            .sum();
        let on_body = contact.on_body(particles.len(), &self.obstacles, at);
        ease + on_body.map_or(0.0, |(body, share, point)| {
            self.obstacles.bodies[body].ease(point, share * contact.normal)
        })
    }

    pub(super) fn velocity_of(&self, at: &[DVec3], vertex: usize) -> DVec3 {
        let particles = &self.parts.particles;
        match vertex.checked_sub(particles.len()) {
            None if particles.is_held[vertex] => particles.drives[vertex],
            None => particles.velocities[vertex],
            Some(of) => {
                let body = &self.obstacles.bodies[self.obstacles.body_of(of)];
                body.velocity_at(at[vertex])
            }
        }
    }
}
