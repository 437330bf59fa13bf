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
    /// EA of the cables, the smaller of two.
    pub(super) stretch: f64,
    /// How hard the spring is; 0 if that is to be found.
    pub(super) stiffness: f64,
    /// The normal force when it was last known.
    pub(super) pushed: f64,
    /// How fast it slid.
    pub(super) sliding: f64,
    /// By how much the points were sheared against each other when the part began: friction holds them by that.
    pub(super) sheared: DVec3,
    /// Whether it slid in the last round, and where to.
    pub(super) slid: DVec3,
    /// The force on the first thing, friction and all.
    pub(super) force: DVec3,
    /// What the last round took for it; none if it does nothing.
    pub(super) linear: Option<Linear>,
}

/// The depth that a contact is to have, as a share of its thickness: springs are as hard as their forces ask for. Harder ones push no better, but a
/// round of the solver that is off by less than their depth takes contacts for open, and the next one for closed.
const DEPTH: f64 = 0.03;
/// Beyond this depth springs are harder, so many times.
const KNEE: f64 = 0.08;
const HARDER: f64 = 8.0;
/// No spring is harder than this share of a cable's own stiffness makes it.
const HARDEST: f64 = 4.0;
/// Points are sheared by this share of the thickness before they slide.
const SHEAR: f64 = 0.01;
/// Forces below this share of a cable's stiffness are nothing.
const LEAST_FORCE: f64 = 1e-6;

/// Friction as an energy: μλ·f(|u|) for a shift u, quadratic while that is less than what the contact is sheared by before it slides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rubbing {
    /// The way in a part that counts as sticking.
    pub(super) sticking: f64,
    /// How long the part is.
    pub(super) time: f64,
    /// Whether nothing has moved yet: then things are taken to slide as they did.
    pub(super) is_first: bool,
}

/// Where the points of a contact are against each other: from the second to the first, and how far that has changed in the part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset {
    apart: DVec3,
    moved: DVec3,
}

impl Offset {
    /// After the first has moved from the second.
    pub(super) fn moved_by(self, way: DVec3) -> Offset {
        Offset {
            apart: self.apart + way,
            moved: self.moved + way,
        }
    }
}

/// The energy of a shift and its derivative by the length of the shift, divided by that length, for μλ = 1.
fn rubbed(shift: f64, most: f64) -> [f64; 2] {
    let share = shift / most;
    match share < 1.0 {
        true => [shift * share * (1.0 - share / 3.0), (2.0 - share) / most],
        false => [shift - most / 3.0, 1.0 / shift],
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

    fn gap_at(&self, at: Offset) -> f64 {
        self.normal.dot(at.apart) - self.thickness
    }

    /// How far the first point is sheared along the second: before the part, and in it.
    fn shift(&self, at: Offset) -> DVec3 {
        self.across(self.sheared + at.moved)
    }

    /// Where its points are against each other.
    pub(super) fn offset(&self, starts: &[DVec3], positions: &[DVec3]) -> Offset {
        Offset {
            apart: self.apart(positions),
            moved: self.moved(starts, positions),
        }
    }

    /// How far the first point has moved from the second.
    fn moved(&self, starts: &[DVec3], positions: &[DVec3]) -> DVec3 {
        let parts = self.parts();
        parts
            .map(|(vertex, share)| share * (positions[vertex] - starts[vertex]))
            .sum()
    }

    /// The part of a vector across the normal.
    fn across(&self, vector: DVec3) -> DVec3 {
        vector - self.normal * self.normal.dot(vector)
    }

    /// By how much points are sheared before they slide.
    fn most_shear(&self, rubbing: Rubbing) -> f64 {
        rubbing.sticking.max(SHEAR * self.thickness)
    }

    /// The energy, force and stiffness of the spring at a gap. Straight pieces: a solver is at the end of one after one round, where a spring
    /// that hardens smoothly takes ten.
    fn spring(&self, gap: f64) -> [f64; 3] {
        if !(gap < 0.0) {
            return [0.0; 3];
        }
        let knee = KNEE * self.thickness;
        let (soft, hard) = (self.stiffness, HARDER * self.stiffness);
        let shallow = (-gap).min(knee);
        let more = -gap - shallow;
        let force = soft * shallow;
        [
            0.5 * force * shallow + more * (force + 0.5 * hard * more),
            force + hard * more,
            if more > 0.0 { hard } else { soft },
        ]
    }

    /// Sets how hard the spring is for a force.
    pub(super) fn harden_for(&mut self, force: f64) {
        let most = HARDEST * self.stretch / self.thickness;
        let least = LEAST_FORCE * self.stretch / self.thickness;
        self.stiffness = (force / (DEPTH * self.thickness)).clamp(least, most);
    }

    /// Hardens a spring that is too deep where everything is in balance; whether it is.
    pub(super) fn harden(&mut self, positions: &[DVec3]) -> bool {
        let known = self.stiffness;
        if -self.gap(positions) > KNEE * self.thickness {
            self.harden_for(self.pushed);
            self.stiffness = self.stiffness.max(known);
        }
        self.stiffness > 1.5 * known
    }

    pub(super) fn energy(&self, starts: &[DVec3], positions: &[DVec3], rubbing: Rubbing) -> f64 {
        self.energy_at(self.offset(starts, positions), rubbing)
    }

    pub(super) fn energy_at(&self, at: Offset, rubbing: Rubbing) -> f64 {
        let mut energy = self.spring(self.gap_at(at))[0];
        if self.friction * self.pushed > 0.0 {
            let shift = self.shift(at).length();
            energy += self.friction * self.pushed * rubbed(shift, self.most_shear(rubbing))[0];
        }
        energy
    }

    /// Takes the derivatives of its energy where things are.
    pub(super) fn take(&mut self, at: Offset, rubbing: Rubbing) {
        let apart = at.apart;
        let [_, push, stiffness] = self.spring(self.gap_at(at));
        let mut gradient = -push * self.normal;
        let mut block = outer(self.normal, stiffness * self.normal);
        let most = self.friction * self.pushed;
        let before = std::mem::replace(&mut self.slid, DVec3::ZERO);
        if most > 0.0 {
            let shift = self.shift(at);
            let shear = self.most_shear(rubbing);
            let expected = match rubbing.is_first {
                true => rubbing.time * self.sliding,
                false => 0.0,
            };
            let length = shift.length();
            let slope = rubbed(length.max(expected), shear)[1];
            let across = DMat3::IDENTITY - outer(self.normal, self.normal);
            gradient += most * slope * shift;
            // More than the second derivative, so that a round never overshoots.
            block += across * (most * slope);
            if !rubbing.is_first && length > shear {
                self.slid = shift / length;
                if self.slid.dot(before) > 0.9 {
                    // It slides on: along that way the force does not change.
                    block -= outer(self.slid, most * slope * self.slid);
                }
            }
        }
        let is_any = stiffness > 0.0 || most > 0.0;
        self.linear = is_any.then_some(Linear {
            gradient,
            block,
            apart,
        });
    }

    /// The force on the first thing by where things are, friction and all.
    pub(super) fn force_at(&self, at: Offset, rubbing: Rubbing) -> DVec3 {
        let [_, push, _] = self.spring(self.gap_at(at));
        let most = self.friction * self.pushed;
        let mut force = push * self.normal;
        if most > 0.0 {
            let shift = self.shift(at);
            force -= most * rubbed(shift.length(), self.most_shear(rubbing))[1] * shift;
        }
        force
    }

    /// By how much the force that everything is in balance with is not what the contact would push and rub with.
    pub(super) fn imbalance(&self, starts: &[DVec3], positions: &[DVec3], rubbing: Rubbing) -> f64 {
        (self.force_at(self.offset(starts, positions), rubbing) - self.force).length()
    }

    /// The least force that counts.
    pub(super) fn least_force(&self) -> f64 {
        LEAST_FORCE * self.stretch
    }

    /// Whether it pushes where things are, or did in the last round.
    pub(super) fn is_acting(&self, positions: &[DVec3]) -> bool {
        self.linear.is_some() || self.gap(positions) < 0.0
    }

    /// Takes over the forces that the last round led to, as it took them: with these everything is in balance. If only a share of the round was gone, then
    /// where all of it would have led to.
    pub(super) fn take_force(&mut self, positions: &[DVec3], share: f64) {
        self.set_force(self.linear.map_or(DVec3::ZERO, |linear| {
            -linear.gradient - linear.block * ((self.apart(positions) - linear.apart) / share)
        }));
    }

    /// Takes over a force.
    pub(super) fn set_force(&mut self, force: DVec3) {
        self.force = force;
        self.pushed = self.normal.dot(self.force).max(0.0);
    }

    /// Takes over how fast it slid in a part, and by how much it is sheared after it.
    pub(super) fn take_sliding(&mut self, starts: &[DVec3], positions: &[DVec3], rubbing: Rubbing) {
        self.sliding = self.across(self.moved(starts, positions)).length() / rubbing.time;
        let shift = self.shift(self.offset(starts, positions));
        let (length, most) = (shift.length(), self.most_shear(rubbing));
        self.sheared = match self.pushed > 0.0 {
            true if length > most => shift * (most / length),
            true => shift,
            false => DVec3::ZERO,
        };
    }

    /// Takes over what is known of the same contact in the part before.
    pub(super) fn follow(&mut self, known: &Contact) {
        self.pushed = known.pushed;
        self.sliding = known.sliding;
        self.sheared = known.sheared;
        self.stiffness = known.stiffness;
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
