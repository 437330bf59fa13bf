//! A slow, simple judge of articulated robots: their own kinematics, paths, distances and proofs of freedom.
//!
//! - [`real`]: what kinematics needs of numbers, in `f64` and in balls of 256 bits, with sine and cosine.
//! - [`tree`]: a robot as plain numbers, and bodies that fly beside it.
//! - [`path`]: configurations over time, piece by piece, as polynomials.
//! - [`kinematics`]: where all links are at an instant, in either kind of numbers, and how fast joints move at most.
//! - [`solid`]: what links carry: meshes with trees of balls, convex bodies, half-spaces.
//! - [`gap`]: how far two of them are apart at an instant.
//! - [`walk`]: proofs that a robot touches nothing over a span, or an instant at which it does.
//! - [`recipes`]: seeded robots, paths and obstacles.

pub mod gap;
pub mod kinematics;
pub mod path;
pub mod real;
pub mod recipes;
pub mod solid;
pub mod tree;
pub mod walk;
