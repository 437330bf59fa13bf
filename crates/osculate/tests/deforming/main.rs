//! Meshes whose vertices move on straight lines.

mod clearances;
mod scenes;
mod smallest;
mod steps;
