//! What is wrong at a place of a query file or a scene file.

use crate::json::Shown;
use crate::mesh_source::MeshSourceError;
#[cfg(feature = "urdf")]
use crate::robots::JointNamesError;
use osculate::{
    mesh::MeshError,
    motion::MotionError,
    numbers::SpanError,
    query::{LimitsError, instant::WithinError},
    shape::{CompoundError, HalfSpaceError, HullError},
};
#[cfg(feature = "events")]
use osculate_events::SceneError;
#[cfg(feature = "world")]
use osculate_world::{CabledError, WorldError};
use std::fmt;
use thiserror::Error;

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

/// What is wrong at a place of a query file or a scene file.
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
    #[error("unknown format {}; known: {known}", Shown(format))]
    UnknownFormat {
        /// What it calls itself.
        format: String,
        /// The one that is read here.
        known: &'static str,
    },
    /// A query is about a body that the file does not define.
    #[error("there is no body {}; defined: {}", Shown(name), list(defined))]
    UnknownBody {
        /// The name.
        name: String,
        /// The bodies that there are.
        defined: Vec<String>,
    },
    /// A body without a shape.
    #[error("the shape is missing; known: {}", known.join(", "))]
    NoShape {
        /// The keys of which one is needed.
        known: &'static [&'static str],
    },
    /// A body with more than one shape.
    #[error("{:?} and {:?} exclude each other; a body has one shape, a compound has parts", .0[0], .0[1])]
    TwoShapes([&'static str; 2]),
    /// A key that means nothing beside this shape.
    #[error("{key:?} goes with {with} only")]
    Misplaced {
        /// The key.
        key: &'static str,
        /// What it goes with.
        with: &'static str,
    },
    /// Keys that do not make up a hull.
    #[error("a hull has either \"mesh\" or \"points\"")]
    HullKeys,
    /// A convex shape with a length or a point out of range.
    #[error(transparent)]
    Hull(#[from] HullError),
    /// A compound without parts, or with too many.
    #[error(transparent)]
    Compound(#[from] CompoundError),
    /// A half-space without direction, or out of range.
    #[error(transparent)]
    HalfSpace(#[from] HalfSpaceError),
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
    /// A bad distance up to which pieces of bodies are near each other.
    #[error(transparent)]
    Within(#[from] WithinError),
    /// A bad tolerance or clearance.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// A bad scale, or one that makes the mesh too large or too small.
    #[error(transparent)]
    Scale(#[from] MeshError),
    /// A mesh that cannot be had.
    #[error(transparent)]
    Mesh(#[from] MeshSourceError),
    /// Names of joints that a robot does not have.
    #[cfg(feature = "urdf")]
    #[error(transparent)]
    Joints(#[from] JointNamesError),
    /// A configuration with too few or too many numbers.
    #[error("a configuration has {expected} numbers here, not {found}")]
    ConfigurationWidth {
        /// How many numbers it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A path that leads nowhere.
    #[error("a path needs at least two waypoints")]
    TooFewWaypoints,
    /// A robot's link that there is none of.
    #[error("the robot has no link {}", Shown(.0))]
    UnknownLink(String),
    /// A word that means nothing here.
    #[error("{} is not known here; known: {}", Shown(word), known.join(", "))]
    UnknownWord {
        /// The word.
        word: String,
        /// Those that mean something.
        known: &'static [&'static str],
    },
    /// A number of dimensions other than 2 and 3.
    #[error("a scene has 2 or 3 dimensions, not {0}")]
    Dimension(String),
    /// A scene without bodies.
    #[error("there must be at least one body")]
    NoBodies,
    /// More walls than a search can keep in memory.
    #[error("{found} walls are too many: at most {most}, of which {unbounded} planes and hollows")]
    TooManyWalls {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
        /// How many of them may be solid without bounds.
        unbounded: usize,
    },
    /// Bodies, walls and a domain that are no scene.
    #[cfg(feature = "events")]
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// Bodies and settings that are no world.
    #[cfg(feature = "world")]
    #[error(transparent)]
    World(#[from] WorldError),
    /// A cable that cannot be in its world.
    #[cfg(feature = "world")]
    #[error(transparent)]
    Cabled(#[from] CabledError),
    /// A polyline that cannot be had.
    #[cfg(feature = "world")]
    #[error(transparent)]
    Polyline(#[from] crate::world::PolylineError),
    /// A cable without points, or with points from two places.
    #[error("a cable has either \"points\" or a \"file\"")]
    CablePoints,
    /// A cable that is not defined before the one that names it.
    #[error(
        "there is no cable {} before this one; there are: {}",
        Shown(name),
        list(defined)
    )]
    UnknownCable {
        /// The name.
        name: String,
        /// The cables before it.
        defined: Vec<String>,
    },
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
