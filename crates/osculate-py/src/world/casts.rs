//! What is in the way in a world.

use super::Handle;
use super::contacts::BodyRows;
use crate::arrays::{ANY, Floats, bad, invalid, rows_out, vector_out};
use crate::batch::{answers, paired};
use crate::classes;
use glam::DVec3;
use numpy::PyArray1;
use osculate_io::verdict_number;
use osculate_world::{BodyHandle, CastHit, World};
use pyo3::prelude::*;

/// Whether a body counts: those that are to be ignored do not.
pub fn counting(ignore: &[Handle]) -> impl Fn(BodyHandle) -> bool {
    |body| !ignore.iter().any(|ignored| ignored.0 == body)
}

/// What a cast met, as the class `WorldHit` has it.
pub fn hit_out<'py>(py: Python<'py>, hit: Option<CastHit>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(hit) = hit else {
        return Ok(None);
    };
    let (point, normal) = match hit.place() {
        Some([point, normal]) => (Some(vector_out(py, point)), Some(vector_out(py, normal))),
        None => (None, None),
    };
    let verdict = classes::verdict(py)?.call1((verdict_number(&hit.verdict),))?;
    let made =
        classes::world_hit(py)?.call1((Handle(hit.body), hit.share, verdict, point, normal))?;
    Ok(Some(made))
}

/// Many rays at once, as columns.
pub fn ray_casts<'py>(
    world: &World,
    starts: &Bound<'py, PyAny>,
    ends: &Bound<'py, PyAny>,
    ignore: &[Handle],
) -> PyResult<Bound<'py, PyAny>> {
    let py = starts.py();
    let points = |value, name| {
        let floats = Floats::shaped(value, name, ("(n, 3)", &[ANY, 3]))?;
        Ok::<Vec<DVec3>, PyErr>(floats.points())
    };
    let (starts, ends) = (points(starts, "starts")?, points(ends, "ends")?);
    let count = paired(["starts", "ends"], [starts.len(), ends.len()])?;
    let one = |(): &mut (), ray: usize| {
        let [from, to] = [&starts, &ends].map(|of| of[crate::batch::one_of(of.len(), ray)]);
        world.ray_cast(from, to, counting(ignore))
    };
    let found = answers(py, count, || (), one)?;
    let rows = BodyRows::of(world);
    let nowhere = [f64::NAN; 3];
    let (mut body, mut share) = (Vec::new(), Vec::new());
    let (mut point, mut normal) = (Vec::new(), Vec::new());
    for (ray, hit) in found.into_iter().enumerate() {
        let hit = hit.map_err(|error| crate::arrays::bad_row("starts, ends", ray, error))?;
        let place = hit.and_then(|hit| hit.place());
        body.push(hit.map_or(-1, |hit| rows.row(hit.body)));
        share.push(hit.map_or(1.0, |hit| hit.share));
        point.push(place.map_or(nowhere, |[point, _]| point.to_array()));
        normal.push(place.map_or(nowhere, |[_, normal]| normal.to_array()));
    }
    classes::world_hits(py)?.call1((
        PyArray1::from_vec(py, body),
        PyArray1::from_vec(py, share),
        rows_out(py, point)?,
        rows_out(py, normal)?,
    ))
}

/// The body that is nearest to a point.
pub fn nearest<'py>(
    py: Python<'py>,
    world: &World,
    (point, within): (DVec3, f64),
    ignore: &[Handle],
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if within.is_nan() {
        return Err(bad("within", "NaN is no distance"));
    }
    let found = world
        .nearest(point, within, counting(ignore))
        .map_err(invalid)?;
    let made = found.map(|found| {
        let place = vector_out(py, found.place);
        classes::nearest_body(py)?.call1((Handle(found.body), found.distance, place))
    });
    made.transpose()
}
