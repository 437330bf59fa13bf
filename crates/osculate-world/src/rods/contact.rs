//! A place where things touch, and how it pushes and rubs.

use super::elastic::outer;
use glam::{DMat3, DVec3};
use osculate::query::points::PairKind;

/// What touches: two features of the mesh of everything, or a particle and a half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Place {
    Features(PairKind, [u32; 2]),
    Plane(u32, usize),
}

/// Where and how two things touch: a spring along the normal while they are closer than they are thick, which hardens with depth, and friction
/// across it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// How fast it slid.
    pub(super) sliding: f64,
    /// The force on the first thing, friction and all.
    pub(super) force: DVec3,
    /// What the last round took for it; none if it does nothing.
    pub(super) linear: Option<Linear>,
}

/// Up to this depth, as a share of the thickness, springs are soft, so many times as stiff as the cable; beyond it hard.
const KNEE: f64 = 0.1;
const SOFT: f64 = 4.0;
const HARD: f64 = 100.0;

/// Friction as an energy: μλ·f(|u|) for a shift u in a part of a step, quadratic while it is less than `sticking`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rubbing {
    pub(super) sticking: f64,
    /// How long the part is.
    pub(super) time: f64,
    /// Whether nothing has moved yet: then things are taken to slide as they did.
    pub(super) is_first: bool,
}

impl Rubbing {
    /// The energy and its derivative by the length of the shift, divided by that length, for μλ = 1.
    fn of(&self, shift: f64) -> [f64; 2] {
        let most = self.sticking;
        let share = shift / most;
        match share < 1.0 {
            true => [shift * share * (1.0 - share / 3.0), (2.0 - share) / most],
            false => [shift - most / 3.0, 1.0 / shift],
        }
    }
}

/// The derivatives of a contact's energy by how far its points are apart, and how far they were where they were taken.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Linear {
    pub(super) gradient: DVec3,
    pub(super) block: DMat3,
    apart: DVec3,
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

    /// The energy, force and stiffness of the spring at a gap. Straight pieces: a solver is at the end of one after one round, where a spring
    /// that hardens smoothly takes ten.
    fn spring(&self, gap: f64) -> [f64; 3] {
        if !(gap < 0.0) {
            return [0.0; 3];
        }
        let knee = KNEE * self.thickness;
        let (soft, hard) = (SOFT * self.stiffness, HARD * self.stiffness);
        let shallow = (-gap).min(knee);
        let more = -gap - shallow;
        let force = soft * shallow;
        [
            0.5 * force * shallow + more * (force + 0.5 * hard * more),
            force + hard * more,
            if more > 0.0 { hard } else { soft },
        ]
    }

    pub(super) fn energy(&self, starts: &[DVec3], positions: &[DVec3], rubbing: Rubbing) -> f64 {
        let mut energy = self.spring(self.gap(positions))[0];
        if self.friction * self.pushed > 0.0 {
            let shift = self.shift(starts, positions).length();
            energy += self.friction * self.pushed * rubbing.of(shift)[0];
        }
        energy
    }

    /// Takes the derivatives of its energy where things are.
    pub(super) fn take(&mut self, starts: &[DVec3], positions: &[DVec3], rubbing: Rubbing) {
        let apart = self.apart(positions);
        let [_, push, stiffness] = self.spring(self.normal.dot(apart) - self.thickness);
        let mut gradient = -push * self.normal;
        let mut block = outer(self.normal, stiffness * self.normal);
        let most = self.friction * self.pushed;
        if most > 0.0 {
            let shift = self.shift(starts, positions);
            let expected = match rubbing.is_first {
                true => rubbing.time * self.sliding,
                false => 0.0,
            };
            let slope = rubbing.of(shift.length().max(expected))[1];
            let across = DMat3::IDENTITY - outer(self.normal, self.normal);
            gradient += most * slope * shift;
            // More than the second derivative, so that a round never overshoots: with that itself, most rounds are cut short.
            block += across * (most * slope);
        }
        let is_any = stiffness > 0.0 || most > 0.0;
        self.linear = is_any.then_some(Linear {
            gradient,
            block,
            apart,
        });
    }

    /// Takes over the forces that the last round led to, as it took them: with these everything is in balance.
    pub(super) fn take_force(&mut self, positions: &[DVec3]) {
        self.force = self.linear.map_or(DVec3::ZERO, |linear| {
            -linear.gradient - linear.block * (self.apart(positions) - linear.apart)
        });
        self.pushed = self.normal.dot(self.force).max(0.0);
    }

    /// Takes over how fast it slid in a part.
    pub(super) fn take_sliding(&mut self, starts: &[DVec3], positions: &[DVec3], time: f64) {
        self.sliding = self.shift(starts, positions).length() / time;
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
