//! The crate `parry3d`.

use osculate_parry::f32 as ours;
use parry3d as parry;

/// How much too small parry's distances may be; they are those of points of the bodies, but for rounding.
const CLOSE: f64 = 1e-4;

/// How much too large they may be: 3e-3 of two capsules, whose points were sampled to see who is right.
const TOO_LARGE: f64 = 2e-2;

#[path = "checks.rs"]
mod checks;
