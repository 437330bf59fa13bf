//! Convex bodies where it is hardest: needles, plates, parallel faces and edges, grazing, far away, of unequal size, in
//! touch, at rest. Each zoom prints the most steps that an answer took.

mod grazing;
mod starts_and_ends;

use crate::agreement::{HEADER, gravity, row};
use crate::ask::{METHODS, Tally, ask};
use glam::{DQuat, DVec3};
use osculate::{Limits, Verdict, Workspace};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::pairs::{Kind, SPINS, pair, varied};
use osculate_judge::hulls::walk::{Judge, Moved, Pair};
use osculate_judge::seeded::Seeded;
use std::f64::consts::{FRAC_PI_4, SQRT_2};

/// What a zoom must be answered with, besides nothing wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expect {
    Anything,
    Free,
    Contact,
    Overlapping,
    NotFree,
    /// Two bodies that one motion carries at next to no distance: attached axes see that they stay there, a bound on the
    /// speed of points in the world cannot, so advancement's budget is small and may run out.
    FreeIfAttached,
}

struct Zoom {
    name: &'static str,
    cases: Vec<(Pair, Expect)>,
    /// The most steps that attached axes may take: more than it took.
    most_steps: u64,
}

fn zoom(name: &'static str, most_steps: u64, cases: Vec<(Pair, Expect)>) -> Zoom {
    Zoom {
        name,
        cases,
        most_steps,
    }
}

fn moved(body: Body, flight: Flight) -> Moved {
    Moved { body, flight }
}

fn unit(a: Moved, b: Moved, tolerance: impl Into<Option<f64>>) -> Pair {
    Pair {
        a,
        b,
        span: (0.0, 1.0),
        tolerance: tolerance.into(),
    }
}

fn at(x: f64, y: f64, z: f64) -> Flight {
    Flight::at(DVec3::new(x, y, z))
}

fn vector(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn about_z(angle: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle);
    DQuat::from_xyzw(0.0, 0.0, sin, cos)
}

/// Runs all cases of all zooms through both methods and the judge.
fn run(zooms: &[Zoom]) {
    let mut failures = Vec::new();
    println!("{:67} {}", "", HEADER);
    let mut workspace = Workspace::new();
    for zoom in zooms {
        let mut tallies = [Tally::default(), Tally::default()];
        for (index, (pair, expect)) in zoom.cases.iter().enumerate() {
            let judge = Judge::new(pair);
            let truth = judge.first_overlap();
            for ((name, method), tally) in METHODS.into_iter().zip(&mut tallies) {
                let budget = match expect {
                    Expect::FreeIfAttached => 20_000,
                    _ => Limits::DEFAULT_BUDGET,
                };
                let outcome = ask(method, pair, budget, &mut workspace);
                let gives_up = *expect == Expect::FreeIfAttached && name != METHODS[0].0;
                let mut fail = |wrong: String| {
                    failures.push(format!(
                        "{} {index}: {name}: {wrong}\n    {outcome:?}\n    {pair:?}",
                        zoom.name
                    ));
                };
                if let Some(wrong) = tally.count(&judge, &truth, &outcome)
                    && !(gives_up && wrong == "undecided")
                {
                    fail(wrong);
                }
                let met = match expect {
                    Expect::Anything => true,
                    Expect::FreeIfAttached if gives_up => true,
                    Expect::Free | Expect::FreeIfAttached => outcome.verdict == Verdict::Free,
                    Expect::Contact => outcome.verdict.contact().is_some(),
                    Expect::Overlapping => {
                        matches!(outcome.verdict, Verdict::Overlapping { .. })
                    }
                    Expect::NotFree => outcome.verdict != Verdict::Free,
                };
                if !met {
                    fail(format!("expected {expect:?}"));
                }
            }
        }
        for ((name, _), tally) in METHODS.into_iter().zip(&tallies) {
            println!("{:42} {name:24} {}", zoom.name, row(tally));
        }
        if tallies[0].worst_steps > zoom.most_steps {
            failures.push(format!(
                "{}: {} steps, with at most {} to be taken",
                zoom.name, tallies[0].worst_steps, zoom.most_steps
            ));
        }
    }
    failures.sort_by_key(|failure| gravity(failure));
    for failure in failures.iter().take(40) {
        println!("{failure}");
    }
    assert!(failures.is_empty(), "{} answers are wrong", failures.len());
}

/// Random pairs in which one body or both have been changed.
fn random(
    seed: u64,
    count: u64,
    change: impl Fn(&mut Pair, &mut Seeded),
    kinds: impl Fn(&mut Seeded) -> [Kind; 2],
) -> Vec<(Pair, Expect)> {
    (0..count)
        .map(|case| {
            let mut rng = Seeded::of_kind(seed, 77, case);
            let spin = SPINS[(case % 5) as usize];
            let kinds = kinds(&mut rng);
            let mut pair = pair(kinds, spin, case % 3 != 0, &mut rng);
            change(&mut pair, &mut rng);
            (pair, Expect::Anything)
        })
        .collect()
}

fn any_kinds(rng: &mut Seeded) -> [Kind; 2] {
    [(); 2].map(|()| Kind::ALL[rng.whole(0, 7) as usize])
}

fn needle(rng: &mut Seeded) -> Body {
    match rng.whole(0, 4) {
        0 => Body::capsule(1.0, 1e-6),
        1 => Body::cuboid(1e-6, 1e-6, 1.0),
        2 => Body::cone(1e-6, 1.0),
        3 => Body::ellipsoid(1e-6, 1.0, 1e-5),
        _ => Body::capsule(1.0, 0.0),
    }
}

fn plate(rng: &mut Seeded) -> Body {
    match rng.whole(0, 3) {
        0 => Body::cuboid(1.0, 0.8, 1e-6),
        1 => Body::cylinder(0.9, 1e-6),
        2 => Body::cuboid(0.0, 0.7, 0.9),
        _ => Body::polytope(
            (0..12)
                .map(|_| rng.inside() * vector(1.0, 1.0, 1e-6))
                .collect(),
        ),
    }
}

#[test]
fn thin_bodies() {
    run(&[
        zoom(
            "needles",
            10_000,
            random(
                1,
                150,
                |pair, rng| {
                    pair.a.body = needle(rng);
                    pair.b.body = needle(rng);
                    // Aimed at each other's middle: else needles never meet.
                    pair.a.flight.linear = pair.b.flight.linear
                        + (pair.b.flight.position - pair.a.flight.position) * 1.3;
                },
                any_kinds,
            ),
        ),
        zoom(
            "needles against bodies",
            2_000,
            random(2, 150, |pair, rng| pair.a.body = needle(rng), any_kinds),
        ),
        zoom(
            "plates",
            2_000,
            random(
                3,
                150,
                |pair, rng| {
                    pair.a.body = plate(rng);
                    pair.b.body = plate(rng);
                },
                any_kinds,
            ),
        ),
        zoom(
            "plates against bodies",
            2_000,
            random(4, 150, |pair, rng| pair.b.body = plate(rng), any_kinds),
        ),
        zoom(
            "needles through plates",
            2_000,
            random(
                5,
                150,
                |pair, rng| {
                    pair.a.body = needle(rng);
                    pair.b.body = plate(rng);
                },
                any_kinds,
            ),
        ),
    ]);
}

#[test]
fn other_scales() {
    let scaled = |scale: f64| {
        move |pair: &mut Pair, _: &mut Seeded| {
            for moved in [&mut pair.a, &mut pair.b] {
                moved.body = moved.body.clone().scaled(scale);
                moved.flight.position *= scale;
                moved.flight.linear *= scale;
            }
            pair.tolerance = pair.tolerance.map(|tolerance| tolerance * scale);
        }
    };
    let far = |pair: &mut Pair, rng: &mut Seeded| {
        let shift = rng.direction() * 1e5;
        pair.a.flight.position += shift;
        pair.b.flight.position += shift;
    };
    // The smaller body flies at a point of the larger one's surface, or past it.
    let unequal = |ratio: f64| {
        move |pair: &mut Pair, rng: &mut Seeded| {
            pair.a.body = pair.a.body.clone().scaled(ratio);
            pair.tolerance = None;
            let (a, b) = (pair.a.body.size(), pair.b.body.size());
            let away = pair.a.flight.position - pair.b.flight.position;
            let direction = away.normalize();
            pair.a.flight.position = pair.b.flight.position + direction * (1.01 * (a + b));
            pair.a.flight.linear = pair.b.flight.linear
                - direction * (rng.real(0.0, 1.2) * a.max(b))
                - rng.inside() * (0.1 * a.max(b));
            // The tip of a body of 1e6 should not outrun everything.
            if ratio > 1.0 {
                pair.a.flight.angular /= ratio;
            }
        }
    };
    run(&[
        zoom(
            "scale 1e-4",
            3_000,
            random(11, 200, scaled(1e-4), any_kinds),
        ),
        zoom("scale 1e4", 3_000, random(11, 200, scaled(1e4), any_kinds)),
        zoom(
            "1e5 from the origin",
            3_000,
            random(12, 200, far, any_kinds),
        ),
        zoom(
            "a thousandth of the other",
            3_000,
            random(13, 100, unequal(1e-3), any_kinds),
        ),
        zoom(
            "a millionth of the other",
            2_000,
            random(14, 200, unequal(1e-6), any_kinds),
        ),
        zoom(
            "a million times the other",
            2_000,
            random(15, 200, unequal(1e6), any_kinds),
        ),
    ]);
}

#[test]
fn parallel_features() {
    let spin_z = |rate: f64| vector(0.0, 0.0, rate);
    let cube = || Body::cuboid(0.5, 0.5, 0.5);
    let mut faces = Vec::new();
    for spin in [0.0, 0.5, 3.0, 12.0] {
        for other in [0.0, 1.0, -2.0] {
            // Falling on a face, turning about its normal; past the face, sliding at a small distance.
            let b = || moved(cube(), at(0.0, 0.0, 0.0).spinning(spin_z(other)));
            let falling = at(0.1, 0.2, 2.0)
                .moving(vector(0.0, 0.0, -1.7))
                .spinning(spin_z(spin));
            faces.push((unit(moved(cube(), falling), b(), 1e-6), Expect::Contact));
            for gap in [1e-3, 1e-6, 1e-9, 1e-12] {
                let sliding = at(-3.0, 0.1, 1.0 + gap)
                    .moving(vector(6.0, 0.0, 0.0))
                    .spinning(spin_z(spin));
                let expect = if gap > 1e-6 {
                    Expect::Free
                } else {
                    Expect::Anything
                };
                faces.push((unit(moved(cube(), sliding), b(), 1e-6), expect));
                let resting = at(0.3, 0.1, 1.0 + gap).spinning(spin_z(spin));
                faces.push((unit(moved(cube(), resting), b(), 1e-6), Expect::Free));
            }
        }
    }
    let mut edges = Vec::new();
    let edge = || Body::cuboid(0.5, 0.5, 1.0);
    for spin in [0.0, 0.5, 3.0, 12.0] {
        for offset in [0.0, 0.3, SQRT_2 - 1e-9, SQRT_2 - 1e-12, SQRT_2 + 1e-9] {
            // Edges along z: edge to edge, beside each other, and turning about z.
            let b = || moved(edge(), at(0.0, 0.0, 0.0).turned(about_z(FRAC_PI_4)));
            let flying = at(3.0, offset, 0.25)
                .turned(about_z(FRAC_PI_4))
                .moving(vector(-4.0, 0.0, 0.0))
                .spinning(spin_z(spin));
            edges.push((unit(moved(edge(), flying), b(), 1e-6), Expect::Anything));
            let turning = at(SQRT_2 + 1e-9, 0.0, 0.25)
                .turned(about_z(FRAC_PI_4))
                .spinning(spin_z(spin));
            let expect = if spin == 0.0 {
                Expect::Free
            } else {
                Expect::Anything
            };
            edges.push((unit(moved(edge(), turning), b(), 1e-6), expect));
        }
    }
    // Rods and needles along each other.
    let (mut rods, mut rolling_rods) = (Vec::new(), Vec::new());
    for spin in [0.0, 3.0, 12.0] {
        for gap in [1e-3, 1e-9, 1e-12] {
            for rod in [Body::capsule(1.0, 0.25), Body::cylinder(0.25, 1.0)] {
                let b = moved(rod.clone(), at(0.0, 0.0, 0.0));
                let rolling = at(0.5 + gap, 0.0, -2.5)
                    .moving(vector(0.0, 0.0, 5.0))
                    .spinning(spin_z(spin));
                rods.push((
                    unit(moved(rod.clone(), rolling), b.clone(), 1e-6),
                    Expect::Anything,
                ));
                let turning = at(0.5 + gap, 0.0, 0.5).spinning(spin_z(spin));
                let turning = unit(moved(rod, turning), b, 1e-6);
                rolling_rods.push((turning, Expect::Free));
            }
        }
    }
    run(&[
        zoom("faces exactly parallel", 2_000, faces),
        zoom("edges exactly parallel", 2_000, edges),
        zoom("rods exactly parallel", 2_000, rods),
        zoom("rods rolling on the spot", 100, rolling_rods),
    ]);
}

#[test]
fn long_spans_and_fast_spins() {
    let fast = |factor: f64| {
        move |pair: &mut Pair, rng: &mut Seeded| {
            pair.a.flight.angular = rng.vector(factor);
            pair.b.flight.angular = rng.vector(factor);
        }
    };
    let cases = (0..200)
        .map(|case| {
            let mut rng = Seeded::of_kind(41, 0, case);
            let kinds = any_kinds(&mut rng);
            let mut pair = varied(kinds, 3.0, &mut rng);
            pair.span.1 = pair.span.0 + 20.0 * (pair.span.1 - pair.span.0);
            (pair, Expect::Anything)
        })
        .collect();
    run(&[
        zoom(
            "spins of 100",
            20_000,
            random(42, 150, fast(100.0), any_kinds),
        ),
        zoom("twenty spans", 20_000, cases),
    ]);
}
