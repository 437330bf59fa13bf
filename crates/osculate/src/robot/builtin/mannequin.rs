//! The mannequin of 15 links, at its exercises.

use super::Builtin;
use super::draft::{Draft, DraftError, Hinge};
use super::mannequin_parts as parts;
use crate::motion::Placement;
use crate::robot::{Environment, Joint, JointKind, Robot};
use alloc::format;
use alloc::vec::Vec;
use glam::DVec3;

/// How high above the floor the pelvis is.
const HEIGHT: f64 = 0.97;

pub(crate) fn mannequin() -> Result<Builtin, DraftError> {
    let robot = robot()?;
    let jump = Pose::new(&robot)
        .both("shoulder_roll", 2.3)
        .both("elbow", 0.3)
        .both("hip_roll", 0.5);
    let crunch = Pose::new(&robot)
        .set("waist_pitch", 0.5)
        .set("waist_yaw", -0.75)
        .set("right_hip_pitch", 1.65)
        .set("right_hip_roll", -0.1)
        .set("right_knee", 1.7)
        .set("left_shoulder_pitch", 0.6)
        .set("left_shoulder_yaw", 1.0)
        .set("left_elbow", 1.3)
        .set("right_shoulder_pitch", -0.6)
        .set("right_shoulder_roll", 0.4)
        .set("neck_pitch", 0.2);
    let stand = Pose::new(&robot);
    let waypoints = [&stand, &jump, &stand, &crunch].map(Pose::configuration);
    Ok(Builtin {
        name: "mannequin",
        about: "a mannequin of 15 links: a jumping jack, then the right knee comes up to the left arm",
        environment: Environment::new(),
        waypoints: Vec::from(waypoints),
        robot,
    })
}

/// A configuration by names of joints.
#[derive(Clone)]
pub(crate) struct Pose<'a> {
    robot: &'a Robot,
    configuration: Vec<f64>,
}

impl<'a> Pose<'a> {
    /// Standing.
    pub(crate) fn new(robot: &'a Robot) -> Pose<'a> {
        Pose {
            robot,
            configuration: robot.default_configuration(),
        }
    }

    /// Sets a coordinate of a joint; later ones of the same joint by their number.
    pub(crate) fn set_part(mut self, joint: &str, part: usize, value: f64) -> Pose<'a> {
        let coordinate = self
            .robot
            .joint_named(joint)
            .and_then(|number| self.robot.coordinate_of(number));
        debug_assert!(coordinate.is_some(), "there is no joint {joint:?}");
        if let Some((first, _)) = coordinate {
            self.configuration[first + part] = value;
        }
        self
    }

    /// Sets a joint.
    pub(crate) fn set(self, joint: &str, value: f64) -> Pose<'a> {
        self.set_part(joint, 0, value)
    }

    /// Sets a joint on both sides.
    pub(crate) fn both(self, joint: &str, value: f64) -> Pose<'a> {
        self.set(&format!("left_{joint}"), value)
            .set(&format!("right_{joint}"), value)
    }

    pub(crate) fn configuration(&self) -> Vec<f64> {
        self.configuration.clone()
    }
}

/// The mannequin, standing on the floor at the origin and looking along x; it can be moved over the floor.
pub(crate) fn robot() -> Result<Robot, DraftError> {
    let mut body = Draft::new("floor");
    let place = Joint::new("place", JointKind::Planar, "floor", "pelvis")
        .with_origin(Placement::at(DVec3::Z * HEIGHT))
        .with_axis(DVec3::Z);
    body.joint(place);
    body.mesh("pelvis", parts::pelvis()?);
    let forward = DVec3::Y;
    hinges(
        &mut body,
        "pelvis",
        [0.0, 0.0, 0.1],
        &[
            ("waist_yaw", DVec3::Z, [-0.8, 0.8]),
            ("waist_pitch", forward, [-0.3, 0.9]),
        ],
        "chest",
    );
    body.mesh("chest", parts::chest()?);
    hinges(
        &mut body,
        "chest",
        [-0.005, 0.0, 0.43],
        &[
            ("neck_yaw", DVec3::Z, [-1.1, 1.1]),
            ("neck_pitch", forward, [-0.5, 0.6]),
        ],
        "head",
    );
    body.mesh("head", parts::head()?);
    for (side, sign) in [("left", 1.0), ("right", -1.0)] {
        arm(&mut body, side, sign)?;
        leg(&mut body, side, sign)?;
    }
    body.build()
}

/// Joints at one place that follow each other, through links without shapes.
fn hinges(
    body: &mut Draft,
    parent: &str,
    at: [f64; 3],
    joints: &[(&str, DVec3, [f64; 2])],
    child: &str,
) {
    let mut above = alloc::string::String::from(parent);
    for (number, &(name, axis, limits)) in joints.iter().enumerate() {
        let last = number + 1 == joints.len();
        let below = if last {
            child.into()
        } else {
            format!("{name}_axis")
        };
        let place = if number == 0 { at } else { [0.0; 3] };
        body.hinge(name, [&above, &below], Hinge::new(place, axis, limits));
        above = below;
    }
}

fn arm(body: &mut Draft, side: &str, sign: f64) -> Result<(), DraftError> {
    let name = |part: &str| format!("{side}_{part}");
    // Positive is forward, outward and inward.
    let (forward, outward, inward) = (DVec3::NEG_Y, DVec3::X * sign, DVec3::NEG_Z * sign);
    hinges(
        body,
        "chest",
        [0.0, 0.225 * sign, 0.345],
        &[
            (&name("shoulder_pitch"), forward, [-0.8, 2.8]),
            (&name("shoulder_roll"), outward, [-0.7, 2.7]),
            (&name("shoulder_yaw"), inward, [-1.3, 1.5]),
        ],
        &name("upper_arm"),
    );
    let left = sign > 0.0;
    body.mesh(
        &name("upper_arm"),
        parts::on_side(left, parts::upper_arm())?,
    );
    let elbow = Hinge::new([0.0, 0.0, -0.3], forward, [0.0, 2.5]);
    body.hinge(
        &name("elbow"),
        [&name("upper_arm"), &name("forearm")],
        elbow,
    );
    body.mesh(&name("forearm"), parts::on_side(left, parts::forearm())?);
    let wrist = Hinge::new([0.0, 0.0, -0.25], outward, [-0.9, 0.9]);
    body.hinge(&name("wrist"), [&name("forearm"), &name("hand")], wrist);
    body.mesh(&name("hand"), parts::on_side(left, parts::hand())?);
    Ok(())
}

fn leg(body: &mut Draft, side: &str, sign: f64) -> Result<(), DraftError> {
    let name = |part: &str| format!("{side}_{part}");
    let (forward, outward) = (DVec3::NEG_Y, DVec3::X * sign);
    hinges(
        body,
        "pelvis",
        [0.0, 0.095 * sign, -0.05],
        &[
            (&name("hip_roll"), outward, [-0.45, 0.8]),
            (&name("hip_pitch"), forward, [-0.5, 1.9]),
        ],
        &name("thigh"),
    );
    let left = sign > 0.0;
    body.mesh(&name("thigh"), parts::on_side(left, parts::thigh())?);
    let knee = Hinge::new([0.0, 0.0, -0.42], DVec3::Y, [0.0, 2.2]);
    body.hinge(&name("knee"), [&name("thigh"), &name("shin")], knee);
    body.mesh(&name("shin"), parts::on_side(left, parts::shin())?);
    let ankle = Hinge::new([0.0, 0.0, -0.42], forward, [-0.5, 0.6]);
    body.hinge(&name("ankle"), [&name("shin"), &name("foot")], ankle);
    body.mesh(&name("foot"), parts::on_side(left, parts::foot())?);
    Ok(())
}
