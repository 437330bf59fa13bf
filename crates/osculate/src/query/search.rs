//! What C2A, HCA and best-first share: volumes and triangles advanced to a time up to which they are proven apart.
//!
//! Rounding. An [`Instant`] states how far the difference of two posed points may be off. That much, and a little more,
//! is subtracted from every gap before it is stepped on; the little more is what remains of the gap at the end of a
//! step, so a step proves the closed stretch of time that it spans.

use super::triangle_distance::{
    certainly_intersect, feature_directions, squared_up, triangle_distance,
};
use super::{Contact, Evidence, Feature, Limits, Moving, Outcome, Reason, Stats, Verdict};
use crate::bvh::{Below, MeshBvh};
use crate::interval::Interval;
use crate::motion::{Balls, Instant, Motion, RelativeMotion, step};
use crate::rounding::{UNIT, length};
use crate::span::Span;
use crate::two::Two;
use crate::volume::{SweptSphere, WidestGaps};
use alloc::vec::Vec;
use glam::DVec3;

/// The share of a volume's size that bodies may travel before volumes of that size are posed anew.
const NEAR: f64 = 0.1;

/// A gap of less than this share of the doubt about it is no basis for a step that ends: such steps would go on, each
/// of a few roundings, until the budget is spent.
const CRAWL: f64 = 1.0 / 32.0;

/// One query under way.
pub(crate) struct Search<'q, A: ?Sized, B: ?Sized> {
    pub(crate) a: &'q MeshBvh<SweptSphere>,
    pub(crate) b: &'q MeshBvh<SweptSphere>,
    motion: RelativeMotion<'q, A, B>,
    pub(crate) span: Span,
    tolerance: f64,
    clearance: f64,
    budget: u64,
    pub(crate) stats: Stats,
    resolution: f64,
    /// The bodies at the time of the last call to `pose`.
    pub(crate) instant: Instant,
}

/// A triangle pair at an instant.
#[derive(Clone, Copy)]
pub(crate) struct TrianglePair {
    pub(crate) triangles: [u32; 2],
    corners_a: [DVec3; 3],
    corners_b: [DVec3; 3],
    /// Unit direction from a to b along which the triangles are `gap` apart.
    direction: DVec3,
    /// A proven lower bound on the separation; not positive where none was found.
    pub(crate) gap: f64,
    /// A proven upper bound on the separation.
    pub(crate) reach: f64,
    /// How far a computed difference of corners may be off.
    doubt: f64,
    pub(crate) point_a: DVec3,
    pub(crate) point_b: DVec3,
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

/// How the bodies stand at the start of the span.
pub(crate) enum Start {
    /// Apart; the tolerance has been set right.
    Apart,
    /// The query is over.
    Over(Verdict),
}

impl<'q, A: Motion + ?Sized, B: Motion + ?Sized> Search<'q, A, B> {
    pub(crate) fn new(
        a: Moving<'q, MeshBvh<SweptSphere>, A>,
        b: Moving<'q, MeshBvh<SweptSphere>, B>,
        span: Span,
        limits: &Limits,
    ) -> Self {
        let (root_a, root_b) = (&a.shape.root().volume, &b.shape.root().volume);
        let reach_a = root_a.reach_from(a.motion.path().pivot);
        let reach_b = root_b.reach_from(b.motion.path().pivot);
        let motion = RelativeMotion::new(a.motion, b.motion, span, reach_a, reach_b);
        let instant = motion.at(span.start());
        let farthest =
            length(instant.offset).max(length(motion.at(span.end()).offset)) + reach_a + reach_b;
        let tolerance = limits.tolerance().unwrap_or_else(|| {
            let size = 1e-6 * root_a.ball.min(root_b.ball);
            size.max(farthest / 1_099_511_627_776.0).max(1e-60)
        });
        Search {
            a: a.shape,
            b: b.shape,
            motion,
            span,
            tolerance,
            clearance: limits.clearance(),
            budget: limits.budget(),
            stats: Stats {
                poses: 2,
                ..Stats::default()
            },
            resolution: instant.error,
            instant,
        }
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

    /// Moves the bodies to time `t`, or leaves them a little before it if that hardly matters to these volumes: a pair
    /// that is apart up to `t` may be advanced from any earlier time.
    #[inline]
    pub(crate) fn pose_near(&mut self, t: f64, nodes: (u32, u32)) {
        let size = self.size(nodes);
        if !(t >= self.instant.t && (t - self.instant.t) * self.motion.fastest() <= NEAR * size) {
            self.pose(t);
        }
    }

    /// The radius of the larger of two volumes.
    #[inline(always)]
    pub(crate) fn size(&self, nodes: (u32, u32)) -> f64 {
        let (a, b) = (&self.a.node(nodes.0).volume, &self.b.node(nodes.1).volume);
        a.ball.max(b.ball)
    }

    pub(crate) fn spent(&self) -> bool {
        self.stats.steps() >= self.budget
    }

    pub(crate) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            tolerance: self.tolerance,
            resolution: self.resolution,
            stats: self.stats,
        }
    }

    pub(crate) fn undecided(&self, free_until: f64, reason: Reason) -> Outcome {
        self.outcome(Verdict::Undecided {
            free_until: Some(free_until),
            reason,
        })
    }

    /// The children of the larger of two nodes, each with the other node; `None` for two triangles.
    #[inline(always)]
    pub(crate) fn children(&self, node_a: u32, node_b: u32) -> Result<[(u32, u32); 2], [u32; 2]> {
        let (a, b) = (self.a.node(node_a), self.b.node(node_b));
        match (a.below(), b.below()) {
            (Below::Triangle(a), Below::Triangle(b)) => Err([a, b]),
            (Below::Children(first), Below::Children(other)) => {
                if a.volume.ball >= b.volume.ball {
                    Ok([(first, node_b), (first + 1, node_b)])
                } else {
                    Ok([(node_a, other), (node_a, other + 1)])
                }
            }
            (Below::Children(first), Below::Triangle(_)) => {
                Ok([(first, node_b), (first + 1, node_b)])
            }
            (Below::Triangle(_), Below::Children(first)) => {
                Ok([(node_a, first), (node_a, first + 1)])
            }
        }
    }

    #[inline(always)]
    fn volumes(&self, pairs: [(u32, u32); 2]) -> ([&'q SweptSphere; 2], [&'q SweptSphere; 2]) {
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
        let gaps = WidestGaps::new(a, b, &instant.turn, instant.shift, self.motion.pivots());
        gaps.gap.0.map(|gap| gap - instant.volume_error)
    }

    /// The gaps of two pairs of volumes now, and times up to which they are apart: the present one if no more can be
    /// shown, infinity if they are apart to the end.
    #[inline(always)]
    pub(crate) fn advance_volumes(&mut self, pairs: [(u32, u32); 2]) -> [(f64, f64); 2] {
        self.stats.volume_pairs += 2;
        let instant = &self.instant;
        let (a, b) = self.volumes(pairs);
        let gaps = WidestGaps::new(a, b, &instant.turn, instant.shift, self.motion.pivots());
        let gap = gaps.gap - Two::both(self.clearance + 1.25 * instant.volume_error);
        let balls = Balls {
            direction: gaps.direction,
            lever_a: gaps.lever_a,
            lever_b: gaps.lever_b,
            radius_a: Two([a[0].ball, a[1].ball]),
            radius_b: Two([b[0].ball, b[1].ball]),
        };
        let steps = instant.steps(&balls, gap);
        // Only what is left after the margin may step: a gap that might be negative proves nothing.
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
        [until(gap.0[0], steps.0[0]), until(gap.0[1], steps.0[1])]
    }

    /// The time `h` from now, rounded down; infinity beyond the span.
    #[inline(always)]
    fn after(&self, h: f64) -> f64 {
        let instant = &self.instant;
        if h >= instant.remaining {
            return f64::INFINITY;
        }
        if !(h > 0.0) {
            return instant.t;
        }
        let time = (instant.t + h).next_down().max(instant.t);
        // Where the span's start is much further from zero than its end, this may step over the end.
        if time > instant.t && time >= self.span.end() {
            f64::INFINITY
        } else {
            time
        }
    }

    /// Two triangles as they stand now.
    pub(crate) fn triangle_pair(&mut self, triangles: [u32; 2]) -> TrianglePair {
        self.stats.triangle_pairs += 1;
        let instant = &self.instant;
        let [pivot_a, pivot_b] = self.motion.pivots();
        let mesh_a = self.a.mesh().triangle(triangles[0] as usize);
        let mesh_b = self.b.mesh().triangle(triangles[1] as usize);
        let corners_a = mesh_a.map(|x| instant.rotation_a * (x - pivot_a) + instant.offset);
        let corners_b = mesh_b.map(|x| instant.rotation_b * (x - pivot_b));
        // Near a corner of their own, so that what follows is exact relative to the triangles' size and distance.
        let origin = corners_a[0];
        let (a, b) = (corners_a.map(|x| x - origin), corners_b.map(|x| x - origin));
        let extent = a
            .iter()
            .chain(&b)
            .fold(0.0_f64, |most, x| most.max(x.abs().max_element()));
        let doubt = instant.error + 16.0 * UNIT * extent;

        let closest = triangle_distance(&a, &b);
        let mut best = (f64::NEG_INFINITY, DVec3::X);
        if closest.distance > 0.0 {
            let n = (closest.point_b - closest.point_a) / closest.distance;
            best = (support_gap(&a, &b, n), n);
        }
        if best.0 < 0.99 * closest.distance - doubt || closest.distance < 64.0 * doubt {
            let mut offer = |n: DVec3| {
                let gap = support_gap(&a, &b, n);
                if gap > best.0 {
                    best = (gap, n);
                }
            };
            feature_directions(&a, &b, &mut offer);
            if closest.distance > 0.0 {
                let n = (closest.point_b - closest.point_a) / closest.distance;
                let slant = (64.0 * doubt / closest.distance).clamp(1e-7, 0.5);
                let edges = |t: &[DVec3; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
                offer(squared_up(n, &edges(&a), slant));
                offer(squared_up(n, &edges(&b), slant));
            }
        }
        TrianglePair {
            triangles,
            corners_a,
            corners_b,
            direction: best.1,
            gap: best.0 - doubt,
            reach: closest.distance + doubt,
            doubt,
            point_a: closest.point_a + origin,
            point_b: closest.point_b + origin,
        }
    }

    /// Two triangles, from now on.
    pub(crate) fn advance_triangles(&self, pair: &TrianglePair) -> Advance {
        let target = self.clearance + self.tolerance;
        if pair.reach <= target && pair.gap > self.clearance {
            return Advance::Contact;
        }
        // What is to be left of the gap at the end of a step: enough to be seen there, if the tolerance allows.
        let spare = 0.5 * (self.tolerance - 2.2 * pair.doubt);
        let left = spare.min(2.5 * pair.doubt).max(0.0625 * pair.doubt);
        let gap = pair.gap - self.clearance - left;
        if !(gap > 0.0) {
            return Advance::Stuck;
        }
        let time = self.after(self.triangle_step(pair, self.clearance + left));
        if time == f64::INFINITY {
            Advance::Free
        } else if time > self.instant.t && gap > CRAWL * pair.doubt {
            Advance::Until(time)
        } else {
            Advance::Stuck
        }
    }

    /// How long the triangles stay further apart than `margin`, corner by corner, in the frame that shows it best.
    fn triangle_step(&self, pair: &TrianglePair, margin: f64) -> f64 {
        let instant = &self.instant;
        let n = pair.direction;
        let origin = pair.corners_a[0];
        let levers_a = pair.corners_a.map(|x| x - instant.offset);
        let levers_b = pair.corners_b;
        let at_a = pair.corners_a.map(|x| n.dot(x - origin));
        let at_b = pair
            .corners_b
            .map(|x| n.dot(x - origin) - margin - pair.doubt);
        let farthest = |levers: &[DVec3; 3]| {
            levers
                .iter()
                .fold(0.0_f64, |most, &lever| most.max(length(lever)))
        };
        let (reach_a, reach_b) = (
            farthest(&levers_a) + instant.error,
            farthest(&levers_b) + instant.error,
        );
        let mut longest = 0.0_f64;
        let (frames, count) = self.motion.frames(instant);
        for frame in &frames[..count] {
            let speed_a = levers_a.map(|lever| frame.speed_a(n, lever) + frame.rate_error());
            let speed_b = levers_b.map(|lever| frame.speed_b(n, lever));
            let curvature = frame.curvature(n, reach_a, reach_b);
            let mut shortest = f64::INFINITY;
            for i in 0..3 {
                for j in 0..3 {
                    shortest =
                        shortest.min(step(at_b[j] - at_a[i], speed_a[i] - speed_b[j], curvature));
                }
            }
            longest = longest.max(shortest);
        }
        let ever = frames[0].closing_ever(n, reach_a, reach_b, instant.remaining);
        longest.max(step(pair.gap - margin, ever, 0.0))
    }

    /// The triangle pair that is closest now, if any is within `limit`, and a lower bound on the separation of all
    /// that are. Stops at the first pair that certainly intersects. `None` for the pair if the budget runs out.
    pub(crate) fn closest(&mut self, limit: f64, stack: &mut Vec<(u32, u32)>) -> Option<Closest> {
        let mut closest = Closest {
            pair: None,
            lower: f64::INFINITY,
            vague: 0.0,
            intersecting: false,
        };
        let mut limit = limit;
        stack.clear();
        stack.push((0, 0));
        while let Some((node_a, node_b)) = stack.pop() {
            if self.spent() {
                return None;
            }
            match self.children(node_a, node_b) {
                Err(triangles) => {
                    let pair = self.triangle_pair(triangles);
                    closest.lower = if pair.gap.is_nan() {
                        f64::NEG_INFINITY
                    } else {
                        closest.lower.min(pair.gap)
                    };
                    if !(pair.gap > self.clearance) {
                        closest.vague = closest.vague.max(pair.reach);
                    }
                    if pair.reach < limit || closest.pair.is_none_or(|best| pair.reach < best.reach)
                    {
                        closest.pair = Some(pair);
                        limit = limit.min(pair.reach);
                    }
                    if pair.gap <= 0.0
                        && certainly_intersect(&pair.corners_a, &pair.corners_b, pair.doubt)
                    {
                        closest.intersecting = true;
                        closest.pair = Some(pair);
                        return Some(closest);
                    }
                }
                Ok(pairs) => {
                    let gaps = self.volume_gaps(pairs);
                    // The closer one is looked at first, so that it may rule out the other.
                    let order = if gaps[0] < gaps[1] { [1, 0] } else { [0, 1] };
                    for i in order {
                        // A gap that is no number rules nothing out.
                        if !(gaps[i] > limit) {
                            stack.push(pairs[i]);
                        }
                    }
                }
            }
        }
        Some(closest)
    }

    /// Decides the start of the span, and halves the gap there into the tolerance if it is within it.
    pub(crate) fn start(&mut self, stack: &mut Vec<(u32, u32)>) -> Start {
        self.pose(self.span.start());
        let Some(closest) = self.closest(self.clearance + self.tolerance, stack) else {
            return Start::Over(Verdict::Undecided {
                free_until: None,
                reason: Reason::Budget,
            });
        };
        let Some(pair) = closest.pair else {
            return Start::Apart;
        };
        if closest.intersecting || pair.reach <= self.clearance {
            return Start::Over(Verdict::Overlapping { proven: true });
        }
        if !(closest.lower > self.clearance) {
            return Start::Over(if closest.vague <= self.clearance + 8.0 * self.resolution {
                Verdict::Overlapping { proven: false }
            } else {
                Verdict::Undecided {
                    free_until: None,
                    reason: Reason::Resolution,
                }
            });
        }
        if closest.lower <= self.clearance + self.tolerance {
            self.tolerance = 0.5 * (closest.lower - self.clearance);
        }
        Start::Apart
    }

    /// The answer for a pair within tolerance now, which is the first.
    pub(crate) fn contact(&mut self, pair: &TrianglePair, stack: &mut Vec<(u32, u32)>) -> Outcome {
        let lower = self.instant.t;
        let [point_a, point_b] = [pair.point_a, pair.point_b].map(|point| self.in_world(point));
        let crossing = self.crossing(pair, stack);
        let contact = Contact {
            lower,
            upper: crossing.unwrap_or(lower),
            evidence: if crossing.is_some() {
                Evidence::Crossing
            } else {
                Evidence::Near
            },
            features: pair.triangles.map(Feature::Triangle),
            point_a,
            point_b,
            normal: -pair.direction,
            separation: Interval::new(self.clearance, pair.reach),
        };
        self.outcome(Verdict::Contact(contact))
    }

    /// A point of a [`TrianglePair`] of now, in the world.
    pub(crate) fn in_world(&self, point: DVec3) -> DVec3 {
        self.motion.origin(self.instant.t) + point
    }

    /// A later time at which the bodies certainly are no further apart than the clearance.
    fn crossing(&mut self, pair: &TrianglePair, stack: &mut Vec<(u32, u32)>) -> Option<f64> {
        let start = self.instant.t;
        let end = self.span.end();
        if start >= end {
            return None;
        }
        let frame = &self.motion.frames(&self.instant).0[0];
        let n = pair.direction;
        let speed =
            frame.speed_a(n, pair.point_a - self.instant.offset) - frame.speed_b(n, pair.point_b);
        let depth = (pair.reach - self.clearance) + 8.0 * pair.doubt;
        let tiny = 4.0 * UNIT * start.abs().max(end.abs());
        let first = if speed > 0.0 {
            depth / speed
        } else {
            f64::INFINITY
        };
        let first = first.min(1e-3 * (end - start)).max(tiny);
        let mut ahead = first;
        for _ in 0..24 {
            let t = (start + ahead).min(end);
            if self.crosses(pair.triangles, t) {
                return Some(t);
            }
            if t == end {
                break;
            }
            ahead *= 1.75;
        }
        // The triangles slid past each other; their neighbours may not have.
        for factor in [2.0, 16.0, 256.0, 4096.0] {
            let t = (start + factor * first).min(end);
            self.pose(t);
            let budget = self.budget;
            self.budget = budget.min(self.stats.steps() + 20_000);
            let closest = self.closest(self.clearance, stack);
            self.budget = budget;
            if let Some(closest) = closest
                && (closest.intersecting
                    || closest
                        .pair
                        .is_some_and(|pair| pair.reach <= self.clearance))
            {
                return Some(t);
            }
            if t == end {
                break;
            }
        }
        None
    }

    /// Whether two triangles certainly are no further apart than the clearance at `t`.
    fn crosses(&mut self, triangles: [u32; 2], t: f64) -> bool {
        self.pose(t);
        let pair = self.triangle_pair(triangles);
        pair.reach <= self.clearance
            || certainly_intersect(&pair.corners_a, &pair.corners_b, pair.doubt)
    }
}

/// What [`Search::closest`] found.
pub(crate) struct Closest {
    pub(crate) pair: Option<TrianglePair>,
    /// Every pair within the limit is at least this far apart.
    pub(crate) lower: f64,
    /// How far apart a pair may be that could not be shown to be further apart than the clearance.
    vague: f64,
    pub(crate) intersecting: bool,
}

/// `min n·b − max n·a`.
#[inline(always)]
fn support_gap(a: &[DVec3; 3], b: &[DVec3; 3], n: DVec3) -> f64 {
    let (a, b) = (a.map(|x| n.dot(x)), b.map(|x| n.dot(x)));
    b[0].min(b[1]).min(b[2]) - a[0].max(a[1]).max(a[2])
}
