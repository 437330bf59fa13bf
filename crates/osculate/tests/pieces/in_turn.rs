//! Bodies that pass each other's edges, shown apart along two directions in turn, or along one that turns with a body: with a sampler for a judge. Most of them no direction keeps apart by itself.
//! `OSCULATE_CASES` sets the number of pairs, `OSCULATE_SEED` shifts them.

use crate::frames::Case;
use crate::sampled::{AnyMotion, sampled, slack, some_side, told};
use glam::DVec3;
use osculate::query::small_motions::{
    Apart, PairMemory, Stretch, apart_along_either, apart_in_turn, apart_together, measure,
};
use osculate::{ConstantVelocity, Placement, Span, Workspace};
use osculate_judge::seeded::{self, Seeded};
use std::sync::Arc;

/// A body that goes from one side of another to another side, and may turn a little.
fn passing(seed: u64, number: u64) -> Case {
    let rng = &mut Seeded::of_kind(seed, 41, number);
    let size = if rng.once_in(7) {
        rng.magnitude(-40.0, 40.0)
    } else {
        1.0
    };
    let mut side = |size: f64| loop {
        let side = some_side(rng, size);
        if side.plane.is_none() {
            break side;
        }
    };
    let sides = [side(0.5 * size), side(size)];
    let [small, large] = [0, 1].map(|i| sides[i].ball);
    let from = rng.direction();
    let along = from.any_orthonormal_vector();
    let half = rng.real(0.1, 0.7);
    let [start, end] =
        [-half, half].map(|angle: f64| from * libm::cos(angle) + along * libm::sin(angle));
    // The way leads by at about the sum of both radii, or less: few bodies fill their balls.
    let near = rng.real(0.5, 1.1) * (small.1 + large.1) / libm::cos(half);
    let far = if rng.once_in(6) { 1e6 * size } else { 0.0 } * rng.direction();
    let turning = rng.one_of(&[0.0, 0.1, 0.6, 2.0]);
    let at = Placement::new(far + large.0 + near * start, rng.rotation());
    let spin = rng.vector(turning);
    // Every other pair turns as one, about the middle of the larger body.
    let as_one = rng.once_in(2);
    let way = if as_one {
        spin.cross(near * start) + rng.vector(0.02) * size
    } else {
        near * (end - start)
    };
    let flight = ConstantVelocity::about(small.0, at, way, spin).expect("a way of some sizes");
    let other = if as_one { spin } else { DVec3::ZERO };
    let stands = Placement::at(far + large.0);
    let turn = ConstantVelocity::about(large.0, stands, DVec3::ZERO, other).expect("a turn");
    let motions: [AnyMotion; 2] = [Arc::new(flight), Arc::new(turn)];
    let told = told(rng, &motions, size, number);
    let clearance = if rng.once_in(3) {
        size * rng.magnitude(-6.0, -1.5)
    } else {
        0.0
    };
    let slack = slack(&sides, &motions, [0.0, 1.0]);
    Case {
        sides,
        motions,
        told,
        frames: vec![Span::UNIT],
        clearance,
        slack,
    }
}

/// The furthest that two bodies are shown to be apart along a direction that turns with one of them: so a bound that is too small is seen.
fn most_apart(case: &Case, normal: DVec3) -> Option<Apart> {
    let bodies = [case.moving(0), case.moving(1)];
    let shown = |clearance: f64| {
        let mut memory = PairMemory::new();
        apart_along_either(bodies, Span::UNIT, normal, clearance, &mut memory)
    };
    let mut most = shown(case.clearance)?;
    let mut step = 4.0 * case.sides.iter().map(|side| side.ball.1).sum::<f64>();
    for _ in 0..40 {
        match shown(most.separation + step) {
            Some(further) => most = further,
            None => step *= 0.5,
        }
    }
    Some(most)
}

#[test]
fn what_is_apart_in_turn_is_apart_at_all_samples() {
    let (cases, seed) = (seeded::cases(400), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let mut with_a_body = [0_u32; 2];
    // Shown in turn; not shown along either direction alone; refused though the samples are apart, and refused rightly.
    let mut counts = [0_u32; 4];
    for number in 0..cases {
        let case = passing(seed, number);
        let rng = &mut Seeded::of_kind(seed, 42, number);
        let (a, b) = (case.moving(0), case.moving(1));
        let [of_a, of_b] = [Stretch::new(a, Span::UNIT), Stretch::new(b, Span::UNIT)];
        let memory = &mut PairMemory::new();
        let directions = [0.0, 1.0].map(|t| {
            measure(a, b, t, memory, workspace);
            let known = memory.direction();
            // Of compounds and meshes none is measured.
            let places = [
                a.motion.placement(t).position,
                b.motion.placement(t).position,
            ];
            if known == DVec3::ZERO {
                (places[0] - places[1]).normalize()
            } else {
                known
            }
        });
        let clearance = case.clearance;
        let name = format!("case {number}");
        for normal in directions {
            let Some(apart) = most_apart(&case, normal) else {
                continue;
            };
            for _ in 0..4 {
                case.check(&apart, Span::UNIT, rng, &name);
            }
            let mut memory = PairMemory::new();
            memory.suggest(normal);
            let least = 0.999 * apart.separation;
            let alone = apart_together(&of_a, &of_b, least, &mut memory);
            with_a_body[usize::from(alone.is_none())] += 1;
        }
        let shown = apart_in_turn(&of_a, &of_b, directions, clearance, memory);
        let Some(apart) = shown else {
            let least = (0..=64).map(|k| {
                let times = [f64::from(k) / 64.0; 2];
                let sides = [&case.sides[0], &case.sides[1]];
                sampled(sides, &case.motions, times, 0.1 * case.slack).0
            });
            let least = least.fold(f64::INFINITY, f64::min);
            counts[if least > clearance { 2 } else { 3 }] += 1;
            continue;
        };
        assert!(!apart.holds_for_any_stop_times && apart.separation > clearance);
        for _ in 0..6 {
            case.check(&apart, Span::UNIT, rng, &name);
        }
        let alone = directions.iter().any(|&direction| {
            let mut memory = PairMemory::new();
            memory.suggest(direction);
            apart_together(&of_a, &of_b, clearance, &mut memory).is_some()
        });
        counts[usize::from(!alone)] += 1;
    }
    println!("along one, only in turn, not shown, not apart: {counts:?}");
    println!(
        "along one that turns with a body, and not along one that stands still: {with_a_body:?}"
    );
    assert!(counts.iter().chain(&with_a_body).all(|&count| count > 0));
}
