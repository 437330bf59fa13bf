//! Rays that graze bodies, start on them, or aim at the edges between triangles.

use crate::cast_formulas::Known::{self, *};
use crate::cast_formulas::triangles_of;
use crate::casts::cast;
use glam::{DQuat, DVec3};
use osculate::{
    Limits, MeshBvh, Placement, Resting, Shape, Verdict, Workspace,
    mesh::{cuboid, icosphere, torus_knot},
    query::casts::{Ray, ray_cast},
};
use osculate_judge::seeded::{self, Seeded};

/// Bodies, rays that touch them without crossing, and where.
fn grazing() -> Vec<(Known, DVec3, DVec3, f64)> {
    let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z];
    let square = vec![[-x - y, x - y, x + y], [-x - y, x + y, y - x]];
    vec![
        // Along a face, along an edge, through an edge, through a vertex.
        (Cuboid(DVec3::ONE), DVec3::new(-4.0, 1.0, 0.5), x, 3.0),
        (Cuboid(DVec3::ONE), DVec3::new(-4.0, 1.0, 1.0), x, 3.0),
        (
            Cuboid(DVec3::ONE),
            DVec3::new(-2.0, 0.0, 0.0),
            x + y,
            2.0_f64.sqrt(),
        ),
        (
            Cuboid(DVec3::ONE),
            DVec3::new(0.0, 2.0, 0.5),
            x - y,
            2.0_f64.sqrt(),
        ),
        (
            Cuboid(DVec3::ONE),
            DVec3::new(4.0, 4.0, 4.0),
            -DVec3::ONE,
            3.0 * 3.0_f64.sqrt(),
        ),
        (
            Cuboid(DVec3::ONE),
            DVec3::new(0.0, 2.0, 1.0),
            x - y,
            2.0_f64.sqrt(),
        ),
        (Ball(1.0), DVec3::new(-4.0, 1.0, 0.0), x, 4.0),
        (
            Capsule {
                half: 1.0,
                radius: 0.5,
            },
            DVec3::new(0.5, 0.0, 4.0),
            -z,
            3.0,
        ),
        (
            Cylinder {
                half: 1.0,
                radius: 0.5,
            },
            DVec3::new(0.5, 0.0, 4.0),
            -z,
            3.0,
        ),
        (
            Cylinder {
                half: 1.0,
                radius: 0.5,
            },
            DVec3::new(-3.0, 0.0, 1.0),
            x,
            2.5,
        ),
        (
            Triangles(square.clone()),
            DVec3::new(-4.0, 0.5, 0.0),
            x,
            3.0,
        ),
        (
            Triangles(square.clone()),
            DVec3::new(-4.0, 1.0, 0.0),
            x,
            3.0,
        ),
        (
            Triangles(square.clone()),
            DVec3::new(0.0, 2.0, 0.0),
            x - y,
            2.0_f64.sqrt(),
        ),
        (Triangles(square), DVec3::new(1.0, 1.0, 5.0), -z, 5.0),
    ]
}

/// Touching without crossing is never free, wherever it is.
#[test]
fn grazing_rays_are_not_missed() {
    for (known, origin, way, expected) in grazing() {
        let shape = known.shape();
        for shift in [DVec3::ZERO, DVec3::new(1e6, -1e6, 1e6)] {
            let ray = Ray::new(origin + shift, way, 100.0).unwrap();
            let outcome = cast(&ray, &shape, Placement::at(shift));
            match outcome.verdict {
                Verdict::Contact(hit) => {
                    assert!(hit.lower <= expected + 1e-14, "{hit:?}, not {expected}");
                    // A ball is near a tangent for long.
                    assert!(known.distance(origin + hit.lower * ray.direction()) < 1e-9);
                }
                Verdict::Undecided { free_until, .. } => {
                    let free = free_until.unwrap_or(0.0);
                    assert!(free <= expected + 1e-14, "{outcome:?}, not {expected}");
                    panic!("{ray:?}: {outcome:?}");
                }
                _ => panic!("{ray:?}: {outcome:?}"),
            }
        }
    }
}

#[test]
fn starts_on_and_in_bodies() {
    let inside = |known: &Known, origin: DVec3| {
        let ray = Ray::new(origin, DVec3::new(1.0, 2.0, 3.0), 10.0).unwrap();
        cast(&ray, &known.shape(), Placement::default()).verdict
    };
    let solids = [
        Ball(1.0),
        Cuboid(DVec3::ONE),
        Capsule {
            half: 1.0,
            radius: 1.0,
        },
        Cylinder {
            half: 1.0,
            radius: 1.0,
        },
        Behind {
            normal: DVec3::X,
            offset: 1.0,
        },
        All(vec![(DVec3::ZERO, Ball(1.0))]),
    ];
    for known in &solids {
        for origin in [DVec3::ZERO, 0.999 * DVec3::X, DVec3::new(0.1, -0.2, 0.3)] {
            let verdict = inside(known, origin);
            assert!(
                matches!(verdict, Verdict::Overlapping { proven: true, .. }),
                "{origin}"
            );
        }
        let verdict = inside(known, DVec3::X);
        assert!(
            matches!(verdict, Verdict::Overlapping { .. }),
            "{verdict:?}"
        );
    }
    let mesh = triangles_of(&cuboid(DVec3::ONE).unwrap());
    let on = inside(&mesh, DVec3::new(1.0, 0.3, -0.4));
    assert!(matches!(on, Verdict::Overlapping { proven: false, .. }));
    // A mesh is its surface: from inside, the ray hits it.
    let hit = inside(&mesh, DVec3::ZERO);
    let expected = 14.0_f64.sqrt() / 3.0;
    let hit = *hit.contact().unwrap();
    assert!(hit.lower <= expected && expected - hit.lower < 1e-10 && hit.normal.z < -0.999_999);

    // A hair off the surface, and away from it.
    for known in &solids {
        let origin = DVec3::new(1.0 + 1e-12, 0.0, 0.0);
        for (way, free) in [(DVec3::X, true), (-DVec3::X, false)] {
            let ray = Ray::new(origin, way, 1e60).unwrap();
            let outcome = cast(&ray, &known.shape(), Placement::default());
            match outcome.verdict {
                Verdict::Free => assert!(free, "{outcome:?}"),
                Verdict::Contact(hit) => assert!(!free && hit.lower < 1.01e-12, "{outcome:?}"),
                _ => panic!("{outcome:?}"),
            }
        }
    }
}

/// Whatever rounding does to a ray, it cannot pass between the triangles of a closed surface.
#[test]
fn closed_meshes_do_not_leak() {
    let rng = &mut Seeded::new(seeded::seed(21));
    let (ball, knot) = (icosphere(1.0, 320).unwrap(), torus_knot(2, 3, 400).unwrap());
    let mut workspace = Workspace::new();
    for (mesh, inside) in [(&ball, true), (&knot, false)] {
        let shape = Shape::from(MeshBvh::new(mesh.clone()));
        for round in 0..seeded::cases(2000) {
            let at = Placement::new(
                [0.0, 10.0, 1e6][(round % 3) as usize] * rng.vector(1.0),
                DQuat::from_scaled_axis(3.0 * rng.vector(1.0)).normalize(),
            );
            let number = (rng.real(-1.0, 1.0).abs() * mesh.triangles().len() as f64) as usize;
            let [p, q, r] = mesh.triangle(number);
            let share = rng.real(-1.0, 1.0).abs();
            let aim = [p, p.lerp(q, 0.5), r.lerp(q, share)][(round / 3 % 3) as usize];
            let aim = at.position + at.rotation * aim;
            // From inside out at an edge or a corner; from outside at one that may be hidden, and through it.
            let origin = if inside {
                at.position
            } else {
                aim + 8.0 * rng.vector(1.0)
            };
            let ray = Ray::new(origin, aim - origin, 1e60).unwrap();
            let rest = Resting::at(at).unwrap();
            let body = (&shape, &rest);
            let outcome = ray_cast(&ray, body, &Limits::default(), &mut workspace);
            match outcome.verdict {
                Verdict::Contact(hit) => {
                    let reach = aim.distance(origin) + 1e-8;
                    assert!(!inside || hit.lower < reach, "{ray:?}: {outcome:?}");
                }
                // Past the outline of the knot a ray may be outside all along.
                Verdict::Free => assert!(!inside, "{ray:?} at {at:?}"),
                _ => panic!("{ray:?} at {at:?}: {outcome:?}"),
            }
        }
    }
}
