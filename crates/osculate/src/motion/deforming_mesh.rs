//! Meshes that deform.

use super::{LinearPath, LinearPathError};
use crate::mesh::TriMesh;
use alloc::vec::Vec;
use glam::DVec3;
use thiserror::Error;

/// Triangles, and edges without any, whose every corner moves on a straight line during `[0, 1]`: cloth, soft bodies, cables,
/// or several of them as one.
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
    /// The edges that are sides of no triangle, ascending.
    own_edges: Vec<u32>,
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
    /// An edge names a vertex that does not exist.
    #[error("edge {edge} ends at vertex {index}, but there are {vertices} vertices")]
    EdgeOutOfRange {
        /// The edge's index in what was given.
        edge: usize,
        /// The vertex that it names.
        index: u32,
        /// How many there are.
        vertices: usize,
    },
    /// An edge joins vertices of two bodies.
    #[error("edge {edge} joins vertices of two bodies: {ends:?}")]
    EdgeBetweenBodies {
        /// The edge's index in what was given.
        edge: usize,
        /// Its vertices.
        ends: [u32; 2],
    },
    /// There are more or fewer fractions than vertices.
    #[error("there are {fractions} fractions for {vertices} vertices")]
    DifferentFractionCounts {
        /// How many vertices there are.
        vertices: usize,
        /// How many fractions were given.
        fractions: usize,
    },
    /// A fraction is not between 0 and 1.
    #[error("the fraction of vertex {vertex} must be between 0 and 1, not {fraction}")]
    BadFraction {
        /// The vertex's index.
        vertex: usize,
        /// Its fraction.
        fraction: f64,
    },
    /// More vertices, triangles, sides of triangles or edges than can be numbered.
    #[error(
        "the mesh has {0} vertices, triangles, sides of triangles or edges; at most 2^31 - 1 can be numbered"
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
            edges: unique_edges(sides(triangles)),
            triangles: triangles.to_vec(),
            own_edges: Vec::new(),
            bodies: alloc::vec![0],
        })
    }

    /// The same with more edges, by the indices of their vertices: cables and nets, or wires in a cloth. One that is the side of
    /// a triangle, or that is there already, changes nothing; nor does one between a vertex and itself, for which the vertex
    /// stands.
    ///
    /// ```
    /// use glam::DVec3;
    /// use osculate::motion::{DeformingMesh, DeformingMeshError};
    ///
    /// let knots: Vec<DVec3> = (0..5).map(|i| f64::from(i) * DVec3::X).collect();
    /// let cable = DeformingMesh::new(&knots, &knots, &[])?.with_edges(&[[0, 1], [1, 2], [2, 3], [4, 3]])?;
    /// assert_eq!(cable.edges(), [[0, 1], [1, 2], [2, 3], [3, 4]]);
    /// assert_eq!(cable.own_edges(), [0, 1, 2, 3]);
    /// # Ok::<(), DeformingMeshError>(())
    /// ```
    pub fn with_edges(mut self, edges: &[[u32; 2]]) -> Result<DeformingMesh, DeformingMeshError> {
        check_size(edges.len() + self.edges.len(), 0)?;
        let vertices = self.paths.len();
        for (edge, &ends) in edges.iter().enumerate() {
            if let Some(&index) = ends.iter().find(|&&index| index as usize >= vertices) {
                return Err(DeformingMeshError::EdgeOutOfRange {
                    edge,
                    index,
                    vertices,
                });
            }
            if self.body(ends[0]) != self.body(ends[1]) {
                return Err(DeformingMeshError::EdgeBetweenBodies { edge, ends });
            }
        }
        let sides = unique_edges(sides(&self.triangles));
        self.edges = unique_edges(self.edges.iter().chain(edges).copied());
        self.own_edges = (0..self.edges.len() as u32)
            .filter(|&edge| sides.binary_search(&self.edges[edge as usize]).is_err())
            .collect();
        Ok(self)
    }

    /// Sets where the vertices end; they start where they did. Nothing is copied but the positions, and if these are not as
    /// many as the vertices, or not finite, nothing changes.
    ///
    /// ```
    /// use glam::DVec3;
    /// use osculate::motion::{DeformingMesh, DeformingMeshError};
    ///
    /// let start = [DVec3::ZERO, DVec3::X, DVec3::Y];
    /// let mut sail = DeformingMesh::new(&start, &start, &[[0, 1, 2]])?;
    /// sail.set_ends(&[DVec3::Z, DVec3::X, DVec3::Y])?;
    /// sail.advance(&[0.5, 1.0, 1.0])?; // The first vertex stops half way.
    /// assert_eq!(sail.paths()[0].start(), 0.5 * DVec3::Z);
    /// assert_eq!(sail.paths()[0].end(), DVec3::Z);
    /// # Ok::<(), DeformingMeshError>(())
    /// ```
    pub fn set_ends(&mut self, ends: &[DVec3]) -> Result<(), DeformingMeshError> {
        let vertices = self.paths.len();
        if ends.len() != vertices {
            return Err(DeformingMeshError::DifferentVertexCounts {
                start: vertices,
                end: ends.len(),
            });
        }
        if let Some(vertex) = ends.iter().position(|end| !end.is_finite()) {
            return Err(DeformingMeshError::NotFinite {
                vertex,
                error: LinearPathError::NotFinite(ends[vertex]),
            });
        }
        for (path, &end) in self.paths.iter_mut().zip(ends) {
            *path = LinearPath::of_finite(path.start(), end);
        }
        Ok(())
    }

    /// Lets every vertex start at its own fraction of its way, from 0 to 1, as
    /// [`free_fractions`](crate::query::deforming::free_fractions) gives them; it ends where it did. The new start is rounded
    /// (0 and 1 are exact), by up to four units of its coordinates, and what was proven up to the fraction holds but for that.
    pub fn advance(&mut self, fractions: &[f64]) -> Result<(), DeformingMeshError> {
        if fractions.len() != self.paths.len() {
            return Err(DeformingMeshError::DifferentFractionCounts {
                vertices: self.paths.len(),
                fractions: fractions.len(),
            });
        }
        let outside = |fraction: &f64| !(0.0..=1.0).contains(fraction);
        if let Some(vertex) = fractions.iter().position(outside) {
            return Err(DeformingMeshError::BadFraction {
                vertex,
                fraction: fractions[vertex],
            });
        }
        for (path, &fraction) in self.paths.iter_mut().zip(fractions) {
            let (start, end) = (path.start(), path.end());
            // Means of the largest numbers may overflow.
            let start = path.at(fraction).clamp(start.min(end), start.max(end));
            *path = LinearPath::of_finite(start, end);
        }
        Ok(())
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
        let edges: usize = meshes.iter().map(|mesh| mesh.edges.len()).sum();
        let vertices: usize = meshes.iter().map(|mesh| mesh.paths.len()).sum();
        check_size(
            vertices.max(edges),
            meshes.iter().map(|mesh| mesh.triangles.len()).sum(),
        )?;
        let mut joined = DeformingMesh {
            paths: Vec::new(),
            triangles: Vec::new(),
            edges: Vec::new(),
            own_edges: Vec::new(),
            bodies: Vec::new(),
        };
        for mesh in meshes {
            let first = joined.paths.len() as u32;
            let first_edge = joined.edges.len() as u32;
            let own_edges = mesh.own_edges.iter();
            joined.own_edges.extend(own_edges.map(|e| e + first_edge));
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

    /// The sides of the triangles and the edges of their own, each once, by the indices of their two vertices, the smaller one
    /// first; in the order of these. One between a vertex and itself is not among them: the vertex stands for it.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The edges that are sides of no triangle, by their indices in [`DeformingMesh::edges`], ascending.
    pub fn own_edges(&self) -> &[u32] {
        &self.own_edges
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

/// The sides of triangles.
fn sides(triangles: &[[u32; 3]]) -> impl Iterator<Item = [u32; 2]> + '_ {
    let of_one = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
    triangles.iter().flat_map(of_one)
}

/// Each once, sorted.
fn unique_edges(edges: impl Iterator<Item = [u32; 2]>) -> Vec<[u32; 2]> {
    // As whole numbers: they sort several times as fast as pairs.
    let mut edges: Vec<u64> = edges
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
