//! The trace of two meshes in flight, and the answer about them.

use super::draw::motion;
use super::judge::Flight;
use crate::output::Output;
use osculate::{Outcome, Span, motion::Ballistic};
use osculate_io::{QueryTrace, TracedShape, write_query_trace};
use osculate_trace::{Compression, Precision};
use std::io;

/// Two meshes in flight over [0, 1], and what a method answered.
pub struct FlightTrace<'a> {
    pub title: &'a str,
    /// Which trial it is.
    pub trial: usize,
    pub names: [&'a str; 2],
    pub shapes: [TracedShape<'a>; 2],
    pub flights: &'a [Flight; 2],
    pub method: &'a str,
    pub outcome: &'a Outcome,
}

impl FlightTrace<'_> {
    /// Writes it, exactly.
    pub fn write(&self, output: &mut Output) -> io::Result<()> {
        let [a, b] = self.flights.map(|flight| Ballistic::from(motion(&flight)));
        let trace = QueryTrace {
            title: self.title,
            query: self.trial,
            names: self.names,
            shapes: self.shapes,
            motions: [&a, &b],
            span: Span::UNIT,
            method: self.method,
            outcome: self.outcome,
        };
        write_query_trace(output, &trace, Precision::F64, Compression::None)?;
        Ok(())
    }
}
