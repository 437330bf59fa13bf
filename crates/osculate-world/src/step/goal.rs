//! Ways that are known before the solver is asked: those of bodies that cables pull and push, which solve for both together.

use super::Stepping;
use crate::state::BodyState;
use glam::DVec3;

/// Where a body goes in a step if nothing of the world pushes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) slot: u32,
    /// How far its centre of mass goes, and how far it turns.
    pub(crate) way: [DVec3; 2],
    /// How fast it goes and turns then.
    pub(crate) velocities: [DVec3; 2],
}

impl Goal {
    /// One that is locked goes where the solver says.
    fn is_for(&self, body: &BodyState) -> bool {
        let is_locked = body.locked.linear.into_iter().chain(body.locked.angular);
        body.is_dynamic() && !body.asleep && !is_locked.into_iter().any(|locked| locked)
    }
}

impl Stepping<'_> {
    /// Bodies that nothing of the world has pushed go where they are known to. They are proven on their ways as all are.
    pub(super) fn take_goals(&mut self) {
        for goal in self.goals {
            let mover = &mut self.scratch.movers[goal.slot as usize];
            let body = self.bodies.in_slot(goal.slot);
            if !mover.is_touched() && body.is_some_and(|body| goal.is_for(body)) {
                mover.take(goal);
            }
        }
    }
}
