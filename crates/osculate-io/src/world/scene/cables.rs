//! The cables of scene files.

use super::whole;
use crate::json::{Complaint, Node, Object};
use crate::max_size::MaxSize;
use crate::problem::Problem;
use crate::world::polyline;
use glam::DVec3;
use osculate_world::rods::{Cable, CableError, End, Natural, RodError, RodMaterial};
use osculate_world::{CablePlan, CabledError, CabledWorld, World};
use std::path::Path;

pub(super) const CABLE_KEYS: &[&str] = &[
    "points",
    "file",
    "line",
    "radius",
    "material",
    "stretch",
    "bend",
    "bend_aside",
    "twist",
    "density",
    "friction",
    "restitution",
    "drag",
    "closed",
    "ends",
    "natural",
    "axis",
    "rest_scale",
    "velocity",
    "ties",
    "held",
    "drives",
    "spins",
    "pushes",
    "loads",
    "fastened",
];
pub(super) const MATERIALS: &[&str] = &["rope", "wire", "thread", "rubber"];
pub(super) const ENDS: &[&str] = &["free", "pinned", "clamped"];
pub(super) const NATURALS: &[&str] = &["straight", "as_placed"];
pub(super) const NATURAL_KEYS: &[&str] = &["curvature", "twist"];
pub(super) const TIE_KEYS: &[&str] = &["point", "cable", "at"];
pub(super) const DRIVE_KEYS: &[&str] = &["point", "velocity"];
pub(super) const PUSH_KEYS: &[&str] = &["point", "force"];
pub(super) const LOAD_KEYS: &[&str] = &["point", "mass"];
pub(super) const FASTENED_KEYS: &[&str] = &["point", "body"];
/// What the library calls what is wrong with an axis.
const AXIS_LENGTH: &str = "length of the axis";
const AXIS_ANGLE: &str = "sine of the angle from the first edge to the axis";
const INDEX: &str = "a whole number from 0 on";
/// The most points that a number can name.
const MOST: f64 = 4_294_967_295.0;

/// Reads all cables, and puts them into a world to see whether they fit.
pub(super) fn read(
    node: &Node,
    mut cabled: CabledWorld,
    base: &Path,
    most: MaxSize,
) -> Result<Vec<CablePlan>, Complaint> {
    let mut plans = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (name, value) in &node.members()? {
        let node = node.member(name, value);
        let object = node.object(CABLE_KEYS)?;
        let mut plan = plan(name, &object, &names, (base, most))?;
        plan.fastened = list(&object, "fastened", |node| {
            pair(node, FASTENED_KEYS, |node| body(node, cabled.world()))
        })?;
        names.push(name.clone());
        plans.push(plan);
    }
    if cabled.add_all_planned(&plans).is_ok() {
        return Ok(plans);
    }
    // One after the other, to find the one that is to blame.
    for ((name, value), plan) in node.members()?.iter().zip(&plans) {
        let node = node.member(name, value);
        let object = node.object(CABLE_KEYS)?;
        let added = cabled.add_planned(plan);
        added.map_err(|error| at_fault(&object, &error).complain(error.into()))?;
    }
    Ok(plans)
}

/// The node that is to blame for an error: that of the cable, or of what a number in it is.
fn at_fault<'t, 'p>(object: &Object<'t, 'p>, error: &CabledError) -> Node<'t, 'p> {
    let key = match error {
        CabledError::Rods(RodError::Cable { why, .. }) => match why {
            CableError::BadPoint { .. } | CableError::ShortEdge { .. } => Some("points"),
            CableError::KnotApart { .. } => Some("ties"),
            CableError::HeldAndFastened { .. } | CableError::FastenedTwice { .. } => {
                Some("fastened")
            }
            CableError::EndsOfLoop | CableError::ClampsMeet { .. } => Some("ends"),
            CableError::BadNumber { what, .. } => key_of(what),
            _ => None,
        },
        CabledError::CannotFasten { .. } => Some("fastened"),
        _ => None,
    };
    let found = key.and_then(|key| object.get(key));
    found.unwrap_or(*object.node)
}

fn key_of(what: &str) -> Option<&'static str> {
    Some(match what {
        "radius" => "radius",
        "stretching stiffness" => "stretch",
        "bending stiffness" => "bend",
        "bending stiffness aside" => "bend_aside",
        "twisting stiffness" => "twist",
        "mass per length" => "density",
        "friction" => "friction",
        "restitution" => "restitution",
        "drag" => "drag",
        "scale at rest" => "rest_scale",
        "speed" => "velocity",
        "natural curvature" | "natural twist" => "natural",
        AXIS_LENGTH | AXIS_ANGLE => "axis",
        "velocity" => "drives",
        "rate" => "spins",
        "force" => "pushes",
        "mass" => "loads",
        _ => return None,
    })
}

fn plan(
    name: &str,
    object: &Object,
    earlier: &[String],
    (base, most): (&Path, MaxSize),
) -> Result<CablePlan, Complaint> {
    let material = material(object)?;
    let points = points(object, base, most)?;
    let mut cable = Cable::new(name, points, material);
    if object.optional("closed", |node| node.boolean("true or false"))? == Some(true) {
        cable = cable.closed();
    }
    if let Some(ends) = object.optional("ends", ends)? {
        cable = cable.with_ends(ends);
    }
    if let Some(natural) = object.optional("natural", natural)? {
        cable = cable.with_natural(natural);
    }
    if let Some(axis) = object.optional("axis", Node::vector)? {
        cable = cable.with_axis(axis);
    }
    if let Some(scale) = object.optional("rest_scale", Node::number)? {
        cable = cable.with_rest_scale(scale);
    }
    if let Some(velocity) = object.optional("velocity", Node::vector)? {
        cable = cable.with_velocity(velocity);
    }
    for (point, to, at) in list(object, "ties", |node| tie(node, earlier))? {
        cable = cable.tied(point, to, at);
    }
    let mut plan = CablePlan::from(cable);
    plan.held = list(object, "held", index)?;
    plan.drives = list(object, "drives", |node| {
        pair(node, DRIVE_KEYS, |node| node.vector())
    })?;
    plan.pushes = list(object, "pushes", |node| {
        pair(node, PUSH_KEYS, |node| node.vector())
    })?;
    plan.loads = list(object, "loads", |node| {
        pair(node, LOAD_KEYS, |node| node.number())
    })?;
    let spins = |node: &Node| node.numbers::<2>("an array of 2 numbers");
    plan.spins = object.optional("spins", spins)?.unwrap_or_default();
    Ok(plan)
}

fn points(object: &Object, base: &Path, most: MaxSize) -> Result<Vec<DVec3>, Complaint> {
    match (object.get("points"), object.get("file")) {
        (Some(_), None) => {
            if let Some(node) = object.get("line") {
                let (key, with) = ("line", "\"file\"");
                return Err(node.complain(Problem::Misplaced { key, with }));
            }
            list(object, "points", |node| node.vector())
        }
        (None, Some(node)) => {
            let path = base.join(node.string()?);
            let line = object.optional("line", index)?.unwrap_or(0);
            polyline::read(&path, line, most).map_err(|error| node.complain(error.into()))
        }
        _ => Err(object.node.complain(Problem::CablePoints)),
    }
}

fn material(object: &Object) -> Result<RodMaterial, Complaint> {
    let radius = object.required("radius")?.number()?;
    let kind = object.optional("material", |node| node.word(MATERIALS))?;
    let make = [
        RodMaterial::rope,
        RodMaterial::wire,
        RodMaterial::thread,
        RodMaterial::rubber,
    ];
    let mut material = make[kind.unwrap_or(0)](radius);
    if let Some(bend) = object.optional("bend", Node::number)? {
        material = material.with_stiffness(material.stretch, bend, material.twist);
    }
    for (key, value) in [
        ("stretch", &mut material.stretch),
        ("bend_aside", &mut material.bend_aside),
        ("twist", &mut material.twist),
        ("density", &mut material.density),
        ("friction", &mut material.friction),
        ("restitution", &mut material.restitution),
        ("drag", &mut material.drag),
    ] {
        if let Some(given) = object.optional(key, Node::number)? {
            *value = given;
        }
    }
    Ok(material)
}

fn ends(node: &Node) -> Result<[End; 2], Complaint> {
    let elements = node.elements()?;
    let [first, last] = elements[..] else {
        let expected = "an array of 2 of free, pinned and clamped";
        let found = format!("an array of {}", elements.len());
        return Err(node.complain(Problem::WrongType { expected, found }));
    };
    let end = |index, value| {
        let word = node.element(index, value).word(ENDS)?;
        Ok([End::Free, End::Pinned, End::Clamped][word])
    };
    Ok([end(0, first)?, end(1, last)?])
}

fn natural(node: &Node) -> Result<Natural, Complaint> {
    if !node.is_object() {
        let word = node.word(NATURALS)?;
        return Ok([Natural::Straight, Natural::AsPlaced][word]);
    }
    let object = node.object(NATURAL_KEYS)?;
    let curvature = |node: &Node| node.numbers::<2>("an array of 2 numbers");
    Ok(Natural::Curved {
        curvature: object.optional("curvature", curvature)?.unwrap_or_default(),
        twist: object.optional("twist", Node::number)?.unwrap_or(0.0),
    })
}

fn tie(node: &Node, earlier: &[String]) -> Result<(usize, usize, usize), Complaint> {
    let object = node.object(TIE_KEYS)?;
    let other = object.required("cable")?;
    let name = other.string()?;
    let Some(cable) = earlier.iter().position(|known| *known == name) else {
        let defined = earlier.to_vec();
        return Err(other.complain(Problem::UnknownCable { name, defined }));
    };
    let point = index(&object.required("point")?)?;
    Ok((point, cable, index(&object.required("at")?)?))
}

/// The name of a body of the scene.
fn body(node: &Node, world: &World) -> Result<String, Complaint> {
    let name = node.string()?;
    if world.find(&name).is_some() {
        return Ok(name);
    }
    let names = world
        .handles()
        .filter_map(|body| world.name(body).ok().flatten());
    let defined = names.map(str::to_owned).collect();
    Err(node.complain(Problem::UnknownBody { name, defined }))
}

/// A point, and what is done to it.
fn pair<T>(
    node: &Node,
    keys: &'static [&'static str],
    read: impl Fn(&Node) -> Result<T, Complaint>,
) -> Result<(usize, T), Complaint> {
    let object = node.object(keys)?;
    let point = index(&object.required(keys[0])?)?;
    Ok((point, read(&object.required(keys[1])?)?))
}

fn index(node: &Node) -> Result<usize, Complaint> {
    Ok(whole(node, 0.0, MOST, INDEX)? as usize)
}

/// All elements of an array; none if it is not there.
fn list<T>(
    object: &Object,
    key: &'static str,
    read: impl Fn(&Node) -> Result<T, Complaint>,
) -> Result<Vec<T>, Complaint> {
    let all = object.optional(key, |node| {
        let elements = node.elements()?.into_iter().enumerate();
        let read = elements.map(|(index, value)| read(&node.element(index, value)));
        read.collect::<Result<Vec<T>, Complaint>>()
    })?;
    Ok(all.unwrap_or_default())
}

#[cfg(test)]
mod tests;
