//! Many paths at once, and one without preparation.

use super::RobotOutcome;
use super::workcell::Workcell;
use crate::motion::JointPath;
use crate::query::Limits;
use crate::query::workspace::Workspace;
use crate::robot::{Environment, ObstacleError, Path, PathError, Robot};
use alloc::vec::Vec;
use thiserror::Error;

/// Why a robot could not be asked.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RobotQueryError {
    /// An obstacle could not be placed.
    #[error(transparent)]
    Obstacle(#[from] ObstacleError),
    /// The path is not one of this robot.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl Robot {
    /// When the robot first touches itself or an obstacle along a path. To ask more than once, keep a [`Workcell`].
    ///
    /// ```
    /// use osculate::{Limits, query::articulated::RobotVerdict, robot::builtin};
    ///
    /// let arm = builtin("arm7").unwrap();
    /// let path = arm.robot.through(&arm.waypoints)?;
    /// let outcome = arm.robot.first_contact(&path, &arm.environment, &Limits::default())?;
    /// assert!(!matches!(outcome.verdict, RobotVerdict::Undecided { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_contact<P: JointPath + ?Sized>(
        &self,
        path: &P,
        environment: &Environment,
        limits: &Limits,
    ) -> Result<RobotOutcome, RobotQueryError> {
        let cell = Workcell::new(self, environment)?;
        Ok(cell.first_contact(path, limits, &mut Workspace::new())?)
    }

    /// Whether it is proven that the robot touches nothing along a path. To ask more than once, keep a [`Workcell`].
    pub fn is_free<P: JointPath + ?Sized>(
        &self,
        path: &P,
        environment: &Environment,
        limits: &Limits,
    ) -> Result<bool, RobotQueryError> {
        let cell = Workcell::new(self, environment)?;
        Ok(cell.is_free(path, limits, &mut Workspace::new())?)
    }
}

impl Workcell<'_> {
    /// [`Workcell::first_contact`] for every path, in their order; with feature `parallel` on all cores, with the same bits.
    pub fn first_contacts(
        &self,
        paths: &[Path],
        limits: &Limits,
    ) -> Vec<Result<RobotOutcome, PathError>> {
        self.each(paths, |path, workspace| {
            self.first_contact(path, limits, workspace)
        })
    }

    /// [`Workcell::is_free`] for every path, likewise.
    pub fn are_free(&self, paths: &[Path], limits: &Limits) -> Vec<Result<bool, PathError>> {
        self.each(paths, |path, workspace| {
            self.is_free(path, limits, workspace)
        })
    }

    fn each<T: Send>(
        &self,
        paths: &[Path],
        answer: impl Fn(&Path, &mut Workspace) -> T + Sync,
    ) -> Vec<T> {
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            let answer = |workspace: &mut Workspace, path: &Path| answer(path, workspace);
            paths.par_iter().map_init(Workspace::new, answer).collect()
        }
        #[cfg(not(feature = "parallel"))]
        {
            let mut workspace = Workspace::new();
            paths
                .iter()
                .map(|path| answer(path, &mut workspace))
                .collect()
        }
    }
}
