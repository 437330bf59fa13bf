//! How often closed polygons are linked, exactly.
//!
//! Seen along a direction, one loop crosses over the other at some places. Each counts +1 or −1, by whether the upper one goes from right to
//! left or back over the lower one; their sum is the linking number, whatever the direction. Everything is in whole numbers: a crossing is
//! a matter of the signs of determinants.

use crate::points::rational::parts;
use num_bigint::BigInt;

type Point = [BigInt; 3];

/// The linking number of two closed polygons that do not touch.
///
/// # Panics
/// If every direction that is tried sees corners on edges: polygons that touch may do that.
pub fn linking_number(a: &[[f64; 3]], b: &[[f64; 3]]) -> i64 {
    let all = a.iter().chain(b).flatten().filter(|x| **x != 0.0);
    let lowest = all.map(|&x| parts(x).1).min().unwrap_or(0);
    // Directions of which no two are alike; each shears the view by other whole numbers.
    for direction in 0..64_i64 {
        let shear = [37 + 101 * direction, 59 - 73 * direction, 211];
        let [p, q] = [a, b].map(|polygon| sheared(polygon, lowest, shear));
        if let Some(count) = crossings(&p, &q) {
            return count;
        }
    }
    panic!("all directions see corners on edges");
}

/// All coordinates as whole numbers of one unit, 2^lowest, seen along a direction that becomes z.
fn sheared(polygon: &[[f64; 3]], lowest: i32, [along_x, along_y, unit]: [i64; 3]) -> Vec<Point> {
    let whole = |x: f64| match parts(x) {
        (0, _) => BigInt::ZERO,
        (mantissa, exponent) => BigInt::from(mantissa) << (exponent - lowest),
    };
    let corner = |point: &[f64; 3]| {
        let [x, y, z] = point.map(whole);
        [x * unit + &z * along_x, y * unit + &z * along_y, z]
    };
    polygon.iter().map(corner).collect()
}

/// The sum over all places where the first crosses over the second; none if a corner is seen on an edge.
fn crossings(a: &[Point], b: &[Point]) -> Option<i64> {
    let mut sum = 0;
    for (i, p) in a.iter().enumerate() {
        let q = &a[(i + 1) % a.len()];
        for (j, r) in b.iter().enumerate() {
            sum += crossing([p, q], [r, &b[(j + 1) % b.len()]])?;
        }
    }
    Some(sum)
}

/// 1 or −1 if the first edge is seen over the second, else 0.
fn crossing([p, q]: [&Point; 2], [r, s]: [&Point; 2]) -> Option<i64> {
    let is_apart = |axis: usize| {
        let (least, most) = (
            p[axis].clone().min(q[axis].clone()),
            (&p[axis]).max(&q[axis]),
        );
        least > *(&r[axis]).max(&s[axis]) || *most < r[axis].clone().min(s[axis].clone())
    };
    if is_apart(0) || is_apart(1) {
        return Some(0);
    }
    let sides = [side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)];
    if sides.contains(&BigInt::ZERO) {
        return None;
    }
    let [of_r, of_s, of_p, of_q] = sides.map(|side| side > BigInt::ZERO);
    if of_r == of_s || of_p == of_q {
        return Some(0);
    }
    // Over it: seen along z, the place on the first edge is higher. The determinant of the four has the sign of the difference.
    let above = volume(p, q, r, s);
    let turns = direction(p, q, r, s);
    // Heights differ by the quotient of both.
    let is_over = (above > BigInt::ZERO) == (turns > BigInt::ZERO);
    match (above == BigInt::ZERO, is_over) {
        (true, _) => None,
        (_, false) => Some(0),
        (_, true) => Some(if turns > BigInt::ZERO { 1 } else { -1 }),
    }
}

/// Twice the area that three points are seen to span, positive if they turn left.
fn side(p: &Point, q: &Point, r: &Point) -> BigInt {
    (&q[0] - &p[0]) * (&r[1] - &p[1]) - (&q[1] - &p[1]) * (&r[0] - &p[0])
}

/// The product of both edges' directions as they are seen: positive if the second goes to the left of the first.
fn direction(p: &Point, q: &Point, r: &Point, s: &Point) -> BigInt {
    (&q[0] - &p[0]) * (&s[1] - &r[1]) - (&q[1] - &p[1]) * (&s[0] - &r[0])
}

/// The product of p − r, the direction of the first edge and that of the second: the difference of heights where they are seen to cross,
/// times what [`direction`] gives.
fn volume(p: &Point, q: &Point, r: &Point, s: &Point) -> BigInt {
    let [u, v, w] = [[p, r], [q, p], [s, r]].map(|[to, from]| {
        let minus = |axis: usize| &to[axis] - &from[axis];
        [minus(0), minus(1), minus(2)]
    });
    let minor = |i: usize, j: usize| &v[i] * &w[j] - &v[j] * &w[i];
    &u[0] * minor(1, 2) + &u[1] * minor(2, 0) + &u[2] * minor(0, 1)
}
