//! Traces of version 1, which were of events only: the first line has what there is at the start, each further one an event and how bodies
//! move after it.

use super::json::{DomainJson, Numbers, PartnerJson, WallJson};
use osculate_events::{Domain, Partner, Vector, Wall};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead};
use thiserror::Error;

const FORMAT: &str = "osculate-trace";
const VERSION: u32 = 1;

/// The first line of a trace.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VersionOneState<const D: usize> {
    /// When it starts.
    pub time: f64,
    /// The box in which bodies move.
    pub domain: Domain<D>,
    /// What does not move, by number.
    pub walls: Vec<Wall<D>>,
    /// The bodies at the start, by number.
    pub bodies: Vec<VersionOneBody<D>>,
}

/// A body of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VersionOneBody<const D: usize> {
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
pub struct VersionOneEvent<const D: usize> {
    /// When.
    pub time: f64,
    /// Which body met something.
    pub body: u32,
    /// What it met.
    pub partner: Partner,
    /// The bodies whose motion changed.
    pub changes: Vec<VersionOneChange<D>>,
}

/// The motion of a body after an event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VersionOneChange<const D: usize> {
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
pub struct VersionOneEnd {
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
pub enum VersionOneError {
    /// The system says no.
    #[error("line {line} of the trace cannot be read: {source}")]
    Read {
        /// At which line.
        line: u64,
        /// What it says.
        source: io::Error,
    },
    /// A line does not end: it was cut.
    #[error("line {line} of the trace is truncated")]
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

/// Whether a trace is of 2 or of 3 dimensions.
pub fn dimension(reader: impl BufRead) -> Result<usize, VersionOneError> {
    #[derive(Deserialize)]
    struct Kind {
        dimension: usize,
    }
    let mut lines = Lines::new(reader);
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
pub struct VersionOneReader<const D: usize, R> {
    lines: Lines<R>,
    header: VersionOneState<D>,
    end: Option<VersionOneEnd>,
    time: f64,
    events: u64,
    done: bool,
}

impl<const D: usize, R: BufRead> VersionOneReader<D, R> {
    /// Reads the header.
    pub fn new(reader: R) -> Result<VersionOneReader<D, R>, VersionOneError> {
        let mut lines = Lines::new(reader);
        let header: HeaderJson<D> = lines.required()?;
        if header.format != FORMAT || header.version != VERSION {
            return Err(lines.invalid("it is not of format \"osculate-trace\", version 1"));
        }
        if header.dimension != D {
            return Err(lines.invalid("it has another dimension"));
        }
        let header = header.header().map_err(|problem| lines.invalid(problem))?;
        Ok(VersionOneReader {
            lines,
            time: header.time,
            header,
            end: None,
            events: 0,
            done: false,
        })
    }

    /// What there was at the start.
    pub fn header(&self) -> &VersionOneState<D> {
        &self.header
    }

    /// How the run ended, once all events are read; none if it was killed.
    pub fn end(&self) -> Option<&VersionOneEnd> {
        self.end.as_ref()
    }

    fn read(&mut self) -> Result<Option<VersionOneEvent<D>>, VersionOneError> {
        let Some(line) = self.lines.next::<LineJson<D>>()? else {
            return Ok(None);
        };
        let event = match line {
            LineJson::Event(event) => event,
            LineJson::End(EndJson { end, time, events }) => {
                if events != self.events || !(time >= self.time) {
                    return Err(self.lines.invalid("the end does not fit the events"));
                }
                self.end = Some(VersionOneEnd { end, time, events });
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
        let changes = event.changed.iter().map(|change| VersionOneChange {
            body: change.body,
            position: change.position.0,
            velocity: change.velocity.0,
            asleep: change.asleep,
        });
        Ok(Some(VersionOneEvent {
            time: event.time,
            body: event.body,
            partner,
            changes: changes.collect(),
        }))
    }
}

impl<const D: usize, R: BufRead> Iterator for VersionOneReader<D, R> {
    type Item = Result<VersionOneEvent<D>, VersionOneError>;

    fn next(&mut self) -> Option<Result<VersionOneEvent<D>, VersionOneError>> {
        if self.done {
            return None;
        }
        let read = self.read().transpose();
        self.done = !matches!(read, Some(Ok(_)));
        read
    }
}

impl<const D: usize> VersionOneState<D> {
    /// Lets an event happen to [`VersionOneState::bodies`].
    pub fn apply(&mut self, event: &VersionOneEvent<D>) {
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

    fn next<T: for<'t> Deserialize<'t>>(&mut self) -> Result<Option<T>, VersionOneError> {
        self.line += 1;
        let line = self.line;
        self.bytes.clear();
        self.reader
            .read_until(b'\n', &mut self.bytes)
            .map_err(|source| VersionOneError::Read { line, source })?;
        match self.bytes.last() {
            None => Ok(None),
            Some(b'\n') => serde_json::from_slice(&self.bytes)
                .map(Some)
                .map_err(|source| VersionOneError::NotJson { line, source }),
            Some(_) => Err(VersionOneError::Cut { line }),
        }
    }

    fn required<T: for<'t> Deserialize<'t>>(&mut self) -> Result<T, VersionOneError> {
        self.next()?
            .ok_or_else(|| self.invalid("the trace is empty"))
    }

    fn invalid(&self, problem: &'static str) -> VersionOneError {
        VersionOneError::Invalid {
            line: self.line,
            problem,
        }
    }
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
    fn header(self) -> Result<VersionOneState<D>, &'static str> {
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
        let mut bodies: Vec<VersionOneBody<D>> = (0..count)
            .map(|body| VersionOneBody {
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
        Ok(VersionOneState {
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
pub(super) mod tests;
