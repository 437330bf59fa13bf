//! A slow, simple judge of convex bodies in motion, in `f64`, that shares no code with the library.
//!
//! - `random`: seeded numbers.
//! - `bodies`: what a body is, its furthest points, and the same body as the library has it.
//! - `motion`: constant velocities as a formula, and poses by Rodrigues' rotation.
//! - `distance`: the separation of two posed bodies between two bounds, each with its own witness.
//! - `walk`: when two bodies first overlap by more than a depth, and that they do not before.
//! - `verdicts`: whether an answer of the library keeps its promises.
//! - `stated`: the same motions as a user may write them, with errors stated and made.
//! - `pairs`: seeded pairs of bodies, one recipe a spin.
//! - `ask`: the library's methods, and a tally of their answers.
#![allow(dead_code, reason = "each user takes its own part")]

pub mod ask;
#[path = "../../../osculate-judge/src/hulls/bodies.rs"]
pub mod bodies;
#[path = "../../../osculate-judge/src/hulls/distance.rs"]
pub mod distance;
#[path = "../../../osculate-judge/src/hulls/motion.rs"]
pub mod motion;
#[path = "../../../osculate-judge/src/hulls/pairs.rs"]
pub mod pairs;
pub mod random;
pub mod stated;
pub mod verdicts;
#[path = "../../../osculate-judge/src/hulls/walk.rs"]
pub mod walk;
