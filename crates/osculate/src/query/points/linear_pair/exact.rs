//! The question in whole numbers: always settles it.

use super::polygon::{PLANE, Product, corners, holds_origin};
use super::rounded::{self, Edge, Found, WIDTH, held_by};
use super::{PairKind, Stage};
use crate::numbers::algebraic::{Algebraic, Root, TooNarrow, approximate};
use crate::numbers::polynomial::Polynomial;
use crate::numbers::wide_integer::{Whole, Wide};
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;
use num_bigint::BigInt;

/// The points of a pair in whole numbers, each axis scaled by a power of two of its own, or by any positive number: whether
/// and when the features touch does not depend on it.
pub(super) trait Points {
    fn kind(&self) -> PairKind;
    /// Coordinate `axis` of a point, at the start or at the end.
    fn coordinate<Z: Whole>(&self, point: usize, end: bool, axis: usize) -> Z;
    /// All coordinates on an axis are below two to this power.
    fn bits(&self, axis: usize) -> u64;
}

/// The first instant at which the features touch, enclosed to [`WIDTH`], and what it took. `rounded` are the cross products of
/// all edges in `f64`, if there are any.
pub(super) fn first_contact(points: &impl Points, rounded: &[Edge]) -> (Found, Stage) {
    narrow::<i128>(points, rounded)
        .or_else(|_| narrow::<Wide<4>>(points, rounded))
        .or_else(|_| narrow::<Wide<8>>(points, rounded))
        .or_else(|_| narrow::<BigInt>(points, rounded))
        .unwrap_or_else(|TooNarrow| unreachable!("big integers are wide enough"))
}

fn narrow<Z: Whole>(points: &impl Points, rounded: &[Edge]) -> Result<(Found, Stage), TooNarrow> {
    // The determinant has at most 18 terms of three differences: below 2^5 · 2^3 times the coordinates. A scalar product's
    // coefficient has at most six terms of two.
    let bits: [u64; 3] = core::array::from_fn(|axis| points.bits(axis) + 1);
    let dots = 2 * bits[0].max(bits[1]).max(bits[2]) + 3;
    // Three bits are for sums of a few coefficients.
    if (bits[0] + bits[1] + bits[2] + 5).max(dots) + 3 > Z::BITS {
        return Err(TooNarrow);
    }
    Polygon::<Z>::new(points, rounded, bits).first_held()
}

/// A moving polygon of whole corners.
struct Polygon<'a, Z> {
    count: usize,
    start: [[Z; 3]; 4],
    end: [[Z; 3]; 4],
    rounded: &'a [Edge],
    /// Bounds on the coordinates of corners, in bits.
    bits: [u64; 3],
    /// The cross products of the ends of all edges, by plane, as far as they were needed.
    products: [[OnceCell<[Z; 3]>; 3]; 4],
}

impl<'a, Z: Whole> Polygon<'a, Z> {
    fn new(points: &impl Points, rounded: &'a [Edge], bits: [u64; 3]) -> Self {
        let differences = corners(points.kind());
        let corner = |number: usize, end: bool| {
            core::array::from_fn(|axis| match differences.get(number) {
                Some(&(i, j)) => points
                    .coordinate::<Z>(i, end, axis)
                    .minus(&points.coordinate(j, end, axis)),
                None => Z::zero(),
            })
        };
        Polygon {
            count: differences.len(),
            start: core::array::from_fn(|number| corner(number, false)),
            end: core::array::from_fn(|number| corner(number, true)),
            rounded,
            bits,
            products: Default::default(),
        }
    }

    fn determinant_bits(&self) -> u64 {
        self.bits[0] + self.bits[1] + self.bits[2] + 5
    }

    fn bits_of(&self, product: Product) -> u64 {
        match product {
            Product::Cross { plane, .. } => {
                let (y, z) = PLANE[plane];
                self.bits[y] + self.bits[z] + 2
            }
            Product::Dot { .. } => 2 * self.bits[0].max(self.bits[1]).max(self.bits[2]) + 3,
        }
    }

    /// A product of the ends of an edge, as a polynomial of time.
    fn product(&self, product: Product) -> [Z; 3] {
        let (Product::Cross { edge, .. } | Product::Dot { edge }) = product;
        let next = (edge + 1) % self.count;
        let multiply = |p: &[Z; 3], q: &[Z; 3]| match product {
            Product::Cross { plane, .. } => {
                let (y, z) = PLANE[plane];
                p[y].times(&q[z]).minus(&p[z].times(&q[y]))
            }
            Product::Dot { .. } => p[0]
                .times(&q[0])
                .plus(&p[1].times(&q[1]))
                .plus(&p[2].times(&q[2])),
        };
        let (a, b) = (&self.start[edge], &self.start[next]);
        let (c, d) = (&self.end[edge], &self.end[next]);
        [
            multiply(a, b),
            multiply(a, d).plus(&multiply(c, b)),
            multiply(c, d),
        ]
    }

    /// A cross product of the ends of an edge, made once.
    fn crossing(&self, edge: usize, plane: usize) -> &[Z; 3] {
        self.products[edge][plane].get_or_init(|| self.product(Product::Cross { edge, plane }))
    }

    /// The determinant of the first three corners.
    fn determinant(&self) -> [Z; 4] {
        let mut determinant = core::array::from_fn(|_| Z::zero());
        if self.count > 2 {
            for plane in 0..3 {
                let (p, q) = (&self.start[0][plane], &self.end[0][plane]);
                let second = self.crossing(1, plane);
                for (k, c) in second.iter().enumerate() {
                    determinant[k] = determinant[k].plus(&p.times(c));
                    determinant[k + 1] = determinant[k + 1].plus(&q.times(c));
                }
            }
        }
        determinant
    }

    /// The product in `f64`, if it was made.
    fn rounded(&self, product: Product) -> Option<&Polynomial<3>> {
        match product {
            Product::Cross { edge, plane } => Some(&self.rounded.get(edge)?[plane]),
            Product::Dot { .. } => None,
        }
    }

    /// Whether the origin is held at the start (`k` is 0) or at the end (2), given that it and the polygon are in one plane.
    fn held_at_end(&self, k: usize) -> bool {
        holds_origin(self.count, |product| {
            let rounded = self.rounded(product).and_then(|c| c.sign(k));
            rounded.unwrap_or_else(|| self.product(product)[k].sign())
        })
    }

    fn first_held(&self) -> Result<(Found, Stage), TooNarrow> {
        let determinant = self.determinant();
        if determinant[0].is_zero() && self.held_at_end(0) {
            return Ok((Found::Contact(0.0, 0.0), Stage::Coefficients));
        }
        let mut stage = Stage::Coefficients;
        let mut first = None;
        if let Some(coplanar) = Algebraic::new(&determinant, self.determinant_bits()) {
            first = self.first_held_at(&coplanar, &mut stage)?;
        } else {
            // In one plane all the time: the origin first comes to be held at the border, that is by an edge, as all its
            // cross products vanish; if they always do, at a corner, as all its coordinates vanish.
            for candidate in self.borders() {
                if let Some((lower, upper)) = self.first_held_at(&candidate, &mut stage)? {
                    let (l, u) = first.unwrap_or((1.0, 1.0));
                    first = Some((lower.min(l), upper.min(u)));
                }
            }
        }
        let found = match first {
            Some((lower, upper)) => Found::Contact(lower, upper),
            None if determinant[3].is_zero() && self.held_at_end(2) => {
                Found::Contact(1.0_f64.next_down(), 1.0)
            }
            None => Found::Free,
        };
        Ok((found, stage))
    }

    /// For each edge a polynomial that vanishes whenever the edge comes to hold the origin.
    fn borders(&self) -> Vec<Algebraic<Z>> {
        let mut found = Vec::new();
        for edge in 0..self.count {
            let crossing = (0..3)
                .filter_map(|plane| {
                    let bits = self.bits_of(Product::Cross { edge, plane });
                    Algebraic::new(self.crossing(edge, plane), bits)
                })
                .min_by_key(Algebraic::degree);
            if crossing.is_some() {
                found.extend(crossing);
                continue;
            }
            for corner in [edge, (edge + 1) % self.count] {
                let coordinate = |axis: usize| {
                    let ends = [&self.start, &self.end].map(|end| end[corner][axis].clone());
                    Algebraic::new(&ends, self.bits[axis])
                };
                found.extend((0..3).filter_map(coordinate).min_by_key(Algebraic::degree));
            }
        }
        found
    }

    /// The first root in `(0, 1)` at which the origin is held, enclosed.
    fn first_held_at(
        &self,
        coplanar: &Algebraic<Z>,
        stage: &mut Stage,
    ) -> Result<Option<(f64, f64)>, TooNarrow> {
        for root in coplanar.roots()? {
            let enclosure = root.enclosed(coplanar, WIDTH);
            if self.held_at(coplanar, &root, enclosure, stage) {
                return Ok(Some(enclosure));
            }
        }
        Ok(None)
    }

    fn held_at(
        &self,
        coplanar: &Algebraic<Z>,
        root: &Root<Z>,
        (l, u): (f64, f64),
        stage: &mut Stage,
    ) -> bool {
        if let Some(held) = rounded::held(self.rounded, l, u) {
            return held;
        }
        // Exact coefficients, in all planes before anything is asked of the root itself.
        let signs: [[Option<Ordering>; 3]; 4] = core::array::from_fn(|edge| {
            core::array::from_fn(|plane| {
                if edge >= self.count {
                    return None;
                }
                let rounded = self.rounded(Product::Cross { edge, plane });
                rounded
                    .and_then(|c| c.sign_on(l, u))
                    .or_else(|| approximate::<Z, 3>(self.crossing(edge, plane)).sign_on(l, u))
            })
        });
        if let Some(held) = held_by(&signs[..self.count]) {
            return held;
        }
        *stage = Stage::Algebraic;
        holds_origin(self.count, |product| match product {
            Product::Cross { edge, plane } => signs[edge][plane].unwrap_or_else(|| {
                coplanar.sign_at(root, self.crossing(edge, plane), self.bits_of(product))
            }),
            Product::Dot { .. } => {
                coplanar.sign_at(root, &self.product(product), self.bits_of(product))
            }
        })
    }
}
