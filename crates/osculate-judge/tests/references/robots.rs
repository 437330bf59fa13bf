//! The judge of robots against closed forms, against the other judges, and its two precisions against each other.

use glam::{DQuat, DVec3};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::meshes::fixed::Ball;
use osculate_judge::meshes::motion::{BallMotion, MotionSpec};
use osculate_judge::meshes::{self, shapes};
use osculate_judge::robots::kinematics::Kinematics;
use osculate_judge::robots::path::{Path, natural_cubics};
use osculate_judge::robots::real::{full_turn, polynomial, sin_cos};
use osculate_judge::robots::recipes::{self, Joints};
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::{Drive, JointKind, JointSpec, Tree};
use osculate_judge::robots::walk::{Carried, Found, Pair, Walk};
use osculate_judge::seeded::{Seeded, cases, seed};
use std::sync::Arc;

/// Holds the value, and is no wider than this.
fn close(ball: Ball, value: Ball, width: f64) -> bool {
    (ball - value).magnitude() <= width
}

#[test]
fn sines_and_cosines_are_right() {
    let mut rng = Seeded::new(seed(1));
    for _ in 0..200 {
        let size = rng.magnitude(-12.0, 9.0);
        let angle = rng.real(-size, size);
        let (sin, cos) = sin_cos(Ball::new(angle));
        // An independent way: the exponential series of a turn about z.
        let spec = MotionSpec::At {
            p: [0.0; 3],
            q: [0.0, 0.0, 0.0, 1.0],
            v: [0.0; 3],
            w: [0.0, 0.0, angle],
        };
        let matrix = BallMotion::new(&spec, 1.0).pose(1.0).matrix;
        assert!(close(sin, matrix[1][0], 1e-38), "sin {angle}");
        assert!(close(cos, matrix[0][0], 1e-38), "cos {angle}");
        assert!(close(sin * sin + cos * cos, Ball::ONE, 1e-42));
    }
    let (sin, cos) = sin_cos(full_turn().by(12));
    assert!(close(sin, Ball::ONE.by(2), 1e-52));
    assert!(close(cos * cos, Ball::new(0.75), 1e-52));
}

#[test]
fn two_links_in_a_plane_are_where_school_says() {
    let turning = |parent, number| JointSpec::new(parent, JointKind::Turning, Drive::Own(number));
    let mut tree = Tree::default();
    tree.push(turning(0, 0));
    tree.push(turning(1, 1).at([2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]));
    let slide = JointSpec::new(
        2,
        JointKind::Sliding,
        Drive::Mimic {
            joint: 0,
            multiplier: 0.5,
            offset: 1.0,
        },
    );
    tree.push(slide.along([3.0, 0.0, 0.0]));
    let path = Path::through(&[vec![0.25, -0.5], vec![1.25, 0.75]]);
    let wide: Kinematics<Ball> = Kinematics::new(&tree, &path);
    for t in [0.0, 0.3, 1.0] {
        let time = Ball::new(t);
        let first = Ball::new(0.25) + time;
        let second = first + Ball::new(-0.5) + Ball::new(1.25) * time;
        let out = first.by(2) + Ball::ONE;
        let ((s1, c1), (s2, c2)) = (sin_cos(first), sin_cos(second));
        let poses = wide.poses(t);
        let two = Ball::new(2.0);
        assert!(close(poses[3].origin[0], two * c1 + out * c2, 1e-50));
        assert!(close(poses[3].origin[1], two * s1 + out * s2, 1e-50));
        assert!(close(poses[3].matrix[1][0], s2, 1e-50));
    }
}

#[test]
fn floating_and_flying_bodies_move_as_the_judge_of_meshes_has_it() {
    let mut rng = Seeded::new(seed(2));
    for _ in 0..cases(100) {
        let mut vector = |size: f64| rng.vector(size).to_array();
        let (p0, p1, v, w) = (vector(1.0), vector(1.0), vector(1.0), vector(3.0));
        let (q0, q1) = (recipes::quaternion(&mut rng), recipes::quaternion(&mut rng));
        let mut tree = Tree::default();
        tree.push(JointSpec::new(0, JointKind::Floating, Drive::Own(0)));
        let flying = JointKind::Flying { p: p0, q: q0, v, w };
        tree.push(JointSpec::new(0, flying, Drive::None));
        let path = Path::through(&[[&p0[..], &q0].concat(), [&p1[..], &q1].concat()]);
        let wide: Kinematics<Ball> = Kinematics::new(&tree, &path);
        let between = BallMotion::new(&MotionSpec::Between { p0, q0, p1, q1 }, 1.0);
        let at = BallMotion::new(&MotionSpec::At { p: p0, q: q0, v, w }, 1.0);
        for t in [0.0, rng.unit(), 1.0] {
            let poses = wide.poses(t);
            for (pose, other) in [(&poses[1], between.pose(t)), (&poses[2], at.pose(t))] {
                for row in 0..3 {
                    assert!(close(pose.origin[row], other.origin[row], 1e-44));
                    for c in 0..3 {
                        assert!(close(pose.matrix[row][c], other.matrix[row][c], 1e-44));
                    }
                }
            }
        }
    }
}

#[test]
fn splines_are_smooth_and_pass_their_waypoints() {
    let mut rng = Seeded::new(seed(3));
    for count in 2..8 {
        let values: Vec<Ball> = (0..count).map(|_| Ball::new(rng.real(-3.0, 3.0))).collect();
        let cubics = natural_cubics(&values);
        let slope = |c: &[Ball; 4], u: f64| {
            polynomial(
                &[c[1], c[2].doubled(1), c[3] * Ball::new(3.0)],
                Ball::new(u),
            )
        };
        let bend = |c: &[Ball; 4], u: f64| polynomial(&[c[2], c[3] * Ball::new(3.0)], Ball::new(u));
        for (i, cubic) in cubics.iter().enumerate() {
            assert!(close(polynomial(cubic, Ball::ZERO), values[i], 1e-50));
            assert!(close(polynomial(cubic, Ball::ONE), values[i + 1], 1e-50));
            if let Some(next) = cubics.get(i + 1) {
                assert!(close(slope(cubic, 1.0), slope(next, 0.0), 1e-50));
                assert!(close(bend(cubic, 1.0), bend(next, 0.0), 1e-50));
            }
        }
        assert!(close(bend(&cubics[0], 0.0), Ball::ZERO, 1e-50));
        assert!(close(bend(&cubics[count - 2], 1.0), Ball::ZERO, 1e-50));
    }
}

fn some_path(tree: &Tree, kind: usize, angle: f64, rng: &mut Seeded) -> Path {
    let count = rng.whole(2, 5);
    let waypoints: Vec<Vec<f64>> = (0..count)
        .map(|_| recipes::configuration(tree, angle, 0.3, rng))
        .collect();
    match kind % 3 {
        0 => Path::through(&waypoints),
        1 => Path::eased(&waypoints),
        _ => Path::natural_spline(&waypoints),
    }
}

/// Joints move no faster than is said, and poses in `f64` are as good as the walk takes them to be.
#[test]
fn speeds_bound_and_f64_follows() {
    let mut rng = Seeded::new(seed(4));
    for case in 0..cases(60) as usize {
        let joints = Joints::ALL[case % 6];
        let count = 1 + rng.below(12);
        let tree = recipes::tree(joints, count, 0.4, 0.2, &mut rng);
        let path = some_path(&tree, case / 6, 3.0, &mut rng);
        let (rough, wide) = (
            Kinematics::<f64>::new(&tree, &path),
            Kinematics::<Ball>::new(&tree, &path),
        );
        let knots = path.rounded_knots();
        let piece = rng.below(path.pieces.len());
        let (mut l, mut r) = (
            rng.real(knots[piece], knots[piece + 1]),
            rng.real(knots[piece], knots[piece + 1]),
        );
        if l > r {
            (l, r) = (r, l);
        }
        let speeds = rough.speeds(piece, l, r);
        let (s, t) = (rng.real(l, r), rng.real(l, r));
        let (before, after) = (rough.poses_in(piece, s), rough.poses_in(piece, t));
        for (joint, speed) in speeds.iter().enumerate() {
            // Relative to where the parent is.
            let parent = tree.joints[joint].parent;
            let relative = |poses: &[osculate_judge::robots::kinematics::Pose<f64>]| {
                let (p, c) = (&poses[parent], &poses[joint + 1]);
                let column = |m: &[[f64; 3]; 3], i: usize| DVec3::new(m[0][i], m[1][i], m[2][i]);
                let back =
                    |x: DVec3| DVec3::from_array([0, 1, 2].map(|i| column(&p.matrix, i).dot(x)));
                let origin = back(DVec3::from_array(c.origin) - DVec3::from_array(p.origin));
                let turn = [0, 1, 2].map(|i| back(column(&c.matrix, i)));
                (origin, turn)
            };
            let ((o0, r0), (o1, r1)) = (relative(&before), relative(&after));
            let time = (t - s).abs();
            assert!((o1 - o0).length() <= speed.sliding * time + 1e-11);
            for i in 0..3 {
                assert!((r1[i] - r0[i]).length() <= speed.turning * time + 1e-11);
            }
        }
        for (pose, exact) in after.iter().zip(wide.poses_in(piece, t)) {
            for i in 0..3 {
                let off = (exact.origin[i] - Ball::new(pose.origin[i])).magnitude();
                assert!(off < 1e-12 * (1.0 + count as f64), "{off:e}");
            }
        }
    }
}

/// The walk of two flying meshes against the judge of meshes, and of hulls by their separation.
#[test]
fn walks_agree_with_the_judge_of_meshes() {
    let mut rng = Seeded::new(seed(5));
    let (mut free, mut hit) = (0, 0);
    for _ in 0..cases(60) {
        let meshes = [(); 2].map(|()| shapes::any_mesh(&mut rng).scaled(0.4));
        let flights = [(); 2].map(|()| {
            let at = rng.direction();
            (
                at.to_array(),
                recipes::quaternion(&mut rng),
                (1.2 * rng.inside() - at).to_array(),
                rng.vector(2.0).to_array(),
            )
        });
        let mut tree = Tree::default();
        let mut carried = Vec::new();
        for (mesh, (p, q, v, w)) in meshes.iter().zip(flights) {
            let link = tree.push(JointSpec::new(
                0,
                JointKind::Flying { p, q, v, w },
                Drive::None,
            ));
            carried.push(Carried {
                link,
                solid: Arc::new(Solid::mesh(mesh.clone())),
            });
        }
        let body = |i: usize| {
            let (p, q, v, w) = flights[i];
            meshes::body(meshes[i].clone(), MotionSpec::At { p, q, v, w })
        };
        let scene = meshes::Scene {
            a: body(0),
            b: body(1),
            span: (0.0, 1.0),
            clearance: 0.0,
            tolerance: None,
        };
        let judge = meshes::Judge::new(&scene);
        let truth = judge.first_contact(1e-9, 20_000);
        let pairs = [Pair {
            a: 0,
            b: 1,
            clearance: 0.0,
        }];
        let path = Path::through(&[vec![], vec![]]);
        let walk = Walk::new(&tree, &path, &carried, &pairs, rng.chance(0.2));
        match walk.walk(0.0, 1.0, 1_000_000) {
            Found::Free => {
                free += 1;
                assert!(truth.hit.is_none());
            }
            Found::Touch { t, .. } => {
                hit += 1;
                assert!(truth.free_until.is_none_or(|until| until < t));
                let found = walk.separation(0, t);
                assert!(found.lower <= 0.0);
                // Up to what the other has proven free, this one agrees.
                if let Some(until) = truth.free_until.filter(|&until| until > 1e-6) {
                    let before = walk.walk(0.0, until - 1e-7, 1_000_000);
                    assert_eq!(before, Found::Free);
                }
            }
            Found::Doubt { until, .. } => panic!("in doubt from {until}"),
        }
        if truth.free {
            let t = rng.unit();
            let (bounds, _) = judge.separation(t);
            let (lower, upper) = (judge.length(bounds.lower), judge.length(bounds.upper));
            let found = walk.separation(0, t);
            assert!(found.lower <= upper && found.upper >= lower);
            assert!(found.upper - found.lower <= 1e-12);
        }
    }
    assert!(free > 10 && hit > 10, "{free} free, {hit} hit");
}

/// A ball on a turning arm meets a ball where circles say; a padded one earlier; a plane too.
#[test]
fn an_arm_meets_what_is_in_its_way() {
    let mut tree = Tree::default();
    let turning = JointSpec::new(0, JointKind::Turning, Drive::Own(0));
    let link = tree.push(turning);
    let ball = Body::ball(0.1).placed(DVec3::X, DQuat::IDENTITY);
    let other = Body::ball(0.1).placed(DVec3::Y, DQuat::IDENTITY);
    let wall = Solid::HalfSpace {
        normal: DVec3::NEG_Y,
        offset: -1.0 - 0.1 - 1e-3,
    };
    let on = |link: usize, solid: Solid| Carried {
        link,
        solid: Arc::new(solid),
    };
    let carried = [
        on(link, Solid::Hull(ball)),
        on(0, Solid::Hull(other)),
        on(0, wall),
    ];
    let path = Path::through(&[vec![0.0], vec![1.5]]);
    let pair = |b: usize, clearance: f64| Pair { a: 0, b, clearance };
    let walk = |pair: Pair| Walk::new(&tree, &path, &carried, &[pair], false);
    // The chord between the centres is 0.2 at an angle of 2 asin 0.1 before a right angle.
    let meets = (std::f64::consts::FRAC_PI_2 - 2.0 * libm::asin(0.1)) / 1.5;
    let plain = walk(pair(1, 0.0));
    assert_eq!(plain.walk(0.0, meets - 1e-9, 10_000), Found::Free);
    assert!(matches!(
        plain.walk(0.0, meets + 1e-9, 10_000),
        Found::Touch { .. } | Found::Doubt { .. }
    ));
    assert!(matches!(
        plain.walk(0.0, meets + 1e-3, 10_000),
        Found::Touch { .. }
    ));
    let padded = (std::f64::consts::FRAC_PI_2 - 2.0 * libm::asin(0.15)) / 1.5;
    let with = walk(pair(1, 0.1));
    assert_eq!(with.walk(0.0, padded - 1e-9, 10_000), Found::Free);
    assert!(matches!(
        with.walk(0.0, padded + 1e-3, 10_000),
        Found::Touch { .. }
    ));
    assert_eq!(walk(pair(2, 0.0)).walk(0.0, 1.0, 10_000), Found::Free);
    assert!(matches!(
        walk(pair(2, 4e-3)).walk(0.0, 1.0, 10_000),
        Found::Touch { .. }
    ));
}
