//! Pairs whose points move on straight lines, where solvers break: against the exact judge.
//!
//! `OSCULATE_CASES` sets the number of queries a recipe and kind (6), `OSCULATE_SEED` shifts them.

use crate::agreement::check;
use osculate_judge::points::hard_queries::HARD;
use osculate_judge::points::queries::power_of_two;
use osculate_judge::points::{Kind, Query};
use osculate_judge::seeded::{self, Seeded};
use std::collections::BTreeMap;

#[test]
fn hard_recipes_agree_with_the_judge() {
    let cases = seeded::cases(6);
    let seed = seeded::seed(0);
    for (number, (name, recipe)) in HARD.iter().enumerate() {
        let mut stages = BTreeMap::new();
        for kind in Kind::ALL {
            for case in 0..cases {
                let mut numbers = Seeded::of_case(seed ^ (number as u64) << 32, case);
                check(name, &recipe(kind, &mut numbers), &mut stages);
            }
        }
        println!("{name}: {stages:?}");
    }
}

fn query(kind: Kind, start: [[f64; 3]; 4], end: [[f64; 3]; 4]) -> Query {
    Query { kind, start, end }
}

/// Two irrational roots below the least `f64`, which `f64` does not tell apart: the first contact is after 0, if not by much.
#[test]
fn instants_below_the_least_number_are_after_zero() {
    let root = |m: f64, e: i32| m * power_of_two(e);
    for (near, far) in [(-550, 550), (-600, 520), (-510, 500), (-505, 500)] {
        // (a + b·x)² = 3·c², with x = t/(1 − t): between the points of an edge in a plane.
        let (a, b, c) = (root(1.0, near), root(-1.0, far), root(1.0, near - 20));
        let start = [[0.0; 3], [a, c, 0.0], [3.0 * c, a, 0.0], [0.0; 3]];
        let end = [[0.0; 3], [b, 0.0, 0.0], [0.0, b, 0.0], [0.0; 3]];
        let mut crossing = query(Kind::VertexEdge, start, end);
        check("tiny", &crossing, &mut BTreeMap::new());
        (crossing.start, crossing.end) = (crossing.end, crossing.start);
        check("almost one", &crossing, &mut BTreeMap::new());
        for third in [[-a, -a, 0.0], [a, -a, 0.0], [-a, 0.0, 0.0]] {
            let (mut start, mut end) = (start, end);
            start[3] = third;
            end[3] = third;
            let mut face = query(Kind::VertexFace, start, end);
            check("tiny, face", &face, &mut BTreeMap::new());
            (face.start, face.end) = (face.end, face.start);
            check("almost one, face", &face, &mut BTreeMap::new());
        }
    }
}

/// The direction before the contact comes of a difference whose inverse overflows.
#[test]
fn normals_of_subnormal_differences_are_unit_vectors() {
    let least = f64::from_bits(1);
    for small in [2.0 * least, 5.0 * least, -9.0 * least, 1e-310] {
        let origin = [0.0; 3];
        let near = [small, small, -small];
        let away = near.map(|c: f64| -c.signum());
        let start = [origin, near, near, near];
        let end = [origin, away, away, away];
        for kind in Kind::ALL {
            check("subnormal", &query(kind, start, end), &mut BTreeMap::new());
        }
    }
}
