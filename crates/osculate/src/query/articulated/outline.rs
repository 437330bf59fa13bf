//! The convex hull of a link's mesh, for a look at whether it is near another.

use super::ball_cover::BallCover;
use crate::body::Shape;
use crate::numbers::rounding::{length, up};
use crate::shape::{Convex, Hull};
use glam::DVec3;

/// A mesh of more vertices gets no outline: making it takes longer than it saves.
const MOST: usize = 20_000;

/// A hull that holds all points of a body, in the axes of its link.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) hull: Hull,
    /// How far its corners are from the link's origin, at most, and from the middle of the ball around the body.
    pub(super) reach: f64,
    pub(super) offset: f64,
}

/// The points that the outline of a shape holds, in the shape's own axes: none if it gets no outline.
pub(super) fn outlined(shape: &Shape) -> &[DVec3] {
    match shape {
        Shape::Mesh(mesh) if mesh.mesh().vertices().len() <= MOST => mesh.mesh().vertices(),
        _ => &[],
    }
}

impl Outline {
    /// Of a body's points, brought into the axes of its link, and of the balls around it.
    pub(super) fn new(placed: &[DVec3], cover: &BallCover) -> Option<Outline> {
        let reach = |most: f64, &point: &DVec3| most.max(length(point));
        Some(Outline {
            hull: Hull::polytope(placed).ok()?,
            reach: up(placed.iter().fold(0.0, reach)),
            offset: cover.whole().radius,
        })
    }

    /// How far the body is along a direction of its link's axes, at most, but for rounding. The search begins at the corner `near`, and
    /// leaves there the one that it found.
    #[inline]
    pub(super) fn most(&self, direction: DVec3, near: &mut u32) -> f64 {
        let corner = Convex::support(&self.hull, direction, *near);
        *near = corner.number;
        direction.dot(corner.point)
    }
}
