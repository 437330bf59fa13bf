//! What becomes of bodies: scenes that are checked, flights, collisions, rest, and what is saved of it all.

#![deny(clippy::too_many_lines)]

mod conservation;
mod discrete;
mod flight;
mod overlap;
mod physics;
mod resting;
mod scene;
mod side_by_side;
mod snapshot;
mod wedged;
