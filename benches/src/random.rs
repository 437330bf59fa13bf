//! Seeded random numbers: the same motions on every machine.

use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

/// The same numbers on every machine.
pub struct Random(osculate_events::generate::Random);

impl Random {
    /// The sequence that belongs to `seed`.
    pub fn new(seed: u64) -> Random {
        Random(osculate_events::generate::Random::new(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// Uniform in [0, 1).
    pub fn share(&mut self) -> f64 {
        self.0.share()
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// Uniform on the unit sphere.
    pub fn direction(&mut self) -> DVec3 {
        let z = 2.0 * self.share() - 1.0;
        let (sine, cosine) = (TAU * self.share()).sin_cos();
        let radius = (1.0 - z * z).max(0.0).sqrt();
        DVec3::new(radius * cosine, radius * sine, z)
    }

    /// Uniform in the box between `low` and `high`.
    pub fn point(&mut self, low: DVec3, high: DVec3) -> DVec3 {
        low + (high - low) * DVec3::new(self.share(), self.share(), self.share())
    }

    /// Uniform over all rotations (Shoemake 1992).
    pub fn rotation(&mut self) -> DQuat {
        let share = self.share();
        let (first, second) = ((1.0 - share).sqrt(), share.sqrt());
        let (sine_a, cosine_a) = (TAU * self.share()).sin_cos();
        let (sine_b, cosine_b) = (TAU * self.share()).sin_cos();
        DQuat::from_xyzw(
            first * sine_a,
            first * cosine_a,
            second * sine_b,
            second * cosine_b,
        )
        .normalize()
    }
}
