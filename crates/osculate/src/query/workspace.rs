//! Memory that queries may use again.

use crate::numbers::span::Span;
use crate::query::hulls::contact_points::Faces;
use crate::query::hulls::expanding::Expanding;
use crate::query::meshes::d2m::Windows;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// Memory for queries: keep one a thread, and repeated queries allocate nothing.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Node pairs, the one with the earliest time on top.
    pub(crate) queue: BinaryHeap<Timed>,
    pub(crate) stack: Vec<(u32, u32)>,
    pub(crate) timed: Vec<Timed>,
    /// Pairs of nodes, each with its gap at the instant.
    pub(crate) gaps: Vec<(f64, (u32, u32))>,
    /// Pairs of nodes, each with the time in which it may overlap.
    pub(crate) windows: Windows,
    /// Parts of a root finder's span.
    pub(crate) spans: Vec<Span>,
    /// A polytope inside the difference of two bodies.
    pub(crate) expanding: Expanding,
    /// Two faces that touch.
    pub(crate) faces: Faces,
}

impl Workspace {
    /// An empty one.
    pub fn new() -> Workspace {
        Workspace::default()
    }
}

/// A pair of nodes that is apart up to and including a time. Ordered by it, the earliest greatest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    pub(crate) time: f64,
    pub(crate) nodes: (u32, u32),
}

/// Orders pairs of nodes by a time and, among equals, by their numbers: the earliest is the greatest.
macro_rules! earliest_greatest {
    ($pair:ty, $time:ident) => {
        impl $pair {
            /// Numbers in that order, backwards.
            #[inline(always)]
            fn key(&self) -> (i64, u32, u32) {
                let bits = self.$time.to_bits() as i64;
                let (a, b) = self.nodes;
                (bits ^ (((bits >> 63) as u64) >> 1) as i64, a, b)
            }
        }

        impl Ord for $pair {
            #[inline(always)]
            fn cmp(&self, other: &$pair) -> core::cmp::Ordering {
                other.key().cmp(&self.key())
            }
        }

        impl PartialOrd for $pair {
            #[inline(always)]
            fn partial_cmp(&self, other: &$pair) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }

            #[inline(always)]
            fn lt(&self, other: &$pair) -> bool {
                other.key() < self.key()
            }

            #[inline(always)]
            fn le(&self, other: &$pair) -> bool {
                other.key() <= self.key()
            }
        }

        impl PartialEq for $pair {
            fn eq(&self, other: &$pair) -> bool {
                self.key() == other.key()
            }
        }

        impl Eq for $pair {}
    };
}

earliest_greatest!(Timed, time);
pub(super) use earliest_greatest;
