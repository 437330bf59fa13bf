//! How fast joints can move a body, of bounds on what they do.
//!
//! Seen from a link that it is below, a body is at the end of a chain of joints. Going out along the chain, W and S bound the first and the
//! second derivative of a frame's rotation, v and a those of its origin, as in `motion/link_motion.rs`:
//!
//! ```text
//! a joint that turns by w, w':              S ← S + 2Ww + w² + w'      W ← W + w
//! an arm of the length l, with a slide      v ← v + W(l + d) + d'
//! on it at the way d with d', d'':          a ← a + S(l + d) + 2Wd' + d''
//! ```
//!
//! A joint does not move what is on its own axis. So of an arm that reaches m across the axis of the joint before it, where W and S are
//! those before that joint, only `Wl + wm` and `Sl + (2Ww + w² + w')m` count.
//!
//! The angle between the axes of two joints that follow each other, at x and at y, never changes. With its cosine c they turn together by
//! no more than `w = √(x² + y² + 2xy|c|)`. And of their second derivative `[ω]² + [xy·e×f]` the two parts are of lengths w² and α ≤ xy, the
//! vectors at right angles: so its norm is `½(w² + √(w⁴ + 4α²)) ≤ w² + α²/w²`, for axes at right angles less than `(x + y)²`.
//!
//! Two bodies are seen from the last link that both are below. Each moves there by its own joints alone, so how fast the difference of their
//! velocities changes is at most the sum of what is so for each.

use crate::motion::{Arm, Chain, JointBounds, Lever};
use crate::numbers::rounding::{LEAST_SQUARE, UNIT, smaller, sqrt, up};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use glam::DVec3;

/// How far joints can move a body, seen from a link or from the world.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// The last step on the way to it, if a joint is on it, and how many are.
    last: Option<u32>,
    count: u32,
    /// How far the middle of the body is from the last joint.
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
            end: chain.end_arm(DVec3::ZERO).length,
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

    /// How fast joints turn a body, at most: about.
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

/// How fast joints move a body, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Speed {
    /// The speed of the last joint, and how fast its velocity changes.
    pub(super) speed: f64,
    bend: f64,
    /// The angular speed, and the second derivative of the rotation.
    pub(super) turning: f64,
    swing: f64,
    /// The same before the last joint, and what that adds across its axis.
    before: [f64; 2],
    added: [f64; 2],
    /// How far the middle of the body is from where it is seen from.
    pub(super) far: f64,
}

impl Speed {
    /// Of what moves as a whole.
    pub(super) fn steady(speed: f64, turning: f64) -> Speed {
        Speed {
            speed,
            turning,
            ..Speed::default()
        }
    }

    /// How fast a point moves that is this far from the last joint.
    #[inline(always)]
    pub(super) fn at(&self, arm: Arm) -> f64 {
        let apart = self.before[0] * arm.length + self.added[0] * arm.across;
        self.speed + smaller(self.turning * arm.length, apart)
    }

    /// How fast its velocity changes.
    #[inline(always)]
    fn bend_at(&self, arm: Arm) -> f64 {
        let apart = self.before[1] * arm.length + self.added[1] * arm.across;
        self.bend + smaller(self.swing * arm.length, apart)
    }
}

/// What the joints up to one add up to: the bounds v, a, W and S there, those before it, what it adds, and the arms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summed {
    sum: Speed,
    /// The acceleration of the last joint, if it turns.
    push: f64,
}

impl Summed {
    /// With another joint, after its arm.
    #[inline(always)]
    fn after(self, lever: &Lever, held: &[JointBounds]) -> Summed {
        let bounds = &held[lever.coordinate as usize];
        let rate = bounds.rate * lever.multiplier;
        let push = bounds.acceleration * lever.multiplier;
        let mut sum = self.sum;
        sum.speed = sum.at(lever.before);
        sum.bend = sum.bend_at(lever.before);
        sum.far += lever.before.length;
        let (spin, swing) = (sum.turning, sum.swing);
        sum.before = [spin, swing];
        if lever.turns {
            let own = rate * rate + push;
            sum.added = [rate, 2.0 * spin * rate + own];
            [sum.turning, sum.swing] = [spin + rate, swing + 2.0 * spin * rate + own];
            let [together, swung] = self.together(lever.cosine, rate, push);
            sum.turning = smaller(sum.turning, together);
            sum.swing = smaller(sum.swing, swung);
            return Summed { sum, push };
        }
        let way = lever.multiplier * bounds.value + lever.offset;
        sum.far += way;
        sum.speed += spin * way + rate;
        sum.bend += swing * way + 2.0 * spin * rate + push;
        sum.added = [0.0; 2];
        Summed { sum, push: 0.0 }
    }

    /// The angular speed and the second derivative of the rotation after another joint that turns, together with the last.
    #[inline(always)]
    fn together(&self, cosine: f64, rate: f64, push: f64) -> [f64; 2] {
        let Speed { before, added, .. } = self.sum;
        let product = added[0] * rate;
        let square = added[0] * added[0] + rate * rate + 2.0 * cosine * product;
        // Beside a square that underflows nothing is known.
        if !(cosine < 1.0 && square >= LEAST_SQUARE) {
            return [f64::INFINITY; 2];
        }
        let turning = sqrt(square);
        let swing = square + product * (product / square) + self.push + push;
        [
            before[0] + turning,
            before[1] + 2.0 * before[0] * turning + swing,
        ]
    }

    /// At the end of a reach.
    #[inline(always)]
    fn at_end(&self, reach: &Reach) -> Speed {
        let (sum, rounded) = (&self.sum, reach.rounded());
        Speed {
            speed: sum.speed * rounded,
            bend: sum.bend * rounded,
            turning: sum.turning * rounded,
            swing: sum.swing * rounded,
            before: sum.before.map(|bound| bound * rounded),
            added: sum.added.map(|bound| bound * rounded),
            far: (sum.far + reach.end) * rounded,
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

    /// How fast points move against each other that are this far from the last joints, at most.
    #[inline(always)]
    pub(super) fn speed(&self, arms: [Arm; 2]) -> f64 {
        let [a, b] = &self.0;
        up(a.at(arms[0]) + b.at(arms[1]))
    }

    /// How fast the difference of their velocities changes, at most.
    #[inline(always)]
    pub(super) fn bend(&self, arms: [Arm; 2]) -> f64 {
        let [a, b] = &self.0;
        up(a.bend_at(arms[0]) + b.bend_at(arms[1]))
    }
}

#[cfg(test)]
mod tests;
