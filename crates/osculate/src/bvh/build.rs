//! Top-down construction with surface-area splits along principal axes.

use super::Node;
use crate::mesh::TriMesh;
use crate::numbers::rounding::{length, sqrt};
use crate::volume::SweptSphere;
use alloc::vec::Vec;
use glam::{DMat3, DVec3};

const BINS: usize = 32;

/// A triangle, by its number and its corners.
#[derive(Clone, Copy)]
struct Item {
    number: u32,
    corners: [DVec3; 3],
}

pub(super) fn swept_spheres(mesh: &TriMesh) -> (Vec<Node<SweptSphere>>, Vec<u32>) {
    let count = mesh.triangles().len();
    let mut items: Vec<Item> = (0..count)
        .map(|index| Item {
            number: index as u32,
            corners: mesh.triangle(index),
        })
        .collect();
    let mut points = Vec::with_capacity(3 * count);
    let mut nodes: Vec<Node<SweptSphere>> = Vec::with_capacity(2 * count - 1);
    nodes.push(node(&items, &mut points));
    // A node to open, and its triangles as a range of `items`.
    let mut stack = alloc::vec![(0_usize, 0_usize, count)];
    while let Some((index, start, end)) = stack.pop() {
        let range = &mut items[start..end];
        if range.len() == 1 {
            nodes[index].link = start as u32;
            nodes[index].count = 1;
            continue;
        }
        let middle = start + split(range, &nodes[index].volume.axes);
        let first = nodes.len();
        nodes[index].link = first as u32;
        nodes.push(node(&items[start..middle], &mut points));
        nodes.push(node(&items[middle..end], &mut points));
        stack.push((first + 1, middle, end));
        stack.push((first, start, middle));
    }
    let order = items.iter().map(|item| item.number).collect();
    (nodes, order)
}

/// A node around some triangles, in their principal axes, or in its own for one; `points` is used for its memory.
fn node(items: &[Item], points: &mut Vec<DVec3>) -> Node<SweptSphere> {
    points.clear();
    points.extend(items.iter().flat_map(|item| item.corners));
    let axes = match items {
        [item] => triangle_axes(&item.corners),
        _ => principal_axes(items),
    };
    Node {
        volume: SweptSphere::fit(points, axes),
        link: 0,
        count: 0,
    }
}

/// The longest side, across it in the triangle's plane, and its normal.
fn triangle_axes(corners: &[DVec3; 3]) -> DMat3 {
    let sides = [
        corners[1] - corners[0],
        corners[2] - corners[1],
        corners[0] - corners[2],
    ];
    let mut longest = 0;
    for i in 1..3 {
        if sides[i].dot(sides[i]) > sides[longest].dot(sides[longest]) {
            longest = i;
        }
    }
    frame(sides[longest], sides[(longest + 1) % 3])
}

/// Orthonormal axes: along `first`, across it towards `second`, and their normal; anything where these are zero.
fn frame(first: DVec3, second: DVec3) -> DMat3 {
    let scale = first.abs().max_element();
    if scale == 0.0 {
        return DMat3::IDENTITY;
    }
    let x = (first / scale) / length(first / scale);
    // Twice, since the first difference may cancel.
    let mut y = second / scale;
    y -= x * x.dot(y);
    let smallest = [DVec3::X, DVec3::Y, DVec3::Z]
        .into_iter()
        .fold(DVec3::X, |best, axis| {
            if x.dot(axis).abs() < x.dot(best).abs() {
                axis
            } else {
                best
            }
        });
    if !(length(y) > 1e-12) {
        y = smallest;
    }
    y /= length(y);
    y -= x * x.dot(y);
    y /= length(y);
    let z = x.cross(y);
    DMat3::from_cols(x, y, z / length(z))
}

/// The eigenvectors of the triangles' surface covariance (that of their corners where they have no area).
fn principal_axes(items: &[Item]) -> DMat3 {
    let origin = items[0].corners[0];
    let mut size = 0.0_f64;
    for item in items {
        for corner in item.corners {
            size = size.max((corner - origin).abs().max_element());
        }
    }
    if size == 0.0 {
        return DMat3::IDENTITY;
    }
    let inverse = 1.0 / size;
    let (mut total, mut sum) = (0.0, DVec3::ZERO);
    let mut square = [0.0; 6];
    let mut add = |weight: f64, p: DVec3| {
        total += weight;
        sum += weight * p;
        for (slot, (i, j)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
            .into_iter()
            .enumerate()
        {
            square[slot] += weight * p[i] * p[j];
        }
    };
    for item in items {
        let [a, b, c] = item.corners.map(|corner| (corner - origin) * inverse);
        // The second moment of a triangle: a twelfth of its corners', three quarters of its centroid's.
        let area = length((b - a).cross(c - a)) + 1e-9;
        for corner in [a, b, c] {
            add(area / 12.0, corner);
        }
        add(area * 0.75, (a + b + c) / 3.0);
    }
    let mean = sum / total;
    let entry = |slot: usize, i: usize, j: usize| square[slot] / total - mean[i] * mean[j];
    let matrix = [
        [entry(0, 0, 0), entry(3, 0, 1), entry(4, 0, 2)],
        [entry(3, 0, 1), entry(1, 1, 1), entry(5, 1, 2)],
        [entry(4, 0, 2), entry(5, 1, 2), entry(2, 2, 2)],
    ];
    eigenvectors(matrix)
}

/// The eigenvectors of a symmetric matrix, by Jacobi's rotations.
fn eigenvectors(mut m: [[f64; 3]; 3]) -> DMat3 {
    let mut v = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..12 {
        let off = m[0][1].abs() + m[0][2].abs() + m[1][2].abs();
        if !(off > 1e-14 * (m[0][0].abs() + m[1][1].abs() + m[2][2].abs())) {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if m[p][q] == 0.0 {
                continue;
            }
            let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
            let t = theta.signum() / (theta.abs() + sqrt(theta * theta + 1.0));
            let c = 1.0 / sqrt(t * t + 1.0);
            let s = t * c;
            for row in &mut m {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            let (row_p, row_q) = (m[p], m[q]);
            m[p] = core::array::from_fn(|k| c * row_p[k] - s * row_q[k]);
            m[q] = core::array::from_fn(|k| s * row_p[k] + c * row_q[k]);
            for row in &mut v {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
        }
    }
    let column = |j: usize| DVec3::new(v[0][j], v[1][j], v[2][j]);
    // Orthonormal to the last bits, whatever the rotations lost.
    frame(column(0), column(1))
}

#[derive(Clone, Copy)]
struct Bin {
    count: usize,
    low: DVec3,
    high: DVec3,
}

impl Bin {
    const EMPTY: Bin = Bin {
        count: 0,
        low: DVec3::INFINITY,
        high: DVec3::NEG_INFINITY,
    };

    fn join(self, other: Bin) -> Bin {
        Bin {
            count: self.count + other.count,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    fn cost(self) -> f64 {
        let size = self.high - self.low;
        (size.x * size.y + size.y * size.z + size.z * size.x) * self.count as f64
    }
}

/// Reorders the triangles so that those before the returned position become the first child.
fn split(items: &mut [Item], axes: &DMat3) -> usize {
    let inverse = axes.transpose();
    let centroid = |item: &Item| {
        let [a, b, c] = item.corners;
        inverse * (a + b + c)
    };
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for item in items.iter() {
        let local = centroid(item);
        low = low.min(local);
        high = high.max(local);
    }
    let extent = high - low;
    // A few triangles need no more bins than they can fill.
    let count = BINS.min(2 * items.len());
    let scale = DVec3::from_array([0, 1, 2].map(|axis| {
        let scale = count as f64 * (1.0 - 1e-9) / extent[axis];
        if scale.is_finite() { scale } else { 0.0 }
    }));
    let bin_of = |local: DVec3, axis: usize| {
        (((local[axis] - low[axis]) * scale[axis]) as usize).min(count - 1)
    };

    let mut bins = [[Bin::EMPTY; BINS]; 3];
    for item in items.iter() {
        let local = item.corners.map(|corner| inverse * corner);
        let middle = centroid(item);
        let bin = Bin {
            count: 1,
            low: local[0].min(local[1]).min(local[2]),
            high: local[0].max(local[1]).max(local[2]),
        };
        for (axis, row) in bins.iter_mut().enumerate() {
            let slot = &mut row[bin_of(middle, axis)];
            *slot = slot.join(bin);
        }
    }
    let mut best = (f64::INFINITY, 0, 0);
    for (axis, row) in bins.iter().enumerate() {
        let mut after = [Bin::EMPTY; BINS];
        after[count - 1] = row[count - 1];
        for i in (0..count - 1).rev() {
            after[i] = after[i + 1].join(row[i]);
        }
        let mut before = Bin::EMPTY;
        for i in 0..count - 1 {
            before = before.join(row[i]);
            if before.count > 0 && after[i + 1].count > 0 {
                let cost = before.cost() + after[i + 1].cost();
                if cost < best.0 {
                    best = (cost, axis, i + 1);
                }
            }
        }
    }
    let (cost, axis, border) = best;
    if cost < f64::INFINITY {
        let mut next = 0;
        for i in 0..items.len() {
            if bin_of(centroid(&items[i]), axis) < border {
                items.swap(i, next);
                next += 1;
            }
        }
        return next;
    }
    let middle = items.len() / 2;
    let axis = (0..3).fold(0, |most, axis| {
        if extent[axis] > extent[most] {
            axis
        } else {
            most
        }
    });
    items.select_nth_unstable_by(middle, |i, j| {
        let order = centroid(i)[axis].total_cmp(&centroid(j)[axis]);
        order.then(i.number.cmp(&j.number))
    });
    middle
}
