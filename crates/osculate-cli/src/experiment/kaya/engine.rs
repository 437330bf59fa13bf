//! The engines that are timed.

use super::thesis;
use clap::ValueEnum;
use osculate_events::{
    AllPairs, Cells, KayaTree, PairQueue, Scene, Search, Simulation, Stuck, World,
};
use std::time::Instant;

/// How the next event is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Tests every pair for every event
    AllPairs,
    /// Kaya's tree of boxes with an adaptive time step
    #[value(name = "kaya", alias = "tree")]
    Tree,
    /// A queue of the meetings of all pairs, Sedgewick's
    PairQueue,
    /// The default engine, which is always run
    Cells,
}

/// What a run saw, and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub collisions: u64,
    pub bounces: u64,
    /// Seconds before the first event.
    pub setup: f64,
    /// Seconds from then on.
    pub going: f64,
}

impl Run {
    /// Collisions, and bounces from walls.
    pub fn events(&self) -> u64 {
        self.collisions + self.bounces
    }
}

impl Engine {
    pub const ALL: [Engine; 4] = [
        Engine::AllPairs,
        Engine::Tree,
        Engine::PairQueue,
        Engine::Cells,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Engine::AllPairs => "all pairs",
            Engine::Tree => "Kaya's tree",
            Engine::PairQueue => "pair queue",
            Engine::Cells => "cells",
        }
    }

    /// About which power of the number of discs a run takes, of those too slow for the largest scenes: there are n^1.5
    /// events.
    pub fn growth(self) -> Option<f64> {
        match self {
            Engine::AllPairs => Some(3.5),
            Engine::Tree | Engine::PairQueue => Some(2.5),
            Engine::Cells => None,
        }
    }

    /// The seconds that it took him, if it is one of his two.
    pub fn in_thesis(self, row: &thesis::Row) -> Option<f64> {
        match self {
            Engine::AllPairs => Some(row.all_pairs),
            Engine::Tree => Some(row.tree),
            Engine::PairQueue | Engine::Cells => None,
        }
    }

    /// Everything that happens up to `until`.
    pub fn run(self, scene: &Scene<2>, until: f64) -> Result<Run, Stuck> {
        match self {
            Engine::AllPairs => timed(scene, until, |_| AllPairs),
            Engine::Tree => timed(scene, until, KayaTree::new),
            Engine::PairQueue => timed(scene, until, PairQueue::new),
            Engine::Cells => timed(scene, until, Cells::new),
        }
    }
}

fn timed<S: Search<2>>(
    scene: &Scene<2>,
    until: f64,
    search: impl Fn(&World<2>) -> S,
) -> Result<Run, Stuck> {
    let started = Instant::now();
    let world = World::new(scene);
    let search = search(&world);
    let mut simulation = Simulation::new(world, search);
    let setup = started.elapsed().as_secs_f64();
    simulation.run(until)?;
    let going = started.elapsed().as_secs_f64() - setup;
    let tally = simulation.world().tally();
    Ok(Run {
        collisions: tally.collisions,
        bounces: tally.wall_bounces,
        setup,
        going,
    })
}
