//! Any two bodies at an instant.

mod scenes;
mod truth;
