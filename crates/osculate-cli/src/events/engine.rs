//! Which search finds the next event.

use crate::numbers::grouped;
use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Grids of cells and a calendar with one event per body: an event costs the same for any number of bodies
    Cells,
    /// Tests every pair for each event, O(n²): the reference
    AllPairs,
    /// A queue of the collisions of all pairs, with O(n²) memory (Sedgewick)
    PairQueue,
    /// A tree of boxes swept over an adaptive time step, O(n log n) per event (Kaya)
    #[value(alias = "tree")]
    Kaya,
}

/// How many bodies the queue of all pairs takes.
const MOST_IN_QUEUE: usize = 8_192;
/// Bytes of a prediction.
const PREDICTION: u64 = 40;

impl Engine {
    /// The name by which it is asked for.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Refuses what would take far too much memory.
    pub fn check(self, bodies: usize) -> anyhow::Result<()> {
        if self == Engine::PairQueue && bodies > MOST_IN_QUEUE {
            let pairs = bodies as u64 * (bodies as u64 - 1) / 2;
            // The queue holds as many again that are out of date.
            let gigabytes = (2 * PREDICTION * pairs) as f64 / 1e9;
            anyhow::bail!(
                "the engine pair-queue keeps the collisions of all pairs, of {} bodies up to {} pairs and {gigabytes:.0} GB: \
                 it takes {} bodies at most; use --engine cells",
                grouped(bodies as u64),
                grouped(pairs),
                grouped(MOST_IN_QUEUE as u64)
            );
        }
        Ok(())
    }

    /// Whether an event takes microseconds, so that a look at the clock would be a part of the work.
    pub fn is_fast(self) -> bool {
        self == Engine::Cells
    }
}
