//! Discs and spheres from event to event.

use crate::arrays::{ANY, Floats, bad};
use crate::classes;
use crate::pickled::{Reduced, by_restore};
use crate::trace::{made, not_written};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use osculate_events::{
    Ball, Boundary, ByCells, Cells, Domain, Partner, Scene, Simulation, Snapshot, Stuck, World,
    generate,
};
use osculate_io::{AnyCheckpoint, Checkpoint, EventTraceOptions, EventTraceWriter, StartSums};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::Path;

/// After how many events one looks for signals.
const EVENTS: u64 = 100_000;

/// What happened: time, body, kind and number of its partner.
type Happened = (f64, i64, u8, i64);

/// A gas of either dimension.
trait AnyGas: Send + Sync {
    fn dimension(&self) -> usize;
    fn count(&self) -> usize;
    fn time(&self) -> f64;
    fn energy(&self) -> f64;
    /// Runs up to so many events, and gives their number.
    fn run(&mut self, until: f64, most: u64) -> Result<u64, Stuck>;
    /// Runs up to so many events, and tells them.
    fn happen(&mut self, until: f64, most: u64, told: &mut Vec<Happened>) -> Result<u64, Stuck>;
    fn advance(&mut self, until: f64);
    /// Positions or velocities now, body after body.
    fn states(&self, velocities: bool) -> Vec<f64>;
    fn radii(&self) -> Vec<f64>;
    fn masses(&self) -> Vec<f64>;
    /// Runs and writes a trace.
    fn trace(&mut self, until: f64, title: &str) -> std::io::Result<Result<Vec<u8>, Stuck>>;
    fn checkpoint(&self) -> Vec<u8>;
}

struct Gas<const D: usize>(Simulation<D, Cells<D>>);

impl<const D: usize> Gas<D> {
    fn of(world: World<D>) -> Gas<D> {
        let search = Cells::new(&world);
        Gas(Simulation::new(world, search))
    }

    fn each(&self, of: impl Fn(&World<D>, u32) -> f64) -> Vec<f64> {
        let world = self.0.world();
        (0..world.len() as u32)
            .map(|body| of(world, body))
            .collect()
    }
}

impl<const D: usize> AnyGas for Gas<D>
where
    Simulation<D, Cells<D>>: ByCells,
{
    fn dimension(&self) -> usize {
        D
    }

    fn count(&self) -> usize {
        self.0.world().len()
    }

    fn time(&self) -> f64 {
        self.0.world().time()
    }

    fn energy(&self) -> f64 {
        self.0.world().kinetic_energy()
    }

    fn run(&mut self, until: f64, most: u64) -> Result<u64, Stuck> {
        self.0.events_by_cells(until, most)
    }

    fn happen(&mut self, until: f64, most: u64, told: &mut Vec<Happened>) -> Result<u64, Stuck> {
        for done in 0..most {
            let Some(event) = self.0.step_by_cells(until)? else {
                return Ok(done);
            };
            let (kind, number) = match event.partner {
                Partner::Body(other) => (0, i64::from(other)),
                Partner::Wall(wall) => (1, i64::from(wall)),
                Partner::Face { axis, high } => (2, 2 * i64::from(axis) + i64::from(high)),
            };
            told.push((self.time(), i64::from(event.body), kind, number));
        }
        Ok(most)
    }

    fn advance(&mut self, until: f64) {
        self.0.advance(until);
    }

    fn states(&self, velocities: bool) -> Vec<f64> {
        let world = self.0.world();
        let state = |body| {
            let (position, velocity) = world.state(body, world.now());
            if velocities { velocity } else { position }
        };
        (0..world.len() as u32).flat_map(state).collect()
    }

    fn radii(&self) -> Vec<f64> {
        self.each(World::radius)
    }

    fn masses(&self) -> Vec<f64> {
        self.each(World::mass)
    }

    fn trace(&mut self, until: f64, title: &str) -> std::io::Result<Result<Vec<u8>, Stuck>> {
        let mut options = EventTraceOptions::default();
        options.title = title.to_owned();
        options.until = Some(until);
        let mut writer = EventTraceWriter::new(Vec::new(), self.0.world(), &options)?;
        loop {
            match self.0.step_by_cells(until) {
                Ok(Some(event)) => writer.event(self.0.world(), &event)?,
                Ok(None) => break,
                Err(stuck) => return Ok(Err(stuck)),
            }
        }
        self.0.advance(until);
        writer.end("time reached", until).map(Ok)
    }

    fn checkpoint(&self) -> Vec<u8> {
        let snapshot: Snapshot<D> = self.0.clone().into_world().snapshot();
        let checkpoint = Checkpoint {
            engine: "cells".to_owned(),
            seed: None,
            // A run ends after its start.
            seconds: snapshot.time + 1.0,
            every: None,
            next: 0,
            start: StartSums {
                kinetic_energy: 0.0,
                potential_energy: 0.0,
                momentum: [0.0; D],
                absolute_momentum: 0.0,
            },
            snapshot,
        };
        let mut bytes = Vec::new();
        checkpoint.write(&mut bytes).expect("memory takes it");
        bytes
    }
}

/// Event-driven simulation of hard discs or spheres: no collision is missed or out of order.
///
/// positions and velocities are (n, 2) or (n, 3); radii, masses and restitution are numbers, or (n,). low and high are the
/// corners of a box with walls, or with periodic boundaries; without them there is no box. gravity is the acceleration of
/// all bodies.
///
/// >>> from osculate import Gas
/// >>> gas = Gas([[1, 2], [4, 2]], [[1, 0], [0, 0]], 0.5, low=[0, 0], high=[6, 4])
/// >>> events = gas.events(10)
/// >>> events.time[:1], events.body[:1], events.partner[:1]
/// (array([2.]), array([1]), array([0]))
/// >>> Gas.random(100, 0.3, dimension=3).run(1.0) > 100
/// True
#[pyclass(name = "Gas", module = "osculate")]
pub struct PyGas {
    gas: Box<dyn AnyGas>,
}

/// Keyword arguments of the constructor.
const PARTS: [&str; 6] = [
    "masses",
    "restitution",
    "low",
    "high",
    "periodic",
    "gravity",
];

/// A number for all bodies, or one for each.
fn each(value: &Bound<'_, PyAny>, name: &'static str, count: usize) -> PyResult<Vec<f64>> {
    let floats = Floats::of(value, name)?;
    match floats.numbers() {
        &[one] => Ok(vec![one; count]),
        numbers if floats.has_shape(&[count]) => Ok(numbers.to_vec()),
        _ => Err(floats.wrong_shape(&format!("() or ({count},)"))),
    }
}

/// What the constructor was given.
struct Given<'a, 'py> {
    positions: Floats<'py>,
    velocities: Floats<'py>,
    radii: Vec<f64>,
    parts: &'a Bound<'py, PyDict>,
}

impl Given<'_, '_> {
    fn vector<const D: usize>(&self, name: &'static str) -> PyResult<Option<[f64; D]>> {
        let Some(value) = self.parts.get_item(name)?.filter(|value| !value.is_none()) else {
            return Ok(None);
        };
        let floats = Floats::shaped(&value, name, (&format!("({D},)"), &[D]))?;
        Ok(Some(floats.rows()[0]))
    }

    fn gas<const D: usize>(&self) -> PyResult<Box<dyn AnyGas>>
    where
        Simulation<D, Cells<D>>: ByCells,
    {
        let (positions, velocities) = (self.positions.rows::<D>(), self.velocities.rows::<D>());
        let count = positions.len();
        let of = |name| match self.parts.get_item(name)? {
            Some(value) => each(&value, name, count),
            None => Ok(vec![1.0; count]),
        };
        let (masses, restitution) = (of("masses")?, of("restitution")?);
        let gravity = self.vector::<D>("gravity")?.unwrap_or([0.0; D]);
        let periodic = self.parts.get_item("periodic")?;
        let periodic = periodic.map_or(Ok(false), |value| value.extract())?;
        let domain = match (self.vector::<D>("low")?, self.vector::<D>("high")?) {
            (Some(low), Some(high)) => Domain {
                low,
                high,
                boundary: [if periodic {
                    Boundary::Periodic
                } else {
                    Boundary::Walls
                }; D],
            },
            (None, None) if !periodic => Domain::open(),
            _ => return Err(PyTypeError::new_err("low, high: a box needs both ends")),
        };
        let balls = (0..count).map(|body| {
            let mut ball = Ball::new(positions[body], velocities[body], self.radii[body]);
            ball.mass = masses[body];
            ball.restitution = restitution[body];
            ball.acceleration = gravity;
            ball
        });
        let scene = Scene::new(balls.collect(), domain, Vec::new());
        let scene = scene.map_err(|error| bad("positions", error))?;
        Ok(Box::new(Gas::of(World::new(&scene))))
    }
}

fn stuck(error: Stuck) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

impl PyGas {
    /// Runs to a time in parts, between which Ctrl-C is noticed.
    fn in_parts(
        &mut self,
        py: Python<'_>,
        until: f64,
        mut part: impl FnMut(&mut dyn AnyGas) -> Result<u64, Stuck> + Send,
    ) -> PyResult<u64> {
        let now = self.gas.time();
        if !(until >= now && until < f64::INFINITY) {
            return Err(bad("until", format!("{until} is no time from {now} on")));
        }
        let mut events = 0;
        loop {
            let gas = &mut *self.gas;
            let done = py.detach(|| part(gas)).map_err(stuck)?;
            py.check_signals()?;
            events += done;
            if done < EVENTS {
                self.gas.advance(until);
                return Ok(events);
            }
        }
    }

    fn rows<'py>(&self, py: Python<'py>, velocities: bool) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers = PyArray1::from_vec(py, self.gas.states(velocities));
        numbers.reshape([self.gas.count(), self.gas.dimension()])
    }
}

#[pymethods]
impl PyGas {
    #[new]
    #[pyo3(
        signature = (positions, velocities, radii, **parts),
        text_signature = "(positions, velocities, radii, *, masses=1.0, restitution=1.0, low=None, high=None, periodic=False, gravity=None)"
    )]
    fn new<'py>(
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        velocities: &Bound<'py, PyAny>,
        radii: &Bound<'py, PyAny>,
        parts: Option<Bound<'py, PyDict>>,
    ) -> PyResult<PyGas> {
        let parts = parts.unwrap_or_else(|| PyDict::new(py));
        for key in parts.keys() {
            let key: String = key.extract()?;
            if !PARTS.contains(&key.as_str()) {
                let why = format!("Gas() got an unexpected keyword argument '{key}'");
                return Err(PyTypeError::new_err(why));
            }
        }
        let positions = Floats::of(positions, "positions")?;
        let dimension = [2, 3].into_iter().find(|&d| positions.has_shape(&[ANY, d]));
        let Some(dimension) = dimension else {
            return Err(positions.wrong_shape("(n, 2) or (n, 3)"));
        };
        let count = positions.numbers().len() / dimension;
        let velocities = Floats::of(velocities, "velocities")?;
        if !velocities.has_shape(&[count, dimension]) {
            return Err(velocities.wrong_shape(&format!("({count}, {dimension})")));
        }
        let radii = each(radii, "radii", count)?;
        let given = Given {
            positions,
            velocities,
            radii,
            parts: &parts,
        };
        let gas = match dimension {
            2 => given.gas::<2>()?,
            _ => given.gas::<3>()?,
        };
        Ok(PyGas { gas })
    }

    /// `count` discs or spheres of radius 1 that fill a share of a box, at seeded places.
    #[staticmethod]
    #[pyo3(signature = (count, fraction, seed=0, dimension=2, periodic=false))]
    fn random(
        count: usize,
        fraction: f64,
        seed: u64,
        dimension: usize,
        periodic: bool,
    ) -> PyResult<PyGas> {
        fn scene<const D: usize>(
            count: usize,
            fraction: f64,
            seed: u64,
            periodic: bool,
        ) -> PyResult<Box<dyn AnyGas>>
        where
            Simulation<D, Cells<D>>: ByCells,
        {
            let domain = if periodic {
                Domain::periodic
            } else {
                Domain::walls
            };
            let scene = generate::gas::<D>(count, fraction, seed, domain);
            let scene = scene.map_err(|error| bad("fraction", error))?;
            Ok(Box::new(Gas::of(World::new(&scene))))
        }
        let gas = match dimension {
            2 => scene::<2>(count, fraction, seed, periodic)?,
            3 => scene::<3>(count, fraction, seed, periodic)?,
            _ => return Err(bad("dimension", format!("{dimension} is not 2 or 3"))),
        };
        Ok(PyGas { gas })
    }

    /// Simulates up to a time, counted from the start, and returns the number of events.
    fn run(&mut self, py: Python<'_>, until: f64) -> PyResult<u64> {
        self.in_parts(py, until, |gas| gas.run(until, EVENTS))
    }

    /// Simulates up to a time, and returns the events as columns.
    fn events<'py>(&mut self, py: Python<'py>, until: f64) -> PyResult<Bound<'py, PyAny>> {
        let mut told = Vec::new();
        self.in_parts(py, until, |gas| gas.happen(until, EVENTS, &mut told))?;
        classes::gas_events(py)?.call1((
            PyArray1::from_iter(py, told.iter().map(|event| event.0)),
            PyArray1::from_iter(py, told.iter().map(|event| event.1)),
            PyArray1::from_iter(py, told.iter().map(|event| event.2)),
            PyArray1::from_iter(py, told.iter().map(|event| event.3)),
        ))
    }

    /// Simulates up to a time, and returns a trace.
    #[pyo3(signature = (until, title="gas"))]
    fn record<'py>(
        &mut self,
        py: Python<'py>,
        until: f64,
        title: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let now = self.gas.time();
        if !(until >= now && until < f64::INFINITY) {
            return Err(bad("until", format!("{until} is no time from {now} on")));
        }
        let gas = &mut *self.gas;
        let bytes = py.detach(|| gas.trace(until, title));
        made(py, &bytes.map_err(not_written)?.map_err(stuck)?, title)
    }

    /// The simulated time so far.
    #[getter]
    fn time(&self) -> f64 {
        self.gas.time()
    }

    /// The kinetic energy, the sum of all ½m·v².
    #[getter]
    fn kinetic_energy(&self) -> f64 {
        self.gas.energy()
    }

    /// Where the bodies are now, (n, 2) or (n, 3).
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, false)
    }

    /// Their velocities now, (n, 2) or (n, 3).
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, true)
    }

    /// The radii, (n,).
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.gas.radii())
    }

    /// The masses, (n,).
    #[getter]
    fn masses<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.gas.masses())
    }

    fn __len__(&self) -> usize {
        self.gas.count()
    }

    fn __repr__(&self) -> String {
        let what = if self.gas.dimension() == 2 {
            "discs"
        } else {
            "spheres"
        };
        format!(
            "<Gas of {} {what} at time {:?}>",
            self.gas.count(),
            self.gas.time()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (Vec<u8>,)>> {
        let bytes = slf.borrow().gas.checkpoint();
        by_restore(slf, (bytes,))
    }

    /// What was pickled: a checkpoint, as the command line writes it.
    #[staticmethod]
    fn _restore(checkpoint: Vec<u8>) -> PyResult<PyGas> {
        let wrong = |error: String| bad("checkpoint", error);
        let text = String::from_utf8(checkpoint).map_err(|error| wrong(error.to_string()))?;
        let read = AnyCheckpoint::parse(&text, Path::new("pickle"));
        let gas: Box<dyn AnyGas> = match read.map_err(|error| wrong(error.to_string()))? {
            AnyCheckpoint::Discs(of) => Box::new(Gas::of(
                World::from_snapshot(&of.snapshot).map_err(|error| wrong(error.to_string()))?,
            )),
            AnyCheckpoint::Spheres(of) => Box::new(Gas::of(
                World::from_snapshot(&of.snapshot).map_err(|error| wrong(error.to_string()))?,
            )),
        };
        Ok(PyGas { gas })
    }
}

/// Adds the class of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyGas>()
}
