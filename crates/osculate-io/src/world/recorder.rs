//! Traces of worlds: what rigid bodies do, for `osculate_trace`.

use crate::traced_shape::write_shape;
use glam::DVec3;
use osculate::{Placement, Shape};
use osculate_trace::{
    Bodies, Compression, Events, Header, Moves, Precision, Segments, TraceWriter,
};
use osculate_world::{
    BodyHandle, BodyKind, CabledWorld, ContactEvent, ContactSpot, Touch, World, WorldError,
};
use std::io::{self, Write};

mod cables;
mod legs;
mod series;
mod states;

use cables::CableTracks;
use legs::{Leg, Legs};
use series::{AllSeries, SAMPLES};
use states::{State, States};

/// How many rows a line has at most.
const ROWS: usize = 4096;

const KINDS: [&str; 7] = [
    "hit", "touch", "part", "awake", "asleep", "stalled", "moving",
];
const HIT: u8 = 0;
const TOUCH: u8 = 1;
const PART: u8 = 2;

/// What a trace of a world is like.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WorldTraceOptions {
    /// What to call it.
    pub title: String,
    /// Until when the run goes, if that is known.
    pub until: Option<f64>,
    /// How many frames there are per second. Without it the trace has what every body did, exactly; with it bodies go straight
    /// from frame to frame, and the trace is smaller.
    pub frames: Option<f64>,
    /// How numbers are written.
    pub precision: Precision,
    /// Whether it is compressed.
    pub compression: Compression,
}

/// Writes a trace of a world, step after step.
///
/// The world has to keep its moves (`World::keep_moves`), and no bodies are added or removed on the way.
#[derive(Debug)]
pub struct WorldTraceWriter<W: Write> {
    trace: TraceWriter<W>,
    /// The number in the trace of the body with each index.
    numbers: Vec<u32>,
    handles: Vec<BodyHandle>,
    legs: Legs,
    states: States,
    cables: CableTracks,
    /// How many shapes there are.
    shapes: usize,
    rows: Vec<Row>,
    events: Vec<Happening>,
    series: AllSeries,
}

/// From a time on a body goes along a leg.
#[derive(Clone, Copy, Debug)]
struct Row {
    time: f64,
    body: u32,
    leg: Leg,
}

/// What a line of events says of one.
#[derive(Clone, Copy, Debug)]
struct Happening {
    time: f64,
    kind: u8,
    bodies: [i32; 2],
    /// NaN where there is none.
    point: DVec3,
    normal: DVec3,
    impulse: f64,
}

impl Happening {
    /// Says where two bodies touch now, where they are nearest, and how hard they push there; nothing if one is a sensor.
    fn show_touch(&mut self, world: &World, bodies: [BodyHandle; 2]) {
        let same =
            |touch: &Touch| touch.bodies() == bodies || touch.bodies() == [bodies[1], bodies[0]];
        let spots = world.contacts().filter(same).flat_map(|touch| {
            let sign = if touch.bodies() == bodies { 1.0 } else { -1.0 };
            let (normal, impulse) = (sign * touch.normal(), touch.impulse());
            let spots: Vec<ContactSpot> = touch.points().collect();
            spots.into_iter().map(move |spot| (spot, normal, impulse))
        });
        let nearest = spots.min_by(|a, b| a.0.gap.total_cmp(&b.0.gap));
        if let Some((spot, normal, impulse)) = nearest {
            (self.point, self.normal, self.impulse) = (spot.place(), normal, impulse);
        }
    }
}

/// The bodies are those of the world that is traced, as the writer demands.
fn known<T>(found: Result<T, WorldError>) -> T {
    found.expect("the body is in the world")
}

impl<W: Write> WorldTraceWriter<W> {
    /// Starts a trace of `world` as it is now.
    pub fn new(
        writer: W,
        world: &World,
        options: &WorldTraceOptions,
    ) -> io::Result<WorldTraceWriter<W>> {
        let mut writer = WorldTraceWriter::begin(writer, world, options)?;
        writer.series.take(world, None);
        writer.flush()?;
        Ok(writer)
    }

    /// What is there before anything moves.
    fn begin(
        writer: W,
        world: &World,
        options: &WorldTraceOptions,
    ) -> io::Result<WorldTraceWriter<W>> {
        let start = world.time();
        let gravity = world.settings().gravity;
        let header = Header {
            span: options.until.map(|until| [start, until]),
            up: (gravity != DVec3::ZERO).then(|| (-gravity.normalize()).to_array().to_vec()),
            precision: options.precision,
            ..Header::new(3, options.title.clone())
        };
        let mut trace = TraceWriter::new(writer, &header, options.compression)?;
        let handles: Vec<BodyHandle> = world.handles().collect();
        let shapes = write_bodies(&mut trace, world, &handles)?;
        let slots = handles.iter().map(|handle| handle.index() + 1).max();
        let mut numbers = vec![u32::MAX; slots.unwrap_or(0)];
        for (number, handle) in handles.iter().enumerate() {
            numbers[handle.index()] = number as u32;
        }
        Ok(WorldTraceWriter {
            trace,
            numbers,
            legs: Legs::new(world, &handles, options.frames),
            states: States::new(handles.len()),
            cables: CableTracks::default(),
            shapes,
            handles,
            rows: Vec::new(),
            events: Vec::new(),
            series: AllSeries::new(start, options.until),
        })
    }

    /// Starts a trace of a world with its cables, as it is now. The world has to keep its parts (`CabledWorld::keep_parts`).
    pub fn with_cables(
        writer: W,
        cabled: &CabledWorld,
        options: &WorldTraceOptions,
    ) -> io::Result<WorldTraceWriter<W>> {
        let mut writer = WorldTraceWriter::begin(writer, cabled.world(), options)?;
        let known = [writer.handles.len(), writer.shapes];
        writer.cables = CableTracks::new(&mut writer.trace, cabled, known, options.frames)?;
        writer.series.take(cabled.world(), Some(cabled));
        writer.flush()?;
        Ok(writer)
    }

    /// Adds the step that the world and its cables have just made.
    pub fn step_with_cables(&mut self, cabled: &CabledWorld) -> io::Result<()> {
        self.cables.step(cabled);
        if self.cables.is_full() {
            self.cables.hand_over(&mut self.trace)?;
        }
        self.add(cabled.world(), Some(cabled))
    }

    /// Adds the step that the world has just made.
    pub fn step(&mut self, world: &World) -> io::Result<()> {
        self.add(world, None)
    }

    fn add(&mut self, world: &World, cabled: Option<&CabledWorld>) -> io::Result<()> {
        for (time, body, leg) in self.legs.of_step(world, &self.numbers) {
            self.rows.push(Row { time, body, leg });
        }
        self.note_events(world);
        self.note_states(world);
        if self.series.is_due(world.time()) {
            self.series.take(world, cabled);
        }
        if self.rows.len().max(self.events.len()) >= ROWS {
            self.hand_over()?;
        }
        Ok(())
    }

    /// Writes the last lines.
    pub fn end(self, why: &str, world: &World) -> io::Result<W> {
        self.finish(why, world, None)
    }

    /// Writes the last lines of a world with its cables.
    pub fn end_with_cables(self, why: &str, cabled: &CabledWorld) -> io::Result<W> {
        self.finish(why, cabled.world(), Some(cabled))
    }

    fn finish(mut self, why: &str, world: &World, cabled: Option<&CabledWorld>) -> io::Result<W> {
        for (time, body, leg) in self.legs.at_end(world) {
            self.rows.push(Row { time, body, leg });
        }
        self.hand_over()?;
        if !self.series.has(world.time()) {
            self.series.take(world, cabled);
        }
        self.series.write(0, &mut self.trace)?;
        self.trace.end(world.time(), why)
    }

    /// Writes what was kept back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.hand_over()?;
        self.trace.flush()
    }

    fn number(&self, body: BodyHandle) -> i32 {
        self.numbers[body.index()] as i32
    }

    fn note_events(&mut self, world: &World) {
        let first = self.events.len();
        for event in world.events() {
            let mut noted = Happening {
                time: world.time(),
                kind: TOUCH,
                bodies: [-1; 2],
                point: DVec3::NAN,
                normal: DVec3::NAN,
                impulse: f64::NAN,
            };
            let bodies = match *event {
                ContactEvent::Started { bodies, .. } => {
                    noted.show_touch(world, bodies);
                    bodies
                }
                ContactEvent::Stopped { bodies, .. } => {
                    noted.kind = PART;
                    bodies
                }
                ContactEvent::Hit {
                    bodies,
                    time,
                    point,
                    normal,
                    impulse,
                    ..
                } => {
                    (noted.kind, noted.time) = (HIT, time);
                    (noted.point, noted.normal, noted.impulse) = (point, normal, impulse);
                    bodies
                }
                _ => continue,
            };
            noted.bodies = bodies.map(|body| self.number(body));
            self.events.push(noted);
        }
        // Hits have times of their own within the step.
        self.events[first..].sort_by(|a, b| a.time.total_cmp(&b.time));
    }

    /// Who fell asleep, stalled, or no longer does.
    fn note_states(&mut self, world: &World) {
        for (number, &handle) in self.handles.iter().enumerate() {
            let now = if known(world.is_asleep(handle)) {
                State::Asleep
            } else if known(world.stalled(handle)) > 0 {
                State::Stalled
            } else {
                State::Moving
            };
            let Some(kind) = self.states.change(number, now) else {
                continue;
            };
            self.events.push(Happening {
                time: world.time(),
                kind,
                bodies: [number as i32, -1],
                point: DVec3::NAN,
                normal: DVec3::NAN,
                impulse: f64::NAN,
            });
        }
    }

    /// Makes lines of what there is.
    fn hand_over(&mut self) -> io::Result<()> {
        for rows in std::mem::take(&mut self.rows).chunks(ROWS) {
            let time: Vec<f64> = rows.iter().map(|row| row.time).collect();
            let body: Vec<u32> = rows.iter().map(|row| row.body).collect();
            self.trace.write(Segments {
                time: Some(time.into()),
                body: Some(body.into()),
                moves: moves(rows),
            })?;
        }
        self.cables.hand_over(&mut self.trace)?;
        let events = std::mem::take(&mut self.events);
        if !events.is_empty() {
            self.trace.write(events_line(&events))?;
        }
        self.series.write(SAMPLES, &mut self.trace)
    }
}

/// The shapes, each once, and the bodies where they are now; how many shapes there are.
fn write_bodies(
    trace: &mut TraceWriter<impl Write>,
    world: &World,
    handles: &[BodyHandle],
) -> io::Result<usize> {
    let mut next = 0;
    let mut written: Vec<(&Shape, u32)> = Vec::new();
    let dynamic = |handle: BodyHandle| known(world.kind(handle)) == BodyKind::Dynamic;
    // Only dynamic bodies have a mass, and a line has one for all of its bodies or none.
    for handles in handles.chunk_by(|&one, &other| dynamic(one) == dynamic(other)) {
        let mut shapes = Vec::new();
        for &handle in handles {
            let shape = known(world.shape(handle));
            let same = written.iter().find(|(known, _)| is_same(known, shape));
            let number = match same {
                Some(&(_, number)) => number,
                None => {
                    let number = write_shape(trace, shape, &mut next)? as u32;
                    written.push((shape, number));
                    number
                }
            };
            shapes.push(number);
        }
        let mut line = bodies_line(world, handles);
        line.shape = Some(shapes.into());
        if dynamic(handles[0]) {
            let masses = handles.iter().map(|&handle| known(world.mass(handle)));
            line.mass = Some(masses.collect::<Vec<f64>>().into());
        }
        trace.write(line)?;
    }
    Ok(next)
}

/// Whether two shapes are the same one: in memory, or by their numbers.
fn is_same(one: &Shape, other: &Shape) -> bool {
    match (one, other) {
        (Shape::Hull(one), Shape::Hull(other)) => one == other,
        (Shape::HalfSpace(one), Shape::HalfSpace(other)) => one == other,
        (Shape::Compound(one), Shape::Compound(other)) => one == other,
        _ => std::ptr::eq(one, other),
    }
}

/// What bodies are called, what moves them and where they are.
fn bodies_line(world: &World, handles: &[BodyHandle]) -> Bodies {
    let (mut names, mut kinds) = (Vec::new(), Vec::new());
    let (mut positions, mut rotations) = (Vec::new(), Vec::new());
    for &handle in handles {
        let name = known(world.name(handle)).map(str::to_owned);
        names.push(name.unwrap_or_else(|| handle.to_string()));
        kinds.push(match known(world.kind(handle)) {
            BodyKind::Static => 0_u8,
            BodyKind::Kinematic => 1,
            BodyKind::Dynamic => 2,
        });
        let Placement { position, rotation } = known(world.placement(handle));
        positions.extend(position.to_array());
        rotations.extend(rotation.to_array());
    }
    Bodies {
        name: names,
        kind: Some(kinds.into()),
        kinds: ["static", "kinematic", "dynamic"]
            .map(str::to_owned)
            .to_vec(),
        position: Some(positions.into()),
        rotation: Some(rotations.into()),
        ..Bodies::default()
    }
}

fn moves(rows: &[Row]) -> Moves {
    let column = |vector: fn(&Leg) -> DVec3| {
        let numbers = rows.iter().flat_map(|row| vector(&row.leg).to_array());
        Some(numbers.collect::<Vec<f64>>().into())
    };
    let rotations = rows
        .iter()
        .flat_map(|row| row.leg.start.rotation.to_array());
    let pivoted = rows.iter().any(|row| row.leg.pivot != DVec3::ZERO);
    Moves {
        motion: "velocity".to_owned(),
        position: column(|leg| leg.start.position),
        rotation: Some(rotations.collect::<Vec<f64>>().into()),
        linear: column(|leg| leg.linear),
        angular: column(|leg| leg.angular),
        pivot: pivoted.then(|| column(|leg| leg.pivot)).flatten(),
        ..Moves::default()
    }
}

fn events_line(events: &[Happening]) -> Events {
    let vectors = |vector: fn(&Happening) -> DVec3| {
        let numbers = events.iter().flat_map(|event| vector(event).to_array());
        Some(numbers.collect::<Vec<f64>>().into())
    };
    let times: Vec<f64> = events.iter().map(|event| event.time).collect();
    let kinds: Vec<u8> = events.iter().map(|event| event.kind).collect();
    let impulses: Vec<f64> = events.iter().map(|event| event.impulse).collect();
    let side =
        |side: usize| -> Vec<i32> { events.iter().map(|event| event.bodies[side]).collect() };
    Events {
        time: Some(times.into()),
        a: Some(side(0).into()),
        b: Some(side(1).into()),
        kind: Some(kinds.into()),
        kinds: KINDS.map(str::to_owned).to_vec(),
        point: vectors(|event| event.point),
        normal: vectors(|event| event.normal),
        impulse: Some(impulses.into()),
        ..Events::default()
    }
}

#[cfg(test)]
mod tests;
