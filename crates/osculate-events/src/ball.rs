//! What a scene says of a body.

use crate::vector::Vector;

/// A disc (`D` = 2) or a sphere (`D` = 3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<const D: usize> {
    /// Where its centre is at the start.
    pub position: Vector<D>,
    /// Its velocity at the start.
    pub velocity: Vector<D>,
    /// Its constant acceleration, such as that of gravity.
    pub acceleration: Vector<D>,
    /// Its radius.
    pub radius: f64,
    /// Its mass.
    pub mass: f64,
    /// The share of the approach speed that remains after a collision: 1 is elastic, 0 inelastic. Of two bodies the smaller
    /// counts.
    pub restitution: f64,
}

/// A body of the plane.
pub type Disc = Ball<2>;

/// A body of space.
pub type Sphere = Ball<3>;

impl<const D: usize> Ball<D> {
    /// An elastic ball of mass 1 that nothing accelerates.
    pub fn new(position: Vector<D>, velocity: Vector<D>, radius: f64) -> Ball<D> {
        Ball {
            position,
            velocity,
            acceleration: [0.0; D],
            radius,
            mass: 1.0,
            restitution: 1.0,
        }
    }
}
