//! How robots move and what stands around them, from files. `docs/robots.md` describes the formats.

mod answers;
pub(crate) mod coordinates;
mod edges;
mod environment;
mod path_file;
mod schema;

use crate::json_file::JsonFileError;
use crate::max_size::MaxSize;
pub use answers::robot_answer_json;
use coordinates::Coordinates;
pub use coordinates::JointNamesError;
pub use edges::{Edges, EdgesError};
use osculate::robot::{Environment, Robot};
pub use schema::{edges_schema, environment_schema, path_schema};
use std::path::Path;

/// The waypoints of the path file at `path`, which has at most `most` bytes: whole configurations of the robot.
///
/// Numbers are of the joints that the file names, else of all that move, in the robot's order; what is left out stands at its
/// default.
pub fn read_path(
    path: &Path,
    robot: &Robot,
    most: MaxSize,
) -> Result<Vec<Vec<f64>>, JsonFileError> {
    path_file::read(path, &coordinates(robot), most)
}

/// [`read_path`] of a text; `name` stands for it in errors.
///
/// ```
/// use osculate::robot::{Joint, JointKind, RobotBuilder};
/// let mut builder = RobotBuilder::new("frame");
/// builder.link("leaf");
/// builder.joint(Joint::new("hinge", JointKind::Continuous, "frame", "leaf"));
/// let door = builder.build()?;
/// let waypoints = osculate_io::parse_path(r#"{"joints": ["hinge"], "waypoints": [[0], [1.5]]}"#, "p".as_ref(), &door)?;
/// assert_eq!(waypoints, [[0.0], [1.5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_path(text: &str, name: &Path, robot: &Robot) -> Result<Vec<Vec<f64>>, JsonFileError> {
    path_file::parse(text, name, &coordinates(robot))
}

/// The edges of the file at `path`, which has at most `most` bytes and a name that ends in `.json`, `.csv`, `.npz` or `.npy`.
///
/// Numbers are of the joints that the file names, else of all that move, in the robot's order; what is left out stands at its
/// default.
pub fn read_edges(path: &Path, robot: &Robot, most: MaxSize) -> Result<Edges, EdgesError> {
    edges::read(path, &coordinates(robot), most)
}

/// [`read_edges`] of the text of a JSON file; `name` stands for it in errors.
pub fn parse_edges(text: &str, name: &Path, robot: &Robot) -> Result<Edges, JsonFileError> {
    edges::parse_json(text, name, &coordinates(robot))
}

/// What stands around a robot, by the file at `path`. It and each of its meshes have at most `most` bytes.
pub fn read_environment(
    path: &Path,
    robot: &Robot,
    most: MaxSize,
) -> Result<Environment, JsonFileError> {
    environment::read(path, robot, most)
}

/// [`read_environment`] of a text; `name` stands for it in errors, and mesh paths are relative to `base`.
pub fn parse_environment(
    text: &str,
    name: &Path,
    base: &Path,
    robot: &Robot,
    most: MaxSize,
) -> Result<Environment, JsonFileError> {
    environment::parse(text, name, base, robot, most)
}

fn coordinates(robot: &Robot) -> Coordinates {
    let joints = robot.joints().iter().map(|joint| {
        let width = if joint.mimic.is_some() {
            0
        } else {
            joint.kind.width()
        };
        (joint.name.clone(), width)
    });
    Coordinates::new(joints, robot.default_configuration())
}
