//! A robot among its obstacles, prepared once for many paths.

use super::Party;
use super::ball_cover::BallCover;
use super::outline::{Outline, outlined};
use super::outline_look::UsualDirection;
use super::reach::Reaches;
use super::still_pairs::StillPair;
use crate::body::Shape;
use crate::broad_phase::{StillBox, StillTree};
use crate::motion::{Arm, Chain, ConstantVelocity, LinkTree, Motion, Placement, Resting};
use crate::numbers::rounding::length;
use crate::numbers::span::Span;
use crate::robot::{Environment, ObstacleError, ObstaclePlace, Robot};
use alloc::string::String;
use alloc::vec::Vec;
use glam::DVec3;

/// A robot among its obstacles, prepared once: chains between all pairs that are checked, and a tree over what stands still.
///
/// ```
/// use osculate::robot::{Environment, Joint, JointKind, LinkShape, Obstacle, RobotBuilder};
/// use osculate::query::articulated::{RobotVerdict, Workcell};
/// use osculate::{Hull, Limits, Placement, Workspace, glam::DVec3};
///
/// let mut builder = RobotBuilder::new("base");
/// builder.link("arm");
/// builder.shape("arm", LinkShape::new("rod", Hull::capsule(0.5, 0.1)?, Placement::at(0.5 * DVec3::Z)));
/// builder.joint(Joint::new("shoulder", JointKind::Revolute, "base", "arm").with_axis(DVec3::Y));
/// let robot = builder.build()?;
/// let mut environment = Environment::new();
/// environment.add(Obstacle::resting("ball", Hull::ball(0.2)?, Placement::at(0.8 * DVec3::X))?);
///
/// let cell = Workcell::new(&robot, &environment)?;
/// let path = robot.straight(&[0.0], &[2.0])?;
/// let outcome = cell.first_contact(&path, &Limits::default(), &mut Workspace::new())?;
/// let RobotVerdict::Contact(found) = outcome.verdict else { panic!("the arm swings into the ball") };
/// assert!((found.configuration[0] - 1.186).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Workcell<'a> {
    pub(super) robot: &'a Robot,
    pub(super) environment: &'a Environment,
    pub(super) tree: LinkTree,
    pub(super) bodies: Vec<CellBody<'a>>,
    pub(super) reaches: Reaches,
    /// Pairs of bodies.
    pub(super) pairs: Vec<CellPair>,
    /// What stands still.
    pub(super) still: StillTree,
    /// What moves, or has no bounds: always looked at.
    pub(super) others: Vec<u32>,
    pub(super) still_pairs: Vec<StillPair>,
    /// All obstacles that no link carries.
    pub(super) obstacles: Vec<Option<CellObstacle<'a>>>,
}

/// A shape that a link carries: its own, or a grasped obstacle.
#[derive(Debug)]
pub(super) struct CellBody<'a> {
    pub(super) party: Party,
    pub(super) link: usize,
    pub(super) shape: &'a Shape,
    /// Where it is, in the link's frame.
    at: Placement,
    /// From the world to the middle of the shape.
    pub(super) chain: Chain,
    /// The number of its reach, from the world.
    pub(super) reach: u32,
    /// Balls around it, the first around all.
    pub(super) cover: BallCover,
    /// A convex body around it, if it is a mesh.
    pub(super) outline: Option<Outline>,
    /// Obstacles that it may touch, in order.
    may_touch: Vec<u32>,
}

impl CellBody<'_> {
    /// Where a point of the shape is in the link's frame.
    pub(super) fn place(&self, point: DVec3) -> DVec3 {
        self.at.position + self.at.rotation * point
    }
}

/// An obstacle that no link carries.
#[derive(Debug)]
pub(super) struct CellObstacle<'a> {
    pub(super) shape: &'a Shape,
    pub(super) motion: ObstacleMotion<'a>,
    /// A ball around it, in its own axes.
    pub(super) centre: DVec3,
    pub(super) radius: f64,
    /// How far it is from the world's origin, about.
    pub(super) far: f64,
    /// A box around all that it does, if it is bounded.
    pub(super) held: Option<StillBox>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ObstacleMotion<'a> {
    Resting(&'a Resting),
    Moving(&'a ConstantVelocity),
}

/// Two bodies that are checked, seen from a link that both are below.
#[derive(Debug)]
pub(super) struct CellPair {
    pub(super) bodies: [usize; 2],
    pub(super) chains: [Chain; 2],
    /// The link that the chains start from.
    pub(super) frame: usize,
    /// In place of that of the limits.
    pub(super) clearance: Option<f64>,
    /// The layers around both links.
    pub(super) padding: f64,
    /// The numbers of their reaches.
    pub(super) reaches: [u32; 2],
    pub(super) usual: Option<UsualDirection>,
}

impl<'a> Workcell<'a> {
    /// Prepares a robot and its obstacles.
    pub fn new(
        robot: &'a Robot,
        environment: &'a Environment,
    ) -> Result<Workcell<'a>, ObstacleError> {
        let mut cell = Workcell {
            robot,
            environment,
            tree: robot.tree.clone(),
            bodies: Vec::new(),
            reaches: Reaches::default(),
            pairs: Vec::new(),
            still: StillTree::default(),
            others: Vec::new(),
            still_pairs: Vec::new(),
            obstacles: Vec::new(),
        };
        for (number, body) in robot.bodies.iter().enumerate() {
            cell.bodies.push(CellBody {
                party: Party::Shape(number),
                link: body.link,
                shape: &body.shape.shape,
                at: body.shape.at,
                reach: cell.reaches.of(None, number, &body.chain),
                cover: BallCover::of(&body.shape.shape, &body.chain),
                outline: None,
                chain: body.chain.clone(),
                may_touch: Vec::new(),
            });
        }
        for pair in robot.pairs.iter().filter(|pair| pair.checked) {
            let links = pair
                .bodies
                .map(|body| &robot.links[robot.bodies[body].link]);
            cell.pairs.push(CellPair {
                bodies: pair.bodies,
                chains: pair.chains.clone(),
                frame: pair.frame,
                clearance: pair.clearance,
                padding: links[0].padding + links[1].padding,
                reaches: [0, 1].map(|of| {
                    let (body, chain) = (pair.bodies[of], &pair.chains[of]);
                    cell.reaches.of(Some(pair.frame), body, chain)
                }),
                usual: None,
            });
        }
        let touched = cell.check_names()?;
        for (number, touched) in touched.iter().enumerate() {
            cell.place(number, touched)?;
        }
        for body in &mut cell.bodies {
            let centres = body.cover.balls.iter().map(|ball| ball.centre);
            let step = robot.links[body.link].step;
            let points = outlined(body.shape);
            let placed = cell.tree.body(step, body.at, centres, points);
            let middle = body.cover.whole().centre;
            let arm = |point: &DVec3| body.chain.end_arm(*point - middle);
            let furthest = points.iter().map(arm).fold(Arm::default(), Arm::max);
            body.outline = Outline::new(&placed, furthest);
        }
        cell.find_usual_directions();
        cell.still = StillTree::new(cell.still_boxes());
        cell.measure_still_pairs();
        Ok(cell)
    }

    /// The robot.
    pub fn robot(&self) -> &'a Robot {
        self.robot
    }

    /// What stands around it.
    pub fn environment(&self) -> &'a Environment {
        self.environment
    }

    /// The links that each obstacle may touch.
    fn check_names(&self) -> Result<Vec<Vec<usize>>, ObstacleError> {
        let obstacles = &self.environment.obstacles;
        let mut names: Vec<&String> = obstacles.iter().map(|obstacle| &obstacle.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ObstacleError::TwoObstacles(pair[0].clone()));
        }
        let touched = |obstacle: &crate::robot::Obstacle| {
            let known = |link: &String| self.known_link(&obstacle.name, link);
            obstacle.touch_links.iter().map(known).collect()
        };
        obstacles.iter().map(touched).collect()
    }

    fn known_link(&self, obstacle: &str, link: &str) -> Result<usize, ObstacleError> {
        self.robot
            .link_named(link)
            .ok_or_else(|| ObstacleError::NoLink {
                obstacle: obstacle.into(),
                link: link.into(),
            })
    }

    /// Adds an obstacle, which some links may touch.
    fn place(&mut self, number: usize, touched: &[usize]) -> Result<(), ObstacleError> {
        let obstacle = &self.environment.obstacles[number];
        let motion = match &obstacle.place {
            ObstaclePlace::Attached { link, at } => {
                let link = self.known_link(&obstacle.name, link)?;
                self.obstacles.push(None);
                at.check().map_err(|error| ObstacleError::BadPlacement {
                    obstacle: obstacle.name.clone(),
                    error,
                })?;
                return self.carry(number, link, touched);
            }
            ObstaclePlace::Resting(rest) => ObstacleMotion::Resting(rest),
            ObstaclePlace::Moving(motion) => ObstacleMotion::Moving(motion),
        };
        for body in &mut self.bodies {
            let is_link = matches!(body.party, Party::Shape(_));
            if is_link && touched.contains(&body.link) {
                body.may_touch.push(number as u32);
            }
        }
        let (centre, radius) = obstacle.shape.bounding_ball();
        // Paths run from 0 to 1; one of another duration finds the obstacle among those that are always looked at.
        let held = match motion {
            ObstacleMotion::Resting(rest) => obstacle.shape.swept_box(rest, Span::UNIT),
            ObstacleMotion::Moving(_) => None,
        };
        let held = held.map(StillBox::of);
        if held.is_none() {
            self.others.push(number as u32);
        }
        let at = |t| {
            let at = match motion {
                ObstacleMotion::Resting(rest) => rest.placement(t),
                ObstacleMotion::Moving(motion) => motion.placement(t),
            };
            length(at.position) + length(centre)
        };
        self.obstacles.push(Some(CellObstacle {
            shape: &obstacle.shape,
            motion,
            centre,
            radius,
            far: at(0.0).max(at(1.0)),
            held,
        }));
        Ok(())
    }

    /// A link carries an obstacle, which is checked like a shape of that link, but for links that it may touch.
    fn carry(
        &mut self,
        number: usize,
        link: usize,
        touched: &[usize],
    ) -> Result<(), ObstacleError> {
        let obstacle = &self.environment.obstacles[number];
        let ObstaclePlace::Attached { at, .. } = obstacle.place else {
            return Ok(());
        };
        if matches!(obstacle.shape, Shape::HalfSpace(_)) {
            return Err(ObstacleError::HalfSpace(obstacle.name.clone()));
        }
        let pivot = obstacle.shape.bounding_ball().0;
        let new = self.bodies.len();
        for other in 0..new {
            let body = &self.bodies[other];
            let grasped = match body.party {
                Party::Obstacle(obstacle) => &self.environment.obstacles[obstacle].touch_links[..],
                Party::Shape(_) => &[],
            };
            let name = self.robot.links[link].name();
            let may = touched.contains(&body.link) || grasped.iter().any(|touch| touch == name);
            if body.link == link || may {
                continue;
            }
            let (frame, [first, second]) = self.robot.chains_between(body.link, link);
            let chains = [
                first.finish(body.at, body.shape.bounding_ball().0),
                second.finish(at, pivot),
            ];
            self.pairs.push(CellPair {
                bodies: [other, new],
                reaches: [(other, &chains[0]), (new, &chains[1])]
                    .map(|(body, chain)| self.reaches.of(Some(frame), body, chain)),
                chains,
                frame,
                clearance: None,
                padding: self.padding(body) + self.robot.links[link].padding,
                usual: None,
            });
        }
        let chain = self.robot.chain_to(link).finish(at, pivot);
        self.bodies.push(CellBody {
            party: Party::Obstacle(number),
            link,
            shape: &obstacle.shape,
            at,
            reach: self.reaches.of(None, new, &chain),
            cover: BallCover::of(&obstacle.shape, &chain),
            outline: None,
            chain,
            may_touch: Vec::new(),
        });
        Ok(())
    }

    /// The layer around a body.
    pub(super) fn padding(&self, body: &CellBody) -> f64 {
        self.robot.links[body.link].padding
    }

    /// Whether a body is checked against an obstacle.
    #[inline]
    pub(super) fn is_checked(&self, body: usize, obstacle: u32) -> bool {
        self.bodies[body]
            .may_touch
            .binary_search(&obstacle)
            .is_err()
    }

    fn still_boxes(&self) -> Vec<(StillBox, u32)> {
        let boxes = self.obstacles.iter().enumerate();
        boxes
            .filter_map(|(number, obstacle)| Some((obstacle.as_ref()?.held?, number as u32)))
            .collect()
    }

    /// An obstacle that no link carries.
    #[inline]
    pub(super) fn obstacle(&self, number: u32) -> &CellObstacle<'a> {
        let obstacle = self.obstacles[number as usize].as_ref();
        obstacle.expect("obstacles that links carry are bodies")
    }
}
