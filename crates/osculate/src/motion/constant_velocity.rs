//! Constant linear and angular velocity: what C2A, HCA and D2M interpolate with.

use super::quarter_turns::QuarterTurns;
use super::{
    Motion, MotionError, Path, Placement, Pose, ROUNDED_ROTATION, Rates, check_angle, check_length,
};
use crate::double::{Double, two_sum};
use crate::rounding::UNIT;
use crate::span::Span;
use glam::{DMat3, DQuat, DVec3};

/// Constant linear velocity of the body's origin, constant angular velocity about it.
///
/// Its rotation is `R(t) = F + cos(t|ω|)·C + sin(t|ω|)·S`, with three matrices that are computed once in twice the
/// precision, so that the error of a pose does not grow with the angle.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantVelocity {
    path: Path,
    /// World angular velocity, rounded.
    spin: DVec3,
    spin_error: f64,
    /// |ω|.
    quarter_turns: QuarterTurns,
    fixed: DMat3,
    cosine: DMat3,
    sine: DMat3,
    rotation_error: f64,
    /// How far the pivot of `path` is from the real one.
    pivot_error: f64,
}

pub(super) type Matrix = [[Double; 3]; 3];

impl ConstantVelocity {
    /// `x ↦ p + t·linear + exp(t[angular])·R·x`, from the placement `(p, R)` at time 0, both velocities in the world.
    pub fn new(
        at: Placement,
        linear: DVec3,
        angular: DVec3,
    ) -> Result<ConstantVelocity, MotionError> {
        at.check()?;
        check_length("linear velocity", linear)?;
        check_angle("angular velocity", angular)?;
        let (axis, angular_speed) = axis_and_speed(angular);
        let path = Path {
            pivot: DVec3::ZERO,
            anchor: at.position,
            drift: linear,
            drift_low: DVec3::ZERO,
        };
        Ok(ConstantVelocity {
            spin: angular,
            spin_error: 0.0,
            ..ConstantVelocity::build(path, &matrix(at.rotation), axis, angular_speed)
        })
    }

    /// Stands still.
    pub fn at_rest(at: Placement) -> Result<ConstantVelocity, MotionError> {
        ConstantVelocity::new(at, DVec3::ZERO, DVec3::ZERO)
    }

    /// From one placement at time 0 to another at time 1: position linear, rotation at a constant rate along the
    /// shorter arc, `exp(t·log(R₁R₀ᵀ))·R₀`. The arc is chosen by the sign of the `f64` dot product of the
    /// quaternions, zero counting as positive.
    pub fn between(from: Placement, to: Placement) -> Result<ConstantVelocity, MotionError> {
        from.check()?;
        to.check()?;
        let (q0, mut q1) = (from.rotation, to.rotation);
        if q0.x * q1.x + q0.y * q1.y + q0.z * q1.z + q0.w * q1.w < 0.0 {
            q1 = -q1;
        }
        let (axis, half_angle) = relative_turn(q0, q1);
        let angular_speed = half_angle + half_angle;
        let difference = core::array::from_fn::<Double, 3, _>(|axis| {
            two_sum(to.position[axis], -from.position[axis])
        });
        let path = Path {
            pivot: DVec3::ZERO,
            anchor: from.position,
            drift: DVec3::from_array(difference.map(|d| d.high)),
            drift_low: DVec3::from_array(difference.map(|d| d.low)),
        };
        Ok(ConstantVelocity::build(
            path,
            &matrix(q0),
            axis,
            angular_speed,
        ))
    }

    /// The velocity of the body's origin.
    pub fn linear(&self) -> DVec3 {
        self.path.drift
    }

    /// The angular velocity, in the world.
    pub fn angular(&self) -> DVec3 {
        self.spin
    }

    /// Turns `rotation` about the unit `axis` (anything if the speed is zero) through the path's pivot.
    pub(super) fn build(
        path: Path,
        rotation: &Matrix,
        axis: [Double; 3],
        angular_speed: Double,
    ) -> ConstantVelocity {
        if angular_speed.high == 0.0 {
            let (fixed, rotation_error) = resting(rotation);
            return ConstantVelocity {
                path,
                spin: DVec3::ZERO,
                spin_error: 0.0,
                quarter_turns: QuarterTurns::new(angular_speed),
                fixed,
                cosine: DMat3::ZERO,
                sine: DMat3::ZERO,
                rotation_error,
                pivot_error: 0.0,
            };
        }
        let [fixed, cosine, sine] = turning_parts(rotation, axis);
        let spin = DVec3::from_array(axis.map(|component| (component * angular_speed).high));
        ConstantVelocity {
            path,
            spin,
            spin_error: 4.0 * UNIT * angular_speed.high,
            quarter_turns: QuarterTurns::new(angular_speed),
            fixed,
            cosine,
            sine,
            rotation_error: SPINNING_ERROR,
            pivot_error: 0.0,
        }
    }

    pub(super) fn with_pivot_error(self, pivot_error: f64) -> ConstantVelocity {
        ConstantVelocity {
            pivot_error,
            ..self
        }
    }
}

fn rounded(m: &Matrix) -> DMat3 {
    DMat3::from_cols_array_2d(&m.map(|column| column.map(|entry| entry.high)))
}

/// A rotation that never changes, rounded, and how far that may be off.
pub(super) fn resting(rotation: &Matrix) -> (DMat3, f64) {
    let exact = rotation.iter().flatten().all(|entry| entry.low == 0.0);
    let error = if exact { 0.0 } else { ROUNDED_ROTATION };
    (rounded(rotation), error)
}

/// `F`, `C` and `S`, rounded: `rotation` turned about the unit `axis` by an angle φ is `F + cos φ·C + sin φ·S`.
pub(super) fn turning_parts(rotation: &Matrix, axis: [Double; 3]) -> [DMat3; 3] {
    let mut parts = [[[Double::ZERO; 3]; 3]; 3];
    for (column, x) in rotation.iter().enumerate() {
        let along = axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
        for row in 0..3 {
            let (next, last) = ((row + 1) % 3, (row + 2) % 3);
            let fixed = axis[row] * along;
            parts[0][column][row] = fixed;
            parts[1][column][row] = x[row] - fixed;
            parts[2][column][row] = axis[next] * x[last] - axis[last] * x[next];
        }
    }
    parts.map(|part| rounded(&part))
}

/// The error of `F + c·C + s·S` as a spectral norm. Sine and cosine: 3, see [`QuarterTurns::sin_cos`], times a matrix of
/// norm 1; rounding the three matrices (Frobenius norms 1, √2, √2): 3; the products 2, the sums √2 and √3. Less than
/// 12 units together.
const SPINNING_ERROR: f64 = 13.0 * UNIT;

impl Motion for ConstantVelocity {
    #[inline]
    fn pose(&self, t: f64) -> Pose {
        let (offset, offset_error) = (DVec3::ZERO, self.pivot_error);
        if self.quarter_turns.is_zero() {
            return Pose {
                rotation: self.fixed,
                offset,
                rotation_error: self.rotation_error,
                offset_error,
            };
        }
        let Some((s, c)) = self.quarter_turns.sin_cos(t) else {
            return Pose {
                rotation: self.fixed,
                offset,
                rotation_error: 2.0,
                offset_error,
            };
        };
        Pose {
            rotation: self.fixed + (self.cosine * c + self.sine * s),
            offset,
            rotation_error: self.rotation_error,
            offset_error,
        }
    }

    #[inline]
    fn rates(&self, _span: Span) -> Rates {
        Rates {
            spin: self.spin,
            spin_error: self.spin_error,
            ..Rates::default()
        }
    }

    #[inline]
    fn path(&self) -> Path {
        self.path
    }
}

/// The direction and the length of an angular velocity.
pub(super) fn axis_and_speed(angular: DVec3) -> ([Double; 3], Double) {
    // A power of two keeps squares in range.
    let scale = if angular.abs().max_element() < 1e-100 {
        f64::from_bits((1023 + 500) << 52)
    } else {
        1.0
    };
    let vector = (angular * scale).to_array().map(Double::from);
    let (axis, speed) = normalise(vector);
    let unscale = 1.0 / scale;
    (
        axis,
        Double {
            high: speed.high * unscale,
            low: speed.low * unscale,
        },
    )
}

pub(super) fn normalise(vector: [Double; 3]) -> ([Double; 3], Double) {
    let norm = vector
        .iter()
        .fold(Double::ZERO, |sum, &v| sum + v * v)
        .sqrt();
    if norm.high == 0.0 {
        return ([Double::ZERO; 3], Double::ZERO);
    }
    let scale = Double::from(1.0) / norm;
    (vector.map(|component| component * scale), norm)
}

/// Axis and half angle of the turn from `q0` to `q1`; neither needs to be of unit length.
fn relative_turn(q0: DQuat, q1: DQuat) -> ([Double; 3], Double) {
    let [x0, y0, z0, w0] = q0.to_array().map(Double::from);
    let [x1, y1, z1, w1] = q1.to_array().map(Double::from);
    let vector = [
        w0 * x1 - w1 * x0 - (y1 * z0 - z1 * y0),
        w0 * y1 - w1 * y0 - (z1 * x0 - x1 * z0),
        w0 * z1 - w1 * z0 - (x1 * y0 - y1 * x0),
    ];
    let scalar = w1 * w0 + x1 * x0 + y1 * y0 + z1 * z0;
    let (axis, sine) = normalise(vector);
    if sine.high == 0.0 {
        return (axis, Double::ZERO);
    }
    let norm = (sine * sine + scalar * scalar).sqrt();
    let (sine, cosine) = (sine / norm, scalar / norm);
    // One Newton step from the f64 angle.
    let rough = libm::atan2(sine.high, cosine.high);
    let (sin, cos) = Double::sin_cos(rough);
    (axis, Double::from(rough) + (sine * cos - cosine * sin))
}

/// The rotation matrix of `q / |q|`, by columns.
pub(super) fn matrix(q: DQuat) -> Matrix {
    let [x, y, z, w] = q.to_array().map(Double::from);
    let norm = x * x + y * y + z * z + w * w;
    let scale = Double::from(2.0) / norm;
    let entry = |a: Double, b: Double| scale * (a + b);
    let diagonal = |a: Double, b: Double| Double::from(1.0) - scale * (a * a + b * b);
    [
        [diagonal(y, z), entry(x * y, w * z), entry(x * z, -(w * y))],
        [entry(x * y, -(w * z)), diagonal(x, z), entry(y * z, w * x)],
        [entry(x * z, w * y), entry(y * z, -(w * x)), diagonal(x, y)],
    ]
}
