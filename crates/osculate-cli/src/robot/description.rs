//! What is in a robot.

use super::source::Source;
use crate::numbers::{grouped, plain};
use crate::ruled_table;
use osculate::Shape;
use osculate::robot::{Joint, JointKind, LinkShape, Robot};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Links, joints and pairs, for people.
pub fn text(source: &Source) -> String {
    let robot = &source.robot;
    let pairs = pairs(robot);
    let mut text = format!(
        "{}: {} links, {} joints, {} numbers in a configuration\n\n",
        source.title,
        robot.links().len(),
        robot.joints().len(),
        robot.width()
    );
    let links = robot.links().iter().enumerate().map(|(number, link)| {
        let above = link.joint().map(|joint| {
            let [parent, _] = robot.connects(joint);
            (
                robot.joints()[joint].name.as_str(),
                robot.links()[parent].name(),
            )
        });
        let (joint, parent) = above.unwrap_or_default();
        let shapes: Vec<String> = robot.shapes(number).map(shape_text).collect();
        vec![
            link.name().to_owned(),
            parent.to_owned(),
            joint.to_owned(),
            shapes.join(", "),
        ]
    });
    text += &ruled_table::drawn(&["link", "on", "by joint", "collision shapes"], 4, links);
    text += "\n";
    let defaults = robot.default_configuration();
    let joints = robot.joints().iter().enumerate().map(|(number, joint)| {
        let limits = joint.limits.map_or_else(String::new, |[lower, upper]| {
            format!("{} to {}", plain(lower), plain(upper))
        });
        vec![
            joint.name.clone(),
            kind(joint.kind).to_owned(),
            limits,
            default_text(robot, number, joint, &defaults),
        ]
    });
    text += &ruled_table::drawn(&["joint", "type", "limits", "default"], 4, joints);
    let with_shapes = (0..robot.links().len())
        .filter(|&link| robot.shapes(link).next().is_some())
        .count();
    let all = with_shapes * with_shapes.saturating_sub(1) / 2;
    let _ = writeln!(
        text,
        "\n{} of {} pairs of links with shapes are checked against each other{}",
        grouped(pairs.len() as u64),
        grouped(all as u64),
        match source.file.as_ref().is_some_and(|file| file.knows_pairs) {
            true => ", by the SRDF file",
            false => "",
        }
    );
    for [a, b] in pairs.iter().take(MOST_PAIRS) {
        let _ = writeln!(
            text,
            "  {} – {}",
            robot.links()[*a].name(),
            robot.links()[*b].name()
        );
    }
    if pairs.len() > MOST_PAIRS {
        let _ = writeln!(
            text,
            "  and {} more; --json has them all",
            pairs.len() - MOST_PAIRS
        );
    }
    if let Some(file) = &source.file {
        for group in &file.groups {
            let _ = writeln!(text, "group {}: {}", group.name, group.joints.join(", "));
        }
        for state in &file.states {
            let _ = writeln!(text, "state {} of group {}", state.name, state.group);
        }
    }
    text
}

/// How many pairs are listed for people.
const MOST_PAIRS: usize = 60;

/// All of it, as a JSON object.
pub fn json(source: &Source) -> String {
    let robot = &source.robot;
    let name = |link: usize| robot.links()[link].name();
    let links = robot.links().iter().enumerate().map(|(number, link)| {
        let shapes: Vec<Value> = robot
            .shapes(number)
            .map(|shape| json!({ "name": shape.name, "kind": shape_kind(shape), "triangles": triangles(shape) }))
            .collect();
        json!({
            "name": link.name(),
            "parent": link.joint().map(|joint| name(robot.connects(joint)[0])),
            "joint": link.joint().map(|joint| &robot.joints()[joint].name),
            "shapes": shapes
        })
    });
    let joints = robot.joints().iter().enumerate().map(|(number, joint)| {
        let [parent, child] = robot.connects(number).map(name);
        json!({
            "name": joint.name,
            "type": kind(joint.kind),
            "parent": parent,
            "child": child,
            "limits": joint.limits,
            "mimic": joint.mimic.as_ref().map(|mimic| json!({
                "joint": mimic.joint, "multiplier": mimic.multiplier, "offset": mimic.offset
            }))
        })
    });
    let coordinates = robot.coordinates().iter();
    let coordinates = coordinates.map(|coordinate| &robot.joints()[coordinate.joint].name);
    let mut all = json!({
        "robot": source.title,
        "links": links.collect::<Vec<Value>>(),
        "joints": joints.collect::<Vec<Value>>(),
        "configuration": coordinates.collect::<Vec<&String>>(),
        "default": robot.default_configuration(),
        "pairs": pairs(robot).into_iter().map(|pair| pair.map(name)).collect::<Vec<_>>()
    });
    if let Some(file) = &source.file {
        let groups = file.groups.iter();
        all["groups"] = groups
            .map(|group| json!({ "name": group.name, "joints": group.joints }))
            .collect();
        let states = file.states.iter().map(|state| {
            let joints: serde_json::Map<String, Value> = state
                .joints
                .iter()
                .map(|(joint, numbers)| (joint.clone(), json!(numbers)))
                .collect();
            json!({ "name": state.name, "group": state.group, "joints": joints })
        });
        all["states"] = states.collect();
    }
    format!("{all}\n")
}

fn pairs(robot: &Robot) -> BTreeSet<[usize; 2]> {
    robot.checked_pairs().collect()
}

fn kind(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Fixed => "fixed",
        JointKind::Revolute => "revolute",
        JointKind::Continuous => "continuous",
        JointKind::Prismatic => "prismatic",
        JointKind::Planar => "planar",
        JointKind::Floating => "floating",
        _ => "other",
    }
}

/// Where a joint stands unless told otherwise, or what it follows.
fn default_text(robot: &Robot, number: usize, joint: &Joint, defaults: &[f64]) -> String {
    if let Some(mimic) = &joint.mimic {
        let offset = match mimic.offset {
            0.0 => String::new(),
            offset => format!(" + {}", plain(offset)),
        };
        return format!("{} × {}{offset}", plain(mimic.multiplier), mimic.joint);
    }
    let coordinates = robot.coordinates().iter().zip(defaults);
    let own = coordinates.filter(|(coordinate, _)| coordinate.joint == number);
    own.map(|(_, &value)| plain(value))
        .collect::<Vec<_>>()
        .join(" ")
}

fn shape_kind(shape: &LinkShape) -> &'static str {
    match shape.shape {
        Shape::Hull(_) => "hull",
        Shape::Compound(_) => "compound",
        Shape::HalfSpace(_) => "half-space",
        Shape::Mesh(_) => "mesh",
    }
}

fn triangles(shape: &LinkShape) -> Option<usize> {
    match &shape.shape {
        Shape::Mesh(mesh) => Some(mesh.mesh().triangles().len()),
        _ => None,
    }
}

fn shape_text(shape: &LinkShape) -> String {
    match triangles(shape) {
        Some(count) => format!("{} ({} triangles)", shape.name, grouped(count as u64)),
        None => shape.name.clone(),
    }
}
