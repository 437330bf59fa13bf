//! Worlds of rigid bodies that cannot pass through each other.

use crate::arrays::{bad, rows_out, vector};
use crate::classes;
use crate::motion::motion_of;
use crate::pickled::{Reduced, by_restore};
use crate::shapes::{PyShape, unreadable};
use crate::trace::{made, not_written};
use glam::DVec3;
use numpy::{PyArray1, PyArray2};
use osculate::{Motion, Placement};
use osculate_io::{JsonFileError, MaxSize, WorldSceneFile, WorldTraceOptions, WorldTraceWriter};
use osculate_world::{Body, BodyHandle, Material, SavedWorld, Settings, World, WorldError, scenes};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::path::PathBuf;

/// Names a body of a world. The name of a body that was removed is never given to another.
#[pyclass(module = "osculate", frozen, eq, hash, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(BodyHandle);

#[pymethods]
impl Handle {
    /// A number that is small, and that no two bodies have at the same time.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn __repr__(&self) -> String {
        format!("<Handle of {}>", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String,)>> {
        let text = serde_json::to_string(&slf.get().0).map_err(|error| bad("handle", error))?;
        by_restore(slf, (text,))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(text: &str) -> PyResult<Handle> {
        let handle = serde_json::from_str(text).map_err(|error| bad("text", error))?;
        Ok(Handle(handle))
    }
}

/// Rigid bodies that cannot pass through each other: a body is only ever moved along a motion that is proven free.
///
/// >>> from osculate import HalfSpace, Hull, World
/// >>> world = World()
/// >>> floor = world.add(HalfSpace([0, 0, 1]), kind="fixed")
/// >>> die = world.add(Hull.box([0.5, 0.5, 0.5]), [0, 0, 2, 0, 0, 0, 1])
/// >>> world.step(128)
/// >>> round(world.placement(die)[2].item(), 1)
/// 0.5
#[pyclass(name = "World", module = "osculate")]
pub struct PyWorld {
    world: World,
    /// How long it is worth looking at, if its scene says so.
    seconds: Option<f64>,
}

/// Keyword arguments of `add`.
const PARTS: [&str; 8] = [
    "kind",
    "name",
    "linear",
    "angular",
    "density",
    "mass",
    "friction",
    "restitution",
];

fn wrong(error: WorldError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A body of the arguments of `add`.
fn body(
    shape: &Bound<'_, PyShape>,
    at: Option<&Bound<'_, PyAny>>,
    parts: &Bound<'_, PyDict>,
) -> PyResult<Body> {
    let given = |name: &str| Ok::<_, PyErr>(parts.get_item(name)?.filter(|value| !value.is_none()));
    let number = |name: &'static str| match given(name)? {
        Some(value) => {
            let number = value.extract::<f64>();
            number
                .map(Some)
                .map_err(|_| PyTypeError::new_err(format!("{name}: a number is needed")))
        }
        None => Ok(None),
    };
    let rate =
        |name: &'static str| given(name)?.map_or(Ok(DVec3::ZERO), |value| vector(&value, name));
    let shape = shape.get().body.shape.clone();
    let kind: String = given("kind")?.map_or(Ok("dynamic".to_owned()), |kind| kind.extract())?;
    let mut body = match kind.as_str() {
        "dynamic" => Body::dynamic(shape),
        "fixed" => Body::fixed(shape),
        "kinematic" => Body::kinematic(shape),
        _ => {
            let why = format!("{kind:?} is none of dynamic, fixed, kinematic");
            return Err(bad("kind", why));
        }
    };
    if let Some(at) = at {
        body = body.at(motion_of(at, "placement")?.placement(0.0));
    }
    if let Some(name) = given("name")? {
        body = body.named(name.extract::<String>()?);
    }
    let (linear, angular) = (rate("linear")?, rate("angular")?);
    if linear != DVec3::ZERO || angular != DVec3::ZERO {
        body = body.with_velocity(linear, angular);
    }
    if let Some(density) = number("density")? {
        body = body.with_density(density);
    }
    if let Some(mass) = number("mass")? {
        body = body.with_mass(mass);
    }
    let usual = Material::default();
    let friction = number("friction")?.unwrap_or(usual.friction);
    let restitution = number("restitution")?.unwrap_or(usual.restitution);
    Ok(body.with_material(Material::new(friction, restitution)))
}

impl PyWorld {
    fn each<T>(
        &self,
        of: impl Fn(&World, BodyHandle) -> Result<T, WorldError>,
    ) -> PyResult<Vec<T>> {
        let handles = self.world.handles();
        handles
            .map(|handle| of(&self.world, handle).map_err(wrong))
            .collect()
    }
}

#[pymethods]
impl PyWorld {
    #[new]
    #[pyo3(signature = (*, gravity=None, step=None))]
    fn new(gravity: Option<&Bound<'_, PyAny>>, step: Option<f64>) -> PyResult<PyWorld> {
        let mut settings = Settings::default();
        if let Some(gravity) = gravity {
            settings = settings.with_gravity(vector(gravity, "gravity")?);
        }
        if let Some(step) = step {
            settings = settings.with_step(step);
        }
        let world = World::new(settings).map_err(|error| bad("gravity, step", error))?;
        Ok(PyWorld {
            world,
            seconds: None,
        })
    }

    /// A built-in scene by its name (see `World.scenes`), or a scene file.
    #[staticmethod]
    fn scene(source: &Bound<'_, PyAny>) -> PyResult<PyWorld> {
        let name = source.cast::<PyString>().ok().map(|name| name.to_string());
        if let Some(built) = name.as_deref().and_then(scenes::by_name) {
            if !built.cables.is_empty() {
                return Err(bad("source", "scenes with cables are not in Python yet"));
            }
            return Ok(PyWorld {
                world: built.world(),
                seconds: Some(built.seconds),
            });
        }
        let path: PathBuf = source.extract()?;
        let file = WorldSceneFile::read(&path, MaxSize::default());
        let file = file.map_err(|error| match &error {
            JsonFileError::Read { source, .. } => unreadable(source, &error),
            _ => PyValueError::new_err(error.to_string()),
        })?;
        if !file.cables.is_empty() {
            return Err(bad("source", "scenes with cables are not in Python yet"));
        }
        let world = file.world(file.settings).map_err(wrong)?;
        Ok(PyWorld {
            world,
            seconds: file.seconds,
        })
    }

    /// The names of the built-in scenes; those with cables are not among them.
    #[staticmethod]
    fn scenes() -> Vec<&'static str> {
        let rigid = |name: &&str| scenes::by_name(name).is_some_and(|made| made.cables.is_empty());
        let names = scenes::names().map(|scene| scene.name);
        names.filter(rigid).collect()
    }

    /// Adds a body: a shape, where it is, kind ("dynamic", "fixed" or "kinematic"), name, linear and angular velocity, density or mass, friction
    /// and restitution. A body that would overlap another is refused.
    #[pyo3(
        signature = (shape, placement=None, **parts),
        text_signature = "($self, shape, placement=None, *, kind='dynamic', name=None, linear=None, angular=None, density=None, mass=None, friction=None, restitution=None)"
    )]
    fn add<'py>(
        &mut self,
        shape: &Bound<'py, PyShape>,
        placement: Option<&Bound<'py, PyAny>>,
        parts: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Handle> {
        let parts = parts.unwrap_or_else(|| PyDict::new(shape.py()));
        for key in parts.keys() {
            let key: String = key.extract()?;
            if !PARTS.contains(&key.as_str()) {
                let why = format!("add() got an unexpected keyword argument '{key}'");
                return Err(PyTypeError::new_err(why));
            }
        }
        let body = body(shape, placement, &parts)?;
        Ok(Handle(self.world.insert(body).map_err(wrong)?))
    }

    /// Removes a body.
    fn remove(&mut self, body: Handle) -> PyResult<()> {
        self.world.remove(body.0).map_err(wrong)
    }

    /// Makes steps.
    #[pyo3(signature = (count=1))]
    fn step(&mut self, py: Python<'_>, count: u64) -> PyResult<()> {
        for _ in 0..count {
            let world = &mut self.world;
            py.detach(|| {
                world.step();
            });
            py.check_signals()?;
        }
        Ok(())
    }

    /// Makes steps up to a time, counted from the start, and gives a trace of them to look at.
    #[pyo3(signature = (until, title="world"))]
    fn record<'py>(
        &mut self,
        py: Python<'py>,
        until: f64,
        title: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !until.is_finite() {
            return Err(bad("until", format!("{until} is no time")));
        }
        let mut options = WorldTraceOptions::default();
        options.title = title.to_owned();
        options.until = Some(until);
        self.world.keep_moves(true);
        let writer = WorldTraceWriter::new(Vec::new(), &self.world, &options);
        let mut writer = writer.map_err(not_written)?;
        while self.world.time() < until {
            let world = &mut self.world;
            py.detach(|| {
                world.step();
                writer.step(world)
            })
            .map_err(not_written)?;
            py.check_signals()?;
        }
        self.world.keep_moves(false);
        let bytes = writer
            .end("time reached", &self.world)
            .map_err(not_written)?;
        made(py, &bytes, title)
    }

    /// How much time has passed.
    #[getter]
    fn time(&self) -> f64 {
        self.world.time()
    }

    /// How long the scene is worth looking at, if it says so.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    /// The handles of all bodies, in the order of the arrays.
    #[getter]
    fn handles(&self) -> Vec<Handle> {
        self.world.handles().map(Handle).collect()
    }

    /// The names of all bodies; None for those without.
    #[getter]
    fn names(&self) -> PyResult<Vec<Option<String>>> {
        self.each(|world, body| Ok(world.name(body)?.map(str::to_owned)))
    }

    /// Where the origins of all bodies are, (n, 3).
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(
            py,
            self.each(|world, body| Ok(world.placement(body)?.position.to_array()))?,
        )
    }

    /// How all bodies are turned, (n, 4) as x, y, z, w.
    #[getter]
    fn rotations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(
            py,
            self.each(|world, body| Ok(world.placement(body)?.rotation.to_array()))?,
        )
    }

    /// The linear velocities of all centres of mass, (n, 3).
    #[getter]
    fn linear<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(
            py,
            self.each(|world, body| Ok(world.velocity(body)?[0].to_array()))?,
        )
    }

    /// The angular velocities, (n, 3).
    #[getter]
    fn angular<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(
            py,
            self.each(|world, body| Ok(world.velocity(body)?[1].to_array()))?,
        )
    }

    /// Whether bodies are asleep, (n,).
    #[getter]
    fn asleep<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_vec(py, self.each(World::is_asleep)?))
    }

    /// The energy of motion and of height.
    #[getter]
    fn energy(&self) -> f64 {
        self.world.energy()
    }

    /// Where bodies touch, as columns: `a` and `b` are rows of the arrays.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut rows = vec![
            -1;
            self.world
                .handles()
                .map(|handle| handle.index() + 1)
                .max()
                .unwrap_or(0)
        ];
        for (row, handle) in self.world.handles().enumerate() {
            rows[handle.index()] = row as i64;
        }
        let spots = self.world.contacts().flat_map(|touch| {
            let pair = touch.bodies().map(|body| rows[body.index()]);
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

    /// Where a body is, as 7 numbers: position, then rotation as x, y, z, w.
    fn placement<'py>(&self, py: Python<'py>, body: Handle) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let at: Placement = self.world.placement(body.0).map_err(wrong)?;
        Ok(PyArray1::from_slice(
            py,
            &crate::recipe::placement_numbers(&at),
        ))
    }

    /// Sets the velocity of a body.
    fn set_velocity(
        &mut self,
        body: Handle,
        linear: &Bound<'_, PyAny>,
        angular: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (linear, angular) = (vector(linear, "linear")?, vector(angular, "angular")?);
        self.world
            .set_velocity(body.0, linear, angular)
            .map_err(wrong)
    }

    /// Pushes a body at a point of the world.
    fn apply_impulse(
        &mut self,
        body: Handle,
        impulse: &Bound<'_, PyAny>,
        point: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (impulse, point) = (vector(impulse, "impulse")?, vector(point, "point")?);
        self.world
            .apply_impulse(body.0, impulse, point)
            .map_err(wrong)
    }

    fn __len__(&self) -> usize {
        self.world.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<World of {} bodies at time {:?}>",
            self.world.len(),
            self.world.time()
        )
    }

    /// Saving forgets what the world remembers only to be quicker, so that it goes on as a loaded one does.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String, Option<f64>)>> {
        let mut of = slf.borrow_mut();
        let saved = serde_json::to_string(&of.world.save());
        let text = saved.map_err(|error| bad("world", error))?;
        by_restore(slf, (text, of.seconds))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(text: &str, seconds: Option<f64>) -> PyResult<PyWorld> {
        let saved: SavedWorld = serde_json::from_str(text).map_err(|error| bad("text", error))?;
        let world = World::load(&saved).map_err(wrong)?;
        Ok(PyWorld { world, seconds })
    }
}

/// Adds the classes of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Handle>()?;
    module.add_class::<PyWorld>()
}
