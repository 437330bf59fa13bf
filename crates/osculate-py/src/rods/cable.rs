//! Cables, obstacles and settings, as arguments say them.

use crate::arrays::{ANY, Floats, bad};
use crate::keywords::{Keywords, named};
use crate::shapes::PyShape;
use glam::DVec3;
use osculate::{Motion, Shape};
use osculate_world::rods::{
    Cable, Contacts, End, Natural, Obstacle, RodMaterial, RodSettings, Scheme,
};
use pyo3::prelude::*;

/// Keyword arguments of the constructor.
pub const SETTINGS: [&str; 9] = [
    "gravity",
    "step",
    "substeps",
    "most_substeps",
    "scheme",
    "contacts",
    "rounds",
    "bounce_speed",
    "sticking_speed",
];

/// Keyword arguments of a cable.
pub const CABLE: [&str; 8] = [
    "name",
    "closed",
    "ends",
    "natural",
    "axis",
    "rest_scale",
    "velocity",
    "ties",
];

/// Keyword arguments of an obstacle.
pub const OBSTACLE: [&str; 5] = ["linear", "angular", "mass", "friction", "restitution"];

const SCHEMES: [(&str, Scheme); 2] = [("bdf2", Scheme::Bdf2), ("euler", Scheme::Euler)];

const ENDS: [(&str, End); 3] = [
    ("free", End::Free),
    ("pinned", End::Pinned),
    ("clamped", End::Clamped),
];

const NATURALS: [(&str, Natural); 2] = [
    ("straight", Natural::Straight),
    ("as_placed", Natural::AsPlaced),
];

/// What holds for all cables.
pub fn settings(given: &Keywords) -> PyResult<RodSettings> {
    let mut settings = RodSettings::default();
    if let Some(gravity) = given.vector("gravity")? {
        settings.gravity = gravity;
    }
    if let Some(step) = given.number("step")? {
        settings.step = step;
    }
    if let Some(substeps) = given.count("substeps")? {
        settings.substeps = substeps;
        settings.most_substeps = settings.most_substeps.max(substeps);
    }
    if let Some(most) = given.count("most_substeps")? {
        settings.most_substeps = most;
    }
    if let Some(scheme) = given.value::<String>("scheme", "a name")? {
        settings.scheme = named("scheme", &scheme, &SCHEMES)?;
    }
    if let Some(false) = given.value("contacts", "True or False")? {
        settings.contacts = Contacts::Ignored;
    }
    if let Some(rounds) = given.count("rounds")? {
        settings.rounds = rounds;
    }
    if let Some(speed) = given.number("bounce_speed")? {
        settings.bounce_speed = speed;
    }
    if let Some(speed) = given.number("sticking_speed")? {
        settings.sticking_speed = speed;
    }
    Ok(settings)
}

/// The shape without any load: a name, or two curvatures and a twist.
fn natural(value: &Bound<'_, PyAny>) -> PyResult<Natural> {
    if let Ok(name) = value.extract::<String>() {
        return named("natural", &name, &NATURALS);
    }
    let words = "a name or (3,): two curvatures and a twist";
    let floats = Floats::shaped(value, "natural", (words, &[3]))?;
    let [one, other, twist] = floats.rows()[0];
    if let Some(number) = floats.numbers().iter().find(|x| !x.is_finite()) {
        return Err(bad("natural", format!("{number} is no number")));
    }
    Ok(Natural::Curved {
        curvature: [one, other],
        twist,
    })
}

/// A cable of the arguments of `add`: of a material, and with a number for its name if it has no other.
pub fn cable(
    points: &Bound<'_, PyAny>,
    (material, number): (RodMaterial, usize),
    given: &Keywords,
) -> PyResult<Cable> {
    let points = Floats::shaped(points, "points", ("(n, 3)", &[ANY, 3]))?.points();
    let name = given.value("name", "a text")?;
    let name = name.unwrap_or_else(|| format!("{number}"));
    let mut cable = Cable::new(name, points, material);
    if let Some(true) = given.value("closed", "True or False")? {
        cable = cable.closed();
    }
    if let Some((first, last)) = given.value::<(String, String)>("ends", "a tuple of two names")? {
        cable = cable.with_ends([named("ends", &first, &ENDS)?, named("ends", &last, &ENDS)?]);
    }
    if let Some(value) = given.get("natural")? {
        cable = cable.with_natural(natural(&value)?);
    }
    if let Some(axis) = given.vector("axis")? {
        cable = cable.with_axis(axis);
    }
    if let Some(scale) = given.number("rest_scale")? {
        cable = cable.with_rest_scale(scale);
    }
    if let Some(velocity) = given.vector("velocity")? {
        cable = cable.with_velocity(velocity);
    }
    let what = "a list of tuples (point, cable, point of that cable)";
    let ties: Option<Vec<(usize, usize, usize)>> = given.value("ties", what)?;
    for (point, other, at) in ties.unwrap_or_default() {
        cable = cable.tied(point, other, at);
    }
    Ok(cable)
}

/// An obstacle of the arguments of `add_obstacle`.
pub fn obstacle(
    shape: &Bound<'_, PyShape>,
    placement: Option<&Bound<'_, PyAny>>,
    given: &Keywords,
) -> PyResult<Obstacle> {
    let (linear, angular) = (given.vector("linear")?, given.vector("angular")?);
    let mut obstacle = match &shape.get().body.shape {
        Shape::Mesh(tree) => Obstacle::mesh(tree.mesh().clone()),
        Shape::HalfSpace(_) if placement.is_some() || linear.is_some() || angular.is_some() => {
            let why = "a half-space stays where it is: without placement, linear and angular";
            return Err(bad("shape", why));
        }
        Shape::HalfSpace(half_space) => Obstacle::half_space(*half_space),
        _ => return Err(bad("shape", "cables meet a Mesh or a HalfSpace")),
    };
    if let Some(at) = placement {
        let at = crate::motion::motion_of(at, "placement")?;
        obstacle = obstacle.at(at.placement(0.0));
    }
    if let Some(mass) = given.number("mass")? {
        obstacle = obstacle.with_mass(mass);
    }
    let or_none = |rate: Option<DVec3>| rate.unwrap_or(DVec3::ZERO);
    let (friction, restitution) = (given.number("friction")?, given.number("restitution")?);
    Ok(obstacle
        .with_velocity(or_none(linear), or_none(angular))
        .with_surface(friction.unwrap_or(0.3), restitution.unwrap_or(0.0)))
}
