//! Any two bodies at an instant: their separation or depth, their near pieces, and contact points for a solver.
//!
//! A *piece* is convex: a hull, a part of a compound, a triangle of a mesh, a half-space. A mesh is its surface; all other
//! bodies are solid.
//!
//! | question | function | what is proven |
//! | --- | --- | --- |
//! | how far apart? | [`separation`] | the interval |
//! | how deep, which way out? | [`penetration`] | the interval: the deepest pair of pieces |
//! | which pieces are near? | [`contacts`] | none is left out, and the interval of each |
//! | where to push? | [`manifolds`] | nothing beyond what [`contacts`] proves |
//!
//! For two bodies of one kind there are also [`query::meshes::separation`](crate::query::meshes::separation()) and
//! [`query::hulls`](crate::query::hulls).

mod contacts;
mod face_points;
mod half_spaces;
mod manifolds;
mod penetration;
mod posed;
mod separation;
mod spread;
mod walk;
mod within;

pub use contacts::{PieceContact, PieceContacts, contacts};
pub use manifolds::{ContactCluster, Manifolds, manifolds, manifolds_again};
pub use penetration::penetration;
pub(crate) use posed::InstantMemory;
pub use separation::separation;
pub use within::{Within, WithinError};
