//! Two bodies at an instant, as their volumes need them, and nothing of how they move.

use super::PairPose;
use super::relative::VOLUME_UNITS;
use crate::numbers::rounding::{UNIT, length, up};
use glam::{DMat3, DVec3};

/// One body as another sees it: `turn·(x − pivot_a) + shift` in b's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VolumePose {
    pub(crate) turn: DMat3,
    pub(crate) shift: DVec3,
    /// How far the difference of a point of a and a point of b may be off, with the arithmetic on volumes included.
    pub(crate) error: f64,
    /// b's axes in the frame of both, and how far they may be off.
    pub(crate) axes: DMat3,
    pub(crate) axes_error: f64,
}

impl VolumePose {
    /// Of a pose; the reaches are those of all points from the bodies' pivots. Errors are as [`RelativeMotion`] has them; an entry
    /// that is no number makes them none.
    ///
    /// [`RelativeMotion`]: super::RelativeMotion
    pub(crate) fn new(pose: &PairPose, [reach_a, reach_b]: [f64; 2]) -> VolumePose {
        let far = length(pose.offset);
        let rotation_error = pose.rotation_error + 2.0 * UNIT;
        let [_, error_b] = pose.rotation_errors;
        let error = up(rotation_error * (reach_a + far)
            + error_b * reach_b
            + 3.0 * pose.offset_error
            + VOLUME_UNITS * UNIT * (reach_a + reach_b + far));
        let back = pose.rotation_b.transpose();
        let turn = back * pose.rotation_a;
        // An entry of a that is no number makes its column of the product one, an entry of b its row: the diagonal has both.
        let known = 0.0 * (turn.x_axis.x + turn.y_axis.y + turn.z_axis.z);
        VolumePose {
            turn,
            shift: back * pose.offset,
            error: error * (1.0 + rotation_error) + known,
            axes: pose.rotation_b,
            axes_error: error_b,
        }
    }
}
