//! How a path is searched.

use clap::ValueEnum;
use osculate::query::articulated::{RobotOutcome, Workcell};
use osculate::robot::Path;
use osculate::{Limits, Workspace};

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Stretches of time, each begun anew, and a queue of pairs
    Slabs,
}

impl Method {
    /// When the robot first touches something on a path that is its own.
    pub fn first_contact(
        self,
        cell: &Workcell,
        path: &Path,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> RobotOutcome {
        let outcome = match self {
            Method::Slabs => cell.first_contact(path, limits, workspace),
        };
        outcome.expect("the path is one of this robot")
    }
}
