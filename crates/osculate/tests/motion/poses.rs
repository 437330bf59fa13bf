//! The errors that motions state, against poses of 192 bits.

#![allow(
    clippy::disallowed_methods,
    reason = "tests may use the platform's functions"
)]

use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Motion, Placement, Span,
    motion::{Ballistic, RationalScrew, Screw, check_motion},
};
use osculate_judge::meshes::fixed::Ball;
use osculate_judge::meshes::motion::{BallMotion, MotionSpec};
use osculate_judge::seeded::Seeded;

fn direction(rng: &mut Seeded) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.real(-1.0, 1.0)))
}

fn rotation(rng: &mut Seeded) -> DQuat {
    let q: [f64; 4] = std::array::from_fn(|_| rng.real(-1.0, 1.0));
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    // Not quite of unit length: a motion takes the rotation of q/|q|.
    let norm = norm * (1.0 + rng.real(-9e-7, 9e-7));
    DQuat::from_array(q.map(|x| x / norm))
}

/// The largest spectral error (as a Frobenius norm) of the pose at `t`, and that of the position.
fn errors(motion: &dyn Motion, exact: &BallMotion, t: f64) -> (f64, f64) {
    let pose = motion.pose(t);
    let path = motion.path();
    let truth = exact.pose(t);
    let off = |ball: Ball, value: f64| (ball - Ball::new(value)).magnitude();
    let mut rotation = 0.0;
    for row in 0..3 {
        for column in 0..3 {
            let error = off(truth.matrix[row][column], pose.rotation.col(column)[row]);
            rotation += error * error;
        }
    }
    // Where the pivot is: by the reference, and by the motion's own parts, added up without rounding.
    let position: f64 = (0..3)
        .map(|row| {
            let mut at = truth.origin[row];
            for column in 0..3 {
                at = at + truth.matrix[row][column] * Ball::new(path.pivot[column]);
            }
            let drift = Ball::new(path.drift[row]) + Ball::new(path.drift_low[row]);
            let parts =
                Ball::new(path.anchor[row]) + Ball::new(t) * drift + Ball::new(pose.offset[row]);
            (at - parts).magnitude().powi(2)
        })
        .sum();
    (rotation.sqrt(), position.sqrt())
}

/// Angular speeds, at most.
const SPEEDS: [f64; 11] = [0.0, 1e-17, 1e-12, 1e-3, 0.1, 0.4, 1.0, 12.0, 1e3, 1e6, 1e9];

/// How many kinds of motions there are.
const KINDS: usize = 7;

/// A motion of each of seven kinds in turn, slow and fast, as the judge and as the library have it.
fn some(case: usize, rng: &mut Seeded) -> (MotionSpec, Box<dyn Motion>) {
    let speed = SPEEDS[(case / KINDS) % SPEEDS.len()];
    let at = Placement::new(direction(rng), rotation(rng));
    let (p, q) = (at.position.to_array(), at.rotation.to_array());
    let angular = speed * direction(rng) / 1.8;
    let linear = direction(rng);
    let to = Placement::new(direction(rng), rotation(rng));
    match case % KINDS {
        0 => (
            MotionSpec::At {
                p,
                q,
                v: linear.to_array(),
                w: angular.to_array(),
            },
            Box::new(ConstantVelocity::new(at, linear, angular).unwrap()),
        ),
        1 => (
            MotionSpec::Between {
                p0: p,
                q0: q,
                p1: to.position.to_array(),
                q1: to.rotation.to_array(),
            },
            Box::new(ConstantVelocity::between(at, to).unwrap()),
        ),
        2 => {
            let (point, axis) = (direction(rng), direction(rng));
            let (turn, slide) = (angular.x, linear.x);
            (
                MotionSpec::Screw {
                    p,
                    q,
                    point: point.to_array(),
                    axis: axis.to_array(),
                    angular: turn,
                    sliding: slide,
                },
                Box::new(Screw::new(at, point, axis, turn, slide).unwrap()),
            )
        }
        3 => {
            let motion = ConstantVelocity::small_turn(DVec3::ZERO, at, linear, angular);
            (
                MotionSpec::At {
                    p,
                    q,
                    v: linear.to_array(),
                    w: angular.to_array(),
                },
                Box::new(motion.unwrap()),
            )
        }
        4 => nearby(at, to, angular, rng),
        5 => {
            let (falls, pivot) = (speed.min(10.0) * direction(rng), direction(rng));
            (
                MotionSpec::Ballistic {
                    p,
                    q,
                    v: linear.to_array(),
                    w: angular.to_array(),
                    a: falls.to_array(),
                    pivot: pivot.to_array(),
                },
                Box::new(Ballistic::about(pivot, at, linear, angular, falls).unwrap()),
            )
        }
        _ => rational_screw(at, speed, linear.x, rng),
    }
}

/// From one placement to another that is turned by `angular` from it, at most a radian.
fn nearby(
    at: Placement,
    to: Placement,
    angular: DVec3,
    rng: &mut Seeded,
) -> (MotionSpec, Box<dyn Motion>) {
    let (p, q) = (at.position.to_array(), at.rotation.to_array());
    // As far from the first rotation as the speed says; lengths differ by rounding, or by as much as is allowed.
    let small = DQuat::from_scaled_axis(angular.clamp_length_max(1.0));
    let length = if rng.chance(0.5) {
        1.0
    } else {
        1.0 + rng.real(-9e-7, 9e-7)
    };
    let q1 = (small * at.rotation).normalize() * length;
    let q1 = if rng.chance(0.5) { q1 } else { -q1 };
    let to = Placement::new(to.position, q1);
    let motion = ConstantVelocity::small_turn_between(DVec3::ZERO, at, to);
    (
        MotionSpec::Between {
            p0: p,
            q0: q,
            p1: to.position.to_array(),
            q1: q1.to_array(),
        },
        Box::new(motion.unwrap()),
    )
}

/// Turning by a tangent of that size at most.
fn rational_screw(
    at: Placement,
    speed: f64,
    slide: f64,
    rng: &mut Seeded,
) -> (MotionSpec, Box<dyn Motion>) {
    let (p, q) = (at.position.to_array(), at.rotation.to_array());
    // Through the body's origin the pivot is exact, and what the sliding loses shows.
    let point = if rng.chance(0.2) {
        at.position
    } else {
        direction(rng)
    };
    let axis = direction(rng);
    let tangent = (speed * rng.real(-1.0, 1.0)).clamp(-2000.0, 2000.0);
    (
        MotionSpec::RationalScrew {
            p,
            q,
            point: point.to_array(),
            axis: axis.to_array(),
            tangent,
            slide,
        },
        Box::new(RationalScrew::with_tangent(at, point, axis, tangent, slide).unwrap()),
    )
}

#[test]
fn stated_errors_hold() {
    let mut rng = Seeded::new(20);
    let mut largest = [0.0_f64; KINDS];
    for case in 0..2000 {
        let (spec, motion) = some(case, &mut rng);
        let exact = BallMotion::new(&spec, 1.0);
        // Small turns are summed up to a limit, and beyond in another way.
        for t in [0.0, 1.0, rng.real(0.0, 1.0), rng.real(0.0, 1.0), 2.0, -3.5] {
            let pose = motion.pose(t);
            let (rotation, position) = errors(&*motion, &exact, t);
            assert!(
                rotation <= pose.rotation_error,
                "rotation of {spec:?} at {t}: off by {rotation:e}, stated {:e}",
                pose.rotation_error
            );
            assert!(
                position <= pose.offset_error + 1e-40,
                "position of {spec:?} at {t}: off by {position:e}, stated {:e}",
                pose.offset_error
            );
            largest[case % KINDS] = largest[case % KINDS].max(rotation);
        }
        check_motion(&*motion, Span::UNIT, 2.0, 20).unwrap();
    }
    println!(
        "largest error of a rotation, a kind: {:.1?} units of 2^-53",
        largest.map(|error| error * 2f64.powi(53))
    );
}

#[test]
fn placements_are_where_points_go() {
    // A screw about a far axis: the pivot is not the body's origin.
    let start = Placement::new(DVec3::new(1.0, 2.0, 3.0), DQuat::from_rotation_x(0.4));
    let screw = Screw::new(start, DVec3::new(5.0, 0.0, 0.0), DVec3::Z, 2.0, 0.5).unwrap();
    let at = screw.placement(0.0);
    assert!((at.position - start.position).length() < 1e-14);
    assert!(at.rotation.angle_between(start.rotation) < 1e-7);
    // Half a turn about (5, 0) takes (1, 2) to (9, -2).
    let half = screw.placement(core::f64::consts::FRAC_PI_2);
    let slid = 3.0 + 0.5 * core::f64::consts::FRAC_PI_2;
    assert!((half.position - DVec3::new(9.0, -2.0, slid)).length() < 1e-13);
}

/// A body that is moved to its placement is no further from the real motion than is said, here or far from the origin.
#[test]
fn placements_are_no_further_off_than_they_say() {
    let mut rng = Seeded::new(21);
    let mut away = 0.0_f64;
    for case in 0..2000 {
        let (spec, motion) = some(case, &mut rng);
        let exact = BallMotion::new(&spec, 1.0);
        for t in [0.0, 1.0, rng.real(0.0, 1.0)] {
            let (placement, error) = (motion.placement(t), motion.placement_error(t));
            let truth = exact.pose(t);
            let off = |ball: Ball, value: f64| (ball - Ball::new(value)).magnitude();
            let rotation = glam::DMat3::from_quat(placement.rotation.normalize());
            let (mut turned, mut moved) = (0.0, 0.0);
            for row in 0..3 {
                moved += off(truth.origin[row], placement.position[row]).powi(2);
                for column in 0..3 {
                    turned += off(truth.matrix[row][column], rotation.col(column)[row]).powi(2);
                }
            }
            let (turned, moved) = (turned.sqrt(), moved.sqrt());
            let told = format!("{spec:?} at {t}: {turned:e}, {moved:e}, said {error:?}");
            assert!(
                turned <= error.rotation && moved <= error.position,
                "{told}"
            );
            away = away.max(error.within(1.0));
        }
    }
    assert!(away < 1e-13, "{away:e}");
}

/// What damping leaves of a velocity is no mistake.
#[test]
fn velocities_may_be_as_small_as_they_like() {
    for size in [1e-59, 1e-61, 1e-200, f64::from_bits(1), 0.0] {
        let flight =
            ConstantVelocity::new(Placement::default(), size * DVec3::X, size * DVec3::Y).unwrap();
        assert!(flight.linear().x == size || (size < 1e-60 && flight.linear() == DVec3::ZERO));
    }
    for size in [1e61, f64::INFINITY, f64::NAN] {
        for velocity in [size * DVec3::X, DVec3::new(0.0, 1.0, size)] {
            let error = ConstantVelocity::new(Placement::default(), velocity, DVec3::ZERO);
            let sentence = error.unwrap_err().to_string();
            assert!(sentence.starts_with("the linear velocity ["), "{sentence}");
        }
    }
}
