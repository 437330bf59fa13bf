//! What the benchmarks share: pairs of bodies and their motions, a stopwatch, the methods under test and their peers.

pub mod check;
pub mod cloth;
pub mod convex_sets;
pub mod event_engine;
pub mod instant_pairs;
pub mod look_sets;
pub mod methods;
pub mod options;
#[cfg(feature = "peers")]
pub mod peers;
pub mod plain_cubic;
pub mod plain_events;
pub mod point_sets;
pub mod random;
pub mod robot_scenes;
pub mod scenes;
pub mod small_sets;
pub mod stopwatch;
