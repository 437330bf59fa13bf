//! Paths of a user's own: other times, pieces of unequal length, obstacles that fly in that time.

use crate::scenario::Plan;
use crate::truth::{Row, some_plan};
use glam::DVec3;
use osculate::motion::{JointBounds, JointPath, JointState, check_joint_path};
use osculate::query::articulated::{RobotVerdict, Workcell};
use osculate::robot::{
    Environment, Joint, JointKind as RobotJointKind, LinkShape, Obstacle, RobotBuilder,
};
use osculate::{Evidence, Hull, Limits, Placement, Span, Workspace};
use osculate_judge::robots::path::Path;
use osculate_judge::robots::recipes::Joints;
use osculate_judge::robots::walk::{Found, Walk};
use osculate_judge::seeded::{Seeded, cases, seed};

/// Cubics, piece by piece, in terms of the share of the piece's time.
struct Cubics {
    knots: Vec<f64>,
    /// By piece, then by coordinate, the constant first.
    pieces: Vec<Vec<Vec<f64>>>,
}

impl Cubics {
    /// Through waypoints with any slopes there.
    fn new(knots: Vec<f64>, waypoints: &[Vec<f64>], rng: &mut Seeded) -> Cubics {
        let slopes: Vec<Vec<f64>> = waypoints
            .iter()
            .map(|q| q.iter().map(|_| rng.real(-1.0, 1.0)).collect())
            .collect();
        let pieces = (0..knots.len() - 1).map(|piece| {
            let length = knots[piece + 1] - knots[piece];
            let coordinates = 0..waypoints[0].len();
            coordinates
                .map(|c| {
                    let (p, q) = (waypoints[piece][c], waypoints[piece + 1][c]);
                    // Slopes are kept moderate where pieces are long.
                    let scale = length.min(1.0);
                    let (m, n) = (scale * slopes[piece][c], scale * slopes[piece + 1][c]);
                    vec![p, m, 3.0 * (q - p) - 2.0 * m - n, 2.0 * (p - q) + m + n]
                })
                .collect()
        });
        let pieces = pieces.collect();
        Cubics { knots, pieces }
    }

    fn at(&self, piece: usize, coordinate: usize, t: f64) -> ([f64; 4], f64) {
        let rate = 1.0 / (self.knots[piece + 1] - self.knots[piece]);
        let u = (t - self.knots[piece]) * rate;
        let c = &self.pieces[piece][coordinate];
        let value = ((c[3] * u + c[2]) * u + c[1]) * u + c[0];
        let first = (3.0 * c[3] * u + 2.0 * c[2]) * u + c[1];
        let second = 6.0 * c[3] * u + 2.0 * c[2];
        ([value, first, second, 6.0 * c[3]], rate)
    }
}

impl JointPath for Cubics {
    fn coordinates(&self) -> usize {
        self.pieces[0].len()
    }

    fn knots(&self) -> &[f64] {
        &self.knots
    }

    fn state(&self, piece: usize, coordinate: usize, t: f64) -> JointState {
        let ([value, first, second, _], rate) = self.at(piece, coordinate, t);
        JointState {
            value,
            rate: first * rate,
            acceleration: second * rate * rate,
        }
    }

    fn bounds(&self, piece: usize, coordinate: usize, _span: Span) -> JointBounds {
        let (_, rate) = self.at(piece, coordinate, self.knots[piece]);
        let size: f64 = self.pieces[piece][coordinate].iter().map(|c| c.abs()).sum();
        let error = 1e-14 * (size + 1.0) * (1.0 + rate * self.knots[piece].abs());
        let raised = 1.0 + 1e-12;
        JointBounds {
            value: size * raised,
            rate: 3.0 * size * rate * raised,
            acceleration: 6.0 * size * rate * rate * raised,
            jerk: 6.0 * size * rate * rate * rate * raised,
            value_error: error,
            rate_error: error * rate,
            acceleration_error: error * rate * rate,
        }
    }
}

fn check(plan: &Plan, path: &Cubics, told: &str, wrong: &mut Vec<String>) -> [u64; 2] {
    let cell = plan.cell();
    let workcell = Workcell::new(&cell.robot, &cell.environment).expect("valid obstacles");
    let limits = match plan.clearance {
        0.0 => Limits::default(),
        clearance => Limits::default()
            .with_clearance(clearance)
            .expect("a length"),
    };
    let outcome = workcell.first_contact::<dyn JointPath>(path, &limits, &mut Workspace::new());
    let outcome = outcome.expect("a valid path");
    let judged = Path::of_polynomials(&path.knots, &path.pieces);
    let walk = Walk::new(&plan.tree, &judged, &plan.carried, &plan.pairs(), false);
    let (start, end) = (path.knots[0], path.knots[path.knots.len() - 1]);
    match &outcome.verdict {
        RobotVerdict::Free => {
            let found = walk.walk(start, end, 400_000);
            if found != Found::Free {
                wrong.push(format!("{told}: free, but {found:?}"));
            }
            [1, 0]
        }
        RobotVerdict::Contact(found) => {
            let contact = &found.contact;
            let before = walk.walk(start, contact.lower, 400_000);
            if let Found::Touch { .. } = before {
                wrong.push(format!(
                    "{told}: apart up to {}, but {before:?}",
                    contact.lower
                ));
            }
            let here = walk.least(contact.lower).1;
            let there = walk.least(contact.upper).1;
            let crosses = contact.evidence == Evidence::Crossing;
            if here.lower > outcome.tolerance || crosses && there.lower > 0.0 {
                wrong.push(format!("{told}: {contact:?}, but {here:?} and {there:?}"));
            }
            [0, 1]
        }
        other => {
            wrong.push(format!("{told}: {other:?}"));
            [0, 0]
        }
    }
}

#[test]
fn paths_of_other_times() {
    let mut wrong = Vec::new();
    let mut counts = [0, 0];
    let seed = seed(600);
    for case in 0..cases(20) {
        let rng = &mut Seeded::of_case(seed, case);
        let joints = rng.one_of(&[
            Joints::Turning,
            Joints::Sliding,
            Joints::Mimicking,
            Joints::PlanarBase,
        ]);
        let row = Row::some(joints, rng);
        let Some((plan, waypoints)) = some_plan(row, rng) else {
            continue;
        };
        // What flies is elsewhere at other times: it must not start in touch.
        let mut time = rng.one_of(&[0.0, 0.0, -2.0, 1.5]);
        let mut knots = vec![time];
        for _ in 1..waypoints.len() {
            time += rng.magnitude(-2.0, 0.7);
            knots.push(time);
        }
        let path = Cubics::new(knots, &waypoints, rng);
        check_joint_path(&path, 100).expect("a path that keeps its promises");
        let judged = Path::of_polynomials(&path.knots, &path.pieces);
        let walk = Walk::new(&plan.tree, &judged, &plan.carried, &plan.pairs(), false);
        let start = path.knots[0];
        if walk.walk(start, start, 9) != Found::Free {
            continue;
        }
        let told = format!("seed {seed}, case {case}");
        let found = check(&plan, &path, &told, &mut wrong);
        counts = [counts[0] + found[0], counts[1] + found[1]];
    }
    println!("{} free, {} contacts", counts[0], counts[1]);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Two joints across each other turn at 0.01 and 10; of the first the path states that it rests, and that it may be off by 0.01.
struct Vague;

impl osculate::motion::JointPath for Vague {
    fn coordinates(&self) -> usize {
        2
    }

    fn knots(&self) -> &[f64] {
        &[0.0, 1.0]
    }

    fn state(&self, _: usize, coordinate: usize, t: f64) -> osculate::motion::JointState {
        let (real, stated) = [(0.01, 0.0), (10.0, 10.0)][coordinate];
        osculate::motion::JointState {
            value: real * t,
            rate: stated,
            acceleration: 0.0,
        }
    }

    fn bounds(
        &self,
        _: usize,
        coordinate: usize,
        _: osculate::Span,
    ) -> osculate::motion::JointBounds {
        osculate::motion::JointBounds {
            value: [0.01, 10.0][coordinate],
            rate: [0.01, 10.0][coordinate],
            value_error: 1e-14,
            rate_error: [0.01, 1e-14][coordinate],
            ..osculate::motion::JointBounds::default()
        }
    }
}

/// What the rate of an early joint is off counts with the rates of later ones: the spin changes at the rate 0.1.
#[test]
fn rates_that_are_off_count_with_all_others() {
    use osculate::Motion;
    use osculate::robot::{Joint, JointKind, RobotBuilder};
    let mut builder = RobotBuilder::new("base");
    for (parent, child, axis) in [
        ("base", "first", glam::DVec3::X),
        ("first", "second", glam::DVec3::Z),
    ] {
        builder.link(child);
        builder.joint(Joint::new(child, JointKind::Continuous, parent, child).with_axis(axis));
    }
    let robot = builder.build().expect("a robot");
    let span = osculate::Span::new(0.5, 0.5 + 1e-6).expect("a span");
    let rates = robot.link_motion(2, &Vague, 0).over(span).rates(span);
    assert!(rates.spin_acceleration >= 0.1, "{rates:?}");
}

/// Nothing is known of how fast its joints are: they turn by a radian each.
struct Unbounded {
    rate: f64,
}

impl JointPath for Unbounded {
    fn coordinates(&self) -> usize {
        2
    }

    fn knots(&self) -> &[f64] {
        &[0.0, 1.0]
    }

    fn state(&self, _: usize, _: usize, t: f64) -> JointState {
        JointState {
            value: t,
            rate: 1.0,
            acceleration: 0.0,
        }
    }

    fn bounds(&self, _: usize, _: usize, _: Span) -> JointBounds {
        JointBounds {
            value: 1.0,
            rate: self.rate,
            value_error: 1e-15,
            rate_error: 1e-15,
            ..JointBounds::default()
        }
    }
}

/// It is said that nothing is known, on a stack as small as programs have on some systems: the start of the path is at 0, near which there are
/// times that are a thousand times half as long as others.
#[test]
fn what_is_without_bounds_is_undecided() {
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(ask_without_bounds).unwrap().join().unwrap();
}

fn ask_without_bounds() {
    let ball = |name: &str, at: f64| {
        let at = Placement::at(at * DVec3::X);
        LinkShape::new(name, Hull::ball(0.1).unwrap(), at)
    };
    let mut builder = RobotBuilder::new("base");
    builder.link("arm");
    builder.link("hand");
    for (link, at) in [("base", -5.0), ("arm", 1.0), ("hand", 2.0)] {
        builder.shape(link, ball(link, at));
    }
    for (name, parent, child) in [("shoulder", "base", "arm"), ("wrist", "arm", "hand")] {
        let joint = Joint::new(name, RobotJointKind::Revolute, parent, child);
        builder.joint(joint.with_axis(DVec3::Z));
    }
    let robot = builder.build().unwrap();
    let mut environment = Environment::new();
    let far = Placement::at(9.0 * DVec3::Y);
    environment.add(Obstacle::resting("far", Hull::ball(0.1).unwrap(), far).unwrap());
    let cell = Workcell::new(&robot, &environment).unwrap();
    let limits = Limits::default().with_budget(20_000);
    let workspace = &mut Workspace::new();
    for rate in [f64::INFINITY, f64::NAN, -1.0, 1e300, 1e100, 1e30] {
        let path: &dyn JointPath = &Unbounded { rate };
        let verdict = cell
            .first_contact(path, &limits, workspace)
            .unwrap()
            .verdict;
        let undecided = matches!(
            verdict,
            RobotVerdict::Undecided { .. } | RobotVerdict::Overlapping { proven: false, .. }
        );
        assert!(undecided, "{rate}: {verdict:?}");
        assert!(!cell.is_free(path, &limits, workspace).unwrap(), "{rate}");
        let all = cell.all_contacts(path, &limits, workspace).unwrap();
        assert!(!all.is_empty(), "{rate}");
        let distance = cell.smallest_distance(path, &limits, workspace).unwrap();
        assert_eq!(distance.distance.lower, 0.0, "{rate}");
        assert!(distance.undecided.is_some(), "{rate}: {distance:?}");
    }
}
