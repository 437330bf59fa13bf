//! Keyword arguments that are parts of something: which there are, and what is wrong with one.

use crate::arrays::{bad, vector};
use glam::DVec3;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a function was given by name.
pub struct Keywords<'py>(Option<Bound<'py, PyDict>>);

impl<'py> Keywords<'py> {
    /// Fails if there is one that the function does not know.
    pub fn of(
        function: &str,
        known: &[&str],
        given: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Keywords<'py>> {
        for (key, _) in given.iter().flatten() {
            let key: String = key.extract()?;
            if !known.contains(&key.as_str()) {
                let why = format!("{function}() got an unexpected keyword argument '{key}'");
                return Err(PyTypeError::new_err(why));
            }
        }
        Ok(Keywords(given))
    }

    /// One of them, unless it is missing or None.
    pub fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(given) = &self.0 else {
            return Ok(None);
        };
        Ok(given.get_item(name)?.filter(|value| !value.is_none()))
    }

    /// One of them as `what` it has to be.
    pub fn value<T>(&self, name: &str, what: &str) -> PyResult<Option<T>>
    where
        T: FromPyObjectOwned<'py>,
    {
        let Some(value) = self.get(name)? else {
            return Ok(None);
        };
        match value.extract::<T>() {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                let kind = value.get_type().name()?;
                let why = format!("{name}: {what} is needed, not {kind}");
                Err(PyTypeError::new_err(why))
            }
        }
    }

    /// A number.
    pub fn number(&self, name: &str) -> PyResult<Option<f64>> {
        self.value(name, "a number")
    }

    /// A whole number that is not negative.
    pub fn count(&self, name: &str) -> PyResult<Option<u32>> {
        self.value(name, "a whole number from 0 to 4294967295")
    }

    /// A vector.
    pub fn vector(&self, name: &'static str) -> PyResult<Option<DVec3>> {
        self.get(name)?
            .map(|value| vector(&value, name))
            .transpose()
    }
}

/// What a name stands for.
pub fn named<T: Copy>(argument: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    match known.iter().find(|(word, _)| *word == name) {
        Some((_, value)) => Ok(*value),
        None => {
            let names: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            let why = format!("{name:?} is none of {}", names.join(", "));
            Err(bad(argument, why))
        }
    }
}
