//! Bounds on how fast bodies move hold, and are reached where one joint moves.

use super::*;
use crate::motion::{JointPath, LinkMotion, Motion, Placement};
use crate::numbers::rounding::length;
use crate::numbers::span::Span;
use crate::query::articulated::Workcell;
use crate::query::articulated::proposals::seeded;
use crate::robot::{Environment, Joint, JointKind, LinkShape, Robot, RobotBuilder};
use crate::shape::Hull;
use glam::{DQuat, DVec3};

fn vector(random: &mut impl FnMut() -> f64) -> DVec3 {
    DVec3::new(random(), random(), random()) * 2.0 - 1.0
}

/// Two chains of some joints from a base, some of which follow others, with a ball at the end of each.
fn two_chains(random: &mut impl FnMut() -> f64) -> Robot {
    let mut builder = RobotBuilder::new("base");
    for arm in ["left", "right"] {
        let mut above = alloc::string::String::from("base");
        for k in 0..1 + (random() * 4.0) as usize {
            let below = alloc::format!("{arm} {k}");
            builder.link(&below);
            let kind = [
                JointKind::Revolute,
                JointKind::Continuous,
                JointKind::Prismatic,
            ][(random() * 2.99) as usize];
            let turn = vector(random);
            let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 0.1 + random()).normalize();
            let mut joint = Joint::new(&below, kind, &above, &below)
                .with_origin(Placement::new(vector(random), turn))
                .with_axis(vector(random));
            if kind != JointKind::Continuous {
                joint = joint.with_limits(-2.0, 2.0);
            }
            if k > 0 && random() < 0.2 {
                let leader = alloc::format!("{arm} 0");
                joint = joint.with_mimic(leader, 4.0 * random() - 2.0, random());
            }
            builder.joint(joint);
            above = below;
        }
        let at = Placement::at(vector(random));
        builder.shape(
            &above,
            LinkShape::new("ball", Hull::ball(0.01).unwrap(), at),
        );
    }
    builder.build().unwrap()
}

/// How long a linear map makes a unit vector, at most, about; with its transpose.
fn longest(map: impl Fn(DVec3) -> DVec3, transpose: impl Fn(DVec3) -> DVec3) -> f64 {
    let mut most = 0.0_f64;
    for start in [DVec3::X, DVec3::Y, DVec3::Z] {
        let mut unit = start;
        for _ in 0..50 {
            unit = transpose(map(unit)).try_normalize().unwrap_or(unit);
        }
        most = most.max(length(map(unit)));
    }
    most
}

#[test]
fn bodies_are_no_faster_than_is_said() {
    let mut random = seeded(3);
    // How much of each bound is reached: speed, turning, bend, swing.
    let mut reached = [0.0_f64; 4];
    let mut checked = 0;
    for number in 0..300 {
        let robot = two_chains(&mut random);
        let environment = Environment::new();
        let cell = Workcell::new(&robot, &environment).unwrap();
        let Some(pair) = cell.pairs.first() else {
            continue;
        };
        let waypoints = [0; 3].map(|_| robot.any_configuration(&mut random));
        let path = match number % 3 {
            0 => robot.straight(&waypoints[0], &waypoints[1]),
            1 => robot.spline(&waypoints),
            _ => robot.eased(&waypoints),
        }
        .unwrap();
        let span = Span::part(path.knots()[0], path.knots()[1]);
        let held: Vec<_> = (0..path.coordinates())
            .map(|coordinate| path.bounds(0, coordinate, span).checked())
            .collect();
        let mut speeds = Vec::new();
        cell.reaches.speeds(&held, &mut Vec::new(), &mut speeds);
        for (chain, reach) in pair.chains.iter().zip(pair.reaches) {
            let bounds = speeds[reach as usize];
            let turning = cell.reaches.turning(reach, &held);
            assert!(bounds.turning <= turning * (1.0 + 1e-14));
            // A point of the body.
            let point = if number % 2 == 0 {
                DVec3::ZERO
            } else {
                vector(&mut random)
            };
            let arm = chain.end_arm(point);
            let motion = LinkMotion::new(chain, DVec3::ZERO, &path, 0);
            let rates = |t: f64| {
                let rates = motion.rates(Span::part(t, span.end()));
                let lever = motion.pose(t).rotation * point;
                (rates.velocity + rates.spin.cross(lever), rates.spin)
            };
            for k in 1..20 {
                let t = span.start() + (span.end() - span.start()) * f64::from(k) / 20.0;
                let step = 1e-5;
                let [before, now, after] = [t - step, t, t + step].map(rates);
                let change = |a: DVec3, b: DVec3| (b - a) / (2.0 * step);
                let bent = length(change(before.0, after.0));
                let (spin, twist) = (now.1, change(before.1, after.1));
                let swing = longest(
                    |v| twist.cross(v) + spin.cross(spin.cross(v)),
                    |v| spin.cross(spin.cross(v)) - twist.cross(v),
                );
                let found = [length(now.0), length(spin), bent, swing];
                let most = [
                    bounds.at(arm),
                    bounds.turning,
                    bounds.bend_at(arm),
                    bounds.swing,
                ];
                for way in 0..4 {
                    let (found, most) = (found[way], most[way]);
                    assert!(found <= most + 1e-6 * (1.0 + most), "{way}: {found} {most}");
                    if most > 1e-3 {
                        reached[way] = reached[way].max(found / most);
                    }
                }
                checked += 1;
            }
        }
    }
    assert!(
        checked > 2000 && reached.iter().all(|&share| share > 0.99),
        "{checked}, {reached:?}"
    );
}

/// Bodies along one chain are summed up together, and move as if each were alone.
#[test]
fn joints_are_shared() {
    let mut random = seeded(7);
    for _ in 0..50 {
        let robot = two_chains(&mut random);
        let environment = Environment::new();
        let cell = Workcell::new(&robot, &environment).unwrap();
        let path = robot
            .straight(
                &robot.any_configuration(&mut random),
                &robot.any_configuration(&mut random),
            )
            .unwrap();
        let held: Vec<_> = (0..path.coordinates())
            .map(|coordinate| path.bounds(0, coordinate, Span::UNIT).checked())
            .collect();
        let (mut all, mut alone) = (Vec::new(), Vec::new());
        let mut shared = cell.reaches.clone();
        for body in &cell.bodies {
            // Once more, as others: no step is added.
            shared.of(Some(usize::MAX), shared.all.len(), &body.chain);
        }
        assert_eq!(shared.steps.len(), cell.reaches.steps.len());
        shared.speeds(&held, &mut Vec::new(), &mut all);
        for (number, body) in cell.bodies.iter().enumerate() {
            let mut one = Reaches::default();
            one.of(None, number, &body.chain);
            one.speeds(&held, &mut Vec::new(), &mut alone);
            assert_eq!(all[body.reach as usize], alone[0]);
        }
    }
}
