//! The meshes of a robot: each is read once, however many links have it.

use super::packages::Packages;
use super::problem::RobotProblem;
use crate::collada;
use crate::max_size::MaxSize;
use crate::mesh_file::{MeshFileError, load_mesh_within};
use glam::DVec3;
use osculate::{MeshBvh, TriMesh};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What has been read.
pub(super) struct Meshes<'p> {
    packages: &'p Packages,
    urdf: &'p Path,
    most: MaxSize,
    /// What all meshes take together, about, in bytes.
    taken: u64,
    read: BTreeMap<PathBuf, TriMesh>,
    made: BTreeMap<(PathBuf, [u64; 3]), Arc<MeshBvh>>,
}

impl<'p> Meshes<'p> {
    /// Nothing yet. Names count from the URDF file; all meshes together have at most `most` bytes.
    pub fn new(packages: &'p Packages, urdf: &'p Path, most: MaxSize) -> Meshes<'p> {
        Meshes {
            packages,
            urdf,
            most,
            taken: 0,
            read: BTreeMap::new(),
            made: BTreeMap::new(),
        }
    }

    /// The mesh that a URDF file names, `scale` times as large along each axis, with its tree.
    pub fn get(&mut self, name: &str, scale: DVec3) -> Result<Arc<MeshBvh>, RobotProblem> {
        let path = self.packages.resolve(name, self.urdf)?;
        let key = (path.clone(), scale.to_array().map(f64::to_bits));
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        if !self.read.contains_key(&path) {
            let mesh = self.load(&path)?;
            self.take(&mesh)?;
            self.read.insert(path.clone(), mesh);
        }
        let mesh = &self.read[&path];
        let scaled = match scale == DVec3::ONE {
            true => mesh.clone(),
            false => scaled(mesh, scale)?,
        };
        self.take(&scaled)?;
        let made = Arc::new(MeshBvh::new(scaled));
        self.made.insert(key, made.clone());
        Ok(made)
    }

    fn load(&self, path: &Path) -> Result<TriMesh, MeshFileError> {
        let is_collada = path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("dae"));
        match is_collada {
            true => collada::load(path, self.most),
            false => load_mesh_within(path, self.most),
        }
    }

    fn take(&mut self, mesh: &TriMesh) -> Result<(), RobotProblem> {
        let bytes = size_of_val(mesh.vertices()) + size_of_val(mesh.triangles());
        self.taken = self.taken.saturating_add(bytes as u64);
        // What is in memory, the file's bytes gone: three times as much as an STL file has, at most.
        match self.taken > self.most.bytes().saturating_mul(4) {
            true => Err(RobotProblem::MeshesTooLarge(self.most)),
            false => Ok(()),
        }
    }
}

/// The mesh, stretched along its axes. A surface has no inside, so a mirrored one needs nothing turned around.
fn scaled(mesh: &TriMesh, scale: DVec3) -> Result<TriMesh, RobotProblem> {
    let vertices = mesh.vertices().iter().map(|&vertex| vertex * scale);
    TriMesh::new(vertices.collect(), mesh.triangles().to_vec()).map_err(|source| {
        RobotProblem::Scale {
            scale: scale.to_array(),
            source,
        }
    })
}
