//! Pairs that wait, the earliest first.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A pair of nodes that waits for a time: up to and including it, nothing is left to be looked at.
pub(crate) trait Waiting: Copy {
    /// That time.
    fn time(&self) -> f64;

    /// Which nodes.
    fn nodes(&self) -> (u32, u32);
}

/// A pair of nodes that is apart up to and including a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    pub(crate) time: f64,
    pub(crate) nodes: (u32, u32),
}

impl Timed {
    /// The roots of two trees.
    pub(crate) fn root(time: f64) -> Timed {
        Timed {
            time,
            nodes: (0, 0),
        }
    }
}

impl Waiting for Timed {
    #[inline(always)]
    fn time(&self) -> f64 {
        self.time
    }

    #[inline(always)]
    fn nodes(&self) -> (u32, u32) {
        self.nodes
    }
}

/// Pairs in the order of their times; of those whose time has come, the last first.
#[derive(Debug)]
pub(crate) struct Agenda<T> {
    queue: BinaryHeap<Queued<T>>,
    /// Those whose time has come.
    stack: Vec<T>,
    /// All others are later.
    now: f64,
}

impl<T> Default for Agenda<T> {
    fn default() -> Agenda<T> {
        Agenda {
            queue: BinaryHeap::new(),
            stack: Vec::new(),
            now: 0.0,
        }
    }
}

impl<T: Waiting> Agenda<T> {
    /// Nothing but time.
    pub(crate) fn begin(&mut self, now: f64) {
        self.queue.clear();
        self.stack.clear();
        self.now = now;
    }

    /// The time up to and including which everything that waits has been looked at.
    #[inline(always)]
    pub(crate) fn now(&self) -> f64 {
        self.now
    }

    /// A pair for its own time, or for now if that has come.
    #[inline(always)]
    pub(crate) fn push(&mut self, pair: T) {
        if pair.time() <= self.now {
            self.stack.push(pair);
        } else {
            self.queue.push(Queued(pair));
        }
    }

    /// The pair that is next; it is its time then, at least.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<T> {
        if let Some(pair) = self.stack.pop() {
            return Some(pair);
        }
        let Queued(pair) = self.queue.pop()?;
        self.now = pair.time();
        Some(pair)
    }

    /// The time of the pair that is next, infinity if none waits.
    #[inline(always)]
    pub(crate) fn next_time(&self) -> f64 {
        if !self.stack.is_empty() {
            return self.now;
        }
        self.queue
            .peek()
            .map_or(f64::INFINITY, |Queued(pair)| pair.time())
    }

    /// Whether a pair would be next; then its time has come, and it need not wait.
    #[inline(always)]
    pub(crate) fn is_next(&mut self, pair: T) -> bool {
        let next = self.stack.is_empty()
            && self
                .queue
                .peek()
                .is_none_or(|earliest| *earliest <= Queued(pair));
        if next {
            self.now = pair.time();
        }
        next
    }
}

/// Ordered by the time and, among equals, by the numbers of the nodes: the earliest is the greatest.
#[derive(Clone, Copy, Debug)]
struct Queued<T>(T);

impl<T: Waiting> Queued<T> {
    /// Numbers in that order, backwards.
    #[inline(always)]
    fn key(&self) -> (i64, u32, u32) {
        let bits = self.0.time().to_bits() as i64;
        let (a, b) = self.0.nodes();
        (bits ^ (((bits >> 63) as u64) >> 1) as i64, a, b)
    }
}

impl<T: Waiting> Ord for Queued<T> {
    #[inline(always)]
    fn cmp(&self, other: &Queued<T>) -> Ordering {
        other.key().cmp(&self.key())
    }
}

impl<T: Waiting> PartialOrd for Queued<T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Queued<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline(always)]
    fn lt(&self, other: &Queued<T>) -> bool {
        other.key() < self.key()
    }

    #[inline(always)]
    fn le(&self, other: &Queued<T>) -> bool {
        other.key() <= self.key()
    }
}

impl<T: Waiting> PartialEq for Queued<T> {
    #[inline(always)]
    fn eq(&self, other: &Queued<T>) -> bool {
        self.key() == other.key()
    }
}

impl<T: Waiting> Eq for Queued<T> {}
