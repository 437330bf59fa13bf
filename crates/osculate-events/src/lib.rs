//! Event-driven simulation of hard discs and spheres: no collision is missed.
//!
//! A [`Scene`] is checked once. Its [`World`] has every body on its own clock, a [`Search`] finds the next event, and a
//! [`Simulation`] applies one event after the other.
//!
//! | search | finds the next event by | cost of an event | paper |
//! | --- | --- | --- | --- |
//! | [`Cells`] | one grid per size, one event per body, a calendar | about constant | |
//! | [`AllPairs`] | testing every pair | O(n²) | Kaya, the naive check |
//! | [`PairQueue`] | a queue of the collisions of all pairs | O(n log n), memory O(n²) | Sedgewick |
//! | [`KayaTree`] | a tree of boxes swept over an adaptive time step | O(n log n) | Kaya, algorithm 4 |
//!
//! Use [`Cells`]; the others are for comparison. All find the same events, up to rounding ([`Search`]).
//!
//! ```
//! use osculate_events::{Ball, Cells, Domain, Scene, Simulation, World};
//!
//! let discs = vec![
//!     Ball::new([1.0, 2.0], [1.0, 0.0], 0.5),
//!     Ball::new([4.0, 2.0], [0.0, 0.0], 0.5),
//! ];
//! let scene = Scene::new(discs, Domain::walls([0.0, 0.0], [6.0, 4.0]), Vec::new())?;
//! let world = World::new(&scene);
//! let search = Cells::new(&world);
//! let mut simulation = Simulation::new(world, search);
//! let first = simulation.step(10.0)?.expect("they meet");
//! assert_eq!(first.time, 2.0);
//! simulation.run(10.0)?;
//! assert_eq!(simulation.world().tally().collisions, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Times and places are `f64`, not intervals: contacts are found to the last bits, and bodies overlap at most by rounding.
//! [`flight`] has the closed forms. Where collisions take energy, bodies come to rest: [`Scene::rest_speed`].

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

mod ball;
mod body;
mod box_tree;
mod by_cells;
#[cfg(debug_assertions)]
#[doc(hidden)]
pub mod compiled;
mod discrete;
mod domain;
mod event;
pub mod flight;
pub mod generate;
mod machine;
mod overlap;
mod resolve;
mod rest;
mod scene;
mod search;
mod simulation;
mod snapshot;
mod stuck;
mod vector;
mod wall;
mod world;

pub use ball::{Ball, Disc, Sphere};
pub use by_cells::ByCells;
pub use discrete::{Discrete, DiscreteTally, StepError};
pub use domain::{Boundary, Domain};
pub use event::{Event, Partner};
pub use overlap::Overlap;
pub use resolve::Shifts;
pub use scene::{Scene, SceneError};
pub use search::{AllPairs, Cells, FactorError, KayaTree, PairQueue, Search};
pub use simulation::Simulation;
pub use snapshot::{SavedBody, SavedCalm, Snapshot, SnapshotError};
pub use stuck::Stuck;
pub use vector::Vector;
pub use wall::Wall;
pub use world::{Tally, World};

/// Types that make mistakes impossible, for the tests that show it; nothing to build on.
#[doc(hidden)]
pub mod proofs {
    pub use crate::machine::Avx2;
}

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
