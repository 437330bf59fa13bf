//! First contact of bodies made of convex parts with bodies of any kind, by best-first search in time.

use super::body_pieces::{Beneath, Pieces};
use super::piece::Piece;
use super::straight::{Apart, Straight};
use crate::motion::PairMotion;
use crate::numbers::interval::Interval;
use crate::numbers::span::Span;
use crate::query::agenda::{Agenda, Timed};
use crate::query::crossing::Ahead;
use crate::query::hulls::expanding::Expanding;
use crate::query::hulls::hull_pair::{Along, HullPair, Terms, Window};
use crate::query::workspace::Workspace;
use crate::query::{Evidence, Limits, Outcome, Reason, Stats, Verdict};
use crate::shape::{Convex, Hull};
use alloc::vec::Vec;

/// A hull that is no larger than this share of a node's ball is bounded well enough along the node's own axes.
const SMALL: f64 = 0.125;

/// The share of a gap that a look at two parts that are followed may lose.
const CLOSELY: f64 = 0.05;

/// How many steps one look at whole bodies may take for a proof that they meet: it is a proof that the answer can do without.
const LOOK_BUDGET: u64 = 5_000;

/// One query under way.
struct PieceSearch<'q> {
    a: &'q [Hull],
    b: Pieces<'q>,
    motion: &'q PairMotion<'q>,
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
pub(crate) fn first_of_pieces(
    a: &[Hull],
    b: Pieces,
    motion: &PairMotion,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let (size_a, reach_a) = Pieces::Hulls(a).measure(motion.path_a.pivot);
    let (size_b, reach_b) = b.measure(motion.path_b.pivot);
    let (sizes, reaches) = ([size_a, size_b], [reach_a, reach_b]);
    let terms = Terms::new(motion, span, limits, sizes, reaches);
    let mut search = PieceSearch {
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
        pairs,
        stack,
        expanding,
        ..
    } = workspace;
    search.list_roots(pairs, stack);
    if !terms.continues
        && let Err(outcome) = search.start(pairs, stack, expanding)
    {
        return outcome;
    }
    if span.is_instant() {
        return search.outcome(Verdict::Free);
    }
    search.straight = Straight::new(motion, &search.terms, reaches);
    loop {
        let Some(Timed { nodes, .. }) = pairs.pop() else {
            return search.outcome(Verdict::Free);
        };
        let now = pairs.now();
        if search.spent() {
            return search.undecided(Some(now), Reason::Budget);
        }
        search.stats.iterations += 1;
        if let Beneath::Two(first) = b.beneath(nodes.1) {
            for nodes in [first, first + 1].map(|child| (nodes.0, child)) {
                match search.bound(nodes, now) {
                    Advanced::Until(time) => pairs.push(Timed { time, nodes }),
                    Advanced::Stuck => pairs.push(Timed { time: now, nodes }),
                    Advanced::Free | Advanced::Done(_) => {}
                }
            }
            continue;
        }
        // No later than the earliest of the others.
        match search.advance(nodes, now, pairs.next_time(), expanding) {
            Advanced::Free => {}
            Advanced::Until(time) => pairs.push(Timed { time, nodes }),
            Advanced::Stuck => return search.undecided(Some(now), Reason::Resolution),
            Advanced::Done(outcome) => return search.meeting(outcome, stack),
        }
    }
}

/// Follows two parts from the start if they are further apart there than the tolerance: up to when they are apart; `None` if that is to the end.
fn follow<P: Convex, Q: Convex>(pair: &mut HullPair<P, Q>, apart: bool) -> Option<f64> {
    if apart {
        pair.measure_lines();
        let closest = pair.posed.closest(CLOSELY, 0.0);
        if let Some(Along::Free) = pair.advance(&closest, pair.terms.span.end()) {
            return None;
        }
    }
    Some(pair.posed.now.t)
}

impl<'q> PieceSearch<'q> {
    fn pair<'p>(&self, i: u32, b: &'p Piece<'q>, t: f64) -> HullPair<'p, Hull, Piece<'q>>
    where
        'q: 'p,
    {
        let a = &self.a[i as usize];
        HullPair::new(a, b, self.motion, self.terms, t)
    }

    /// Takes over the work that a pair has done.
    fn count<P: Convex, Q: Convex>(&mut self, pair: &HullPair<P, Q>) {
        self.stats.supports += pair.posed.stats.supports;
        self.stats.poses += pair.posed.stats.poses;
        self.resolution = self.resolution.max(pair.resolution());
    }

    fn spent(&self) -> bool {
        self.stats.steps() >= self.terms.budget
    }

    fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            clearance: self.terms.clearance,
            tolerance: self.terms.tolerance,
            resolution: self.resolution,
            stats: self.stats,
        }
    }

    fn undecided(&self, free_until: Option<f64>, reason: Reason) -> Outcome {
        self.outcome(Verdict::Undecided { free_until, reason })
    }

    /// Lists the pairs of parts that a search begins with, each for the time from which on the balls about its pivots are near
    /// each other; those that are near at the start are for the stack, and if there is nothing beneath them for that alone.
    fn list_roots(&self, pairs: &mut Agenda<Timed>, stack: &mut Vec<(u32, u32)>) {
        let start = self.terms.span.start();
        pairs.begin(start);
        stack.clear();
        for i in 0..self.a.len() as u32 {
            for j in 0..self.b.roots() {
                let (hull, part) = (&self.a[i as usize], self.b.part(j));
                let window = Window::new(hull, &part, self.motion, &self.terms);
                if let Some((time, _)) = window.near {
                    let now = !(time > start) && !self.terms.continues;
                    if now {
                        stack.push((i, j));
                    }
                    if !(now && self.is_followed_from_the_start(j)) {
                        let nodes = (i, j);
                        pairs.push(Timed { time, nodes });
                    }
                }
            }
        }
    }

    /// Whether what is seen of a part at the start is used to follow it from there: there is nothing beneath it, and it is no instant that is
    /// asked for.
    fn is_followed_from_the_start(&self, j: u32) -> bool {
        let several = matches!(self.b, Pieces::Hulls(_) | Pieces::HalfSpace(_));
        several && matches!(self.b.beneath(j), Beneath::Nothing) && !self.terms.span.is_instant()
    }

    /// Looks at the pairs on the stack at the start, the others being further apart there than the tolerance; the answer, if
    /// the bodies are not certainly apart. A gap within the tolerance is halved into it.
    #[allow(clippy::result_large_err, reason = "once a query")]
    fn start(
        &mut self,
        pairs: &mut Agenda<Timed>,
        stack: &mut Vec<(u32, u32)>,
        expanding: &mut Expanding,
    ) -> Result<(), Outcome> {
        let t = self.terms.span.start();
        let mut gap = f64::INFINITY;
        let mut doubtful = None;
        while let Some((i, j)) = stack.pop() {
            if self.spent() {
                return Err(self.undecided(None, Reason::Budget));
            }
            let part = self.b.part(j);
            let mut pair = self.pair(i, &part, t);
            self.stats.volume_pairs += 1;
            let followed = self.is_followed_from_the_start(j);
            if pair.balls_apart() > self.terms.tolerance {
                if followed {
                    let nodes = (i, j);
                    pairs.push(Timed { time: t, nodes });
                }
                continue;
            }
            if let Beneath::Two(first) = self.b.beneath(j) {
                let closest = pair.posed.closest(0.5, 0.0);
                self.count(&pair);
                if !(pair.posed.gap(&closest) > self.terms.tolerance) {
                    stack.extend([(i, first), (i, first + 1)]);
                }
                continue;
            }
            let started = pair.start(expanding);
            let found = started.as_ref().map(|closest| pair.posed.gap(closest));
            let time = match found {
                Ok(gap) if followed => follow(&mut pair, gap > self.terms.tolerance),
                _ => Some(t),
            };
            if let (Some(time), true) = (time, followed) {
                let nodes = (i, j);
                pairs.push(Timed { time, nodes });
            }
            self.count(&pair);
            match started {
                Ok(_) => gap = gap.min(found.unwrap_or(gap)),
                Err(outcome) => match outcome.verdict {
                    verdict @ Verdict::Overlapping { proven: true, .. } => {
                        return Err(self.outcome(verdict));
                    }
                    // Another pair may be certain.
                    verdict => doubtful = Some(verdict),
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
        if let (Some(straight), Pieces::Mesh(tree)) = (&self.straight, self.b) {
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
        let closest = pair.posed.closest(0.5, 0.0);
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
            let now = pair.posed.now.t;
            if now > others {
                break Advanced::Until(now);
            }
            let closest = pair.posed.closest(CLOSELY, 0.0);
            if pair.touching(&closest) {
                let outcome = pair.contact(&closest, expanding);
                break Advanced::Done(outcome);
            }
            if self.stats.steps() + pair.posed.stats.steps() >= self.terms.budget {
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
            Advanced::Stuck if pair.posed.now.t > t => Advanced::Until(pair.posed.now.t),
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
        if contact.evidence == Evidence::Crossing || self.never_certain() || self.terms.near_only {
            return outcome;
        }
        let (start, end) = (contact.lower, self.terms.span.end());
        let fastest = self.motion.rates(start, end).fastest(self.reaches);
        let closing = (self.terms.tolerance / fastest).min(end - start);
        let ahead = Ahead::new(start, end, closing);
        if let Some(upper) = ahead.and_then(|ahead| ahead.body_crossing(|t| self.meet(t, stack))) {
            contact.upper = upper;
            contact.evidence = Evidence::Crossing;
        }
        outcome.stats = self.stats;
        outcome
    }

    /// Whether a is points and b a surface: no instant of `f64` is certainly that of a touch.
    fn never_certain(&self) -> bool {
        let is_point = |hull: &Hull| hull.bounding_ball().1 == 0.0;
        let surface = matches!(self.b, Pieces::Mesh(_));
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
            let closest = pair.posed.closest(0.5, 0.0);
            self.count(&pair);
            if pair.posed.gap(&closest) > 0.0 {
                continue;
            }
            match self.b.beneath(j) {
                Beneath::Two(first) => stack.extend([(i, first), (i, first + 1)]),
                _ if pair.posed.apart_at_most(&closest) <= self.terms.clearance => return true,
                _ => {}
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
        self.b
            .name(j, &mut contact.features[1], &mut contact.parts[1]);
        self.outcome(Verdict::Contact(contact))
    }
}
