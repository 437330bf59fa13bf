//! Bodies along paths of pieces: motion after motion, in one time.

use super::crossing::Ahead;
use super::first_contact::first_contact_with;
use super::workspace::Workspace;
use super::{Contact, Evidence, Limits, Moving, Outcome, Overlap, Reason, Stats, Then, Verdict};
use crate::body::Shape;
use crate::motion::{Motion, MotionBounds};
use crate::numbers::interval::Interval;
use crate::numbers::span::Span;
use core::fmt;
use thiserror::Error;

/// A piece of a path: a motion, and the span of time in which it is followed.
#[derive(Clone, Copy)]
pub struct PathPiece<'a> {
    /// The motion, as a function of the path's time.
    pub motion: &'a dyn Motion,
    /// When it is followed.
    pub span: Span,
}

/// A body along a path: pieces that follow each other, in time and in space.
#[derive(Clone, Copy, Debug)]
pub struct Along<'a> {
    /// What moves.
    pub shape: &'a Shape,
    /// How it moves, piece after piece.
    pub pieces: &'a [PathPiece<'a>],
}

impl<'a> PathPiece<'a> {
    /// `motion`, followed during `span`.
    pub fn new(motion: &'a dyn Motion, span: Span) -> Self {
        PathPiece { motion, span }
    }
}

impl<'a> Along<'a> {
    /// `shape`, along `pieces`.
    pub fn new(shape: &'a Shape, pieces: &'a [PathPiece<'a>]) -> Self {
        Along { shape, pieces }
    }
}

impl fmt::Debug for PathPiece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("PathPiece")
            .field("span", &self.span)
            .finish_non_exhaustive()
    }
}

/// Why pieces are no path of a body. Bodies and pieces are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum AlongError {
    /// A path does not cover the span that was asked about.
    #[error("the path of body {body} does not last from {} to {}", .span.start(), .span.end())]
    Uncovered {
        /// 0 for a, 1 for b.
        body: usize,
        /// What was asked about.
        span: Span,
    },
    /// A piece does not begin when the one before it ends.
    #[error("piece {piece} of body {body} begins at {begins}, the one before it ends at {ends}")]
    Times {
        /// 0 for a, 1 for b.
        body: usize,
        /// The later piece.
        piece: usize,
        /// When the one before it ends.
        ends: f64,
        /// When it begins.
        begins: f64,
    },
    /// A piece does not begin where the one before it ends, stated errors allowed for.
    #[error(
        "piece {piece} of body {body} does not begin where the one before it ends, at time {time}: an entry of its {what} is off by {jump}, beyond all stated errors"
    )]
    Apart {
        /// 0 for a, 1 for b.
        body: usize,
        /// The later piece.
        piece: usize,
        /// When they should meet.
        time: f64,
        /// Position, or rotation as a matrix.
        what: &'static str,
        /// How far they are apart at least.
        jump: f64,
    },
}

/// When do two bodies first touch along paths of several pieces?
///
/// See [`Verdict`] for what each answer proves; times are those of the paths. For bodies that overlap at the start,
/// [`Then`](super::Then) is known only if both paths have one piece. Where a piece ends, its pose and that of the next agree
/// only within the errors that both state, so the bodies are tested again; if they are not provably apart there, the answer
/// is a contact, [`Evidence::Near`], with `lower` at the joint. Clearance and tolerance in force are those of the start of
/// the span. If no crossing is found by the end of a piece, the search for it continues in the next pieces. To resume an
/// undecided answer, ask with [`Limits::continuing`] and the span `[free_until, end]`.
///
/// ```
/// use osculate::{Hull, Limits, Moving, Placement, Resting, Shape, Span, Workspace, glam::DVec3, motion::Sweep};
/// use osculate::query::{Along, PathPiece, first_contact_along};
///
/// let ball = Shape::from(Hull::ball(0.5)?);
/// // Along x for one second, then along y.
/// let (east, north) = (Sweep::new(Placement::IDENTITY, 2.0 * DVec3::X)?, DVec3::new(2.0, -3.0, 0.0));
/// let north = Sweep::new(Placement::at(north), 3.0 * DVec3::Y)?;
/// let path = [PathPiece::new(&east, Span::new(0.0, 1.0)?), PathPiece::new(&north, Span::new(1.0, 2.0)?)];
/// let post = Resting::at(Placement::at(DVec3::new(2.0, 2.5, 0.0)))?;
/// let rest = [PathPiece::new(&post, Span::new(0.0, 2.0)?)];
/// let (a, b, span) = (Along::new(&ball, &path), Along::new(&ball, &rest), Span::new(0.0, 2.0)?);
/// let outcome = first_contact_along(a, b, span, &Limits::default(), &mut Workspace::new())?;
/// let contact = outcome.verdict.contact().expect("they meet");
/// assert!((contact.lower - 1.5).abs() < 1e-5 && contact.normal.y < -0.999);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "piecewise motion", alias = "waypoints", alias = "trajectory")]
pub fn first_contact_along(
    a: Along,
    b: Along,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Result<Outcome, AlongError> {
    check(0, a.pieces, span)?;
    check(1, b.pieces, span)?;
    let mut walk = Walk {
        shapes: [a.shape, b.shape],
        limits: *limits,
        end: span.end(),
        in_force: limits
            .tolerance()
            .filter(|_| limits.continues)
            .map(|tolerance| (limits.clearance(), tolerance)),
        stats: Stats::default(),
        resolution: 0.0,
        near: None,
    };
    let mut now = span.start();
    // Of a piece that ends when another begins, the other.
    let at = |ends: &dyn Fn(usize) -> f64, last: usize| (0..last).find(|&i| ends(i) > now);
    let (last_a, last_b) = (a.pieces.len() - 1, b.pieces.len() - 1);
    let mut i = at(&|i| a.pieces[i].span.end(), last_a).unwrap_or(last_a);
    let mut j = at(&|j| b.pieces[j].span.end(), last_b).unwrap_or(last_b);
    // What was proven before was proven of the pieces that end here.
    let begins = a.pieces[i].span.start() == now || b.pieces[j].span.start() == now;
    let mut joint = limits.continues && begins;
    loop {
        let (piece_a, piece_b) = (&a.pieces[i], &b.pieces[j]);
        let end = piece_a.span.end().min(piece_b.span.end()).min(span.end());
        let (motion_a, motion_b) = (piece_a.motion, piece_b.motion);
        let stretch = Span::part(now, end);
        if let Some(verdict) = walk.stretch((motion_a, motion_b), stretch, joint, workspace) {
            return Ok(walk.outcome(verdict));
        }
        let (next_a, next_b) = (piece_a.span.end() <= end, piece_b.span.end() <= end);
        if end >= span.end() && (i == last_a || !next_a) && (j == last_b || !next_b) {
            let verdict = walk.near.map_or(Verdict::Free, Verdict::Contact);
            return Ok(walk.outcome(verdict));
        }
        (i, j) = (
            (i + usize::from(next_a)).min(last_a),
            (j + usize::from(next_b)).min(last_b),
        );
        (now, joint) = (end, true);
    }
}

/// Whether pieces are a path that lasts for a span.
fn check(body: usize, pieces: &[PathPiece], span: Span) -> Result<(), AlongError> {
    let covers = |first: &PathPiece, last: &PathPiece| {
        first.span.start() <= span.start() && last.span.end() >= span.end()
    };
    match (pieces.first(), pieces.last()) {
        (Some(first), Some(last)) if covers(first, last) => {}
        _ => return Err(AlongError::Uncovered { body, span }),
    }
    for (number, pair) in pieces.windows(2).enumerate() {
        let (ends, begins) = (pair[0].span.end(), pair[1].span.start());
        let piece = number + 1;
        if ends != begins {
            return Err(AlongError::Times {
                body,
                piece,
                ends,
                begins,
            });
        }
        if let Err((what, jump)) = meet(pair[0].motion, pair[1].motion, ends) {
            return Err(AlongError::Apart {
                body,
                piece,
                time: ends,
                what,
                jump,
            });
        }
    }
    Ok(())
}

/// Whether two motions have the same pose at a time, as far as their errors tell; if not, what is off, and by how much.
fn meet(before: &dyn Motion, after: &dyn Motion, time: f64) -> Result<(), (&'static str, f64)> {
    let instant = Span::part(time, time);
    let (one, other) = (before.enclose(instant), after.enclose(instant));
    let jump = |x: &Interval, y: &Interval| (x.lower - y.upper).max(y.lower - x.upper);
    let off = |xs: &[Interval; 3], ys: &[Interval; 3]| {
        let jumps = xs.iter().zip(ys).map(|(x, y)| jump(x, y));
        jumps.fold(f64::NEG_INFINITY, f64::max)
    };
    for column in 0..3 {
        let jump = off(&one.rotation[column], &other.rotation[column]);
        if jump > 0.0 {
            return Err(("rotation", jump));
        }
    }
    // Of the point that one of them turns about.
    let jump = off(&one.position, &other.apply(one.pivot));
    if jump > 0.0 {
        return Err(("position", jump));
    }
    Ok(())
}

/// What is known along a path.
struct Walk<'q> {
    shapes: [&'q Shape; 2],
    limits: Limits,
    /// When the paths end.
    end: f64,
    /// Clearance and tolerance, once the start has been decided.
    in_force: Option<(f64, f64)>,
    stats: Stats,
    resolution: f64,
    /// A contact of which it is not known whether the bodies do touch.
    near: Option<Contact>,
}

impl Walk<'_> {
    /// The next stretch of time, of one piece each. The answer, if there is one; `joint` says that another piece begins.
    fn stretch(
        &mut self,
        motions: (&dyn Motion, &dyn Motion),
        span: Span,
        joint: bool,
        workspace: &mut Workspace,
    ) -> Option<Verdict> {
        let start = span.start();
        if joint {
            let limits = self.limits_in_force().tested_anew();
            let verdict = self.ask(motions, Span::part(start, start), &limits, workspace);
            match verdict {
                Verdict::Overlapping {
                    proven,
                    start: overlap,
                    ..
                } => return self.at_joint((proven, &overlap), motions, span, workspace),
                Verdict::Undecided { reason, .. } => return Some(self.stopped(start, reason)),
                _ => {}
            }
        }
        let limits = if joint {
            self.limits_in_force()
        } else {
            self.limits
        };
        let verdict = self.ask(motions, span, &limits, workspace);
        match (verdict, &mut self.near) {
            (Verdict::Free, _) => None,
            (Verdict::Contact(contact), near) => {
                let first = near.get_or_insert(contact);
                let upper = contact.crossing()?;
                first.meets_by(upper);
                Some(Verdict::Contact(*first))
            }
            (Verdict::Undecided { free_until, reason }, None) => Some(Verdict::Undecided {
                free_until: free_until.or(joint.then_some(start)),
                reason,
            }),
            (Verdict::Undecided { reason, .. }, Some(_)) => Some(self.stopped(start, reason)),
            (
                Verdict::Overlapping {
                    proven,
                    start,
                    then,
                },
                _,
            ) => {
                // What is proven for good is so of this piece only.
                let lasts = span.end() >= self.end || matches!(then, Then::Deepens { .. });
                let then = if lasts { then } else { Then::Unknown };
                Some(Verdict::Overlapping {
                    proven,
                    start,
                    then,
                })
            }
        }
    }

    /// What to say where the search stops, the bodies being apart up to a time.
    fn stopped(&self, time: f64, reason: Reason) -> Verdict {
        let undecided = Verdict::Undecided {
            free_until: Some(time),
            reason,
        };
        self.near.map_or(undecided, Verdict::Contact)
    }

    /// A piece that does not begin provably apart.
    fn at_joint(
        &mut self,
        (proven, overlap): (bool, &Overlap),
        motions: (&dyn Motion, &dyn Motion),
        span: Span,
        workspace: &mut Workspace,
    ) -> Option<Verdict> {
        let (start, end) = (span.start(), span.end());
        let (clearance, _) = self.in_force.unwrap_or_default();
        let mut contact = match self.near {
            Some(mut contact) if proven => {
                contact.meets_by(start);
                return Some(Verdict::Contact(contact));
            }
            Some(contact) => contact,
            None => near_contact(start, overlap, clearance),
        };
        // How fast they close is not known here: looks at more and more distant times.
        let ahead = Ahead::new(start, end, 1e-6 * (end - start));
        let limits = self.limits_in_force().tested_anew();
        let crossing = ahead.and_then(|ahead| {
            ahead.body_crossing(|t| {
                let verdict = self.ask(motions, Span::part(t, t), &limits, workspace);
                matches!(verdict, Verdict::Overlapping { proven: true, .. })
            })
        });
        if let Some(upper) = crossing {
            contact.meets_by(upper);
            return Some(Verdict::Contact(contact));
        }
        self.near = Some(contact);
        None
    }

    /// Limits for bodies that are apart, or must be: with what is in force since the start.
    fn limits_in_force(&self) -> Limits {
        match self.in_force {
            Some((clearance, tolerance)) => self.limits.for_pair(clearance, tolerance, true),
            None => self.limits,
        }
    }

    fn ask(
        &mut self,
        (a, b): (&dyn Motion, &dyn Motion),
        span: Span,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Verdict {
        let left = self.limits.budget().saturating_sub(self.stats.steps());
        let (a, b) = (
            Moving::new(self.shapes[0], a),
            Moving::new(self.shapes[1], b),
        );
        let outcome = first_contact_with(a, b, span, &limits.with_budget(left), workspace);
        self.stats.add(&outcome.stats);
        self.resolution = self.resolution.max(outcome.resolution);
        self.in_force
            .get_or_insert((outcome.clearance, outcome.tolerance));
        outcome.verdict
    }

    fn outcome(&self, verdict: Verdict) -> Outcome {
        let (clearance, tolerance) = self.in_force.unwrap_or_default();
        Outcome {
            verdict,
            clearance,
            tolerance,
            resolution: self.resolution,
            stats: self.stats,
        }
    }
}

/// A contact where a piece begins that is not provably apart there.
fn near_contact(time: f64, overlap: &Overlap, clearance: f64) -> Contact {
    let separation = Interval::point(clearance) - overlap.depth;
    Contact {
        lower: time,
        upper: time,
        evidence: Evidence::Near,
        features: overlap.features,
        parts: overlap.parts,
        point_a: overlap.point_a,
        point_b: overlap.point_b,
        normal: overlap.normal,
        separation: Interval::new(separation.lower.max(0.0), separation.upper.max(0.0)),
    }
}
