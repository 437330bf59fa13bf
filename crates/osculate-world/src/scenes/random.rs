//! Seeded numbers for scenes.

use glam::{DQuat, DVec3};

/// The generator splitmix64: the same numbers on every machine.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// The next 64 bits.
    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Uniform between `low` and `high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// Uniform in a ball of radius 1.
    pub(super) fn in_ball(&mut self) -> DVec3 {
        loop {
            let point = DVec3::from_array(std::array::from_fn(|_| self.between(-1.0, 1.0)));
            if point.length_squared() <= 1.0 {
                return point;
            }
        }
    }

    /// A rotation, all equally likely.
    pub(super) fn rotation(&mut self) -> DQuat {
        loop {
            let [x, y, z, w] = std::array::from_fn(|_| self.between(-1.0, 1.0));
            let all = DQuat::from_xyzw(x, y, z, w);
            if (0.01..=1.0).contains(&all.length_squared()) {
                return all.normalize();
            }
        }
    }
}
