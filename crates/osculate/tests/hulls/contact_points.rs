//! Contact points of convex bodies.

#![allow(
    clippy::disallowed_methods,
    reason = "tests may use the platform's functions"
)]

use glam::{DQuat, DVec2, DVec3};
use osculate::{
    ConstantVelocity, Hull, Moving, Placement, Workspace,
    query::hulls::{ContactPoint, Contacts, Manifold, contact_points},
};
use osculate_judge::seeded::Seeded;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

pub const NEAR: f64 = 0.01;

pub fn ask(
    a: &Hull,
    at_a: Placement,
    b: &Hull,
    at_b: Placement,
    workspace: &mut Workspace,
) -> Contacts {
    let [m, n] = [at_a, at_b].map(|p| ConstantVelocity::at_rest(p).unwrap());
    contact_points(Moving::new(a, &m), Moving::new(b, &n), 0.0, NEAR, workspace)
}

/// A table whose top is at z = 0.
pub fn table() -> (Hull, Placement) {
    let hull = Hull::cuboid(DVec3::new(5.0, 5.0, 0.5)).unwrap();
    (hull, Placement::at(DVec3::new(0.0, 0.0, -0.5)))
}

pub fn turned(axis: DVec3, angle: f64) -> DQuat {
    DQuat::from_axis_angle(axis, angle)
}

/// The points of a body on the table, at the height that leaves `gap` under it.
fn on_table(hull: &Hull, rotation: DQuat, gap: f64) -> Vec<ContactPoint> {
    let (top, under) = table();
    let lowest = (rotation * hull.support(rotation.inverse() * -DVec3::Z)).z;
    let at = Placement::new(DVec3::new(0.3, -0.2, gap - lowest), rotation);
    let mut workspace = Workspace::new();
    let contacts = ask(hull, at, &top, under, &mut workspace);
    assert!(
        contacts.normal.distance(DVec3::Z) < 1e-6,
        "{:?}",
        contacts.normal
    );
    for point in contacts.points() {
        assert!(point.point_b.z.abs() < 1e-9, "on the table: {point:?}");
        assert!(
            (point.point_a.z - point.separation).abs() < 1e-9,
            "{point:?}"
        );
        assert!(point.separation < NEAR + 1e-12);
    }
    // Upside down, the table on the body.
    let other = ask(&top, under, hull, at, &mut workspace);
    assert_eq!(other.points().len(), contacts.points().len());
    assert!((contacts.points()[0].separation - gap).abs() < 1e-9);
    contacts.points().to_vec()
}

/// Twice the area of the points in the plane of the table.
fn area(points: &[ContactPoint]) -> f64 {
    let mut flat: Vec<DVec2> = points.iter().map(|p| p.point_b.truncate()).collect();
    let middle = flat.iter().sum::<DVec2>() / flat.len() as f64;
    flat.sort_by(|p, q| {
        (*p - middle)
            .to_angle()
            .total_cmp(&(*q - middle).to_angle())
    });
    let next = flat.iter().cycle().skip(1);
    flat.iter()
        .zip(next)
        .map(|(p, q)| p.perp_dot(*q))
        .sum::<f64>()
        / 2.0
}

#[test]
fn a_body_on_a_table() {
    let die = Hull::cuboid(DVec3::new(0.5, 0.4, 0.3)).unwrap();
    let still = DQuat::IDENTITY;
    for gap in [0.004, 0.0, -0.004, -0.05] {
        let face = on_table(&die, still, gap);
        assert_eq!(face.len(), 4, "a face at {gap}");
        assert!((area(&face) - 0.8).abs() < 1e-9);
        let spun = on_table(&die, turned(DVec3::Z, 0.7), gap);
        assert!(spun.len() == 4 && (area(&spun) - 0.8).abs() < 1e-9);
        assert_eq!(
            on_table(&die, turned(DVec3::X, FRAC_PI_4), gap).len(),
            2,
            "an edge at {gap}"
        );
        let corner = DQuat::from_rotation_arc(DVec3::ONE.normalize(), -DVec3::Z);
        assert_eq!(on_table(&die, corner, gap).len(), 1, "a corner at {gap}");
        let rounded = die.clone().rounded(0.1).unwrap();
        assert!((area(&on_table(&rounded, still, gap)) - 0.8).abs() < 1e-9);

        let ball = Hull::ball(0.5).unwrap();
        assert_eq!(on_table(&ball, still, gap).len(), 1, "a ball at {gap}");
        let capsule = Hull::capsule(0.5, 0.2).unwrap();
        assert_eq!(
            on_table(&capsule, still, gap).len(),
            1,
            "a capsule upright at {gap}"
        );
        let lying = on_table(&capsule, turned(DVec3::X, FRAC_PI_2), gap);
        assert_eq!(lying.len(), 2, "a capsule lying at {gap}");
        assert!((lying[0].point_a.distance(lying[1].point_a) - 1.0).abs() < 1e-9);
        let cylinder = Hull::cylinder(0.5, 0.4).unwrap();
        let standing = on_table(&cylinder, still, gap);
        assert!(
            standing.len() == 4 && area(&standing) > 0.49,
            "a cylinder at {gap}: {standing:?}"
        );
        assert_eq!(
            on_table(&cylinder, turned(DVec3::X, FRAC_PI_2), gap).len(),
            2
        );
        assert_eq!(on_table(&cylinder, turned(DVec3::X, 0.8), gap).len(), 1);
        let cone = Hull::cone(0.5, 0.5).unwrap();
        assert_eq!(on_table(&cone, still, gap).len(), 4, "a cone at {gap}");
        assert_eq!(
            on_table(&cone, turned(DVec3::X, std::f64::consts::PI), gap).len(),
            1
        );
        let side = turned(DVec3::X, FRAC_PI_2 + libm::atan(0.5));
        assert_eq!(
            on_table(&cone, side, gap).len(),
            2,
            "a cone on its side at {gap}"
        );
        let egg = Hull::ellipsoid(DVec3::new(0.5, 0.4, 0.3)).unwrap();
        assert_eq!(on_table(&egg, still, gap).len(), 1, "an ellipsoid at {gap}");

        let prism: Vec<DVec3> = (0..12)
            .map(|i| {
                let (sin, cos) = (f64::from(i % 6) * std::f64::consts::FRAC_PI_3).sin_cos();
                DVec3::new(0.5 * cos, 0.5 * sin, if i < 6 { -0.2 } else { 0.2 })
            })
            .collect();
        let prism = Hull::polytope(&prism).unwrap();
        let hexagon = on_table(&prism, still, gap);
        // Four corners of a hexagon span two thirds of it at best.
        assert!(
            hexagon.len() == 4 && area(&hexagon) > 0.43,
            "{}",
            area(&hexagon)
        );
    }
}

#[test]
fn a_tilted_box_keeps_the_corners_that_are_near() {
    let die = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    // The far edge is a unit away: 0.005 higher, and 0.05.
    let near = on_table(&die, turned(DVec3::X, 0.005), 0.0);
    assert_eq!(near.len(), 4);
    let highest = near.iter().fold(0.0_f64, |most, p| most.max(p.separation));
    assert!((highest - 0.005).abs() < 1e-6);
    assert_eq!(on_table(&die, turned(DVec3::X, 0.05), 0.0).len(), 2);
}

/// What two boxes have in common: the overlap of rectangles, whichever of them is turned.
#[test]
fn a_box_on_a_box() {
    let mut rng = Seeded::new(91);
    let mut workspace = Workspace::new();
    let die = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    for _ in 0..300 {
        let (x, y) = (rng.real(-0.9, 0.9), rng.real(-0.9, 0.9));
        let shared = rng.rotation();
        let up = shared * DVec3::Z;
        let place = |p: DVec3| Placement::new(DVec3::new(3.0, 2.0, 1.0) + shared * p, shared);
        let contacts = ask(
            &die,
            place(DVec3::new(x, y, 0.999)),
            &die,
            place(DVec3::ZERO),
            &mut workspace,
        );
        if 1.0 - x.abs() < 0.002 || 1.0 - y.abs() < 0.002 {
            continue;
        }
        assert!(contacts.normal.distance(up) < 1e-9);
        let points = contacts.points();
        assert_eq!(points.len(), 4);
        let corners: Vec<DVec3> = points
            .iter()
            .map(|p| shared.inverse() * (p.point_b - DVec3::new(3.0, 2.0, 1.0)))
            .collect();
        for corner in &corners {
            let on = |c: f64, off: f64| {
                let (low, high) = ((off - 0.5).max(-0.5), (off + 0.5).min(0.5));
                (c - low).abs() < 1e-9 || (c - high).abs() < 1e-9
            };
            assert!(on(corner.x, x) && on(corner.y, y), "{corner} for {x}, {y}");
            assert!((corner.z - 0.5).abs() < 1e-9);
        }
        let different = corners
            .iter()
            .all(|p| corners.iter().filter(|q| q.distance(*p) < 1e-6).count() == 1);
        assert!(different);
        // Turned by an eighth, it is an octagon; four of its corners span most of it.
        let eighth = Placement::new(DVec3::new(0.0, 0.0, 0.999), turned(DVec3::Z, FRAC_PI_4));
        let eight = ask(&die, eighth, &die, Placement::default(), &mut workspace);
        let octagon = 2.0 * (2.0_f64.sqrt() - 1.0);
        assert!(eight.points().len() == 4 && area(eight.points()) > 0.7 * octagon);
    }
}

/// Whatever the shapes: the deepest point is there, and the points are on the bodies.
#[test]
fn points_of_any_bodies_near_contact() {
    let mut rng = Seeded::new(92);
    let mut workspace = Workspace::new();
    let shapes = [
        Hull::ball(0.5).unwrap(),
        Hull::capsule(0.5, 0.2).unwrap(),
        Hull::cuboid(DVec3::new(0.3, 0.5, 0.4)).unwrap(),
        Hull::cuboid(DVec3::new(0.3, 0.5, 0.4))
            .unwrap()
            .rounded(0.1)
            .unwrap(),
        Hull::cylinder(0.4, 0.5).unwrap(),
        Hull::cone(0.4, 0.5).unwrap(),
        Hull::ellipsoid(DVec3::new(0.3, 0.5, 0.4)).unwrap(),
        Hull::polytope(&(0..40).map(|_| 0.6 * rng.direction()).collect::<Vec<_>>()).unwrap(),
    ];
    let directions: Vec<DVec3> = (0..60).map(|_| rng.direction()).collect();
    let mut counts = [0; 5];
    for (a, b) in shapes
        .iter()
        .flat_map(|a| shapes.iter().map(move |b| (a, b)))
    {
        for round in 0..30 {
            let rotation = |rng: &mut Seeded| match round % 3 {
                0 => DQuat::IDENTITY,
                1 => turned(DVec3::X, FRAC_PI_2 + rng.real(-0.01, 0.01)),
                _ => rng.rotation(),
            };
            let (turn_a, turn_b) = (rotation(&mut rng), rotation(&mut rng));
            let way = if round % 2 == 0 {
                rng.direction()
            } else {
                DVec3::Z
            };
            let at_b = Placement::new(DVec3::new(10.0, 20.0, 30.0), turn_b);
            let mut at_a = Placement::new(at_b.position + 3.0 * way, turn_a);
            // To where they overlap a little, or not quite.
            for _ in 0..20 {
                let depth = ask(a, at_a, b, at_b, &mut workspace).depth;
                at_a.position += way * (depth.upper + rng.real(-0.02, 0.005));
            }
            let contacts = ask(a, at_a, b, at_b, &mut workspace);
            let points = contacts.points();
            counts[points.len()] += 1;
            if contacts.depth.upper < -NEAR {
                assert!(points.is_empty());
                continue;
            }
            let depth = contacts.depth.upper;
            assert!(!points.is_empty() && points[0].separation <= -depth + 0.011 * NEAR);
            for point in points {
                assert!(
                    point.separation <= NEAR && point.separation >= -depth - 1e-5,
                    "{point:?} {depth} {a:?} {at_a:?} {b:?} {at_b:?} {points:?}"
                );
                let between = point.point_a - point.point_b;
                assert!(
                    between.distance(point.normal * point.separation) < 1e-4,
                    "{point:?}"
                );
                for &n in &directions {
                    for (hull, at, x) in [(a, at_a, point.point_a), (b, at_b, point.point_b)] {
                        let out = n.dot(x - at.position)
                            - n.dot(at.rotation * hull.support(at.rotation.inverse() * n));
                        assert!(out < 0.05 * NEAR, "{out} outside: {point:?}");
                    }
                }
            }
        }
    }
    println!("0 to 4 points: {counts:?}");
}

/// Bodies without size or thickness, in one place or not, at any scale, and distances that make no sense.
#[test]
fn odd_bodies_and_distances() {
    let mut rng = Seeded::new(96);
    let mut workspace = Workspace::new();
    for scale in [1e-50, 1e-9, 1.0, 1e9, 1e55] {
        let shapes = [
            Hull::ball(0.0).unwrap(),
            Hull::capsule(scale, 0.0).unwrap(),
            Hull::cuboid(DVec3::ZERO).unwrap(),
            Hull::cuboid(DVec3::new(scale, 0.0, 0.0)).unwrap(),
            Hull::cuboid(DVec3::new(scale, scale, 0.0)).unwrap(),
            Hull::cylinder(scale, 0.0).unwrap(),
            Hull::cylinder(0.0, scale).unwrap(),
            Hull::cone(scale, 0.0).unwrap(),
            Hull::ellipsoid(DVec3::new(0.0, scale, scale)).unwrap(),
            Hull::polytope(&[DVec3::X * scale; 5]).unwrap(),
            Hull::polytope(&[DVec3::X * scale, DVec3::ZERO, -DVec3::X * scale]).unwrap(),
            Hull::cuboid(DVec3::new(1.0, 1.0, 1e-6) * scale).unwrap(),
        ];
        for (a, b) in shapes
            .iter()
            .flat_map(|a| shapes.iter().map(move |b| (a, b)))
        {
            for near in [0.0, 1e-3 * scale, scale, f64::INFINITY, f64::NAN, -scale] {
                let rotation = if rng.chance(0.5) {
                    DQuat::IDENTITY
                } else {
                    rng.rotation()
                };
                let offset = if rng.chance(0.5) {
                    DVec3::ZERO
                } else {
                    rng.inside() * scale
                };
                let [m, n] = [Placement::new(offset, rotation), Placement::default()]
                    .map(|p| ConstantVelocity::at_rest(p).unwrap());
                let (a, b) = (Moving::new(a, &m), Moving::new(b, &n));
                let contacts = contact_points(a, b, 0.0, near, &mut workspace);
                assert!(contacts.depth.lower <= contacts.depth.upper);
                if near.is_nan() {
                    assert!(contacts.points().is_empty());
                }
                for point in contacts.points() {
                    assert!(point.point_a.is_finite() && point.point_b.is_finite());
                }
            }
        }
    }
}

#[test]
fn same_bits_twice() {
    let mut rng = Seeded::new(93);
    let (die, can) = (
        Hull::cuboid(DVec3::splat(0.5)).unwrap(),
        Hull::cylinder(0.5, 0.5).unwrap(),
    );
    let mut used = Workspace::new();
    let mut manifolds = [Manifold::new(0.02).unwrap(); 2];
    for _ in 0..200 {
        let at = Placement::new(
            DVec3::new(0.1, 0.2, 0.99) + 0.01 * rng.inside(),
            turned(rng.direction(), 0.003),
        );
        let first = ask(&die, at, &can, Placement::default(), &mut used);
        let second = ask(&die, at, &can, Placement::default(), &mut Workspace::new());
        assert_eq!(first, second);
        for (manifold, contacts) in manifolds.iter_mut().zip([first, second]) {
            manifold.update(&contacts, &at, &Placement::default());
        }
        assert_eq!(manifolds[0], manifolds[1]);
    }
    assert_eq!(manifolds[0].points().len(), 4);
}
