//! Constant velocities as a formula: `x ↦ p + t·v + exp(t[ω])·R·x`.

use glam::{DQuat, DVec3};

/// Where a body is at time 0, and how fast it moves and turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// p.
    pub position: DVec3,
    /// R.
    pub rotation: DQuat,
    /// v.
    pub linear: DVec3,
    /// ω.
    pub angular: DVec3,
}

impl Flight {
    /// At rest.
    pub fn at(position: DVec3) -> Flight {
        Flight {
            position,
            rotation: DQuat::IDENTITY,
            linear: DVec3::ZERO,
            angular: DVec3::ZERO,
        }
    }

    /// Turned from the start.
    pub fn turned(self, rotation: DQuat) -> Flight {
        Flight { rotation, ..self }
    }

    /// With this velocity.
    pub fn moving(self, linear: DVec3) -> Flight {
        Flight { linear, ..self }
    }

    /// With this angular velocity.
    pub fn spinning(self, angular: DVec3) -> Flight {
        Flight { angular, ..self }
    }
}

impl Flight {
    /// The same flight, with its clock started at `t`.
    #[allow(
        clippy::disallowed_methods,
        reason = "the library's sine is not to judge itself"
    )]
    pub fn after(&self, t: f64) -> Flight {
        let rate = self.angular.length();
        let rotation = if rate * t == 0.0 {
            self.rotation
        } else {
            let (sin, cos) = (0.5 * rate * t).sin_cos();
            let axis = self.angular / rate * sin;
            DQuat::from_xyzw(axis.x, axis.y, axis.z, cos) * self.rotation
        };
        Flight {
            position: self.position + self.linear * t,
            rotation,
            ..*self
        }
    }
}

/// The columns of a rotation matrix, or of any other.
#[derive(Clone, Copy, Debug)]
pub struct Turn(pub [DVec3; 3]);

impl Turn {
    /// The matrix times a vector.
    #[inline]
    pub fn apply(&self, x: DVec3) -> DVec3 {
        self.0[0] * x.x + self.0[1] * x.y + self.0[2] * x.z
    }

    /// The transposed matrix times a vector.
    #[inline]
    pub fn undo(&self, x: DVec3) -> DVec3 {
        DVec3::new(self.0[0].dot(x), self.0[1].dot(x), self.0[2].dot(x))
    }

    /// One matrix times another.
    pub fn after(&self, first: &Turn) -> Turn {
        Turn(first.0.map(|column| self.apply(column)))
    }
}

/// The rotation of a quaternion of any length, by turning the three axes.
pub fn turn_of(q: DQuat) -> Turn {
    let [x, y, z, w] = q.to_array();
    let (u, square) = (DVec3::new(x, y, z), x * x + y * y + z * z + w * w);
    Turn([DVec3::X, DVec3::Y, DVec3::Z].map(|e| {
        let once = u.cross(e);
        e + (2.0 / square) * (w * once + u.cross(once))
    }))
}

/// A rotation that turns at a constant rate: what is along the axis stays, what is across it turns.
pub struct Spinning {
    rate: f64,
    along: Turn,
    across: Turn,
    ahead: Turn,
}

impl Spinning {
    /// The rotation of a flight.
    pub fn new(flight: &Flight) -> Spinning {
        let start = turn_of(flight.rotation);
        let largest = flight.angular.abs().max_element();
        if largest == 0.0 {
            let still = Turn([DVec3::ZERO; 3]);
            return Spinning {
                rate: 0.0,
                along: start,
                across: still,
                ahead: still,
            };
        }
        let scaled = flight.angular / largest;
        let axis = scaled / scaled.length();
        let along = Turn(start.0.map(|x| axis * axis.dot(x)));
        Spinning {
            rate: largest * scaled.length(),
            along,
            across: Turn(std::array::from_fn(|i| start.0[i] - along.0[i])),
            ahead: Turn(start.0.map(|x| axis.cross(x))),
        }
    }

    /// The rotation at an instant.
    #[allow(
        clippy::disallowed_methods,
        reason = "the library's sine is not to judge itself"
    )]
    pub fn at(&self, t: f64) -> Turn {
        if self.rate == 0.0 {
            return self.along;
        }
        let (sin, cos) = (self.rate * t).sin_cos();
        Turn(std::array::from_fn(|i| {
            self.along.0[i] + self.across.0[i] * cos + self.ahead.0[i] * sin
        }))
    }
}
