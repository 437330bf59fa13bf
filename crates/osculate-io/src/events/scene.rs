//! Scene files: discs or spheres, walls and a domain. `docs/events.md` describes the format.

use crate::json::{Complaint, Node, Object};
use crate::json_file::{JsonFile, JsonFileError};
use crate::max_size::MaxSize;
use crate::problem::Problem;
use osculate_events::{Ball, Boundary, Domain, Scene, SceneError, Shifts, Vector, Wall};
use serde_json::value::RawValue;
use std::f64::consts::PI;
use std::io::Read;
use std::path::Path;

mod schema;

pub use schema::scene_schema;

const FILE: JsonFile = JsonFile { kind: "scene" };
const FORMAT: &str = "osculate-scene/1";
const FILE_KEYS: &[&str] = &[
    "format",
    "dimension",
    "domain",
    "gravity",
    "restitution",
    "rest_speed",
    "bodies",
    "walls",
];
const DOMAIN_KEYS: &[&str] = &["low", "high", "boundary"];
const BODY_KEYS: &[&str] = &[
    "position",
    "velocity",
    "radius",
    "mass",
    "restitution",
    "acceleration",
];
const WALL_KEYS: &[&str] = &["plane", "segment", "box", "ball", "hollow"];
const BOUNDARIES: &[&str] = &["walls", "periodic", "open"];

/// The most walls: a search keeps those near each of its cells, and whoever bounds nothing is near to all of them.
const MOST_WALLS: usize = 100_000;
const MOST_UNBOUNDED: usize = 256;

/// A scene of either dimension.
#[derive(Clone, Debug, PartialEq)]
pub enum EventScene {
    /// In the plane.
    Discs(Scene<2>),
    /// In space.
    Spheres(Scene<3>),
}

/// What to do with bodies that overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlaps {
    /// The scene is refused.
    Refuse,
    /// They are shifted apart.
    Resolve,
}

/// A scene file, read and checked.
///
/// ```
/// use osculate_io::{EventScene, EventSceneFile, Overlaps};
/// let text = r#"{ "gravity": [0, -9.81],
///     "domain": { "low": [0, 0], "high": [4, 9], "boundary": "walls" },
///     "bodies": [ { "position": [2, 5], "radius": 1, "restitution": 0.5 } ] }"#;
/// let file = EventSceneFile::parse(text, "example".as_ref(), Overlaps::Refuse)?;
/// let EventScene::Discs(scene) = file.scene else { panic!("two numbers a place") };
/// assert_eq!(scene.balls()[0].mass, std::f64::consts::PI);
/// # Ok::<(), osculate_io::JsonFileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EventSceneFile {
    /// The scene.
    pub scene: EventScene,
    /// What was done to take bodies apart, if that was asked for.
    pub shifts: Option<Shifts>,
}

impl EventSceneFile {
    /// Reads the scene file at `path`, which has at most `most` bytes.
    pub fn read(
        path: &Path,
        overlaps: Overlaps,
        most: MaxSize,
    ) -> Result<EventSceneFile, JsonFileError> {
        let text = FILE.open(path, most)?;
        EventSceneFile::parse(&text, path, overlaps)
    }

    /// Reads a scene file of at most `most` bytes from `reader`; `name` stands for it in errors.
    pub fn from_reader(
        reader: impl Read,
        name: &Path,
        overlaps: Overlaps,
        most: MaxSize,
    ) -> Result<EventSceneFile, JsonFileError> {
        let text = FILE.receive(reader, name, most)?;
        EventSceneFile::parse(&text, name, overlaps)
    }

    /// Reads the scene file `text`; `name` stands for it in errors.
    pub fn parse(
        text: &str,
        name: &Path,
        overlaps: Overlaps,
    ) -> Result<EventSceneFile, JsonFileError> {
        FILE.parse(text, name, |root| scene_file(root, overlaps))
    }
}

fn scene_file(root: &Node, overlaps: Overlaps) -> Result<EventSceneFile, Complaint> {
    let object = root.object(FILE_KEYS)?;
    if let Some(node) = object.get("format") {
        node.word(&[FORMAT])?;
    }
    let bodies = object.required("bodies")?;
    let elements = bodies.elements()?;
    let Some(first) = elements.first() else {
        return Err(bodies.complain(Problem::NoBodies));
    };
    let dimension = match object.get("dimension") {
        Some(node) => {
            let number = node.number()?;
            if number != 2.0 && number != 3.0 {
                return Err(node.complain(Problem::Dimension(number.to_string())));
            }
            number as usize
        }
        None => {
            let first = bodies.element(0, first);
            let first = first.object(BODY_KEYS)?;
            let position = first.required("position")?;
            let count = position.elements()?.len();
            if count != 2 && count != 3 {
                return Err(position.complain(Problem::Dimension(count.to_string())));
            }
            count
        }
    };
    let (scene, shifts) = if dimension == 2 {
        let (scene, shifts) = scene(&object, &bodies, &elements, overlaps)?;
        (EventScene::Discs(scene), shifts)
    } else {
        let (scene, shifts) = scene(&object, &bodies, &elements, overlaps)?;
        (EventScene::Spheres(scene), shifts)
    };
    Ok(EventSceneFile { scene, shifts })
}

fn scene<const D: usize>(
    object: &Object,
    bodies: &Node,
    elements: &[&RawValue],
    overlaps: Overlaps,
) -> Result<(Scene<D>, Option<Shifts>), Complaint> {
    let gravity = object.optional("gravity", vector)?.unwrap_or([0.0; D]);
    let restitution = object.optional("restitution", number)?.unwrap_or(1.0);
    let domain = object
        .optional("domain", domain)?
        .unwrap_or_else(Domain::open);
    let mut balls = Vec::with_capacity(elements.len());
    for (index, value) in elements.iter().enumerate() {
        balls.push(ball(&bodies.element(index, value), &gravity, restitution)?);
    }
    let walls_node = object.get("walls");
    let wall_elements = match &walls_node {
        Some(node) => node.elements()?,
        None => Vec::new(),
    };
    let mut walls = Vec::new();
    if let Some(node) = &walls_node {
        for (index, value) in wall_elements.iter().enumerate() {
            walls.push(wall(&node.element(index, value))?);
        }
        let unbounded = |wall: &&Wall<D>| matches!(wall, Wall::Plane { .. } | Wall::Hollow { .. });
        let unbounded = walls.iter().filter(unbounded).count();
        if walls.len() > MOST_WALLS || unbounded > MOST_UNBOUNDED {
            return Err(node.complain(Problem::TooManyWalls {
                found: walls.len(),
                most: MOST_WALLS,
                unbounded: MOST_UNBOUNDED,
            }));
        }
    }
    let made = match overlaps {
        Overlaps::Refuse => Scene::new(balls, domain, walls).map(|scene| (scene, None)),
        Overlaps::Resolve => Scene::resolving_overlaps(balls, domain, walls)
            .map(|(scene, shifts)| (scene, Some(shifts))),
    };
    let (scene, shifts) = made.map_err(|error| {
        let told = |node: &Node| node.complain(Problem::Scene(error.clone()));
        match (place_of(&error), &walls_node, object.get("domain")) {
            (At::Body(body), _, _) => told(&bodies.element(body, elements[body])),
            (At::Wall(wall), Some(node), _) => told(&node.element(wall, wall_elements[wall])),
            (At::Domain, _, Some(node)) => told(&node),
            _ => told(object.node),
        }
    })?;
    let Some(node) = object.get("rest_speed") else {
        return Ok((scene, shifts));
    };
    let scene = scene
        .with_rest_speed(node.number()?)
        .map_err(|error| node.complain(Problem::Scene(error)))?;
    Ok((scene, shifts))
}

/// What an error is about.
enum At {
    Body(usize),
    Wall(usize),
    Domain,
    Scene,
}

fn place_of(error: &SceneError) -> At {
    use SceneError::*;
    match *error {
        NotFinite { body, .. }
        | Size { body, .. }
        | Radius { body, .. }
        | Mass { body, .. }
        | Restitution { body, .. }
        | Outside { body, .. }
        | InWall { body, .. } => At::Body(body),
        Overlap { second, .. } => At::Body(second),
        WallNumber { wall, .. }
        | WallNormal { wall, .. }
        | WallRadius { wall, .. }
        | WallOrder { wall, .. } => At::Wall(wall),
        DomainEnd { .. } | DomainOrder { .. } | PeriodTooShort { .. } => At::Domain,
        _ => At::Scene,
    }
}

fn number(node: &Node) -> Result<f64, Complaint> {
    node.number()
}

fn vector<const D: usize>(node: &Node) -> Result<Vector<D>, Complaint> {
    node.numbers(if D == 2 {
        "an array of 2 numbers [x, y]"
    } else {
        "an array of 3 numbers [x, y, z]"
    })
}

fn domain<const D: usize>(node: &Node) -> Result<Domain<D>, Complaint> {
    let object = node.object(DOMAIN_KEYS)?;
    let low = vector(&object.required("low")?)?;
    let high = vector(&object.required("high")?)?;
    let one = |node: &Node| {
        let known = [Boundary::Walls, Boundary::Periodic, Boundary::Open];
        Ok(known[node.word(BOUNDARIES)?])
    };
    let node = object.required("boundary")?;
    let elements = match node.elements() {
        Ok(elements) => elements,
        Err(_) => {
            let boundary = [one(&node)?; D];
            return Ok(Domain {
                low,
                high,
                boundary,
            });
        }
    };
    if elements.len() != D {
        return Err(node.complain(Problem::WrongType {
            expected: "one word, or an array of one an axis",
            found: format!("an array of {}", elements.len()),
        }));
    }
    let mut boundary = [Boundary::Open; D];
    for (index, (boundary, element)) in boundary.iter_mut().zip(elements).enumerate() {
        *boundary = one(&node.element(index, element))?;
    }
    Ok(Domain {
        low,
        high,
        boundary,
    })
}

fn ball<const D: usize>(
    node: &Node,
    gravity: &Vector<D>,
    restitution: f64,
) -> Result<Ball<D>, Complaint> {
    let object = node.object(BODY_KEYS)?;
    let radius = object.required("radius")?.number()?;
    let size = if D == 2 {
        PI * radius * radius
    } else {
        4.0 / 3.0 * PI * radius * radius * radius
    };
    Ok(Ball {
        position: vector(&object.required("position")?)?,
        velocity: object.optional("velocity", vector)?.unwrap_or([0.0; D]),
        acceleration: object.optional("acceleration", vector)?.unwrap_or(*gravity),
        radius,
        // A bad radius is told as such, not as the mass that comes of it.
        mass: object
            .optional("mass", number)?
            .unwrap_or(if radius > 0.0 { size } else { 1.0 }),
        restitution: object
            .optional("restitution", number)?
            .unwrap_or(restitution),
    })
}

/// The keys of a wall of a kind.
fn inner_keys(kind: &str) -> &'static [&'static str] {
    match kind {
        "plane" => &["point", "normal"],
        "segment" => &["from", "to"],
        "box" => &["low", "high"],
        _ => &["centre", "radius"],
    }
}

fn wall<const D: usize>(node: &Node) -> Result<Wall<D>, Complaint> {
    let object = node.object(WALL_KEYS)?;
    let kinds: Vec<&'static str> = WALL_KEYS
        .iter()
        .copied()
        .filter(|&key| object.get(key).is_some())
        .collect();
    let [kind] = kinds[..] else {
        return Err(node.complain(Problem::WrongType {
            expected: "an object with one of plane, segment, box, ball and hollow",
            found: format!("one with {}", kinds.len()),
        }));
    };
    let inner = object.required(kind)?;
    let object = inner.object(inner_keys(kind))?;
    Ok(match kind {
        "plane" => Wall::Plane {
            point: vector(&object.required("point")?)?,
            normal: unit(vector(&object.required("normal")?)?),
        },
        "segment" => Wall::Segment {
            from: vector(&object.required("from")?)?,
            to: vector(&object.required("to")?)?,
        },
        "box" => Wall::Box {
            low: vector(&object.required("low")?)?,
            high: vector(&object.required("high")?)?,
        },
        _ => {
            let centre = vector(&object.required("centre")?)?;
            let radius = object.required("radius")?.number()?;
            if kind == "ball" {
                Wall::Ball { centre, radius }
            } else {
                Wall::Hollow { centre, radius }
            }
        }
    })
}

/// Of length 1, if it has a length.
fn unit<const D: usize>(normal: Vector<D>) -> Vector<D> {
    let largest = normal.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    if !(largest > 0.0) {
        return normal;
    }
    let scaled = normal.map(|x| x / largest);
    let length = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    // A normal that is one stays as it is.
    if largest * length == 1.0 {
        return normal;
    }
    scaled.map(|x| x / length)
}

#[cfg(test)]
mod tests;
