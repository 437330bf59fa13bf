//! Taylor models of links against poses that are sampled: by plain products, and by the motion itself with its stated errors.

use crate::random_robots::{chain, configuration, point};
use osculate::glam::DVec3;
use osculate::motion::{JointPath, PoseEnclosure};
use osculate::{Interval, Motion, Span};
use osculate_judge::seeded::{Seeded, cases};

/// Whether an interval comes within `slack` of a number.
fn near(interval: Interval, value: f64, slack: f64) -> bool {
    interval.lower <= value + slack && value - slack <= interval.upper
}

/// Whether a set of poses holds one, given by where the corners of a unit frame are.
fn holds(poses: &PoseEnclosure, corners: &[DVec3; 4], slack: f64) -> bool {
    let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|x| poses.apply(x));
    points
        .iter()
        .zip(corners)
        .all(|(held, corner)| (0..3).all(|row| near(held[row], corner[row], slack)))
}

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

#[test]
fn links_of_random_chains_are_held_at_every_instant() {
    for case in 0..cases(60) {
        let rng = &mut Seeded::of_case(910, case);
        let joints = 1 + case as usize % 30;
        let chain = chain(rng, joints, false);
        let robot = &chain.robot;
        let range = rng.one_of(&[0.1, 0.5, 3.0]);
        let waypoints: Vec<_> = (0..3).map(|_| configuration(robot, rng, range)).collect();
        let path = robot.through(&waypoints).unwrap();
        let piece = rng.below(2);
        let knots = path.knots();
        let span = part(rng, [knots[piece], knots[piece + 1]]);
        let link = 1 + rng.below(joints);
        let pose = robot.link_motion(link, &path, piece).taylor_pose(span);
        let range = pose.range();
        for t in instants(rng, span) {
            let at = chain.placements(&path.configuration(t))[link];
            let corners =
                [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|x| at.position + at.rotation * x);
            assert!(holds(&pose.at(t), &corners, 1e-10), "case {case}, t = {t}");
            assert!(holds(&range, &corners, 1e-10), "case {case}, t = {t}");
        }
    }
}

/// All joints, all kinds of paths, and no slack but what the motion states.
#[test]
fn links_of_any_robot_are_held_to_the_stated_error() {
    for case in 0..cases(120) {
        let rng = &mut Seeded::of_case(911, case);
        let joints = 1 + case as usize % 20;
        let chain = chain(rng, joints, true);
        let robot = &chain.robot;
        let range = rng.one_of(&[0.1, 0.5, 3.0, 100.0]);
        let waypoints: Vec<_> = (0..3).map(|_| configuration(robot, rng, range)).collect();
        let path = match case % 3 {
            0 => robot.through(&waypoints),
            1 => robot.eased(&waypoints),
            _ => robot
                .spline(&waypoints)
                .or_else(|_| robot.eased(&waypoints)),
        };
        let path = path.unwrap();
        let piece = rng.below(2);
        let knots = path.knots();
        let span = part(rng, [knots[piece], knots[piece + 1]]);
        let motion = robot.link_motion(1 + rng.below(joints), &path, piece);
        let pose = motion.taylor_pose(span);
        let range = pose.range();
        for t in instants(rng, span) {
            let stated = motion.pose(t);
            let slack = 2.0 * (stated.rotation_error + stated.offset_error)
                + 1e-15 * stated.offset.length();
            let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|x| point(&motion, t, x));
            assert!(holds(&pose.at(t), &corners, slack), "case {case}, t = {t}");
            assert!(holds(&range, &corners, slack), "case {case}, t = {t}");
        }
    }
}

/// What holds everything is no model: over a short span a link is known well.
#[test]
fn models_of_short_spans_are_narrow() {
    for case in 0..cases(40) {
        let rng = &mut Seeded::of_case(912, case);
        let joints = 1 + case as usize % 30;
        let chain = chain(rng, joints, true);
        let robot = &chain.robot;
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
