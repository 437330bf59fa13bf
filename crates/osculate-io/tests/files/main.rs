//! Files on the disk: whole ones, and broken ones of every format.

#[cfg(feature = "events")]
mod broken;
mod meshes;
