//! Queries that are answered in small budgets, each going on where the last one stopped, beside the same query asked at once.
//! `OSCULATE_CASES` sets their number, `OSCULATE_SEED` shifts them, `OSCULATE_CASE` picks one.

use crate::scene::{Path, Scene};
use crate::sides::{NAMES, Side};
use osculate::query::LimitsError;
use osculate::{Evidence, Limits, Outcome, Reason, Span, Verdict, Workspace};
use osculate_judge::seeded::{self, Seeded};

/// Two shapes that fly at each other, and meet or pass.
fn scene(rng: &mut Seeded, case: u64) -> Scene {
    let pair = case as usize % (NAMES.len() * NAMES.len() - 1);
    let numbers = [pair / NAMES.len(), pair % NAMES.len()];
    let ratio = rng.one_of(&[1.0, 1.0, 0.25, 0.0625]);
    let sides = [
        Side::any(rng, numbers[0], 1.0),
        Side::any(rng, numbers[1], ratio),
    ];
    // Where they are close to each other, and when.
    let (meet, at) = (rng.vector(1.0), rng.real(0.05, 1.1));
    let reach = sides[0].reach + sides[1].reach;
    let aside = reach * rng.real(0.0, 1.1) * rng.direction();
    let spinning = rng.whole(0, 3) > 0;
    let paths = [meet + aside, meet].map(|there| {
        let mut path = Path::at(there);
        path.flight.rotation = rng.rotation();
        path.flight.linear = rng.magnitude(-1.0, 1.0) * rng.direction();
        if spinning {
            path.flight.angular = rng.magnitude(-1.0, 1.2) * rng.direction();
        }
        path.flight.position = there - at * path.flight.linear;
        path
    });
    let mut limits = Limits::default();
    if rng.once_in(3) {
        let tolerance = rng.magnitude(-10.0, -3.0);
        limits = limits.with_tolerance(tolerance).expect("a valid tolerance");
    }
    if rng.once_in(4) {
        let clearance = rng.magnitude(-6.0, -1.0);
        limits = limits.with_clearance(clearance).expect("a valid clearance");
    } else if rng.once_in(4) {
        limits = limits
            .with_skin(rng.magnitude(-4.0, -1.0))
            .expect("a valid skin");
    }
    Scene::new(sides, paths, limits)
}

/// Goes on until there is an answer; the number of queries.
fn resumed(scene: &Scene, method: usize, workspace: &mut Workspace) -> (Outcome, u32) {
    let (mut limits, mut span) = (scene.limits.with_budget(1), scene.span);
    let mut queries = 0;
    loop {
        queries += 1;
        let (_, outcome) = scene.ask(span, &limits, workspace)[method];
        let Verdict::Undecided {
            free_until,
            reason: Reason::Budget,
        } = outcome.verdict
        else {
            assert_eq!(limits.continuing(&outcome).err(), answered(&outcome));
            return (outcome, queries);
        };
        let budget = limits.budget();
        limits = limits.continuing(&outcome).expect("it was undecided");
        let until = free_until.unwrap_or(span.start());
        assert!(until >= span.start() && until <= span.end(), "{outcome:?}");
        if until > span.start() {
            span = Span::new(until, span.end()).expect("a valid span");
        } else {
            assert!(budget < 1 << 40, "no end: {outcome:?}");
            limits = limits.with_budget(2 * budget);
        }
    }
}

fn answered(outcome: &Outcome) -> Option<LimitsError> {
    let undecided = matches!(outcome.verdict, Verdict::Undecided { .. });
    (!undecided).then_some(LimitsError::Answered)
}

/// Up to when the bodies are said to be apart, and when they are said to have met.
fn said(scene: &Scene, outcome: &Outcome) -> (f64, f64) {
    match outcome.verdict {
        Verdict::Free => (scene.span.end(), f64::INFINITY),
        Verdict::Contact(contact) => {
            let crossing = contact.evidence == Evidence::Crossing;
            (
                contact.lower,
                if crossing {
                    contact.upper
                } else {
                    f64::INFINITY
                },
            )
        }
        Verdict::Overlapping { proven: true, .. } => (f64::NEG_INFINITY, scene.span.start()),
        Verdict::Overlapping { .. } => (f64::NEG_INFINITY, f64::INFINITY),
        Verdict::Undecided { free_until, .. } => {
            (free_until.unwrap_or(f64::NEG_INFINITY), f64::INFINITY)
        }
    }
}

/// What is wrong with an answer in parts, beside the whole one.
fn fault(scene: &Scene, method: &str, whole: &Outcome, parts: &Outcome) -> Option<String> {
    let ((apart, met), (apart_too, met_too)) = (said(scene, whole), said(scene, parts));
    if apart >= met_too || apart_too >= met {
        return Some("they disagree".into());
    }
    let near = |verdict: &Verdict| matches!(verdict, Verdict::Contact(contact) if contact.evidence == Evidence::Near);
    let fine = match (&whole.verdict, &parts.verdict) {
        (_, Verdict::Undecided { .. }) => matches!(
            whole.verdict,
            Verdict::Undecided {
                reason: Reason::Resolution,
                ..
            }
        ),
        (Verdict::Contact(contact), other) if contact.evidence == Evidence::Crossing => {
            other.contact().is_some()
        }
        (Verdict::Free, other) => *other == Verdict::Free || near(other),
        (Verdict::Overlapping { .. }, other) => matches!(other, Verdict::Overlapping { .. }),
        (Verdict::Contact(_), other) => *other == Verdict::Free || other.contact().is_some(),
        (Verdict::Undecided { .. }, _) => true,
    };
    if !fine {
        return Some("another answer".into());
    }
    // Capoeira states how coarse its balls were.
    let tolerances = method == "capoeira" || parts.tolerance == whole.tolerance;
    if parts.clearance != whole.clearance || !tolerances {
        return Some("other limits in force".into());
    }
    None
}

#[test]
fn queries_in_parts_agree_with_whole_ones() {
    let (count, seed) = (seeded::cases(240), seeded::seed(1));
    let only = seeded::setting("OSCULATE_CASE");
    let mut workspace = Workspace::new();
    let (mut faults, mut queries, mut asked, mut met) = (Vec::new(), 0, 0, 0);
    for case in 0..count {
        if only.is_some_and(|only| only != case) {
            continue;
        }
        let rng = &mut Seeded::of_kind(seed, 77, case);
        let scene = scene(rng, case);
        let whole = scene.ask(scene.span, &scene.limits, &mut workspace);
        let method = rng.below(whole.len());
        let (name, whole) = whole[method];
        let (parts, times) = resumed(&scene, method, &mut workspace);
        queries += 1;
        asked += times;
        met += u32::from(whole.verdict.contact().is_some());
        if let Some(fault) = fault(&scene, name, &whole, &parts) {
            let pair = case as usize % (NAMES.len() * NAMES.len() - 1);
            let [a, b] = [pair / NAMES.len(), pair % NAMES.len()].map(|number| NAMES[number]);
            faults.push(format!(
                "{case} {a}/{b} {name}: {fault}\n  {} {:e}\n  {} {:e}",
                whole.verdict, whole.tolerance, parts.verdict, parts.tolerance
            ));
        }
    }
    println!("{queries} queries in {asked} parts, {met} contacts");
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(
        only.is_some() || met > queries / 5,
        "{met} contacts of {queries}"
    );
}
