//! Vertices, edges and faces whose corners move on straight lines.

use crate::arrays::{ANY, Floats, bad, bad_row, rows_out, vector_out};
use crate::batch::{Stop, watched};
use crate::classes;
use crate::options::Options;
use crate::pickled::{Reduced, by_restore};
use numpy::PyArray1;
use osculate::Limits;
use osculate::query::points::{LinearPair, PairKind, Within};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

/// Keyword arguments of these queries.
const KNOWN: [&str; 3] = ["clearance", "tolerance", "budget"];

/// How many rows a task takes.
const BLOCK: usize = 256;

/// The first contact of two features on straight lines. It is true unless they are proven free during [0, 1].
///
/// `lower`: up to and including this time they are further apart than the clearance; 0 if not even at the start. `upper`:
/// they touch by this time; infinite if they do not. `weights` of the four points give the place on either feature, `normal`
/// points from the second to the first; `point` is the place, with a clearance that on the first feature.
#[pyclass(module = "osculate", frozen)]
#[derive(Clone, Copy)]
pub struct PointContact {
    hit: bool,
    lower: f64,
    upper: f64,
    weights: [f64; 4],
    point: [f64; 3],
    normal: [f64; 3],
}

const FREE: PointContact = PointContact {
    hit: false,
    lower: 1.0,
    upper: f64::INFINITY,
    weights: [f64::NAN; 4],
    point: [f64::NAN; 3],
    normal: [f64::NAN; 3],
};

#[pymethods]
impl PointContact {
    /// Whether they touch, come within the clearance, or may do so.
    #[getter]
    fn hit(&self) -> bool {
        self.hit
    }

    /// Apart up to and including this time; 0 if not at the start.
    #[getter]
    fn lower(&self) -> f64 {
        self.lower
    }

    /// They touch by this time; infinite if they do not.
    #[getter]
    fn upper(&self) -> f64 {
        self.upper
    }

    /// The weights of the four points; those of either feature add up to 1.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.weights)
    }

    /// The place.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.point.into())
    }

    /// The unit direction from the second feature to the first.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.normal.into())
    }

    fn __bool__(&self) -> bool {
        self.hit
    }

    fn __repr__(&self) -> String {
        let PointContact {
            hit, lower, upper, ..
        } = self;
        match hit {
            true => format!("<PointContact: lower={lower:?}, upper={upper:?}>"),
            false => "<PointContact: free>".to_owned(),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (bool, [f64; 12])>> {
        let of = slf.get();
        let mut numbers = [of.lower; 12];
        numbers[1] = of.upper;
        numbers[2..6].copy_from_slice(&of.weights);
        numbers[6..9].copy_from_slice(&of.point);
        numbers[9..].copy_from_slice(&of.normal);
        by_restore(slf, (of.hit, numbers))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(hit: bool, numbers: [f64; 12]) -> PointContact {
        let [lower, upper, w, x, y, z, p, q, r, i, j, k] = numbers;
        PointContact {
            hit,
            lower,
            upper,
            weights: [w, x, y, z],
            point: [p, q, r],
            normal: [i, j, k],
        }
    }
}

fn answer(pair: &LinearPair, limits: &Limits) -> PointContact {
    if limits.clearance() > 0.0 {
        return within(pair, limits);
    }
    match pair.first_contact().contact {
        None => FREE,
        Some(contact) => PointContact {
            hit: true,
            lower: contact.lower,
            upper: contact.upper,
            weights: contact.weights,
            point: contact.point.to_array(),
            normal: contact.normal.to_array(),
        },
    }
}

fn within(pair: &LinearPair, limits: &Limits) -> PointContact {
    let (lower, closest) = match pair.first_within(limits) {
        Within::Free => return FREE,
        Within::Reached { lower, closest } => (lower, closest),
        Within::AtStart { closest, .. } => (0.0, closest),
        Within::Undecided { free_until, .. } => {
            let lower = free_until.unwrap_or(0.0);
            return PointContact {
                hit: true,
                lower,
                ..FREE
            };
        }
    };
    PointContact {
        hit: true,
        lower,
        upper: lower,
        weights: closest.weights,
        point: closest.points[0].to_array(),
        normal: closest.normal.to_array(),
    }
}

/// Columns of answers, one row a query.
struct Columns {
    hit: Vec<bool>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    weights: Vec<[f64; 4]>,
    point: Vec<[f64; 3]>,
    normal: Vec<[f64; 3]>,
}

impl Columns {
    fn new(count: usize) -> Columns {
        Columns {
            hit: vec![false; count],
            lower: vec![0.0; count],
            upper: vec![0.0; count],
            weights: vec![[0.0; 4]; count],
            point: vec![[0.0; 3]; count],
            normal: vec![[0.0; 3]; count],
        }
    }

    /// Fills all rows with answers, on all cores.
    fn fill(&mut self, stop: &Stop, answer: impl Fn(usize) -> PointContact + Sync) {
        let blocks = (
            self.hit.par_chunks_mut(BLOCK),
            self.lower.par_chunks_mut(BLOCK),
            self.upper.par_chunks_mut(BLOCK),
            self.weights.par_chunks_mut(BLOCK),
            self.point.par_chunks_mut(BLOCK),
            self.normal.par_chunks_mut(BLOCK),
        );
        let blocks = blocks.into_par_iter().enumerate();
        blocks.for_each(|(block, (hit, lower, upper, weights, point, normal))| {
            let rows = if stop.is_set() { 0 } else { hit.len() };
            for row in 0..rows {
                let contact = answer(block * BLOCK + row);
                hit[row] = contact.hit;
                lower[row] = contact.lower;
                upper[row] = contact.upper;
                weights[row] = contact.weights;
                point[row] = contact.point;
                normal[row] = contact.normal;
            }
        });
    }
}

/// The four points of each row.
fn corners<'a>(floats: &'a Floats<'_>) -> &'a [[[f64; 3]; 4]] {
    floats.rows().as_chunks().0
}

/// The first row with a coordinate that is not finite.
fn bad_coordinate(name: &str, floats: &Floats) -> Option<PyErr> {
    let row = floats
        .rows::<12>()
        .iter()
        .position(|row| !row.iter().all(|x| x.is_finite()))?;
    Some(bad_row(name, row, "a coordinate is not finite"))
}

/// One query or many: arrays of the shape (4, 3) or (n, 4, 3).
fn ask<'py>(
    function: &str,
    kind: PairKind,
    start: &Bound<'py, PyAny>,
    end: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = start.py();
    let (start, end) = (Floats::of(start, "start")?, Floats::of(end, "end")?);
    let limits = Options::of(function, &KNOWN, options)?.limits;
    if start.has_shape(&[4, 3]) && end.has_shape(&[4, 3]) {
        return match LinearPair::from_points(kind, &corners(&start)[0], &corners(&end)[0]) {
            Ok(pair) => Ok(Bound::new(py, answer(&pair, &limits))?.into_any()),
            Err(_) => {
                let finite = start.numbers().iter().all(|x| x.is_finite());
                let name = if finite { "end" } else { "start" };
                Err(bad(name, "a coordinate is not finite"))
            }
        };
    }
    for floats in [&start, &end] {
        if !floats.has_shape(&[ANY, 4, 3]) {
            return Err(floats.wrong_shape("(n, 4, 3), or (4, 3) for a single query"));
        }
    }
    let (starts, ends) = (corners(&start), corners(&end));
    if starts.len() != ends.len() {
        let why = format!(
            "there are {} rows, and {} of start",
            ends.len(),
            starts.len()
        );
        return Err(bad("end", why));
    }
    let mut columns = Columns::new(starts.len());
    let broken = std::sync::atomic::AtomicBool::new(false);
    let one = |row: usize| match LinearPair::from_points(kind, &starts[row], &ends[row]) {
        Ok(pair) => answer(&pair, &limits),
        Err(_) => {
            broken.store(true, std::sync::atomic::Ordering::Relaxed);
            FREE
        }
    };
    watched(py, |stop| columns.fill(stop, one))?;
    if broken.into_inner() {
        let told = bad_coordinate("start", &start).or_else(|| bad_coordinate("end", &end));
        return Err(told.unwrap_or_else(|| bad("start", "a coordinate is not finite")));
    }
    classes::point_contacts(py)?.call1((
        PyArray1::from_vec(py, columns.hit),
        PyArray1::from_vec(py, columns.lower),
        PyArray1::from_vec(py, columns.upper),
        rows_out(py, columns.weights)?,
        rows_out(py, columns.point)?,
        rows_out(py, columns.normal)?,
    ))
}

/// When do a vertex and a face first touch whose four points move on straight lines during [0, 1]? Whether is exact, when is
/// to 1e-12.
///
/// start and end have the shape (n, 4, 3), or (4, 3) for a single query: the vertex, then the corners of the face. With a
/// clearance: when they first come that close, proven from below.
///
/// >>> import numpy as np
/// >>> from osculate import vertex_face
/// >>> start = np.array([[0.2, 0.2, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]])
/// >>> end = start.copy()
/// >>> end[0, 2] = -1
/// >>> hit = vertex_face(start, end)
/// >>> bool(hit), round(hit.lower, 9), hit.normal
/// (True, 0.5, array([0., 0., 1.]))
/// >>> vertex_face([start, start], [start, end]).hit
/// array([False,  True])
#[pyfunction]
#[pyo3(
    signature = (start, end, **options),
    text_signature = "(start, end, *, clearance=0.0, tolerance=None, budget=None)"
)]
fn vertex_face<'py>(
    start: &Bound<'py, PyAny>,
    end: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    ask("vertex_face", PairKind::VertexFace, start, end, options)
}

/// When do two edges first touch whose four points move on straight lines during [0, 1]? As `vertex_face`, with two points
/// of one edge, then two of the other.
///
/// >>> from osculate import edge_edge
/// >>> start = [[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]]
/// >>> end = [[-1, 0, -3], [1, 0, -3], [0, -1, 0], [0, 1, 0]]
/// >>> round(edge_edge(start, end).upper, 9)
/// 0.25
#[pyfunction]
#[pyo3(
    signature = (start, end, **options),
    text_signature = "(start, end, *, clearance=0.0, tolerance=None, budget=None)"
)]
fn edge_edge<'py>(
    start: &Bound<'py, PyAny>,
    end: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    ask("edge_edge", PairKind::EdgeEdge, start, end, options)
}

/// Adds what this file has.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PointContact>()?;
    module.add_function(wrap_pyfunction!(vertex_face, module)?)?;
    module.add_function(wrap_pyfunction!(edge_edge, module)?)
}
