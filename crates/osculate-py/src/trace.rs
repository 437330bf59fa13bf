//! Traces: their bytes come from here, what is done with them is in Python.

use crate::arrays::bad;
use crate::classes;
use crate::first_contact::{KNOWN, with_workspace};
use crate::motion::motion_of;
use crate::options::Options;
use crate::shapes::PyShape;
use osculate_io::{QueryTrace, TracedShape, write_query_trace};
use osculate_trace::{Compression, Precision};
use osculate_viewer::{HtmlWriter, page};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::io::Write;

/// A trace of bytes, for Python.
pub fn made<'py>(py: Python<'py>, bytes: &[u8], title: &str) -> PyResult<Bound<'py, PyAny>> {
    classes::trace(py)?.call1((PyBytes::new(py, bytes), title))
}

/// What is said of a trace that could not be written.
pub fn not_written(error: std::io::Error) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// The viewer's page with a trace in it, as one text.
#[pyfunction]
fn _html(trace: &[u8], name: &str) -> PyResult<String> {
    let page = page().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let mut writer = HtmlWriter::new(page, name, Vec::new()).map_err(not_written)?;
    writer.write_all(trace).map_err(not_written)?;
    let html = writer.finish().map_err(not_written)?;
    String::from_utf8(html).map_err(|error| bad("trace", error))
}

/// Whether the viewer's page was there when this was built.
#[pyfunction]
fn _has_page() -> bool {
    page().is_ok()
}

/// A trace of two moving bodies and their first contact; takes the arguments of `first_contact`.
///
/// >>> from osculate import Hull, Motion, trace_first_contact
/// >>> box = Hull.box([0.5, 0.5, 0.5])
/// >>> trace_first_contact(box, Motion(position=[3, 0, 0], linear=[-4, 0, 0]), box, None)
/// <Trace 'first contact': 2 kB>
#[pyfunction]
#[pyo3(
    signature = (a, motion_a, b, motion_b, **options),
    text_signature = "(a, motion_a, b, motion_b, *, tolerance=None, clearance=0.0, skin=0.0, budget=None, span=(0.0, 1.0), method='auto')"
)]
fn trace_first_contact<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyShape>,
    motion_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyShape>,
    motion_b: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let bodies = [&*a.get().body, &*b.get().body];
    let motions = [
        motion_of(motion_a, "motion_a")?,
        motion_of(motion_b, "motion_b")?,
    ];
    let options = Options::of("trace_first_contact", &KNOWN, options)?;
    options.method.check(bodies)?;
    let motions = [&motions[0], &motions[1]];
    let title = "first contact";
    let bytes = py.detach(|| {
        let outcome = with_workspace(|workspace| {
            let Options {
                limits,
                span,
                method,
                ..
            } = &options;
            let motions = motions.map(|motion| motion.as_motion());
            method.answer(bodies, motions, *span, limits, workspace)
        });
        let traced = QueryTrace {
            title,
            query: 0,
            names: ["a", "b"],
            shapes: bodies.map(|body| TracedShape::Shape(&body.shape)),
            motions,
            span: options.span,
            method: options.method.name(),
            outcome: &outcome,
        };
        write_query_trace(Vec::new(), &traced, Precision::default(), Compression::None)
    });
    made(py, &bytes.map_err(not_written)?, title)
}

/// The command line, of which the first word is the program's name; gives the exit code.
#[pyfunction]
fn _command_line(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| osculate_cli::run(words))
}

/// Adds what this file has.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_html, module)?)?;
    module.add_function(wrap_pyfunction!(_has_page, module)?)?;
    module.add_function(wrap_pyfunction!(_command_line, module)?)?;
    module.add_function(wrap_pyfunction!(trace_first_contact, module)?)
}
