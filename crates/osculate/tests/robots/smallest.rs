//! How close robots come to anything along random paths: from below by the judge's walk, from above by samples.

use crate::scenario::Plan;
use crate::translated::Way;
use crate::truth::{Row, some_plan};
use glam::DVec3;
use osculate::query::articulated::{SmallestDistance, Workcell};
use osculate::robot::{Environment, Joint, JointKind, LinkShape, Obstacle, RobotBuilder};
use osculate::{Hull, Limits, Placement, Workspace};
use osculate_judge::robots::recipes::Joints;
use osculate_judge::robots::walk::{Found, Walk};
use osculate_judge::seeded::{Seeded, cases, seed};

/// The walk of pairs that are padded by a distance beyond their layers.
fn padded(plan: &Plan, waypoints: &[Vec<f64>], way: Way, distance: f64) -> Walk {
    let padded = Plan {
        clearance: distance,
        ..plan.clone()
    };
    padded.walk(waypoints, way, false)
}

fn check(
    plan: &Plan,
    waypoints: &[Vec<f64>],
    way: Way,
    found: &SmallestDistance,
) -> Result<(), String> {
    let told = found.distance;
    if let Some(reason) = found.undecided {
        return Err(format!("undecided: {reason:?}, {told:?}"));
    }
    let walk = padded(plan, waypoints, way, 0.0);
    if told.lower > 0.0 {
        let just_below = told.lower * (1.0 - 1e-9);
        let closer = padded(plan, waypoints, way, just_below);
        if let Found::Touch { t, pair } = closer.walk(0.0, 1.0, 400_000) {
            let gap = walk.separation(pair, t);
            return Err(format!("at least {told:?}, but {gap:?} at {t:?}"));
        }
        // Two bodies are never closer than they are anywhere else.
        for step in 0..=100 {
            let least = walk.least(f64::from(step) / 100.0).1;
            if least.upper < told.lower {
                return Err(format!("at least {told:?}, but {least:?}"));
            }
        }
    }
    match &found.closest {
        Some(closest) => {
            let least = walk.least(closest.contact.lower).1;
            if least.lower > told.upper {
                return Err(format!(
                    "at most {told:?}, but {least:?} at {:?}",
                    closest.contact.lower
                ));
            }
        }
        // It is the start, or they touch there.
        None => {
            let start = walk.least(0.0).1;
            if start.lower > told.upper {
                return Err(format!(
                    "{told:?} without a place, but {start:?} at the start"
                ));
            }
        }
    }
    // A millionth of the smallest body is the tolerance.
    let allowed = (0.01 * told.upper).max(1e-6);
    if !(told.upper - told.lower <= allowed * (1.0 + 1e-9)) {
        return Err(format!("{told:?} is too wide"));
    }
    let touches = matches!(walk.walk(0.0, 1.0, 400_000), Found::Touch { .. });
    if touches && told.lower > 0.0 {
        return Err(format!("{told:?}, but they touch"));
    }
    Ok(())
}

#[test]
fn smallest_distances() {
    let mut wrong = Vec::new();
    let mut counts = [0, 0];
    let seed = seed(700);
    let workspace = &mut Workspace::new();
    for case in 0..cases(24) {
        let rng = &mut Seeded::of_case(seed, case);
        let row = Row::some(Joints::ALL[case as usize % 6], rng);
        let Some((mut plan, waypoints)) = some_plan(row, rng) else {
            continue;
        };
        plan.clearance = 0.0;
        let way = row.way.for_tree(&plan.tree);
        let cell = plan.cell();
        let workcell = Workcell::new(&cell.robot, &cell.environment).expect("valid obstacles");
        let path = way.path(&cell.robot, &waypoints);
        let found = workcell.smallest_distance(&path, &Limits::default(), workspace);
        let found = found.expect("a valid path");
        counts[usize::from(found.distance.lower > 0.0)] += 1;
        if let Err(text) = check(&plan, &waypoints, way, &found) {
            wrong.push(format!("{row:?}, seed {seed}, case {case}: {text}"));
        }
    }
    println!("{} touch, {} are apart", counts[0], counts[1]);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A ball that slides by a little, and another far away: the distance is told however long it is, and infinite only if nothing is checked.
#[test]
fn far_away_is_not_infinitely_far() {
    let mut builder = RobotBuilder::new("base");
    builder.link("slide");
    let ball = || Hull::ball(1.0).unwrap();
    builder.shape("slide", LinkShape::new("ball", ball(), Placement::IDENTITY));
    let joint = Joint::new("slider", JointKind::Prismatic, "base", "slide");
    builder.joint(joint.with_axis(DVec3::Y));
    let robot = builder.build().unwrap();
    let path = robot.straight(&[0.0], &[1.0]).unwrap();
    for far in [1e3, 1e30, 1e57, 2e58, 5e58, 3e59, 9e59] {
        for may_touch in [false, true] {
            let mut environment = Environment::new();
            let other = Obstacle::resting("other", ball(), Placement::at(far * DVec3::X)).unwrap();
            let links: &[&str] = if may_touch { &["slide"] } else { &[] };
            environment.add(other.with_touch_links(links.iter().copied()));
            let cell = Workcell::new(&robot, &environment).unwrap();
            let found = cell.smallest_distance(&path, &Limits::default(), &mut Workspace::new());
            let found = found.unwrap();
            if may_touch {
                assert!(found.distance.lower == f64::INFINITY, "{far}: {found:?}");
            } else {
                assert!(found.distance.contains(far - 2.0), "{far}: {found:?}");
                assert!(found.distance.lower > 0.01 * far, "{far}: {found:?}");
            }
        }
    }
}

/// A ball that slides towards another, past it, or away from it, and tolerances of all sizes, larger than the distance too: the ends are as
/// near to each other as was asked for, in a few steps.
#[test]
fn tolerances_that_are_asked_for() {
    let ball = |radius: f64| Hull::ball(radius).unwrap();
    let workspace = &mut Workspace::new();
    let mut most = 0;
    for case in 0..cases(200) {
        let rng = &mut Seeded::of_case(seed(701), case);
        let radii = [rng.magnitude(-2.0, 0.0), rng.magnitude(-2.0, 0.0)];
        let mut builder = RobotBuilder::new("base");
        builder.link("slide");
        let shape = LinkShape::new("ball", ball(radii[0]), Placement::IDENTITY);
        builder.shape("slide", shape);
        let joint = Joint::new("slider", JointKind::Prismatic, "base", "slide");
        builder.joint(joint.with_axis(DVec3::X));
        let robot = builder.build().unwrap();
        let apart = rng.magnitude(-3.0, 1.0);
        let tolerance = apart * rng.magnitude(-5.0, 1.0);
        // Closest at the end, in the middle, or at the start.
        let side = radii[0] + radii[1] + apart;
        let (at, way) = match rng.below(3) {
            0 => (DVec3::X * (1.0 + side), [0.0, 1.0]),
            1 => (DVec3::new(0.5, side, 0.0), [0.0, 1.0]),
            _ => (DVec3::X * (1.0 + side), [1.0, 0.0]),
        };
        let mut environment = Environment::new();
        let other = Obstacle::resting("other", ball(radii[1]), Placement::at(at));
        environment.add(other.unwrap());
        let cell = Workcell::new(&robot, &environment).unwrap();
        let path = robot.straight(&way[..1], &way[1..]).unwrap();
        let limits = Limits::default().with_tolerance(tolerance).unwrap();
        let limits = limits.with_budget(20_000);
        let found = cell.smallest_distance(&path, &limits, workspace).unwrap();
        let told = format!("case {case}: {apart}, {tolerance}: {found:?}");
        let SmallestDistance { distance, .. } = found;
        assert_eq!(found.undecided, None, "{told}");
        let held = distance.lower <= apart * (1.0 + 1e-9) && apart <= distance.upper * (1.0 + 1e-9);
        assert!(held, "{told}");
        let allowed = (0.01 * distance.upper).max(tolerance);
        let wide = distance.upper - distance.lower;
        assert!(wide <= allowed * (1.0 + 1e-9), "{told}");
        most = most.max(found.stats.searches);
    }
    assert!(most < 100, "{most}");
}
