//! The default: grids of cells, one event a body, a calendar.

mod around;
mod calendar;
#[cfg(target_arch = "x86_64")]
mod four;
mod grid;
mod level;
mod listing;
mod meeting;

use super::Search;
use crate::event::{Event, Partner};
use crate::machine::prefetch;
use crate::world::World;
use calendar::{Calendar, Entry};
use listing::{Listing, MOST_NEAR, Neighbours};
use meeting::{Asked, Earliest};

/// Who is met, in four bytes: bodies by their number, then walls, and from the end the faces of the body's own cell and those
/// of the domain, by [`face`].
const WALLS: u32 = 1 << 31;
const CROSSING: u32 = u32::MAX - 7;
const FACES: u32 = CROSSING - 8;

/// The number of a face of a cell, or of the domain.
const fn face(axis: usize, high: bool) -> u32 {
    2 * axis as u32 + high as u32
}

/// The next event of a body.
#[derive(Clone, Copy, Debug)]
struct Pending {
    time: f64,
    partner: u32,
    /// How often the partner's motion had changed when this was foreseen: if it has changed since, nothing will happen.
    changes: u32,
}

impl Pending {
    const NEVER: Pending = Pending {
        time: f64::INFINITY,
        partner: FACES,
        changes: 0,
    };

    #[inline(always)]
    fn new<const D: usize>(world: &World<D>, now: f64, earliest: Earliest) -> Pending {
        Pending {
            time: now + earliest.wait,
            partner: earliest.partner,
            changes: if earliest.partner < WALLS {
                world.changes[earliest.partner as usize]
            } else {
                0
            },
        }
    }

    /// Whether it may still happen, for all that is known of its partner.
    #[inline(always)]
    fn holds<const D: usize>(&self, world: &World<D>) -> bool {
        self.partner >= WALLS || self.changes == world.changes[self.partner as usize]
    }
}

/// Grids of cells, one a class of sizes, and a calendar of one event a body.
///
/// A body meets only what is listed in its own cell or in one next to it, until it leaves its cell, which is an event as
/// well; it stays listed until it is a margin past the edge, so that bodies on an edge do not change to and fro. Each body
/// has its earliest event in the calendar. When a motion changes, the events of others with that body are not looked for:
/// they turn out to be stale when their time comes, and the other is asked anew. So an event costs the same however many
/// bodies there are, but for the memory's caches; memory is linear.
#[derive(Clone, Debug)]
pub struct Cells<const D: usize> {
    listing: Listing<D>,
    neighbours: Box<Neighbours>,
    pending: Vec<Pending>,
    /// The next meeting of a body that leaves its cell before: it has then only the new neighbours to ask.
    later: Vec<Pending>,
    calendar: Calendar,
}

impl<const D: usize> Cells<D> {
    /// Lists all bodies and foresees the next event of each.
    pub fn new(world: &World<D>) -> Cells<D> {
        let mut cells = Cells {
            listing: Listing::new(world),
            neighbours: Box::new([0; MOST_NEAR]),
            pending: vec![Pending::NEVER; world.len()],
            later: vec![Pending::NEVER; world.len()],
            calendar: Calendar::new(0, 0.0),
        };
        for body in 0..world.len() as u32 {
            cells.foresee(world, body, world.now());
        }
        cells.fill_calendar();
        cells
    }

    fn fill_calendar(&mut self) {
        let times = self.pending.iter().map(|pending| pending.time);
        let mut times: Vec<f64> = times.filter(|time| time.is_finite()).collect();
        let middle = times.len() / 2;
        // A first guess, which the calendar mends: half of all wait that long.
        let median = match times.get(middle) {
            Some(_) => *times.select_nth_unstable_by(middle, f64::total_cmp).1,
            None => 0.0,
        };
        self.calendar.restart(self.pending.len(), median);
        for body in 0..self.pending.len() as u32 {
            self.enter(body);
        }
    }

    /// Puts the next event of `body` into the calendar.
    #[inline(always)]
    fn enter(&mut self, body: u32) {
        let time = self.pending[body as usize].time;
        if time < f64::INFINITY {
            self.calendar.push(Entry { time, body });
        }
    }

    /// Foresees the next event of `body`.
    #[inline(always)]
    fn foresee(&mut self, world: &World<D>, body: u32, now: f64) {
        if world.accelerations.is_empty() {
            self.foresee_on::<true>(world, body, now);
        } else {
            self.foresee_on::<false>(world, body, now);
        }
    }

    #[inline(always)]
    fn foresee_on<const STRAIGHT: bool>(&mut self, world: &World<D>, body: u32, now: f64) {
        let asked = Asked::<D>::new::<STRAIGHT>(world, body, now);
        let residence = self.listing.residence(body);
        let leaves = residence.leaves::<STRAIGHT>(world, &asked);
        let meets = Earliest {
            // Meetings after the body has left its cell are worth to know, others are not.
            wait: if leaves.partner >= CROSSING {
                f64::INFINITY
            } else {
                leaves.wait
            },
            partner: FACES,
        };
        let meets = residence.meets::<STRAIGHT>(world, &asked, &mut self.neighbours, meets);
        self.settle(&asked, leaves, Pending::new(world, now, meets));
    }

    /// Writes down which of the two comes first: what does not move, or another body.
    #[inline(always)]
    fn settle(&mut self, asked: &Asked<D>, leaves: Earliest, meets: Pending) {
        let body = asked.body as usize;
        let leaves = Pending {
            time: asked.now + leaves.wait,
            partner: leaves.partner,
            changes: 0,
        };
        if meets.time < leaves.time {
            self.pending[body] = meets;
        } else {
            self.pending[body] = leaves;
            self.later[body] = meets;
        }
    }

    /// The body leaves its cell by the face of this number: beyond are new neighbours.
    #[inline(always)]
    fn cross(&mut self, world: &World<D>, body: u32, face: u32, now: f64) {
        self.listing.cross(world, body, face, now);
        if !self.listing.is_uniform() {
            return self.foresee(world, body, now);
        }
        // Should it turn out to be stale it is found to be so in its time, like any other.
        let later = self.later[body as usize];
        if world.accelerations.is_empty() {
            self.cross_on::<true>(world, body, face, now, &later);
        } else {
            self.cross_on::<false>(world, body, face, now, &later);
        }
    }

    #[inline(always)]
    fn cross_on<const STRAIGHT: bool>(
        &mut self,
        world: &World<D>,
        body: u32,
        face: u32,
        now: f64,
        later: &Pending,
    ) {
        let asked = Asked::<D>::new::<STRAIGHT>(world, body, now);
        let residence = self.listing.residence(body);
        let leaves = residence.leaves::<STRAIGHT>(world, &asked);
        let known = Earliest {
            wait: (later.time - now).max(0.0),
            partner: FACES,
        };
        let meets =
            residence.meets_beyond::<STRAIGHT>(world, &asked, face, &mut self.neighbours, known);
        let meets = if meets.partner == known.partner {
            *later
        } else {
            Pending::new(world, now, meets)
        };
        self.settle(&asked, leaves, meets);
    }
}

/// With so many bodies the caches do not hold what is needed next.
const MANY: usize = 30_000;

/// How many entries ahead it is asked for what an entry needs: its body, then what is around it and its partner, then the
/// bodies around it and what is around the partner, then the bodies around the partner.
const AHEAD: [usize; 4] = [14, 9, 5, 2];

impl<const D: usize> Cells<D> {
    /// Asks for the memory that the next entries need.
    #[inline(always)]
    fn look_ahead(&self, world: &World<D>) {
        if let Some(Entry { body, .. }) = self.calendar.ahead(AHEAD[0]) {
            prefetch(&self.pending, body as usize);
            prefetch(&world.bodies, body as usize);
            self.listing.prefetch_home(body);
        }
        let valid = |distance: usize| {
            let Entry { time, body } = self.calendar.ahead(distance)?;
            let pending = &self.pending[body as usize];
            (pending.time == time).then_some((body, pending.partner))
        };
        if let Some((body, partner)) = valid(AHEAD[1]) {
            self.listing.prefetch_cells(body);
            if partner < WALLS {
                prefetch(&world.bodies, partner as usize);
                prefetch(&world.changes, partner as usize);
                prefetch(&world.matter, partner as usize);
                prefetch(&world.matter, body as usize);
                self.listing.prefetch_home(partner);
            }
        }
        if let Some((body, partner)) = valid(AHEAD[2]) {
            self.listing.prefetch_bodies(world, body);
            if partner < WALLS {
                self.listing.prefetch_cells(partner);
            }
        }
        if let Some((_, partner)) = valid(AHEAD[3])
            && partner < WALLS
        {
            self.listing.prefetch_bodies(world, partner);
        }
    }
}

impl<const D: usize> Search<D> for Cells<D> {
    #[inline(always)]
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        loop {
            let Entry { time, body } = self.calendar.first()?;
            if self.pending.len() >= MANY {
                self.look_ahead(world);
            }
            let pending = self.pending[body as usize];
            if pending.time != time {
                self.calendar.pop();
                continue;
            }
            if time > until {
                return None;
            }
            let partner = if pending.partner < WALLS {
                if !pending.holds(world) {
                    self.calendar.pop();
                    self.foresee(world, body, time);
                    self.enter(body);
                    continue;
                }
                Partner::Body(pending.partner)
            } else if pending.partner >= CROSSING {
                self.calendar.pop();
                self.cross(world, body, pending.partner - CROSSING, time);
                self.enter(body);
                continue;
            } else if pending.partner >= FACES {
                let face = pending.partner - FACES;
                Partner::Face {
                    axis: (face / 2) as u8,
                    high: face % 2 == 1,
                }
            } else {
                Partner::Wall(pending.partner - WALLS)
            };
            return Some(Event {
                time,
                body,
                partner,
            });
        }
    }

    #[inline(always)]
    fn applied(&mut self, world: &World<D>) {
        for &body in world.changed() {
            if world.domain.wraps() {
                self.listing.rehome(world, body);
            }
            self.foresee(world, body, world.now());
            self.enter(body);
        }
    }

    fn rebased(&mut self, _world: &World<D>, passed: f64) {
        for pending in self.pending.iter_mut().chain(&mut self.later) {
            pending.time = (pending.time - passed).max(0.0);
        }
        self.fill_calendar();
    }
}
