//! What is remembered of two bodies.

use super::place::Place;
use crate::numbers::rounding::{UNIT, length};
use crate::query::hulls::gjk::{Corners, Simplex};
use glam::DVec3;

/// What the last answers about two bodies left for the next: a plain value that the caller keeps, one for each pair.
///
/// It holds a separation that was proven, where both bodies were then and which shapes they had, the direction that kept them
/// apart, and the corners that were closest. Every use looks how far the bodies have gone since and whether they are those; a
/// direction counts for what the bodies' furthest points along it say, and corners are looked up in the shapes. So the memory of
/// another pair, or one from before a teleport, costs time, never soundness; and so does a new one.
///
/// It belongs to a process: shapes that are made anew are others, even if they are equal. It cannot be written to a file.
#[derive(Clone, Copy, Debug)]
pub struct PairMemory {
    /// Where the bodies were.
    pub(super) places: [Place; 2],
    /// Their separation there, at least, less what the places may be off by; of one whose square underflows nothing is left.
    pub(super) separation: f64,
    /// The unit direction from b to a to look along next; zero if there is none. And whether the separation is along it.
    pub(super) normal: DVec3,
    pub(super) along: bool,
    /// What to look at first.
    pub(crate) hints: Hints,
    /// How many searches for more than was asked for are not worth trying, and how many failed in a row.
    pub(super) wait: u32,
    pub(super) failed: u32,
    /// How much more the last one that succeeded looked for.
    pub(super) reserve: f64,
}

/// Where to look first. Nothing that is proven depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    /// The corners that were closest.
    pub(crate) corners: Corners,
    /// The direction from a to b in which they were looked for, in b's axes.
    pub(crate) direction: DVec3,
}

/// What places leave of a separation: the squares of shorter ways than this underflow. All lengths are 0 or at least 1e-60,
/// so that roundings alone cost more.
pub(super) const SHORTEST_WAY: f64 = 1e-100;

impl Default for PairMemory {
    /// Of nothing.
    fn default() -> PairMemory {
        PairMemory {
            places: [Place::NONE; 2],
            separation: f64::NEG_INFINITY,
            normal: DVec3::ZERO,
            along: false,
            hints: Hints::default(),
            wait: 0,
            failed: 0,
            reserve: 0.0,
        }
    }
}

impl PairMemory {
    /// Of nothing yet.
    pub fn new() -> PairMemory {
        PairMemory::default()
    }

    /// Names a direction from b to a to look along next time: one that is known from elsewhere, such as the normal of a contact. What
    /// is no direction is not taken.
    pub fn suggest(&mut self, normal: DVec3) {
        let unit = normal / length(normal);
        // Of numbers that are too small or too large, the length is off. No number is not within.
        if (unit.dot(unit) - 1.0).abs() <= 8.0 * UNIT {
            (self.normal, self.along) = (unit, false);
        }
    }

    /// The unit direction from b to a that kept the bodies apart last, or was [suggested](PairMemory::suggest); zero if there is none.
    pub fn direction(&self) -> DVec3 {
        self.normal
    }

    /// With hints that are made of these bits, for the tests that show that they prove nothing.
    #[doc(hidden)]
    pub fn misled(mut self, mut bits: impl FnMut() -> u64) -> PairMemory {
        let mut part = || match bits() % 4 {
            0 => f64::from_bits(bits()),
            _ => (bits() % 2001) as f64 / 1000.0 - 1.0,
        };
        let vector = DVec3::new(part(), part(), part());
        self.hints.direction = match bits() % 3 {
            0 => vector,
            _ => vector / crate::numbers::rounding::length(vector),
        };
        self.hints.corners = Corners::of_bits(bits);
        self
    }
}

impl Hints {
    /// Keeps what a search found.
    #[inline]
    pub(crate) fn keep(&mut self, simplex: &Simplex) {
        (self.corners, self.direction) = (simplex.numbers(), simplex.direction());
    }
}
