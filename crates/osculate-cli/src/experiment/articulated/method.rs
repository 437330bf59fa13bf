//! The methods for robots.

use crate::experiment::svg::Colour;
use clap::ValueEnum;
use osculate::query::articulated::{CullingParts, CullingStats, RobotOutcome, Workcell};
use osculate::robot::Path;
use osculate::{Limits, Workspace};

/// A method under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// The library's own: slabs of time, and a queue of pairs
    Slabs,
    /// The paper's: Taylor models, and bounds on when pairs meet
    TemporalCulling,
}

/// What of temporal culling is changed, to see what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    WithoutVolumes,
    WithoutLowerBounds,
    WithoutDirections,
    WithoutPrecomputed,
    WithoutUpperBounds,
    WithoutHierarchical,
    WithRemembered,
}

impl Change {
    /// In the order of the table.
    pub const ALL: [Change; 7] = [
        Change::WithoutVolumes,
        Change::WithoutLowerBounds,
        Change::WithoutDirections,
        Change::WithoutPrecomputed,
        Change::WithoutUpperBounds,
        Change::WithoutHierarchical,
        Change::WithRemembered,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Change::WithoutVolumes => "without dynamic volumes",
            Change::WithoutLowerBounds => "without lower bounds",
            Change::WithoutDirections => "without directions",
            Change::WithoutPrecomputed => "without precomputed poses",
            Change::WithoutUpperBounds => "without upper bounds",
            Change::WithoutHierarchical => "without HCA",
            Change::WithRemembered => "with remembered triangles",
        }
    }

    fn parts(self) -> CullingParts {
        let mut parts = CullingParts::default();
        match self {
            Change::WithoutVolumes => parts.dynamic_volumes = false,
            Change::WithoutLowerBounds => parts.lower_bounds = false,
            Change::WithoutDirections => parts.directions = false,
            Change::WithoutPrecomputed => parts.precomputed = false,
            Change::WithoutUpperBounds => parts.upper_bounds = false,
            Change::WithoutHierarchical => parts.hierarchical = false,
            Change::WithRemembered => parts.remembered = true,
        }
        parts
    }
}

/// What was answered, and what temporal culling did for it.
#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: RobotOutcome,
    pub culling: Option<CullingStats>,
}

impl Method {
    /// In the order of the table.
    pub const ALL: [Method; 2] = [Method::Slabs, Method::TemporalCulling];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Method::Slabs => "slabs",
            Method::TemporalCulling => "temporal-culling",
        }
    }

    /// The same, where there is little room.
    pub fn short_name(self) -> &'static str {
        match self {
            Method::Slabs => "slabs",
            Method::TemporalCulling => "culling",
        }
    }

    /// How figures show it.
    pub fn colour(self) -> Colour {
        match self {
            Method::Slabs => Colour::Purple,
            Method::TemporalCulling => Colour::Green,
        }
    }

    /// When the robot first touches itself or an obstacle.
    pub fn answer(
        self,
        change: Option<Change>,
        cell: &Workcell,
        path: &Path,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Answer {
        let known = "the path is the robot's";
        match self {
            Method::Slabs => Answer {
                outcome: cell.first_contact(path, limits, workspace).expect(known),
                culling: None,
            },
            Method::TemporalCulling => {
                let parts = change.map_or_else(CullingParts::default, Change::parts);
                let answer = cell.first_contact_by_culling(path, limits, &parts, workspace);
                let (outcome, stats) = answer.expect(known);
                Answer {
                    outcome,
                    culling: Some(stats),
                }
            }
        }
    }
}
