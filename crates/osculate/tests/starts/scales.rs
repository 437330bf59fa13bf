//! Starts of bodies as small and as large as lengths may be. A power of two changes no digit, so what is told of a start is that of
//! the same bodies of size 1, which `kinds.rs` holds before the judge. Some are a million sizes away, and lengths end at 1e60; some have
//! 1e-13 of their size for a velocity, and those below 1e-60 count as none; gaps go down to a unit of the size. `OSCULATE_CASES` sets the number of cases a kind.

use crate::kinds::{GAPS, KINDS, numbers, scene_of_size};
use crate::sides::NAMES;
use osculate::query::Then;
use osculate::{Outcome, Span, Verdict, Workspace};
use osculate_judge::seeded::{self, Seeded};

/// What kind of answer it is.
fn told(outcome: &Outcome) -> String {
    match outcome.verdict {
        Verdict::Free => "free".into(),
        Verdict::Contact(contact) => format!("contact, {:?}", contact.evidence),
        Verdict::Undecided { reason, .. } => format!("undecided, {reason:?}"),
        Verdict::Overlapping { proven, then, .. } => {
            let then = match then {
                Then::Parts { .. } => "parts",
                Then::Stays => "stays",
                Then::Deepens { .. } => "deepens",
                Then::Unknown => "unknown",
            };
            format!("overlapping, proven {proven}, {then}")
        }
    }
}

#[test]
fn small_and_large_bodies_start_as_others_do() {
    let mut workspace = Workspace::new();
    let stride = (NAMES.len() * NAMES.len()) as u64 / 2 + 1;
    for (kind, name) in KINDS.iter().enumerate() {
        for case in 0..seeded::cases(10) {
            let mut asked = [0, 170, -140].map(|power: i32| {
                let rng = &mut Seeded::of_kind(seeded::seed(2), kind as u64, case);
                let numbers = numbers(rng, kind, case * stride);
                let gap = rng.below(GAPS.len());
                let size = f64::from_bits(((1023 + power) as u64) << 52);
                let scene = scene_of_size(rng, kind, numbers, gap, size);
                let answers = scene.ask(Span::UNIT, &scene.limits, &mut workspace);
                let answers = answers.iter();
                let answers: Vec<_> = answers.map(|(method, o)| (*method, told(o))).collect();
                let [a, b] = numbers.map(|number| NAMES[number]);
                (format!("{name} {case} {a}/{b} gap {}", GAPS[gap]), answers)
            });
            let (what, known) = core::mem::take(&mut asked[0]);
            for (_, answers) in &asked[1..] {
                assert_eq!(*answers, known, "{what}");
            }
        }
    }
}
