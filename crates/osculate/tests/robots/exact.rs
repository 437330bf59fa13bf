//! Starts in touch, exact fits, ends that just touch: where a hair decides, nothing may be called free that touches.

use crate::judged::{Question, Tally};
use crate::scenario::{Cell, Plan, Role};
use crate::translated::Way;
use glam::{DQuat, DVec3};
use osculate::query::articulated::{RobotOutcome, RobotVerdict, Workcell};
use osculate::{Evidence, Limits, Workspace};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::meshes::{Mesh, shapes};
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::{Drive, JointKind, JointSpec, Tree};
use osculate_judge::robots::walk::Carried;
use std::sync::Arc;

/// A solid that slides along x, and one that stands: the simplest robot.
pub fn slider(moving: Solid, standing: Solid) -> Plan {
    let mut tree = Tree::default();
    let slide = JointSpec::new(0, JointKind::Sliding, Drive::Own(0)).along([1.0, 0.0, 0.0]);
    let link = tree.push(slide);
    let carried = vec![Carried {
        link,
        solid: Arc::new(moving),
    }];
    let mut plan = Plan::of_robot(tree, carried);
    plan.add(0, standing, Role::Obstacle(vec![]));
    plan
}

/// Asks the library only.
pub fn ask(plan: &Plan, waypoints: &[Vec<f64>], way: Way, limits: &Limits) -> RobotOutcome {
    let cell = plan.cell();
    let Cell {
        robot, environment, ..
    } = &cell;
    let path = way.path(robot, waypoints);
    let workcell = Workcell::new(robot, environment).expect("valid obstacles");
    let outcome = workcell.first_contact(&path, limits, &mut Workspace::new());
    outcome.expect("a valid path")
}

/// Asks, and has the answer judged.
pub fn judged(plan: &Plan, waypoints: &[Vec<f64>], way: Way, wide: bool) -> Tally {
    let mut tally = Tally::default();
    let question = Question {
        plan,
        cell: &plan.cell(),
        waypoints,
        way,
        wide,
        patience: 400_000,
    };
    let mut limits = Limits::default();
    if plan.clearance > 0.0 {
        limits = limits.with_clearance(plan.clearance).expect("a length");
    }
    let answer = question.ask(&limits, &mut Workspace::new(), &mut tally);
    assert!(answer.is_ok(), "{answer:?}");
    tally
}

fn ball_at(x: f64, radius: f64) -> Solid {
    Solid::Hull(Body::ball(radius).placed(DVec3::new(x, 0.0, 0.0), DQuat::IDENTITY))
}

fn box_at(x: f64, half: DVec3) -> Solid {
    let body = Body::cuboid(half.x, half.y, half.z);
    Solid::Hull(body.placed(DVec3::new(x, 0.0, 0.0), DQuat::IDENTITY))
}

fn mesh_at(x: f64, half: DVec3) -> Solid {
    Solid::mesh(shapes::cuboid(DVec3::new(x, 0.0, 0.0), half))
}

/// Two of each kind that touch when their middles are one apart along x.
fn halves() -> Vec<[Solid; 2]> {
    let half = DVec3::splat(0.5);
    vec![
        [ball_at(0.0, 0.5), ball_at(2.0, 0.5)],
        [box_at(0.0, half), box_at(2.0, half)],
        [mesh_at(0.0, half), mesh_at(2.0, half)],
        [mesh_at(0.0, half), box_at(2.0, half)],
        [ball_at(0.0, 0.5), mesh_at(2.0, half)],
        [
            box_at(0.0, half),
            Solid::HalfSpace {
                normal: DVec3::NEG_X,
                offset: -1.5,
            },
        ],
    ]
}

/// The end of the path is the first touch.
#[test]
fn touches_at_the_end() {
    for [a, b] in halves() {
        let plan = slider(a, b);
        for waypoints in [
            vec![vec![0.0], vec![1.0]],
            vec![vec![0.25], vec![0.5], vec![1.0]],
        ] {
            for way in Way::ALL {
                let found = ask(&plan, &waypoints, way, &Limits::default());
                let contact = found.verdict.contact();
                assert!(contact.is_some(), "{way:?} {found:?}");
            }
        }
        // A little less, and it is free or near; a little more, and it is not free.
        let less = ask(
            &plan,
            &[vec![0.0], vec![0.999]],
            Way::Straight,
            &Limits::default(),
        );
        assert_eq!(less.verdict, RobotVerdict::Free);
        let more = [vec![0.0], vec![1.0 + 1e-9]];
        let more = ask(&plan, &more, Way::Straight, &Limits::default());
        let evidence = more.verdict.contact().map(|found| found.contact.evidence);
        // Faces of meshes that lie flat on each other cross nowhere for certain.
        let flat = plan
            .carried
            .iter()
            .any(|own| matches!(*own.solid, Solid::Mesh(_)));
        let crosses = evidence == Some(Evidence::Crossing);
        assert!(crosses || flat && evidence.is_some(), "{more:?}");
    }
}

/// A waypoint is the only touch: pieces that end and begin there are both apart but for it.
#[test]
fn touches_at_a_waypoint_only() {
    for [a, b] in halves() {
        let plan = slider(a, b);
        for back in [0.0, 0.999] {
            for way in [Way::Straight, Way::Eased] {
                let waypoints = [vec![0.0], vec![1.0], vec![back]];
                let found = ask(&plan, &waypoints, way, &Limits::default());
                let contact = found.verdict.contact().expect("a contact");
                assert!(contact.contact.lower < 0.5, "{found:?}");
            }
        }
    }
}

/// Robots that touch where they start, or nearly, and go on, away, or nowhere.
#[test]
fn starts_in_touch() {
    for [a, b] in halves() {
        let plan = slider(a, b);
        for end in [2.0, 0.0, 1.0] {
            let found = ask(
                &plan,
                &[vec![1.0], vec![end]],
                Way::Straight,
                &Limits::default(),
            );
            let overlaps = matches!(found.verdict, RobotVerdict::Overlapping { .. });
            assert!(overlaps, "{end}: {found:?}");
        }
        for gap in [1e-3, 1e-7, 1e-9, 1e-12] {
            let start = 1.0 - gap;
            // Away and at rest it is free, however near; onwards it is not.
            for end in [0.0, start] {
                let waypoints = [vec![start], vec![end]];
                let found = ask(&plan, &waypoints, Way::Straight, &Limits::default());
                assert_eq!(found.verdict, RobotVerdict::Free, "{gap:e} {end}");
            }
            let found = ask(
                &plan,
                &[vec![start], vec![1.5]],
                Way::Straight,
                &Limits::default(),
            );
            assert!(found.verdict.contact().is_some(), "{gap:e}: {found:?}");
            judged(&plan, &[vec![start], vec![1.5]], Way::Straight, true);
        }
    }
}

/// Between two walls with as much room as it needs, or a hair more or less.
#[test]
fn exact_fits() {
    let half = DVec3::splat(0.5);
    let wall = |y: f64, meshed: bool| {
        let (centre, half) = (DVec3::new(3.0, y, 0.0), DVec3::new(1.0, 0.5, 1.0));
        if meshed {
            Solid::mesh(shapes::cuboid(centre, half))
        } else {
            let body = Body::cuboid(half.x, half.y, half.z);
            Solid::Hull(body.placed(centre, DQuat::IDENTITY))
        }
    };
    for meshed in [false, true] {
        for (room, free) in [(0.0, false), (1e-9, true), (-1e-9, false), (1e-12, true)] {
            let moving = if meshed {
                mesh_at(0.0, half)
            } else {
                box_at(0.0, half)
            };
            let mut plan = slider(moving, wall(1.0 + room, meshed));
            plan.add(0, wall(-1.0 - room, meshed), Role::Obstacle(vec![]));
            // From outside it enters where it is close; the tolerance is finer than the room.
            let limits = Limits::default().with_tolerance(1e-13).expect("a length");
            let found = ask(&plan, &[vec![0.0], vec![3.0]], Way::Straight, &limits);
            assert_eq!(
                found.verdict == RobotVerdict::Free,
                free,
                "{room:e} {found:?}"
            );
            // From inside it is as close at the start as ever.
            let found = ask(
                &plan,
                &[vec![2.6], vec![3.4]],
                Way::Straight,
                &Limits::default(),
            );
            assert_eq!(
                found.verdict == RobotVerdict::Free,
                free,
                "{room:e} {found:?}"
            );
        }
    }
}

/// Paths that go nowhere, or as good as nowhere.
#[test]
fn paths_of_no_length() {
    for [a, b] in halves() {
        let plan = slider(a, b);
        for (from, to) in [(0.0, 0.0), (0.0, 1e-300), (0.5, 0.5), (0.5, 0.5 + 1e-16)] {
            for way in Way::ALL {
                let waypoints = [vec![from], vec![to]];
                let found = ask(&plan, &waypoints, way, &Limits::default());
                assert_eq!(found.verdict, RobotVerdict::Free);
            }
        }
        let found = ask(
            &plan,
            &[vec![1.25], vec![1.25]],
            Way::Straight,
            &Limits::default(),
        );
        let proven = matches!(
            found.verdict,
            RobotVerdict::Overlapping { proven: true, .. }
        );
        assert!(
            proven || matches!(plan.carried[1].solid.as_ref(), Solid::Mesh(_)),
            "{found:?}"
        );
    }
}

/// A spline goes beyond its waypoints, into what stands there.
#[test]
fn splines_overshoot() {
    for [a, b] in halves() {
        let plan = slider(a, b);
        let waypoints = [0.0, 0.98, 0.98, 0.0].map(|x| vec![x]);
        let straight = ask(&plan, &waypoints, Way::Straight, &Limits::default());
        assert_eq!(straight.verdict, RobotVerdict::Free);
        let spline = ask(&plan, &waypoints, Way::Spline, &Limits::default());
        assert!(spline.verdict.contact().is_some(), "{spline:?}");
        judged(&plan, &waypoints, Way::Spline, false);
    }
}

/// Triangles that are segments or points, on links and as obstacles.
#[test]
fn degenerate_triangles() {
    let flat = |x: f64| {
        let corner = |y: f64, z: f64| DVec3::new(x, y, z);
        let corners = vec![
            corner(0.0, 0.0),
            corner(0.0, 0.0),
            corner(0.0, 0.0),
            corner(-1.0, 0.2),
            corner(1.0, 0.2),
            corner(0.0, 0.2),
            corner(0.5, 0.5),
            corner(0.5, 0.5),
            corner(0.5, -0.5),
        ];
        Solid::mesh(Mesh::new(corners, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]]))
    };
    for (a, b) in [
        (flat(0.0), ball_at(2.0, 0.5)),
        (flat(0.0), mesh_at(2.0, DVec3::splat(0.5))),
        (mesh_at(0.0, DVec3::splat(0.5)), flat(2.0)),
        (flat(0.0), flat(2.0)),
    ] {
        let plan = slider(a, b);
        let found = ask(
            &plan,
            &[vec![0.0], vec![4.0]],
            Way::Straight,
            &Limits::default(),
        );
        assert!(found.verdict.contact().is_some(), "{found:?}");
        let waypoints = [vec![0.0], vec![1.4]];
        assert_eq!(judged(&plan, &waypoints, Way::Straight, false).free, 1);
    }
}

/// Whatever the budget, what is said is so.
#[test]
fn small_budgets() {
    let half = DVec3::splat(0.5);
    for (end, meets) in [(3.0, true), (0.9, false)] {
        let mut plan = slider(mesh_at(0.0, half), mesh_at(2.0, half));
        for number in 0..5 {
            let far = ball_at(2.5 + 0.1 * f64::from(number), 0.4);
            plan.add(0, far, Role::Obstacle(vec![]));
        }
        let waypoints = [vec![0.0], vec![0.2 * end], vec![end]];
        for budget in [0, 1, 2, 3, 5, 8, 13, 30, 100, 300, 1000, 10_000] {
            let limits = Limits::default().with_budget(budget);
            match ask(&plan, &waypoints, Way::Straight, &limits).verdict {
                RobotVerdict::Free => assert!(!meets),
                RobotVerdict::Contact(found) => {
                    assert!(meets && found.contact.lower < 0.5 + 0.5 * 0.4 / 2.4);
                }
                RobotVerdict::Undecided { free_until, .. } => {
                    let most = if meets { 0.5 + 0.5 * 0.4 / 2.4 } else { 1.0 };
                    assert!(free_until.is_none_or(|until| until < most));
                }
                RobotVerdict::Overlapping { .. } => panic!("it starts apart"),
            }
        }
    }
}
