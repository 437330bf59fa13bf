//! The default: grids of cells, one event a body, a calendar.

mod calendar;
mod cells_around;
#[cfg(target_arch = "x86_64")]
mod four_at_once;
mod grid;
mod line;
mod listing;
mod meeting;
mod size_class;
mod slices;

use super::Search;
use crate::domain::Boundary;
use crate::event::{Event, Partner};
use crate::machine::{Vectors, Width, Work, prefetch};
use crate::world::World;
use calendar::{Calendar, Entry};
use listing::{Home, Listing};
use meeting::{Asked, Earliest};

/// Who is met, in four bytes: bodies by their number, then walls, and from the end the faces of the body's own cell and those
/// of the domain, by [`face`], and nobody, where something was foreseen that will not happen.
const WALLS: u32 = 1 << 31;
const CROSSING: u32 = u32::MAX - 7;
const FACES: u32 = CROSSING - 8;
const NOTHING: u32 = FACES - 1;

/// The number of a face of a cell, or of the domain.
const fn face(axis: usize, high: bool) -> u32 {
    2 * axis as u32 + high as u32
}

/// The axis of the face of this number, and whether it is the upper one.
const fn axis_of(face: u32) -> (usize, bool) {
    (face as usize / 2, face % 2 == 1)
}

/// What is known of a body and its future.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Plan<const D: usize> {
    /// When its next event is, and with what.
    time: f64,
    partner: u32,
    /// After how many events that was foreseen: if the partner's motion has changed since, nothing will happen.
    foreseen: u32,
    /// After how many events its motion last changed.
    changed: u32,
    home: Home<D>,
}

impl<const D: usize> Plan<D> {
    /// Whether an entry of this time is that of the event, and not of an earlier plan.
    #[inline(always)]
    fn is_at(&self, time: f64) -> bool {
        // Whole numbers take fewer steps to compare.
        self.time.to_bits() == time.to_bits()
    }
}

/// What entries at one time are ordered by: the lower number of those who meet, then that of the body.
fn rank<const D: usize>(plans: &[Plan<D>], entry: &Entry) -> u64 {
    // All that are no bodies have greater numbers.
    let first = entry.body.min(plans[entry.body as usize].partner);
    u64::from(first) << 32 | u64::from(entry.body)
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
    plans: Vec<Plan<D>>,
    calendar: Calendar,
    /// How many events there were, or were since they are counted anew.
    events: u32,
    vectors: Vectors,
}

impl<const D: usize> Cells<D> {
    /// Lists all bodies and foresees the next event of each.
    pub fn new(world: &World<D>) -> Cells<D> {
        let (listing, homes) = Listing::new(world);
        let plan = |home| Plan {
            time: f64::INFINITY,
            partner: FACES,
            foreseen: 0,
            changed: 0,
            home,
        };
        let mut cells = Cells {
            listing,
            plans: homes.into_iter().map(plan).collect(),
            calendar: Calendar::new(world.len(), 0.0, world.now()),
            events: 0,
            vectors: Vectors::detect(),
        };
        for body in 0..world.len() as u32 {
            cells.foresee(world, body, world.now());
        }
        // A first guess, which the calendar mends.
        let now = world.now();
        let wait = cells.median_time().map_or(0.0, |time| time - now);
        cells.calendar = Calendar::new(world.len(), wait, now);
        cells.fill_calendar();
        cells
    }

    fn fill_calendar(&mut self) {
        for body in 0..self.plans.len() as u32 {
            self.enter(body, self.plans[body as usize].time);
        }
    }

    /// The time by which half of all events that are foreseen will have happened.
    fn median_time(&self) -> Option<f64> {
        let times = self.plans.iter().map(|plan| plan.time);
        let mut times: Vec<f64> = times.filter(|time| time.is_finite()).collect();
        if times.is_empty() {
            return None;
        }
        let middle = times.len() / 2;
        Some(*times.select_nth_unstable_by(middle, f64::total_cmp).1)
    }

    /// Counts events from 0 again.
    #[cold]
    fn count_anew(&mut self) {
        for body in 0..self.plans.len() {
            let Plan {
                partner, foreseen, ..
            } = self.plans[body];
            if partner < WALLS && self.plans[partner as usize].changed > foreseen {
                self.plans[body].partner = NOTHING;
            }
        }
        for plan in &mut self.plans {
            (plan.foreseen, plan.changed) = (0, 0);
        }
        self.events = 0;
    }

    /// Puts the next event of `body` into the calendar.
    #[inline(always)]
    fn enter(&mut self, body: u32, time: f64) {
        if time < f64::INFINITY {
            let plans = &self.plans[..];
            self.calendar
                .push(Entry { time, body }, |entry| rank(plans, entry));
        }
    }

    /// Foresees the next event of `body`, and gives its time.
    #[inline(always)]
    fn foresee(&mut self, world: &World<D>, body: u32, now: f64) -> f64 {
        let earliest = self.vectors.work(Foresight {
            cells: self,
            world,
            body,
            now,
        });
        let plan = &mut self.plans[body as usize];
        plan.time = now + earliest.wait;
        plan.partner = earliest.partner;
        plan.foreseen = self.events;
        plan.time
    }
}

/// Finds the earliest event of a body.
struct Foresight<'a, const D: usize> {
    cells: &'a Cells<D>,
    world: &'a World<D>,
    body: u32,
    now: f64,
}

impl<const D: usize> Work for Foresight<'_, D> {
    type Output = Earliest;

    #[inline(always)]
    fn work<V: Width>(self, vectors: V) -> Earliest {
        if self.world.accelerations.is_empty() {
            self.earliest::<true, V>(vectors)
        } else {
            self.earliest::<false, V>(vectors)
        }
    }
}

impl<const D: usize> Foresight<'_, D> {
    #[inline(always)]
    fn earliest<const STRAIGHT: bool, V: Width>(self, vectors: V) -> Earliest {
        let asked = Asked::<D>::new::<STRAIGHT>(self.world, self.body, self.now);
        let plan = &self.cells.plans[self.body as usize];
        let residence = self.cells.listing.residence(&plan.home);
        let leaves = residence.leaves::<STRAIGHT>(self.world, &asked);
        residence.meets::<STRAIGHT, V>(vectors, self.world, &asked, leaves)
    }
}

/// With so many bodies the caches do not hold what is needed next. With a fourth of them, asking costs more than waiting.
const MANY: usize = 10_000;

/// How many entries ahead it is asked for what an entry needs: its body, then what is around it and its partner, then the
/// bodies around it and what is around the partner, then the bodies around the partner.
const AHEAD: [usize; 4] = [14, 9, 5, 2];

impl<const D: usize> Cells<D> {
    /// Asks for the memory that the next entries need.
    #[inline(always)]
    fn look_ahead(&self, world: &World<D>) {
        if let Some(Entry { body, .. }) = self.calendar.ahead(AHEAD[0]) {
            prefetch(&self.plans, body as usize);
            prefetch(&world.bodies, body as usize);
        }
        let valid = |distance: usize| {
            let Entry { time, body } = self.calendar.ahead(distance)?;
            let plan = &self.plans[body as usize];
            plan.is_at(time).then_some((body, plan))
        };
        if let Some((body, plan)) = valid(AHEAD[1]) {
            self.listing.prefetch_lists(&plan.home, plan.partner);
            if plan.partner < WALLS {
                prefetch(&world.bodies, plan.partner as usize);
                prefetch(&self.plans, plan.partner as usize);
                prefetch(&world.matter, plan.partner as usize);
                prefetch(&world.matter, body as usize);
            }
        }
        if let Some((_, plan)) = valid(AHEAD[2]) {
            self.listing
                .prefetch_bodies(world, &plan.home, plan.partner);
            if plan.partner < WALLS {
                let partner = &self.plans[plan.partner as usize];
                self.listing.prefetch_lists(&partner.home, 0);
            }
        }
        if let Some((_, plan)) = valid(AHEAD[3])
            && plan.partner < WALLS
        {
            let partner = &self.plans[plan.partner as usize];
            self.listing.prefetch_bodies(world, &partner.home, 0);
        }
    }
}

impl<const D: usize> Search<D> for Cells<D> {
    #[inline(always)]
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        loop {
            let plans = &self.plans[..];
            let counts = |entry: &Entry| plans[entry.body as usize].is_at(entry.time);
            let Entry { time, body } = self.calendar.first(counts)?;
            if self.plans.len() >= MANY {
                self.look_ahead(world);
            }
            let plan = &mut self.plans[body as usize];
            if !plan.is_at(time) {
                self.calendar.pop();
                continue;
            }
            if time > until {
                return None;
            }
            let (met, foreseen) = (plan.partner, plan.foreseen);
            let partner = if met >= CROSSING {
                let face = met - CROSSING;
                self.listing.cross(world, &mut plan.home, body, face, time);
                None
            } else if met < WALLS {
                let holds = self.plans[met as usize].changed <= foreseen;
                holds.then_some(Partner::Body(met))
            } else if met >= FACES {
                let (axis, high) = axis_of(met - FACES);
                let axis = axis as u8;
                Some(Partner::Face { axis, high })
            } else if met == NOTHING {
                None
            } else {
                Some(Partner::Wall(met - WALLS))
            };
            if let Some(partner) = partner {
                // The partner often has the same event.
                if self.calendar.is_disordered() && !self.calendar.is_tied_only_with(met) {
                    let plans = &self.plans[..];
                    self.calendar.order(|entry| rank(plans, entry));
                    continue;
                }
                return Some(Event {
                    time,
                    body,
                    partner,
                });
            }
            // There are new neighbours beyond, or nothing happens after all.
            self.calendar.pop();
            let next = self.foresee(world, body, time);
            self.enter(body, next);
        }
    }

    #[inline(always)]
    fn applied(&mut self, world: &World<D>) {
        if self.events == u32::MAX {
            self.count_anew();
        }
        self.events += 1;
        // The event itself, and mostly that of its partner as well. What bodies that have changed had in the calendar is
        // void, whatever it is.
        for &body in world.changed() {
            self.calendar.pop_of(body);
            self.plans[body as usize].changed = self.events;
        }
        for &body in world.changed() {
            if self.listing.wraps() {
                let home = &mut self.plans[body as usize].home;
                self.listing.rehome(world, home, body);
            }
            let next = self.foresee(world, body, world.now());
            self.enter(body, next);
        }
    }

    fn rebased(&mut self, world: &World<D>, passed: f64) {
        if world.domain.boundary.contains(&Boundary::Open) {
            // Bodies may have gone where there are no cells.
            *self = Cells::new(world);
            return;
        }
        for plan in &mut self.plans {
            plan.time = (plan.time - passed).max(0.0);
        }
        self.count_anew();
        self.calendar.clear(world.now());
        self.fill_calendar();
    }
}
