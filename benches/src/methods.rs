//! The methods under test, and the one that anyone would write.

use crate::scenes::{Cost, Depth, Flight, Scene};
use osculate::{
    Contact, Evidence, Limits, Outcome, Span, Verdict, Workspace,
    query::{
        Stats,
        meshes::{best_first, c2a, capoeira, d2m, hca, separation},
    },
};

/// A method of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Best-first search with second-order bounds.
    BestFirst,
    /// Hierarchical conservative advancement.
    Hca,
    /// Controlled conservative advancement.
    C2a,
    /// Certified roots of features.
    D2m,
    /// The spheres of D2M alone.
    Capoeira,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] = [
        Method::BestFirst,
        Method::Hca,
        Method::C2a,
        Method::D2m,
        Method::Capoeira,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Method::BestFirst => "best-first",
            Method::Hca => "HCA",
            Method::C2a => "C2A",
            Method::D2m => "D2M",
            Method::Capoeira => "Capoeira",
        }
    }

    /// What the hierarchies that it searches cost.
    pub fn cost(self, scene: &Scene) -> Cost {
        match self {
            Method::BestFirst | Method::Hca | Method::C2a => scene.cost(),
            Method::D2m => scene.cost_of_spheres(Depth::Triangles),
            Method::Capoeira => scene.cost_of_spheres(Depth::Epsilon),
        }
    }

    /// When the bodies of `scene` first touch, the first of them on `flight`.
    pub fn ask(
        self,
        scene: &Scene,
        flight: &Flight,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Outcome {
        let (a, b) = scene.moving(flight);
        match self {
            Method::BestFirst => best_first(a, b, Span::UNIT, limits, workspace),
            Method::Hca => hca(a, b, Span::UNIT, limits, workspace),
            Method::C2a => c2a(a, b, Span::UNIT, limits, workspace),
            Method::D2m => {
                let (a, b) = scene.moving_spheres(flight, Depth::Triangles);
                d2m(a, b, Span::UNIT, limits, workspace)
            }
            Method::Capoeira => {
                let (a, b) = scene.moving_spheres(flight, Depth::Epsilon);
                capoeira(a, b, Span::UNIT, limits, workspace)
            }
        }
    }
}

/// An answer of any program, as far as they can be compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What it says.
    pub claim: Claim,
    /// The work done, if it is told.
    pub stats: Option<Stats>,
    /// By when the bodies certainly intersect, if that is shown.
    pub crossed_by: Option<f64>,
}

/// What a program says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// The bodies do not touch.
    Free,
    /// They touch or nearly touch at this time, and not before.
    Hit(f64),
    /// They overlap at the start.
    Overlapping,
    /// It does not know.
    Undecided,
}

impl Answer {
    /// What a program claims, without proof.
    pub fn bare(claim: Claim) -> Answer {
        Answer {
            claim,
            stats: None,
            crossed_by: None,
        }
    }
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Answer {
        let (claim, crossed_by) = match outcome.verdict {
            Verdict::Free => (Claim::Free, None),
            Verdict::Contact(Contact {
                lower,
                upper,
                evidence: Evidence::Crossing,
                ..
            }) => (Claim::Hit(lower), Some(upper)),
            Verdict::Contact(contact) => (Claim::Hit(contact.lower), None),
            Verdict::Overlapping { .. } => (Claim::Overlapping, None),
            Verdict::Undecided { .. } => (Claim::Undecided, None),
        };
        Answer {
            claim,
            stats: Some(outcome.stats),
            crossed_by,
        }
    }
}

/// Conservative advancement as anyone would write it: the distance of the whole bodies at an instant, divided by the
/// undirected bound |v| + |ω|r on how fast any point moves, is how far time may advance. Ends within `tolerance`.
///
/// The distance is [`separation`], which searches a tree of rectangle swept spheres as PQP and FCL do.
pub fn hand_written_advancement(
    scene: &Scene,
    flight: &Flight,
    tolerance: f64,
    workspace: &mut Workspace,
) -> Claim {
    const STEPS: usize = 100_000;
    let (a, b) = scene.moving(flight);
    let speed = flight.motion.linear().length() + flight.motion.angular().length() * scene.reach;
    let mut time = 0.0;
    for _ in 0..STEPS {
        let distance = separation(a, b, time, workspace).separation.lower;
        if distance <= tolerance {
            return Claim::Hit(time);
        }
        time += distance / speed;
        if time > 1.0 {
            return Claim::Free;
        }
    }
    Claim::Undecided
}
