//! Files of waypoints.

use super::coordinates::Coordinates;
use super::edges::{configuration, joints};
use crate::json::{Complaint, Node};
use crate::json_file::{JsonFile, JsonFileError};
use crate::max_size::MaxSize;
use crate::problem::Problem;
use std::path::Path;

pub(super) const FILE: JsonFile = JsonFile { kind: "path file" };
pub(super) const PATH_KEYS: &[&str] = &["joints", "waypoints"];

/// The waypoints of the file at `path`, as whole configurations.
pub(super) fn read(
    path: &Path,
    robot: &Coordinates,
    most: MaxSize,
) -> Result<Vec<Vec<f64>>, JsonFileError> {
    let text = FILE.open(path, most)?;
    parse(&text, path, robot)
}

/// Those of the text of a file; `name` stands for it in errors.
pub(super) fn parse(
    text: &str,
    name: &Path,
    robot: &Coordinates,
) -> Result<Vec<Vec<f64>>, JsonFileError> {
    FILE.parse(text, name, |root| waypoints(root, robot))
}

fn waypoints(root: &Node, robot: &Coordinates) -> Result<Vec<Vec<f64>>, Complaint> {
    let object = root.object(PATH_KEYS)?;
    let columns = match object.get("joints") {
        Some(node) => joints(&node, robot)?,
        None => robot.all(),
    };
    let node = object.required("waypoints")?;
    let mut waypoints = Vec::new();
    for (index, value) in node.elements()?.into_iter().enumerate() {
        let mut waypoint = Vec::with_capacity(columns.full_width());
        configuration(&node.element(index, value), &columns, &mut waypoint)?;
        waypoints.push(waypoint);
    }
    match waypoints.len() {
        0 | 1 => Err(node.complain(Problem::TooFewWaypoints)),
        _ => Ok(waypoints),
    }
}
