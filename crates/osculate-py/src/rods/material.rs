//! What cables are made of.

use crate::pickled::{Reduced, by_restore, of_text, text_of};
use osculate_world::rods::RodMaterial;
use pyo3::prelude::*;

/// What a cable is made of: the same section all along, round unless it bends more easily one way than the other.
///
/// >>> from osculate import RodMaterial
/// >>> wire = RodMaterial.wire(0.5e-3)
/// >>> wire.radius, wire.with_surface(friction=0.1, restitution=0.0).friction
/// (0.0005, 0.1)
#[pyclass(name = "RodMaterial", module = "osculate", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub struct PyRodMaterial(pub RodMaterial);

#[pymethods]
impl PyRodMaterial {
    /// A solid round rod: Young's modulus in Pa, Poisson's ratio, density in kg/m³, radius in m.
    #[staticmethod]
    fn solid(young: f64, poisson: f64, density: f64, radius: f64) -> PyRodMaterial {
        PyRodMaterial(RodMaterial::solid(young, poisson, density, radius))
    }

    /// A solid strip: Young's modulus in Pa, Poisson's ratio, density in kg/m³, and how thick it is along both axes of its section, in m.
    ///
    /// >>> from osculate import RodMaterial
    /// >>> blade = RodMaterial.strip(2e11, 0.3, 7850.0, (1e-3, 20e-3))
    /// >>> round(blade.bend_aside / blade.bend)
    /// 400
    #[staticmethod]
    fn strip(young: f64, poisson: f64, density: f64, sides: [f64; 2]) -> PyRodMaterial {
        PyRodMaterial(RodMaterial::strip(young, poisson, density, sides))
    }

    /// Twisted fibres, which bend a thousand times easier than a solid rod.
    #[staticmethod]
    fn rope(radius: f64) -> PyRodMaterial {
        PyRodMaterial(RodMaterial::rope(radius))
    }

    /// Steel.
    #[staticmethod]
    fn wire(radius: f64) -> PyRodMaterial {
        PyRodMaterial(RodMaterial::wire(radius))
    }

    /// Thread.
    #[staticmethod]
    fn thread(radius: f64) -> PyRodMaterial {
        PyRodMaterial(RodMaterial::thread(radius))
    }

    /// Rubber.
    #[staticmethod]
    fn rubber(radius: f64) -> PyRodMaterial {
        PyRodMaterial(RodMaterial::rubber(radius))
    }

    /// With other stiffnesses: against stretching in N, against bending and twisting in N·m².
    fn with_stiffness(&self, stretch: f64, bend: f64, twist: f64) -> PyRodMaterial {
        PyRodMaterial(self.0.with_stiffness(stretch, bend, twist))
    }

    /// With another stiffness against bending towards the second axis of its section, in N·m².
    fn with_bend_aside(&self, bend_aside: f64) -> PyRodMaterial {
        PyRodMaterial(self.0.with_bend_aside(bend_aside))
    }

    /// With another mass per length, in kg/m.
    fn with_density(&self, density: f64) -> PyRodMaterial {
        PyRodMaterial(self.0.with_density(density))
    }

    /// With another friction and restitution.
    fn with_surface(&self, friction: f64, restitution: f64) -> PyRodMaterial {
        PyRodMaterial(self.0.with_surface(friction, restitution))
    }

    /// With another loss of speed to the air, per second.
    fn with_drag(&self, drag: f64) -> PyRodMaterial {
        PyRodMaterial(self.0.with_drag(drag))
    }

    /// How hard it is to stretch, in newtons for twice the length.
    #[getter]
    fn stretch(&self) -> f64 {
        self.0.stretch
    }

    /// How hard it is to bend towards the first axis of its section, in N·m².
    #[getter]
    fn bend(&self) -> f64 {
        self.0.bend
    }

    /// How hard it is to bend towards the second axis of its section, in N·m².
    #[getter]
    fn bend_aside(&self) -> f64 {
        self.0.bend_aside
    }

    /// How hard it is to twist, in N·m².
    #[getter]
    fn twist(&self) -> f64 {
        self.0.twist
    }

    /// Mass per length, in kg/m.
    #[getter]
    fn density(&self) -> f64 {
        self.0.density
    }

    /// Half of its thickness.
    #[getter]
    fn radius(&self) -> f64 {
        self.0.radius
    }

    /// Coulomb's coefficient.
    #[getter]
    fn friction(&self) -> f64 {
        self.0.friction
    }

    /// The share of the normal speed that a hit gives back.
    #[getter]
    fn restitution(&self) -> f64 {
        self.0.restitution
    }

    /// How fast it loses speed to the air, per second.
    #[getter]
    fn drag(&self) -> f64 {
        self.0.drag
    }

    fn __repr__(&self) -> String {
        let RodMaterial {
            radius,
            bend,
            stretch,
            ..
        } = self.0;
        format!("<RodMaterial: radius={radius:?}, bend={bend:?}, stretch={stretch:?}>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String,)>> {
        by_restore(slf, (text_of(&slf.get().0)?,))
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(text: &str) -> PyResult<PyRodMaterial> {
        Ok(PyRodMaterial(of_text(text)?))
    }
}
