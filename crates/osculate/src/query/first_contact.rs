//! The default query: any two bodies.

use super::workspace::Workspace;
use super::{Limits, Moving, Outcome, Verdict};
use crate::body::Shape;
use crate::motion::PairMotion;
use crate::numbers::span::Span;
use crate::query::hulls::attached_axes::{attached_axes, from_hints, search};
use crate::query::hulls::hull_pair::Terms;
use crate::query::meshes::best_first::best_first;
use crate::query::pieces::body_pieces::Pieces;
use crate::query::pieces::first_of_pieces::first_of_pieces;
use crate::query::pieces::half_spaces::half_spaces;
use crate::query::pieces::piece::{MeshPoints, Piece};
use crate::query::small_motions::PairMemory;
use crate::query::starts::{Bodies, ask};

/// When do two moving bodies of any kind first touch? The default query, with default [`Limits`].
///
/// See [`Verdict`] for what each answer proves. For many queries, keep a [`Workspace`] and use [`first_contact_with`]:
/// repeated queries then allocate nothing.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, HalfSpace, Hull, Moving, Placement, Resting, Shape, Span, Verdict};
/// use osculate::first_contact;
///
/// let (die, floor) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Shape::from(HalfSpace::new(DVec3::Z, 0.0)?));
/// let fall = ConstantVelocity::new(Placement::at(4.0 * DVec3::Z), -4.0 * DVec3::Z, 6.0 * DVec3::Y)?;
/// let outcome = first_contact(Moving::new(&die, &fall), Moving::new(&floor, &Resting::default()), Span::UNIT);
/// let Verdict::Contact(contact) = outcome.verdict else { panic!("{outcome:?}") };
/// assert!(contact.lower > 0.8 && contact.upper < 0.9 && contact.normal.z > 0.999);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(
    alias = "time of impact",
    alias = "time_of_impact",
    alias = "toi",
    alias = "ccd"
)]
#[doc(
    alias = "continuous collision detection",
    alias = "cast_shapes_nonlinear"
)]
pub fn first_contact(a: Moving<Shape>, b: Moving<Shape>, span: Span) -> Outcome {
    first_contact_with(a, b, span, &Limits::default(), &mut Workspace::new())
}

/// When do two moving bodies of any kind first touch? With limits, and a workspace that you keep. It uses the method that
/// measured best: [`best_first`] for two meshes, [`attached_axes`] for two hulls, and such axes over the pieces of all other
/// bodies.
///
/// See [`Verdict`] for what each answer proves. Two half-spaces overlap unless their planes are parallel, which can only be
/// proven if they do not turn.
///
/// ```
/// use glam::DVec3;
/// use osculate::{Hull, Limits, Moving, Placement, Resting, Shape, Span, Verdict, Workspace};
/// use osculate::{first_contact_with, motion::Sweep};
///
/// let (ball, rest) = (Shape::from(Hull::ball(1.0)?), Resting::default());
/// let (limits, mut workspace) = (Limits::default().with_tolerance(1e-9)?, Workspace::new());
/// for height in [0.0, 1.0, 2.5] {
///     let sweep = Sweep::new(Placement::at(DVec3::new(-9.0, height, 0.0)), 18.0 * DVec3::X)?;
///     let (a, b) = (Moving::new(&ball, &sweep), Moving::new(&ball, &rest));
///     let outcome = first_contact_with(a, b, Span::UNIT, &limits, &mut workspace);
///     assert_eq!(outcome.verdict == Verdict::Free, height > 2.0);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_contact_with(
    a: Moving<Shape>,
    b: Moving<Shape>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    match (a.shape, b.shape) {
        (Shape::Mesh(x), Shape::Mesh(y)) => {
            let (a, b) = (Moving::new(&**x, a.motion), Moving::new(&**y, b.motion));
            best_first(a, b, span, limits, workspace)
        }
        (Shape::Hull(x), Shape::Hull(y)) => {
            let (a, b) = (Moving::new(x, a.motion), Moving::new(y, b.motion));
            attached_axes(a, b, span, limits, workspace)
        }
        (x, y) => {
            let bodies = Bodies {
                pieces: [Pieces::of(x), Pieces::of(y)],
                motions: [a.motion, b.motion],
            };
            ask(bodies, span, limits, workspace, |limits, workspace| {
                of_pieces(a, b, span, limits, workspace)
            })
        }
    }
}

/// [`first_contact_with`], which looks first where two hulls were closest when `memory` was last given. What is proven does not depend on it.
///
/// ```
/// use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Resting, Shape, Span, Verdict, Workspace};
/// use osculate::{glam::DVec3, query::first_contact_again, query::small_motions::{PairMemory, measure}};
/// let die = Shape::from(Hull::cuboid(DVec3::splat(0.5))?);
/// let (slide, rest) = (ConstantVelocity::new(Placement::at(1.1 * DVec3::Z), 0.3 * DVec3::X, DVec3::Z)?, Resting::default());
/// let bodies = [Moving::new(&die, &slide), Moving::new(&die, &rest)];
/// let (mut memory, mut workspace) = (PairMemory::new(), Workspace::new());
/// measure(bodies[0], bodies[1], 0.0, &mut memory, &mut workspace);
/// let outcome = first_contact_again(bodies, Span::UNIT, &Limits::default(), &memory, &mut workspace);
/// assert_eq!(outcome.verdict, Verdict::Free);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_contact_again(
    [a, b]: [Moving<Shape>; 2],
    span: Span,
    limits: &Limits,
    memory: &PairMemory,
    workspace: &mut Workspace,
) -> Outcome {
    match (a.shape, b.shape) {
        (Shape::Hull(x), Shape::Hull(y)) => {
            let hulls = [Moving::new(x, a.motion), Moving::new(y, b.motion)];
            from_hints(hulls, span, limits, &memory.hints, workspace)
        }
        _ => first_contact_with(a, b, span, limits, workspace),
    }
}

/// Bodies that are compared piece by piece.
fn of_pieces(
    a: Moving<Shape>,
    b: Moving<Shape>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let motion = PairMotion::new(a.motion, b.motion);
    match (a.shape, b.shape) {
        (Shape::HalfSpace(x), Shape::HalfSpace(y)) => half_spaces(x, y, &motion, span, limits),
        (Shape::Hull(x), y) => {
            let hulls = core::slice::from_ref(x);
            first_of_pieces(hulls, Pieces::of(y), &motion, span, limits, workspace)
        }
        (Shape::Compound(x), y) => {
            first_of_pieces(x.parts(), Pieces::of(y), &motion, span, limits, workspace)
        }
        (Shape::Mesh(x), Shape::HalfSpace(y)) => {
            let (points, plane) = (MeshPoints(x), Piece::HalfSpace(y));
            let terms = Terms::of_pair(&points, &plane, &motion, span, limits);
            search(&points, &plane, &motion, terms, &mut workspace.expanding)
        }
        (Shape::Mesh(_) | Shape::HalfSpace(_), Shape::Hull(_) | Shape::Compound(_))
        | (Shape::HalfSpace(_), Shape::Mesh(_)) => {
            exchanged(of_pieces(b, a, span, limits, workspace))
        }
        (Shape::Mesh(x), Shape::Mesh(y)) => {
            let (a, b) = (Moving::new(&**x, a.motion), Moving::new(&**y, b.motion));
            best_first(a, b, span, limits, workspace)
        }
    }
}

/// The same answer with a and b exchanged; of an overlap nothing is known yet.
fn exchanged(mut outcome: Outcome) -> Outcome {
    if let Verdict::Contact(contact) = &mut outcome.verdict {
        contact.features.reverse();
        contact.parts.reverse();
        core::mem::swap(&mut contact.point_a, &mut contact.point_b);
        contact.normal = -contact.normal;
    }
    outcome
}
