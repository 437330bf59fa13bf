//! Moving obstacles, grasped objects, many turns, robots far away and of any size.

use crate::exact::{ask, judged, slider};
use crate::scenario::{Plan, Role};
use crate::translated::Way;
use glam::{DQuat, DVec3};
use osculate::query::articulated::RobotVerdict;
use osculate::{Evidence, Limits};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::meshes::shapes;
use osculate_judge::robots::recipes::{self, Joints};
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::{Drive, JointKind, JointSpec, Tree};
use osculate_judge::robots::walk::Carried;
use osculate_judge::seeded::{Seeded, cases, seed};
use std::sync::Arc;

fn rod(length: f64) -> Solid {
    let body = Body::cuboid(0.5 * length, 0.05, 0.05);
    Solid::Hull(body.placed(DVec3::new(0.5 * length, 0.0, 0.0), DQuat::IDENTITY))
}

/// A rod that turns about z, and a ball at an angle from where it starts.
fn clock(angle: f64) -> Plan {
    let mut tree = Tree::default();
    let link = tree.push(JointSpec::new(0, JointKind::Turning, Drive::Own(0)));
    let carried = vec![Carried {
        link,
        solid: Arc::new(rod(1.0)),
    }];
    let mut plan = Plan::of_robot(tree, carried);
    let (sin, cos) = libm::sincos(angle);
    let ball = Body::ball(0.1).placed(DVec3::new(0.8 * cos, 0.8 * sin, 0.0), DQuat::IDENTITY);
    plan.add(0, Solid::Hull(ball), Role::Obstacle(vec![]));
    plan
}

/// An obstacle that flies as fast as the robot slides is never reached; one that is slower is.
#[test]
fn an_obstacle_flies_ahead() {
    let half = DVec3::splat(0.5);
    for (speed, meets) in [(3.0, false), (2.9, true), (3.0 + 1e-9, false), (-1.0, true)] {
        for meshed in [false, true] {
            let solid = || {
                if meshed {
                    Solid::mesh(shapes::cuboid(DVec3::ZERO, half))
                } else {
                    Solid::Hull(Body::cuboid(0.5, 0.5, 0.5))
                }
            };
            let mut plan = slider(
                solid(),
                Solid::Hull(Body::ball(0.1).placed(DVec3::Y * 9.0, DQuat::IDENTITY)),
            );
            let kind = JointKind::Flying {
                p: [1.0 + 1e-2, 0.0, 0.0],
                q: [0.0, 0.0, 0.0, 1.0],
                v: [speed, 0.0, 0.0],
                w: [0.0; 3],
            };
            let link = plan.tree.push(JointSpec::new(0, kind, Drive::None));
            plan.add(link, solid(), Role::Obstacle(vec![]));
            let tally = judged(&plan, &[vec![0.0], vec![3.0]], Way::Straight, false);
            assert_eq!(tally.contacts == 1, meets, "{speed} {tally:?}");
        }
    }
}

/// An object in the hand goes over a table at a hair's breadth, and into what stands on it.
#[test]
fn a_grasped_object_goes_over_a_table() {
    for (height, meets) in [(1e-6, false), (1e-10, false), (-1e-6, true)] {
        let table = Solid::HalfSpace {
            normal: DVec3::Z,
            offset: -0.5,
        };
        let hand = Solid::Hull(Body::ball(0.2));
        let mut plan = slider(hand, table);
        let fixed = JointSpec::new(1, JointKind::Fixed, Drive::None);
        let at = fixed.at([0.0, 0.0, -0.3 + height], [0.0, 0.0, 0.0, 1.0]);
        let place = plan.tree.push(at);
        let held = Solid::Hull(Body::cuboid(0.1, 0.1, 0.2));
        plan.add(place, held, Role::Grasped(vec![]));
        let found = ask(
            &plan,
            &[vec![0.0], vec![2.0]],
            Way::Straight,
            &Limits::default(),
        );
        let overlaps = matches!(
            found.verdict,
            RobotVerdict::Overlapping { proven: true, .. }
        );
        assert_eq!(overlaps, meets, "{height:e}: {found:?}");
        assert_eq!(found.verdict == RobotVerdict::Free, !meets);
        if !meets {
            let stone = Body::ball(0.05).placed(DVec3::new(1.0, 0.0, -0.4), DQuat::IDENTITY);
            plan.add(0, Solid::Hull(stone), Role::Obstacle(vec![]));
            // The judge knows no directions, and would take a step a hair.
            let waypoints = [vec![0.0], vec![2.0]];
            let found = ask(&plan, &waypoints, Way::Straight, &Limits::default());
            let contact = &found.verdict.contact().expect("a contact").contact;
            assert_eq!(contact.evidence, Evidence::Crossing);
            // The block's side meets the ball, whose middle is higher than its bottom.
            assert!(
                (contact.lower - 0.5 * (1.0 - 0.05 - 0.1)).abs() < 1e-5,
                "{contact:?}"
            );
        }
    }
}

/// Joints that have gone round a million radians, and go on by little; and those that go round often.
#[test]
fn huge_angles() {
    for turns in [1e3, 1e6, -1e6] {
        let start = turns;
        // Where the rod points at the start, in the judge's own sine.
        let rough = start - std::f64::consts::TAU * (start / std::f64::consts::TAU).round();
        for (ahead, meets) in [(0.6, true), (1.4, false), (-0.4, false)] {
            let plan = clock(rough + ahead);
            let tally = judged(
                &plan,
                &[vec![start], vec![start + 1.0]],
                Way::Straight,
                true,
            );
            assert_eq!(tally.contacts == 1, meets, "{turns} {ahead} {tally:?}");
        }
    }
    // Many turns: the first one meets.
    for angle in [20.0, 100.0, 3000.0] {
        if angle > 1e3 && cases(0) == 0 {
            continue;
        }
        let tally = judged(&clock(2.0), &[vec![0.0], vec![angle]], Way::Straight, false);
        assert_eq!(tally.crossings, 1);
        // Above the clock nothing is in the way.
        let mut plan = clock(2.0);
        plan.carried[1].solid = Arc::new(Solid::Hull(
            Body::ball(0.1).placed(DVec3::new(0.3, 0.3, 0.2), DQuat::IDENTITY),
        ));
        let tally = judged(&plan, &[vec![0.0], vec![angle]], Way::Straight, false);
        assert_eq!(tally.walked, 1);
    }
}

/// The same robots among the same obstacles, far from the world's origin and in other units.
#[test]
fn robots_far_away_and_of_any_size() {
    for case in 0..cases(12) {
        let rng = &mut Seeded::of_case(seed(21), case);
        let (scale, far) = match case % 3 {
            0 => (1.0, rng.magnitude(2.0, 7.0)),
            1 => (rng.magnitude(-30.0, 15.0), 0.0),
            _ => (rng.magnitude(-6.0, 6.0), rng.magnitude(0.0, 5.0)),
        };
        let place = rng.direction() * far * scale;
        let (arm, carried) = recipes::arm(Joints::Turning, 4, rng);
        let mut tree = Tree::default();
        tree.push(
            JointSpec::new(0, JointKind::Fixed, Drive::None)
                .at(place.to_array(), [0.0, 0.0, 0.0, 1.0]),
        );
        for mut joint in arm.joints {
            joint.parent += 1;
            joint.position = joint.position.map(|c| c * scale);
            tree.push(joint);
        }
        let scaled = |solid: &Solid| match solid {
            Solid::Hull(body) => Solid::Hull(body.clone().scaled(scale)),
            Solid::Mesh(tree) => Solid::mesh(tree.mesh().scaled(scale)),
            plane => plane.clone(),
        };
        let carried = carried.iter().map(|own| Carried {
            link: own.link + 1,
            solid: Arc::new(scaled(&own.solid)),
        });
        let mut plan = Plan::of_robot(tree, carried.collect());
        for _ in 0..4 {
            let at = place + rng.direction() * rng.real(0.4, 1.2) * scale;
            let fixed = JointSpec::new(0, JointKind::Fixed, Drive::None);
            let link = plan
                .tree
                .push(fixed.at(at.to_array(), recipes::quaternion(rng)));
            let solid = recipes::solid(0.3, rng);
            plan.add(link, scaled(&solid), Role::Obstacle(vec![]));
        }
        let waypoints = [(); 2].map(|()| recipes::configuration(&plan.tree, 2.5, 1.0, rng));
        judged(&plan, &waypoints, Way::Straight, true);
    }
}

/// Meshes are surfaces: what is inside touches nothing.
#[test]
fn inside_a_closed_mesh() {
    let room = Solid::mesh(shapes::cuboid(DVec3::ZERO, DVec3::splat(2.0)));
    let plan = slider(rod(1.0), room);
    assert_eq!(
        judged(&plan, &[vec![-1.9], vec![0.9]], Way::Straight, false).walked,
        1
    );
    assert_eq!(
        judged(&plan, &[vec![-1.9], vec![1.1]], Way::Straight, false).crossings,
        1
    );
}
