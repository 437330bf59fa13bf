//! The library's answers to queries on straight lines, held against the judge's.
use crate::pairs::pair;
use osculate::glam::DVec3;
use osculate::query::points::{LinearContact, LinearOutcome, LinearPair, Stage};
use osculate_judge::points::{Query, Time, first_contact};
use std::collections::BTreeMap;

/// What is wrong with an answer, if something is.
pub fn fault(outcome: &LinearOutcome, truth: Option<&Time>) -> Option<String> {
    match (&outcome.contact, truth) {
        (None, None) => None,
        (Some(contact), Some(truth)) => {
            let LinearContact { lower, upper, .. } = *contact;
            let starts = truth.cmp_f64(0.0).is_eq();
            let held = if starts {
                (lower, upper) == (0.0, 0.0)
            } else {
                truth.cmp_f64(lower).is_gt() && truth.cmp_f64(upper).is_le()
            };
            let tight = upper - lower <= 1e-12 && (0.0..=1.0).contains(&lower) && upper <= 1.0;
            (!held || !tight).then(|| format!("[{lower}, {upper}] {truth:?}"))
        }
        (found, _) => Some(format!("{found:?} {truth:?}")),
    }
}

pub fn check(name: &str, query: &Query, stages: &mut BTreeMap<Stage, u64>) {
    let truth = first_contact(query);
    let pair = pair(query);
    let outcome = pair.first_contact();
    if let Some(fault) = fault(&outcome, truth.as_ref()) {
        panic!("{name}: {query:?}: {fault} {outcome:?}");
    }
    assert_eq!(pair.decide(), truth.is_some(), "{name}: {query:?}");
    if let Some(contact) = &outcome.contact {
        check_place(name, query, &pair, contact);
    }
    *stages.entry(outcome.stage).or_default() += 1;
}

/// The weights are weights, and the features' points that they give are where the features are closest, up to rounding.
fn check_place(name: &str, query: &Query, pair: &LinearPair, contact: &LinearContact) {
    let [of_a, of_b] = pair.kind().points();
    let context = || format!("{name}: {query:?} {contact:?}");
    for range in [0..of_a, of_a..of_a + of_b] {
        let weights = &contact.weights[range];
        assert!(
            weights.iter().all(|w| (0.0..=1.0).contains(w)),
            "{}",
            context()
        );
        assert!(
            (weights.iter().sum::<f64>() - 1.0).abs() < 1e-12,
            "{}",
            context()
        );
    }
    assert!(
        (contact.normal.length() - 1.0).abs() < 1e-12,
        "{}",
        context()
    );
    // Halves, since sums of the largest numbers overflow.
    let half = |i: usize| pair.points()[i].at(contact.upper) * 0.5;
    let place = |from: usize, to: usize| -> DVec3 {
        (from..to).map(|i| contact.weights[i] * half(i)).sum()
    };
    let off = contact.point * 0.5 - place(0, of_a);
    assert!(contact.point.is_finite(), "{}", context());
    let apart = (place(0, of_a) - place(of_a, of_a + of_b)).abs();
    let size = pair.points().iter().fold(DVec3::ZERO, |size, path| {
        size.max(path.start().abs()).max(path.end().abs())
    });
    let size = size.max_element();
    // The last term: subnormal numbers are this far apart, and several are rounded.
    assert!(
        apart.max_element() <= 1e-6 * size + 1e-322,
        "{} {apart}",
        context()
    );
    assert!(
        off.abs().max_element() <= 1e-12 * size + 1e-322,
        "{} {off}",
        context()
    );
}
