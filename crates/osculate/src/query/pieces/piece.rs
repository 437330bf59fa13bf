//! What convex bodies are compared with, piece by piece: hulls, the volumes and triangles of a mesh, a half-space.

use crate::bvh::{Below, MeshBvh};
use crate::numbers::rounding::{length, up};
use crate::query::hulls::meeting_faces::{Faced, Order};
use crate::shape::{Convex, Corner, HalfSpace, Hull};
use crate::volume::{SweptSphere, Volume};
use alloc::vec::Vec;
use glam::{DMat3, DVec3};

/// A piece of a body.
pub(crate) enum Piece<'s> {
    Hull(&'s Hull),
    /// The box of a node.
    Node(&'s SweptSphere),
    /// The ball of a node: its centre and radius.
    Ball(DVec3, f64),
    Triangle([DVec3; 3]),
    /// Everything behind the plane.
    HalfSpace(&'s HalfSpace),
}

impl Convex for Piece<'_> {
    #[inline]
    fn support(&self, direction: DVec3, near: u32) -> Corner {
        match self {
            Piece::Hull(hull) => Convex::support(*hull, direction, near),
            Piece::Node(volume) => volume.corner(direction),
            Piece::Ball(centre, _) => Corner {
                point: *centre,
                number: 0,
            },
            Piece::Triangle(corners) => {
                let along = corners.map(|corner| direction.dot(corner));
                let second = usize::from(along[1] > along[0]);
                let number = if along[2] > along[second] { 2 } else { second };
                Corner {
                    point: corners[number],
                    number: number as u32,
                }
            }
            Piece::HalfSpace(half_space) => Corner {
                point: half_space.normal() * half_space.offset(),
                number: 0,
            },
        }
    }

    fn margin(&self) -> f64 {
        match self {
            Piece::Hull(hull) => Convex::margin(*hull),
            Piece::Ball(_, radius) => *radius,
            _ => 0.0,
        }
    }

    fn ball(&self) -> (DVec3, f64) {
        match self {
            Piece::Hull(hull) => Convex::ball(*hull),
            Piece::Node(volume) => Volume::ball(*volume),
            Piece::Ball(centre, _) => (*centre, 0.0),
            Piece::Triangle([p, q, r]) => {
                let centre = (*p + *q + *r) / 3.0;
                let farthest = |most: f64, x: &DVec3| most.max(length(*x - centre));
                (centre, up([p, q, r].into_iter().fold(0.0, farthest)))
            }
            Piece::HalfSpace(half_space) => {
                (half_space.normal() * half_space.offset(), f64::INFINITY)
            }
        }
    }

    fn reach_from(&self, pivot: DVec3) -> f64 {
        match self {
            Piece::Hull(hull) => hull.reach_from(pivot),
            // Of a half-space only the one point counts, as long as it is looked at along an axis that turns with it. A
            // bound along a direction of the world must not use this reach.
            Piece::HalfSpace(_) | Piece::Ball(..) => up(length(self.ball().0 - pivot)),
            Piece::Triangle(corners) => up(corners
                .iter()
                .fold(0.0_f64, |most, &corner| most.max(length(corner - pivot)))),
            Piece::Node(volume) => volume.reach_from(pivot),
        }
    }

    fn reach_from_axis(&self, pivot: DVec3, axis: DVec3) -> f64 {
        match self {
            Piece::Hull(hull) => hull.reach_from_axis(pivot, axis),
            _ => self.reach_from(pivot),
        }
    }

    fn revolves_about(&self, pivot: DVec3) -> Option<DVec3> {
        match self {
            Piece::Hull(hull) => hull.revolves_about(pivot),
            _ => None,
        }
    }

    fn plane(&self) -> Option<DVec3> {
        match self {
            Piece::HalfSpace(half_space) => Some(half_space.normal()),
            _ => None,
        }
    }

    fn is_flat(&self) -> bool {
        matches!(self, Piece::Triangle(_))
    }

    fn has_corners(&self) -> bool {
        match self {
            Piece::Hull(hull) => hull.has_corners(),
            Piece::HalfSpace(_) => false,
            _ => true,
        }
    }

    fn on_patch(&self, direction: DVec3, number: u32) -> Option<DVec3> {
        match self {
            Piece::Hull(hull) => hull.on_patch(direction, number),
            _ => None,
        }
    }

    fn curvature(&self, direction: DVec3, number: u32, across: [DVec3; 2]) -> Option<[f64; 3]> {
        match self {
            Piece::Hull(hull) => hull.curvature(direction, number, across),
            _ => Some([0.0; 3]),
        }
    }
}

impl Faced for Piece<'_> {
    fn face(&self, direction: DVec3, slack: f64, face: &mut Vec<Corner>) -> Order {
        match self {
            Piece::Hull(hull) => Faced::face(*hull, direction, slack, face),
            Piece::Triangle(corners) => {
                face.clear();
                let along = corners.map(|corner| direction.dot(corner));
                let furthest = along[0].max(along[1]).max(along[2]);
                for (number, &point) in corners.iter().enumerate() {
                    if along[number] >= furthest - slack {
                        let number = number as u32;
                        face.push(Corner { point, number });
                    }
                }
                if face.len() == 3 {
                    Order::Around
                } else {
                    Order::Any
                }
            }
            Piece::Node(_) | Piece::Ball(..) | Piece::HalfSpace(_) => {
                face.clear();
                face.push(self.support(direction, 0));
                Order::Any
            }
        }
    }

    fn solid_box(&self) -> Option<(DVec3, Option<&DMat3>)> {
        match self {
            Piece::Hull(hull) => hull.solid_box(),
            _ => None,
        }
    }
}

/// The points of a mesh, found through its tree: what a half-space meets first.
pub(crate) struct MeshPoints<'s>(pub(crate) &'s MeshBvh);

/// Nodes that may still hold the furthest point.
const WAITING: usize = 128;

impl Convex for MeshPoints<'_> {
    fn support(&self, direction: DVec3, near: u32) -> Corner {
        let MeshPoints(tree) = self;
        let vertices = tree.mesh().vertices();
        let along = |number: u32| direction.dot(vertices[number as usize]);
        let mut best = if (near as usize) < vertices.len() {
            near
        } else {
            0
        };
        // A vertex that no triangle has is no point of the mesh.
        let mut height = f64::NEG_INFINITY;
        let mut waiting = [0_u32; WAITING];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let node = tree.node(waiting[count]);
            let corner = node.volume.corner(direction);
            if direction.dot(corner.point) < height {
                continue;
            }
            match tree.below(node) {
                Below::Triangles(triangles) => {
                    for &triangle in triangles {
                        for number in tree.mesh().triangles()[triangle as usize] {
                            let reached = along(number);
                            if reached > height {
                                (height, best) = (reached, number);
                            }
                        }
                    }
                }
                Below::Children(first) => {
                    if count + 2 > WAITING {
                        return self.furthest_of_all(direction);
                    }
                    let heights = [first, first + 1].map(|child| {
                        direction.dot(tree.node(child).volume.corner(direction).point)
                    });
                    let nearer_last = if heights[0] > heights[1] {
                        [first + 1, first]
                    } else {
                        [first, first + 1]
                    };
                    waiting[count..count + 2].copy_from_slice(&nearer_last);
                    count += 2;
                }
            }
        }
        Corner {
            point: vertices[best as usize],
            number: best,
        }
    }

    fn margin(&self) -> f64 {
        0.0
    }

    fn ball(&self) -> (DVec3, f64) {
        self.0.bounding_ball()
    }

    fn reach_from(&self, pivot: DVec3) -> f64 {
        self.0.root().volume.reach_from(pivot)
    }

    fn reach_from_axis(&self, pivot: DVec3, _axis: DVec3) -> f64 {
        self.reach_from(pivot)
    }

    fn has_corners(&self) -> bool {
        true
    }
}

impl MeshPoints<'_> {
    fn furthest_of_all(&self, direction: DVec3) -> Corner {
        let mesh = self.0.mesh();
        let mut best = (f64::NEG_INFINITY, 0);
        for &number in mesh.triangles().iter().flatten() {
            let along = direction.dot(mesh.vertices()[number as usize]);
            if along > best.0 {
                best = (along, number);
            }
        }
        Corner {
            point: mesh.vertices()[best.1 as usize],
            number: best.1,
        }
    }
}
