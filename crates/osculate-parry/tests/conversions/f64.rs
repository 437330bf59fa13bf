//! The crate `parry3d-f64`.

use osculate_parry::f64 as ours;
use parry3d_f64 as parry;

/// How far parry's distances may be off.
const CLOSE: f64 = 1e-6;

#[path = "checks.rs"]
mod checks;
