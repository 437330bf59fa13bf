//! Rounds of the solver within a part of a step, until contacts push and rub as they should.

use super::Rods;
use super::contact::{Contact, Place, normal_speed};
use super::report::RodReport;
use super::step::Engine;
use glam::DVec3;

/// A part is solved if no contact's force is off by more than this share of the largest.
const SETTLED: f64 = 0.02;
/// Where things are deeper in each other than this after all rounds, there are so many times as many.
const DEEP: f64 = 0.1;
const MORE: u32 = 3;
/// In so many rounds of a part normals are looked at anew. After that they stay, so that what is left is one convex problem.
const LOOKS: u32 = 4;
/// How often what would pass is solved for.
const EXACT_ROUNDS: u32 = 4;
impl Rods {
    /// Solves with contacts, and with what would pass all the same.
    pub(super) fn settle(&mut self, engine: &mut Engine, time: f64, report: &mut RodReport) {
        // What the first round took for contacts that are gone must not stay.
        engine.is_stale = self.contacts.iter().any(|known| known.linear.is_some());
        self.note_strengths(engine);
        self.contacts.clone_from(&engine.found);
        self.harden(engine, time);
        self.freshen(engine, time);
        self.solve(engine, time, report);
        for _ in 0..EXACT_ROUNDS {
            let Some(surroundings) = &mut engine.surroundings else {
                return;
            };
            let mut is_new = false;
            surroundings.touched(&engine.solver.positions, &mut engine.hits);
            for hit in engine.hits.drain(..) {
                let Some(contact) = surroundings.contact(&self.parts, &self.obstacles, &hit) else {
                    continue;
                };
                is_new = true;
                match (self.contacts.iter_mut()).find(|known| known.place == contact.place) {
                    // It is on the wrong side: the normal of the hit leads back.
                    Some(known) => {
                        let mut contact = contact;
                        contact.follow(known);
                        *known = contact;
                    }
                    None => self.contacts.push(contact),
                }
            }
            if !is_new {
                return;
            }
            self.harden(engine, time);
            self.freshen(engine, time);
            self.solve(engine, time, report);
        }
    }

    /// Hardens contacts that are too deep where everything is in balance; whether there are any.
    fn harden_deep(&mut self, engine: &Engine) -> bool {
        let mut any = false;
        for contact in &mut self.contacts {
            any |= contact.harden(&engine.solver.positions);
        }
        any
    }

    /// Notes how hard things pushed where particles are, since what slides is met by one feature after another.
    fn note_strengths(&self, engine: &mut Engine) {
        let strengths = &mut engine.strengths;
        strengths.clear();
        strengths.resize(engine.starts.len(), 0.0);
        for contact in self.contacts.iter().filter(|contact| contact.pushed > 0.0) {
            for (vertex, _) in contact.parts() {
                strengths[vertex] = strengths[vertex].max(contact.pushed);
            }
        }
    }

    /// Sets how hard contacts are: as their forces ask for, and at least so hard that they stop what runs into them.
    fn harden(&mut self, engine: &Engine, time: f64) {
        let mut contacts = std::mem::take(&mut self.contacts);
        let gravity = self.settings.gravity.length();
        for contact in &mut contacts {
            let known = contact.stiffness;
            let speed = normal_speed(contact, |v| self.velocity_of(&engine.starts, v));
            let ease = self.ease(&engine.starts, contact);
            let stopped = match ease > 0.0 {
                true => ((-speed).max(0.0) / time + gravity) / ease,
                false => 0.0,
            };
            let particles = self.parts.particles.len();
            let near = contact.parts().filter(|&(vertex, _)| vertex < particles);
            let near = near.fold(0.0_f64, |most, (vertex, _)| {
                most.max(engine.strengths[vertex])
            });
            contact.harden_for(near.max(stopped));
            if contact.pushed > 0.0 {
                // Little by little: forces of one part may be those of a blow.
                contact.stiffness = contact.stiffness.clamp(0.5 * known, 4.0 * known);
            }
        }
        self.contacts = contacts;
    }

    /// Particles that touch something go on by Euler's scheme: what they did before they touched it is no guide.
    fn freshen(&mut self, engine: &mut Engine, time: f64) {
        if self.contacts.is_empty() {
            return; // Everything was foreseen as it is.
        }
        let particles = &mut self.parts.particles;
        for contact in &self.contacts {
            if contact.gap(&engine.solver.positions) < 0.0 || contact.pushed > 0.0 {
                for (vertex, _) in contact.parts() {
                    match vertex.checked_sub(particles.len()) {
                        None => particles.fresh[vertex] = 2,
                        Some(of) => self.obstacles.freshen(of),
                    }
                }
            }
        }
        self.share_freshness(engine);
        let (particles, obstacles) = (&self.parts.particles, &self.obstacles);
        let solver = &mut engine.solver;
        (solver.inertia).predict(particles, obstacles, &self.settings, time);
        if solver.inertia.has_changed() {
            solver.kept.forget();
        }
    }

    /// What is joined is integrated by one scheme.
    pub(super) fn share_freshness(&mut self, engine: &mut Engine) {
        engine.solver.share_freshness(&mut self.parts);
        while (self.obstacles).share_freshness(&mut self.parts.particles.fresh) {
            engine.solver.share_freshness(&mut self.parts);
        }
    }

    /// Rounds of the solver until contacts push and rub as they should, and what is fastened is where it is held.
    fn solve(&mut self, engine: &mut Engine, time: f64, report: &mut RodReport) {
        let fastened = self.obstacles.close_enough(&self.parts);
        for round in 1..MORE * self.settings.rounds {
            if round >= self.settings.rounds && self.deepest(engine) < DEEP {
                return;
            }
            let positions = &engine.solver.positions;
            let is_acting = |contact: &Contact| contact.is_acting(positions);
            let is_touching = self.contacts.iter().any(is_acting) || engine.is_stale;
            let is_open = is_touching || fastened.is_some();
            if !is_open && !engine.solver.has_turned(&self.parts, &self.frames) {
                return;
            }
            engine.is_stale = false;
            self.improve(engine, self.rubbing(time, false));
            let touching = self.touching(&engine.starts, time);
            (engine.solver).go_downhill(&self.parts, &self.frames, touching);
            report.rounds += 1;
            self.refresh(engine, round < LOOKS);
            let is_held = fastened.is_none_or(|close| engine.solver.longest_way() < close);
            if is_open && is_held && self.is_settled(engine, time) && !self.harden_deep(engine) {
                return;
            }
        }
    }

    /// Whether what everything is in balance with is what contacts push and rub with.
    fn is_settled(&self, engine: &Engine, time: f64) -> bool {
        let rubbing = self.rubbing(time, false);
        let (mut off, mut most) = (0.0_f64, 0.0_f64);
        for contact in &self.contacts {
            let imbalance = contact.imbalance(&engine.starts, &engine.solver.positions, rubbing);
            off = off.max(imbalance);
            most = most.max(contact.force.length()).max(contact.least_force());
        }
        off <= SETTLED * most
    }

    /// Takes over normal forces, and looks where contacts are now.
    fn refresh(&mut self, engine: &Engine, is_early: bool) {
        let positions = &engine.solver.positions;
        for contact in &mut self.contacts {
            if !engine.solver.has_forces {
                contact.take_force(positions, engine.solver.share);
            } else if contact.linear.is_none() {
                contact.set_force(DVec3::ZERO);
            }
            if let Some(surroundings) = engine.surroundings.as_ref().filter(|_| is_early) {
                surroundings.refresh(contact, positions);
            }
        }
    }

    /// How deep things are in each other, as a share of their thickness.
    pub(super) fn deepest(&self, engine: &Engine) -> f64 {
        let positions = &engine.solver.positions;
        let deep = self.contacts.iter().map(|contact| {
            let apart = match contact.place {
                Place::Plane(..) => contact.normal.dot(contact.apart(positions)),
                Place::Features(..) => contact.apart(positions).length(),
            };
            1.0 - apart / contact.thickness
        });
        deep.fold(0.0, f64::max)
    }
}
