//! Motions that change all the time.

use glam::{DMat3, DQuat, DVec3};
use osculate::{
    Motion, Span,
    motion::{Pose, Rates},
};

/// Accelerates, sways, and turns to and fro about an axis.
pub struct Sway {
    pub from: DVec3,
    pub velocity: DVec3,
    pub sway: DVec3,
    pub rate: f64,
    pub axis: DVec3,
    pub angle: f64,
    pub turn: DQuat,
}

impl Motion for Sway {
    fn pose(&self, t: f64) -> Pose {
        let phase = libm::sin(self.rate * t);
        Pose::new(
            DMat3::from_quat(
                (DQuat::from_axis_angle(self.axis, self.angle * phase) * self.turn).normalize(),
            ),
            self.from + t * self.velocity + self.sway * phase,
        )
        .with_errors(
            1e-14 * (1.0 + self.angle * (1.0 + self.rate)),
            1e-14
                * (self.from.length()
                    + self.velocity.length()
                    + self.sway.length() * (1.0 + self.rate)),
        )
    }

    fn rates(&self, span: Span) -> Rates {
        let pace = self.rate * libm::cos(self.rate * span.start());
        let change = self.rate * self.rate * (1.0 + 1e-12);
        Rates::new(
            self.velocity + self.sway * pace,
            self.axis * (self.angle * pace),
        )
        .with_errors(
            1e-13 * (self.velocity.length() + self.sway.length() * self.rate),
            1e-13 * self.angle * self.rate,
        )
        .with_accelerations(self.sway.length() * change, self.angle * change)
    }
}

/// Flies under gravity, and turns about an axis that is itself turned: the spin changes its direction all the time.
pub struct Tumble {
    pub from: DVec3,
    pub velocity: DVec3,
    pub gravity: DVec3,
    pub outer: f64,
    pub inner: f64,
    pub turn: DQuat,
}

impl Motion for Tumble {
    fn pose(&self, t: f64) -> Pose {
        let turned =
            DQuat::from_rotation_z(self.outer * t) * DQuat::from_rotation_x(self.inner * t);
        Pose::new(
            DMat3::from_quat((turned * self.turn).normalize()),
            self.from + t * self.velocity + 0.5 * t * t * self.gravity,
        )
        .with_errors(
            1e-14 * (1.0 + self.outer.abs() + self.inner.abs()),
            1e-14 * (self.from.length() + self.velocity.length() + self.gravity.length()),
        )
    }

    fn rates(&self, span: Span) -> Rates {
        let t = span.start();
        let (sin, cos) = libm::sincos(self.outer * t);
        let fast = self.outer.abs() + self.inner.abs();
        Rates::new(
            self.velocity + t * self.gravity,
            DVec3::new(cos * self.inner, sin * self.inner, self.outer),
        )
        .with_errors(
            1e-14 * (self.velocity.length() + self.gravity.length()),
            1e-14 * fast * (1.0 + fast),
        )
        .with_accelerations(
            self.gravity.length() * (1.0 + 1e-14),
            (self.outer * self.inner).abs() * (1.0 + 1e-14),
        )
    }
}
