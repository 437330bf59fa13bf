//! What stands around a robot.

use crate::arrays::{bad, invalid};
use crate::motion::{PyMotion, motion_of};
use crate::pickled::Reduced;
use crate::robot::PyRobot;
use crate::shapes::{PyShape, unreadable};
use glam::DVec3;
use osculate::robot::{Environment as Around, Obstacle, builtin};
use osculate::{Motion, Shape};
use osculate_io::{JsonFileError, MaxSize, read_environment};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;

/// Obstacles of a robot, by name. Each is a shape with a placement, None for the origin, or a Motion in the time of the
/// robot's way.
///
/// >>> from osculate import Environment, Hull
/// >>> Environment({"table": (Hull.box([1, 1, 0.05]), [0.5, 0, -0.1, 0, 0, 0, 1])})
/// Environment of 1 obstacles: table
#[pyclass(module = "osculate", frozen)]
pub struct Environment {
    around: Arc<Around>,
    source: Source,
}

enum Source {
    Obstacles(Py<PyDict>),
    Builtin(String),
    File(PathBuf, Py<PyRobot>),
}

impl Environment {
    /// As the library has it.
    pub fn of_robot(&self) -> &Arc<Around> {
        &self.around
    }
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (obstacles=None))]
    fn new(py: Python<'_>, obstacles: Option<Bound<'_, PyDict>>) -> PyResult<Environment> {
        let obstacles = obstacles.unwrap_or_else(|| PyDict::new(py));
        let mut around = Around::new();
        for (name, given) in &obstacles {
            let name: String = name.extract()?;
            let parts: Result<(Bound<PyShape>, Bound<PyAny>), _> = given.extract();
            let Ok((shape, place)) = parts else {
                let why = format!("obstacles: {name:?} is not a shape and where it is");
                return Err(PyTypeError::new_err(why));
            };
            let motion = motion_of(&place, "obstacles");
            let motion = motion
                .map_err(|error| bad("obstacles", format!("{name:?}: {}", error.value(py))))?;
            let shape: Shape = shape.get().body.shape.clone();
            if motion.acceleration() != DVec3::ZERO {
                return Err(bad(
                    "obstacles",
                    format!("{name:?}: no obstacle accelerates"),
                ));
            }
            around.add(if place.cast::<PyMotion>().is_ok() {
                Obstacle::moving(name, shape, motion.flight().clone())
            } else {
                let at = motion.placement(0.0);
                let made = Obstacle::resting(name, shape, at);
                made.map_err(|error| bad("obstacles", error))?
            });
        }
        let source = Source::Obstacles(obstacles.copy()?.unbind());
        let around = Arc::new(around);
        Ok(Environment { around, source })
    }

    /// The surroundings of a built-in robot.
    #[staticmethod]
    fn builtin(name: String) -> PyResult<Environment> {
        let made =
            builtin(&name).ok_or_else(|| bad("name", format!("there is no robot {name:?}")))?;
        let source = Source::Builtin(name);
        Ok(Environment {
            around: Arc::new(made.environment),
            source,
        })
    }

    /// Reads a file of obstacles for a robot, as the command line does.
    #[staticmethod]
    fn load(path: PathBuf, robot: &Bound<'_, PyRobot>) -> PyResult<Environment> {
        let around = read_environment(&path, robot.get().of_library(), MaxSize::default());
        let around = around.map_err(|error| match &error {
            JsonFileError::Read { source, .. } => unreadable(source, &error),
            _ => invalid(error),
        })?;
        let source = Source::File(path, robot.clone().unbind());
        let around = Arc::new(around);
        Ok(Environment { around, source })
    }

    /// The names of the obstacles.
    #[getter]
    fn names(&self) -> Vec<&str> {
        let obstacles = self.around.obstacles().iter();
        obstacles.map(|obstacle| obstacle.name.as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.around.obstacles().len()
    }

    fn __repr__(&self) -> String {
        let names = self.names();
        format!(
            "Environment of {} obstacles: {}",
            names.len(),
            names.join(", ")
        )
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, Bound<'py, PyAny>>> {
        let (py, class) = (slf.py(), slf.get_type());
        Ok(match &slf.get().source {
            Source::Obstacles(obstacles) => {
                let arguments = (obstacles.bind(py),).into_pyobject(py)?;
                (class.into_any(), arguments.into_any())
            }
            Source::Builtin(name) => (
                class.getattr("builtin")?,
                (name,).into_pyobject(py)?.into_any(),
            ),
            Source::File(path, robot) => {
                let arguments = (path, robot.bind(py)).into_pyobject(py)?;
                (class.getattr("load")?, arguments.into_any())
            }
        })
    }
}

/// Adds the class of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Environment>()
}
