//! The methods for robots.

use crate::experiment::svg::Colour;
use clap::ValueEnum;
use osculate::query::articulated::{RobotOutcome, Workcell};
use osculate::robot::Path;
use osculate::{Limits, Workspace};

/// A method under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// The library's own: slabs of time, and a queue of pairs
    Slabs,
}

impl Method {
    /// In the order of the table.
    pub const ALL: [Method; 1] = [Method::Slabs];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Method::Slabs => "slabs",
        }
    }

    /// How figures show it.
    pub fn colour(self) -> Colour {
        match self {
            Method::Slabs => Colour::Purple,
        }
    }

    /// When the robot first touches itself or an obstacle.
    pub fn answer(
        self,
        cell: &Workcell,
        path: &Path,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> RobotOutcome {
        let outcome = match self {
            Method::Slabs => cell.first_contact(path, limits, workspace),
        };
        outcome.expect("the path is the robot's")
    }
}
