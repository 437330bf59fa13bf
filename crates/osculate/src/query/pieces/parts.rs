//! First contact of bodies made of convex parts with bodies of any kind, by best-first search in time.

use super::part::Part;
use super::straight::{Apart, Straight};
use crate::bvh::{Below, MeshBvh};
use crate::motion::{Motion, PairMotion};
use crate::numbers::interval::Interval;
use crate::numbers::span::Span;
use crate::query::hulls::expanding::Expanding;
use crate::query::hulls::hull_pair::{Along, HullPair, Terms, Window};
use crate::query::workspace::{Timed, Workspace};
use crate::query::{Evidence, Feature, Limits, Outcome, Reason, Stats, Verdict};
use crate::shape::{Convex, HalfSpace, Hull, ball_around, reach_of};
use alloc::vec::Vec;
use glam::DVec3;

/// A hull that is no larger than this share of a node's ball is bounded well enough along the node's own axes.
const SMALL: f64 = 0.125;

/// Multiples of the shortest time in which the tolerance may close, after which whole bodies are looked at.
const AHEAD: [f64; 7] = [2.0, 8.0, 32.0, 128.0, 1024.0, 8192.0, 65536.0];

/// How many steps one such look may take: it is a proof that the answer can do without.
const LOOK_BUDGET: u64 = 5_000;

/// A body, as parts.
#[derive(Clone, Copy)]
pub(crate) enum Parts<'s> {
    Hulls(&'s [Hull]),
    Mesh(&'s MeshBvh),
    HalfSpace(&'s HalfSpace),
}

impl<'s> Parts<'s> {
    /// The parts that the search begins with, by their numbers.
    fn roots(&self) -> u32 {
        match self {
            Parts::Hulls(hulls) => hulls.len() as u32,
            _ => 1,
        }
    }

    /// Whether the body has more than one part that may be touched.
    fn several(&self) -> bool {
        self.roots() > 1 || self.below(0).is_some()
    }

    fn part(&self, number: u32) -> Part<'s> {
        match self {
            Parts::Hulls(hulls) => Part::Hull(&hulls[number as usize]),
            Parts::HalfSpace(half_space) => Part::HalfSpace(half_space),
            Parts::Mesh(tree) => {
                let node = tree.node(number);
                match tree.below(node) {
                    Below::Triangles(triangles) => {
                        Part::Triangle(tree.mesh().triangle(triangles[0] as usize))
                    }
                    Below::Children(_) => Part::Node(&node.volume),
                }
            }
        }
    }

    /// The first of a part's two parts, if it has any.
    fn below(&self, number: u32) -> Option<u32> {
        match self {
            Parts::Mesh(tree) => match tree.below(tree.node(number)) {
                Below::Children(first) => Some(first),
                Below::Triangles(_) => None,
            },
            _ => None,
        }
    }

    /// The body's radius, and how far it is from a pivot.
    fn measure(&self, pivot: DVec3) -> (f64, f64) {
        match self {
            Parts::Hulls(hulls) => (ball_around(hulls).1, reach_of(hulls, pivot)),
            Parts::Mesh(_) | Parts::HalfSpace(_) => {
                let part = match self {
                    Parts::Mesh(tree) => Part::Node(&tree.root().volume),
                    _ => self.part(0),
                };
                (part.ball().1, part.reach_from(pivot))
            }
        }
    }
}

/// One query under way.
struct Search<'q, A: ?Sized, B: ?Sized> {
    a: &'q [Hull],
    b: Parts<'q>,
    motion: &'q PairMotion<'q, A, B>,
    terms: Terms,
    /// If neither body turns.
    straight: Option<Straight>,
    reaches: [f64; 2],
    stats: Stats,
    resolution: f64,
}

/// What became of a pair of parts.
#[allow(clippy::large_enum_variant, reason = "the answer comes once a query")]
enum Advanced {
    Free,
    Until(f64),
    /// No further than before.
    Stuck,
    /// The answer.
    Done(Outcome),
}

/// When the hulls of a body first touch another body: a queue of pairs of parts, each with a time up to which it is
/// proven apart. The earliest is advanced, or opened if it is a node of a tree; the first pair within tolerance that
/// comes out is the answer.
pub(crate) fn first_of_parts<A: Motion + ?Sized, B: Motion + ?Sized>(
    a: &[Hull],
    b: Parts,
    motion: &PairMotion<A, B>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let (size_a, reach_a) = Parts::Hulls(a).measure(motion.path_a.pivot);
    let (size_b, reach_b) = b.measure(motion.path_b.pivot);
    let (sizes, reaches) = ([size_a, size_b], [reach_a, reach_b]);
    let terms = Terms::new(motion, span, limits, sizes, reaches);
    let mut search = Search {
        a,
        b,
        motion,
        terms,
        straight: None,
        reaches,
        stats: Stats::default(),
        resolution: 0.0,
    };
    let Workspace {
        queue,
        stack,
        expanding,
        ..
    } = workspace;
    if let Err(outcome) = search.start(stack, expanding) {
        return outcome;
    }
    search.straight = Straight::new(motion, &search.terms, reaches);
    queue.clear();
    stack.clear();
    for i in 0..a.len() as u32 {
        for j in 0..b.roots() {
            let part = b.part(j);
            let window = Window::new(&a[i as usize], &part, motion, &search.terms);
            if let Some((enter, _)) = window.near {
                queue.push(Timed {
                    time: enter,
                    nodes: (i, j),
                });
            }
        }
    }
    let mut now = span.start();
    loop {
        let (i, j) = match stack.pop() {
            Some(nodes) => nodes,
            None => match queue.pop() {
                Some(earliest) => {
                    now = earliest.time;
                    earliest.nodes
                }
                None => return search.outcome(Verdict::Free),
            },
        };
        if search.spent() {
            return search.undecided(Some(now), Reason::Budget);
        }
        search.stats.iterations += 1;
        if let Some(first) = b.below(j) {
            for child in [first, first + 1] {
                match search.bound((i, child), now) {
                    Advanced::Until(time) => queue.push(Timed {
                        time,
                        nodes: (i, child),
                    }),
                    Advanced::Stuck => stack.push((i, child)),
                    Advanced::Free | Advanced::Done(_) => {}
                }
            }
            continue;
        }
        // No later than the earliest of the others.
        let others = if stack.is_empty() {
            queue.peek().map_or(f64::INFINITY, |other| other.time)
        } else {
            now
        };
        match search.advance((i, j), now, others, expanding) {
            Advanced::Free => {}
            Advanced::Until(time) => queue.push(Timed {
                time,
                nodes: (i, j),
            }),
            Advanced::Stuck => return search.undecided(Some(now), Reason::Resolution),
            Advanced::Done(outcome) => return search.meeting(outcome, stack),
        }
    }
}

impl<'q, A: Motion + ?Sized, B: Motion + ?Sized> Search<'q, A, B> {
    fn pair<'p>(&self, i: u32, b: &'p Part<'q>, t: f64) -> HullPair<'p, Hull, Part<'q>, A, B>
    where
        'q: 'p,
    {
        let a = &self.a[i as usize];
        HullPair::new(a, b, self.motion, self.terms, t)
    }

    /// Takes over the work that a pair has done.
    fn count<P: Convex, Q: Convex>(&mut self, pair: &HullPair<P, Q, A, B>) {
        self.stats.supports += pair.stats.supports;
        self.stats.poses += pair.stats.poses;
        self.resolution = self.resolution.max(pair.resolution());
    }

    fn spent(&self) -> bool {
        self.stats.steps() >= self.terms.budget
    }

    fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            tolerance: self.terms.tolerance,
            resolution: self.resolution,
            stats: self.stats,
        }
    }

    fn undecided(&self, free_until: Option<f64>, reason: Reason) -> Outcome {
        self.outcome(Verdict::Undecided { free_until, reason })
    }

    /// Looks at the start; the answer, if the bodies are not certainly apart there. A gap within the tolerance is halved
    /// into it.
    #[allow(clippy::result_large_err, reason = "once a query")]
    fn start(
        &mut self,
        stack: &mut Vec<(u32, u32)>,
        expanding: &mut Expanding,
    ) -> Result<(), Outcome> {
        let t = self.terms.span.start();
        self.all_roots(stack);
        let mut gap = f64::INFINITY;
        let mut doubtful = None;
        while let Some((i, j)) = stack.pop() {
            if self.spent() {
                return Err(self.undecided(None, Reason::Budget));
            }
            let part = self.b.part(j);
            let mut pair = self.pair(i, &part, t);
            self.stats.volume_pairs += 1;
            if pair.balls_apart() > self.terms.tolerance {
                continue;
            }
            if let Some(first) = self.b.below(j) {
                let closest = pair.closest(0.5, 0.0);
                self.count(&pair);
                if !(pair.gap(&closest) > self.terms.tolerance) {
                    stack.extend([(i, first), (i, first + 1)]);
                }
                continue;
            }
            let started = pair.start(expanding);
            self.count(&pair);
            match started {
                Ok(closest) => gap = gap.min(pair.gap(&closest)),
                Err(outcome) => match outcome.verdict {
                    Verdict::Overlapping { proven: true } => {
                        return Err(self.outcome(outcome.verdict));
                    }
                    // Another pair may be certain.
                    verdict => doubtful = doubtful.or(Some(verdict)),
                },
            }
        }
        if let Some(verdict) = doubtful {
            return Err(self.outcome(verdict));
        }
        if gap <= self.terms.tolerance {
            self.terms.tolerance = 0.5 * gap;
        }
        Ok(())
    }

    /// How long a hull and a part stay apart, by one look at where they are at the time `from`.
    fn bound(&mut self, (i, j): (u32, u32), from: f64) -> Advanced {
        let mut t = from;
        if let (Some(straight), Parts::Mesh(tree)) = (&self.straight, self.b) {
            let hull = &self.a[i as usize];
            self.stats.volume_pairs += 1;
            match straight.apart(hull, tree, j) {
                Apart::Always => return Advanced::Free,
                Apart::Until(time) => t = t.max(time),
            }
            if hull.bounding_ball().1 <= SMALL * tree.node(j).volume.ball {
                return if t > from {
                    Advanced::Until(t)
                } else {
                    Advanced::Stuck
                };
            }
        }
        let part = self.b.part(j);
        let mut pair = self.pair(i, &part, t);
        self.stats.volume_pairs += 1;
        if let Some(time) = pair.balls_apart_until() {
            return if time == f64::INFINITY {
                Advanced::Free
            } else {
                Advanced::Until(time)
            };
        }
        let closest = pair.closest(0.5, 0.0);
        let advanced = if pair.gap_to_step(&closest).width() > 0.0 {
            pair.look_ahead(&closest)
        } else {
            Along::Until(t)
        };
        self.count(&pair);
        match advanced {
            Along::Free => Advanced::Free,
            Along::Until(time) if time > from => Advanced::Until(time),
            Along::Until(_) => Advanced::Stuck,
        }
    }

    /// A hull and a part without parts from `t` on, until they are apart up to the time of the `others`.
    fn advance(
        &mut self,
        (i, j): (u32, u32),
        t: f64,
        others: f64,
        expanding: &mut Expanding,
    ) -> Advanced {
        let part = self.b.part(j);
        let mut pair = self.pair(i, &part, t);
        pair.measure_lines();
        let advanced = loop {
            let now = pair.now.t;
            if now > others {
                break Advanced::Until(now);
            }
            let closest = pair.closest(0.05, 0.0);
            if pair.touching(&closest) {
                let outcome = pair.contact(&closest, expanding);
                break Advanced::Done(outcome);
            }
            if self.stats.steps() + pair.stats.steps() >= self.terms.budget {
                break Advanced::Until(now);
            }
            match pair.advance(&closest, self.terms.span.end()) {
                Some(Along::Free) => break Advanced::Free,
                Some(Along::Until(_)) => {}
                None => break Advanced::Stuck,
            }
        };
        self.count(&pair);
        match advanced {
            Advanced::Stuck if pair.now.t > t => Advanced::Until(pair.now.t),
            Advanced::Done(outcome) => Advanced::Done(self.named(outcome, (i, j))),
            other => other,
        }
    }

    /// The answer with a proof that the bodies meet, if one is found: where two parts only graze, others may be about to
    /// meet.
    fn meeting(&mut self, mut outcome: Outcome, stack: &mut Vec<(u32, u32)>) -> Outcome {
        let Verdict::Contact(contact) = &mut outcome.verdict else {
            return outcome;
        };
        if contact.evidence == Evidence::Crossing || self.never_certain() {
            return outcome;
        }
        let (start, end) = (contact.lower, self.terms.span.end());
        let rest = end - start;
        let fastest = self.motion.rates(start, end).fastest(self.reaches);
        let closing = (self.terms.tolerance / fastest).min(rest);
        let near = AHEAD.map(|factor| factor * closing);
        for ahead in near.into_iter().chain([0.25 * rest, rest]) {
            let t = (start + ahead).min(end);
            if !(t > start) || self.spent() {
                continue;
            }
            if self.meet(t, stack) {
                contact.upper = t;
                contact.evidence = Evidence::Crossing;
                break;
            }
        }
        outcome.stats = self.stats;
        outcome
    }

    /// Whether a is points and b a surface: no instant of `f64` is certainly that of a touch.
    fn never_certain(&self) -> bool {
        let is_point = |hull: &Hull| hull.bounding_ball().1 == 0.0;
        let surface = matches!(self.b, Parts::Mesh(_));
        surface && self.terms.clearance == 0.0 && self.a.iter().all(is_point)
    }

    /// Whether the bodies certainly are no further apart than the clearance at time `t`, as far as a short look tells.
    fn meet(&mut self, t: f64, stack: &mut Vec<(u32, u32)>) -> bool {
        self.all_roots(stack);
        let budget = self.stats.steps() + LOOK_BUDGET;
        while let Some((i, j)) = stack.pop() {
            if self.stats.steps() >= budget.min(self.terms.budget) {
                return false;
            }
            let part = self.b.part(j);
            let mut pair = self.pair(i, &part, t);
            self.stats.volume_pairs += 1;
            if pair.balls_apart() > 0.0 {
                continue;
            }
            let closest = pair.closest(0.5, 0.0);
            self.count(&pair);
            if pair.gap(&closest) > 0.0 {
                continue;
            }
            match self.b.below(j) {
                Some(first) => stack.extend([(i, first), (i, first + 1)]),
                None if pair.reach(&closest) <= self.terms.clearance => return true,
                None => {}
            }
        }
        false
    }

    /// Fills the stack with the pairs of parts that a search begins with.
    fn all_roots(&self, stack: &mut Vec<(u32, u32)>) {
        stack.clear();
        for i in 0..self.a.len() as u32 {
            stack.extend((0..self.b.roots()).map(|j| (i, j)));
        }
    }

    /// The answer of a pair of parts, as that of the bodies.
    fn named(&self, outcome: Outcome, (i, j): (u32, u32)) -> Outcome {
        let Verdict::Contact(mut contact) = outcome.verdict else {
            return self.outcome(outcome.verdict);
        };
        // Another pair may be closer, and is only known to be apart.
        if self.a.len() > 1 || self.b.several() {
            contact.separation = Interval::new(self.terms.clearance, contact.separation.upper);
        }
        contact.parts[0] = i;
        match self.b {
            Parts::Hulls(_) => contact.parts[1] = j,
            Parts::Mesh(tree) => {
                if let Some(&[triangle]) = tree.triangles_of_leaf(j) {
                    contact.features[1] = Feature::Triangle(triangle);
                }
            }
            Parts::HalfSpace(_) => {}
        }
        self.outcome(Verdict::Contact(contact))
    }
}
