//! Robots: links and joints, obstacles, and paths.
//!
//! A [`Robot`] is a tree of links with shapes, built by a [`RobotBuilder`]. A *configuration* is a slice of numbers: the coordinates
//! of all joints that have any, in the order in which joints were added.

use crate::body::Shape;
use crate::motion::{Chain, Follows, JointPath, LinkMotion, LinkTree, Motion, Placement};
use alloc::string::String;
use alloc::vec::Vec;
use glam::DVec3;

mod builder;
mod builtin;
mod environment;
mod joint;
mod pairs;
mod path;

pub use builder::{RobotBuilder, RobotError};
pub use builtin::{BUILTIN_NAMES, Builtin, builtin};
pub use environment::{Environment, Obstacle, ObstacleError, ObstaclePlace};
pub use joint::{Joint, JointKind, Mimic};
pub(crate) use pairs::BodyPair;
pub use path::{Path, PathError};

/// A tree of links, connected by joints. The root link stands at the world's origin.
#[derive(Clone, Debug)]
pub struct Robot {
    pub(crate) links: Vec<Link>,
    joints: Vec<Joint>,
    wired: Vec<Wired>,
    coordinates: Vec<Coordinate>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) tree: LinkTree,
    pub(crate) pairs: Vec<BodyPair>,
}

/// A link of a robot.
#[derive(Clone, Debug)]
pub struct Link {
    name: String,
    /// The joint that moves it.
    joint: Option<usize>,
    /// From the world.
    pub(crate) chain: Chain,
    pub(crate) padding: f64,
    /// Its step of the tree.
    pub(crate) step: u32,
}

/// A shape of a link.
#[derive(Clone, Debug)]
pub struct LinkShape {
    /// Its name; need not be unique.
    pub name: String,
    /// What it is; no half-space.
    pub shape: Shape,
    /// Where it is, in the link's frame.
    pub at: Placement,
}

/// A shape of a link, and the chain that leads to it from the world.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) link: usize,
    pub(crate) shape: LinkShape,
    pub(crate) chain: Chain,
}

/// What a joint is connected to.
#[derive(Clone, Copy, Debug)]
struct Wired {
    parent: usize,
    child: usize,
    /// The first of its coordinates, or the one that it follows.
    first: u32,
    /// How it follows that.
    follows: Follows,
}

/// A number of a configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Coordinate {
    /// The joint that it belongs to.
    pub joint: usize,
    /// Which of the joint's numbers it is.
    pub part: usize,
    /// The least and the largest value.
    pub limits: Option<[f64; 2]>,
    /// Its default position.
    pub default: f64,
    /// Whether it is an angle that may go round.
    pub wraps: bool,
}

impl Link {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The joint that moves it, by its number; the root has none.
    pub fn joint(&self) -> Option<usize> {
        self.joint
    }

    /// The layer around it that counts as part of it.
    pub fn padding(&self) -> f64 {
        self.padding
    }
}

impl Robot {
    /// Its links; the first is the root.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Its joints, in the order in which they were added.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The numbers of a configuration.
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// How many numbers a configuration has.
    pub fn width(&self) -> usize {
        self.coordinates.len()
    }

    /// The number of the link with this name.
    pub fn link_named(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The number of the joint with this name.
    pub fn joint_named(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The links that a joint connects, by their numbers: the parent and the child.
    pub fn connects(&self, joint: usize) -> [usize; 2] {
        [self.wired[joint].parent, self.wired[joint].child]
    }

    /// The first coordinate of a joint, or the one that it follows, with multiplier and offset; none of a fixed joint.
    pub fn coordinate_of(&self, joint: usize) -> Option<(usize, [f64; 2])> {
        let wired = &self.wired[joint];
        (self.joints[joint].kind != JointKind::Fixed)
            .then_some((wired.first as usize, wired.follows.rounded()))
    }

    /// The shapes of a link.
    pub fn shapes(&self, link: usize) -> impl Iterator<Item = &LinkShape> {
        self.bodies
            .iter()
            .filter(move |body| body.link == link)
            .map(|body| &body.shape)
    }

    /// All shapes, each with its link, in the order in which answers number them.
    pub fn all_shapes(&self) -> impl Iterator<Item = (usize, &LinkShape)> {
        self.bodies.iter().map(|body| (body.link, &body.shape))
    }

    /// The default positions of all joints.
    pub fn default_configuration(&self) -> Vec<f64> {
        self.coordinates
            .iter()
            .map(|coordinate| coordinate.default)
            .collect()
    }

    /// How a link moves along a piece of a path: a [`Motion`], which every query of the library takes.
    ///
    /// ```
    /// use osculate::robot::{Joint, JointKind, RobotBuilder};
    /// use osculate::{Motion, Placement, Span, glam::DVec3, motion::check_motion};
    ///
    /// let mut builder = RobotBuilder::new("base");
    /// for (parent, child) in [("base", "upper"), ("upper", "lower"), ("lower", "tip")] {
    ///     builder.link(child);
    ///     let origin = Placement::at(if parent == "base" { DVec3::ZERO } else { DVec3::X });
    ///     let joint = Joint::new(child, JointKind::Continuous, parent, child);
    ///     builder.joint(joint.with_origin(origin).with_axis(DVec3::Z));
    /// }
    /// let robot = builder.build()?;
    /// let half_pi = core::f64::consts::FRAC_PI_2;
    /// let path = robot.straight(&[0.0; 3], &[half_pi, -half_pi, 7.0])?;
    /// let tip = robot.link_motion(robot.link_named("tip").unwrap(), &path, 0);
    /// assert!(tip.placement(1.0).position.distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-15);
    /// check_motion(&tip, Span::UNIT, 0.5, 1000)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Panics if there is no such link or piece, or the path has another number of coordinates.
    pub fn link_motion<'a, P: JointPath + ?Sized>(
        &'a self,
        link: usize,
        path: &'a P,
        piece: usize,
    ) -> LinkMotion<'a, P> {
        assert_eq!(
            path.coordinates(),
            self.width(),
            "the path is of another robot"
        );
        LinkMotion::new(&self.links[link].chain, DVec3::ZERO, path, piece)
    }

    /// Where every link is, to within rounding: for drawing.
    pub fn placements(&self, configuration: &[f64]) -> Result<Vec<Placement>, PathError> {
        let path = self.straight(configuration, configuration)?;
        let place = |link| self.link_motion(link, &path, 0).placement(0.0);
        Ok((0..self.links.len()).map(place).collect())
    }
}
