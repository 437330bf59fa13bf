//! The crate `parry3d`.

use osculate_parry::f32 as ours;
use parry3d as parry;

/// How far parry's distances may be off.
const CLOSE: f64 = 1e-3;

#[path = "checks.rs"]
mod checks;
