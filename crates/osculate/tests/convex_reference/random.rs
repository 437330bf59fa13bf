//! Seeded numbers: splitmix64.

use glam::{DQuat, DVec3};

pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// A sequence of its own for each of many cases.
    pub fn of_case(seed: u64, kind: u64, case: u64) -> Rng {
        let mut rng = Rng(seed ^ kind.wrapping_mul(0xd134_2543_de82_ef95));
        let mixed = rng.bits();
        Rng(mixed ^ case.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [low, high).
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// In [low, high].
    pub fn whole(&mut self, low: u64, high: u64) -> u64 {
        low + self.bits() % (high - low + 1)
    }

    /// 10 to a random power.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        (self.real(low, high) * std::f64::consts::LOG2_10).exp2()
    }

    /// In a cube.
    pub fn vector(&mut self, largest: f64) -> DVec3 {
        let mut part = || self.real(-largest, largest);
        DVec3::new(part(), part(), part())
    }

    /// Within the unit ball.
    pub fn inside(&mut self) -> DVec3 {
        loop {
            let v = self.vector(1.0);
            if v.length_squared() < 1.0 {
                return v;
            }
        }
    }

    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.inside();
            if v.length_squared() > 1e-2 {
                return v.normalize();
            }
        }
    }

    pub fn rotation(&mut self) -> DQuat {
        loop {
            let q = [(); 4].map(|()| self.real(-1.0, 1.0));
            let square: f64 = q.iter().map(|c| c * c).sum();
            if (0.01..1.0).contains(&square) {
                return DQuat::from_array(q.map(|c| c / square.sqrt()));
            }
        }
    }
}
