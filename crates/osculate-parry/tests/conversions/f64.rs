//! The crate `parry3d-f64`.

use osculate_parry::f64 as ours;
use parry3d_f64 as parry;

/// How much too small parry's distances may be; they are those of points of the bodies, but for rounding.
const CLOSE: f64 = 1e-6;

/// How much too large they may be: 8e-6 of two capsules, whose points were sampled to see who is right.
const TOO_LARGE: f64 = 1e-4;

#[path = "checks.rs"]
mod checks;
