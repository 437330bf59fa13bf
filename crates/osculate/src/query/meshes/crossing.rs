//! The proof that bodies within tolerance of each other do meet.

use super::search::Search;
use super::triangle_pair::TrianglePair;
use crate::motion::Motion;
use crate::numbers::rounding::UNIT;
use crate::volume::Volume;
use alloc::vec::Vec;

/// How often, and how much further each time, a pair of triangles is looked at: from the time that closing the gap
/// takes to half a million times that.
const LOOKS: u32 = 24;
const FURTHER: f64 = 1.75;

/// Multiples of the time that closing the gap takes, after which whole bodies are looked at.
const NEIGHBOURHOOD: [f64; 4] = [2.0, 16.0, 256.0, 4096.0];

/// How many steps one look at whole bodies may take: it is a proof that the answer can do without.
const LOOK_BUDGET: u64 = 20_000;

impl<V: Volume, A: Motion + ?Sized, B: Motion + ?Sized> Search<'_, V, A, B> {
    /// A time after now at which the bodies certainly are no further apart than the clearance; the pair is within
    /// tolerance now.
    pub(in crate::query) fn crossing(
        &mut self,
        pair: &TrianglePair,
        stack: &mut Vec<(u32, u32)>,
    ) -> Option<f64> {
        let (start, end) = (self.instant.t, self.span.end());
        if start >= end {
            return None;
        }
        let closing = self.closing_time(pair).min(1e-3 * (end - start));
        // At least a few of the steps that a time in f64 can take.
        let closing = closing.max(4.0 * UNIT * start.abs().max(end.abs()));
        self.pair_crossing(pair.triangles, closing)
            .or_else(|| self.body_crossing(start, closing, stack))
    }

    /// About how long it takes the pair to close its gap and to get deep enough for that to be seen.
    fn closing_time(&self, pair: &TrianglePair) -> f64 {
        let speed = self.approach(pair);
        let depth = (pair.reach - self.clearance) + 8.0 * pair.doubt;
        if speed > 0.0 {
            depth / speed
        } else {
            f64::INFINITY
        }
    }

    fn pair_crossing(&mut self, triangles: [u32; 2], closing: f64) -> Option<f64> {
        let (start, end) = (self.instant.t, self.span.end());
        let mut ahead = closing;
        for _ in 0..LOOKS {
            let t = (start + ahead).min(end);
            self.pose(t);
            let pair = self.triangle_pair(triangles);
            if pair.reach <= self.clearance || pair.certainly_intersects() {
                return Some(t);
            }
            if t == end {
                break;
            }
            ahead *= FURTHER;
        }
        None
    }

    /// The triangles slid past each other; their neighbours, or other parts later on, may not have.
    fn body_crossing(
        &mut self,
        start: f64,
        closing: f64,
        stack: &mut Vec<(u32, u32)>,
    ) -> Option<f64> {
        let end = self.span.end();
        let rest = end - start;
        let near = NEIGHBOURHOOD.map(|factor| factor * closing);
        for ahead in near.into_iter().chain([0.25 * rest, rest]) {
            let t = (start + ahead).min(end);
            self.pose(t);
            let budget = self.budget;
            self.budget = budget.min(self.stats.steps() + LOOK_BUDGET);
            let closest = self.closest(self.clearance, 1.0, stack);
            self.budget = budget;
            let meet = closest.is_some_and(|closest| {
                let reach = closest.pair.map_or(f64::INFINITY, |pair| pair.reach);
                closest.intersecting || reach <= self.clearance
            });
            if meet {
                return Some(t);
            }
            if t == end {
                break;
            }
        }
        None
    }
}
