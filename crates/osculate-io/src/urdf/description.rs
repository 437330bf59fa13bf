//! What a URDF file says, with the places where it says so.

use super::element::{Complaint, Element, Part};
use super::problem::RobotProblem;
use glam::DVec3;
use osculate::Placement;
use std::collections::BTreeMap;

/// The largest angle that a joint may be at, as the library has it.
const LARGEST_ANGLE: f64 = 1e9;
/// How many links there may be.
const MOST_LINKS: usize = 1024;
/// How many shapes there may be; pairs of them are kept in a table.
const MOST_SHAPES: usize = 1024;

/// A robot as its file describes it: every name is there, once.
pub(super) struct Description {
    pub name: String,
    pub at: usize,
    pub links: Vec<Link>,
    pub joints: Vec<Joint>,
    /// Elements that were passed over though they stand where shapes or joints are described.
    pub ignored: Vec<(usize, String)>,
}

/// A link.
pub(super) struct Link {
    pub name: String,
    pub at: usize,
    pub shapes: Vec<LinkShape>,
}

/// A shape of a link.
pub(super) struct LinkShape {
    /// Its name in the file, if it has one.
    pub name: Option<String>,
    pub at: usize,
    pub origin: Placement,
    pub form: Form,
}

/// What a shape is.
pub(super) enum Form {
    Box { size: DVec3 },
    Cylinder { radius: f64, length: f64 },
    Capsule { radius: f64, length: f64 },
    Sphere { radius: f64 },
    Mesh { file: String, scale: DVec3 },
}

/// A joint.
pub(super) struct Joint {
    pub name: String,
    pub at: usize,
    pub kind: Kind,
    /// The links' numbers.
    pub parent: usize,
    pub child: usize,
    pub origin: Placement,
    pub axis: DVec3,
    pub limits: Option<[f64; 2]>,
    pub mimic: Option<Mimic>,
}

/// Another joint that a joint follows.
pub(super) struct Mimic {
    pub at: usize,
    pub joint: String,
    pub multiplier: f64,
    pub offset: f64,
}

/// A kind of joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Fixed,
    Revolute,
    Continuous,
    Prismatic,
    Planar,
    Floating,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Fixed,
        Kind::Revolute,
        Kind::Continuous,
        Kind::Prismatic,
        Kind::Planar,
        Kind::Floating,
    ];

    /// Its name in URDF files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Fixed => "fixed",
            Kind::Revolute => "revolute",
            Kind::Continuous => "continuous",
            Kind::Prismatic => "prismatic",
            Kind::Planar => "planar",
            Kind::Floating => "floating",
        }
    }

    /// How many numbers say where it is.
    pub fn width(self) -> usize {
        match self {
            Kind::Fixed => 0,
            Kind::Revolute | Kind::Continuous | Kind::Prismatic => 1,
            Kind::Planar => 3,
            Kind::Floating => 7,
        }
    }
}

/// What `<robot>` says.
pub(super) fn describe(
    robot: Element,
    line: impl Fn(usize) -> usize,
) -> Result<Description, Complaint> {
    let mut ignored = Vec::new();
    let mut links = Vec::new();
    let mut link_names = BTreeMap::new();
    let mut shapes = 0;
    for element in robot.named("link") {
        let name = element.required_name("name")?;
        let element = element.of(Part::Link(name));
        if let Some(earlier) = link_names.insert(name, links.len()) {
            let earlier: &Link = &links[earlier];
            return Err(element.complain(RobotProblem::DuplicateName(line(earlier.at))));
        }
        let link = link(element, name, &mut ignored)?;
        shapes += link.shapes.len();
        for (count, most, what) in [
            (links.len() + 1, MOST_LINKS, "links"),
            (shapes, MOST_SHAPES, "collision shapes"),
        ] {
            if count > most {
                return Err(element.complain(RobotProblem::TooMany { what, most }));
            }
        }
        links.push(link);
    }
    if links.is_empty() {
        return Err(robot.complain(RobotProblem::NoLinks));
    }
    let mut joints: Vec<Joint> = Vec::new();
    let mut joint_names = BTreeMap::new();
    // Transmissions have elements of that name too, but further inside.
    for element in robot.named("joint") {
        let name = element.required_name("name")?;
        let element = element.of(Part::Joint(name));
        if let Some(earlier) = joint_names.insert(name, joints.len()) {
            return Err(element.complain(RobotProblem::DuplicateName(line(joints[earlier].at))));
        }
        joints.push(joint(element, name, &link_names, &mut ignored)?);
    }
    Ok(Description {
        name: robot.word("name").unwrap_or_default().to_owned(),
        at: robot.at(),
        links,
        joints,
        ignored,
    })
}

fn link(
    element: Element,
    name: &str,
    ignored: &mut Vec<(usize, String)>,
) -> Result<Link, Complaint> {
    let mut shapes = Vec::new();
    for child in element.children() {
        match child.name() {
            "collision" => shapes.push(LinkShape {
                name: child.word("name").map(str::to_owned),
                at: child.at(),
                origin: child.origin()?,
                form: form(child.required_child("geometry")?)?,
            }),
            "visual" | "inertial" | "contact" => {}
            other => ignored.push((child.at(), format!("<{other}> in link {name:?}"))),
        }
    }
    Ok(Link {
        name: name.to_owned(),
        at: element.at(),
        shapes,
    })
}

fn form(geometry: Element) -> Result<Form, Complaint> {
    let count = geometry.children().count();
    let (Some(shape), 1) = (geometry.children().next(), count) else {
        return Err(geometry.complain(RobotProblem::NotOneShape(count)));
    };
    Ok(match shape.name() {
        "box" => Form::Box {
            size: {
                shape.required_word("size")?;
                shape.vector("size")?.unwrap_or_default()
            },
        },
        "cylinder" => Form::Cylinder {
            radius: shape.required_number("radius")?,
            length: shape.required_number("length")?,
        },
        "capsule" => Form::Capsule {
            radius: shape.required_number("radius")?,
            length: shape.required_number("length")?,
        },
        "sphere" => Form::Sphere {
            radius: shape.required_number("radius")?,
        },
        "mesh" => {
            let scale = shape.vector("scale")?.unwrap_or(DVec3::ONE);
            if scale.to_array().contains(&0.0) {
                let problem = RobotProblem::ZeroScale(scale.to_array());
                return Err(shape.complain_about("scale", problem));
            }
            Form::Mesh {
                file: shape.required_name("filename")?.to_owned(),
                scale,
            }
        }
        other => return Err(shape.complain(RobotProblem::UnknownShape(other.to_owned()))),
    })
}

const JOINT_PARTS: [&str; 10] = [
    "origin",
    "parent",
    "child",
    "axis",
    "calibration",
    "dynamics",
    "limit",
    "mimic",
    "safety_controller",
    "joint_properties",
];

fn joint(
    element: Element,
    name: &str,
    links: &BTreeMap<&str, usize>,
    ignored: &mut Vec<(usize, String)>,
) -> Result<Joint, Complaint> {
    let word = element.required_word("type")?;
    let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == word) else {
        let problem = RobotProblem::UnknownJointType(word.to_owned());
        return Err(element.complain_about("type", problem));
    };
    let end = |which| {
        let end = element.required_child(which)?;
        let link = end.required_word("link")?;
        let problem = || RobotProblem::UnknownLink(link.to_owned());
        let known = links.get(link).copied();
        known.ok_or_else(|| end.complain_about("link", problem()))
    };
    let unknown = element
        .children()
        .filter(|child| !JOINT_PARTS.contains(&child.name()));
    ignored
        .extend(unknown.map(|child| (child.at(), format!("<{}> in joint {name:?}", child.name()))));
    Ok(Joint {
        name: name.to_owned(),
        at: element.at(),
        kind,
        parent: end("parent")?,
        child: end("child")?,
        origin: element.origin()?,
        axis: axis(element, kind)?,
        limits: limits(element, kind)?,
        // What is fixed follows nothing, and real files have it.
        mimic: mimic(element)?.filter(|_| kind != Kind::Fixed),
    })
}

fn axis(element: Element, kind: Kind) -> Result<DVec3, Complaint> {
    let Some(axis) = element.child("axis")? else {
        return Ok(DVec3::X);
    };
    let along = axis.vector("xyz")?.unwrap_or(DVec3::X);
    // Of the others it means nothing, and exporters write zeros there.
    let needed = !matches!(kind, Kind::Fixed | Kind::Floating);
    match along == DVec3::ZERO && needed {
        true => Err(axis.complain(RobotProblem::ZeroAxis)),
        false => Ok(along),
    }
}

fn limits(element: Element, kind: Kind) -> Result<Option<[f64; 2]>, Complaint> {
    let found = match element.child("limit")? {
        Some(limit) => {
            let lower = limit.number("lower")?.unwrap_or(0.0);
            let upper = limit.number("upper")?.unwrap_or(0.0);
            if lower > upper {
                return Err(limit.complain(RobotProblem::LimitsReversed { lower, upper }));
            }
            // Without limits, some say; no angle is larger than that.
            let largest = if kind == Kind::Revolute {
                LARGEST_ANGLE
            } else {
                f64::INFINITY
            };
            Some([lower, upper].map(|limit| limit.clamp(-largest, largest)))
        }
        None => None,
    };
    match (kind, found) {
        (Kind::Revolute | Kind::Prismatic, None) => {
            Err(element.complain(RobotProblem::NoLimits(kind.name())))
        }
        (Kind::Revolute | Kind::Prismatic, found) => Ok(found),
        _ => Ok(None),
    }
}

fn mimic(element: Element) -> Result<Option<Mimic>, Complaint> {
    let Some(mimic) = element.child("mimic")? else {
        return Ok(None);
    };
    Ok(Some(Mimic {
        at: mimic.at(),
        joint: mimic.required_word("joint")?.to_owned(),
        multiplier: mimic.number("multiplier")?.unwrap_or(1.0),
        offset: mimic.number("offset")?.unwrap_or(0.0),
    }))
}
