//! A slow, simple judge of convex bodies in motion, in `f64`.
//!
//! - [`bodies`]: what a body is, and its furthest points.
//! - [`motion`]: constant velocities as a formula, and poses by Rodrigues' rotation.
//! - [`distance`]: the separation of two posed bodies between two bounds, each with its own witness.
//! - [`depth`]: how deep two posed cores are inside each other, by trying every direction that may be the best.
//! - [`walk`]: when two bodies first overlap by more than a depth, and that they do not before.
//! - [`steps`]: whether bodies that move in legs, and stand between them, stay apart all the time.
//! - [`shots`]: seeded shots of spinning bodies at thin plates.
//! - [`pairs`]: seeded pairs of bodies, one recipe a spin.

pub mod bodies;
pub mod depth;
pub mod distance;
pub mod motion;
pub mod pairs;
pub mod shots;
pub mod steps;
pub mod walk;
