//! One event after the other.

use crate::event::Event;
use crate::machine::{Vectors, Width, Work};
use crate::search::Search;
use crate::stuck::{Stuck, Watch};
use crate::vector::length;
use crate::world::World;

/// How many of its radii a body flies before the clock starts anew: the clock's last bit is then worth less than 1e-13 radii.
/// That goes for each body, as far as it is seen at every [`EVENTS_A_LOOK`]th event a body, and for mean radii and the mean speed
/// however few events there are.
const RADII_A_CLOCK: f64 = 500.0;

/// How many events a body there are between two looks at all speeds, which so cost little beside the events.
const EVENTS_A_LOOK: u64 = 4;

/// If from look to look bodies of mean speed and size fly less than so many radii an event, it is watched whether any is stuck. For such a body
/// that is [`Stuck`]'s limit; in a world of many that goes on they fly a good part of a radius, and there are no 1e9 events.
const NO_WAY: f64 = 1e-9;

/// A world and a search: the simulation loop.
#[derive(Clone, Debug)]
pub struct Simulation<const D: usize, S> {
    world: World<D>,
    search: S,
    /// When the clock starts anew in any case.
    rebase_by: f64,
    /// After how many events it is seen whether it should sooner, and whether time passes.
    look_in: u64,
    /// When that was seen last, on the world's clock.
    looked: f64,
    /// Who is stuck, while time hardly passes, and after how many events it is seen whether it does again.
    watch: Option<(Watch, u64)>,
    stuck: Option<Stuck>,
}

impl<const D: usize, S: Search<D>> Simulation<D, S> {
    /// Simulates `world`, with events found by `search`, which was made for it.
    pub fn new(world: World<D>, search: S) -> Simulation<D, S> {
        Simulation {
            rebase_by: rebase_times(&world).1,
            look_in: look_in(&world),
            looked: world.now(),
            watch: None,
            stuck: None,
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

    /// Applies the next event, if there is one up to `until`, counted from the start of the world.
    ///
    /// [`Simulation::run_events`] is faster if nothing is to be done between events. An error means that bodies are stuck:
    /// time does not advance.
    #[inline(always)]
    pub fn step(&mut self, until: f64) -> Result<Option<Event>, Stuck> {
        let event = self.next(until);
        if event.is_none() {
            self.not_stuck()?;
        }
        Ok(event)
    }

    /// [`Simulation::step`], with nothing where bodies are stuck.
    #[inline(always)]
    fn next(&mut self, until: f64) -> Option<Event> {
        if self.look_in == 0 || self.world.now() > self.rebase_by {
            self.look();
            if self.stuck.is_some() {
                return None;
            }
        }
        let until = until - self.world.epoch();
        let event = self.search.next(&self.world, until)?;
        self.look_in -= 1;
        self.world.apply(&event);
        self.search.applied(&self.world);
        Some(event)
    }

    #[cold]
    fn not_stuck(&self) -> Result<(), Stuck> {
        self.stuck.clone().map_or(Ok(()), Err)
    }

    /// Simulates up to `until`, counted from the start of the world, and returns the number of events. If bodies get stuck,
    /// that is an error, and the time stays there.
    pub fn run(&mut self, until: f64) -> Result<u64, Stuck> {
        let events = self.run_events(until, u64::MAX)?;
        self.advance(until);
        Ok(events)
    }

    /// Applies up to `most` events up to `until`, counted from the start of the world, and returns their number: less than
    /// `most` means that none is left up to `until`. The time stays at the last event. If bodies get stuck, that is an
    /// error.
    pub fn run_events(&mut self, until: f64, most: u64) -> Result<u64, Stuck> {
        let events = Vectors::detect().work(Events {
            simulation: self,
            until,
            most,
        });
        self.not_stuck()?;
        Ok(events)
    }

    /// Brings all bodies to the present and turns the clock back.
    pub fn rebase(&mut self) {
        let passed = self.world.rebase();
        self.search.rebased(&self.world, passed);
        self.looked -= passed;
        if let Some((watch, _)) = &mut self.watch {
            watch.rebased(passed);
        }
        self.rebase_by = rebase_times(&self.world).1;
    }

    /// Sees whether time passes, and whether the clock should start anew.
    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        let watched = self.look_in == 0 && self.is_watched();
        if self.stuck.is_some() {
            // So that it is looked at before every event.
            self.look_in = 0;
            return;
        }
        if watched {
            self.look_in = 1;
            if !(self.world.now() > self.rebase_by) {
                return;
            }
        }
        let (first, mean) = rebase_times(&self.world);
        if self.look_in == 0 {
            self.see_whether_time_passes(mean / RADII_A_CLOCK);
        } else if self.watch.is_none() {
            self.look_in = look_in(&self.world);
        }
        if self.world.now() > first.min(self.rebase_by) {
            self.rebase();
        } else {
            self.rebase_by = mean;
        }
    }

    /// Notes the last event if hardly any time passes, and gives whether that is to go on.
    fn is_watched(&mut self) -> bool {
        let Some((watch, left)) = &mut self.watch else {
            return false;
        };
        if let Err(stuck) = watch.note(&self.world) {
            self.stuck = Some(stuck);
        }
        *left = left.saturating_sub(1);
        *left > 0
    }

    /// Begins or ends to watch who is stuck. In `radius_time` mean bodies fly a mean radius.
    fn see_whether_time_passes(&mut self, radius_time: f64) {
        let events = look_in(&self.world);
        let passed = self.world.now() - self.looked;
        self.looked = self.world.now();
        if passed < NO_WAY * events as f64 * radius_time {
            let watch = match self.watch.take() {
                Some((watch, _)) => watch,
                None => Watch::new(&self.world),
            };
            self.watch = Some((watch, events));
            self.look_in = 1;
        } else {
            self.watch = None;
            self.look_in = events;
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
    fn work<V: Width>(self, _vectors: V) -> u64 {
        let mut events = 0;
        while events < self.most && self.simulation.next(self.until).is_some() {
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
