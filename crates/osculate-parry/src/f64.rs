//! Conversions for the crate `parry3d-f64`.

use parry3d_f64 as parry;

#[path = "conversions.rs"]
mod conversions;

pub use conversions::*;
