//! Which triangles of a mesh meet in corners and edges.

use super::TriMesh;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

/// The triangles of a mesh that meet, by equal coordinates of their corners: files without indices have nothing else.
///
/// ```
/// use osculate::{TriMesh, glam::DVec3, mesh::{Neighbour, Neighbours}};
/// // Two triangles of a square, without a corner in common but for their coordinates.
/// let [a, b, c, d] = [DVec3::ZERO, DVec3::X, DVec3::ONE, DVec3::Y];
/// let square = TriMesh::new(vec![a, b, c, a, c, d], vec![[0, 1, 2], [3, 4, 5]])?;
/// let neighbours = Neighbours::new(&square);
/// assert_eq!(neighbours.across(0, 2), Neighbour::One(1)); // From c to a.
/// assert_eq!(neighbours.across(0, 0), Neighbour::None);
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "adjacency", alias = "half-edge")]
pub struct Neighbours {
    /// The points that the corners of each triangle are, numbered by their coordinates.
    points: Vec<[u32; 3]>,
    /// Where the triangles of each point begin in `around`, and where the last ones end.
    first: Vec<u32>,
    around: Vec<u32>,
}

/// What is on the other side of an edge of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Neighbour {
    /// Nothing: the edge is on a border, or has no length.
    None,
    /// One triangle.
    One(u32),
    /// More than one: three triangles or more have this edge.
    Several,
}

impl Neighbours {
    /// Of a mesh, in O(n log n) time.
    pub fn new(mesh: &TriMesh) -> Neighbours {
        let vertices = mesh.vertices();
        let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
        let at = |&number: &u32| vertices[number as usize];
        order.sort_unstable_by(|p, q| compare(at(p), at(q)));
        let mut point = vec![0_u32; vertices.len()];
        let mut count = 0;
        for (place, number) in order.iter().enumerate() {
            if place > 0 && at(number) != at(&order[place - 1]) {
                count += 1;
            }
            point[*number as usize] = count;
        }
        let points: Vec<[u32; 3]> = mesh
            .triangles()
            .iter()
            .map(|corners| corners.map(|corner| point[corner as usize]))
            .collect();
        let mut first = vec![0_u32; count as usize + 2];
        for number in points.iter().flat_map(distinct) {
            first[number as usize + 1] += 1;
        }
        for number in 1..first.len() {
            first[number] += first[number - 1];
        }
        let mut around = vec![0_u32; first[first.len() - 1] as usize];
        let mut next = first.clone();
        for (triangle, corners) in points.iter().enumerate() {
            for number in distinct(corners) {
                let place = &mut next[number as usize];
                around[*place as usize] = triangle as u32;
                *place += 1;
            }
        }
        Neighbours {
            points,
            first,
            around,
        }
    }

    /// All triangles that have this corner of a triangle, that triangle among them, by their numbers.
    ///
    /// # Panics
    /// If there is no such triangle, or the corner is not 0, 1 or 2.
    pub fn around(&self, triangle: u32, corner: usize) -> &[u32] {
        self.around_point(self.points[triangle as usize][corner])
    }

    /// What is on the other side of the edge from this corner of a triangle to the next.
    ///
    /// # Panics
    /// If there is no such triangle, or the corner is not 0, 1 or 2.
    pub fn across(&self, triangle: u32, corner: usize) -> Neighbour {
        let points = self.points[triangle as usize];
        let (from, to) = (points[corner], points[(corner + 1) % 3]);
        if from == to {
            return Neighbour::None;
        }
        let mut found = Neighbour::None;
        for &other in self.around_point(from) {
            if other == triangle || !self.points[other as usize].contains(&to) {
                continue;
            }
            if found != Neighbour::None {
                return Neighbour::Several;
            }
            found = Neighbour::One(other);
        }
        found
    }

    /// The points that the corners of each triangle are, numbered by their coordinates.
    pub(crate) fn points(&self) -> &[[u32; 3]] {
        &self.points
    }

    /// The memory that they take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.points[..]) + size_of_val(&self.first[..]) + size_of_val(&self.around[..])
    }

    fn around_point(&self, point: u32) -> &[u32] {
        let [from, to] = [point, point + 1].map(|number| self.first[number as usize] as usize);
        &self.around[from..to]
    }
}

/// The corners of a triangle that are different points.
fn distinct(corners: &[u32; 3]) -> impl Iterator<Item = u32> {
    let [p, q, r] = *corners;
    let second = (q != p).then_some(q);
    let third = (r != p && r != q).then_some(r);
    [Some(p), second, third].into_iter().flatten()
}

/// Coordinates are numbers, and a zero has no sign.
fn compare(p: DVec3, q: DVec3) -> Ordering {
    let number = |x: f64, y: f64| x.partial_cmp(&y).unwrap_or(Ordering::Equal);
    number(p.x, q.x)
        .then(number(p.y, q.y))
        .then(number(p.z, q.z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::icosphere;

    /// The mesh without indices: every triangle has corners of its own, and zeros have either sign.
    fn torn(mesh: &TriMesh) -> TriMesh {
        let sign = |x: f64, i: usize| if x == 0.0 && i % 2 == 1 { -0.0 } else { x };
        let corners: Vec<DVec3> = (0..mesh.triangles().len())
            .flat_map(|i| {
                mesh.triangle(i)
                    .map(|v| DVec3::new(sign(v.x, i), sign(v.y, i), sign(v.z, i)))
            })
            .collect();
        let triangles = (0..mesh.triangles().len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        let triangles = triangles.collect();
        TriMesh::new(corners, triangles).unwrap()
    }

    #[test]
    fn every_edge_of_a_ball_has_one_neighbour_with_and_without_indices() {
        let ball = icosphere(1.0, 320).unwrap();
        let (whole, torn) = (Neighbours::new(&ball), Neighbours::new(&torn(&ball)));
        for triangle in 0..320_u32 {
            for corner in 0..3 {
                let Neighbour::One(other) = whole.across(triangle, corner) else {
                    panic!("{triangle} has no one neighbour at {corner}");
                };
                assert_eq!(torn.across(triangle, corner), Neighbour::One(other));
                assert!((0..3).any(|i| whole.across(other, i) == Neighbour::One(triangle)));
                let around = whole.around(triangle, corner);
                assert_eq!(around, torn.around(triangle, corner));
                assert!(around.contains(&triangle) && [5, 6].contains(&around.len()));
            }
        }
    }

    #[test]
    fn borders_fins_and_degenerate_triangles() {
        let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, -DVec3::Y];
        let triangles = vec![[0, 1, 2], [1, 0, 3], [0, 1, 4], [3, 3, 2], [2, 2, 2]];
        let neighbours = Neighbours::new(&TriMesh::new(points.to_vec(), triangles).unwrap());
        assert_eq!(neighbours.across(0, 0), Neighbour::Several);
        assert_eq!(neighbours.across(0, 1), Neighbour::None);
        assert_eq!(neighbours.across(1, 0), Neighbour::Several);
        assert_eq!(neighbours.across(3, 0), Neighbour::None);
        assert_eq!(neighbours.across(4, 0), Neighbour::None);
        assert_eq!(neighbours.around(0, 2), [0, 3, 4]);
    }
}
