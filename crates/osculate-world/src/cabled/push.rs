//! What bodies feel of cables.
//!
//! During a step bodies go as the world says, whatever cables do. What cables pushed them with is given to them afterwards, as an impulse for
//! the next step. As stiff cables push light bodies far too hard that way, no push does more than to take away the speed at which the body
//! runs into the cables, and twice the speed that gravity gives it in a step.

use super::CabledWorld;
use crate::body::BodyKind;
use crate::handle::BodyHandle;
use crate::rods::Push;

/// How much of the speed that gravity gives in a step a push may give back.
const LIFT: f64 = 2.0;

impl CabledWorld {
    /// Gives dynamic bodies what cables pushed them with in the step that was taken.
    pub(super) fn pass_on_pushes(&mut self) {
        let pushes = self.rods.take_pushes();
        for (push, body) in pushes.into_iter().zip(self.bodies.clone()) {
            if push.strength > 0.0 && self.world.kind(body) == Ok(BodyKind::Dynamic) {
                self.pass_on(&push, body);
            }
        }
    }

    fn pass_on(&mut self, push: &Push, body: BodyHandle) {
        let Ok(state) = self.world.bodies.get(body) else {
            return;
        };
        let direction = push.impulse.normalize_or_zero();
        let arm = push.at - state.centre();
        let velocity = state.linear + state.angular.cross(arm);
        let running = direction.dot(push.velocity - velocity).max(0.0);
        let settings = self.world.settings();
        let fall = settings.gravity.length() * settings.step;
        let most = running + LIFT * fall;
        // How much faster the body gets there for each unit of impulse.
        let turning = arm.cross(direction);
        let ease = direction.dot(state.inverse_mass() * direction)
            + turning.dot(state.inverse_inertia() * turning);
        let given = push.impulse.length() * ease;
        let share = if given > most { most / given } else { 1.0 };
        self.report.pushed += 1;
        self.report.weakened += u32::from(share < 1.0);
        // What is too fast for the world stays as it is.
        let _ = self
            .world
            .apply_impulse(body, share * push.impulse, push.at);
    }
}
