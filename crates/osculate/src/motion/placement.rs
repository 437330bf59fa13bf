//! Where a body is, at an instant.

use super::{MotionError, PivotPath, Pose, check_length};
use crate::numbers::rounding::{UNIT, length, up};
use glam::{DMat3, DQuat, DVec3};

/// Where a body is: `x ↦ position + rotation·x`. The rotation is that of the normalised quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "isometry", alias = "transform", alias = "pose")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placement {
    /// Where the body's origin is.
    pub position: DVec3,
    /// How the body is turned; its length must be within 1e-6 of 1.
    pub rotation: DQuat,
}

/// How far a body at a [`Placement`] may be from where its motion has it: a point at `x` of the body is off by no more than
/// `position + rotation·|x|`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlacementError {
    /// How far the body's origin is off.
    pub position: f64,
    /// The spectral norm of the difference of both rotations.
    pub rotation: f64,
}

impl PlacementError {
    /// How far points within this reach of the body's origin are off, at most.
    pub fn within(&self, reach: f64) -> f64 {
        up(self.position + self.rotation * reach)
    }

    /// Of what [`Motion::placement`](super::Motion::placement) makes of a pose.
    ///
    /// The quaternion is a vector of four sums of entries of the matrix, made a unit vector. Its largest entry is a sum of at least 1,
    /// four times the square of a component, so its length is at least 2. If the matrix is off by δ, the sums are by no more than
    /// 3δ and three times 2δ, the unit vector by 2.3δ, and the rotation by twice that. Rounding adds 13 units likewise.
    pub(super) fn of(pose: &Pose, path: &PivotPath, t: f64) -> PlacementError {
        let pose = pose.checked();
        let off = pose.rotation_error;
        let rotation = if off <= 1e-3 {
            8.0 * off + 32.0 * UNIT
        } else if off.is_nan() {
            f64::INFINITY
        } else {
            // No two rotations are further apart.
            2.0
        };
        let far = length(path.anchor)
            + length(t * path.drift)
            + length(pose.offset)
            + 2.0 * length(path.pivot);
        let position = pose.offset_error + off * length(path.pivot) + 16.0 * UNIT * far;
        PlacementError {
            position: if position.is_nan() {
                f64::INFINITY
            } else {
                up(position)
            },
            rotation,
        }
    }
}

impl Placement {
    /// At the origin, not turned.
    pub const IDENTITY: Placement = Placement {
        position: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
    };

    /// At `position`, turned by `rotation`.
    pub fn new(position: DVec3, rotation: DQuat) -> Placement {
        Placement { position, rotation }
    }

    /// At `position`, not turned.
    pub fn at(position: DVec3) -> Placement {
        Placement {
            position,
            rotation: DQuat::IDENTITY,
        }
    }

    /// From a 4×4 matrix, by columns, that is a rigid motion: `x ↦ M·(x, 1)`.
    ///
    /// Its rotation must be exact to 1e-6 in every entry of `RᵀR`, its last row 0, 0, 0, 1.
    ///
    /// ```
    /// use glam::{DMat4, DVec3};
    /// use osculate::Placement;
    ///
    /// let shifted = DMat4::from_translation(DVec3::X).to_cols_array_2d();
    /// assert_eq!(Placement::from_matrix(shifted)?.position, DVec3::X);
    /// let scaled = Placement::from_matrix(DMat4::from_scale(DVec3::splat(2.0)).to_cols_array_2d());
    /// let sentence = "the matrix is not a rigid motion: the square of a column's length is off 1 by 3";
    /// assert_eq!(scaled.unwrap_err().to_string(), sentence);
    /// # Ok::<(), osculate::motion::MotionError>(())
    /// ```
    pub fn from_matrix(columns: [[f64; 4]; 4]) -> Result<Placement, MotionError> {
        let column = |number: usize| DVec3::from_slice(&columns[number][..3]);
        let rotation = DMat3::from_cols(column(0), column(1), column(2));
        let off = rotation.transpose() * rotation - DMat3::IDENTITY;
        for (number, column) in [off.x_axis, off.y_axis, off.z_axis].into_iter().enumerate() {
            for (other, value) in column.to_array().into_iter().enumerate() {
                let why = if number == other {
                    "the square of a column's length is off 1 by"
                } else {
                    "two of its columns are not at right angles, their product is"
                };
                // NaN is not within.
                if !(value.abs() <= 1e-6) {
                    return Err(MotionError::NotRigid { why, value });
                }
            }
        }
        let value = rotation.determinant();
        if value < 0.0 {
            let why = "it mirrors, its determinant is";
            return Err(MotionError::NotRigid { why, value });
        }
        let last_row = columns.map(|column| column[3]);
        for (value, right) in last_row.into_iter().zip([0.0, 0.0, 0.0, 1.0]) {
            if value != right {
                let why = "its last row is not 0, 0, 0, 1, but has";
                return Err(MotionError::NotRigid { why, value });
            }
        }
        let placement = Placement {
            position: column(3),
            rotation: DQuat::from_mat3(&rotation).normalize(),
        };
        placement.check()?;
        Ok(placement)
    }

    pub(crate) fn check(&self) -> Result<(), MotionError> {
        check_length("position", self.position)?;
        let q = self.rotation;
        let norm = crate::numbers::rounding::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        if (norm - 1.0).abs() <= 1e-6 {
            Ok(())
        } else {
            Err(MotionError::NotUnit {
                rotation: q.to_array(),
                norm,
            })
        }
    }
}

impl Default for Placement {
    fn default() -> Placement {
        Placement::IDENTITY
    }
}
