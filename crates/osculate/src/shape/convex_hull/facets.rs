//! Flat sides: triangles in one plane as one polygon, without the corners that are none, and cut up anew.

use super::cloud::Cloud;
use super::quickhull::Face;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// No side.
const NONE: u32 = u32::MAX;

/// The triangles of a hull, none of whose corners is in the hull of the others.
///
/// The triangles in one supporting plane make up a convex polygon and hang together by edges. A corner of the hull is a
/// strict corner of every polygon it belongs to; a point within an edge of the hull is in the middle of an edge of both
/// polygons there; a point within a flat side is on the rim of none. So polygons that leave out what is in the middle of
/// their edges fit together.
pub(super) fn facets(cloud: &Cloud, faces: &[Face]) -> Vec<[u32; 3]> {
    let mut triangles = Vec::with_capacity(faces.len());
    let mut side = vec![NONE; faces.len()];
    let mut after = vec![NONE; cloud.points.len()];
    let mut members = Vec::new();
    let mut rim = Vec::new();
    let mut corners = Vec::new();
    for seed in 0..faces.len() as u32 {
        if side[seed as usize] != NONE {
            continue;
        }
        side[seed as usize] = seed;
        members.push(seed);
        let plane = &faces[seed as usize].plane;
        // A point off the plane.
        let mut apex = 0;
        let mut first = u32::MAX;
        let mut done = 0;
        while let Some(&member) = members.get(done) {
            done += 1;
            let face = &faces[member as usize];
            for (edge, neighbour) in face.neighbours.into_iter().enumerate() {
                let ends = [face.plane.corners[edge], face.plane.corners[(edge + 1) % 3]];
                if side[neighbour as usize] == seed {
                    continue;
                }
                let other = &faces[neighbour as usize];
                let opposite = other.plane.corners[(other.edge_from(ends[1]) + 2) % 3];
                if cloud.side(plane, opposite) == Ordering::Equal {
                    side[neighbour as usize] = seed;
                    members.push(neighbour);
                } else {
                    after[ends[0] as usize] = ends[1];
                    apex = opposite;
                    first = first.min(ends[0]);
                }
            }
        }
        if members.len() == 1 {
            triangles.push(plane.corners);
        } else {
            let mut corner = first;
            loop {
                rim.push(corner);
                corner = after[corner as usize];
                if corner == first {
                    break;
                }
            }
            for (i, &corner) in rim.iter().enumerate() {
                let before = rim[(i + rim.len() - 1) % rim.len()];
                let next = rim[(i + 1) % rim.len()];
                // In a plane with a point off this side's plane: on a line.
                if cloud.orientation([before, corner, next, apex]) != Ordering::Equal {
                    corners.push(corner);
                }
            }
            cut(&corners, &mut triangles);
        }
        members.clear();
        rim.clear();
        corners.clear();
    }
    triangles
}

/// Cuts a convex polygon into triangles by halving its rim, so that no corner gets many edges and the way across is
/// short.
pub(super) fn cut(corners: &[u32], triangles: &mut Vec<[u32; 3]>) {
    let mut spans = vec![(0, corners.len() - 1)];
    while let Some((first, last)) = spans.pop() {
        if last - first < 2 {
            continue;
        }
        let middle = (first + last) / 2;
        triangles.push([first, middle, last].map(|i| corners[i]));
        spans.extend([(first, middle), (middle, last)]);
    }
}
