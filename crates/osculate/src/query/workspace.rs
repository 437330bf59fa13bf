//! Memory that queries may use again.

use super::d2m::Window;
use crate::span::Span;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

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
    pub(crate) windows: Vec<Window>,
    /// Parts of a root finder's span.
    pub(crate) spans: Vec<Span>,
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

impl Timed {
    /// Numbers in the order of the times and, among equals, of the nodes.
    #[inline(always)]
    fn key(&self) -> (i64, u32, u32) {
        let bits = self.time.to_bits() as i64;
        (
            bits ^ (((bits >> 63) as u64) >> 1) as i64,
            self.nodes.0,
            self.nodes.1,
        )
    }
}

impl Ord for Timed {
    #[inline(always)]
    fn cmp(&self, other: &Timed) -> Ordering {
        other.key().cmp(&self.key())
    }
}

impl PartialOrd for Timed {
    #[inline(always)]
    fn partial_cmp(&self, other: &Timed) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline(always)]
    fn lt(&self, other: &Timed) -> bool {
        other.key() < self.key()
    }

    #[inline(always)]
    fn le(&self, other: &Timed) -> bool {
        other.key() <= self.key()
    }
}

impl PartialEq for Timed {
    fn eq(&self, other: &Timed) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Timed {}
