//! Meshes whose vertices move on straight lines.

mod smallest;
mod steps;
