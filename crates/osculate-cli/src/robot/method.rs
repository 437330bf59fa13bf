//! How a path is searched.

use clap::ValueEnum;
use osculate::query::articulated::{CullingParts, CullingStats, RobotOutcome, Workcell};
use osculate::robot::Path;
use osculate::{Limits, Workspace};

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Stretches of time, each begun anew, and a queue of pairs
    Slabs,
    /// Tang, Manocha and Kim 2013: Taylor models, dynamic volumes, bounds by directions; for comparison
    TemporalCulling,
}

/// A part of temporal culling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Boxes around the space that links sweep
    DynamicVolumes,
    /// Times up to which pairs are apart, by the upper third of their hierarchies
    LowerBounds,
    /// Motion bounds by direction
    Directions,
    /// Poses that are computed once for all pairs
    Precomputed,
    /// Times by which pairs meet, by one pair of triangles each
    UpperBounds,
    /// Searches that begin anew with each stretch of time (ours, not the paper's)
    ShortSearches,
    /// Hierarchical advancement, in place of best-first search
    Hierarchical,
}

impl Method {
    /// When the robot first touches something on a path that is its own; with what the parts of temporal culling did.
    pub fn first_contact(
        self,
        cell: &Workcell,
        path: &Path,
        limits: &Limits,
        without: &[Part],
        workspace: &mut Workspace,
    ) -> (RobotOutcome, Option<CullingStats>) {
        let outcome = match self {
            Method::Slabs => path
                .first_contact(cell, limits, workspace)
                .map(|outcome| (outcome, None)),
            Method::TemporalCulling => path
                .first_contact_by_culling(cell, limits, &parts(without), workspace)
                .map(|(outcome, stats)| (outcome, Some(stats))),
        };
        outcome.expect("the path is one of this robot")
    }
}

fn parts(without: &[Part]) -> CullingParts {
    let mut parts = CullingParts::default();
    for part in without {
        *match part {
            Part::DynamicVolumes => &mut parts.dynamic_volumes,
            Part::LowerBounds => &mut parts.lower_bounds,
            Part::Directions => &mut parts.directions,
            Part::Precomputed => &mut parts.precomputed,
            Part::UpperBounds => &mut parts.upper_bounds,
            Part::ShortSearches => &mut parts.short_searches,
            Part::Hierarchical => &mut parts.hierarchical,
        } = false;
    }
    parts
}

/// What the parts of temporal culling did, in all answers together.
pub fn told<'s>(all: impl Iterator<Item = &'s CullingStats>) -> String {
    type Count = fn(&CullingStats) -> u64;
    let counts: [(&str, Count); 9] = [
        ("pairs", |stats| stats.pairs),
        ("culled by dynamic volumes", |stats| stats.culled_by_volumes),
        ("lower bounds", |stats| stats.lower_bounds),
        ("culled by lower bounds", |stats| {
            stats.culled_by_lower_bounds
        }),
        ("cells of directions", |stats| stats.cells),
        ("poses reused", |stats| stats.poses_reused),
        ("upper bounds", |stats| stats.upper_bounds),
        ("upper bounds found", |stats| stats.upper_bounds_found),
        ("searches", |stats| stats.searches),
    ];
    let all: Vec<&CullingStats> = all.collect();
    let counts = counts.map(|(name, count)| {
        let sum: u64 = all.iter().map(|stats| count(stats)).sum();
        format!("{name} {}", crate::numbers::grouped(sum))
    });
    format!("Temporal culling: {}", counts.join(", "))
}
