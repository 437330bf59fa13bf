//! Distance files: which bodies, where they are, and up to which distance their pieces are listed. `docs/queries.md`
//! describes the format.

use super::motion::{named_body, placement};
use super::{Body, BodyShape, Names, Shapes, bodies_and_queries};
use crate::json::{Complaint, Node, Object};
use crate::json_file::{JsonFile, JsonFileError};
use crate::max_size::MaxSize;
use osculate::{Resting, query::instant::Within};
use std::io::Read;
use std::path::Path;

const FILE: JsonFile = JsonFile {
    kind: "distance file",
};
pub(super) const FORMAT: &str = "osculate-distances/1";
pub(super) const FILE_KEYS: &[&str] = &["format", "bodies", "queries", "within"];
pub(super) const QUERY_KEYS: &[&str] = &["a", "b", "within"];
pub(super) const PLACED_KEYS: &[&str] = &["body", "at"];

/// A distance file, read, checked and with its shapes made: nothing in it can fail any more.
///
/// ```
/// use osculate_io::{DistanceFile, MaxSize};
/// let text = r#"{ "bodies": { "ball": { "ball": { "radius": 1 } } },
///     "queries": [ { "a": { "body": "ball", "at": { "position": [9, 0, 0] } }, "b": { "body": "ball", "at": {} } } ] }"#;
/// let file = DistanceFile::parse(text, "example".as_ref(), "".as_ref(), MaxSize::default())?;
/// assert_eq!((file.queries[0].a.body, file.queries[0].within), (0, None));
/// # Ok::<(), osculate_io::JsonFileError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DistanceFile {
    /// The shapes of the bodies; bodies of the same mesh and scale share one.
    pub shapes: Vec<BodyShape>,
    /// The bodies, in the order of the file.
    pub bodies: Vec<Body>,
    /// The queries, in the order of the file.
    pub queries: Vec<DistanceQuery>,
}

/// How far are `a` and `b` apart, or how deep in each other?
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DistanceQuery {
    /// One body.
    pub a: BodyPlacement,
    /// The other.
    pub b: BodyPlacement,
    /// Up to which distance pairs of their pieces are listed, if at all: that of the query, else of the file.
    pub within: Option<Within>,
}

/// A body and where it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyPlacement {
    /// The body's index in [`DistanceFile::bodies`].
    pub body: usize,
    /// Where it stands.
    pub rest: Resting,
}

impl DistanceFile {
    /// Reads the distance file at `path`, and the meshes that it names, relative to its folder. Each of these files has at
    /// most `most` bytes.
    pub fn read(path: &Path, most: MaxSize) -> Result<DistanceFile, JsonFileError> {
        let text = FILE.open(path, most)?;
        DistanceFile::parse(&text, path, path.parent().unwrap_or(Path::new("")), most)
    }

    /// Reads a distance file from `reader`; `name` stands for it in errors, and mesh paths are relative to `base`. It and
    /// each of its meshes have at most `most` bytes.
    pub fn from_reader(
        reader: impl Read,
        name: &Path,
        base: &Path,
        most: MaxSize,
    ) -> Result<DistanceFile, JsonFileError> {
        let text = FILE.receive(reader, name, most)?;
        DistanceFile::parse(&text, name, base, most)
    }

    /// Reads the distance file `text`; `name` stands for it in errors, and mesh paths are relative to `base`. Each mesh has
    /// at most `most` bytes.
    pub fn parse(
        text: &str,
        name: &Path,
        base: &Path,
        most: MaxSize,
    ) -> Result<DistanceFile, JsonFileError> {
        FILE.parse(text, name, |root| {
            distance_file(root, Shapes::new(base, most))
        })
    }
}

fn distance_file(root: &Node, shapes: Shapes) -> Result<DistanceFile, Complaint> {
    let object = root.object(FILE_KEYS)?;
    let for_all = within(&object)?;
    let read = |node: &Node, names: &Names| {
        let object = node.object(QUERY_KEYS)?;
        Ok(DistanceQuery {
            a: placed(&object.required("a")?, names)?,
            b: placed(&object.required("b")?, names)?,
            within: within(&object)?.or(for_all),
        })
    };
    let (shapes, bodies, queries) = bodies_and_queries(&object, FORMAT, shapes, read)?;
    Ok(DistanceFile {
        shapes,
        bodies,
        queries,
    })
}

fn within(object: &Object) -> Result<Option<Within>, Complaint> {
    let Some(node) = object.get("within") else {
        return Ok(None);
    };
    let within = Within::new(node.number()?);
    within
        .map(Some)
        .map_err(|error| node.complain(error.into()))
}

fn placed(node: &Node, names: &Names) -> Result<BodyPlacement, Complaint> {
    let object = node.object(PLACED_KEYS)?;
    let body = named_body(&object, names)?;
    let at = object.required("at")?;
    let rest = Resting::at(placement(&at)?).map_err(|error| at.complain(error.into()))?;
    Ok(BodyPlacement { body, rest })
}
