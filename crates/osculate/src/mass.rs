//! Mass, centre and inertia of bodies.
//!
//! ```
//! use osculate::{Hull, glam::DVec3, mass::{MassProperties, Matter}};
//!
//! let die = Hull::cuboid(DVec3::splat(0.4))?.rounded(0.1)?;
//! let mass = MassProperties::of_hull(&die, Matter::Mass(3.0))?;
//! assert_eq!(mass.mass(), 3.0);
//! assert!(mass.centre().length() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Volumes, centres and inertias are in closed form, of rounded bodies too: a layer around a polytope is made of prisms over its
//! faces, sectors around its edges and pieces of balls at its corners. They are right to some hundred units of rounding in
//! proportion to the body's size and its largest moment, wherever the body is; moments of thin bodies are right in proportion to
//! themselves as far as the corners say how thin they are. The one exception is an ellipsoid with a margin, whose integrals are
//! summed numerically until they agree to 1e-11.

mod ellipsoid;
mod error;
mod hull;
mod mesh;
mod moments;
mod polytope;
mod principal;
mod properties;
mod revolved;

pub use error::MassError;
pub use mesh::{MeshSurface, Orientation};
pub use properties::{MassProperties, Matter};
