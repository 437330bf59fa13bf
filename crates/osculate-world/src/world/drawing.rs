//! Where bodies are drawn between two steps.

use super::World;
use crate::body::check_number;
use crate::error::WorldError;
use crate::handle::BodyHandle;
use osculate::Placement;

impl World {
    /// Where to draw a body when a share of the next step's time has passed on the screen, from 0 to 1: between where it was before
    /// the last step and where it is. Its origin goes straight there, and it turns along the shorter arc at a constant rate.
    ///
    /// For pictures only: bodies that hit each other within a step went other ways.
    pub fn interpolated(&self, body: BodyHandle, share: f64) -> Result<Placement, WorldError> {
        let state = self.bodies.get(body)?;
        check_number("share of a step", share, 0.0, 1.0).map_err(|why| self.wrong(body, why))?;
        let (from, to) = (state.before, state.placement);
        if share == 1.0 {
            return Ok(to);
        }
        Ok(Placement::new(
            from.position.lerp(to.position, share),
            from.rotation.slerp(to.rotation, share).normalize(),
        ))
    }
}
