//! What is to be run, and how far it has come.

use super::engine::Engine;
use super::sums::sums;
use osculate_events::{Shifts, World};
use osculate_io::{Checkpoint, StartSums};

/// What is to become of a world.
pub struct Plan<const D: usize> {
    pub engine: Engine,
    pub seed: Option<u64>,
    /// Until when.
    pub seconds: f64,
    /// How much simulated time lies between checkpoints.
    pub every: Option<f64>,
    /// How many times `every` after the start the next one is due.
    pub next: u64,
    pub start: StartSums<D>,
    pub shifts: Option<Shifts>,
}

impl<const D: usize> Plan<D> {
    /// From the start.
    pub fn new(world: &World<D>, engine: Engine, seconds: f64, every: Option<f64>) -> Plan<D> {
        Plan {
            start: sums(world),
            engine,
            seed: None,
            seconds,
            every,
            next: 1,
            shifts: None,
        }
    }

    /// Refuses to do hardly anything but saving.
    pub fn check_checkpoints(&self) -> anyhow::Result<()> {
        if let Some(every) = self.every
            && !(self.seconds / every <= 1e6)
        {
            anyhow::bail!(
                "one every {every} s up to {} s are more than a million checkpoints",
                self.seconds
            );
        }
        Ok(())
    }

    /// When the next checkpoint is due, or the end.
    pub fn stop(&self) -> f64 {
        let due = self.every.map(|every| every * self.next as f64);
        due.map_or(self.seconds, |due| due.min(self.seconds))
    }

    /// A checkpoint of the present. The world's clock starts anew: its search is to be made anew.
    pub fn checkpoint(&self, world: &mut World<D>) -> Checkpoint<D> {
        Checkpoint {
            engine: self.engine.name(),
            seed: self.seed,
            seconds: self.seconds,
            every: self.every,
            next: self.next,
            start: self.start,
            snapshot: world.snapshot(),
        }
    }
}
