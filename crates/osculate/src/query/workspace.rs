//! Memory that queries may use again.

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

impl Ord for Timed {
    fn cmp(&self, other: &Timed) -> Ordering {
        other.time.total_cmp(&self.time).then_with(|| other.nodes.cmp(&self.nodes))
    }
}

impl PartialOrd for Timed {
    fn partial_cmp(&self, other: &Timed) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Timed {
    fn eq(&self, other: &Timed) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Timed {}
