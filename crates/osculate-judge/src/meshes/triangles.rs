//! Two triangles: where they come closest, how far apart they are at least and at most, and whether they meet.
//!
//! Closest points are *guessed* in plain arithmetic, over all features: nine pairs of edges (whose ends cover the
//! vertices) and six of a vertex and a face; a face without area is covered by its edges. Bounds are then *proven* from
//! the guess. Any two points of the triangles bound the distance from above. For any direction n, the smallest
//! n·(aᵢ − bⱼ)/|n| over the corners bounds it from below. Along the line of the true closest points both are the
//! distance, so a good guess gives tight bounds and a bad one only loose bounds.

use super::fixed::{Ball, Fixed};
use super::motion::{Balls, add, cross, dot, sub, times};
use std::ops::{Add, Mul, Sub};

/// Plain numbers in which to guess.
pub trait Number:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// `top/bottom` clamped to [0, 1]; 0 if the bottom is not positive.
    fn share(top: Self, bottom: Self) -> Self;
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    fn share(top: f64, bottom: f64) -> f64 {
        if bottom > 0.0 && top > 0.0 {
            (top / bottom).min(1.0)
        } else {
            0.0
        }
    }
}

impl Number for Fixed {
    const ZERO: Fixed = Fixed::ZERO;
    const ONE: Fixed = Fixed::ONE;
    fn share(top: Fixed, bottom: Fixed) -> Fixed {
        if bottom <= Fixed::ZERO || top <= Fixed::ZERO {
            Fixed::ZERO
        } else if top >= bottom {
            Fixed::ONE
        } else {
            top.over(bottom).0
        }
    }
}

/// Three numbers.
pub type Vector<N> = [N; 3];
/// Three corners.
pub type Triangle<N> = [Vector<N>; 3];

/// a·b.
pub fn inner<N: Number>(a: Vector<N>, b: Vector<N>) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a×b.
pub fn outer<N: Number>(a: Vector<N>, b: Vector<N>) -> Vector<N> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// a − b.
pub fn minus<N: Number>(a: Vector<N>, b: Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| a[i] - b[i])
}

/// Σ weight·corner.
pub fn blend<N: Number>(triangle: &Triangle<N>, weights: [N; 3]) -> Vector<N> {
    std::array::from_fn(|i| {
        triangle[0][i] * weights[0] + triangle[1][i] * weights[1] + triangle[2][i] * weights[2]
    })
}

/// A guess: the weights of a point of either triangle.
#[derive(Clone, Copy)]
pub struct Guess<N> {
    /// Of the corners of a.
    pub a: [N; 3],
    /// Of the corners of b.
    pub b: [N; 3],
}

/// Calls `visit` with the closest points of every pair of features.
pub fn guesses<N: Number>(a: &Triangle<N>, b: &Triangle<N>, mut visit: impl FnMut(Guess<N>)) {
    for i in 0..3 {
        for j in 0..3 {
            let (i1, j1) = ((i + 1) % 3, (j + 1) % 3);
            let (s, t) = segments([a[i], a[i1]], [b[j], b[j1]]);
            let mut guess = Guess {
                a: [N::ZERO; 3],
                b: [N::ZERO; 3],
            };
            (guess.a[i], guess.a[i1]) = (N::ONE - s, s);
            (guess.b[j], guess.b[j1]) = (N::ONE - t, t);
            visit(guess);
        }
    }
    for i in 0..3 {
        let mut vertex = [N::ZERO; 3];
        vertex[i] = N::ONE;
        if let Some(weights) = inside(b, a[i]) {
            visit(Guess {
                a: vertex,
                b: weights,
            });
        }
        if let Some(weights) = inside(a, b[i]) {
            visit(Guess {
                a: weights,
                b: vertex,
            });
        }
    }
}

/// The closest points of two segments, as shares of the way from the first end to the second.
fn segments<N: Number>(p: [Vector<N>; 2], q: [Vector<N>; 2]) -> (N, N) {
    let (u, v, r) = (minus(p[1], p[0]), minus(q[1], q[0]), minus(p[0], q[0]));
    let (uu, vv, uv) = (inner(u, u), inner(v, v), inner(u, v));
    let (ur, vr) = (inner(u, r), inner(v, r));
    // Minimise |r + s·u − t·v|²: the unconstrained s, the best t for it, the best s for that t.
    let s = N::share(uv * vr - ur * vv, uu * vv - uv * uv);
    let t = N::share(uv * s + vr, vv);
    let s = N::share(uv * t - ur, uu);
    (s, t)
}

/// The weights of the foot of `point` on the triangle's plane, if it lies inside.
fn inside<N: Number>(triangle: &Triangle<N>, point: Vector<N>) -> Option<[N; 3]> {
    let (e, f) = (
        minus(triangle[1], triangle[0]),
        minus(triangle[2], triangle[0]),
    );
    let r = minus(point, triangle[0]);
    let normal = outer(e, f);
    let square = inner(normal, normal);
    let second = inner(outer(r, f), normal);
    let third = inner(outer(e, r), normal);
    if square > N::ZERO && second >= N::ZERO && third >= N::ZERO && second + third <= square {
        let (second, third) = (N::share(second, square), N::share(third, square));
        let first = N::ONE - second - third;
        return Some([if first < N::ZERO { N::ZERO } else { first }, second, third]);
    }
    None
}

/// What the judge asks about a direction `n` of unit length: how much of the gap along it is to be given away.
pub trait Drop: Fn([f64; 3]) -> f64 {}
impl<F: Fn([f64; 3]) -> f64> Drop for F {}

/// Bounds in `f64` on the distance of two triangles whose corners' differences are known up to `error` in length.
///
/// The error of the few operations here is below 16·2⁻⁵³ of the largest coordinate difference and is covered by the
/// caller's `error`, which is at least 2⁻⁴⁶ of the same. The lower bound has `drop(n)` taken off, for the best n.
pub fn bounds_f64(
    a: &Triangle<f64>,
    b: &Triangle<f64>,
    error: f64,
    enough: f64,
    drop: impl Drop,
) -> (f64, f64) {
    let mut best = f64::INFINITY;
    let mut direction = [0.0; 3];
    guesses(a, b, |guess| {
        let n = minus(blend(a, guess.a), blend(b, guess.b));
        let square = inner(n, n);
        if square < best {
            (best, direction) = (square, n);
        }
    });
    let upper = best.sqrt() + error;
    let along = |n: Vector<f64>| {
        let norm = inner(n, n).sqrt();
        if norm.is_nan() || norm <= 1e-150 {
            return f64::NEG_INFINITY;
        }
        let n = n.map(|c| c / norm);
        let low = |t: &Triangle<f64>| t.iter().fold(f64::INFINITY, |m, &x| m.min(inner(n, x)));
        let high = |t: &Triangle<f64>| t.iter().fold(f64::NEG_INFINITY, |m, &x| m.max(inner(n, x)));
        let forward = low(a) - high(b);
        let backward = low(b) - high(a);
        forward.max(backward) * (1.0 - 1e-14) - error - drop(n)
    };
    let mut lower = along(direction);
    if lower <= enough && upper > enough {
        // Near contact the difference of two points is mostly rounding: feature directions are better.
        let edges = |t: &Triangle<f64>| [minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])];
        let (e, f) = (edges(a), edges(b));
        lower = lower
            .max(along(outer(e[0], e[1])))
            .max(along(outer(f[0], f[1])));
        for x in e {
            for y in f {
                lower = lower.max(along(outer(x, y)));
            }
        }
    }
    (lower, upper)
}

/// Proven bounds on the distance of two triangles.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// It is no less than this.
    pub lower: Fixed,
    /// It is no more than this.
    pub upper: Fixed,
}

/// How two triangles meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meeting {
    /// They are proven not to.
    Apart,
    /// Neither could be proven.
    Unknown,
    /// They have a point in common; nothing is said about moving them.
    Touching,
    /// An edge of one passes through the inside of the other, and so it would after any small enough motion.
    Piercing,
}

/// Both triangles relative to a corner and blown up by 2^shift, so that their size is of the order of 1/8.
fn local(a: &[Balls; 3], b: &[Balls; 3]) -> ([Balls; 3], [Balls; 3], u32) {
    let origin = b[0];
    let (a, b) = (a.map(|x| sub(&x, &origin)), b.map(|x| sub(&x, &origin)));
    let bits = a
        .iter()
        .chain(&b)
        .flatten()
        .map(|c| c.middle.bits())
        .max()
        .unwrap_or(0);
    let shift = 189_u32.saturating_sub(bits).min(150);
    (
        a.map(|x| x.map(|c| c.doubled(shift))),
        b.map(|x| x.map(|c| c.doubled(shift))),
        shift,
    )
}

/// The lower bound without any direction (both triangles are one point): nothing is known after a drop.
const NOTHING: Fixed = Fixed::LEAST;

/// Proven bounds on the distance, with `drop(n)` taken off the lower one for the best n (it may be negative then).
pub fn bounds(a: &[Balls; 3], b: &[Balls; 3], drop: impl Drop) -> Bounds {
    let (a, b, shift) = local(a, b);
    let points = |t: &[Balls; 3]| t.map(|x| x.map(|c| c.middle));
    let (ma, mb) = (points(&a), points(&b));
    let mut found: Vec<(Fixed, Guess<Fixed>, Vector<Fixed>)> = Vec::with_capacity(15);
    guesses(&ma, &mb, |guess| {
        let n = minus(blend(&ma, guess.a), blend(&mb, guess.b));
        found.push((inner(n, n), guess, n));
    });
    found.sort_by_key(|&(square, ..)| square);
    let point = |t: &[Balls; 3], w: [Fixed; 3]| {
        let w = [Fixed::ONE - w[1] - w[2], w[1], w[2]].map(Ball::exact);
        add(
            &add(&times(w[0], &t[0]), &times(w[1], &t[1])),
            &times(w[2], &t[2]),
        )
    };
    let guess = found[0].1;
    let between = sub(&point(&a, guess.a), &point(&b, guess.b));
    let upper = dot(&between, &between).upper().max(Fixed::ZERO).roots().1;
    let along = |n: Vector<Fixed>| {
        let bits = n.iter().map(|c| c.bits()).max().unwrap_or(0);
        if bits == 0 {
            return NOTHING;
        }
        let n = n.map(|c| if bits < 192 { c.doubled(192 - bits) } else { c });
        let rough = n.map(Fixed::to_f64);
        let norm = inner(rough, rough).sqrt();
        let give = Fixed::ceil(drop(rough.map(|c| c / norm)));
        let n = n.map(Ball::exact);
        let low = |t: &[Balls; 3]| {
            t.iter()
                .map(|x| dot(&n, x).lower())
                .min()
                .unwrap_or(Fixed::ZERO)
        };
        let high = |t: &[Balls; 3]| {
            t.iter()
                .map(|x| dot(&n, x).upper())
                .max()
                .unwrap_or(Fixed::ZERO)
        };
        let gap = (low(&a) - high(&b)).max(low(&b) - high(&a));
        let value = if gap > Fixed::ZERO {
            let norm = dot(&n, &n).upper().roots().1;
            gap.over(norm).0
        } else {
            Fixed::ZERO
        };
        value.halved(shift) - give
    };
    let mut lower = NOTHING;
    // The true closest points are among the features' ones; those that are much further apart need no look.
    let nearest = found[0].0;
    for &(square, _, n) in found.iter().take(6) {
        if square <= nearest + nearest {
            lower = lower.max(along(n));
        }
    }
    if lower <= Fixed::ZERO {
        let edges = |t: &Triangle<Fixed>| [minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])];
        let (e, f) = (edges(&ma), edges(&mb));
        lower = lower
            .max(along(outer(e[0], e[1])))
            .max(along(outer(f[0], f[1])));
    }
    Bounds {
        lower,
        upper: -((-upper).halved(shift)),
    }
}

/// Whether the triangles have a point in common.
pub fn meeting(a: &[Balls; 3], b: &[Balls; 3]) -> Meeting {
    let (a, b, _) = local(a, b);
    let mut found = Meeting::Unknown;
    for (t, s) in [(&a, &b), (&b, &a)] {
        for i in 0..3 {
            found = found.max(pierces(&[s[i], s[(i + 1) % 3]], t));
        }
    }
    found
}

/// Whether the segment meets the triangle, where it is not in its plane.
///
/// With h the heights of its ends over the plane and m the three volumes that the segment's line spans with the
/// triangle's edges: if the heights have opposite signs, or one is zero, and the volumes have one sign, zero allowed,
/// but a sum other than zero, then the volumes are the weights of a point of the triangle in which the line meets the
/// plane, and the heights put it between the ends. All strict: the segment passes through the inside.
fn pierces(segment: &[Balls; 2], triangle: &[Balls; 3]) -> Meeting {
    let (e, f) = (
        sub(&triangle[1], &triangle[0]),
        sub(&triangle[2], &triangle[0]),
    );
    let normal = cross(&e, &f);
    let heights = segment.map(|p| dot(&normal, &sub(&p, &triangle[0])));
    let sign = |ball: Ball| {
        if ball.is_positive() {
            Some(1)
        } else if ball.is_negative() {
            Some(-1)
        } else if ball.is_zero() {
            Some(0)
        } else {
            None
        }
    };
    let (Some(first), Some(second)) = (sign(heights[0]), sign(heights[1])) else {
        return Meeting::Unknown;
    };
    if first * second > 0 || (first == 0 && second == 0) {
        return Meeting::Unknown;
    }
    let direction = sub(&segment[1], &segment[0]);
    let corners = triangle.map(|corner| sub(&corner, &segment[0]));
    let mut signs = [0; 3];
    for i in 0..3 {
        let Some(found) = sign(dot(&direction, &cross(&corners[i], &corners[(i + 1) % 3]))) else {
            return Meeting::Unknown;
        };
        signs[i] = found;
    }
    let (least, most) = (signs.iter().min().copied(), signs.iter().max().copied());
    match (least, most) {
        (Some(1), Some(1)) | (Some(-1), Some(-1)) if first * second < 0 => Meeting::Piercing,
        (Some(0 | 1), Some(1)) | (Some(-1), Some(0 | -1)) => Meeting::Touching,
        _ => Meeting::Unknown,
    }
}
