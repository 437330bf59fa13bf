//! The upper part of a shape's hierarchy: what the lower bounds of temporal culling look at.

use crate::body::Shape;
use crate::bvh::{Below, MeshBvh, SweptSphere};
use crate::numbers::rounding::length;
use crate::volume::Volume;
use glam::{DMat3, DVec3};

/// Volumes around a shape: the nodes of a mesh down to a depth, or one box around anything else. A half-space has none.
#[derive(Clone, Copy, Debug)]
pub(super) enum Volumes<'s> {
    Tree { tree: &'s MeshBvh, depth: u32 },
    One(SweptSphere),
}

/// A volume, by its number and how far it is below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) node: u32,
    pub(super) level: u32,
}

impl Place {
    pub(super) const ROOT: Place = Place { node: 0, level: 0 };
}

/// A box in the body's axes, with the ball around the body.
fn boxed(shape: &Shape) -> Option<SweptSphere> {
    let (centre, radius) = shape.bounding_ball();
    let sides = shape.own_box()?;
    let low = DVec3::from_array(sides.map(|side| side.lower));
    let high = DVec3::from_array(sides.map(|side| side.upper));
    let middle = 0.5 * low + 0.5 * high;
    // A part in 1e12 is far more than what is rounded here.
    let grow = 1.0 + 1e-12;
    let half = (high - middle).max(middle - low) * grow;
    // The ball is about another point: no smaller than from here to its far side, nor need it be larger than to the corners.
    let ball = (radius + length(centre - middle)).min(length(half)) * grow;
    Some(SweptSphere {
        centre: middle,
        axes: DMat3::IDENTITY,
        half,
        rectangle: [0.0; 2],
        radius: ball,
        ball,
    })
}

impl<'s> Volumes<'s> {
    /// The volumes of a shape, those of a mesh down to a third of its depth, the paper's T_depth; none of a half-space.
    pub(super) fn of(shape: &'s Shape) -> Option<Volumes<'s>> {
        Some(match shape {
            Shape::Mesh(tree) => Volumes::Tree {
                tree,
                depth: tree.depth().div_ceil(3),
            },
            _ => Volumes::One(boxed(shape)?),
        })
    }

    pub(super) fn volume(&self, place: Place) -> &SweptSphere {
        match self {
            Volumes::Tree { tree, .. } => &tree.node(place.node).volume,
            Volumes::One(volume) => volume,
        }
    }

    pub(super) fn root(&self) -> &SweptSphere {
        self.volume(Place::ROOT)
    }

    /// The two volumes below one; none at the depth that is looked at, nor of a leaf.
    pub(super) fn below(&self, place: Place) -> Option<[Place; 2]> {
        let Volumes::Tree { tree, depth } = self else {
            return None;
        };
        if place.level >= *depth {
            return None;
        }
        match tree.below(tree.node(place.node)) {
            Below::Children(first) => {
                let level = place.level + 1;
                Some([first, first + 1].map(|node| Place { node, level }))
            }
            Below::Triangles(_) => None,
        }
    }

    /// The radius of a volume.
    pub(super) fn size(&self, place: Place) -> f64 {
        self.volume(place).size()
    }
}
