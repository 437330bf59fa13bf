//! Meshes whose vertices move on straight lines.

mod cables;
mod clearances;
mod near_nets;
mod near_pairs;
mod scenes;
mod smallest;
mod steps;
