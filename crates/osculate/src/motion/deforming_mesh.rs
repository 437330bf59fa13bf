//! Meshes that deform.

use super::{LinearPath, LinearPathError};
use crate::mesh::TriMesh;
use alloc::vec::Vec;
use glam::DVec3;
use thiserror::Error;

/// Triangles whose every corner moves on a straight line during `[0, 1]`: cloth, soft bodies, or several of them as one.
///
/// Its features are all its vertices, used by a triangle or not; all edges, each once; all triangles, which may have no
/// area. Nothing is merged or dropped, so features keep the indices they were given. Any finite coordinates will do.
///
/// ```
/// use glam::DVec3;
/// use osculate::motion::{DeformingMesh, DeformingMeshError};
///
/// let start = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let sail = DeformingMesh::new(&start, &[DVec3::Z, DVec3::X, DVec3::Y], &[[0, 1, 2]])?;
/// assert_eq!(sail.edges(), [[0, 1], [0, 2], [1, 2]]);
/// let broken = DeformingMesh::new(&start, &start[..2], &[[0, 1, 2]]);
/// assert_eq!(broken, Err(DeformingMeshError::DifferentVertexCounts { start: 3, end: 2 }));
/// # Ok::<(), DeformingMeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DeformingMesh {
    paths: Vec<LinearPath>,
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
    /// The first vertex of every body.
    bodies: Vec<u32>,
}

/// Why a [`DeformingMesh`] could not be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DeformingMeshError {
    /// The start has another number of vertices than the end.
    #[error("the mesh has {start} vertices at the start, but {end} at the end")]
    DifferentVertexCounts {
        /// How many at the start.
        start: usize,
        /// How many at the end.
        end: usize,
    },
    /// The start has another number of triangles than the end.
    #[error("the mesh has {start} triangles at the start, but {end} at the end")]
    DifferentTriangleCounts {
        /// How many at the start.
        start: usize,
        /// How many at the end.
        end: usize,
    },
    /// A triangle has other corners at the start than at the end.
    #[error("triangle {triangle} has the corners {start:?} at the start, but {end:?} at the end")]
    DifferentTriangles {
        /// The first such triangle.
        triangle: usize,
        /// Its corners at the start.
        start: [u32; 3],
        /// Its corners at the end.
        end: [u32; 3],
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {vertex}: {error}")]
    NotFinite {
        /// Its index.
        vertex: usize,
        /// Where it was to be.
        error: LinearPathError,
    },
    /// A triangle names a vertex that does not exist.
    #[error(
        "corner {corner} of triangle {triangle} is vertex {index}, but there are {vertices} vertices"
    )]
    IndexOutOfRange {
        /// The triangle's index.
        triangle: usize,
        /// 0, 1 or 2.
        corner: usize,
        /// The vertex that it names.
        index: u32,
        /// How many there are.
        vertices: usize,
    },
    /// More vertices, triangles or sides of triangles than can be numbered.
    #[error(
        "the mesh has {0} vertices, triangles or sides of triangles; at most 2^31 - 1 can be numbered"
    )]
    TooLarge(usize),
}

impl DeformingMesh {
    /// Checks and takes where the vertices start and end, and the triangles between them.
    pub fn new(
        start: &[DVec3],
        end: &[DVec3],
        triangles: &[[u32; 3]],
    ) -> Result<DeformingMesh, DeformingMeshError> {
        if start.len() != end.len() {
            return Err(DeformingMeshError::DifferentVertexCounts {
                start: start.len(),
                end: end.len(),
            });
        }
        check_size(start.len(), triangles.len())?;
        let path = |(vertex, (&start, &end)): (usize, (&DVec3, &DVec3))| {
            LinearPath::new(start, end)
                .map_err(|error| DeformingMeshError::NotFinite { vertex, error })
        };
        let paths: Vec<LinearPath> = start
            .iter()
            .zip(end)
            .enumerate()
            .map(path)
            .collect::<Result<_, _>>()?;
        for (triangle, corners) in triangles.iter().enumerate() {
            for (corner, &index) in corners.iter().enumerate() {
                if index as usize >= paths.len() {
                    return Err(DeformingMeshError::IndexOutOfRange {
                        triangle,
                        corner,
                        index,
                        vertices: paths.len(),
                    });
                }
            }
        }
        Ok(DeformingMesh {
            paths,
            edges: unique_edges(triangles),
            triangles: triangles.to_vec(),
            bodies: alloc::vec![0],
        })
    }

    /// From one mesh to another with the same triangles.
    pub fn between(start: &TriMesh, end: &TriMesh) -> Result<DeformingMesh, DeformingMeshError> {
        let (before, after) = (start.triangles(), end.triangles());
        if before.len() != after.len() {
            return Err(DeformingMeshError::DifferentTriangleCounts {
                start: before.len(),
                end: after.len(),
            });
        }
        if let Some(triangle) = (0..before.len()).find(|&i| before[i] != after[i]) {
            return Err(DeformingMeshError::DifferentTriangles {
                triangle,
                start: before[triangle],
                end: after[triangle],
            });
        }
        DeformingMesh::new(start.vertices(), end.vertices(), before)
    }

    /// Several as one, in their order: vertices, triangles and edges of the second are numbered after those of the first.
    pub fn join(meshes: &[DeformingMesh]) -> Result<DeformingMesh, DeformingMeshError> {
        check_size(
            meshes.iter().map(|mesh| mesh.paths.len()).sum(),
            meshes.iter().map(|mesh| mesh.triangles.len()).sum(),
        )?;
        let mut joined = DeformingMesh {
            paths: Vec::new(),
            triangles: Vec::new(),
            edges: Vec::new(),
            bodies: Vec::new(),
        };
        for mesh in meshes {
            let first = joined.paths.len() as u32;
            let (triangles, edges) = (mesh.triangles.iter(), mesh.edges.iter());
            joined.paths.extend_from_slice(&mesh.paths);
            joined
                .triangles
                .extend(triangles.map(|t| t.map(|v| v + first)));
            joined.edges.extend(edges.map(|e| e.map(|v| v + first)));
            joined.bodies.extend(mesh.bodies.iter().map(|v| v + first));
        }
        Ok(joined)
    }

    /// The paths of the vertices, in the order they were given.
    pub fn paths(&self) -> &[LinearPath] {
        &self.paths
    }

    /// The triangles' vertex indices, in the order they were given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The sides of the triangles, each once, by the indices of their two vertices, the smaller one first; in the order of
    /// these. A side between a vertex and itself is not among them: the vertex stands for it.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// How many bodies there are: 1 unless it was joined.
    pub fn bodies(&self) -> usize {
        self.bodies.len()
    }

    /// The body that a vertex belongs to: its place in what was joined.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn body(&self, vertex: u32) -> usize {
        assert!((vertex as usize) < self.paths.len(), "no vertex {vertex}");
        // Of bodies without vertices, which begin where the next one does, none is meant.
        self.bodies.partition_point(|&first| first <= vertex) - 1
    }

    /// The first vertex of a body, which is what to subtract from its vertices' indices to get those before joining.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn first_vertex(&self, body: usize) -> u32 {
        self.bodies[body]
    }

    /// The first triangle of a body, which is what to subtract from its triangles' indices to get those before joining.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn first_triangle(&self, body: usize) -> u32 {
        let first = self.bodies[body];
        let before = |corners: &[u32; 3]| corners[0] < first;
        self.triangles.partition_point(before) as u32
    }
}

fn check_size(vertices: usize, triangles: usize) -> Result<(), DeformingMeshError> {
    match vertices.max(triangles.saturating_mul(3)) {
        largest if largest >= 1 << 31 => Err(DeformingMeshError::TooLarge(largest)),
        _ => Ok(()),
    }
}

fn unique_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    // As whole numbers: they sort several times as fast as pairs.
    let mut edges: Vec<u64> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .filter(|[a, b]| a != b)
        .map(|[a, b]| u64::from(a.min(b)) << 32 | u64::from(a.max(b)))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
        .into_iter()
        .map(|edge| [(edge >> 32) as u32, edge as u32])
        .collect()
}
