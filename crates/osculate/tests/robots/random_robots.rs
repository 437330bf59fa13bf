//! Seeded robots: chains and trees of any joints, with shapes if asked for.

use osculate::glam::{DQuat, DVec3};
use osculate::robot::{Joint, JointKind, Robot, RobotBuilder};
use osculate::{Motion, Placement};
use osculate_judge::seeded::Seeded;

/// What is between a link and the one before it.
pub struct Step {
    pub kind: JointKind,
    pub origin: Placement,
    pub axis: DVec3,
    /// Multiplier and offset of a joint that follows the first one.
    pub follows: Option<[f64; 2]>,
}

/// A chain of links: link k + 1 hangs on link k by step k.
pub struct Chain {
    pub robot: Robot,
    pub steps: Vec<Step>,
}

const KINDS: [JointKind; 8] = [
    JointKind::Revolute,
    JointKind::Revolute,
    JointKind::Revolute,
    JointKind::Continuous,
    JointKind::Prismatic,
    JointKind::Fixed,
    JointKind::Planar,
    JointKind::Floating,
];

pub fn placement(rng: &mut Seeded, far: f64) -> Placement {
    // Often on an axis, as in real robots.
    let rotation = match rng.below(3) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_axis_angle(
            rng.one_of(&[DVec3::X, DVec3::Y, DVec3::Z]),
            0.5 * std::f64::consts::PI,
        ),
        _ => rng.rotation(),
    };
    Placement::new(rng.vector(far), rotation)
}

/// A chain of so many joints; `floats` allows planar and floating ones.
pub fn chain(rng: &mut Seeded, joints: usize, floats: bool) -> Chain {
    let mut builder = RobotBuilder::new("link 0");
    let mut steps: Vec<Step> = Vec::new();
    for number in 0..joints {
        let kind = rng.one_of(&KINDS[..if floats { 8 } else { 6 }]);
        // The first is one that others can follow.
        let kind = if number == 0 {
            JointKind::Revolute
        } else {
            kind
        };
        let axis = match rng.below(2) {
            0 => rng.one_of(&[DVec3::X, DVec3::Y, DVec3::Z, -DVec3::Y]),
            _ => rng.direction() * rng.magnitude(-3.0, 3.0),
        };
        let single = matches!(
            kind,
            JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic
        );
        let step = Step {
            kind,
            origin: placement(rng, 0.5),
            axis,
            follows: (number > 0 && single && rng.once_in(6))
                .then(|| [rng.real(-2.0, 2.0), rng.real(-1.0, 1.0)]),
        };
        let (parent, child) = (format!("link {number}"), format!("link {}", number + 1));
        builder.link(child.clone());
        let mut joint = Joint::new(format!("joint {number}"), kind, parent, child)
            .with_origin(step.origin)
            .with_axis(step.axis);
        if let Some([multiplier, offset]) = step.follows {
            joint = joint.with_mimic("joint 0", multiplier, offset);
        }
        builder.joint(joint);
        steps.push(step);
    }
    let robot = builder.build().unwrap();
    Chain { robot, steps }
}

/// A configuration with angles and ways up to `range`.
pub fn configuration(robot: &Robot, rng: &mut Seeded, range: f64) -> Vec<f64> {
    let mut numbers = Vec::new();
    for coordinate in robot.coordinates() {
        let kind = robot.joints()[coordinate.joint].kind;
        if kind == JointKind::Floating {
            if coordinate.part == 3 {
                numbers.extend(rng.rotation().to_array());
            } else if coordinate.part < 3 {
                numbers.push(rng.real(-1.0, 1.0));
            }
        } else if kind == JointKind::Prismatic || coordinate.part < 2 && kind == JointKind::Planar {
            numbers.push(rng.real(-1.0, 1.0) * range.min(1.0));
        } else {
            numbers.push(rng.real(-1.0, 1.0) * range);
        }
    }
    numbers
}

impl Chain {
    /// Where every link is, by plain products; of chains without planar and floating joints.
    pub fn placements(&self, configuration: &[f64]) -> Vec<Placement> {
        let mut at = Placement::IDENTITY;
        let mut next = 0;
        let mut all = vec![at];
        for step in &self.steps {
            let mut value = 0.0;
            if step.kind != JointKind::Fixed {
                if let Some([multiplier, offset]) = step.follows {
                    value = multiplier * configuration[0] + offset;
                } else {
                    value = configuration[next];
                    next += 1;
                }
            }
            let axis = step.axis.normalize();
            let (shift, turn) = match step.kind {
                JointKind::Prismatic => (value * axis, DQuat::IDENTITY),
                JointKind::Fixed => (DVec3::ZERO, DQuat::IDENTITY),
                _ => (DVec3::ZERO, DQuat::from_axis_angle(axis, value)),
            };
            let rotation = at.rotation * step.origin.rotation.normalize();
            at = Placement::new(
                at.position + at.rotation * step.origin.position + rotation * shift,
                (rotation * turn).normalize(),
            );
            all.push(at);
        }
        all
    }
}

/// A point of a body, at an instant, by the motion itself.
pub fn point(motion: &dyn Motion, t: f64, x: DVec3) -> DVec3 {
    let (pose, path) = (motion.pose(t), motion.path());
    path.anchor + t * path.drift + pose.offset + pose.rotation * (x - path.pivot)
}
