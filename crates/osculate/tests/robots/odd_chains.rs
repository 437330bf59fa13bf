//! Links of chains that nobody would build: far joints, odd axes, joints that follow each other, turns by half a turn.

use crate::link_motions::{Case, check_all_links};
use crate::translated::{Way, across};
use glam::DVec3;
use osculate::query::articulated::{RobotVerdict, Workcell};
use osculate::robot::{Environment, Joint, JointKind as RobotJointKind, LinkShape, RobotBuilder};
use osculate::{Hull, Limits, Placement, Workspace};
use osculate_judge::robots::recipes;
use osculate_judge::robots::tree::{Drive, JointKind, JointSpec, Tree};
use osculate_judge::seeded::{Seeded, cases, seed};

fn check(tree: &Tree, waypoints: &[Vec<f64>], way: Way, largest: f64, told: String) {
    let rng = &mut Seeded::new(7);
    let case = Case::of(tree.clone(), waypoints, way, largest).told(told);
    check_all_links(&case, rng);
}

fn turning(parent: usize, coordinate: usize) -> JointSpec {
    JointSpec::new(parent, JointKind::Turning, Drive::Own(coordinate))
        .at([0.3, 0.2, 0.1], [0.0, 0.0, 0.0, 1.0])
}

/// Joints that follow joints that follow joints: what multipliers and offsets make together is rounded.
#[test]
fn joints_that_follow_each_other() {
    for case in 0..cases(20) {
        let rng = &mut Seeded::of_case(seed(11), case);
        let mut tree = Tree::default();
        tree.push(turning(0, 0));
        let count = rng.whole(2, 8) as usize;
        for number in 1..count {
            let multiplier = rng.real(0.3, 3.0);
            let mut offset = rng.real(-1.0, 1.0) * rng.magnitude(0.0, 6.0);
            // Every other one takes back what the one before has added.
            if let (Drive::Mimic { offset: before, .. }, true) =
                (tree.joints[number - 1].drive, number % 2 == 0)
            {
                offset = -(multiplier * before);
            }
            let drive = Drive::Mimic {
                joint: number - 1,
                multiplier,
                offset,
            };
            let joint = JointSpec::new(number, JointKind::Turning, drive);
            tree.push(joint.at([0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]));
        }
        let way = rng.one_of(&Way::ALL);
        let waypoints = [vec![0.0], vec![rng.one_of(&[0.0, 1e-3, 1.0])]];
        check(&tree, &waypoints, way, 4.0, format!("case {case}"));
    }
}

/// Joints far away from each other, and near to each other far from the origin.
#[test]
fn joints_far_apart() {
    for case in 0..cases(20) {
        let rng = &mut Seeded::of_case(seed(12), case);
        let mut tree = Tree::default();
        let far = rng.direction() * rng.magnitude(0.0, 12.0);
        for number in 0..6 {
            let mut joint = turning(number, number).along(rng.direction().to_array());
            match (number, rng.below(3)) {
                (0, _) => joint.position = far.to_array(),
                (5, 0) => joint.position = (-far).to_array(),
                (_, 1) => joint.position = (rng.inside() * rng.magnitude(-9.0, 3.0)).to_array(),
                _ => {}
            }
            joint.rotation = recipes::quaternion(rng);
            tree.push(joint);
        }
        let largest = 4.0 * far.length() + 1e4;
        let waypoints = [(); 3].map(|()| recipes::configuration(&tree, 2.0, 1.0, rng));
        let way = rng.one_of(&Way::ALL);
        check(&tree, &waypoints, way, largest, format!("case {case}"));
    }
}

/// Axes of any direction and length, for planar joints too.
#[test]
fn odd_axes() {
    for case in 0..cases(30) {
        let rng = &mut Seeded::of_case(seed(13), case);
        let mut tree = Tree::default();
        let mut width = 0;
        for number in 0..5 {
            let mut axis = match rng.below(4) {
                0 => rng.direction() * rng.magnitude(-3.0, 3.0),
                1 => rng.one_of(&[DVec3::X, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z]),
                2 => DVec3::X + rng.vector(1.0) * rng.magnitude(-20.0, -1.0),
                _ => DVec3::new(1.0, -1.0, rng.one_of(&[1.0, 0.0, 1e-9])),
            };
            axis *= rng.one_of(&[1.0, 1e-55, 1e55]);
            let kind = match rng.below(4) {
                0 => JointKind::Sliding,
                1 => JointKind::Planar { x: across(axis) },
                _ => JointKind::Turning,
            };
            let joint = JointSpec::new(number, kind, Drive::Own(width));
            let joint = joint.at([0.3, -0.2, 0.1], recipes::quaternion(rng));
            tree.push(joint.along(axis.to_array()));
            width += kind.width();
        }
        let waypoints = [(); 3].map(|()| recipes::configuration(&tree, 2.0, 1.0, rng));
        let way = rng.one_of(&Way::ALL);
        check(&tree, &waypoints, way, 8.0, format!("case {case}"));
    }
}

/// Floating joints that turn by nearly nothing, by nearly half a turn, and by exactly that.
#[test]
fn floating_joints_turn_by_any_angle() {
    for case in 0..cases(40) {
        let rng = &mut Seeded::of_case(seed(14), case);
        let mut tree = Tree::default();
        tree.push(JointSpec::new(0, JointKind::Floating, Drive::Own(0)));
        tree.push(turning(1, 7));
        tree.push(JointSpec::new(2, JointKind::Floating, Drive::Own(8)));
        let from = recipes::configuration(&tree, 2.0, 1.0, rng);
        let mut to = recipes::configuration(&tree, 2.0, 1.0, rng);
        for first in [3, 11] {
            let q: [f64; 4] = std::array::from_fn(|i| from[first + i]);
            let [x, y, z, w] = q;
            // Across: half a turn away.
            let other = [-w, z, -y, x];
            let near = rng.magnitude(-17.0, -1.0);
            let mixed = |a: [f64; 4], b: [f64; 4], share: f64| -> [f64; 4] {
                let sum: [f64; 4] = std::array::from_fn(|i| a[i] + share * b[i]);
                let norm = sum.iter().map(|c| c * c).sum::<f64>().sqrt();
                sum.map(|c| c / norm)
            };
            let new = match rng.below(5) {
                0 => q,
                1 => q.map(|c| -c),
                2 => mixed(q, other, near),
                3 => mixed(other, q, rng.one_of(&[near, -near])),
                _ => other,
            };
            to[first..first + 4].copy_from_slice(&new);
        }
        let way = rng.one_of(&[Way::Straight, Way::Eased]);
        check(&tree, &[from, to], way, 8.0, format!("case {case}"));
    }
}

/// Splines through waypoints of very different sizes, and paths that hardly move.
#[test]
fn paths_of_very_different_steps() {
    for case in 0..cases(30) {
        let rng = &mut Seeded::of_case(seed(15), case);
        let mut tree = Tree::default();
        for number in 0..3 {
            tree.push(turning(number, number).along(rng.direction().to_array()));
        }
        let waypoints: Vec<Vec<f64>> = (0..rng.whole(2, 12))
            .map(|_| {
                (0..3)
                    .map(|_| match rng.below(4) {
                        0 => 0.0,
                        1 => 1.0 + rng.one_of(&[0.0, 1e-16, 3e-16, 1e-12]),
                        2 => rng.real(-1.0, 1.0) * rng.magnitude(-300.0, 0.0),
                        _ => rng.real(-1.0, 1.0) * rng.magnitude(0.0, 4.0),
                    })
                    .collect()
            })
            .collect();
        let way = rng.one_of(&Way::ALL);
        check(
            &tree,
            &waypoints,
            way,
            4.0,
            format!("case {case} {way:?} {waypoints:?}"),
        );
    }
}

/// Chains with more links than there is room for on a small stack, one above the other.
#[test]
fn chains_of_many_links() {
    let small = std::thread::Builder::new().stack_size(1 << 18);
    let asked = small.spawn(ask_of_a_long_chain).unwrap();
    assert_eq!(asked.join().unwrap(), RobotVerdict::Free);
}

/// The last of many links turns about the first, and stays away from it.
fn ask_of_a_long_chain() -> RobotVerdict {
    let links = 1000;
    let name = |number: usize| format!("link {number}");
    let mut builder = RobotBuilder::new(name(0));
    for number in 1..=links {
        builder.link(name(number));
        let kind = match number {
            1 => RobotJointKind::Revolute,
            _ => RobotJointKind::Fixed,
        };
        let origin = Placement::at(DVec3::new(0.0, 1.0 / links as f64, 0.0));
        let joint = format!("joint {number}");
        let joint = Joint::new(joint, kind, name(number - 1), name(number)).with_origin(origin);
        builder.joint(match number {
            1 => joint.with_limits(-3.0, 3.0),
            _ => joint,
        });
    }
    // With one between, since those that hold each other are not checked.
    for (link, at) in [(0, -2.0), (links / 2, 0.0), (links, 0.0)] {
        let at = Placement::at(DVec3::new(0.0, at, 0.0));
        let ball = LinkShape::new(name(link), Hull::ball(0.25).unwrap(), at);
        builder.shape(name(link), ball);
    }
    let robot = builder.build().unwrap();
    let path = robot.straight(&[0.0], &[3.0]).unwrap();
    let environment = Environment::default();
    let cell = Workcell::new(&robot, &environment).unwrap();
    let outcome = cell.first_contact(&path, &Limits::default(), &mut Workspace::new());
    outcome.unwrap().verdict
}
