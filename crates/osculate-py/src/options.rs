//! Keyword arguments that queries share: how close is close enough, when, and by which method.

use crate::arrays::bad;
use crate::method::Method;
use osculate::{Limits, Span};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a query was asked for with.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub limits: Limits,
    pub span: Span,
    pub method: Method,
    /// The instant of what is asked about one.
    pub time: f64,
    /// How near is near, for what is asked so.
    pub within: f64,
}

impl Options {
    /// Keyword arguments of a function, of those that it knows.
    pub fn of(
        function: &str,
        known: &[&str],
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Options> {
        let mut options = Options {
            limits: Limits::default(),
            span: Span::UNIT,
            method: Method::Auto,
            time: 0.0,
            within: 0.0,
        };
        for (key, value) in given.into_iter().flatten() {
            let key: String = key.extract()?;
            if !known.contains(&key.as_str()) {
                let why = format!("{function}() got an unexpected keyword argument '{key}'");
                return Err(PyTypeError::new_err(why));
            }
            options.set(&key, &value)?;
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let wrong = |what: &str| {
            let kind = value.get_type().name().map(|name| name.to_string());
            let kind = kind.unwrap_or_default();
            PyTypeError::new_err(format!("{key}: {what} is needed, not {kind}"))
        };
        let number = || value.extract::<f64>().map_err(|_| wrong("a number"));
        match key {
            "tolerance" | "budget" if value.is_none() => {}
            "tolerance" => {
                let set = self.limits.with_tolerance(number()?);
                self.limits = set.map_err(|error| bad(key, error))?;
            }
            "clearance" => {
                let set = self.limits.with_clearance(number()?);
                self.limits = set.map_err(|error| bad(key, error))?;
            }
            "skin" => {
                let set = self.limits.with_skin(number()?);
                self.limits = set.map_err(|error| bad(key, error))?;
            }
            "budget" => {
                let budget = value.extract().map_err(|_| wrong("a whole number"))?;
                self.limits = self.limits.with_budget(budget);
            }
            "span" => {
                let ends: (f64, f64) = value
                    .extract()
                    .map_err(|_| wrong("a tuple of two numbers"))?;
                self.span = Span::new(ends.0, ends.1).map_err(|error| bad(key, error))?;
            }
            "method" => {
                let name: String = value.extract().map_err(|_| wrong("a name"))?;
                self.method = Method::named(&name)?;
            }
            "time" => {
                self.time = number()?;
                if !self.time.is_finite() {
                    return Err(bad(key, format!("{} is no instant", self.time)));
                }
            }
            _ => self.within = number()?,
        }
        Ok(())
    }
}
