//! Two industrial arms of hulls: six joints beside a workbench, seven in front of a shelf.

use super::Builtin;
use super::draft::{Draft, DraftError, Hinge, Solid};
use crate::motion::Placement;
use crate::robot::{Environment, Obstacle, Robot};
use crate::shape::Hull;
use alloc::format;
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};
use glam::DVec3;

type JointRow = (&'static str, [&'static str; 2], [f64; 3], DVec3, [f64; 2]);
type SolidRow = (&'static str, &'static str, Solid);

/// A box that stands still: its centre and half its sides.
fn stand(
    environment: &mut Environment,
    name: &str,
    centre: [f64; 3],
    half: [f64; 3],
) -> Result<(), DraftError> {
    let shape = Hull::cuboid(DVec3::from_array(half))?;
    let at = Placement::at(DVec3::from_array(centre));
    environment.add(Obstacle::resting(name, shape, at)?);
    Ok(())
}

/// Six joints, 0.9 m of reach, proportions of a common light arm.
pub(crate) fn arm6() -> Result<Builtin, DraftError> {
    let mut environment = Environment::new();
    stand(
        &mut environment,
        "bench",
        [0.0, 0.0, -0.03],
        [0.75, 0.75, 0.02],
    )?;
    stand(
        &mut environment,
        "right_post",
        [0.42, -0.38, 0.3],
        [0.03, 0.03, 0.3],
    )?;
    stand(
        &mut environment,
        "left_post",
        [0.42, 0.38, 0.3],
        [0.03, 0.03, 0.3],
    )?;
    stand(
        &mut environment,
        "beam",
        [0.42, 0.0, 0.62],
        [0.03, 0.41, 0.02],
    )?;
    stand(
        &mut environment,
        "crate",
        [0.5, 0.25, 0.08],
        [0.12, 0.15, 0.07],
    )?;
    stand(
        &mut environment,
        "cabinet",
        [-0.55, -0.35, 0.25],
        [0.12, 0.2, 0.25],
    )?;
    let ball = Hull::ball(0.09)?;
    let at = Placement::at(DVec3::new(0.1, 0.55, 0.1));
    environment.add(Obstacle::resting("ball", ball, at)?);
    Ok(Builtin {
        name: "arm6",
        about: "an arm with six joints that swings under a beam and comes down on a crate",
        robot: arm6_robot()?,
        environment,
        waypoints: Vec::from([
            [-1.303, -1.41, 1.599, -1.761, -1.571, -0.073],
            [-0.795, -1.975, 2.089, -1.684, -1.571, -0.155],
            [-0.059, -1.539, 1.716, -1.748, -1.57, -0.241],
            [0.267, -1.414, 1.577, -1.735, -1.571, -0.306],
            [0.267, -1.302, 1.819, -2.086, -1.571, -0.243],
        ])
        .into_iter()
        .map(Vec::from)
        .collect(),
    })
}

/// Joints: name, parent and child, where, about which axis, and limits.
const ARM6_JOINTS: [JointRow; 6] = [
    (
        "pan",
        ["base", "shoulder"],
        [0.0, 0.0, 0.089],
        DVec3::Z,
        [-TAU, TAU],
    ),
    (
        "lift",
        ["shoulder", "upper_arm"],
        [0.0, 0.136, 0.0],
        DVec3::Y,
        [-TAU, TAU],
    ),
    (
        "elbow",
        ["upper_arm", "forearm"],
        [0.425, -0.12, 0.0],
        DVec3::Y,
        [-PI, PI],
    ),
    (
        "wrist_1",
        ["forearm", "wrist_1"],
        [0.392, 0.0, 0.0],
        DVec3::Y,
        [-TAU, TAU],
    ),
    (
        "wrist_2",
        ["wrist_1", "wrist_2"],
        [0.0, 0.093, 0.0],
        DVec3::NEG_Z,
        [-TAU, TAU],
    ),
    (
        "wrist_3",
        ["wrist_2", "tool"],
        [0.0, 0.0, -0.095],
        DVec3::Y,
        [-TAU, TAU],
    ),
];

/// Bodies: link, name and form.
const ARM6_SOLIDS: [SolidRow; 15] = [
    (
        "base",
        "foot",
        Solid::Drum([[0.0; 3], [0.0, 0.0, 0.03]], 0.075),
    ),
    (
        "shoulder",
        "column",
        Solid::Drum([[0.0, 0.0, -0.05], [0.0, 0.0, 0.05]], 0.06),
    ),
    (
        "shoulder",
        "joint",
        Solid::Rod([[0.0, 0.0, 0.0], [0.0, 0.06, 0.0]], 0.06),
    ),
    (
        "upper_arm",
        "joint",
        Solid::Rod([[0.0, -0.01, 0.0], [0.0, 0.02, 0.0]], 0.06),
    ),
    (
        "upper_arm",
        "tube",
        Solid::Rod([[0.0, 0.0, 0.0], [0.425, 0.0, 0.0]], 0.052),
    ),
    (
        "upper_arm",
        "elbow",
        Solid::Rod([[0.425, -0.05, 0.0], [0.425, 0.01, 0.0]], 0.05),
    ),
    (
        "forearm",
        "joint",
        Solid::Rod([[0.0, -0.005, 0.0], [0.0, 0.012, 0.0]], 0.05),
    ),
    (
        "forearm",
        "tube",
        Solid::Rod([[0.0, 0.0, 0.0], [0.35, 0.0, 0.0]], 0.041),
    ),
    (
        "forearm",
        "wrist",
        Solid::Rod([[0.392, -0.01, 0.0], [0.392, 0.012, 0.0]], 0.038),
    ),
    (
        "wrist_1",
        "body",
        Solid::Rod([[0.0, 0.055, 0.0], [0.0, 0.1, 0.0]], 0.038),
    ),
    (
        "wrist_2",
        "body",
        Solid::Rod([[0.0, 0.0, -0.05], [0.0, 0.0, -0.1]], 0.038),
    ),
    (
        "tool",
        "flange",
        Solid::Drum([[0.0, 0.042, 0.0], [0.0, 0.082, 0.0]], 0.032),
    ),
    (
        "tool",
        "gripper",
        Solid::Block([0.0, 0.105, 0.0], [0.06, 0.023, 0.025]),
    ),
    (
        "tool",
        "left_finger",
        Solid::Block([0.045, 0.155, 0.0], [0.008, 0.03, 0.012]),
    ),
    (
        "tool",
        "right_finger",
        Solid::Block([-0.045, 0.155, 0.0], [0.008, 0.03, 0.012]),
    ),
];

fn arm6_robot() -> Result<Robot, DraftError> {
    let mut arm = assembled(&ARM6_JOINTS, &ARM6_SOLIDS)?;
    // The wrist's links overlap across one link wherever they turn.
    arm.allow("wrist_1", "tool")?;
    Ok(arm)
}

/// Seven joints, 0.85 m of reach, with a hand.
pub(crate) fn arm7() -> Result<Builtin, DraftError> {
    Ok(Builtin {
        name: "arm7",
        about: "an arm with seven joints that reaches into a shelf, out again, and in the next bay meets an upright",
        robot: arm7_robot()?,
        environment: shelf()?,
        waypoints: Vec::from([
            [0.0, -0.6, 0.0, -2.4, 0.0, 1.9, 0.785],
            [-0.369, -1.088, 0.672, -2.713, -0.108, 3.31, 0.777],
            [-1.166, -0.75, 1.185, -2.259, -0.194, 3.564, 0.875],
            [-0.369, -1.088, 0.672, -2.713, -0.108, 3.31, 0.777],
            [0.069, -0.846, -0.053, -2.213, -0.17, 2.937, 0.521],
            [0.357, -0.826, -0.449, -2.109, -0.178, 2.915, 0.535],
            [-0.257, 0.286, -0.296, -0.869, -2.093, 3.75, 0.261],
        ])
        .into_iter()
        .map(Vec::from)
        .collect(),
    })
}

/// A shelf with three rows of bays, four boxes a row, and the table that the arm stands on.
fn shelf() -> Result<Environment, DraftError> {
    let mut shelf = Environment::new();
    for k in 0..4 {
        let centre = [0.65, 0.0, 0.1 + 0.3 * f64::from(k)];
        stand(&mut shelf, &format!("board_{k}"), centre, [0.15, 0.5, 0.01])?;
    }
    for (side, y) in [("right", -0.5), ("middle", 0.0), ("left", 0.5)] {
        let name = format!("upright_{side}");
        stand(&mut shelf, &name, [0.65, y, 0.55], [0.15, 0.01, 0.46])?;
    }
    stand(&mut shelf, "back", [0.8, 0.0, 0.55], [0.01, 0.5, 0.46])?;
    for k in 0..3 {
        for (i, y) in [-0.35, -0.15, 0.2, 0.4].into_iter().enumerate() {
            let centre = [0.68, y, 0.17 + 0.3 * f64::from(k)];
            let half = [0.04, 0.04 + 0.01 * i as f64, 0.06];
            stand(&mut shelf, &format!("box_{k}_{i}"), centre, half)?;
        }
    }
    stand(&mut shelf, "table", [0.0, 0.0, -0.05], [0.9, 0.9, 0.02])?;
    Ok(shelf)
}

/// Joints: name, parent and child, where, about which axis, and limits.
const ARM7_JOINTS: [JointRow; 7] = [
    (
        "joint_1",
        ["base", "link_1"],
        [0.0, 0.0, 0.333],
        DVec3::Z,
        [-2.8973, 2.8973],
    ),
    (
        "joint_2",
        ["link_1", "link_2"],
        [0.0; 3],
        DVec3::Y,
        [-1.7628, 1.7628],
    ),
    (
        "joint_3",
        ["link_2", "link_3"],
        [0.0, 0.0, 0.316],
        DVec3::Z,
        [-2.8973, 2.8973],
    ),
    (
        "joint_4",
        ["link_3", "link_4"],
        [0.0825, 0.0, 0.0],
        DVec3::NEG_Y,
        [-3.0718, -0.0698],
    ),
    (
        "joint_5",
        ["link_4", "link_5"],
        [-0.0825, 0.0, 0.384],
        DVec3::Z,
        [-2.8973, 2.8973],
    ),
    (
        "joint_6",
        ["link_5", "link_6"],
        [0.0; 3],
        DVec3::NEG_Y,
        [-0.0175, 3.7525],
    ),
    (
        "joint_7",
        ["link_6", "hand"],
        [0.088, 0.0, 0.0],
        DVec3::NEG_Z,
        [-2.8973, 2.8973],
    ),
];

/// Bodies: link, name and form.
const ARM7_SOLIDS: [SolidRow; 16] = [
    (
        "base",
        "foot",
        Solid::Drum([[0.0; 3], [0.0, 0.0, 0.13]], 0.085),
    ),
    (
        "base",
        "plug",
        Solid::Rod([[-0.1, 0.0, 0.06], [0.0, 0.0, 0.06]], 0.055),
    ),
    (
        "link_1",
        "column",
        Solid::Rod([[0.0, 0.0, -0.15], [0.0, 0.0, -0.06]], 0.062),
    ),
    (
        "link_1",
        "joint",
        Solid::Rod([[0.0, -0.06, 0.0], [0.0, 0.06, 0.0]], 0.062),
    ),
    (
        "link_2",
        "tube",
        Solid::Rod([[0.0, 0.0, 0.04], [0.0, 0.0, 0.16]], 0.06),
    ),
    (
        "link_3",
        "tube",
        Solid::Rod([[0.0, 0.0, -0.1], [0.0, 0.0, -0.03]], 0.06),
    ),
    (
        "link_3",
        "joint",
        Solid::Rod([[0.0825, -0.055, 0.0], [0.0825, 0.055, 0.0]], 0.057),
    ),
    (
        "link_4",
        "joint",
        Solid::Rod([[-0.03, 0.0, 0.02], [-0.0825, 0.0, 0.08]], 0.056),
    ),
    (
        "link_5",
        "forearm",
        Solid::Rod([[0.0, 0.0, -0.23], [0.0, 0.02, -0.12]], 0.055),
    ),
    (
        "link_5",
        "wrist",
        Solid::Rod([[0.0, 0.05, -0.12], [0.0, 0.06, -0.01]], 0.038),
    ),
    (
        "link_6",
        "joint",
        Solid::Rod([[0.0, -0.03, 0.0], [0.0, 0.0, 0.0]], 0.05),
    ),
    (
        "link_6",
        "elbow",
        Solid::Rod([[0.05, 0.0, 0.0], [0.088, 0.0, 0.0]], 0.045),
    ),
    (
        "hand",
        "flange",
        Solid::Drum([[0.0, 0.0, -0.06], [0.0, 0.0, -0.107]], 0.04),
    ),
    (
        "hand",
        "palm",
        Solid::Block([0.0, 0.0, -0.14], [0.032, 0.1, 0.034]),
    ),
    (
        "hand",
        "left_finger",
        Solid::Block([0.0, 0.045, -0.195], [0.011, 0.009, 0.027]),
    ),
    (
        "hand",
        "right_finger",
        Solid::Block([0.0, -0.045, -0.195], [0.011, 0.009, 0.027]),
    ),
];

fn arm7_robot() -> Result<Robot, DraftError> {
    assembled(&ARM7_JOINTS, &ARM7_SOLIDS)
}

fn assembled(joints: &[JointRow], solids: &[SolidRow]) -> Result<Robot, DraftError> {
    let mut arm = Draft::new("base");
    for &(name, links, at, axis, limits) in joints {
        arm.hinge(name, links, Hinge::new(at, axis, limits));
    }
    for &(link, name, solid) in solids {
        arm.solid(link, name, solid)?;
    }
    arm.build()
}
