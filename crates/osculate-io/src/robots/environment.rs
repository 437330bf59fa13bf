//! Files of what stands around a robot.

use crate::json::{Complaint, Node, Object};
use crate::json_file::{JsonFile, JsonFileError};
use crate::max_size::MaxSize;
use crate::problem::Problem;
use crate::queries::{BodyShape, OBSTACLE_KEYS, Shapes, placement};
use osculate::robot::{Environment, Obstacle, Robot};
use osculate::{ConstantVelocity, MeshBvh, Placement, Shape};
use std::path::Path;
use std::sync::Arc;

pub(super) const FILE: JsonFile = JsonFile {
    kind: "environment file",
};
pub(super) const ENVIRONMENT_KEYS: &[&str] = &["bodies"];

/// The environment that the file at `path` describes; meshes are relative to its folder.
pub(super) fn read(
    path: &Path,
    robot: &Robot,
    most: MaxSize,
) -> Result<Environment, JsonFileError> {
    let text = FILE.open(path, most)?;
    let base = path.parent().unwrap_or(Path::new(""));
    parse(&text, path, base, robot, most)
}

/// That of the text of a file; `name` stands for it in errors, and mesh paths are relative to `base`.
pub(super) fn parse(
    text: &str,
    name: &Path,
    base: &Path,
    robot: &Robot,
    most: MaxSize,
) -> Result<Environment, JsonFileError> {
    FILE.parse(text, name, |root| {
        environment(root, robot, Shapes::new(base, most))
    })
}

fn environment(root: &Node, robot: &Robot, mut shapes: Shapes) -> Result<Environment, Complaint> {
    let object = root.object(ENVIRONMENT_KEYS)?;
    let bodies = object.required("bodies")?;
    let members = bodies.members()?;
    let mut numbers = Vec::new();
    for (name, value) in &members {
        let node = bodies.member(name, value);
        let object = node.object(OBSTACLE_KEYS)?;
        // Where it is comes first: meshes take the longest, and a mistake should not have to wait for them.
        Standing::read(&object, robot)?;
        touch_links(&object, robot)?;
        numbers.push(shapes.of(&object)?);
    }
    let made: Vec<Shape> = shapes.into_vec().into_iter().map(shape).collect();
    let mut environment = Environment::new();
    for ((name, value), number) in members.iter().zip(numbers) {
        let node = bodies.member(name, value);
        let object = node.object(OBSTACLE_KEYS)?;
        let shape = made[number].clone();
        let obstacle = match Standing::read(&object, robot)? {
            Standing::Still(at) => {
                let made = Obstacle::resting(name.as_str(), shape, at);
                made.map_err(|error| node.complain(error.into()))?
            }
            Standing::Moving(motion) => Obstacle::moving(name.as_str(), shape, *motion),
            Standing::Attached(link, at) => {
                if let (Shape::HalfSpace(_), Some(node)) = (&shape, object.get("attached_to")) {
                    let (key, with) = ("attached_to", "bodies of finite size");
                    return Err(node.complain(Problem::Misplaced { key, with }));
                }
                Obstacle::attached(name.as_str(), shape, link, at)
            }
        };
        environment.add(obstacle.with_touch_links(touch_links(&object, robot)?));
    }
    Ok(environment)
}

/// The links that may touch a body.
fn touch_links(object: &Object, robot: &Robot) -> Result<Vec<String>, Complaint> {
    let Some(node) = object.get("touch_links") else {
        return Ok(Vec::new());
    };
    let mut links = Vec::new();
    for (index, value) in node.elements()?.into_iter().enumerate() {
        links.push(link(&node.element(index, value), robot)?);
    }
    Ok(links)
}

/// The name of a link that the robot has.
fn link(node: &Node, robot: &Robot) -> Result<String, Complaint> {
    let name = node.string()?;
    match robot.link_named(&name) {
        Some(_) => Ok(name),
        None => Err(node.complain(Problem::UnknownLink(name))),
    }
}

/// Where a body is.
enum Standing {
    Still(Placement),
    Moving(Box<ConstantVelocity>),
    Attached(String, Placement),
}

impl Standing {
    fn read(object: &Object, robot: &Robot) -> Result<Standing, Complaint> {
        let at = placement(&object.required("at")?)?;
        if let Some(node) = object.get("attached_to") {
            for key in ["linear", "angular"] {
                if let Some(node) = object.get(key) {
                    let with = "bodies that nothing carries";
                    return Err(node.complain(Problem::Misplaced { key, with }));
                }
            }
            return Ok(Standing::Attached(link(&node, robot)?, at));
        }
        let velocity = |key| object.get(key).map(|node| node.vector()).transpose();
        let (linear, angular) = (velocity("linear")?, velocity("angular")?);
        if linear.is_none() && angular.is_none() {
            return Ok(Standing::Still(at));
        }
        let motion =
            ConstantVelocity::new(at, linear.unwrap_or_default(), angular.unwrap_or_default());
        motion
            .map(|motion| Standing::Moving(Box::new(motion)))
            .map_err(|error| object.node.complain(error.into()))
    }
}

/// A shape as queries take it.
fn shape(body: BodyShape) -> Shape {
    match body {
        BodyShape::Mesh(mesh) => Shape::from(Arc::new(MeshBvh::new(mesh))),
        BodyShape::Hull(hull) => hull.into(),
        BodyShape::Compound(compound) => compound.into(),
        BodyShape::HalfSpace(half_space) => half_space.into(),
    }
}
