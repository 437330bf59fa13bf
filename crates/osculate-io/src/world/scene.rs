//! Scene files of rigid bodies. `docs/simulate.md` describes the format.

use crate::json::{Complaint, Node, Object};
use crate::json_file::{JsonFile, JsonFileError};
use crate::max_size::MaxSize;
use crate::problem::Problem;
use crate::queries::{BodyShape, Shapes, placement};
use osculate::{Placement, Shape};
use osculate_world::{
    Body, BodyError, BodyKind, CablePlan, CabledError, CabledWorld, Combine, Filter, LockedAxes,
    Material, Settings, Sleeping, World, WorldError,
};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

mod cables;
mod schema;

pub use schema::world_schema;

const FILE: JsonFile = JsonFile { kind: "scene" };
const FORMAT: &str = "osculate-world/1";
const FILE_KEYS: &[&str] = &[
    "format",
    "seconds",
    "gravity",
    "step",
    "substeps",
    "most_substeps",
    "bounce_speed",
    "sleeping",
    "bodies",
    "cable_substeps",
    "cables",
];
const SLEEPING_KEYS: &[&str] = &["slower_than", "after"];
const BODY_KEYS: &[&str] = &[
    // No solid; it is known here so that a sentence can say so.
    "mesh",
    "ball",
    "box",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "hull",
    "half_space",
    "compound",
    "margin",
    "scale",
    "kind",
    "at",
    "linear",
    "angular",
    "material",
    "density",
    "mass",
    "centre",
    "moments",
    "linear_damping",
    "angular_damping",
    "gravity_scale",
    "locked",
    "filter",
    "sensor",
    "rest_gap",
];
const MATERIAL_KEYS: &[&str] = &[
    "friction",
    "restitution",
    "friction_rule",
    "restitution_rule",
    "surface_velocity",
];
const FILTER_KEYS: &[&str] = &["groups", "meets"];
const KINDS: &[&str] = &["static", "kinematic", "dynamic"];
const RULES: &[&str] = &["average", "geometric_mean", "least", "product", "most"];
const AXES: &[&str] = &["x", "y", "z", "turn_x", "turn_y", "turn_z"];
/// Groups are the bits of a number.
const GROUPS: f64 = 32.0;
const GROUP: &str = "a whole number from 0 to 31";
const COUNT: &str = "a whole number from 1 to 1024";

/// A scene file of rigid bodies, read and checked: its world can be made.
///
/// ```
/// use osculate_io::{MaxSize, WorldSceneFile};
/// let text = r#"{ "bodies": {
///     "floor": { "half_space": { "normal": [0, 0, 1] } },
///     "crate": { "box": { "half": [0.5, 0.5, 0.5] }, "at": { "position": [0, 0, 2] }, "mass": 20 } } }"#;
/// let file = WorldSceneFile::parse(text, "example".as_ref(), "".as_ref(), MaxSize::default())?;
/// let mut world = file.world(file.settings)?;
/// world.step();
/// assert_eq!(file.bodies.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorldSceneFile {
    /// What holds for the world.
    pub settings: Settings,
    /// The bodies, in the order of the file.
    pub bodies: Vec<Body>,
    /// How many seconds of it are worth seeing, if the file says so.
    pub seconds: Option<f64>,
    /// The cables, in the order of the file.
    pub cables: Vec<CablePlan>,
    /// In how many parts cables take a step, if the file says so.
    pub cable_substeps: Option<u32>,
}

impl WorldSceneFile {
    /// Reads the scene file at `path`, and the meshes that its hulls are of, relative to its folder. Each of these files has at most
    /// `most` bytes.
    pub fn read(path: &Path, most: MaxSize) -> Result<WorldSceneFile, JsonFileError> {
        let text = FILE.open(path, most)?;
        WorldSceneFile::parse(&text, path, path.parent().unwrap_or(Path::new("")), most)
    }

    /// Reads a scene file from `reader`; `name` stands for it in errors, and mesh paths are relative to `base`.
    pub fn from_reader(
        reader: impl Read,
        name: &Path,
        base: &Path,
        most: MaxSize,
    ) -> Result<WorldSceneFile, JsonFileError> {
        let text = FILE.receive(reader, name, most)?;
        WorldSceneFile::parse(&text, name, base, most)
    }

    /// Reads the scene file `text`; `name` stands for it in errors, and mesh paths are relative to `base`.
    pub fn parse(
        text: &str,
        name: &Path,
        base: &Path,
        most: MaxSize,
    ) -> Result<WorldSceneFile, JsonFileError> {
        FILE.parse(text, name, |root| scene(root, base, most))
    }

    /// The world and its cables at the start, with these settings.
    pub fn cabled(&self, settings: Settings) -> Result<CabledWorld, CabledError> {
        let world = self.world(settings)?;
        let mut cabled = CabledWorld::in_parts(world, self.cable_substeps)?;
        cabled.add_all_planned(&self.cables)?;
        Ok(cabled)
    }

    /// The world at the start without its cables, with these settings.
    pub fn world(&self, settings: Settings) -> Result<World, WorldError> {
        let mut world = World::new(settings)?;
        for body in &self.bodies {
            world.insert(body.clone())?;
        }
        Ok(world)
    }
}

fn scene(root: &Node, base: &Path, most: MaxSize) -> Result<WorldSceneFile, Complaint> {
    let shapes = Shapes::new(base, most);
    let object = root.object(FILE_KEYS)?;
    object.optional("format", |node| node.word(&[FORMAT]))?;
    let settings = settings(&object)?;
    let mut world = World::new(settings).map_err(|error| {
        let at = setting_key(&error).and_then(|key| object.get(key));
        at.map_or_else(
            || root.complain(error.clone().into()),
            |node| node.complain(error.clone().into()),
        )
    })?;
    let seconds = object.optional("seconds", |node| {
        let seconds = node.number()?;
        let (what, range) = ("seconds", "a positive time");
        let value = seconds;
        let wrong = WorldError::Setting { what, range, value };
        let good = seconds > 0.0;
        good.then_some(seconds).ok_or(node.complain(wrong.into()))
    })?;
    let bodies = insert_bodies(&object, &mut world, shapes)?;
    let substeps = object.optional("cable_substeps", count)?;
    let cables = match object.get("cables") {
        Some(node) => {
            let bare = CabledWorld::in_parts(world, substeps);
            let bare = bare.map_err(|error| node.complain(error.into()))?;
            cables::read(&node, bare, base, most)?
        }
        None => Vec::new(),
    };
    if bodies.is_empty() && cables.is_empty() {
        let node = object.required("bodies")?;
        return Err(node.complain(Problem::NoBodies));
    }
    Ok(WorldSceneFile {
        settings,
        bodies,
        seconds,
        cables,
        cable_substeps: substeps,
    })
}

/// Reads the bodies, and puts them into the world; there may be none if there are cables.
fn insert_bodies(
    object: &Object,
    world: &mut World,
    mut shapes: Shapes,
) -> Result<Vec<Body>, Complaint> {
    let nodes = match object.get("bodies") {
        None if object.get("cables").is_some() => return Ok(Vec::new()),
        _ => object.required("bodies")?,
    };
    let members = nodes.members()?;
    let mut read = Vec::new();
    for (name, value) in &members {
        let node = nodes.member(name, value);
        let body = node.object(BODY_KEYS)?;
        // Meshes take the longest, and a mistake elsewhere should not have to wait for them.
        let details = Details::read(name, &body)?;
        read.push((details, shapes.of(&body)?));
    }
    let shapes: Vec<Arc<Shape>> = shapes.into_vec().into_iter().filter_map(solid).collect();
    let mut bodies = Vec::new();
    for ((details, shape), (name, value)) in read.into_iter().zip(&members) {
        let body = details.body(shapes[shape].clone()).named(name.as_str());
        let inserted = world.insert(body.clone());
        inserted.map_err(|error| nodes.member(name, value).complain(error.into()))?;
        bodies.push(body);
    }
    Ok(bodies)
}

/// A shape as worlds take it; none of a mesh, which was refused before.
fn solid(shape: BodyShape) -> Option<Arc<Shape>> {
    Some(Arc::new(match shape {
        BodyShape::Mesh(_) => return None,
        BodyShape::Hull(hull) => hull.into(),
        BodyShape::Compound(compound) => compound.into(),
        BodyShape::HalfSpace(half_space) => half_space.into(),
    }))
}

fn settings(object: &Object) -> Result<Settings, Complaint> {
    let mut settings = Settings::default();
    if let Some(gravity) = object.optional("gravity", Node::vector)? {
        settings.gravity = gravity;
    }
    if let Some(step) = object.optional("step", Node::number)? {
        settings.step = step;
    }
    if let Some(least) = object.optional("substeps", count)? {
        settings.substeps = least;
        settings.most_substeps = settings.most_substeps.max(least);
    }
    if let Some(most) = object.optional("most_substeps", count)? {
        settings.most_substeps = most;
    }
    if let Some(speed) = object.optional("bounce_speed", Node::number)? {
        settings.bounce_speed = speed;
    }
    if let Some(sleeping) = object.optional("sleeping", sleeping)? {
        settings.sleeping = sleeping;
    }
    Ok(settings)
}

/// How many parts a step is taken in.
fn count(node: &Node) -> Result<u32, Complaint> {
    whole(node, 1.0, 1024.0, COUNT)
}

/// A whole number from `least` to `most`.
fn whole(node: &Node, least: f64, most: f64, expected: &'static str) -> Result<u32, Complaint> {
    let number = node.number()?;
    if number.fract() == 0.0 && (least..=most).contains(&number) {
        return Ok(number as u32);
    }
    let found = number.to_string();
    Err(node.complain(Problem::WrongType { expected, found }))
}

/// `false`, or when bodies fall asleep.
fn sleeping(node: &Node) -> Result<Option<Sleeping>, Complaint> {
    let mut sleeping = Sleeping::default();
    if !node.is_object() {
        let on = node.boolean("true, false or an object")?;
        return Ok(on.then_some(sleeping));
    }
    let object = node.object(SLEEPING_KEYS)?;
    if let Some(speed) = object.optional("slower_than", Node::number)? {
        sleeping.slower_than = speed;
    }
    if let Some(after) = object.optional("after", Node::number)? {
        sleeping.after = after;
    }
    Ok(Some(sleeping))
}

/// The key of the setting that an error is about.
fn setting_key(error: &WorldError) -> Option<&'static str> {
    let WorldError::Setting { what, .. } = error else {
        return None;
    };
    let key = |known: &&&str| known.replace('_', " ") == *what;
    FILE_KEYS.iter().find(key).copied()
}

/// What a body is besides its shape.
struct Details {
    body: fn(Arc<Shape>) -> Body,
    at: Placement,
    velocity: [glam::DVec3; 2],
    material: Material,
    mass: Mass,
    damping: [f64; 2],
    gravity_scale: f64,
    locked: LockedAxes,
    filter: Filter,
    sensor: bool,
    rest_gap: Option<f64>,
}

enum Mass {
    Unsaid,
    Density(f64),
    Total(f64),
    Given(f64, glam::DVec3, glam::DVec3),
}

impl Details {
    fn read(name: &str, object: &Object) -> Result<Details, Complaint> {
        let number = |key, otherwise| -> Result<f64, Complaint> {
            Ok(object.optional(key, Node::number)?.unwrap_or(otherwise))
        };
        let vector = |key| -> Result<glam::DVec3, Complaint> {
            Ok(object.optional(key, Node::vector)?.unwrap_or_default())
        };
        if let Some(node) = object.get("mesh") {
            return Err(node.complain(of_body(name, BodyError::Mesh)));
        }
        let kinds: [fn(Arc<Shape>) -> Body; 3] = [
            |shape| Body::sharing(BodyKind::Static, shape),
            |shape| Body::sharing(BodyKind::Kinematic, shape),
            |shape| Body::sharing(BodyKind::Dynamic, shape),
        ];
        let usual = if object.get("half_space").is_some() {
            0
        } else {
            2
        };
        let kind = object.optional("kind", |node| node.word(KINDS))?;
        let flag = |node: &Node| node.boolean("true or false");
        Ok(Details {
            body: kinds[kind.unwrap_or(usual)],
            at: object.optional("at", placement)?.unwrap_or_default(),
            velocity: [vector("linear")?, vector("angular")?],
            material: object.optional("material", material)?.unwrap_or_default(),
            mass: Mass::read(name, object)?,
            damping: [
                number("linear_damping", 0.0)?,
                number("angular_damping", 0.0)?,
            ],
            gravity_scale: number("gravity_scale", 1.0)?,
            locked: object.optional("locked", locked)?.unwrap_or_default(),
            filter: object.optional("filter", filter)?.unwrap_or_default(),
            sensor: object.optional("sensor", flag)?.unwrap_or(false),
            rest_gap: object.optional("rest_gap", Node::number)?,
        })
    }

    fn body(&self, shape: Arc<Shape>) -> Body {
        let [linear, angular] = self.velocity;
        let mut body = (self.body)(shape)
            .at(self.at)
            .with_velocity(linear, angular)
            .with_material(self.material)
            .with_damping(self.damping[0], self.damping[1])
            .with_gravity_scale(self.gravity_scale)
            .with_locked_axes(self.locked)
            .with_filter(self.filter);
        body = match self.mass {
            Mass::Unsaid => body,
            Mass::Density(density) => body.with_density(density),
            Mass::Total(mass) => body.with_mass(mass),
            Mass::Given(mass, centre, moments) => body.with_mass_properties(mass, centre, moments),
        };
        if self.sensor {
            body = body.as_sensor();
        }
        match self.rest_gap {
            Some(gap) => body.with_rest_gap(gap),
            None => body,
        }
    }
}

impl Mass {
    fn read(name: &str, object: &Object) -> Result<Mass, Complaint> {
        let positive = |what: &'static str, node: &Node| {
            let value = node.number()?;
            let range = "a positive number";
            let bad = BodyError::BadNumber { what, range, value };
            let good = (value > 0.0).then_some(value);
            good.ok_or(node.complain(of_body(name, bad)))
        };
        let density = object.optional("density", |node| positive("density", node))?;
        let mass = object.optional("mass", |node| positive("mass", node))?;
        let centre = object.optional("centre", Node::vector)?;
        let moments = object.optional("moments", Node::vector)?;
        let misplaced = |key, with| {
            let node = object.required(key)?;
            Err(node.complain(Problem::Misplaced { key, with }))
        };
        match (density, mass, centre, moments) {
            (None, None, None, None) => Ok(Mass::Unsaid),
            (Some(density), None, None, None) => Ok(Mass::Density(density)),
            (None, Some(mass), None, None) => Ok(Mass::Total(mass)),
            (None, Some(mass), centre, Some(moments)) => {
                Ok(Mass::Given(mass, centre.unwrap_or_default(), moments))
            }
            (Some(_), _, _, _) => misplaced(
                "density",
                "bodies without \"mass\", \"centre\" and \"moments\"",
            ),
            (None, None, Some(_), _) => misplaced("centre", "\"mass\" and \"moments\""),
            (None, None, None, Some(_)) => misplaced("moments", "\"mass\""),
            (None, Some(_), Some(_), None) => misplaced("centre", "\"moments\""),
        }
    }
}

fn of_body(name: &str, why: BodyError) -> Problem {
    let name = name.to_owned();
    WorldError::Body { name, why }.into()
}

fn material(node: &Node) -> Result<Material, Complaint> {
    let object = node.object(MATERIAL_KEYS)?;
    let mut material = Material::default();
    if let Some(friction) = object.optional("friction", Node::number)? {
        material.friction = friction;
    }
    if let Some(restitution) = object.optional("restitution", Node::number)? {
        material.restitution = restitution;
    }
    let rule = |node: &Node| {
        use Combine::*;
        Ok([Average, GeometricMean, Least, Product, Most][node.word(RULES)?])
    };
    if let Some(combine) = object.optional("friction_rule", rule)? {
        material.friction_rule = combine;
    }
    if let Some(combine) = object.optional("restitution_rule", rule)? {
        material.restitution_rule = combine;
    }
    if let Some(velocity) = object.optional("surface_velocity", Node::vector)? {
        material.surface_velocity = velocity;
    }
    Ok(material)
}

fn locked(node: &Node) -> Result<LockedAxes, Complaint> {
    let mut locked = LockedAxes::default();
    for (index, value) in node.elements()?.into_iter().enumerate() {
        match node.element(index, value).word(AXES)? {
            axis @ 0..3 => locked.linear[axis] = true,
            axis => locked.angular[axis - 3] = true,
        }
    }
    Ok(locked)
}

fn filter(node: &Node) -> Result<Filter, Complaint> {
    let object = node.object(FILTER_KEYS)?;
    let bits = |node: &Node| {
        let mut bits = 0;
        for (index, value) in node.elements()?.into_iter().enumerate() {
            bits |= 1 << whole(&node.element(index, value), 0.0, GROUPS - 1.0, GROUP)?;
        }
        Ok(bits)
    };
    let mut filter = Filter::default();
    if let Some(groups) = object.optional("groups", bits)? {
        filter.groups = groups;
    }
    if let Some(meets) = object.optional("meets", bits)? {
        filter.meets = meets;
    }
    Ok(filter)
}

#[cfg(test)]
mod tests;
