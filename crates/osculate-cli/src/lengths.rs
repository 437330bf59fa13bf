//! Lengths as arguments.

use osculate::{Limits, LimitsError};

/// A tolerance: a positive length.
pub fn tolerance(text: &str) -> Result<f64, String> {
    length(text, Limits::with_tolerance)
}

/// A clearance: 0 or a positive length.
pub fn clearance(text: &str) -> Result<f64, String> {
    length(text, Limits::with_clearance)
}

fn length(text: &str, set: fn(Limits, f64) -> Result<Limits, LimitsError>) -> Result<f64, String> {
    let value = text
        .parse::<f64>()
        .map_err(|_| "it is not a number".to_owned())?;
    set(Limits::default(), value).map_err(|error| error.to_string())?;
    Ok(value)
}
