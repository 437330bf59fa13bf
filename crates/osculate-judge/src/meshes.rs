//! A slow, simple judge of meshes in motion, and of convex bodies at an instant, in numbers of 256 bits.
//!
//! - [`fixed`]: numbers of 256 bits, and balls of them that certainly hold a real number.
//! - [`motion`]: what a motion is, as a formula, and its pose at an instant in such balls.
//! - [`triangles`]: bounds on the distance of two triangles, and proofs that they meet.
//! - [`judge`]: separation at an instant, freedom over a span, first contact.
//! - [`hulls`]: bounds on the separation of convex bodies at an instant.
//! - [`algebraic`]: the first contact of two polytopes under a rational screw, by polynomials.
//! - [`mesh`]: a mesh as plain numbers; [`shapes`]: seeded meshes; [`kinds`]: seeded queries, one generator a kind.

pub mod algebraic;
pub mod fixed;
pub mod hulls;
pub mod judge;
pub mod kinds;
pub mod mesh;
pub mod motion;
pub mod shapes;
pub mod triangles;

pub use judge::{Body, FirstContact, Gap, Judge, Scene, body};
pub use mesh::Mesh;
pub use motion::{BallMotion, MotionSpec, at, rational_screw};
