//! What is asked: two sets of corners, each corner from a start to an end.

use super::polynomial::Polynomial;
use super::rational::{Rational, common_divisor, exact_quotient, parts};
use num_bigint::BigInt;

/// What may touch what, and the order of their corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// v, f0, f1, f2.
    VertexFace,
    /// a0, a1, b0, b1.
    EdgeEdge,
    /// v, e0, e1.
    VertexEdge,
    /// v, w.
    VertexVertex,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [
        Kind::VertexFace,
        Kind::EdgeEdge,
        Kind::VertexEdge,
        Kind::VertexVertex,
    ];

    /// How many points are used: the first ones.
    pub fn points(self) -> usize {
        match self {
            Kind::VertexFace | Kind::EdgeEdge => 4,
            Kind::VertexEdge => 3,
            Kind::VertexVertex => 2,
        }
    }

    /// How many of them, the first ones, are one of the two sets.
    pub fn first_set(self) -> usize {
        match self {
            Kind::EdgeEdge => 2,
            _ => 1,
        }
    }
}

/// Unused points are ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// What may touch what.
    pub kind: Kind,
    /// Where the corners are at time 0.
    pub start: [[f64; 3]; 4],
    /// Where they are at time 1.
    pub end: [[f64; 3]; 4],
}

impl Query {
    /// The same query with fractions.
    pub fn exact(&self) -> ExactQuery {
        let Query { kind, start, end } = self.without_unused();
        let exact = |points: [[f64; 3]; 4]| points.map(|p| p.map(Rational::from_f64));
        ExactQuery {
            kind,
            start: exact(start),
            end: exact(end),
        }
    }

    /// The points times a power of two for each axis, which changes no contact: coordinates as polynomials of time.
    pub fn points(&self) -> [[Polynomial; 3]; 4] {
        let Query { start, end, .. } = self.without_unused();
        let mut least = [i32::MAX; 3];
        for point in start.iter().chain(&end) {
            for (least, coordinate) in least.iter_mut().zip(point) {
                let (mantissa, exponent) = parts(*coordinate);
                if mantissa != 0 {
                    *least = exponent.min(*least);
                }
            }
        }
        let scaled = |points: [[f64; 3]; 4]| {
            points.map(|point| {
                std::array::from_fn(|axis| match parts(point[axis]) {
                    (0, _) => BigInt::ZERO,
                    (mantissa, exponent) => BigInt::from(mantissa) << (exponent - least[axis]),
                })
            })
        };
        moving(&scaled(start), &scaled(end))
    }

    fn without_unused(mut self) -> Query {
        self.start[self.kind.points()..].fill([0.0; 3]);
        self.end[self.kind.points()..].fill([0.0; 3]);
        self
    }
}

/// The same with fractions for coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactQuery {
    /// What may touch what.
    pub kind: Kind,
    /// Where the corners are at time 0.
    pub start: [[Rational; 3]; 4],
    /// Where they are at time 1.
    pub end: [[Rational; 3]; 4],
}

impl ExactQuery {
    /// The same query in `f64`, if every coordinate is one.
    pub fn to_f64(&self) -> Option<Query> {
        let mut query = Query {
            kind: self.kind,
            start: [[0.0; 3]; 4],
            end: [[0.0; 3]; 4],
        };
        for i in 0..self.kind.points() {
            for axis in 0..3 {
                query.start[i][axis] = self.start[i][axis].to_f64()?;
                query.end[i][axis] = self.end[i][axis].to_f64()?;
            }
        }
        Some(query)
    }

    /// The points times a common multiple of the denominators for each axis.
    pub fn points(&self) -> [[Polynomial; 3]; 4] {
        let mut multiples = [(); 3].map(|()| BigInt::from(1));
        for point in self.start.iter().chain(&self.end) {
            for (multiple, coordinate) in multiples.iter_mut().zip(point) {
                let d = coordinate.denominator();
                *multiple = exact_quotient(&(&*multiple * d), &common_divisor(multiple, d));
            }
        }
        let scaled = |points: &[[Rational; 3]; 4]| {
            points.each_ref().map(|point| {
                std::array::from_fn(|axis| {
                    let c: &Rational = &point[axis];
                    c.numerator() * exact_quotient(&multiples[axis], c.denominator())
                })
            })
        };
        moving(&scaled(&self.start), &scaled(&self.end))
    }
}

fn moving(start: &[[BigInt; 3]; 4], end: &[[BigInt; 3]; 4]) -> [[Polynomial; 3]; 4] {
    std::array::from_fn(|i| {
        std::array::from_fn(|axis| {
            let (from, to) = (&start[i][axis], &end[i][axis]);
            Polynomial::new(vec![from.clone(), to - from])
        })
    })
}
