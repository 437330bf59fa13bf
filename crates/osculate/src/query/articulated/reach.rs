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
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// From the link on.
    levers: Vec<Lever>,
    /// How far the middle is from the last joint.
    end: f64,
}

/// The reaches of all bodies, from all links that they are seen from.
#[derive(Clone, Debug, Default)]
pub(super) struct Reaches {
    pub(super) all: Vec<Reach>,
    /// By the link, if it is not the world, and the body.
    known: BTreeMap<(Option<usize>, usize), u32>,
}

impl Reaches {
    /// The number of a body's reach, seen from a link or from the world.
    pub(super) fn of(&mut self, link: Option<usize>, body: usize, chain: &Chain) -> u32 {
        let next = self.all.len() as u32;
        *self.known.entry((link, body)).or_insert_with(|| {
            self.all.push(Reach::new(chain));
            next
        })
    }
}

/// How fast joints move the middle of a body, at most.
#[derive(Clone, Copy, Debug, Default)]
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

impl Reach {
    fn new(chain: &Chain) -> Reach {
        Reach {
            levers: chain.levers().collect(),
            end: chain.end_length(),
        }
    }

    /// Of bounds on the coordinates. They are raised by what sums of products over all joints round: no term has more than some dozen
    /// operations a joint.
    #[inline]
    pub(super) fn speed(&self, held: &[JointBounds]) -> Speed {
        let (mut spin, mut twist) = (0.0, 0.0);
        let (mut speed, mut bend, mut far) = (0.0, 0.0, 0.0);
        for lever in &self.levers {
            let bounds = &held[lever.coordinate as usize];
            let rate = bounds.rate * lever.multiplier;
            let push = bounds.acceleration * lever.multiplier;
            let way = if lever.turns {
                0.0
            } else {
                lever.multiplier * bounds.value + lever.offset
            };
            let arm = lever.before + way;
            far += arm;
            speed += spin * arm;
            bend += (twist + spin * spin) * arm;
            if lever.turns {
                twist += push + rate * spin;
                spin += rate;
            } else {
                speed += rate;
                bend += 2.0 * spin * rate + push;
            }
        }
        let swing = twist + spin * spin;
        let rounded = 1.0 + 16.0 * UNIT * (self.levers.len() as f64 + 8.0);
        Speed {
            speed: (speed + spin * self.end) * rounded,
            turning: spin * rounded,
            bend: (bend + swing * self.end) * rounded,
            swing: swing * rounded,
            far: (far + self.end) * rounded,
        }
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
