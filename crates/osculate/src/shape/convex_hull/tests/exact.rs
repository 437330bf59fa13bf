//! What a convex hull is, in whole numbers, and by other means than those of the library.
//!
//! Points become whole numbers by a power of two for each axis: that changes neither what is in line or in a plane nor
//! which side of it is which.

use super::super::{ConvexHull, Dimension};
use glam::DVec3;
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Add, Mul, Sub};

/// Whole numbers that do not overflow here.
pub trait Number:
    Clone + Ord + From<i32> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}

impl Number for i128 {}
impl Number for BigInt {}

pub type Vector<N> = [N; 3];

pub fn minus<N: Number>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| a[i].clone() - b[i].clone())
}

pub fn cross<N: Number>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j].clone() * b[k].clone() - a[k].clone() * b[j].clone()
    })
}

pub fn dot<N: Number>(a: &Vector<N>, b: &Vector<N>) -> N {
    let [x, y, z] = std::array::from_fn(|i| a[i].clone() * b[i].clone());
    x + y + z
}

pub fn sign<N: Number>(x: &N) -> Ordering {
    x.cmp(&N::from(0))
}

fn is_zero<N: Number>(v: &Vector<N>) -> bool {
    v.iter().all(|x| sign(x).is_eq())
}

/// The sign of `(b − a) × (c − a) · (d − a)`.
pub fn orientation<N: Number>([a, b, c, d]: [&Vector<N>; 4]) -> Ordering {
    sign(&dot(&cross(&minus(b, a), &minus(c, a)), &minus(d, a)))
}

/// The points as whole numbers.
pub fn wholes(points: &[DVec3]) -> Vec<Vector<BigInt>> {
    let parts = |x: f64| {
        let (fraction, exponent) = libm::frexp(x);
        let digits = libm::scalbn(fraction, 53) as i64;
        let zeros = if digits == 0 {
            0
        } else {
            digits.trailing_zeros()
        };
        (digits >> zeros, exponent - 53 + zeros as i32)
    };
    let lowest: [i32; 3] = std::array::from_fn(|axis| {
        let exponents = points
            .iter()
            .filter(|point| point[axis] != 0.0)
            .map(|point| parts(point[axis]).1);
        exponents.min().unwrap_or(0)
    });
    let whole = |axis: usize, x: f64| {
        let (digits, exponent) = parts(x);
        if digits == 0 {
            BigInt::from(0)
        } else {
            BigInt::from(digits) << (exponent - lowest[axis])
        }
    };
    points
        .iter()
        .map(|point| std::array::from_fn(|axis| whole(axis, point[axis])))
        .collect()
}

/// The same in numbers that are faster, if they are small enough for all that is done with them.
fn smalls(points: &[Vector<BigInt>]) -> Option<Vec<Vector<i128>>> {
    // Differences of 18 bits, normals of 37, their products of 75, and volumes of those of 114.
    let small = |x: &BigInt| i32::try_from(x).ok().filter(|x| x.abs() < 1 << 17);
    let vector = |point: &Vector<BigInt>| -> Option<Vector<i128>> {
        let [x, y, z] = point;
        Some([small(x)?.into(), small(y)?.into(), small(z)?.into()])
    };
    points.iter().map(vector).collect()
}

fn in_segment<N: Number>(p: &Vector<N>, [a, b]: [&Vector<N>; 2]) -> bool {
    let (along, from_a, from_b) = (minus(b, a), minus(p, a), minus(b, p));
    is_zero(&cross(&along, &from_a))
        && sign(&dot(&along, &from_a)).is_ge()
        && sign(&dot(&along, &from_b)).is_ge()
}

/// Whether p is in a triangle that has an area.
fn in_triangle<N: Number>(p: &Vector<N>, corners: [&Vector<N>; 3]) -> bool {
    let [a, b, c] = corners;
    let normal = cross(&minus(b, a), &minus(c, a));
    !is_zero(&normal)
        && sign(&dot(&normal, &minus(p, a))).is_eq()
        && (0..3).all(|i| {
            let (from, to) = (corners[i], corners[(i + 1) % 3]);
            sign(&dot(&cross(&minus(to, from), &minus(p, from)), &normal)).is_ge()
        })
}

/// Whether p is in a tetrahedron that has a volume.
fn in_tetrahedron<N: Number>(p: &Vector<N>, corners: [&Vector<N>; 4]) -> bool {
    let whole = orientation(corners);
    whole.is_ne()
        && (0..4).all(|i| {
            let mut part = corners;
            part[i] = p;
            let part = orientation(part);
            part.is_eq() || part == whole
        })
}

/// Whether p is in the hull of the others: then it is in one of their simplices (Carathéodory).
fn in_hull<N: Number>(p: &Vector<N>, others: &[&Vector<N>]) -> bool {
    let n = others.len();
    others.iter().enumerate().any(|(i, &a)| {
        (i + 1..n).any(|j| {
            let b = others[j];
            in_segment(p, [a, b])
                || (j + 1..n).any(|k| {
                    let c = others[k];
                    in_triangle(p, [a, b, c])
                        || (k + 1..n).any(|l| in_tetrahedron(p, [a, b, c, others[l]]))
                })
        })
    })
}

fn corners_of<N: Number>(wholes: &[Vector<N>]) -> BTreeSet<usize> {
    let first_of = |i: usize| wholes.iter().position(|other| *other == wholes[i]) == Some(i);
    let distinct: Vec<usize> = (0..wholes.len()).filter(|&i| first_of(i)).collect();
    let is_corner = |&i: &usize| {
        let others: Vec<&Vector<N>> = distinct
            .iter()
            .filter(|&&j| j != i)
            .map(|&j| &wholes[j])
            .collect();
        !in_hull(&wholes[i], &others)
    };
    distinct.iter().copied().filter(is_corner).collect()
}

/// The corners by the definition: points that are not in the hull of the others. Takes n⁵.
pub fn brute_force(points: &[DVec3]) -> Vec<DVec3> {
    let wholes = wholes(points);
    let corners = match smalls(&wholes) {
        Some(smalls) => corners_of(&smalls),
        None => corners_of(&wholes),
    };
    corners.into_iter().map(|i| points[i]).collect()
}

/// Panics unless `hull` is the hull of the points, with everything that it promises.
pub fn check(points: &[DVec3], hull: &ConvexHull) {
    for vertex in &hull.vertices {
        assert!(points.contains(vertex), "{vertex} was not given");
        assert!(vertex.to_array().iter().all(|x| x.to_bits() != 1 << 63));
    }
    let all: Vec<DVec3> = points.iter().chain(&hull.vertices).copied().collect();
    let wholes = wholes(&all);
    match smalls(&wholes) {
        Some(smalls) => check_in(&smalls, points.len(), hull),
        None => check_in(&wholes, points.len(), hull),
    }
}

fn check_in<N: Number>(all: &[Vector<N>], given: usize, hull: &ConvexHull) {
    let (points, vertices) = all.split_at(given);
    let mut sorted: Vec<_> = vertices.to_vec();
    sorted.sort();
    if hull.dimension != Dimension::Polygon {
        assert!(sorted == vertices, "not in order");
    }
    sorted.dedup();
    assert_eq!(sorted.len(), vertices.len(), "a vertex twice");
    assert!(hull.dimension == Dimension::Solid || hull.triangles.is_empty());
    let edges = match hull.dimension {
        Dimension::Point => {
            assert_eq!(vertices.len(), 1);
            assert!(points.iter().all(|point| *point == vertices[0]));
            BTreeSet::new()
        }
        Dimension::Segment => {
            assert_eq!(vertices.len(), 2);
            let ends = [&vertices[0], &vertices[1]];
            assert!(points.iter().all(|point| in_segment(point, ends)));
            BTreeSet::from([[0, 1]])
        }
        Dimension::Polygon => check_polygon(points, vertices),
        Dimension::Solid => check_solid(points, vertices, hull),
    };
    check_neighbours(vertices, hull, &edges);
}

/// Around it all points are on the left of each edge, and the other vertices strictly.
fn check_polygon<N: Number>(points: &[Vector<N>], vertices: &[Vector<N>]) -> BTreeSet<[u32; 2]> {
    let n = vertices.len();
    assert!(n >= 3);
    let leg = |i: usize| minus(&vertices[i], &vertices[0]);
    let normal = cross(&leg(1), &leg(2));
    assert!(!is_zero(&normal));
    for i in 0..n {
        let (from, to) = (&vertices[i], &vertices[(i + 1) % n]);
        let left = |p: &Vector<N>| {
            let up = cross(&minus(to, from), &minus(p, from));
            sign(&dot(&up, &normal))
        };
        for point in points {
            assert!(sign(&dot(&normal, &minus(point, from))).is_eq());
            assert!(left(point).is_ge(), "a point is outside");
        }
        for j in (0..n).filter(|&j| j != i && j != (i + 1) % n) {
            assert!(left(&vertices[j]).is_gt(), "a vertex too many");
        }
    }
    (0..n as u32)
        .map(|i| (i, (i + 1) % n as u32))
        .map(|(i, j)| [i.min(j), i.max(j)])
        .collect()
}

/// A closed surface of triangles, each with all points on or below its plane, is the surface of their hull; a vertex at
/// which three of its planes meet in one point only is a corner.
fn check_solid<N: Number>(
    points: &[Vector<N>],
    vertices: &[Vector<N>],
    hull: &ConvexHull,
) -> BTreeSet<[u32; 2]> {
    let mut directed = BTreeSet::new();
    let mut normals: BTreeMap<u32, Vec<Vector<N>>> = BTreeMap::new();
    for triangle in &hull.triangles {
        let [a, b, c] = triangle.map(|corner| &vertices[corner as usize]);
        let normal = cross(&minus(b, a), &minus(c, a));
        assert!(!is_zero(&normal), "a triangle without area");
        for point in points {
            let height = dot(&normal, &minus(point, a));
            assert!(sign(&height).is_le(), "a point is outside");
        }
        for (i, &corner) in triangle.iter().enumerate() {
            let next = triangle[(i + 1) % 3];
            assert!(directed.insert([corner, next]), "an edge thrice");
            normals.entry(corner).or_default().push(normal.clone());
        }
    }
    assert!(
        directed.iter().all(|&[a, b]| directed.contains(&[b, a])),
        "a hole"
    );
    let (v, e, f) = (vertices.len(), directed.len() / 2, hull.triangles.len());
    assert_eq!(v + f, e + 2, "Euler's formula");
    for vertex in 0..v as u32 {
        let normals = &normals[&vertex];
        let one = &normals[0];
        let line = normals.iter().map(|other| cross(one, other));
        let line = line.into_iter().find(|line| !is_zero(line));
        let line = line.expect("a vertex within a flat side");
        assert!(
            normals.iter().any(|third| sign(&dot(&line, third)).is_ne()),
            "a vertex within an edge"
        );
    }
    directed.into_iter().filter(|[a, b]| a < b).collect()
}

/// The neighbours are those of the edges (for a polygon: and more), and climbing ends at a maximum.
fn check_neighbours<N: Number>(
    vertices: &[Vector<N>],
    hull: &ConvexHull,
    edges: &BTreeSet<[u32; 2]>,
) {
    assert_eq!(hull.first.len(), vertices.len() + 1);
    assert_eq!(hull.first.last(), Some(&(hull.neighbours.len() as u32)));
    let mut found = BTreeSet::new();
    for i in 0..vertices.len() as u32 {
        let neighbours = hull.neighbours_of(i);
        assert!(neighbours.is_sorted_by(|a, b| a < b), "one twice");
        for &j in neighbours {
            assert!(i != j && hull.neighbours_of(j).contains(&i));
            found.insert([i.min(j), i.max(j)]);
        }
    }
    match hull.dimension {
        Dimension::Polygon => assert!(found.is_superset(edges)),
        _ => assert_eq!(found, *edges),
    }
    for direction in [[1, 0, 0], [0, -1, 0], [0, 0, 1], [3, -7, 2], [-1, -1, -1]] {
        let direction = direction.map(N::from);
        let values: Vec<N> = vertices.iter().map(|v| dot(v, &direction)).collect();
        let most = values.iter().max().unwrap();
        // What is not the most has a better neighbour, so all ways up end there.
        for i in 0..vertices.len() {
            let better = |&j: &u32| values[j as usize] > values[i];
            let stuck = !hull.neighbours_of(i as u32).iter().any(better);
            assert!(!stuck || values[i] == *most, "stuck at {i}");
        }
    }
}
