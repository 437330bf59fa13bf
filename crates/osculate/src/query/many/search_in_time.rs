//! Pairs in the order of the times from which on they may come near each other.
//!
//! A body is followed from stretch of time to stretch of time. Whatever it meets there, as far as boxes around both say, waits for
//! the start of that stretch: before, the two are further apart than clearance and tolerance together. So a pair is searched
//! once, from that time on, the earliest first, and nothing that begins after the first contact is searched at all. How long
//! stretches are depends on how much a body meets in them.

use super::{Against, ManyQuery, ManyStats};
use crate::body::{Shape, reach_of, swept};
use crate::broad_phase::{StillBox, StillTree};
use crate::motion::MotionBounds;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::{length, up};
use crate::numbers::span::Span;
use crate::query::first_contact::first_contact_with;
use crate::query::least::Overlapping;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Reason, Stats, Then, Verdict};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A stretch of time in which a body meets more boxes than this is halved,
const MANY: usize = 6;

/// if the box around it is then larger than this many radii of the body,
const LONG: f64 = 4.0;

/// and it is no shorter than this share of the span.
const SHORTEST: f64 = 1.0 / (1_u64 << 20) as f64;

/// A tree over bodies that move pays off from so many of them on, and so many that look into it.
const TREE_OVER: usize = 16;
const TREE_FOR: usize = 8;

/// Memory for queries of many bodies.
#[derive(Debug, Default)]
pub(crate) struct ManyMemory {
    bodies: Vec<Body>,
    /// Boxes around the others, along their own axes, where there are such.
    others: Vec<Option<[Interval; 3]>>,
    /// Over the others, if it pays off.
    tree: StillTree,
    /// Else, boxes around all that they pass over.
    boxes: Vec<(StillBox, u32)>,
    waiting: BinaryHeap<Wait>,
    /// Whom each body waits for, or has been held against, in order.
    listed: Vec<Vec<u32>>,
    found: Vec<u32>,
    /// Pairs of which all is known.
    pub(super) done: Vec<Pair>,
    pub(super) overlapping: Vec<Overlapping<Pair>>,
    pub(super) told: Vec<super::OverlappingPair>,
}

/// A body that is held against others.
#[derive(Clone, Copy, Debug)]
struct Body {
    /// A box around it, along its own axes, if there is one.
    own: Option<[Interval; 3]>,
    radius: f64,
    /// What is further apart than this is not near.
    beyond: f64,
}

/// A body, and whom it is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) body: u32,
    /// The number of another body or, after those, of an obstacle; `LOOK` is for nobody yet.
    target: u32,
}

const LOOK: u32 = u32::MAX;

/// What waits for a time.
#[derive(Clone, Copy, Debug)]
struct Wait {
    time: f64,
    pair: Pair,
    /// How long the stretch is that is looked at next.
    stretch: f64,
}

impl Ord for Wait {
    /// The earliest is the greatest, as the queue has it.
    fn cmp(&self, other: &Wait) -> Ordering {
        let times = other.time.total_cmp(&self.time);
        times.then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Wait {
    fn partial_cmp(&self, other: &Wait) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Wait {
    fn eq(&self, other: &Wait) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Wait {}

impl ManyQuery<'_> {
    /// Who a pair's second is, if it has one.
    pub(super) fn second(&self, pair: Pair) -> Option<Against> {
        let target = pair.target as usize;
        if pair.target == LOOK {
            None
        } else if target < self.others.len() {
            Some(Against::Body(target))
        } else {
            Some(Against::Obstacle(target - self.others.len()))
        }
    }

    fn is_asked(&self, pair: Pair) -> bool {
        match (self.filter, self.second(pair)) {
            (Some(filter), Some(against)) => filter(pair.body as usize, against),
            _ => true,
        }
    }
}

impl ManyMemory {
    /// Measures all bodies over the span of a query.
    pub(super) fn prepare(&mut self, query: &ManyQuery) {
        self.done.clear();
        let span = query.span;
        let mut far = query.obstacles.map_or(0.0, |obstacles| obstacles.far);
        self.others.clear();
        self.boxes.clear();
        for (number, other) in query.others.iter().enumerate() {
            let own = other.shape.own_box();
            self.others.push(own);
            if let Some(own) = own {
                let poses = other.motion.enclose(span);
                far = f64::max(far, far_of(other.shape, &poses.position, poses.pivot));
                let whole = StillBox::of(swept(&own, &poses));
                self.boxes.push((whole, number as u32));
            }
        }
        let pays_off = self.boxes.len() >= TREE_OVER && query.bodies.len() >= TREE_FOR;
        let boxes = if pays_off {
            &mut self.boxes[..]
        } else {
            &mut []
        };
        self.tree.build(boxes);
        if pays_off {
            self.boxes.clear();
        }
        self.bodies.clear();
        for body in query.bodies {
            let poses = body.motion.enclose(span);
            let radius = body.shape.bounding_ball().1;
            let far = far + far_of(body.shape, &poses.position, poses.pivot);
            // The tolerance of a pair is no more than this: its smaller radius is no larger, its distances no longer.
            let tolerance = up(query.limits.tolerance_for(radius, || far));
            self.bodies.push(Body {
                own: body.shape.own_box(),
                radius,
                beyond: beyond(&query.limits, tolerance, far),
            });
        }
    }
}

/// What is further apart than this at the start has the tolerance that is asked for and, of a skin, the whole as its clearance:
/// see `starts/skin.rs`. The resolution is less than 2⁻⁴⁵ of the distances involved, but for motions that state larger errors; of
/// those a little less than the skin would do.
fn beyond(limits: &Limits, tolerance: f64, far: f64) -> f64 {
    const FINEST: f64 = 1.0 / (1_u64 << 38) as f64;
    let skin = limits.skin();
    if skin > 0.0 {
        up(1.125 * skin + tolerance + FINEST * far)
    } else {
        up(limits.clearance() + tolerance)
    }
}

/// How far a body is from the world's origin and reaches from its pivot, together, at most.
fn far_of(shape: &Shape, position: &[Interval; 3], pivot: glam::DVec3) -> f64 {
    let (centre, radius) = shape.bounding_ball();
    up(reach_of(position) + 2.0 * (length(centre - pivot) + radius))
}

/// A search through time.
pub(super) struct SearchInTime<'s, 'q> {
    pub(super) query: &'s ManyQuery<'q>,
    pub(super) limits: Limits,
    /// Where it starts, and whether all pairs are known to be apart there.
    pub(super) from: f64,
    pub(super) apart: bool,
    /// Nothing later matters.
    pub(super) until: f64,
    /// Whether it goes on with another, whose tolerances are kept.
    pub(super) goes_on: bool,
    pub(super) stats: ManyStats,
    pub(super) resolution: f64,
    /// The largest tolerance.
    pub(super) tolerance: f64,
}

impl<'q> SearchInTime<'_, 'q> {
    /// The steps that may still be taken.
    pub(super) fn budget_left(&self) -> u64 {
        self.limits.budget().saturating_sub(self.stats.steps())
    }

    /// Goes through time, and hands over every answer that is not `Free`; what is later than the time that comes back does not
    /// matter any more.
    pub(super) fn go(
        &mut self,
        memory: &mut ManyMemory,
        workspace: &mut Workspace,
        mut found: impl FnMut(Pair, &Outcome) -> f64,
    ) {
        self.begin(memory);
        while let Some(next) = memory.waiting.pop() {
            let shown = next.time > self.from || self.apart;
            // At the start even an instant matters.
            if shown && next.time >= self.until {
                break;
            }
            if self.budget_left() == 0 {
                let outcome = self.spent(shown.then_some(next.time));
                found(next.pair, &outcome);
                break;
            }
            if next.pair.target == LOOK {
                self.look(next, memory);
                continue;
            }
            if memory.done.contains(&next.pair) {
                continue;
            }
            let outcome = self.ask(next, workspace);
            self.stats.searches += 1;
            self.resolution = self.resolution.max(outcome.resolution);
            self.tolerance = self.tolerance.max(outcome.tolerance);
            if let Verdict::Overlapping { .. } = outcome.verdict {
                memory.done.push(next.pair);
            }
            if outcome.verdict != Verdict::Free {
                let outcome = shown_until(outcome, shown.then_some(next.time));
                self.until = self.until.min(found(next.pair, &outcome));
            }
        }
        memory.waiting.clear();
    }

    /// All bodies wait for a look at what is around them; pairs of which one has no bounds wait to be searched.
    fn begin(&mut self, memory: &mut ManyMemory) {
        let query = self.query;
        memory.waiting.clear();
        memory.listed.iter_mut().for_each(Vec::clear);
        if memory.listed.len() < query.bodies.len() {
            memory.listed.resize_with(query.bodies.len(), Vec::new);
        }
        let others = query.others.len() as u32;
        let obstacles = query
            .obstacles
            .map_or(0, |obstacles| obstacles.len() as u32);
        let unbounded = query
            .obstacles
            .map_or(&[][..], |obstacles| &obstacles.unbounded);
        for body in 0..query.bodies.len() as u32 {
            let wait = |target| Wait {
                time: self.from,
                pair: Pair { body, target },
                stretch: self.until - self.from,
            };
            let mut pair = |target| {
                let wait = wait(target);
                if query.is_asked(wait.pair) {
                    memory.waiting.push(wait);
                }
            };
            if memory.bodies[body as usize].own.is_none() {
                (0..others + obstacles).for_each(pair);
                continue;
            }
            let boundless = memory.others.iter().enumerate();
            let boundless = boundless.filter(|other| other.1.is_none());
            boundless.for_each(|(number, _)| pair(number as u32));
            unbounded.iter().for_each(|number| pair(others + number));
            memory.waiting.push(wait(LOOK));
        }
    }

    /// Looks at what a body meets in a stretch of time, and lists it.
    fn look(&mut self, next: Wait, memory: &mut ManyMemory) {
        let Wait { time, pair, .. } = next;
        let body = memory.bodies[pair.body as usize];
        let (Some(own), motion) = (body.own, self.query.bodies[pair.body as usize].motion) else {
            return;
        };
        let shortest = SHORTEST * (self.query.span.end() - self.query.span.start());
        let last = self.until.max(time);
        let mut stretch = next.stretch;
        let (end, mut found) = loop {
            let end = (time + stretch).max(time.next_up()).min(last);
            let part = Span::part(time, end);
            let held = StillBox::of(swept(&own, &motion.enclose(part)));
            let long = (held.high - held.low).max_element() > LONG * body.radius;
            let most = if long && stretch > shortest && end > time {
                MANY
            } else {
                usize::MAX
            };
            let found = self.met(pair.body, &held.grown(body.beyond), part, most, memory);
            if found.len() <= most {
                break (end, found);
            }
            memory.found = found;
            stretch *= 0.5;
        };
        let listed = &mut memory.listed[pair.body as usize];
        for target in found.drain(..) {
            if let Err(place) = listed.binary_search(&target) {
                listed.insert(place, target);
            }
            let pair = Pair { target, ..pair };
            memory.waiting.push(Wait { pair, ..next });
        }
        memory.found = found;
        if end < last {
            memory.waiting.push(Wait {
                time: end,
                pair,
                stretch: 2.0 * stretch,
            });
        }
    }

    /// Whom a body meets that is in a box for a part of the time, those left out that it has met before; no more than one beyond
    /// `most`.
    fn met(
        &mut self,
        body: u32,
        held: &StillBox,
        part: Span,
        most: usize,
        memory: &mut ManyMemory,
    ) -> Vec<u32> {
        let query = self.query;
        let mut found = core::mem::take(&mut memory.found);
        found.clear();
        let listed = &memory.listed[body as usize];
        let is_new = |target| {
            let pair = Pair { body, target };
            listed.binary_search(&target).is_err() && query.is_asked(pair)
        };
        let mut looks = 0;
        // Others move: what they pass over in this part of the time is less than what they pass over in all.
        let mut other = |number: u32, looks: &mut u64| {
            if let Some(own) = memory.others[number as usize]
                && is_new(number)
            {
                *looks += 1;
                let motion = query.others[number as usize].motion;
                if StillBox::of(swept(&own, &motion.enclose(part))).meets(held) {
                    found.push(number);
                }
            }
            found.len() <= most
        };
        let mut more = 0;
        looks += memory.tree.meeting(held, |number| other(number, &mut more));
        for (whole, number) in &memory.boxes {
            looks += 1;
            if whole.meets(held) && !other(*number, &mut more) {
                break;
            }
        }
        if let Some(obstacles) = query.obstacles {
            let others = query.others.len() as u32;
            looks += obstacles.tree.meeting(held, |number| {
                if is_new(others + number) {
                    found.push(others + number);
                }
                found.len() <= most
            });
        }
        self.stats.boxes += looks + more;
        found
    }

    /// Searches a pair from the time on that it waited for.
    fn ask(&mut self, next: Wait, workspace: &mut Workspace) -> Outcome {
        let mut limits = self.limits.with_budget(self.budget_left());
        if next.time > self.from || self.apart {
            if self.goes_on {
                // What clearance and tolerance are in force is decided by the gap at the start.
                let start = self.query.span.start();
                let outcome = self.search(next.pair, Span::part(start, start), &limits, workspace);
                limits = self.limits.with_budget(self.budget_left());
                limits = limits.for_pair(outcome.clearance, outcome.tolerance, true);
            } else {
                limits = limits.known_apart();
            }
        }
        let (until, end) = (self.until.max(next.time), self.query.span.end());
        let mut outcome = self.search(next.pair, Span::part(next.time, until), &limits, workspace);
        if let Verdict::Overlapping { then, .. } = &mut outcome.verdict
            && until < end
        {
            // What becomes of an overlap is told of the whole span, whatever was found before.
            limits = limits.with_budget(self.budget_left());
            let whole = self.search(next.pair, Span::part(next.time, end), &limits, workspace);
            if let Verdict::Overlapping { .. } = whole.verdict {
                return whole;
            }
            *then = Then::Unknown;
        }
        outcome
    }

    /// When a pair first touches during a span.
    pub(super) fn search(
        &mut self,
        pair: Pair,
        span: Span,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Outcome {
        let query = self.query;
        let body = query.bodies[pair.body as usize];
        let outcome = match (query.second(pair), query.obstacles) {
            (Some(Against::Body(number)), _) => {
                first_contact_with(body, query.others[number], span, limits, workspace)
            }
            (Some(Against::Obstacle(number)), Some(obstacles)) => {
                let other = Moving::new(obstacles.shape(number), obstacles.rest(number));
                first_contact_with(body, other, span, limits, workspace)
            }
            _ => self.spent(None),
        };
        self.stats.pairs.add(&outcome.stats);
        outcome
    }

    /// The budget is spent.
    fn spent(&self, free_until: Option<f64>) -> Outcome {
        Outcome {
            verdict: Verdict::Undecided {
                free_until,
                reason: Reason::Budget,
            },
            clearance: self.limits.clearance(),
            tolerance: self.tolerance,
            resolution: self.resolution,
            stats: Stats::default(),
        }
    }
}

/// An answer about a pair that is known to be apart up to a time.
fn shown_until(mut outcome: Outcome, shown: Option<f64>) -> Outcome {
    if let Verdict::Undecided { free_until, .. } = &mut outcome.verdict {
        *free_until = free_until.or(shown);
    }
    outcome
}
