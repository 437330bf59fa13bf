//! Lengths as arguments.

use osculate::Limits;
use osculate::query::{LimitsError, instant::Within};

/// A tolerance: a positive length.
pub fn tolerance(text: &str) -> Result<f64, String> {
    length(text, Limits::with_tolerance)
}

/// A clearance: 0 or a positive length.
pub fn clearance(text: &str) -> Result<f64, String> {
    length(text, Limits::with_clearance)
}

/// A distance up to which something is near: 0 or a positive length.
pub fn within(text: &str) -> Result<Within, String> {
    let value = text
        .parse::<f64>()
        .map_err(|_| "it is not a number".to_owned())?;
    Within::new(value).map_err(|error| error.to_string())
}

/// A skin: 0 or a positive length.
pub fn skin(text: &str) -> Result<f64, String> {
    length(text, Limits::with_skin)
}

/// A positive number: a width, a time.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (1e-60..=1e60).contains(&value) => Ok(value),
        Ok(value) => Err(format!("it must be between 1e-60 and 1e60, not {value}")),
        Err(_) => Err("it is not a number".to_owned()),
    }
}

fn length(text: &str, set: fn(Limits, f64) -> Result<Limits, LimitsError>) -> Result<f64, String> {
    let value = text
        .parse::<f64>()
        .map_err(|_| "it is not a number".to_owned())?;
    set(Limits::default(), value).map_err(|error| error.to_string())?;
    Ok(value)
}
