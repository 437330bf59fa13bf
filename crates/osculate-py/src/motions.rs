//! How many bodies move.

use crate::arrays::{ANY, Floats, bad, bad_row, rows_out};
use crate::batch::{answers, one_of};
use crate::motion::{Parts, PyMotion, blames, check_parts, motion_of, parts};
use crate::pickled::{Reduced, by_restore};
use crate::recipe::{Recipe, placement_of, placement_of_matrix};
use glam::DVec3;
use numpy::PyArray2;
use osculate::motion::{Ballistic, MotionError};
use osculate::{Motion, Placement};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Many motions, for batches.
///
/// Placements are matrices of the shape (n, 4, 4), or rows of the shape (n, 7): position, then rotation as x, y, z, w. By
/// name: position (n, 3), rotation (n, 4), linear (n, 3), angular (n, 3), acceleration (n, 3). Each of them may have a
/// single row for all motions.
///
/// >>> import numpy as np
/// >>> from osculate import Motions
/// >>> throws = Motions(position=[[3, 0, 0]], linear=np.arange(4.0)[:, None] * [1, 0, 0])
/// >>> len(throws), throws[1]
/// (4, Motion(position=[3.0, 0.0, 0.0], linear=[1.0, 0.0, 0.0]))
#[pyclass(name = "Motions", module = "osculate", frozen)]
pub struct PyMotions {
    made: Vec<(Recipe, Ballistic)>,
}

/// A batch of motions that may be one for all.
pub struct MotionsArg(Source);

enum Source {
    One(Box<Ballistic>),
    Many(Py<PyMotions>),
}

impl MotionsArg {
    /// Motions, or what stands for one motion.
    pub fn of(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<MotionsArg> {
        Ok(MotionsArg(match value.cast::<PyMotions>() {
            Ok(motions) => Source::Many(motions.clone().unbind()),
            Err(_) => Source::One(Box::new(motion_of(value, name)?)),
        }))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match &self.0 {
            Source::One(_) => 1,
            Source::Many(motions) => motions.get().made.len(),
        }
    }

    /// The motion of a query; the only one is that of all.
    #[inline]
    pub fn of_query(&self, query: usize) -> &dyn Motion {
        match &self.0 {
            Source::One(motion) => motion.as_motion(),
            Source::Many(motions) => {
                let made = &motions.get().made;
                made[one_of(made.len(), query)].1.as_motion()
            }
        }
    }
}

/// Placements of an argument: matrices, or rows of 7 numbers.
fn placements(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<Placement>> {
    let floats = Floats::of(value, name)?;
    if floats.has_shape(&[ANY, 7]) {
        return Ok(floats.rows().iter().map(placement_of).collect());
    }
    if !floats.has_shape(&[ANY, 4, 4]) {
        return Err(floats.wrong_shape("(n, 4, 4) or (n, 7)"));
    }
    let matrices = floats.rows().iter().enumerate();
    let made = matrices.map(|(row, matrix)| {
        placement_of_matrix(matrix).map_err(|error| bad_row(name, row, error))
    });
    made.collect()
}

/// Rows of an argument, of which there may be one for all.
struct Rows<'py, const N: usize> {
    name: &'static str,
    floats: Option<Floats<'py>>,
    default: [f64; N],
}

impl<'py, const N: usize> Rows<'py, N> {
    fn of(
        part: &Option<Bound<'py, PyAny>>,
        name: &'static str,
        default: [f64; N],
    ) -> PyResult<Rows<'py, N>> {
        let words = format!("(n, {N})");
        let floats = part
            .as_ref()
            .map(|value| Floats::shaped(value, name, (&words, &[ANY, N])));
        let floats = floats.transpose()?;
        Ok(Rows {
            name,
            floats,
            default,
        })
    }

    /// How many there are, if it was given.
    fn count(&self) -> Option<(&'static str, usize)> {
        let floats = self.floats.as_ref()?;
        Some((self.name, floats.rows::<N>().len()))
    }

    fn row(&self, row: usize) -> [f64; N] {
        match &self.floats {
            Some(floats) => {
                let rows = floats.rows();
                rows[one_of(rows.len(), row)]
            }
            None => self.default,
        }
    }
}

/// The number of all of them, of which each may have one for all.
fn joint_count(counts: impl Iterator<Item = (&'static str, usize)>) -> PyResult<usize> {
    let mut most: Option<(&str, usize)> = None;
    for (name, count) in counts {
        match most {
            Some((other, found)) if count != 1 && found != 1 && count != found => {
                let why = format!("there are {count} rows, and {found} of {other}");
                return Err(bad(name, why));
            }
            Some((_, found)) if count == 1 || found == count => {}
            _ => most = Some((name, count)),
        }
    }
    Ok(most.map_or(1, |(_, count)| count))
}

/// The recipes of what the constructor was given.
fn recipes<'py>(
    start: Option<&Bound<'py, PyAny>>,
    end: Option<&Bound<'py, PyAny>>,
    parts: &Parts<'py>,
) -> PyResult<Vec<Recipe>> {
    check_parts(parts, start.is_some(), end.is_some())?;
    let starts = start.map(|start| placements(start, "start")).transpose()?;
    if let (Some(starts), Some(end)) = (&starts, end) {
        let ends = placements(end, "end")?;
        let counts = [("start", starts.len()), ("end", ends.len())];
        let between = |row| {
            let of = |placements: &[Placement]| placements[one_of(placements.len(), row)];
            Recipe::Between([of(starts), of(&ends)])
        };
        return Ok((0..joint_count(counts.into_iter())?).map(between).collect());
    }
    let [position, rotation, linear, angular, acceleration] = parts;
    let position = Rows::of(position, "position", [0.0; 3])?;
    let rotation = Rows::of(rotation, "rotation", [0.0, 0.0, 0.0, 1.0])?;
    let rates = [
        Rows::of(linear, "linear", [0.0; 3])?,
        Rows::of(angular, "angular", [0.0; 3])?,
        Rows::of(acceleration, "acceleration", [0.0; 3])?,
    ];
    let counts = [position.count(), rotation.count()];
    let counts = counts.into_iter().chain(rates.iter().map(Rows::count));
    let starting = starts.as_ref().map(|starts| ("start", starts.len()));
    let flight = |row| {
        let at = match &starts {
            Some(starts) => starts[one_of(starts.len(), row)],
            None => {
                let ([x, y, z], [i, j, k, w]) = (position.row(row), rotation.row(row));
                placement_of(&[x, y, z, i, j, k, w])
            }
        };
        Recipe::Flight(
            at,
            [0, 1, 2].map(|rate| DVec3::from_array(rates[rate].row(row))),
        )
    };
    let count = joint_count([starting].into_iter().chain(counts).flatten())?;
    Ok((0..count).map(flight).collect())
}

impl PyMotions {
    fn of(py: Python<'_>, recipes: Vec<Recipe>, by_name: bool) -> PyResult<PyMotions> {
        let made = answers(py, recipes.len(), || (), |(), row| recipes[row].motion())?;
        let made = made
            .into_iter()
            .enumerate()
            .map(|(row, motion)| match motion {
                Ok(motion) => Ok((recipes[row], motion)),
                Err(error) => {
                    let name = blames(&error).filter(|_| by_name);
                    let name = name.unwrap_or_else(|| at_fault(&recipes[row], &error));
                    Err(bad_row(name, row, error))
                }
            });
        Ok(PyMotions {
            made: made.collect::<PyResult<_>>()?,
        })
    }
}

/// Which end is at fault, where a motion is given by placements.
fn at_fault(recipe: &Recipe, error: &MotionError) -> &'static str {
    match recipe {
        Recipe::Between([from, _]) if Recipe::rest(*from).motion().is_ok() => "end",
        Recipe::Flight(at, _) if Recipe::rest(*at).motion().is_ok() => {
            blames(error).unwrap_or("start")
        }
        _ => "start",
    }
}

#[pymethods]
impl PyMotions {
    #[new]
    #[pyo3(
        signature = (start=None, end=None, **parts),
        text_signature = "(start=None, end=None, *, position=None, rotation=None, linear=None, angular=None, acceleration=None)"
    )]
    fn new<'py>(
        py: Python<'py>,
        start: Option<&Bound<'py, PyAny>>,
        end: Option<&Bound<'py, PyAny>>,
        parts: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<PyMotions> {
        let parts = self::parts("Motions", parts)?;
        let recipes = recipes(start, end, &parts)?;
        PyMotions::of(py, recipes, start.is_none())
    }

    fn __len__(&self) -> usize {
        self.made.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyMotion> {
        let count = self.made.len();
        let wrapped = if index < 0 {
            index + count as isize
        } else {
            index
        };
        let found = usize::try_from(wrapped)
            .ok()
            .and_then(|index| self.made.get(index));
        match found {
            Some((recipe, _)) => PyMotion::of(*recipe, "index"),
            None => {
                let why = format!("index {index} is out of range: there are {count} motions");
                Err(PyIndexError::new_err(why))
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("Motions({} of them)", self.made.len())
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<Reduced<'py, (Bound<'py, PyArray2<f64>>,)>> {
        let of = |recipe: &Recipe| {
            let mut numbers = [f64::NAN; 16];
            let given = recipe.numbers();
            numbers[..given.len()].copy_from_slice(&given);
            numbers
        };
        let rows = slf
            .get()
            .made
            .iter()
            .map(|(recipe, _)| of(recipe))
            .collect();
        by_restore(slf, (rows_out(slf.py(), rows)?,))
    }

    /// What was pickled: rows of 16 numbers, of which those from one placement to another leave the last two open.
    #[staticmethod]
    fn _restore(py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<PyMotions> {
        let floats = Floats::shaped(rows, "rows", ("(n, 16)", &[ANY, 16]))?;
        let recipe = |row: &[f64; 16]| {
            let length = if row[14].is_nan() { 14 } else { 16 };
            Recipe::of_numbers(&row[..length])
        };
        let recipes: Option<Vec<Recipe>> = floats.rows().iter().map(recipe).collect();
        let recipes = recipes.ok_or_else(|| PyTypeError::new_err("rows: no motions"))?;
        PyMotions::of(py, recipes, false)
    }
}

/// Adds the class of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyMotions>()
}
