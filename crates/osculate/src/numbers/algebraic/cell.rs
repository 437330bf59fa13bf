//! Roots by halving, in whole numbers of any size: for what `f64` does not tell apart.

use super::{Algebraic, scale};
use crate::numbers::rounding::UNIT;
use crate::numbers::wide_integer::Whole;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use num_bigint::BigInt;

/// The only root of a polynomial strictly between `m/2^k` and `(m+1)/2^k`, a simple one; or a root exactly at `m/2^k`.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// Bernstein's coefficients of the polynomial between these instants, times something positive; empty if the root is
    /// exactly at the first.
    coefficients: Vec<BigInt>,
    m: BigInt,
    k: u64,
}

impl Cell {
    /// All roots in `(0, 1)` of a polynomial without multiple ones, in order.
    pub(super) fn isolate<Z: Whole>(polynomial: &Algebraic<Z>) -> Vec<Cell> {
        let mut found = Vec::new();
        let mut waiting = vec![Cell {
            coefficients: bernstein(polynomial),
            m: BigInt::ZERO,
            k: 0,
        }];
        while let Some(cell) = waiting.pop() {
            // Descartes' rule counts roots strictly inside; those at the ends are zeros, which it leaves out.
            match changes(&cell.coefficients) {
                _ if cell.is_point() => found.push(cell),
                0 => {}
                1 => found.push(cell),
                _ => {
                    let (left, middle, right) = cell.halves();
                    waiting.push(right);
                    waiting.extend(middle);
                    waiting.push(left);
                }
            }
        }
        found
    }

    fn is_point(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The left half, the middle if there is a root, and the right half.
    fn halves(&self) -> (Cell, Option<Cell>, Cell) {
        let (left, right) = halves(&self.coefficients);
        let first = &self.m << 1_u32;
        let cell = |coefficients, m| Cell {
            coefficients,
            m,
            k: self.k + 1,
        };
        let middle = Whole::is_zero(&right[0]).then(|| cell(Vec::new(), &first + 1));
        (cell(left, first.clone()), middle, cell(right, first + 1))
    }

    /// The half with the root; `other` is cut to it as well.
    fn halve(&mut self, other: &mut Vec<BigInt>) {
        let (left, middle, right) = self.halves();
        let (other_left, other_right) = halves(other);
        let goes_left = changes(&left.coefficients) == 1;
        *other = if goes_left { other_left } else { other_right };
        *self = match middle {
            _ if goes_left => left,
            Some(point) => point,
            None => right,
        };
    }

    /// Bernstein's coefficients of another polynomial on this cell, times something positive.
    fn cut<Z: Whole>(&self, other: &Algebraic<Z>) -> Vec<BigInt> {
        let mut cut = bernstein(other);
        for level in (0..self.k).rev() {
            let (left, right) = halves(&cut);
            cut = if self.m.bit(level) { right } else { left };
        }
        cut
    }

    /// Whether the root is that of another polynomial, all of whose roots are this one's, and simple.
    pub(super) fn is_root_of<Z: Whole>(&self, other: &Algebraic<Z>) -> bool {
        let cut = self.cut(other);
        if self.is_point() {
            Whole::is_zero(&cut[0])
        } else {
            changes(&cut) == 1
        }
    }

    /// Whether the root is `n/(n + d)`, which is a root of the polynomial; both are positive.
    pub(super) fn is_ratio<Z: Whole>(&self, n: &Z, d: &Z) -> bool {
        let (n, sum) = (n.big() << self.k, n.plus(d).big());
        match n.cmp(&(&self.m * &sum)) {
            Ordering::Equal => self.is_point(),
            Ordering::Less => false,
            Ordering::Greater => !self.is_point() && n < (&self.m + 1) * &sum,
        }
    }

    /// The sign of another polynomial, which is not zero at the root.
    pub(super) fn sign<Z: Whole>(mut self, other: &Algebraic<Z>) -> Ordering {
        let mut other = self.cut(other);
        loop {
            if self.is_point() {
                return Whole::sign(&other[0]);
            }
            if changes(&other) == 0 {
                // No root strictly inside.
                let not_zero = other.iter().find(|c| !Whole::is_zero(*c));
                return not_zero.map_or(Ordering::Equal, Whole::sign);
            }
            self.halve(&mut other);
        }
    }

    /// Two instants, the root after the first and not after the second, no further apart than `width`.
    pub(super) fn enclosed(mut self, width: f64) -> (f64, f64) {
        let mut nothing = vec![BigInt::ZERO];
        while !self.is_point() && scale(1.0, -(self.k as i64)) > 0.5 * width {
            self.halve(&mut nothing);
        }
        let outward = |m: &BigInt, side: f64| {
            let (mantissa, exponent) = m.rounded();
            let there = scale(mantissa, exponent - self.k as i64);
            if m.bits() <= 53 && self.k <= 1000 {
                return there;
            }
            // Among subnormal numbers no factor moves a number outward: an instant may be below the least of them.
            let further = there * (1.0 + side * 8.0 * UNIT);
            if side > 0.0 {
                further.next_up()
            } else {
                further.next_down()
            }
        };
        let last = if self.is_point() {
            self.m.clone()
        } else {
            &self.m + 1
        };
        let lower = outward(&self.m, -1.0);
        let lower = if self.is_point() {
            lower.next_down()
        } else {
            lower
        };
        (lower.max(0.0), outward(&last, 1.0).min(1.0))
    }
}

/// Bernstein's coefficients on `[0, 1]`, times something positive.
fn bernstein<Z: Whole>(polynomial: &Algebraic<Z>) -> Vec<BigInt> {
    let c = polynomial.coefficients();
    let ends = (c.len() - 1).max(1) as u32;
    let last = c.len() - 1;
    c.iter()
        .enumerate()
        .map(|(k, c)| {
            if k == 0 || k == last {
                c.big() * ends
            } else {
                c.big()
            }
        })
        .collect()
}

/// How often the signs change, zeros left out.
fn changes(coefficients: &[BigInt]) -> usize {
    let mut last = Ordering::Equal;
    let mut count = 0;
    for c in coefficients {
        let sign = Whole::sign(c);
        if sign.is_ne() {
            count += usize::from(last.is_ne() && sign != last);
            last = sign;
        }
    }
    count
}

/// De Casteljau's halves, without his divisions.
fn halves(coefficients: &[BigInt]) -> (Vec<BigInt>, Vec<BigInt>) {
    let degree = coefficients.len() - 1;
    let mut points = coefficients.to_vec();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for level in 0..=degree {
        left.push(&points[0] << (degree - level));
        right.push(&points[degree - level] << (degree - level));
        for k in 0..degree - level {
            points[k] = &points[k] + &points[k + 1];
        }
    }
    right.reverse();
    (left, right)
}
