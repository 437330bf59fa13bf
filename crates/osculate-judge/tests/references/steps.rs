//! The judge of steps against sampled separations and closed forms; and that it bites.

use glam::{DQuat, DVec3};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::pairs::Kind;
use osculate_judge::hulls::steps::{Leg, Pose, Solid, Track, closest, nearest};
use osculate_judge::hulls::walk::{Judge, Moved, Pair};
use osculate_judge::seeded::Seeded;

fn pose(flight: &Flight) -> Pose {
    Pose {
        position: flight.position,
        rotation: flight.rotation,
    }
}

/// All of the step along one flight.
fn flying(solid: &Solid, flight: Flight) -> Track {
    let leg = Leg {
        from: 0.0,
        until: 1.0,
        flight,
    };
    let ends = [pose(&flight), pose(&flight.after(1.0))];
    Track::new(solid, DVec3::ZERO, ends, &[leg])
}

fn standing(solid: &Solid, position: DVec3) -> Track {
    let at = Pose {
        position,
        rotation: DQuat::IDENTITY,
    };
    Track::new(solid, DVec3::ZERO, [at; 2], &[])
}

fn floor() -> Solid {
    Solid::HalfSpace {
        normal: DVec3::Z,
        offset: 0.0,
    }
}

/// Falls by `fall` in the first half of the step from a height of 1.5, and rises by 0.2 in the rest of it.
fn bouncing(fall: f64) -> Track {
    let solid = Solid::Pieces(vec![Body::cuboid(0.5, 0.5, 0.5)]);
    let start = Flight::at(1.5 * DVec3::Z);
    let down = start.moving(-2.0 * fall * DVec3::Z);
    let up = Flight::at((1.5 - fall) * DVec3::Z).moving(0.4 * DVec3::Z);
    let leg = |from: f64, flight| Leg {
        from,
        until: from + 0.5,
        flight,
    };
    let end = Flight::at((1.7 - fall) * DVec3::Z);
    let ends = [pose(&start), pose(&end)];
    Track::new(&solid, DVec3::ZERO, ends, &[leg(0.0, down), leg(0.5, up)])
}

/// A gap of 1e-3 in the middle of the step is seen; a fall that is deeper by more than that is an overlap, over both a plate as thin
/// as a hair and a half-space. It would pass if the judge looked at the ends alone.
#[test]
fn legs_that_meet_are_seen_and_legs_that_do_not_are_proven() {
    let plate = Solid::Pieces(vec![Body::cuboid(3.0, 3.0, 5e-5)]);
    for below in [
        standing(&plate, -5e-5 * DVec3::Z),
        standing(&floor(), DVec3::ZERO),
    ] {
        let apart = nearest(&bouncing(0.999), &below, 1.0).expect("they come close");
        assert!(
            apart.proven && (apart.seen - 1e-3).abs() < 1e-9,
            "{apart:?}"
        );
        assert!((apart.time - 0.5).abs() < 1e-6, "{apart:?}");
        for fall in [1.0, 1.0011, 1.002, 1.7] {
            let overlap = nearest(&bouncing(fall), &below, 1.0).expect("they overlap");
            assert!(
                !overlap.proven && overlap.seen < 1e-3,
                "{fall}: {overlap:?}"
            );
        }
    }
}

/// A body that is not where its last leg has led has jumped, over whatever is in between.
#[test]
fn jumps_are_measured_and_taken_off() {
    let solid = Solid::Pieces(vec![Body::ball(0.5)]);
    let start = Flight::at(2.0 * DVec3::Z);
    let leg = Leg {
        from: 0.0,
        until: 0.5,
        flight: start.moving(DVec3::X),
    };
    let end = |z: f64| Flight::at(DVec3::new(0.5, 0.0, z));
    for (z, proven) in [(2.0, true), (2.1, true), (-2.0, false)] {
        let ends = [pose(&start), pose(&end(z))];
        let ball = Track::new(&solid, DVec3::ZERO, ends, &[leg]);
        assert!((ball.jump - (2.0 - z).abs()).abs() < 1e-12, "{}", ball.jump);
        let plate = Solid::Pieces(vec![Body::cuboid(3.0, 3.0, 1e-4)]);
        let found = nearest(&ball, &standing(&plate, DVec3::ZERO), 10.0).expect("they are near");
        assert_eq!(found.proven, proven, "{z}: {found:?}");
    }
}

/// Seeded flights: what is proven is nowhere sampled to overlap, and what is seen is what sampling sees; every overlap that sampling
/// sees is found.
#[test]
fn separations_agree_with_sampling() {
    let (mut proven, mut overlaps) = (0, 0);
    for case in 0..150 {
        let mut rng = Seeded::of_case(77, case);
        let kinds = [rng.one_of(&Kind::ALL), rng.one_of(&Kind::ALL)];
        let bodies = kinds.map(|kind| kind.body(&mut rng));
        let place = rng.direction() * 1.9;
        let mut flight = |position: DVec3| Flight {
            position,
            rotation: rng.rotation(),
            linear: rng.inside() - position * rng.real(0.0, 1.0),
            angular: rng.inside() * 4.0,
        };
        let flights = [flight(place), flight(DVec3::ZERO)];
        let pair = Pair {
            a: Moved {
                body: bodies[0].clone(),
                flight: flights[0],
            },
            b: Moved {
                body: bodies[1].clone(),
                flight: flights[1],
            },
            span: (0.0, 1.0),
            tolerance: None,
        };
        let judge = Judge::new(&pair);
        let times = (0..=500).map(|k| f64::from(k) / 500.0);
        let sampled = times
            .map(|t| judge.separation(t).upper)
            .fold(f64::INFINITY, f64::min);
        let solids = bodies.map(|body| Solid::Pieces(vec![body]));
        let tracks = [0, 1].map(|k| flying(&solids[k], flights[k]));
        let Some(found) = closest(&tracks, 10.0, |_, _| true) else {
            panic!("{case}: nothing is within ten lengths");
        };
        if found.proven {
            proven += 1;
            assert!(sampled > 0.0, "{case}: {sampled} {found:?}");
            // Between two samples nothing goes further than this, and between two looks the separation at most halves.
            let within = found.seen > sampled - 0.02 && 0.49 * found.seen < sampled;
            assert!(within, "{case}: {sampled} {found:?}");
        } else {
            overlaps += 1;
            assert!(sampled < 0.02, "{case}: {sampled} {found:?}");
        }
    }
    assert!(proven > 30 && overlaps > 30, "{proven} {overlaps}");
}

/// Boxes over half-spaces that stand, move and turn: what is seen is what the lowest corner of many instants says.
#[test]
fn separations_from_half_spaces_agree_with_sampling() {
    let (mut proven, mut overlaps) = (0, 0);
    for case in 0..120 {
        let mut rng = Seeded::of_case(78, case);
        let half = DVec3::new(0.5, 0.3, 0.2);
        let (normal, offset) = (rng.direction(), rng.real(-0.5, 0.5));
        let body = Flight {
            position: normal * rng.real(0.9, 1.6) + offset * normal,
            rotation: rng.rotation(),
            linear: rng.inside() - 0.5 * normal,
            angular: rng.inside() * 6.0,
        };
        let plane = Flight {
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            linear: rng.inside() * 0.2 * f64::from(u32::from(case % 3 > 0)),
            angular: rng.inside() * 0.3 * f64::from(u32::from(case % 3 > 1)),
        };
        let sampled = (0..=500).map(|k| {
            let t = f64::from(k) / 500.0;
            let [at, from] = [body.after(t), plane.after(t)];
            let corner = |i: usize| {
                let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
                at.position + at.rotation * (half * DVec3::new(sign(0), sign(1), sign(2)))
            };
            let heights =
                (0..8).map(|i| (from.rotation * normal).dot(corner(i) - from.position) - offset);
            heights.fold(f64::INFINITY, f64::min)
        });
        let sampled = sampled.fold(f64::INFINITY, f64::min);
        let solid = Solid::Pieces(vec![Body::cuboid(half.x, half.y, half.z)]);
        let floor = Solid::HalfSpace { normal, offset };
        // Either may come first.
        let tracks = [flying(&floor, plane), flying(&solid, body)];
        let found = closest(&tracks, 10.0, |_, _| true).expect("they are near");
        if found.proven {
            proven += 1;
            let within = found.seen > sampled - 0.02 && 0.49 * found.seen < sampled;
            assert!(sampled > 0.0 && within, "{case}: {sampled} {found:?}");
        } else {
            overlaps += 1;
            assert!(sampled < 0.02, "{case}: {sampled} {found:?}");
        }
    }
    assert!(proven > 30 && overlaps > 30, "{proven} {overlaps}");
}
