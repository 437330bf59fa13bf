//! Constant linear and angular velocity: what C2A, HCA and D2M interpolate with.

use super::quarter_turns::QuarterTurns;
use super::small_turn::{SmallTurn, small_turn_between};
use super::turning_parts::{Matrix, axis_and_speed, matrix, resting, turning_parts};
use super::{
    Motion, MotionError, PivotPath, Placement, Pose, Rates, check_angle, check_length,
    checked_velocity,
};
use crate::numbers::double::{Double, two_sum};
use crate::numbers::rounding::UNIT;
use crate::numbers::span::Span;
use glam::{DMat3, DQuat, DVec3};

/// Constant linear velocity of the body's origin (or another point), and constant angular velocity about that point.
///
/// Its rotation is `R(t) = F + cos(t|ω|)·C + sin(t|ω|)·S`, with three matrices that are computed once beyond the
/// precision of `f64`, and whole quarter turns come off the angle exactly, so that the error of a pose does not grow with
/// the angle.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantVelocity {
    path: PivotPath,
    /// World angular velocity, rounded.
    spin: DVec3,
    spin_error: f64,
    turning: Turning,
    fixed: DMat3,
    cosine: DMat3,
    sine: DMat3,
    rotation_error: f64,
    /// How far the pivot of `path` is from the real one.
    pivot_error: f64,
}

/// How sine and cosine of the angle are found, and what the matrices are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Turning {
    /// |ω|, and `F`, `C` and `S`.
    Any(QuarterTurns),
    /// The rotation at time 0, `[ω]²R` as `cosine` and `[ω]R` as `sine`.
    Small(SmallTurn),
}

impl ConstantVelocity {
    /// `x ↦ p + t·linear + exp(t[angular])·R·x`, from the placement `(p, R)` at time 0, both velocities in the world.
    ///
    /// A velocity below 1e-60 counts as none.
    pub fn new(
        at: Placement,
        linear: DVec3,
        angular: DVec3,
    ) -> Result<ConstantVelocity, MotionError> {
        ConstantVelocity::about(DVec3::ZERO, at, linear, angular)
    }

    /// `x ↦ p + t·linear + exp(t[angular])·R·(x − pivot)`: about a point of the body other than its origin, such as its centre of
    /// mass. The placement `(p, R)` is where the pivot is at time 0, `linear` the pivot's velocity.
    ///
    /// ```
    /// use glam::DVec3;
    /// use osculate::{ConstantVelocity, Motion, Placement};
    ///
    /// // A hammer, modelled from the end of its handle, spins about its heavy end.
    /// let head = 0.3 * DVec3::Z;
    /// let flight = ConstantVelocity::about(head, Placement::IDENTITY, DVec3::X, 5.0 * DVec3::Y)?;
    /// let later = flight.placement(2.0);
    /// assert!((later.position + later.rotation * head).abs_diff_eq(2.0 * DVec3::X, 1e-15));
    /// # Ok::<(), osculate::motion::MotionError>(())
    /// ```
    pub fn about(
        pivot: DVec3,
        at: Placement,
        linear: DVec3,
        angular: DVec3,
    ) -> Result<ConstantVelocity, MotionError> {
        at.check()?;
        check_length("pivot", pivot)?;
        let linear = checked_velocity("linear velocity", linear)?;
        check_angle("angular velocity", angular)?;
        let path = PivotPath {
            pivot,
            anchor: at.position,
            drift: linear,
            drift_low: DVec3::ZERO,
        };
        if angular == DVec3::ZERO {
            let rotation = matrix(at.rotation);
            return Ok(ConstantVelocity::unturned(
                path,
                at.rotation,
                &rotation,
                0.0,
            ));
        }
        let (axis, angular_speed) = axis_and_speed(angular);
        let turn = Turn {
            from: at.rotation,
            rotation: &matrix(at.rotation),
            axis,
            angular_speed,
        };
        Ok(ConstantVelocity::build(path, &turn, (angular, 0.0), 0.0))
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
        let path = path_between(DVec3::ZERO, from, to);
        Ok(ConstantVelocity::turned_between(
            path,
            from.rotation,
            to.rotation,
        ))
    }

    /// The motion of [`ConstantVelocity::about`] at a fraction of the cost: for simulations, which make one motion per body
    /// and step.
    ///
    /// If the body turns by at most ¼ rad per unit of time, poses up to an angle of ½ err by about 4 units of rounding, and
    /// those beyond are slow; for faster turns it calls `about`.
    ///
    /// ```
    /// use glam::DVec3;
    /// use osculate::{ConstantVelocity, Motion, Placement};
    ///
    /// let (linear, angular) = (DVec3::X, DVec3::new(0.0, 0.01, 0.02));
    /// let step = ConstantVelocity::small_turn(DVec3::ZERO, Placement::IDENTITY, linear, angular)?;
    /// let same = ConstantVelocity::new(Placement::IDENTITY, linear, angular)?;
    /// assert!(step.placement(1.0).rotation.abs_diff_eq(same.placement(1.0).rotation, 1e-15));
    /// # Ok::<(), osculate::motion::MotionError>(())
    /// ```
    pub fn small_turn(
        pivot: DVec3,
        at: Placement,
        linear: DVec3,
        angular: DVec3,
    ) -> Result<ConstantVelocity, MotionError> {
        at.check()?;
        check_length("pivot", pivot)?;
        let linear = checked_velocity("linear velocity", linear)?;
        let path = PivotPath::new(pivot, at.position, linear);
        match ConstantVelocity::turned_little(path, at.rotation, (angular, 0.0)) {
            Some(motion) => Ok(motion),
            None => ConstantVelocity::about(pivot, at, linear, angular),
        }
    }

    /// What [`ConstantVelocity::between`] makes, at a fraction of the cost, as [`ConstantVelocity::small_turn`] does: from one
    /// placement of the body's point `pivot` at time 0 to another at time 1.
    pub fn small_turn_between(
        pivot: DVec3,
        from: Placement,
        to: Placement,
    ) -> Result<ConstantVelocity, MotionError> {
        from.check()?;
        to.check()?;
        check_length("pivot", pivot)?;
        let path = path_between(pivot, from, to);
        let turn = small_turn_between(from.rotation, to.rotation);
        let small =
            turn.and_then(|turn| ConstantVelocity::turned_little(path, from.rotation, turn));
        Ok(match small {
            Some(motion) => motion,
            None => ConstantVelocity::turned_between(path, from.rotation, to.rotation),
        })
    }

    /// The velocity of the pivot, by default the body's origin.
    pub fn linear(&self) -> DVec3 {
        self.path.drift
    }

    /// The angular velocity, in the world.
    pub fn angular(&self) -> DVec3 {
        self.spin
    }

    /// What [`Motion::path`] copies.
    #[inline(always)]
    pub(super) fn pivot_path(&self) -> &PivotPath {
        &self.path
    }

    #[inline(never)]
    fn turned_between(path: PivotPath, q0: DQuat, q1: DQuat) -> ConstantVelocity {
        let (axis, angular_speed) = turn_between(q0, q1);
        let turn = Turn {
            from: q0,
            rotation: &matrix(q0),
            axis,
            angular_speed,
        };
        ConstantVelocity::build(path, &turn, turn.spin(), 0.0)
    }

    /// With a small angular velocity and how far that may be off; `None` if it is not small.
    #[inline(always)]
    fn turned_little(
        path: PivotPath,
        from: DQuat,
        (spin, spin_error): (DVec3, f64),
    ) -> Option<ConstantVelocity> {
        let rotation = matrix(from);
        if spin == DVec3::ZERO {
            return Some(ConstantVelocity::unturned(path, from, &rotation, 0.0));
        }
        let (fixed, _) = resting(from, &rotation);
        let (turn, [sine, cosine]) = SmallTurn::new(&fixed, spin, spin_error)?;
        Some(ConstantVelocity {
            path,
            spin,
            spin_error,
            turning: Turning::Small(turn),
            fixed,
            cosine,
            sine,
            rotation_error: 0.0,
            pivot_error: 0.0,
        })
    }

    /// Turns about the path's pivot, with its spin and how far that may be off, and how far the pivot may be.
    #[inline(always)]
    pub(super) fn build(
        path: PivotPath,
        turn: &Turn,
        (spin, spin_error): (DVec3, f64),
        pivot_error: f64,
    ) -> ConstantVelocity {
        let quarter_turns = QuarterTurns::new(turn.angular_speed);
        if quarter_turns.is_zero() {
            return ConstantVelocity::unturned(path, turn.from, turn.rotation, pivot_error);
        }
        let [fixed, cosine, sine] = turning_parts(turn.rotation, turn.axis);
        ConstantVelocity {
            path,
            spin,
            spin_error,
            turning: Turning::Any(quarter_turns),
            fixed,
            cosine,
            sine,
            rotation_error: SPINNING_ERROR,
            pivot_error,
        }
    }

    #[inline(always)]
    fn unturned(
        path: PivotPath,
        from: DQuat,
        rotation: &Matrix,
        pivot_error: f64,
    ) -> ConstantVelocity {
        let (fixed, rotation_error) = resting(from, rotation);
        ConstantVelocity {
            path,
            spin: DVec3::ZERO,
            spin_error: 0.0,
            turning: Turning::Any(QuarterTurns::ZERO),
            fixed,
            cosine: DMat3::ZERO,
            sine: DMat3::ZERO,
            rotation_error,
            pivot_error,
        }
    }
}

/// Turning at a constant rate.
pub(super) struct Turn<'m> {
    /// How the body is turned at time 0.
    pub(super) from: DQuat,
    /// The matrix of that.
    pub(super) rotation: &'m Matrix,
    /// A unit vector; anything if the speed is zero.
    pub(super) axis: [Double; 3],
    pub(super) angular_speed: Double,
}

impl Turn<'_> {
    /// The angular velocity, rounded, and how far that may be off.
    pub(super) fn spin(&self) -> (DVec3, f64) {
        let speed = self.angular_speed;
        let spin = self.axis.map(|component| (component * speed).high);
        // What underflows is less than the smallest normal number.
        (
            DVec3::from_array(spin),
            4.0 * UNIT * speed.high + f64::MIN_POSITIVE,
        )
    }
}

/// The error of `F + c·C + s·S` as a spectral norm. Sine and cosine: 3, see [`QuarterTurns::sin_cos`], times a matrix of
/// norm 1; rounding the three matrices (Frobenius norms 1, √2, √2): 3; the products 2, the sums √2 and √3. Less than
/// 11.5 units together.
pub(super) const SPINNING_ERROR: f64 = 12.0 * UNIT;

impl Motion for ConstantVelocity {
    #[inline(always)]
    fn pose(&self, t: f64) -> Pose {
        let (rotation, rotation_error) = match &self.turning {
            Turning::Small(turn) => {
                let beside = [&self.sine, &self.cosine];
                turn.pose(t, &self.fixed, beside)
                    .unwrap_or_else(|| turn.far_pose(t, &self.fixed, self.spin))
            }
            Turning::Any(quarter_turns) if quarter_turns.is_zero() => {
                (self.fixed, self.rotation_error)
            }
            Turning::Any(quarter_turns) => match quarter_turns.sin_cos(t) {
                Some((s, c)) => (
                    self.fixed + (self.cosine * c + self.sine * s),
                    self.rotation_error,
                ),
                None => (self.fixed, 2.0),
            },
        };
        Pose {
            rotation,
            offset: DVec3::ZERO,
            rotation_error,
            offset_error: self.pivot_error,
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
    fn path(&self) -> PivotPath {
        self.path
    }

    #[inline(always)]
    fn rotations_are_numbers(&self) -> bool {
        true
    }

    #[inline]
    fn as_constant_velocity(&self) -> Option<&ConstantVelocity> {
        Some(self)
    }
}

/// From one position to another in a unit of time, exactly.
#[inline(always)]
fn path_between(pivot: DVec3, from: Placement, to: Placement) -> PivotPath {
    let difference = core::array::from_fn::<Double, 3, _>(|axis| {
        two_sum(to.position[axis], -from.position[axis])
    });
    PivotPath {
        pivot,
        anchor: from.position,
        drift: DVec3::from_array(difference.map(|d| d.high)),
        drift_low: DVec3::from_array(difference.map(|d| d.low)),
    }
}

/// A vector's direction and its length; of one that is zero, zero.
pub(super) fn normalise(vector: [Double; 3]) -> ([Double; 3], Double) {
    let largest = vector
        .iter()
        .fold(0.0_f64, |most, v| most.max(v.high.abs()));
    // A power of two keeps squares in range.
    if largest > 0.0 && largest < 1e-100 {
        let scale = |v: Double, by: f64| Double {
            high: v.high * by,
            low: v.low * by,
        };
        let (unit, norm) = normalise(vector.map(|v| scale(v, ENLARGED)));
        return (unit, scale(norm, 1.0 / ENLARGED));
    }
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

/// 2⁸⁰⁰: what is below 1e-100 becomes less than 1e141, and the smallest number 2⁻²⁷⁴.
const ENLARGED: f64 = f64::from_bits((1023 + 800) << 52);

/// Axis and angle of the turn from one rotation to another along the shorter arc, as [`ConstantVelocity::between`] takes it; no axis
/// if there is nothing to turn.
pub(super) fn turn_between(q0: DQuat, mut q1: DQuat) -> ([Double; 3], Double) {
    if q0.x * q1.x + q0.y * q1.y + q0.z * q1.z + q0.w * q1.w < 0.0 {
        q1 = -q1;
    }
    let (axis, half_angle) = relative_turn(q0, q1);
    (axis, half_angle + half_angle)
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
