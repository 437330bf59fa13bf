//! Traces of version 1 become those of version 2.

use super::recorder::{Change, EventTraceOptions, EventTraceWriter, Start};
use super::version_one::{VersionOneError, VersionOneReader, VersionOneState, dimension};
use osculate_trace::{TraceError, TraceReader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use thiserror::Error;

/// Why a trace could not be converted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// It is not one of version 1, or something is wrong in it.
    #[error(transparent)]
    Read(#[from] VersionOneError),
    /// It cannot be opened, or is of another version, or of none.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// What comes of it cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Reads a trace of version 1 in dimension `D` and writes one of version 2. One that was cut becomes one without an end; gives whether it
/// had one.
pub fn convert_version_one<const D: usize, W: Write>(
    reader: impl BufRead,
    writer: W,
    options: &EventTraceOptions,
) -> Result<(W, bool), ConvertError> {
    let mut reader = VersionOneReader::<D, _>::new(reader)?;
    let mut state = reader.header().clone();
    let bodies = || state.bodies.iter().enumerate();
    let start = Start {
        time: state.time,
        domain: state.domain,
        walls: &state.walls,
        radii: bodies().map(|(_, body)| body.radius).collect(),
        masses: bodies().map(|(_, body)| body.mass).collect(),
        changes: bodies().map(|(number, _)| change(&state, number)).collect(),
        accelerated: bodies().any(|(_, body)| body.acceleration != [0.0; D]),
    };
    let mut trace = EventTraceWriter::start(writer, &start, options)?;
    for event in reader.by_ref() {
        let event = match event {
            Ok(event) => event,
            Err(VersionOneError::Cut { .. }) => break,
            Err(error) => return Err(error.into()),
        };
        state.apply(&event);
        let changed = event.changes.iter().map(|changed| changed.body as usize);
        let changed = changed.map(|body| change(&state, body));
        trace.record(event.time, event.body, event.partner, changed)?;
    }
    Ok(match reader.end() {
        Some(end) => (trace.end(&end.end, end.time)?, true),
        None => (trace.finish()?, false),
    })
}

/// How a body moves after it last changed.
fn change<const D: usize>(state: &VersionOneState<D>, number: usize) -> Change<D> {
    let body = &state.bodies[number];
    Change {
        body: number as u32,
        position: body.position,
        velocity: body.velocity,
        acceleration: if body.asleep {
            [0.0; D]
        } else {
            body.acceleration
        },
    }
}

/// A trace at `path` as one of version 2, whichever it is. Of version 1 it is held in memory as a whole.
pub fn open_trace(path: &Path) -> Result<Box<dyn Read>, ConvertError> {
    let open = || File::open(path).map_err(|source| TraceError::Read { line: 1, source });
    match TraceReader::new(open()?) {
        Err(TraceError::VersionOne) => {}
        Err(error) => return Err(error.into()),
        Ok(_) => return Ok(Box::new(open()?)),
    }
    let title = path.file_stem().unwrap_or_default().to_string_lossy();
    let options = EventTraceOptions {
        title: title.into_owned(),
        ..EventTraceOptions::default()
    };
    let convert = match dimension(BufReader::new(open()?))? {
        2 => convert_version_one::<2, _>,
        _ => convert_version_one::<3, _>,
    };
    let (converted, _) = convert(BufReader::new(open()?), Vec::new(), &options)?;
    Ok(Box::new(Cursor::new(converted)))
}
