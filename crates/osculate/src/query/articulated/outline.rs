//! The convex hull of a link's mesh, for a look at whether it is near another.

use crate::body::Shape;
use crate::motion::Arm;
use crate::numbers::rounding::{length, up};
use crate::shape::{Convex, Hull};
use alloc::vec::Vec;
use glam::DVec3;

/// A mesh of more vertices gets no outline: making it takes longer than it saves.
const MOST: usize = 20_000;

/// In how many cells a side of the cube around all directions is cut, either way.
const CELLS: usize = 16;

/// A hull that holds all points of a body, in the axes of its link.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) hull: Hull,
    /// The furthest corner along the middle of each cell of the cube around all directions.
    corners: Vec<u32>,
    /// How far its corners are from the link's origin, at most, and from the last joint.
    pub(super) reach: f64,
    pub(super) arm: Arm,
}

/// The points that the outline of a shape holds, in the shape's own axes: none if it gets no outline.
pub(super) fn outlined(shape: &Shape) -> &[DVec3] {
    match shape {
        Shape::Mesh(mesh) if mesh.mesh().vertices().len() <= MOST => mesh.mesh().vertices(),
        _ => &[],
    }
}

impl Outline {
    /// Of a body's points, brought into the axes of its link; how far these are from the last joint, at most.
    pub(super) fn new(placed: &[DVec3], arm: Arm) -> Option<Outline> {
        let reach = |most: f64, &point: &DVec3| most.max(length(point));
        let hull = Hull::polytope(placed).ok()?;
        let mut last = 0;
        let corner = |cell: usize| {
            last = Convex::support(&hull, middle(cell), last).number;
            last
        };
        Some(Outline {
            corners: (0..6 * CELLS * CELLS).map(corner).collect(),
            hull,
            reach: up(placed.iter().fold(0.0, reach)),
            arm,
        })
    }

    /// How far the body is along a direction of its link's axes, at most, but for rounding.
    #[inline]
    pub(super) fn most(&self, direction: DVec3) -> f64 {
        let corner = Convex::support(&self.hull, direction, self.near(direction));
        direction.dot(corner.point)
    }

    /// The number of a corner that is about the furthest along a direction.
    #[inline]
    pub(super) fn near(&self, direction: DVec3) -> u32 {
        self.corners[cell(direction)]
    }
}

/// The cell of the cube around all directions that this one goes through; some cell, if it is none.
#[inline]
fn cell(direction: DVec3) -> usize {
    let DVec3 { x, y, z } = direction;
    let (side, along, [u, v]) = if x.abs() >= y.abs() && x.abs() >= z.abs() {
        (0, x, [y, z])
    } else if y.abs() >= z.abs() {
        (2, y, [z, x])
    } else {
        (4, z, [x, y])
    };
    let scale = 0.5 * CELLS as f64 / along.abs();
    // Casts end at the limits, and what is no number becomes 0.
    let place = |w: f64| ((w * scale + 0.5 * CELLS as f64) as usize).min(CELLS - 1);
    ((side + usize::from(along < 0.0)) * CELLS + place(u)) * CELLS + place(v)
}

/// The direction through the middle of a cell.
fn middle(cell: usize) -> DVec3 {
    let (side, u, v) = (cell / (CELLS * CELLS), cell / CELLS % CELLS, cell % CELLS);
    let place = |w: usize| (w as f64 + 0.5) * 2.0 / CELLS as f64 - 1.0;
    let along = if side % 2 == 0 { 1.0 } else { -1.0 };
    match side / 2 {
        0 => DVec3::new(along, place(u), place(v)),
        1 => DVec3::new(place(v), along, place(u)),
        _ => DVec3::new(place(u), place(v), along),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_in_their_cells() {
        for number in 0..6 * CELLS * CELLS {
            assert_eq!(cell(middle(number)), number);
        }
        for odd in [0.0, f64::NAN, f64::INFINITY, 1e-320] {
            assert!(cell(DVec3::new(odd, -1.0, odd)) < 6 * CELLS * CELLS);
            assert!(cell(DVec3::splat(odd)) < 6 * CELLS * CELLS);
        }
    }
}
