//! Conversions for the crate `parry3d`.

use parry3d as parry;

#[path = "conversions.rs"]
mod conversions;

pub use conversions::*;
