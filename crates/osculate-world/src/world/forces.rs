//! What pushes bodies from outside.

use super::World;
use crate::body::{FASTEST, FASTEST_TURN, check_vector};
use crate::error::{BodyError, WorldError};
use crate::handle::BodyHandle;
use crate::state::BodyState;
use glam::DVec3;

/// The largest force, torque or impulse, and the furthest point that one acts at.
const MOST: f64 = 1e60;

impl World {
    /// Sets the velocity of a body's centre of mass, and its angular velocity. It wakes; if it is kinematic, so do bodies
    /// that rest on it.
    pub fn set_velocity(
        &mut self,
        body: BodyHandle,
        linear: DVec3,
        angular: DVec3,
    ) -> Result<(), WorldError> {
        let state = self.bodies.get(body)?;
        let moves = linear != DVec3::ZERO || angular != DVec3::ZERO;
        if !state.may_ever_move() && moves {
            return Err(self.wrong(body, BodyError::NO_VELOCITY));
        }
        self.change_velocity(body, linear, angular)
    }

    /// Pushes a dynamic body during the next step, with a force at a point of the world.
    pub fn apply_force(
        &mut self,
        body: BodyHandle,
        force: DVec3,
        at: DVec3,
    ) -> Result<(), WorldError> {
        let state = self.dynamic(body, "a force")?;
        let check = check_vector("force", force, MOST)
            .and_then(|()| check_vector("point of the force", at, MOST));
        let torque = (at - state.centre()).cross(force);
        let [force, torque] = [state.force + force, state.torque + torque];
        check.map_err(|why| self.wrong(body, why))?;
        self.press(body, force, torque)
    }

    /// Turns a dynamic body during the next step.
    pub fn apply_torque(&mut self, body: BodyHandle, torque: DVec3) -> Result<(), WorldError> {
        let state = self.dynamic(body, "a torque")?;
        let [force, whole] = [state.force, state.torque + torque];
        check_vector("torque", torque, MOST).map_err(|why| self.wrong(body, why))?;
        self.press(body, force, whole)
    }

    /// Pushes a dynamic body at once, at a point of the world.
    pub fn apply_impulse(
        &mut self,
        body: BodyHandle,
        impulse: DVec3,
        at: DVec3,
    ) -> Result<(), WorldError> {
        let state = self.dynamic(body, "an impulse")?;
        let check = check_vector("impulse", impulse, MOST)
            .and_then(|()| check_vector("point of the impulse", at, MOST));
        let linear = state.linear + state.inverse_mass() * impulse;
        let turning = (at - state.centre()).cross(impulse);
        let angular = state.angular + state.inverse_inertia() * turning;
        check.map_err(|why| self.wrong(body, why))?;
        self.change_velocity(body, linear, angular)
    }

    /// Turns a dynamic body at once.
    pub fn apply_angular_impulse(
        &mut self,
        body: BodyHandle,
        impulse: DVec3,
    ) -> Result<(), WorldError> {
        let state = self.dynamic(body, "an impulse")?;
        let linear = state.linear;
        let angular = state.angular + state.inverse_inertia() * impulse;
        check_vector("angular impulse", impulse, MOST).map_err(|why| self.wrong(body, why))?;
        self.change_velocity(body, linear, angular)
    }

    fn dynamic(&self, body: BodyHandle, what: &'static str) -> Result<&BodyState, WorldError> {
        let state = self.bodies.get(body)?;
        if state.is_dynamic() {
            return Ok(state);
        }
        let whom = "dynamic";
        Err(self.wrong(body, BodyError::WrongKind { what, whom }))
    }

    /// Takes a force and a torque about the centre of mass, unless they make the body too fast within a step.
    fn press(&mut self, body: BodyHandle, force: DVec3, torque: DVec3) -> Result<(), WorldError> {
        let state = self.bodies.get(body)?;
        let step = self.settings.step;
        let faster = state.inverse_mass() * force * step;
        let turning = state.inverse_inertia() * torque * step;
        check_vector("velocity that the force gives in a step", faster, FASTEST)
            .and_then(|()| {
                let what = "angular velocity that the torque gives in a step";
                check_vector(what, turning, FASTEST_TURN)
            })
            .map_err(|why| self.wrong(body, why))?;
        let state = self.bodies.get_mut(body)?;
        (state.force, state.torque) = (force, torque);
        state.wake();
        Ok(())
    }

    fn change_velocity(
        &mut self,
        body: BodyHandle,
        linear: DVec3,
        angular: DVec3,
    ) -> Result<(), WorldError> {
        check_vector("velocity", linear, FASTEST)
            .and_then(|()| check_vector("angular velocity", angular, FASTEST_TURN))
            .map_err(|why| self.wrong(body, why))?;
        let state = self.bodies.get_mut(body)?;
        (state.linear, state.angular) = (linear, angular);
        state.lock();
        state.wake();
        if !state.is_dynamic() {
            self.wake_around(body.slot);
        }
        Ok(())
    }
}
