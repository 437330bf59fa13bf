//! A trace of one query: two bodies, how they move, and the answer.

use crate::answers::answer_json;
use crate::traced_shape::{swept_row, write_levels, write_mesh, write_shape};
use glam::DVec3;
use osculate::bvh::CutBall;
use osculate::{MeshBvh, Motion, Outcome, Shape, Span, Verdict, motion::Ballistic};
use osculate_trace::{
    Bodies, Compression, Events, Header, Moves, Precision, Segments, TraceWriter,
};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// Levels of a hierarchy are written as long as they have at most so many volumes.
const VOLUMES: usize = 1024;

/// A body's shape as it was searched.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum TracedShape<'a> {
    /// Any shape; a mesh has a tree of swept spheres.
    Shape(&'a Shape),
    /// A mesh with a tree of spheres.
    Spheres(&'a MeshBvh<CutBall>),
}

/// A query and its answer.
#[derive(Clone, Copy, Debug)]
pub struct QueryTrace<'a> {
    /// What to call the trace.
    pub title: &'a str,
    /// The query's number in its file.
    pub query: usize,
    /// What the bodies are called.
    pub names: [&'a str; 2],
    /// What they are.
    pub shapes: [TracedShape<'a>; 2],
    /// How they move.
    pub motions: [&'a Ballistic; 2],
    /// The time that was looked at.
    pub span: Span,
    /// The algorithm.
    pub method: &'a str,
    /// The answer.
    pub outcome: &'a Outcome,
}

/// Writes a trace of a query, with the levels of the bodies' hierarchies.
pub fn write_query_trace<W: Write>(
    writer: W,
    query: &QueryTrace,
    precision: Precision,
    compression: Compression,
) -> io::Result<W> {
    let (start, end) = (query.span.start(), query.span.end());
    let header = Header {
        span: Some([start, end]),
        precision,
        ..Header::new(3, query.title)
    };
    let mut trace = TraceWriter::new(writer, &header, compression)?;
    let mut next = 0;
    let mut numbers = Vec::new();
    for shape in query.shapes {
        numbers.push(match shape {
            TracedShape::Shape(shape) => write_shape(&mut trace, shape, &mut next)?,
            TracedShape::Spheres(tree) => write_mesh(&mut trace, tree.mesh(), &mut next)?,
        } as u32);
    }
    trace.write(Bodies {
        shape: Some(numbers.into()),
        name: query.names.map(str::to_owned).to_vec(),
        ..Bodies::default()
    })?;
    trace.write(Segments {
        time: Some([start, start].into()),
        body: Some(vec![0_u32, 1].into()),
        moves: flights(&query.motions, start),
    })?;
    for (body, shape) in query.shapes.into_iter().enumerate() {
        match shape {
            TracedShape::Shape(Shape::Mesh(tree)) => {
                let swept = Some(swept_row as fn(&_) -> _);
                write_levels(&mut trace, body, |level| tree.level(level), swept, VOLUMES)?;
            }
            TracedShape::Spheres(tree) => {
                write_levels(&mut trace, body, |level| tree.level(level), None, VOLUMES)?;
            }
            TracedShape::Shape(_) => {}
        }
    }
    if let Verdict::Contact(contact) = &query.outcome.verdict {
        let vector = |vector: DVec3| Some(vector.to_array().into());
        trace.write(Events {
            time: Some([contact.lower].into()),
            a: Some(vec![0].into()),
            b: Some(vec![1].into()),
            kind: Some(vec![0_u8].into()),
            kinds: vec!["first contact".to_owned()],
            point: vector(0.5 * contact.point_a + 0.5 * contact.point_b),
            normal: vector(contact.normal),
            ..Events::default()
        })?;
    }
    trace.write(verdict(query))?;
    trace.end(end, "answered")
}

/// How bodies move from `start` on.
pub(crate) fn flights(motions: &[&Ballistic], start: f64) -> Moves {
    let column = |vector: &dyn Fn(&Ballistic) -> DVec3| {
        let vectors = motions.iter().map(|motion| vector(motion).to_array());
        Some(vectors.collect::<Vec<_>>().concat().into())
    };
    let falls = motions
        .iter()
        .any(|motion| motion.acceleration() != DVec3::ZERO);
    let pivots = motions.iter().map(|motion| motion.path().pivot);
    let rotations = motions
        .iter()
        .map(|motion| motion.placement(start).rotation.to_array());
    Moves {
        motion: if falls { "ballistic" } else { "velocity" }.to_owned(),
        position: column(&|motion| {
            let place = motion.placement(start);
            place.position + place.rotation * motion.path().pivot
        }),
        rotation: Some(rotations.collect::<Vec<_>>().concat().into()),
        linear: column(&|motion| motion.linear(start)),
        angular: column(&Ballistic::angular),
        acceleration: falls.then(|| column(&Ballistic::acceleration)).flatten(),
        pivot: pivots
            .clone()
            .any(|pivot| pivot != DVec3::ZERO)
            .then(|| column(&|motion| motion.path().pivot))
            .flatten(),
        ..Moves::default()
    }
}

/// The answer as docs/queries.md describes it, and what it answers.
fn verdict(query: &QueryTrace) -> Map<String, Value> {
    let line = answer_json(query.query, query.outcome, None);
    let mut verdict = match serde_json::from_str(&line) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    };
    verdict.insert("a".to_owned(), 0.into());
    verdict.insert("b".to_owned(), 1.into());
    let span = vec![query.span.start(), query.span.end()];
    verdict.insert("span".to_owned(), span.into());
    verdict.insert("method".to_owned(), query.method.into());
    verdict
}
