//! How one body moves.

use crate::arrays::{Floats, bad, rows_out, vector, vector_out};
use crate::pickled::{Reduced, by_restore};
use crate::recipe::{Recipe, placement_numbers, placement_of, placement_of_matrix};
use glam::{DMat3, DQuat, DVec3};
use numpy::{PyArray1, PyArray2};
use osculate::motion::{Ballistic, MotionError};
use osculate::{Motion, Placement};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How a body moves from time 0 on: to another placement at time 1, or with constant velocities.
///
/// A placement is a rigid 4×4 matrix, or 7 numbers: position, then rotation as x, y, z, w. Between two placements the body's
/// origin moves on a straight line, and the body turns at a constant rate along the shorter arc. Velocities are in the
/// world, the angular one in radians per unit of time about the body's origin; with an acceleration the body flies on a
/// parabola.
///
/// >>> import numpy as np
/// >>> from osculate import Motion
/// >>> T0, T1 = np.eye(4), np.eye(4)
/// >>> T1[0, 3] = 2.0
/// >>> Motion(T0, T1).placement(0.5)[:3, 3]
/// array([1., 0., 0.])
/// >>> Motion(position=[0, 0, 1], angular=[0, 0, 3])
/// Motion(position=[0.0, 0.0, 1.0], angular=[0.0, 0.0, 3.0])
#[pyclass(name = "Motion", module = "osculate", frozen)]
pub struct PyMotion {
    pub motion: Ballistic,
    recipe: Recipe,
}

impl PyMotion {
    /// The motion of a recipe; `name` is what is at fault if it is none.
    pub fn of(recipe: Recipe, name: &str) -> PyResult<PyMotion> {
        let motion = recipe.motion().map_err(|error| blamed(error, name))?;
        Ok(PyMotion { motion, recipe })
    }
}

/// An error of a motion with the argument that it is about.
pub fn blamed(error: MotionError, otherwise: &str) -> PyErr {
    bad(blames(&error).unwrap_or(otherwise), error)
}

/// The argument that an error of a motion names.
pub fn blames(error: &MotionError) -> Option<&'static str> {
    match error {
        MotionError::NotUnit { .. } => Some("rotation"),
        MotionError::BadLength {
            what: "position", ..
        } => Some("position"),
        MotionError::BadVelocity {
            what: "linear velocity",
            ..
        } => Some("linear"),
        MotionError::BadVelocity {
            what: "acceleration",
            ..
        } => Some("acceleration"),
        MotionError::BadAngle { .. } => Some("angular"),
        _ => None,
    }
}

/// A placement: a 4×4 matrix, or 7 numbers.
fn placement(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Placement> {
    let floats = Floats::of(value, name)?;
    if floats.has_shape(&[4, 4]) {
        let rows = floats.rows::<16>()[0];
        return placement_of_matrix(&rows).map_err(|error| bad(name, error));
    }
    if !floats.has_shape(&[7]) {
        return Err(floats.wrong_shape("(4, 4) or (7,)"));
    }
    let placement = placement_of(&floats.rows::<7>()[0]);
    // Here, where the argument is known.
    match Recipe::rest(placement).motion() {
        Ok(_) => Ok(placement),
        Err(error) => Err(bad(name, error)),
    }
}

/// A motion, a placement to stand still at, or None for standing still at the origin.
pub fn motion_of(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Ballistic> {
    if let Ok(motion) = value.cast::<PyMotion>() {
        return Ok(motion.get().motion.clone());
    }
    let at = match value.is_none() {
        true => Placement::IDENTITY,
        false if value.hasattr("__array__")? || value.hasattr("__len__")? => {
            placement(value, name)?
        }
        false => {
            let kind = value.get_type().name()?;
            let why = format!("{name}: a Motion, a placement or None is needed, not {kind}");
            return Err(PyTypeError::new_err(why));
        }
    };
    Recipe::rest(at).motion().map_err(|error| bad(name, error))
}

/// A placement as a 4×4 matrix, row after row.
fn matrix(placement: Placement) -> Vec<[f64; 4]> {
    let rotation = DMat3::from_quat(placement.rotation);
    let position = placement.position.to_array();
    let row = |row: usize| {
        let [x, y, z] = rotation.row(row).to_array();
        [x, y, z, position[row]]
    };
    vec![row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]
}

/// The parts of a motion that were given by name.
const PARTS: [&str; 5] = ["position", "rotation", "linear", "angular", "acceleration"];

/// What a constructor of motions was given by name, in the order of [`PARTS`].
pub type Parts<'py> = [Option<Bound<'py, PyAny>>; 5];

/// The parts that keyword arguments of a constructor name.
pub fn parts<'py>(class: &str, given: Option<&Bound<'py, PyDict>>) -> PyResult<Parts<'py>> {
    let mut parts = Parts::default();
    for (key, value) in given.into_iter().flatten() {
        let key: String = key.extract()?;
        let Some(number) = PARTS.iter().position(|part| *part == key) else {
            let why = format!("{class}() got an unexpected keyword argument '{key}'");
            return Err(PyTypeError::new_err(why));
        };
        parts[number] = Some(value).filter(|value| !value.is_none());
    }
    Ok(parts)
}

/// Fails if parts were given that do not go with a start, or with an end.
pub fn check_parts(parts: &Parts, start: bool, end: bool) -> PyResult<()> {
    let excluded = match (start, end) {
        (false, true) => return Err(PyTypeError::new_err("end: it goes with start only")),
        (true, true) => &PARTS[..],
        (true, false) => &PARTS[..2],
        (false, false) => &[],
    };
    let mut given = excluded.iter().zip(parts);
    match given.find(|(_, part)| part.is_some()) {
        Some((name, _)) => {
            let with = if end { "end" } else { "start" };
            let why = format!("{name}: it does not go with {with}");
            Err(PyTypeError::new_err(why))
        }
        None => Ok(()),
    }
}

/// The recipe of what a constructor was given.
fn recipe<'py>(
    start: Option<&Bound<'py, PyAny>>,
    end: Option<&Bound<'py, PyAny>>,
    parts: &Parts<'py>,
) -> PyResult<Recipe> {
    check_parts(parts, start.is_some(), end.is_some())?;
    if let (Some(start), Some(end)) = (start, end) {
        return Ok(Recipe::Between([
            placement(start, "start")?,
            placement(end, "end")?,
        ]));
    }
    let [position, rotation, linear, angular, acceleration] = parts;
    let of = |part: &Option<Bound<'py, PyAny>>, name| match part {
        Some(value) => vector(value, name),
        None => Ok(DVec3::ZERO),
    };
    let at = match (start, rotation) {
        (Some(start), _) => placement(start, "start")?,
        (None, Some(rotation)) => {
            let floats = Floats::shaped(rotation, "rotation", ("(4,)", &[4]))?;
            let rotation = DQuat::from_slice(floats.numbers());
            Placement::new(of(position, "position")?, rotation)
        }
        (None, None) => Placement::at(of(position, "position")?),
    };
    let rates = [
        of(linear, "linear")?,
        of(angular, "angular")?,
        of(acceleration, "acceleration")?,
    ];
    Ok(Recipe::Flight(at, rates))
}

#[pymethods]
impl PyMotion {
    #[new]
    #[pyo3(
        signature = (start=None, end=None, **parts),
        text_signature = "(start=None, end=None, *, position=None, rotation=None, linear=None, angular=None, acceleration=None)"
    )]
    fn new<'py>(
        start: Option<&Bound<'py, PyAny>>,
        end: Option<&Bound<'py, PyAny>>,
        parts: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<PyMotion> {
        let parts = self::parts("Motion", parts)?;
        PyMotion::of(recipe(start, end, &parts)?, "start")
    }

    /// Where the body is at a time, as a 4×4 matrix.
    fn placement<'py>(&self, py: Python<'py>, time: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(py, matrix(self.motion.placement(time)))
    }

    /// The linear velocity at time 0.
    #[getter]
    fn linear<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.motion.linear(0.0))
    }

    /// The angular velocity.
    #[getter]
    fn angular<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.motion.angular())
    }

    /// The acceleration.
    #[getter]
    fn acceleration<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.motion.acceleration())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyMotion>();
        other.is_ok_and(|other| other.get().recipe == self.recipe)
    }

    fn __repr__(&self) -> String {
        match &self.recipe {
            Recipe::Between([from, to]) => {
                let (from, to) = (placement_numbers(from), placement_numbers(to));
                format!("Motion({from:?}, {to:?})")
            }
            Recipe::Flight(at, rates) => {
                let mut parts = Vec::new();
                if at.position != DVec3::ZERO {
                    parts.push(format!("position={:?}", at.position.to_array()));
                }
                if at.rotation != DQuat::IDENTITY {
                    parts.push(format!("rotation={:?}", at.rotation.to_array()));
                }
                for (name, rate) in PARTS[2..].iter().zip(rates) {
                    if *rate != DVec3::ZERO {
                        parts.push(format!("{name}={:?}", rate.to_array()));
                    }
                }
                format!("Motion({})", parts.join(", "))
            }
        }
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (Vec<f64>,)>> {
        by_restore(slf, (slf.get().recipe.numbers(),))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(numbers: Vec<f64>) -> PyResult<PyMotion> {
        match Recipe::of_numbers(&numbers) {
            Some(recipe) => PyMotion::of(recipe, "numbers"),
            None => Err(bad("numbers", format!("{} make no motion", numbers.len()))),
        }
    }
}

/// Adds the class of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyMotion>()
}
