//! Where bodies are: placement, linear and angular velocity.

use glam::{DMat3, DVec3};

/// Constant linear velocity of a body's origin and constant angular velocity about it, from a placement at time 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Where the origin is at time 0.
    pub position: DVec3,
    /// How the body is turned then: x, y, z, w of a quaternion, of any length but 0.
    pub rotation: [f64; 4],
    /// The velocity of the origin.
    pub linear: DVec3,
    /// The angular velocity, in the world.
    pub angular: DVec3,
}

impl Flight {
    fn rotation(&self, t: f64) -> DMat3 {
        rodrigues(t * self.angular) * matrix(self.rotation)
    }
}

/// The second body as the first one sees it: `x ↦ offset + rotation·x` in the frame of the first.
pub struct Pose {
    pub rotation: DMat3,
    offset: DVec3,
    /// The entries of `rotation` in magnitude.
    pub absolute: DMat3,
}

impl Pose {
    /// At time `t`.
    pub fn at(flights: &[Flight; 2], t: f64) -> Pose {
        let [a, b] = flights;
        let offset = DVec3::from_array(std::array::from_fn(|axis| {
            relative(
                [b.position[axis], a.position[axis]],
                [b.linear[axis], a.linear[axis]],
                t,
            )
        }));
        let to_a = a.rotation(t).transpose();
        let rotation = to_a * b.rotation(t);
        let absolute = DMat3::from_cols_array(&rotation.to_cols_array().map(f64::abs));
        Pose {
            rotation,
            offset: to_a * offset,
            absolute,
        }
    }

    /// A point of the second body, in the frame of the first.
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.offset
    }
}

/// `(p₀ − p₁) + t·(v₀ − v₁)` in twice the precision, rounded at the end.
fn relative(position: [f64; 2], velocity: [f64; 2], t: f64) -> f64 {
    let (place, place_low) = sum(position[0], -position[1]);
    let (speed, speed_low) = sum(velocity[0], -velocity[1]);
    let way = t * speed;
    let way_low = t.mul_add(speed, -way) + t * speed_low;
    let (total, total_low) = sum(place, way);
    total + (total_low + (place_low + way_low))
}

/// A sum, and what rounding took from it (Knuth).
fn sum(a: f64, b: f64) -> (f64, f64) {
    let total = a + b;
    let of_b = total - a;
    (total, (a - (total - of_b)) + (b - of_b))
}

/// The rotation about `turn` by its length: 1 + sin·K + (1 − cos)·K².
fn rodrigues(turn: DVec3) -> DMat3 {
    let angle = turn.length();
    if angle == 0.0 {
        return DMat3::IDENTITY;
    }
    let axis = turn / angle;
    let cross = DMat3::from_cols(
        DVec3::new(0.0, axis.z, -axis.y),
        DVec3::new(-axis.z, 0.0, axis.x),
        DVec3::new(axis.y, -axis.x, 0.0),
    );
    let half = (0.5 * angle).sin();
    DMat3::IDENTITY + cross * angle.sin() + cross * cross * (2.0 * half * half)
}

/// The rotation of a quaternion.
fn matrix([x, y, z, w]: [f64; 4]) -> DMat3 {
    let twice = 2.0 / (x * x + y * y + z * z + w * w);
    DMat3::from_cols(
        DVec3::new(
            1.0 - twice * (y * y + z * z),
            twice * (x * y + z * w),
            twice * (x * z - y * w),
        ),
        DVec3::new(
            twice * (x * y - z * w),
            1.0 - twice * (x * x + z * z),
            twice * (y * z + x * w),
        ),
        DVec3::new(
            twice * (x * z + y * w),
            twice * (y * z - x * w),
            1.0 - twice * (x * x + y * y),
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_turn_the_right_way() {
        let near = |found: DVec3, expected: DVec3| {
            assert!((found - expected).length() < 1e-15, "{found} {expected}");
        };
        let third = std::f64::consts::TAU / 3.0;
        near(
            rodrigues(third / 3.0_f64.sqrt() * DVec3::ONE) * DVec3::X,
            DVec3::Y,
        );
        near(
            rodrigues(0.5 * DVec3::Z) * DVec3::X,
            DVec3::new(0.5_f64.cos(), 0.5_f64.sin(), 0.0),
        );
        near(matrix([0.5; 4]) * DVec3::X, DVec3::Y);
        near(matrix([0.0, 0.0, 3.0, 3.0]) * DVec3::X, DVec3::Y);
        near(
            matrix([0.6, 0.0, 0.0, 0.8]) * DVec3::Y,
            DVec3::new(0.0, 0.28, 0.96),
        );
    }

    #[test]
    fn offsets_keep_their_digits() {
        let t = 1.0 / 3.0;
        let way = relative([1e8, 1e8], [512.0 + 1e9, 1e9], t);
        assert_eq!(way, 512.0 * t);
        // What is left of −1 + 3·t is the error of t: −2⁻⁵⁴ · 3 + … exactly.
        assert_eq!(relative([5.0, 6.0], [3.0, 0.0], t), -(-54.0_f64).exp2());
    }
}
