//! Pairs whose points move on straight lines, against the exact judge: verdicts must be the same, enclosures must hold the
//! judge's time.
//!
//! `OSCULATE_CASES` sets the number of queries a recipe and kind (500, so 2,000 a recipe; 25,000 make 100,000),
//! `OSCULATE_SEED` shifts them.

use crate::agreement::{check, fault, pair};
use osculate::glam::DVec3;
use osculate::{LinearPairs, LinearPath, PairKind, Ratio, RationalPair};
use osculate_judge::points::cases::cases;
use osculate_judge::points::queries::RECIPES;
use osculate_judge::points::recorded::recorded;
use osculate_judge::points::{ExactQuery, Kind, Query, first_contact_exact};
use osculate_judge::seeded::{self, Seeded};
use std::collections::BTreeMap;

fn pair_kind(kind: Kind) -> PairKind {
    match kind {
        Kind::VertexVertex => PairKind::VertexVertex,
        Kind::VertexEdge => PairKind::VertexEdge,
        Kind::VertexFace => PairKind::VertexFace,
        Kind::EdgeEdge => PairKind::EdgeEdge,
    }
}

fn rational_pair(query: &ExactQuery) -> RationalPair {
    let points = |points: &[[osculate_judge::points::Rational; 3]; 4]| {
        let ratio = |c: &osculate_judge::points::Rational| {
            Ratio::new(c.numerator().clone(), c.denominator().clone()).unwrap()
        };
        let used = points.iter().take(query.kind.points());
        used.map(|point| point.each_ref().map(ratio))
            .collect::<Vec<_>>()
    };
    RationalPair::new(
        pair_kind(query.kind),
        &points(&query.start),
        &points(&query.end),
    )
    .unwrap()
}

#[test]
fn recipes_agree_with_the_judge() {
    let cases = seeded::cases(500);
    let seed = seeded::seed(0);
    for (recipe_number, (name, recipe)) in RECIPES.iter().enumerate() {
        let mut stages = BTreeMap::new();
        for (kind_number, &kind) in Kind::ALL.iter().enumerate() {
            for case in 0..cases {
                let number = (recipe_number * 4 + kind_number) as u64;
                let mut numbers = Seeded::of_case(seed ^ (0x11 + number) << 32, case);
                check(name, &recipe(kind, &mut numbers), &mut stages);
            }
        }
        println!("{name}: {stages:?}");
    }
}

#[test]
fn cases_by_hand_agree_with_the_judge() {
    for case in cases() {
        check(case.name, &case.query, &mut BTreeMap::new());
        let exact = case.query.exact();
        let outcome = rational_pair(&exact).first_contact();
        let truth = first_contact_exact(&exact);
        assert_eq!(fault(&outcome, truth.as_ref()), None, "{}", case.name);
    }
}

/// Thirds of everything: no coordinate is an f64, and every contact stays.
#[test]
fn rational_coordinates_agree_with_the_judge() {
    let cases = seeded::cases(500) / 10;
    let third = osculate_judge::points::Rational::new(1.into(), 3.into());
    for (name, recipe) in RECIPES {
        for kind in Kind::ALL {
            for case in 0..cases {
                let mut numbers = Seeded::of_case(seeded::seed(0) ^ 0x77 << 40, case);
                let mut query = recipe(kind, &mut numbers).exact();
                for (i, point) in query.start.iter_mut().chain(&mut query.end).enumerate() {
                    for (axis, c) in point.iter_mut().enumerate() {
                        // Another denominator an axis; and one point that is moved by a third of a unit now and then.
                        let by = osculate_judge::points::Rational::new(
                            1.into(),
                            (3 + 2 * axis as i64).into(),
                        );
                        *c = &*c * &by;
                        if case % 3 == 0 && i == 1 {
                            *c = &*c + &third;
                        }
                    }
                }
                let pair = rational_pair(&query);
                let outcome = pair.first_contact();
                let truth = first_contact_exact(&query);
                assert_eq!(fault(&outcome, truth.as_ref()), None, "{name} {query:?}");
                assert_eq!(pair.decide(), truth.is_some());
            }
        }
    }
}

#[test]
fn recorded_queries_agree_with_their_truth() {
    let Some(recorded) = recorded() else {
        println!("skipped: there is no folder of recorded queries");
        return;
    };
    let mut stages = BTreeMap::new();
    for entry in recorded {
        let query = entry.query.to_f64().expect("coordinates in f64");
        let outcome = pair(&query).first_contact();
        assert_eq!(outcome.contact.is_some(), entry.touches, "{query:?}");
        check("recorded", &query, &mut stages);
    }
    println!("{stages:?}");
}

#[test]
fn bad_paths_are_named() {
    let error = LinearPath::new(DVec3::new(0.0, f64::NAN, 1.0), DVec3::ZERO).unwrap_err();
    assert!(error.to_string().contains("NaN"), "{error}");
    assert!(LinearPath::at_rest(DVec3::INFINITY).is_err());
    assert!(Ratio::new(1.into(), 0.into()).is_err());
    assert!(RationalPair::new(PairKind::VertexFace, &[], &[]).is_err());
}

/// A batch says of each pair what the pair says itself.
#[test]
fn batches_agree_with_single_pairs() {
    for (number, (name, recipe)) in RECIPES.iter().enumerate() {
        for kind in Kind::ALL {
            for count in [0, 1, 7, 8, 9, 100] {
                let mut numbers = Seeded::of_case(number as u64, count as u64);
                let queries: Vec<Query> = (0..count).map(|_| recipe(kind, &mut numbers)).collect();
                let column = |end: fn(&Query) -> &[[f64; 3]; 4], point: usize, axis: usize| {
                    let numbers = queries.iter().map(|query| end(query)[point][axis]);
                    numbers.collect::<Vec<f64>>()
                };
                let columns = |end| -> Vec<[Vec<f64>; 3]> {
                    let point = |i| std::array::from_fn(|axis| column(end, i, axis));
                    (0..kind.points()).map(point).collect()
                };
                let (start, end) = (columns(|query| &query.start), columns(|query| &query.end));
                let start: Vec<[&[f64]; 3]> = start
                    .iter()
                    .map(|axes| axes.each_ref().map(|v| &v[..]))
                    .collect();
                let end: Vec<[&[f64]; 3]> = end
                    .iter()
                    .map(|axes| axes.each_ref().map(|v| &v[..]))
                    .collect();
                let batch = LinearPairs::new(pair_kind(kind), &start, &end).unwrap();
                assert_eq!((batch.len(), batch.is_empty()), (count, count == 0));
                let single: Vec<_> = queries.iter().map(|q| pair(q).first_contact()).collect();
                let mut decisions = vec![false; count];
                batch.decide(&mut decisions);
                let touches = single.iter().map(|outcome| outcome.contact.is_some());
                assert!(decisions.iter().copied().eq(touches), "{name}");
                let mut outcomes = vec![pair(&cases()[0].query).first_contact(); count];
                batch.first_contacts(&mut outcomes);
                assert_eq!(outcomes, single, "{name}");
            }
        }
    }
}

#[test]
fn bad_batches_are_named() {
    let (short, long, bad) = ([0.0; 2], [0.0; 3], [0.0, f64::INFINITY]);
    let good = [[&short[..]; 3]; 2];
    let kind = PairKind::VertexVertex;
    assert!(LinearPairs::new(kind, &good, &good[..1]).is_err());
    let uneven = [[&short[..]; 3], [&short, &long, &short]];
    let error = LinearPairs::new(kind, &good, &uneven).unwrap_err();
    assert!(
        error.to_string().contains("axis 1 of point 1 has 3"),
        "{error}"
    );
    let infinite = [[&short[..]; 3], [&short, &short, &bad]];
    let error = LinearPairs::new(kind, &good, &infinite).unwrap_err();
    assert!(
        error.to_string().contains("point 1 of pair 1 is inf"),
        "{error}"
    );
}
