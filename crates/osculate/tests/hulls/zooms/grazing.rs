//! Bodies that pass each other at next to no distance.

use super::{Expect, about_z, at, moved, run, unit, vector, zoom};
use crate::ask::{METHODS, ask};
use glam::{DQuat, DVec3};
use osculate::{Limits, Verdict, Workspace};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::pairs::{Kind, SPINS, pair};
use osculate_judge::hulls::walk::Pair;
use osculate_judge::seeded::Seeded;
use std::f64::consts::FRAC_PI_2;

#[test]
fn grazing_by_design() {
    let mut balls = Vec::new();
    let mut rounded = Vec::new();
    for gap in [1e-9, 1e-12, 1e-15, 0.0, -1e-15, -1e-12, -1e-9] {
        for spin in [0.0, 0.5, 3.0, 12.0] {
            let spins = [vector(spin, -spin, 0.5 * spin), vector(-spin, spin, spin)];
            let past = |a: Body, b: Body, y: f64| {
                let flight = at(-3.0, y, 0.0)
                    .moving(vector(6.0, 0.0, 0.0))
                    .spinning(spins[0]);
                unit(
                    moved(a, flight),
                    moved(b, at(0.0, 0.0, 0.0).spinning(spins[1])),
                    1e-6,
                )
            };
            let expect = if gap <= -1e-12 {
                Expect::Contact
            } else {
                Expect::Anything
            };
            balls.push((past(Body::ball(0.5), Body::ball(0.25), 0.75 + gap), expect));
            // A corner of a rounded box past a ball: about a corner the margin is a ball.
            let corner = DVec3::splat(0.5);
            let die = Body::cuboid(0.5, 0.5, 0.5).rounded(0.25);
            let ball = Body::ball(0.25);
            let flight = at(-3.0, 0.5 + gap, 0.0).moving(vector(6.0, 0.0, 0.0));
            let still = Flight::at(-corner);
            rounded.push((
                unit(moved(die.clone(), still), moved(ball, flight), 1e-6),
                expect,
            ));
            // A die that turns about its corner.
            let turning = Flight::at(DVec3::ZERO)
                .turned(about_z(-FRAC_PI_2))
                .spinning(vector(0.0, 0.0, 0.3 * spin));
            let hinged = die.placed(-corner, DQuat::IDENTITY);
            rounded.push((
                unit(
                    moved(hinged, turning),
                    moved(Body::ball(0.25), flight),
                    1e-6,
                ),
                Expect::Anything,
            ));
        }
    }
    run(&[
        zoom("balls grazing by 1e-12 and less", 60, balls),
        zoom("rounded corners grazing by 1e-12 and less", 2_000, rounded),
    ]);
}

/// Moves a sideways until the answer changes between free and not, as closely as `f64` allows.
fn border(mut pair: Pair, sideways: DVec3, far: f64) -> Option<[Pair; 2]> {
    let start = pair.a.flight.position;
    let mut workspace = Workspace::new();
    let mut free_at = |pair: &mut Pair, s: f64| {
        pair.a.flight.position = start + sideways * s;
        ask(METHODS[0].1, pair, Limits::DEFAULT_BUDGET, &mut workspace).verdict == Verdict::Free
    };
    let (mut hit, mut free) = (0.0, far);
    if free_at(&mut pair, hit) || !free_at(&mut pair, free) {
        return None;
    }
    for _ in 0..60 {
        let middle = 0.5 * (hit + free);
        if free_at(&mut pair, middle) {
            free = middle;
        } else {
            hit = middle;
        }
    }
    Some([hit, free].map(|s| {
        let mut pair = pair.clone();
        pair.a.flight.position = start + sideways * s;
        pair
    }))
}

#[test]
fn grazing_at_the_border() {
    let mut zooms = Vec::new();
    for (name, kinds) in [
        ("balls", [Kind::Ball, Kind::Ball]),
        ("ball and box", [Kind::Ball, Kind::Cuboid]),
        ("boxes", [Kind::Cuboid, Kind::Cuboid]),
        ("rounded boxes", [Kind::RoundedCuboid, Kind::RoundedCuboid]),
        ("capsules", [Kind::Capsule, Kind::Capsule]),
        ("polytopes", [Kind::Polytope, Kind::Polytope]),
        ("ellipsoids", [Kind::Ellipsoid, Kind::Ellipsoid]),
        ("cylinder and cone", [Kind::Cylinder, Kind::Cone]),
        ("ellipsoid and box", [Kind::Ellipsoid, Kind::Cuboid]),
    ] {
        let mut cases = Vec::new();
        for case in 0..10 {
            let mut rng = Seeded::of_kind(31, case, 0);
            let mut pair = pair(kinds, SPINS[(case % 5) as usize], true, &mut rng);
            let aim = pair.b.flight.position - pair.a.flight.position;
            pair.a.flight.linear = pair.b.flight.linear + aim * 2.0;
            if case % 2 == 1 {
                pair.tolerance = Some(1e-10);
            }
            let sideways = aim.cross(rng.direction()).normalize();
            let Some(pairs) = border(pair, sideways, 4.0) else {
                continue;
            };
            cases.extend(pairs.map(|pair| (pair, Expect::Anything)));
        }
        assert!(cases.len() > 10, "{name}: too few borders");
        zooms.push(zoom(name, 2_000, cases));
    }
    run(&zooms);
}
