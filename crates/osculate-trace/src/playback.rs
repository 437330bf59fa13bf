//! Where every body is at any time.

use crate::column::Column;
use crate::error::TraceError;
use crate::joint::{Joint, JointKind, JointPiece};
use crate::motion::{Placement, Segment, rotation_of, vector_of};
use crate::reader::{Ending, TraceReader};
use crate::record::{
    Bodies, Deform, Domain, Events, Header, Joints, Levels, Moves, Record, Segments, Series, Shape,
    ShapeKind, Step,
};
use serde_json::{Map, Value};
use std::io::Read;

mod places;

pub use places::Moving;

/// A whole trace in memory.
#[derive(Clone, Debug)]
pub struct Playback {
    /// The first line.
    pub header: Header,
    /// The shapes, by number.
    pub shapes: Vec<Shape>,
    /// The bodies, by number.
    pub bodies: Vec<TracedBody>,
    /// The box in which bodies move.
    pub domain: Option<Domain>,
    /// What happened, in the order of time.
    pub events: Vec<Event>,
    /// The names that [`Event::kind`] counts.
    pub event_kinds: Vec<String>,
    /// Answers, as `docs/queries.md` describes them.
    pub verdicts: Vec<Map<String, Value>>,
    /// Levels of hierarchies.
    pub levels: Vec<Levels>,
    /// Numbers over time.
    pub series: Vec<Series>,
    /// How the trace ended.
    pub ending: Ending,
    steps: Vec<Step>,
}

/// A body of a trace.
#[derive(Clone, Debug)]
pub struct TracedBody {
    /// The number of its shape.
    pub shape: usize,
    /// By how much the shape is scaled.
    pub scale: f64,
    /// Its name, or nothing.
    pub name: String,
    /// The body in whose coordinates it moves.
    pub parent: Option<usize>,
    /// Its mass, if that is known.
    pub mass: Option<f64>,
    /// What kind of body it is.
    pub kind: Option<String>,
    /// What it hangs on its parent by.
    pub joint: Option<Box<Joint>>,
    start: Placement,
    segments: Vec<Segment>,
    /// How its joint moves.
    pieces: Vec<JointPiece>,
    deforms: Vec<Deform>,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: f64,
    /// One body.
    pub a: Option<usize>,
    /// The other.
    pub b: Option<usize>,
    /// A number into [`Playback::event_kinds`].
    pub kind: Option<usize>,
    /// Where, if the trace says so.
    pub point: Option<[f64; 3]>,
    /// From b to a, if the trace says so.
    pub normal: Option<[f64; 3]>,
    /// Along the normal, if the trace says so.
    pub impulse: Option<f64>,
}

impl Playback {
    /// Reads a trace.
    pub fn read(reader: impl Read) -> Result<Playback, TraceError> {
        let mut reader = TraceReader::new(reader)?;
        let mut playback = Playback {
            header: reader.header().clone(),
            shapes: Vec::new(),
            bodies: Vec::new(),
            domain: None,
            events: Vec::new(),
            event_kinds: Vec::new(),
            verdicts: Vec::new(),
            levels: Vec::new(),
            series: Vec::new(),
            ending: Ending::Missing,
            steps: Vec::new(),
        };
        while let Some(record) = reader.next() {
            let added = playback.add(record?);
            added.map_err(|problem| reader.invalid(problem))?;
        }
        if let Some(ending) = reader.ending() {
            playback.ending = ending.clone();
        }
        Ok(playback)
    }

    fn add(&mut self, record: Record) -> Result<(), String> {
        match record {
            Record::Shape(shape) => self.shapes.push(shape),
            Record::Bodies(bodies) => self.add_bodies(&bodies),
            Record::Joints(joints) => self.add_joints(&joints),
            Record::Domain(domain) => self.domain = Some(domain),
            Record::Segments(segments) => return self.add_segments(&segments),
            Record::Step(step) => return self.add_step(step),
            Record::Deform(deform) => return self.add_deform(deform),
            Record::Events(events) => return self.add_events(&events),
            Record::Verdict(verdict) => self.verdicts.push(verdict),
            Record::Levels(levels) => self.levels.push(levels),
            Record::Series(series) => self.series.push(series),
            Record::End(_) | Record::Unknown(_) => {}
        }
        Ok(())
    }

    fn add_bodies(&mut self, bodies: &Bodies) {
        let dimension = self.header.dimension;
        let number = |column: &Option<Column>, row, missing| {
            column
                .as_ref()
                .map_or(missing, |column| column.row::<1>(row)[0])
        };
        for row in 0..bodies.rows(dimension) {
            let kind = bodies
                .kind
                .as_ref()
                .map(|column| column.row::<1>(row)[0] as usize);
            let parent = number(&bodies.parent, row, -1.0);
            self.bodies.push(TracedBody {
                shape: number(&bodies.shape, row, 0.0) as usize,
                scale: number(&bodies.scale, row, 1.0),
                name: bodies.name.get(row).cloned().unwrap_or_default(),
                parent: (parent >= 0.0).then_some(parent as usize),
                mass: bodies.mass.as_ref().map(|column| column.row::<1>(row)[0]),
                kind: kind.and_then(|kind| bodies.kinds.get(kind).cloned()),
                start: Placement {
                    position: vector_of(&bodies.position, row, dimension),
                    rotation: rotation_of(&bodies.rotation, row, dimension),
                },
                joint: None,
                segments: Vec::new(),
                pieces: Vec::new(),
                deforms: Vec::new(),
            });
        }
    }

    fn add_joints(&mut self, joints: &Joints) {
        let Some(bodies) = &joints.body else { return };
        for row in 0..bodies.len() {
            let body = bodies.number(row) as usize;
            self.bodies[body].joint = Some(Box::new(Joint::new(joints, row)));
        }
    }

    fn add_segments(&mut self, segments: &Segments) -> Result<(), String> {
        let (Some(time), Some(body)) = (&segments.time, &segments.body) else {
            return Ok(());
        };
        for row in 0..time.len().max(body.len()) {
            let ([time], [body]) = (time.row(row), body.row::<1>(row));
            self.add_segment(body as usize, time, &segments.moves, row)?;
        }
        Ok(())
    }

    fn add_segment(
        &mut self,
        body: usize,
        time: f64,
        moves: &Moves,
        row: usize,
    ) -> Result<(), String> {
        let TracedBody {
            segments,
            joint,
            pieces,
            ..
        } = &mut self.bodies[body];
        if segments.last().is_some_and(|last| last.time > time) {
            return Err(format!(
                "a segment of body {body} begins at {time}, before the one ahead of it"
            ));
        }
        segments.push(if moves.motion != "joint" {
            Segment::new(time, moves, row, self.header.dimension)
        } else if joint.as_ref().map(|joint| joint.kind) == Some(JointKind::Unknown) {
            Segment::unknown(time)
        } else {
            pieces.push(JointPiece::new(time, moves, row));
            Segment::joint(time, pieces.len() - 1)
        });
        Ok(())
    }

    fn add_step(&mut self, step: Step) -> Result<(), String> {
        match self.steps.last() {
            None if step.position.is_none() => {
                return Err("the first step has no positions".to_owned());
            }
            Some(last) if last.time > step.time => {
                return Err("the step is earlier than the one ahead of it".to_owned());
            }
            _ => {}
        }
        self.steps.push(step);
        Ok(())
    }

    fn add_deform(&mut self, mut deform: Deform) -> Result<(), String> {
        let body = deform.body;
        if self
            .deforms(body)
            .last()
            .is_some_and(|last| last.until > deform.time)
        {
            return Err("the mesh deforms while it still did so".to_owned());
        }
        if deform.from.is_none() {
            deform.from = self.vertices(body, deform.time).map(Column::F64);
        }
        self.bodies[body].deforms.push(deform);
        Ok(())
    }

    fn add_events(&mut self, events: &Events) -> Result<(), String> {
        let Some(time) = &events.time else {
            return Ok(());
        };
        let kinds = self.kinds(&events.kinds);
        let mut changed = 0;
        for row in 0..time.len() {
            let event = self.event(events, row, &kinds);
            if self
                .events
                .last()
                .is_some_and(|last| last.time > event.time)
            {
                return Err(format!(
                    "the event at {} is earlier than the one ahead of it",
                    event.time
                ));
            }
            self.events.push(event);
            let (Some(after), Some(changes)) = (&events.after, &events.changes) else {
                continue;
            };
            let changes = changes.row::<1>(row)[0] as usize;
            for body in [event.a, event.b].into_iter().flatten().take(changes) {
                self.add_segment(body, event.time, after, changed)?;
                changed += 1;
            }
        }
        Ok(())
    }

    /// The number of each of these kinds among all of them.
    fn kinds(&mut self, names: &[String]) -> Vec<usize> {
        let number = |name: &String| {
            let found = self.event_kinds.iter().position(|kind| kind == name);
            found.unwrap_or_else(|| {
                self.event_kinds.push(name.clone());
                self.event_kinds.len() - 1
            })
        };
        names.iter().map(number).collect()
    }

    fn event(&self, events: &Events, row: usize, kinds: &[usize]) -> Event {
        let dimension = self.header.dimension;
        let side = |column: &Option<Column>| {
            let number = column
                .as_ref()
                .map_or(-1.0, |column| column.row::<1>(row)[0]);
            (number >= 0.0).then_some(number as usize)
        };
        let vector = |column: &Option<Column>| {
            column.as_ref()?;
            Some(vector_of(column, row, dimension)).filter(|vector| !vector[0].is_nan())
        };
        let number = |column: &Option<Column>| column.as_ref().map(|c| c.row::<1>(row)[0]);
        Event {
            time: events.time.as_ref().map_or(0.0, |time| time.number(row)),
            a: side(&events.a),
            b: side(&events.b),
            kind: number(&events.kind).and_then(|kind| kinds.get(kind as usize).copied()),
            point: vector(&events.point),
            normal: vector(&events.normal),
            impulse: number(&events.impulse).filter(|impulse| !impulse.is_nan()),
        }
    }

    fn deforms(&self, body: usize) -> &[Deform] {
        &self.bodies[body].deforms
    }

    /// From when to when a body's mesh deforms.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn deform_spans(&self, body: usize) -> Vec<(f64, f64)> {
        let deforms = self.deforms(body).iter();
        deforms.map(|deform| (deform.time, deform.until)).collect()
    }

    /// From when to when the trace goes.
    pub fn span(&self) -> [f64; 2] {
        let [start, end] = self.header.span.unwrap_or_else(|| {
            let mut times = self.times().peekable();
            let first = times.peek().copied().unwrap_or(0.0);
            times.fold([first; 2], |[low, high], time| {
                [low.min(time), high.max(time)]
            })
        });
        match &self.ending {
            Ending::End(last) => [start, last.time.max(start)],
            _ => [start, end],
        }
    }

    /// All times at which something changes.
    fn times(&self) -> impl Iterator<Item = f64> {
        let bodies = self.bodies.iter().flat_map(|body| {
            let segments = body.segments.iter().map(|segment| segment.time);
            let deforms = body
                .deforms
                .iter()
                .flat_map(|deform| [deform.time, deform.until]);
            let pieces = body.pieces.iter().map(|piece| piece.until);
            segments.chain(deforms).chain(pieces)
        });
        let events = self.events.iter().map(|event| event.time);
        bodies
            .chain(events)
            .chain(self.steps.iter().map(|step| step.time))
    }

    /// The vertices of a body's mesh at `time`, in its own coordinates, where the trace has them; of a cable its points and then its marks.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn vertices(&self, body: usize, time: f64) -> Option<Vec<f64>> {
        let deforms = self.deforms(body);
        let begun = deforms.partition_point(|deform| deform.time <= time);
        let Some(deform) = begun.checked_sub(1).map(|last| &deforms[last]) else {
            return match (&self.shapes[self.bodies[body].shape].kind, deforms.first()) {
                (
                    _,
                    Some(Deform {
                        from: Some(from), ..
                    }),
                ) => Some(from.numbers()),
                (ShapeKind::Mesh { vertices, .. }, _) => Some(vertices.numbers()),
                (ShapeKind::Cable { points, marks, .. }, _) => {
                    let marks = marks.as_ref().map(Column::numbers);
                    Some([points.numbers(), marks.unwrap_or_default()].concat())
                }
                _ => None,
            };
        };
        let (from, to) = (deform.from.as_ref()?, &deform.to);
        let share = if time >= deform.until {
            1.0
        } else {
            (time - deform.time) / (deform.until - deform.time)
        };
        let place = |index| (1.0 - share) * from.number(index) + share * to.number(index);
        Some((0..to.len()).map(place).collect())
    }

    /// How many segments there are, those of steps included.
    pub fn segments(&self) -> u64 {
        let own: usize = self.bodies.iter().map(|body| body.segments.len()).sum();
        (own + self.steps.len() * self.bodies.len()) as u64
    }
}
