//! Where solving the cubic of coplanarity by its formula in `f64` fails: contacts that are missed, contacts that are none,
//! and times that are off. The exact judge and the library agree on all of them.
//!
//! The formula is that of T. Jansen, "Continuous Collision Detection in 3-D", sections 3.1 to 3.4: `t = x − b/3` removes
//! the square, and `x` is a sum of two cube roots, complex ones if there are three roots.

use crate::agreement::check;
use osculate::glam::DVec3;
use osculate_judge::points::queries::power_of_two;
use osculate_judge::points::{Kind, Query, first_contact};
use std::collections::BTreeMap;

/// As `osculate experiment jansen` has it.
#[path = "../../../osculate-cli/src/experiment/jansen/formula.rs"]
#[allow(dead_code)]
mod formula;

/// The first contact of two edges by the formula.
fn by_formula(query: &Query) -> Option<f64> {
    let start = query.start.map(DVec3::from_array);
    let end = query.end.map(DVec3::from_array);
    formula::edges_meet(&std::array::from_fn(|i| [start[i], end[i] - start[i]]))
}

/// Across a beam from the origin, whose slope is `2 − 4t`, comes an edge along x, which grows to `1 + growth` of its length and
/// whose height over the beam is `lift + 8·(t − at)²`; all that while everything moves by `carried` along z.
fn over_a_beam(growth: f64, at: f64, lift: f64, carried: f64) -> Query {
    // slope·y + 8(t − at)² + lift = (2 − 4t)(1 + 2t) + 8(t − at)² + lift, in which the squares cancel.
    let height = 2.0 + 8.0 * at * at + lift;
    let rise = -16.0 * at;
    let wide = 1.0 + growth;
    Query {
        kind: Kind::EdgeEdge,
        start: [
            [-1.0, 1.0, height],
            [1.0, 1.0, height],
            [0.0, 0.0, 0.0],
            [0.0, 8.0, 16.0],
        ],
        end: [
            [-wide, 3.0, height + rise + carried],
            [wide, 3.0, height + rise + carried],
            [0.0, 0.0, carried],
            [0.0, 8.0, -16.0 + carried],
        ],
    }
}

#[derive(Debug, Default)]
struct Tally {
    asked: u32,
    touching: u32,
    missed: u32,
    false_contacts: u32,
    /// Off by more than a millionth of the step.
    off: u32,
}

fn tally(name: &str, queries: impl Iterator<Item = Query>) -> Tally {
    let mut tally = Tally::default();
    for query in queries {
        // The library is right.
        check(name, &query, &mut BTreeMap::new());
        tally.asked += 1;
        let truth = first_contact(&query);
        tally.touching += u32::from(truth.is_some());
        match (truth, by_formula(&query)) {
            (Some(_), None) => tally.missed += 1,
            (None, Some(_)) => tally.false_contacts += 1,
            (Some(truth), Some(time)) => {
                let early = truth.cmp_f64((time - 1e-6).max(0.0)).is_lt();
                tally.off += u32::from(early || truth.cmp_f64(time + 1e-6).is_gt());
            }
            (None, None) => {}
        }
    }
    println!("{name}: {tally:?}");
    tally
}

fn instants_of_contact() -> impl Iterator<Item = f64> + Clone {
    (8..=56).map(|n| f64::from(n) / 64.0)
}

fn growths() -> impl Iterator<Item = f64> + Clone {
    (1..=8).map(|n| f64::from(n) / 4.0)
}

/// The formula is no straw man: where roots are far apart it finds them.
#[test]
fn simple_roots_are_found() {
    let queries = growths().flat_map(|g| instants_of_contact().map(move |at| (g, at)));
    let tally = tally(
        "simple",
        queries.map(|(growth, at)| over_a_beam(growth, at, -1.0 / 16.0, 0.0)),
    );
    assert!(tally.touching == tally.asked && tally.missed + tally.off == 0);
}

#[test]
fn double_roots_are_missed() {
    let queries = growths().flat_map(|g| instants_of_contact().map(move |at| (g, at)));
    let tally = tally(
        "double",
        queries.map(|(growth, at)| over_a_beam(growth, at, 0.0, 0.0)),
    );
    assert!(tally.touching == tally.asked && tally.missed > tally.asked / 4);
}

#[test]
fn nearly_double_roots_are_missed_or_made_up() {
    let queries = growths().flat_map(|g| instants_of_contact().map(move |at| (g, at)));
    let lift = power_of_two(-49);
    let below = tally(
        "just below",
        queries
            .clone()
            .map(|(growth, at)| over_a_beam(growth, at, -lift, 0.0)),
    );
    assert!(below.touching == below.asked && below.missed > 0);
    let above = tally(
        "just above",
        queries.map(|(growth, at)| over_a_beam(growth, at, lift, 0.0)),
    );
    assert!(above.touching == 0 && above.false_contacts > 0);
}

/// The division by the leading coefficient sends one root, and `b/3`, far away; the others are lost in the difference.
#[test]
fn small_leading_coefficients_lose_the_roots() {
    let queries = (20..=50).flat_map(|n| instants_of_contact().map(move |at| (-n, at)));
    let tally = tally(
        "leading",
        queries.map(|(n, at)| over_a_beam(power_of_two(n), at, -1.0 / 16.0, 0.0)),
    );
    assert!(tally.touching == tally.asked && tally.missed > tally.asked / 4 && tally.off > 0);
}

/// What moves far together has velocities that round, and the formula begins with those.
#[test]
fn far_motion_loses_the_roots() {
    let queries = growths().flat_map(|g| instants_of_contact().map(move |at| (g, at)));
    let far = power_of_two(46);
    let tally = tally(
        "far",
        queries.map(|(growth, at)| over_a_beam(growth, at, -1.0 / 4096.0, far)),
    );
    assert!(tally.touching > 0 && tally.missed + tally.false_contacts + tally.off > 0);
}
