//! Reports of steps: numbers by name.

use crate::arrays::bad;
use pyo3::prelude::*;

/// What a report says, as a dict.
pub fn as_dict<'py>(
    py: Python<'py>,
    report: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(report).map_err(|error| bad("report", error))?;
    py.import("json")?.getattr("loads")?.call1((text,))
}
