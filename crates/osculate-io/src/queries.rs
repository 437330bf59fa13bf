//! Query files: which bodies, how they move, and how closely to look. `docs/queries.md` describes the format.

use crate::mesh_source::{MeshSourceError, load};
use glam::{DQuat, DVec3};
use json::{Complaint, Node, Shown};
use osculate::{
    ConstantVelocity, Limits, LimitsError, MeshError, MotionError, Placement, Span, SpanError,
    TriMesh,
};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

mod json;

const FORMAT: &str = "osculate-queries/1";
const FILE_KEYS: &[&str] = &[
    "format",
    "bodies",
    "queries",
    "span",
    "tolerance",
    "clearance",
];
const BODY_KEYS: &[&str] = &["mesh", "scale"];
const QUERY_KEYS: &[&str] = &["a", "b", "span", "tolerance", "clearance"];
const MOTION_KEYS: &[&str] = &["body", "from", "to", "at", "linear", "angular"];
const PLACEMENT_KEYS: &[&str] = &["position", "rotation"];

/// A query file, read, checked and with its meshes loaded: nothing in it can fail any more.
///
/// ```
/// use osculate_io::QueryFile;
/// let text = r#"{ "bodies": { "knot": { "mesh": "builtin:torus-knot?p=2&q=3&triangles=600" } },
///     "queries": [ { "a": { "body": "knot", "at": { "position": [9, 0, 0] }, "linear": [-9, 0, 0] },
///                    "b": { "body": "knot", "at": {} } } ] }"#;
/// let file = QueryFile::parse(text, "example".as_ref(), "".as_ref())?;
/// assert_eq!(file.queries[0].a.motion.linear().x, -9.0);
/// # Ok::<(), osculate_io::QueryFileError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QueryFile {
    /// The meshes of the bodies; bodies of the same mesh and scale share one.
    pub meshes: Vec<TriMesh>,
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
    /// Its mesh's index in [`QueryFile::meshes`].
    pub mesh: usize,
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
    /// Its motion.
    pub motion: ConstantVelocity,
}

/// Why a query file could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueryFileError {
    /// The file could not be opened or read.
    #[error("cannot read the query file {}: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is larger than [`QueryFile::LARGEST`].
    #[error("the query file {} is larger than {} bytes; split it", file.display(), QueryFile::LARGEST)]
    TooLarge {
        /// Its path.
        file: PathBuf,
    },
    /// There is nothing in the file.
    #[error("the query file {} is empty", file.display())]
    Empty {
        /// Its path.
        file: PathBuf,
    },
    /// The file is not text.
    #[error("the query file {} is not UTF-8 text: byte {byte} is wrong", file.display())]
    NotText {
        /// Its path.
        file: PathBuf,
        /// The first bad byte, counted from 0.
        byte: usize,
    },
    /// The file is not JSON.
    #[error("{}:{line}:{column}: not valid JSON: {message}", file.display())]
    NotJson {
        /// Its path.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Counted from 1; 0 for the end of the line before.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The file is JSON, but something in it is not as it must be.
    #[error("{}:{place}: {problem}", file.display())]
    Invalid {
        /// Its path.
        file: PathBuf,
        /// Where.
        place: JsonPlace,
        /// What is wrong there.
        problem: Box<Problem>,
    },
}

/// A place in a JSON file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonPlace {
    /// How to get there from the outside, such as `queries[3].a`; empty for the whole.
    pub path: String,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
}

impl fmt::Display for JsonPlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)?;
        if self.path.is_empty() {
            Ok(())
        } else {
            write!(f, ": {}", self.path)
        }
    }
}

/// What is wrong at a place of a query file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// A string has a broken escape.
    #[error("not valid JSON: {0}")]
    Syntax(String),
    /// Something else was expected.
    #[error("must be {expected}, not {found}")]
    WrongType {
        /// What should be here.
        expected: &'static str,
        /// What is here.
        found: String,
    },
    /// A number that is infinite as an `f64`.
    #[error("the number {} is too large for an f64", .0)]
    NumberTooLarge(String),
    /// An object has a key that means nothing.
    #[error("unknown key {}; known: {}", Shown(key), known.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
        /// Those that mean something.
        known: &'static [&'static str],
    },
    /// An object names a key twice.
    #[error("the key {} is given twice", Shown(.0))]
    DuplicateKey(String),
    /// An object lacks a key.
    #[error("the key {0:?} is missing")]
    MissingKey(&'static str),
    /// A format that this version does not read.
    #[error("unknown format {}; known: {FORMAT}", Shown(.0))]
    UnknownFormat(String),
    /// A query is about a body that the file does not define.
    #[error("there is no body {}; defined: {}", Shown(name), list(defined))]
    UnknownBody {
        /// The name.
        name: String,
        /// The bodies that there are.
        defined: Vec<String>,
    },
    /// Keys that do not make up a motion.
    #[error(
        "{0}; a motion is either \"from\" and \"to\", or \"at\" with optional \"linear\" and \"angular\""
    )]
    MotionKeys(&'static str),
    /// A placement or velocity out of range.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// A bad span.
    #[error(transparent)]
    Span(#[from] SpanError),
    /// A bad tolerance or clearance.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// A bad scale, or one that makes the mesh too large or too small.
    #[error(transparent)]
    Scale(#[from] MeshError),
    /// A mesh that cannot be had.
    #[error(transparent)]
    Mesh(#[from] MeshSourceError),
}

fn list(names: &[String]) -> String {
    const SHOWN: usize = 20;
    if names.is_empty() {
        return "none".to_owned();
    }
    let mut text: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| Shown(name).to_string())
        .collect();
    if names.len() > SHOWN {
        text.push(format!("and {} more", names.len() - SHOWN));
    }
    text.join(", ")
}

impl QueryFile {
    /// The most bytes that a query file may have.
    pub const LARGEST: u64 = 1 << 30;

    /// Reads the query file at `path`, and the meshes that it names, relative to its folder.
    pub fn read(path: &Path) -> Result<QueryFile, QueryFileError> {
        let file = path.to_owned();
        let text = match File::open(path).and_then(read_text) {
            Ok(text) => text,
            Err(source) => return Err(QueryFileError::Read { file, source }),
        };
        QueryFile::from_bytes(text, path, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads a query file from `reader`; `name` stands for it in errors, and mesh paths are relative to `base`.
    pub fn from_reader(
        reader: impl Read,
        name: &Path,
        base: &Path,
    ) -> Result<QueryFile, QueryFileError> {
        let file = name.to_owned();
        match read_text(reader) {
            Ok(text) => QueryFile::from_bytes(text, name, base),
            Err(source) => Err(QueryFileError::Read { file, source }),
        }
    }

    /// Reads the query file `text`; `name` stands for it in errors, and mesh paths are relative to `base`.
    pub fn parse(text: &str, name: &Path, base: &Path) -> Result<QueryFile, QueryFileError> {
        let file = || name.to_owned();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(QueryFileError::Empty { file: file() });
        }
        let root = Node::root(text).map_err(|error| QueryFileError::NotJson {
            file: file(),
            line: error.line(),
            column: error.column(),
            message: json::message(&error),
        })?;
        query_file(&root, base).map_err(|Complaint { place, problem }| QueryFileError::Invalid {
            file: file(),
            place,
            problem,
        })
    }

    fn from_bytes(bytes: Vec<u8>, name: &Path, base: &Path) -> Result<QueryFile, QueryFileError> {
        let file = || name.to_owned();
        if bytes.len() as u64 > QueryFile::LARGEST {
            return Err(QueryFileError::TooLarge { file: file() });
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => QueryFile::parse(text, name, base),
            Err(error) => Err(QueryFileError::NotText {
                file: file(),
                byte: error.valid_up_to(),
            }),
        }
    }
}

/// Everything, or one byte more than is allowed.
fn read_text(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(QueryFile::LARGEST + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn query_file(root: &Node, base: &Path) -> Result<QueryFile, Complaint> {
    let members = root.members_among(FILE_KEYS)?;
    if let Some(value) = find(&members, "format") {
        let node = root.member("format", value);
        let format = node.string()?;
        if format != FORMAT {
            return Err(node.complain(Problem::UnknownFormat(format)));
        }
    }
    let bodies_node = root.member("bodies", required(root, &members, "bodies")?);
    let body_members = bodies_node.members()?;
    let names: BTreeMap<&str, usize> = body_members
        .iter()
        .enumerate()
        .map(|(index, (name, _))| (name.as_str(), index))
        .collect();
    let span = span(root, &members)?.unwrap_or_default();
    let limits = limits(root, &members, Limits::default())?;

    let queries_node = root.member("queries", required(root, &members, "queries")?);
    let mut queries = Vec::new();
    for (index, value) in queries_node.elements()?.into_iter().enumerate() {
        queries.push(query(
            &queries_node.element(index, value),
            &names,
            span,
            limits,
        )?);
    }

    // Meshes last: they take the longest, and a mistake above should not have to wait for them.
    let mut sources: BTreeMap<(String, u64), usize> = BTreeMap::new();
    let (mut meshes, mut bodies) = (Vec::new(), Vec::new());
    for (name, value) in &body_members {
        let node = bodies_node.member(name, value);
        let members = node.members_among(BODY_KEYS)?;
        let mesh_node = node.member("mesh", required(&node, &members, "mesh")?);
        let source = mesh_node.string()?;
        let scale_node = find(&members, "scale").map(|value| node.member("scale", value));
        let scale = scale_node
            .as_ref()
            .map(|node| node.number())
            .transpose()?
            .unwrap_or(1.0);
        let next = meshes.len();
        let mesh = *sources
            .entry((source.clone(), scale.to_bits()))
            .or_insert(next);
        if mesh == next {
            let loaded = load(&source, base).map_err(|error| mesh_node.complain(error.into()))?;
            meshes.push(match &scale_node {
                Some(node) => loaded
                    .scaled(scale)
                    .map_err(|error| node.complain(error.into()))?,
                None => loaded,
            });
        }
        bodies.push(Body {
            name: name.clone(),
            mesh,
        });
    }
    Ok(QueryFile {
        meshes,
        bodies,
        queries,
    })
}

fn query(
    node: &Node,
    names: &BTreeMap<&str, usize>,
    file_span: Span,
    file_limits: Limits,
) -> Result<Query, Complaint> {
    let members = node.members_among(QUERY_KEYS)?;
    Ok(Query {
        a: body_motion(&node.member("a", required(node, &members, "a")?), names)?,
        b: body_motion(&node.member("b", required(node, &members, "b")?), names)?,
        span: span(node, &members)?.unwrap_or(file_span),
        limits: limits(node, &members, file_limits)?,
    })
}

fn body_motion(node: &Node, names: &BTreeMap<&str, usize>) -> Result<BodyMotion, Complaint> {
    let members = node.members_among(MOTION_KEYS)?;
    let name_node = node.member("body", required(node, &members, "body")?);
    let name = name_node.string()?;
    let Some(&body) = names.get(name.as_str()) else {
        let defined = names.keys().map(|&name| name.to_owned()).collect();
        return Err(name_node.complain(Problem::UnknownBody { name, defined }));
    };
    let placement = |key| match find(&members, key) {
        Some(value) => placement(&node.member(key, value)).map(Some),
        None => Ok(None),
    };
    let velocity = |key| match find(&members, key) {
        Some(value) => node.member(key, value).numbers::<3>(VECTOR).map(Some),
        None => Ok(None),
    };
    let (from, to, at) = (placement("from")?, placement("to")?, placement("at")?);
    let (linear, angular) = (velocity("linear")?, velocity("angular")?);
    let moves = linear.is_some() || angular.is_some();
    let motion = match (from, to, at) {
        (Some(from), Some(to), None) if !moves => ConstantVelocity::between(from, to),
        (None, None, Some(at)) => ConstantVelocity::new(
            at,
            linear.unwrap_or_default().into(),
            angular.unwrap_or_default().into(),
        ),
        _ => {
            return Err(node.complain(Problem::MotionKeys(match (from, to, at) {
                (None, None, None) if moves => "a velocity needs \"at\"",
                (None, None, None) => "the motion is missing",
                (Some(_), _, Some(_)) => "\"from\" and \"at\" exclude each other",
                (_, Some(_), Some(_)) => "\"to\" and \"at\" exclude each other",
                (Some(_), None, None) => "\"from\" needs \"to\"",
                (None, Some(_), None) => "\"to\" needs \"from\"",
                _ if linear.is_some() => "\"linear\" goes with \"at\" only",
                _ => "\"angular\" goes with \"at\" only",
            })));
        }
    };
    Ok(BodyMotion {
        body,
        motion: motion.map_err(|error| node.complain(error.into()))?,
    })
}

const VECTOR: &str = "an array of 3 numbers [x, y, z]";

fn placement(node: &Node) -> Result<Placement, Complaint> {
    let members = node.members_among(PLACEMENT_KEYS)?;
    let mut placement = Placement::default();
    if let Some(value) = find(&members, "position") {
        placement.position = DVec3::from_array(node.member("position", value).numbers(VECTOR)?);
    }
    if let Some(value) = find(&members, "rotation") {
        let quaternion = node
            .member("rotation", value)
            .numbers("a unit quaternion of 4 numbers [x, y, z, w]")?;
        placement.rotation = DQuat::from_array(quaternion);
    }
    // Checked here already, where the place is known.
    match ConstantVelocity::at_rest(placement) {
        Ok(_) => Ok(placement),
        Err(error) => Err(node.complain(error.into())),
    }
}

fn span(node: &Node, members: &[(String, &RawValue)]) -> Result<Option<Span>, Complaint> {
    let Some(value) = find(members, "span") else {
        return Ok(None);
    };
    let node = node.member("span", value);
    let [start, end] = node.numbers("an array of 2 times [start, end]")?;
    Span::new(start, end)
        .map(Some)
        .map_err(|error| node.complain(error.into()))
}

fn limits(
    node: &Node,
    members: &[(String, &RawValue)],
    mut limits: Limits,
) -> Result<Limits, Complaint> {
    type Setter = fn(Limits, f64) -> Result<Limits, LimitsError>;
    let setters: [(&str, Setter); 2] = [
        ("tolerance", Limits::with_tolerance),
        ("clearance", Limits::with_clearance),
    ];
    for (key, set) in setters {
        if let Some(value) = find(members, key) {
            let node = node.member(key, value);
            limits = set(limits, node.number()?).map_err(|error| node.complain(error.into()))?;
        }
    }
    Ok(limits)
}

fn find<'t>(members: &[(String, &'t RawValue)], key: &str) -> Option<&'t RawValue> {
    members
        .iter()
        .find(|(name, _)| name == key)
        .map(|&(_, value)| value)
}

fn required<'t>(
    node: &Node,
    members: &[(String, &'t RawValue)],
    key: &'static str,
) -> Result<&'t RawValue, Complaint> {
    find(members, key).ok_or_else(|| node.complain(Problem::MissingKey(key)))
}

#[cfg(test)]
mod tests;
