//! Runs that cannot go on: meeting follows meeting, and hardly any time passes.

use crate::vector::length;
use crate::world::World;
use std::fmt::{self, Display, Formatter};

/// So many meetings of one body on no more than [`WAY`], and one more for every body, and it is stuck: a push goes through a row of bodies that
/// touch in as many meetings of each, at most, as there are bodies, and in no time.
const MEETINGS: u32 = 10_000;
/// In radii of the body: from meeting to meeting it flies less than 1e-9 of them.
const WAY: f64 = 1e-5;
/// How many meetings on the way on which another body got stuck it takes to be named as well.
const NAMED: u32 = MEETINGS / 10;
/// How many bodies a message names.
const TOLD: usize = 10;

/// Bodies meet again and again, and hardly any time passes: the run cannot go on.
///
/// A body is stuck if it had 10,000 meetings, and one more for every body there is, on a way of 1e-5 of its radius. That
/// happens to a body that bounces elastically without room, or that loses its energy where nothing lets it come to rest
/// ([`crate::Scene::rest_speed`] is 0). The world stays valid up to here, and can be saved.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub struct Stuck {
    /// The time since the start.
    pub time: f64,
    /// The bodies, in the order of their numbers.
    pub bodies: Vec<u32>,
}

impl Display for Stuck {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (noun, verb, they) = if self.bodies.len() == 1 {
            ("body", "is", "it has")
        } else {
            ("bodies", "are", "they have")
        };
        write!(f, "{noun}")?;
        let told = self.bodies.len().min(TOLD);
        for (number, body) in self.bodies[..told].iter().enumerate() {
            let before = match number {
                0 => " ",
                _ if number + 1 == self.bodies.len() => " and ",
                _ => ", ",
            };
            write!(f, "{before}{body}")?;
        }
        if told < self.bodies.len() {
            write!(f, " and {} more", self.bodies.len() - told)?;
        }
        write!(
            f,
            " {verb} stuck at time {}: {they} no room to move, and meet something again and again while hardly any time passes",
            self.time
        )
    }
}

/// The meetings of a body on its last [`WAY`].
#[derive(Clone, Copy, Debug)]
struct Meetings {
    count: u32,
    /// On the world's clock.
    since: f64,
}

/// Sees who meets something again and again. It is asked to look only while hardly any time passes, for that costs.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    bodies: Vec<Meetings>,
    /// See [`crate::Tally::wedged`].
    wedged: u64,
}

impl Watch {
    pub fn new<const D: usize>(world: &World<D>) -> Watch {
        let since = world.now();
        Watch {
            bodies: vec![Meetings { count: 0, since }; world.len()],
            wedged: world.tally().wedged,
        }
    }

    /// Notes the event that was applied last.
    pub fn note<const D: usize>(&mut self, world: &World<D>) -> Result<(), Stuck> {
        if self.wedged < world.tally().wedged {
            // Somebody was given a way out, which happens only so often.
            *self = Watch::new(world);
        }
        let now = world.now();
        let mut stuck = false;
        for &body in world.changed() {
            let (moved, meetings) = (
                &world.bodies[body as usize],
                &mut self.bodies[body as usize],
            );
            let way = length(&moved.velocity) * (now - meetings.since);
            if way > WAY * moved.radius {
                *meetings = Meetings {
                    count: 0,
                    since: now,
                };
            }
            meetings.count += 1;
            stuck |= meetings.count as usize >= MEETINGS as usize + world.len();
        }
        if !stuck {
            return Ok(());
        }
        let named = |&body: &u32| self.bodies[body as usize].count >= NAMED;
        Err(Stuck {
            time: world.time(),
            bodies: (0..world.len() as u32).filter(named).collect(),
        })
    }

    /// The world's clock was turned back by `passed`.
    pub fn rebased(&mut self, passed: f64) {
        for meetings in &mut self.bodies {
            meetings.since -= passed;
        }
    }
}
