//! The step of cables.
//!
//! A step is taken in parts. In each: (1) solve without new contacts; (2) see what comes near on the way there; (3) if something hits fast,
//! end the part where it begins, or let it bounce; (4) solve again with contacts until nothing changes; (5) see exactly what would touch,
//! and solve with that too; (6) move everything as far as is proven free.

use super::Rods;
use super::bodies::{Body, Mass, Way};
use super::certificate::Certificate;
use super::contact::{Contact, Rubbing};
use super::hits::Answer;
use super::inertia::{body_velocity, velocity_at};
use super::report::RodReport;
use super::settings::Contacts;
use super::solver::{Solver, Touching};
use super::surroundings::Surroundings;
use super::travel::Travel;
use glam::DVec3;
use osculate::query::deforming::DeformingContact;

/// What a step works with.
#[derive(Clone, Default)]
pub(super) struct Engine {
    pub(super) solver: Solver,
    /// None if contacts are ignored.
    pub(super) surroundings: Option<Surroundings>,
    /// What was found on the way of a part.
    pub(super) found: Vec<Contact>,
    /// Where all vertices are when a part begins.
    pub(super) starts: Vec<DVec3>,
    certificate: Certificate,
    /// What would pass.
    pub(super) hits: Vec<DeformingContact>,
    pub(super) angles: Vec<f64>,
    /// By particle: the largest force of a contact there in the part before.
    pub(super) strengths: Vec<f64>,
    /// Whether the last round had contacts that are gone.
    pub(super) is_stale: bool,
    travel: Travel,
    /// How often parts of this step were ended where something hit.
    shortened: u32,
}

/// How many parts a step is taken in at most, so that nothing travels far in one.
const MOST_PARTS: u32 = 4096;
/// Parts are longer than this share of a step.
const LEAST_PART: f64 = 1e-9;
/// How often a part begins again because of hits.
const ATTEMPTS: u32 = 16;

impl Rods {
    /// Goes on by one step of [`RodSettings::step`](super::RodSettings::step) seconds.
    ///
    /// Whatever happens, nothing passes through anything: everything moves on straight lines that are proven free by exact queries,
    /// and goes less far where that fails. The report has how much time was lost by that.
    pub fn step(&mut self) -> RodReport {
        let mut report = RodReport::default();
        let mut left = self.settings.step;
        while left > LEAST_PART * self.settings.step {
            left -= self.step_part(left, &mut report);
        }
        report
    }

    /// Goes on by a part of a step, at most so many seconds long: how long it was. What happened is added to the report.
    ///
    /// During a part every point goes on a straight line from where it was to where it is, all at the same time. Nothing happens, and 0 is
    /// returned, if `most` is not more than a billionth of [`RodSettings::step`](super::RodSettings::step).
    pub fn step_part(&mut self, most: f64, report: &mut RodReport) -> f64 {
        if !(most > LEAST_PART * self.settings.step) {
            return 0.0;
        }
        let mut engine = self.engine.take().unwrap_or_else(|| self.new_engine());
        if report.substeps == 0 {
            self.obstacles.forget_impulses();
        }
        let part = self.settings.step / f64::from(self.settings.substeps);
        if report.substeps == 0 {
            engine.shortened = 0;
        }
        let may_shorten = engine.shortened + self.settings.substeps < self.settings.most_substeps;
        let part = self.shorter(&mut engine, part.min(most), report);
        let time = self.substep(&mut engine, part, may_shorten, report);
        self.time += time;
        report.deepest = self.deepest(&engine);
        let surroundings = engine.surroundings.as_mut();
        report.searches += surroundings.map_or(0, Surroundings::take_searches);
        self.engine = Some(engine);
        time
    }

    /// A part in which nothing travels far in relation to what is near, and bodies do not turn so far that straight lines are no guide. If
    /// that takes too many, what goes too far waits for the proof.
    fn shorter(&self, engine: &mut Engine, part: f64, report: &RodReport) -> f64 {
        let Some(surroundings) = &engine.surroundings else {
            return part;
        };
        if report.substeps >= MOST_PARTS {
            return part;
        }
        let aside = surroundings.aside();
        let bodies = self.obstacles.bodies.iter();
        // A little less, so that rounding does not stop it.
        let times = bodies.map(|body| 0.999 * body.most_turn(aside) / body.spin.length());
        let groups = engine.solver.groups();
        let travel = &mut engine.travel;
        let longest = travel.longest(&self.parts, groups, &self.obstacles, part);
        let least = self.settings.step / f64::from(MOST_PARTS);
        let longest = times.fold(longest, f64::min).max(least.min(part));
        // All of what is left in parts of one length: no sliver at the end, and none that differs from the one before.
        part / (part / longest - 1e-9).ceil().max(1.0)
    }

    pub(super) fn new_engine(&self) -> Box<Engine> {
        let surroundings = match self.settings.contacts {
            Contacts::Ignored => None,
            // What could be wrong was checked when it was added.
            Contacts::Exact => Surroundings::new(&self.parts, &self.obstacles).ok(),
        };
        Box::new(Engine {
            solver: Solver::new(&self.parts, &self.obstacles),
            surroundings,
            ..Engine::default()
        })
    }

    /// Takes a part of so many seconds or less; how many it took.
    fn substep(
        &mut self,
        engine: &mut Engine,
        most: f64,
        may_shorten: bool,
        report: &mut RodReport,
    ) -> f64 {
        self.begin(engine);
        self.turn_grips(most);
        let mut time = most;
        for attempt in 0..ATTEMPTS {
            self.lead(engine, time);
            self.improve(engine, self.rubbing(time, true));
            let touching = self.touching(&engine.starts, time);
            engine.solver.go(touching);
            report.rounds += 1;
            self.look(engine);
            match self.answer_hits(engine, time, may_shorten && attempt < ATTEMPTS / 2) {
                Answer::GoOn => break,
                Answer::Shorten(share) => {
                    time *= share;
                    engine.shortened += 1;
                }
                Answer::Again => report.hits += 1,
            }
        }
        self.settle(engine, time, report);
        let rubbing = self.rubbing(time, false);
        for contact in &mut self.contacts {
            contact.take_sliding(&engine.starts, &engine.solver.positions, rubbing);
        }
        self.give_impulses(engine, time);
        self.accept(engine, time, report);
        report.hits += self.stop_hits(engine);
        time
    }

    /// Remembers where everything is.
    fn begin(&mut self, engine: &mut Engine) {
        engine.starts.clone_from(&self.parts.particles.positions);
        engine.starts.extend_from_slice(&self.obstacles.vertices);
        engine.angles.clone_from(&self.frames.angles);
    }

    /// Where particles would go, and where those that are held and obstacles do.
    pub(super) fn lead(&mut self, engine: &mut Engine, time: f64) {
        if (time - self.last_part).abs() > 1e-9 * time {
            // Differences of the second order ask for parts of the same length.
            let bodies = self.obstacles.bodies.iter_mut();
            let bodies = bodies.filter_map(|body| Some(&mut body.mass.as_mut()?.fresh));
            let all = self.parts.particles.fresh.iter_mut().chain(bodies);
            all.for_each(|fresh| *fresh = (*fresh).max(1));
        }
        self.share_freshness(engine);
        if let Some(surroundings) = &mut engine.surroundings {
            surroundings.set_part(time);
        }
        let particles = &self.parts.particles;
        let solver = &mut engine.solver;
        (solver.inertia).predict(particles, &self.obstacles, &self.settings, time);
        solver.positions.clone_from(&particles.positions);
        solver.is_placed = solver.is_of_starts;
        solver.is_first = true;
        solver.kept.forget();
        for i in 0..particles.len() {
            if particles.is_held[i] && particles.drives[i] != DVec3::ZERO {
                solver.positions[i] += time * particles.drives[i];
                solver.is_placed = false;
            }
        }
        solver.ways.clear();
        for (body, aim) in self.obstacles.bodies.iter().zip(&solver.inertia.bodies) {
            let mut way = body.way(time);
            if let Some(aim) = aim {
                way.shift = aim.shift;
            }
            body.place(&body.after(&way, 1.0), &mut solver.positions);
            solver.ways.push(way);
        }
        self.frames.angles.clone_from(&engine.angles);
        for strand in &self.parts.strands {
            let ends = [strand.edges.start, strand.edges.end - 1];
            for (end, edge) in ends.into_iter().enumerate() {
                if strand.is_turned[end] {
                    self.frames.angles[edge] += time * strand.spins[end];
                }
            }
        }
    }

    /// One round of the solver.
    pub(super) fn improve(&mut self, engine: &mut Engine, rubbing: Rubbing) {
        // Without contacts no edge is pushed aside, and a chain that falls into its shape needs the tensions of where it is.
        engine.solver.is_first |= self.contacts.is_empty();
        let mut acting = 0;
        for contact in &mut self.contacts {
            let at = contact.offset(&engine.starts, &engine.solver.positions);
            contact.take(at, rubbing);
            acting += usize::from(contact.linear.is_some());
        }
        let touching = Touching {
            starts: &engine.starts,
            contacts: &[],
            rubbing,
            obstacles: &self.obstacles,
        };
        if acting <= engine.solver.few() {
            engine.solver.give_back_room(&self.parts);
            let contacts = (&mut self.contacts[..], touching);
            (engine.solver).improve_with_few(&self.parts, &mut self.frames, contacts);
            return;
        }
        let touching = Touching {
            contacts: &self.contacts,
            ..touching
        };
        engine.solver.make_room(&self.parts, touching);
        (engine.solver).improve(&self.parts, &mut self.frames, touching);
    }

    pub(super) fn touching<'a>(&'a self, starts: &'a [DVec3], time: f64) -> Touching<'a> {
        Touching {
            starts,
            contacts: &self.contacts,
            rubbing: self.rubbing(time, false),
            obstacles: &self.obstacles,
        }
    }

    pub(super) fn rubbing(&self, time: f64, is_first: bool) -> Rubbing {
        Rubbing {
            sticking: time * self.settings.sticking_speed,
            time,
            is_first,
        }
    }

    /// Finds what comes near on the way, and what is known of it.
    fn look(&mut self, engine: &mut Engine) {
        let Some(surroundings) = &mut engine.surroundings else {
            return;
        };
        let ends = &engine.solver.positions;
        surroundings.find(&self.parts, &self.obstacles, ends, &mut engine.found);
        for found in &mut engine.found {
            let known = self
                .contacts
                .iter()
                .find(|known| known.place == found.place);
            if let Some(known) = known {
                found.follow(known);
            }
        }
    }

    /// Moves everything as far as is proven.
    fn accept(&mut self, engine: &mut Engine, time: f64, report: &mut RodReport) {
        self.mend(engine);
        let is_proven = self.prove(engine);
        if !is_proven {
            // The queries refuse what is there, so that nothing can be proven.
            let bodies = self.obstacles.bodies.len();
            (engine.certificate).hold(self.parts.particles.len(), bodies);
            engine.solver.positions.clone_from(&engine.starts);
        }
        report.substeps += 1;
        report.contacts = self.contacts.iter().filter(|c| c.pushed > 0.0).count() as u32;
        self.move_obstacles(engine, time, report);
        let held = report.held;
        self.move_particles(engine, time, report);
        if report.held > held || !engine.solver.is_placed {
            let positions = &self.parts.particles.positions;
            (engine.solver.pose).place(&self.parts, &self.frames, positions);
        }
        self.frames.follow(&engine.solver.pose);
        engine.solver.is_of_starts = true;
        self.last_part = time;
    }

    /// Forgets what is not a number: angles go back to where they were.
    fn mend(&mut self, engine: &Engine) {
        let is_good = engine.solver.positions.iter().all(|at| at.is_finite());
        if is_good && self.frames.angles.iter().all(|angle| angle.is_finite()) {
            return;
        }
        self.frames.angles.clone_from(&engine.angles);
        self.contacts.clear();
    }

    /// Limits where everything goes to what is proven; false if nothing is.
    fn prove(&mut self, engine: &mut Engine) -> bool {
        let ends = &mut engine.solver.positions;
        if self.settings.contacts == Contacts::Ignored {
            engine.certificate.allow(&engine.starts, ends);
            return true;
        }
        let Some(surroundings) = &mut engine.surroundings else {
            return false;
        };
        (engine.certificate).limit(surroundings, &self.obstacles, &engine.solver.ways, ends);
        surroundings.begin_at(ends)
    }

    fn move_particles(&mut self, engine: &mut Engine, time: f64, report: &mut RodReport) {
        let particles = &mut self.parts.particles;
        let mut any = false;
        for i in 0..particles.len() {
            let to = engine.solver.positions[i];
            let fraction = engine.certificate.of_particle(i);
            report.time += time;
            let velocity = match fraction < 1.0 {
                true => (to - particles.positions[i]) / time,
                false => velocity_at(particles, &self.settings, i, to, time),
            };
            particles.positions_before[i] = particles.positions[i];
            particles.velocities_before[i] = particles.velocities[i];
            particles.positions[i] = to;
            particles.velocities[i] = velocity;
            particles.fresh[i] = particles.fresh[i].saturating_sub(1);
            particles.waits[i] = match fraction < 1.0 {
                true => particles.waits[i].saturating_add(1),
                false => 0,
            };
            if fraction < 1.0 {
                particles.fresh[i] = particles.fresh[i].max(1);
                report.time_lost += (1.0 - fraction) * time;
                report.held += 1;
                any = true;
            }
            report.longest_wait = report.longest_wait.max(particles.waits[i]);
        }
        for pull in &mut particles.pulls {
            pull.go_on(particles.positions[pull.particle as usize], time);
        }
        report.held_substeps += u32::from(any);
    }

    /// Counts what contacts give to obstacles that move as they are told, in a part.
    fn give_impulses(&mut self, engine: &Engine, time: f64) {
        let positions = &engine.solver.positions;
        let particles = self.parts.particles.len();
        for contact in &self.contacts {
            let on_body = contact.on_body(particles, &self.obstacles, positions);
            if let Some((body, share, point)) = on_body
                && self.obstacles.bodies[body].mass.is_none()
                && contact.force.is_finite()
            {
                let push = share * time * contact.force;
                let body = &mut self.obstacles.bodies[body];
                body.impulse[0] += push;
                body.impulse[1] += (point - body.centre()).cross(push);
            }
        }
        self.obstacles
            .pull_led(positions, &engine.solver.ways, time);
    }

    fn move_obstacles(&mut self, engine: &Engine, time: f64, report: &mut RodReport) {
        let particles = self.parts.particles.len();
        for (index, body) in self.obstacles.bodies.iter_mut().enumerate() {
            let fraction = engine.certificate.of_body(index);
            if fraction < 1.0 {
                report.obstacles_held += 1;
                report.obstacle_time_lost += (1.0 - fraction) * time;
            }
            let Way { shift, turn, .. } = engine.solver.ways[index];
            let (start, placement) = (body.centre(), body.placement);
            let went = |body: &Body, mass: &Mass| match fraction < 1.0 {
                true => fraction * shift / time,
                false => body_velocity(body, mass, &self.settings, shift, time),
            };
            if let Some(mut mass) = body.mass {
                let velocity = went(body, &mass);
                // What it has got is what its momentum has changed by, but for its weight.
                let fell = time * (self.settings.gravity + mass.extra[0]);
                body.impulse[0] += mass.mass * (velocity - body.velocity - fell);
                mass.before = [start, body.velocity];
                mass.fresh = mass.fresh.saturating_sub(1).max(u8::from(fraction < 1.0));
                body.velocity = velocity;
                body.mass = Some(mass);
            }
            if fraction > 0.0 {
                body.placement = body.after(&engine.solver.ways[index], fraction);
            }
            if let Some(mass) = &body.mass {
                // What turns keeps its momentum.
                let [from, to] = [placement, body.placement].map(|at| at.rotation);
                let momentum = body.inertia(mass, from) * (fraction / time * turn);
                let before = body.inertia(mass, from) * body.spin + time * mass.extra[1];
                body.impulse[1] += momentum - before;
                body.spin = body.inertia(mass, to).inverse() * momentum;
            }
        }
        if !self.obstacles.bodies.is_empty() {
            let moved = &engine.solver.positions[particles..];
            self.obstacles.vertices.copy_from_slice(moved);
        }
    }
}
