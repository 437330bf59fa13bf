//! Meshes that deform: every contact of a step, and how much of it is free.

use crate::arrays::{ANY, Floats, bad, indices, rows_out};
use crate::classes;
use crate::options::Options;
use numpy::PyArray1;
use osculate::motion::{DeformingMesh, DeformingMeshError};
use osculate::query::deforming::{self, Compared, DeformingContact, DeformingWorkspace};
use osculate::query::points::PairKind;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Keyword arguments of these queries, but for the edges.
const KNOWN: [&str; 3] = ["clearance", "tolerance", "budget"];

/// The mesh of the arguments.
fn mesh<'py>(
    faces: &Bound<'py, PyAny>,
    x0: &Bound<'py, PyAny>,
    x1: &Bound<'py, PyAny>,
    edges: Option<&Bound<'py, PyAny>>,
) -> PyResult<DeformingMesh> {
    let wanted: (&str, &[usize]) = ("(n, 3)", &[ANY, 3]);
    let start = Floats::shaped(x0, "x0", wanted)?.points();
    let end = Floats::shaped(x1, "x1", wanted)?.points();
    let faces = indices::<3>(faces, "faces")?;
    let edges = edges
        .map(|edges| indices::<2>(edges, "edges"))
        .transpose()?;
    let told = |error: DeformingMeshError| {
        let name = match error {
            DeformingMeshError::NotFinite { .. } => {
                let finite = start.iter().all(|point| point.is_finite());
                if finite { "x1" } else { "x0" }
            }
            DeformingMeshError::DifferentVertexCounts { .. } => "x1",
            DeformingMeshError::EdgeOutOfRange { .. } => "edges",
            _ => "faces",
        };
        bad(name, error)
    };
    x0.py()
        .detach(|| DeformingMesh::new(&start, &end, &faces))
        .and_then(|mesh| match &edges {
            Some(edges) => mesh.with_edges(edges),
            None => Ok(mesh),
        })
        .map_err(told)
}

/// The largest step without contact. Every vertex moves on a straight line from x0 to x1; up to and including the returned
/// fraction of the way, from 0 to 1, no two features touch or come within the clearance.
///
/// faces is (m, 3), x0 and x1 are (n, 3), edges (k, 2) are edges of no face. Exact without a clearance; pairs that start
/// within the clearance must only come no closer.
///
/// >>> import numpy as np
/// >>> from osculate import free_step
/// >>> x0 = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 1], [0.3, 0.2, 1], [0.2, 0.3, 1]])
/// >>> x1 = x0 + np.repeat([[0, 0, 0], [0, 0, -2]], 3, axis=0)
/// >>> round(free_step([[0, 1, 2], [3, 4, 5]], x0, x1), 9)
/// 0.5
#[pyfunction]
#[pyo3(
    signature = (faces, x0, x1, edges=None, **options),
    text_signature = "(faces, x0, x1, edges=None, *, clearance=0.0, tolerance=None, budget=None)"
)]
fn free_step<'py>(
    faces: &Bound<'py, PyAny>,
    x0: &Bound<'py, PyAny>,
    x1: &Bound<'py, PyAny>,
    edges: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<f64> {
    let mesh = mesh(faces, x0, x1, edges)?;
    let limits = Options::of("free_step", &KNOWN, options)?.limits;
    let step = faces.py().detach(|| {
        let mut workspace = DeformingWorkspace::new();
        deforming::free_step_with(&mesh, &Compared::default(), &limits, &mut workspace)
    });
    Ok(step.lower)
}

/// How far each vertex may go by itself, as fractions of its way from 0 to 1: if every vertex stops there, no two features
/// touch or come within the clearance.
#[pyfunction]
#[pyo3(
    signature = (faces, x0, x1, edges=None, **options),
    text_signature = "(faces, x0, x1, edges=None, *, clearance=0.0, tolerance=None, budget=None)"
)]
fn free_fractions<'py>(
    faces: &Bound<'py, PyAny>,
    x0: &Bound<'py, PyAny>,
    x1: &Bound<'py, PyAny>,
    edges: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let mesh = mesh(faces, x0, x1, edges)?;
    let limits = Options::of("free_fractions", &KNOWN, options)?.limits;
    let mut workspace = DeformingWorkspace::new();
    let found = faces
        .py()
        .detach(|| deforming::free_fractions(&mesh, &Compared::default(), &limits, &mut workspace));
    Ok(PyArray1::from_slice(faces.py(), found.fractions))
}

/// All contacts of a step, as columns: of all vertices with all faces, and of all edges with each other, that share no
/// vertex.
///
/// `kind` is 0 for a vertex and a face, 1 for two edges, 2 for a vertex and an edge of no face; `features` are their
/// numbers, for edges rows of `edges` of the answer.
#[pyfunction]
#[pyo3(
    signature = (faces, x0, x1, edges=None, **options),
    text_signature = "(faces, x0, x1, edges=None, *, clearance=0.0, tolerance=None, budget=None)"
)]
fn deforming_contacts<'py>(
    faces: &Bound<'py, PyAny>,
    x0: &Bound<'py, PyAny>,
    x1: &Bound<'py, PyAny>,
    edges: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = faces.py();
    let mesh = mesh(faces, x0, x1, edges)?;
    let limits = Options::of("deforming_contacts", &KNOWN, options)?.limits;
    let compared = Compared::default();
    let mut search = deforming::deforming_contacts_with(&mesh, &compared, &limits);
    let mut found: Vec<DeformingContact> = Vec::new();
    while let Some(part) = py.detach(|| search.next_part()) {
        found.extend(part);
        py.check_signals()?;
    }
    let kind = found.iter().map(|contact| match contact.kind {
        PairKind::VertexFace => 0u8,
        PairKind::EdgeEdge => 1,
        _ => 2,
    });
    let rows = |of: fn(&DeformingContact) -> [f64; 3]| rows_out(py, found.iter().map(of).collect());
    let features = found.iter().map(|contact| contact.features.map(i64::from));
    let weights = found.iter().map(|contact| contact.contact.weights);
    let ends = mesh.edges().iter().map(|edge| edge.map(i64::from));
    classes::deforming_contacts(py)?.call1((
        PyArray1::from_iter(py, kind),
        rows_out(py, features.collect())?,
        PyArray1::from_iter(py, found.iter().map(|contact| contact.contact.lower)),
        PyArray1::from_iter(py, found.iter().map(|contact| contact.contact.upper)),
        rows_out(py, weights.collect())?,
        rows(|contact| contact.contact.point.to_array())?,
        rows(|contact| contact.contact.normal.to_array())?,
        rows_out(py, ends.collect())?,
    ))
}

/// Adds what this file has.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(free_step, module)?)?;
    module.add_function(wrap_pyfunction!(free_fractions, module)?)?;
    module.add_function(wrap_pyfunction!(deforming_contacts, module)?)
}
