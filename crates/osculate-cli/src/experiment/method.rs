//! The methods under test, each with limits of its own.

use super::models::Model;
use clap::ValueEnum;
use osculate::{
    ConstantVelocity, Limits, LimitsError, Moving, Outcome, Span, Workspace, best_first, c2a, hca,
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

/// What the user may set.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The tolerance of C2A and HCA.
    pub tolerance: f64,
    /// The diameter down to which Capoeira's tree goes.
    pub epsilon: f64,
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

    /// What it is asked for.
    pub fn limits(self, settings: Settings) -> Result<Limits, LimitsError> {
        match self {
            Method::D2m | Method::BestFirst => Limits::default()
                .with_clearance(CLEARANCE)?
                .with_tolerance(TOLERANCE),
            Method::C2a | Method::Hca => Limits::default().with_tolerance(settings.tolerance),
            Method::Capoeira => Limits::default().with_tolerance(2.0 * settings.epsilon),
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
        let [a, b] = [0, 1].map(|body| Moving::new(&models[body].swept_spheres, &motions[body]));
        match self {
            Method::C2a => c2a(a, b, Span::UNIT, limits, workspace),
            Method::Hca | Method::Capoeira => hca(a, b, Span::UNIT, limits, workspace),
            Method::BestFirst | Method::D2m => best_first(a, b, Span::UNIT, limits, workspace),
        }
    }
}
