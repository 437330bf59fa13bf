//! Triangle meshes: any soup of triangles, and generators.

use crate::numbers::rounding::{UNIT, sqrt};
use alloc::vec::Vec;
use glam::DVec3;
use thiserror::Error;

mod assembly;
mod bumpy_club;
mod cuboid;
mod gear;
mod icosphere;
mod loft;
mod neighbours;
mod quad_surface;
mod torus_knot;

pub(crate) use assembly::Assembly;
pub use bumpy_club::bumpy_club;
pub use cuboid::{cuboid, cuboid_with};
pub use gear::gear;
pub use icosphere::icosphere;
pub(crate) use loft::{Corner, Section, loft, turned, turned_coarsely};
pub use neighbours::{Neighbour, Neighbours};
pub use torus_knot::torus_knot;

#[cfg(test)]
pub(crate) use quad_surface::tests::assert_closed;

/// The largest length that a shape or a displacement may have.
pub(crate) const LONGEST: f64 = 1e60;
/// The smallest length, other than zero, that a shape or a displacement may have.
pub(crate) const SHORTEST: f64 = 1e-60;

/// A validated triangle soup: the surface of a body, as it comes.
///
/// Triangles may share vertices or not, meet in any way, leave holes, and have no area (then they count as the
/// segment or the point that they are). A mesh is its surface: a body wholly inside a closed mesh, touching no
/// triangle, is disjoint from it.
///
/// ```
/// use glam::DVec3;
/// use osculate::{TriMesh, mesh::MeshError};
///
/// let sail = TriMesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
/// assert_eq!(sail.triangle(0), [DVec3::ZERO, DVec3::X, DVec3::Y]);
/// let broken = TriMesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 3]]);
/// assert_eq!(broken, Err(MeshError::IndexOutOfRange { triangle: 0, corner: 2, index: 3, vertices: 3 }));
/// # Ok::<(), MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[doc(
    alias = "trimesh",
    alias = "triangle mesh",
    alias = "triangle soup",
    alias = "polygon soup"
)]
pub struct TriMesh {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

/// Why a [`TriMesh`] could not be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There is nothing to touch.
    #[error("the mesh has no triangles")]
    NoTriangles,
    /// More triangles or vertices than 32-bit indices can number.
    #[error("the mesh has {0} triangles or vertices; at most 2^31 - 1 can be numbered")]
    TooLarge(usize),
    /// A coordinate is NaN or infinite.
    #[error(
        "vertex {vertex} has the coordinate {value} on axis {axis}, which is not a finite number"
    )]
    NotFinite {
        /// Its index.
        vertex: usize,
        /// 0, 1 or 2 for x, y or z.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
    /// A coordinate is larger than 1e60.
    #[error(
        "vertex {vertex} has the coordinate {value} on axis {axis}; at most 1e60 in magnitude is allowed"
    )]
    TooFar {
        /// Its index.
        vertex: usize,
        /// 0, 1 or 2 for x, y or z.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
    /// The mesh is not a single point at the origin, yet no coordinate reaches 1e-60.
    #[error("the largest coordinate of the mesh is {largest}; it must be 0 or at least 1e-60")]
    TooSmall {
        /// The largest coordinate in magnitude.
        largest: f64,
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
    /// A flat buffer ends in the middle of a vertex or a triangle.
    #[error("{number} {what} are not a multiple of 3")]
    NotThrees {
        /// What it holds.
        what: &'static str,
        /// How many.
        number: usize,
    },
    /// A scale that is zero, NaN, infinite or out of range.
    #[error(
        "a scale must be a finite number other than 0 and between 1e-60 and 1e60 in magnitude, not {0}"
    )]
    BadScale(f64),
    /// A shape was asked for with fewer triangles than it can be made of.
    #[error("a {shape} with these parameters needs at least {least} triangles, not {asked}")]
    TooFewTriangles {
        /// The shape's name.
        shape: &'static str,
        /// How many were asked for.
        asked: usize,
        /// The smallest number that will do.
        least: usize,
    },
    /// A parameter of a shape is out of range.
    #[error("the {parameter} of a {shape} must be {allowed}, not {value}")]
    BadParameter {
        /// The shape's name.
        shape: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// Its value.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// The windings of a torus knot have a common divisor: that is a link of several curves.
    #[error("the windings p = {p} and q = {q} of a torus knot must have no common divisor")]
    NotCoprime {
        /// Windings about the axis of the torus.
        p: u32,
        /// Windings about its core.
        q: u32,
    },
}

impl TriMesh {
    /// Checks and takes vertices and the triangles between them.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<TriMesh, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::NoTriangles);
        }
        let largest_count = triangles.len().max(vertices.len());
        if largest_count >= 1 << 31 {
            return Err(MeshError::TooLarge(largest_count));
        }
        let mut largest = 0.0_f64;
        for (vertex, position) in vertices.iter().enumerate() {
            for (axis, value) in position.to_array().into_iter().enumerate() {
                if !value.is_finite() {
                    return Err(MeshError::NotFinite {
                        vertex,
                        axis,
                        value,
                    });
                }
                if value.abs() > LONGEST {
                    return Err(MeshError::TooFar {
                        vertex,
                        axis,
                        value,
                    });
                }
                largest = largest.max(value.abs());
            }
        }
        if largest > 0.0 && largest < SHORTEST {
            return Err(MeshError::TooSmall { largest });
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            for (corner, &index) in corners.iter().enumerate() {
                if index as usize >= vertices.len() {
                    return Err(MeshError::IndexOutOfRange {
                        triangle,
                        corner,
                        index,
                        vertices: vertices.len(),
                    });
                }
            }
        }
        Ok(TriMesh {
            vertices,
            triangles,
        })
    }

    /// Of `f32` or `f64` triples, as other programs have them.
    ///
    /// ```
    /// use osculate::TriMesh;
    /// let sail = TriMesh::from_arrays(&[[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
    /// assert_eq!(sail.vertices()[1].x, 1.0);
    /// # Ok::<(), osculate::mesh::MeshError>(())
    /// ```
    pub fn from_arrays<C: Copy + Into<f64>>(
        vertices: &[[C; 3]],
        triangles: &[[u32; 3]],
    ) -> Result<TriMesh, MeshError> {
        let vertices = vertices.iter().map(|&v| DVec3::from_array(v.map(C::into)));
        TriMesh::new(vertices.collect(), triangles.to_vec())
    }

    /// Of flat buffers, as graphics programs have them: three coordinates a vertex, three indices a triangle.
    ///
    /// ```
    /// use osculate::{TriMesh, mesh::MeshError};
    /// let corners = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    /// assert_eq!(TriMesh::from_flat(&corners, &[0, 1, 2])?.triangles(), [[0, 1, 2]]);
    /// assert!(TriMesh::from_flat(&corners[1..], &[0, 1, 2]).is_err());
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn from_flat<C: Copy + Into<f64>>(
        coordinates: &[C],
        indices: &[u32],
    ) -> Result<TriMesh, MeshError> {
        let (vertices, odd) = coordinates.as_chunks::<3>();
        let (triangles, odd_indices) = indices.as_chunks::<3>();
        for (what, odd, number) in [
            ("coordinates", odd.len(), coordinates.len()),
            ("indices", odd_indices.len(), indices.len()),
        ] {
            if odd > 0 {
                return Err(MeshError::NotThrees { what, number });
            }
        }
        TriMesh::from_arrays(vertices, triangles)
    }

    /// The vertices, in the order they were given.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The triangles' vertex indices, in the order they were given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of triangle `index`.
    ///
    /// # Panics
    /// If there is no such triangle.
    pub fn triangle(&self, index: usize) -> [DVec3; 3] {
        let [p, q, r] = self.triangles[index];
        let vertex = |corner: u32| self.vertices[corner as usize];
        [vertex(p), vertex(q), vertex(r)]
    }

    /// A ball around a triangle: its centroid, and a radius that is not too small.
    #[inline]
    pub(crate) fn triangle_ball(&self, index: usize) -> (DVec3, f64) {
        let [p, q, r] = self.triangle(index);
        let centre = (p + q + r) / 3.0;
        let square = |x: DVec3| (x - centre).dot(x - centre);
        let farthest = sqrt(square(p).max(square(q)).max(square(r)));
        (centre, farthest * (1.0 + 8.0 * UNIT))
    }

    /// The same mesh, `scale` times as large; a negative scale mirrors it in the origin.
    pub fn scaled(&self, scale: f64) -> Result<TriMesh, MeshError> {
        if !(scale.abs() >= SHORTEST && scale.abs() <= LONGEST) {
            return Err(MeshError::BadScale(scale));
        }
        TriMesh::new(
            self.vertices.iter().map(|&v| v * scale).collect(),
            self.triangles.clone(),
        )
    }
}
