//! A trace as one HTML file.

use super::file_shapes::FileShapes;
use crate::output::Failure;
use anyhow::anyhow;
use osculate_io::open_trace;
use osculate_trace::{Compression, Cut, End, Ending, Precision, Record, TraceReader, TraceWriter};
use osculate_viewer::{HtmlWriter, TooLarge};
use std::io::{self, Write};
use std::path::Path;

/// What of a trace goes into the file.
pub struct Wanted {
    /// What the page calls the trace.
    pub name: String,
    pub precision: Option<Precision>,
    /// Infinite for the start of the trace.
    pub from: f64,
    /// Infinite for its end.
    pub to: f64,
}

/// Writes the page with the trace in it, and all meshes that the trace names by file.
pub fn write(
    trace: &Path,
    page: &str,
    wanted: &Wanted,
    shapes: &FileShapes,
    output: impl Write,
) -> Result<(), Failure> {
    let bad = |why: &dyn std::fmt::Display| Failure::Input(anyhow!("{}: {why}", trace.display()));
    let unwritten = |error: io::Error| match TooLarge::is_cause_of(&error) {
        true => bad(&format!("{error}; {ADVICE}")),
        false => Failure::Output(error),
    };
    let html = HtmlWriter::new(page, &wanted.name, output).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => Failure::Input(error.into()),
        _ => Failure::Output(error),
    })?;
    // Of version 1 it is converted.
    let opened = open_trace(trace).map_err(|error| bad(&error))?;
    let mut reader = TraceReader::new(opened).map_err(|error| bad(&error))?;
    let mut cut = Cut::new(reader.header(), wanted.from, wanted.to);
    let mut header = cut.header();
    header.precision = wanted.precision.unwrap_or(header.precision);
    let mut writer = TraceWriter::new(html, &header, Compression::None).map_err(unwritten)?;
    while let Some(record) = reader.next() {
        let mut record = record.map_err(|error| bad(&error))?;
        let embedded = shapes.embed(&mut record);
        embedded.map_err(|why| bad(&format!("line {} of the trace: {why}", reader.line())))?;
        // The end is written last.
        if !matches!(record, Record::End(_)) {
            for record in cut.add(record) {
                writer.write(record).map_err(unwritten)?;
            }
        }
    }
    for record in cut.held() {
        writer.write(record).map_err(unwritten)?;
    }
    // A trace that broke off stays so, and the page says it.
    let written = match reader.ending() {
        Some(Ending::End(end)) => {
            let events = writer.events();
            writer.end_with(ended(end, wanted.to, events))
        }
        _ => writer.finish(),
    };
    let finished = written.and_then(HtmlWriter::finish);
    finished.map(drop).map_err(unwritten)
}

/// The end of a trace that goes no further than `to`.
fn ended(end: &End, to: f64, events: u64) -> End {
    match end.time <= to {
        true => End {
            events,
            ..end.clone()
        },
        false => End {
            time: to,
            why: "cut here".to_owned(),
            events,
        },
    }
}

/// What to do with a trace that is too large.
const ADVICE: &str = "give --precision f32, or --from and --to for a part of it, or look at it with osculate view without \
                      --html, which takes any size";
