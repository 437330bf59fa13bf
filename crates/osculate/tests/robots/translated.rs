//! The way from a judge's robot to the library.

use glam::{DQuat, DVec3};
use osculate::Placement;
use osculate::robot::{Joint, JointKind, Path, Robot, RobotBuilder};
use osculate_judge::robots::path;
use osculate_judge::robots::tree::{self, Drive, Tree};

/// How a path goes from waypoint to waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Straight.
    Straight,
    /// At rest at each waypoint.
    Eased,
    /// The natural cubic spline.
    Spline,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 3] = [Way::Straight, Way::Eased, Way::Spline];

    /// This one, or another where a joint floats: there are no splines of rotations.
    pub fn for_tree(self, tree: &Tree) -> Way {
        let floats = |joint: &tree::JointSpec| joint.kind == tree::JointKind::Floating;
        if self == Way::Spline && tree.joints.iter().any(floats) {
            Way::Eased
        } else {
            self
        }
    }

    /// As the judge has it.
    pub fn judged(self, waypoints: &[Vec<f64>]) -> path::Path {
        match self {
            Way::Straight => path::Path::through(waypoints),
            Way::Eased => path::Path::eased(waypoints),
            Way::Spline => path::Path::natural_spline(waypoints),
        }
    }

    /// As the library has it.
    pub fn path(self, robot: &Robot, waypoints: &[Vec<f64>]) -> Path {
        let path = match self {
            Way::Straight => robot.through(waypoints),
            Way::Eased => robot.eased(waypoints),
            Way::Spline => robot.spline(waypoints),
        };
        path.expect("a test's path is valid")
    }
}

/// The name of a link.
pub fn link_name(number: usize) -> String {
    format!("link {number}")
}

/// A placement.
pub fn placement(position: [f64; 3], rotation: [f64; 4]) -> Placement {
    Placement::new(DVec3::from_array(position), DQuat::from_array(rotation))
}

/// The joint of a description, or none for what is no part of a robot.
fn joint(tree: &Tree, number: usize) -> Option<Joint> {
    let spec = &tree.joints[number];
    let kind = match spec.kind {
        tree::JointKind::Fixed => JointKind::Fixed,
        tree::JointKind::Turning if number.is_multiple_of(2) => JointKind::Revolute,
        tree::JointKind::Turning => JointKind::Continuous,
        tree::JointKind::Sliding => JointKind::Prismatic,
        tree::JointKind::Planar { .. } => JointKind::Planar,
        tree::JointKind::Floating => JointKind::Floating,
        tree::JointKind::Flying { .. } => return None,
    };
    let name = |number: usize| format!("joint {number}");
    let (parent, child) = (link_name(spec.parent), link_name(number + 1));
    let joint = Joint::new(name(number), kind, parent, child)
        .with_origin(placement(spec.position, spec.rotation))
        .with_axis(DVec3::from_array(spec.axis));
    Some(match spec.drive {
        Drive::Mimic {
            joint: other,
            multiplier,
            offset,
        } => joint.with_mimic(name(other), multiplier, offset),
        _ => joint,
    })
}

/// Links and joints, for shapes to be added. Joints that are no part of a robot are left out: those from `parts` on.
pub fn builder(tree: &Tree, parts: usize) -> RobotBuilder {
    let mut builder = RobotBuilder::new(link_name(0));
    for number in 0..parts {
        builder.link(link_name(number + 1));
        builder.joint(joint(tree, number).expect("a joint of a robot"));
    }
    builder
}

/// The coordinate axis that is most across an axis: where x of a planar joint goes, as its documentation says.
pub fn across(axis: DVec3) -> [f64; 3] {
    let size = axis.abs();
    let least = if size.x <= size.y && size.x <= size.z {
        DVec3::X
    } else if size.y <= size.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    least.to_array()
}
