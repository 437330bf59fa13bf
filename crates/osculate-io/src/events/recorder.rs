//! Traces of events: what a world of discs or spheres does, for `osculate_trace`.

use osculate_events::{Boundary, Domain, Event, Partner, Vector, Wall, World};
use osculate_trace as trace;
use osculate_trace::{
    Bodies, Compression, Events, Header, Moves, Precision, Segments, Series, Shape, ShapeKind,
    TraceWriter,
};
use std::io::{self, Write};

mod contacts;

use contacts::Contacts;

/// How many rows a line has at most.
const ROWS: usize = 4096;
/// How many values of a series are written at once.
const SAMPLES: usize = 64;
/// How often the energy is written in all.
const ENERGIES: f64 = 500.0;

const KINDS: [&str; 4] = ["collision", "wall", "boundary", "crossing"];

/// What a trace of events is like.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct EventTraceOptions {
    /// What to call it.
    pub title: String,
    /// Until when the run goes, if that is known.
    pub until: Option<f64>,
    /// How numbers are written.
    pub precision: Precision,
    /// Whether it is compressed.
    pub compression: Compression,
    /// Whether points, normals and impulses are written, though they follow from the bodies.
    pub contacts: bool,
}

/// Writes a trace of a world of discs or spheres.
#[derive(Debug)]
pub struct EventTraceWriter<const D: usize, W: Write> {
    trace: TraceWriter<W>,
    chunk: Chunk<D>,
    /// How many bodies move; walls are numbered after them.
    bodies: u32,
    domain: Domain<D>,
    accelerated: bool,
    contacts: Option<Contacts<D>>,
    energy: Energy,
}

/// What there is at the start.
pub(super) struct Start<'a, const D: usize> {
    pub time: f64,
    pub domain: Domain<D>,
    pub walls: &'a [Wall<D>],
    pub radii: Vec<f64>,
    pub masses: Vec<f64>,
    pub changes: Vec<Change<D>>,
    /// Of any body, while it is awake.
    pub accelerated: bool,
}

/// How a body moves from now on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<const D: usize> {
    pub body: u32,
    pub position: Vector<D>,
    pub velocity: Vector<D>,
    /// Zero while it is at rest.
    pub acceleration: Vector<D>,
}

impl<const D: usize, W: Write> EventTraceWriter<D, W> {
    /// Starts a trace of `world` as it is now.
    pub fn new(
        writer: W,
        world: &World<D>,
        options: &EventTraceOptions,
    ) -> io::Result<EventTraceWriter<D, W>> {
        let all = || 0..world.len() as u32;
        let start = Start {
            time: world.time(),
            domain: *world.domain(),
            walls: world.walls(),
            radii: all().map(|body| world.radius(body)).collect(),
            masses: all().map(|body| world.mass(body)).collect(),
            changes: all().map(|body| change(world, body)).collect(),
            accelerated: all().any(|body| world.waking_acceleration(body) != [0.0; D]),
        };
        let mut trace = EventTraceWriter::start(writer, &start, options)?;
        if let Some(until) = options.until {
            trace.energy.every = (until - start.time) / ENERGIES;
            trace.sample(world)?;
        }
        Ok(trace)
    }

    pub(super) fn start(
        writer: W,
        start: &Start<D>,
        options: &EventTraceOptions,
    ) -> io::Result<EventTraceWriter<D, W>> {
        let header = Header {
            span: options.until.map(|until| [start.time, until]),
            up: up(&start.changes),
            precision: options.precision,
            ..Header::new(D, options.title.clone())
        };
        let mut trace = TraceWriter::new(writer, &header, options.compression)?;
        write_bodies(&mut trace, start)?;
        let mut writer = EventTraceWriter {
            trace,
            chunk: Chunk::default(),
            bodies: start.radii.len() as u32,
            domain: start.domain,
            accelerated: start.accelerated,
            contacts: options.contacts.then(|| Contacts::new(start)),
            energy: Energy::default(),
        };
        for changes in start.changes.chunks(ROWS) {
            let times = vec![start.time; changes.len()];
            writer.segments(times, changes)?;
        }
        writer.trace.flush()?;
        Ok(writer)
    }

    /// Adds the event that was just applied.
    pub fn event(&mut self, world: &World<D>, event: &Event) -> io::Result<()> {
        let changed = world.changed().iter().map(|&body| change(world, body));
        self.record(world.time(), event.body, event.partner, changed)?;
        if world.time() >= self.energy.next {
            self.sample(world)?;
        }
        Ok(())
    }

    /// Adds an event after which bodies move in another way.
    pub(super) fn record(
        &mut self,
        time: f64,
        body: u32,
        partner: Partner,
        changed: impl Iterator<Item = Change<D>>,
    ) -> io::Result<()> {
        let (other, kind) = match partner {
            Partner::Body(other) => (other as i32, 0),
            Partner::Wall(wall) => ((self.bodies + wall) as i32, 1),
            Partner::Face { axis, .. } => match self.domain.boundary[usize::from(axis)] {
                Boundary::Periodic => (-1, 3),
                _ => (-1, 2),
            },
        };
        let chunk = &mut self.chunk;
        let first = chunk.rows.len();
        chunk.rows.extend(changed.map(|change| (time, change)));
        chunk.times.push(time);
        chunk.a.push(body as i32);
        chunk.b.push(other);
        chunk.kinds.push(kind);
        if let Some(contacts) = &mut self.contacts {
            contacts.event(time, body, partner, &chunk.rows[first..]);
        }
        chunk.order_changes(first, body, other);
        if chunk.rows.len().max(chunk.times.len()) >= ROWS {
            self.hand_over()?;
        }
        Ok(())
    }

    /// Writes the last lines.
    pub fn end(mut self, why: &str, time: f64) -> io::Result<W> {
        self.hand_over()?;
        self.energy.write(&mut self.trace)?;
        self.trace.end(time, why)
    }

    /// Ends the trace without a last line: it is not complete.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        self.trace.finish()
    }

    /// Writes what was kept back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.hand_over()?;
        self.trace.flush()
    }

    /// Makes lines of the chunk.
    fn hand_over(&mut self) -> io::Result<()> {
        let chunk = std::mem::take(&mut self.chunk);
        if chunk.times.is_empty() {
            return Ok(());
        }
        let mut events = Events {
            time: Some(chunk.times.into()),
            a: Some(chunk.a.into()),
            b: Some(chunk.b.into()),
            kind: Some(chunk.kinds.into()),
            kinds: KINDS.map(str::to_owned).to_vec(),
            ..Events::default()
        };
        if let Some(contacts) = &mut self.contacts {
            contacts.hand_over(&mut events);
        }
        let (times, changes): (Vec<f64>, Vec<Change<D>>) = chunk.rows.into_iter().unzip();
        if chunk.irregular {
            self.trace.write(events)?;
            return self.segments(times, &changes);
        }
        events.changes = Some(chunk.changes.into());
        events.after = Some(Box::new(self.moves(&changes)));
        self.trace.write(events)
    }

    fn segments(&mut self, times: Vec<f64>, changes: &[Change<D>]) -> io::Result<()> {
        let body: Vec<u32> = changes.iter().map(|change| change.body).collect();
        let moves = self.moves(changes);
        self.trace.write(Segments {
            time: Some(times.into()),
            body: Some(body.into()),
            moves,
        })
    }

    fn moves(&self, changes: &[Change<D>]) -> Moves {
        let column = |vector: fn(&Change<D>) -> Vector<D>| {
            let numbers: Vec<f64> = changes.iter().flat_map(vector).collect();
            Some(numbers.into())
        };
        Moves {
            motion: if self.accelerated {
                "ballistic"
            } else {
                "velocity"
            }
            .to_owned(),
            position: column(|change| change.position),
            linear: column(|change| change.velocity),
            acceleration: self
                .accelerated
                .then(|| column(|change| change.acceleration))
                .flatten(),
            ..Moves::default()
        }
    }

    fn sample(&mut self, world: &World<D>) -> io::Result<()> {
        let energy = &mut self.energy;
        energy.next = world.time() + energy.every;
        energy.times.push(world.time());
        energy.values.push(world.mechanical_energy());
        if energy.times.len() == SAMPLES {
            energy.write(&mut self.trace)?;
        }
        Ok(())
    }
}

/// What happened since the last line was written.
#[derive(Debug, Default)]
struct Chunk<const D: usize> {
    times: Vec<f64>,
    a: Vec<i32>,
    b: Vec<i32>,
    kinds: Vec<u8>,
    /// How many rows belong to each event.
    changes: Vec<u8>,
    /// How bodies move afterwards.
    rows: Vec<(f64, Change<D>)>,
    /// Whether an event changed another body than those that met.
    irregular: bool,
}

impl<const D: usize> Chunk<D> {
    /// Puts the rows from `first` on in the order of the bodies that met, or notes that others are among them.
    fn order_changes(&mut self, first: usize, a: u32, b: i32) {
        let rows = &mut self.rows[first..];
        self.changes.push(rows.len() as u8);
        if rows.len() == 2 && rows[0].1.body as i32 == b {
            rows.swap(0, 1);
        }
        let met = match rows {
            [] => true,
            [(_, one)] => one.body == a,
            [(_, one), (_, other)] => one.body == a && other.body as i32 == b,
            _ => false,
        };
        self.irregular |= !met;
    }
}

/// The energy from time to time.
#[derive(Debug)]
struct Energy {
    every: f64,
    next: f64,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Default for Energy {
    fn default() -> Energy {
        Energy {
            every: f64::INFINITY,
            next: f64::INFINITY,
            times: Vec::new(),
            values: Vec::new(),
        }
    }
}

impl Energy {
    fn write(&mut self, trace: &mut TraceWriter<impl Write>) -> io::Result<()> {
        if self.times.is_empty() {
            return Ok(());
        }
        trace.write(Series {
            name: "energy".to_owned(),
            unit: None,
            time: std::mem::take(&mut self.times).into(),
            value: std::mem::take(&mut self.values).into(),
        })
    }
}

fn change<const D: usize>(world: &World<D>, body: u32) -> Change<D> {
    let (position, velocity) = world.state(body, world.now());
    Change {
        body,
        position,
        velocity,
        acceleration: world.acceleration(body),
    }
}

/// Which way is up, if all bodies fall the same way.
fn up<const D: usize>(changes: &[Change<D>]) -> Option<Vec<f64>> {
    let mut falling = changes.iter().map(|change| change.acceleration);
    let first = falling.find(|acceleration| *acceleration != [0.0; D])?;
    if falling.any(|other| other != first && other != [0.0; D]) {
        return None;
    }
    let length = first.iter().map(|x| x * x).sum::<f64>().sqrt();
    Some(first.iter().map(|x| -x / length).collect())
}

/// Shapes, bodies and the domain. A ball has radius 1 and is scaled, so that all bodies have one shape.
fn write_bodies<const D: usize>(
    trace: &mut TraceWriter<impl Write>,
    start: &Start<D>,
) -> io::Result<()> {
    trace.write(Shape::from(ShapeKind::Ball { radius: 1.0 }))?;
    trace.write(Bodies {
        shape: Some(vec![0_u32; start.radii.len()].into()),
        scale: Some(start.radii.clone().into()),
        mass: Some(start.masses.clone().into()),
        kind: Some(vec![0_u8].into()),
        kinds: vec![if D == 2 { "disc" } else { "sphere" }.to_owned()],
        ..Bodies::default()
    })?;
    if start.domain.boundary != [Boundary::Open; D] {
        let boundary = start.domain.boundary.map(|boundary| match boundary {
            Boundary::Open => "open".to_owned(),
            Boundary::Walls => "walls".to_owned(),
            Boundary::Periodic => "periodic".to_owned(),
        });
        trace.write(trace::Domain {
            low: start.domain.low.to_vec(),
            high: start.domain.high.to_vec(),
            boundary: boundary.to_vec(),
        })?;
    }
    for (number, wall) in start.walls.iter().enumerate() {
        let (shape, place) = wall_shape(wall);
        trace.write(Shape::from(shape))?;
        trace.write(Bodies {
            shape: Some(vec![number as u32 + 1].into()),
            name: vec![format!("wall {number}")],
            position: Some(place.to_vec().into()),
            kind: Some(vec![0_u8].into()),
            kinds: vec!["wall".to_owned()],
            ..Bodies::default()
        })?;
    }
    Ok(())
}

/// What a wall looks like, and where it is.
fn wall_shape<const D: usize>(wall: &Wall<D>) -> (ShapeKind, Vector<D>) {
    match *wall {
        Wall::Plane { point, normal } => {
            let offset = (0..D).map(|axis| normal[axis] * point[axis]).sum();
            let normal = normal.to_vec();
            (ShapeKind::HalfSpace { normal, offset }, [0.0; D])
        }
        Wall::Segment { from, to } => {
            let to = (0..D).map(|axis| to[axis] - from[axis]).collect();
            let shape = ShapeKind::Segment {
                from: vec![0.0; D],
                to,
            };
            (shape, from)
        }
        Wall::Box { low, high } => {
            let half = (0..D).map(|axis| 0.5 * (high[axis] - low[axis])).collect();
            let centre = std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]));
            (ShapeKind::Box { half }, centre)
        }
        Wall::Ball { centre, radius } => (ShapeKind::Ball { radius }, centre),
        Wall::Hollow { centre, radius } => (ShapeKind::Hollow { radius }, centre),
    }
}

#[cfg(test)]
mod tests;
