//! Seeded places, directions and turns: the same ones on every machine.
//!
//! Everything takes only operations that round alike everywhere.

use super::judge::Flight;
use glam::{DQuat, DVec3};
use osculate::{ConstantVelocity, Placement};
use osculate_events::generate::Random;

/// A seed of its own for each number.
pub fn seed(seed: u64, number: usize) -> u64 {
    Random::new(Random::new(seed).bits() ^ number as u64).bits()
}

/// A flight, for the library.
pub fn motion(flight: &Flight) -> ConstantVelocity {
    let at = Placement::new(flight.position, DQuat::from_array(flight.rotation));
    ConstantVelocity::new(at, flight.linear, flight.angular)
        .expect("lengths and angles are moderate, the quaternion is normalised")
}

/// Draws from the stream of a seed.
pub struct Draw(Random);

impl Draw {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> Draw {
        Draw(Random::new(seed))
    }

    /// Uniform in [0, 1).
    pub fn share(&mut self) -> f64 {
        self.0.share()
    }

    /// Uniform in [−1, 1).
    fn either(&mut self) -> f64 {
        2.0 * self.share() - 1.0
    }

    /// Uniform in the cube of half side 1.
    pub fn cube(&mut self) -> DVec3 {
        DVec3::new(self.either(), self.either(), self.either())
    }

    /// Uniform on the unit sphere.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let point = self.cube();
            if (0.01..=1.0).contains(&point.length_squared()) {
                return point.normalize();
            }
        }
    }

    /// Uniform over all rotations.
    pub fn rotation(&mut self) -> [f64; 4] {
        loop {
            let point = [0; 4].map(|_| self.either());
            let square: f64 = point.iter().map(|coordinate| coordinate * coordinate).sum();
            if (0.01..=1.0).contains(&square) {
                return point.map(|coordinate| coordinate / square.sqrt());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ() {
        let mut seeds: Vec<u64> = (0..1000)
            .map(|number| seed(number % 10, number as usize))
            .collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 1000);
    }
}
