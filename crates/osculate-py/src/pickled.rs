//! What `__reduce__` gives: a function, and what to call it with to have the same object again.

use crate::arrays::bad;
use pyo3::PyClass;
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A function, and its arguments.
pub type Reduced<'py, T> = (Bound<'py, PyAny>, T);

/// How the class of an object restores one of its objects.
pub fn by_restore<'py, C: PyClass, T>(of: &Bound<'py, C>, state: T) -> PyResult<Reduced<'py, T>> {
    Ok((of.as_any().get_type().getattr("_restore")?, state))
}

/// The state of what has no numbers of its own in Python, as JSON.
pub fn text_of(state: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(state).map_err(|error| bad("state", error))
}

/// The state that [`text_of`] wrote.
pub fn of_text<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| bad("text", error))
}
