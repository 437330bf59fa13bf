//! Rays against formulas.

use crate::cast_formulas::Known::{self, *};
use crate::cast_formulas::triangles_of;
use glam::{DQuat, DVec3};
use osculate::{
    Evidence, Feature, HalfSpace, Limits, Outcome, Placement, Resting, Shape, Verdict, Workspace,
    mesh::{cuboid, icosphere, torus_knot},
    motion::MotionError,
    query::Then,
    query::casts::{Ray, RayError, ray_cast},
};
use osculate_judge::seeded::{self, Seeded};

pub fn cast(ray: &Ray, shape: &Shape, at: Placement) -> Outcome {
    let rest = Resting::at(at).unwrap();
    let body = (shape, &rest);
    ray_cast(ray, body, &Limits::default(), &mut Workspace::new())
}

/// What became of rays.
#[derive(Debug, Default)]
struct Tally {
    crossing: u64,
    near: u64,
    free: u64,
    overlapping: u64,
}

/// Holds an answer against the formulas. `slack` is what those may be off by.
fn judge(
    known: &Known,
    ray: &Ray,
    at: Placement,
    outcome: &Outcome,
    slack: f64,
    tally: &mut Tally,
) {
    let back = at.rotation.inverse();
    let (o, d) = (back * (ray.origin() - at.position), back * ray.direction());
    let truth = known.truth(o, d);
    let distance = |s: f64| known.distance(o + s * d);
    let about = || format!("{ray:?} at {at:?}: {outcome:?}");
    match outcome.verdict {
        Verdict::Free => {
            tally.free += 1;
            assert!(
                !(truth.certain < ray.length() - slack),
                "missed: {}",
                about()
            );
        }
        Verdict::Contact(hit) => {
            assert!(hit.lower <= truth.certain + slack, "late: {}", about());
            let apart = distance(hit.lower);
            assert!(
                apart <= outcome.tolerance + slack,
                "{apart} loose: {}",
                about()
            );
            assert!(
                hit.separation.lower - slack <= apart && apart <= hit.separation.upper + slack,
                "{apart} misstated: {}",
                about()
            );
            let (normal, point) = (back * hit.normal, back * (hit.point_b - at.position));
            assert!((normal.length() - 1.0).abs() < 1e-12, "{}", about());
            assert!(known.distance(point) <= slack, "not there: {}", about());
            assert!(
                hit.point_a.distance(ray.at(hit.lower)) <= slack,
                "{}",
                about()
            );
            if hit.evidence == Evidence::Crossing {
                tally.crossing += 1;
                assert!(
                    known.is_solid() && distance(hit.upper) <= slack,
                    "{}",
                    about()
                );
                assert!(
                    hit.upper <= ray.length() && hit.lower < hit.upper,
                    "{}",
                    about()
                );
                assert!(truth.possible <= hit.upper + slack, "{}", about());
            } else {
                tally.near += 1;
                let clear = truth.through > 1e-3 && truth.certain + 1e-3 < ray.length();
                assert!(!clear, "not proven: {}", about());
            }
        }
        Verdict::Overlapping { proven, .. } => {
            tally.overlapping += 1;
            assert!(
                distance(0.0) <= slack && (known.is_solid() || !proven),
                "{}",
                about()
            );
        }
        Verdict::Undecided { .. } => panic!("{}", about()),
    }
}

fn bodies() -> Vec<Known> {
    let knot = torus_knot(2, 3, 600).unwrap();
    let rng = &mut Seeded::new(77);
    let mut soup = Vec::new();
    for _ in 0..150 {
        let corner = 1.5 * rng.vector(1.0);
        soup.push([
            corner,
            corner + 0.5 * rng.vector(1.0),
            corner + 0.5 * rng.vector(1.0),
        ]);
    }
    vec![
        Ball(0.8),
        Cuboid(DVec3::new(1.0, 0.5, 0.7)),
        Cuboid(DVec3::new(1.0, 1e-4, 1.0)),
        Capsule {
            half: 0.8,
            radius: 0.3,
        },
        Cylinder {
            half: 0.6,
            radius: 0.7,
        },
        Behind {
            normal: DVec3::new(2.0, -1.0, 0.5).normalize(),
            offset: 0.3,
        },
        triangles_of(&icosphere(1.0, 320).unwrap()),
        triangles_of(&knot),
        Triangles(soup),
        All(vec![
            (DVec3::X, Ball(0.5)),
            (DVec3::ZERO, Cuboid(DVec3::new(0.3, 0.9, 0.2))),
            (
                -DVec3::X,
                Capsule {
                    half: 0.5,
                    radius: 0.2,
                },
            ),
        ]),
    ]
}

#[test]
fn rays_agree_with_formulas() {
    let rng = &mut Seeded::new(seeded::seed(11));
    let cases = seeded::cases(1000);
    let mut workspace = Workspace::new();
    for (index, known) in bodies().iter().enumerate() {
        let shape = known.shape();
        let mut tally = Tally::default();
        for _ in 0..cases {
            let at = Placement::new(
                3.0 * rng.vector(1.0),
                DQuat::from_scaled_axis(3.0 * rng.vector(1.0)).normalize(),
            );
            let origin = at.position + 4.0 * rng.vector(1.0);
            let aim = at.position + 1.2 * rng.vector(1.0);
            let reach = [2.0, 10.0, 1e60][(rng.real(-1.0, 1.0).abs() * 3.0) as usize % 3];
            let ray = Ray::new(origin, aim - origin, reach).unwrap();
            let rest = Resting::at(at).unwrap();
            let body = (&shape, &rest);
            let outcome = ray_cast(&ray, body, &Limits::default(), &mut workspace);
            judge(known, &ray, at, &outcome, 1e-9, &mut tally);
        }
        // Every kind of answer comes up.
        let hits = if known.is_solid() {
            tally.crossing
        } else {
            tally.near
        };
        assert!(
            10 * hits > cases && 10 * tally.free > cases,
            "{index}: {tally:?}"
        );
    }
}

/// What `ray_cast` must say: a distance, and the outward normal there.
fn hits(known: &Known, origin: DVec3, way: DVec3, expected: f64, normal: DVec3) {
    let shape = known.shape();
    let ray = Ray::new(origin, way, 1e3).unwrap();
    let outcome = cast(&ray, &shape, Placement::default());
    let Verdict::Contact(hit) = outcome.verdict else {
        panic!("{ray:?}: {outcome:?}")
    };
    let scale = origin.length();
    assert!(
        hit.lower <= expected && expected - hit.lower < 1e-11 * scale,
        "{hit:?}, not {expected}"
    );
    assert!(hit.normal.dot(normal) > 1.0 - 1e-6, "{hit:?}, not {normal}");
    assert!(
        hit.point_b.distance(ray.at(expected)) < 1e-11 * scale,
        "{hit:?}"
    );
    if known.is_solid() {
        assert_eq!(hit.evidence, Evidence::Crossing, "{hit:?}");
        assert!(
            expected <= hit.upper && hit.upper - expected < 1e-7 * scale,
            "{hit:?}"
        );
    } else {
        assert_eq!(hit.evidence, Evidence::Near, "{hit:?}");
    }
}

#[test]
fn closed_forms() {
    let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z];
    hits(&Ball(1.0), -4.0 * x, x, 3.0, -x);
    let off = DVec3::new(0.6, -4.0, 0.0);
    hits(&Ball(1.0), off, y, 3.2, DVec3::new(0.6, -0.8, 0.0));
    let brick = Cuboid(DVec3::new(1.0, 2.0, 3.0));
    hits(&brick, DVec3::new(-5.0, 0.3, 0.4), 7.0 * x, 4.0, -x);
    hits(
        &brick,
        DVec3::new(5.0, 4.0, 0.5),
        -x - y,
        4.0 * 2.0_f64.sqrt(),
        x,
    );
    // Through the middle, where everything is symmetrical.
    hits(&brick, -5.0 * x, x, 4.0, -x);
    hits(&brick, 5.0 * z, -z, 2.0, z);
    let rod = Capsule {
        half: 1.0,
        radius: 0.5,
    };
    hits(&rod, DVec3::new(3.0, 0.0, 0.25), -x, 2.5, x);
    hits(
        &rod,
        DVec3::new(0.3, 0.0, 6.0),
        -z,
        4.6,
        DVec3::new(0.6, 0.0, 0.8),
    );
    let can = Cylinder {
        half: 1.0,
        radius: 0.5,
    };
    hits(
        &can,
        DVec3::new(0.3, -3.0, 0.2),
        y,
        2.6,
        DVec3::new(0.6, -0.8, 0.0),
    );
    hits(&can, DVec3::new(0.2, 0.1, 4.0), -z, 3.0, z);
    let floor = Behind {
        normal: z,
        offset: 1.0,
    };
    hits(
        &floor,
        DVec3::new(0.0, 0.0, 4.0),
        DVec3::new(0.0, 4.0, -3.0),
        5.0,
        z,
    );
    let sail = Triangles(vec![[DVec3::ZERO, x, y]]);
    hits(&sail, DVec3::new(0.25, 0.25, 2.0), -z, 2.0, z);
    hits(&sail, DVec3::new(0.25, 0.25, -2.0), z, 2.0, -z);
    // The edge and the corner count.
    hits(&sail, DVec3::new(0.5, 0.5, 2.0), -z, 2.0, z);
    hits(&sail, DVec3::new(0.0, 0.0, 2.0), -z, 2.0, z);
}

#[test]
fn what_was_hit_is_named() {
    let parts = vec![(-DVec3::X, Ball(0.5)), (DVec3::X, Ball(0.5))];
    let ray = Ray::new(5.0 * DVec3::X, -DVec3::X, 10.0).unwrap();
    let outcome = cast(&ray, &All(parts).shape(), Placement::default());
    assert_eq!(outcome.verdict.contact().unwrap().parts, [0, 1]);

    let layer = |z: f64| [DVec3::ZERO, DVec3::X, DVec3::Y].map(|corner| corner + z * DVec3::Z);
    let stack = Triangles([0.0, 3.0, 1.0, 2.0].map(layer).to_vec()).shape();
    for (height, expected) in [(5.0, 1), (2.5, 3), (1.5, 2), (0.5, 0)] {
        let ray = Ray::new(DVec3::new(0.25, 0.25, height), -DVec3::Z, 10.0).unwrap();
        let outcome = cast(&ray, &stack, Placement::default());
        let hit = outcome.verdict.contact().unwrap();
        assert_eq!(hit.features[1], Feature::Triangle(expected));
    }
}

#[test]
fn lengths_and_directions_of_every_size() {
    let (ball, mesh) = (
        Ball(1.0).shape(),
        triangles_of(&icosphere(1.0, 80).unwrap()).shape(),
    );
    for shape in [&ball, &mesh, &Cuboid(DVec3::ONE).shape()] {
        // No length: the point is looked at.
        let still = |origin: DVec3| {
            let ray = Ray::new(origin, DVec3::Y, 0.0).unwrap();
            cast(&ray, shape, Placement::default()).verdict
        };
        assert_eq!(still(3.0 * DVec3::X), Verdict::Free);
        if !matches!(shape, Shape::Mesh(_)) {
            assert!(matches!(
                still(0.5 * DVec3::X),
                Verdict::Overlapping { proven: true, .. }
            ));
        }
        // Directions of any length are the same direction.
        let answer = |size: f64| {
            let way = DVec3::new(-4.0, 0.25, 0.125) * size;
            let ray = Ray::new(DVec3::new(4.0, 0.0, 0.0), way, 10.0).unwrap();
            cast(&ray, shape, Placement::default())
        };
        let expected = answer(1.0);
        assert!(expected.verdict.contact().is_some());
        let huge = f64::from_bits((1023 + 1000) << 52);
        for size in [f64::MIN_POSITIVE, 0.5, 1024.0, huge] {
            assert_eq!(answer(size), expected, "{size}");
        }
        // The end counts, and not what is behind it.
        let reach = |length: f64| {
            let ray = Ray::new(4.0 * DVec3::Z, -DVec3::Z, length).unwrap();
            cast(&ray, shape, Placement::default()).verdict
        };
        let first = *reach(10.0).contact().unwrap();
        assert_eq!(reach(first.lower - 1e-9), Verdict::Free);
        assert!(reach(first.upper + 1e-9).contact().is_some());
    }
}

#[test]
fn far_away() {
    let solids = [
        Ball(1.0),
        Cuboid(DVec3::ONE),
        triangles_of(&cuboid(DVec3::ONE).unwrap()),
    ];
    for known in &solids {
        let shape = known.shape();
        // Both far from the world's origin: nothing is lost.
        let place = DVec3::new(1e6, -1e6, 1e6);
        let ray = Ray::new(place - 4.0 * DVec3::X, DVec3::X, 10.0).unwrap();
        let hit = *cast(&ray, &shape, Placement::at(place))
            .verdict
            .contact()
            .unwrap();
        assert!(hit.lower <= 3.0 && 3.0 - hit.lower < 1e-10, "{hit:?}");
        // A long way: a unit of 1e6 is 1e-10.
        let ray = Ray::new(-1e6 * DVec3::X, DVec3::X, 1e60).unwrap();
        let hit = *cast(&ray, &shape, Placement::default())
            .verdict
            .contact()
            .unwrap();
        assert!(
            hit.lower <= 1e6 - 1.0 && 1e6 - 1.0 - hit.lower < 1e-5,
            "{hit:?}"
        );
        let aside = Ray::new(DVec3::new(-1e6, 1.001, 0.0), DVec3::X, 1e60).unwrap();
        assert_eq!(
            cast(&aside, &shape, Placement::default()).verdict,
            Verdict::Free
        );
    }
    // A plane that is met where it is far.
    let floor = Behind {
        normal: DVec3::Z,
        offset: 0.0,
    }
    .shape();
    let ray = Ray::new(DVec3::Z, DVec3::new(1e6, 0.0, -1.0), 1e60).unwrap();
    let hit = *cast(&ray, &floor, Placement::default())
        .verdict
        .contact()
        .unwrap();
    assert!((hit.lower / 1e6 - 1.0).abs() < 1e-5, "{hit:?}");
    let up = Ray::new(DVec3::Z, DVec3::new(1e6, 0.0, 1.0), 1e60).unwrap();
    assert_eq!(
        cast(&up, &floor, Placement::default()).verdict,
        Verdict::Free
    );
    let level = Ray::new(DVec3::Z, DVec3::X, 1e12).unwrap();
    assert_eq!(
        cast(&level, &floor, Placement::default()).verdict,
        Verdict::Free
    );
}

#[test]
fn bad_rays_are_refused_by_name() {
    let (o, d) = (DVec3::ZERO, DVec3::X);
    for value in [f64::NAN, f64::INFINITY, -1.0, 1e61, 1e-61] {
        let error = Ray::new(o, d, value).unwrap_err();
        assert!(matches!(error, RayError::BadLength(_)));
        assert!(error.to_string().contains(&value.to_string()), "{error}");
    }
    for value in [f64::NAN, f64::NEG_INFINITY, 1e61] {
        let origin = DVec3::new(0.0, value, 1.0);
        let error = Ray::new(origin, d, 1.0).unwrap_err();
        assert!(matches!(error, RayError::BadOrigin(_)));
        assert!(error.to_string().contains(&format!("{value:?}")), "{error}");
    }
    for value in [f64::NAN, f64::INFINITY, 0.0] {
        let way = DVec3::new(value, 0.0, -0.0);
        let error = Ray::new(o, way, 1.0).unwrap_err();
        assert!(matches!(error, RayError::BadDirection(_)));
        assert!(error.to_string().contains(&format!("{value:?}")), "{error}");
    }
    let askew = Placement::new(DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, 0.0, 1.1));
    assert!(matches!(
        Resting::at(askew),
        Err(MotionError::NotUnit { .. })
    ));
    let nowhere = Placement::at(DVec3::NAN);
    assert!(matches!(
        Resting::at(nowhere),
        Err(MotionError::BadLength { .. })
    ));
}

#[test]
fn clearance_is_a_layer_around_the_body() {
    let limits = Limits::default().with_clearance(0.5).unwrap();
    for known in [
        Ball(1.0),
        Cuboid(DVec3::ONE),
        triangles_of(&cuboid(DVec3::ONE).unwrap()),
    ] {
        let ray = Ray::new(DVec3::new(-4.0, 0.1, 0.2), DVec3::X, 1e60).unwrap();
        let at = Placement::default();
        let (shape, rest) = (known.shape(), Resting::at(at).unwrap());
        let body = (&shape, &rest);
        let outcome = ray_cast(&ray, body, &limits, &mut Workspace::new());
        let hit = *outcome.verdict.contact().unwrap();
        assert_eq!(hit.evidence, Evidence::Crossing);
        let apart = known.distance(ray.at(hit.lower));
        assert!(
            apart > 0.5 - 1e-15 && apart <= 0.5 + outcome.tolerance + 1e-15,
            "{apart}"
        );
        assert!(known.distance(ray.at(hit.upper)) <= 0.5 + 1e-15);
    }
}

/// A ray that starts in touch with a plane and sinks into it gets deeper, however short the part of it is that matters for a first
/// contact.
#[test]
fn what_becomes_of_an_overlap_is_told_of_the_whole_ray() {
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let rest = Resting::default();
    for height in [0.0, 1e-40, 1e-20, 1e-17, 1e-15] {
        for direction in [-DVec3::Z, DVec3::new(3.0, 0.0, -1e-3)] {
            let origin = DVec3::new(1.0, 1.0, height);
            let ray = Ray::new(origin, direction, 10.0).unwrap();
            let outcome = ray_cast(
                &ray,
                (&floor, &rest),
                &Limits::default(),
                &mut Workspace::new(),
            );
            let Verdict::Overlapping { then, .. } = outcome.verdict else {
                continue;
            };
            let deepens = matches!(then, Then::Deepens { .. });
            assert!(deepens, "from {height} along {direction}: {outcome:?}");
        }
    }
}
