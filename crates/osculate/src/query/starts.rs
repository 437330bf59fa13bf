//! What every query does around its search: before it the skin, and after it what is told of bodies that are not apart at the
//! start.

mod near_pairs;
mod never_deeper;
mod skin;

use crate::bvh::MeshBvh;
use crate::motion::{Motion, PairMotion};
use crate::numbers::span::Span;
use crate::query::pieces::body_pieces::Pieces;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Outcome, Overlap, Verdict};
use crate::shape::Hull;
use crate::volume::CutBall;
use never_deeper::NeverDeeper;
pub(crate) use never_deeper::PairDepth;

/// Two bodies of any kind, for what is asked about them seldom: all of it is compiled once, for any motions.
#[derive(Clone, Copy)]
pub(crate) struct Bodies<'q> {
    pub(crate) pieces: [Pieces<'q>; 2],
    pub(crate) motions: [&'q dyn Motion; 2],
}

/// The answer of a search to what the limits ask: it is given the limits that are in force.
#[inline(always)]
pub(crate) fn ask(
    bodies: Bodies,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
    search: impl FnOnce(&Limits, &mut Workspace) -> Outcome,
) -> Outcome {
    let mut before = None;
    let in_force;
    let limits = if limits.skin > 0.0 {
        match skin::in_force(bodies, span, limits, workspace) {
            Ok((found, work)) => {
                (in_force, before) = (found, Some(work));
                &in_force
            }
            Err(mut outcome) => {
                bodies.tell(span, limits, workspace, &mut outcome);
                return outcome;
            }
        }
    } else {
        limits
    };
    let mut outcome = search(limits, workspace);
    if let Verdict::Overlapping { .. } = outcome.verdict
        && !limits.brief
    {
        bodies.tell(span, limits, workspace, &mut outcome);
    }
    if let Some(before) = before {
        before.add_to(&mut outcome);
    }
    outcome
}

impl<'q> Bodies<'q> {
    pub(crate) fn hulls(a: &'q Hull, b: &'q Hull, motions: [&'q dyn Motion; 2]) -> Bodies<'q> {
        let pieces = [a, b].map(|hull| Pieces::Hulls(core::slice::from_ref(hull)));
        Bodies { pieces, motions }
    }

    pub(crate) fn meshes(
        a: &'q MeshBvh,
        b: &'q MeshBvh,
        motions: [&'q dyn Motion; 2],
    ) -> Bodies<'q> {
        let pieces = [a, b].map(Pieces::Mesh);
        Bodies { pieces, motions }
    }

    pub(crate) fn spheres(
        a: &'q MeshBvh<CutBall>,
        b: &'q MeshBvh<CutBall>,
        motions: [&'q dyn Motion; 2],
    ) -> Bodies<'q> {
        let pieces = [a, b].map(Pieces::Spheres);
        Bodies { pieces, motions }
    }

    /// The same bodies with a half-space second, and whether they were exchanged: only there, pairs know what a plane is.
    fn with_plane_second(self) -> (Self, bool) {
        let Bodies {
            pieces: [a, b],
            motions: [of_a, of_b],
        } = self;
        if !matches!(a, Pieces::HalfSpace(_)) {
            return (self, false);
        }
        let exchanged = Bodies {
            pieces: [b, a],
            motions: [of_b, of_a],
        };
        (exchanged, true)
    }

    /// Completes an answer about bodies that are not apart at the start with all that is told of them.
    #[cold]
    #[inline(never)]
    fn tell(self, span: Span, limits: &Limits, workspace: &mut Workspace, outcome: &mut Outcome) {
        let Verdict::Overlapping { proven, .. } = outcome.verdict else {
            return;
        };
        let (bodies, exchanged) = self.with_plane_second();
        if let [Pieces::HalfSpace(_), _] = bodies.pieces {
            // Two half-spaces overlap without end, or are parallel.
            return;
        }
        let motion = PairMotion::new(bodies.motions[0], bodies.motions[1]);
        let mut search = NeverDeeper::new(bodies.pieces, &motion, span, limits, outcome);
        let mut start = Overlap::UNKNOWN;
        let measured = search.measure(&mut start, workspace);
        let then = search.then(measured, workspace);
        if exchanged {
            start = start.exchanged();
        }
        outcome.verdict = Verdict::Overlapping {
            proven: proven || start.depth.lower >= 0.0,
            start,
            then,
        };
        outcome.resolution = search.resolution();
        outcome.stats = search.stats();
    }
}
