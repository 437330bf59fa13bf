//! How deep two bodies are inside each other at the start, and whether a motion makes that worse.
//!
//! The depth of two convex pieces is the least distance that one must be moved for them to be parted. Along any direction they
//! overlap by no less. So a pair is never deeper than `e` if at every time there is a direction of unit length along which the gap of
//! their supports is larger than `−e`: the same proof as that of being apart, with a clearance of `−e`, and the same steps. Axes
//! whose length changes are left out (`hull_pair/apart_along.rs`): along a shorter one, everything would be less deep.

use super::near_pairs::{NearPairs, PiecePair, normal_of};
use crate::motion::PairMotion;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::UNIT;
use crate::numbers::span::Span;
use crate::query::agenda::{Agenda, Timed};
use crate::query::crossing::Ahead;
use crate::query::hulls::epa::{Penetration, penetration_of};
use crate::query::hulls::expanding::{Expanding, Precision};
use crate::query::hulls::gjk::Closest;
use crate::query::hulls::hull_pair::{Along, HullPair, Terms};
use crate::query::meshes::triangle_distance::unit;
use crate::query::pieces::body_pieces::Pieces;
use crate::query::pieces::piece::Piece;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Outcome, Overlap, Stats, Then};
use crate::shape::Convex;
use glam::DVec3;

/// How much deeper than at the start a pair may get, in units of the resolution: enough for steps, which leave some three of them.
const ROOM: f64 = 64.0;

/// The tolerance that pairs are followed with, in the same units.
const FINENESS: f64 = 8.0;

/// How many steps may be spent on what becomes of an overlap: it is a proof that an answer can do without.
const MOST_STEPS: u64 = 1 << 20;

/// How often a pair is looked at before it is let go.
const ROUNDS: u32 = 256;

/// After so many looks at a pair, and again after as many, it is looked at along a direction that may last: where bodies stand on
/// each other, many pairs are equally deep along several directions. So is a pair that is taken up again, if such a direction
/// promises this share of the rest of the span: pairs that wait for each other would never be looked at that often at a time.
const SLOW: u32 = 4;
const LASTING: f64 = 0.0625;

/// How many pairs that cannot be followed any further are looked at for a proof that they get deeper.
const TRIES: u32 = 8;

/// After which shares of the span, as powers of two, bodies are looked at for whether they are apart from then on.
const PARTED: [i32; 9] = [-24, -18, -12, -8, -5, -3, -2, -1, 0];

/// A pair of pieces that is not apart at the start, and how deep it may get.
pub(crate) type PairDepth = ((u32, u32), f64);

/// Two bodies that are not apart at the start.
pub(super) struct NeverDeeper<'q> {
    near: NearPairs<'q>,
    clearance: f64,
    tolerance: f64,
    /// How deep pairs may get that are apart at the start, and the least that any pair may.
    others: f64,
    least: f64,
    /// From a to b in the world, along which the deepest pair is least deep at the start.
    along: DVec3,
}

/// How far a pair may go.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// As deep as it may get.
    NoDeeper,
    /// No closer than the clearance.
    Apart,
}

/// What became of a pair, or of all.
#[derive(Clone, Copy)]
enum Walked {
    /// It keeps to the rule up to the end.
    Through,
    /// It keeps to the rule up to this time.
    Until(f64),
    /// It cannot be followed further.
    Stuck,
    /// It is deeper than it may be at this time.
    Broken(f64),
}

impl<'q> NeverDeeper<'q> {
    pub(super) fn new(
        pieces: [Pieces<'q>; 2],
        motion: &'q PairMotion<'q>,
        span: Span,
        limits: &Limits,
        outcome: &Outcome,
    ) -> NeverDeeper<'q> {
        let mut near = NearPairs::new(pieces, motion, span, limits);
        near.stats = outcome.stats;
        near.resolution = near.resolution.max(outcome.resolution);
        near.budget = near.budget.min(near.stats.steps() + MOST_STEPS);
        NeverDeeper {
            near,
            clearance: outcome.clearance,
            tolerance: outcome.tolerance,
            others: 0.0,
            least: 0.0,
            along: DVec3::ZERO,
        }
    }

    pub(super) fn resolution(&self) -> f64 {
        self.near.resolution
    }

    pub(super) fn stats(&self) -> Stats {
        self.near.stats
    }

    /// Measures all pairs that are not apart at the start. Whether that is all of them; if not, the depth is open above.
    pub(super) fn measure(&mut self, start: &mut Overlap, workspace: &mut Workspace) -> bool {
        let Workspace {
            stack,
            expanding,
            depths,
            ..
        } = workspace;
        depths.clear();
        let room = ROOM * self.near.resolution * (1.0 - 64.0 * UNIT);
        let (pieces, clearance) = (self.near.pieces, self.clearance);
        let terms = self.near.terms(clearance, 0.0);
        let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let t = self.near.span.start();
        let all = self
            .near
            .each_near(t, terms, room, stack, |nodes, parts, pair| {
                let found = depth_of(pair, parts, expanding);
                let depth = found.depth + Interval::point(clearance);
                if !(depth.upper < 0.0) {
                    depths.push((nodes, depth.upper + room));
                }
                if !(depth.upper <= upper) {
                    (start.features, start.parts) = (found.features, [0; 2]);
                    let numbers = [nodes.0, nodes.1];
                    for body in 0..2 {
                        let (feature, part) = (&mut start.features[body], &mut start.parts[body]);
                        pieces[body].name(numbers[body], feature, part);
                    }
                    (start.point_a, start.point_b) = (found.point_a, found.point_b);
                    start.normal = found.normal;
                }
                lower = lower.max(depth.lower);
                // One that is no number may be any.
                upper = if depth.upper.is_nan() {
                    f64::INFINITY
                } else {
                    upper.max(depth.upper)
                };
                room
            });
        if !all {
            upper = f64::INFINITY;
        }
        // None was found near, as a motion that is no number is not.
        if !(lower <= upper) || upper == f64::NEG_INFINITY {
            (lower, upper) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        start.depth = Interval { lower, upper };
        self.along = -start.normal;
        depths.sort_unstable_by_key(|depth| depth.0);
        let e = |depths: &[PairDepth]| depths.iter().fold(room, |most, depth| most.max(depth.1));
        self.others = e(depths).min(self.tolerance);
        self.least = depths
            .iter()
            .fold(self.others, |least, depth| least.min(depth.1));
        all && upper < f64::INFINITY
    }

    /// What becomes of the overlap, if all pairs of it are known.
    pub(super) fn then(&mut self, measured: bool, workspace: &mut Workspace) -> Then {
        if !measured {
            return Then::Unknown;
        }
        if self.near.span.is_instant() {
            return Then::Stays;
        }
        let start = self.near.span.start();
        match self.walk(start, Rule::NoDeeper, workspace) {
            Walked::Through => match self.parts_from(workspace) {
                Some(from) => Then::Parts { from },
                None => Then::Stays,
            },
            Walked::Broken(upper) => Then::Deepens { upper },
            Walked::Until(_) | Walked::Stuck => Then::Unknown,
        }
    }

    /// A time from which on the bodies are apart to the end of the span.
    fn parts_from(&mut self, workspace: &mut Workspace) -> Option<f64> {
        let (start, end) = (self.near.span.start(), self.near.span.end());
        let terms = self.near.terms(self.clearance, 0.0);
        let mut apart = true;
        let Workspace {
            stack, expanding, ..
        } = workspace;
        let all = self
            .near
            .each_near(end, terms, 0.0, stack, |_, parts, pair| {
                let closest = least_overlap(pair, parts, expanding);
                apart &= room_of(pair, &closest) > 0.0;
                if apart { 0.0 } else { f64::NEG_INFINITY }
            });
        if !(all && apart) {
            return None;
        }
        PARTED
            .into_iter()
            .map(|power| (start + (end - start) * libm::scalbn(1.0, power)).min(end))
            .filter(|&from| from > start)
            .find(|&from| matches!(self.walk(from, Rule::Apart, workspace), Walked::Through))
    }

    /// Whether all pairs keep to a rule from a time on to the end. Those that do not are looked at for a proof of that.
    fn walk(&mut self, from: f64, rule: Rule, workspace: &mut Workspace) -> Walked {
        let Workspace {
            pairs,
            stack,
            expanding,
            depths,
            ..
        } = workspace;
        pairs.begin(from);
        self.near
            .roots(|nodes| pairs.push(Timed { time: from, nodes }));
        let mut stuck = 0;
        while let Some(Timed { nodes, .. }) = pairs.pop() {
            let now = pairs.now();
            if self.near.spent() {
                return Walked::Stuck;
            }
            self.near.stats.iterations += 1;
            let parts = self.near.parts(nodes);
            stack.clear();
            if self.near.open(nodes, &parts, |nodes| stack.push(nodes)) {
                self.bound_all(stack, now, rule, pairs);
                continue;
            }
            let may = match rule {
                Rule::Apart => 0.0,
                Rule::NoDeeper => match depths.binary_search_by_key(&nodes, |depth| depth.0) {
                    Ok(at) => depths[at].1,
                    Err(_) => self.others,
                },
            };
            // No later than the earliest of the others.
            match self.advance(&parts, now, pairs.next_time(), may, expanding) {
                Walked::Through => {}
                Walked::Until(time) => pairs.push(Timed { time, nodes }),
                Walked::Broken(time) => return Walked::Broken(time),
                Walked::Stuck if rule == Rule::Apart => return Walked::Stuck,
                Walked::Stuck => {
                    // Others may be seen to get deeper.
                    stuck += 1;
                    if stuck >= TRIES {
                        return Walked::Stuck;
                    }
                }
            }
        }
        if stuck > 0 {
            Walked::Stuck
        } else {
            Walked::Through
        }
    }

    /// Lists pairs for the times up to which one look shows that all beneath them keeps to the rule.
    fn bound_all(&mut self, nodes: &[(u32, u32)], now: f64, rule: Rule, pairs: &mut Agenda<Timed>) {
        for &nodes in nodes {
            let parts = self.near.parts(nodes);
            let may = if rule == Rule::Apart { 0.0 } else { self.least };
            match self.bound(&parts, now, may) {
                Along::Free => {}
                Along::Until(time) => pairs.push(Timed {
                    time: time.max(now),
                    nodes,
                }),
            }
        }
    }

    /// How long two pieces are no deeper than they may be, by one look.
    fn bound(&mut self, parts: &[Piece<'q>; 2], now: f64, may: f64) -> Along {
        let terms = self.terms(may);
        let mut pair = HullPair::new(&parts[0], &parts[1], self.near.motion, terms, now);
        self.near.stats.volume_pairs += 1;
        if let Some(time) = pair.balls_apart_until() {
            return if time == f64::INFINITY {
                Along::Free
            } else {
                Along::Until(time)
            };
        }
        let closest = pair.posed.closest(0.5, 0.0);
        let along = if !(room_of(&pair, &closest) > 0.0) {
            Along::Until(now)
        } else if parts[1].plane().is_some() {
            // A plane that turns is to be looked at along its own normal.
            let end = self.near.span.end();
            pair.advance(&closest, end).unwrap_or(Along::Until(now))
        } else {
            pair.look_ahead(&closest)
        };
        self.near.count(&pair);
        along
    }

    fn terms(&self, may: f64) -> Terms {
        let tolerance = FINENESS * self.near.resolution;
        self.near.terms(self.clearance - may, tolerance)
    }

    /// Two pieces from `t` on, until they are known to keep to the rule up to the time of the `others`.
    fn advance(
        &mut self,
        parts: &[Piece<'q>; 2],
        t: f64,
        others: f64,
        may: f64,
        expanding: &mut Expanding,
    ) -> Walked {
        let terms = self.terms(may);
        let mut pair = HullPair::new(&parts[0], &parts[1], self.near.motion, terms, t);
        pair.measure_lines();
        let mut walked = Walked::Stuck;
        for round in 1..=ROUNDS {
            let now = pair.posed.now.t;
            if now > others {
                walked = Walked::Until(now);
                break;
            }
            let end = self.near.span.end();
            let slow = round % SLOW == 0;
            let along = if slow || (round == 1 && now > self.near.span.start()) {
                self.along_lasting(&mut pair, parts)
                    .filter(|(promised, _)| slow || *promised > LASTING * (end - now))
                    .and_then(|(_, along)| pair.advance(&along, end))
            } else {
                None
            };
            let along = along.or_else(|| {
                let closest = least_overlap(&mut pair, parts, expanding);
                if room_of(&pair, &closest) > 0.0 {
                    pair.advance(&closest, end)
                } else {
                    None
                }
            });
            match along {
                Some(Along::Free) => {
                    walked = Walked::Through;
                    break;
                }
                Some(Along::Until(_)) => {}
                None => break,
            }
        }
        if matches!(walked, Walked::Stuck)
            && may > 0.0
            && let Some(time) = self.deeper(&mut pair, parts, may, expanding)
        {
            walked = Walked::Broken(time);
        }
        self.near.count(&pair);
        walked
    }

    /// Two pieces along the direction that promises to last longest, and for how long: along the normal of the start, or along an axis
    /// that a body spins about. Points do not move along that by spinning, so bodies that turn in the plane they touch in keep to
    /// their depth along it, where others last no longer than the root of it. `None` if they keep to the rule along none.
    fn along_lasting(
        &self,
        pair: &mut PiecePair<'_, 'q, 'q>,
        parts: &[Piece<'q>; 2],
    ) -> Option<(f64, Closest)> {
        // A half-space ends along its own normal only.
        if parts[1].plane().is_some() {
            return None;
        }
        let [about_a, about_b] = pair.spins().map(unit);
        let rotation = pair.posed.now.pose.rotation_b;
        let mut best: Option<(f64, Closest)> = None;
        // Where a piece is flat, the start may have either sign.
        let both = [self.along, about_a, about_b].into_iter();
        for n in both.flat_map(|n| [n, -n]).filter(|n| *n != DVec3::ZERO) {
            let along = pair.posed.along_direction(unit(rotation.transpose() * n));
            let room = room_of(pair, &along);
            if room > 0.0 {
                let closing = pair.closing_ever(rotation * along.direction);
                let promised = room / closing.max(0.0);
                if best.as_ref().is_none_or(|best| promised > best.0) {
                    best = Some((promised, along));
                }
            }
        }
        best
    }

    /// A time after now at which two pieces certainly are deeper than they may be.
    fn deeper(
        &self,
        pair: &mut PiecePair<'_, 'q, 'q>,
        parts: &[Piece<'q>; 2],
        may: f64,
        expanding: &mut Expanding,
    ) -> Option<f64> {
        let (start, end) = (pair.posed.now.t, self.near.span.end());
        let closest = least_overlap(pair, parts, expanding);
        let closing = pair.closing_ever(pair.posed.now.pose.rotation_b * closest.direction);
        let soon = 2.0 * ROOM * self.near.resolution / closing;
        let soon = if soon > 0.0 { soon } else { end - start };
        let ahead = Ahead::new(start, end, soon.min(0.125 * (end - start)))?;
        let mut deeper = |t: f64| {
            pair.move_to(t);
            let depth = depth_of(pair, parts, expanding).depth + Interval::point(self.clearance);
            // What it may be was rounded, and its room is a little less than what is stated.
            depth.lower > may + 256.0 * UNIT * may
        };
        ahead
            .crossing(&mut deeper)
            .or_else(|| ahead.late_crossing(&mut deeper))
    }
}

/// What a pair has to step on along a direction: nothing, if that is not of unit length. A clearance below zero would make something
/// of no direction at all. With 6 units of length, one of the square and 5.2 of its turning into the world, that is off by no more than
/// what docs/decisions/hull-gaps.md leaves: 8 units of the clearance, and 5.6 of the distances involved, which are larger.
fn room_of(pair: &PiecePair, closest: &Closest) -> f64 {
    let n = closest.direction;
    if !((n.dot(n) - 1.0).abs() <= 12.0 * UNIT) {
        return f64::NEG_INFINITY;
    }
    pair.gap_to_step(closest).width()
}

/// The direction, of those that are worth a look, along which two pieces overlap least, or are furthest apart.
fn least_overlap(pair: &mut PiecePair, parts: &[Piece; 2], expanding: &mut Expanding) -> Closest {
    let mut best = pair.posed.closest(0.05, 0.0);
    // The direction of cores that are apart by more than rounding is as good as any.
    if parts[1].plane().is_some() || best.gap > 4.0 * pair.posed.error() {
        return best;
    }
    let precision = Precision {
        doubt: pair.posed.error(),
        share: 0.0,
        margins: 0.0,
    };
    let closest = best;
    let expanded = pair.posed.expand(&closest, expanding, &precision);
    for direction in expanded
        .map(|depth| -depth.normal)
        .into_iter()
        .chain(normals(pair, parts))
    {
        let along = pair.posed.along_direction(direction);
        if !(best.gap >= along.gap) && room_of(pair, &along) > f64::NEG_INFINITY {
            best = along;
        }
    }
    best
}

/// The directions across flat pieces, both ways, as b sees them: none, if b is a half-space, which ends along its own only.
fn normals(pair: &PiecePair, [a, b]: &[Piece; 2]) -> impl Iterator<Item = DVec3> + use<> {
    let pose = &pair.posed.now.pose;
    let of_a = normal_of(a).filter(|_| b.plane().is_none());
    let of_a = of_a.map(|n| unit(pose.rotation_b.transpose() * (pose.rotation_a * n)));
    let both = |n: DVec3| [n, -n];
    of_a.into_iter().chain(normal_of(b)).flat_map(both)
}

/// How deep two pieces are inside each other now.
fn depth_of(pair: &mut PiecePair, parts: &[Piece; 2], expanding: &mut Expanding) -> Penetration {
    let mut found = penetration_of(&mut pair.posed, f64::INFINITY, expanding);
    for direction in normals(pair, parts) {
        let along = pair.posed.along_direction(direction);
        // The direction may be longer or shorter than one by as many units as the matrices that made it.
        let size = along.gap.abs() + pair.posed.margins();
        let upper = pair.posed.margins() - along.gap + pair.posed.error() + 64.0 * UNIT * size;
        if upper < found.depth.upper && room_of(pair, &along) > f64::NEG_INFINITY {
            found.depth.upper = upper.max(found.depth.lower);
            found.normal = -unit(pair.posed.now.pose.rotation_b * direction);
        }
    }
    found
}
