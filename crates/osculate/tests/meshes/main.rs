//! Queries of meshes, most of them before a judge that computes with 256 bits.

mod accuracy;
#[path = "../support/agree.rs"]
mod agree;
mod agreement;
mod check;
mod d2m;
mod extremes;
mod limits;
#[path = "../support/methods.rs"]
mod methods;
mod proofs;
mod properties;
mod rational_screws;
mod sampled;
#[path = "../support/scaled.rs"]
mod scaled;
mod scales;
mod scenes;
mod sphere_scenes;
mod sphere_trees;
mod wrong_answers;
