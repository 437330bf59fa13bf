//! Files for Osculate.
//!
//! | what | function |
//! | --- | --- |
//! | a mesh named by a user: a file, or a shape made on the spot | [`load`] |
//! | a mesh file, OBJ or STL | [`load_mesh`] |
//! | a shape such as `builtin:torus-knot?p=2&q=3&triangles=34600` | [`builtin_mesh`] |
//!
//! Whatever a file holds, the answer is a valid mesh or an error that says what is wrong and where: no panic, and no
//! memory beyond a small multiple of the file's size.

mod builtin;
mod mesh_file;
mod mesh_source;
mod obj;
mod stl;
mod text;

pub use builtin::{BuiltinError, builtin_mesh, builtin_names};
pub use mesh_file::{MeshFileError, Place, load_mesh};
pub use mesh_source::{MeshSourceError, load};
