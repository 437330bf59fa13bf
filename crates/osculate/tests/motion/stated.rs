//! Motions that a user writes: poses that are off by all that they state, spins that are named or hidden in their error.

use glam::{DMat3, DVec3};
use osculate::{
    Motion, Span,
    motion::{PivotPath, Pose, Rates},
};
use osculate_judge::hulls::motion::{Flight, Spinning};
use osculate_judge::seeded::Seeded;

/// How poses use up the errors that they state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// Not at all.
    None,
    /// Always in the same way.
    Constant(u64),
    /// Differently at every instant.
    Changing(u64),
}

/// A flight at a pace of its own: at time `t` the body is where the flight is at `t + pace·t·(t − 1)`, so that a span of
/// [0, 1] leads through the same poses, steadily or not.
#[derive(Clone, Debug)]
pub struct Stated {
    pub flight: Flight,
    pub pace: f64,
    /// The errors that poses state.
    pub turn: f64,
    pub shift: f64,
    pub noise: Noise,
    /// The share of the spin that is named; the rest is hidden in its error.
    pub named: f64,
}

impl Stated {
    pub fn new(flight: Flight) -> Stated {
        Stated {
            flight,
            pace: 0.0,
            turn: 0.0,
            shift: 0.0,
            noise: Noise::None,
            named: 1.0,
        }
    }

    /// Where the flight is at time `t`.
    pub fn clock(&self, t: f64) -> f64 {
        t + self.pace * t * (t - 1.0)
    }

    fn clock_rate(&self, t: f64) -> f64 {
        1.0 + self.pace * (2.0 * t - 1.0)
    }

    /// The real rotation, or what stands for it.
    fn rotation(&self, t: f64) -> DMat3 {
        let [x, y, z] = Spinning::new(&self.flight).at(self.clock(t)).0;
        DMat3::from_cols(x, y, z)
    }

    fn rng(&self, t: f64) -> Option<Seeded> {
        match self.noise {
            Noise::None => None,
            Noise::Constant(seed) => Some(Seeded::new(seed)),
            Noise::Changing(seed) => Some(Seeded::of_kind(seed, 7, t.to_bits())),
        }
    }
}

/// What is left of a stated error for the rounding of what is made of it.
const USED: f64 = 0.999;

impl Motion for Stated {
    fn pose(&self, t: f64) -> Pose {
        let real = self.rotation(t);
        let way = if self.pace == 0.0 {
            DVec3::ZERO
        } else {
            self.clock(t) * self.flight.linear
        };
        let (mut rotation, mut offset) = (real, way);
        if let Some(mut rng) = self.rng(t) {
            let (axis, off) = (rng.direction(), USED * self.turn);
            rotation = match rng.whole(0, 3) {
                0 => real * (1.0 + off),
                1 => real * (1.0 - off),
                _ => DMat3::from_axis_angle(axis, off) * real,
            };
            offset += rng.direction() * (USED * self.shift);
        }
        Pose::new(rotation, offset).with_errors(self.turn, self.shift)
    }

    fn rates(&self, span: Span) -> Rates {
        let (rate, faster) = (self.clock_rate(span.start()), 2.0 * self.pace.abs());
        let more = 1.0 + 1e-14;
        let (spin, linear) = (self.flight.angular, self.flight.linear);
        let own = if self.pace == 0.0 {
            DVec3::ZERO
        } else {
            linear
        };
        let hidden = (1.0 - self.named) * rate * spin.length();
        let rounding = if self.pace == 0.0 && self.named == 1.0 {
            0.0
        } else {
            1e-15
        };
        Rates::new(rate * own, self.named * rate * spin)
            .with_errors(
                1e-15 * own.length(),
                hidden * more + rounding * spin.length(),
            )
            .with_accelerations(faster * own.length() * more, faster * spin.length() * more)
    }

    fn path(&self) -> PivotPath {
        PivotPath::new(
            DVec3::ZERO,
            self.flight.position,
            if self.pace == 0.0 {
                self.flight.linear
            } else {
                DVec3::ZERO
            },
        )
    }
}
