//! The methods of Table 1, and the library's own.

use super::models::Model;
use crate::experiment::svg::Colour;
use osculate::{
    ConstantVelocity, Limits, Moving, Outcome, Span, Workspace,
    query::meshes::{best_first, c2a, hca, uncontrolled_c2a},
};

/// A method under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// C2A without controlled advancement.
    Uncontrolled,
    C2a,
    Hca,
    /// Not in the paper.
    BestFirst,
}

impl Method {
    /// In the order of the table.
    pub const ALL: [Method; 4] = [
        Method::Uncontrolled,
        Method::C2a,
        Method::Hca,
        Method::BestFirst,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Method::Uncontrolled => "C2A without control",
            Method::C2a => "C2A",
            Method::Hca => "HCA",
            Method::BestFirst => "best-first",
        }
    }

    /// How figures show it.
    pub fn colour(self) -> Colour {
        match self {
            Method::Uncontrolled => Colour::Orange,
            Method::C2a => Colour::Blue,
            Method::Hca => Colour::Green,
            Method::BestFirst => Colour::Purple,
        }
    }

    /// When the two models first touch.
    pub fn answer(
        self,
        models: [&Model; 2],
        motions: &[ConstantVelocity; 2],
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Outcome {
        let [a, b] = [0, 1].map(|i| Moving::new(&*models[i].tree, &motions[i]));
        let method = match self {
            Method::Uncontrolled => uncontrolled_c2a,
            Method::C2a => c2a,
            Method::Hca => hca,
            Method::BestFirst => best_first,
        };
        method(a, b, Span::UNIT, limits, workspace)
    }
}
