//! The question in `f64`, with proven bounds on its errors: settles almost all pairs.

use super::polygon::PLANE;
use crate::polynomial::Polynomial;
use crate::rounding::UNIT;
use core::cmp::Ordering;

/// An answer as far as it is about time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    /// No contact in the closed `[0, 1]`.
    Free,
    /// The first contact is after the first instant, and not after the second; or both are zero.
    Contact(f64, f64),
}

impl Found {
    /// The enclosure of the first contact, if there is one.
    pub(super) fn bracket(self) -> Option<(f64, f64)> {
        match self {
            Found::Free => None,
            Found::Contact(lower, upper) => Some((lower, upper)),
        }
    }
}

/// The corners of the polygon at an end of `[0, 1]`.
pub(super) type Corners = [[f64; 3]; 4];

/// The cross products of an edge's ends in the three coordinate planes.
pub(super) type Edge = [Polynomial<3>; 3];

/// How wide the enclosure of an instant may be.
pub(super) const WIDTH: f64 = 1e-12;

/// Whether coordinates of these magnitudes are far enough from overflow and underflow for the bounds below. Zeros are: all
/// that they enter is exact.
#[inline(always)]
pub(super) fn is_tame(extent: [f64; 3]) -> bool {
    // 2^±200: a product of three stays above 2^-600, and a product that underflows, times a third number, below 2^-870.
    const LEAST: f64 = 6.223_015_277_861_142e-61;
    const MOST: f64 = 1.606_938_044_258_990_3e60;
    let tame = |x: f64| (x == 0.0) | (LEAST..=MOST).contains(&x);
    let [x, y, z] = extent;
    tame(x) & tame(y) & tame(z)
}

/// The cross products of corners `i` and `j` in the three coordinate planes, `[plane][k]` before any error is attached.
#[inline(always)]
fn cross(start: &Corners, end: &Corners, i: usize, j: usize) -> [[f64; 3]; 3] {
    let mut products = [[0.0; 3]; 3];
    for plane in 0..3 {
        let (y, z) = PLANE[plane];
        let (ay, az, by, bz) = (start[i][y], start[i][z], start[j][y], start[j][z]);
        let (cy, cz, dy, dz) = (end[i][y], end[i][z], end[j][y], end[j][z]);
        products[plane] = [
            ay * bz - az * by,
            (ay * dz - az * dy) + (cy * bz - cz * by),
            cy * dz - cz * dy,
        ];
    }
    products
}

/// A polygon of at least two corners in `f64`.
pub(super) struct Rounded<'a, const COUNT: usize> {
    start: &'a Corners,
    end: &'a Corners,
    /// Bounds on the errors of cross products, by plane.
    errors: [f64; 3],
    /// The cross products of corners 1 and 2.
    second: [[f64; 3]; 3],
}

impl<'a, const COUNT: usize> Rounded<'a, COUNT> {
    #[inline(always)]
    pub(super) fn new(start: &'a Corners, end: &'a Corners, extent: [f64; 3]) -> Self {
        // Each corner's coordinate is a rounded difference. A coefficient of a cross product has at most four terms, each
        // with two such differences, one product and two sums: 5 roundings, so it errs by at most 4·5 units of the product
        // of the largest coordinates.
        let [x, y, z] = extent;
        let errors = [y * z, z * x, x * y].map(|product| 32.0 * UNIT * product);
        Rounded {
            start,
            end,
            errors,
            second: cross(start, end, 1 % COUNT, 2 % COUNT),
        }
    }

    /// The determinant of the first three corners: zero when polygon and origin are in one plane.
    #[inline(always)]
    pub(super) fn determinant(&self, extent: [f64; 3]) -> Polynomial<4> {
        let mut sum = [0.0; 4];
        for axis in 0..3 {
            let (p, q) = (self.start[0][axis], self.end[0][axis]);
            let [a, b, c] = self.second[axis];
            sum[0] += p * a;
            sum[1] += p * b + q * a;
            sum[2] += p * c + q * b;
            sum[3] += q * c;
        }
        // At most 18 terms, each with a third difference (1 rounding more than above), another product, the sum of two and
        // that over the axes: 5 + 1 + 1 + 1 + 2 = 10 roundings; 18·10 units of the product of the largest coordinates.
        let error = 256.0 * UNIT * (extent[0] * extent[1] * extent[2]);
        Polynomial::rounded(sum, error)
    }

    /// The cross products of the ends of all edges, `[edge][plane][k]`.
    #[inline(always)]
    pub(super) fn products(&self) -> [[[f64; 3]; 3]; COUNT] {
        let mut products = [self.second; COUNT];
        for (edge, product) in products.iter_mut().enumerate() {
            if edge != 1 {
                *product = cross(self.start, self.end, edge, (edge + 1) % COUNT);
            }
        }
        products
    }

    /// Whether in some plane two of these have opposite signs on all of `[0, 1]`, so that the origin is never held.
    #[inline(always)]
    pub(super) fn never_holds(&self, products: &[[[f64; 3]; 3]; COUNT]) -> bool {
        for plane in 0..3 {
            let error = self.errors[plane];
            let (mut plus, mut minus) = (false, false);
            for edge in products {
                let [a, b, c] = edge[plane];
                plus |= a > error && b > error && c > error;
                minus |= a < -error && b < -error && c < -error;
            }
            if plus && minus {
                return true;
            }
        }
        false
    }

    /// These products as polynomials.
    #[inline(always)]
    pub(super) fn edges(&self, products: &[[[f64; 3]; 3]; COUNT]) -> [Edge; COUNT] {
        let zero = Polynomial::rounded([0.0; 3], 0.0);
        let mut edges = [[zero; 3]; COUNT];
        for (edge, product) in edges.iter_mut().zip(products) {
            for plane in 0..3 {
                edge[plane] = Polynomial::rounded(product[plane], self.errors[plane]);
            }
        }
        edges
    }
}

/// Whether the origin is held on all of `[l, u]`, given that it and the polygon are in one plane; none if rounding hides it.
#[inline]
pub(super) fn held(edges: &[Edge], l: f64, u: f64) -> Option<bool> {
    held_in(edges.len(), |edge, plane| edges[edge][plane].sign_on(l, u))
}

/// The same by the signs of cross products, `[edge][plane]`, as far as they are known.
pub(super) fn held_by(signs: &[[Option<Ordering>; 3]]) -> Option<bool> {
    held_in(signs.len(), |edge, plane| signs[edge][plane])
}

#[inline(always)]
fn held_in(count: usize, sign: impl Fn(usize, usize) -> Option<Ordering>) -> Option<bool> {
    let mut inside = false;
    for plane in 0..3 {
        let (mut plus, mut minus) = (0, 0);
        for edge in 0..count {
            match sign(edge, plane) {
                Some(Ordering::Greater) => plus += 1,
                Some(Ordering::Less) => minus += 1,
                _ => {}
            }
            if plus > 0 && minus > 0 {
                return Some(false);
            }
        }
        inside |= plus.max(minus) == count && count > 0;
    }
    inside.then_some(true)
}

/// The first instant at which the origin is held, where that happens only at roots of `coplanar`; with an enclosure to
/// [`WIDTH`] if `tight`. None if rounding hides it.
pub(super) fn first_held<const N: usize>(
    coplanar: &Polynomial<N>,
    edges: &[Edge],
    tight: bool,
) -> Option<Found> {
    for cell in coplanar.isolate()?.iter() {
        let whole = held(edges, cell.0, cell.1);
        if whole == Some(false) {
            continue;
        }
        if whole == Some(true) && !tight {
            return Some(Found::Contact(cell.0, cell.1));
        }
        // Any enclosure will do to rule the root out.
        let (lower, upper) = coplanar.tighten(cell, 1.0)?;
        if whole.or_else(|| held(edges, lower, upper))? {
            let settled = !tight || upper - lower <= WIDTH;
            return settled.then_some(Found::Contact(lower, upper));
        }
    }
    Some(Found::Free)
}

/// The first instant at which the origin is held by a polygon that stays in the coordinate plane across `plane`. None if rounding
/// hides it.
pub(super) fn first_held_in_plane(edges: &[Edge], plane: usize) -> Option<Found> {
    let mut first = None;
    // The border, once reached, is an edge whose cross product vanishes while the others' have one sign.
    for (number, edge) in edges.iter().enumerate() {
        let crossing = &edge[plane];
        if crossing.one_sign().is_some() {
            continue;
        }
        for cell in crossing.isolate()?.iter() {
            let (lower, upper) = crossing.tighten(cell, WIDTH)?;
            let (mut plus, mut minus) = (false, false);
            for (other, edge) in edges.iter().enumerate() {
                if other != number {
                    match edge[plane].sign_on(lower, upper)? {
                        Ordering::Greater => plus = true,
                        _ => minus = true,
                    }
                }
            }
            if plus != minus {
                let (l, u) = first.unwrap_or((1.0, 1.0));
                first = Some((lower.min(l), upper.min(u)));
                break;
            }
        }
    }
    // Held from the start on, or not at all.
    let starts = |sign| edges.iter().all(|edge| edge[plane].sign(0) == Some(sign));
    Some(match first {
        _ if starts(Ordering::Greater) || starts(Ordering::Less) => Found::Contact(0.0, 0.0),
        Some((lower, upper)) => Found::Contact(lower, upper),
        None => Found::Free,
    })
}
