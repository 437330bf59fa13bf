//! The judge of meshes against cases with a known answer.

use glam::{DQuat, DVec3};
use osculate_judge::meshes::fixed::{Ball, Fixed};
use osculate_judge::meshes::judge::{Gap, Judge, Scene};
use osculate_judge::meshes::motion::{BallMotion, MotionSpec};
use osculate_judge::meshes::shapes::*;
use osculate_judge::meshes::{at, body};
use osculate_judge::seeded::Seeded;

fn still(p: DVec3) -> MotionSpec {
    at(p, DQuat::IDENTITY, DVec3::ZERO, DVec3::ZERO)
}

fn query(a: osculate_judge::meshes::judge::Body, b: osculate_judge::meshes::judge::Body) -> Scene {
    Scene {
        a,
        b,
        span: (0.0, 1.0),
        clearance: 0.0,
        tolerance: None,
    }
}

#[test]
fn fixed_point_arithmetic() {
    let mut rng = Seeded::new(1);
    for _ in 0..20_000 {
        let mut any = || {
            let value: f64 = rng.real(-1.0, 1.0) * rng.magnitude(-30.0, 6.0);
            let low = rng.real(-1.0, 1.0) * 1e-25;
            (Fixed::floor(value).0 + Fixed::floor(low).0, value)
        };
        let ((x, xf), (y, yf)) = (any(), any());
        assert!(((x + y).to_f64() - (xf + yf)).abs() <= 1e-15 * (xf.abs() + yf.abs()) + 1e-24);
        assert!(
            (x.times(y).0.to_f64() - x.to_f64() * y.to_f64()).abs()
                <= 1e-15 * (x.to_f64() * y.to_f64()).abs() + 1e-57
        );
        assert_eq!(x.cmp(&y), (x - y).cmp(&Fixed::ZERO));
        // Dividing and multiplying back: q·y ≤ x < (q + ulp)·y, up to y's sign.
        if (x.to_f64() / y.to_f64()).abs() < 1e18 {
            let (q, exact) = x.over(y);
            let rest = (Ball::exact(x) - Ball::exact(q) * Ball::exact(y)).magnitude();
            assert!(
                rest <= 1.1 * osculate_judge::meshes::fixed::ULP * (y.to_f64().abs() + 2.0),
                "{x:?} / {y:?} leaves {rest:e}"
            );
            if exact {
                assert!(q.times(y).0 == x || !q.times(y).1);
            }
        }
        let divisor = rng.whole(1, 1000) as u32;
        let whole = Fixed::floor(f64::from(divisor)).0;
        assert_eq!(x.by(divisor), x.over(whole), "{x:?} / {divisor}");
        let (low, high) = x.abs().roots();
        assert!(low.times(low).0 <= x.abs() && high.times(high).0 >= x.abs());
        assert!(
            (high - low).to_f64()
                <= 8.0 * osculate_judge::meshes::fixed::ULP.max(1e-50 * high.to_f64()),
            "{low:?} {high:?}"
        );
        let count = rng.whole(0, 40) as u32;
        assert_eq!(x.doubled(count).halved(count), x);
    }
    assert_eq!(Fixed::floor(-0.75).0 + Fixed::floor(0.75).0, Fixed::ZERO);
    assert_eq!(
        Fixed::ONE.over(Fixed::floor(4.0).0),
        (Fixed::floor(0.25).0, true)
    );
    assert!(!Fixed::ONE.over(Fixed::floor(3.0).0).1);
}

/// sin 1 and cos 1 to 50 digits, from tables.
#[test]
fn a_turn_by_one_radian() {
    let motion = BallMotion::new(
        &at(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, DVec3::Z),
        1.0,
    );
    let pose = motion.pose(1.0);
    let digits = |text: &str| {
        let ten = Ball::new(10.0);
        text.bytes().rev().fold(Ball::ZERO, |sum, digit| {
            (sum + Ball::new(f64::from(digit - b'0'))) / ten
        })
    };
    let cos = digits("54030230586813971740093660744297660373231042061792");
    let sin = digits("84147098480789650665250232163029899962256306079837");
    assert!((pose.matrix[0][0] - cos).magnitude() < 2e-50);
    assert!((pose.matrix[1][0] - sin).magnitude() < 2e-50);
    assert!((pose.matrix[0][1] + sin).magnitude() < 2e-50);
    assert!(
        pose.matrix[2][2].magnitude() < 1.0 + 1e-11
            && (pose.matrix[2][2] - Ball::ONE).magnitude() < 1e-50
    );
}

/// Half way there and back again; a `to` is met; two ways to say one motion agree.
#[test]
fn motions_meet_their_ends() {
    let mut rng = Seeded::new(2);
    for case in 0..200 {
        let (q0, mut q1) = (rng.rotation(), rng.rotation());
        if case % 4 == 0 {
            let lean = rng.inside() * rng.magnitude(-12.0, -1.0);
            q1 = (DQuat::from_xyzw(lean.x, lean.y, lean.z, 1.0) * q0).normalize();
        }
        let (p0, p1) = (rng.inside(), rng.inside());
        let spec = MotionSpec::Between {
            p0: p0.into(),
            q0: q0.into(),
            p1: p1.into(),
            q1: q1.into(),
        };
        let motion = BallMotion::new(&spec, 0.25);
        let end = BallMotion::new(&at(p1, q1, DVec3::ZERO, DVec3::ZERO), 0.25).pose(0.0);
        // Next to t = 1 the formula is used, at t = 1 the end pose: no jump.
        let t = 1.0_f64.next_down();
        let near = motion.pose(t);
        for row in 0..3 {
            for column in 0..3 {
                let jump = (near.matrix[row][column] - end.matrix[row][column]).magnitude();
                assert!(jump < 1e-15, "case {case}: {jump:e}");
            }
        }
        // exp(2Ω t) is exp(Ω t)²: the pose at t = 2 from those at 0 and 1, R₂ = R₁R₀ᵀR₁.
        let (zero, one, two) = (motion.pose(0.0), motion.pose(1.0), motion.pose(2.0));
        for row in 0..3 {
            for column in 0..3 {
                let mut sum = Ball::ZERO;
                for i in 0..3 {
                    for j in 0..3 {
                        sum = sum + one.matrix[row][i] * zero.matrix[j][i] * one.matrix[j][column];
                    }
                }
                let miss = (sum - two.matrix[row][column]).magnitude();
                assert!(miss < 1e-45, "case {case}: {miss:e}");
            }
        }
        // The same turn as a screw about the body's own origin.
        let w = rng.inside() * 3.0;
        let spin = BallMotion::new(&at(p0, q0, DVec3::ZERO, w), 0.25).pose(0.7);
        let screw = MotionSpec::Screw {
            p: p0.into(),
            q: q0.into(),
            point: p0.into(),
            axis: w.into(),
            angular: w.length(),
            sliding: 0.0,
        };
        let screw = BallMotion::new(&screw, 0.25).pose(0.7);
        assert!((spin.matrix[0][1] - screw.matrix[0][1]).magnitude() < 1e-15);
        assert!((spin.origin[0] - screw.origin[0]).magnitude() < 1e-50);
    }
}

/// A rational screw has turned by 2·atan(k·t), and so has a screw of that speed after a unit of time.
#[test]
fn rational_screws_are_screws() {
    let mut rng = Seeded::new(2);
    for case in 0..200 {
        let (p0, q0) = (rng.inside(), rng.rotation());
        let (t, tangent) = (rng.real(-1.0, 1.0), rng.real(-5.0, 5.0));
        let (point, axis) = (rng.inside().to_array(), rng.inside().to_array());
        let (p, q) = (p0.to_array(), q0.to_array());
        let rational = MotionSpec::RationalScrew {
            p,
            q,
            point,
            axis,
            tangent,
            slide: 1.5,
        };
        let turned = MotionSpec::Screw {
            p,
            q,
            point,
            axis,
            angular: 2.0 * libm::atan(tangent * t),
            sliding: 1.5 * t,
        };
        let rational = BallMotion::new(&rational, 0.25).pose(t);
        let turned = BallMotion::new(&turned, 0.25).pose(1.0);
        for row in 0..3 {
            let off = (rational.origin[row] - turned.origin[row]).magnitude();
            assert!(off < 1e-15, "case {case}: {off:e}");
            for column in 0..3 {
                let (one, other) = (rational.matrix[row][column], turned.matrix[row][column]);
                let off = (one - other).magnitude();
                assert!(off < 2e-15, "case {case}: {off:e}");
            }
        }
    }
}

#[test]
fn boxes_that_fly_into_each_other() {
    let half = DVec3::splat(0.5);
    let (a, b) = (cuboid(DVec3::ZERO, half), cuboid(DVec3::ZERO, half));
    let fly = at(
        DVec3::new(-3.0, 0.25, 0.125),
        DQuat::IDENTITY,
        DVec3::X * 4.0,
        DVec3::ZERO,
    );
    let scene = query(body(a, fly), body(b, still(DVec3::ZERO)));
    let judge = Judge::new(&scene);
    let found = judge.first_contact(1e-12, 10_000);
    let (free, hit) = (found.free_until.unwrap(), found.hit.unwrap());
    assert!(
        free < 0.5 && free > 0.5 - 1e-9 && (0.5..0.5 + 1e-9).contains(&hit),
        "{found:?}"
    );
    assert_eq!(judge.gap(0.5), Gap::Closed { stable: false });
    assert_eq!(judge.gap(0.5_f64.next_down()), Gap::Positive);
    assert_eq!(judge.gap(0.5_f64.next_up()), Gap::Closed { stable: true });
    let (separation, _) = judge.separation(0.25);
    assert!(
        judge.length(separation.lower) == 1.0
            || (judge.length(separation.lower) - 1.0).abs() < 1e-15
    );
    // Passing at a distance.
    let miss = at(
        DVec3::new(-3.0, 1.0 + 1e-9, 0.0),
        DQuat::IDENTITY,
        DVec3::X * 6.0,
        DVec3::ZERO,
    );
    let scene = Scene {
        a: body(scene.a.mesh.clone(), miss),
        ..scene
    };
    assert!(Judge::new(&scene).first_contact(1e-12, 10_000).free);
    // Touching on the way by: no gap at an instant that nothing can pin down.
    let touch = at(
        DVec3::new(-3.0, 1.0, 0.0),
        DQuat::IDENTITY,
        DVec3::X * 6.0,
        DVec3::ZERO,
    );
    let scene = Scene {
        a: body(scene.a.mesh.clone(), touch),
        ..scene
    };
    let found = Judge::new(&scene).first_contact(1e-12, 10_000);
    assert!(!found.free && found.hit.is_some(), "{found:?}");
    // Nested: surfaces that do not meet.
    let scene = query(
        body(cuboid(DVec3::ZERO, half * 3.0), still(DVec3::ZERO)),
        body(scene.b.mesh, still(DVec3::X)),
    );
    let (separation, _) = Judge::new(&scene).separation(0.0);
    assert!(
        (Judge::new(&scene).length(separation.upper)).abs() < 1e-15,
        "{separation:?}"
    );
}

/// A rod from the origin along x that turns about z at 2 rad a unit of time meets the point (0, 0.5, 0), at a quarter
/// turn: t = π/4. With a clearance c it does when sin(π/2 − 2t)·0.5 = c.
#[test]
fn a_rod_that_turns_onto_a_point() {
    let rod = unshared(vec![DVec3::ZERO, DVec3::X, DVec3::X * 0.25]);
    let point = unshared(vec![DVec3::Y * 0.5; 3]);
    let turn = at(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, DVec3::Z * 2.0);
    let mut scene = query(body(rod, turn), body(point, still(DVec3::ZERO)));
    let found = Judge::new(&scene).first_contact(1e-13, 10_000);
    let free = found.free_until.unwrap();
    assert!(
        free < std::f64::consts::FRAC_PI_4 && free > std::f64::consts::FRAC_PI_4 - 1e-10,
        "{found:?}"
    );
    scene.clearance = 0.25;
    let found = Judge::new(&scene).first_contact(1e-13, 10_000);
    let expected = (std::f64::consts::FRAC_PI_2 - std::f64::consts::FRAC_PI_6) / 2.0;
    let (free, hit) = (found.free_until.unwrap(), found.hit.unwrap());
    assert!(
        free <= expected && free > expected - 1e-10 && hit >= expected && hit < expected + 1e-10,
        "{found:?}"
    );
    let (separation, _) = Judge::new(&scene).separation(0.25);
    let width = (separation.upper - separation.lower).to_f64();
    assert!(width < 1e-40, "{width:e}");
    assert!((Judge::new(&scene).length(separation.lower) - 0.5 * libm::cos(0.5)).abs() < 1e-15);
}

/// Distances of random triangles against dense sampling, and against the same triangles turned and moved.
#[test]
fn distances_of_triangles() {
    let mut rng = Seeded::new(3);
    for case in 0..300 {
        let a = match case % 4 {
            0 => soup(&mut rng, 1, 1.0),
            1 => degenerate(&mut rng),
            2 => needles(&mut rng),
            _ => unshared(vec![DVec3::ZERO, DVec3::X, DVec3::Y]),
        };
        let a = unshared(a.triangle(0).to_vec());
        let b = soup(&mut rng, 1, 1.0);
        let scene = query(
            body(a.clone(), still(rng.inside())),
            body(b.clone(), still(DVec3::ZERO)),
        );
        let judge = Judge::new(&scene);
        let (bounds, met) = judge.separation(0.0);
        let (low, high) = (judge.length(bounds.lower), judge.length(bounds.upper));
        assert!(
            high - low <= 1e-25,
            "case {case}: [{low:e}, {high:e}] {met:?}"
        );
        let MotionSpec::At { p, .. } = scene.a.motion else {
            unreachable!()
        };
        let mut least = f64::INFINITY;
        let steps = 24;
        let points = |t: [DVec3; 3], by: DVec3| {
            let mut all = Vec::new();
            for i in 0..=steps {
                for j in 0..=steps - i {
                    let (u, v) = (
                        f64::from(i) / f64::from(steps),
                        f64::from(j) / f64::from(steps),
                    );
                    all.push(by + t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]));
                }
            }
            all
        };
        let (one, two) = (
            points(a.triangle(0), DVec3::from_array(p)),
            points(b.triangle(0), DVec3::ZERO),
        );
        for &x in &one {
            for &y in &two {
                least = least.min(x.distance(y));
            }
        }
        let mesh_width = 3.0 / f64::from(steps);
        assert!(
            low <= least + 1e-12 && least <= high + 2.0 * mesh_width,
            "case {case}: {low} {least} {high}"
        );
        // Turned as one.
        let (q, by) = (rng.rotation(), rng.inside());
        let moved = query(
            body(
                a,
                at(q * DVec3::from_array(p) + by, q, DVec3::ZERO, DVec3::ZERO),
            ),
            body(b, at(by, q, DVec3::ZERO, DVec3::ZERO)),
        );
        let again = Judge::new(&moved);
        let (turned, _) = again.separation(0.0);
        assert!(
            (again.length(turned.lower) - low).abs() < 1e-15,
            "case {case}"
        );
    }
}
