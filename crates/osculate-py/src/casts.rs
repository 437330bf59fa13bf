//! Rays, and bodies swept along a line.

use crate::arrays::{ANY, Floats, bad, bad_row, vector};
use crate::batch::{answers, one_of, paired};
use crate::first_contact::{FirstContact, with_workspace};
use crate::first_contacts::columns;
use crate::motion::motion_of;
use crate::options::Options;
use crate::shapes::PyShape;
use glam::DVec3;
use osculate::query::casts::{Ray, ray_cast as cast};
use osculate::{Motion, Outcome, Resting, Span, Workspace};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Keyword arguments of casts.
const KNOWN: [&str; 3] = ["tolerance", "clearance", "budget"];

/// As far as there is anything.
const FAR: f64 = 1e60;

/// The place where a body stands.
fn place(value: &Bound<'_, PyAny>) -> PyResult<Resting> {
    let motion = motion_of(value, "placement")?;
    Resting::at(motion.placement(0.0)).map_err(|error| bad("placement", error))
}

/// Where does a ray first hit a body at rest? `lower` and `upper` are distances from the origin; the normal points from the
/// body to the ray.
///
/// >>> from osculate import Hull, ray_cast
/// >>> hit = ray_cast([-5, 0, 0], [1, 0, 0], Hull.ball(1.0))
/// >>> bool(hit), round(hit.upper, 5)
/// (True, 4.0)
#[pyfunction]
#[pyo3(
    signature = (origin, direction, body, placement=None, **options),
    text_signature = "(origin, direction, body, placement=None, *, tolerance=None, clearance=0.0, budget=None)"
)]
fn ray_cast<'py>(
    py: Python<'py>,
    origin: &Bound<'py, PyAny>,
    direction: &Bound<'py, PyAny>,
    body: &Bound<'py, PyShape>,
    placement: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<FirstContact> {
    let (from, along) = (vector(origin, "origin")?, vector(direction, "direction")?);
    let ray = Ray::new(from, along, FAR).map_err(|error| bad("origin, direction", error))?;
    let at = placement.map_or(Ok(Resting::default()), place)?;
    let limits = Options::of("ray_cast", &KNOWN, options)?.limits;
    let shape = &body.get().body.shape;
    let outcome =
        py.detach(|| with_workspace(|workspace| cast(&ray, (shape, &at), &limits, workspace)));
    Ok(FirstContact::of(&outcome, infinite()))
}

/// The span of a ray that sees as far as there is anything.
fn infinite() -> Span {
    Span::new(0.0, FAR).unwrap_or(Span::UNIT)
}

/// `ray_cast` for many rays, (n, 3) each, as columns; one side may have a single row.
///
/// >>> from osculate import Hull, ray_casts
/// >>> ray_casts([[-5, 0, 0]], [[1, 0, 0], [0, 1, 0]], Hull.ball(1.0)).verdict
/// array([1, 0], dtype=uint8)
#[pyfunction]
#[pyo3(
    signature = (origins, directions, body, placement=None, **options),
    text_signature = "(origins, directions, body, placement=None, *, tolerance=None, clearance=0.0, budget=None)"
)]
fn ray_casts<'py>(
    py: Python<'py>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    body: &Bound<'py, PyShape>,
    placement: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let wanted: (&str, &[usize]) = ("(n, 3)", &[ANY, 3]);
    let origins = Floats::shaped(origins, "origins", wanted)?.points();
    let directions = Floats::shaped(directions, "directions", wanted)?.points();
    let counts = [origins.len(), directions.len()];
    let count = paired(["origins", "directions"], counts)?;
    let ray = |row: usize| {
        let of = |vectors: &[DVec3]| vectors[one_of(vectors.len(), row)];
        let ray = Ray::new(of(&origins), of(&directions), FAR);
        ray.map_err(|error| bad_row("origins, directions", row, error))
    };
    let rays = (0..count).map(ray).collect::<PyResult<Vec<Ray>>>()?;
    let at = placement.map_or(Ok(Resting::default()), place)?;
    let limits = Options::of("ray_casts", &KNOWN, options)?.limits;
    let shape = &body.get().body.shape;
    let answer =
        |workspace: &mut Workspace, row: usize| cast(&rays[row], (shape, &at), &limits, workspace);
    let outcomes: Vec<Outcome> = answers(py, count, Workspace::new, answer)?;
    columns(py, &outcomes, infinite())
}

/// Adds what this file has.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ray_cast, module)?)?;
    module.add_function(wrap_pyfunction!(ray_casts, module)?)
}
