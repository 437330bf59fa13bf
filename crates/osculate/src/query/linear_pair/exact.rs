//! The question in whole numbers: always settles it.

use super::polygon::{PLANE, Product, corners, holds_origin};
use super::rounded::{self, Edge, Found, WIDTH};
use super::{PairKind, Stage};
use crate::algebraic::{Algebraic, Root, TooNarrow, approximate};
use crate::whole::{Whole, Wide};
use alloc::vec::Vec;
use core::convert::Infallible;
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

/// The first instant at which the features touch, enclosed to [`WIDTH`], and what it took.
pub(super) fn first_contact(points: &impl Points) -> (Found, Stage) {
    narrow::<i128>(points)
        .or_else(|_| narrow::<Wide<4>>(points))
        .or_else(|_| narrow::<Wide<20>>(points))
        .or_else(|_| narrow::<BigInt>(points))
        .unwrap_or_else(|TooNarrow| unreachable!("big integers are wide enough"))
}

fn narrow<Z: Whole>(points: &impl Points) -> Result<(Found, Stage), TooNarrow> {
    // The determinant has at most 18 terms of three differences: below 2^5 · 2^3 times the coordinates. A scalar product's
    // coefficient has at most six terms of two.
    let bits: [u64; 3] = core::array::from_fn(|axis| points.bits(axis) + 1);
    let dots = 2 * bits[0].max(bits[1]).max(bits[2]) + 3;
    if (bits[0] + bits[1] + bits[2] + 6).max(dots + 1) > Z::BITS {
        return Err(TooNarrow);
    }
    Polygon::<Z>::new(points, bits, dots).first_held()
}

/// A moving polygon of whole corners.
struct Polygon<Z> {
    count: usize,
    start: [[Z; 3]; 4],
    end: [[Z; 3]; 4],
    /// The cross products of the ends of each edge, by plane.
    edges: [[[Z; 3]; 3]; 4],
    edge_bits: [u64; 3],
    determinant: [Z; 4],
    determinant_bits: u64,
    dot_bits: u64,
}

impl<Z: Whole> Polygon<Z> {
    fn new(points: &impl Points, bits: [u64; 3], dot_bits: u64) -> Self {
        let differences = corners(points.kind());
        let count = differences.len();
        let corner = |number: usize, end: bool| {
            core::array::from_fn(|axis| match differences.get(number) {
                Some(&(i, j)) => points
                    .coordinate::<Z>(i, end, axis)
                    .minus(&points.coordinate(j, end, axis)),
                None => Z::zero(),
            })
        };
        let start: [[Z; 3]; 4] = core::array::from_fn(|number| corner(number, false));
        let end: [[Z; 3]; 4] = core::array::from_fn(|number| corner(number, true));
        let edges = core::array::from_fn(|edge| {
            let next = (edge + 1) % count;
            core::array::from_fn(|plane| {
                if edge >= count || count == 1 {
                    return core::array::from_fn(|_| Z::zero());
                }
                cross(&start[edge], &start[next], &end[edge], &end[next], plane)
            })
        });
        let mut determinant = core::array::from_fn(|_| Z::zero());
        if count > 2 {
            let second: &[[Z; 3]; 3] = &edges[1];
            for axis in 0..3 {
                let (p, q) = (&start[0][axis], &end[0][axis]);
                for (k, c) in second[axis].iter().enumerate() {
                    determinant[k] = determinant[k].plus(&p.times(c));
                    determinant[k + 1] = determinant[k + 1].plus(&q.times(c));
                }
            }
        }
        Polygon {
            count,
            start,
            end,
            edges,
            edge_bits: PLANE.map(|(y, z)| bits[y] + bits[z] + 2),
            determinant,
            determinant_bits: bits[0] + bits[1] + bits[2] + 5,
            dot_bits,
        }
    }

    /// The scalar product of the ends of an edge.
    fn dot(&self, edge: usize) -> [Z; 3] {
        let next = (edge + 1) % self.count;
        let product = |a: &[Z; 3], b: &[Z; 3]| {
            a[0].times(&b[0])
                .plus(&a[1].times(&b[1]))
                .plus(&a[2].times(&b[2]))
        };
        [
            product(&self.start[edge], &self.start[next]),
            product(&self.start[edge], &self.end[next])
                .plus(&product(&self.end[edge], &self.start[next])),
            product(&self.end[edge], &self.end[next]),
        ]
    }

    /// Whether the origin is held at the start (`k` is 0) or at the end (2), given that it and the polygon are in one plane.
    fn held_at_end(&self, k: usize) -> bool {
        let sign = |product| -> Result<_, Infallible> {
            Ok(match product {
                Product::Cross { edge, plane } => self.edges[edge][plane][k].sign(),
                Product::Dot { edge } => self.dot(edge)[k].sign(),
            })
        };
        let Ok(held) = holds_origin(self.count, sign);
        held
    }

    fn first_held(&self) -> Result<(Found, Stage), TooNarrow> {
        if self.determinant[0].is_zero() && self.held_at_end(0) {
            return Ok((Found::Contact(0.0, 0.0), Stage::Coefficients));
        }
        let mut search = Search {
            polygon: self,
            edges: core::array::from_fn(|edge| {
                core::array::from_fn(|plane| approximate::<Z, 3>(&self.edges[edge][plane]))
            }),
            stage: Stage::Coefficients,
        };
        let mut first = None;
        if let Some(coplanar) = Algebraic::new(&self.determinant, self.determinant_bits) {
            first = search.first_held(&coplanar)?;
        } else {
            // In one plane all the time: the origin first comes to be held at the border, that is by an edge, as all its
            // cross products vanish; if they always do, at a corner, as all its coordinates vanish.
            for candidate in self.borders() {
                if let Some((lower, upper)) = search.first_held(&candidate)? {
                    let (l, u) = first.unwrap_or((1.0, 1.0));
                    first = Some((lower.min(l), upper.min(u)));
                }
            }
        }
        let found = match first {
            Some((lower, upper)) => Found::Contact(lower, upper),
            None if self.determinant[3].is_zero() && self.held_at_end(2) => {
                Found::Contact(1.0_f64.next_down(), 1.0)
            }
            None => Found::Free,
        };
        Ok((found, search.stage))
    }

    /// For each edge a polynomial that vanishes whenever the edge comes to hold the origin.
    fn borders(&self) -> Vec<Algebraic<Z>> {
        let mut found = Vec::new();
        for edge in 0..self.count {
            let planes = self.edges[edge].iter().zip(self.edge_bits);
            let crossing = planes
                .filter_map(|(c, bits)| Algebraic::new(c, bits))
                .min_by_key(Algebraic::degree);
            if crossing.is_some() {
                found.extend(crossing);
                continue;
            }
            for corner in [edge, (edge + 1) % self.count] {
                let axes = self.start[corner].iter().zip(&self.end[corner]);
                found.extend(
                    axes.filter_map(|(p, q)| {
                        Algebraic::new(&[p.clone(), q.clone()], self.dot_bits)
                    })
                    .min_by_key(Algebraic::degree),
                );
            }
        }
        found
    }
}

fn cross<Z: Whole>(a: &[Z; 3], b: &[Z; 3], c: &[Z; 3], d: &[Z; 3], plane: usize) -> [Z; 3] {
    let (y, z) = PLANE[plane];
    let area = |p: &[Z; 3], q: &[Z; 3]| p[y].times(&q[z]).minus(&p[z].times(&q[y]));
    [area(a, b), area(a, d).plus(&area(c, b)), area(c, d)]
}

struct Search<'a, Z> {
    polygon: &'a Polygon<Z>,
    edges: [Edge; 4],
    stage: Stage,
}

impl<Z: Whole> Search<'_, Z> {
    /// The first root in `(0, 1)` at which the origin is held, enclosed.
    fn first_held(&mut self, coplanar: &Algebraic<Z>) -> Result<Option<(f64, f64)>, TooNarrow> {
        for root in coplanar.roots()? {
            let enclosure = root.enclosed(coplanar, WIDTH);
            if self.held_at(coplanar, &root, enclosure)? {
                return Ok(Some(enclosure));
            }
        }
        Ok(None)
    }

    fn held_at(
        &mut self,
        coplanar: &Algebraic<Z>,
        root: &Root<Z>,
        (l, u): (f64, f64),
    ) -> Result<bool, TooNarrow> {
        let count = self.polygon.count;
        if let Some(held) = rounded::held(&self.edges[..count], l, u) {
            return Ok(held);
        }
        self.stage = Stage::Algebraic;
        holds_origin(count, |product| match product {
            Product::Cross { edge, plane } => match self.edges[edge][plane].sign_on(l, u) {
                Some(sign) => Ok(sign),
                None => {
                    let exact = &self.polygon.edges[edge][plane];
                    coplanar.sign_at(root, exact, self.polygon.edge_bits[plane])
                }
            },
            Product::Dot { edge } => {
                coplanar.sign_at(root, &self.polygon.dot(edge), self.polygon.dot_bits)
            }
        })
    }
}
