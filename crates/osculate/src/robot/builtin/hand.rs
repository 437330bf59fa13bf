//! A hand of 21 links and the ball that it grasps.

use super::Builtin;
use super::draft::{Draft, DraftError, Hinge, turn_about};
use super::hand_parts as parts;
use crate::mesh::icosphere;
use crate::motion::Placement;
use crate::robot::{Environment, Joint, JointKind, Obstacle, Robot};
use alloc::format;
use alloc::vec::Vec;
use glam::DVec3;

/// A finger: its name, where it begins on the palm's edge, how long it is, and how its spread is.
const FINGERS: [(&str, f64, f64); 4] = [
    ("index", 0.036, 1.0),
    ("middle", 0.012, 1.1),
    ("ring", -0.012, 1.02),
    ("little", -0.036, 0.8),
];

/// Lengths of the three bones of a finger, and its radius at the joints.
const BONES: [f64; 3] = [0.045, 0.028, 0.02];
const RADII: [f64; 4] = [0.0098, 0.009, 0.0083, 0.0072];
const THUMB_BONES: [f64; 3] = [0.042, 0.032, 0.022];
const THUMB_RADII: [f64; 4] = [0.0118, 0.0108, 0.0098, 0.0085];

/// Where the ball is, and where the palm is when it grasps it.
const BALL: DVec3 = DVec3::new(0.0, 0.0, 0.3);
const GRASP: DVec3 = DVec3::new(0.058, 0.0, 0.09);

pub(crate) fn hand() -> Result<Builtin, DraftError> {
    let robot = robot()?;
    let mut environment = Environment::new();
    let ball = icosphere(0.035, 2_000)?;
    environment.add(Obstacle::resting("ball", ball, Placement::at(BALL))?);
    let open = |away: f64| placed(&robot, BALL - GRASP - DVec3::X * away, 0.0);
    let closed = placed(&robot, BALL - GRASP, 1.0);
    let waypoints = Vec::from([open(0.25), open(0.08), open(0.0), closed]);
    Ok(Builtin {
        name: "hand",
        about: "a hand of 21 links that comes up to a ball and closes its fingers on it",
        waypoints,
        robot,
        environment,
    })
}

/// The hand at a place, with fingers closed by a share.
fn placed(robot: &Robot, at: DVec3, closed: f64) -> Vec<f64> {
    let mut configuration = robot.default_configuration();
    configuration[..3].copy_from_slice(&at.to_array());
    for (number, joint) in robot.joints().iter().enumerate() {
        let Some((coordinate, _)) = robot.coordinate_of(number) else {
            continue;
        };
        let bent = match joint.name.rsplit('_').next() {
            Some("swing") => 0.9 + 0.3 * closed,
            Some("root") => 0.1 + 0.9 * closed,
            Some("bend") => 0.15 + 1.0 * closed,
            Some("tip") => 0.1 + 0.7 * closed,
            _ => continue,
        };
        configuration[coordinate] = bent;
    }
    configuration
}

fn robot() -> Result<Robot, DraftError> {
    let mut hand = Draft::new("world");
    hand.joint(Joint::new("wrist", JointKind::Floating, "world", "palm"));
    hand.mesh("palm", parts::palm()?);
    for (finger, y, long) in FINGERS {
        let at = DVec3::new(0.0, y, parts::KNUCKLES);
        let spread = Joint::new(
            format!("{finger}_spread"),
            JointKind::Revolute,
            "palm",
            format!("{finger}_knuckle"),
        )
        .with_origin(Placement::at(at))
        .with_axis(DVec3::X)
        .with_limits(-0.15, 0.15);
        hand.joint(spread);
        digit(&mut hand, finger, BONES.map(|bone| bone * long), RADII)?;
    }
    // The thumb leans to the side, and swings before the palm.
    let lean = turn_about(DVec3::X, -0.75);
    let swing = Joint::new("thumb_swing", JointKind::Revolute, "palm", "thumb_knuckle")
        .with_origin(Placement::new(DVec3::new(0.006, 0.04, 0.022), lean))
        .with_axis(lean.conjugate() * DVec3::NEG_Z)
        .with_limits(0.0, 1.6)
        .with_default([0.5]);
    hand.joint(swing);
    digit(&mut hand, "thumb", THUMB_BONES, THUMB_RADII)?;
    let mut hand = hand.build()?;
    for finger in ["index", "middle", "ring", "little", "thumb"] {
        // Bones turn inside the knuckles, which are part of the palm's edge.
        hand.allow("palm", &format!("{finger}_root"))?;
    }
    Ok(hand)
}

/// The knuckle's ball, and three bones that bend towards the palm.
fn digit(
    hand: &mut Draft,
    finger: &str,
    bones: [f64; 3],
    radii: [f64; 4],
) -> Result<(), DraftError> {
    let name = |part: &str| format!("{finger}_{part}");
    hand.mesh(&name("knuckle"), parts::knuckle(radii[0])?);
    let mut above = (name("knuckle"), 0.0);
    let parts_of = [("root", 1.5), ("bend", 1.7), ("tip", 1.2)];
    for (number, (part, most)) in parts_of.into_iter().enumerate() {
        let hinge = Hinge::new([0.0, 0.0, above.1], DVec3::Y, [0.0, most]);
        hand.hinge(&name(part), [&above.0, &name(part)], hinge);
        let bone = parts::phalanx(bones[number], [radii[number], radii[number + 1]])?;
        hand.mesh(&name(part), bone);
        above = (name(part), bones[number]);
    }
    Ok(())
}
