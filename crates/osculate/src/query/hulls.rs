//! Two convex bodies: in motion, and at an instant.

pub(super) mod attached_axes;
pub(super) mod axis;
mod clipping;
pub(super) mod conservative_advancement;
pub(super) mod contact_points;
pub(super) mod epa;
pub(super) mod expanding;
pub(super) mod gjk;
pub(super) mod hull_pair;
pub(super) mod hull_separation;
pub(super) mod manifold;
pub(super) mod meeting_faces;
mod outline;
mod widest;

pub use attached_axes::attached_axes;
pub use conservative_advancement::conservative_advancement;
pub use contact_points::{Contacts, contact_points, contact_points_again};
pub use epa::{Penetration, penetration};
pub use hull_separation::{hull_separation, hull_separation_again};
pub use manifold::{ContactPoint, Manifold, ManifoldError, ManifoldPoint};
