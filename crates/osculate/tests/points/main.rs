//! Points on straight lines, before a judge that computes exactly.

mod agreement;
mod bytes;
mod cube_root_formula;
mod hard_pairs;
mod pairs;
mod within;
mod within_exactly;
