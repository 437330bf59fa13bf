//! Bodies in touch, or nearly so, as a span starts or ends, and bodies that stay as they are.

use super::{Expect, at, moved, run, unit, vector, zoom};
use glam::{DQuat, DVec3};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::walk::Pair;
use std::f64::consts::FRAC_PI_2;

type Cases = Vec<(Pair, Expect)>;

/// Two bodies that both reach ±0.5 along x, at the middle, and a spin.
#[derive(Clone, Copy)]
struct Two {
    a: fn() -> Body,
    b: fn() -> Body,
    spin: f64,
}

impl Two {
    fn all() -> Vec<Two> {
        let shapes: [fn() -> Body; 4] = [
            || Body::cuboid(0.5, 0.5, 0.5),
            || Body::ball(0.5),
            || Body::cylinder(0.5, 0.5),
            || Body::ellipsoid(0.5, 0.25, 0.75),
        ];
        let pairs = shapes.iter().flat_map(|&a| shapes.map(|b| (a, b)));
        pairs
            .flat_map(|(a, b)| [0.0, 3.0, 12.0].map(|spin| Two { a, b, spin }))
            .collect()
    }

    fn turn(self) -> DVec3 {
        vector(0.3 * self.spin, -self.spin, self.spin)
    }

    /// a moves, b is at the origin.
    fn pair(self, flight: Flight) -> Pair {
        self.both(flight, at(0.0, 0.0, 0.0))
    }

    fn both(self, flight: Flight, other: Flight) -> Pair {
        unit(moved((self.a)(), flight), moved((self.b)(), other), 1e-6)
    }

    /// One rigid body in two parts, a gap apart: the second's origin is that of the first.
    fn carried(self, flight: Flight, gap: f64) -> Pair {
        let part = (self.a)().placed(vector(1.0 + gap, 0.0, 0.0), DQuat::IDENTITY);
        unit(moved(part, flight), moved((self.b)(), flight), 1e-6)
    }
}

#[test]
fn starts() {
    let (mut in_touch, mut overlapping) = (Cases::new(), Cases::new());
    let (mut within, mut still) = (Cases::new(), Cases::new());
    for two in Two::all() {
        let turn = two.turn();
        let touching = two.pair(at(1.0, 0.0, 0.0).spinning(turn));
        in_touch.push((touching, Expect::Overlapping));
        let (flight, other) = (at(0.7, 0.1, 0.0), at(0.0, 0.0, 0.0));
        let inside = two.both(flight.spinning(turn), other.spinning(-turn));
        overlapping.push((inside, Expect::Overlapping));
        for gap in [1e-7, 1e-9, 1e-11] {
            // Separating faster than anything turns, or resting.
            let beside = at(1.0 + gap, 0.0, 0.0);
            let leaving = beside.moving(vector(2.0, 0.0, 0.0));
            within.push((two.pair(leaving), Expect::Free));
            let fast = beside.moving(vector(60.0, 0.0, 0.0)).spinning(turn);
            within.push((two.pair(fast), Expect::Free));
            still.push((two.pair(beside), Expect::Free));
            let sliding = beside.moving(vector(0.0, 0.0, 0.0));
            within.push((two.pair(sliding), Expect::Free));
        }
        still.push((two.pair(at(3.0, 0.0, 0.0)), Expect::Free));
    }
    run(&[
        zoom("in touch at the start", 8000, in_touch),
        zoom("overlapping at the start", 4000, overlapping),
        zoom("within tolerance, not approaching", 500, within),
        zoom("standing still", 100, still),
    ]);
}

#[test]
fn carried_by_one_motion() {
    let mut together = Cases::new();
    for two in Two::all() {
        for gap in [1e-2, 1e-7, 1e-10] {
            let flight = at(1.0, 2.0, 3.0)
                .turned(DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5))
                .moving(vector(1.0, 2.0, -1.0))
                .spinning(two.turn());
            let expect = if gap > 1e-5 || two.spin == 0.0 {
                Expect::Free
            } else {
                Expect::FreeIfAttached
            };
            together.push((two.carried(flight, gap), expect));
            let drifting = flight.spinning(DVec3::ZERO);
            together.push((two.carried(drifting, gap), Expect::Free));
        }
    }
    run(&[zoom("carried by one motion", 100, together)]);
}

#[test]
fn ends() {
    let cube = || Body::cuboid(0.5, 0.5, 0.5);
    let die = || Body::cuboid(0.25, 0.25, 0.25).rounded(0.25);
    let coming = at(3.0, 0.0, 0.0).moving(vector(-2.0, 0.0, 0.0));
    let meeting = |two: Two| (two.pair(coming), Expect::Contact);
    let mut at_the_end: Cases = Two::all().into_iter().map(meeting).collect();
    // A spinning die comes round to its contact as the span ends.
    let coming = coming.spinning(vector(0.0, 0.0, FRAC_PI_2));
    for body in [cube, die] {
        let resting = moved(body(), at(0.0, 0.0, 0.0));
        let pair = unit(moved(body(), coming), resting, 1e-6);
        at_the_end.push((pair, Expect::NotFree));
    }
    let no_time = [(0.0, Expect::Free), (1.0, Expect::Overlapping)].map(|(time, expect)| {
        let mut pair = unit(
            moved(cube(), at(3.0, 0.0, 0.0).moving(vector(-2.5, 0.0, 0.0))),
            moved(cube(), at(0.0, 0.0, 0.0).spinning(vector(0.0, 5.0, 0.0))),
            None,
        );
        pair.span = (time, time);
        (pair, expect)
    });
    run(&[
        zoom("contact as the span ends", 500, at_the_end),
        zoom("no time at all", 100, no_time.to_vec()),
    ]);
}
