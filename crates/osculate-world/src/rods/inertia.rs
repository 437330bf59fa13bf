//! Where things go by themselves, and how hard it is to lead them elsewhere.

use super::bodies::{Body, Mass, Obstacles};
use super::parts::Particles;
use super::settings::{RodSettings, Scheme};
use glam::{DMat3, DVec3};

/// The part of the equations that knows of time: a particle at x has the energy ½·weight·|x − centre|².
///
/// Implicit Euler asks for m(x − x₀ − hv₀)/h² = force. Backward differences of the second order ask for the same with ⅔h instead of h
/// and another centre, of the last two positions and velocities. Drag and constant forces move the centre.
#[derive(Clone, Debug, Default)]
pub(super) struct Inertia {
    pub(super) weights: Vec<f64>,
    pub(super) centres: Vec<DVec3>,
    /// By body: where those with a mass go.
    pub(super) bodies: Vec<Option<Aim>>,
    /// The weights and bodies that were there before.
    before: (Vec<f64>, Vec<Option<Aim>>),
}

/// The same for a rigid body: of how far its pivot goes, and of how far it turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) weight: f64,
    pub(super) shift: DVec3,
    pub(super) inertia: DMat3,
    pub(super) turn: DVec3,
}

/// Where something is and was.
struct Past {
    now: [DVec3; 2],
    before: [DVec3; 2],
    is_euler: bool,
}

impl Past {
    #[inline(always)]
    fn of_particle(particles: &Particles, settings: &RodSettings, i: usize) -> Past {
        Past {
            now: [particles.positions[i], particles.velocities[i]],
            before: [
                particles.positions_before[i],
                particles.velocities_before[i],
            ],
            is_euler: settings.scheme == Scheme::Euler
                || particles.fresh[i] > 0
                || particles.is_held[i],
        }
    }

    fn of_body(body: &Body, mass: &Mass, settings: &RodSettings) -> Past {
        Past {
            now: [body.centre(), body.velocity],
            before: mass.before,
            is_euler: settings.scheme == Scheme::Euler || mass.fresh > 0,
        }
    }

    /// A position and a velocity, and over which time they count.
    fn aim(&self, time: f64) -> ([DVec3; 2], f64) {
        let [now, before] = [self.now, self.before];
        match self.is_euler {
            true => (now, time),
            false => (
                [0, 1].map(|k| (4.0 * now[k] - before[k]) / 3.0),
                2.0 / 3.0 * time,
            ),
        }
    }

    /// The velocity after it went to a position.
    fn velocity_at(&self, to: DVec3, time: f64) -> DVec3 {
        let from = self.now[0];
        match self.is_euler {
            true => (to - from) / time,
            // 3x − 4x₀ + x₋₁, as differences that are small.
            false => (3.0 * (to - from) - (from - self.before[0])) / (2.0 * time),
        }
    }
}

impl Inertia {
    pub(super) fn predict(
        &mut self,
        particles: &Particles,
        obstacles: &Obstacles,
        settings: &RodSettings,
        time: f64,
    ) {
        std::mem::swap(&mut self.weights, &mut self.before.0);
        std::mem::swap(&mut self.bodies, &mut self.before.1);
        self.weights.clear();
        self.centres.clear();
        for i in 0..particles.len() {
            let ([from, speed], reach) = Past::of_particle(particles, settings, i).aim(time);
            let mass = particles.masses[i];
            let inertia = mass / (reach * reach);
            let drag = particles.drags[i] * mass / reach;
            let force = mass * settings.gravity + particles.forces[i];
            let weight = inertia + drag;
            let centre = (inertia * (from + reach * speed) + drag * from + force) / weight;
            self.weights.push(weight);
            self.centres.push(centre);
        }
        for pull in &particles.pulls {
            let of = pull.particle as usize;
            let (weight, centre) = (&mut self.weights[of], &mut self.centres[of]);
            pull.add(particles, time, weight, centre);
        }
        self.bodies.clear();
        let bodies = obstacles.bodies.iter();
        let aim = |body: &Body| Some(aim(body, body.mass.as_ref()?, settings, time));
        self.bodies.extend(bodies.map(aim));
    }

    /// Whether something has another weight than before the last prediction.
    pub(super) fn has_changed(&self) -> bool {
        let weight = |aim: &Option<Aim>| aim.map(|aim| aim.weight);
        let (weights, bodies) = &self.before;
        self.weights != *weights || !self.bodies.iter().map(weight).eq(bodies.iter().map(weight))
    }
}

/// Bodies turn by Euler's scheme.
fn aim(body: &Body, mass: &Mass, settings: &RodSettings, time: f64) -> Aim {
    let ([from, speed], reach) = Past::of_body(body, mass, settings).aim(time);
    let [pull, moment] = mass.extra;
    let to = from + reach * speed + reach * reach * (settings.gravity + pull);
    let inertia = body.inertia(mass, body.placement.rotation);
    Aim {
        weight: mass.mass / (reach * reach),
        shift: to - body.centre(),
        inertia: inertia * (1.0 / (time * time)),
        turn: time * (body.spin + time * (inertia.inverse() * moment)),
    }
}

impl Aim {
    /// The energy of a way.
    pub(super) fn energy(&self, shift: DVec3, turn: DVec3) -> f64 {
        let (aside, about) = (shift - self.shift, turn - self.turn);
        0.5 * (self.weight * aside.length_squared() + about.dot(self.inertia * about))
    }
}

/// The velocity that a particle has after it went to a position.
pub(super) fn velocity_at(
    particles: &Particles,
    settings: &RodSettings,
    index: usize,
    to: DVec3,
    time: f64,
) -> DVec3 {
    Past::of_particle(particles, settings, index).velocity_at(to, time)
}

/// The velocity that the pivot of a body has after it went on.
pub(super) fn body_velocity(
    body: &Body,
    mass: &Mass,
    settings: &RodSettings,
    shift: DVec3,
    time: f64,
) -> DVec3 {
    Past::of_body(body, mass, settings).velocity_at(body.centre() + shift, time)
}
