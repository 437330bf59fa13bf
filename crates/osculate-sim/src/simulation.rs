//! One event after the other.

use crate::event::Event;
use crate::machine::{Vectors, Work};
use crate::search::Search;
use crate::vector::length;
use crate::world::World;

/// How many mean radii a body of mean speed flies before the clock starts anew. The clock's last bit is then worth less
/// than 1e-13 radii, and bringing all bodies to the present costs little beside the events in between.
const RADII_A_CLOCK: f64 = 500.0;

/// A world and a search that go on together.
#[derive(Clone, Debug)]
pub struct Simulation<const D: usize, S> {
    world: World<D>,
    search: S,
    /// When the clock starts anew.
    rebase_at: f64,
}

impl<const D: usize, S: Search<D>> Simulation<D, S> {
    /// Goes on with `world`, events found by `search`, which was made for it.
    pub fn new(world: World<D>, search: S) -> Simulation<D, S> {
        let rebase_at = rebase_at(&world);
        Simulation {
            world,
            search,
            rebase_at,
        }
    }

    /// The world as it is.
    pub fn world(&self) -> &World<D> {
        &self.world
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
        if self.world.now() > self.rebase_at {
            self.rebase();
        }
        let until = until - self.world.epoch();
        let event = self.search.next(&self.world, until)?;
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
        self.rebase_at = rebase_at(&self.world);
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

fn rebase_at<const D: usize>(world: &World<D>) -> f64 {
    let (mut radii, mut speeds) = (0.0, 0.0);
    for (number, body) in world.bodies.iter().enumerate() {
        radii += body.radius;
        speeds += length(&body.velocity);
        if let Some(acceleration) = world.accelerations.get(number) {
            // What lies still now falls later.
            speeds += (length(acceleration) * body.radius).sqrt();
        }
    }
    if speeds > 0.0 {
        RADII_A_CLOCK * radii / speeds
    } else {
        f64::INFINITY
    }
}
