//! Whether meshes that are within tolerance of each other meet soon after.

use super::search::MeshSearch;
use super::triangle_pair::TrianglePair;
use crate::query::crossing::Ahead;
use crate::volume::Volume;
use alloc::vec::Vec;

/// How many steps one look at whole bodies may take: it is a proof that the answer can do without.
const LOOK_BUDGET: u64 = 20_000;

impl<V: Volume> MeshSearch<'_, V> {
    /// A time after now at which the bodies certainly are no further apart than the clearance; the pair is within
    /// tolerance now.
    pub(in crate::query) fn crossing(
        &mut self,
        pair: &TrianglePair,
        stack: &mut Vec<(u32, u32)>,
    ) -> Option<f64> {
        let (start, end) = (self.instant.t, self.span.end());
        let closing = self.closing_time(pair).min(1e-3 * (end - start));
        let ahead = Ahead::new(start, end, closing)?;
        ahead
            .crossing(|t| self.pair_meets(pair.triangles, t))
            .or_else(|| ahead.body_crossing(|t| self.bodies_meet(t, stack)))
    }

    /// About how long it takes the pair to close its gap and to get deep enough for that to be seen.
    fn closing_time(&self, pair: &TrianglePair) -> f64 {
        let speed = self.approach(pair);
        let depth = (pair.apart_at_most - self.clearance) + 8.0 * pair.doubt;
        if speed > 0.0 {
            depth / speed
        } else {
            f64::INFINITY
        }
    }

    fn pair_meets(&mut self, triangles: [u32; 2], t: f64) -> bool {
        self.pose(t);
        let pair = self.triangle_pair(triangles);
        pair.apart_at_most <= self.clearance || pair.certainly_intersects()
    }

    fn bodies_meet(&mut self, t: f64, stack: &mut Vec<(u32, u32)>) -> bool {
        self.pose(t);
        let budget = self.budget;
        self.budget = budget.min(self.stats.steps() + LOOK_BUDGET);
        let closest = self.closest(self.clearance, 1.0, stack);
        self.budget = budget;
        closest.is_some_and(|closest| {
            let reach = closest
                .pair
                .map_or(f64::INFINITY, |pair| pair.apart_at_most);
            closest.intersecting || reach <= self.clearance
        })
    }
}
