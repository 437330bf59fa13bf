//! What the tests of Osculate hold it against: slow, simple references that share no code with it, and seeded numbers.
//!
//! - [`seeded`]: the one generator of random numbers that tests use, and how many cases they are asked for.
//! - [`meshes`]: triangle meshes in motion, in balls of 256-bit numbers that certainly hold the truth.
//! - [`hulls`]: convex bodies in motion, in `f64`, by walking over the span.
//! - [`instants`]: convex pieces of whole coordinates at an instant, exactly.
//! - [`robots`]: articulated robots on paths, with kinematics in 256 bits and proofs of freedom.
//! - [`links`]: how often closed polygons are linked, exactly.
//! - [`masses`]: integrals over polyhedra, exactly.
//! - [`points`]: points on straight lines, exactly, in whole numbers.
//!
//! Everything here takes plain numbers. How a scene becomes objects of the library, and whether an answer keeps its
//! promises, is a matter of the library's own tests.

pub mod hulls;
pub mod instants;
pub mod links;
pub mod masses;
pub mod meshes;
pub mod points;
pub mod robots;
pub mod seeded;
