//! Seeded robots: chains of any joints, and configurations.

use osculate::Placement;
use osculate::glam::{DQuat, DVec3};
use osculate::robot::{Joint, JointKind, Robot, RobotBuilder};
use osculate_judge::seeded::Seeded;

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

/// A chain of so many joints of any kind.
pub fn chain(rng: &mut Seeded, joints: usize) -> Robot {
    let mut builder = RobotBuilder::new("link 0");
    for number in 0..joints {
        // The first is one that others can follow.
        let kind = if number == 0 {
            JointKind::Revolute
        } else {
            rng.one_of(&KINDS)
        };
        let axis = match rng.below(2) {
            0 => rng.one_of(&[DVec3::X, DVec3::Y, DVec3::Z, -DVec3::Y]),
            _ => rng.direction() * rng.magnitude(-3.0, 3.0),
        };
        let (parent, child) = (format!("link {number}"), format!("link {}", number + 1));
        builder.link(child.clone());
        let mut joint = Joint::new(format!("joint {number}"), kind, parent, child)
            .with_origin(placement(rng, 0.5))
            .with_axis(axis);
        let single = [
            JointKind::Revolute,
            JointKind::Continuous,
            JointKind::Prismatic,
        ];
        if number > 0 && single.contains(&kind) && rng.once_in(6) {
            joint = joint.with_mimic("joint 0", rng.real(-2.0, 2.0), rng.real(-1.0, 1.0));
        }
        builder.joint(joint);
    }
    builder.build().unwrap()
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
