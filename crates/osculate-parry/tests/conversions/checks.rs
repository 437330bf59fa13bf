//! The same checks for one precision of parry, which the module around this one names.

#![allow(
    clippy::unnecessary_cast,
    clippy::useless_conversion,
    reason = "in one of the two precisions they are"
)]

use super::parry::math::{Pose, Real, Rotation, Vector};
use super::parry::query::{NonlinearRigidMotion, distance};
use super::parry::shape::{Compound, Polyline, Shape as _, SharedShape};
use super::{CLOSE, TOO_LARGE, ours};
use osculate::glam::{DQuat, DVec3};
use osculate::{
    HalfSpace, Limits, Motion, Moving, Placement, Shape, Span, Verdict, Workspace,
    first_contact_with, mesh::icosphere,
};
use osculate_events::generate::Random;
use osculate_parry::ConversionError;

fn vector(random: &mut Random, size: f64) -> Vector {
    let [x, y, z] = [0; 3].map(|_| random.between(-size, size) as Real);
    Vector::new(x, y, z)
}

fn pose(random: &mut Random, size: f64) -> Pose {
    let [x, y, z, w] = [0; 4].map(|_| random.normal() as Real);
    let rotation = Rotation::from_xyzw(x, y, z, w).normalize();
    Pose::from_parts(vector(random, size), rotation)
}

/// A convex shape of every kind.
fn convex(random: &mut Random) -> Vec<(&'static str, SharedShape)> {
    let corners: Vec<Vector> = (0..12).map(|_| vector(random, 0.8)).collect();
    let [a, b, c] = [corners[0], corners[1], corners[2]];
    vec![
        ("ball", SharedShape::ball(0.7)),
        ("cuboid", SharedShape::cuboid(0.5, 0.3, 0.8)),
        (
            "round cuboid",
            SharedShape::round_cuboid(0.5, 0.3, 0.8, 0.1),
        ),
        ("capsule along x", SharedShape::capsule_x(0.7, 0.2)),
        ("capsule along y", SharedShape::capsule_y(0.7, 0.2)),
        ("capsule along z", SharedShape::capsule_z(0.7, 0.2)),
        ("capsule", SharedShape::capsule(a, b, 0.15)),
        ("cylinder", SharedShape::cylinder(0.6, 0.4)),
        ("round cylinder", SharedShape::round_cylinder(0.6, 0.4, 0.1)),
        ("cone", SharedShape::cone(0.6, 0.4)),
        ("round cone", SharedShape::round_cone(0.6, 0.4, 0.1)),
        ("segment", SharedShape::segment(a, b)),
        ("triangle", SharedShape::triangle(a, b, c)),
        ("round triangle", SharedShape::round_triangle(a, b, c, 0.1)),
        ("polyhedron", SharedShape::convex_hull(&corners).unwrap()),
        (
            "round polyhedron",
            SharedShape::round_convex_hull(&corners, 0.1).unwrap(),
        ),
    ]
}

/// A shape of every kind.
fn shapes(random: &mut Random) -> Vec<(&'static str, SharedShape)> {
    let mut shapes = convex(random);
    let parts = [1, 7, 9, 13].map(|part| (pose(random, 0.5), shapes[part].1.clone()));
    let mesh = ours::to_trimesh(&icosphere(0.8, 100).unwrap()).unwrap();
    shapes.push(("compound", SharedShape::compound(parts.into())));
    shapes.push(("mesh", SharedShape::new(mesh)));
    shapes.push((
        "half-space",
        SharedShape::halfspace(Vector::new(0.0, 0.6, 0.8)),
    ));
    shapes
}

/// Whether two bodies are further apart than `clearance` for all of a span.
fn are_apart<M: Motion>(bodies: [&Shape; 2], motions: [&M; 2], span: Span, clearance: f64) -> bool {
    let limits = Limits::default().with_clearance(clearance).unwrap();
    let limits = limits.with_tolerance(CLOSE / 4.0).unwrap();
    let a = Moving::new(bodies[0], motions[0]);
    let b = Moving::new(bodies[1], motions[1]);
    let outcome = first_contact_with(a, b, span, &limits, &mut Workspace::new());
    match outcome.verdict {
        Verdict::Free => true,
        Verdict::Overlapping { .. } | Verdict::Contact(_) => false,
        other => panic!("{other}"),
    }
}

/// Holds a distance of parry against the bodies at the beginning of a span.
fn assert_distance<M: Motion>(
    name: &str,
    bodies: [&Shape; 2],
    motions: [&M; 2],
    span: Span,
    distance: f64,
) {
    let apart = |clearance| are_apart(bodies, motions, span, clearance);
    assert!(!apart(distance + CLOSE), "{name}: further than {distance}");
    if distance > 2.0 * TOO_LARGE {
        let nearer = !apart(distance - TOO_LARGE);
        assert!(!nearer, "{name}: nearer than {distance}");
    }
}

#[test]
fn distances_are_those_of_parry() {
    let mut random = Random::new(1);
    let shapes = shapes(&mut random);
    let mut compared = 0;
    for (index, (name, first)) in shapes.iter().enumerate() {
        for (other, second) in &shapes[..=index] {
            let at = [pose(&mut random, 0.5), pose(&mut random, 2.5)];
            // Of two half-spaces, for one, parry knows nothing.
            let Ok(found) = distance(&at[0], &*first.0, &at[1], &*second.0) else {
                continue;
            };
            let bodies = [first, second].map(|shape| ours::shape(&*shape.0).unwrap());
            let rest = at.map(|at| {
                let rest = NonlinearRigidMotion::constant_position(at);
                ours::motion(&rest).unwrap()
            });
            let name = format!("{name} and {other}");
            let [a, b] = &bodies;
            let found = f64::from(found.distance);
            assert_distance(&name, [a, b], [&rest[0], &rest[1]], Span::UNIT, found);
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn motions_about_any_point_are_those_of_parry() {
    let mut random = Random::new(2);
    let shapes = shapes(&mut random);
    for (name, shape) in &shapes {
        let centre = vector(&mut random, 1.0);
        let theirs = NonlinearRigidMotion::new(
            pose(&mut random, 3.0),
            centre,
            vector(&mut random, 2.0),
            vector(&mut random, 3.0),
        );
        let ball = SharedShape::ball(0.1);
        let rest = NonlinearRigidMotion::constant_position(pose(&mut random, 3.0));
        let body = ours::shape(&*shape.0).unwrap();
        let other = ours::shape(&*ball.0).unwrap();
        let motions = [&theirs, &rest].map(|motion| ours::motion(motion).unwrap());
        for step in 0..4 {
            let time = 0.5 * f64::from(step);
            let at = theirs.position_at_time(time as Real);
            let found = distance(&at, &*shape.0, &rest.start, &*ball.0).unwrap();
            let found = f64::from(found.distance);
            let span = Span::new(time, time + 1e-9).unwrap();
            let motions = [&motions[0], &motions[1]];
            assert_distance(name, [&body, &other], motions, span, found);
        }
    }
}

#[test]
fn what_goes_back_is_the_same() {
    let mut random = Random::new(3);
    let pose = pose(&mut random, 5.0);
    let back = ours::to_pose(&ours::placement(&pose));
    assert!((back.translation - pose.translation).length() == 0.0);
    assert!((back.rotation - pose.rotation).length() < 1e-6);

    let mesh = icosphere(2.0, 80).unwrap();
    let there = ours::to_trimesh(&mesh).unwrap();
    let back = ours::tri_mesh(&there).unwrap();
    assert_eq!(back.triangles(), mesh.triangles());
    for (here, there) in back.vertices().iter().zip(mesh.vertices()) {
        assert!((*here - *there).length() < 1e-6);
    }

    let floor = HalfSpace::new(DVec3::new(1.0, 2.0, 2.0), 6.0).unwrap();
    let (at, there) = ours::to_half_space(&floor);
    let back = ours::half_space(&there).unwrap();
    assert!((back.normal() - floor.normal()).length() < 1e-6);
    let place = ours::placement(&at).position;
    assert!((place.dot(floor.normal()) - 2.0).abs() < 1e-6);
}

#[test]
fn rotations_that_have_drifted_are_units_again() {
    let drifted = Rotation::from_xyzw(0.0, 0.6005, 0.0, 0.8005);
    let pose = Pose::from_parts(Vector::ZERO, drifted);
    let Placement { rotation, .. } = ours::placement(&pose);
    assert!((rotation.length() - 1.0).abs() < 1e-12);
    let unit = DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8);
    assert!(rotation.angle_between(unit) < 1e-3);
}

#[test]
fn what_has_no_counterpart_is_named() {
    let refused = |shape: &SharedShape| match ours::shape(&*shape.0) {
        Err(ConversionError::Unsupported(name)) => name,
        other => panic!("{other:?}"),
    };
    let corners = vec![Vector::ZERO, Vector::X, Vector::Y];
    let polyline = SharedShape::new(Polyline::new(corners.clone(), None));
    assert_eq!(refused(&polyline), "a polyline");
    let voxels = SharedShape::voxels_from_points(Vector::ONE, &corners);
    assert_eq!(refused(&voxels), "a grid of voxels");

    let part = |shape: SharedShape| (Pose::identity(), shape);
    let ball = part(SharedShape::ball(1.0));
    let compound = Compound::new(vec![ball, part(SharedShape::halfspace(Vector::Y))]);
    let error = ours::compound(&compound).unwrap_err();
    assert_eq!(
        error.to_string(),
        "part 1 of the compound: a half-space as a convex body has no counterpart in Osculate"
    );
    let mesh = ours::to_trimesh(&icosphere(1.0, 80).unwrap()).unwrap();
    assert!(ours::hull(&mesh).is_err());
    assert!(ours::hull(mesh.clone_dyn().as_ref()).is_err());
    assert!(ours::shape(&mesh).is_ok());
}

#[test]
fn what_is_no_number_is_refused() {
    let ball = SharedShape::ball(Real::NAN);
    assert!(matches!(
        ours::shape(&*ball.0),
        Err(ConversionError::Hull(_))
    ));
    let mut motion = NonlinearRigidMotion::constant_position(Pose::identity());
    motion.linvel.x = Real::INFINITY;
    assert!(matches!(
        ours::motion(&motion),
        Err(ConversionError::Motion(_))
    ));
}
