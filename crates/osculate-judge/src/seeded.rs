//! Seeded numbers, and how many cases a test is asked for.

use glam::{DQuat, DVec3};

/// splitmix64: a sequence of numbers that follows from its seed alone.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(seed)
    }

    /// A sequence of its own for each of many cases.
    pub fn of_case(seed: u64, case: u64) -> Seeded {
        let mixed = Seeded(seed).bits();
        Seeded(mixed ^ case.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    /// A sequence of its own for each of many cases of each of many kinds.
    pub fn of_kind(seed: u64, kind: u64, case: u64) -> Seeded {
        Seeded::of_case(seed ^ kind.wrapping_mul(0xd134_2543_de82_ef95), case)
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// In [low, high).
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// In [low, high].
    pub fn whole(&mut self, low: i64, high: i64) -> i64 {
        low + (self.bits() % (high - low + 1) as u64) as i64
    }

    /// In [0, count).
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// True for this share of the numbers.
    pub fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.bits().is_multiple_of(times)
    }

    /// One of the choices.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// 10 to a power in [low, high).
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::pow(10.0, self.real(low, high))
    }

    /// A multiple of 1/16 in [low, high].
    pub fn dyadic(&mut self, low: f64, high: f64) -> f64 {
        (self.real(low, high) * 16.0).round() / 16.0
    }

    /// In a cube: no coordinate is larger than `largest`.
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

    /// A unit vector.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.inside();
            if v.length_squared() > 1e-2 {
                return v.normalize();
            }
        }
    }

    /// A unit quaternion.
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

/// How many cases to run: `OSCULATE_CASES`, or `default`.
pub fn cases(default: u64) -> u64 {
    setting("OSCULATE_CASES").unwrap_or(default)
}

/// What shifts all cases: `OSCULATE_SEED`, or `default`.
pub fn seed(default: u64) -> u64 {
    setting("OSCULATE_SEED").unwrap_or(default)
}

/// A whole number from the environment, if the variable is set.
///
/// # Panics
/// If it is set to something else: a run that was asked for in vain looks like one that has passed.
pub fn setting(name: &str) -> Option<u64> {
    let text = std::env::var_os(name)?;
    let number = text.to_str().and_then(|text| text.trim().parse().ok());
    assert!(
        number.is_some(),
        "{name} is {text:?}, which is no whole number from 0 to {}",
        u64::MAX
    );
    number
}
