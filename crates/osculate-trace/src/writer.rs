//! Writes traces.

use crate::column::Column;
use crate::record::{
    Bodies, Deform, Domain, End, Events, Header, Joints, Levels, Line, Precision, Record, Segments,
    Series, Shape, ShapeKind, Step,
};
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// From how many bytes on lines are written.
const FULL: usize = 1 << 16;
/// After how many bytes the compressed stream is flushed, so that a trace that is cut loses no more.
const FLUSHED: usize = 1 << 20;

/// Whether a trace is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Plain text.
    #[default]
    None,
    /// One gzip stream.
    Gzip,
}

/// Writes a trace, whole lines only, so that what was written is a valid trace at any time.
///
/// A plain one hands over whole lines in one call of [`Write::write_all`].
#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    sink: Sink<W>,
    lines: Vec<u8>,
    /// Bytes since the compressed stream was flushed.
    unflushed: usize,
    precision: Precision,
    dimension: usize,
    events: u64,
}

#[derive(Debug)]
enum Sink<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
}

impl<W: Write> TraceWriter<W> {
    /// Starts a trace.
    pub fn new(writer: W, header: &Header, compression: Compression) -> io::Result<TraceWriter<W>> {
        let mut trace = TraceWriter {
            sink: match compression {
                Compression::None => Sink::Plain(writer),
                Compression::Gzip => {
                    Sink::Gzip(GzEncoder::new(writer, flate2::Compression::default()))
                }
            },
            lines: Vec::with_capacity(2 * FULL),
            unflushed: 0,
            precision: header.precision,
            dimension: header.dimension,
            events: 0,
        };
        trace.line(header)?;
        Ok(trace)
    }

    /// How many events were written.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Adds a line, in the precision of the header.
    pub fn write(&mut self, record: impl Into<Record>) -> io::Result<()> {
        let mut record = record.into();
        if let Record::Events(events) = &record {
            self.events += events.time.as_ref().map_or(0, Column::len) as u64;
        }
        shrink(&mut record, self.dimension);
        if self.precision == Precision::F32 {
            narrow(&mut record);
        }
        self.line(&Line::from(record))
    }

    /// Writes the last line.
    pub fn end(self, time: f64, why: impl Into<String>) -> io::Result<W> {
        let (why, events) = (why.into(), self.events);
        self.end_with(End { time, why, events })
    }

    /// Writes the last line.
    pub fn end_with(mut self, end: End) -> io::Result<W> {
        self.write(end)?;
        self.finish()
    }

    /// Ends the stream without a last line: the trace is not complete.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        match self.sink {
            Sink::Plain(writer) => Ok(writer),
            Sink::Gzip(encoder) => {
                let mut writer = encoder.finish()?;
                writer.flush()?;
                Ok(writer)
            }
        }
    }

    /// Writes the lines that were kept back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.hand_over()?;
        self.unflushed = 0;
        match &mut self.sink {
            Sink::Plain(writer) => writer.flush(),
            Sink::Gzip(encoder) => encoder.flush(),
        }
    }

    fn hand_over(&mut self) -> io::Result<()> {
        self.unflushed += self.lines.len();
        let written = match &mut self.sink {
            Sink::Plain(writer) => writer.write_all(&self.lines),
            Sink::Gzip(encoder) => encoder.write_all(&self.lines),
        };
        self.lines.clear();
        written
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.lines, value)?;
        self.lines.push(b'\n');
        if self.lines.len() >= FULL {
            self.hand_over()?;
        }
        if self.unflushed >= FLUSHED {
            self.flush()?;
        }
        Ok(())
    }
}

/// Lets one row stand for all where they are the same.
fn shrink(record: &mut Record, dimension: usize) {
    let one = |column: &mut Option<Column>| {
        if let Some(column) = column {
            column.shrink(1);
        }
    };
    match record {
        Record::Segments(segments) => segments.moves.shrink(dimension),
        Record::Joints(joints) => joints.shrink(),
        Record::Events(events) => {
            one(&mut events.kind);
            one(&mut events.changes);
            if let Some(after) = &mut events.after {
                after.shrink(dimension);
            }
        }
        Record::Bodies(bodies) => {
            // Something has to say how many there are.
            let rows = [&bodies.position, &bodies.shape];
            let count = rows.into_iter().flatten().map(Column::len).max();
            if bodies.name.is_empty() && bodies.position.is_none() && bodies.count.is_none() {
                bodies.count = count;
            }
            for column in [
                &mut bodies.shape,
                &mut bodies.scale,
                &mut bodies.parent,
                &mut bodies.mass,
                &mut bodies.kind,
            ] {
                one(column);
            }
        }
        _ => {}
    }
}

/// Writes numbers other than times in `f32`.
fn narrow(record: &mut Record) {
    fn narrow<'a>(columns: impl IntoIterator<Item = &'a mut Column>) {
        for column in columns {
            *column = column.narrowed();
        }
    }
    match record {
        Record::Shape(Shape { kind, .. }) => match kind {
            ShapeKind::Mesh { vertices, .. } => narrow([vertices]),
            ShapeKind::Hull { points, .. } => narrow([points]),
            ShapeKind::Cable { points, marks, .. } => narrow(marks.iter_mut().chain([points])),
            _ => {}
        },
        Record::Bodies(bodies) => narrow(
            [
                &mut bodies.scale,
                &mut bodies.position,
                &mut bodies.rotation,
                &mut bodies.mass,
            ]
            .into_iter()
            .flatten(),
        ),
        Record::Joints(joints) => narrow(joints.numbers_mut()),
        Record::Segments(segments) => narrow(segments.moves.numbers_mut()),
        Record::Step(step) => narrow(
            [
                &mut step.linear,
                &mut step.angular,
                &mut step.position,
                &mut step.rotation,
            ]
            .into_iter()
            .flatten(),
        ),
        Record::Deform(deform) => narrow(deform.from.iter_mut().chain([&mut deform.to])),
        Record::Events(events) => {
            let contacts = [&mut events.point, &mut events.normal, &mut events.impulse];
            narrow(contacts.into_iter().flatten());
            narrow(
                events
                    .after
                    .iter_mut()
                    .flat_map(|after| after.numbers_mut()),
            );
        }
        Record::Levels(levels) => narrow([&mut levels.data]),
        Record::Series(series) => narrow([&mut series.value]),
        _ => {}
    }
}

macro_rules! records {
    ($($kind:ident),*) => {
        $(impl From<$kind> for Record {
            fn from(value: $kind) -> Record {
                Record::$kind(value)
            }
        })*
    };
}

records!(
    Shape, Bodies, Joints, Domain, Segments, Step, Deform, Events, Levels, Series, End
);

impl From<Map<String, Value>> for Record {
    fn from(value: Map<String, Value>) -> Record {
        Record::Verdict(value)
    }
}
