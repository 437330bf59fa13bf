//! Robots along straight edges of their configurations, among obstacles.

use crate::arrays::{ANY, Floats, bad, bad_row, invalid, rows_out, vector_out};
use crate::batch::{answers, one_of, paired};
use crate::classes;
use crate::environment::Environment;
use crate::first_contact::with_workspace;
use crate::kept_cell::LastCell;
use crate::options::Options;
use crate::pickled::Reduced;
use crate::shapes::unreadable;
use crate::trace::{made, not_written};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use osculate::Workspace;
use osculate::query::articulated::{Party, RobotOutcome, RobotVerdict, Workcell};
use osculate::robot::{BUILTIN_NAMES, Environment as Around, Path, PathError, Robot, builtin};
use osculate_io::{MaxSize, Packages, RobotFile, RobotFileError, RobotTrace, write_robot_trace};
use osculate_trace::{Compression, Precision};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Keyword arguments of queries about robots.
const KNOWN: [&str; 3] = ["tolerance", "clearance", "budget"];

/// A robot: links with shapes, joined by joints. A configuration has `width` numbers, in the order of `joints`.
///
/// >>> from osculate import Robot
/// >>> arm = Robot.builtin("arm6")
/// >>> arm.width, arm.is_free(arm.default, arm.default)
/// (6, True)
#[pyclass(name = "Robot", module = "osculate", frozen)]
pub struct PyRobot {
    robot: Arc<Robot>,
    name: String,
    /// What it was made from: the name of one that is built in, or a URDF and an SRDF file with their packages.
    source: Source,
    /// Nothing around it.
    nothing: Arc<Around>,
    /// Prepared for queries, with nothing around it and with what was around it last.
    alone: LastCell,
    among: LastCell,
}

#[derive(Clone)]
enum Source {
    Builtin(String),
    Files {
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        packages: BTreeMap<String, PathBuf>,
    },
}

/// Edges: where each begins and where it ends.
struct Edges<'py> {
    ends: [Floats<'py>; 2],
    /// Whether they were arrays of one dimension: a single edge.
    single: bool,
    count: usize,
    width: usize,
}

impl<'py> Edges<'py> {
    fn of(robot: &Robot, q0: &Bound<'py, PyAny>, q1: &Bound<'py, PyAny>) -> PyResult<Edges<'py>> {
        let width = robot.width();
        let ends = [Floats::of(q0, "q0")?, Floats::of(q1, "q1")?];
        let words = format!("({width},) or (n, {width})");
        let mut counts = [1; 2];
        for (floats, count) in ends.iter().zip(&mut counts) {
            if floats.has_shape(&[ANY, width]) {
                *count = floats.numbers().len().checked_div(width).unwrap_or(1);
            } else if !floats.has_shape(&[width]) {
                return Err(floats.wrong_shape(&words));
            }
        }
        let single = ends.iter().all(|floats| floats.has_shape(&[width]));
        let count = paired(["q0", "q1"], counts)?;
        Ok(Edges {
            ends,
            single,
            count,
            width,
        })
    }

    /// The paths, each straight.
    fn paths(&self, robot: &Robot) -> PyResult<Vec<Path>> {
        let row = |end: usize, edge: usize| {
            let numbers = self.ends[end].numbers();
            let rows = numbers.len().checked_div(self.width).unwrap_or(1);
            let first = one_of(rows, edge) * self.width;
            &numbers[first..first + self.width]
        };
        let path = |edge: usize| {
            let path = robot.straight(row(0, edge), row(1, edge));
            path.map_err(|error| self.told(edge, &error))
        };
        (0..self.count).map(path).collect()
    }

    /// What is wrong with an edge.
    fn told(&self, edge: usize, error: &PathError) -> PyErr {
        let text = error.to_string();
        let name = if text.contains("waypoint 1") {
            "q1"
        } else {
            "q0"
        };
        match self.single {
            true => bad(name, text),
            false => bad_row(name, edge, text),
        }
    }
}

impl PyRobot {
    /// As the library has it.
    pub fn of_library(&self) -> &Robot {
        &self.robot
    }

    fn of_source(source: Source) -> PyResult<PyRobot> {
        let (robot, name) = match &source {
            Source::Builtin(name) => match builtin(name) {
                Some(made) => (made.robot, name.clone()),
                None => {
                    let known = BUILTIN_NAMES.join(", ");
                    return Err(bad("name", format!("{name:?} is none of {known}")));
                }
            },
            Source::Files {
                urdf,
                srdf,
                packages,
            } => {
                let mut folders = Packages::default();
                for (name, folder) in packages {
                    folders.add(name, folder);
                }
                let file = RobotFile::read(urdf, srdf.as_deref(), &folders, MaxSize::default());
                let file = file.map_err(|error| match &error {
                    RobotFileError::Read { source, .. } => unreadable(source, &error),
                    _ => invalid(error),
                })?;
                (file.robot, file.name)
            }
        };
        Ok(PyRobot {
            robot: Arc::new(robot),
            name,
            source,
            nothing: Arc::default(),
            alone: LastCell::default(),
            among: LastCell::default(),
        })
    }

    /// Asks `each` about every edge, among obstacles.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        edges: &Edges,
        around: Option<&Bound<'_, Environment>>,
        each: impl Fn(&Workcell, &Path, &mut Workspace) -> Result<T, PathError> + Sync + Send,
    ) -> PyResult<Vec<T>> {
        let cell = match around {
            Some(around) => self.among.of(&self.robot, around.get().of_robot()),
            None => self.alone.of(&self.robot, &self.nothing),
        };
        let cell = cell.map_err(|error| bad("environment", error))?;
        let cell = cell.borrow_dependent();
        let paths = edges.paths(&self.robot)?;
        let found = match &paths[..] {
            [path] => vec![py.detach(|| with_workspace(|workspace| each(cell, path, workspace)))],
            _ => {
                let one =
                    |workspace: &mut Workspace, edge: usize| each(cell, &paths[edge], workspace);
                answers(py, paths.len(), Workspace::new, one)?
            }
        };
        let found = found.into_iter().enumerate();
        found
            .map(|(edge, one)| one.map_err(|error| edges.told(edge, &error)))
            .collect()
    }

    /// Answers as columns.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        outcomes: &[RobotOutcome],
        around: Option<&Bound<'py, Environment>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let width = self.robot.width();
        let around = around.map_or(&self.nothing, |around| around.get().of_robot());
        let mut rows = Rows::default();
        for outcome in outcomes {
            rows.add(&self.robot, around, width, outcome);
        }
        let configurations = PyArray1::from_vec(py, rows.configuration);
        classes::robot_contacts(py)?.call1((
            PyArray1::from_vec(py, rows.verdict),
            PyArray1::from_vec(py, rows.lower),
            PyArray1::from_vec(py, rows.upper),
            rows.a,
            rows.b,
            rows_out(py, rows.point)?,
            rows_out(py, rows.normal)?,
            configurations.reshape([outcomes.len(), width])?,
        ))
    }
}

/// Columns of answers.
#[derive(Default)]
struct Rows {
    verdict: Vec<u8>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    a: Vec<String>,
    b: Vec<String>,
    point: Vec<[f64; 3]>,
    normal: Vec<[f64; 3]>,
    configuration: Vec<f64>,
}

impl Rows {
    fn add(&mut self, robot: &Robot, around: &Around, width: usize, outcome: &RobotOutcome) {
        let nowhere = [f64::NAN; 3];
        let (verdict, [lower, upper], pair) = match &outcome.verdict {
            RobotVerdict::Free => (0, [1.0, f64::INFINITY], None),
            RobotVerdict::Contact(found) => (
                1,
                [found.contact.lower, found.contact.upper],
                Some(found.pair),
            ),
            RobotVerdict::Overlapping { pairs, .. } => {
                (2, [f64::NAN, 0.0], pairs.first().map(|(pair, _)| *pair))
            }
            RobotVerdict::Undecided {
                free_until,
                pair,
                crossing,
                ..
            } => {
                let bracket = [
                    free_until.unwrap_or(f64::NAN),
                    crossing.unwrap_or(f64::INFINITY),
                ];
                (3, bracket, Some(*pair))
            }
        };
        let contact = outcome.verdict.contact();
        self.verdict.push(verdict);
        self.lower.push(lower);
        self.upper.push(upper);
        let name =
            |party: usize| pair.map_or(String::new(), |pair| name(robot, around, pair[party]));
        self.a.push(name(0));
        self.b.push(name(1));
        let of = contact.map(|found| &found.contact);
        self.point
            .push(of.map_or(nowhere, |contact| contact.point_a.to_array()));
        self.normal
            .push(of.map_or(nowhere, |contact| contact.normal.to_array()));
        match contact {
            Some(found) => self.configuration.extend(&found.configuration),
            None => self
                .configuration
                .extend(std::iter::repeat_n(f64::NAN, width)),
        }
    }
}

/// The link or the obstacle of a party.
fn name(robot: &Robot, around: &Around, party: Party) -> String {
    match party {
        Party::Shape(number) => {
            let shape = robot.all_shapes().nth(number);
            shape.map_or(String::new(), |(link, _)| {
                robot.links()[link].name().to_owned()
            })
        }
        Party::Obstacle(number) => around.obstacles()[number].name.clone(),
    }
}

#[pymethods]
impl PyRobot {
    /// Reads a URDF file, the meshes that it names, and an SRDF file with the pairs of links that need no check. packages
    /// maps package names of "package://" to folders.
    #[staticmethod]
    #[pyo3(signature = (path, srdf=None, packages=None))]
    fn from_urdf(
        path: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<BTreeMap<String, PathBuf>>,
    ) -> PyResult<PyRobot> {
        let packages = packages.unwrap_or_default();
        PyRobot::of_source(Source::Files {
            urdf: path,
            srdf,
            packages,
        })
    }

    /// A built-in robot: arm6, arm7, puma, mannequin, chessmen or hand. `Environment.builtin` has its surroundings.
    #[staticmethod]
    fn builtin(name: String) -> PyResult<PyRobot> {
        PyRobot::of_source(Source::Builtin(name))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// How many numbers a configuration has.
    #[getter]
    fn width(&self) -> usize {
        self.robot.width()
    }

    /// The joint of each number of a configuration.
    #[getter]
    fn joints(&self) -> Vec<&str> {
        let joints = self.robot.joints();
        let coordinates = self.robot.coordinates().iter();
        coordinates
            .map(|coordinate| joints[coordinate.joint].name.as_str())
            .collect()
    }

    /// The links.
    #[getter]
    fn links(&self) -> Vec<&str> {
        self.robot.links().iter().map(|link| link.name()).collect()
    }

    /// The limits of each number of a configuration, (width, 2); infinite where there are none.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let none = [f64::NEG_INFINITY, f64::INFINITY];
        let coordinates = self.robot.coordinates().iter();
        rows_out(
            py,
            coordinates
                .map(|coordinate| coordinate.limits.unwrap_or(none))
                .collect(),
        )
    }

    /// The default configuration.
    #[getter]
    fn default<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.robot.default_configuration())
    }

    /// Where a link's origin is in a configuration: its position and its rotation as x, y, z, w.
    fn link_placement<'py>(
        &self,
        py: Python<'py>,
        link: &str,
        q: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, [f64; 4])> {
        let floats = Floats::shaped(q, "q", ("(width,)", &[self.robot.width()]))?;
        let placements = self
            .robot
            .placements(floats.numbers())
            .map_err(|error| bad("q", error))?;
        let Some(number) = self.robot.link_named(link) else {
            return Err(bad("link", format!("there is no link {link:?}")));
        };
        let at = placements[number];
        Ok((vector_out(py, at.position), at.rotation.to_array()))
    }

    /// When does the robot first touch itself or an obstacle on the straight way from q0 to q1, during [0, 1]? Columns with
    /// one row per edge. q0 and q1 are (width,) or (n, width); one of them may have a single row for all edges.
    #[pyo3(
        signature = (q0, q1, environment=None, **options),
        text_signature = "($self, q0, q1, environment=None, *, tolerance=None, clearance=0.0, budget=None)"
    )]
    fn first_contact<'py>(
        &self,
        q0: &Bound<'py, PyAny>,
        q1: &Bound<'py, PyAny>,
        environment: Option<&Bound<'py, Environment>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let edges = Edges::of(&self.robot, q0, q1)?;
        let limits = Options::of("first_contact", &KNOWN, options)?.limits;
        let outcomes = self.ask(q0.py(), &edges, environment, |cell, path, workspace| {
            path.first_contact(cell, &limits, workspace)
        })?;
        self.columns(q0.py(), &outcomes, environment)
    }

    /// Whether the straight way from q0 to q1 is proven free: a bool, or an array of bools, on all cores.
    #[pyo3(
        signature = (q0, q1, environment=None, **options),
        text_signature = "($self, q0, q1, environment=None, *, tolerance=None, clearance=0.0, budget=None)"
    )]
    fn is_free<'py>(
        &self,
        q0: &Bound<'py, PyAny>,
        q1: &Bound<'py, PyAny>,
        environment: Option<&Bound<'py, Environment>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q0.py();
        let edges = Edges::of(&self.robot, q0, q1)?;
        let limits = Options::of("is_free", &KNOWN, options)?.limits;
        let free = self.ask(py, &edges, environment, |cell, path, workspace| {
            path.is_free(cell, &limits, workspace)
        })?;
        match edges.single {
            true => Ok(free[0].into_pyobject(py)?.to_owned().into_any()),
            false => Ok(PyArray1::from_vec(py, free).into_any()),
        }
    }

    /// How close the robot comes to itself or to an obstacle on the straight way from q0 to q1: intervals of the distance,
    /// (2,) or (n, 2), accurate to a hundredth of it.
    #[pyo3(
        signature = (q0, q1, environment=None, **options),
        text_signature = "($self, q0, q1, environment=None, *, tolerance=None, clearance=0.0, budget=None)"
    )]
    fn smallest_distance<'py>(
        &self,
        q0: &Bound<'py, PyAny>,
        q1: &Bound<'py, PyAny>,
        environment: Option<&Bound<'py, Environment>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q0.py();
        let edges = Edges::of(&self.robot, q0, q1)?;
        let limits = Options::of("smallest_distance", &KNOWN, options)?.limits;
        let found = self.ask(py, &edges, environment, |cell, path, workspace| {
            let found = path.smallest_distance(cell, &limits, workspace)?;
            Ok([found.distance.lower, found.distance.upper])
        })?;
        match edges.single {
            true => Ok(PyArray1::from_slice(py, &found[0]).into_any()),
            false => Ok(rows_out(py, found)?.into_any()),
        }
    }

    /// A trace of the straight way from q0 to q1 with its first contact.
    #[pyo3(signature = (q0, q1, environment=None))]
    fn trace<'py>(
        &self,
        q0: &Bound<'py, PyAny>,
        q1: &Bound<'py, PyAny>,
        environment: Option<&Bound<'py, Environment>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q0.py();
        let edges = Edges::of(&self.robot, q0, q1)?;
        if !edges.single {
            return Err(bad("q0", "a trace is of one edge"));
        }
        let limits = Options::of("trace", &[], None)?.limits;
        let outcomes = self.ask(py, &edges, environment, |cell, path, workspace| {
            path.first_contact(cell, &limits, workspace)
        })?;
        let paths = edges.paths(&self.robot)?;
        let traced = RobotTrace {
            title: &self.name,
            robot: &self.robot,
            path: &paths[0],
            environment: environment.map_or(&*self.nothing, |around| around.get().of_robot()),
            outcome: outcomes.first(),
            answer: None,
        };
        let bytes = write_robot_trace(Vec::new(), &traced, Precision::default(), Compression::None);
        made(py, &bytes.map_err(not_written)?, &self.name)
    }

    fn __repr__(&self) -> String {
        let (links, width) = (self.robot.links().len(), self.robot.width());
        format!("<Robot {:?}: {links} links, {width} numbers>", self.name)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// A robot is pickled as the paths of its files, which must exist when it is unpickled.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, Bound<'py, PyAny>>> {
        let class = slf.get_type();
        Ok(match &slf.get().source {
            Source::Builtin(name) => {
                let arguments = (name,).into_pyobject(slf.py())?;
                (class.getattr("builtin")?, arguments.into_any())
            }
            Source::Files {
                urdf,
                srdf,
                packages,
            } => {
                let arguments = (urdf, srdf, packages).into_pyobject(slf.py())?;
                (class.getattr("from_urdf")?, arguments.into_any())
            }
        })
    }
}

/// Adds the class of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyRobot>()
}
