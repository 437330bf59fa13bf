//! Nothing passes through anything, however fast and thin; and not by standing still.

mod bends;
#[path = "../../../osculate/tests/support/bodies.rs"]
mod bodies;
mod boxes;
mod edits;
mod handling;
mod shots;
#[path = "../support/watch.rs"]
mod watch;
