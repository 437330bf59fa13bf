//! First roots of functions of time.

pub(super) mod hrfoi;
pub(super) mod redon;
