//! Worlds with cables in them.

use crate::arrays::{invalid, rows_out, vector};
use crate::keywords::Keywords;
use crate::pickled::{Reduced, by_restore, of_text, text_of};
use crate::recipe::placement_numbers;
use crate::rods::{CABLE, PyRodMaterial, PyRods, add_reports, cable};
use crate::scene::{SceneSource, scene_names, trace_until};
use crate::trace::{made, not_written};
use crate::world::{Handle, PyWorld};
use numpy::{PyArray1, PyArray2};
use osculate_io::WorldTraceWriter;
use osculate_world::{CabledReport, CabledWorld};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A world of rigid bodies and cables: they push and pull each other, and nothing passes through anything.
///
/// world is copied; no bodies can be added or changed after the first cable. substeps is the number of parts that cables
/// divide a step into; by default parts of 1/240 s.
///
/// >>> import numpy as np
/// >>> from osculate import CabledWorld, Hull, RodMaterial, World
/// >>> world = World(step=1 / 240)
/// >>> lamp = world.add(Hull.ball(0.1), [0, 0, -1.12, 0, 0, 0, 1], mass=2.0)
/// >>> cabled = CabledWorld(world)
/// >>> rope = cabled.add(np.linspace([0, 0, 0], [0, 0, -1], 11), RodMaterial.rope(5e-3), ends=("pinned", "free"))
/// >>> cabled.fasten(rope, 10, lamp)
/// >>> report = cabled.step(60)
/// >>> round(cabled.placement(lamp)[2].item(), 2), report["pushed"]
/// (-1.12, 1)
#[pyclass(name = "CabledWorld", module = "osculate")]
pub struct PyCabledWorld {
    cabled: CabledWorld,
    /// How long it is worth looking at, if its scene says so.
    seconds: Option<f64>,
}

/// Adds what happened in a step to what happened before.
fn add(whole: &mut CabledReport, step: &CabledReport) {
    add_reports(&mut whole.rods, &step.rods);
    whole.retries += step.retries;
    whole.lived += step.lived;
    whole.pushed = step.pushed;
    whole.led |= step.led;
    whole.unbalanced += step.unbalanced;
    whole.refused += step.refused;
}

#[pymethods]
impl PyCabledWorld {
    #[new]
    #[pyo3(signature = (world, substeps=None))]
    fn new(world: &PyWorld, substeps: Option<u32>) -> PyResult<PyCabledWorld> {
        let cabled = CabledWorld::in_parts(world.world().clone(), substeps).map_err(invalid)?;
        let seconds = None;
        Ok(PyCabledWorld { cabled, seconds })
    }

    /// A built-in scene by its name (see `CabledWorld.scenes`), or a scene file.
    #[staticmethod]
    fn scene(source: &Bound<'_, PyAny>) -> PyResult<PyCabledWorld> {
        let (cabled, seconds) = match SceneSource::of(source)? {
            SceneSource::Builtin(built) => {
                let seconds = Some(built.seconds);
                (built.cabled(), seconds)
            }
            SceneSource::File(file) => {
                let cabled = file.cabled(file.settings).map_err(invalid)?;
                (cabled, file.seconds)
            }
        };
        Ok(PyCabledWorld { cabled, seconds })
    }

    /// The names of the built-in scenes with cables.
    #[staticmethod]
    fn scenes() -> Vec<&'static str> {
        scene_names(true)
    }

    /// Adds a cable through points, (n, 3), and gives its number: see `Rods.add`.
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
        let number = self.cabled.rods().len();
        let cable = cable(points, (material.0, number), &given)?;
        self.cabled.add(cable).map_err(invalid)
    }

    /// Fastens a point of a cable to a body, where it is: from now on it moves with the body and pulls it. Two points of an end on one body hold
    /// its direction and its twist too.
    fn fasten(&mut self, cable: usize, point: usize, body: Handle) -> PyResult<()> {
        let done = self.cabled.fasten(cable, point, body.0);
        done.map_err(invalid)
    }

    /// Makes steps, and returns a report of all of them: numbers by name. `lived` is how many steps were simulated.
    #[pyo3(signature = (count=1))]
    fn step<'py>(&mut self, py: Python<'py>, count: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut report = CabledReport::default();
        for _ in 0..count {
            let cabled = &mut self.cabled;
            add(&mut report, &py.detach(|| *cabled.step()));
            py.check_signals()?;
        }
        crate::report::as_dict(py, &report)
    }

    /// Makes steps up to a time, counted from the start, and returns a trace of them.
    #[pyo3(signature = (until, title="cables"))]
    fn record<'py>(
        &mut self,
        py: Python<'py>,
        until: f64,
        title: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = trace_until(until, title)?;
        self.cabled.keep_parts(true);
        let writer = WorldTraceWriter::with_cables(Vec::new(), &self.cabled, &options);
        let mut writer = writer.map_err(not_written)?;
        while self.cabled.world().time() < until {
            let cabled = &mut self.cabled;
            py.detach(|| {
                cabled.step();
            });
            writer.step_with_cables(&self.cabled).map_err(not_written)?;
            py.check_signals()?;
        }
        self.cabled.keep_parts(false);
        let bytes = writer.end_with_cables("time reached", &self.cabled);
        made(py, &bytes.map_err(not_written)?, title)
    }

    /// The simulated time so far.
    #[getter]
    fn time(&self) -> f64 {
        self.cabled.world().time()
    }

    /// The energy of bodies and cables: kinetic, of height, and elastic.
    #[getter]
    fn energy(&self) -> f64 {
        self.cabled.energy()
    }

    /// How many seconds the scene runs by default, if it says so.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    /// A copy of the bodies as they are now.
    #[getter]
    fn world(&self) -> PyWorld {
        PyWorld::of(self.cabled.world().clone(), self.seconds)
    }

    /// A copy of the cables as they are now.
    #[getter]
    fn rods(&self) -> PyRods {
        PyRods::of(self.cabled.rods().clone())
    }

    /// Where a body is, as 7 numbers: position, then rotation as x, y, z, w.
    fn placement<'py>(&self, py: Python<'py>, body: Handle) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let at = self.cabled.world().placement(body.0).map_err(invalid)?;
        Ok(PyArray1::from_slice(py, &placement_numbers(&at)))
    }

    /// Where the points of a cable are, (n, 3).
    fn vertices<'py>(&self, py: Python<'py>, cable: usize) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let positions = self.cabled.rods().positions(cable).map_err(invalid)?;
        rows_out(py, positions.iter().map(|at| at.to_array()).collect())
    }

    /// The tension in each edge of a cable, in newtons.
    fn tensions<'py>(&self, py: Python<'py>, cable: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let tensions = self.cabled.rods().tensions(cable).map_err(invalid)?;
        Ok(PyArray1::from_vec(py, tensions))
    }

    /// Holds a point of a cable where it is, or lets it go.
    #[pyo3(signature = (cable, point, held=true))]
    fn hold(&mut self, cable: usize, point: usize, held: bool) -> PyResult<()> {
        let done = self.cabled.controls().hold(cable, point, held);
        done.map_err(invalid)
    }

    /// Moves a point that is held at a constant velocity from now on.
    fn drive(&mut self, cable: usize, point: usize, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let velocity = vector(velocity, "velocity")?;
        let done = self.cabled.controls().drive(cable, point, velocity);
        done.map_err(invalid)
    }

    /// Pulls a point at a constant velocity from now on, with at most this force in newtons; it falls behind if cables
    /// resist more. hold ends it.
    fn pull(
        &mut self,
        cable: usize,
        point: usize,
        velocity: &Bound<'_, PyAny>,
        force: f64,
    ) -> PyResult<()> {
        let velocity = vector(velocity, "velocity")?;
        let done = self.cabled.controls().pull(cable, point, velocity, force);
        done.map_err(invalid)
    }

    /// Pushes a point of a cable with a constant force from now on.
    fn push(&mut self, cable: usize, point: usize, force: &Bound<'_, PyAny>) -> PyResult<()> {
        let force = vector(force, "force")?;
        let done = self.cabled.controls().push(cable, point, force);
        done.map_err(invalid)
    }

    /// Adds a mass to a point of a cable.
    fn load(&mut self, cable: usize, point: usize, mass: f64) -> PyResult<()> {
        let done = self.cabled.controls().load(cable, point, mass);
        done.map_err(invalid)
    }

    fn __repr__(&self) -> String {
        let (bodies, cables) = (self.cabled.world().len(), self.cabled.rods().len());
        let time = self.cabled.world().time();
        format!("<CabledWorld of {bodies} bodies and {cables} cables at time {time:?}>")
    }

    fn __copy__(&self) -> PyCabledWorld {
        PyCabledWorld {
            cabled: self.cabled.clone(),
            seconds: self.seconds,
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyCabledWorld {
        self.__copy__()
    }

    /// Saving forgets what is remembered only to be quicker, so that it goes on as a loaded one does.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String, Option<f64>)>> {
        let mut of = slf.borrow_mut();
        by_restore(slf, (text_of(&of.cabled.save())?, of.seconds))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(text: &str, seconds: Option<f64>) -> PyResult<PyCabledWorld> {
        let cabled = CabledWorld::load(&of_text(text)?).map_err(invalid)?;
        Ok(PyCabledWorld { cabled, seconds })
    }
}

/// Adds the class of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyCabledWorld>()
}
