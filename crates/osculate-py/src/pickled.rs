//! What `__reduce__` gives: a function, and what to call it with to have the same object again.

use pyo3::PyClass;
use pyo3::prelude::*;

/// A function, and its arguments.
pub type Reduced<'py, T> = (Bound<'py, PyAny>, T);

/// How the class of an object restores one of its objects.
pub fn by_restore<'py, C: PyClass, T>(of: &Bound<'py, C>, state: T) -> PyResult<Reduced<'py, T>> {
    Ok((of.as_any().get_type().getattr("_restore")?, state))
}
