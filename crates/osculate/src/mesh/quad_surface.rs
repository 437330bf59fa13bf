//! Closed surfaces of quadrilaterals, brought to an exact triangle count.

use super::{LONGEST, MeshError, SHORTEST, TriMesh};
use alloc::vec::Vec;
use glam::DVec3;

/// The number of pairs of triangles that a closed surface of about `triangles` has: half, rounded up, since a closed
/// surface has an even number of triangles.
pub(super) fn triangle_pairs(
    shape: &'static str,
    triangles: usize,
    least: u64,
) -> Result<usize, MeshError> {
    let too_few = least > triangles as u64;
    if too_few {
        let least = usize::try_from(least).unwrap_or(usize::MAX);
        return Err(MeshError::TooFewTriangles {
            shape,
            asked: triangles,
            least,
        });
    }
    if triangles >= (1 << 31) - 1 {
        return Err(MeshError::TooLarge(triangles));
    }
    Ok(triangles.div_ceil(2))
}

/// Checks a length that a shape is given.
pub(super) fn check_length(
    shape: &'static str,
    parameter: &'static str,
    value: f64,
) -> Result<(), MeshError> {
    if (SHORTEST..=LONGEST).contains(&value) {
        return Ok(());
    }
    Err(MeshError::BadParameter {
        shape,
        parameter,
        value,
        allowed: "from 1e-60 to 1e60",
    })
}

/// A surface under construction.
///
/// A quadrilateral is two triangles; each point put on its diagonal makes two more and touches no neighbour. So `n`
/// quadrilaterals become any even number of triangles from `2n` on, with the points spread evenly.
pub(super) struct QuadSurface {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    quads: usize,
    points: usize,
    quads_done: usize,
}

impl QuadSurface {
    /// Takes the lattice of vertices, how many quadrilaterals will follow, and how many points go on their diagonals.
    pub(super) fn new(mut vertices: Vec<DVec3>, quads: usize, points: usize) -> QuadSurface {
        vertices.reserve_exact(points);
        let triangles = Vec::with_capacity(2 * (quads + points));
        QuadSurface {
            vertices,
            triangles,
            quads,
            points,
            quads_done: 0,
        }
    }

    /// Adds a triangle as it is.
    pub(super) fn triangle(&mut self, corners: [u32; 3]) {
        self.triangles.push(corners);
    }

    /// Adds the quadrilateral `a b c d`, counterclockwise from outside, cut from `a` to `c`; `on_diagonal` maps (0, 1)
    /// to the points of the surface between those two.
    pub(super) fn quad(&mut self, [a, b, c, d]: [u32; 4], on_diagonal: impl Fn(f64) -> DVec3) {
        let share = |quad: usize| quad as u128 * self.points as u128 / self.quads as u128;
        let points = (share(self.quads_done + 1) - share(self.quads_done)) as usize;
        self.quads_done += 1;
        let mut from = a;
        for point in 1..=points + 1 {
            let mut to = c;
            if point <= points {
                to = self.vertices.len() as u32;
                self.vertices
                    .push(on_diagonal(point as f64 / (points + 1) as f64));
            }
            self.triangles.push([from, b, to]);
            self.triangles.push([from, to, d]);
            from = to;
        }
    }

    /// Adds the quadrilateral `a b c d` of a flat face.
    pub(super) fn flat_quad(&mut self, corners: [u32; 4]) {
        let (from, to) = (
            self.vertices[corners[0] as usize],
            self.vertices[corners[2] as usize],
        );
        self.quad(corners, |share| from * (1.0 - share) + to * share);
    }

    /// The finished mesh.
    pub(super) fn finish(self) -> Result<TriMesh, MeshError> {
        TriMesh::new(self.vertices, self.triangles)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Checks that a mesh is closed, orientable, outward, free of zero-area triangles, and as large as it should be.
    pub(crate) fn assert_closed(mesh: &TriMesh, triangles: usize, euler_characteristic: i64) {
        assert_eq!(mesh.triangles().len(), triangles);
        // Both ends in one number, as numbers are sorted faster than pairs.
        let edge = |from: u32, to: u32| u64::from(from) << 32 | u64::from(to);
        let mut edges: Vec<u64> = mesh
            .triangles()
            .iter()
            .flat_map(|&[a, b, c]| [edge(a, b), edge(b, c), edge(c, a)])
            .collect();
        edges.sort_unstable();
        assert!(
            edges.windows(2).all(|pair| pair[0] != pair[1]),
            "a directed edge occurs twice"
        );
        let mut reversed: Vec<u64> = edges.iter().map(|edge| edge.rotate_left(32)).collect();
        reversed.sort_unstable();
        assert!(edges == reversed, "an edge has a triangle on one side only");
        let mut used = vec![false; mesh.vertices().len()];
        mesh.triangles()
            .iter()
            .flatten()
            .for_each(|&corner| used[corner as usize] = true);
        assert!(
            used.iter().all(|&used| used),
            "a vertex belongs to no triangle"
        );
        let characteristic =
            mesh.vertices().len() as i64 - edges.len() as i64 / 2 + triangles as i64;
        assert_eq!(characteristic, euler_characteristic);
        let mut volume = 0.0;
        for index in 0..triangles {
            let [a, b, c] = mesh.triangle(index);
            assert!(
                (b - a).cross(c - a).length() > 0.0,
                "triangle {index} has no area"
            );
            volume += a.dot(b.cross(c)) / 6.0;
        }
        assert!(volume > 0.0, "the volume is {volume}");
    }

    #[test]
    fn points_are_spread_evenly() {
        let square = vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y];
        for points in 0..30 {
            let mut surface = QuadSurface::new(square.clone(), 7, points);
            let mut counts = Vec::new();
            for _ in 0..7 {
                let before = surface.triangles.len();
                surface.flat_quad([0, 1, 2, 3]);
                counts.push(surface.triangles.len() - before);
            }
            assert_eq!(counts.iter().sum::<usize>(), 2 * (7 + points));
            assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 2);
        }
    }

    #[test]
    fn counts_out_of_range_are_errors() {
        let too_few = MeshError::TooFewTriangles {
            shape: "box",
            asked: 11,
            least: 12,
        };
        assert_eq!(triangle_pairs("box", 11, 12), Err(too_few));
        assert_eq!(
            triangle_pairs("box", usize::MAX, 12),
            Err(MeshError::TooLarge(usize::MAX))
        );
        assert_eq!(triangle_pairs("box", 13, 12), Ok(7));
    }
}
