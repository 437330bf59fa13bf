//! D2M's hierarchy (section VI-A): boxes are halved, and every part gets the smallest ball around its own corners, cut
//! off across their mean normal where they are flat.

use super::Node;
use crate::mesh::TriMesh;
use crate::volume::CutBall;
use alloc::vec::Vec;
use glam::DVec3;

/// From this depth on triangles are halved by number instead of boxes by length. A mesh has fewer than 2³¹ triangles,
/// so the deepest leaf is at most 64 + 31 = 95 below the root, however unevenly the triangles are spread.
const EVEN_FROM: u32 = 64;

/// A triangle: its number, its vertices, where it lies, and its normal, as long as its area is large.
#[derive(Clone, Copy)]
struct Item {
    number: u32,
    vertices: [u32; 3],
    centroid: DVec3,
    normal: DVec3,
}

/// A node yet to be made, with the range of its triangles.
#[derive(Clone, Copy)]
struct Open {
    node: usize,
    start: usize,
    end: usize,
    depth: u32,
}

/// Builds the tree: its nodes, and the triangles' numbers in the order of the leaves.
///
/// A node becomes a leaf if it has one triangle, or if `epsilon` is positive and not less than its ball's diameter.
/// Takes O(n log n) time where triangles are spread evenly, and O(n) for each of 96 levels at worst; the memory is
/// taken once, not by node.
pub(super) fn spheres(mesh: &TriMesh, epsilon: f64) -> (Vec<Node<CutBall>>, Vec<u32>) {
    let mut items: Vec<Item> = mesh
        .triangles()
        .iter()
        .enumerate()
        .map(|(index, &vertices)| {
            let [a, b, c] = mesh.triangle(index);
            Item {
                number: index as u32,
                vertices,
                centroid: (a + b + c) / 3.0,
                normal: (b - a).cross(c - a),
            }
        })
        .collect();
    let mut corners = Corners::new(mesh);
    let unmade = Node {
        volume: CutBall::ball(DVec3::ZERO, 0.0),
        link: 0,
        count: 0,
    };
    let mut nodes = Vec::with_capacity(2 * items.len() - 1);
    nodes.push(unmade);
    let mut stack = alloc::vec![Open {
        node: 0,
        start: 0,
        end: items.len(),
        depth: 0,
    }];
    while let Some(open) = stack.pop() {
        let range = &mut items[open.start..open.end];
        let points = corners.of(range, open.node);
        let normal = range
            .iter()
            .fold(DVec3::ZERO, |sum, item| sum + item.normal);
        let volume = CutBall::enclosing(points).between_planes(normal, points);
        if range.len() == 1 || epsilon > 0.0 && 2.0 * volume.radius <= epsilon {
            nodes[open.node] = Node {
                volume,
                link: open.start as u32,
                count: range.len() as u32,
            };
            continue;
        }
        let middle = open.start + split(range, points, open.depth);
        let first = nodes.len();
        nodes[open.node] = Node {
            volume,
            link: first as u32,
            count: 0,
        };
        nodes.extend([unmade; 2]);
        let depth = open.depth + 1;
        let child = |node, start, end| Open {
            node,
            start,
            end,
            depth,
        };
        stack.push(child(first + 1, middle, open.end));
        stack.push(child(first, open.start, middle));
    }
    nodes.shrink_to_fit();
    (nodes, items.iter().map(|item| item.number).collect())
}

/// The corners of some triangles, each vertex once: in a closed mesh that is a sixth of them.
struct Corners<'a> {
    vertices: &'a [DVec3],
    /// The last node that has had this vertex, counted from 1.
    seen: Vec<u32>,
    points: Vec<DVec3>,
}

impl Corners<'_> {
    fn new(mesh: &TriMesh) -> Corners<'_> {
        Corners {
            vertices: mesh.vertices(),
            seen: alloc::vec![0; mesh.vertices().len()],
            points: Vec::with_capacity(mesh.vertices().len()),
        }
    }

    fn of(&mut self, items: &[Item], node: usize) -> &[DVec3] {
        let mark = node as u32 + 1;
        self.points.clear();
        for vertex in items.iter().flat_map(|item| item.vertices) {
            let vertex = vertex as usize;
            if self.seen[vertex] != mark {
                self.seen[vertex] = mark;
                self.points.push(self.vertices[vertex]);
            }
        }
        &self.points
    }
}

/// Reorders the triangles so that those before the returned position become the first child; neither child is empty.
fn split(items: &mut [Item], points: &[DVec3], depth: u32) -> usize {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for &point in points {
        low = low.min(point);
        high = high.max(point);
    }
    let sides = high - low;
    let broadest = (1..3).fold(0, |most, axis| {
        if sides[axis] > sides[most] {
            axis
        } else {
            most
        }
    });
    if depth < EVEN_FROM {
        let middle = low[broadest] + 0.5 * sides[broadest];
        let mut next = 0;
        for i in 0..items.len() {
            if items[i].centroid[broadest] < middle {
                items.swap(i, next);
                next += 1;
            }
        }
        if next > 0 && next < items.len() {
            return next;
        }
    }
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |i, j| {
        let order = i.centroid[broadest].total_cmp(&j.centroid[broadest]);
        order.then(i.number.cmp(&j.number))
    });
    half
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{cuboid, gear, icosphere, torus_knot};

    /// Checks all that is promised; returns the number of nodes and the depth of the deepest leaf.
    fn check(mesh: &TriMesh, epsilon: f64) -> (usize, u32) {
        let (nodes, order) = spheres(mesh, epsilon);
        let mut found = alloc::vec![0; mesh.triangles().len()];
        let mut visited = 0;
        let mut deepest = 0;
        // The triangles below an inner node come back on the way up, as a range of `order`.
        let mut stack = alloc::vec![(0_usize, 0_u32)];
        let mut ranges = alloc::vec![(0_usize, 0_usize); nodes.len()];
        while let Some((index, depth)) = stack.pop() {
            visited += 1;
            deepest = deepest.max(depth);
            let node = &nodes[index];
            let diameter = 2.0 * node.volume.radius;
            if node.count == 0 {
                assert!(epsilon <= 0.0 || diameter > epsilon);
                let first = node.link as usize;
                assert!(first > index, "children come after their parent");
                stack.extend([(first + 1, depth + 1), (first, depth + 1)]);
            } else {
                assert!(node.count == 1 || diameter <= epsilon);
                let (start, end) = (node.link as usize, (node.link + node.count) as usize);
                ranges[index] = (start, end);
                for &triangle in &order[start..end] {
                    found[triangle as usize] += 1;
                }
            }
        }
        assert_eq!(visited, nodes.len());
        assert!(found.iter().all(|&times| times == 1));
        for (index, node) in nodes.iter().enumerate().rev() {
            if node.count == 0 {
                let (left, right) = (ranges[node.link as usize], ranges[node.link as usize + 1]);
                assert_eq!(left.1, right.0);
                ranges[index] = (left.0, right.1);
            }
            let (start, end) = ranges[index];
            assert!(start < end);
            for &triangle in &order[start..end] {
                let corners = mesh.triangle(triangle as usize);
                assert!(node.volume.holds(&corners), "{index}: {corners:?}");
            }
        }
        assert_eq!(ranges[0], (0, order.len()));
        (nodes.len(), deepest)
    }

    #[test]
    fn every_triangle_is_in_one_leaf_and_in_all_balls_above() {
        for mesh in [
            icosphere(2.0, 2_000),
            torus_knot(2, 3, 3_000),
            gear(9, 1_500),
            cuboid(DVec3::new(1.0, 2.0, 1e-3)),
        ] {
            let mesh = mesh.unwrap();
            let triangles = mesh.triangles().len();
            let (nodes, depth) = check(&mesh, 0.0);
            assert_eq!(nodes, 2 * triangles - 1);
            assert!(depth < 40, "{depth}");
            let mut fewer = nodes;
            for epsilon in [1e-3, 0.1, 0.5, 100.0] {
                let (nodes, _) = check(&mesh, epsilon);
                assert!(nodes <= fewer);
                fewer = nodes;
            }
            assert_eq!(fewer, 1);
        }
    }

    #[test]
    fn balls_are_those_of_the_raw_geometry() {
        let mesh = icosphere(1.0, 5_000).unwrap();
        let (nodes, _) = spheres(&mesh, 0.0);
        // Halves of a ball have its radius; a union of two balls would be larger.
        assert!(
            nodes[..3]
                .iter()
                .all(|node| node.volume.radius <= 1.0 + 1e-9)
        );
    }

    fn soup(triangles: impl Iterator<Item = [DVec3; 3]>) -> TriMesh {
        let vertices: Vec<DVec3> = triangles.flatten().collect();
        let count = vertices.len() as u32 / 3;
        let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        TriMesh::new(vertices, triangles.collect()).unwrap()
    }

    #[test]
    fn identical_triangles_are_halved() {
        let triangle = [DVec3::X, DVec3::Y, DVec3::new(0.3, 0.1, 0.7)];
        let mesh = soup((0..10_000).map(|_| triangle));
        assert_eq!(check(&mesh, 0.0), (19_999, 14));
        assert_eq!(check(&mesh, 2.0), (1, 0));
        let shared = TriMesh::new(triangle.to_vec(), alloc::vec![[0, 1, 2]; 10_000]);
        assert_eq!(check(&shared.unwrap(), 0.0), (19_999, 14));
        let point = soup((0..1_000).map(|_| [DVec3::ONE; 3]));
        assert_eq!(check(&point, 0.0), (1_999, 10));
        assert_eq!(check(&point, 1e-9), (1, 0));
    }

    #[test]
    fn uneven_triangles_stay_within_the_depth() {
        let mut size = 1.0;
        let mesh = soup((0..1_000).map(|_| {
            size *= 0.5;
            [DVec3::X, DVec3::new(1.25, 0.25, 0.0), DVec3::ONE].map(|corner| size * corner)
        }));
        let (nodes, depth) = check(&mesh, 0.0);
        assert_eq!(nodes, 1_999);
        assert!((64..=64 + 10).contains(&depth), "{depth}");
        check(&mesh, 1e-3);
    }

    #[test]
    fn triangles_without_area() {
        let mesh = soup((0..500).map(|i| {
            let at = DVec3::new(f64::from(i % 7), f64::from(i % 11), 0.0);
            match i % 3 {
                0 => [at; 3],
                1 => [at, at + DVec3::Z, at],
                _ => [at, at + DVec3::X, at + 3.0 * DVec3::X],
            }
        }));
        check(&mesh, 0.0);
        check(&mesh, 1.0);
    }
}
