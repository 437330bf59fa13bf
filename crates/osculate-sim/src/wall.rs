//! What does not move.

use crate::flight::first_rise;
use crate::vector::{Vector, dot, minus};

/// Something from which bodies bounce and that does not move. Its restitution is 1: that of the body counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall<const D: usize> {
    /// All points p with normal·(p − point) ≤ 0 are solid. The normal has length 1.
    Plane {
        /// A point of the surface.
        point: Vector<D>,
        /// Away from what is solid.
        normal: Vector<D>,
    },
    /// A thin rod, in the plane a wall with two sides.
    Segment {
        /// One end.
        from: Vector<D>,
        /// The other.
        to: Vector<D>,
    },
    /// A solid box along the axes.
    Box {
        /// The corner of the least coordinates.
        low: Vector<D>,
        /// The opposite corner.
        high: Vector<D>,
    },
    /// A solid disc or sphere.
    Ball {
        /// Its centre.
        centre: Vector<D>,
        /// Its radius.
        radius: f64,
    },
    /// A hollow disc or sphere, with the bodies inside.
    Hollow {
        /// Its centre.
        centre: Vector<D>,
        /// Its radius.
        radius: f64,
    },
}

impl<const D: usize> Wall<D> {
    /// How long until a ball of `radius` on the flight p + v·t + ½a·t² first touches the wall while it approaches;
    /// infinity if never.
    pub fn first_contact(&self, p: &Vector<D>, v: &Vector<D>, a: &Vector<D>, radius: f64) -> f64 {
        match self {
            Wall::Plane { point, normal } => {
                let gap = dot(normal, &minus(p, point)) - radius;
                first_rise(gap, -dot(normal, v), -dot(normal, a))
            }
            _ => todo!(),
        }
    }

    /// The distance from `p` to what is solid, negative within, and the unit vector from there to `p`.
    pub fn separation(&self, p: &Vector<D>) -> (f64, Vector<D>) {
        match self {
            Wall::Plane { point, normal } => (dot(normal, &minus(p, point)), *normal),
            _ => todo!(),
        }
    }

    /// Whether a ball of `radius` whose centre is in the box between `low` and `high` may touch it; in doubt, yes.
    pub fn near(&self, _low: &Vector<D>, _high: &Vector<D>, _radius: f64) -> bool {
        true
    }
}
