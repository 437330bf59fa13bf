//! When pairs on straight lines come within a distance, against separations that are minimised by brute force.
//!
//! `OSCULATE_CASES` sets the number of queries a recipe and kind (20), `OSCULATE_SEED` shifts them.

use osculate::glam::DVec3;
use osculate::{
    Limits, Reason,
    motion::LinearPath,
    query::points::{LinearPair, Within},
};
use osculate_judge::points::queries::{degenerate, lattice, near, random};
use osculate_judge::points::{Kind, Query};
use osculate_judge::seeded::{self, Seeded};

fn paths(query: &Query) -> [LinearPath; 4] {
    std::array::from_fn(|i| {
        LinearPath::new(query.start[i].into(), query.end[i].into()).unwrap_or_default()
    })
}

fn pair(query: &Query) -> LinearPair {
    let [p, q, r, s] = paths(query);
    match query.kind {
        Kind::VertexVertex => LinearPair::vertex_vertex(p, q),
        Kind::VertexEdge => LinearPair::vertex_edge(p, [q, r]),
        Kind::VertexFace => LinearPair::vertex_face(p, [q, r, s]),
        Kind::EdgeEdge => LinearPair::edge_edge([p, q], [r, s]),
    }
}

/// The least value of a convex function on [0, 1].
fn least(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let (a, b) = (low + (high - low) * 0.45, low + (high - low) * 0.55);
        if f(a) < f(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f(0.0).min(f(1.0)).min(f(0.5 * (low + high)))
}

/// The separation at an instant: the distance between points is a convex function of their weights.
fn separation(query: &Query, time: f64) -> f64 {
    let [p, q, r, s] = paths(query).map(|path| path.at(time));
    let on = |a: DVec3, b: DVec3, t: f64| a + (b - a) * t;
    match query.kind {
        Kind::VertexVertex => p.distance(q),
        Kind::VertexEdge => least(|t| p.distance(on(q, r, t))),
        Kind::VertexFace => least(|u| least(|v| p.distance(on(q, on(r, s, v), u)))),
        Kind::EdgeEdge => least(|u| least(|v| on(p, q, u).distance(on(r, s, v)))),
    }
}

fn check(query: &Query, clearance: f64) -> usize {
    let size = query.start.iter().chain(&query.end).flatten();
    let size = size.fold(1e-9_f64, |m, x| m.max(x.abs()));
    let limits = Limits::default().with_clearance(clearance).unwrap();
    let tolerance = 1e-6 * clearance.max(1e-3 * size);
    let limits = limits.with_tolerance(tolerance).unwrap();
    let answer = pair(query).first_within(&limits);
    let noise = 1e-12 * size;
    let free_until = match answer {
        Within::Free => 1.0,
        Within::Reached { lower, .. } => {
            let apart = separation(query, lower);
            assert!(
                apart <= clearance + tolerance + noise,
                "{query:?} {answer:?} {apart}"
            );
            lower
        }
        Within::AtStart { proven, .. } => {
            let apart = separation(query, 0.0);
            let least = if proven { noise } else { tolerance };
            assert!(apart <= clearance + least, "{query:?} {answer:?} {apart}");
            return 0;
        }
        // Only where the clearance is met at the start but for rounding, and half of what is left is no tolerance.
        Within::Undecided { free_until, reason } => {
            let start = separation(query, 0.0);
            assert!(
                reason == Reason::Resolution && start <= clearance + 1e-9 * size,
                "{query:?} {answer:?} {start}"
            );
            free_until.unwrap_or(0.0)
        }
    };
    for sample in 0..=16 {
        let time = free_until * f64::from(sample) / 16.0;
        let apart = separation(query, time);
        assert!(
            apart > clearance - noise,
            "{query:?} {answer:?} {time} {apart}"
        );
    }
    1 + usize::from(matches!(answer, Within::Reached { .. }))
}

#[test]
fn clearances_are_kept_and_reached() {
    let cases = seeded::cases(20);
    let mut kinds = [0; 3];
    for (number, recipe) in [lattice, random, near, degenerate].into_iter().enumerate() {
        for kind in Kind::ALL {
            for case in 0..cases {
                let seed = seeded::seed(0) ^ (number as u64) << 40;
                let mut numbers = Seeded::of_case(seed, case);
                let query = recipe(kind, &mut numbers);
                let reach = query
                    .start
                    .iter()
                    .flatten()
                    .fold(0.0_f64, |m, x| m.max(x.abs()));
                let clearance = reach * numbers.one_of(&[0.0, 0.01, 0.1, 0.5]);
                kinds[check(&query, if clearance < 1e-60 { 0.0 } else { clearance })] += 1;
            }
        }
    }
    println!(
        "at the start {}, free {}, reached {}",
        kinds[0], kinds[1], kinds[2]
    );
    assert!(kinds.iter().all(|&count| count > 0));
}

#[test]
fn a_small_budget_ends_undecided() {
    // An edge that turns while it comes near: no one direction proves much.
    let path = |a: [f64; 3], b: [f64; 3]| LinearPath::new(a.into(), b.into()).unwrap();
    let pair = LinearPair::edge_edge(
        [
            path([-1.0, 0.0, 1.0], [0.0, -1.0, 0.0]),
            path([1.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
        ],
        [
            path([-1.0, 0.1, 0.0], [-1.0, 0.1, 0.0]),
            path([1.0, 0.1, 0.0], [1.0, 0.1, 0.0]),
        ],
    );
    let limits = Limits::default().with_clearance(0.01).unwrap();
    let Within::Reached { lower, .. } = pair.first_within(&limits) else {
        panic!("they come within 0.01")
    };
    let mut last = -1.0;
    for budget in 1..=3 {
        match pair.first_within(&limits.with_budget(budget)) {
            Within::Undecided {
                free_until,
                reason: Reason::Budget,
            } => {
                let free_until = free_until.expect("the start is clear");
                assert!(free_until > last && free_until <= lower);
                last = free_until;
            }
            Within::Reached { lower: same, .. } => assert_eq!(same, lower),
            other => panic!("{other:?}"),
        }
    }
}
