//! Traces: every event of a run, a line each. `docs/events.md` describes the format.

use super::json::{DomainJson, Numbers, PartnerJson, WallJson};
use osculate_events::{Domain, Event, Partner, Vector, Wall, World};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use thiserror::Error;

const FORMAT: &str = "osculate-trace";
const VERSION: u32 = 1;

/// From how many bytes on lines are written.
const FULL: usize = 1 << 16;

/// Writes a trace, whole lines only, so that what was written is a valid trace at any time.
#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    writer: W,
    lines: Vec<u8>,
    events: u64,
}

impl<W: Write> TraceWriter<W> {
    /// Starts a trace of `world` as it is now.
    pub fn new<const D: usize>(writer: W, world: &World<D>) -> io::Result<TraceWriter<W>> {
        let all = || 0..world.len() as u32;
        let state = |body| world.state(body, world.now());
        let accelerations: Vec<Numbers<D>> = all()
            .map(|body| Numbers(world.waking_acceleration(body)))
            .collect();
        let header = HeaderJson {
            format: FORMAT.to_owned(),
            version: VERSION,
            dimension: D,
            time: world.time(),
            domain: world.domain().into(),
            walls: world.walls().iter().map(WallJson::from).collect(),
            radii: all().map(|body| world.radius(body)).collect(),
            masses: all().map(|body| world.mass(body)).collect(),
            positions: all().map(|body| Numbers(state(body).0)).collect(),
            velocities: all().map(|body| Numbers(state(body).1)).collect(),
            accelerations: (accelerations.iter().any(|numbers| !numbers.is_zero()))
                .then_some(accelerations),
            asleep: all().filter(|&body| world.asleep(body)).collect(),
        };
        let mut trace = TraceWriter {
            writer,
            lines: Vec::with_capacity(2 * FULL),
            events: 0,
        };
        trace.line(&header)?;
        trace.flush()?;
        Ok(trace)
    }

    /// Adds the event that was just applied.
    pub fn event<const D: usize>(&mut self, world: &World<D>, event: &Event) -> io::Result<()> {
        let now = world.now();
        let changed = world.changed().iter().map(|&body| {
            let (position, velocity) = world.state(body, now);
            ChangeJson {
                body,
                position: Numbers(position),
                velocity: Numbers(velocity),
                asleep: world.asleep(body),
            }
        });
        self.events += 1;
        self.line(&EventJson::<D> {
            time: world.time(),
            body: event.body,
            partner: event.partner.into(),
            changed: changed.collect(),
        })
    }

    /// Writes the last line.
    pub fn end(mut self, why: &str, time: f64) -> io::Result<()> {
        let events = self.events;
        self.line(&EndJson {
            end: why.to_owned(),
            time,
            events,
        })?;
        self.flush()
    }

    /// Writes the lines that were kept back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.write_all(&self.lines)?;
        self.lines.clear();
        self.writer.flush()
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.lines, value)?;
        self.lines.push(b'\n');
        if self.lines.len() >= FULL {
            self.flush()?;
        }
        Ok(())
    }
}

/// The first line of a trace.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TraceHeader<const D: usize> {
    /// When it starts.
    pub time: f64,
    /// The box in which bodies move.
    pub domain: Domain<D>,
    /// What does not move, by number.
    pub walls: Vec<Wall<D>>,
    /// The bodies at the start, by number.
    pub bodies: Vec<TracedBody<D>>,
}

/// A body of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TracedBody<const D: usize> {
    /// Its radius.
    pub radius: f64,
    /// Its mass.
    pub mass: f64,
    /// Its acceleration while it is awake.
    pub acceleration: Vector<D>,
    /// Where it was when its motion last changed.
    pub position: Vector<D>,
    /// Its velocity after that.
    pub velocity: Vector<D>,
    /// Whether it is at rest since.
    pub asleep: bool,
    /// When that was.
    pub time: f64,
}

/// An event of a trace.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TraceEvent<const D: usize> {
    /// When.
    pub time: f64,
    /// Which body met something.
    pub body: u32,
    /// What it met.
    pub partner: Partner,
    /// The bodies whose motion changed.
    pub changes: Vec<TraceChange<D>>,
}

/// The motion of a body after an event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TraceChange<const D: usize> {
    /// Which body.
    pub body: u32,
    /// Where it is.
    pub position: Vector<D>,
    /// Its velocity.
    pub velocity: Vector<D>,
    /// Whether it is at rest from now on.
    pub asleep: bool,
}

/// The last line of a trace whose run was not killed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TraceEnd {
    /// Why the run ended.
    pub end: String,
    /// When.
    pub time: f64,
    /// How many events the trace has.
    pub events: u64,
}

/// Why a trace could not be read. Lines count from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The system says no.
    #[error("line {line} of the trace cannot be read: {source}")]
    Read {
        /// At which line.
        line: u64,
        /// What it says.
        source: io::Error,
    },
    /// A line does not end: it was cut.
    #[error("line {line} of the trace is cut")]
    Cut {
        /// The last line.
        line: u64,
    },
    /// A line is not JSON, or lacks something.
    #[error("line {line} of the trace: {source}")]
    NotJson {
        /// Which line.
        line: u64,
        /// What is wrong; the column is right, the line is that within the line.
        source: serde_json::Error,
    },
    /// Something is not as it must be.
    #[error("line {line} of the trace: {problem}")]
    Invalid {
        /// Which line.
        line: u64,
        /// What is wrong.
        problem: &'static str,
    },
}

/// Whether the trace at `path` is of 2 or of 3 dimensions.
pub fn trace_dimension(path: &Path) -> Result<usize, TraceError> {
    let file = File::open(path).map_err(|source| TraceError::Read { line: 1, source })?;
    let mut lines = Lines::new(BufReader::new(file));
    let kind: Kind = lines.required()?;
    match kind.dimension {
        2 | 3 => Ok(kind.dimension),
        _ => Err(lines.invalid("its dimension is neither 2 nor 3")),
    }
}

/// Reads a trace: its header at once, then an event after the other.
///
/// A trace may end after any line. One that ends with less than a line is an error after the last whole event.
#[derive(Debug)]
pub struct TraceReader<const D: usize, R> {
    lines: Lines<R>,
    header: TraceHeader<D>,
    end: Option<TraceEnd>,
    time: f64,
    events: u64,
    done: bool,
}

impl<const D: usize> TraceReader<D, BufReader<File>> {
    /// Opens the trace at `path`.
    pub fn open(path: &Path) -> Result<TraceReader<D, BufReader<File>>, TraceError> {
        let file = File::open(path).map_err(|source| TraceError::Read { line: 1, source })?;
        TraceReader::new(BufReader::new(file))
    }
}

impl<const D: usize, R: BufRead> TraceReader<D, R> {
    /// Reads the header.
    pub fn new(reader: R) -> Result<TraceReader<D, R>, TraceError> {
        let mut lines = Lines::new(reader);
        let header: HeaderJson<D> = lines.required()?;
        if header.format != FORMAT || header.version != VERSION {
            return Err(lines.invalid("it is not of format \"osculate-trace\", version 1"));
        }
        if header.dimension != D {
            return Err(lines.invalid("it has another dimension"));
        }
        let header = header.header().map_err(|problem| lines.invalid(problem))?;
        Ok(TraceReader {
            lines,
            time: header.time,
            header,
            end: None,
            events: 0,
            done: false,
        })
    }

    /// What there was at the start.
    pub fn header(&self) -> &TraceHeader<D> {
        &self.header
    }

    /// How the run ended, once all events are read; none if it was killed.
    pub fn end(&self) -> Option<&TraceEnd> {
        self.end.as_ref()
    }

    fn read(&mut self) -> Result<Option<TraceEvent<D>>, TraceError> {
        let Some(line) = self.lines.next::<LineJson<D>>()? else {
            return Ok(None);
        };
        let event = match line {
            LineJson::Event(event) => event,
            LineJson::End(EndJson { end, time, events }) => {
                if events != self.events || !(time >= self.time) {
                    return Err(self.lines.invalid("the end does not fit the events"));
                }
                self.end = Some(TraceEnd { end, time, events });
                return match self.lines.next::<serde::de::IgnoredAny>()? {
                    Some(_) => Err(self.lines.invalid("something follows the end")),
                    None => Ok(None),
                };
            }
        };
        if !(event.time >= self.time) {
            return Err(self.lines.invalid("it is earlier than the one before"));
        }
        let bodies = self.header.bodies.len();
        let known = |body: u32| (body as usize) < bodies;
        let partner = Partner::from(event.partner);
        let met = match partner {
            Partner::Body(other) => known(other),
            Partner::Wall(wall) => (wall as usize) < self.header.walls.len(),
            Partner::Face { axis, .. } => (axis as usize) < D,
        };
        if !met || !known(event.body) || !event.changed.iter().all(|change| known(change.body)) {
            return Err(self.lines.invalid("there is no such body, wall or axis"));
        }
        self.time = event.time;
        self.events += 1;
        let changes = event.changed.iter().map(|change| TraceChange {
            body: change.body,
            position: change.position.0,
            velocity: change.velocity.0,
            asleep: change.asleep,
        });
        Ok(Some(TraceEvent {
            time: event.time,
            body: event.body,
            partner,
            changes: changes.collect(),
        }))
    }
}

impl<const D: usize, R: BufRead> Iterator for TraceReader<D, R> {
    type Item = Result<TraceEvent<D>, TraceError>;

    fn next(&mut self) -> Option<Result<TraceEvent<D>, TraceError>> {
        if self.done {
            return None;
        }
        let read = self.read().transpose();
        self.done = !matches!(read, Some(Ok(_)));
        read
    }
}

impl<const D: usize> TraceHeader<D> {
    /// Lets an event happen to [`TraceHeader::bodies`].
    pub fn apply(&mut self, event: &TraceEvent<D>) {
        for change in &event.changes {
            if let Some(body) = self.bodies.get_mut(change.body as usize) {
                body.position = change.position;
                body.velocity = change.velocity;
                body.asleep = change.asleep;
                body.time = event.time;
            }
        }
    }
}

impl<const D: usize> TracedBody<D> {
    /// Where it is at `time` if it meets nothing before, and its velocity then.
    pub fn at(&self, time: f64) -> (Vector<D>, Vector<D>) {
        let passed = time - self.time;
        let a = if self.asleep {
            [0.0; D]
        } else {
            self.acceleration
        };
        let (p, v) = (&self.position, &self.velocity);
        (
            std::array::from_fn(|axis| p[axis] + passed * (v[axis] + 0.5 * passed * a[axis])),
            std::array::from_fn(|axis| v[axis] + passed * a[axis]),
        )
    }
}

/// Lines of JSON, counted.
#[derive(Debug)]
struct Lines<R> {
    reader: R,
    bytes: Vec<u8>,
    line: u64,
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            bytes: Vec::new(),
            line: 0,
        }
    }

    fn next<T: for<'t> Deserialize<'t>>(&mut self) -> Result<Option<T>, TraceError> {
        self.line += 1;
        let line = self.line;
        self.bytes.clear();
        self.reader
            .read_until(b'\n', &mut self.bytes)
            .map_err(|source| TraceError::Read { line, source })?;
        match self.bytes.last() {
            None => Ok(None),
            Some(b'\n') => serde_json::from_slice(&self.bytes)
                .map(Some)
                .map_err(|source| TraceError::NotJson { line, source }),
            Some(_) => Err(TraceError::Cut { line }),
        }
    }

    fn required<T: for<'t> Deserialize<'t>>(&mut self) -> Result<T, TraceError> {
        self.next()?
            .ok_or_else(|| self.invalid("the trace is empty"))
    }

    fn invalid(&self, problem: &'static str) -> TraceError {
        TraceError::Invalid {
            line: self.line,
            problem,
        }
    }
}

#[derive(Deserialize)]
struct Kind {
    dimension: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderJson<const D: usize> {
    format: String,
    version: u32,
    dimension: usize,
    time: f64,
    domain: DomainJson<D>,
    walls: Vec<WallJson<D>>,
    radii: Vec<f64>,
    masses: Vec<f64>,
    positions: Vec<Numbers<D>>,
    velocities: Vec<Numbers<D>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accelerations: Option<Vec<Numbers<D>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    asleep: Vec<u32>,
}

impl<const D: usize> HeaderJson<D> {
    fn header(self) -> Result<TraceHeader<D>, &'static str> {
        let count = self.radii.len();
        let accelerations = self
            .accelerations
            .unwrap_or_else(|| vec![Numbers::default(); count]);
        let counts = [
            self.masses.len(),
            self.positions.len(),
            self.velocities.len(),
            accelerations.len(),
        ];
        if counts != [count; 4] {
            return Err("it has not as many of everything as it has bodies");
        }
        let mut bodies: Vec<TracedBody<D>> = (0..count)
            .map(|body| TracedBody {
                radius: self.radii[body],
                mass: self.masses[body],
                acceleration: accelerations[body].0,
                position: self.positions[body].0,
                velocity: self.velocities[body].0,
                asleep: false,
                time: self.time,
            })
            .collect();
        for body in self.asleep {
            let body = bodies.get_mut(body as usize);
            body.ok_or("a body sleeps that is not there")?.asleep = true;
        }
        Ok(TraceHeader {
            time: self.time,
            domain: (self.domain.domain()).ok_or("its domain needs a boundary an axis")?,
            walls: self.walls.into_iter().map(Wall::from).collect(),
            bodies,
        })
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LineJson<const D: usize> {
    Event(EventJson<D>),
    End(EndJson),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventJson<const D: usize> {
    time: f64,
    body: u32,
    partner: PartnerJson,
    changed: Vec<ChangeJson<D>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeJson<const D: usize> {
    body: u32,
    position: Numbers<D>,
    velocity: Numbers<D>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    asleep: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndJson {
    end: String,
    time: f64,
    events: u64,
}

#[cfg(test)]
mod tests;
