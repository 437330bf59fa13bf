//! When pairs on straight lines come within a distance, against exact separations: what is said to be proven holds to the
//! last bit, at every scale.
//!
//! `OSCULATE_CASES` sets the number of queries a recipe and kind (4), `OSCULATE_SEED` shifts them.

use crate::pairs::pair;
use osculate::{Limits, query::points::Within};
use osculate_judge::points::hard_queries::HARD;
use osculate_judge::points::queries::{RECIPES, power_of_two};
use osculate_judge::points::separation::squared;
use osculate_judge::points::{Kind, Query, Rational, first_contact};
use osculate_judge::seeded::{self, Seeded};

/// What is wrong with the answer, if something is.
fn fault(query: &Query, limits: &Limits) -> Option<String> {
    let answer = pair(query).first_within(limits);
    let exact = query.exact();
    let clearance = Rational::from_f64(limits.clearance());
    let square = &clearance * &clearance;
    let kept_at = |time: f64| squared(&exact, &Rational::from_f64(time)) > square;
    let free_until = match answer {
        Within::Free => Some(1.0),
        Within::Reached { lower, .. } => Some(lower),
        Within::AtStart { proven, .. } => {
            return (proven && kept_at(0.0)).then(|| format!("{answer:?}"));
        }
        Within::Undecided { free_until, .. } => free_until,
    };
    let free_until = free_until?;
    for part in [0.0, 0.25, 0.5, 0.75, 0.9, 0.999, 1.0] {
        if !kept_at(free_until * part) {
            return Some(format!("{answer:?}, but not at {}", free_until * part));
        }
    }
    let contact = first_contact(query)?;
    (contact.cmp_f64(free_until).is_le()).then(|| format!("{answer:?}, but {contact:?}"))
}

fn check(query: &Query, limits: &Limits) {
    if let Some(fault) = fault(query, limits) {
        panic!("{query:?} {limits:?}: {fault}");
    }
}

#[test]
fn proofs_hold_at_every_scale() {
    let cases = seeded::cases(4);
    for (number, (_, recipe)) in HARD.iter().chain(&RECIPES).enumerate() {
        for kind in Kind::ALL {
            for case in 0..cases {
                let seed = seeded::seed(0) ^ (number as u64) << 40;
                let mut numbers = Seeded::of_case(seed, case);
                let query = recipe(kind, &mut numbers);
                let size = query.start.iter().flatten();
                let size = size.fold(0.0_f64, |m, x| m.max(x.abs()));
                let mut limits = Limits::default().with_budget(200);
                let clearance = size * numbers.one_of(&[0.0, 0.0, 1e-15, 1e-8, 0.1, 1.0, 1e20]);
                if (1e-60..=1e60).contains(&clearance) {
                    limits = limits.with_clearance(clearance).unwrap();
                }
                if numbers.once_in(2) {
                    let exponent = numbers.one_of(&[-199, -100, -60, -50, 0, 199]);
                    limits = limits.with_tolerance(power_of_two(exponent)).unwrap();
                }
                check(&query, &limits);
            }
        }
    }
}

/// Two points apart by so much, of which one goes away.
fn parting(apart: f64) -> Query {
    Query {
        kind: Kind::VertexVertex,
        start: [[0.0; 3], [apart, 0.0, 0.0], [0.0; 3], [0.0; 3]],
        end: [[0.0; 3], [2.0 * apart, 0.0, 0.0], [0.0; 3], [0.0; 3]],
    }
}

/// Halves of subnormal numbers round: to zero, and to more than half.
#[test]
fn subnormal_gaps_are_not_closed() {
    let least = f64::from_bits(1);
    for apart in [least, 3.0 * least, 17.0 * least, 1e-310] {
        check(&parting(apart), &Limits::default());
    }
    // A vertex that touches an edge, which with rounded halves it does not.
    for (x, y) in [(1.0, 3.0), (3.0, 1.0), (3.0, 5.0), (7.0, 5.0)] {
        let [x, y] = [x * least, y * least];
        let touching = Query {
            kind: Kind::VertexEdge,
            start: [[x, y, 0.0], [0.0; 3], [2.0 * x, 2.0 * y, 0.0], [0.0; 3]],
            end: [[x, y, 0.0], [0.0; 3], [2.0 * x, 2.0 * y, 0.0], [0.0; 3]],
        };
        check(&touching, &Limits::default());
    }
}

/// A tolerance beyond the range of `f64` in the units of the search proves nothing.
#[test]
fn boundless_tolerances_close_no_gap() {
    let limits = Limits::default().with_tolerance(1e60).unwrap();
    for apart in [1e-300, 1e-280, 1e-250] {
        check(&parting(apart), &limits);
        assert_eq!(pair(&parting(apart)).first_within(&limits), Within::Free);
    }
    // Their difference, in which the default tolerance is a part, is beyond that range itself.
    let mut across = parting(f64::MAX / 2.0);
    (across.start[0][0], across.end[0][0]) = (f64::MIN, f64::MIN);
    check(&across, &Limits::default());
    assert_eq!(pair(&across).first_within(&Limits::default()), Within::Free);
}
