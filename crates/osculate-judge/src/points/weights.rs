//! Contact at one rational time, by weights of the corners: no polynomial, no normal, no case of its own for anything.
//!
//! Two hulls meet when weights of the corners of each, not negative and 1 in sum, give the same point. Where linear
//! equations have a solution without negative numbers they have one that only uses independent columns, and that one is
//! unique: all sets of columns are tried.

use super::query::ExactQuery;
use super::rational::{Rational, common_divisor, exact_quotient, sign};
use num_bigint::BigInt;

/// Whether the sets of a query touch at a time.
pub fn touches_at(query: &ExactQuery, time: &Rational) -> bool {
    let (one, other) = sets_at(query, time);
    hulls_meet(&one, &other)
}

/// Whether they are at most so far from each other, in the sum of coordinates.
pub fn near_at(query: &ExactQuery, time: &Rational, distance: &Rational) -> bool {
    let (one, other) = sets_at(query, time);
    let mut around = Vec::new();
    for point in &one {
        for axis in 0..3 {
            for offset in [distance.clone(), -distance] {
                let mut corner = point.clone();
                corner[axis] = &corner[axis] + &offset;
                around.push(corner);
            }
        }
    }
    hulls_meet(&around, &other)
}

type Corners = Vec<[Rational; 3]>;

fn sets_at(query: &ExactQuery, time: &Rational) -> (Corners, Corners) {
    let at = |i: usize| {
        std::array::from_fn(|axis| {
            let (from, to) = (&query.start[i][axis], &query.end[i][axis]);
            from + &(&(to - from) * time)
        })
    };
    let (first, all) = (query.kind.first_set(), query.kind.points());
    ((0..first).map(at).collect(), (first..all).map(at).collect())
}

fn hulls_meet(one: &Corners, other: &Corners) -> bool {
    let (zero, unit) = (Rational::zero, Rational::one);
    let mut columns: Vec<[Rational; 5]> = Vec::new();
    for [x, y, z] in one.iter().cloned() {
        columns.push([x, y, z, unit(), zero()]);
    }
    for [x, y, z] in other {
        columns.push([-x, -y, -z, zero(), unit()]);
    }
    columns.push([zero(), zero(), zero(), unit(), unit()]);
    let rows: Vec<Vec<BigInt>> = (0..5).map(|i| whole_row(&columns, i)).collect();
    let right = columns.len() - 1;
    (1_u32..1 << right)
        .filter(|chosen| chosen.count_ones() <= 5)
        .any(|chosen| {
            let mut kept: Vec<usize> = (0..right).filter(|i| chosen >> i & 1 == 1).collect();
            kept.push(right);
            let part = rows.iter().map(|row| kept.iter().map(|&i| row[i].clone()));
            solvable(part.map(Iterator::collect).collect())
        })
}

/// An equation times a common multiple of its denominators.
fn whole_row(columns: &[[Rational; 5]], row: usize) -> Vec<BigInt> {
    let multiple = columns.iter().fold(BigInt::from(1), |multiple, column| {
        let d = column[row].denominator();
        exact_quotient(&(&multiple * d), &common_divisor(&multiple, d))
    });
    let scaled = columns
        .iter()
        .map(|c| c[row].numerator() * exact_quotient(&multiple, c[row].denominator()));
    scaled.collect()
}

/// Whether the columns but the last are independent, give the last, and with weights that are not negative.
fn solvable(mut rows: Vec<Vec<BigInt>>) -> bool {
    let unknowns = rows[0].len() - 1;
    for column in 0..unknowns {
        let Some(found) = (column..rows.len()).find(|&i| rows[i][column] != BigInt::ZERO) else {
            return false;
        };
        rows.swap(column, found);
        let pivot = rows[column].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != column && row[column] != BigInt::ZERO {
                let factor = row[column].clone();
                for (c, p) in row.iter_mut().zip(&pivot) {
                    *c = &*c * &pivot[column] - p * &factor;
                }
            }
        }
    }
    let consistent = rows[unknowns..].iter().all(|r| r[unknowns] == BigInt::ZERO);
    consistent
        && rows[..unknowns]
            .iter()
            .enumerate()
            .all(|(i, row)| row[unknowns] == BigInt::ZERO || sign(&row[i]) == sign(&row[unknowns]))
}
