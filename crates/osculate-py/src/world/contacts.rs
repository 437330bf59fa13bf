//! Contacts and events of a world, as columns.

use crate::arrays::rows_out;
use crate::classes;
use numpy::PyArray1;
use osculate_world::{BodyHandle, ContactEvent, World};
use pyo3::prelude::*;

/// The rows that bodies have in the arrays of a world.
pub struct BodyRows(Vec<BodyHandle>);

impl BodyRows {
    /// Those of all bodies.
    pub fn of(world: &World) -> BodyRows {
        BodyRows(world.handles().collect())
    }

    /// The row of a body; -1 of one that was removed.
    pub fn row(&self, body: BodyHandle) -> i64 {
        let found = self
            .0
            .binary_search_by_key(&body.index(), BodyHandle::index);
        found
            .ok()
            .filter(|&row| self.0[row] == body)
            .map_or(-1, |row| row as i64)
    }
}

/// Where bodies touch.
pub fn contacts<'py>(py: Python<'py>, world: &World) -> PyResult<Bound<'py, PyAny>> {
    let rows = BodyRows::of(world);
    let spots = world.contacts().flat_map(|touch| {
        let pair = touch.bodies().map(|body| rows.row(body));
        let spots: Vec<_> = touch.points().collect();
        spots
            .into_iter()
            .map(move |spot| (pair, touch.normal(), spot))
    });
    let spots: Vec<_> = spots.collect();
    classes::world_contacts(py)?.call1((
        PyArray1::from_iter(py, spots.iter().map(|spot| spot.0[0])),
        PyArray1::from_iter(py, spots.iter().map(|spot| spot.0[1])),
        rows_out(
            py,
            spots.iter().map(|spot| spot.2.place().to_array()).collect(),
        )?,
        rows_out(py, spots.iter().map(|spot| spot.1.to_array()).collect())?,
        PyArray1::from_iter(py, spots.iter().map(|spot| spot.2.gap)),
        PyArray1::from_iter(py, spots.iter().map(|spot| spot.2.impulse)),
    ))
}

/// What happened, and at the end of which step.
pub type Happened = (f64, ContactEvent);

/// The events of steps.
pub fn events<'py>(
    py: Python<'py>,
    world: &World,
    happened: &[Happened],
) -> PyResult<Bound<'py, PyAny>> {
    let rows = BodyRows::of(world);
    let nowhere = [f64::NAN; 3];
    let (mut kinds, mut a, mut b) = (Vec::new(), Vec::new(), Vec::new());
    let (mut times, mut impulses) = (Vec::new(), Vec::new());
    let (mut points, mut normals) = (Vec::new(), Vec::new());
    for (time, event) in happened {
        let (kind, bodies, hit) = match *event {
            ContactEvent::Started { bodies } => (0u8, bodies, None),
            ContactEvent::Stopped { bodies } => (1, bodies, None),
            ContactEvent::Hit {
                bodies,
                time,
                point,
                normal,
                impulse,
            } => (2, bodies, Some((time, point, normal, impulse))),
            // There are no others yet.
            _ => continue,
        };
        kinds.push(kind);
        a.push(rows.row(bodies[0]));
        b.push(rows.row(bodies[1]));
        times.push(hit.map_or(*time, |hit| hit.0));
        points.push(hit.map_or(nowhere, |hit| hit.1.to_array()));
        normals.push(hit.map_or(nowhere, |hit| hit.2.to_array()));
        impulses.push(hit.map_or(f64::NAN, |hit| hit.3));
    }
    classes::world_events(py)?.call1((
        PyArray1::from_vec(py, kinds),
        PyArray1::from_vec(py, a),
        PyArray1::from_vec(py, b),
        PyArray1::from_vec(py, times),
        rows_out(py, points)?,
        rows_out(py, normals)?,
        PyArray1::from_vec(py, impulses),
    ))
}
