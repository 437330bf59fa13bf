//! Taylor models of links against kinematics of 192 bits.

use crate::random_robots::{chain, configuration};
use crate::translated::{Way, builder};
use osculate::glam::DVec3;
use osculate::motion::JointPath;
use osculate::{Interval, Span};
use osculate_judge::meshes::fixed::Ball;
use osculate_judge::robots::kinematics::Kinematics;
use osculate_judge::robots::recipes::{self, Joints};
use osculate_judge::robots::tree::{Drive, JointKind, JointSpec, Tree};
use osculate_judge::seeded::{Seeded, cases};

/// A part of a piece: short ones and long ones.
fn part(rng: &mut Seeded, [start, end]: [f64; 2]) -> Span {
    let length = (end - start) * rng.one_of(&[0.0, 1e-6, 0.01, 0.1, 0.3, 1.0]);
    let from = start + rng.unit() * (end - start - length);
    Span::new(from, (from + length).min(end)).unwrap()
}

fn instants(rng: &mut Seeded, span: Span) -> [f64; 5] {
    let (start, end) = (span.start(), span.end());
    let mut between = || (start + rng.unit() * (end - start)).clamp(start, end);
    [start, end, 0.5 * (start + end), between(), between()]
}

/// Whether an interval holds a number that is known to 192 bits.
fn holds_ball(interval: Interval, exact: Ball) -> bool {
    !(Ball::new(interval.lower) - exact).is_positive()
        && !(Ball::new(interval.upper) - exact).is_negative()
}

/// All kinds of joints and paths, up to 30 joints: every entry of every pose, against kinematics of 192 bits.
#[test]
fn links_of_random_chains_are_held_to_192_bits() {
    for case in 0..cases(60) {
        let rng = &mut Seeded::of_case(910, case);
        let joints = 1 + case as usize % 30;
        let kinds = Joints::ALL[case as usize % Joints::ALL.len()];
        let tree = recipes::tree(kinds, joints, 0.5, 0.1, rng);
        let robot = builder(&tree, joints).build().unwrap();
        let angle = rng.one_of(&[0.1, 0.5, 3.0, 50.0]);
        let waypoints: Vec<_> = (0..3)
            .map(|_| recipes::configuration(&tree, angle, 1.0, rng))
            .collect();
        let way = Way::ALL[rng.below(3)].for_tree(&tree);
        let path = way.path(&robot, &waypoints);
        let exact = Kinematics::<Ball>::new(&tree, &way.judged(&waypoints));
        let piece = rng.below(2);
        let knots = path.knots();
        let span = part(rng, [knots[piece], knots[piece + 1]]);
        let link = 1 + rng.below(joints);
        let pose = robot.link_motion(link, &path, piece).taylor_pose(span);
        let range = pose.range();
        for t in instants(rng, span) {
            let truth = exact.poses_in(piece, t)[link];
            for held in [&pose.at(t), &range] {
                let told = format!("case {case}, {way:?}, {span:?}, t = {t:?}");
                assert_eq!(held.pivot, DVec3::ZERO);
                for row in 0..3 {
                    assert!(holds_ball(held.position[row], truth.origin[row]), "{told}");
                    for column in 0..3 {
                        let entry = truth.matrix[row][column];
                        assert!(holds_ball(held.rotation[column][row], entry), "{told}");
                    }
                }
            }
        }
    }
}

/// A joint that follows another by way of a third, with offsets that take back what multipliers make of it: the product of the multipliers and
/// the sum of the offsets are rounded, and what they lose is no small share of what is left.
#[test]
fn joints_that_follow_each_other_are_held_to_192_bits() {
    for case in 0..cases(600) {
        let rng = &mut Seeded::of_case(913, case);
        let joint =
            |drive| JointSpec::new(0, JointKind::Turning, drive).at([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
        let value = rng.real(0.5, 1.0);
        let [first, second] = [rng.magnitude(2.0, 4.0), rng.magnitude(2.0, 4.0)];
        let mut tree = Tree::default();
        tree.push(joint(Drive::Own(0)));
        for (multiplier, offset) in [
            (first, -value * first * rng.real(0.9, 1.1)),
            (second, rng.real(-1.0, 1.0)),
        ] {
            tree.push(joint(Drive::Mimic {
                joint: tree.joints.len() - 1,
                multiplier,
                offset,
            }));
        }
        // What a joint at rest states is exact.
        let waypoints = [vec![value], vec![value]];
        let robot = builder(&tree, 3).build().unwrap();
        let path = Way::Straight.path(&robot, &waypoints);
        let exact = Kinematics::<Ball>::new(&tree, &Way::Straight.judged(&waypoints));
        let held = robot
            .link_motion(3, &path, 0)
            .taylor_pose(Span::UNIT)
            .range();
        let truth = exact.poses_in(0, 0.5)[3];
        for row in 0..3 {
            for column in 0..3 {
                let (held, entry) = (held.rotation[column][row], truth.matrix[row][column]);
                assert!(
                    holds_ball(held, entry),
                    "case {case}, {row}, {column}: {held:?}"
                );
            }
        }
    }
}

/// What holds everything is no model: over a short span a link is known well.
#[test]
fn models_of_short_spans_are_narrow() {
    for case in 0..cases(40) {
        let rng = &mut Seeded::of_case(912, case);
        let joints = 1 + case as usize % 30;
        let robot = &chain(rng, joints);
        let (from, to) = (
            configuration(robot, rng, 1.0),
            configuration(robot, rng, 1.0),
        );
        let path = robot.straight(&from, &to).unwrap();
        let motion = robot.link_motion(joints, &path, 0);
        let start = rng.real(0.0, 0.99);
        let (instant, short) = (
            Span::new(start, start).unwrap(),
            Span::new(start, start + 1e-3).unwrap(),
        );
        let width = |span: Span| {
            let range = motion.taylor_pose(span).range();
            range
                .position
                .iter()
                .fold(0.0_f64, |most, side| most.max(side.width()))
        };
        // Rounding adds up from joint to joint; it does not multiply.
        assert!(
            width(instant) < 1e-12 * joints as f64,
            "case {case}: {}",
            width(instant)
        );
        // Every joint turns by 2e-3 at most, on arms of a chain that is no longer than 60.
        assert!(
            width(short) < 2e-3 * 60.0 * joints as f64,
            "case {case}: {}",
            width(short)
        );
        // What the polynomials leave out is of the fourth order in the angles.
        let end = motion.taylor_pose(short).apply(DVec3::ZERO);
        for model in end {
            assert!(
                model.remainder().width() < 1e-8,
                "case {case}: {:?}",
                model.remainder()
            );
        }
    }
}
