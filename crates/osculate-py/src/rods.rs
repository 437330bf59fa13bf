//! Cables: elastic rods that stretch, bend and twist, and pass through nothing.

mod cable;
mod frames;
mod material;

use crate::arrays::{bad, invalid, rows_out, vector};
use crate::keywords::Keywords;
use crate::pickled::{Reduced, by_restore, of_text, text_of};
use crate::recipe::placement_numbers;
use crate::shapes::PyShape;
pub use cable::{CABLE, cable};
use cable::{OBSTACLE, SETTINGS, settings};
use glam::DVec3;
pub use material::PyRodMaterial;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use osculate_world::rods::{RodReport, Rods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Cables and their obstacles: elastic rods that stretch, bend and twist, and pass through nothing.
///
/// gravity is an acceleration, step the seconds per step, substeps and most_substeps the least and the most parts of a step;
/// scheme is "bdf2" or "euler". With contacts=False cables pass through everything. Cables and obstacles are numbered in the
/// order in which they were added.
///
/// >>> import numpy as np
/// >>> from osculate import RodMaterial, Rods
/// >>> rods = Rods()
/// >>> line = rods.add(np.linspace([0, 0, 0], [1, 0, 0], 21), RodMaterial.rope(5e-3), ends=("pinned", "free"))
/// >>> report = rods.step(60)
/// >>> rods.vertices(line)[-1, 2] < -0.5
/// np.True_
/// >>> rods.frames(line).shape, rods.twist(line).shape
/// ((20, 3, 3), (19,))
#[pyclass(name = "Rods", module = "osculate")]
pub struct PyRods {
    rods: Rods,
}

fn rows(vectors: Vec<DVec3>) -> Vec<[f64; 3]> {
    vectors.into_iter().map(|it| it.to_array()).collect()
}

impl PyRods {
    pub fn of(rods: Rods) -> PyRods {
        PyRods { rods }
    }

    /// A cable's number, which there has to be.
    fn cable(&self, cable: usize) -> PyResult<usize> {
        let count = self.rods.len();
        if cable < count {
            return Ok(cable);
        }
        let why = format!("cable: there is none with the number {cable}; there are {count}");
        Err(PyIndexError::new_err(why))
    }

    /// A cable's points.
    fn points(&self, cable: usize) -> PyResult<Vec<DVec3>> {
        self.rods.positions(self.cable(cable)?).map_err(invalid)
    }
}

/// Adds what happened in a step to what happened before.
pub fn add_reports(whole: &mut RodReport, step: &RodReport) {
    whole.substeps += step.substeps;
    whole.rounds += step.rounds;
    whole.searches += step.searches;
    whole.contacts = step.contacts;
    whole.hits += step.hits;
    whole.held_substeps += step.held_substeps;
    whole.held += step.held;
    whole.time_lost += step.time_lost;
    whole.time += step.time;
    whole.longest_wait = whole.longest_wait.max(step.longest_wait);
    whole.deepest = whole.deepest.max(step.deepest);
}

#[pymethods]
impl PyRods {
    #[new]
    #[pyo3(
        signature = (**given),
        text_signature = "(*, gravity=None, step=None, substeps=None, most_substeps=None, scheme='bdf2', contacts=True, rounds=None, bounce_speed=None, sticking_speed=None)"
    )]
    fn new(given: Option<Bound<'_, PyDict>>) -> PyResult<PyRods> {
        let settings = settings(&Keywords::of("Rods", &SETTINGS, given)?)?;
        let rods = Rods::new(settings).map_err(invalid)?;
        Ok(PyRods { rods })
    }

    /// Adds a cable through points, (n, 3), and returns its number.
    ///
    /// closed joins the last point to the first. ends are "free", "pinned" or "clamped" each. natural is the shape without
    /// any load: "straight", "as_placed", or two curvatures in 1/m and a twist in rad/m, towards the axes of the section;
    /// axis is where the first of these points to at the first edge. rest_scale is the factor from the lengths between
    /// points to the lengths at rest. ties are tuples (point, cable, point of that cable) of points that are one, and have
    /// to be in one place.
    #[pyo3(
        signature = (points, material, **given),
        text_signature = "($self, points, material, *, name=None, closed=False, ends=('free', 'free'), natural='straight', axis=None, rest_scale=1.0, velocity=None, ties=())"
    )]
    fn add(
        &mut self,
        points: &Bound<'_, PyAny>,
        material: PyRodMaterial,
        given: Option<Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let given = Keywords::of("add", &CABLE, given)?;
        let cable = cable::cable(points, (material.0, self.rods.len()), &given)?;
        self.rods.add(cable).map_err(invalid)
    }

    /// Adds a Mesh or a HalfSpace that cables cannot pass through, and returns the number of a mesh among meshes. A mesh may
    /// move at a constant linear and angular velocity; with a mass it falls, and cables push and pull it.
    #[pyo3(
        signature = (shape, placement=None, **given),
        text_signature = "($self, shape, placement=None, *, linear=None, angular=None, mass=None, friction=None, restitution=None)"
    )]
    fn add_obstacle(
        &mut self,
        shape: &Bound<'_, PyShape>,
        placement: Option<&Bound<'_, PyAny>>,
        given: Option<Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let given = Keywords::of("add_obstacle", &OBSTACLE, given)?;
        let obstacle = cable::obstacle(shape, placement, &given)?;
        self.rods.add_obstacle(obstacle).map_err(invalid)
    }

    /// Makes steps, and returns a report of all of them: numbers by name. `time_lost` is how many seconds points were held
    /// back, summed over points.
    #[pyo3(signature = (count=1))]
    fn step<'py>(&mut self, py: Python<'py>, count: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut report = RodReport::default();
        for _ in 0..count {
            let rods = &mut self.rods;
            add_reports(&mut report, &py.detach(|| rods.step()));
            py.check_signals()?;
        }
        crate::report::as_dict(py, &report)
    }

    /// The simulated time so far.
    #[getter]
    fn time(&self) -> f64 {
        self.rods.time()
    }

    /// The energies: kinetic; of stretching, bending and twisting; of height in gravity.
    #[getter]
    fn energies(&self) -> (f64, f64, f64) {
        self.rods.energies().into()
    }

    /// The names of all cables.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        let name = |cable| Ok(self.rods.name(cable).map_err(invalid)?.to_owned());
        (0..self.rods.len()).map(name).collect()
    }

    /// Whether a cable is a loop.
    fn is_closed(&self, cable: usize) -> PyResult<bool> {
        self.rods.is_closed(self.cable(cable)?).map_err(invalid)
    }

    /// Where the points of a cable are, (n, 3).
    fn vertices<'py>(&self, py: Python<'py>, cable: usize) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(py, rows(self.points(cable)?))
    }

    /// How fast the points of a cable move, (n, 3).
    fn velocities<'py>(
        &self,
        py: Python<'py>,
        cable: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let velocities = self.rods.velocities(self.cable(cable)?);
        rows_out(py, rows(velocities.map_err(invalid)?))
    }

    /// The frame of each edge of a cable, (m, 3, 3): three unit rows, along the edge, across it with its section, and across both.
    fn frames<'py>(&self, py: Python<'py>, cable: usize) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let frames = frames::of(&self.rods, self.cable(cable)?).map_err(invalid)?;
        let count = frames.len();
        let numbers = frames.into_flattened();
        let numbers = numbers.into_iter().flat_map(|it| it.to_array()).collect();
        PyArray1::from_vec(py, numbers).reshape([count, 3, 3])
    }

    /// How far the section turns about the cable from each edge to the next, in radians between -pi and pi; a loop has one more, from the
    /// last to the first.
    fn twist<'py>(&self, py: Python<'py>, cable: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let cable = self.cable(cable)?;
        let frames = frames::of(&self.rods, cable).map_err(invalid)?;
        let closed = self.rods.is_closed(cable).map_err(invalid)?;
        Ok(PyArray1::from_vec(py, frames::twists(&frames, closed)))
    }

    /// The tension in each edge of a cable, in newtons.
    fn tensions<'py>(&self, py: Python<'py>, cable: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let tensions = self.rods.tensions(self.cable(cable)?);
        Ok(PyArray1::from_vec(py, tensions.map_err(invalid)?))
    }

    /// Holds a point of a cable where it is, or lets it go.
    #[pyo3(signature = (cable, point, held=true))]
    fn hold(&mut self, cable: usize, point: usize, held: bool) -> PyResult<()> {
        self.rods.hold(cable, point, held).map_err(invalid)
    }

    /// Moves a point that is held at a constant velocity from now on. A clamped end needs it for both points of its edge.
    fn drive(&mut self, cable: usize, point: usize, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let velocity = vector(velocity, "velocity")?;
        self.rods.drive(cable, point, velocity).map_err(invalid)
    }

    /// Pulls a point of a cable at a constant velocity from now on, with at most this force in newtons; it falls behind if
    /// cables resist more. hold ends it.
    fn pull(
        &mut self,
        cable: usize,
        point: usize,
        velocity: &Bound<'_, PyAny>,
        force: f64,
    ) -> PyResult<()> {
        let velocity = vector(velocity, "velocity")?;
        self.rods
            .pull(cable, point, velocity, force)
            .map_err(invalid)
    }

    /// Turns the section at a clamped end, 0 or 1, at a constant rate from now on, in rad/s about the direction of the cable.
    fn spin(&mut self, cable: usize, end: usize, rate: f64) -> PyResult<()> {
        if end > 1 {
            return Err(bad("end", format!("{end} is neither 0 nor 1")));
        }
        self.rods.spin(cable, end, rate).map_err(invalid)
    }

    /// Pushes a point of a cable with a constant force from now on.
    fn push(&mut self, cable: usize, point: usize, force: &Bound<'_, PyAny>) -> PyResult<()> {
        let force = vector(force, "force")?;
        self.rods.push(cable, point, force).map_err(invalid)
    }

    /// Adds a mass to a point of a cable.
    fn load(&mut self, cable: usize, point: usize, mass: f64) -> PyResult<()> {
        self.rods.load(cable, point, mass).map_err(invalid)
    }

    /// Fastens a point of a cable to an obstacle that is a mesh, where it is: from now on it moves with that and pulls it, if that has a mass. Two
    /// points of an end on one obstacle hold its direction and its twist too.
    fn fasten(&mut self, cable: usize, point: usize, obstacle: usize) -> PyResult<()> {
        self.rods.fasten(cable, point, obstacle).map_err(invalid)
    }

    /// The linear and angular velocity of a mesh obstacle, (2, 3).
    fn obstacle_velocity<'py>(
        &self,
        py: Python<'py>,
        obstacle: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let both = self.rods.obstacle_velocity(obstacle).map_err(invalid)?;
        rows_out(py, rows(both.to_vec()))
    }

    /// The impulse that cables gave to a mesh obstacle in the last step, (2, 3): linear in N·s, angular in N·m·s.
    fn obstacle_impulse<'py>(
        &self,
        py: Python<'py>,
        obstacle: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let both = self.rods.obstacle_impulse(obstacle).map_err(invalid)?;
        rows_out(py, rows(both.to_vec()))
    }

    /// Sets the velocity of a point of a cable.
    fn set_velocity(
        &mut self,
        cable: usize,
        point: usize,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let velocity = vector(velocity, "velocity")?;
        let set = self.rods.set_velocity(cable, point, velocity);
        set.map_err(invalid)
    }

    /// Where a mesh obstacle is, as 7 numbers: position, then rotation as x, y, z, w.
    fn obstacle_placement<'py>(
        &self,
        py: Python<'py>,
        obstacle: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let at = self.rods.placement(obstacle).map_err(invalid)?;
        Ok(PyArray1::from_slice(py, &placement_numbers(&at)))
    }

    /// Sets the linear and angular velocity of a mesh obstacle.
    fn set_obstacle_velocity(
        &mut self,
        obstacle: usize,
        linear: &Bound<'_, PyAny>,
        angular: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (linear, angular) = (vector(linear, "linear")?, vector(angular, "angular")?);
        let set = self.rods.set_obstacle_velocity(obstacle, linear, angular);
        set.map_err(invalid)
    }

    fn __len__(&self) -> usize {
        self.rods.len()
    }

    fn __repr__(&self) -> String {
        let (cables, edges) = (self.rods.len(), self.rods.edges());
        let time = self.rods.time();
        format!("<Rods of {cables} cables and {edges} edges at time {time:?}>")
    }

    fn __copy__(&self) -> PyRods {
        PyRods {
            rods: self.rods.clone(),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyRods {
        self.__copy__()
    }

    /// Saving forgets what is remembered only to be quicker, so that these go on as loaded ones do.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String,)>> {
        by_restore(slf, (text_of(&slf.borrow_mut().rods.save())?,))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(text: &str) -> PyResult<PyRods> {
        let rods = Rods::restore(&of_text(text)?).map_err(invalid)?;
        Ok(PyRods { rods })
    }
}

/// Adds the classes of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyRodMaterial>()?;
    module.add_class::<PyRods>()
}
