//! Bodies swept along lines against formulas.

use crate::cast_formulas::Known::{self, *};
use crate::cast_formulas::{first_touch, triangles_of};
use glam::{DQuat, DVec3};
use osculate::{
    Evidence, Hull, Limits, Placement, Resting, Shape, Verdict, Workspace,
    mesh::{icosphere, torus_knot},
    motion::Sweep,
    query::casts::convex_cast,
};
use osculate_judge::seeded::{self, Seeded};

#[test]
fn swept_boxes_meet_meshes_when_they_must() {
    let rng = &mut Seeded::new(seeded::seed(5));
    let cases = seeded::cases(400) as usize;
    let mut workspace = Workspace::new();
    for known in [
        triangles_of(&icosphere(1.0, 320).unwrap()),
        triangles_of(&torus_knot(2, 3, 400).unwrap()),
    ] {
        let shape = known.shape();
        let Triangles(triangles) = &known else {
            unreachable!()
        };
        let (mut hit, mut free) = (0, 0);
        for round in 0..cases {
            let half = (0.25 * rng.vector(1.0)).abs() * [0.02, 1.0, 4.0][round % 3] + 1e-3;
            let from = Placement::new(
                6.0 * rng.direction(),
                DQuat::from_scaled_axis(3.0 * rng.vector(1.0)).normalize(),
            );
            let way = (2.0 * rng.vector(1.0) - from.position) * (1.0 + 0.5 * rng.real(-1.0, 1.0));
            let (possible, certain) = first_touch(half, from, way, triangles);
            // Off the middle of the body.
            let aside = 0.5 * rng.vector(1.0);
            let swept = Hull::cuboid(half).unwrap();
            let swept = Shape::from(swept.placed(aside, DQuat::IDENTITY).unwrap());
            let from = Placement::new(from.position - from.rotation * aside, from.rotation);
            let limits = Limits::default();
            let (sweep, rest) = (Sweep::new(from, way).unwrap(), Resting::default());
            let (a, b) = ((&swept, &sweep), (&shape, &rest));
            let outcome = convex_cast(a, b, &limits, &mut workspace);
            match outcome.verdict {
                Verdict::Free => {
                    free += 1;
                    assert!(!(certain < 1.0 - 1e-9), "missed at {certain}: {outcome:?}");
                }
                Verdict::Contact(contact) => {
                    hit += 1;
                    assert!(
                        contact.lower <= certain + 1e-9,
                        "late, {certain}: {outcome:?}"
                    );
                    if contact.evidence == Evidence::Crossing {
                        assert!(possible <= contact.upper + 1e-9, "{possible}: {outcome:?}");
                    }
                    let early = (certain.min(1.0) - contact.lower) * way.length();
                    assert!(
                        early < 1e-4 || possible > 1.0,
                        "early, {possible}: {outcome:?}"
                    );
                }
                Verdict::Overlapping { .. } => {}
                Verdict::Undecided { .. } => panic!("{outcome:?}"),
            }
        }
        // About a quarter hits, a little more or less by the seed.
        assert!(6 * hit > cases && 8 * free > cases, "{hit} {free}");
    }
}

#[test]
fn swept_solids_meet_when_they_must() {
    let rng = &mut Seeded::new(seeded::seed(9));
    let cases = seeded::cases(2000);
    let mut workspace = Workspace::new();
    let limits = Limits::default();
    let rest = Resting::default();
    let mut cast = |a: &Known, from: DVec3, way: DVec3, b: &Known| {
        let (a, b) = (a.shape(), b.shape());
        let sweep = Sweep::new(Placement::at(from), way).unwrap();
        let (a, b) = ((&a, &sweep), (&b, &rest));
        convex_cast(a, b, &limits, &mut workspace)
    };
    let mut hits = 0;
    for _ in 0..cases {
        let from = 5.0 * rng.direction();
        let way = (2.0 * rng.vector(1.0) - from) * (1.0 + 0.5 * rng.real(-1.0, 1.0));
        let (p, q) = (rng.vector(1.0).abs() + 0.01, rng.vector(1.0).abs() + 0.01);
        // The Minkowski sum is one of the bodies that the formulas know.
        let cases = [
            (Cuboid(p), Cuboid(q), Cuboid(p + q)),
            (Ball(p.x), Ball(q.x), Ball(p.x + q.x)),
            (
                Ball(p.x),
                Capsule {
                    half: q.z,
                    radius: q.x,
                },
                Capsule {
                    half: q.z,
                    radius: p.x + q.x,
                },
            ),
            (
                Capsule {
                    half: p.z,
                    radius: p.x,
                },
                Capsule {
                    half: q.z,
                    radius: q.x,
                },
                Capsule {
                    half: p.z + q.z,
                    radius: p.x + q.x,
                },
            ),
        ];
        for (a, b, sum) in cases {
            let outcome = cast(&a, from, way, &b);
            let chord = sum.chord(from, way).filter(|&(_, to)| to >= 0.0);
            match (outcome.verdict, chord) {
                (Verdict::Free, Some((enter, leave))) => {
                    assert!(
                        enter > 1.0 - 1e-9 || leave - enter < 1e-9,
                        "{enter}: {outcome:?}"
                    )
                }
                (Verdict::Free, None) => {}
                (Verdict::Overlapping { .. }, _) => assert!(sum.distance(from) < 1e-12),
                (Verdict::Contact(contact), Some((enter, leave))) => {
                    hits += 1;
                    assert!(contact.lower <= enter + 1e-12, "late, {enter}: {outcome:?}");
                    let apart = sum.distance(from + contact.lower * way);
                    assert!(apart <= outcome.tolerance + 1e-12, "{apart}: {outcome:?}");
                    let clear = enter < 0.99 && leave - enter > 0.01;
                    assert!(
                        contact.evidence == Evidence::Crossing || !clear,
                        "{outcome:?}"
                    );
                }
                (Verdict::Contact(contact), None) => {
                    let apart = sum.distance(from + contact.lower * way);
                    assert!(
                        contact.evidence == Evidence::Near && apart <= outcome.tolerance + 1e-12
                    );
                }
                (Verdict::Undecided { .. }, _) => panic!("{outcome:?}"),
            }
        }
    }
    assert!(hits > cases, "{hits}");
}
