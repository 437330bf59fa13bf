//! A body as the pieces that it is compared by: the parts of a compound, the nodes and triangles of a mesh.

use super::piece::Piece;
use crate::body::Shape;
use crate::bvh::{Below, MeshBvh};
use crate::query::Feature;
use crate::shape::{HalfSpace, Hull, ball_around, reach_of};
use crate::volume::{CutBall, Volume};
use glam::DVec3;

/// What tells the number of a triangle in a leaf of several from that of a node.
const TRIANGLE: u32 = 1 << 31;

/// A body, as pieces with numbers.
#[derive(Clone, Copy)]
pub(crate) enum Pieces<'s> {
    Hulls(&'s [Hull]),
    Mesh(&'s MeshBvh),
    Spheres(&'s MeshBvh<CutBall>),
    HalfSpace(&'s HalfSpace),
}

/// What is beneath a piece.
pub(crate) enum Beneath<'s> {
    /// Nothing: it is touched itself.
    Nothing,
    /// Two pieces, the first of which has this number.
    Two(u32),
    /// These triangles of a leaf.
    Triangles(&'s [u32]),
}

impl<'s> Pieces<'s> {
    /// Of any body.
    pub(crate) fn of(shape: &'s Shape) -> Pieces<'s> {
        match shape {
            Shape::Hull(hull) => Pieces::Hulls(core::slice::from_ref(hull)),
            Shape::Compound(compound) => Pieces::Hulls(compound.parts()),
            Shape::HalfSpace(half_space) => Pieces::HalfSpace(half_space),
            Shape::Mesh(mesh) => Pieces::Mesh(mesh),
        }
    }

    /// The pieces that a search begins with are those with the first numbers: how many there are.
    pub(crate) fn roots(&self) -> u32 {
        match self {
            Pieces::Hulls(hulls) => hulls.len() as u32,
            _ => 1,
        }
    }

    /// Whether the body has more than one piece that may be touched.
    pub(crate) fn several(&self) -> bool {
        self.roots() > 1 || !matches!(self.beneath(0), Beneath::Nothing)
    }

    pub(crate) fn part(&self, number: u32) -> Piece<'s> {
        match self {
            Pieces::Hulls(hulls) => Piece::Hull(&hulls[number as usize]),
            Pieces::HalfSpace(half_space) => Piece::HalfSpace(half_space),
            Pieces::Mesh(tree) => {
                let node = tree.node(number);
                match tree.below(node) {
                    Below::Triangles(triangles) => {
                        Piece::Triangle(tree.mesh().triangle(triangles[0] as usize))
                    }
                    Below::Children(_) => Piece::Node(&node.volume),
                }
            }
            Pieces::Spheres(tree) if number & TRIANGLE != 0 => {
                Piece::Triangle(tree.mesh().triangle((number ^ TRIANGLE) as usize))
            }
            Pieces::Spheres(tree) => {
                let (centre, radius) = tree.node(number).volume.ball();
                Piece::Ball(centre, radius)
            }
        }
    }

    /// What is beneath a piece.
    pub(crate) fn beneath(&self, number: u32) -> Beneath<'s> {
        match self {
            Pieces::Mesh(tree) => match tree.below(tree.node(number)) {
                Below::Children(first) => Beneath::Two(first),
                Below::Triangles(_) => Beneath::Nothing,
            },
            Pieces::Spheres(tree) if number & TRIANGLE == 0 => {
                match tree.below(tree.node(number)) {
                    Below::Children(first) => Beneath::Two(first),
                    Below::Triangles(triangles) => Beneath::Triangles(triangles),
                }
            }
            _ => Beneath::Nothing,
        }
    }

    /// Calls `each` with the numbers of what is beneath a piece; whether there is anything.
    pub(crate) fn open(&self, number: u32, mut each: impl FnMut(u32)) -> bool {
        match self.beneath(number) {
            Beneath::Nothing => return false,
            Beneath::Two(first) => [first, first + 1].into_iter().for_each(each),
            Beneath::Triangles(triangles) => triangles.iter().for_each(|&t| each(t | TRIANGLE)),
        }
        true
    }

    /// The body's radius, and how far it is from a pivot.
    pub(crate) fn measure(&self, pivot: DVec3) -> (f64, f64) {
        use crate::shape::Convex;
        match self {
            Pieces::Hulls(hulls) => (ball_around(hulls).1, reach_of(hulls, pivot)),
            Pieces::Mesh(tree) => measure_volume(&tree.root().volume, pivot),
            Pieces::Spheres(tree) => measure_volume(&tree.root().volume, pivot),
            Pieces::HalfSpace(_) => (f64::INFINITY, self.part(0).reach_from(pivot)),
        }
    }

    /// How far it is from a pivot.
    pub(crate) fn reach(&self, pivot: DVec3) -> f64 {
        match self {
            Pieces::Hulls(hulls) => reach_of(hulls, pivot),
            other => other.measure(pivot).1,
        }
    }

    /// Names the triangle, or the part of a compound, that has a number.
    pub(crate) fn name(&self, number: u32, feature: &mut Feature, part: &mut u32) {
        match self {
            Pieces::Hulls(_) => *part = number,
            Pieces::Mesh(tree) => {
                if let Some(&[triangle]) = tree.triangles_of_leaf(number) {
                    *feature = Feature::Triangle(triangle);
                }
            }
            Pieces::Spheres(_) => *feature = Feature::Triangle(number & !TRIANGLE),
            Pieces::HalfSpace(_) => {}
        }
    }
}

fn measure_volume<V: Volume>(volume: &V, pivot: DVec3) -> (f64, f64) {
    (volume.size(), volume.reach_from(pivot))
}
