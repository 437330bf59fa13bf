//! Reports of steps: numbers by name.

use crate::pickled::text_of;
use pyo3::prelude::*;

/// What a report says, as a dict.
pub fn as_dict<'py>(
    py: Python<'py>,
    report: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?
        .getattr("loads")?
        .call1((text_of(report)?,))
}
