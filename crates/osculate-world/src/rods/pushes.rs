//! What cables do to obstacles: the impulses of their contacts.

use super::Rods;
use super::contact::{Contact, Place};
use glam::DVec3;

/// What cables have done to an obstacle since it was last asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Push {
    /// The sum of all impulses along the normals, in N·s.
    pub impulse: DVec3,
    /// Where they act, on average.
    pub at: DVec3,
    /// How fast the cables move there, on average.
    pub velocity: DVec3,
    /// The sum of their magnitudes.
    pub strength: f64,
}

impl Push {
    fn add(&mut self, impulse: DVec3, at: DVec3, velocity: DVec3) {
        let strength = impulse.length();
        if !(strength > 0.0) {
            return;
        }
        let whole = self.strength + strength;
        self.impulse += impulse;
        self.at += strength / whole * (at - self.at);
        self.velocity += strength / whole * (velocity - self.velocity);
        self.strength = whole;
    }
}

impl Rods {
    /// What cables have done to each obstacle that is a mesh since this was last called. Friction is not among it.
    pub fn take_pushes(&mut self) -> Vec<Push> {
        let mut pushes = std::mem::take(&mut self.pushes);
        pushes.resize(self.obstacles.bodies.len(), Push::default());
        pushes
    }

    /// Adds what contacts did during a part of so many seconds.
    pub(crate) fn note_pushes(&mut self, time: f64) {
        for index in 0..self.contacts.len() {
            let contact = self.contacts[index];
            if contact.pushed > 0.0 {
                self.note_push(&contact, time * contact.pushed);
            }
        }
    }

    /// Adds an impulse of a contact, if that is with an obstacle.
    pub(super) fn note_push(&mut self, contact: &Contact, impulse: f64) {
        let particles = &self.parts.particles;
        let of_obstacle = |&(vertex, _): &(usize, f64)| vertex >= particles.len();
        let Some((vertex, _)) = contact.parts().find(of_obstacle) else {
            return;
        };
        if matches!(contact.place, Place::Plane(..)) {
            return;
        }
        let (mut at, mut velocity) = (DVec3::ZERO, DVec3::ZERO);
        for (vertex, share) in contact.parts() {
            match vertex.checked_sub(particles.len()) {
                Some(corner) => at -= share * self.obstacles.vertices[corner],
                None => velocity += share * particles.velocities[vertex],
            }
        }
        let body = self.obstacles.body_of(vertex - particles.len());
        self.pushes
            .resize(self.obstacles.bodies.len(), Push::default());
        // The normal points to the cable.
        self.pushes[body].add(-impulse * contact.normal, at, velocity);
    }
}
