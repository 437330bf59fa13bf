//! The corners of a simplex by their numbers: what may be kept of one beyond the bodies that it was made of.

use super::Simplex;
use crate::shape::{Convex, Hull};
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

    /// From one point of a (0) or b (1) to the other in the body's axes, if the simplex is made of two.
    pub(crate) fn edge_of(&self, body: usize) -> Option<DVec3> {
        let mut points = self.vertices().iter().map(|v| v.corners[body].point);
        let first = points.next()?;
        let second = points.find(|&point| point != first)?;
        points
            .all(|point| point == first || point == second)
            .then_some(second - first)
    }

    /// The best direction of the last search.
    pub(crate) fn direction(&self) -> DVec3 {
        self.direction
    }

    /// Becomes that of these corners of two bodies, each seen from its pivot; of a round body, of any points of these patches. There is
    /// a direction only if a body is round, if it is one.
    #[inline(never)]
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
            if !((direction.dot(direction) - 1.0).abs() <= 1e-12) {
                return;
            }
            self.direction = direction;
        }
        let numbers = &corners.numbers[..usize::from(corners.count.min(4))];
        let mut known = true;
        for body in 0..2 {
            let vertices = self.vertices.iter_mut().zip(numbers);
            let corners =
                vertices.map(|(vertex, numbers)| (&mut vertex.corners[body], numbers[body]));
            known &= hulls[body].look_up(corners, pivots[body]);
        }
        if known {
            self.count = numbers.len();
        }
    }
}
