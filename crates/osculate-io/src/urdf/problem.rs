//! What can be wrong with the files of a robot.

use crate::json::Shown;
use crate::max_size::MaxSize;
use crate::mesh_file::MeshFileError;
use osculate::mesh::MeshError;
use osculate::robot::RobotError;
use osculate::shape::HullError;
use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a URDF or SRDF file is no robot.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RobotFileError {
    /// The file could not be opened or read.
    #[error("cannot read the {kind} file {}: {source}", file.display())]
    Read {
        /// `URDF` or `SRDF`.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is larger than it may be.
    #[error("the {kind} file {} is larger than the max size of {most}", file.display())]
    TooLarge {
        /// `URDF` or `SRDF`.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
        /// How large it may be.
        most: MaxSize,
    },
    /// The file is not text.
    #[error("the {kind} file {} is not UTF-8 text: byte {byte} is wrong", file.display())]
    NotText {
        /// `URDF` or `SRDF`.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
        /// The first bad byte, counted from 0.
        byte: usize,
    },
    /// The file is not XML, or asks for too much.
    #[error("{}:{line}:{column}: not valid XML: {message}", file.display())]
    NotXml {
        /// Its path.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// Something in the file is not as it must be.
    #[error("{}:{place}: {problem}", file.display())]
    Invalid {
        /// Its path.
        file: PathBuf,
        /// Where.
        place: RobotPlace,
        /// What is wrong there.
        problem: Box<RobotProblem>,
    },
}

/// A place in a URDF or SRDF file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RobotPlace {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What it is part of.
    pub part: RobotPart,
}

impl fmt::Display for RobotPlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)?;
        match &self.part {
            RobotPart::Robot => Ok(()),
            part => write!(f, ": {part}"),
        }
    }
}

/// A part of a robot, by its name in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RobotPart {
    /// The whole.
    Robot,
    /// A link.
    Link(String),
    /// A joint.
    Joint(String),
    /// A group of joints.
    Group(String),
    /// A named configuration of a group.
    State(String),
}

impl fmt::Display for RobotPart {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RobotPart::Robot => write!(f, "the robot"),
            RobotPart::Link(name) => write!(f, "link {}", Shown(name)),
            RobotPart::Joint(name) => write!(f, "joint {}", Shown(name)),
            RobotPart::Group(name) => write!(f, "group {}", Shown(name)),
            RobotPart::State(name) => write!(f, "state {}", Shown(name)),
        }
    }
}

/// What is wrong at a place of a URDF or SRDF file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RobotProblem {
    /// The file is to be expanded first.
    #[error(
        "this is a xacro file; expand it first, with `xacro {} > robot.urdf` or `ros2 run xacro xacro {} > robot.urdf`",
        .0.display(), .0.display()
    )]
    Xacro(PathBuf),
    /// The outermost element is of something else.
    #[error("the outermost element must be <robot>, not <{0}>")]
    NotARobot(String),
    /// An element lacks an attribute.
    #[error("<{element}> lacks the attribute {attribute:?}")]
    MissingAttribute {
        /// The element.
        element: String,
        /// What it lacks.
        attribute: &'static str,
    },
    /// An element lacks another one inside.
    #[error("<{0}> is missing")]
    MissingElement(&'static str),
    /// An element that may stand there once stands there again.
    #[error("<{0}> is given twice")]
    Repeated(&'static str),
    /// An attribute has no numbers, or too few, or too many.
    #[error("{attribute}={} must be {expected}", Shown(found))]
    NotNumbers {
        /// The attribute.
        attribute: &'static str,
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A number is NaN, infinite or too large.
    #[error(
        "{attribute}={} must be finite, and at most 1e60 in magnitude",
        Shown(found)
    )]
    NotFinite {
        /// The attribute.
        attribute: &'static str,
        /// What is there.
        found: String,
    },
    /// There is no link.
    #[error("there must be at least one link")]
    NoLinks,
    /// There is more than is allowed.
    #[error("there are more than {most} {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// Two links, joints, groups or states of one name.
    #[error("the name is taken: line {0} has it too")]
    DuplicateName(usize),
    /// A name without letters.
    #[error("the name is empty")]
    EmptyName,
    /// A link that there is none of.
    #[error("there is no link {}", Shown(.0))]
    UnknownLink(String),
    /// A joint that there is none of.
    #[error("there is no joint {}", Shown(.0))]
    UnknownJoint(String),
    /// A group that there is none of.
    #[error("there is no group {}", Shown(.0))]
    UnknownGroup(String),
    /// Groups that hold each other.
    #[error("the group contains itself: {}", chain(.0))]
    GroupCycle(Vec<String>),
    /// A chain of links that does not lead from its base to its tip.
    #[error("there is no chain from link {} down to link {}", Shown(&.0[0]), Shown(&.0[1]))]
    NoChain([String; 2]),
    /// A kind of joint that is not known.
    #[error(
        "there are no joints of type {}; known: fixed, revolute, continuous, prismatic, planar, floating",
        Shown(.0)
    )]
    UnknownJointType(String),
    /// A link with two joints above it.
    #[error(
        "link {} has two parents: the joint {} of line {line} leads to it too",
        Shown(link),
        Shown(joint)
    )]
    TwoParents {
        /// The link.
        link: String,
        /// The other joint.
        joint: String,
        /// Where that stands.
        line: usize,
    },
    /// Links that stand above each other in a ring.
    #[error("links and joints form a loop: {}", chain(.0))]
    Loop(Vec<String>),
    /// More than one link without a joint above it.
    #[error("the links form several trees, with the roots {}", listed(.0))]
    SeveralRoots(Vec<String>),
    /// An axis without direction.
    #[error("the axis is zero")]
    ZeroAxis,
    /// A joint that needs limits has none.
    #[error("a {0} joint needs <limit lower=… upper=…>")]
    NoLimits(&'static str),
    /// Limits that leave nothing between them.
    #[error("the lower limit {lower} is above the upper limit {upper}")]
    LimitsReversed {
        /// The lower.
        lower: f64,
        /// The upper.
        upper: f64,
    },
    /// Joints that follow each other in a ring.
    #[error("mimic joints follow each other: {}", chain(.0))]
    MimicCycle(Vec<String>),
    /// A joint that cannot follow, or cannot be followed.
    #[error("{} of type {kind} cannot mimic or be mimicked", Shown(joint))]
    CannotMimic {
        /// The joint.
        joint: String,
        /// Its kind.
        kind: &'static str,
    },
    /// A shape that is not known.
    #[error("unknown shape <{0}>; known: box, cylinder, sphere, capsule, mesh")]
    UnknownShape(String),
    /// A geometry without a shape, or with two.
    #[error("<geometry> must hold one shape, not {0}")]
    NotOneShape(usize),
    /// A length out of range.
    #[error(transparent)]
    Hull(#[from] HullError),
    /// A mesh of a package that is not known.
    #[error(
        "{}: no folder is known for the package {}, and none above the file is named so; give one with --package {package}=FOLDER",
        Shown(mesh),
        Shown(package)
    )]
    UnknownPackage {
        /// The mesh's name.
        mesh: String,
        /// The package.
        package: String,
    },
    /// A mesh named in a way that is not known.
    #[error("{}: a mesh is a path, a file:// path or package://NAME/PATH", Shown(.0))]
    UnknownScheme(String),
    /// A mesh file that cannot be had.
    #[error(transparent)]
    Mesh(#[from] MeshFileError),
    /// Meshes that are too large together.
    #[error("the meshes of the robot are larger than the max size of {0} together")]
    MeshesTooLarge(MaxSize),
    /// A scale that leaves nothing of a mesh, or makes it too large.
    #[error("the mesh cannot be scaled by {scale:?}: {source}")]
    Scale {
        /// The scale.
        scale: [f64; 3],
        /// Why not.
        source: MeshError,
    },
    /// A scale that has a zero.
    #[error("the scale {0:?} must not have a zero")]
    ZeroScale([f64; 3]),
    /// What the library says of a robot.
    #[error(transparent)]
    Robot(#[from] RobotError),
}

/// Names that lead from one to the next.
fn chain(names: &[String]) -> String {
    shown(names, " → ")
}

fn listed(names: &[String]) -> String {
    shown(names, ", ")
}

fn shown(names: &[String], between: &str) -> String {
    const SHOWN: usize = 12;
    let mut text: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| Shown(name).to_string())
        .collect();
    if names.len() > SHOWN {
        text.push(format!("and {} more", names.len() - SHOWN));
    }
    text.join(between)
}
