//! Worlds of rigid bodies that cannot pass through each other.

mod body;
mod casts;
mod contacts;

use crate::arrays::{bad, invalid, rows_out, vector, vector_out};
use crate::keywords::Keywords;
use crate::pickled::{Reduced, by_restore, of_text, text_of};
use crate::recipe::placement_numbers;
use crate::scene::{SceneSource, scene_names, trace_until};
use crate::shapes::PyShape;
use crate::trace::{made, not_written};
use body::{PARTS, SETTINGS, SURFACE, kind, kind_name, material, placement, settings};
use casts::{counting, hit_out};
use contacts::Happened;
use numpy::{PyArray1, PyArray2};
use osculate_io::WorldTraceWriter;
use osculate_world::{BodyHandle, Filter, World, WorldError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Identifies a body of a world. The handle of a removed body is never reused.
#[pyclass(module = "osculate", frozen, eq, hash, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(pub BodyHandle);

#[pymethods]
impl Handle {
    /// A small number that no two bodies have at the same time.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn __repr__(&self) -> String {
        format!("<Handle of {}>", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String,)>> {
        by_restore(slf, (text_of(&slf.get().0)?,))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(text: &str) -> PyResult<Handle> {
        Ok(Handle(of_text(text)?))
    }
}

/// Rigid bodies that cannot pass through each other: each body moves only along motions that are proven free.
///
/// gravity is an acceleration, step the seconds per step; substeps and most_substeps are the least and the most parts that
/// the solver divides a step into. Hits below bounce_speed do not bounce. If sleeping is true, resting bodies fall asleep.
///
/// >>> from osculate import HalfSpace, Hull, World
/// >>> world = World()
/// >>> floor = world.add(HalfSpace([0, 0, 1]), kind="static")
/// >>> die = world.add(Hull.box([0.5, 0.5, 0.5]), [0, 0, 2, 0, 0, 0, 1])
/// >>> world.step(128)
/// >>> round(world.placement(die)[2].item(), 1)
/// 0.5
/// >>> hit = world.ray_cast([0, 0, 5], [0, 0, -5])
/// >>> hit.body == die, round(hit.normal[2].item(), 6)
/// (True, 1.0)
/// >>> 0 in world.events.kind, set(world.contacts.a.tolist())
/// (True, {0})
#[pyclass(name = "World", module = "osculate")]
pub struct PyWorld {
    world: World,
    /// How long it is worth looking at, if its scene says so.
    seconds: Option<f64>,
    /// What happened during the last call that made steps.
    happened: Vec<Happened>,
}

/// Why a scene with cables is not for this class.
const CABLES: &str = "it has cables: take CabledWorld.scene";

impl PyWorld {
    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn of(world: World, seconds: Option<f64>) -> PyWorld {
        PyWorld {
            world,
            seconds,
            happened: Vec::new(),
        }
    }

    fn each<T>(
        &self,
        of: impl Fn(&World, BodyHandle) -> Result<T, WorldError>,
    ) -> PyResult<Vec<T>> {
        let handles = self.world.handles();
        handles
            .map(|handle| of(&self.world, handle).map_err(invalid))
            .collect()
    }

    /// Makes a step, and keeps what happened in it.
    fn make_step(&mut self, py: Python<'_>) {
        let world = &mut self.world;
        py.detach(|| {
            world.step();
        });
        let time = world.time();
        let events = world.events().iter();
        self.happened.extend(events.map(|event| (time, *event)));
    }
}

#[pymethods]
impl PyWorld {
    #[new]
    #[pyo3(
        signature = (**given),
        text_signature = "(*, gravity=None, step=None, substeps=None, most_substeps=None, bounce_speed=None, sleeping=True)"
    )]
    fn new(given: Option<Bound<'_, PyDict>>) -> PyResult<PyWorld> {
        let settings = settings(&Keywords::of("World", &SETTINGS, given)?)?;
        Ok(PyWorld::of(World::new(settings).map_err(invalid)?, None))
    }

    /// A built-in scene by its name (see `World.scenes`), or a scene file.
    #[staticmethod]
    fn scene(source: &Bound<'_, PyAny>) -> PyResult<PyWorld> {
        let source = SceneSource::of(source)?;
        if source.has_cables() {
            return Err(bad("source", CABLES));
        }
        Ok(match source {
            SceneSource::Builtin(built) => PyWorld::of(built.world(), Some(built.seconds)),
            SceneSource::File(file) => {
                let world = file.world(file.settings).map_err(invalid)?;
                PyWorld::of(world, file.seconds)
            }
        })
    }

    /// The names of the built-in scenes; those with cables are in `CabledWorld.scenes`.
    #[staticmethod]
    fn scenes() -> Vec<&'static str> {
        scene_names(false)
    }

    /// Adds a body: a shape, its placement, and options.
    ///
    /// kind is "dynamic", "static" or "kinematic". Its mass follows from density, or is given as mass, with centre and
    /// moments if they differ from those of the shape. friction_rule and restitution_rule ("average", "geometric_mean",
    /// "least", "product" or "most") say how the values of two bodies combine; surface_velocity makes a conveyor belt.
    /// damping is a linear and an angular rate; locked_linear and locked_angular are letters of axes. Two bodies collide if
    /// each is in a group that the other meets; groups and meets are bits. A sensor collides with nothing, and reports what
    /// overlaps it. rest_gap is how far the body stays from bodies that it rests on. Bodies that overlap are pushed apart.
    #[pyo3(
        signature = (shape, placement=None, **parts),
        text_signature = "($self, shape, placement=None, *, kind='dynamic', name=None, linear=None, angular=None, density=None, mass=None, centre=None, moments=None, friction=None, restitution=None, friction_rule=None, restitution_rule=None, surface_velocity=None, gravity_scale=None, damping=None, locked_linear=None, locked_angular=None, groups=None, meets=None, sensor=False, rest_gap=None)"
    )]
    fn add<'py>(
        &mut self,
        shape: &Bound<'py, PyShape>,
        placement: Option<&Bound<'py, PyAny>>,
        parts: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Handle> {
        let body = body::body(shape, placement, &Keywords::of("add", &PARTS, parts)?)?;
        Ok(Handle(self.world.insert(body).map_err(invalid)?))
    }

    /// Removes a body.
    fn remove(&mut self, body: Handle) -> PyResult<()> {
        self.world.remove(body.0).map_err(invalid)
    }

    /// Makes steps.
    #[pyo3(signature = (count=1))]
    fn step(&mut self, py: Python<'_>, count: u64) -> PyResult<()> {
        self.happened.clear();
        for _ in 0..count {
            self.make_step(py);
            py.check_signals()?;
        }
        Ok(())
    }

    /// Makes steps up to a time, counted from the start, and returns a trace of them.
    #[pyo3(signature = (until, title="world"))]
    fn record<'py>(
        &mut self,
        py: Python<'py>,
        until: f64,
        title: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = trace_until(until, title)?;
        self.world.keep_moves(true);
        let writer = WorldTraceWriter::new(Vec::new(), &self.world, &options);
        let mut writer = writer.map_err(not_written)?;
        self.happened.clear();
        while self.world.time() < until {
            self.make_step(py);
            writer.step(&self.world).map_err(not_written)?;
            py.check_signals()?;
        }
        self.world.keep_moves(false);
        let bytes = writer
            .end("time reached", &self.world)
            .map_err(not_written)?;
        made(py, &bytes, title)
    }

    /// The simulated time so far.
    #[getter]
    fn time(&self) -> f64 {
        self.world.time()
    }

    /// How many seconds the scene runs by default, if it says so.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    /// The acceleration of all dynamic bodies; setting it wakes them.
    #[getter]
    fn gravity<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector_out(py, self.world.settings().gravity)
    }

    #[setter]
    fn set_gravity(&mut self, gravity: &Bound<'_, PyAny>) -> PyResult<()> {
        let gravity = vector(gravity, "gravity")?;
        self.world.set_gravity(gravity).map_err(invalid)
    }

    /// The report of the last step: how much of it was simulated, and what it took.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::report::as_dict(py, self.world.report())
    }

    /// The handles of all bodies, in the order of the arrays.
    #[getter]
    fn handles(&self) -> Vec<Handle> {
        self.world.handles().map(Handle).collect()
    }

    /// The body with a name, if there is one.
    fn find(&self, name: &str) -> Option<Handle> {
        self.world.find(name).map(Handle)
    }

    /// The names of all bodies; None for those without.
    #[getter]
    fn names(&self) -> PyResult<Vec<Option<String>>> {
        self.each(|world, body| Ok(world.name(body)?.map(str::to_owned)))
    }

    /// The kinds of all bodies.
    #[getter]
    fn kinds(&self) -> PyResult<Vec<&'static str>> {
        self.each(|world, body| Ok(kind_name(world.kind(body)?)))
    }

    /// Where the origins of all bodies are, (n, 3).
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let of = |world: &World, body| Ok(world.placement(body)?.position.to_array());
        rows_out(py, self.each(of)?)
    }

    /// How all bodies are turned, (n, 4) as x, y, z, w.
    #[getter]
    fn rotations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let of = |world: &World, body| Ok(world.placement(body)?.rotation.to_array());
        rows_out(py, self.each(of)?)
    }

    /// The centres of mass of all bodies, (n, 3).
    #[getter]
    fn centres<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let of = |world: &World, body| Ok(world.centre_of_mass(body)?.to_array());
        rows_out(py, self.each(of)?)
    }

    /// The masses of all bodies, (n,); infinite where nothing moves them.
    #[getter]
    fn masses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_vec(py, self.each(World::mass)?))
    }

    /// The linear velocities of all centres of mass, (n, 3).
    #[getter]
    fn linear<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let of = |world: &World, body| Ok(world.velocity(body)?[0].to_array());
        rows_out(py, self.each(of)?)
    }

    /// The angular velocities, (n, 3).
    #[getter]
    fn angular<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let of = |world: &World, body| Ok(world.velocity(body)?[1].to_array());
        rows_out(py, self.each(of)?)
    }

    /// Whether bodies are asleep, (n,).
    #[getter]
    fn asleep<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_vec(py, self.each(World::is_asleep)?))
    }

    /// Whether bodies are sensors, (n,).
    #[getter]
    fn sensors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_vec(py, self.each(World::is_sensor)?))
    }

    /// The kinetic energy, and the potential energy of height.
    #[getter]
    fn energy(&self) -> f64 {
        self.world.energy()
    }

    /// The points where bodies touch, as columns: `a` and `b` are rows of the arrays.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        contacts::contacts(py, &self.world)
    }

    /// The contacts that began and ended, and the hits, of all steps of the last call of `step` or `record`, as columns.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        contacts::events(py, &self.world, &self.happened)
    }

    /// Where a body is, as 7 numbers: position, then rotation as x, y, z, w.
    fn placement<'py>(&self, py: Python<'py>, body: Handle) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let at = self.world.placement(body.0).map_err(invalid)?;
        Ok(PyArray1::from_slice(py, &placement_numbers(&at)))
    }

    /// Puts a body at another placement, through anything in its way and even into other bodies; it keeps its velocity.
    fn teleport(&mut self, body: Handle, placement: &Bound<'_, PyAny>) -> PyResult<()> {
        let to = self::placement(placement)?;
        self.world.teleport(body.0, to).map_err(invalid)
    }

    /// Moves a body towards a placement as far as the way is proven free, and returns the share of the way, from 0 to 1.
    fn sweep_to(&mut self, body: Handle, placement: &Bound<'_, PyAny>) -> PyResult<f64> {
        let to = self::placement(placement)?;
        self.world.sweep_to(body.0, to).map_err(invalid)
    }

    /// Sets the velocity of a body.
    fn set_velocity(
        &mut self,
        body: Handle,
        linear: &Bound<'_, PyAny>,
        angular: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (linear, angular) = (vector(linear, "linear")?, vector(angular, "angular")?);
        let set = self.world.set_velocity(body.0, linear, angular);
        set.map_err(invalid)
    }

    /// Makes a body "dynamic", "static" or "kinematic".
    fn set_kind(&mut self, body: Handle, kind: &str) -> PyResult<()> {
        let kind = self::kind(kind)?;
        self.world.set_kind(body.0, kind).map_err(invalid)
    }

    /// Gives a body another shape.
    fn set_shape(&mut self, body: Handle, shape: &Bound<'_, PyShape>) -> PyResult<()> {
        let shape = shape.get().body.shape.clone();
        self.world.set_shape(body.0, shape).map_err(invalid)
    }

    /// Changes the surface of a body; options that are not given stay.
    #[pyo3(
        signature = (body, **surface),
        text_signature = "($self, body, *, friction=None, restitution=None, friction_rule=None, restitution_rule=None, surface_velocity=None)"
    )]
    fn set_material(&mut self, body: Handle, surface: Option<Bound<'_, PyDict>>) -> PyResult<()> {
        let given = Keywords::of("set_material", &SURFACE, surface)?;
        let material = material(&given, self.world.material(body.0).map_err(invalid)?)?;
        self.world.set_material(body.0, material).map_err(invalid)
    }

    /// Sets which groups a body is in and which it meets, as bits.
    fn set_filter(&mut self, body: Handle, groups: u32, meets: u32) -> PyResult<()> {
        let set = self.world.set_filter(body.0, Filter { groups, meets });
        set.map_err(invalid)
    }

    /// Sets whether two bodies ignore each other.
    #[pyo3(signature = (a, b, ignored=true))]
    fn set_ignored(&mut self, a: Handle, b: Handle, ignored: bool) -> PyResult<()> {
        self.world.set_ignored(a.0, b.0, ignored).map_err(invalid)
    }

    /// Whether two bodies ignore each other by `set_ignored`.
    fn is_ignored(&self, a: Handle, b: Handle) -> PyResult<bool> {
        self.world.is_ignored(a.0, b.0).map_err(invalid)
    }

    /// Wakes a body.
    fn wake(&mut self, body: Handle) -> PyResult<()> {
        self.world.wake(body.0).map_err(invalid)
    }

    /// Pushes a body during the next step, with a force at a point of the world.
    fn apply_force(
        &mut self,
        body: Handle,
        force: &Bound<'_, PyAny>,
        point: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (force, point) = (vector(force, "force")?, vector(point, "point")?);
        self.world
            .apply_force(body.0, force, point)
            .map_err(invalid)
    }

    /// Turns a body during the next step.
    fn apply_torque(&mut self, body: Handle, torque: &Bound<'_, PyAny>) -> PyResult<()> {
        let torque = vector(torque, "torque")?;
        self.world.apply_torque(body.0, torque).map_err(invalid)
    }

    /// Pushes a body at once, at a point of the world.
    fn apply_impulse(
        &mut self,
        body: Handle,
        impulse: &Bound<'_, PyAny>,
        point: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (impulse, point) = (vector(impulse, "impulse")?, vector(point, "point")?);
        let pushed = self.world.apply_impulse(body.0, impulse, point);
        pushed.map_err(invalid)
    }

    /// Turns a body at once.
    fn apply_angular_impulse(&mut self, body: Handle, impulse: &Bound<'_, PyAny>) -> PyResult<()> {
        let impulse = vector(impulse, "impulse")?;
        let turned = self.world.apply_angular_impulse(body.0, impulse);
        turned.map_err(invalid)
    }

    /// The first body on the straight way from one point to another, except those to ignore and sensors. None is missed.
    #[pyo3(signature = (start, end, ignore=Vec::new()), text_signature = "($self, start, end, ignore=())")]
    fn ray_cast<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        ignore: Vec<Handle>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (from, to) = (vector(start, "start")?, vector(end, "end")?);
        let hit = self.world.ray_cast(from, to, counting(&ignore));
        hit_out(start.py(), hit.map_err(invalid)?)
    }

    /// `ray_cast` for many rays, as columns: starts and ends are (n, 3), and one of them may have a single row for all rays.
    #[pyo3(signature = (starts, ends, ignore=Vec::new()), text_signature = "($self, starts, ends, ignore=())")]
    fn ray_casts<'py>(
        &self,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        ignore: Vec<Handle>,
    ) -> PyResult<Bound<'py, PyAny>> {
        casts::ray_casts(&self.world, starts, ends, &ignore)
    }

    /// The first body that a shape meets when it moves straight from a placement, without turning.
    #[pyo3(signature = (shape, placement, way, ignore=Vec::new()), text_signature = "($self, shape, placement, way, ignore=())")]
    fn shape_cast<'py>(
        &self,
        shape: &Bound<'py, PyShape>,
        placement: &Bound<'py, PyAny>,
        way: &Bound<'py, PyAny>,
        ignore: Vec<Handle>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (from, way) = (self::placement(placement)?, vector(way, "way")?);
        let shape = &shape.get().body.shape;
        let hit = self.world.shape_cast(shape, from, way, counting(&ignore));
        hit_out(placement.py(), hit.map_err(invalid)?)
    }

    /// All bodies, sensors too, that a shape overlaps or touches at a placement. A body is left out only if it is proven
    /// apart.
    #[pyo3(signature = (shape, placement, ignore=Vec::new()), text_signature = "($self, shape, placement, ignore=())")]
    fn overlaps(
        &self,
        shape: &Bound<'_, PyShape>,
        placement: &Bound<'_, PyAny>,
        ignore: Vec<Handle>,
    ) -> PyResult<Vec<Handle>> {
        let at = self::placement(placement)?;
        let shape = &shape.get().body.shape;
        let found = self.world.overlaps(shape, at, counting(&ignore));
        Ok(found.map_err(invalid)?.into_iter().map(Handle).collect())
    }

    /// The body nearest to a point, within a distance; sensors do not count.
    #[pyo3(signature = (point, within=f64::INFINITY, ignore=Vec::new()), text_signature = "($self, point, within=inf, ignore=())")]
    fn nearest<'py>(
        &self,
        point: &Bound<'py, PyAny>,
        within: f64,
        ignore: Vec<Handle>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let to = vector(point, "point")?;
        casts::nearest(point.py(), &self.world, (to, within), &ignore)
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

    fn __copy__(&self) -> PyWorld {
        PyWorld {
            world: self.world.clone(),
            seconds: self.seconds,
            happened: self.happened.clone(),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyWorld {
        self.__copy__()
    }

    /// Saving forgets what the world remembers only to be quicker, so that it goes on as a loaded one does.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String, Option<f64>)>> {
        let mut of = slf.borrow_mut();
        by_restore(slf, (text_of(&of.world.save())?, of.seconds))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(text: &str, seconds: Option<f64>) -> PyResult<PyWorld> {
        let world = World::load(&of_text(text)?).map_err(invalid)?;
        Ok(PyWorld::of(world, seconds))
    }
}

/// Adds the classes of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Handle>()?;
    module.add_class::<PyWorld>()
}
