//! What is written in Python and needed here: enumerations, and columns of answers.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A class or function of a module of the package.
fn of_package<'py>(
    py: Python<'py>,
    kept: &PyOnceLock<Py<PyAny>>,
    (module, name): (&str, &str),
) -> PyResult<Bound<'py, PyAny>> {
    let import = || PyResult::Ok(py.import(module)?.getattr(name)?.unbind());
    Ok(kept.get_or_try_init(py, import)?.bind(py).clone())
}

macro_rules! classes {
    ($($(#[$about:meta])* $function:ident: $module:literal, $name:literal;)*) => {$(
        $(#[$about])*
        pub fn $function(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
            static KEPT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            of_package(py, &KEPT, ($module, $name))
        }
    )*};
}

classes! {
    /// The verdicts.
    verdict: "osculate._verdict", "Verdict";
    /// Answers of `first_contacts`.
    first_contacts: "osculate._columns", "FirstContacts";
    /// Answers of `separations`.
    separations: "osculate._columns", "Separations";
    /// Answers of `penetrations`.
    penetrations: "osculate._columns", "Penetrations";
    /// Answers of `contacts`.
    piece_contacts: "osculate._columns", "PieceContacts";
    /// Answers of `vertex_face` and `edge_edge`.
    point_contacts: "osculate._columns", "PointContacts";
    /// Answers of `deforming_contacts`.
    deforming_contacts: "osculate._columns", "DeformingContacts";
    /// Answers about robots.
    robot_contacts: "osculate._columns", "RobotContacts";
    /// Events of a gas.
    gas_events: "osculate._columns", "GasEvents";
    /// Contacts of a world.
    world_contacts: "osculate._columns", "WorldContacts";
    /// Events of a world.
    world_events: "osculate._columns", "WorldEvents";
    /// What many rays met in a world.
    world_hits: "osculate._columns", "WorldHits";
    /// What a ray or a shape met in a world.
    world_hit: "osculate._world", "WorldHit";
    /// The body nearest to a point.
    nearest_body: "osculate._world", "NearestBody";
    /// Traces.
    trace: "osculate._trace", "Trace";
}
