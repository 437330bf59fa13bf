//! Every method at the ends of the range that is promised, against its own answer at scale 1.
//!
//! To multiply all lengths by 2^k and all times by 2^m is exact, so the answers should be the same, and mostly their bits
//! are. A product of lengths that underflows or overflows somewhere makes a method fail here.
//!
//! `OSCULATE_CASES` sets the number of cases a kind (3), `OSCULATE_SEED` shifts all of them.

use crate::agree::agree;
use crate::scaled::unscaled;
use crate::scenes::{Method, Query};
use osculate::glam::{DMat3, DVec3};
use osculate::{
    ConstantVelocity, Limits, MeshBvh, Motion, Moving, Outcome, Placement, Span, TriMesh, Verdict,
    Workspace,
    motion::{Pose, Rates},
    query::meshes::{best_first, c2a, capoeira, d2m, hca},
};
use osculate_judge::meshes::judge::Scene;
use osculate_judge::meshes::kinds::{self, KINDS, Kind};
use osculate_judge::seeded;

/// Exponents of two: of lengths and of times. Not all of them fit all scenes: velocities must stay below 1e60 and angular
/// velocities below 1e9, so that short times are for bodies that hardly turn, and not for large ones.
const SCALES: [(i32, i32); 12] = [
    (-196, 0),
    (196, 0),
    (0, 190),
    (0, -190),
    (0, -25),
    (-196, 190),
    (196, 190),
    (-196, -190),
    (-196, -25),
    (-120, 190),
    (-185, 0),
    (100, 190),
];

fn power(exponent: i32) -> f64 {
    libm::ldexp(1.0, exponent)
}

/// The scene with lengths scaled by as much of 2^`length` as its own lengths leave room for, the same at scale 1, and that
/// scale.
fn scaled(scene: &Scene, length: i32, time: i32) -> Option<(Query, Query, f64)> {
    (0..40).find_map(|less| {
        let length = power(length - length.signum() * less);
        // No tolerance may be less than 1e-60, which is large for small bodies.
        let least = power(-199) / length;
        let tolerance = match scene.tolerance {
            None if least < 1e-9 => None,
            tolerance => Some(tolerance.unwrap_or(1e-6).max(least)),
        };
        let scene = Scene {
            tolerance,
            ..scene.clone()
        };
        let query = Query::scaled(&scene, length, power(time))?;
        Some((query, Query::new(&scene), length))
    })
}

/// What a verdict is, in a word.
fn name(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Free => "free",
        Verdict::Contact(_) => "contact",
        Verdict::Overlapping { proven: true, .. } => "overlapping",
        Verdict::Overlapping { proven: false, .. } => "touching",
        Verdict::Undecided { .. } => "undecided",
    }
}

#[derive(Clone, Copy, Default)]
struct Row {
    answers: u64,
    same_bits: u64,
    same_word: u64,
}

#[test]
fn every_method_answers_at_every_scale_as_at_scale_one() {
    let count = seeded::cases(3);
    let seed = seeded::seed(0);
    let mut rows = [[Row::default(); Method::ALL.len()]; SCALES.len()];
    let mut wrong = Vec::new();
    for (kind, Kind { name: title, .. }) in KINDS.iter().enumerate() {
        for case in 0..count {
            let scene = kinds::scene(kind, case, seed);
            for ((length, time), row) in SCALES.into_iter().zip(&mut rows) {
                let Some((mut query, mut plain, unit)) = scaled(&scene, length, time) else {
                    continue;
                };
                for (method, row) in Method::ALL.into_iter().zip(row) {
                    let outcome = unscaled(&query.ask(method), unit, power(time));
                    let plain = &plain.ask(method);
                    row.answers += 1;
                    row.same_bits += u64::from(outcome == *plain);
                    row.same_word += u64::from(name(&outcome) == name(plain));
                    let agreed = agree(scene.span, &outcome, plain);
                    // A query that is decided at one scale is decided at all of them.
                    let decided = name(&outcome) != "undecided" || name(plain) == "undecided";
                    if agreed.is_err() || !decided {
                        wrong.push(format!(
                            "{}, case {case}, lengths 2^{length}, times 2^{time}, {method:?}: {agreed:?}\n    {plain:?}\n    \
                             {outcome:?}",
                            title
                        ));
                    }
                }
            }
        }
    }
    println!(
        "lengths  times  answers, same verdict, same bits: {:?}",
        Method::ALL
    );
    for ((length, time), row) in SCALES.into_iter().zip(&rows) {
        let cells = row.map(|row| {
            format!(
                "{:>6} {:>6} {:>6}",
                row.answers, row.same_word, row.same_bits
            )
        });
        println!("2^{length:<5} 2^{time:<5} {}", cells.join(" |"));
    }
    for message in wrong.iter().take(20) {
        println!("{message}");
    }
    assert!(wrong.is_empty(), "{} answers are wrong", wrong.len());
    // All have the same bits; one in a thousand may round otherwise below the normal numbers.
    let all = rows.as_flattened();
    let answers: u64 = all.iter().map(|row| row.answers).sum();
    let same: u64 = all.iter().map(|row| row.same_bits).sum();
    assert!(1000 * (answers - same) <= answers, "{same} of {answers}");
}

/// Two edges cross at 0.5: their volume is of the order of the cube of the scale, its square of the sixth power.
#[test]
fn edges_that_cross_are_found_at_every_scale() {
    for exponent in (-195..=195).step_by(10) {
        let size = power(exponent);
        let triangle = |corners: [[f64; 3]; 3]| {
            let corners = corners.map(|corner| DVec3::from_array(corner) * size);
            TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap()
        };
        let a = triangle([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]);
        let b = triangle([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
        let from = Placement::at(DVec3::Z * (2.0 * size));
        let falling = ConstantVelocity::new(from, DVec3::Z * (-4.0 * size), DVec3::ZERO).unwrap();
        for (method, outcome) in every_method([&a, &b], [&rest, &falling]) {
            let Verdict::Contact(contact) = outcome.verdict else {
                panic!("{method}, 2^{exponent}: {outcome:?}");
            };
            // The tolerance is 1e-6, or what 1e-60 is at this scale; capoeira's is that of its leaves.
            let early = outcome.tolerance / (4.0 * size);
            let held = contact.lower < 0.5 && contact.lower >= 0.5 - 1.01 * early;
            assert!(held, "{method}, 2^{exponent}: {outcome:?}");
        }
    }
}

/// Turns about z at a constant rate so high that a pose says nothing but at time 0.
struct Whirl(f64);

impl Motion for Whirl {
    fn pose(&self, t: f64) -> Pose {
        Pose::new(DMat3::IDENTITY, DVec3::ZERO).with_errors(if t == 0.0 { 0.0 } else { 2.0 }, 0.0)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::new(DVec3::ZERO, DVec3::Z * self.0)
    }
}

/// A bar turns away from a pin, and is back within a turn. The speed of its end has no square in `f64`.
#[test]
fn rates_whose_squares_overflow_allow_no_step() {
    for (rate, size) in [
        (1e140, 1e20),
        (1e150, 1e10),
        (1e120, 1e40),
        (1e200, 1.0),
        (1e300, 1e50),
    ] {
        let bar = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 0.01, 0.0)];
        let pin = [DVec3::ZERO, DVec3::Z, -DVec3::Z].map(|v| 0.1 * v + DVec3::new(0.9, -0.3, 0.0));
        let mesh = |corners: [DVec3; 3]| {
            // Several times, so that there are volumes too.
            TriMesh::new(corners.map(|v| v * size).to_vec(), vec![[0, 1, 2]; 4]).unwrap()
        };
        let (bar, pin) = (mesh(bar), mesh(pin));
        let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
        for (method, outcome) in every_method([&bar, &pin], [&Whirl(rate), &rest]) {
            let free_until = match outcome.verdict {
                Verdict::Free => 1.0,
                Verdict::Contact(contact) => contact.lower,
                Verdict::Overlapping { .. } => 0.0,
                Verdict::Undecided { free_until, .. } => free_until.unwrap_or(0.0),
            };
            let turn = std::f64::consts::TAU / rate;
            assert!(
                free_until < turn,
                "{method}, rate {rate:e}, size {size:e}: {outcome:?}"
            );
        }
    }
}

/// The answers of all methods for meshes that move for a unit of time.
fn every_method(meshes: [&TriMesh; 2], motions: [&dyn Motion; 2]) -> [(&'static str, Outcome); 5] {
    let limits = Limits::default().with_budget(10_000);
    let mut workspace = Workspace::new();
    let swept = meshes.map(|mesh| MeshBvh::new(mesh.clone()));
    let spheres = meshes.map(|mesh| MeshBvh::spheres(mesh.clone(), 0.0));
    let (a, b) = (
        Moving::new(&swept[0], motions[0]),
        Moving::new(&swept[1], motions[1]),
    );
    let of_spheres = [0, 1].map(|i| Moving::new(&spheres[i], motions[i]));
    let [sphere_a, sphere_b] = of_spheres;
    let span = Span::UNIT;
    [
        (
            "best_first",
            best_first(a, b, span, &limits, &mut workspace),
        ),
        ("c2a", c2a(a, b, span, &limits, &mut workspace)),
        ("hca", hca(a, b, span, &limits, &mut workspace)),
        (
            "d2m",
            d2m(sphere_a, sphere_b, span, &limits, &mut workspace),
        ),
        (
            "capoeira",
            capoeira(sphere_a, sphere_b, span, &limits, &mut workspace),
        ),
    ]
}
