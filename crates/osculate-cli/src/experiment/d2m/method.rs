//! The methods under test, each with limits of its own.

use super::models::Model;
use crate::experiment::svg::Colour;
use clap::ValueEnum;
use osculate::{
    ConstantVelocity, Limits, Moving, Outcome, Span, Workspace,
    query::{
        LimitsError,
        meshes::{best_first, c2a, capoeira, d2m, hca},
    },
};

/// D2M is asked for separations within [1.0, 3.3]e-10, as the paper reports them.
const CLEARANCE: f64 = 1e-10;
const TOLERANCE: f64 = 2.3e-10;

/// A method under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Certified roots of pairs of features, to 1e-10
    D2m,
    /// D2M's tree of spheres alone
    Capoeira,
    /// Controlled conservative advancement
    C2a,
    /// Hierarchical conservative advancement
    Hca,
    /// Best-first search with second-order bounds, to 1e-10; not in the paper
    BestFirst,
}

impl Method {
    /// Those of the paper, and HCA.
    pub const PAPER: [Method; 4] = [Method::D2m, Method::Capoeira, Method::C2a, Method::Hca];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Method::D2m => "D2M",
            Method::Capoeira => "Capoeira",
            Method::C2a => "C2A",
            Method::Hca => "HCA",
            Method::BestFirst => "best-first",
        }
    }

    /// How figures show it.
    pub fn colour(self) -> Colour {
        match self {
            Method::D2m => Colour::Vermilion,
            Method::Capoeira => Colour::Orange,
            Method::C2a => Colour::Blue,
            Method::Hca => Colour::Green,
            Method::BestFirst => Colour::Purple,
        }
    }

    /// What it is asked for; `tolerance` is that of C2A and HCA. Capoeira's comes from its tree.
    pub fn limits(self, tolerance: f64) -> Result<Limits, LimitsError> {
        match self {
            Method::D2m | Method::BestFirst => Limits::default()
                .with_clearance(CLEARANCE)?
                .with_tolerance(TOLERANCE),
            Method::C2a | Method::Hca => Limits::default().with_tolerance(tolerance),
            Method::Capoeira => Ok(Limits::default()),
        }
    }

    /// Between which separations it has to stop, if it is asked for a clearance.
    pub fn band(self) -> Option<[f64; 2]> {
        match self {
            Method::D2m | Method::BestFirst => Some([CLEARANCE, CLEARANCE + TOLERANCE]),
            Method::Capoeira | Method::C2a | Method::Hca => None,
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
        let span = Span::UNIT;
        let swept = || [0, 1].map(|i| Moving::new(&*models[i].swept_spheres, &motions[i]));
        match self {
            Method::D2m => {
                let [a, b] = [0, 1].map(|i| Moving::new(&models[i].spheres, &motions[i]));
                d2m(a, b, span, limits, workspace)
            }
            Method::Capoeira => {
                let [a, b] = [0, 1].map(|i| Moving::new(&models[i].coarse_spheres, &motions[i]));
                capoeira(a, b, span, limits, workspace)
            }
            Method::C2a => {
                let [a, b] = swept();
                c2a(a, b, span, limits, workspace)
            }
            Method::Hca => {
                let [a, b] = swept();
                hca(a, b, span, limits, workspace)
            }
            Method::BestFirst => {
                let [a, b] = swept();
                best_first(a, b, span, limits, workspace)
            }
        }
    }
}
