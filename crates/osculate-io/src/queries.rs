//! Query files: which bodies, how they move, and how closely to look. `docs/queries.md` describes the format.

use crate::json::{Complaint, Node, Object};
use crate::json_file::{JsonFile, JsonFileError};
use crate::max_size::MaxSize;
use crate::mesh_source::{MeshSourceError, load};
use crate::problem::Problem;
pub use distances::{BodyPlacement, DistanceFile, DistanceQuery};
use motion::body_motion;
#[cfg(any(feature = "urdf", feature = "world"))]
pub(crate) use motion::placement;
use osculate::{ConstantVelocity, Limits, Span, motion::Ballistic, query::LimitsError};
#[cfg(feature = "urdf")]
pub(crate) use schema::body_schema;
#[cfg(any(feature = "urdf", feature = "world"))]
pub(crate) use schema::body_schema_parts;
#[cfg(feature = "world")]
pub(crate) use schema::solid_schema;
pub use schema::{distances_schema, queries_schema};
pub use shape::BodyShape;
#[cfg(feature = "urdf")]
pub(crate) use shape::OBSTACLE_KEYS;
pub(crate) use shape::Shapes;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

mod distances;
mod motion;
mod schema;
mod shape;

const FILE: JsonFile = JsonFile { kind: "query file" };
pub(crate) const FORMAT: &str = "osculate-queries/1";
const FILE_KEYS: &[&str] = &[
    "format",
    "bodies",
    "queries",
    "span",
    "tolerance",
    "clearance",
];
const QUERY_KEYS: &[&str] = &["a", "b", "span", "tolerance", "clearance"];

/// A query file, read, checked and with its shapes made: nothing in it can fail any more.
///
/// ```
/// use osculate_io::{MaxSize, QueryFile};
/// let text = r#"{ "bodies": { "knot": { "mesh": "builtin:torus-knot?p=2&q=3&triangles=600" } },
///     "queries": [ { "a": { "body": "knot", "at": { "position": [9, 0, 0] }, "linear": [-9, 0, 0] },
///                    "b": { "body": "knot", "at": {} } } ] }"#;
/// let file = QueryFile::parse(text, "example".as_ref(), "".as_ref(), MaxSize::default())?;
/// assert_eq!(file.queries[0].a.motion.linear(0.0).x, -9.0);
/// # Ok::<(), osculate_io::JsonFileError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QueryFile {
    /// The shapes of the bodies; bodies of the same mesh and scale share one.
    pub shapes: Vec<BodyShape>,
    /// The bodies, in the order of the file.
    pub bodies: Vec<Body>,
    /// The queries, in the order of the file.
    pub queries: Vec<Query>,
}

/// A named body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Body {
    /// Its name in the file.
    pub name: String,
    /// Its shape's index in [`QueryFile::shapes`].
    pub shape: usize,
}

/// When do `a` and `b` first touch?
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Query {
    /// One body.
    pub a: BodyMotion,
    /// The other.
    pub b: BodyMotion,
    /// The time to look at: the query's own, else the file's, else `[0, 1]`.
    pub span: Span,
    /// Tolerance and clearance: the query's own, else the file's, else the defaults.
    pub limits: Limits,
}

/// A body and how it moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyMotion {
    /// The body's index in [`QueryFile::bodies`].
    pub body: usize,
    /// Its motion; without an acceleration by default.
    pub motion: Ballistic,
}

impl QueryFile {
    /// Reads the query file at `path`, and the meshes that it names, relative to its folder. Each of these files has at
    /// most `most` bytes.
    pub fn read(path: &Path, most: MaxSize) -> Result<QueryFile, JsonFileError> {
        let text = FILE.open(path, most)?;
        QueryFile::parse(&text, path, path.parent().unwrap_or(Path::new("")), most)
    }

    /// Reads a query file from `reader`; `name` stands for it in errors, and mesh paths are relative to `base`. It and
    /// each of its meshes have at most `most` bytes.
    pub fn from_reader(
        reader: impl Read,
        name: &Path,
        base: &Path,
        most: MaxSize,
    ) -> Result<QueryFile, JsonFileError> {
        let text = FILE.receive(reader, name, most)?;
        QueryFile::parse(&text, name, base, most)
    }

    /// Reads the query file `text`; `name` stands for it in errors, and mesh paths are relative to `base`. Each mesh has
    /// at most `most` bytes.
    pub fn parse(
        text: &str,
        name: &Path,
        base: &Path,
        most: MaxSize,
    ) -> Result<QueryFile, JsonFileError> {
        FILE.parse(text, name, |root| query_file(root, Shapes::new(base, most)))
    }

    /// One query of two meshes, with the default limits: each is a file or a built-in shape, as [`load`] takes it, relative to
    /// the working directory, of at most `most` bytes. The bodies are named after them.
    ///
    /// ```
    /// use osculate::{ConstantVelocity, Span};
    /// use osculate_io::{MaxSize, QueryFile};
    /// let knot = "builtin:torus-knot?p=2&q=3&triangles=600";
    /// let rests = ConstantVelocity::at_rest(Default::default())?;
    /// let file = QueryFile::of_two([knot, knot], [rests.clone(), rests], Span::default(), MaxSize::default())?;
    /// assert_eq!((file.shapes.len(), file.queries.len()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_two(
        meshes: [&str; 2],
        [a, b]: [ConstantVelocity; 2],
        span: Span,
        most: MaxSize,
    ) -> Result<QueryFile, MeshSourceError> {
        let [first, second] = meshes;
        let mut shapes = vec![BodyShape::Mesh(load(first, Path::new(""), most)?)];
        if second != first {
            shapes.push(BodyShape::Mesh(load(second, Path::new(""), most)?));
        }
        let last = shapes.len() - 1;
        let body = |name: &str, shape| Body {
            name: name.to_owned(),
            shape,
        };
        Ok(QueryFile {
            shapes,
            bodies: vec![body(first, 0), body(second, last)],
            queries: vec![Query {
                a: BodyMotion {
                    body: 0,
                    motion: a.into(),
                },
                b: BodyMotion {
                    body: 1,
                    motion: b.into(),
                },
                span,
                limits: Limits::default(),
            }],
        })
    }
}

fn query_file(root: &Node, shapes: Shapes) -> Result<QueryFile, Complaint> {
    let object = root.object(FILE_KEYS)?;
    let span = span(&object)?.unwrap_or_default();
    let limits = limits(&object, Limits::default())?;
    let read = |node: &Node, names: &Names| query(node, names, span, limits);
    let (shapes, bodies, queries) = bodies_and_queries(&object, FORMAT, shapes, read)?;
    Ok(QueryFile {
        shapes,
        bodies,
        queries,
    })
}

/// The bodies of a file by their names, as numbers.
type Names<'n> = BTreeMap<&'n str, usize>;

/// The shapes, bodies and queries of a file.
type Parts<Q> = (Vec<BodyShape>, Vec<Body>, Vec<Q>);

/// Reads them.
fn bodies_and_queries<Q>(
    object: &Object,
    known: &'static str,
    mut shapes: Shapes,
    read: impl Fn(&Node, &Names) -> Result<Q, Complaint>,
) -> Result<Parts<Q>, Complaint> {
    if let Some(node) = object.get("format") {
        let format = node.string()?;
        if format != known {
            return Err(node.complain(Problem::UnknownFormat { format, known }));
        }
    }
    let bodies_node = object.required("bodies")?;
    let body_members = bodies_node.members()?;
    let names: Names = body_members
        .iter()
        .enumerate()
        .map(|(index, (name, _))| (name.as_str(), index))
        .collect();
    let queries_node = object.required("queries")?;
    let mut queries = Vec::new();
    for (index, value) in queries_node.elements()?.into_iter().enumerate() {
        queries.push(read(&queries_node.element(index, value), &names)?);
    }

    // Meshes take the longest, and a mistake above should not have to wait for them.
    let mut bodies = Vec::new();
    for (name, value) in &body_members {
        bodies.push(Body {
            name: name.clone(),
            shape: shapes.body(&bodies_node.member(name, value))?,
        });
    }
    Ok((shapes.into_vec(), bodies, queries))
}

fn query(
    node: &Node,
    names: &BTreeMap<&str, usize>,
    file_span: Span,
    file_limits: Limits,
) -> Result<Query, Complaint> {
    let object = node.object(QUERY_KEYS)?;
    Ok(Query {
        a: body_motion(&object.required("a")?, names)?,
        b: body_motion(&object.required("b")?, names)?,
        span: span(&object)?.unwrap_or(file_span),
        limits: limits(&object, file_limits)?,
    })
}

fn span(object: &Object) -> Result<Option<Span>, Complaint> {
    let Some(node) = object.get("span") else {
        return Ok(None);
    };
    let [start, end] = node.numbers("an array of 2 times [start, end]")?;
    Span::new(start, end)
        .map(Some)
        .map_err(|error| node.complain(error.into()))
}

fn limits(object: &Object, mut limits: Limits) -> Result<Limits, Complaint> {
    type Setter = fn(Limits, f64) -> Result<Limits, LimitsError>;
    let setters: [(&str, Setter); 2] = [
        ("tolerance", Limits::with_tolerance),
        ("clearance", Limits::with_clearance),
    ];
    for (key, set) in setters {
        if let Some(node) = object.get(key) {
            limits = set(limits, node.number()?).map_err(|error| node.complain(error.into()))?;
        }
    }
    Ok(limits)
}

#[cfg(test)]
mod tests;
