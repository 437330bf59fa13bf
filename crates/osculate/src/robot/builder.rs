//! Building a robot, and what may be wrong with one.

use super::joint::{Joint, JointKind};
use super::pairs::BodyPair;
use super::{Body, Coordinate, Link, LinkShape, Robot, Wired};
use crate::body::Shape;
use crate::motion::{ChainBuilder, ChainMove, Follows, LinkTree, MotionError, Placement};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use glam::DVec3;
use thiserror::Error;

/// Why a robot could not be built.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RobotError {
    /// Two links have one name.
    #[error("there are two links named {0:?}")]
    TwoLinks(String),
    /// Two joints have one name.
    #[error("there are two joints named {0:?}")]
    TwoJoints(String),
    /// A joint or a shape names a link that is not there.
    #[error("{what} names the link {link:?}, which does not exist")]
    NoLink {
        /// What names it.
        what: String,
        /// The name.
        link: String,
    },
    /// A link is moved by two joints.
    #[error("the link {link:?} is the child of two joints, {joints:?}")]
    TwoParents {
        /// The link.
        link: String,
        /// The joints.
        joints: [String; 2],
    },
    /// A link is not reached from the root.
    #[error(
        "the link {0:?} is not connected to the root: it is part of a loop, or no joint leads to it"
    )]
    NotReached(String),
    /// The root is the child of a joint.
    #[error("the root link {link:?} is the child of the joint {joint:?}")]
    RootIsChild {
        /// The root.
        link: String,
        /// The joint.
        joint: String,
    },
    /// An axis has no direction, or is no number.
    #[error("the joint {joint:?} has the axis {axis:?}, which has no direction")]
    NoAxis {
        /// The joint.
        joint: String,
        /// Its axis.
        axis: [f64; 3],
    },
    /// Limits are no numbers, too large, or the wrong way around.
    #[error("the joint {joint:?} has the limits {limits:?}: they must be numbers, the least first")]
    BadLimits {
        /// The joint.
        joint: String,
        /// The limits.
        limits: [f64; 2],
    },
    /// A default value is no number, too large, or there are too few or too many.
    #[error("the joint {joint:?} has the default {default:?}: it needs {width} numbers")]
    BadDefault {
        /// The joint.
        joint: String,
        /// What was given.
        default: Vec<f64>,
        /// How many it needs.
        width: usize,
    },
    /// A joint follows one that is not there, has other than one coordinate, or follows it in turn.
    #[error("the joint {joint:?} cannot follow {follows:?}: {why}")]
    BadMimic {
        /// The joint.
        joint: String,
        /// The joint that it follows.
        follows: String,
        /// What is wrong.
        why: &'static str,
    },
    /// A placement is none.
    #[error("the placement of {what}: {error}")]
    BadPlacement {
        /// What stands there.
        what: String,
        /// What is wrong.
        error: MotionError,
    },
    /// A shape of a link must be of finite size.
    #[error("the link {0:?} cannot carry a half-space")]
    HalfSpace(String),
    /// A distance must be zero or a length.
    #[error("a {what} must be 0 or a length between 1e-60 and 1e60, not {value}")]
    BadLength {
        /// Padding or clearance.
        what: &'static str,
        /// What was given.
        value: f64,
    },
}

/// The largest angle that a joint may be at, and the largest way.
pub(super) const LARGEST_ANGLE: f64 = 1e9;
pub(super) const LARGEST_WAY: f64 = 1e60;

/// Builds a [`Robot`], link by link and joint by joint.
///
/// ```
/// use osculate::robot::{Joint, JointKind, LinkShape, RobotBuilder};
/// use osculate::{Hull, Placement, glam::DVec3};
///
/// let mut builder = RobotBuilder::new("base");
/// builder.link("arm");
/// builder.shape("arm", LinkShape::new("rod", Hull::capsule(0.5, 0.1)?, Placement::at(0.5 * DVec3::Z)));
/// builder.joint(Joint::new("shoulder", JointKind::Revolute, "base", "arm").with_axis(DVec3::Y).with_limits(-2.0, 2.0));
/// let robot = builder.build()?;
/// assert_eq!(robot.width(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RobotBuilder {
    links: Vec<String>,
    joints: Vec<Joint>,
    shapes: Vec<(String, LinkShape)>,
}

impl RobotBuilder {
    /// A robot with one link, the root, which stands at the world's origin.
    pub fn new(root: impl Into<String>) -> RobotBuilder {
        RobotBuilder {
            links: [root.into()].into(),
            joints: Vec::new(),
            shapes: Vec::new(),
        }
    }

    /// Adds a link. A joint must lead to it.
    pub fn link(&mut self, name: impl Into<String>) {
        self.links.push(name.into());
    }

    /// Gives a link a shape; it may have any number.
    pub fn shape(&mut self, link: impl Into<String>, shape: LinkShape) {
        self.shapes.push((link.into(), shape));
    }

    /// Adds a joint.
    pub fn joint(&mut self, joint: Joint) {
        self.joints.push(joint);
    }

    /// The robot, if it is one. Pairs of links that a joint connects are not checked against each other, all others are: see
    /// [`Robot::allow`] and [`Robot::propose_allowed`].
    pub fn build(self) -> Result<Robot, RobotError> {
        let numbers = numbered(&self.links).map_err(RobotError::TwoLinks)?;
        numbered(self.joints.iter().map(|joint| &joint.name)).map_err(RobotError::TwoJoints)?;
        self.joints.iter().try_for_each(check_joint)?;
        let (wired, coordinates) = self.wire(&numbers)?;
        let above = self.tree(&wired)?;
        let mut robot = Robot {
            links: Vec::new(),
            joints: self.joints,
            wired,
            coordinates,
            bodies: Vec::new(),
            tree: LinkTree::default(),
            pairs: Vec::new(),
        };
        for (number, name) in self.links.into_iter().enumerate() {
            let chain = robot.chain_between(&above, None, number);
            let chain = chain.finish(Placement::IDENTITY, DVec3::ZERO);
            let parent = above[number];
            robot.links.push(Link {
                name,
                joint: parent,
                chain,
                padding: 0.0,
                step: 0,
            });
        }
        for (link, shape) in self.shapes {
            let Some(&number) = numbers.get(link.as_str()) else {
                let what = alloc::format!("the shape {:?}", shape.name);
                return Err(RobotError::NoLink { what, link });
            };
            robot.add_body(&above, number, shape)?;
        }
        robot.grow_tree(&above);
        robot.list_pairs(&above);
        Ok(robot)
    }

    /// Which links each joint connects, and which coordinates move it.
    fn wire(
        &self,
        numbers: &BTreeMap<String, usize>,
    ) -> Result<(Vec<Wired>, Vec<Coordinate>), RobotError> {
        let mut coordinates = Vec::new();
        let mut wired = Vec::new();
        for (number, joint) in self.joints.iter().enumerate() {
            let link = |link: &String| {
                let what = || alloc::format!("the joint {:?}", joint.name);
                numbers
                    .get(link)
                    .copied()
                    .ok_or_else(|| RobotError::NoLink {
                        what: what(),
                        link: link.clone(),
                    })
            };
            wired.push(Wired {
                parent: link(&joint.parent)?,
                child: link(&joint.child)?,
                first: coordinates.len() as u32,
                follows: Follows::ITSELF,
            });
            if joint.mimic.is_some() {
                continue;
            }
            let resting = joint.resting();
            for (part, default) in resting.into_iter().enumerate() {
                let wraps = match joint.kind {
                    JointKind::Continuous => true,
                    JointKind::Planar => part == 2,
                    _ => false,
                };
                coordinates.push(Coordinate {
                    joint: number,
                    part,
                    limits: joint.limits.filter(|_| joint.kind.is_single()),
                    default,
                    wraps,
                });
            }
        }
        for number in 0..self.joints.len() {
            if self.joints[number].mimic.is_some() {
                (wired[number].first, wired[number].follows) = self.followed(number, &wired)?;
            }
        }
        Ok((wired, coordinates))
    }

    /// The coordinate that a joint follows, by way of others that do, and how.
    fn followed(&self, number: usize, wired: &[Wired]) -> Result<(u32, Follows), RobotError> {
        let (mut now, mut follows) = (number, Follows::ITSELF);
        let mut steps = 0;
        while let Some(mimic) = &self.joints[now].mimic {
            let bad = |why| RobotError::BadMimic {
                joint: self.joints[number].name.clone(),
                follows: mimic.joint.clone(),
                why,
            };
            follows = follows.by_way_of(mimic.multiplier, mimic.offset);
            let [multiplier, offset] = follows.rounded();
            let named = self
                .joints
                .iter()
                .position(|joint| joint.name == mimic.joint);
            now = named.ok_or_else(|| bad("it does not exist"))?;
            if !self.joints[now].kind.is_single() {
                return Err(bad("only joints with one coordinate are followed"));
            }
            if !(multiplier.abs() <= 1e9 && offset.abs() <= LARGEST_ANGLE) {
                return Err(bad(
                    "the multiplier or the offset is no number, or above 1e9",
                ));
            }
            steps += 1;
            if steps > self.joints.len() {
                return Err(bad("they follow each other"));
            }
        }
        Ok((wired[now].first, follows))
    }

    /// The joint above each link.
    fn tree(&self, wired: &[Wired]) -> Result<Vec<Option<usize>>, RobotError> {
        let mut above = Vec::from_iter(core::iter::repeat_n(None, self.links.len()));
        for (number, wire) in wired.iter().enumerate() {
            let name = || self.joints[number].name.clone();
            if wire.child == 0 {
                let link = self.links[0].clone();
                return Err(RobotError::RootIsChild {
                    link,
                    joint: name(),
                });
            }
            if let Some(other) = above[wire.child].replace(number) {
                let other: usize = other;
                return Err(RobotError::TwoParents {
                    link: self.links[wire.child].clone(),
                    joints: [self.joints[other].name.clone(), name()],
                });
            }
        }
        for link in 0..self.links.len() {
            let mut now = link;
            let mut steps = 0;
            while let Some(joint) = above[now] {
                now = wired[joint].parent;
                steps += 1;
                if steps > self.links.len() {
                    break;
                }
            }
            if now != 0 || steps > self.links.len() {
                return Err(RobotError::NotReached(self.links[link].clone()));
            }
        }
        Ok(above)
    }
}

/// The names with their numbers, or the name that stands twice.
fn numbered<'n>(
    names: impl IntoIterator<Item = &'n String>,
) -> Result<BTreeMap<String, usize>, String> {
    let mut numbers = BTreeMap::new();
    for (number, name) in names.into_iter().enumerate() {
        if numbers.insert(name.clone(), number).is_some() {
            return Err(name.clone());
        }
    }
    Ok(numbers)
}

fn check_joint(joint: &Joint) -> Result<(), RobotError> {
    let name = || joint.name.clone();
    joint
        .origin
        .check()
        .map_err(|error| RobotError::BadPlacement {
            what: alloc::format!("the joint {:?}", joint.name),
            error,
        })?;
    let largest = joint.axis.abs().max_element();
    let finite = joint.axis.is_finite();
    let needs_axis = !matches!(joint.kind, JointKind::Fixed | JointKind::Floating);
    if needs_axis && !(finite && (1e-60..=1e60).contains(&largest)) {
        return Err(RobotError::NoAxis {
            joint: name(),
            axis: joint.axis.to_array(),
        });
    }
    let most = match joint.kind {
        JointKind::Prismatic => LARGEST_WAY,
        _ => LARGEST_ANGLE,
    };
    if let Some(limits) = joint.limits {
        let [least, largest] = limits;
        if !(least <= largest && least.abs() <= most && largest.abs() <= most) {
            return Err(RobotError::BadLimits {
                joint: name(),
                limits,
            });
        }
    }
    if let Some(mimic) = &joint.mimic
        && !joint.kind.is_single()
    {
        return Err(RobotError::BadMimic {
            joint: name(),
            follows: mimic.joint.clone(),
            why: "only joints with one coordinate follow others",
        });
    }
    let width = joint.kind.width();
    let default = joint.resting();
    let right = match default.as_slice() {
        _ if default.len() != width => false,
        [way] if joint.kind == JointKind::Prismatic => way.abs() <= LARGEST_WAY,
        [angle] => angle.abs() <= LARGEST_ANGLE,
        [x, y, angle] => x.abs().max(y.abs()) <= LARGEST_WAY && angle.abs() <= LARGEST_ANGLE,
        [x, y, z, rotation @ ..] => {
            let at = Placement::new(
                DVec3::new(*x, *y, *z),
                glam::DQuat::from_slice(&padded(rotation)),
            );
            at.check().is_ok()
        }
        _ => true,
    };
    if !right {
        return Err(RobotError::BadDefault {
            joint: name(),
            default,
            width,
        });
    }
    Ok(())
}

/// Four numbers, whatever was given.
fn padded(numbers: &[f64]) -> [f64; 4] {
    core::array::from_fn(|number| numbers.get(number).copied().unwrap_or(f64::NAN))
}

impl Robot {
    /// The chain from a link above, or from the world, to a link.
    pub(super) fn chain_between(
        &self,
        above: &[Option<usize>],
        from: Option<usize>,
        to: usize,
    ) -> ChainBuilder {
        let mut joints = Vec::new();
        let mut now = to;
        while Some(now) != from {
            let Some(joint) = above[now] else { break };
            joints.push(joint);
            now = self.wired[joint].parent;
        }
        let mut chain = ChainBuilder::new();
        for &number in joints.iter().rev() {
            let (joint, wired) = (&self.joints[number], &self.wired[number]);
            chain.fixed(joint.origin);
            match joint.kind {
                JointKind::Fixed => {}
                JointKind::Revolute | JointKind::Continuous => {
                    chain.joint(ChainMove::Turn, joint.axis, wired.first, &wired.follows);
                }
                JointKind::Prismatic => {
                    chain.joint(ChainMove::Slide, joint.axis, wired.first, &wired.follows);
                }
                JointKind::Planar => chain.planar(joint.axis, wired.first),
                JointKind::Floating => chain.floating(wired.first),
            }
        }
        chain
    }

    fn add_body(
        &mut self,
        above: &[Option<usize>],
        link: usize,
        shape: LinkShape,
    ) -> Result<(), RobotError> {
        let name = &self.links[link].name;
        if matches!(shape.shape, Shape::HalfSpace(_)) {
            return Err(RobotError::HalfSpace(name.clone()));
        }
        shape.at.check().map_err(|error| RobotError::BadPlacement {
            what: alloc::format!("the shape {:?} of the link {name:?}", shape.name),
            error,
        })?;
        let (pivot, _) = shape.shape.bounding_ball();
        let chain = self
            .chain_between(above, None, link)
            .finish(shape.at, pivot);
        self.bodies.push(Body { link, shape, chain });
        Ok(())
    }

    /// The tree of links, each a step from its parent.
    fn grow_tree(&mut self, above: &[Option<usize>]) {
        let mut tree = LinkTree::default();
        let mut steps: Vec<Option<u32>> = core::iter::repeat_n(None, self.links.len()).collect();
        for link in 0..self.links.len() {
            self.grow_to(link, above, &mut steps, &mut tree);
        }
        self.tree = tree;
        for (link, step) in steps.into_iter().enumerate() {
            self.links[link].step = step.expect("every link has its step");
        }
    }

    /// Adds the steps to a link that are not there yet, parents first.
    fn grow_to(
        &self,
        link: usize,
        above: &[Option<usize>],
        steps: &mut [Option<u32>],
        tree: &mut LinkTree,
    ) {
        let mut missing = Vec::from([link]);
        while let Some(&last) = missing.last() {
            if steps[last].is_some() {
                missing.pop();
                continue;
            }
            let parent = above[last].map(|joint| self.wired[joint].parent);
            match parent {
                Some(parent) if steps[parent].is_none() => missing.push(parent),
                _ => {
                    let chain = self.chain_between(above, parent, last);
                    let from = parent.and_then(|parent| steps[parent]);
                    steps[last] = Some(tree.step(from, chain));
                }
            }
        }
    }

    /// Lists the pairs of all shapes of different links.
    fn list_pairs(&mut self, above: &[Option<usize>]) {
        let mut pairs = Vec::new();
        for a in 0..self.bodies.len() {
            for b in a + 1..self.bodies.len() {
                let (body_a, body_b) = (&self.bodies[a], &self.bodies[b]);
                if body_a.link == body_b.link {
                    continue;
                }
                let from = self.ancestor(above, body_a.link, body_b.link);
                let chains = [body_a, body_b].map(|body| {
                    let (pivot, _) = body.shape.shape.bounding_ball();
                    self.chain_between(above, Some(from), body.link)
                        .finish(body.shape.at, pivot)
                });
                // Links that no joint moves against each other are never checked.
                let rigid = chains
                    .iter()
                    .all(|chain| chain.coordinates().next().is_none());
                let adjacent = self.are_adjacent(body_a.link, body_b.link);
                pairs.push(BodyPair {
                    bodies: [a, b],
                    chains,
                    frame: from,
                    checked: !adjacent && !rigid,
                    clearance: None,
                });
            }
        }
        self.pairs = pairs;
    }

    /// The joint above each link.
    fn above(&self) -> Vec<Option<usize>> {
        self.links.iter().map(|link| link.joint).collect()
    }

    /// The chain from the world to a link.
    pub(crate) fn chain_to(&self, link: usize) -> ChainBuilder {
        self.chain_between(&self.above(), None, link)
    }

    /// The last link that two are below, or are, and the chains from there to both.
    pub(crate) fn chains_between(&self, a: usize, b: usize) -> (usize, [ChainBuilder; 2]) {
        let above = self.above();
        let from = self.ancestor(&above, a, b);
        (
            from,
            [a, b].map(|link| self.chain_between(&above, Some(from), link)),
        )
    }

    /// The last link that both are below, or are.
    fn ancestor(&self, above: &[Option<usize>], a: usize, b: usize) -> usize {
        let line = |mut link: usize| {
            let mut line = Vec::from([link]);
            while let Some(joint) = above[link] {
                link = self.wired[joint].parent;
                line.push(link);
            }
            line.reverse();
            line
        };
        let (a, b) = (line(a), line(b));
        let shared = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        a[shared - 1]
    }
}

impl LinkShape {
    /// A shape at a placement in a link's frame.
    pub fn new(name: impl ToString, shape: impl Into<Shape>, at: Placement) -> LinkShape {
        LinkShape {
            name: name.to_string(),
            shape: shape.into(),
            at,
        }
    }
}
