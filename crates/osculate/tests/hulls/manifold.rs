//! Manifolds, which keep the contact points of two bodies over frames.

#![allow(
    clippy::disallowed_methods,
    reason = "tests may use the platform's functions"
)]

use crate::contact_points::{ask, table, turned};
use glam::{DQuat, DVec2, DVec3};
use osculate::{
    Compound, ConstantVelocity, Feature, Hull, Limits, Motion, Moving, Placement, Shape, Span,
    Workspace, first_contact_with,
    query::hulls::{ContactPoint, Manifold, ManifoldError},
};
use osculate_judge::seeded::Seeded;

/// A box slides and rocks on a table: its points stay the same ones, and carry what was stored with them.
#[test]
fn points_are_kept_over_frames() {
    let die = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    let (top, under) = table();
    let mut workspace = Workspace::new();
    let mut manifold = Manifold::new(0.02).unwrap();
    for frame in 0..200_u32 {
        let time = f64::from(frame) / 60.0;
        let tilt = turned(DVec3::new(0.6, 0.8, 0.0), 0.004 * (9.0 * time).sin());
        let at = Placement::new(DVec3::new(0.2 * time, -0.1 * time, 0.499), tilt);
        manifold.update(&ask(&die, at, &top, under, &mut workspace), &at, &under);
        assert_eq!(manifold.points().len(), 4, "frame {frame}");
        for (number, point) in manifold.points_mut().iter_mut().enumerate() {
            let corner = at.position
                + tilt
                    * (0.5 * DVec3::new(1.0, 1.0, -1.0))
                        .copysign(tilt.inverse() * (point.contact.point_a - at.position));
            assert!(
                corner.distance(point.contact.point_a) < 1e-9,
                "frame {frame}"
            );
            assert!((point.contact.separation - corner.z).abs() < 1e-9);
            assert_eq!(point.age, frame);
            if frame == 0 {
                point.impulses = [number as f64 + 1.0, 0.0, 0.0];
            }
            assert_eq!(point.impulses[0], number as f64 + 1.0, "frame {frame}");
        }
    }
}

/// Without new points, the old ones follow the bodies until they are too far apart, or have slid too far.
#[test]
fn points_break() {
    let place = |x: f64, z: f64| Placement::at(DVec3::new(x, 0.0, z));
    let start = || {
        let mut manifold = Manifold::new(0.02).unwrap();
        for (x, y) in [(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)] {
            let point = DVec3::new(x, y, 0.0);
            let contact = ContactPoint::new(point, point, DVec3::Z);
            manifold.add(&contact, &place(0.0, 0.5), &Placement::default());
        }
        assert_eq!(manifold.points().len(), 4);
        manifold
    };
    let left = |a: Placement, b: Placement| {
        let mut manifold = start();
        manifold.refresh(&a, &b);
        manifold
            .points()
            .iter()
            .map(|p| p.contact.separation)
            .collect::<Vec<_>>()
    };
    assert_eq!(left(place(0.0, 0.515), Placement::default()).len(), 4);
    assert_eq!(left(place(0.0, 0.525), Placement::default()).len(), 0);
    // Deep points are not dropped.
    let deep = left(place(0.0, 0.3), Placement::default());
    assert!(deep.len() == 4 && deep.iter().all(|s| (s + 0.2).abs() < 1e-12));
    assert_eq!(left(place(0.015, 0.5), Placement::default()).len(), 4);
    assert_eq!(left(place(0.025, 0.5), Placement::default()).len(), 0);
    // Both together change nothing, wherever they go.
    let turn = turned(DVec3::new(0.6, 0.0, 0.8), 2.0);
    let at = DVec3::new(7.0, 8.0, 9.0);
    let moved = left(
        Placement::new(at + turn * DVec3::new(0.0, 0.0, 0.51), turn),
        Placement::new(at, turn),
    );
    assert!(moved.len() == 4 && moved.iter().all(|s| (s - 0.01).abs() < 1e-12));
    // Tilted, one edge opens.
    let turn = turned(DVec3::Y, 0.05);
    let tilted = Placement::new(turn * DVec3::new(0.0, 0.0, 0.5), turn);
    assert_eq!(left(tilted, Placement::default()).len(), 2);
    assert_eq!(
        Manifold::new(f64::NAN).map_err(|e| e.to_string()),
        Err("the breaking distance of a manifold must be between 1e-60 and 1e60, not NaN".into())
    );
    assert!(matches!(
        start().with_merging(-1.0),
        Err(ManifoldError::BadDistance {
            what: "merging",
            ..
        })
    ));
}

/// The deepest of five points stays, and the area is as large as it can be with it.
#[test]
fn five_points_become_four() {
    let mut rng = Seeded::new(94);
    for _ in 0..500 {
        let points: Vec<ContactPoint> = (0..5)
            .map(|_| {
                let at = DVec3::new(rng.real(-1.0, 1.0), rng.real(-1.0, 1.0), 0.0);
                let up = DVec3::Z * rng.real(-0.01, 0.01);
                ContactPoint::new(at + up, at, DVec3::Z)
            })
            .collect();
        let mut manifold = Manifold::new(0.02).unwrap().with_merging(1e-9).unwrap();
        let rest = Placement::default();
        for point in &points {
            manifold.add(point, &rest, &rest);
        }
        let kept: Vec<ContactPoint> = manifold.points().iter().map(|p| p.contact).collect();
        assert_eq!(kept.len(), 4);
        let least = points
            .iter()
            .map(|p| p.separation)
            .fold(f64::INFINITY, f64::min);
        assert!(kept.iter().any(|p| p.separation == least));
        let hull = |points: &[ContactPoint]| convex_area(points);
        let largest = (0..5)
            .filter(|&left_out| points[left_out].separation != least)
            .map(|left_out| {
                let mut four = points.clone();
                four.remove(left_out);
                hull(&four)
            })
            .fold(0.0, f64::max);
        // Of four points in convex position, the area; else that of two triangles of them.
        assert!(hull(&kept) > 0.6 * largest);
    }
}

/// The area of the hull of four points: the largest of its triangles, or the quadrilateral.
fn convex_area(points: &[ContactPoint]) -> f64 {
    let flat: Vec<DVec2> = points.iter().map(|p| p.point_b.truncate()).collect();
    let mut area = 0.0_f64;
    for i in 0..4 {
        for j in i + 1..4 {
            for k in j + 1..4 {
                area = area.max(0.5 * (flat[j] - flat[i]).perp_dot(flat[k] - flat[i]).abs());
            }
        }
    }
    for [i, j, k, l] in [[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2]] {
        // Diagonals i-k and j-l that cross.
        let (p, q) = (flat[k] - flat[i], flat[l] - flat[j]);
        let side = |d: DVec2, from: DVec2, x: DVec2, y: DVec2| {
            d.perp_dot(x - from) * d.perp_dot(y - from) < 0.0
        };
        if side(p, flat[i], flat[j], flat[l]) && side(q, flat[j], flat[i], flat[k]) {
            area = area.max(0.5 * p.perp_dot(q).abs());
        }
    }
    area
}

/// A point on the same features takes the place of the old one, however far it is; one close by as well.
#[test]
fn points_are_merged() {
    let rest = Placement::default();
    let at = |x: f64| ContactPoint::new(DVec3::X * x, DVec3::X * x, DVec3::Z);
    let mut manifold = Manifold::new(0.02).unwrap();
    manifold.add(&at(0.0), &rest, &rest);
    manifold.points_mut()[0].impulses = [7.0; 3];
    manifold.add(&at(0.015), &rest, &rest);
    assert_eq!(manifold.points().len(), 1);
    assert_eq!(manifold.points()[0].contact.point_a.x, 0.015);
    assert_eq!(manifold.points()[0].impulses, [7.0; 3]);
    manifold.add(&at(0.1), &rest, &rest);
    assert_eq!(manifold.points().len(), 2);
    let named = |x: f64| {
        let mut point = at(x);
        point.features = [Feature::Vertex(3), Feature::Face([0, 1, 2])];
        point
    };
    manifold.add(&named(1.0), &rest, &rest);
    manifold.add(&named(2.0), &rest, &rest);
    assert_eq!(manifold.points().len(), 3);
    assert_eq!(manifold.points()[2].contact.point_a.x, 2.0);
    manifold.clear();
    assert!(manifold.points().is_empty());
}

/// A first contact is a point too.
#[test]
fn a_first_contact_is_added() {
    let die = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    let fall =
        ConstantVelocity::new(Placement::at(2.0 * DVec3::Z), -2.0 * DVec3::Z, DVec3::ZERO).unwrap();
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let shape = Shape::Hull(die);
    let outcome = first_contact_with(
        Moving::new(&shape, &fall),
        Moving::new(&shape, &rest),
        Span::UNIT,
        &Limits::default(),
        &mut Workspace::new(),
    );
    let contact = outcome.verdict.contact().unwrap();
    let mut manifold = Manifold::new(0.02).unwrap();
    let at = Placement::at(DVec3::Z * (2.0 - 2.0 * contact.lower));
    manifold.add(&ContactPoint::from(contact), &at, &Placement::default());
    assert!(manifold.points()[0].contact.separation.abs() < 2e-6);
}

#[test]
fn ten_boxes_stay_stacked() {
    let mut world = crate::stack::World::new(10);
    for _ in 0..300 {
        for _ in 0..4 {
            world.step(1.0 / 240.0);
        }
    }
    let (mut tilt, mut drift, mut sunk, mut speed) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    for (number, body) in world.boxes().enumerate() {
        let at = body.placement.position;
        tilt = tilt.max((body.placement.rotation * DVec3::Z).distance(DVec3::Z));
        drift = drift.max((at - body.start).truncate().length());
        sunk = sunk.max((at.z - (number as f64 + 0.5)).abs());
        speed = speed.max(body.velocity.length());
    }
    println!(
        "after 5 s: tilt {tilt:.1e}, drift {drift:.1e}, height off by {sunk:.1e}, speed {speed:.1e}"
    );
    assert!(tilt < 0.01 && drift < 0.02 && sunk < 0.01 && speed < 0.05);
}

/// Two balls of one body rest on a large ball: the features are alike, the parts are not.
#[test]
fn parts_of_a_compound_keep_points_of_their_own() {
    let ball = |x: f64| {
        let ball = Hull::ball(0.25).unwrap();
        ball.placed(DVec3::new(x, 0.0, 0.0), DQuat::IDENTITY)
            .unwrap()
    };
    let pair = Shape::from(Compound::new(vec![ball(-1.0), ball(1.0)]).unwrap());
    let large = Shape::from(Hull::ball(10.0).unwrap());
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let mut manifold = Manifold::new(0.02).unwrap();
    // Tilted to one side and to the other, so that either ball touches first.
    for tilt in [-0.01, 0.01] {
        let at = Placement::new(DVec3::new(0.0, 0.0, 10.4), DQuat::from_rotation_y(tilt));
        let fall = ConstantVelocity::new(at, -DVec3::Z, DVec3::ZERO).unwrap();
        let outcome = first_contact_with(
            Moving::new(&pair, &fall),
            Moving::new(&large, &rest),
            Span::UNIT,
            &Limits::default(),
            &mut Workspace::new(),
        );
        let contact = outcome.verdict.contact().expect("it lands");
        let (a, b) = (fall.placement(contact.lower), Placement::default());
        manifold.add(&ContactPoint::from(contact), &a, &b);
    }
    let points = manifold.points();
    assert_eq!(points.len(), 2, "{points:?}");
    assert_ne!(points[0].contact.parts, points[1].contact.parts);
    // Another contact of one of them renews its point.
    let again = points[1].contact;
    manifold.add(&again, &Placement::default(), &Placement::default());
    assert_eq!(manifold.points().len(), 2);
}
