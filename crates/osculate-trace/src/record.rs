//! What the lines of a trace say. `docs/traces.md` describes them.

use crate::column::Column;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod joints;
mod moves;
mod shape;

pub use joints::Joints;
pub use moves::Moves;
pub(crate) use moves::{COLUMNS, HIGHEST_DEGREE};
pub use shape::{Part, Shape, ShapeKind};

/// The version that is written.
pub const VERSION: u32 = 2;

/// How numbers are written, but for times, which always are `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// As they are.
    #[default]
    F64,
    /// In half the size, to about seven digits.
    F32,
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    #[serde(rename = "osculate-trace")]
    pub version: u32,
    /// 2 or 3.
    pub dimension: usize,
    /// What to call the trace.
    #[serde(default)]
    pub title: String,
    /// From when to when it goes, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<[f64; 2]>,
    /// Which way is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up: Option<Vec<f64>>,
    /// How numbers are written.
    #[serde(default)]
    pub precision: Precision,
    /// The program that wrote it.
    #[serde(default)]
    pub by: String,
}

impl Header {
    /// The header of a trace that this library writes.
    pub fn new(dimension: usize, title: impl Into<String>) -> Header {
        Header {
            version: VERSION,
            dimension,
            title: title.into(),
            span: None,
            up: None,
            precision: Precision::F64,
            by: concat!("osculate ", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}

/// More bodies: a row each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bodies {
    /// How many, where no column says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The number of each body's shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Column>,
    /// By how much the shape is scaled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Column>,
    /// Names, for all of them or none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub name: Vec<String>,
    /// The body in whose coordinates each moves, −1 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<Column>,
    /// Where each is before its first segment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Column>,
    /// How each is turned before its first segment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Column>,
    /// Masses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<Column>,
    /// Numbers into `kinds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Column>,
    /// What kinds there are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
}

/// The box in which bodies move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Domain {
    /// Its lower corner.
    pub low: Vec<f64>,
    /// Its upper corner.
    pub high: Vec<f64>,
    /// What is at the ends of each axis: `walls`, `periodic` or `open`.
    pub boundary: Vec<String>,
}

/// How bodies move from given times on: a row each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Segments {
    /// From when.
    pub time: Option<Column>,
    /// Which body.
    pub body: Option<Column>,
    /// How.
    #[serde(flatten)]
    pub moves: Moves,
}

/// New velocities of all bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// From when.
    pub time: f64,
    /// Velocities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linear: Option<Column>,
    /// Angular velocities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular: Option<Column>,
    /// Where bodies are set to: with these the step is a keyframe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Column>,
    /// How they are turned, at a keyframe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Column>,
}

/// The vertices of a mesh move on straight lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deform {
    /// Which body.
    pub body: usize,
    /// From when.
    pub time: f64,
    /// Until when.
    pub until: f64,
    /// From where; from where they are, if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Column>,
    /// To where.
    pub to: Column,
}

/// What happened: a row each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Events {
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Column>,
    /// One body, −1 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<Column>,
    /// The other, −1 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<Column>,
    /// Numbers into `kinds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Column>,
    /// What kinds there are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Column>,
    /// From b to a.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Column>,
    /// Along the normal, on a.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impulse: Option<Column>,
    /// How many rows of `after` belong to each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Column>,
    /// How a, or a and b, move afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Moves>>,
}

/// One level of a body's hierarchy, in its own coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Levels {
    /// Which body.
    pub body: usize,
    /// Which level; 0 is the root.
    pub level: usize,
    /// `aabb`, `sphere` or `rss`.
    pub kind: String,
    /// The volumes.
    pub data: Column,
}

/// Numbers over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// In which unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// When.
    pub time: Column,
    /// How many.
    pub value: Column,
}

/// The last line of a trace that is complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// When.
    pub time: f64,
    /// Why.
    pub why: String,
    /// How many events there are.
    #[serde(default)]
    pub events: u64,
}

/// A line after the first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(
    clippy::large_enum_variant,
    reason = "lines are held one at a time, and most of them are of the largest kind"
)]
pub enum Record {
    /// A shape.
    Shape(Shape),
    /// More bodies.
    Bodies(Bodies),
    /// How bodies hang on each other.
    Joints(Joints),
    /// The box in which bodies move.
    Domain(Domain),
    /// How bodies move.
    Segments(Segments),
    /// New velocities.
    Step(Step),
    /// A mesh deforms.
    Deform(Deform),
    /// What happened.
    Events(Events),
    /// An answer, as `docs/queries.md` describes it.
    Verdict(Map<String, Value>),
    /// A level of a hierarchy.
    Levels(Levels),
    /// Numbers over time.
    Series(Series),
    /// The end.
    End(End),
    /// Something that this version does not know.
    Unknown(Map<String, Value>),
}

/// A line as JSON has it.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<Shape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<Bodies>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joints: Option<Joints>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<Domain>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segments: Option<Segments>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deform: Option<Deform>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Events>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Levels>,
    #[serde(skip_serializing_if = "Option::is_none")]
    series: Option<Series>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    #[serde(flatten, skip_deserializing)]
    other: Map<String, Value>,
}

impl From<Record> for Line {
    fn from(record: Record) -> Line {
        let mut line = Line::default();
        match record {
            Record::Shape(shape) => line.shape = Some(shape),
            Record::Bodies(bodies) => line.bodies = Some(bodies),
            Record::Joints(joints) => line.joints = Some(joints),
            Record::Domain(domain) => line.domain = Some(domain),
            Record::Segments(segments) => line.segments = Some(segments),
            Record::Step(step) => line.step = Some(step),
            Record::Deform(deform) => line.deform = Some(deform),
            Record::Events(events) => line.events = Some(events),
            Record::Verdict(verdict) => line.verdict = Some(verdict),
            Record::Levels(levels) => line.levels = Some(levels),
            Record::Series(series) => line.series = Some(series),
            Record::End(end) => line.end = Some(end),
            Record::Unknown(other) => line.other = other,
        }
        line
    }
}

impl From<Line> for Record {
    fn from(line: Line) -> Record {
        None.or(line.shape.map(Record::Shape))
            .or(line.bodies.map(Record::Bodies))
            .or(line.joints.map(Record::Joints))
            .or(line.domain.map(Record::Domain))
            .or(line.segments.map(Record::Segments))
            .or(line.step.map(Record::Step))
            .or(line.deform.map(Record::Deform))
            .or(line.events.map(Record::Events))
            .or(line.verdict.map(Record::Verdict))
            .or(line.levels.map(Record::Levels))
            .or(line.series.map(Record::Series))
            .or(line.end.map(Record::End))
            .unwrap_or(Record::Unknown(line.other))
    }
}
