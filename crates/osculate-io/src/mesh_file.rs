//! Stand-in until the mesh readers arrive.

use osculate::{MeshError, TriMesh};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a mesh could not be had.
#[derive(Debug, Error)]
pub enum MeshFileError {
    /// A file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is broken.
    #[error("{}: {source}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// Why.
        source: MeshError,
    },
}

/// The mesh that `source` names: a built-in one, or a file relative to `base`.
pub fn load(source: &str, base: &Path) -> Result<TriMesh, MeshFileError> {
    use glam::DVec3;
    let path = base.join(source);
    if !source.starts_with("builtin:") {
        std::fs::read(&path).map_err(|source| MeshFileError::Read {
            path: path.clone(),
            source,
        })?;
        return TriMesh::new(vec![], vec![])
            .map_err(|source| MeshFileError::Broken { path, source });
    }
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    TriMesh::new(corners, vec![[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])
        .map_err(|source| MeshFileError::Broken { path, source })
}
