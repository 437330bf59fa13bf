//! Frames that lead far away and back again: in all they lead nowhere, so the truth is that of a robot without them.

use glam::{DQuat, DVec3};
use osculate::query::articulated::{RobotVerdict, Workcell};
use osculate::robot::{Environment, Joint, JointKind, LinkShape, Obstacle, Robot, RobotBuilder};
use osculate::{Hull, Limits, Placement, Workspace};
use osculate_judge::seeded::{Seeded, cases, seed};

const RADIUS: f64 = 0.25;

/// A ball that slides along x at a height, in a frame that is reached by way of `far`, turned by `turn` and back.
fn slider(far: DVec3, turn: DQuat, height: f64) -> Robot {
    let mut builder = RobotBuilder::new("base");
    let mut parent = "base";
    for (link, origin) in [
        ("away", Placement::new(far, turn)),
        ("turned back", Placement::new(DVec3::ZERO, turn.conjugate())),
        ("home", Placement::at(-far)),
    ] {
        builder.link(link);
        let joint = Joint::new(format!("to {link}"), JointKind::Fixed, parent, link);
        builder.joint(joint.with_origin(origin));
        parent = link;
    }
    builder.link("slide");
    let at = Placement::at(height * DVec3::Z);
    builder.shape(
        "slide",
        LinkShape::new("ball", Hull::ball(RADIUS).unwrap(), at),
    );
    let joint = Joint::new("slider", JointKind::Prismatic, "home", "slide");
    builder.joint(joint.with_axis(DVec3::X).with_limits(-2.0, 2.0));
    builder.build().unwrap()
}

/// Over a table whose top is at 0: a ball that is too low by a hair meets it, one that is high enough by a hair does not.
#[test]
fn hairs_count_wherever_frames_have_been() {
    let mut environment = Environment::new();
    let table = Hull::cuboid(DVec3::new(0.5, 0.5, 0.5)).unwrap();
    let at = Placement::at(-0.5 * DVec3::Z);
    environment.add(Obstacle::resting("table", table, at).unwrap());
    let limits = Limits::default().with_tolerance(1e-13).unwrap();
    let mut workspace = Workspace::new();
    let (mut met, mut free) = (0, 0);
    for case in 0..cases(40) {
        let rng = &mut Seeded::of_case(seed(41), case);
        let far = rng.magnitude(12.0, 16.0);
        let parts: [f64; 7] = core::array::from_fn(|_| rng.real(-1.0, 1.0));
        let [x, y, z, w, ..] = parts;
        let turn = DQuat::from_xyzw(x, y, z, w).normalize();
        let away = DVec3::new(parts[4], parts[5], parts[6]) * far;
        // Less than what rotations of some 75 bits leave of the way.
        let hair = 2e-24 * far;
        for (height, meets) in [(RADIUS - hair, true), (RADIUS + hair, false)] {
            let robot = slider(away, turn, height);
            let cell = Workcell::new(&robot, &environment).unwrap();
            let path = robot.straight(&[-1.5], &[1.5]).unwrap();
            let outcome = cell.first_contact(&path, &limits, &mut workspace).unwrap();
            let told = format!("case {case}: {far:e}, {turn}: {:?}", outcome.verdict);
            if meets {
                assert_ne!(outcome.verdict, RobotVerdict::Free, "{told}");
                met += 1;
            } else {
                let found = outcome.verdict.contact();
                let crosses = found.is_some_and(|found| found.contact.upper > found.contact.lower);
                assert!(!crosses, "{told}");
                free += i32::from(outcome.verdict == RobotVerdict::Free);
            }
        }
    }
    assert!(met > 0 && 2 * free > met, "{met} {free}");
}
