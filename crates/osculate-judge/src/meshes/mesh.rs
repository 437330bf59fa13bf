//! A triangle mesh as plain numbers.

use glam::DVec3;

/// Corners, and the triangles between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Whatever it is given, if all corners are there.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Mesh {
        let corners = || triangles.iter().flatten();
        assert!(corners().all(|&i| (i as usize) < vertices.len()));
        Mesh {
            vertices,
            triangles,
        }
    }

    /// Where the corners are.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Each by the numbers of its corners.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of a triangle.
    pub fn triangle(&self, number: usize) -> [DVec3; 3] {
        self.triangles[number].map(|i| self.vertices[i as usize])
    }

    /// The same mesh, moved.
    pub fn shifted(&self, by: DVec3) -> Mesh {
        self.mapped(|v| v + by)
    }

    /// The same mesh, `scale` times as large.
    pub fn scaled(&self, scale: f64) -> Mesh {
        self.mapped(|v| v * scale)
    }

    fn mapped(&self, to: impl Fn(DVec3) -> DVec3) -> Mesh {
        Mesh {
            vertices: self.vertices.iter().map(|&v| to(v)).collect(),
            triangles: self.triangles.clone(),
        }
    }
}
