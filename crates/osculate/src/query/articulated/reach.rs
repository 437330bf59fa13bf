//! How fast joints can move a body, of bounds on what they do.
//!
//! Seen from a link that it is below, a body is at the end of a chain of joints. Going out along the chain, W and A bound the spin of a frame
//! and how fast that changes, v and a the velocity of its origin and how fast that changes, as in `motion/link_motion.rs`:
//!
//! ```text
//! a joint that turns by w, w':              A ← A + w' + wW      W ← W + w
//! an arm of the length l, with a slide      v ← v + W(l + d) + d'
//! on it at the way d with d', d'':          a ← a + (A + W²)(l + d) + 2Wd' + d''
//! ```
//!
//! Two bodies are seen from the last link that both are below. Each moves there by its own joints alone, so how fast the difference of their
//! velocities changes is at most the sum of what is so for each.

use crate::motion::{Chain, JointBounds, Lever};
use crate::numbers::rounding::{UNIT, up};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// How far joints can move the middle of a body, seen from a link or from the world.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// The last step on the way to it, if a joint is on it, and how many are.
    last: Option<u32>,
    count: u32,
    /// How far the middle is from the last joint.
    end: f64,
}

/// A joint on the way from a link.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The step before, if there is one.
    before: Option<u32>,
    lever: Lever,
}

/// The reaches of all bodies, from all links that they are seen from.
///
/// Bodies that are further out along the same joints share these: what the joints do is summed once for all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Reaches {
    all: Vec<Reach>,
    /// Each after the one before it.
    steps: Vec<Step>,
    /// By the link, if it is not the world, and the body.
    known: BTreeMap<(Option<usize>, usize), u32>,
}

impl Reaches {
    /// The number of a body's reach, seen from a link or from the world.
    pub(super) fn of(&mut self, link: Option<usize>, body: usize, chain: &Chain) -> u32 {
        if let Some(&known) = self.known.get(&(link, body)) {
            return known;
        }
        let (mut last, mut count) = (None, 0);
        for lever in chain.levers() {
            last = Some(self.step(last, lever));
            count += 1;
        }
        let next = self.all.len() as u32;
        self.all.push(Reach {
            last,
            count,
            end: chain.end_length(),
        });
        self.known.insert((link, body), next);
        next
    }

    /// The number of a step after another, which is added unless it is there.
    fn step(&mut self, before: Option<u32>, lever: Lever) -> u32 {
        // What follows a step comes after it, and most often next to it.
        let first = before.map_or(0, |at| at as usize + 1);
        let same = |step: &Step| step.before == before && step.lever == lever;
        let known = self.steps[first..].iter().position(same);
        let number = known.map_or(self.steps.len(), |at| first + at);
        if known.is_none() {
            self.steps.push(Step { before, lever });
        }
        number as u32
    }

    /// How fast all bodies move, of bounds on the coordinates.
    pub(super) fn speeds(
        &self,
        held: &[JointBounds],
        sums: &mut Vec<Summed>,
        speeds: &mut Vec<Speed>,
    ) {
        sums.clear();
        for step in &self.steps {
            let before = step
                .before
                .map_or(Summed::default(), |at| sums[at as usize]);
            sums.push(before.after(&step.lever, held));
        }
        speeds.clear();
        speeds.extend(self.all.iter().map(|reach| {
            let sum = reach.last.map_or(Summed::default(), |at| sums[at as usize]);
            sum.at_end(reach)
        }));
    }

    /// How fast joints turn a body, at most.
    pub(super) fn turning(&self, reach: u32, held: &[JointBounds]) -> f64 {
        let reach = &self.all[reach as usize];
        let (mut spin, mut at) = (0.0, reach.last);
        while let Some(number) = at {
            let Step { before, lever } = &self.steps[number as usize];
            if lever.turns {
                spin += held[lever.coordinate as usize].rate * lever.multiplier;
            }
            at = *before;
        }
        spin * reach.rounded()
    }
}

/// How fast joints move the middle of a body, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Speed {
    pub(super) speed: f64,
    /// The angular speed.
    pub(super) turning: f64,
    /// How fast the velocity changes, and that of a point that is one further out.
    pub(super) bend: f64,
    pub(super) swing: f64,
    /// How far it is from where it is seen from.
    pub(super) far: f64,
}

/// What the joints up to one add up to: the bounds W, A, v and a, and the arms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summed {
    spin: f64,
    twist: f64,
    speed: f64,
    bend: f64,
    far: f64,
}

impl Summed {
    /// With another joint, after its arm.
    #[inline(always)]
    fn after(mut self, lever: &Lever, held: &[JointBounds]) -> Summed {
        let bounds = &held[lever.coordinate as usize];
        let rate = bounds.rate * lever.multiplier;
        let push = bounds.acceleration * lever.multiplier;
        let way = if lever.turns {
            0.0
        } else {
            lever.multiplier * bounds.value + lever.offset
        };
        let arm = lever.before + way;
        let Summed { spin, twist, .. } = self;
        self.far += arm;
        self.speed += spin * arm;
        self.bend += (twist + spin * spin) * arm;
        if lever.turns {
            self.twist += push + rate * spin;
            self.spin += rate;
        } else {
            self.speed += rate;
            self.bend += 2.0 * spin * rate + push;
        }
        self
    }

    /// At the end of a reach.
    #[inline(always)]
    fn at_end(&self, reach: &Reach) -> Speed {
        let swing = self.twist + self.spin * self.spin;
        let rounded = reach.rounded();
        Speed {
            speed: (self.speed + self.spin * reach.end) * rounded,
            turning: self.spin * rounded,
            bend: (self.bend + swing * reach.end) * rounded,
            swing: swing * rounded,
            far: (self.far + reach.end) * rounded,
        }
    }
}

impl Reach {
    /// What bounds are raised by for what sums of products over all joints round: no term has more than some dozen operations a
    /// joint.
    #[inline(always)]
    fn rounded(&self) -> f64 {
        1.0 + 16.0 * UNIT * (f64::from(self.count) + 8.0)
    }
}

/// How fast two move against each other, each by its own joints.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Speeds(pub(super) [Speed; 2]);

impl Speeds {
    /// How fast they turn against each other, at most.
    #[inline]
    pub(super) fn turning(&self) -> f64 {
        self.0[0].turning + self.0[1].turning
    }

    /// How far they can be from each other.
    pub(super) fn far(&self) -> f64 {
        self.0[0].far + self.0[1].far
    }

    /// How fast points move against each other that are this far from the middles, at most.
    #[inline(always)]
    pub(super) fn speed(&self, offsets: [f64; 2]) -> f64 {
        let [a, b] = &self.0;
        let swung = a.turning * offsets[0] + b.turning * offsets[1];
        up(a.speed + b.speed + swung)
    }

    /// How fast the difference of their velocities changes, at most.
    #[inline(always)]
    pub(super) fn bend(&self, offsets: [f64; 2]) -> f64 {
        let [a, b] = &self.0;
        up(a.bend + b.bend + (a.swing * offsets[0] + b.swing * offsets[1]))
    }
}

#[cfg(test)]
mod tests;
