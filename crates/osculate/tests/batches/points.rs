//! Pairs on straight lines in a batch.

use crate::pairs::{pair, pair_kind};
use osculate::query::points::{LinearPairs, PairKind};
use osculate_judge::points::cases::cases;
use osculate_judge::points::queries::RECIPES;
use osculate_judge::points::{Kind, Query};
use osculate_judge::seeded::Seeded;

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
