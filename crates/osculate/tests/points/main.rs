//! Points on straight lines, before a judge that computes exactly.

mod agreement;
mod bytes;
mod cube_root_formula;
mod hard_pairs;
#[path = "../support/pairs.rs"]
mod pairs;
mod recipes;
mod within;
mod within_exactly;
