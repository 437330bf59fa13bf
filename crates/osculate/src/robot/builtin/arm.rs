//! Two industrial arms of hulls: six joints beside a workbench, seven in front of a shelf.

use super::Builtin;
use super::draft::{Draft, DraftError, Hinge};
use crate::motion::Placement;
use crate::robot::{Environment, Obstacle, Robot};
use crate::shape::Hull;
use alloc::format;
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};
use glam::DVec3;

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
        "post",
        [0.42, -0.38, 0.3],
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
            [-1.9, -1.9, 1.9, -1.6, -PI / 2.0, 0.0],
            [-0.9, -1.2, 2.0, -2.2, -PI / 2.0, 0.4],
            [-0.1, -0.75, 1.9, -2.5, -PI / 2.0, 0.8],
            [0.35, -0.45, 1.25, -2.3, -PI / 2.0, 0.8],
        ])
        .into_iter()
        .map(Vec::from)
        .collect(),
    })
}

fn arm6_robot() -> Result<Robot, DraftError> {
    let mut arm = Draft::new("base");
    arm.drum("base", "foot", [[0.0; 3], [0.0, 0.0, 0.03]], 0.075)?;
    let turns = [-TAU, TAU];
    let joints = [
        (
            "pan",
            ["base", "shoulder"],
            [0.0, 0.0, 0.089],
            DVec3::Z,
            turns,
        ),
        (
            "lift",
            ["shoulder", "upper_arm"],
            [0.0, 0.136, 0.0],
            DVec3::Y,
            turns,
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
            turns,
        ),
        (
            "wrist_2",
            ["wrist_1", "wrist_2"],
            [0.0, 0.093, 0.0],
            DVec3::NEG_Z,
            turns,
        ),
        (
            "wrist_3",
            ["wrist_2", "tool"],
            [0.0, 0.0, -0.095],
            DVec3::Y,
            turns,
        ),
    ];
    for (name, links, at, axis, limits) in joints {
        arm.hinge(name, links, Hinge::new(at, axis, limits));
    }
    arm.drum(
        "shoulder",
        "column",
        [[0.0, 0.0, -0.05], [0.0, 0.0, 0.05]],
        0.06,
    )?;
    arm.rod(
        "shoulder",
        "joint",
        [[0.0, 0.0, 0.0], [0.0, 0.06, 0.0]],
        0.06,
    )?;
    arm.rod(
        "upper_arm",
        "joint",
        [[0.0, -0.01, 0.0], [0.0, 0.02, 0.0]],
        0.06,
    )?;
    arm.rod(
        "upper_arm",
        "tube",
        [[0.0, 0.0, 0.0], [0.425, 0.0, 0.0]],
        0.052,
    )?;
    arm.rod(
        "upper_arm",
        "elbow",
        [[0.425, -0.05, 0.0], [0.425, 0.01, 0.0]],
        0.05,
    )?;
    arm.rod(
        "forearm",
        "joint",
        [[0.0, -0.005, 0.0], [0.0, 0.012, 0.0]],
        0.05,
    )?;
    arm.rod(
        "forearm",
        "tube",
        [[0.0, 0.0, 0.0], [0.35, 0.0, 0.0]],
        0.041,
    )?;
    arm.rod(
        "forearm",
        "wrist",
        [[0.392, -0.01, 0.0], [0.392, 0.012, 0.0]],
        0.038,
    )?;
    arm.rod(
        "wrist_1",
        "body",
        [[0.0, 0.055, 0.0], [0.0, 0.1, 0.0]],
        0.038,
    )?;
    arm.rod(
        "wrist_2",
        "body",
        [[0.0, 0.0, -0.05], [0.0, 0.0, -0.1]],
        0.038,
    )?;
    arm.drum(
        "tool",
        "flange",
        [[0.0, 0.042, 0.0], [0.0, 0.082, 0.0]],
        0.032,
    )?;
    arm.block("tool", "gripper", [0.0, 0.105, 0.0], [0.06, 0.023, 0.025])?;
    arm.block(
        "tool",
        "left_finger",
        [0.045, 0.155, 0.0],
        [0.008, 0.03, 0.012],
    )?;
    arm.block(
        "tool",
        "right_finger",
        [-0.045, 0.155, 0.0],
        [0.008, 0.03, 0.012],
    )?;
    let mut arm = arm.build()?;
    // The wrist's links overlap across one link wherever they turn.
    arm.allow("wrist_1", "tool")?;
    Ok(arm)
}

/// Seven joints, 0.85 m of reach, with a hand.
pub(crate) fn arm7() -> Result<Builtin, DraftError> {
    Ok(Builtin {
        name: "arm7",
        about: "an arm with seven joints that reaches into a shelf, out again, and for a box in the bay beside",
        robot: arm7_robot()?,
        environment: shelf()?,
        waypoints: Vec::from([
            [0.0, -0.6, 0.0, -2.4, 0.0, 1.9, 0.8],
            [0.35, 0.1, 0.0, -2.2, 0.0, 2.2, 0.8],
            [0.35, 0.55, 0.0, -1.6, 0.0, 2.1, 0.8],
            [0.35, 0.1, 0.0, -2.2, 0.0, 2.2, 0.8],
            [-0.35, 0.1, 0.0, -2.2, 0.0, 2.2, 0.8],
            [-0.35, 0.75, 0.0, -1.2, 0.0, 1.9, 0.8],
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

fn arm7_robot() -> Result<Robot, DraftError> {
    let mut arm = Draft::new("base");
    let joints = [
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
    for (name, links, at, axis, limits) in joints {
        arm.hinge(name, links, Hinge::new(at, axis, limits));
    }
    arm.drum("base", "foot", [[0.0; 3], [0.0, 0.0, 0.13]], 0.085)?;
    arm.rod("base", "plug", [[-0.1, 0.0, 0.06], [0.0, 0.0, 0.06]], 0.055)?;
    arm.rod(
        "link_1",
        "column",
        [[0.0, 0.0, -0.15], [0.0, 0.0, -0.06]],
        0.062,
    )?;
    arm.rod(
        "link_1",
        "joint",
        [[0.0, -0.06, 0.0], [0.0, 0.06, 0.0]],
        0.062,
    )?;
    arm.rod("link_2", "tube", [[0.0, 0.0, 0.04], [0.0, 0.0, 0.16]], 0.06)?;
    arm.rod(
        "link_3",
        "tube",
        [[0.0, 0.0, -0.1], [0.0, 0.0, -0.03]],
        0.06,
    )?;
    arm.rod(
        "link_3",
        "joint",
        [[0.0825, -0.055, 0.0], [0.0825, 0.055, 0.0]],
        0.057,
    )?;
    arm.rod(
        "link_4",
        "joint",
        [[-0.03, 0.0, 0.02], [-0.0825, 0.0, 0.08]],
        0.056,
    )?;
    arm.rod(
        "link_5",
        "forearm",
        [[0.0, 0.0, -0.23], [0.0, 0.02, -0.12]],
        0.055,
    )?;
    arm.rod(
        "link_5",
        "wrist",
        [[0.0, 0.05, -0.12], [0.0, 0.06, -0.01]],
        0.038,
    )?;
    arm.rod(
        "link_6",
        "joint",
        [[0.0, -0.03, 0.0], [0.0, 0.0, 0.0]],
        0.05,
    )?;
    arm.rod(
        "link_6",
        "elbow",
        [[0.05, 0.0, 0.0], [0.088, 0.0, 0.0]],
        0.045,
    )?;
    arm.drum(
        "hand",
        "flange",
        [[0.0, 0.0, -0.06], [0.0, 0.0, -0.107]],
        0.04,
    )?;
    arm.block("hand", "palm", [0.0, 0.0, -0.14], [0.032, 0.1, 0.034])?;
    arm.block(
        "hand",
        "left_finger",
        [0.0, 0.045, -0.195],
        [0.011, 0.009, 0.027],
    )?;
    arm.block(
        "hand",
        "right_finger",
        [0.0, -0.045, -0.195],
        [0.011, 0.009, 0.027],
    )?;
    arm.build()
}
