//! One table of queries of every kind through every method and the independent reference.
//!
//! `OSCULATE_CASES` sets the number of cases a kind (12), `OSCULATE_SEED` shifts all of them, `OSCULATE_KIND` and
//! `OSCULATE_CASE` pick one: what a failure prints is the command that repeats it.

use crate::agree::agree;
use crate::check::check;
use crate::scenes::{Method, Query};
use osculate::{Evidence, Outcome, Reason, Verdict};
use osculate_judge::meshes::judge::{FirstContact, Judge, Scene};
use osculate_judge::meshes::kinds::{self, KINDS};
use osculate_judge::seeded;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What the answers of one kind were, over all methods.
#[derive(Default)]
struct Row {
    cases: u64,
    crossing: u64,
    near: u64,
    free: u64,
    overlapping: [u64; 2],
    undecided: u64,
    doubts: u64,
    transversal: u64,
    transversal_crossing: u64,
    reference_time: Duration,
    failures: Vec<String>,
}

/// The answer of every method, each judged.
struct Answers {
    outcomes: Vec<(Method, Outcome)>,
    reference: FirstContact,
}

fn answers(scene: &Scene, judge: &Judge) -> Answers {
    let mut query = Query::new(scene);
    let outcomes = Method::ALL
        .map(|method| (method, query.ask(method)))
        .to_vec();
    // A trillionth of the span is finer than any default tolerance; what it leaves open `check` settles.
    Answers {
        outcomes,
        reference: judge.first_contact(1e-12, 20_000),
    }
}

/// Runs one case, and says what is wrong with it.
fn run(scene: &Scene, adversarial: bool, row: &mut Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let judge = Judge::new(scene);
    let clock = Instant::now();
    let Answers {
        outcomes,
        reference,
    } = answers(scene, &judge);
    row.cases += 1;
    let mut doubt = false;
    for (i, (method, outcome)) in outcomes.iter().enumerate() {
        match outcome.verdict {
            Verdict::Free => row.free += 1,
            Verdict::Contact(contact) if contact.evidence == Evidence::Crossing => {
                row.crossing += 1
            }
            Verdict::Contact(_) => row.near += 1,
            Verdict::Overlapping { proven, .. } => row.overlapping[usize::from(!proven)] += 1,
            Verdict::Undecided { reason, .. } => {
                row.undecided += 1;
                if !adversarial {
                    let why = if reason == Reason::Budget {
                        "budget"
                    } else {
                        "resolution"
                    };
                    wrong.push(format!("{method:?}: undecided for want of {why}"));
                }
            }
        }
        match check(&judge, &reference, *method, outcome) {
            Ok(opinion) => {
                doubt |= opinion.doubt;
                if opinion.transversal {
                    row.transversal += 1;
                    if let Verdict::Contact(contact) = outcome.verdict {
                        row.transversal_crossing +=
                            u64::from(contact.evidence == Evidence::Crossing);
                    }
                }
            }
            Err(message) => wrong.push(format!("{method:?}: {message}\n      {outcome:?}")),
        }
        for (other_method, other) in &outcomes[..i] {
            if let Err(message) = agree(scene.span, outcome, other) {
                wrong.push(format!("{method:?} and {other_method:?}: {message}"));
            }
        }
    }
    row.doubts += u64::from(doubt);
    row.reference_time += clock.elapsed();
    wrong
}

#[test]
fn every_method_agrees_with_the_reference() {
    let count = seeded::cases(8);
    let seed = seeded::seed(0);
    let only_kind = seeded::setting("OSCULATE_KIND").map(|kind| kind as usize);
    let only_case = seeded::setting("OSCULATE_CASE");
    let rows: Vec<Mutex<Row>> = KINDS.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let kind = next.fetch_add(1, Ordering::Relaxed);
                    if kind >= KINDS.len() {
                        return;
                    }
                    if only_kind.is_some_and(|only| only != kind) {
                        continue;
                    }
                    let mut row = Row::default();
                    for case in (0..count).filter(|&case| only_case.is_none_or(|only| only == case)) {
                        let scene = kinds::scene(kind, case, seed);
                        if only_case.is_some() {
                            println!("{scene:#?}");
                        }
                        for message in run(&scene, KINDS[kind].adversarial, &mut row) {
                            row.failures.push(format!(
                                "{}: OSCULATE_SEED={seed} OSCULATE_KIND={kind} OSCULATE_CASES={count} \
                                 OSCULATE_CASE={case} cargo test -p osculate --test meshes agreement\n    {message}",
                                KINDS[kind].name
                            ));
                        }
                    }
                    *rows[kind].lock().unwrap() = row;
                }
            });
        }
    });
    report(
        &rows
            .into_iter()
            .map(|row| row.into_inner().unwrap())
            .collect::<Vec<_>>(),
    );
}

fn report(rows: &[Row]) {
    println!(
        "{:32} {:>6} {:>8} {:>6} {:>6} {:>8} {:>8} {:>9} {:>6} {:>13} {:>8}",
        "kind",
        "cases",
        "crossing",
        "near",
        "free",
        "overlaps",
        "touches",
        "undecided",
        "doubts",
        "transversal",
        "seconds"
    );
    let mut total = Row::default();
    for (kind, row) in KINDS.iter().zip(rows) {
        if row.cases == 0 {
            continue;
        }
        let mark = if kind.adversarial {
            " (adversarial)"
        } else {
            ""
        };
        println!(
            "{:32} {:>6} {:>8} {:>6} {:>6} {:>8} {:>8} {:>9} {:>6} {:>6}/{:<6} {:>8.2}",
            format!("{}{mark}", kind.name),
            row.cases,
            row.crossing,
            row.near,
            row.free,
            row.overlapping[0],
            row.overlapping[1],
            row.undecided,
            row.doubts,
            row.transversal_crossing,
            row.transversal,
            row.reference_time.as_secs_f64(),
        );
        total.failures.extend(row.failures.iter().cloned());
        if !kind.adversarial {
            total.cases += row.cases;
            total.doubts += row.doubts;
            total.transversal += row.transversal;
            total.transversal_crossing += row.transversal_crossing;
        }
    }
    let share = 100.0 * total.transversal_crossing as f64 / total.transversal.max(1) as f64;
    println!(
        "{} cases, {} in doubt, {share:.2} % of transversal contacts cross",
        total.cases, total.doubts
    );
    for failure in total.failures.iter().take(60) {
        println!("{failure}");
    }
    assert!(
        total.failures.is_empty(),
        "{} answers are wrong",
        total.failures.len()
    );
    assert!(
        1000 * total.doubts < total.cases.max(1000),
        "the reference left {} cases open",
        total.doubts
    );
    assert!(
        share >= 99.0 || total.transversal == 0,
        "only {share:.2} % of transversal contacts end in a crossing"
    );
}
