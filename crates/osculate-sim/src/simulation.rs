//! One event after the other.

use crate::event::Event;
use crate::machine::{Vectors, Work};
use crate::search::Search;
use crate::vector::length;
use crate::world::World;

/// How many of its radii a body flies before the clock starts anew: the clock's last bit is then worth less than 1e-13 radii.
/// That goes for each body, as far as it is seen at every [`EVENTS_A_LOOK`]th event a body, and for mean radii and the mean speed
/// however few events there are.
const RADII_A_CLOCK: f64 = 500.0;

/// How many events a body there are between two looks at all speeds, which so cost little beside the events.
const EVENTS_A_LOOK: u64 = 4;

/// A world and a search that go on together.
#[derive(Clone, Debug)]
pub struct Simulation<const D: usize, S> {
    world: World<D>,
    search: S,
    /// When the clock starts anew in any case.
    rebase_by: f64,
    /// After how many events it is seen whether it should sooner.
    look_in: u64,
}

impl<const D: usize, S: Search<D>> Simulation<D, S> {
    /// Goes on with `world`, events found by `search`, which was made for it.
    pub fn new(world: World<D>, search: S) -> Simulation<D, S> {
        Simulation {
            rebase_by: rebase_times(&world).1,
            look_in: look_in(&world),
            world,
            search,
        }
    }

    /// The world as it is.
    pub fn world(&self) -> &World<D> {
        &self.world
    }

    /// The search as it is.
    pub fn search(&self) -> &S {
        &self.search
    }

    /// The world, without its search.
    pub fn into_world(self) -> World<D> {
        self.world
    }

    /// Moves the present to `until`, counted from the start of the world; no event may lie between.
    pub fn advance(&mut self, until: f64) {
        self.world.advance(until - self.world.epoch());
    }

    /// Lets the next event happen, if there is one up to `until`, counted from the start of the world.
    ///
    /// [`Simulation::run_events`] is faster where nothing is to be done between events.
    #[inline(always)]
    pub fn step(&mut self, until: f64) -> Option<Event> {
        if self.look_in == 0 || self.world.now() > self.rebase_by {
            self.rebase_if_due();
        }
        let until = until - self.world.epoch();
        let event = self.search.next(&self.world, until)?;
        self.look_in -= 1;
        self.world.apply(&event);
        self.search.applied(&self.world);
        Some(event)
    }

    /// Lets everything happen up to `until`, counted from the start of the world, and gives the number of events.
    pub fn run(&mut self, until: f64) -> u64 {
        let events = self.run_events(until, u64::MAX);
        self.advance(until);
        events
    }

    /// Lets up to `most` events happen up to `until`, counted from the start of the world, and gives their number: less than
    /// `most` means that there is none left up to `until`. The present stays at the last event.
    pub fn run_events(&mut self, until: f64, most: u64) -> u64 {
        Vectors::detect().work(Events {
            simulation: self,
            until,
            most,
        })
    }

    /// Brings all bodies to the present and turns the clock back.
    pub fn rebase(&mut self) {
        let passed = self.world.rebase();
        self.search.rebased(&self.world, passed);
        self.rebase_by = rebase_times(&self.world).1;
        self.look_in = look_in(&self.world);
    }

    #[cold]
    fn rebase_if_due(&mut self) {
        let (first, mean) = rebase_times(&self.world);
        if self.world.now() > first.min(self.rebase_by) {
            self.rebase();
        } else {
            self.rebase_by = mean;
            self.look_in = look_in(&self.world);
        }
    }
}

/// See [`Simulation::run_events`].
struct Events<'a, const D: usize, S> {
    simulation: &'a mut Simulation<D, S>,
    until: f64,
    most: u64,
}

impl<const D: usize, S: Search<D>> Work for Events<'_, D, S> {
    type Output = u64;

    #[inline(always)]
    fn work<const WIDE: bool>(self) -> u64 {
        let mut events = 0;
        while events < self.most && self.simulation.step(self.until).is_some() {
            events += 1;
        }
        events
    }
}

fn look_in<const D: usize>(world: &World<D>) -> u64 {
    EVENTS_A_LOOK * (world.len() as u64).max(16)
}

/// When the clock should start anew for the body that needs it most, and for all on average, by the speeds there are now.
fn rebase_times<const D: usize>(world: &World<D>) -> (f64, f64) {
    let mut first = f64::INFINITY;
    let (mut radii, mut speeds) = (0.0, 0.0);
    for (number, body) in world.bodies.iter().enumerate() {
        let mut speed = length(&body.velocity);
        if let Some(acceleration) = world.accelerations.get(number) {
            // What lies still now falls later.
            speed += (length(acceleration) * body.radius).sqrt();
        }
        if speed > 0.0 {
            first = first.min(RADII_A_CLOCK * body.radius / speed);
        }
        radii += body.radius;
        speeds += speed;
    }
    if speeds > 0.0 {
        (first, RADII_A_CLOCK * radii / speeds)
    } else {
        (f64::INFINITY, f64::INFINITY)
    }
}
