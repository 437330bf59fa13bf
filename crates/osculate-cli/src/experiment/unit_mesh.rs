//! Meshes of one size.

use glam::DVec3;
use osculate::{TriMesh, mesh::MeshError};

/// The mesh with its box about the origin, and its farthest vertex at distance 1.
pub fn unit(mesh: &TriMesh) -> Result<TriMesh, MeshError> {
    let (low, high) = mesh.vertices().iter().fold(
        (DVec3::INFINITY, DVec3::NEG_INFINITY),
        |(low, high), &vertex| (low.min(vertex), high.max(vertex)),
    );
    let centre = 0.5 * low + 0.5 * high;
    let vertices: Vec<DVec3> = mesh
        .vertices()
        .iter()
        .map(|&vertex| vertex - centre)
        .collect();
    let lengths = vertices.iter().map(|vertex| vertex.length());
    let radius = lengths.fold(0.0, f64::max);
    TriMesh::new(vertices, mesh.triangles().to_vec())?.scaled(1.0 / radius)
}
