//! Budgets that end before the path does: what was not looked at is told, never left out.

use glam::DVec3;
use osculate::query::articulated::{PairVerdict, Party, RobotVerdict, Workcell};
use osculate::robot::{Environment, Joint, JointKind, LinkShape, Obstacle, Robot, RobotBuilder};
use osculate::{Hull, Limits, Placement, Workspace};

/// A rod that turns about z, in two halves.
fn clock() -> Robot {
    let mut builder = RobotBuilder::new("base");
    builder.link("hand");
    for (name, from) in [("near", 0.1), ("far", 0.6)] {
        let rod = Hull::cuboid(DVec3::new(0.2, 0.02, 0.02)).unwrap();
        let at = Placement::at((from + 0.2) * DVec3::X);
        builder.shape("hand", LinkShape::new(name, rod, at));
    }
    let joint = Joint::new("pivot", JointKind::Continuous, "base", "hand");
    builder.joint(joint.with_axis(DVec3::Z));
    builder.build().unwrap()
}

/// Balls on a circle, all of which the far half of the hand passes through.
fn dial(hours: u32) -> Environment {
    let mut environment = Environment::new();
    for hour in 0..hours {
        let (sin, cos) = libm::sincos(0.4 + 0.7 * f64::from(hour));
        let at = Placement::at(0.8 * DVec3::new(cos, sin, 0.0));
        let ball = Hull::ball(0.05).unwrap();
        environment.add(Obstacle::resting(format!("hour {hour}"), ball, at).unwrap());
    }
    environment
}

/// Every ball is hit: whatever the budget, each is told, as a contact or as undecided.
#[test]
fn every_pair_that_is_not_free_is_told_at_any_budget() {
    let (robot, environment) = (clock(), dial(8));
    let cell = Workcell::new(&robot, &environment).unwrap();
    let mut workspace = Workspace::new();
    for waypoints in [
        vec![vec![0.0], vec![6.0]],
        vec![vec![0.0], vec![2.0], vec![6.0]],
    ] {
        let path = robot.through(&waypoints).unwrap();
        let (mut undecided, mut decided) = (0, 0);
        for budget in (0..200).chain([300, 1000, 10_000, Limits::DEFAULT_BUDGET]) {
            let limits = Limits::default().with_budget(budget);
            let told = cell.all_contacts(&path, &limits, &mut workspace).unwrap();
            for hour in 0..8 {
                let of = [Party::Shape(1), Party::Obstacle(hour)];
                let found: Vec<_> = told.iter().filter(|entry| entry.0 == of).collect();
                assert_eq!(found.len(), 1, "budget {budget}: hour {hour}: {found:?}");
                let touch = (0.4 + 0.7 * hour as f64 - 0.15) / 6.0;
                match &found[0].1 {
                    PairVerdict::Contact(_) => decided += 1,
                    PairVerdict::Undecided { free_until, .. } => {
                        undecided += 1;
                        let late = waypoints.len() == 2 && *free_until > Some(touch + 0.2 / 6.0);
                        assert!(!late, "budget {budget}: hour {hour}: {free_until:?}");
                    }
                    other => panic!("budget {budget}: hour {hour}: {other:?}"),
                }
            }
            let first = cell.first_contact(&path, &limits, &mut workspace).unwrap();
            assert_ne!(first.verdict, RobotVerdict::Free, "budget {budget}");
            assert!(!cell.is_free(&path, &limits, &mut workspace).unwrap());
        }
        assert!(undecided > 100 && decided > 100, "{undecided} {decided}");
    }
}
