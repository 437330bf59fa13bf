//! Every method at the ends of the range that is promised, against its own answer at scale 1.
//!
//! To multiply all lengths by 2^k and all times by 2^m is exact, so the answers should be the same, and mostly their bits
//! are. A product of lengths that underflows or overflows somewhere makes a method fail here.
//!
//! `OSCULATE_CASES` sets the number of cases a kind (6), `OSCULATE_SEED` shifts all of them.

#[path = "reference/reference.rs"]
mod reference;

use osculate::{Outcome, Verdict};
use reference::check::agree;
use reference::judge::Scene;
use reference::kinds::{self, KINDS};
use reference::scaled::unscaled;
use reference::scenes::{Method, Query};

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

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} must be a number, not {text}"))
    })
}

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
        Verdict::Overlapping { proven: true } => "overlapping",
        Verdict::Overlapping { proven: false } => "touching",
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
    let count = number("OSCULATE_CASES").unwrap_or(6);
    let seed = number("OSCULATE_SEED").unwrap_or(0);
    let mut rows = [[Row::default(); Method::ALL.len()]; SCALES.len()];
    let mut wrong = Vec::new();
    for kind in 0..KINDS.len() {
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
                            KINDS[kind].name
                        ));
                    }
                }
            }
        }
    }
    println!("lengths  times  answers, same verdict, same bits: {:?}", Method::ALL);
    for ((length, time), row) in SCALES.into_iter().zip(&rows) {
        let cells = row.map(|row| format!("{:>6} {:>6} {:>6}", row.answers, row.same_word, row.same_bits));
        println!("2^{length:<5} 2^{time:<5} {}", cells.join(" |"));
    }
    for message in wrong.iter().take(20) {
        println!("{message}");
    }
    assert!(wrong.is_empty(), "{} answers are wrong", wrong.len());
}
