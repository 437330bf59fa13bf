//! A body on its own clock.

use crate::vector::{Vector, plus};

/// Where a body is and whither it goes at its own time: as much as a cache line holds, for the search reads hundreds of
/// them an event.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Body<const D: usize> {
    pub position: Vector<D>,
    pub velocity: Vector<D>,
    /// When it is there, on the world's clock.
    pub clock: f64,
    pub radius: f64,
}

impl<const D: usize> Body<D> {
    /// Where it is at `time` if nothing accelerates it.
    #[inline(always)]
    pub fn straight(&self, time: f64) -> Vector<D> {
        plus(&self.position, time - self.clock, &self.velocity)
    }

    /// Where it is at `time`, and its velocity then.
    #[inline(always)]
    pub fn at(&self, time: f64, acceleration: &Vector<D>) -> (Vector<D>, Vector<D>) {
        let passed = time - self.clock;
        let mean = plus(&self.velocity, 0.5 * passed, acceleration);
        (
            plus(&self.position, passed, &mean),
            plus(&self.velocity, passed, acceleration),
        )
    }
}
