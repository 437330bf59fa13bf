//! The Puma of eight links, beside a car.

use super::Builtin;
use super::car::car;
use super::draft::{Draft, DraftError, Hinge, turn_about};
use super::puma_parts as parts;
use crate::motion::Placement;
use crate::robot::{Environment, Joint, JointKind, Obstacle, Robot};
use alloc::vec::Vec;
use core::f64::consts::FRAC_PI_2;
use glam::DVec3;

/// The car is a model of half the size, on a low stand.
const CAR_SCALE: f64 = 0.5;

pub(crate) fn puma() -> Result<Builtin, DraftError> {
    let mut environment = Environment::new();
    let at = Placement::new(DVec3::new(0.95, 0.0, 0.15), turn_about(DVec3::Z, FRAC_PI_2));
    let car = car()?.scaled(CAR_SCALE)?;
    environment.add(Obstacle::resting("car", car, at)?);
    Ok(Builtin {
        name: "puma",
        about: "a Puma of 8 links that sweeps along a car and touches its bonnet",
        robot: robot()?,
        environment,
        waypoints: Vec::from([
            [-1.249, -0.788, 0.44, 0.236, 1.415, -0.019],
            [-0.81, -0.883, 0.894, 0.312, 1.278, -0.138],
            [-0.125, -1.56, 1.509, 0.103, 0.921, -0.251],
            [0.669, -0.663, 0.532, -0.259, 1.369, -0.461],
            [0.679, 0.023, 0.006, -0.198, 1.155, -0.238],
        ])
        .into_iter()
        .map(Vec::from)
        .collect(),
    })
}

fn robot() -> Result<Robot, DraftError> {
    let mut puma = Draft::new("base");
    let joints = [
        (
            "waist",
            ["base", "shoulder"],
            [0.0, 0.0, 0.66],
            DVec3::Z,
            2.79,
        ),
        (
            "shoulder",
            ["shoulder", "upper_arm"],
            [0.0; 3],
            DVec3::Y,
            0.785,
        ),
        (
            "elbow",
            ["upper_arm", "forearm"],
            [0.43, 0.0, 0.0],
            DVec3::Y,
            2.4,
        ),
        (
            "roll",
            ["forearm", "wrist"],
            [0.4, 0.06, 0.0],
            DVec3::X,
            2.44,
        ),
        ("bend", ["wrist", "ball"], [0.075, 0.0, 0.0], DVec3::Y, 1.74),
        ("flange", ["ball", "flange"], [0.0; 3], DVec3::X, 4.64),
    ];
    for (name, links, at, axis, most) in joints {
        let least = if name == "shoulder" { -3.93 } else { -most };
        puma.hinge(name, links, Hinge::new(at, axis, [least, most]));
    }
    let fixed = Joint::new("mount", JointKind::Fixed, "flange", "gripper");
    puma.joint(fixed.with_origin(Placement::at(DVec3::X * 0.06)));
    puma.mesh("base", parts::base()?);
    puma.mesh("shoulder", parts::shoulder()?);
    puma.mesh("upper_arm", parts::upper_arm()?);
    puma.mesh("forearm", parts::forearm()?);
    puma.mesh("wrist", parts::wrist()?);
    puma.mesh("ball", parts::ball()?);
    puma.mesh("flange", parts::flange()?);
    puma.mesh("gripper", parts::gripper()?);
    puma.build()
}
