//! Kaya's tree of boxes swept over an adaptive time step.
//!
//! His algorithm 4: a box around each body now and after the step; a tree over them, built from the top down, each level
//! halved at the median of the next axis; the pairs whose boxes meet are asked. If none of them meets within the step
//! it is made longer, the boxes are fitted from the bottom up, and the tree is asked again. After an event the step is
//! made shorter and everything is forgotten.
//!
//! What is mended:
//! - His narrow phase compares with a least time that it never stores, and that nothing resets for the next event:
//!   here the earliest event of a search is a local value.
//! - His loop does not end if there is no event: here it ends when the step reaches what was asked for.
//! - His boxes hold both ends of the flight. Under acceleration the apex may lie outside of them: it is covered too. (If
//!   all bodies have the same acceleration the two ends are enough, for then they move evenly as seen from each other.)
//! - Rounding could part the boxes of bodies that touch: they are widened ([`Bounds::of_flight`] has the proof).
//! - His equation 3.12 meets a pair again that has just bounced: only what approaches counts ([`crate::flight`]).
//! - Many events at one instant halve his step until it is 0, and doubling 0 is in vain: it stays long enough to move
//!   the clock.
//!
//! What he does not say: walls are asked by every body, O(n). No step goes beyond the first event with a wall, for that
//! one changes its body. The same holds for an end of the domain that is joined to the other one; up to there the
//! images next to the domain are all that bodies can meet, so the tree is asked against itself shifted by each.

use super::Search;
use crate::box_tree::{Bounds, BoxTree};
use crate::domain::Boundary;
use crate::event::{Event, Partner};
use crate::vector::length;
use crate::world::World;

/// Factors that would not let the step grow and shrink.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FactorError {
    /// The step would not grow.
    #[error("the step grows by a finite factor greater than 1, not by {0}")]
    Increase(f64),
    /// The step would not shrink.
    #[error("the step shrinks by a factor greater than 0 and at most 1, not by {0}")]
    Decrease(f64),
}

/// Builds a tree of swept boxes for every event and doubles the time they are swept over until there is an event in it:
/// O(n log n) as a rule.
#[derive(Clone, Debug)]
pub struct KayaTree<const D: usize> {
    step: f64,
    increase: f64,
    decrease: f64,
    boxes: Vec<Bounds<D>>,
    tree: BoxTree<D>,
    asked: u64,
    passes: u64,
}

impl<const D: usize> KayaTree<D> {
    /// With his factors, 2 and ½.
    pub fn new(world: &World<D>) -> KayaTree<D> {
        let (mut radii, mut speeds) = (0.0, 0.0);
        for body in &world.bodies {
            radii += body.radius;
            speeds += length(&body.velocity);
        }
        // He does not say how long the first step is: what a mean body needs for its radius.
        let step = radii / speeds;
        KayaTree {
            step: if step.is_finite() && step > 0.0 {
                step
            } else {
                1.0
            },
            increase: 2.0,
            decrease: 0.5,
            boxes: Vec::with_capacity(world.len()),
            tree: BoxTree::new(),
            asked: 0,
            passes: 0,
        }
    }

    /// The step grows by `increase` while nothing is found and shrinks by `decrease` after each event.
    pub fn with_factors(
        world: &World<D>,
        increase: f64,
        decrease: f64,
    ) -> Result<KayaTree<D>, FactorError> {
        if !(increase > 1.0 && increase < f64::INFINITY) {
            return Err(FactorError::Increase(increase));
        }
        if !(decrease > 0.0 && decrease <= 1.0) {
            return Err(FactorError::Decrease(decrease));
        }
        Ok(KayaTree {
            increase,
            decrease,
            ..KayaTree::new(world)
        })
    }

    /// The time step as it is now.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// How many pairs were asked so far.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// How often the tree was gone through so far.
    pub fn passes(&self) -> u64 {
        self.passes
    }

    fn sweep(&mut self, world: &World<D>, limit: f64) {
        self.boxes.clear();
        let bodies = 0..world.len() as u32;
        let now = world.now();
        self.boxes.extend(bodies.map(|body| {
            let (p, v) = world.state(body, now);
            let radius = world.bodies[body as usize].radius;
            let a = world.acceleration(body);
            Bounds::of_flight(&p, &v, &a, radius, limit - now, &world.domain)
        }));
    }

    /// The first meeting of two bodies up to `limit`, which no event with what does not move may precede.
    fn first_meeting(&mut self, world: &World<D>, limit: f64) -> Option<Event> {
        let mut first: Option<Event> = None;
        let mut asked = 0;
        let mut narrow = |one: u32, other: u32| {
            asked += 1;
            // The lower number first, as all searches have it: the same bits whoever asks.
            let (body, other) = (one.min(other), one.max(other));
            let time = world.pair_contact(body, other);
            // Beyond the limit others may be earlier whose boxes do not meet yet.
            if time <= limit {
                let event = Event {
                    time,
                    body,
                    partner: Partner::Body(other),
                };
                first = Some(first.map_or(event, |first| first.earlier(event)));
            }
        };
        self.tree.pairs(&mut narrow);
        if world.domain.wraps() {
            // Of each two opposite shifts one: the other has the same pairs the other way round.
            for image in 0..3_usize.pow(D as u32) / 2 {
                let mut rest = image;
                let mut joined = true;
                let shift = std::array::from_fn(|axis| {
                    let step = rest % 3;
                    rest /= 3;
                    joined &= step == 1 || world.domain.boundary[axis] == Boundary::Periodic;
                    (step as f64 - 1.0) * world.domain.side(axis)
                });
                if joined {
                    self.tree.image_pairs(&shift, &mut |body, other| {
                        if body != other {
                            narrow(body, other);
                        }
                    });
                }
            }
        }
        self.asked += asked;
        self.passes += 1;
        first
    }
}

impl<const D: usize> Search<D> for KayaTree<D> {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let now = world.now();
        if !(now <= until) {
            return None;
        }
        let of_walls = (0..world.len() as u32)
            .filter_map(|body| world.static_contact(body))
            .reduce(Event::earlier);
        let last = of_walls.map_or(until, |event| until.min(event.time));
        // Four times the clock's last bit at least, or no step would ever pass.
        self.step = self
            .step
            .max(now * 4.0 * f64::EPSILON)
            .max(f64::MIN_POSITIVE);
        let mut limit = (now + self.step).min(last);
        self.sweep(world, limit);
        self.tree.build(&self.boxes);
        loop {
            let mut first = self.first_meeting(world, limit);
            if let Some(event) = of_walls.filter(|event| event.time <= limit) {
                first = Some(first.map_or(event, |first| first.earlier(event)));
            }
            if first.is_some() {
                self.step *= self.decrease;
                return first;
            }
            if limit >= last || self.step >= f64::MAX {
                return None;
            }
            self.step = (self.step * self.increase).min(f64::MAX);
            limit = (now + self.step).min(last);
            self.sweep(world, limit);
            self.tree.update(&self.boxes);
        }
    }

    fn applied(&mut self, _world: &World<D>) {}

    fn rebased(&mut self, _world: &World<D>, _passed: f64) {}
}
