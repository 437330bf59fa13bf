//! Pairs whose points move on straight lines, against the exact judge: verdicts must be the same, enclosures must hold the
//! judge's time.
//!
//! `OSCULATE_CASES` sets the number of queries a recipe and kind (500, so 2,000 a recipe; 25,000 make 100,000),
//! `OSCULATE_SEED` shifts them.

use crate::agreement::{check, fault};
use crate::pairs::{pair, pair_kind};
use num_bigint::BigInt;
use osculate::glam::DVec3;
use osculate::{
    motion::LinearPath,
    query::points::{PairKind, Ratio, RationalPair},
};
use osculate_judge::points::cases::cases;
use osculate_judge::points::queries::RECIPES;
use osculate_judge::points::recorded::recorded;
use osculate_judge::points::{ExactQuery, Kind, Rational, first_contact_exact};
use osculate_judge::seeded::{self, Seeded};
use std::collections::BTreeMap;

fn rational_pair(query: &ExactQuery) -> RationalPair {
    let points = |points: &[[Rational; 3]; 4]| {
        let bytes = BigInt::to_signed_bytes_le;
        let ratio = |c: &Rational| {
            Ratio::from_le_bytes(&bytes(c.numerator()), &bytes(c.denominator())).unwrap()
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
    let third = Rational::new(1.into(), 3.into());
    for (name, recipe) in RECIPES {
        for kind in Kind::ALL {
            for case in 0..cases {
                let mut numbers = Seeded::of_case(seeded::seed(0) ^ 0x77 << 40, case);
                let mut query = recipe(kind, &mut numbers).exact();
                for (i, point) in query.start.iter_mut().chain(&mut query.end).enumerate() {
                    for (axis, c) in point.iter_mut().enumerate() {
                        // Another denominator an axis; and one point that is moved by a third of a unit now and then.
                        let by = Rational::new(1.into(), (3 + 2 * axis as i64).into());
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
