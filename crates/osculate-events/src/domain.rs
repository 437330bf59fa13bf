//! The box in which bodies move.

use crate::vector::Vector;

/// What is at the two ends of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// Nothing: bodies may go on for ever.
    Open,
    /// Walls, from which bodies bounce.
    Walls,
    /// Periodic: the opposite end.
    Periodic,
}

/// The box in which bodies move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain<const D: usize> {
    /// The lower end of each axis.
    pub low: Vector<D>,
    /// The upper end of each axis.
    pub high: Vector<D>,
    /// What is at the ends; of open axes `low` and `high` mean nothing.
    pub boundary: [Boundary; D],
}

impl<const D: usize> Domain<D> {
    /// All of the plane, or of space.
    pub fn open() -> Domain<D> {
        Domain {
            low: [0.0; D],
            high: [0.0; D],
            boundary: [Boundary::Open; D],
        }
    }

    /// A box with walls.
    pub fn walls(low: Vector<D>, high: Vector<D>) -> Domain<D> {
        Domain {
            low,
            high,
            boundary: [Boundary::Walls; D],
        }
    }

    /// A box with periodic boundaries.
    pub fn periodic(low: Vector<D>, high: Vector<D>) -> Domain<D> {
        Domain {
            low,
            high,
            boundary: [Boundary::Periodic; D],
        }
    }

    /// From the lower to the upper end of `axis`.
    pub fn side(&self, axis: usize) -> f64 {
        self.high[axis] - self.low[axis]
    }

    /// How far a body at `place` along `axis` is from the face at that end: its centre if the ends are joined, else its surface; infinity if
    /// there is none.
    #[inline(always)]
    pub(crate) fn gap(&self, axis: usize, high: bool, place: f64, radius: f64) -> f64 {
        let to_end = if high {
            self.high[axis] - place
        } else {
            place - self.low[axis]
        };
        match self.boundary[axis] {
            Boundary::Open => f64::INFINITY,
            Boundary::Walls => to_end - radius,
            Boundary::Periodic => to_end,
        }
    }

    /// Whether any two ends are joined.
    pub fn wraps(&self) -> bool {
        self.boundary.contains(&Boundary::Periodic)
    }

    /// `offset` along `axis` to a body, or to the next image of it if the ends are joined and that is nearer.
    #[inline(always)]
    pub(crate) fn nearest_along(&self, axis: usize, offset: f64) -> f64 {
        if self.boundary[axis] != Boundary::Periodic {
            return offset;
        }
        let side = self.side(axis);
        let over = if offset > 0.5 * side { side } else { 0.0 };
        let under = if offset < -0.5 * side { side } else { 0.0 };
        offset - over + under
    }

    /// `offset` or that to another image of the same body, whichever is nearest.
    #[inline]
    pub(crate) fn nearest(&self, mut offset: Vector<D>) -> Vector<D> {
        for axis in 0..D {
            if self.boundary[axis] == Boundary::Periodic {
                let side = self.side(axis);
                while offset[axis] > 0.5 * side {
                    offset[axis] -= side;
                }
                while offset[axis] < -0.5 * side {
                    offset[axis] += side;
                }
            }
        }
        offset
    }
}
