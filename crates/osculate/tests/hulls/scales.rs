//! Queries of convex bodies, compounds, half-spaces and meshes at the ends of the range that is promised, against their own
//! answers at scale 1.
//!
//! To multiply all lengths by 2^k and all times by 2^m is exact: what underflows or overflows in between shows here.
//! `OSCULATE_CASES` sets the number of cases a combination (1), `OSCULATE_SEED` shifts all of them.

use crate::agree::agree;
use crate::ask::motion;
use crate::bodies::hull;
use crate::scaled::{Scaled, unscaled};
use osculate::glam::{DQuat, DVec3};
use osculate::{
    Compound, HalfSpace, Hull, Limits, MeshBvh, Moving, Outcome, Placement, Resting, Shape, Span,
    TriMesh, Verdict, Workspace, first_contact_with,
    mesh::icosphere,
    motion::Sweep,
    query::{
        casts::{Ray, convex_cast, ray_cast},
        hulls::{attached_axes, conservative_advancement},
    },
};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::pairs::{Kind, SPINS, pair};
use osculate_judge::hulls::walk::Pair;
use osculate_judge::seeded::{self, Seeded};
use std::collections::BTreeMap;

/// Exponents of two: of lengths and of times.
const SCALES: [(i32, i32); 9] = [
    (-190, 0),
    (196, 0),
    (0, 190),
    (0, -190),
    (196, 190),
    (-190, -190),
    (-190, 190),
    (-120, 190),
    (100, 190),
];

fn power(exponent: i32) -> f64 {
    libm::ldexp(1.0, exponent)
}

/// An answer to one query, by the name of its method.
type Answers = Vec<(&'static str, Outcome)>;

/// All queries that can be made of a pair, in these units.
fn answers(pair: &Pair, length: f64, time: f64) -> Option<Answers> {
    let [a, b] = [&pair.a, &pair.b].map(|moved| moved.body.clone().scaled(length));
    let hulls = [hull(&a), hull(&b)];
    let motion = |flight: &Flight| Scaled::new(motion(flight), length, time);
    let (motion_a, motion_b) = (motion(&pair.a.flight)?, motion(&pair.b.flight)?);
    let span = Span::new(pair.span.0 * time, pair.span.1 * time).ok()?;
    let limits = Limits::default().with_tolerance(power(-9) * length).ok()?;
    let workspace = &mut Workspace::new();
    let (hull_a, hull_b) = (
        Moving::new(&hulls[0], &motion_a),
        Moving::new(&hulls[1], &motion_b),
    );
    let mut answers = vec![
        (
            "attached_axes",
            attached_axes(hull_a, hull_b, span, &limits, workspace),
        ),
        (
            "conservative_advancement",
            conservative_advancement(hull_a, hull_b, span, &limits, workspace),
        ),
    ];
    let shape = Shape::from(hulls[0].clone());
    for (name, other) in others(&b, length) {
        let (x, y) = (
            Moving::new(&shape, &motion_a),
            Moving::new(&other, &motion_b),
        );
        answers.push((name, first_contact_with(x, y, span, &limits, workspace)));
    }
    let plate = Shape::from(mesh(length));
    let ground = Shape::from(HalfSpace::new(DVec3::Z, -0.3 * length).ok()?);
    let (x, y) = (
        Moving::new(&plate, &motion_a),
        Moving::new(&ground, &motion_b),
    );
    answers.push((
        "mesh, half-space",
        first_contact_with(x, y, span, &limits, workspace),
    ));
    if time == 1.0 {
        answers.extend(casts(pair, &shape, length, &limits, workspace));
    }
    Some(answers)
}

/// Bodies of other kinds in the place of the second hull.
fn others(b: &Body, length: f64) -> Vec<(&'static str, Shape)> {
    let beside = Hull::ball(0.3 * length)
        .and_then(|ball| ball.placed(DVec3::X * length, DQuat::IDENTITY))
        .unwrap();
    vec![
        (
            "hull, compound",
            Shape::from(Compound::new(vec![hull(b), beside]).unwrap()),
        ),
        (
            "hull, half-space",
            Shape::from(HalfSpace::new(DVec3::Y, -0.2 * length).unwrap()),
        ),
        ("hull, mesh", Shape::from(mesh(length))),
    ]
}

/// Small triangles on a dome.
fn mesh(length: f64) -> MeshBvh {
    let dome = icosphere(1.0, 80).unwrap();
    let vertices = dome.vertices().iter().map(|&v| v * 0.5 * length).collect();
    MeshBvh::new(TriMesh::new(vertices, dome.triangles().to_vec()).unwrap())
}

/// The bodies without their turning; a ray's times are lengths.
fn casts(
    pair: &Pair,
    shape: &Shape,
    length: f64,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Answers {
    let (a, b) = (&pair.a.flight, &pair.b.flight);
    let at = |flight: &Flight| Placement::new(flight.position * length, flight.rotation);
    let other = Shape::from(hull(&pair.b.body.clone().scaled(length)));
    let by = (a.linear - b.linear) * length;
    let rest = Resting::at(at(b)).unwrap();
    let mut answers = Vec::new();
    if by != DVec3::ZERO {
        let sweep = Sweep::new(at(a), by).unwrap();
        let (a, b) = ((shape, &sweep), (&other, &rest));
        answers.push(("convex_cast", convex_cast(a, b, limits, workspace)));
    }
    let aim = (b.position - a.position) + 0.1 * DVec3::ONE;
    let ray = Ray::new(a.position * length, aim, 8.0 * length).unwrap();
    for (name, target) in [
        ("ray_cast, hull", &other),
        ("ray_cast, mesh", &Shape::from(mesh(length))),
    ] {
        let cast = ray_cast(&ray, (target, &rest), limits, workspace);
        // Its times are lengths.
        answers.push((name, unscaled(&cast, 1.0, length)));
    }
    answers
}

fn decided(outcome: &Outcome) -> bool {
    !matches!(outcome.verdict, Verdict::Undecided { .. })
}

#[test]
fn convex_bodies_are_answered_at_every_scale_as_at_scale_one() {
    let count = seeded::cases(1);
    let seed = seeded::seed(0);
    // Answers, and those with the same bits.
    let mut table: BTreeMap<(&str, usize), [u64; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut class = 0;
    for one in Kind::ALL {
        for other in Kind::ALL {
            for spin in SPINS {
                class += 1;
                for case in 0..count {
                    let pair = pair(
                        [one, other],
                        spin,
                        true,
                        &mut Seeded::of_kind(seed, class, case),
                    );
                    let plain = answers(&pair, 1.0, 1.0).expect("in range");
                    for (i, (length, time)) in SCALES.into_iter().enumerate() {
                        let Some(answers) = answers(&pair, power(length), power(time)) else {
                            continue;
                        };
                        for (name, outcome) in answers {
                            let outcome = unscaled(&outcome, power(length), power(time));
                            let (_, plain) = plain.iter().find(|(n, _)| *n == name).unwrap();
                            let row = table.entry((name, i)).or_default();
                            row[0] += 1;
                            row[1] += u64::from(outcome == *plain);
                            let right = agree(pair.span, &outcome, plain).is_ok()
                                && (decided(&outcome) || !decided(plain));
                            if !right {
                                wrong.push(format!(
                                    "{one:?} and {other:?}, spin {spin}, case {case}, lengths 2^{length}, times 2^{time}, \
                                     {name}:\n    {plain:?}\n    {outcome:?}"
                                ));
                            }
                        }
                    }
                }
            }
        }
    }
    for ((name, scale), [answers, same]) in &table {
        let (length, time) = SCALES[*scale];
        println!("{name:26} 2^{length:<5} 2^{time:<5} {answers:>6} {same:>6}");
    }
    for message in wrong.iter().take(10) {
        println!("{message}");
    }
    assert!(wrong.is_empty(), "{} answers are wrong", wrong.len());
}
