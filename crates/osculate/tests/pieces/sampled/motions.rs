//! Motions that accelerate, and motions that state errors and make them.

use super::AnyMotion;
use glam::{DMat3, DVec3};
use osculate::{
    Motion, Span,
    motion::{PivotPath, Pose, Rates},
};
use osculate_judge::seeded::Seeded;

pub fn about(axis: DVec3, angle: f64) -> DMat3 {
    DMat3::from_axis_angle(axis, angle)
}

/// Accelerates, and turns ever faster about one axis while it turns about another.
pub struct Own {
    pub at: DVec3,
    pub velocity: DVec3,
    pub acceleration: DVec3,
    pub rotation: DMat3,
    pub axes: [DVec3; 2],
    pub speeds: [f64; 2],
    pub faster: f64,
    pub pivot: DVec3,
    pub drift: DVec3,
}

impl Own {
    fn outer(&self, t: f64) -> DMat3 {
        about(self.axes[0], self.speeds[0] * t + 0.5 * self.faster * t * t)
    }

    fn turned(&self, t: f64) -> f64 {
        8.0 + ((self.speeds[0].abs() + self.speeds[1].abs()) * t).abs()
            + (self.faster * t * t).abs()
    }
}

impl Motion for Own {
    fn pose(&self, t: f64) -> Pose {
        let (way, bend) = (t * self.velocity, 0.5 * t * t * self.acceleration);
        Pose::new(
            self.outer(t) * about(self.axes[1], self.speeds[1] * t) * self.rotation,
            self.at + way + bend,
        )
        .with_errors(
            2e-15 * self.turned(t),
            2e-15 * (self.at.length() + way.length() + bend.length()),
        )
    }

    fn rates(&self, span: Span) -> Rates {
        let speed = |t: f64| self.speeds[0] + self.faster * t;
        let start = span.start();
        let most = speed(start).abs().max(speed(span.end()).abs());
        let inner = self.outer(start) * self.axes[1] * self.speeds[1];
        let velocity = self.velocity + start * self.acceleration;
        let more = start.abs() * self.acceleration.length();
        Rates::new(velocity, speed(start) * self.axes[0] + inner)
            .with_errors(
                1e-14 * (self.velocity.length() + more),
                1e-14 * self.turned(start) * (self.speeds[1].abs() + most),
            )
            .with_accelerations(
                self.acceleration.length() * (1.0 + 1e-14),
                (self.faster.abs() + most * self.speeds[1].abs()) * (1.0 + 1e-14),
            )
    }

    fn path(&self) -> PivotPath {
        PivotPath::new(self.pivot, DVec3::ZERO, self.drift)
    }
}

/// States errors, and makes them.
pub struct Noisy {
    pub inner: AnyMotion,
    pub turn: f64,
    pub shift: f64,
    pub seed: u64,
}

impl Motion for Noisy {
    fn pose(&self, t: f64) -> Pose {
        let mut rng = Seeded::of_kind(self.seed, 5, t.to_bits());
        let pose = self.inner.pose(t);
        let wrong = match rng.whole(0, 2) {
            0 => about(rng.direction(), 0.99 * self.turn) * pose.rotation,
            1 => pose.rotation * (1.0 + 0.99 * self.turn),
            _ => pose.rotation * (1.0 - 0.99 * self.turn),
        };
        Pose::new(wrong, pose.offset + rng.direction() * (0.99 * self.shift)).with_errors(
            pose.rotation_error + self.turn,
            pose.offset_error + self.shift,
        )
    }

    fn rates(&self, span: Span) -> Rates {
        self.inner.rates(span)
    }

    fn path(&self) -> PivotPath {
        self.inner.path()
    }
}
