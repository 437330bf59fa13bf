//! The corner of a polytope that is furthest along a direction.

use crate::numbers::rounding::{UNIT, length};
use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::DVec3;

/// Up to this many corners are looked at one by one.
const FEW: usize = 32;

/// How many corners may be nearly as far as the furthest before all are looked at.
const PLATEAU: usize = 32;

/// Points in convex position, and the edges between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polytope {
    corners: Vec<DVec3>,
    /// The ends of the edges from corner `i` are `ends[first[i]..first[i + 1]]`; without edges all corners are looked at.
    first: Vec<u32>,
    ends: Vec<u32>,
    /// The largest distance of a corner from the origin.
    extent: f64,
    /// The least and the largest coordinates; elsewhere, since hulls of other kinds need no room for them.
    ends_of_box: Box<[DVec3; 2]>,
}

impl Polytope {
    /// The convex hull of `corners`. From every corner that is not the furthest along a direction, an edge must lead to
    /// one that is no nearer, and a chain of such edges to the furthest: the edges of a convex hull do.
    pub(crate) fn new(corners: Vec<DVec3>, first: Vec<u32>, ends: Vec<u32>) -> Polytope {
        let extent = corners
            .iter()
            .fold(0.0_f64, |most, &corner| most.max(length(corner)));
        let ends_of_box = corners
            .iter()
            .fold([corners[0]; 2], |[low, high], &corner| {
                [low.min(corner), high.max(corner)]
            });
        Polytope {
            corners,
            first,
            ends,
            extent,
            ends_of_box: Box::new(ends_of_box),
        }
    }

    /// The least and the largest coordinates of the corners.
    pub(crate) fn ends_of_box(&self) -> [DVec3; 2] {
        *self.ends_of_box
    }

    /// The largest distance of a corner from the origin.
    pub(crate) fn extent(&self) -> f64 {
        self.extent
    }

    pub(crate) fn corners(&self) -> &[DVec3] {
        &self.corners
    }

    /// The number of a corner that is furthest along `direction`, to within eight units of the extent.
    #[inline]
    pub(crate) fn furthest(&self, direction: DVec3, near: u32) -> u32 {
        if self.corners.len() <= FEW || self.first.is_empty() {
            self.furthest_of_all(direction)
        } else {
            self.climb(direction, near)
        }
    }

    /// Calls `visit` with all corners that are within `slack` of the furthest along `direction`, to rounding, and their numbers.
    pub(crate) fn near_the_furthest(
        &self,
        direction: DVec3,
        slack: f64,
        mut visit: impl FnMut(DVec3, u32),
    ) {
        let furthest = |most: f64, &corner: &DVec3| {
            let along = direction.dot(corner);
            if along > most { along } else { most }
        };
        let least = self.corners.iter().fold(f64::NEG_INFINITY, furthest) - slack;
        for (number, &corner) in self.corners.iter().enumerate() {
            if direction.dot(corner) >= least {
                visit(corner, number as u32);
            }
        }
    }

    fn furthest_of_all(&self, direction: DVec3) -> u32 {
        let mut best = (f64::NEG_INFINITY, 0);
        for (number, &corner) in self.corners.iter().enumerate() {
            let along = direction.dot(corner);
            if along > best.0 {
                best = (along, number);
            }
        }
        best.1 as u32
    }

    /// Goes uphill along edges. A rounded product cannot tell corners of nearly equal height apart, and a wrong summit
    /// may be far from the right one: so every corner that is not certainly lower than a neighbour that was reached is
    /// reached too. From a reached corner some chain of edges leads to the summit without ever going down; had it left
    /// the reached corners, it would have gone to one that is certainly lower. So the summit is among them.
    fn climb(&self, direction: DVec3, near: u32) -> u32 {
        // A product errs by 3 units of the lengths, a difference of two by 7.
        let doubt = 8.0 * UNIT * self.extent * length(direction);
        let height = |number: u32| direction.dot(self.corners[number as usize]);
        let mut top = if (near as usize) < self.corners.len() {
            near
        } else {
            0
        };
        let mut top_height = height(top);
        loop {
            let mut next = (top_height, top);
            let mut level = false;
            for &end in self.edges(top) {
                let end_height = height(end);
                level |= end_height >= top_height - doubt;
                if end_height > next.0 {
                    next = (end_height, end);
                }
            }
            if next.1 == top {
                return if level {
                    self.plateau(direction, top, doubt)
                } else {
                    top
                };
            }
            (top_height, top) = next;
        }
    }

    fn edges(&self, corner: u32) -> &[u32] {
        let corner = corner as usize;
        &self.ends[self.first[corner] as usize..self.first[corner + 1] as usize]
    }

    #[cold]
    fn plateau(&self, direction: DVec3, top: u32, doubt: f64) -> u32 {
        let height = |number: u32| direction.dot(self.corners[number as usize]);
        let mut reached = [0_u32; PLATEAU];
        let (mut count, mut done) = (1, 0);
        reached[0] = top;
        let mut best = (height(top), top);
        while done < count {
            let from = reached[done];
            done += 1;
            let lowest = height(from) - doubt;
            for &end in self.edges(from) {
                let end_height = height(end);
                if end_height >= lowest && !reached[..count].contains(&end) {
                    if count == PLATEAU {
                        return self.furthest_of_all(direction);
                    }
                    reached[count] = end;
                    count += 1;
                    if end_height > best.0 {
                        best = (end_height, end);
                    }
                }
            }
        }
        best.1
    }
}
