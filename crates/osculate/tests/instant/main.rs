//! Any two bodies at an instant.

mod edges;
mod manifolds;
mod scenes;
mod truth;
