//! Meshes as a user names them.

use crate::builtin::{BuiltinError, PREFIX, builtin_mesh};
use crate::max_size::MaxSize;
use crate::mesh_file::{MeshFileError, load_mesh_within};
use osculate::TriMesh;
use std::path::Path;
use thiserror::Error;

/// Why [`load`] could not come up with a mesh.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MeshSourceError {
    /// It is a file, and that is at fault.
    #[error(transparent)]
    File(#[from] MeshFileError),
    /// It is a built-in shape, and its name is at fault.
    #[error(transparent)]
    Builtin(#[from] BuiltinError),
}

/// The mesh that `source` names: a built-in shape if it begins with `builtin:` (see [`builtin_mesh`]), else a file, whose
/// path counts from the folder `base` (see [`load_mesh`](crate::load_mesh)) and which has at most `most` bytes.
///
/// ```
/// use osculate_io::{MaxSize, load};
/// let knot = load("builtin:torus-knot?p=2&q=3&triangles=600", ".".as_ref(), MaxSize::default())?;
/// assert_eq!(knot.triangles().len(), 600);
/// let error = load("bunny.off", "models".as_ref(), MaxSize::default()).unwrap_err();
/// assert_eq!(error.to_string(), "models/bunny.off: unknown kind of mesh file; known are .obj, .ply and .stl");
/// # Ok::<(), osculate_io::MeshSourceError>(())
/// ```
pub fn load(source: &str, base: &Path, most: MaxSize) -> Result<TriMesh, MeshSourceError> {
    if source.starts_with(PREFIX) {
        return Ok(builtin_mesh(source)?);
    }
    Ok(load_mesh_within(&base.join(source), most)?)
}
