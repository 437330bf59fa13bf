//! The trace of two meshes in flight, and the answer about them.

use super::judge::Flight;
use crate::output::Output;
use osculate::{Outcome, TriMesh};
use std::io;

/// Two meshes in flight over [0, 1], and what a method answered.
pub struct FlightTrace<'a> {
    pub title: String,
    pub names: [&'a str; 2],
    pub meshes: [&'a TriMesh; 2],
    pub flights: &'a [Flight; 2],
    pub method: &'a str,
    pub outcome: &'a Outcome,
}

impl FlightTrace<'_> {
    /// Writes it.
    pub fn write(&self, _output: &mut Output) -> io::Result<()> {
        Ok(())
    }
}
