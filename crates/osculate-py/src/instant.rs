//! Two bodies at an instant: how far apart, how deep in each other, and which of their pieces are near.

use crate::arrays::{bad, rows_out, vector_out};
use crate::batch::{answers, paired};
use crate::classes;
use crate::first_contact::with_workspace;
use crate::motion::motion_of;
use crate::motions::MotionsArg;
use crate::options::Options;
use crate::pickled::{Reduced, by_restore};
use crate::place::{PlaceState, features, place_of_state, place_state, triangles};
use crate::shapes::PyShape;
use glam::DVec3;
use numpy::PyArray1;
use osculate::query::instant::{self, PieceContact, PieceContacts, Within};
use osculate::{Motion, Moving, Shape, Workspace};
use osculate_io::AnswerPlace;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The separation of two bodies, or how deep they overlap, and where.
///
/// `lower` and `upper` enclose the separation; negative numbers are depths. `point_a` and `point_b` are the closest or
/// deepest points.
#[pyclass(module = "osculate", frozen)]
pub struct Distance {
    place: AnswerPlace,
    /// Whether they certainly intersect.
    intersecting: bool,
}

#[pymethods]
impl Distance {
    /// The separation is at least this; negative numbers are depths.
    #[getter]
    fn lower(&self) -> f64 {
        self.place.separation[0]
    }

    /// The separation is at most this; negative numbers are depths.
    #[getter]
    fn upper(&self) -> f64 {
        self.place.separation[1]
    }

    /// Whether the bodies certainly intersect.
    #[getter]
    fn intersecting(&self) -> bool {
        self.intersecting
    }

    /// The point of a.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.place.point_a)
    }

    /// The point of b.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.place.point_b)
    }

    /// The unit direction from b to a along which the shortest move parts them; None for a separation, which has its two
    /// points.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let normal = self.place.normal;
        (!normal.is_nan()).then(|| vector_out(py, normal))
    }

    /// The features of a and b, such as ("triangle", 7) or ("edge", 0, 4).
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        features(py, self.place.features)
    }

    /// The parts of compounds that the features belong to; 0 for other shapes.
    #[getter]
    fn parts(&self) -> (u32, u32) {
        let [a, b] = self.place.parts;
        (a, b)
    }

    fn __repr__(&self) -> String {
        let [lower, upper] = self.place.separation;
        let how = if self.intersecting {
            ", intersecting"
        } else {
            ""
        };
        format!("<Distance: lower={lower:?}, upper={upper:?}{how}>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (bool, PlaceState)>> {
        let of = slf.get();
        by_restore(slf, (of.intersecting, place_state(&of.place)))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(intersecting: bool, place: PlaceState) -> Distance {
        let place = place_of_state(place);
        Distance {
            place,
            intersecting,
        }
    }
}

/// What is asked about an instant.
#[derive(Clone, Copy)]
enum Question {
    Separation,
    Penetration,
}

impl Question {
    fn answer(
        self,
        [a, b]: [&Shape; 2],
        [of_a, of_b]: [&dyn Motion; 2],
        time: f64,
        workspace: &mut Workspace,
    ) -> Distance {
        let (a, b) = (Moving::new(a, of_a), Moving::new(b, of_b));
        match self {
            Question::Separation => {
                let found = instant::separation(a, b, time, workspace);
                let place = AnswerPlace {
                    features: found.features,
                    parts: found.parts,
                    point_a: found.point_a,
                    point_b: found.point_b,
                    normal: DVec3::NAN,
                    separation: [found.separation.lower, found.separation.upper],
                };
                Distance {
                    place,
                    intersecting: found.intersecting,
                }
            }
            Question::Penetration => {
                let found = instant::penetration(a, b, time, workspace);
                let place = AnswerPlace {
                    features: found.features,
                    parts: found.parts,
                    point_a: found.point_a,
                    point_b: found.point_b,
                    normal: found.normal,
                    separation: [-found.depth.upper, -found.depth.lower],
                };
                Distance {
                    place,
                    intersecting: found.depth.lower > 0.0,
                }
            }
        }
    }
}

/// Two bodies as an argument each.
struct Pair<'a, 'py> {
    shapes: [&'a Bound<'py, PyShape>; 2],
    motions: [&'a Bound<'py, PyAny>; 2],
}

impl Pair<'_, '_> {
    fn one(
        &self,
        question: Question,
        function: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Distance> {
        let [a, b] = self.shapes.map(|shape| &shape.get().body.shape);
        let motions = [
            motion_of(self.motions[0], "motion_a")?,
            motion_of(self.motions[1], "motion_b")?,
        ];
        let time = Options::of(function, &["time"], options)?.time;
        let motions = [motions[0].as_motion(), motions[1].as_motion()];
        Ok(self.shapes[0].py().detach(|| {
            with_workspace(|workspace| question.answer([a, b], motions, time, workspace))
        }))
    }

    /// The arguments of a batch, and how many queries it has.
    fn many(&self) -> PyResult<([MotionsArg; 2], usize)> {
        let of_a = MotionsArg::of(self.motions[0], "motions_a")?;
        let of_b = MotionsArg::of(self.motions[1], "motions_b")?;
        let count = paired(["motions_a", "motions_b"], [of_a.count(), of_b.count()])?;
        Ok(([of_a, of_b], count))
    }

    fn batch(
        &self,
        question: Question,
        function: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Distance>> {
        let shapes = self.shapes.map(|shape| &shape.get().body.shape);
        let ([of_a, of_b], count) = self.many()?;
        let time = Options::of(function, &["time"], options)?.time;
        let answer = |workspace: &mut Workspace, query: usize| {
            let motions = [of_a.of_query(query), of_b.of_query(query)];
            question.answer(shapes, motions, time, workspace)
        };
        answers(self.shapes[0].py(), count, Workspace::new, answer)
    }
}

/// Answers as columns.
fn columns<'py>(
    py: Python<'py>,
    class: Bound<'py, PyAny>,
    distances: &[Distance],
) -> PyResult<Bound<'py, PyAny>> {
    let of = |part: fn(&AnswerPlace) -> DVec3| {
        let rows = distances
            .iter()
            .map(|distance| part(&distance.place).to_array());
        rows_out(py, rows.collect())
    };
    let number = |end: usize| {
        let numbers = distances
            .iter()
            .map(|distance| distance.place.separation[end]);
        PyArray1::from_iter(py, numbers)
    };
    let touching = distances
        .iter()
        .map(|distance| triangles(distance.place.features));
    let parts = distances
        .iter()
        .map(|distance| distance.place.parts.map(i64::from));
    class.call1((
        number(0),
        number(1),
        PyArray1::from_iter(py, distances.iter().map(|distance| distance.intersecting)),
        of(|place| place.point_a)?,
        of(|place| place.point_b)?,
        of(|place| place.normal)?,
        rows_out(py, touching.collect())?,
        rows_out(py, parts.collect())?,
    ))
}

/// A question about one pair of motions, and about many.
macro_rules! questions {
    ($($question:ident: $(#[$about:meta])* $one:ident, $(#[$about_many:meta])* $many:ident;)*) => {$(
        $(#[$about])*
        #[pyfunction]
        #[pyo3(signature = (a, motion_a, b, motion_b, **options), text_signature = "(a, motion_a, b, motion_b, *, time=0.0)")]
        fn $one<'py>(
            a: &Bound<'py, PyShape>,
            motion_a: &Bound<'py, PyAny>,
            b: &Bound<'py, PyShape>,
            motion_b: &Bound<'py, PyAny>,
            options: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Distance> {
            let pair = Pair {
                shapes: [a, b],
                motions: [motion_a, motion_b],
            };
            pair.one(Question::$question, stringify!($one), options)
        }

        $(#[$about_many])*
        #[pyfunction]
        #[pyo3(signature = (a, motions_a, b, motions_b, **options), text_signature = "(a, motions_a, b, motions_b, *, time=0.0)")]
        fn $many<'py>(
            a: &Bound<'py, PyShape>,
            motions_a: &Bound<'py, PyAny>,
            b: &Bound<'py, PyShape>,
            motions_b: &Bound<'py, PyAny>,
            options: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let pair = Pair {
                shapes: [a, b],
                motions: [motions_a, motions_b],
            };
            let distances = pair.batch(Question::$question, stringify!($many), options)?;
            columns(a.py(), classes::$many(a.py())?, &distances)
        }
    )*};
}

questions! {
    Separation:
        /// The separation of two bodies at an instant: a proven interval, whose lower end is 0 if they may touch.
        ///
        /// >>> from osculate import Hull, separation
        /// >>> ball = Hull.ball(1.0)
        /// >>> round(separation(ball, None, ball, [5, 0, 0, 0, 0, 0, 1]).lower, 9)
        /// 3.0
        separation,
        /// `separation` for many pairs of motions, as columns.
        separations;
    Penetration:
        /// The depth or separation of two bodies at an instant: a proven interval of the separation, in which negative
        /// numbers are depths. `normal` points the way out.
        ///
        /// >>> from osculate import Hull, penetration
        /// >>> box = Hull.box([1, 1, 1])
        /// >>> found = penetration(box, [1.5, 0, 0, 0, 0, 0, 1], box, None)
        /// >>> round(found.upper, 9), found.normal
        /// (-0.5, array([1., 0., 0.]))
        penetration,
        /// `penetration` for many pairs of motions, as columns.
        penetrations;
}

/// All pairs of pieces (hulls of a compound, triangles of a mesh) within a distance of each other at an instant, as columns.
/// It also takes Motions; then the column `query` says which pair of motions a row is about.
///
/// >>> from osculate import Hull, Mesh, contacts
/// >>> mesh = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> near = contacts(Hull.ball(1.0), [0.2, 0.2, 1.05, 0, 0, 0, 1], mesh, None, within=0.1)
/// >>> len(near), near.normal.round(9), near.pieces
/// (1, array([[0., 0., 1.]]), array([[0, 0]]))
#[pyfunction]
#[pyo3(signature = (a, motions_a, b, motions_b, **options), text_signature = "(a, motions_a, b, motions_b, *, within=0.0, time=0.0)")]
fn contacts<'py>(
    a: &Bound<'py, PyShape>,
    motions_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyShape>,
    motions_b: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = Pair {
        shapes: [a, b],
        motions: [motions_a, motions_b],
    };
    let ([of_a, of_b], count) = pair.many()?;
    let options = Options::of("contacts", &["within", "time"], options)?;
    let within = Within::new(options.within).map_err(|error| bad("within", error))?;
    let (x, y) = (&a.get().body.shape, &b.get().body.shape);
    let begin = || (PieceContacts::new(), Workspace::new());
    let answer = |(found, workspace): &mut (PieceContacts, Workspace), query: usize| {
        let (a, b) = (
            Moving::new(x, of_a.of_query(query)),
            Moving::new(y, of_b.of_query(query)),
        );
        instant::contacts(a, b, options.time, within, found, workspace);
        (found.found().to_vec(), found.complete())
    };
    let found = answers(a.py(), count, begin, answer)?;
    if let Some(query) = found.iter().position(|(_, complete)| !complete) {
        let most = PieceContacts::DEFAULT_LIMIT;
        let why = format!("query {query} has more than {most} pairs of pieces that near");
        return Err(bad("within", why));
    }
    let rows = found.iter().enumerate();
    let rows: Vec<(i64, &PieceContact)> = rows
        .flat_map(|(query, (found, _))| found.iter().map(move |one| (query as i64, one)))
        .collect();
    piece_columns(a.py(), &rows)
}

fn piece_columns<'py>(
    py: Python<'py>,
    rows: &[(i64, &PieceContact)],
) -> PyResult<Bound<'py, PyAny>> {
    let vectors = |of: fn(&PieceContact) -> DVec3| {
        rows_out(py, rows.iter().map(|(_, row)| of(row).to_array()).collect())
    };
    let numbers =
        |of: fn(&PieceContact) -> f64| PyArray1::from_iter(py, rows.iter().map(|(_, row)| of(row)));
    let pieces = rows.iter().map(|(_, row)| row.pieces.map(i64::from));
    classes::piece_contacts(py)?.call1((
        PyArray1::from_iter(py, rows.iter().map(|(query, _)| *query)),
        rows_out(py, pieces.collect())?,
        numbers(|row| row.separation.lower),
        numbers(|row| row.separation.upper),
        vectors(|row| row.point_a)?,
        vectors(|row| row.point_b)?,
        vectors(|row| row.normal)?,
    ))
}

/// Adds what this file has.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Distance>()?;
    module.add_function(wrap_pyfunction!(separation, module)?)?;
    module.add_function(wrap_pyfunction!(separations, module)?)?;
    module.add_function(wrap_pyfunction!(penetration, module)?)?;
    module.add_function(wrap_pyfunction!(penetrations, module)?)?;
    module.add_function(wrap_pyfunction!(contacts, module)?)
}
