//! Discs and spheres by cells, from event to event, compiled with this crate.
//!
//! [`Simulation`] is generic, and so it is compiled as the program is that uses it. A program that is optimised for size, as the Python
//! module is, runs these as fast as any other; in a gas all time is spent here.

use crate::{Cells, Event, Simulation, Stuck};

/// What [`Simulation`] does by [`Cells`], in the plane and in space.
pub trait ByCells {
    /// [`Simulation::run_events`].
    fn events_by_cells(&mut self, until: f64, most: u64) -> Result<u64, Stuck>;

    /// [`Simulation::step`].
    fn step_by_cells(&mut self, until: f64) -> Result<Option<Event>, Stuck>;
}

macro_rules! compiled {
    ($($dimension:literal)*) => {$(
        impl ByCells for Simulation<$dimension, Cells<$dimension>> {
            fn events_by_cells(&mut self, until: f64, most: u64) -> Result<u64, Stuck> {
                self.run_events(until, most)
            }

            fn step_by_cells(&mut self, until: f64) -> Result<Option<Event>, Stuck> {
                self.step(until)
            }
        }
    )*};
}

compiled!(2 3);
