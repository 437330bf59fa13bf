//! A robot among obstacles, prepared once and kept: to prepare one takes longer than most edges.

use osculate::query::articulated::Workcell;
use osculate::robot::{Environment, ObstacleError, Robot};
use self_cell::self_cell;
use std::sync::{Arc, Mutex, PoisonError};

/// What a cell looks at.
type Owners = (Arc<Robot>, Arc<Environment>);

self_cell!(
    /// A cell with what it looks at.
    pub struct KeptCell {
        owner: Owners,

        #[covariant]
        dependent: Workcell,
    }
);

/// The cell that was asked for last.
#[derive(Default)]
pub struct LastCell(Mutex<Option<Arc<KeptCell>>>);

impl LastCell {
    /// The cell of a robot among obstacles: the last one, if it is of the same.
    pub fn of(
        &self,
        robot: &Arc<Robot>,
        around: &Arc<Environment>,
    ) -> Result<Arc<KeptCell>, ObstacleError> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = &*last
            && Arc::ptr_eq(&cell.borrow_owner().1, around)
        {
            return Ok(cell.clone());
        }
        let owners = (robot.clone(), around.clone());
        let cell = KeptCell::try_new(owners, |(robot, around)| Workcell::new(robot, around))?;
        Ok(last.insert(Arc::new(cell)).clone())
    }
}
