//! The convex hull of points: exact for all finite coordinates, whatever is equal, in line or in a plane.

use alloc::vec;
use alloc::vec::Vec;
use cloud::Cloud;
use core::cmp::Ordering;
use glam::DVec3;

mod cloud;
mod facets;
mod orientation;
mod quickhull;

pub(crate) use orientation::orientation;

#[cfg(test)]
mod tests;

/// What the points of a hull span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dimension {
    /// All points are the same.
    Point,
    /// They are on a line.
    Segment,
    /// They are in a plane.
    Polygon,
    /// The hull has a volume.
    Solid,
}

/// The smallest convex set around points.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConvexHull {
    /// The corners, each once: points that were given, up to the sign of zeros. In real arithmetic every point that was
    /// given is in their hull, and none of them is in the hull of the others. A polygon's are in order around it, other
    /// hulls' in lexicographic order.
    pub(crate) vertices: Vec<DVec3>,
    /// The surface of a solid, counter-clockwise from outside; empty for any other. A flat side with more than three
    /// corners is several triangles. None has its corners on a line.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// What the points span.
    pub(crate) dimension: Dimension,
    /// Where the neighbours of each vertex start, and the end: those of vertex i are
    /// `neighbours[first[i]..first[i + 1]]`.
    pub(crate) first: Vec<u32>,
    /// The vertices that share an edge of the triangulated surface with each vertex, in rising order; of a polygon, with
    /// chords across it.
    ///
    /// A vertex v that maximises a linear function among its neighbours maximises it over the hull: all of the hull is
    /// in the cone from v along the hull's edges at v, each of which leads to a neighbour, so a function that does not
    /// rise along them rises towards no point. (Edges that only cut up flat sides do no harm.) From any other vertex some
    /// neighbour is strictly better, in real arithmetic.
    pub(crate) neighbours: Vec<u32>,
}

#[cfg(test)]
impl ConvexHull {
    /// The vertices that share an edge with vertex `i`.
    pub(crate) fn neighbours_of(&self, i: u32) -> &[u32] {
        let i = i as usize;
        &self.neighbours[self.first[i] as usize..self.first[i + 1] as usize]
    }
}

/// How many points a hull can be made of: its six neighbours a vertex are numbered with 32 bits.
pub(crate) const MOST_POINTS: usize = 1 << 29;

/// The convex hull of points: at least one, at most [`MOST_POINTS`], all finite, which is for the caller to check.
///
/// All decisions are those of real arithmetic on the points as given ([`orientation`]), so there is nothing to tune and
/// no input that is too thin, too large or too small. The result does not depend on the order of the points. Time is some
/// n·log n in practice; points made against quickhull may take n².
pub(crate) fn convex_hull(points: &[DVec3]) -> ConvexHull {
    assert!((1..=MOST_POINTS).contains(&points.len()));
    debug_assert!(points.iter().all(|point| point.is_finite()));
    let cloud = Cloud::new(points);
    let last = cloud.len() - 1;
    if last == 0 {
        return ConvexHull::new(&cloud, vec![0], &[], Dimension::Point);
    }
    // The first and the last in lexicographic order are corners in any case.
    let line = [0, last];
    let off_line = |&point: &u32| !cloud.collinear([0, last, point]);
    let Some(third) = find(last, |point| cloud.offside(line, point), off_line) else {
        return ConvexHull::new(&cloud, vec![0, last], &[[0, last, 0]], Dimension::Segment);
    };
    let plane = cloud.plane([0, last, third]);
    let height = |point| cloud.height(&plane, point).abs();
    let off_plane = |&point: &u32| cloud.side(&plane, point) != Ordering::Equal;
    let Some(fourth) = find(last, height, off_plane) else {
        let corners = polygon(&cloud, plane.corners);
        let mut triangles = Vec::new();
        facets::cut(&corners, &mut triangles);
        return ConvexHull::new(&cloud, corners, &triangles, Dimension::Polygon);
    };
    let faces = quickhull::quickhull(&cloud, [0, last, third, fourth]);
    let triangles = facets::facets(&cloud, &faces);
    let mut corners: Vec<u32> = triangles.as_flattened().to_vec();
    corners.sort_unstable();
    corners.dedup();
    ConvexHull::new(&cloud, corners, &triangles, Dimension::Solid)
}

/// A point between the first and the last that will do: the one with the largest measure, or else any.
fn find(last: u32, measure: impl Fn(u32) -> f64, will_do: impl Fn(&u32) -> bool) -> Option<u32> {
    let (best, _) = (1..last)
        .map(|point| (point, measure(point)))
        .reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    Some(best)
        .filter(&will_do)
        .or_else(|| (1..last).find(&will_do))
}

/// The corners of points in the plane of three of them, in order around it.
fn polygon(cloud: &Cloud, triple: [u32; 3]) -> Vec<u32> {
    // Seen along such an axis, no two points of the plane coincide, and lines stay lines.
    let axis = (0..3)
        .find(|&axis| cloud.turn(axis, triple) != Ordering::Equal)
        .expect("three points that are not on a line turn about some axis");
    let [x, y] = [(axis + 1) % 3, (axis + 2) % 3];
    let mut order: Vec<u32> = (0..cloud.len()).collect();
    order.sort_unstable_by(|&i, &j| {
        let [a, b] = [i, j].map(|index| cloud.points[index as usize]);
        a[x].total_cmp(&b[x]).then_with(|| a[y].total_cmp(&b[y]))
    });
    let mut corners: Vec<u32> = Vec::new();
    // There below all points, and back above.
    for way in [false, true] {
        let kept = corners.len();
        for step in 0..order.len() {
            let point = order[if way { order.len() - 1 - step } else { step }];
            while let [.., before, corner] = corners[kept..] {
                if cloud.turn(axis, [before, corner, point]) == Ordering::Greater {
                    break;
                }
                corners.pop();
            }
            corners.push(point);
        }
        // Where one way ends the other begins.
        corners.pop();
    }
    corners
}

impl ConvexHull {
    /// Numbers the corners anew. `triangles` have all edges; two corners of one may be the same.
    fn new(
        cloud: &Cloud,
        corners: Vec<u32>,
        triangles: &[[u32; 3]],
        dimension: Dimension,
    ) -> ConvexHull {
        let mut number = vec![0; cloud.points.len()];
        for (new, &old) in corners.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        let triangles: Vec<[u32; 3]> = triangles
            .iter()
            .map(|triangle| triangle.map(|corner| number[corner as usize]))
            .collect();
        let mut edges: Vec<[u32; 2]> = triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a], [b, a], [c, b], [a, c]])
            .filter(|[a, b]| a != b)
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let first = (0..=corners.len() as u32)
            .map(|corner| edges.partition_point(|edge| edge[0] < corner) as u32)
            .collect();
        ConvexHull {
            vertices: corners.iter().map(|&i| cloud.points[i as usize]).collect(),
            triangles: match dimension {
                Dimension::Solid => triangles,
                _ => Vec::new(),
            },
            dimension,
            first,
            neighbours: edges.iter().map(|edge| edge[1]).collect(),
        }
    }
}
