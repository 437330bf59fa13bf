//! Several surfaces as one mesh.

use super::{MeshError, TriMesh};
use alloc::vec::Vec;
use glam::{DQuat, DVec3};

/// A mesh put together from others, which may overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assembly {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Assembly {
    pub(crate) fn new() -> Assembly {
        Assembly::default()
    }

    /// Adds a part, turned and then moved.
    pub(crate) fn add(&mut self, part: &TriMesh, position: DVec3, rotation: DQuat) {
        let first = self.vertices.len() as u32;
        let placed = part
            .vertices()
            .iter()
            .map(|&point| rotation * point + position);
        self.vertices.extend(placed);
        let corners = part.triangles().iter();
        self.triangles
            .extend(corners.map(|corners| corners.map(|corner| corner + first)));
    }

    /// Adds what is there once more, mirrored in the plane y = 0.
    pub(crate) fn mirror(&mut self) {
        let first = self.vertices.len() as u32;
        self.vertices.extend_from_within(..);
        for point in &mut self.vertices[first as usize..] {
            point.y = -point.y;
        }
        let parts = self.triangles.len();
        self.triangles.extend_from_within(..);
        for [a, b, c] in &mut self.triangles[parts..] {
            // A mirror image is seen from the other side.
            (*a, *b, *c) = (*a + first, *c + first, *b + first);
        }
    }

    /// The finished mesh.
    pub(crate) fn finish(self) -> Result<TriMesh, MeshError> {
        TriMesh::new(self.vertices, self.triangles)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cuboid;
    use super::super::quad_surface::tests::assert_closed;
    use super::*;

    #[test]
    fn parts_are_placed_and_mirrored() {
        let brick = cuboid(DVec3::new(1.0, 2.0, 3.0)).unwrap();
        let mut pair = Assembly::new();
        pair.add(
            &brick,
            DVec3::new(0.0, 5.0, 0.0),
            DQuat::from_rotation_y(0.3),
        );
        pair.mirror();
        let pair = pair.finish().unwrap();
        assert_closed(&pair, 24, 4);
        let [(low, high), (mirrored_low, mirrored_high)] =
            [&pair.vertices()[..8], &pair.vertices()[8..]].map(|part| {
                part.iter().fold((f64::MAX, f64::MIN), |(low, high), p| {
                    (low.min(p.y), high.max(p.y))
                })
            });
        assert_eq!((low, high), (3.0, 7.0));
        assert_eq!((mirrored_low, mirrored_high), (-7.0, -3.0));
    }
}
