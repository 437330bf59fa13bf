//! What is true of an answer: by kinematics of its own, and by the judge of meshes.

use super::scene::Scene;
use crate::experiment::judge::{Flight, Judge, Surface};
use glam::{DQuat, DVec3};
use osculate::query::articulated::{Party, RobotOutcome, RobotVerdict};
use osculate::robot::{JointKind, ObstaclePlace, Robot};
use osculate::{Motion, Shape};

/// What kinematics in plain numbers is good to, for robots of a few metres.
const ACCURACY: f64 = 1e-11;

/// What the judge finds about an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finding {
    /// Two bodies intersect at a time at which all are said to be apart.
    pub penetrates: bool,
    /// The pair that is said to touch is further apart than the tolerance.
    pub misstated: bool,
    /// How far that pair is apart.
    pub separation: Option<f64>,
}

/// A scene as the judge sees it.
pub struct Watch<'a> {
    robot: &'a Robot,
    /// Of each link with a shape: its number, and its surface.
    links: Vec<(usize, Surface, f64)>,
    obstacles: Vec<(Flight, Surface, f64)>,
    /// Pairs among `links`.
    pairs: Vec<[usize; 2]>,
}

impl<'a> Watch<'a> {
    /// All bodies of the built-in scenes are meshes, one a link, which stand still if they are no links.
    pub fn new(scene: &'a Scene) -> Watch<'a> {
        let robot = &scene.made.robot;
        let surface = |shape: &Shape| match shape {
            Shape::Mesh(mesh) => {
                let reach = |far: f64, point: &DVec3| far.max(point.length());
                let reach = mesh.mesh().vertices().iter().fold(0.0, reach);
                (Surface::new(mesh.mesh()), reach)
            }
            _ => panic!("the models of these scenes are meshes"),
        };
        let links: Vec<(usize, Surface, f64)> = robot
            .all_shapes()
            .map(|(link, shape)| {
                let (surface, reach) = surface(&shape.shape);
                (link, surface, reach)
            })
            .collect();
        let obstacles = scene.made.environment.obstacles().iter();
        let obstacles = obstacles.map(|obstacle| {
            let ObstaclePlace::Resting(resting) = &obstacle.place else {
                panic!("obstacles of these scenes stand still");
            };
            let at = resting.placement(0.0);
            let (surface, reach) = surface(&obstacle.shape);
            (still(at.position, at.rotation), surface, reach)
        });
        let place = |link: usize| links.iter().position(|known| known.0 == link);
        let pairs = robot
            .checked_pairs()
            .filter_map(|[a, b]| Some([place(a)?, place(b)?]));
        Watch {
            pairs: pairs.collect(),
            obstacles: obstacles.collect(),
            links,
            robot,
        }
    }

    /// Where the links are.
    fn poses(&self, configuration: &[f64]) -> Vec<Flight> {
        let mut world = vec![None; self.robot.links().len()];
        (self.links.iter())
            .map(|(link, ..)| {
                let (position, rotation) = place(self.robot, configuration, *link, &mut world);
                still(position, rotation)
            })
            .collect()
    }

    /// Whether any two bodies that are checked intersect.
    fn intersect(&self, configuration: &[f64]) -> bool {
        let poses = self.poses(configuration);
        let meet = |a: (&Flight, &Surface, f64), b: (&Flight, &Surface, f64)| {
            (a.0.position - b.0.position).length() <= a.2 + b.2
                && Judge::new([a.1, b.1], &[*a.0, *b.0]).intersect(0.0)
        };
        let link = |number: usize| {
            let (_, surface, reach) = &self.links[number];
            (&poses[number], surface, *reach)
        };
        let with_itself = self.pairs.iter().any(|&[a, b]| meet(link(a), link(b)));
        with_itself
            || (0..self.links.len()).any(|number| {
                let mut obstacles = self.obstacles.iter();
                obstacles.any(|(at, surface, reach)| meet(link(number), (at, surface, *reach)))
            })
    }

    /// How far two bodies are apart.
    fn separation(&self, configuration: &[f64], pair: [Party; 2]) -> f64 {
        let poses = self.poses(configuration);
        let [a, b] = pair.map(|party| match party {
            Party::Shape(number) => (&self.links[number].1, poses[number]),
            Party::Obstacle(number) => (&self.obstacles[number].1, self.obstacles[number].0),
        });
        Judge::new([a.0, b.0], &[a.1, b.1]).separation(0.0)
    }
}

impl Finding {
    /// Looks at an answer about the straight way from one configuration to another.
    pub fn of(
        outcome: &RobotOutcome,
        watch: &Watch,
        [from, to]: [&[f64]; 2],
        samples: u32,
    ) -> Finding {
        let at = |t: f64| -> Vec<f64> {
            let both = from.iter().zip(to);
            both.map(|(from, to)| from + t * (to - from)).collect()
        };
        let mut finding = Finding::default();
        let apart_until = match &outcome.verdict {
            RobotVerdict::Free => 1.0,
            RobotVerdict::Contact(found) => found.contact.lower,
            RobotVerdict::Undecided { free_until, .. } => free_until.unwrap_or(0.0),
            _ => return finding,
        };
        if let RobotVerdict::Contact(found) = &outcome.verdict {
            let separation = watch.separation(&at(apart_until), found.pair);
            finding.separation = Some(separation);
            let allowed = outcome.tolerance + outcome.resolution + ACCURACY;
            finding.misstated = separation > allowed;
        }
        finding.penetrates = (0..samples).any(|sample| {
            let share = (f64::from(sample) + 0.5) / f64::from(samples);
            watch.intersect(&at(apart_until * share))
        });
        finding
    }
}

fn still(position: DVec3, rotation: DQuat) -> Flight {
    Flight {
        position,
        rotation: rotation.to_array(),
        linear: DVec3::ZERO,
        angular: DVec3::ZERO,
    }
}

type Place = (DVec3, DQuat);

/// Where a link is; those above it are kept.
fn place(robot: &Robot, configuration: &[f64], link: usize, known: &mut [Option<Place>]) -> Place {
    if let Some(place) = known[link] {
        return place;
    }
    let mut at = (DVec3::ZERO, DQuat::IDENTITY);
    if let Some(number) = robot.links()[link].joint() {
        let joint = &robot.joints()[number];
        let [parent, _] = robot.connects(number);
        at = place(robot, configuration, parent, known);
        at = after(
            at,
            (joint.origin.position, joint.origin.rotation.normalize()),
        );
        if let Some((first, [multiplier, offset])) = robot.coordinate_of(number) {
            let value = |part: usize| multiplier * configuration[first + part] + offset;
            let axis = joint.axis.normalize_or_zero();
            let moved = match joint.kind {
                JointKind::Revolute | JointKind::Continuous => (DVec3::ZERO, turn(axis, value(0))),
                JointKind::Prismatic => (axis * value(0), DQuat::IDENTITY),
                // The axis of these scenes is z.
                JointKind::Planar => (DVec3::new(value(0), value(1), 0.0), turn(axis, value(2))),
                JointKind::Floating => {
                    let numbers = |range: std::ops::Range<usize>| &configuration[first..][range];
                    let rotation = DQuat::from_slice(numbers(3..7)).normalize();
                    (DVec3::from_slice(numbers(0..3)), rotation)
                }
                _ => (DVec3::ZERO, DQuat::IDENTITY),
            };
            at = after(at, moved);
        }
    }
    known[link] = Some(at);
    at
}

fn turn(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = (0.5 * angle).sin_cos();
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// The second place in the frame of the first.
fn after(first: Place, second: Place) -> Place {
    (first.0 + first.1 * second.0, first.1 * second.1)
}
