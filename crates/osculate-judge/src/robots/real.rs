//! What kinematics needs of numbers, in `f64` and in balls of 256 bits.

use crate::meshes::fixed::{Ball, ULP};
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::OnceLock;

/// A number of either precision.
pub trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The number of a ball.
    fn of(ball: Ball) -> Self;
    /// Of an angle in radians.
    fn sin_cos(self) -> (Self, Self);
}

impl Real for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    fn of(ball: Ball) -> f64 {
        ball.middle.to_f64()
    }

    #[allow(
        clippy::disallowed_methods,
        reason = "the library's sine is not to judge itself"
    )]
    fn sin_cos(self) -> (f64, f64) {
        f64::sin_cos(self)
    }
}

impl Real for Ball {
    const ZERO: Ball = Ball::ZERO;
    const ONE: Ball = Ball::ONE;

    fn of(ball: Ball) -> Ball {
        ball
    }

    fn sin_cos(self) -> (Ball, Ball) {
        sin_cos(self)
    }
}

/// Three numbers.
pub type Vector<R> = [R; 3];
/// Three rows.
pub type Matrix<R> = [[R; 3]; 3];

/// a·b.
pub fn dot<R: Real>(a: &Vector<R>, b: &Vector<R>) -> R {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a + b.
pub fn add<R: Real>(a: &Vector<R>, b: &Vector<R>) -> Vector<R> {
    std::array::from_fn(|i| a[i] + b[i])
}

/// a matrix times a vector.
pub fn apply<R: Real>(m: &Matrix<R>, x: &Vector<R>) -> Vector<R> {
    std::array::from_fn(|row| dot(&m[row], x))
}

/// One matrix times another.
pub fn product<R: Real>(m: &Matrix<R>, n: &Matrix<R>) -> Matrix<R> {
    m.map(|row| std::array::from_fn(|c| row[0] * n[0][c] + row[1] * n[1][c] + row[2] * n[2][c]))
}

/// The identity.
pub fn identity<R: Real>() -> Matrix<R> {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| if row == column { R::ONE } else { R::ZERO })
    })
}

/// The turn by `angle` about the unit `axis`: `cos·I + sin·[u] + (1 − cos)·u uᵀ`, by rows.
pub fn turn<R: Real>(axis: &Vector<R>, angle: R) -> Matrix<R> {
    let (sin, cos) = angle.sin_cos();
    let [x, y, z] = *axis;
    let rest = R::ONE - cos;
    let (sx, sy, sz) = (sin * x, sin * y, sin * z);
    let (rx, ry, rz) = (rest * x, rest * y, rest * z);
    [
        [rx * x + cos, rx * y - sz, rx * z + sy],
        [ry * x + sz, ry * y + cos, ry * z - sx],
        [rz * x - sy, rz * y + sx, rz * z + cos],
    ]
}

/// A polynomial's value, by Horner's rule.
pub fn polynomial<R: Real>(coefficients: &[R], u: R) -> R {
    coefficients
        .iter()
        .rev()
        .fold(R::ZERO, |sum, &c| sum * u + c)
}

/// `Σ (−1)ⁿ xᵏ/k!` over the odd or the even k, for |x| below 1: an alternating series with falling terms errs by less than
/// the first term left out.
fn series(x: Ball, odd: bool) -> Ball {
    let square = x * x;
    let (mut sum, mut term) = (Ball::ZERO, if odd { x } else { Ball::ONE });
    let mut k = u32::from(odd);
    loop {
        sum = sum + term;
        term = -(term * square).by((k + 1) * (k + 2));
        k += 2;
        if term.magnitude() < 1e-58 {
            return sum.widened(term.magnitude());
        }
    }
}

/// `atan(1/n) = Σ (−1)ᵏ/((2k+1)·n²ᵏ⁺¹)`.
fn inverse_tangent(n: u32) -> Ball {
    let (mut sum, mut power) = (Ball::ZERO, Ball::ONE.by(n));
    for k in 0_u32.. {
        let term = power.by(2 * k + 1);
        if term.magnitude() < 1e-58 {
            return sum.widened(term.magnitude());
        }
        sum = if k % 2 == 0 { sum + term } else { sum - term };
        power = power.by(n).by(n);
    }
    sum
}

/// A full turn, by Machin: `π/4 = 4·atan(1/5) − atan(1/239)`.
pub fn full_turn() -> Ball {
    static TURN: OnceLock<Ball> = OnceLock::new();
    *TURN.get_or_init(|| (inverse_tangent(5).doubled(2) - inverse_tangent(239)).doubled(3))
}

/// Whole turns are taken off, the rest is halved six times, and doubled back: `1 − cos 2x = 2 sin²x`, `sin 2x = 2 sin x cos x`.
pub fn sin_cos(angle: Ball) -> (Ball, Ball) {
    let count = (angle.middle.to_f64() / f64::of(full_turn())).round();
    let rest = angle - Ball::new(count) * full_turn();
    const HALVINGS: u32 = 6;
    let (middle, radius) = (rest.middle.halved(HALVINGS), rest.radius);
    // Halving drops bits below the last.
    let small = Ball { middle, radius }.widened(ULP);
    let (mut sin, mut cos) = (series(small, true), series(small, false));
    for _ in 0..HALVINGS {
        (sin, cos) = ((sin * cos).doubled(1), Ball::ONE - (sin * sin).doubled(1));
    }
    (sin, cos)
}
