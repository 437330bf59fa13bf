//! Many pairs at once, against every pair by itself and the rules for putting those answers together, written anew.
//! `OSCULATE_CASES` sets the number of scenes (60), `OSCULATE_SEED` shifts them.

use crate::scenes::{Recipe, Scene};
use osculate::query::many::{Against, ManyOutcome, ManyQuery, ManyVerdict};
use osculate::{
    Evidence, Limits, Moving, Outcome, Resting, Verdict, Workspace, first_contact_with,
};
use osculate_judge::seeded::{self, Seeded};

type Alone = Vec<((usize, Against), Outcome)>;

/// Every pair by itself.
fn alone(scene: &Scene, limits: &Limits, filter: impl Fn(usize, Against) -> bool) -> Alone {
    let workspace = &mut Workspace::new();
    let (bodies, others) = (scene.moving(&scene.bodies), scene.moving(&scene.others));
    let pairs = scene.pairs().into_iter();
    pairs
        .filter(|&(body, against)| filter(body, against))
        .map(|(body, against)| {
            let a = bodies[body];
            let outcome = match against {
                Against::Body(other) => {
                    first_contact_with(a, others[other], scene.span, limits, workspace)
                }
                Against::Obstacle(number) => {
                    let (kind, at) = scene.still[number];
                    let rest = Resting::at(at).unwrap();
                    let b = Moving::new(&scene.shapes[kind], &rest);
                    first_contact_with(a, b, scene.span, limits, workspace)
                }
            };
            ((body, against), outcome)
        })
        .collect()
}

/// When a pair is proven to have met.
fn met(outcome: &Outcome, start: f64) -> Option<f64> {
    match outcome.verdict {
        Verdict::Contact(contact) if contact.evidence == Evidence::Crossing => Some(contact.upper),
        Verdict::Overlapping { proven: true, .. } => Some(start),
        _ => None,
    }
}

/// Until when it is proven apart.
fn apart(outcome: &Outcome, end: f64) -> Option<f64> {
    match outcome.verdict {
        Verdict::Free => Some(end),
        Verdict::Contact(contact) => Some(contact.lower),
        Verdict::Overlapping { .. } => None,
        Verdict::Undecided { free_until, .. } => free_until,
    }
}

/// What the answer about all pairs must be, given those about each. `Err` says what is wrong.
fn check(scene: &Scene, alone: &Alone, all: &ManyOutcome) -> Result<&'static str, String> {
    let (start, end) = (scene.span.start(), scene.span.end());
    let is_overlapping = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Overlapping { .. });
    let overlapping: Vec<_> = alone
        .iter()
        .filter(|pair| is_overlapping(&pair.1))
        .collect();
    let first_met = alone.iter().filter_map(|pair| met(&pair.1, start));
    let first_met = first_met.fold(f64::INFINITY, f64::min);
    let least = alone.iter().map(|pair| apart(&pair.1, end));
    let mut least = least;
    let least = least.try_fold(end, |a: f64, b| Some(a.min(b?)));
    match &all.verdict {
        ManyVerdict::Overlapping {
            proven,
            pairs,
            complete,
            ..
        } => {
            let told: Vec<_> = pairs
                .iter()
                .map(|p| (p.body, p.against, p.proven))
                .collect();
            let mut right: Vec<_> = overlapping
                .iter()
                .map(|(pair, outcome)| (pair.0, pair.1, met(outcome, start).is_some()))
                .collect();
            right.sort_unstable();
            if !complete {
                right.retain(|pair| told.contains(pair));
            }
            if told != right || *proven != right.iter().any(|pair| pair.2) {
                return Err(format!("{told:?} overlap, and not {right:?}"));
            }
            Ok("overlapping")
        }
        _ if !overlapping.is_empty() => Err(format!("{} pairs overlap", overlapping.len())),
        ManyVerdict::Free => {
            let touching = alone.iter().find(|pair| pair.1.verdict.contact().is_some());
            match touching {
                Some((pair, outcome)) => Err(format!("{pair:?}: {}", outcome.verdict)),
                None => Ok("free"),
            }
        }
        ManyVerdict::Contact(found) => {
            let contact = found.contact;
            if !(contact.lower < first_met) {
                return Err(format!("apart at {}, met by {first_met}", contact.lower));
            }
            if contact.evidence == Evidence::Near {
                // One crosses: then it is a crossing.
                return if first_met < f64::INFINITY {
                    Err(format!("near, but one crosses by {first_met}"))
                } else {
                    Ok("near")
                };
            }
            if least.is_some_and(|least| least >= contact.upper) {
                return Err(format!(
                    "met by {}, all apart until {least:?}",
                    contact.upper
                ));
            }
            let own = alone
                .iter()
                .find(|pair| pair.0 == (found.body, found.against));
            let Some((_, own)) = own else {
                return Err("a pair that was left out".into());
            };
            // Its own pair is within tolerance there, and so about to be in contact.
            let Some(own) = own.verdict.contact() else {
                return Err(format!("its own pair is {}", own.verdict));
            };
            let late = (own.lower - contact.lower).abs();
            if !(late <= 1e-3 * (end - start)) {
                return Err(format!("its own pair is in contact at {}", own.lower));
            }
            Ok("crossing")
        }
        ManyVerdict::Undecided { .. } => Err("undecided".into()),
    }
}

#[test]
fn many_pairs_at_once_are_as_every_pair_by_itself() {
    let (cases, seed) = (seeded::cases(60), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let mut kinds = std::collections::BTreeMap::new();
    for case in 0..cases {
        let rng = &mut Seeded::of_case(seed, case);
        let recipe = Recipe::random(rng);
        let scene = Scene::new(&recipe, rng);
        let mut limits = Limits::default();
        if rng.once_in(3) {
            limits = limits.with_clearance(0.1 * recipe.size).unwrap();
        }
        if rng.once_in(3) {
            limits = limits.with_tolerance(1e-4 * recipe.size).unwrap();
        }
        let share = rng.one_of(&[1, 1, 3]);
        let filter = |body: usize, against: Against| {
            let number = match against {
                Against::Body(number) => 7 * number + 1,
                Against::Obstacle(number) => 5 * number,
            };
            (body + number).is_multiple_of(share)
        };
        let (bodies, others) = (scene.moving(&scene.bodies), scene.moving(&scene.others));
        let query = ManyQuery::new(&bodies, scene.span)
            .among(&scene.obstacles)
            .against(&others)
            .filtered(&filter)
            .within(limits);
        let alone = alone(&scene, &limits, filter);
        // Adversarial in themselves.
        if alone
            .iter()
            .any(|pair| matches!(pair.1.verdict, Verdict::Undecided { .. }))
        {
            *kinds.entry("skipped").or_insert(0) += 1;
            continue;
        }
        let all = query.first_contact(workspace);
        assert!(!matches!(
            all.verdict,
            ManyVerdict::Overlapping {
                complete: false,
                ..
            }
        ));
        match check(&scene, &alone, &all) {
            Ok(kind) => *kinds.entry(kind).or_insert(0) += 1,
            Err(why) => panic!("case {case}, {recipe:?}: {why}\n{all:?}"),
        }
        // Another workspace, the same bits.
        let again = query.first_contact(&mut Workspace::new()).into_owned();
        let all = query.first_contact(workspace).into_owned();
        assert_eq!(format!("{all:?}"), format!("{again:?}"), "case {case}");
    }
    println!("{kinds:?}");
    for kind in ["crossing", "free", "overlapping"] {
        assert!(
            kinds.get(kind).is_some_and(|&count| count * 20 >= cases),
            "{kinds:?}"
        );
    }
}

/// Budgets from 1 on, doubled as long as nothing moves: in the end the answer agrees with that of the whole query.
#[test]
fn small_budgets_end_where_the_whole_query_does() {
    let (cases, seed) = (seeded::cases(60) / 2, seeded::seed(0));
    let workspace = &mut Workspace::new();
    let mut rounds = 0;
    for case in 0..cases {
        let rng = &mut Seeded::of_case(seed.wrapping_add(77), case);
        let recipe = Recipe::random(rng);
        let scene = Scene::new(&recipe, rng);
        let (bodies, others) = (scene.moving(&scene.bodies), scene.moving(&scene.others));
        let mut query = ManyQuery::new(&bodies, scene.span)
            .among(&scene.obstacles)
            .against(&others);
        let alone = alone(&scene, &Limits::default(), |_, _| true);
        if alone
            .iter()
            .any(|pair| matches!(pair.1.verdict, Verdict::Undecided { .. }))
        {
            continue;
        }
        let (mut budget, mut free) = (1, None);
        loop {
            query = query.within(Limits::default().with_budget(budget));
            let outcome = query.first_contact(workspace);
            let ManyVerdict::Undecided {
                free_until,
                crossing,
                ..
            } = outcome.verdict
            else {
                if let Err(why) = check(&scene, &alone, &outcome) {
                    // A crossing may be left without its proof, by a budget that just suffices for the rest.
                    assert!(
                        why.starts_with("near, but"),
                        "case {case}, {budget}: {why}\n{outcome:?}"
                    );
                }
                break;
            };
            rounds += 1;
            assert!(
                free_until >= free,
                "case {case}: back from {free:?} to {free_until:?}"
            );
            for (pair, outcome) in &alone {
                let met = met(outcome, scene.span.start()).unwrap_or(f64::INFINITY);
                assert!(
                    free_until.is_none_or(|free| free < met),
                    "case {case}: {pair:?}"
                );
            }
            if let Some(crossing) = crossing {
                assert!(free_until.is_none_or(|free| free < crossing), "case {case}");
            }
            if free_until == free {
                budget *= 2;
            }
            free = free_until;
            query = query.continuing(&outcome).unwrap();
            assert!(budget < 1 << 30, "case {case}: it does not end");
        }
    }
    println!("{rounds} rounds");
    assert!(rounds > cases, "{rounds}");
}
