//! Solid bodies: convex ones, several of them as one, and half-spaces.

use crate::arrays::{ANY, Floats, bad, vector, vector_out};
use crate::pickled::{Reduced, by_restore};
use crate::shapes::{Body, PyShape};
use glam::{DMat3, DQuat, DVec3};
use numpy::PyArray1;
use osculate::shape::{CompoundError, HullCore, HullError, HullForm};
use osculate::{Compound, HalfSpace, Hull, Shape};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A solid convex body, around its own origin.
///
/// >>> from osculate import Hull
/// >>> Hull.box([0.5, 0.5, 0.5])
/// Hull.box([0.5, 0.5, 0.5])
/// >>> Hull.capsule(1.0, 0.25).placed([0, 0, 1])
/// Hull.capsule(1.0, 0.25).placed([0.0, 0.0, 1.0])
/// >>> Hull.box([1, 1, 1]).rounded(0.1).margin
/// 0.1
#[pyclass(name = "Hull", module = "osculate", frozen, extends = PyShape)]
pub struct PyHull;

fn hull_of<'a>(slf: &'a Bound<'_, PyHull>) -> &'a Hull {
    match &slf.as_super().get().body.shape {
        Shape::Hull(hull) => hull,
        _ => unreachable!("a hull is made of one"),
    }
}

fn made<'py>(
    py: Python<'py>,
    name: &str,
    hull: Result<Hull, HullError>,
) -> PyResult<Bound<'py, PyHull>> {
    let body = Body::new(hull.map_err(|error| bad(name, error))?);
    Bound::new(py, PyShape::with(PyHull, body))
}

#[pymethods]
impl PyHull {
    /// A box with these half sides, (3,).
    #[staticmethod]
    #[pyo3(name = "box")]
    fn cuboid<'py>(half_extents: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyHull>> {
        let half = vector(half_extents, "half_extents")?;
        made(half_extents.py(), "half_extents", Hull::cuboid(half))
    }

    /// A ball.
    #[staticmethod]
    fn ball(py: Python<'_>, radius: f64) -> PyResult<Bound<'_, PyHull>> {
        made(py, "radius", Hull::ball(radius))
    }

    /// A capsule along z: all points within `radius` of a segment.
    #[staticmethod]
    fn capsule(py: Python<'_>, half_length: f64, radius: f64) -> PyResult<Bound<'_, PyHull>> {
        made(
            py,
            "half_length, radius",
            Hull::capsule(half_length, radius),
        )
    }

    /// A cylinder along z.
    #[staticmethod]
    fn cylinder(py: Python<'_>, radius: f64, half_height: f64) -> PyResult<Bound<'_, PyHull>> {
        made(
            py,
            "radius, half_height",
            Hull::cylinder(radius, half_height),
        )
    }

    /// A cone along z, its tip up.
    #[staticmethod]
    fn cone(py: Python<'_>, radius: f64, half_height: f64) -> PyResult<Bound<'_, PyHull>> {
        made(py, "radius, half_height", Hull::cone(radius, half_height))
    }

    /// An ellipsoid with these radii, (3,).
    #[staticmethod]
    fn ellipsoid<'py>(radii: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyHull>> {
        let lengths = vector(radii, "radii")?;
        made(radii.py(), "radii", Hull::ellipsoid(lengths))
    }

    /// The convex hull of points, (n, 3).
    #[staticmethod]
    fn points<'py>(points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyHull>> {
        let taken = Floats::shaped(points, "points", ("(n, 3)", &[ANY, 3]))?.points();
        made(points.py(), "points", Hull::polytope(&taken))
    }

    /// This hull with a layer around it.
    fn rounded<'py>(slf: &Bound<'py, Self>, margin: f64) -> PyResult<Bound<'py, PyHull>> {
        made(slf.py(), "margin", hull_of(slf).clone().rounded(margin))
    }

    /// This hull at another place in its body, for parts of a compound. The rotation is x, y, z, w.
    #[pyo3(signature = (position, rotation=None))]
    fn placed<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
        rotation: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyHull>> {
        let position = vector(position, "position")?;
        let rotation = match rotation {
            Some(rotation) => {
                let floats = Floats::shaped(rotation, "rotation", ("(4,)", &[4]))?;
                DQuat::from_slice(floats.numbers())
            }
            None => DQuat::IDENTITY,
        };
        let placed = hull_of(slf).clone().placed(position, rotation);
        let name = match placed {
            Err(HullError::NotUnit(_)) => "rotation",
            _ => "position",
        };
        made(slf.py(), name, placed)
    }

    /// The thickness of the layer around the core: a ball is a point with a layer.
    #[getter]
    fn margin(slf: &Bound<'_, Self>) -> f64 {
        hull_of(slf).margin()
    }

    /// The point that is furthest along a direction.
    fn support<'py>(
        slf: &Bound<'py, Self>,
        direction: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let along = vector(direction, "direction")?;
        Ok(vector_out(slf.py(), hull_of(slf).support(along)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        shown(&hull_of(slf).form())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, HullState>> {
        let form = hull_of(slf).form();
        let (name, numbers) = numbered(&form.core);
        let mut placed = [form.margin; 13];
        placed[1..4].copy_from_slice(&form.centre.to_array());
        placed[4..].copy_from_slice(&form.axes.to_cols_array());
        by_restore(slf, (name, numbers, placed))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        core: &str,
        numbers: Vec<f64>,
        placed: [f64; 13],
    ) -> PyResult<Bound<'py, PyHull>> {
        let [margin, x, y, z, axes @ ..] = placed;
        let Some(core) = core_of(core, &numbers) else {
            return Err(bad(
                "core",
                format!("{core:?} of {} numbers is no core", numbers.len()),
            ));
        };
        // Forms come from hulls only, which are then changed.
        let ball = Hull::ball(margin).map_err(|error| bad("margin", error))?;
        let mut form = ball.form();
        form.core = core;
        form.centre = DVec3::new(x, y, z);
        form.axes = DMat3::from_cols_array(&axes);
        made(py, "core", Hull::of_form(&form))
    }
}

/// The name of a core, its numbers; margin, centre and axes.
type HullState = (&'static str, Vec<f64>, [f64; 13]);

fn numbered(core: &HullCore) -> (&'static str, Vec<f64>) {
    match core {
        HullCore::Point => ("ball", vec![]),
        &HullCore::Segment { half_length } => ("capsule", vec![half_length]),
        HullCore::Cuboid { half } => ("box", half.to_array().to_vec()),
        &HullCore::Cylinder {
            radius,
            half_height,
        } => ("cylinder", vec![radius, half_height]),
        &HullCore::Cone {
            radius,
            half_height,
        } => ("cone", vec![radius, half_height]),
        HullCore::Ellipsoid { radii } => ("ellipsoid", radii.to_array().to_vec()),
        HullCore::Polytope { corners, .. } => (
            "points",
            corners
                .iter()
                .flat_map(|corner| corner.to_array())
                .collect(),
        ),
        _ => unreachable!("the library knows no other core"),
    }
}

fn core_of(name: &str, numbers: &[f64]) -> Option<HullCore> {
    Some(match (name, numbers) {
        ("ball", []) => HullCore::Point,
        ("capsule", &[half_length]) => HullCore::Segment { half_length },
        ("box", &[x, y, z]) => HullCore::Cuboid {
            half: DVec3::new(x, y, z),
        },
        ("cylinder", &[radius, half_height]) => HullCore::Cylinder {
            radius,
            half_height,
        },
        ("cone", &[radius, half_height]) => HullCore::Cone {
            radius,
            half_height,
        },
        ("ellipsoid", &[x, y, z]) => HullCore::Ellipsoid {
            radii: DVec3::new(x, y, z),
        },
        ("points", numbers) => HullCore::Polytope {
            corners: numbers
                .as_chunks()
                .0
                .iter()
                .map(|&p| DVec3::from_array(p))
                .collect(),
            triangles: Vec::new(),
        },
        _ => return None,
    })
}

/// A hull as one would write it.
fn shown(form: &HullForm) -> String {
    let (name, numbers) = numbered(&form.core);
    let mut text = match &form.core {
        HullCore::Point => format!("Hull.ball({:?})", form.margin),
        HullCore::Segment { half_length } => {
            format!("Hull.capsule({half_length:?}, {:?})", form.margin)
        }
        HullCore::Cylinder { .. } | HullCore::Cone { .. } => {
            format!("Hull.{name}({:?}, {:?})", numbers[0], numbers[1])
        }
        HullCore::Polytope { corners, .. } => format!("Hull.points(<{} corners>)", corners.len()),
        _ => format!("Hull.{name}({numbers:?})"),
    };
    let round = matches!(form.core, HullCore::Point | HullCore::Segment { .. });
    if form.margin > 0.0 && !round {
        text += &format!(".rounded({:?})", form.margin);
    }
    let position = form.centre.to_array();
    if form.axes != DMat3::IDENTITY {
        let rotation = DQuat::from_mat3(&form.axes).to_array();
        text += &format!(".placed({position:?}, {rotation:?})");
    } else if form.centre != DVec3::ZERO {
        text += &format!(".placed({position:?})");
    }
    text
}

/// A solid body of several hulls, each where `placed` put it.
///
/// >>> from osculate import Compound, Hull
/// >>> Compound([Hull.ball(1.0), Hull.ball(1.0).placed([2, 0, 0])])
/// Compound([Hull.ball(1.0), Hull.ball(1.0).placed([2.0, 0.0, 0.0])])
#[pyclass(name = "Compound", module = "osculate", frozen, extends = PyShape)]
pub struct PyCompound;

fn compound_of<'a>(slf: &'a Bound<'_, PyCompound>) -> &'a Compound {
    match &slf.as_super().get().body.shape {
        Shape::Compound(compound) => compound,
        _ => unreachable!("a compound is made of one"),
    }
}

#[pymethods]
impl PyCompound {
    #[new]
    fn new(parts: Vec<Bound<'_, PyHull>>) -> PyResult<PyClassInitializer<PyCompound>> {
        let parts = parts.iter().map(|part| hull_of(part).clone()).collect();
        let compound = Compound::new(parts).map_err(|error: CompoundError| bad("parts", error))?;
        Ok(PyShape::with(PyCompound, Body::new(compound)))
    }

    /// The hulls.
    #[getter]
    fn parts<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let parts = compound_of(slf).parts().iter();
        let hulls = parts.map(|part| made(slf.py(), "parts", Ok(part.clone())));
        PyList::new(slf.py(), hulls.collect::<PyResult<Vec<_>>>()?)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let parts = compound_of(slf).parts().iter();
        let parts: Vec<String> = parts.map(|part| shown(&part.form())).collect();
        format!("Compound([{}])", parts.join(", "))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, Bound<'py, PyTuple>>> {
        let parts = PyTuple::new(slf.py(), [PyCompound::parts(slf)?])?;
        Ok((slf.get_type().into_any(), parts))
    }
}

/// Everything behind a plane: all x with normal·x ≤ offset. The normal may have any length but 0.
///
/// >>> from osculate import HalfSpace
/// >>> HalfSpace([0, 0, 2], 0.0)
/// HalfSpace([0.0, 0.0, 1.0], 0.0)
#[pyclass(name = "HalfSpace", module = "osculate", frozen, extends = PyShape)]
pub struct PyHalfSpace;

fn half_space_of<'a>(slf: &'a Bound<'_, PyHalfSpace>) -> &'a HalfSpace {
    match &slf.as_super().get().body.shape {
        Shape::HalfSpace(half_space) => half_space,
        _ => unreachable!("a half-space is made of one"),
    }
}

#[pymethods]
impl PyHalfSpace {
    #[new]
    #[pyo3(signature = (normal, offset=0.0))]
    fn new(normal: &Bound<'_, PyAny>, offset: f64) -> PyResult<PyClassInitializer<PyHalfSpace>> {
        let made = HalfSpace::new(vector(normal, "normal")?, offset);
        let half_space = made.map_err(|error| bad("normal, offset", error))?;
        Ok(PyShape::with(PyHalfSpace, Body::new(half_space)))
    }

    /// The outward unit normal.
    #[getter]
    fn normal<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<f64>> {
        vector_out(slf.py(), half_space_of(slf).normal())
    }

    /// How far the plane is from the origin, along the normal.
    #[getter]
    fn offset(slf: &Bound<'_, Self>) -> f64 {
        half_space_of(slf).offset()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let half_space = half_space_of(slf);
        let normal = half_space.normal().to_array();
        format!("HalfSpace({normal:?}, {:?})", half_space.offset())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, ([f64; 3], f64)>> {
        let half_space = half_space_of(slf);
        let parts = (half_space.normal().to_array(), half_space.offset());
        by_restore(slf, parts)
    }

    /// What was pickled: the normal is a unit vector, and stays as it is.
    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        normal: [f64; 3],
        offset: f64,
    ) -> PyResult<Bound<'py, PyHalfSpace>> {
        let made = HalfSpace::of_unit_normal(DVec3::from_array(normal), offset);
        let body = Body::new(made.map_err(|error| bad("normal", error))?);
        Bound::new(py, PyShape::with(PyHalfSpace, body))
    }
}

/// Adds the classes of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyHull>()?;
    module.add_class::<PyCompound>()?;
    module.add_class::<PyHalfSpace>()
}
