//! One pair of a robot's bodies, or a body and an obstacle, over a stretch of a path.

use super::Party;
use super::workcell::{ObstacleMotion, Workcell};
use crate::body::Shape;
use crate::motion::{
    ConstantVelocity, JointBounds, JointPath, LinkMotion, Motion, PivotPath, Pose, Rates, Resting,
    Snapshot,
};
use crate::numbers::span::Span;
use crate::query::first_contact::first_contact_with;
use crate::query::meshes::around::around;
use crate::query::meshes::search::MeshSearch;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Stats};

/// Two that are checked against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duo {
    /// Two bodies, by the number of their pair.
    Pair(u32),
    /// A body and an obstacle that no link carries.
    Obstacle { body: u32, obstacle: u32 },
}

/// A piece of a path, with bounds on all coordinates.
pub(super) struct Piece<'p, P: ?Sized> {
    pub(super) path: &'p P,
    pub(super) number: usize,
    pub(super) span: Span,
    pub(super) held: &'p [JointBounds],
}

impl<P: ?Sized> Clone for Piece<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: ?Sized> Copy for Piece<'_, P> {}

/// How the second of two moves.
#[allow(clippy::large_enum_variant, reason = "one a search, on the stack")]
pub(super) enum OtherMotion<'a, P: ?Sized> {
    Link(LinkMotion<'a, P>),
    Resting(&'a Resting),
    Moving(&'a ConstantVelocity),
}

macro_rules! pass {
    ($self:ident, $motion:ident => $call:expr) => {
        match $self {
            OtherMotion::Link($motion) => $call,
            OtherMotion::Resting($motion) => $call,
            OtherMotion::Moving($motion) => $call,
        }
    };
}

impl<P: JointPath + ?Sized> Motion for OtherMotion<'_, P> {
    #[inline]
    fn pose(&self, t: f64) -> Pose {
        pass!(self, motion => motion.pose(t))
    }

    #[inline]
    fn rates(&self, span: Span) -> Rates {
        pass!(self, motion => motion.rates(span))
    }

    #[inline]
    fn pose_and_rates(&self, t: f64, rest: Span) -> (Pose, Rates) {
        pass!(self, motion => motion.pose_and_rates(t, rest))
    }

    fn path(&self) -> PivotPath {
        pass!(self, motion => motion.path())
    }

    #[inline]
    fn rotations_are_numbers(&self) -> bool {
        pass!(self, motion => motion.rotations_are_numbers())
    }
}

/// Two in motion, seen from the frame that both chains start from.
pub(super) struct MovingDuo<'a, P: ?Sized> {
    pub(super) shapes: [&'a Shape; 2],
    pub(super) first: LinkMotion<'a, P>,
    pub(super) second: OtherMotion<'a, P>,
}

impl<P: JointPath + ?Sized> MovingDuo<'_, P> {
    /// `Free`, if two meshes are seen to stay apart from the middle of a span on, either way, or what it took; none for what is no mesh,
    /// or moves by itself.
    pub(super) fn look(
        &self,
        span: Span,
        limits: &Limits,
        most: u64,
        workspace: &mut Workspace,
    ) -> Option<Result<Outcome, Stats>> {
        let [Shape::Mesh(a), Shape::Mesh(b)] = self.shapes else {
            return None;
        };
        let (middle, half) = middle(span);
        let second = match &self.second {
            OtherMotion::Link(motion) => motion.around(middle, span),
            OtherMotion::Resting(motion) => Snapshot {
                pose: motion.pose(middle),
                rates: motion.rates(span),
                path: motion.path(),
                numbers: true,
            },
            OtherMotion::Moving(_) => return None,
        };
        let first = self.first.around(middle, span);
        let both = [(&**a, &first), (&**b, &second)];
        Some(around(both, half, limits, most, &mut workspace.stack))
    }
}

impl<P: JointPath + ?Sized> MovingDuo<'_, P> {
    /// A time of a span by which two meshes certainly meet, if two triangles that are within tolerance at its start show one.
    pub(super) fn crossing(
        &self,
        triangles: [u32; 2],
        span: Span,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Option<f64> {
        let [Shape::Mesh(a), Shape::Mesh(b)] = self.shapes else {
            return None;
        };
        let (a, b) = (
            Moving::new(&**a, &self.first),
            Moving::new(&**b, &self.second),
        );
        let mut search = MeshSearch::new(a, b, span, limits);
        let pair = search.triangle_pair(triangles);
        search.crossing(&pair, &mut workspace.stack)
    }
}

/// The middle of a stretch of time, and how far its ends are from there, at most.
pub(super) fn middle(part: Span) -> (f64, f64) {
    let middle = (0.5 * part.start() + 0.5 * part.end()).clamp(part.start(), part.end());
    let half = (part.end() - middle).max(middle - part.start());
    (middle, half.next_up())
}

impl Workcell<'_> {
    /// Who the two are.
    pub(super) fn parties(&self, duo: Duo) -> [Party; 2] {
        match duo {
            Duo::Pair(pair) => self.pairs[pair as usize]
                .bodies
                .map(|body| self.bodies[body].party),
            Duo::Obstacle { body, obstacle } => [
                self.bodies[body as usize].party,
                Party::Obstacle(obstacle as usize),
            ],
        }
    }

    /// Whether both are meshes.
    #[inline]
    pub(super) fn are_meshes(&self, duo: Duo) -> bool {
        let shapes = match duo {
            Duo::Pair(pair) => self.pairs[pair as usize]
                .bodies
                .map(|body| self.bodies[body].shape),
            Duo::Obstacle { body, obstacle } => [
                self.bodies[body as usize].shape,
                self.obstacle(obstacle).shape,
            ],
        };
        matches!(shapes, [Shape::Mesh(_), Shape::Mesh(_)])
    }

    /// How fast joints turn the two against each other, at most; what an obstacle does itself is not counted.
    pub(super) fn turning(&self, duo: Duo, held: &[JointBounds]) -> f64 {
        let turning = |reach: u32| self.reaches.turning(reach, held);
        match duo {
            Duo::Pair(pair) => self.pairs[pair as usize].reaches.map(turning).iter().sum(),
            Duo::Obstacle { body, .. } => turning(self.bodies[body as usize].reach),
        }
    }

    /// When two first touch during a span of a piece; with `closer`, better bounds are looked for in its middle. Points and
    /// normals are those of the frame that the two are seen from.
    pub(super) fn search<P: JointPath + ?Sized>(
        &self,
        duo: Duo,
        piece: &Piece<P>,
        (span, closer): (Span, bool),
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Outcome {
        let duo = self.moving(duo, piece, closer.then_some(span));
        first_contact_with(
            Moving::new(duo.shapes[0], &duo.first),
            Moving::new(duo.shapes[1], &duo.second),
            span,
            limits,
            workspace,
        )
    }

    /// Two in motion along a piece; with better bounds for a span of it, if one is given.
    pub(super) fn moving<'s, P: JointPath + ?Sized>(
        &'s self,
        duo: Duo,
        piece: &Piece<'s, P>,
        closer: Option<Span>,
    ) -> MovingDuo<'s, P> {
        let link_motion = |chain, body: usize| {
            let pivot = self.bodies[body].shape.bounding_ball().0;
            let mut motion =
                LinkMotion::bounded(chain, pivot, piece.path, piece.number, |coordinate| {
                    piece.held[coordinate]
                });
            if let Some(span) = closer {
                motion.look_closer(span);
            }
            motion
        };
        match duo {
            Duo::Pair(pair) => {
                let pair = &self.pairs[pair as usize];
                let [a, b] = pair.bodies;
                MovingDuo {
                    shapes: [self.bodies[a].shape, self.bodies[b].shape],
                    first: link_motion(&pair.chains[0], a),
                    second: OtherMotion::Link(link_motion(&pair.chains[1], b)),
                }
            }
            Duo::Obstacle { body, obstacle } => {
                let body = body as usize;
                let obstacle = self.obstacle(obstacle);
                MovingDuo {
                    shapes: [self.bodies[body].shape, obstacle.shape],
                    first: link_motion(&self.bodies[body].chain, body),
                    second: match obstacle.motion {
                        ObstacleMotion::Resting(rest) => OtherMotion::Resting(rest),
                        ObstacleMotion::Moving(motion) => OtherMotion::Moving(motion),
                    },
                }
            }
        }
    }
}
