//! What C2A, HCA and best-first share: volumes and triangles advanced to a time up to which they are proven apart.
//!
//! Rounding. An [`Instant`] states how far the difference of two posed points may be off. That much, and a little more,
//! is subtracted from every gap before it is stepped on; the little more is what remains of the gap at the end of a
//! step, so a step proves the closed stretch of time that it spans.

use super::triangle_pair::{PosedTriangles, TrianglePair};
use crate::bvh::{Below, MeshBvh};
use crate::motion::{Balls, Frame, Instant, PairMotion, ProvenGaps, RelativeMotion};
use crate::numbers::interval::Interval;
use crate::numbers::lanes::Lanes;
use crate::numbers::rounding::{UNIT, length};
use crate::numbers::span::Span;
use crate::query::{Contact, Evidence, Feature, Limits, Moving, Outcome, Reason, Stats, Verdict};
use crate::volume::{Leaf, Volume};
use alloc::vec::Vec;
use glam::DVec3;

/// The share of a volume's size that bodies may travel before volumes of that size are posed anew.
const NEAR: f64 = 0.1;

/// A gap of less than this share of the doubt about it is no basis for a step that ends: such steps would go on, each
/// of a few roundings, until the budget is spent.
const CRAWL: f64 = 1.0 / 32.0;

/// One query under way.
pub(crate) struct MeshSearch<'q, V> {
    pub(crate) a: &'q MeshBvh<V>,
    pub(crate) b: &'q MeshBvh<V>,
    pub(in crate::query) motion: RelativeMotion<'q>,
    pub(crate) span: Span,
    pub(in crate::query) tolerance: f64,
    pub(in crate::query) clearance: f64,
    pub(in crate::query) budget: u64,
    /// Whether the start is known to be apart, and whether no proof of a crossing is looked for: see [`Limits`].
    continues: bool,
    near_only: bool,
    pub(crate) stats: Stats,
    resolution: f64,
    /// The bodies at the time of the last call to `pose`.
    pub(crate) instant: Instant,
    /// The frames that turn with either body, and the time that they are for.
    attached: (f64, [Frame; 2]),
}

/// What is below a pair of nodes.
pub(crate) enum Opened<L> {
    /// Two pairs.
    Pairs([(u32, u32); 2]),
    /// Triangles of each.
    Triangles(L, L),
}

/// The nearer of two pairs last, so that a stack gives it back first.
pub(crate) fn nearer_last(distances: [f64; 2]) -> [usize; 2] {
    if distances[0] < distances[1] {
        [1, 0]
    } else {
        [0, 1]
    }
}

/// What became of a triangle pair that was advanced.
pub(crate) enum Advance {
    /// Apart up to and including this time.
    Until(f64),
    /// Apart to the end of the span.
    Free,
    /// Within tolerance now, and apart.
    Contact,
    /// Neither within tolerance nor provably apart.
    Stuck,
}

impl<'q, V: Volume> MeshSearch<'q, V> {
    pub(crate) fn new(
        a: Moving<'q, MeshBvh<V>>,
        b: Moving<'q, MeshBvh<V>>,
        span: Span,
        limits: &Limits,
    ) -> Self {
        let (root_a, root_b) = (&a.shape.root().volume, &b.shape.root().volume);
        let pair = PairMotion::new(a.motion, b.motion);
        let reach_a = root_a.reach_from(pair.path_a.pivot);
        let reach_b = root_b.reach_from(pair.path_b.pivot);
        let reaches = [reach_a, reach_b];
        let (motion, instant) = RelativeMotion::new(pair, span, reaches);
        let mut poses = 1;
        let tolerance = limits.tolerance_for(root_a.size().min(root_b.size()), || {
            poses += 1;
            let start = length(instant.pose.offset);
            start.max(motion.distance(span.end())) + reach_a + reach_b
        });
        MeshSearch {
            a: a.shape,
            b: b.shape,
            motion,
            span,
            tolerance,
            clearance: limits.clearance(),
            budget: limits.budget(),
            continues: limits.continues,
            near_only: limits.near_only,
            stats: Stats {
                poses,
                ..Stats::default()
            },
            resolution: instant.error,
            instant,
            attached: (f64::NAN, [Frame::default(); 2]),
        }
    }

    /// A query whose bodies are apart at the start of the span, or the answer if they are not. A gap there that is
    /// within the tolerance is halved into it.
    #[allow(clippy::result_large_err, reason = "once a query")]
    pub(crate) fn begin(
        a: Moving<'q, MeshBvh<V>>,
        b: Moving<'q, MeshBvh<V>>,
        span: Span,
        limits: &Limits,
        stack: &mut Vec<(u32, u32)>,
    ) -> Result<Self, Outcome> {
        let mut search = MeshSearch::new(a, b, span, limits);
        if !search.continues {
            search.decide_start(stack)?;
        }
        Ok(search)
    }

    /// Whether the start is known to be apart.
    pub(crate) fn continues(&self) -> bool {
        self.continues
    }

    /// Decides the start, where the bodies must be now: whether they are apart there, and what the tolerance is. The answer, if
    /// they are not.
    #[cold]
    #[allow(clippy::result_large_err, reason = "once a query")]
    pub(crate) fn decide_start(&mut self, stack: &mut Vec<(u32, u32)>) -> Result<(), Outcome> {
        let gap = self.start(self.tolerance, 1.0, stack)?;
        if gap <= self.tolerance {
            self.tolerance = 0.5 * gap;
        }
        Ok(())
    }

    /// Whether two triangles, at the start, are near enough for it to have to be decided.
    #[inline(always)]
    pub(crate) fn near_start(&self, pair: &TrianglePair) -> bool {
        !(pair.gap() > self.clearance + self.tolerance)
    }

    /// A lower bound on the gap now, at the start, if it may be within `limit`; at least `share` of it. The answer, if
    /// the bodies are not certainly apart.
    #[allow(clippy::result_large_err, reason = "once a query")]
    pub(crate) fn start(
        &mut self,
        limit: f64,
        share: f64,
        stack: &mut Vec<(u32, u32)>,
    ) -> Result<f64, Outcome> {
        let clearance = self.clearance;
        let Some(closest) = self.closest(clearance + limit, share, stack) else {
            return Err(self.undecided(None, Reason::Budget));
        };
        let Some(pair) = closest.pair else {
            return Ok(closest.lower - clearance);
        };
        if closest.intersecting || pair.apart_at_most <= clearance {
            return Err(self.outcome(Verdict::overlapping(true)));
        }
        // Bodies are apart if they can be followed: those that rest or part are free then, however close they are.
        if !(closest.lower > clearance && closest.steppable > 0.0) {
            return Err(self.outcome(Verdict::overlapping(false)));
        }
        Ok(closest.lower - clearance)
    }

    /// Moves the bodies to time `t`.
    #[inline]
    pub(crate) fn pose(&mut self, t: f64) {
        if t != self.instant.t {
            self.motion.pose(&mut self.instant, t);
            self.resolution = self.resolution.max(self.instant.error);
            self.stats.poses += 1;
        }
    }

    /// The frames that turn with a and with b, now.
    #[inline]
    pub(crate) fn attached(&mut self) -> &[Frame; 2] {
        if self.attached.0 != self.instant.t {
            self.attached = (self.instant.t, self.motion.attached(&self.instant));
        }
        &self.attached.1
    }

    /// Moves the bodies to time `t`, or leaves them a little before it if that hardly matters to volumes of this size: a pair
    /// that is apart up to `t` may be advanced from any earlier time.
    #[inline]
    pub(crate) fn pose_near(&mut self, t: f64, size: f64) {
        if !(t >= self.instant.t && (t - self.instant.t) * self.motion.fastest() <= NEAR * size) {
            self.pose(t);
        }
    }

    /// The radius of the larger of two volumes.
    #[inline(always)]
    pub(crate) fn size(&self, nodes: (u32, u32)) -> f64 {
        let (a, b) = (&self.a.node(nodes.0).volume, &self.b.node(nodes.1).volume);
        // Sizes are numbers, which `f64::max` would look into.
        if a.size() > b.size() {
            a.size()
        } else {
            b.size()
        }
    }

    pub(crate) fn spent(&self) -> bool {
        self.stats.steps() >= self.budget
    }

    /// The steps that may still be taken.
    pub(crate) fn left(&self) -> u64 {
        self.budget.saturating_sub(self.stats.steps())
    }

    pub(crate) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            clearance: self.clearance,
            tolerance: self.tolerance,
            resolution: self.resolution,
            stats: self.stats,
        }
    }

    pub(crate) fn undecided(&self, free_until: impl Into<Option<f64>>, reason: Reason) -> Outcome {
        self.outcome(Verdict::Undecided {
            free_until: free_until.into(),
            reason,
        })
    }

    /// What is below a pair of nodes: the larger one is opened.
    #[inline(always)]
    pub(crate) fn open(&self, (node_a, node_b): (u32, u32)) -> Opened<V::Leaf<'q>> {
        let (a, b) = (self.a.node(node_a), self.b.node(node_b));
        let open_a = |first: u32| Opened::Pairs([(first, node_b), (first + 1, node_b)]);
        let open_b = |first: u32| Opened::Pairs([(node_a, first), (node_a, first + 1)]);
        match (self.a.below(a), self.b.below(b)) {
            (Below::Triangles(a), Below::Triangles(b)) => {
                Opened::Triangles(V::Leaf::of(a), V::Leaf::of(b))
            }
            (Below::Children(first), Below::Triangles(_)) => open_a(first),
            (Below::Triangles(_), Below::Children(first)) => open_b(first),
            (Below::Children(first), Below::Children(_)) if a.volume.size() >= b.volume.size() => {
                open_a(first)
            }
            (Below::Children(_), Below::Children(first)) => open_b(first),
        }
    }

    #[inline(always)]
    pub(super) fn volumes(&self, pairs: [(u32, u32); 2]) -> ([&'q V; 2], [&'q V; 2]) {
        let (a, b) = (self.a, self.b);
        let [first, second] = pairs;
        (
            [&a.node(first.0).volume, &a.node(second.0).volume],
            [&b.node(first.1).volume, &b.node(second.1).volume],
        )
    }

    /// How far two pairs of volumes are apart now, at least.
    pub(crate) fn volume_gaps(&mut self, pairs: [(u32, u32); 2]) -> [f64; 2] {
        self.stats.volume_pairs += 2;
        let (a, b) = self.volumes(pairs);
        let instant = &self.instant;
        let gaps = V::widest_gaps(
            a,
            b,
            &instant.turn,
            instant.pose.rotation_error,
            instant.shift,
            self.motion.pivots(),
        );
        gaps.gap.0.map(|gap| gap - instant.volume_error)
    }

    /// The gaps of two pairs of volumes now, and times up to which they are apart: the present one if no more can be
    /// shown, infinity if they are apart to the end.
    #[inline(always)]
    pub(crate) fn advance_volumes(&mut self, pairs: [(u32, u32); 2]) -> [(f64, f64); 2] {
        self.stats.volume_pairs += 2;
        let instant = &self.instant;
        let (a, b) = self.volumes(pairs);
        let gaps = V::widest_gaps(
            a,
            b,
            &instant.turn,
            instant.pose.rotation_error,
            instant.shift,
            self.motion.pivots(),
        );
        let proven = ProvenGaps::of(gaps.gap, self.clearance + 1.25 * instant.volume_error);
        let gap = proven.widths();
        // Only what is left after the margin may step: a gap that might be negative proves nothing.
        if !(gap[0] > 0.0 || gap[1] > 0.0) {
            return [(gap[0], instant.t), (gap[1], instant.t)];
        }
        let balls = Balls {
            direction: gaps.direction,
            lever_a: gaps.lever_a,
            lever_b: gaps.lever_b,
            radius_a: Lanes([a[0].size(), a[1].size()]),
            radius_b: Lanes([b[0].size(), b[1].size()]),
        };
        let steps = instant.steps(&balls, proven);
        let until = |gap: f64, step: f64| {
            (
                gap,
                if gap > 0.0 {
                    self.after(step)
                } else {
                    instant.t
                },
            )
        };
        [until(gap[0], steps.0[0]), until(gap[1], steps.0[1])]
    }

    /// The time `h` from now, rounded down; infinity beyond the span.
    #[inline(always)]
    pub(crate) fn after(&self, h: f64) -> f64 {
        let instant = &self.instant;
        if h >= instant.remaining {
            return f64::INFINITY;
        }
        if !(h > 0.0) {
            return instant.t;
        }
        let time = (instant.t + h).next_down();
        if !(time > instant.t) {
            return instant.t;
        }
        // Where the span's start is much further from zero than its end, this may step over the end.
        if time >= self.span.end() {
            f64::INFINITY
        } else {
            time
        }
    }

    /// Two triangles as they stand now.
    pub(crate) fn triangle_pair(&mut self, triangles: [u32; 2]) -> TrianglePair {
        self.stats.triangle_pairs += 1;
        let (error, clearance) = (self.instant.error, self.clearance);
        TrianglePair::new(self.posed(triangles), error, clearance, triangles)
    }

    /// The corners of two triangles now.
    pub(crate) fn posed(&self, [a, b]: [u32; 2]) -> PosedTriangles {
        let corners = [
            self.a.mesh().triangle(a as usize),
            self.b.mesh().triangle(b as usize),
        ];
        PosedTriangles::new(&self.instant, self.motion.pivots(), corners)
    }

    /// Two triangles, from now on.
    pub(crate) fn advance_triangles(&mut self, pair: &TrianglePair) -> Advance {
        let target = self.clearance + self.tolerance;
        if pair.apart_at_most <= target && pair.gap() > self.clearance {
            self.resolution = self.resolution.max(pair.doubt);
            return Advance::Contact;
        }
        let left = self.left_over(pair.doubt);
        let gap = pair.gap() - self.clearance - left;
        if gap > 0.0 {
            let (frames, count) = self.motion.frames(&self.instant);
            let step = pair.step(&self.instant, &frames[..count], self.clearance + left);
            let time = self.after(step);
            if time == f64::INFINITY {
                return Advance::Free;
            }
            if time > self.instant.t && gap > CRAWL * pair.doubt {
                return Advance::Until(time);
            }
        }
        self.resolution = self.resolution.max(pair.doubt);
        Advance::Stuck
    }

    /// What is to be left of a triangle pair's gap at the end of a step. Something must be, for the step to prove its end
    /// too. With two and a half doubts the gap will still be seen there; a pair is in contact once its distance and a
    /// doubt are within the tolerance, so a finer tolerance leaves less, half of what it has to spare.
    fn left_over(&self, doubt: f64) -> f64 {
        let spare = 0.5 * (self.tolerance - 2.2 * doubt);
        let left = self.least_left_over(doubt);
        left.max(spare.min(2.5 * doubt) + 4.0 * UNIT * self.clearance)
    }

    /// The least that is.
    fn least_left_over(&self, doubt: f64) -> f64 {
        0.0625 * doubt + 4.0 * UNIT * self.clearance
    }

    /// The triangle pair that is closest now, if any is within `limit`, and a lower bound on the separation of all
    /// that are. With a `share` below 1 the gaps of both may be as far apart as that. Stops at the first pair that
    /// certainly intersects. `None` if the budget runs out.
    pub(crate) fn closest(
        &mut self,
        limit: f64,
        share: f64,
        stack: &mut Vec<(u32, u32)>,
    ) -> Option<ClosestTriangles> {
        let mut closest = ClosestTriangles {
            pair: None,
            lower: f64::INFINITY,
            steppable: f64::INFINITY,
            intersecting: false,
        };
        let mut limit = limit;
        stack.clear();
        stack.push((0, 0));
        while let Some(nodes) = stack.pop() {
            if self.spent() {
                return None;
            }
            match self.open(nodes) {
                Opened::Triangles(of_a, of_b) => {
                    let (of_a, of_b) = (of_a.numbers(), of_b.numbers());
                    let several = of_a.len() * of_b.len() > 1;
                    for &a in of_a {
                        for &b in of_b {
                            if self.spent() {
                                return None;
                            }
                            let apart = if several {
                                self.ball_gap([a, b])
                            } else {
                                f64::NEG_INFINITY
                            };
                            if apart > self.enough(limit, share) {
                                closest.lower = closest.lower.min(apart);
                                continue;
                            }
                            self.consider([a, b], &mut limit, &mut closest);
                            if closest.intersecting {
                                return Some(closest);
                            }
                        }
                    }
                }
                Opened::Pairs(pairs) => {
                    let gaps = self.volume_gaps(pairs);
                    let enough = self.enough(limit, share);
                    for i in nearer_last(gaps) {
                        // A gap that is no number rules nothing out.
                        if gaps[i] > enough {
                            closest.lower = closest.lower.min(gaps[i]);
                        } else {
                            stack.push(pairs[i]);
                        }
                    }
                }
            }
        }
        Some(closest)
    }

    /// The gap from which on a pair of volumes matters no more.
    fn enough(&self, limit: f64, share: f64) -> f64 {
        if share == 1.0 {
            limit
        } else {
            self.clearance + share * (limit - self.clearance).max(0.0)
        }
    }

    /// How far the balls around two triangles are apart now, at least.
    fn ball_gap(&mut self, [a, b]: [u32; 2]) -> f64 {
        self.stats.volume_pairs += 1;
        let [pivot_a, pivot_b] = self.motion.pivots();
        let (centre_a, radius_a) = self.a.mesh().triangle_ball(a as usize);
        let (centre_b, radius_b) = self.b.mesh().triangle_ball(b as usize);
        let instant = &self.instant;
        let between = (centre_b - pivot_b) - (instant.turn * (centre_a - pivot_a) + instant.shift);
        length(between) - (radius_a + radius_b) - instant.volume_error
    }

    /// One pair of triangles more, for [`MeshSearch::closest`].
    fn consider(&mut self, triangles: [u32; 2], limit: &mut f64, closest: &mut ClosestTriangles) {
        let pair = self.triangle_pair(triangles);
        closest.lower = if pair.gap().is_nan() {
            f64::NEG_INFINITY
        } else {
            closest.lower.min(pair.gap())
        };
        let left = self.least_left_over(pair.doubt);
        closest.steppable = closest.steppable.min(pair.gap() - self.clearance - left);
        if pair.apart_at_most < *limit
            || closest
                .pair
                .is_none_or(|best| pair.apart_at_most < best.apart_at_most)
        {
            closest.pair = Some(pair);
            *limit = limit.min(pair.apart_at_most);
        }
        if pair.gap() <= 0.0 && pair.certainly_intersects() {
            closest.intersecting = true;
            closest.pair = Some(pair);
        }
    }

    /// How fast the closest points of a pair of triangles come closer now, about.
    pub(in crate::query) fn approach(&self, pair: &TrianglePair) -> f64 {
        let frame = &self.motion.frames(&self.instant).0[0];
        let n = pair.direction;
        let lever_a = pair.point_a - self.instant.pose.offset;
        frame.speed_a(n, lever_a) - frame.speed_b(n, pair.point_b)
    }

    /// The answer for a pair within tolerance now, which is the first.
    pub(crate) fn contact(&mut self, pair: &TrianglePair, stack: &mut Vec<(u32, u32)>) -> Outcome {
        let mut contact = self.near(pair);
        if self.near_only {
            return self.outcome(Verdict::Contact(contact));
        }
        if let Some(upper) = self.crossing(pair, stack) {
            contact.upper = upper;
            contact.evidence = Evidence::Crossing;
        }
        self.outcome(Verdict::Contact(contact))
    }

    /// A pair within tolerance now.
    pub(crate) fn near(&self, pair: &TrianglePair) -> Contact {
        Contact {
            lower: self.instant.t,
            upper: self.instant.t,
            evidence: Evidence::Near,
            features: pair.triangles.map(Feature::Triangle),
            parts: [0; 2],
            point_a: self.in_world(pair.point_a),
            point_b: self.in_world(pair.point_b),
            normal: -pair.direction,
            separation: Interval::new(self.clearance, pair.apart_at_most),
        }
    }

    /// A point of a [`TrianglePair`] of now, in the world.
    pub(crate) fn in_world(&self, point: DVec3) -> DVec3 {
        self.motion.origin(self.instant.t) + point
    }
}

/// What [`MeshSearch::closest`] found.
pub(crate) struct ClosestTriangles {
    pub(crate) pair: Option<TrianglePair>,
    /// Every pair within the limit is at least this far apart.
    pub(crate) lower: f64,
    /// What every pair within the limit has to step on, at least.
    steppable: f64,
    pub(crate) intersecting: bool,
}
