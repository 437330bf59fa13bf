//! Points that are pulled along, and give way.

use super::Rods;
use super::error::RodError;
use super::parts::Particles;
use glam::DVec3;

/// A particle that a spring pulls along, with a force that has an end.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Pull {
    pub(super) particle: u32,
    pub(super) velocity: DVec3,
    /// The largest force.
    pub(super) most: f64,
    /// How hard the spring may be.
    pub(super) stiffness: f64,
    /// Where the spring leads to now.
    pub(super) place: DVec3,
}

/// How much harder than the edges beside it the spring is.
const HARDER: f64 = 4.0;

impl Pull {
    /// How hard the spring is in a part of so many seconds: a point that does not move at all is pulled with the largest force at its end.
    fn stiffness_in(&self, time: f64) -> f64 {
        self.stiffness
            .min(self.most / (self.velocity.length() * time))
    }

    /// What it adds to the energy ½·weight·|x − centre|² of its particle in a part: a spring while that pulls with less than the largest force, and else that force.
    pub(super) fn add(
        &self,
        particles: &Particles,
        time: f64,
        weight: &mut f64,
        centre: &mut DVec3,
    ) {
        let of = self.particle as usize;
        let stiffness = self.stiffness_in(time);
        let target = self.place + time * self.velocity;
        let free = particles.positions[of] + time * particles.velocities[of];
        let pull = stiffness * (target - free);
        if pull.length() < self.most {
            let both = *weight + stiffness;
            *centre = (*weight * *centre + stiffness * target) / both;
            *weight = both;
        } else {
            *centre += pull.normalize_or_zero() * (self.most / *weight);
        }
    }

    /// Goes on by a part in which its particle went to a place: it falls behind if the spring would pull with more than the largest force.
    pub(super) fn go_on(&mut self, to: DVec3, time: f64) {
        let ahead = self.place + time * self.velocity - to;
        let most = self.most / self.stiffness_in(time);
        self.place = to + ahead.clamp_length_max(most);
    }
}

impl Rods {
    /// Pulls a point along at a constant velocity from now on, with at most so many newtons: where cables resist more it falls behind, as a hand does that holds a rope.
    /// A point that is [driven](Rods::drive) goes on whatever the force. [`Rods::hold`] ends it.
    pub fn pull(
        &mut self,
        cable: usize,
        point: usize,
        velocity: DVec3,
        most: f64,
    ) -> Result<(), RodError> {
        let particle = self.particle(cable, point)?;
        if !(velocity.length() <= 1e12) {
            return Err(self.bad(cable, "velocity", velocity.length()));
        }
        if !(most > 0.0 && most <= 1e12) {
            return Err(self.bad(cable, "force", most));
        }
        self.hold(cable, point, false)?;
        let edges = self.parts.edges.iter();
        let beside = edges.filter(|edge| edge.ends.contains(&(particle as u32)));
        let hardest = beside
            .map(|edge| edge.stretch / edge.rest)
            .fold(0.0, f64::max);
        self.parts.particles.pulls.push(Pull {
            particle: particle as u32,
            velocity,
            most,
            stiffness: HARDER * hardest,
            place: self.parts.particles.positions[particle],
        });
        Ok(())
    }
}
