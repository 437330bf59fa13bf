//! The Python module `osculate`: everything the library can do, arrays in and arrays out. One subject a file; what Python sees is
//! typed in `python/osculate/_osculate.pyi`, and what is only data there is written in Python beside it.

mod arrays;
mod batch;
mod cabled;
mod casts;
mod classes;
mod deforming;
mod environment;
mod first_contact;
mod first_contacts;
mod gas;
mod hulls;
mod instant;
mod kept_cell;
mod keywords;
mod method;
mod motion;
mod motions;
mod options;
mod pickled;
mod place;
mod points;
mod recipe;
mod report;
mod robot;
mod rods;
mod scene;
mod shapes;
mod trace;
mod world;

use pyo3::prelude::*;

/// What is compiled of Osculate; `import osculate` has all of it.
#[pymodule(gil_used = true)]
fn _osculate(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    for register in [
        shapes::register,
        hulls::register,
        motion::register,
        motions::register,
        first_contact::register,
        first_contacts::register,
        instant::register,
        casts::register,
        points::register,
        deforming::register,
        environment::register,
        robot::register,
        gas::register,
        world::register,
        rods::register,
        cabled::register,
        trace::register,
    ] {
        register(module)?;
    }
    // The package says what is public.
    module.delattr("__all__")
}
