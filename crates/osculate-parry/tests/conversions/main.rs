//! What is converted is the same set in the same place: held against parry's own distances at an instant.

#![deny(clippy::too_many_lines)]
#![allow(
    clippy::duplicate_mod,
    reason = "both precisions of parry have the same types, by other paths"
)]

#[cfg(feature = "f32")]
mod f32;
#[cfg(feature = "f64")]
mod f64;
