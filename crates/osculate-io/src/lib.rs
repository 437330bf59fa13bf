//! Files for Osculate.
//!
//! | what | function |
//! | --- | --- |
//! | a mesh named by a user: a file, or a built-in mesh | [`load`] |
//! | a mesh file, OBJ, PLY or STL | [`load_mesh`] |
//! | a built-in mesh such as `builtin:torus-knot?p=2&q=3&triangles=34600` | [`builtin_mesh`] |
//! | a query file, `osculate-queries/1`, with its shapes | [`QueryFile::read`] |
//! | a distance file, `osculate-distances/1`: bodies that stand still | [`DistanceFile::read`] |
//! | the formats of query files, distance files and scenes, as JSON schemas | [`queries_schema`], [`distances_schema`], [`scene_schema`] |
//! | the lines of traces, as a JSON schema | [`trace_schema`] |
//! | an answer to a query, as a line of JSON | [`answer_json`] |
//! | queries and answers as columns of NPZ files | [`QueryFile::read_npz`], [`AnswerArrays`], [`PrimitiveArrays::read`], [`PrimitiveAnswerArrays`] |
//! | the separation or depth of two bodies, as a line of JSON | [`distance_json`] |
//! | vertices, faces and edges on straight lines, with known answers: a CSV file of rationals | [`PrimitiveQueries::open`] |
//! | an answer to such a query, as a line of JSON | [`primitive_answer_json`] |
//! | a robot: URDF and SRDF files, with the meshes that they name | [`RobotFile::read`] |
//! | paths, edges and surroundings of a robot | [`read_path`], [`read_edges`], [`read_environment`] |
//! | the formats of paths, edges and surroundings, as JSON schemas | [`path_schema`], [`edges_schema`], [`environment_schema`] |
//! | an answer about a robot, as a line of JSON | [`robot_answer_json`] |
//! | a scene of discs or spheres, `osculate-scene/1` | [`EventSceneFile::read`] |
//! | a scene of rigid bodies, `osculate-world/1`, and its format as a JSON schema | [`WorldSceneFile::read`], [`world_schema`] |
//! | a trace of a query: two bodies, their motions, and the answer | [`write_query_trace`] |
//! | a trace of a robot on a path, among obstacles, and the answer | [`write_robot_trace`] |
//! | a trace of meshes that deform, and of their contacts | [`write_deform_trace`] |
//! | shapes and trees of the library for other traces | [`write_shape`], [`write_levels`] |
//! | a trace of a run of events | [`EventTraceWriter`]; `osculate_trace` reads it |
//! | a trace of a world of rigid bodies | [`WorldTraceWriter`] |
//! | a trace of version 1, converted | [`convert_version_one`], [`open_trace`] |
//! | a run of events, to be resumed | [`Checkpoint::write`], [`AnyCheckpoint::read`] |
//! | contacts of a deforming mesh, and the largest free step, as lines of JSON | [`deforming_contact_json`], [`free_step_json`] |
//!
//! Discs and spheres need the feature `events`, rigid bodies `world`, robots `urdf`, NPZ files `npz`; all are on by default.
//! Without them (`default-features = false`) the crate still has meshes, queries and answers, and does not compile
//! `osculate-events`, `osculate-world` and readers of XML and ZIP.
//!
//! Reading any file gives a valid object, or an error that names the place and the cause. It never panics, and takes no more
//! memory than a small multiple of the file's size, which is at most a [`MaxSize`].

#[cfg(feature = "npz")]
mod answer_arrays;
mod answers;
mod builtin;
#[cfg(feature = "urdf")]
mod collada;
mod content;
mod deform_trace;
mod deforming_answers;
mod distance_answers;
#[cfg(feature = "events")]
mod events;
mod json;
mod json_file;
mod max_size;
mod mesh_file;
mod mesh_source;
#[cfg(feature = "npz")]
mod npy;
#[cfg(feature = "npz")]
mod npz;
mod obj;
mod ply;
mod primitive_answers;
#[cfg(feature = "npz")]
mod primitive_arrays;
mod primitive_queries;
mod problem;
mod queries;
#[cfg(feature = "npz")]
mod query_arrays;
mod query_trace;
mod robot_trace;
#[cfg(feature = "urdf")]
mod robots;
mod schema;
mod stl;
mod text;
mod trace_schema;
mod traced_shape;
#[cfg(feature = "urdf")]
mod urdf;
#[cfg(feature = "world")]
mod world;
#[cfg(feature = "urdf")]
mod xml;

#[cfg(feature = "npz")]
pub use answer_arrays::{AnswerArrays, AnswerPlace, answer_bracket, verdict_number};
pub use answers::answer_json;
pub use builtin::{BuiltinError, builtin_mesh, builtin_names};
pub use content::Content;
pub use deform_trace::{DeformTrace, write_deform_trace};
pub use deforming_answers::{deforming_contact_json, free_step_json};
pub use distance_answers::distance_json;
#[cfg(feature = "events")]
pub use events::{
    AnyCheckpoint, Checkpoint, CheckpointError, ConvertError, EventScene, EventSceneFile,
    EventTraceOptions, EventTraceWriter, Overlaps, StartSums, VersionOneError, convert_version_one,
    open_trace, scene_schema,
};
pub use json_file::JsonFileError;
pub use max_size::MaxSize;
pub use mesh_file::{MeshFileError, Place, load_mesh, load_mesh_within};
pub use mesh_source::{MeshSourceError, load};
#[cfg(feature = "npz")]
pub use npz::NpzError;
pub use primitive_answers::primitive_answer_json;
#[cfg(feature = "npz")]
pub use primitive_arrays::{PrimitiveAnswerArrays, PrimitiveArrays};
pub use primitive_queries::{PrimitiveFileError, PrimitivePair, PrimitiveQueries, PrimitiveQuery};
pub use problem::{JsonPlace, Problem};
pub use queries::{
    Body, BodyMotion, BodyPlacement, BodyShape, DistanceFile, DistanceQuery, Query, QueryFile,
    distances_schema, queries_schema,
};
pub use query_trace::{QueryTrace, TracedShape, write_query_trace};
pub use robot_trace::{RobotTrace, write_robot_trace};
pub use trace_schema::trace_schema;
pub use traced_shape::{swept_row, write_levels, write_mesh, write_shape};

#[cfg(feature = "urdf")]
pub use robots::{
    Edges, EdgesError, JointNamesError, edges_schema, environment_schema, parse_edges,
    parse_environment, parse_path, path_schema, read_edges, read_environment, read_path,
    robot_answer_json,
};
#[cfg(feature = "world")]
pub use world::{PolylineError, WorldSceneFile, WorldTraceOptions, WorldTraceWriter, world_schema};

#[cfg(feature = "urdf")]
pub use urdf::{
    JointGroup, NamedState, Packages, RobotFile, RobotFileError, RobotPart, RobotPlace,
    RobotProblem,
};

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
