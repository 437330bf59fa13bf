//! What a link's motion states, against kinematics of 192 bits.

use crate::translated::{Way, builder};
use glam::{DMat3, DVec3};
use osculate::motion::{LinkMotion, Pose, Rates, check_motion};
use osculate::robot::Path;
use osculate::{Motion, Span};
use osculate_judge::meshes::fixed::Ball;
use osculate_judge::robots::kinematics::{self, Kinematics};
use osculate_judge::robots::recipes::{self, Joints};
use osculate_judge::robots::tree::Tree;
use osculate_judge::seeded::{Seeded, cases, seed};

/// A robot on a path, as the judge and as the library have it.
pub struct Case {
    tree: Tree,
    robot: osculate::robot::Robot,
    path: Path,
    exact: Kinematics<Ball>,
    /// The judge's lengths are the library's times this.
    scale: f64,
    /// No joint is faster than some times this, and none turns what follows by more.
    fastest: f64,
    told: String,
}

/// How a case is made.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    joints: Joints,
    way: Way,
    most_joints: usize,
    /// Angles go up to this.
    angle: f64,
    /// Lengths are about this: a power of two.
    size: f64,
}

fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

impl Case {
    fn new(recipe: Recipe, rng: &mut Seeded) -> Case {
        let Recipe {
            joints,
            way,
            most_joints,
            angle,
            size,
        } = recipe;
        let count = 1 + rng.below(most_joints);
        let branching = rng.one_of(&[0.0, 0.2]);
        let tree = recipes::tree(joints, count, size, branching, rng);
        let length = size * rng.magnitude(-2.0, 1.0);
        let waypoints: Vec<Vec<f64>> = (0..rng.whole(2, 5))
            .map(|_| recipes::configuration(&tree, angle, length, rng))
            .collect();
        let way = way.for_tree(&tree);
        // All lengths together are of the order of one.
        Case::of(tree, &waypoints, way, 256.0 * size)
            .turning_by(angle)
            .told(format!("{recipe:?}, {count} joints, {way:?}"))
    }

    /// No length is larger than `largest`.
    pub fn of(tree: Tree, waypoints: &[Vec<f64>], way: Way, largest: f64) -> Case {
        let robot = builder(&tree, tree.joints.len()).build();
        let robot = robot.expect("a valid robot");
        let path = way.path(&robot, waypoints);
        let scale = power_of_two(-i64::from(libm::ilogb(largest)));
        let scaled: Vec<Vec<f64>> = waypoints
            .iter()
            .map(|q| tree.scaled_configuration(q, scale))
            .collect();
        let exact = Kinematics::new(&tree.scaled(scale), &way.judged(&scaled));
        let numbers = waypoints.iter().flatten();
        let angle = numbers.fold(1.0_f64, |most, c| most.max(c.abs()));
        let most = (waypoints.len() as f64) * angle;
        Case {
            tree,
            robot,
            path,
            exact,
            scale,
            fastest: if largest > 1e6 { 1.0 } else { most },
            told: String::new(),
        }
    }

    fn turning_by(self, angle: f64) -> Case {
        let fastest = angle.max(1.0);
        Case { fastest, ..self }
    }

    /// What is said where something is wrong.
    pub fn told(self, told: String) -> Case {
        Case { told, ..self }
    }
}

fn vector(x: &[Ball; 3]) -> DVec3 {
    DVec3::from_array(x.map(|c| c.middle.to_f64()))
}

/// How far numbers of the library are from those of a ball, at most.
fn off(exact: &[Ball; 3], stated: DVec3) -> f64 {
    let parts = [0, 1, 2].map(|i| (exact[i] - Ball::new(stated[i])).magnitude());
    DVec3::from_array(parts).length()
}

/// The largest error of a pose: of its rotation, as a Frobenius norm, and of its offset, in the judge's lengths.
fn pose_errors(exact: &kinematics::Pose<Ball>, pose: &Pose, scale: f64) -> [f64; 2] {
    let columns: [f64; 3] = [0, 1, 2].map(|c| {
        let column = exact.matrix.map(|row| row[c]);
        off(&column, pose.rotation.col(c))
    });
    [
        DVec3::from_array(columns).length(),
        off(&exact.origin, pose.offset * scale),
    ]
}

/// Velocities and accelerations at an instant, by differences.
struct Derivatives {
    velocity: [Ball; 3],
    spin: [Ball; 3],
    acceleration: DVec3,
    spin_acceleration: DVec3,
    /// What differences leave out, in parts of a derivative's size: the square of the turn during a step.
    left_out: f64,
    /// A bound on the angular speed, and so on derivatives in parts of the robot's size.
    speed: f64,
}

impl Derivatives {
    /// In 2⁻⁴⁴ of the time, or less, nothing turns by more than 2⁻³².
    fn of(case: &Case, piece: usize, link: usize, t: f64) -> Derivatives {
        let bits = 44 + libm::log2(case.fastest) as u32;
        let step = Ball::new(power_of_two(-i64::from(bits)));
        let at = |shift: Ball| case.exact.poses_at(piece, Ball::new(t) + shift)[link];
        let (before, now, after) = (at(-step), at(Ball::ZERO), at(step));
        let difference = |a: [Ball; 3], b: [Ball; 3]| -> [Ball; 3] {
            std::array::from_fn(|i| (a[i] - b[i]).doubled(bits - 1))
        };
        let velocity = difference(after.origin, before.origin);
        let second = |a: Ball, b: Ball, c: Ball| (a - b.doubled(1) + c).doubled(2 * bits);
        let acceleration =
            std::array::from_fn(|i| second(after.origin[i], now.origin[i], before.origin[i]));
        // [ω] = R'Rᵀ, and [ω'] + [ω]² = R''Rᵀ, whose skew part is [ω'].
        let entry = |m: &[[Ball; 3]; 3], row: usize, column: usize| {
            let sum = |c: usize| m[row][c] * now.matrix[column][c];
            sum(0) + sum(1) + sum(2)
        };
        let rate: [[Ball; 3]; 3] =
            std::array::from_fn(|row| difference(after.matrix[row], before.matrix[row]));
        let bend: [[Ball; 3]; 3] = std::array::from_fn(|row| {
            std::array::from_fn(|c| {
                second(
                    after.matrix[row][c],
                    now.matrix[row][c],
                    before.matrix[row][c],
                )
            })
        });
        let skew = |m: &[[Ball; 3]; 3]| -> [Ball; 3] {
            let half = |i: usize, j: usize| (entry(m, i, j) - entry(m, j, i)).by(2);
            [half(2, 1), half(0, 2), half(1, 0)]
        };
        Derivatives {
            velocity,
            spin: skew(&rate),
            acceleration: vector(&acceleration),
            spin_acceleration: vector(&skew(&bend)),
            left_out: power_of_two(-64),
            speed: 40.0 * case.tree.joints.len() as f64 * case.fastest,
        }
    }
}

/// What the radii of balls are raised by is 1e-12 of them.
const RAISED: f64 = 1.0 + 4e-12;

/// Whether rates over a span hold at an instant of it.
fn check_rates(case: &Case, rates: &Rates, at: &Derivatives, since: f64, told: &str) {
    let scale = case.scale;
    // In the judge's lengths no robot is larger than this many joints.
    let first = at.left_out * at.speed * case.tree.joints.len() as f64;
    let second = first * at.speed;
    let drifted = off(&at.velocity, rates.velocity * scale);
    let bound = (rates.velocity_error + rates.acceleration * since) * scale;
    assert!(
        drifted <= bound * RAISED + first,
        "{told}: the velocity is {drifted:e} off, stated {bound:e}"
    );
    let turned = off(&at.spin, rates.spin);
    let bound = rates.spin_error + rates.spin_acceleration * since;
    assert!(
        turned <= bound * RAISED + first,
        "{told}: the spin is {turned:e} off, stated {bound:e}"
    );
    let (bend, bound) = (at.acceleration.length(), rates.acceleration * scale);
    assert!(
        bend <= bound * RAISED + second,
        "{told}: the acceleration is {bend:e}, stated {bound:e}"
    );
    let (bend, bound) = (at.spin_acceleration.length(), rates.spin_acceleration);
    assert!(
        bend <= bound * RAISED + second,
        "{told}: the spin changes at {bend:e}, stated {bound:e}"
    );
}

/// The largest share of the stated errors that was found: of rotations, offsets.
#[derive(Default)]
struct Tightness([f64; 2]);

fn check_link(case: &Case, link: usize, piece: usize, rng: &mut Seeded, tight: &mut Tightness) {
    let motion = case.robot.link_motion(link, &case.path, piece);
    let whole = motion.span();
    let told = |t: f64| format!("{}, link {link}, piece {piece}, t = {t:?}", case.told);
    let random = rng.real(whole.start(), whole.end());
    for t in [whole.start(), whole.end(), random] {
        let exact = case.exact.poses_in(piece, t)[link];
        let pose = motion.pose(t);
        let errors = pose_errors(&exact, &pose, case.scale);
        let stated = [pose.rotation_error, pose.offset_error * case.scale];
        for i in 0..2 {
            assert!(
                errors[i] <= stated[i] + 1e-38,
                "{}: part {i} of the pose is {:e} off, stated {:e}",
                told(t),
                errors[i],
                stated[i]
            );
            if stated[i] > 1e-30 {
                tight.0[i] = tight.0[i].max(errors[i] / stated[i]);
            }
        }
        let turned = pose.rotation.transpose() * pose.rotation - DMat3::IDENTITY;
        assert!(
            turned
                .to_cols_array()
                .iter()
                .all(|c| c.abs() <= 4.0 * pose.rotation_error + 1e-15)
        );
    }
    let mut ends = [
        rng.real(whole.start(), whole.end()),
        rng.real(whole.start(), whole.end()),
    ];
    ends.sort_by(f64::total_cmp);
    let part = Span::new(ends[0], ends[1]).unwrap();
    let short_end = (ends[0] + 1e-3 * whole.start().max(0.1)).min(whole.end());
    let short = Span::new(ends[0], short_end).unwrap();
    check_spans(case, &motion, link, piece, [whole, part, short], rng);
}

fn check_spans(
    case: &Case,
    motion: &LinkMotion<Path>,
    link: usize,
    piece: usize,
    spans: [Span; 3],
    rng: &mut Seeded,
) {
    for (number, span) in spans.into_iter().enumerate() {
        let local = motion.over(span);
        let told = |what: &str, t: f64| {
            format!(
                "{}, link {link}, piece {piece}, {what} span {span:?}, t = {t:?}",
                case.told
            )
        };
        for t in [span.start(), span.end(), rng.real(span.start(), span.end())] {
            if case.fastest > 1e5 {
                continue;
            }
            let at = Derivatives::of(case, piece, link, t);
            let since = t - span.start();
            check_rates(case, &motion.rates(span), &at, since, &told("whole", t));
            check_rates(case, &local.rates(span), &at, since, &told("local", t));
        }
        if number == 0 {
            let reach = power_of_two(-9) / case.scale;
            check_motion(motion, span, reach, 20).unwrap();
        }
        assert!(local.rates(span).acceleration <= motion.rates(span).acceleration);
    }
}

/// Checks every link in every piece.
pub fn check_all_links(case: &Case, rng: &mut Seeded) {
    let mut tight = Tightness::default();
    for piece in 0..case.exact.path().pieces.len() {
        for link in 0..case.tree.links() {
            check_link(case, link, piece, rng, &mut tight);
        }
    }
}

fn check_cases(recipe: impl Fn(u64, &mut Seeded) -> Recipe, count: u64, seed: u64) {
    let mut tight = Tightness::default();
    for number in 0..count {
        let rng = &mut Seeded::of_case(seed, number);
        let recipe = recipe(number, rng);
        let mut case = Case::new(recipe, rng);
        case.told = format!("seed {seed}, case {number}: {}", case.told);
        let piece = rng.below(case.exact.path().pieces.len());
        let last = case.tree.joints.len();
        check_link(&case, last, piece, rng, &mut tight);
        check_link(&case, rng.below(last + 1), piece, rng, &mut tight);
    }
    println!("largest share of the stated errors: {:.2?}", tight.0);
}

/// All kinds of joints and paths, up to 30 joints.
#[test]
fn motions_keep_their_promises() {
    let recipe = |number: u64, _: &mut Seeded| Recipe {
        joints: Joints::ALL[number as usize % 6],
        way: Way::ALL[number as usize / 6 % 3],
        most_joints: 30,
        angle: 3.0,
        size: 1.0,
    };
    check_cases(recipe, cases(90), seed(1));
}

/// Tiny and huge robots.
#[test]
fn motions_of_any_size_keep_their_promises() {
    let recipe = |number: u64, rng: &mut Seeded| Recipe {
        joints: Joints::ALL[number as usize % 6],
        way: Way::ALL[number as usize / 6 % 3],
        most_joints: 10,
        angle: 3.0,
        size: power_of_two(rng.whole(-180, 180)),
    };
    check_cases(recipe, cases(36), seed(2));
}

/// Joints that have gone round many times, or hardly move.
#[test]
fn motions_with_any_angles_keep_their_promises() {
    let recipe = |number: u64, rng: &mut Seeded| Recipe {
        joints: Joints::ALL[number as usize % 6],
        way: Way::ALL[number as usize / 6 % 3],
        most_joints: 8,
        angle: rng.magnitude(-9.0, 8.9),
        size: 1.0,
    };
    check_cases(recipe, cases(54), seed(3));
}
