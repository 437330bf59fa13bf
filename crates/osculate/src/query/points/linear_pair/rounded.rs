//! The question in `f64`, with proven bounds on its errors: settles almost all pairs.

use super::polygon::PLANE;
use crate::numbers::polynomial::{Polynomial, range};
use crate::numbers::rounding::UNIT;
use core::cmp::Ordering;
use glam::DVec3;

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

/// A vector at the start and at the end.
pub(super) type MovingPoint = [[f64; 3]; 2];

/// A cross product of moving vectors: `[plane][k]`, before any error is attached.
type Cross = [[f64; 3]; 3];

/// The cross products of an edge's ends in the three coordinate planes.
pub(super) type Edge = [Polynomial<3>; 3];

/// How wide the enclosure of an instant may be.
pub(super) const WIDTH: f64 = 1e-12;

/// Whether coordinates of these magnitudes are far enough from overflow: none of it comes to 2^700. Underflow is accounted for.
#[inline(always)]
pub(super) fn is_tame(extent: [f64; 3]) -> bool {
    // 2^200
    DVec3::from_array(extent).max_element() <= 1.606_938_044_258_990_3e60
}

#[inline(always)]
fn cross(p: &MovingPoint, q: &MovingPoint) -> Cross {
    let mut products = [[0.0; 3]; 3];
    for plane in 0..3 {
        let (y, z) = PLANE[plane];
        let (ay, az, by, bz) = (p[0][y], p[0][z], q[0][y], q[0][z]);
        let (cy, cz, dy, dz) = (p[1][y], p[1][z], q[1][y], q[1][z]);
        products[plane] = [
            ay * bz - az * by,
            (ay * dz - az * dy) + (cy * bz - cz * by),
            cy * dz - cz * dy,
        ];
    }
    products
}

/// Bounds on the sum of the magnitudes of both terms of a cross product, by plane, for vectors of these sizes.
#[inline(always)]
fn cross_size(p: &[f64; 3], q: &[f64; 3]) -> [f64; 3] {
    PLANE.map(|(y, z)| p[y] * q[z] + p[z] * q[y])
}

/// The largest magnitudes on each axis.
#[inline(always)]
fn size(of: &MovingPoint) -> [f64; 3] {
    let [start, end] = of.map(DVec3::from_array);
    start.abs().max(end.abs()).to_array()
}

/// More than what underflow does to a polynomial here: up to 18 terms, each below 2^-870.
const UNDERFLOW: f64 = 1.499_696_813_895_631e-241;

/// A polygon of at least two corners in `f64`: a corner w, and the sides u and v from there to the next corner and to the one
/// before. All else is made of P = w × u, Q = w × v and R = u × v.
pub(super) struct Rounded<const COUNT: usize> {
    w: MovingPoint,
    u: MovingPoint,
    v: MovingPoint,
    /// R.
    area: Cross,
}

/// P, Q and R, and for each plane a bound on the sum of the magnitudes of their terms at an end of time.
pub(super) struct Products<const COUNT: usize> {
    crosses: [Cross; 3],
    sizes: [f64; 3],
}

impl<const COUNT: usize> Rounded<COUNT> {
    #[inline(always)]
    pub(super) fn new(w: MovingPoint, u: MovingPoint, v: MovingPoint) -> Self {
        let area = cross(&u, &v);
        Rounded { w, u, v, area }
    }

    /// The determinant of w, u and v, which is that of the first three corners: zero when polygon and origin are in one
    /// plane. Before any error is attached.
    #[inline(always)]
    pub(super) fn determinant(&self) -> [f64; 4] {
        let mut sum = [0.0; 4];
        for axis in 0..3 {
            let (p, q) = (self.w[0][axis], self.w[1][axis]);
            let [a, b, c] = self.area[axis];
            sum[0] += p * a;
            sum[1] += p * b + q * a;
            sum[2] += p * c + q * b;
            sum[3] += q * c;
        }
        sum
    }

    /// P, Q and R, and the determinant with its error.
    #[inline(always)]
    pub(super) fn products(&self, determinant: [f64; 4]) -> (Products<COUNT>, Polynomial<4>) {
        let (w, u, v) = (size(&self.w), size(&self.u), size(&self.v));
        let (p, q, r) = (cross_size(&w, &u), cross_size(&w, &v), cross_size(&u, &v));
        let products = Products {
            crosses: [cross(&self.w, &self.u), cross(&self.w, &self.v), self.area],
            sizes: core::array::from_fn(|plane| p[plane] + q[plane] + r[plane]),
        };
        let terms = w[0] * r[0] + w[1] * r[1] + w[2] * r[2];
        let error = DETERMINANT * terms + UNDERFLOW;
        (products, Polynomial::rounded(determinant, error))
    }
}

/// The error of the determinant in terms of the sum of the magnitudes of its six terms at the worst of times. Each coordinate
/// is a rounded difference. A term of R has two of these, a product, and two sums: 5 roundings. The determinant adds a third
/// difference, another product, the sum of two and that over the axes: 5 + 1 + 1 + 1 + 2 = 10 roundings. A coefficient has the
/// terms of at most three determinants: 3·10 units.
const DETERMINANT: f64 = 32.0 * UNIT;

/// Whether the determinant with these coefficients is certainly not zero at any instant, by a bound that costs little: the
/// largest coordinates of corners, on each axis.
#[inline(always)]
pub(super) fn never_coplanar(determinant: &[f64; 4], extent: [f64; 3]) -> bool {
    // Six terms, each with a corner and two sides, which are no longer than twice that.
    let error = 24.5 * DETERMINANT * (extent[0] * extent[1] * extent[2]) + UNDERFLOW;
    let (least, most) = range(determinant);
    least > error || most < -error
}

impl<const COUNT: usize> Products<COUNT> {
    /// The cross products of the ends of all edges, by numbers that belong to P, Q and R.
    #[inline(always)]
    fn around(p: f64, q: f64, r: f64) -> [f64; COUNT] {
        // The corners are w, w + u, then w + u + v if there are four, and w + v if there are more than two.
        let mut edges = [p; COUNT];
        match COUNT {
            4 => {
                edges[1] = q + r;
                edges[2] = r - p;
            }
            3 => edges[1] = (r - p) + q,
            _ => edges[1] = -p,
        }
        if COUNT > 2 {
            edges[COUNT - 1] = -q;
        }
        edges
    }

    /// A bound on the errors of coefficients of these. Each has at most twice the terms that `sizes` bounds, with two
    /// differences, one product and two sums in P, Q or R, and two sums more: 7 roundings, 14 units.
    #[inline(always)]
    fn error(&self, plane: usize) -> f64 {
        16.0 * UNIT * self.sizes[plane] + UNDERFLOW
    }

    /// Whether in some plane two of these have opposite signs on all of `[0, 1]`, so that the origin is never held.
    #[inline(always)]
    pub(super) fn never_hold(&self) -> bool {
        let [p, q, r] = &self.crosses;
        for plane in 0..3 {
            let coefficients: [[f64; COUNT]; 3] =
                core::array::from_fn(|k| Self::around(p[plane][k], q[plane][k], r[plane][k]));
            let [a, b, c] = coefficients;
            let (mut highest, mut lowest) = (f64::NEG_INFINITY, f64::INFINITY);
            for edge in 0..COUNT {
                let (least, most) = range(&[a[edge], b[edge], c[edge]]);
                highest = if least > highest { least } else { highest };
                lowest = if most < lowest { most } else { lowest };
            }
            let error = self.error(plane);
            if highest > error && lowest < -error {
                return true;
            }
        }
        false
    }

    /// Whether the origin is held on all of a short `[l, u]`, given that it and the polygon are in one plane; none if
    /// rounding hides it.
    #[inline(always)]
    fn held_near(&self, l: f64, u: f64) -> Option<bool> {
        let t = 0.5 * (l + u);
        let s = 1.0 - t;
        let (ss, st, tt) = (s * s, s * t, t * t);
        // The weights' roundings (3), a product, two sums and two of `around`: 8 units of the size, as all terms together
        // are no larger; 14 are the coefficients'. Bernstein's coefficients are within the size, so the slope is within four
        // times that.
        let doubt = 32.0 * UNIT + 5.0 * (u - l);
        let mut inside = false;
        for plane in 0..3 {
            let [p, q, r] = self.crosses.map(|cross| {
                let [a, b, c] = cross[plane];
                a * ss + b * st + c * tt
            });
            let (least, most) = range(&Self::around(p, q, r));
            let margin = self.sizes[plane] * doubt + UNDERFLOW;
            if most > margin && least < -margin {
                return Some(false);
            }
            inside |= least > margin || most < -margin;
        }
        inside.then_some(true)
    }

    /// The cross products as polynomials.
    pub(super) fn edges(&self) -> [Edge; COUNT] {
        let [p, q, r] = &self.crosses;
        core::array::from_fn(|edge| {
            core::array::from_fn(|plane| {
                let (p, q, r) = (p[plane], q[plane], r[plane]);
                let coefficients = core::array::from_fn(|k| Self::around(p[k], q[k], r[k])[edge]);
                Polynomial::rounded(coefficients, self.error(plane))
            })
        })
    }

    /// The first instant at which the origin is held, where that happens only at roots of `coplanar`; with an enclosure to
    /// [`WIDTH`] if `tight`. None if rounding hides it.
    #[inline]
    pub(super) fn first_held<const N: usize>(
        &self,
        coplanar: &Polynomial<N>,
        tight: bool,
    ) -> Option<Found> {
        for cell in coplanar.isolate()?.iter() {
            // Any enclosure will do to rule the root out.
            let Some((lower, upper)) = coplanar.tighten(cell, 1.0) else {
                match held(&self.edges(), cell.0, cell.1)? {
                    false => continue,
                    true if tight => return None,
                    true => return Some(Found::Contact(cell.0, cell.1)),
                }
            };
            let held = match self.held_near(lower, upper) {
                None => held(&self.edges(), lower, upper)?,
                Some(held) => held,
            };
            if held {
                let settled = !tight || upper - lower <= WIDTH;
                return settled.then_some(Found::Contact(lower, upper));
            }
        }
        Some(Found::Free)
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
