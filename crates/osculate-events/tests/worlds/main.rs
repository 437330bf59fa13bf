//! What becomes of bodies: scenes that are checked, flights, collisions, rest, and what is saved of it all.

mod conservation;
mod discrete;
mod flight;
mod physics;
mod resting;
mod scene;
mod side_by_side;
mod snapshot;
mod wedged;
