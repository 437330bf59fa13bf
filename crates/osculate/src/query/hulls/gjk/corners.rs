//! The corners of a simplex by their numbers: what may be kept of one beyond the bodies that it was made of.

use super::{Simplex, Vertex};
use crate::shape::{Convex, Corner, Hull};
use glam::DVec3;

/// Up to four pairs of corners, of a and of b. They are looked up again in the bodies at hand, so that every simplex made of
/// them is one of these bodies, whichever they were found in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Corners {
    numbers: [[u32; 2]; 4],
    count: u8,
}

impl Corners {
    /// Any, made of these bits.
    pub(crate) fn of_bits(mut bits: impl FnMut() -> u64) -> Corners {
        let mut number = || match bits() % 8 {
            0 => bits() as u32,
            few => few as u32,
        };
        Corners {
            numbers: core::array::from_fn(|_| [number(), number()]),
            count: number() as u8 % 5,
        }
    }
}

impl Simplex {
    /// Its corners.
    #[inline]
    pub(crate) fn numbers(&self) -> Corners {
        let mut corners = Corners {
            count: self.count as u8,
            ..Corners::default()
        };
        for (numbers, vertex) in corners.numbers.iter_mut().zip(self.vertices()) {
            *numbers = vertex.corners.map(|corner| corner.number);
        }
        corners
    }

    /// The best direction of the last search.
    pub(crate) fn direction(&self) -> DVec3 {
        self.direction
    }

    /// Becomes that of these corners of two bodies, each seen from its pivot. If a body is round or has no such corners, there
    /// is only the direction, if it is one.
    #[inline]
    pub(crate) fn recall(
        &mut self,
        corners: &Corners,
        direction: DVec3,
        hulls: [&Hull; 2],
        pivots: [DVec3; 2],
    ) {
        (self.count, self.direction) = (0, DVec3::ZERO);
        if !(hulls[0].has_corners() && hulls[1].has_corners()) {
            // No number is not within.
            if (direction.dot(direction) - 1.0).abs() <= 1e-12 {
                self.direction = direction;
            }
            return;
        }
        for &[a, b] in &corners.numbers[..usize::from(corners.count.min(4))] {
            let (Some(point_a), Some(point_b)) =
                (hulls[0].known_corner(a), hulls[1].known_corner(b))
            else {
                self.count = 0;
                return;
            };
            self.vertices[self.count] = Vertex {
                difference: DVec3::ZERO,
                corners: [
                    Corner {
                        point: point_a - pivots[0],
                        number: a,
                    },
                    Corner {
                        point: point_b - pivots[1],
                        number: b,
                    },
                ],
            };
            self.count += 1;
        }
    }
}
