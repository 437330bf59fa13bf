//! Robots and rooms out of the ordinary: crowds, thin plates, long chains, two arms, obstacles that spin, many waypoints.

use crate::judged::{Question, Tally};
use crate::scenario::{Plan, Role};
use crate::translated::Way;
use glam::DVec3;
use osculate::{Limits, Workspace};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::meshes::shapes;
use osculate_judge::robots::recipes::{self, Joints};
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::{Drive, JointKind, JointSpec, Tree};
use osculate_judge::robots::walk::{Carried, Found};
use osculate_judge::seeded::{Seeded, cases, seed};
use std::sync::Arc;

fn stand(plan: &mut Plan, at: DVec3, solid: Solid, rng: &mut Seeded) {
    let fixed = JointSpec::new(0, JointKind::Fixed, Drive::None);
    let place = fixed.at(at.to_array(), recipes::quaternion(rng));
    let link = plan.tree.push(place);
    plan.add(link, solid, Role::Obstacle(vec![]));
}

fn arm(joints: Joints, count: usize, rng: &mut Seeded) -> Plan {
    let (tree, carried) = recipes::arm(joints, count, rng);
    Plan::of_robot(tree, carried)
}

/// Some hundred small obstacles.
fn crowd(rng: &mut Seeded) -> Plan {
    let mut plan = arm(Joints::Turning, 5, rng);
    for _ in 0..rng.whole(50, 300) {
        let at = rng.direction() * rng.real(0.3, 3.0);
        let size = rng.magnitude(-2.5, -1.0);
        let solid = recipes::solid(size, rng);
        stand(&mut plan, at, solid, rng);
    }
    plan
}

/// Plates without any thickness, needles, points, and one huge floor.
fn thin(rng: &mut Seeded) -> Plan {
    let joints = rng.one_of(&[Joints::Turning, Joints::Sliding, Joints::FloatingBase]);
    let mut plan = arm(joints, 4, rng);
    for _ in 0..rng.whole(1, 4) {
        let at = rng.direction() * rng.real(0.3, 1.0);
        let thickness = rng.magnitude(-9.0, -3.0);
        let solid = match rng.below(5) {
            0 => Solid::mesh(shapes::plate(rng).scaled(0.3)),
            1 => Solid::mesh(shapes::needles(rng).scaled(0.3)),
            2 => Solid::mesh(shapes::degenerate(rng).scaled(0.3)),
            3 => Solid::Hull(Body::cuboid(thickness, 0.2, 0.3)),
            // A tolerance of a millionth of what is smaller still is no tolerance.
            _ => Solid::Hull(Body::ball(thickness.max(1e-4))),
        };
        stand(&mut plan, at, solid, rng);
    }
    if rng.chance(0.3) {
        let half = DVec3::new(1e4, 1e4, 0.0);
        let floor = Solid::mesh(shapes::cuboid(DVec3::new(0.0, 0.0, -0.6), half));
        plan.add(0, floor, Role::Obstacle(vec![]));
    }
    plan
}

/// Up to 30 joints with small links.
fn long(rng: &mut Seeded) -> Plan {
    let joints = rng.one_of(&[Joints::Turning, Joints::Mimicking, Joints::Any]);
    let count = rng.whole(10, 30) as usize;
    let mut plan = arm(joints, count, rng);
    for _ in 0..3 {
        let at = rng.direction() * rng.real(0.5, 3.0);
        let solid = recipes::solid(0.4, rng);
        stand(&mut plan, at, solid, rng);
    }
    plan
}

/// Two or three arms on one base that moves, with several solids a link, placed in it.
fn arms(rng: &mut Seeded) -> Plan {
    let mut tree = Tree::default();
    let mut width = 0;
    let base = rng.one_of(&[JointKind::Floating, JointKind::Turning, JointKind::Fixed]);
    let drive = match base {
        JointKind::Fixed => Drive::None,
        _ => Drive::Own(0),
    };
    tree.push(JointSpec::new(0, base, drive));
    width += base.width();
    let mut links = vec![1];
    for number in 0..rng.whole(2, 3) {
        let mut last = 1;
        for joint in 0..rng.whole(1, 4) {
            let at = if joint == 0 {
                DVec3::new(number as f64 * 0.3 - 0.3, 0.0, 0.2)
            } else {
                DVec3::new(0.0, 0.0, 0.3)
            };
            let turning = JointSpec::new(last, JointKind::Turning, Drive::Own(width));
            let turning = turning.at(at.to_array(), [0.0, 0.0, 0.0, 1.0]);
            last = tree.push(turning.along(rng.direction().to_array()));
            width += 1;
            links.push(last);
        }
    }
    let mut plan = Plan::of_robot(tree, vec![]);
    for link in links {
        for _ in 0..rng.whole(0, 3) {
            let fixed = JointSpec::new(link, JointKind::Fixed, Drive::None);
            let at = (DVec3::new(0.0, 0.0, 0.15) + 0.1 * rng.inside()).to_array();
            let place = plan.tree.push(fixed.at(at, recipes::quaternion(rng)));
            let solid = recipes::solid(0.12, rng);
            plan.add(place, solid, Role::Part);
        }
    }
    for _ in 0..2 {
        let at = rng.direction() * rng.real(0.4, 1.0);
        let solid = recipes::solid(0.3, rng);
        stand(&mut plan, at, solid, rng);
    }
    plan
}

/// Obstacles that fly and spin, slowly and very fast.
fn spinning(rng: &mut Seeded) -> Plan {
    let mut plan = arm(Joints::Turning, 3, rng);
    for _ in 0..rng.whole(1, 3) {
        let speed = rng.magnitude(-2.0, 1.5);
        let kind = JointKind::Flying {
            p: (rng.direction() * rng.real(0.5, 1.5)).to_array(),
            q: recipes::quaternion(rng),
            v: rng.vector(0.3 * speed).to_array(),
            w: rng.vector(speed).to_array(),
        };
        let link = plan.tree.push(JointSpec::new(0, kind, Drive::None));
        let solid = recipes::solid(0.3, rng);
        plan.add(link, solid, Role::Obstacle(vec![]));
    }
    plan
}

/// Hands that hold things, near others that do.
fn holding(rng: &mut Seeded) -> Plan {
    let mut plan = arms(rng);
    let links = plan.parts;
    for _ in 0..rng.whole(1, 3) {
        let link = 1 + rng.below(links);
        let fixed = JointSpec::new(link, JointKind::Fixed, Drive::None);
        let at = (0.3 * rng.inside()).to_array();
        let place = plan.tree.push(fixed.at(at, recipes::quaternion(rng)));
        let touch = (1..=links).filter(|_| rng.chance(0.3)).collect();
        let solid = recipes::solid(0.1, rng);
        plan.add(place, solid, Role::Grasped(touch));
    }
    plan.padding = (0..=links).map(|_| rng.real(0.0, 0.01)).collect();
    plan
}

type Flavour = (&'static str, fn(&mut Seeded) -> Plan);

const FLAVOURS: [Flavour; 6] = [
    ("crowd", crowd),
    ("thin", thin),
    ("long", long),
    ("arms", arms),
    ("spinning", spinning),
    ("holding", holding),
];

fn waypoints(plan: &Plan, rng: &mut Seeded) -> Option<Vec<Vec<f64>>> {
    let start = (0..20).find_map(|_| {
        let q = recipes::configuration(&plan.tree, 2.0, 0.3, rng);
        let walk = plan.walk(&[q.clone(), q.clone()], Way::Straight, false);
        (walk.walk(0.0, 0.0, 9) == Found::Free).then_some(q)
    })?;
    let count = rng.one_of(&[1, 1, 2, 3, 20]);
    let length = rng.one_of(&[0.05, 0.3, 1.0, f64::INFINITY]);
    let mut waypoints = vec![start];
    for _ in 0..count {
        let goal = recipes::configuration(&plan.tree, 2.8, 0.5, rng);
        let last = &waypoints[waypoints.len() - 1];
        waypoints.push(recipes::towards(&plan.tree, last, &goal, length));
    }
    Some(waypoints)
}

fn ask(
    name: &str,
    plan: &Plan,
    case: u64,
    rng: &mut Seeded,
    tally: &mut Tally,
) -> Result<(), String> {
    if plan.carried.is_empty() || plan.pairs().is_empty() || plan.tree.width() == 0 {
        return Ok(());
    }
    let Some(waypoints) = waypoints(plan, rng) else {
        return Ok(());
    };
    let question = Question {
        plan,
        cell: &plan.cell(),
        waypoints: &waypoints,
        way: rng.one_of(&Way::ALL).for_tree(&plan.tree),
        wide: false,
        patience: 400_000,
    };
    let answer = question.ask(&Limits::default(), &mut Workspace::new(), tally);
    answer.map_err(|(fault, text)| format!("{fault:?}: {name}, case {case}: {text}"))
}

#[test]
fn robots_out_of_the_ordinary() {
    let mut wrong = Vec::new();
    let seed = seed(400);
    for (number, (name, recipe)) in FLAVOURS.iter().enumerate() {
        let mut tally = Tally::default();
        for case in 0..cases(6) {
            let rng = &mut Seeded::of_kind(seed, number as u64, case);
            let plan = recipe(rng);
            wrong.extend(ask(name, &plan, case, rng, &mut tally).err());
        }
        println!("{name}: {tally:?}");
    }
    assert!(
        wrong.is_empty(),
        "{} wrong, seed {seed}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A solid for the root: it is a part of the robot like any other.
#[test]
fn the_root_carries_solids_too() {
    let mut tree = Tree::default();
    let first =
        tree.push(JointSpec::new(0, JointKind::Turning, Drive::Own(0)).along([0.0, 1.0, 0.0]));
    let second = JointSpec::new(first, JointKind::Turning, Drive::Own(1));
    let second = tree.push(
        second
            .at([0.0, 0.0, 0.6], [0.0, 0.0, 0.0, 1.0])
            .along([0.0, 1.0, 0.0]),
    );
    let on = |link: usize, body: Body| Carried {
        link,
        solid: Arc::new(Solid::Hull(body)),
    };
    let up = |z: f64| DVec3::new(0.0, 0.0, z);
    let carried = vec![
        on(
            0,
            Body::cuboid(1.0, 0.5, 0.1).placed(up(-0.2), glam::DQuat::IDENTITY),
        ),
        on(
            first,
            Body::capsule(0.2, 0.05).placed(up(0.3), glam::DQuat::IDENTITY),
        ),
        on(
            second,
            Body::capsule(0.2, 0.05).placed(up(0.3), glam::DQuat::IDENTITY),
        ),
    ];
    let plan = Plan::of_robot(tree, carried);
    let mut tally = Tally::default();
    let waypoints = [vec![0.0, 0.0], vec![1.0, 1.9]];
    let question = Question {
        plan: &plan,
        cell: &plan.cell(),
        waypoints: &waypoints,
        way: Way::Straight,
        wide: false,
        patience: 10_000,
    };
    let answer = question.ask(&Limits::default(), &mut Workspace::new(), &mut tally);
    assert!(
        answer.is_ok() && tally.crossings == 1,
        "{answer:?} {tally:?}"
    );
}
