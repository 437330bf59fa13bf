//! A robot of what its files say.

use super::description::{Description, Form, Joint, Kind, Link, LinkShape};
use super::element::Complaint;
use super::meshes::Meshes;
use super::problem::{RobotPart, RobotProblem};
use super::srdf::{NamedState, Semantics};
use super::tree::of_joint;
use osculate::robot::{self, JointKind, Robot, RobotBuilder, RobotError};
use osculate::{Hull, Shape};
use std::collections::BTreeMap;

/// The robot whose root is link number `root`.
pub(super) fn build(
    description: &Description,
    root: usize,
    semantics: &Semantics,
    meshes: &mut Meshes,
) -> Result<Robot, Complaint> {
    let links = &description.links;
    let mut builder = RobotBuilder::new(links[root].name.as_str());
    for (number, link) in links.iter().enumerate() {
        if number != root {
            builder.link(link.name.as_str());
        }
    }
    let defaults = defaults(&semantics.states);
    for joint in &description.joints {
        builder.joint(joint_of(joint, links, &defaults));
    }
    for link in links {
        for (number, shape) in link.shapes.iter().enumerate() {
            let made = shape_of(&shape.form, meshes).map_err(|problem| Complaint {
                at: shape.at,
                part: RobotPart::Link(link.name.clone()),
                problem: Box::new(problem),
            })?;
            let name = match &shape.name {
                Some(name) => name.clone(),
                None => unnamed(shape, number),
            };
            builder.shape(
                link.name.as_str(),
                robot::LinkShape::new(name, made, shape.origin),
            );
        }
    }
    let mut robot = builder.build().map_err(|error| told(error, description))?;
    if !semantics.disabled.is_empty() {
        // An SRDF file lists all pairs that need no check, also those that a joint connects.
        let numbers: BTreeMap<&str, usize> = links
            .iter()
            .enumerate()
            .map(|(number, link)| (link.name.as_str(), number))
            .collect();
        let numbers: Vec<usize> = robot
            .links()
            .iter()
            .map(|link| numbers[link.name()])
            .collect();
        robot.check_where(|a, b| {
            let [a, b] = [numbers[a], numbers[b]];
            !semantics.disabled.contains(&[a.min(b), a.max(b)])
        });
    }
    Ok(robot)
}

/// Where joints stand unless told otherwise: as in the states that are named `default`, else as in those that are named as
/// the first is.
fn defaults(states: &[NamedState]) -> BTreeMap<&str, &[f64]> {
    let named = states
        .iter()
        .find(|state| state.name == "default")
        .or(states.first());
    let chosen = named.map(|state| state.name.as_str());
    let states = states
        .iter()
        .filter(|state| Some(state.name.as_str()) == chosen);
    let joints = states.flat_map(|state| &state.joints);
    joints
        .map(|(joint, numbers)| (joint.as_str(), &numbers[..]))
        .collect()
}

fn joint_of(joint: &Joint, links: &[Link], defaults: &BTreeMap<&str, &[f64]>) -> robot::Joint {
    let [parent, child] = [joint.parent, joint.child].map(|link| links[link].name.as_str());
    let kind = match joint.kind {
        Kind::Fixed => JointKind::Fixed,
        Kind::Revolute => JointKind::Revolute,
        Kind::Continuous => JointKind::Continuous,
        Kind::Prismatic => JointKind::Prismatic,
        Kind::Planar => JointKind::Planar,
        Kind::Floating => JointKind::Floating,
    };
    let mut made =
        robot::Joint::new(joint.name.as_str(), kind, parent, child).with_origin(joint.origin);
    if !matches!(joint.kind, Kind::Fixed | Kind::Floating) {
        made = made.with_axis(joint.axis);
    }
    if let Some([lower, upper]) = joint.limits {
        made = made.with_limits(lower, upper);
    }
    match (&joint.mimic, defaults.get(joint.name.as_str())) {
        (Some(mimic), _) => made.with_mimic(mimic.joint.as_str(), mimic.multiplier, mimic.offset),
        (None, Some(&default)) if !default.is_empty() => made.with_default(default),
        (None, _) => made,
    }
}

fn shape_of(form: &Form, meshes: &mut Meshes) -> Result<Shape, RobotProblem> {
    Ok(match form {
        Form::Box { size } => Hull::cuboid(*size / 2.0)?.into(),
        Form::Cylinder { radius, length } => Hull::cylinder(*radius, length / 2.0)?.into(),
        Form::Capsule { radius, length } => Hull::capsule(length / 2.0, *radius)?.into(),
        Form::Sphere { radius } => Hull::ball(*radius)?.into(),
        Form::Mesh { file, scale } => meshes.get(file, *scale)?.into(),
    })
}

/// What to call a shape that has no name: what it is, or its mesh, and its number in the link.
fn unnamed(shape: &LinkShape, number: usize) -> String {
    match &shape.form {
        Form::Box { .. } => format!("box {number}"),
        Form::Cylinder { .. } => format!("cylinder {number}"),
        Form::Capsule { .. } => format!("capsule {number}"),
        Form::Sphere { .. } => format!("sphere {number}"),
        Form::Mesh { file, .. } => file.rsplit('/').next().unwrap_or(file).to_owned(),
    }
}

/// What the library says of the robot, at the joint that it is about, if it is about one.
fn told(error: RobotError, description: &Description) -> Complaint {
    let joint = match &error {
        RobotError::NoAxis { joint, .. }
        | RobotError::BadLimits { joint, .. }
        | RobotError::BadDefault { joint, .. }
        | RobotError::BadMimic { joint, .. } => {
            description.joints.iter().find(|known| known.name == *joint)
        }
        _ => None,
    };
    match joint {
        Some(joint) => of_joint(joint, RobotProblem::Robot(error)),
        None => Complaint {
            at: description.at,
            part: RobotPart::Robot,
            problem: Box::new(RobotProblem::Robot(error)),
        },
    }
}
