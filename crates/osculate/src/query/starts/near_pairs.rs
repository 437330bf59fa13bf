//! Pairs of pieces of two bodies that are near each other at an instant.

use crate::motion::PairMotion;
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::query::hulls::hull_pair::{HullPair, Terms};
use crate::query::pieces::body_pieces::Pieces;
use crate::query::pieces::piece::Piece;
use crate::query::{Limits, Stats};
use crate::shape::Convex;
use alloc::vec::Vec;
use glam::DVec3;

/// Two pieces under way.
pub(super) type PiecePair<'p, 's, 'm> = HullPair<'p, Piece<'s>, Piece<'s>>;

/// Two bodies as pieces.
pub(super) struct NearPairs<'q> {
    pub(super) pieces: [Pieces<'q>; 2],
    pub(super) motion: &'q PairMotion<'q>,
    pub(super) span: Span,
    /// By how much rounding may change a gap, at most, over the whole span.
    pub(super) resolution: f64,
    pub(super) budget: u64,
    pub(super) stats: Stats,
}

impl<'q> NearPairs<'q> {
    pub(super) fn new(
        pieces: [Pieces<'q>; 2],
        motion: &'q PairMotion<'q>,
        span: Span,
        limits: &Limits,
    ) -> NearPairs<'q> {
        NearPairs {
            pieces,
            motion,
            span,
            resolution: resolution(&pieces, motion, span),
            budget: limits.budget(),
            stats: Stats::default(),
        }
    }

    pub(super) fn spent(&self) -> bool {
        self.stats.steps() >= self.budget
    }

    /// The tolerance that limits ask for.
    pub(super) fn tolerance(&self, limits: &Limits) -> f64 {
        let pivots = [self.motion.path_a.pivot, self.motion.path_b.pivot];
        let [(size_a, reach_a), (size_b, reach_b)] =
            [0, 1].map(|body| self.pieces[body].measure(pivots[body]));
        limits.tolerance_for(size_a.min(size_b), || {
            let at = |t: f64| self.motion.distance(t);
            at(self.span.start()).max(at(self.span.end())) + reach_a + reach_b
        })
    }

    /// Terms for pairs that may be this close.
    pub(super) fn terms(&self, clearance: f64, tolerance: f64) -> Terms {
        Terms {
            span: self.span,
            clearance,
            tolerance,
            budget: u64::MAX,
            continues: false,
            near_only: true,
        }
    }

    /// Two pieces by their numbers.
    pub(super) fn parts(&self, (i, j): (u32, u32)) -> [Piece<'q>; 2] {
        [self.pieces[0].part(i), self.pieces[1].part(j)]
    }

    pub(super) fn count(&mut self, pair: &PiecePair) {
        self.stats.supports += pair.posed.stats.supports;
        self.stats.poses += pair.posed.stats.poses;
    }

    /// Fills the stack with the pairs that everything is beneath.
    pub(super) fn roots(&self, mut push: impl FnMut((u32, u32))) {
        for i in 0..self.pieces[0].roots() {
            (0..self.pieces[1].roots()).for_each(|j| push((i, j)));
        }
    }

    /// Calls `push` with the pairs beneath a pair: of its larger piece that there is anything beneath of. Whether there are any.
    pub(super) fn open(
        &self,
        (i, j): (u32, u32),
        [a, b]: &[Piece; 2],
        mut push: impl FnMut((u32, u32)),
    ) -> bool {
        let size = |piece: &Piece| piece.ball().1 + piece.margin();
        let [of_a, of_b] = &self.pieces;
        if size(a) >= size(b) {
            of_a.open(i, |i| push((i, j))) || of_b.open(j, |j| push((i, j)))
        } else {
            of_b.open(j, |j| push((i, j))) || of_a.open(i, |i| push((i, j)))
        }
    }

    /// Calls `each` with all pairs of pieces with nothing beneath that may be no further apart than `near` beyond the clearance of
    /// the terms at time `t`; it gives a new `near`. Whether that is all of them: the budget may run out.
    pub(super) fn each_near(
        &mut self,
        t: f64,
        terms: Terms,
        mut near: f64,
        stack: &mut Vec<(u32, u32)>,
        mut each: impl FnMut((u32, u32), &[Piece<'q>; 2], &mut PiecePair<'_, 'q, 'q>) -> f64,
    ) -> bool {
        stack.clear();
        self.roots(|nodes| stack.push(nodes));
        while let Some(nodes) = stack.pop() {
            if self.spent() {
                return false;
            }
            let parts = self.parts(nodes);
            let mut pair = HullPair::new(&parts[0], &parts[1], self.motion, terms, t);
            self.stats.volume_pairs += 1;
            if pair.balls_apart() > near {
                continue;
            }
            let beneath = self.open(nodes, &parts, |_| {});
            if !beneath {
                near = each(nodes, &parts, &mut pair);
                self.count(&pair);
                continue;
            }
            let closest = pair.posed.closest(0.5, 0.0);
            self.count(&pair);
            // A gap that is no number rules nothing out.
            if !(pair.posed.gap(&closest) > near) {
                self.open(nodes, &parts, |nodes| stack.push(nodes));
            }
        }
        true
    }
}

/// How far a gap of two pieces may be off at the start, in the middle and at the end of a span, at most: as docs/decisions/hull-gaps.md
/// counts for the bodies as a whole. Only how much room a proof has depends on it, not the proof.
fn resolution(pieces: &[Pieces; 2], motion: &PairMotion, span: Span) -> f64 {
    let pivots = [motion.path_a.pivot, motion.path_b.pivot];
    let reach = |body: usize| pieces[body].measure(pivots[body]).1 + length(pivots[body]);
    let extent = reach(0) + reach(1);
    let middle = 0.5 * span.start() + 0.5 * span.end();
    let at = |t: f64| {
        let place = motion.place_at(t);
        let far = length(place.offset) + extent;
        up((place.rotation_error + 64.0 * UNIT) * far + 3.0 * place.offset_error)
    };
    at(span.start()).max(at(middle)).max(at(span.end()))
}

/// The directions across a flat piece, in its own axes.
pub(super) fn normal_of(piece: &Piece) -> Option<DVec3> {
    let Piece::Triangle([p, q, r]) = piece else {
        return None;
    };
    let normal = crate::query::meshes::triangle_distance::unit((*q - *p).cross(*r - *p));
    (normal != DVec3::ZERO).then_some(normal)
}
