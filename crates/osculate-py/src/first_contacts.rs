//! First contacts of many pairs of motions.

use crate::arrays::rows_out;
use crate::batch::{answers, paired};
use crate::classes;
use crate::first_contact::KNOWN;
use crate::motions::MotionsArg;
use crate::options::Options;
use crate::shapes::PyShape;
use numpy::PyArray1;
use osculate::{Outcome, Span, Workspace};
use osculate_io::AnswerArrays;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// When do two bodies first touch, for many pairs of motions? On all cores, with the same bits as `first_contact`.
///
/// motions_a and motions_b are Motions of one length; one of them may have length 1, or be an argument of `first_contact`.
/// The answers are columns.
///
/// >>> import numpy as np
/// >>> from osculate import Hull, Motions, Verdict, first_contacts
/// >>> ball = Hull.ball(1.0)
/// >>> throws = Motions(position=[[5, 0, 0]], linear=-np.arange(8.0)[:, None] * [1, 0, 0])
/// >>> answers = first_contacts(ball, throws, ball, None)
/// >>> answers.verdict == Verdict.CONTACT
/// array([False, False, False,  True,  True,  True,  True,  True])
/// >>> answers.lower[3:].round(3)
/// array([1.   , 0.75 , 0.6  , 0.5  , 0.429])
#[pyfunction]
#[pyo3(
    signature = (a, motions_a, b, motions_b, **options),
    text_signature = "(a, motions_a, b, motions_b, *, tolerance=None, clearance=0.0, skin=0.0, budget=None, span=(0.0, 1.0), method='auto')"
)]
fn first_contacts<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyShape>,
    motions_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyShape>,
    motions_b: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let bodies = [&*a.get().body, &*b.get().body];
    let of_a = MotionsArg::of(motions_a, "motions_a")?;
    let of_b = MotionsArg::of(motions_b, "motions_b")?;
    let count = paired(["motions_a", "motions_b"], [of_a.count(), of_b.count()])?;
    let Options {
        limits,
        span,
        method,
        ..
    } = Options::of("first_contacts", &KNOWN, options)?;
    method.check(bodies)?;
    let answer = |workspace: &mut Workspace, query: usize| {
        let motions = [of_a.of_query(query), of_b.of_query(query)];
        method.answer(bodies, motions, span, &limits, workspace)
    };
    let outcomes = answers(py, count, Workspace::new, answer)?;
    columns(py, &outcomes, span)
}

/// Answers as columns.
pub fn columns<'py>(
    py: Python<'py>,
    outcomes: &[Outcome],
    span: Span,
) -> PyResult<Bound<'py, PyAny>> {
    let mut columns = AnswerArrays::default();
    for outcome in outcomes {
        columns.push(outcome, span);
    }
    classes::first_contacts(py)?.call1((
        PyArray1::from_vec(py, columns.verdict),
        PyArray1::from_vec(py, columns.lower),
        PyArray1::from_vec(py, columns.upper),
        rows_out(py, columns.separation)?,
        rows_out(py, columns.point_a)?,
        rows_out(py, columns.point_b)?,
        rows_out(py, columns.normal)?,
        rows_out(py, columns.triangles)?,
        rows_out(py, columns.parts)?,
    ))
}

/// Adds what this file has.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(first_contacts, module)?)
}
