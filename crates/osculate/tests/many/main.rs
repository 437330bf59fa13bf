//! Many bodies against many, and bodies along paths of pieces.

#[path = "../support/bodies.rs"]
mod bodies;
mod judged;
mod known;
mod paths;
mod rules;
mod scenes;
