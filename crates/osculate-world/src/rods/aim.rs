//! Obstacles that are to be at a place at a time.

use super::Rods;
use super::bodies::Body;
use super::error::RodError;
use glam::{DQuat, DVec3};
use osculate::Placement;

/// Where an obstacle is to be after so many seconds.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Aim {
    pub(super) to: Placement,
    pub(super) left: f64,
}

/// Times that differ by less than this share are the same.
const SAME: f64 = 1e-9;

impl Aim {
    /// Whether so many seconds are all that are left.
    pub(super) fn is_due(&self, time: f64) -> bool {
        time >= self.left * (1.0 - SAME)
    }
}

impl Rods {
    /// Lets an obstacle that is a mesh go to a placement within so many seconds from now, at a constant velocity and spin. It goes on
    /// towards it if it is held back on the way, and stands still once the time is over.
    pub(crate) fn aim(
        &mut self,
        obstacle: usize,
        to: Placement,
        time: f64,
    ) -> Result<(), RodError> {
        self.body(obstacle)?;
        let body = &mut self.obstacles.bodies[obstacle];
        body.aim = Some(Aim { to, left: time });
        body.head_for_aim();
        Ok(())
    }

    /// After a part of so many seconds: obstacles go on to where they are to be.
    pub(crate) fn keep_aims(&mut self, time: f64) {
        for body in &mut self.obstacles.bodies {
            let Some(aim) = &mut body.aim else { continue };
            if aim.is_due(time) {
                (body.aim, body.velocity, body.spin) = (None, DVec3::ZERO, DVec3::ZERO);
            } else {
                aim.left -= time;
                body.head_for_aim();
            }
        }
    }
}

impl Body {
    /// Sets the velocity and spin that lead to where it is to be.
    fn head_for_aim(&mut self) {
        let Some(aim) = self.aim else { return };
        self.velocity = (aim.to.position - self.placement.position) / aim.left;
        let turn = (aim.to.rotation * self.placement.rotation.conjugate()).normalize();
        self.spin = turn_of(turn) / aim.left;
    }
}

/// The axis of a rotation, as long as its angle; the shorter way round.
pub(crate) fn turn_of(rotation: DQuat) -> DVec3 {
    let rotation = if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    };
    let axis = DVec3::new(rotation.x, rotation.y, rotation.z);
    let sine = axis.length();
    if sine == 0.0 {
        return DVec3::ZERO;
    }
    2.0 * libm::atan2(sine, rotation.w) / sine * axis
}
