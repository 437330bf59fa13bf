//! Starts in spans without a length, or without an instant inside, and with small budgets. The scenes are those of `kinds.rs`, with
//! the same settings.

use crate::kinds::{GAPS, KINDS, fault, numbers, scene};
use crate::scene::Scene;
use crate::sides::NAMES;
use osculate::query::Then;
use osculate::{Outcome, Reason, Span, Verdict, Workspace};
use osculate_judge::seeded::{self, Seeded};

/// Scenes of all kinds in turn.
fn each(count: u64, mut look: impl FnMut(Scene, &str)) {
    let seed = seeded::seed(1);
    for case in 0..count {
        let rng = &mut Seeded::of_kind(seed, 55, case);
        let kind = case as usize % KINDS.len();
        let numbers = numbers(rng, kind, rng.clone().bits() >> 1);
        let gap = rng.below(GAPS.len());
        let [a, b] = numbers.map(|number| NAMES[number]);
        let name = format!("{case} {} {a}/{b} gap {}", KINDS[kind], GAPS[gap]);
        look(scene(rng, kind, numbers, gap), &name);
    }
}

#[test]
fn instants_are_free_or_overlapping() {
    let mut workspace = Workspace::new();
    let (mut free, mut overlapping) = (0, 0);
    each(seeded::cases(36), |mut scene, name| {
        scene.span = Span::new(0.0, 0.0).expect("a valid span");
        for (method, outcome) in scene.ask(scene.span, &scene.limits, &mut workspace) {
            match outcome.verdict {
                Verdict::Free => free += 1,
                Verdict::Overlapping { then, .. } => {
                    assert_eq!(then, Then::Stays, "{name} {method}");
                    overlapping += 1;
                }
                other => panic!("{name} {method}: {other}"),
            }
            if let Some(fault) = fault(&scene, method, &outcome) {
                panic!("{name} {method}: {fault}");
            }
        }
    });
    assert!(free > 0 && overlapping > 0, "{free} {overlapping}");
}

#[test]
fn spans_of_one_unit_are_told_by_one_step() {
    let mut workspace = Workspace::new();
    each(seeded::cases(36), |mut scene, name| {
        let start = 0.0625;
        scene.span = Span::new(start, f64::next_up(start)).expect("a valid span");
        for (method, outcome) in scene.ask(scene.span, &scene.limits, &mut workspace) {
            let fine = match outcome.verdict {
                Verdict::Free | Verdict::Overlapping { .. } => true,
                Verdict::Contact(contact) => contact.lower == start,
                Verdict::Undecided { free_until, reason } => {
                    reason == Reason::Resolution && free_until == Some(start)
                }
            };
            assert!(fine, "{name} {method}: {}", outcome.verdict);
            let undecided = matches!(outcome.verdict, Verdict::Undecided { .. });
            if let Some(fault) = fault(&scene, method, &outcome).filter(|_| !undecided) {
                panic!("{name} {method}: {fault}");
            }
        }
    });
}

/// With a budget that ends somewhere, less is told, and nothing wrong.
#[test]
fn small_budgets_tell_less() {
    let mut workspace = Workspace::new();
    let (mut ended, mut told) = (0, 0);
    each(seeded::cases(12), |scene, name| {
        for budget in [0, 1, 3, 10, 30, 100, 1000] {
            let limits = scene.limits.with_budget(budget);
            for (method, outcome) in scene.ask(scene.span, &limits, &mut workspace) {
                match outcome.verdict {
                    Verdict::Undecided { .. } => ended += 1,
                    Verdict::Overlapping { start, .. } if start.normal == glam::DVec3::ZERO => {
                        assert!(
                            start.depth.upper == f64::INFINITY,
                            "{name} {method} {budget}"
                        );
                        assert!(outcome.verdict.blocks(), "{name} {method} {budget}");
                        ended += 1;
                    }
                    _ => told += 1,
                }
                if let Some(fault) = budgeted_fault(&scene, method, &outcome) {
                    panic!("{name} {method} {budget}: {fault}");
                }
            }
        }
    });
    assert!(ended > 0 && told > 0, "{ended} {told}");
}

fn budgeted_fault(scene: &Scene, method: &str, outcome: &Outcome) -> Option<String> {
    match outcome.verdict {
        Verdict::Undecided {
            reason: Reason::Budget,
            ..
        } => None,
        Verdict::Overlapping { start, .. } if start.normal == glam::DVec3::ZERO => None,
        _ => fault(scene, method, outcome),
    }
}
