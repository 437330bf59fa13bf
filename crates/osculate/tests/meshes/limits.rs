//! What happens at the limits: budgets, motions without a number in them, spans and sizes at the edge of the range.

use crate::methods::METHODS;
use glam::{DMat3, DQuat, DVec3};
use osculate::{
    ConstantVelocity, Evidence, Limits, MeshBvh, Motion, Moving, Placement, Reason, Span, Verdict,
    Workspace,
    mesh::{cuboid, torus_knot},
    motion::{Pose, Rates},
    query::meshes::separation,
};

fn knots() -> (MeshBvh, ConstantVelocity, ConstantVelocity) {
    let knot = MeshBvh::new(torus_knot(2, 3, 2000).unwrap());
    let flight = ConstantVelocity::new(
        Placement::at(DVec3::new(4.0, 0.3, 0.1)),
        DVec3::new(-5.0, 0.0, 0.0),
        DVec3::new(1.0, 2.0, 3.0),
    );
    let rest = ConstantVelocity::at_rest(Placement::default());
    (knot, flight.unwrap(), rest.unwrap())
}

#[test]
fn a_spent_budget_is_undecided_and_can_be_taken_up_again() {
    let (knot, flight, rest) = knots();
    let (a, b) = (Moving::new(&knot, &flight), Moving::new(&knot, &rest));
    for (name, method) in METHODS {
        let mut workspace = Workspace::new();
        let whole = method(a, b, Span::UNIT, &Limits::default(), &mut workspace);
        let Verdict::Contact(contact) = whole.verdict else {
            panic!("{name}: {whole:?}")
        };
        for budget in [0, 1, 10, 100, 1000] {
            let limits = Limits::default().with_budget(budget);
            let outcome = method(a, b, Span::UNIT, &limits, &mut workspace);
            assert!(
                outcome.stats.steps() <= budget + 20_100,
                "{name} {budget}: {outcome:?}"
            );
            if let Verdict::Undecided { free_until, reason } = outcome.verdict {
                assert_eq!(reason, Reason::Budget, "{name}");
                assert!(
                    free_until.is_none_or(|t| t < contact.upper),
                    "{name} {budget}: {outcome:?}"
                );
            }
        }
        // Depth first, hca need not get on at all.
        if name == "hca" {
            continue;
        }
        let mut budget = whole.stats.steps() / 3;
        let (mut start, mut calls) = (0.0, 0);
        let taken_up = loop {
            calls += 1;
            assert!(calls < 1000, "{name} does not get on");
            let limits = Limits::default().with_budget(budget);
            let outcome = method(
                a,
                b,
                Span::new(start, 1.0).unwrap(),
                &limits,
                &mut workspace,
            );
            match outcome.verdict {
                Verdict::Undecided { free_until, .. } => {
                    let t = free_until.unwrap_or(start);
                    assert!(t >= start, "{name}: {t} < {start}");
                    // A budget that does not get past an instant never will.
                    if t == start {
                        budget *= 2;
                    }
                    start = t;
                }
                verdict => break verdict,
            }
        };
        let Verdict::Contact(again) = taken_up else {
            panic!("{name}: {taken_up:?}")
        };
        assert!(calls > 1, "{name}: the budget was not short");
        if name == "capoeira" {
            // Taken up where leaves are close to each other, it looks at their triangles.
            assert!(again.lower >= contact.lower, "{name}: {again:?}");
            continue;
        }
        assert!(
            again.lower < contact.upper && contact.lower < again.upper,
            "{name}: {again:?}"
        );
    }
}

/// A motion whose promises are no numbers.
struct Nonsense {
    pose: f64,
    rates: f64,
}

impl Motion for Nonsense {
    fn pose(&self, t: f64) -> Pose {
        let offset = DVec3::new(4.0 - 6.0 * t, 0.0, self.pose);
        Pose::new(DMat3::IDENTITY, offset)
    }

    fn rates(&self, _span: Span) -> Rates {
        Rates::new(DVec3::new(-6.0, self.rates, 0.0), DVec3::ZERO)
    }
}

#[test]
fn motions_that_are_no_numbers_prove_nothing() {
    let knot = MeshBvh::new(torus_knot(2, 3, 144).unwrap());
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let b = Moving::new(&knot, &rest);
    for (pose, rates) in [
        (f64::NAN, 0.0),
        (f64::INFINITY, 0.0),
        (0.0, f64::NAN),
        (0.0, f64::INFINITY),
        (f64::NAN, f64::NAN),
    ] {
        let motion = Nonsense { pose, rates };
        for (name, method) in METHODS {
            for pair in [
                (Moving::new(&knot, &motion as &dyn Motion), b),
                (b, Moving::new(&knot, &motion as &dyn Motion)),
            ] {
                let apart = separation(pair.0, pair.1, 0.5, &mut Workspace::new());
                assert!(!apart.intersecting || pose == 0.0, "{apart:?}");
                let limits = Limits::default().with_budget(20_000);
                let outcome = method(pair.0, pair.1, Span::UNIT, &limits, &mut Workspace::new());
                assert!(
                    matches!(
                        outcome.verdict,
                        Verdict::Undecided { .. } | Verdict::Overlapping { proven: false, .. }
                    ),
                    "{name} with {pose}, {rates}: {outcome:?}"
                );
            }
        }
    }
}

#[test]
fn the_edges_of_the_range_are_answered() {
    let cube = cuboid(DVec3::splat(0.5)).unwrap();
    for exponent in [-58, -30, -9, 0, 9, 30, 58] {
        let scale = format!("1e{exponent}").parse::<f64>().unwrap();
        let cube = MeshBvh::new(cube.scaled(scale).unwrap());
        let from = Placement::new(
            DVec3::new(4.0, 0.1, 0.2) * scale,
            DQuat::from_rotation_z(0.3),
        );
        let flight = ConstantVelocity::new(
            from,
            DVec3::new(-5.0, 0.0, 0.0) * scale,
            DVec3::new(1.0, 2.0, 3.0),
        );
        let (flight, rest) = (
            flight.unwrap(),
            ConstantVelocity::at_rest(Placement::default()).unwrap(),
        );
        for (name, method) in METHODS {
            let (a, b) = (Moving::new(&cube, &flight), Moving::new(&cube, &rest));
            let outcome = method(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new());
            let Verdict::Contact(contact) = outcome.verdict else {
                panic!("{name} {scale}: {outcome:?}")
            };
            // Capoeira is content with spheres that touch.
            let coarse = name == "capoeira";
            assert!(
                coarse || contact.evidence == Evidence::Crossing,
                "{name} {scale}"
            );
            assert!(
                contact.lower > if coarse { 0.2 } else { 0.5 } && contact.upper < 0.7,
                "{name} {scale}: {contact:?}"
            );
        }
    }
}

#[test]
fn far_spans_and_fast_spins_end_in_an_answer() {
    let cube = MeshBvh::new(cuboid(DVec3::splat(0.5)).unwrap());
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let at = Placement::at(DVec3::new(3.0, 0.0, 0.0));
    for (start, end) in [
        (0.0, 1e60),
        (-1e60, 1e60),
        (1e15, 1e15 + 2.0),
        (-1.0, 0.0),
        (0.5, 0.5),
    ] {
        for linear in [DVec3::ZERO, DVec3::new(-1.0, 0.0, 0.0), DVec3::splat(1e60)] {
            for angular in [
                DVec3::ZERO,
                DVec3::new(0.0, 0.0, 12.0),
                DVec3::new(5e8, 5e8, 5e8),
            ] {
                let motion = ConstantVelocity::new(at, linear, angular).unwrap();
                for (name, method) in METHODS {
                    let (a, b) = (Moving::new(&cube, &motion), Moving::new(&cube, &rest));
                    let limits = Limits::default().with_budget(20_000);
                    let span = Span::new(start, end).unwrap();
                    let outcome = method(a, b, span, &limits, &mut Workspace::new());
                    let bound = |t: f64| assert!(start <= t && t <= end, "{name}: {outcome:?}");
                    match outcome.verdict {
                        Verdict::Contact(contact) => {
                            bound(contact.lower);
                            bound(contact.upper);
                        }
                        Verdict::Undecided {
                            free_until: Some(t),
                            ..
                        } => bound(t),
                        Verdict::Free => {
                            // It flies straight through the other one at t = 3, unless the span is elsewhere.
                            let through = start <= 3.0 && end >= 3.0 && linear.x == -1.0;
                            assert!(!through, "{name} missed it in [{start}, {end}], {angular}");
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
