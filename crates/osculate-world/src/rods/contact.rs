//! A place where things touch, and how it pushes and rubs.

use super::elastic::outer;
use super::matrix::BlockMatrix;
use glam::{DMat3, DVec3};
use osculate::query::points::PairKind;

/// What touches: two features of the mesh of everything, or a particle and a half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Features(PairKind, [u32; 2]),
    Plane(u32, usize),
}

/// Where and how two things touch: a spring along the normal while they are closer than they are thick, and friction across it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) place: Place,
    /// Vertices of the mesh of everything; particles come first there.
    pub(super) vertices: [u32; 4],
    pub(super) count: usize,
    /// The share of each in the difference of both points: positive for the first thing, negative for the second.
    pub(super) shares: [f64; 4],
    /// A point of a half-space.
    pub(super) base: DVec3,
    /// The unit direction from the second thing to the first.
    pub(super) normal: DVec3,
    /// How far the points should be apart.
    pub(super) thickness: f64,
    pub(super) friction: f64,
    pub(super) restitution: f64,
    pub(super) stiffness: f64,
    /// The normal force when it was last known.
    pub(super) pushed: f64,
}

/// Friction as an energy: μλ·f(|u|) for a shift u in a part of a step, quadratic while it is less than `sticking`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rubbing {
    pub(super) sticking: f64,
}

impl Rubbing {
    /// The energy and its derivative by the length of the shift, divided by that length, for μλ = 1.
    fn of(&self, shift: f64) -> (f64, f64) {
        let most = self.sticking;
        match shift < most {
            true => {
                let share = shift / most;
                (shift * share * (1.0 - share / 3.0), (2.0 - share) / most)
            }
            false => (shift - most / 3.0, 1.0 / shift),
        }
    }
}

impl Contact {
    /// Its vertices and their shares.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let vertices = self.vertices[..self.count].iter();
        vertices.map(|&v| v as usize).zip(self.shares)
    }

    /// From the second point to the first.
    pub(super) fn apart(&self, positions: &[DVec3]) -> DVec3 {
        let of = self
            .parts()
            .map(|(vertex, share)| share * positions[vertex]);
        of.sum::<DVec3>() - self.base
    }

    /// How far the points are apart along the normal, beyond their thickness.
    pub(super) fn gap(&self, positions: &[DVec3]) -> f64 {
        self.normal.dot(self.apart(positions)) - self.thickness
    }

    /// How far the first point has slid along the second.
    fn shift(&self, starts: &[DVec3], positions: &[DVec3]) -> DVec3 {
        let parts = self.parts();
        let moved: DVec3 = parts
            .map(|(vertex, share)| share * (positions[vertex] - starts[vertex]))
            .sum();
        moved - self.normal * self.normal.dot(moved)
    }

    pub(super) fn energy(&self, starts: &[DVec3], positions: &[DVec3], rubbing: Rubbing) -> f64 {
        let gap = self.gap(positions).min(0.0);
        let mut energy = 0.5 * self.stiffness * gap * gap;
        if self.friction * self.pushed > 0.0 {
            let shift = self.shift(starts, positions).length();
            energy += self.friction * self.pushed * rubbing.of(shift).0;
        }
        energy
    }

    /// Adds its forces and their derivatives. `free` says which vertices are particles that move.
    pub(super) fn add(
        &self,
        [starts, positions]: [&[DVec3]; 2],
        rubbing: Rubbing,
        free: impl Fn(usize) -> bool,
        (gradient, matrix): (&mut [DVec3], &mut BlockMatrix),
    ) {
        let gap = self.gap(positions).min(0.0);
        let mut force = DVec3::ZERO;
        let mut block = DMat3::ZERO;
        if gap < 0.0 {
            force += self.stiffness * gap * self.normal;
            block += outer(self.normal, self.stiffness * self.normal);
        }
        if self.friction * self.pushed > 0.0 {
            let shift = self.shift(starts, positions);
            let rub = self.friction * self.pushed * rubbing.of(shift.length()).1;
            force += rub * shift;
            block += (DMat3::IDENTITY - outer(self.normal, self.normal)) * rub;
        }
        if block == DMat3::ZERO {
            return;
        }
        for (i, (a, share)) in self.parts().enumerate().filter(|&(_, (a, _))| free(a)) {
            gradient[a] += share * force;
            matrix.add_diagonal(a as u32, block * (share * share));
            for (b, other) in self.parts().take(i).filter(|&(b, _)| free(b)) {
                if let Some(slot) = matrix.slot(a as u32, b as u32) {
                    matrix.add(slot, block * (share * other));
                }
            }
        }
    }
}

/// How fast two things part where they touch, along the normal: equation 28 of Jansen, with a normal of unit length that points from the
/// second to the first. Negative while they approach.
pub(super) fn normal_speed(contact: &Contact, velocity: impl Fn(usize) -> DVec3) -> f64 {
    let parts = contact.parts();
    let relative: DVec3 = parts.map(|(vertex, share)| share * velocity(vertex)).sum();
    contact.normal.dot(relative)
}

/// The impulse that turns an approach around: equation 29, with 1 + ε. Its denominator is how easily the contact gives way: the sum of the
/// squares of shares over masses.
pub(super) fn impulse(contact: &Contact, speed: f64, ease: f64) -> f64 {
    match speed < 0.0 && ease > 0.0 {
        true => -(1.0 + contact.restitution) * speed / ease,
        false => 0.0,
    }
}
