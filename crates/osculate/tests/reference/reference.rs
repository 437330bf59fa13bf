//! A slow, simple judge of first contacts that shares no code with the library.
//!
//! - `fixed`: numbers of 256 bits, and balls of them that certainly hold a real number.
//! - `motion`: what a motion is, as a formula, and its pose at an instant in such balls.
//! - `triangles`: bounds on the distance of two triangles, and proofs that they meet.
//! - `judge`: separation at an instant, freedom over a span, first contact.
//! - `check`: whether an answer of the library keeps its promises; `agree`: whether two answers agree.
//! - `hulls`: bounds on the separation of convex bodies at an instant.
//! - `algebraic`: the first contact of two polytopes under a rational screw, by polynomials.
//! - `scenes`: seeded meshes and motions, one generator a kind; `scaled`: the same in other units.
#![allow(dead_code, reason = "each test uses its own part")]

pub mod agree;
#[path = "../../../osculate-judge/src/meshes/algebraic.rs"]
pub mod algebraic;
pub mod check;
#[path = "../../../osculate-judge/src/meshes/fixed.rs"]
pub mod fixed;
#[path = "../../../osculate-judge/src/meshes/hulls.rs"]
pub mod hulls;
#[path = "../../../osculate-judge/src/meshes/judge.rs"]
pub mod judge;
#[path = "../../../osculate-judge/src/meshes/kinds.rs"]
pub mod kinds;
#[path = "../../../osculate-judge/src/meshes/motion.rs"]
pub mod motion;
pub mod scaled;
pub mod scenes;
#[path = "../../../osculate-judge/src/meshes/triangles.rs"]
pub mod triangles;
