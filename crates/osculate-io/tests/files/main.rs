//! Files on the disk: whole ones, and broken ones of every format.

#![deny(clippy::too_many_lines)]

mod broken;
mod meshes;
mod query_traces;
#[cfg(feature = "urdf")]
mod robot_motions;
mod robot_traces;
#[cfg(feature = "urdf")]
mod robots;
mod schemas;
mod trace_lines;
