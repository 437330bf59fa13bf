//! First contacts along random paths of random robots among random obstacles, against a judge.

use crate::judged::{Fault, Question, Tally};
use crate::scenario::{Plan, Role};
use crate::translated::Way;
use glam::DVec3;
use osculate::query::articulated::{CullingParts, Workcell};
use osculate::{Limits, Workspace};
use osculate_judge::robots::recipes::{self, Joints};
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::{Drive, JointKind, JointSpec, Tree};
use osculate_judge::seeded::{Seeded, cases, seed};

/// A row of the table: what kind of robot, and how far it goes.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its joints.
    pub joints: Joints,
    /// How long a step is in joint space; infinity is the full range.
    pub length: f64,
    /// Whether only one joint moves.
    pub single: bool,
    /// How it goes.
    pub way: Way,
}

/// A robot of up to seven joints, and obstacles around it, some of which fly.
fn plan(joints: Joints, rng: &mut Seeded) -> Plan {
    let count = rng.whole(2, 7) as usize;
    let (tree, carried) = recipes::arm(joints, count, rng);
    let mut plan = Plan::of_robot(tree, carried);
    for _ in 0..rng.whole(1, 6) {
        let at = rng.direction() * rng.real(0.4, 1.3);
        let turn = recipes::quaternion(rng);
        let solid = recipes::solid(0.3, rng);
        let link = if rng.chance(0.2) {
            let kind = JointKind::Flying {
                p: at.to_array(),
                q: turn,
                v: rng.vector(0.5).to_array(),
                w: rng.vector(1.0).to_array(),
            };
            plan.tree.push(JointSpec::new(0, kind, Drive::None))
        } else {
            let fixed = JointSpec::new(0, JointKind::Fixed, Drive::None);
            plan.tree.push(fixed.at(at.to_array(), turn))
        };
        plan.add(link, solid, Role::Obstacle(vec![]));
    }
    if rng.chance(0.3) {
        let wall = Solid::HalfSpace {
            normal: DVec3::Z,
            offset: -rng.real(0.2, 1.0),
        };
        plan.add(0, wall, Role::Obstacle(vec![]));
    }
    if rng.chance(0.2) {
        let link = rng.below(count) + 1;
        let at = (0.3 * rng.inside()).to_array();
        let fixed = JointSpec::new(link, JointKind::Fixed, Drive::None);
        let place = plan.tree.push(fixed.at(at, recipes::quaternion(rng)));
        let touch = (1..=count).filter(|&n| n.abs_diff(link) == 1).collect();
        plan.add(place, recipes::solid(0.1, rng), Role::Grasped(touch));
    }
    if rng.chance(0.15) {
        plan.padding = (0..count).map(|_| rng.real(0.0, 0.02)).collect();
    }
    if rng.chance(0.15) {
        plan.clearance = rng.magnitude(-4.0, -1.5);
    }
    plan
}

/// A start at which nothing is near, if some tries find one.
fn free_start(plan: &Plan, rng: &mut Seeded) -> Option<Vec<f64>> {
    for _ in 0..30 {
        let q = recipes::configuration(&plan.tree, 2.8, 0.3, rng);
        let walk = plan.walk(&[q.clone(), q.clone()], Way::Straight, false);
        if walk.pairs().is_empty() || walk.least(0.0).1.lower > 1e-3 {
            return Some(q);
        }
    }
    None
}

fn waypoints(tree: &Tree, row: Row, start: Vec<f64>, rng: &mut Seeded) -> Vec<Vec<f64>> {
    let count = if row.way == Way::Straight {
        rng.whole(1, 2)
    } else {
        rng.whole(1, 3)
    };
    let mut waypoints = vec![start];
    for _ in 0..count {
        let last = waypoints.last().expect("there is a start");
        let mut goal = recipes::configuration(tree, 2.8, 0.3, rng);
        if row.single {
            let moved = rng.below(goal.len().min(last.len()).max(1));
            for (number, value) in goal.iter_mut().enumerate() {
                if number != moved {
                    *value = last[number];
                }
            }
        }
        let length = row.length / count as f64;
        let next = recipes::towards(tree, last, &goal, length);
        waypoints.push(next);
    }
    waypoints
}

impl Row {
    /// Any length and way.
    pub fn some(joints: Joints, rng: &mut Seeded) -> Row {
        Row {
            joints,
            length: rng.one_of(&[f64::INFINITY, 2.0, 0.5, 0.1]),
            single: rng.chance(0.2),
            way: rng.one_of(&Way::ALL),
        }
    }
}

/// A robot among obstacles with waypoints that begin free; `None` if there is none.
pub fn some_plan(row: Row, rng: &mut Seeded) -> Option<(Plan, Vec<Vec<f64>>)> {
    let plan = plan(row.joints, rng);
    if plan.tree.width() == 0 || plan.pairs().is_empty() {
        return None;
    }
    let start = free_start(&plan, rng)?;
    let waypoints = waypoints(&plan.tree, row, start, rng);
    Some((plan, waypoints))
}

/// Asks one question, by temporal culling if its parts are given; `None` if the robot has no free start.
fn question(
    row: Row,
    parts: Option<&CullingParts>,
    rng: &mut Seeded,
    tally: &mut Tally,
    workspace: &mut Workspace,
) -> Option<Result<(), (Fault, String)>> {
    let (plan, waypoints) = some_plan(row, rng)?;
    let way = row.way.for_tree(&plan.tree);
    let question = Question {
        plan: &plan,
        cell: &plan.cell(),
        waypoints: &waypoints,
        way,
        wide: false,
        patience: 200_000,
    };
    let mut limits = Limits::default();
    if plan.clearance > 0.0 {
        limits = limits.with_clearance(plan.clearance).expect("a length");
    }
    if rng.chance(0.3) {
        let tolerance = rng.magnitude(-8.0, -4.0);
        limits = limits.with_tolerance(tolerance).expect("a length");
    }
    let Some(parts) = parts else {
        return Some(question.ask(&limits, workspace, tally));
    };
    let (path, cell) = (question.path(), question.cell);
    let cell = Workcell::new(&cell.robot, &cell.environment).expect("valid obstacles");
    let answer = cell.first_contact_by_culling(&path, &limits, parts, workspace);
    let (outcome, _) = answer.expect("a valid path");
    Some(question.check(&path, &outcome, tally))
}

/// Runs a row; what is wrong is told with its seed and case.
pub fn run(row: Row, seed: u64, count: u64, wrong: &mut Vec<String>) -> Tally {
    run_by(row, None, seed, count, wrong)
}

/// Runs a row, by temporal culling if its parts are given.
pub fn run_by(
    row: Row,
    parts: Option<&CullingParts>,
    seed: u64,
    count: u64,
    wrong: &mut Vec<String>,
) -> Tally {
    let mut tally = Tally::default();
    let workspace = &mut Workspace::new();
    for case in 0..count {
        let rng = &mut Seeded::of_case(seed, case);
        if let Some(Err((fault, text))) = question(row, parts, rng, &mut tally, workspace) {
            wrong.push(format!(
                "{fault:?}: {row:?}, seed {seed}, case {case}: {text}"
            ));
        }
    }
    tally
}

fn table(rows: &[Row], seed: u64, count: u64) {
    let mut wrong = Vec::new();
    let mut all = Tally::default();
    for (number, &row) in rows.iter().enumerate() {
        let tally = run(row, seed + number as u64, count, &mut wrong);
        println!("{row:?}: {tally:?}");
        all.contacts += tally.contacts;
        all.crossings += tally.crossings;
        all.unproven += tally.unproven;
        all.doubts += tally.doubts;
        all.free += tally.free;
    }
    println!("{all:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let answered = all.free + all.contacts;
    assert!(
        all.doubts * 50 <= answered,
        "the judge is too often in doubt"
    );
    let enough = all.crossings * 100 >= all.contacts * 99;
    assert!(enough || all.contacts < 300, "too few crossings");
}

/// All kinds of joints, straight, at all step lengths.
#[test]
fn straight_paths() {
    let mut rows = Vec::new();
    for joints in Joints::ALL {
        for length in [f64::INFINITY, 2.0, 0.5, 0.1] {
            rows.push(Row {
                joints,
                length,
                single: false,
                way: Way::Straight,
            });
        }
    }
    table(&rows, seed(100), cases(3));
}

/// All kinds of joints, on splines and with rest at waypoints.
#[test]
fn curved_paths() {
    let mut rows = Vec::new();
    for joints in Joints::ALL {
        for (length, way) in [
            (f64::INFINITY, Way::Spline),
            (0.5, Way::Spline),
            (2.0, Way::Eased),
        ] {
            rows.push(Row {
                joints,
                length,
                single: false,
                way,
            });
        }
    }
    table(&rows, seed(200), cases(3));
}

/// One joint at a time.
#[test]
fn single_joints() {
    let rows = Joints::ALL.map(|joints| Row {
        joints,
        length: f64::INFINITY,
        single: true,
        way: Way::Straight,
    });
    table(&rows, seed(300), cases(3));
}

/// A capsule that only slides, and comes to rest in what it meets: its acceleration bends the gap, though nothing turns.
#[test]
fn a_slide_that_eases_into_an_obstacle() {
    let row = Row {
        joints: Joints::Any,
        length: 2.0,
        single: false,
        way: Way::Eased,
    };
    let (mut tally, rng) = (Tally::default(), &mut Seeded::of_case(10017, 77));
    let answer = question(row, None, rng, &mut tally, &mut Workspace::new());
    assert_eq!(answer.expect("a free start").err(), None);
    assert_eq!([tally.contacts, tally.crossings], [1, 1]);
}
