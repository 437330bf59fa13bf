//! Seeded scenes.

use crate::ball::Ball;
use crate::domain::Domain;
use crate::scene::{Scene, SceneError};
use crate::vector::Vector;
use std::f64::consts::TAU;

/// The generator splitmix64: the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence that belongs to `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Uniform in [0, 1).
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform between `low` and `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// Normal, with variance 1.
    pub fn normal(&mut self) -> f64 {
        let length = (-2.0 * libm::log(1.0 - self.share())).sqrt();
        length * libm::cos(TAU * self.share())
    }
}

/// `count` balls of radius 1 and mass 1 that fill `fraction` of a square or cubic domain, with normal velocities of variance 1
/// a component.
pub fn gas<const D: usize>(
    count: usize,
    fraction: f64,
    seed: u64,
    domain: fn(Vector<D>, Vector<D>) -> Domain<D>,
) -> Result<Scene<D>, SceneError> {
    let mut random = Random::new(seed);
    let volume = if D == 2 { 0.5 * TAU } else { 2.0 / 3.0 * TAU };
    let side = libm::pow(count as f64 * volume / fraction, 1.0 / D as f64);
    // On a lattice, each in the middle of its place and moved as far at random as it has room.
    let rows = libm::ceil(libm::pow(count as f64, 1.0 / D as f64)) as usize;
    let pitch = side / rows as f64;
    let room = (0.5 * pitch - 1.0).max(0.0) * 0.999;
    let balls = (0..count)
        .map(|number| {
            let mut place = number;
            let position = std::array::from_fn(|_| {
                let step = place % rows;
                place /= rows;
                pitch * (step as f64 + 0.5) + random.between(-room, room)
            });
            let velocity = std::array::from_fn(|_| random.normal());
            Ball::new(position, velocity, 1.0)
        })
        .collect();
    Scene::new(balls, domain([0.0; D], [side; D]), Vec::new())
}
