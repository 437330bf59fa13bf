//! Bodies and settings of a world, as keyword arguments say them.

use crate::arrays::bad;
use crate::keywords::{Keywords, named};
use crate::motion::motion_of;
use crate::shapes::PyShape;
use glam::DVec3;
use osculate::{Motion, Placement};
use osculate_world::{Body, BodyKind, Combine, Filter, LockedAxes, Material, Settings, Sleeping};
use pyo3::prelude::*;

/// Keyword arguments of `add`.
pub const PARTS: [&str; 21] = [
    "kind",
    "name",
    "linear",
    "angular",
    "density",
    "mass",
    "centre",
    "moments",
    "friction",
    "restitution",
    "friction_rule",
    "restitution_rule",
    "surface_velocity",
    "gravity_scale",
    "damping",
    "locked_linear",
    "locked_angular",
    "groups",
    "meets",
    "sensor",
    "rest_gap",
];

/// Keyword arguments that make a surface.
pub const SURFACE: [&str; 5] = [
    "friction",
    "restitution",
    "friction_rule",
    "restitution_rule",
    "surface_velocity",
];

/// Keyword arguments of a world.
pub const SETTINGS: [&str; 6] = [
    "gravity",
    "step",
    "substeps",
    "most_substeps",
    "bounce_speed",
    "sleeping",
];

/// What holds for a world.
pub fn settings(given: &Keywords) -> PyResult<Settings> {
    let mut settings = Settings::default();
    if let Some(gravity) = given.vector("gravity")? {
        settings = settings.with_gravity(gravity);
    }
    if let Some(step) = given.number("step")? {
        settings = settings.with_step(step);
    }
    let least = given.count("substeps")?.unwrap_or(settings.substeps);
    let most = given.count("most_substeps")?;
    let most = most.unwrap_or(settings.most_substeps.max(least));
    settings = settings.with_substeps(least, most);
    if let Some(speed) = given.number("bounce_speed")? {
        settings = settings.with_bounce_speed(speed);
    }
    let sleeping = given.value("sleeping", "True or False")?;
    let sleeping = sleeping.unwrap_or(true).then(Sleeping::default);
    Ok(settings.with_sleeping(sleeping))
}

/// The kinds of bodies by their names.
const KINDS: [(&str, BodyKind); 3] = [
    ("dynamic", BodyKind::Dynamic),
    ("static", BodyKind::Static),
    ("kinematic", BodyKind::Kinematic),
];

/// The kind of a name.
pub fn kind(name: &str) -> PyResult<BodyKind> {
    named("kind", name, &KINDS)
}

/// The name of a kind.
pub fn kind_name(kind: BodyKind) -> &'static str {
    let found = KINDS.iter().find(|(_, known)| *known == kind);
    found.map_or("", |(name, _)| name)
}

/// How two numbers become one, by name.
const RULES: [(&str, Combine); 5] = [
    ("average", Combine::Average),
    ("geometric_mean", Combine::GeometricMean),
    ("least", Combine::Least),
    ("product", Combine::Product),
    ("most", Combine::Most),
];

/// A surface: what is not said is as it was.
pub fn material(given: &Keywords, usual: Material) -> PyResult<Material> {
    let mut material = usual;
    if let Some(friction) = given.number("friction")? {
        material.friction = friction;
    }
    if let Some(restitution) = given.number("restitution")? {
        material.restitution = restitution;
    }
    if let Some(velocity) = given.vector("surface_velocity")? {
        material.surface_velocity = velocity;
    }
    let rule = |name: &str, usual: Combine| match given.value::<String>(name, "a name")? {
        Some(word) => named(name, &word, &RULES),
        None => Ok(usual),
    };
    let friction = rule("friction_rule", usual.friction_rule)?;
    let restitution = rule("restitution_rule", usual.restitution_rule)?;
    Ok(material.with_rules(friction, restitution))
}

/// Axes by their letters.
fn axes(given: &Keywords, name: &str) -> PyResult<[bool; 3]> {
    let mut locked = [false; 3];
    let letters: String = given
        .value(name, "a text of x, y and z")?
        .unwrap_or_default();
    for letter in letters.chars() {
        match "xyz".find(letter) {
            Some(axis) => locked[axis] = true,
            None => return Err(bad(name, format!("{letter:?} is none of x, y, z"))),
        }
    }
    Ok(locked)
}

/// With the mass that was said.
fn with_mass(body: Body, given: &Keywords) -> PyResult<Body> {
    let (density, mass) = (given.number("density")?, given.number("mass")?);
    let (centre, moments) = (given.vector("centre")?, given.vector("moments")?);
    match (density, mass, centre, moments) {
        (None, None, None, None) => Ok(body),
        (Some(density), None, None, None) => Ok(body.with_density(density)),
        (None, Some(mass), None, None) => Ok(body.with_mass(mass)),
        (None, Some(mass), centre, Some(moments)) => {
            let centre = centre.unwrap_or(DVec3::ZERO);
            Ok(body.with_mass_properties(mass, centre, moments))
        }
        (Some(_), _, _, _) => Err(bad("density", "it goes without mass, centre and moments")),
        _ => Err(bad(
            "moments",
            "they go with a mass; a centre goes with both",
        )),
    }
}

/// A body of the arguments of `add`.
pub fn body(
    shape: &Bound<'_, PyShape>,
    at: Option<&Bound<'_, PyAny>>,
    given: &Keywords,
) -> PyResult<Body> {
    let word = given.value::<String>("kind", "a name")?;
    let shape = shape.get().body.shape.clone();
    let mut body = match kind(word.as_deref().unwrap_or("dynamic"))? {
        BodyKind::Dynamic => Body::dynamic(shape),
        BodyKind::Static => Body::fixed(shape),
        BodyKind::Kinematic => Body::kinematic(shape),
    };
    if let Some(at) = at {
        body = body.at(placement(at)?);
    }
    if let Some(name) = given.value::<String>("name", "a text")? {
        body = body.named(name);
    }
    let rate = |name| Ok::<_, PyErr>(given.vector(name)?.unwrap_or(DVec3::ZERO));
    body = with_mass(body, given)?
        .with_velocity(rate("linear")?, rate("angular")?)
        .with_material(material(given, Material::default())?)
        .with_filter(filter(given)?)
        .with_locked_axes(LockedAxes {
            linear: axes(given, "locked_linear")?,
            angular: axes(given, "locked_angular")?,
        });
    if let Some(scale) = given.number("gravity_scale")? {
        body = body.with_gravity_scale(scale);
    }
    if let Some((linear, angular)) = given.value("damping", "a tuple of two numbers")? {
        body = body.with_damping(linear, angular);
    }
    if let Some(gap) = given.number("rest_gap")? {
        body = body.with_rest_gap(gap);
    }
    let sensor = given.value("sensor", "True or False")?.unwrap_or(false);
    Ok(if sensor { body.as_sensor() } else { body })
}

/// Which groups a body is in, and which it meets.
fn filter(given: &Keywords) -> PyResult<Filter> {
    let usual = Filter::default();
    Ok(Filter {
        groups: given.count("groups")?.unwrap_or(usual.groups),
        meets: given.count("meets")?.unwrap_or(usual.meets),
    })
}

/// Where something is: what stands for a body at rest.
pub fn placement(value: &Bound<'_, PyAny>) -> PyResult<Placement> {
    Ok(motion_of(value, "placement")?.placement(0.0))
}
