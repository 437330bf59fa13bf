//! Motions that change all the time.

use glam::{DMat3, DQuat, DVec3};
use osculate::{Motion, Pose, Rates, Span};

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
        Pose {
            rotation: DMat3::from_quat(
                (DQuat::from_axis_angle(self.axis, self.angle * phase) * self.turn).normalize(),
            ),
            offset: self.from + t * self.velocity + self.sway * phase,
            rotation_error: 1e-14 * (1.0 + self.angle * (1.0 + self.rate)),
            offset_error: 1e-14
                * (self.from.length()
                    + self.velocity.length()
                    + self.sway.length() * (1.0 + self.rate)),
        }
    }

    fn rates(&self, span: Span) -> Rates {
        let pace = self.rate * libm::cos(self.rate * span.start());
        let change = self.rate * self.rate * (1.0 + 1e-12);
        Rates {
            velocity: self.velocity + self.sway * pace,
            velocity_error: 1e-13 * (self.velocity.length() + self.sway.length() * self.rate),
            spin: self.axis * (self.angle * pace),
            spin_error: 1e-13 * self.angle * self.rate,
            acceleration: self.sway.length() * change,
            spin_acceleration: self.angle * change,
        }
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
        Pose {
            rotation: DMat3::from_quat((turned * self.turn).normalize()),
            offset: self.from + t * self.velocity + 0.5 * t * t * self.gravity,
            rotation_error: 1e-14 * (1.0 + self.outer.abs() + self.inner.abs()),
            offset_error: 1e-14
                * (self.from.length() + self.velocity.length() + self.gravity.length()),
        }
    }

    fn rates(&self, span: Span) -> Rates {
        let t = span.start();
        let (sin, cos) = libm::sincos(self.outer * t);
        let fast = self.outer.abs() + self.inner.abs();
        Rates {
            velocity: self.velocity + t * self.gravity,
            velocity_error: 1e-14 * (self.velocity.length() + self.gravity.length()),
            spin: DVec3::new(cos * self.inner, sin * self.inner, self.outer),
            spin_error: 1e-14 * fast * (1.0 + fast),
            acceleration: self.gravity.length() * (1.0 + 1e-14),
            spin_acceleration: (self.outer * self.inner).abs() * (1.0 + 1e-14),
        }
    }
}
