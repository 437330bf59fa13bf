//! Where particles go by themselves, and how hard it is to lead them elsewhere.

use super::parts::Particles;
use super::settings::{RodSettings, Scheme};
use glam::DVec3;

/// The part of the equations that knows of time: a particle at x has the energy ½·weight·|x − centre|².
///
/// Implicit Euler asks for m(x − x₀ − hv₀)/h² = force. Backward differences of the second order ask for the same with ⅔h instead of h
/// and another centre, of the last two positions and velocities. Drag and constant forces move the centre.
#[derive(Clone, Debug, Default)]
pub(super) struct Inertia {
    pub(super) weights: Vec<f64>,
    pub(super) centres: Vec<DVec3>,
}

impl Inertia {
    pub(super) fn predict(&mut self, particles: &Particles, settings: &RodSettings, time: f64) {
        self.weights.clear();
        self.centres.clear();
        for i in 0..particles.len() {
            let (position, velocity) = (particles.positions[i], particles.velocities[i]);
            let (from, speed, reach) = match is_euler(particles, settings, i) {
                true => (position, velocity, time),
                false => (
                    (4.0 * position - particles.positions_before[i]) / 3.0,
                    (4.0 * velocity - particles.velocities_before[i]) / 3.0,
                    2.0 / 3.0 * time,
                ),
            };
            let mass = particles.masses[i];
            let inertia = mass / (reach * reach);
            let drag = particles.drags[i] * mass / reach;
            let force = mass * settings.gravity + particles.forces[i];
            let weight = inertia + drag;
            let centre = (inertia * (from + reach * speed) + drag * from + force) / weight;
            self.weights.push(weight);
            self.centres.push(centre);
        }
    }
}

/// Whether a particle goes on by Euler's scheme. One that is held goes straight on, whatever it did before.
pub(super) fn is_euler(particles: &Particles, settings: &RodSettings, index: usize) -> bool {
    settings.scheme == Scheme::Euler || particles.fresh[index] > 0 || particles.is_held[index]
}

/// The velocity that a particle has after it went to a position.
pub(super) fn velocity_at(
    particles: &Particles,
    settings: &RodSettings,
    index: usize,
    to: DVec3,
    time: f64,
) -> DVec3 {
    let from = particles.positions[index];
    match is_euler(particles, settings, index) {
        true => (to - from) / time,
        // 3x − 4x₀ + x₋₁, as differences that are small.
        false => {
            let before = particles.positions_before[index];
            (3.0 * (to - from) - (from - before)) / (2.0 * time)
        }
    }
}
