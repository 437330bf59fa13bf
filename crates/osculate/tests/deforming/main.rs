//! Meshes whose vertices move on straight lines.

mod cables;
mod clearances;
mod scenes;
mod smallest;
mod steps;
