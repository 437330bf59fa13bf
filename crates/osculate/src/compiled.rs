//! Queries of the motions that most programs ask about, compiled with this crate.
//!
//! Queries are generic in their motions, and so every program would compile its own. Builds for development (up to
//! `opt-level = 1`, and "s") take what a library has compiled already: programs compile faster, and what they do not optimise
//! themselves is as fast as this crate. Nobody calls what is here, and builds for release do not have it.

use crate::bvh::{CutBall, MeshBvh};
use crate::motion::{ConstantVelocity, Motion, Resting};
use crate::numbers::Span;
use crate::query::hulls::{Penetration, attached_axes, conservative_advancement, penetration};
use crate::query::meshes::{best_first, c2a, capoeira, d2m, hca};
use crate::query::{Limits, Moving, Outcome, Shape, Workspace, first_contact_with};
use crate::shape::Hull;

/// A method, asked about two bodies of one kind and two motions of one kind.
pub type Method<S, M> = fn(Moving<S, M>, Moving<S, M>, Span, &Limits, &mut Workspace) -> Outcome;

/// What is asked about two bodies at an instant.
pub type Depth<M> = fn(Moving<Hull, M>, Moving<Hull, M>, f64, &mut Workspace) -> Penetration;

/// All methods, for motions of one kind.
pub struct Methods<M: ?Sized> {
    /// For shapes of any kind.
    pub shapes: Method<Shape, M>,
    /// For trees of swept spheres.
    pub swept: [Method<MeshBvh, M>; 3],
    /// For trees of spheres.
    pub spheres: [Method<MeshBvh<CutBall>, M>; 2],
    /// For convex bodies.
    pub hulls: [Method<Hull, M>; 2],
    /// For convex bodies that overlap.
    pub depth: Depth<M>,
}

impl<M: Motion + ?Sized> Methods<M> {
    const ALL: Methods<M> = Methods {
        shapes: first_contact_with,
        swept: [best_first, hca, c2a],
        spheres: [d2m, capoeira],
        hulls: [attached_axes, conservative_advancement],
        depth: penetration,
    };
}

/// For motions that are known only when a program runs.
pub static ANY_MOTION: Methods<dyn Motion> = Methods::ALL;

/// For the most usual ones.
pub static CONSTANT_VELOCITY: Methods<ConstantVelocity> = Methods::ALL;

/// A query about what moves and what does not.
pub type AgainstRest = fn(
    Moving<Shape, ConstantVelocity>,
    Moving<Shape, Resting>,
    Span,
    &Limits,
    &mut Workspace,
) -> Outcome;

/// For the most usual ones, against what stands still.
pub static AGAINST_REST: AgainstRest = first_contact_with;
