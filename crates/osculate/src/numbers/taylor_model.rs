//! Taylor models: a function over a span of time as a polynomial, and an interval that holds what the polynomial leaves out.

use crate::numbers::interval::Interval;
use crate::numbers::rounding::{UNIT, up};
use crate::numbers::span::Span;
use core::ops::{Add, Mul, Neg, Sub};

#[cfg(test)]
mod tests;

/// The degree of the polynomials.
pub const ORDER: usize = 3;

/// A function over a span of time: a polynomial of degree [`ORDER`], and an interval that holds the difference.
///
/// The polynomial is in `x = (t − centre)/radius`, which runs over `[−1, 1]` while `t` runs over the span: so no power of `x` is
/// larger than 1, and bounds are sums of coefficients. For every instant `t` of the span, `f(t) − p(x)` is in the remainder.
/// Coefficients are plain numbers; what they lose by rounding goes into the remainder.
///
/// Nothing is known of models over different spans that are put together, nor of a function whose numbers leave the range of
/// `f64`: the remainder is everything then.
///
/// ```
/// use osculate::{Interval, Span, numbers::TaylorModel};
///
/// // sin t · cos t over half a second: narrow enough to tell that it stays below 0.45.
/// let (sin, cos) = TaylorModel::time(Span::new(0.0, 0.5)?).sin_cos();
/// let product = sin * cos;
/// assert!(product.range().upper < 0.45 && product.at(0.25).contains(0.25_f64.sin() * 0.25_f64.cos()));
/// // Intervals alone know only that the sine is below 0.48 and the cosine at most 1.
/// assert!((Interval::new(0.0, 0.5).sin() * Interval::new(0.0, 0.5).cos()).upper > 0.47);
/// # Ok::<(), osculate::numbers::SpanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaylorModel {
    span: Span,
    coefficients: [f64; ORDER + 1],
    remainder: Interval,
}

/// The instant in the middle of a span, and how far its ends are from there, at most. The instant is in the span: halves are
/// exact but for what underflows, and rounding a sum is monotonic.
fn centre_and_radius(span: Span) -> (f64, f64) {
    let centre = (0.5 * span.start() + 0.5 * span.end()).clamp(span.start(), span.end());
    let radius = (span.end() - centre).max(centre - span.start());
    // A difference of two numbers does not underflow; its relative error is at most a unit, and `up` adds 64.
    (centre, up(radius))
}

/// A number near the middle of an interval, and what the numbers of the interval are beyond it.
#[inline]
fn middle_and_rest(of: Interval) -> (f64, Interval) {
    if of.lower == of.upper {
        return (of.lower, Interval::ZERO);
    }
    let middle = 0.5 * of.lower + 0.5 * of.upper;
    (middle, of - Interval::point(middle))
}

/// The sum of the magnitudes: what no value of the polynomial exceeds, but for the rounding of three sums.
#[inline]
fn size(coefficients: &[f64; ORDER + 1]) -> f64 {
    let [a, b, c, d] = coefficients.map(f64::abs);
    (a + b) + (c + d)
}

/// The part of a number below zero, and the part above it.
#[inline]
fn parts(x: f64) -> (f64, f64) {
    (x.min(0.0), x.max(0.0))
}

/// All values of the polynomial, by the signs of the powers: x² is in [0, 1], x and x³ are in [−1, 1].
#[inline]
fn bound(coefficients: &[f64; ORDER + 1]) -> Interval {
    let [constant, first, second, third] = *coefficients;
    let (below, above) = parts(second);
    let swing = first.abs() + third.abs();
    // At most three roundings of sums that are no larger than the size.
    let slack = 4.0 * UNIT * size(coefficients);
    Interval::around(constant + below - swing, slack)
        .hull(Interval::around(constant + above + swing, slack))
}

impl TaylorModel {
    /// A function that does not change, and is one of the numbers of an interval.
    pub fn constant(span: Span, value: impl Into<Interval>) -> TaylorModel {
        let (middle, rest) = middle_and_rest(value.into());
        TaylorModel::new(span, [middle, 0.0, 0.0, 0.0], rest)
    }

    /// Time itself: `t = centre + radius·x`, by the definition of x.
    pub fn time(span: Span) -> TaylorModel {
        let (centre, radius) = centre_and_radius(span);
        TaylorModel::new(span, [centre, radius, 0.0, 0.0], Interval::ZERO)
    }

    /// A function by its value and its first two derivatives at the middle of the span, [`TaylorModel::centre`], and by bounds on
    /// its third one over all of the span.
    ///
    /// With `h = t − centre` Taylor's theorem gives `f = f₀ + f₁h + f₂h²/2 + f₃(ξ)h³/6`, and `h = radius·x`.
    pub fn of_derivatives(span: Span, derivatives: [Interval; 4]) -> TaylorModel {
        let (_, radius) = centre_and_radius(span);
        let h = Interval::point(radius);
        let [value, first, second, third] = derivatives;
        let [two, six] = [2.0, 6.0].map(Interval::point);
        let cube = third * h * h * h / six;
        let terms = [value, first * h, second * h * h / two, cube].map(middle_and_rest);
        // What a term may differ from its middle by is multiplied by a power of x: at most its magnitude, either way.
        let rest = terms.iter().fold(0.0, |sum, term| sum + term.1.magnitude());
        let remainder = Interval::around(0.0, up(rest));
        TaylorModel::new(span, terms.map(|term| term.0), remainder)
    }

    /// With what is known of these; nothing, if a number is none.
    #[inline]
    fn new(span: Span, coefficients: [f64; ORDER + 1], remainder: Interval) -> TaylorModel {
        if size(&coefficients) < f64::INFINITY && remainder.lower <= remainder.upper {
            TaylorModel {
                span,
                coefficients,
                remainder,
            }
        } else {
            TaylorModel::unknown(span)
        }
    }

    /// Any function.
    #[cold]
    pub fn unknown(span: Span) -> TaylorModel {
        TaylorModel {
            span,
            coefficients: [0.0; ORDER + 1],
            remainder: Interval::EVERYTHING,
        }
    }

    /// The span that it is about.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The instant in the middle of the span, where x is 0.
    pub fn centre(&self) -> f64 {
        centre_and_radius(self.span).0
    }

    /// The coefficients of 1, x, x² and x³.
    pub fn coefficients(&self) -> [f64; ORDER + 1] {
        self.coefficients
    }

    /// What the polynomial leaves out.
    pub fn remainder(&self) -> Interval {
        self.remainder
    }

    /// All values at an instant of the span; everything, if the instant is not one of it.
    pub fn at(&self, t: f64) -> Interval {
        if !(self.span.start() <= t && t <= self.span.end()) {
            return Interval::EVERYTHING;
        }
        let (centre, radius) = centre_and_radius(self.span);
        let x = if t == centre {
            Interval::ZERO
        } else {
            (Interval::point(t) - Interval::point(centre)) / Interval::point(radius)
        };
        // The real x is in [−1, 1], and in this interval: both hold it.
        let x = x
            .intersection(Interval::new(-1.0, 1.0))
            .unwrap_or(Interval::new(-1.0, 1.0));
        let [constant, first, second, third] = self.coefficients.map(Interval::point);
        ((third * x + second) * x + first) * x + constant + self.remainder
    }

    /// All values over the span, by Bernstein's coefficients: every value of a cubic on [−1, 1] is a mean of the four, with
    /// weights that are not negative.
    ///
    /// They are the values at (−1, −1, −1), (−1, −1, 1), (−1, 1, 1) and (1, 1, 1) of the polar form
    /// `c₀ + c₁(u+v+w)/3 + c₂(uv+vw+wu)/3 + c₃uvw`: `c₀ + c₂ ∓ (c₁ + c₃)` and `c₀ − c₂/3 ∓ (c₁/3 − c₃)`.
    pub fn range(&self) -> Interval {
        let [constant, first, second, third] = self.coefficients.map(Interval::point);
        let three = Interval::point(3.0);
        let (slope, bow) = (first / three, second / three);
        let (ends, inner) = (constant + second, constant - bow);
        let (odd, inner_odd) = (first + third, slope - third);
        let all = (ends - odd).hull(ends + odd);
        let all = all.hull((inner - inner_odd).hull(inner + inner_odd));
        all + self.remainder
    }

    /// All values, more loosely and with less work.
    #[inline]
    fn loosely(&self) -> Interval {
        bound(&self.coefficients) + self.remainder
    }

    /// The product with a number that is in an interval.
    pub fn scaled(self, factor: impl Into<Interval>) -> TaylorModel {
        let (middle, rest) = middle_and_rest(factor.into());
        let coefficients = self.coefficients.map(|c| c * middle);
        // A product errs by a unit of itself, or by half the smallest number where it underflows.
        let rounding = 2.0 * UNIT * size(&coefficients) + f64::MIN_POSITIVE;
        // (p + r)·(m + e) = m·p + m·r + (p + r)·e.
        let mut remainder = self.remainder * Interval::point(middle);
        if rest != Interval::ZERO {
            remainder = remainder + self.loosely() * rest;
        }
        TaylorModel::new(
            self.span,
            coefficients,
            remainder + Interval::around(0.0, rounding),
        )
    }

    /// A function that is nowhere further from this one than `radius`.
    pub fn widened(self, radius: f64) -> TaylorModel {
        let remainder = self.remainder + Interval::around(0.0, radius);
        TaylorModel::new(self.span, self.coefficients, remainder)
    }

    /// A polynomial alone, and how far the function is from it, at most: the middle of the remainder goes into the constant.
    pub fn without_remainder(self) -> (TaylorModel, f64) {
        let (middle, rest) = middle_and_rest(self.remainder);
        let [constant, first, second, third] = self.coefficients;
        let moved = constant + middle;
        // The sum errs by a unit of itself.
        let radius = up(rest.magnitude() + 2.0 * UNIT * moved.abs());
        let coefficients = [moved, first, second, third];
        if size(&coefficients) < f64::INFINITY && radius < f64::INFINITY {
            let model = TaylorModel::new(self.span, coefficients, Interval::ZERO);
            (model, radius)
        } else {
            let nothing = [0.0; ORDER + 1];
            let model = TaylorModel::new(self.span, nothing, Interval::ZERO);
            (model, f64::INFINITY)
        }
    }

    /// The sine.
    pub fn sin(self) -> TaylorModel {
        self.sin_cos().0
    }

    /// The cosine.
    pub fn cos(self) -> TaylorModel {
        self.sin_cos().1
    }

    /// The sine and the cosine.
    ///
    /// With the function as `c + d(t)`, c its constant coefficient, Taylor's theorem about c gives
    /// `sin(c + d) = sin c + d·cos c − d²/2·sin c − d³/6·cos c + d⁴/24·sin ξ` for a ξ between c and c + d, and the same for the cosine
    /// with `cos c, −sin c, −cos c/2, sin c/6, cos ξ`. The powers of d are products of models. Where the function varies so
    /// much that the last term alone is as wide as the interval of all its sines, that interval is all that is kept.
    pub fn sin_cos(self) -> (TaylorModel, TaylorModel) {
        let centre = self.coefficients[0];
        let [_, first, second, third] = self.coefficients;
        let d = TaylorModel {
            coefficients: [0.0, first, second, third],
            ..self
        };
        let angles = self.range();
        let between = angles.hull(Interval::point(centre));
        let (sine, cosine) = (Interval::point(centre).sin(), Interval::point(centre).cos());
        let square = d * d;
        let cube = square * d;
        let fourth = square.range().square() / Interval::point(24.0);
        let series = |own: Interval, slope: Interval, last: Interval| {
            let [half, sixth] = [2.0, 6.0].map(|n| Interval::point(-1.0) / Interval::point(n));
            let sum = TaylorModel::constant(self.span, own)
                + d.scaled(slope)
                + square.scaled(own * half)
                + cube.scaled(slope * sixth);
            let remainder = sum.remainder + last * fourth;
            TaylorModel::new(self.span, sum.coefficients, remainder)
        };
        let narrower = |model: TaylorModel, waves: Interval| {
            if model.remainder.width() < waves.width() {
                model
            } else {
                TaylorModel::constant(self.span, waves)
            }
        };
        let (sines, cosines) = (angles.sin(), angles.cos());
        (
            narrower(series(sine, cosine, between.sin()), sines),
            narrower(series(cosine, -sine, between.cos()), cosines),
        )
    }
}

impl Neg for TaylorModel {
    type Output = TaylorModel;
    fn neg(self) -> TaylorModel {
        TaylorModel {
            coefficients: self.coefficients.map(|c| -c),
            remainder: -self.remainder,
            ..self
        }
    }
}

impl Add for TaylorModel {
    type Output = TaylorModel;
    fn add(self, other: TaylorModel) -> TaylorModel {
        if self.span != other.span {
            return TaylorModel::unknown(self.span);
        }
        let sum: [f64; ORDER + 1] =
            core::array::from_fn(|k| self.coefficients[k] + other.coefficients[k]);
        // Each sum errs by at most a unit of itself, and no sum underflows.
        let rounding = 2.0 * UNIT * size(&sum);
        let remainder = self.remainder + other.remainder + Interval::around(0.0, rounding);
        TaylorModel::new(self.span, sum, remainder)
    }
}

impl Sub for TaylorModel {
    type Output = TaylorModel;
    fn sub(self, other: TaylorModel) -> TaylorModel {
        self + -other
    }
}

impl Mul for TaylorModel {
    type Output = TaylorModel;
    /// `(p + r)(q + s) = pq + (p + r)s + qr`, and of pq what is beyond x³ is bounded: x⁴ and x⁶ are in [0, 1], x⁵ in [−1, 1].
    ///
    /// Rounding: with P and Q the sums of magnitudes, the products that make up pq are together at most PQ. Each errs by a unit
    /// of itself (or by less than the smallest number), and goes through at most three sums of its own power and five more of
    /// the bound: less than 16 units of PQ, and the smallest normal number, for all of it.
    fn mul(self, other: TaylorModel) -> TaylorModel {
        if self.span != other.span {
            return TaylorModel::unknown(self.span);
        }
        let ([a, b, c, d], [e, f, g, h]) = (self.coefficients, other.coefficients);
        let product = [
            a * e,
            a * f + b * e,
            a * g + b * f + c * e,
            a * h + b * g + c * f + d * e,
        ];
        let (fourth, fifth, sixth) = (b * h + c * g + d * f, c * h + d * g, d * h);
        let ((low, high), (lower, higher)) = (parts(fourth), parts(sixth));
        let swing = fifth.abs();
        let rounding =
            16.0 * UNIT * size(&self.coefficients) * size(&other.coefficients) + f64::MIN_POSITIVE;
        // NaN and infinities of what overflows leave everything.
        let beyond = Interval::around(low + lower - swing, rounding)
            .hull(Interval::around(high + higher + swing, rounding));
        let mut remainder = beyond;
        if other.remainder != Interval::ZERO {
            remainder = remainder + self.loosely() * other.remainder;
        }
        if self.remainder != Interval::ZERO {
            remainder = remainder + bound(&other.coefficients) * self.remainder;
        }
        TaylorModel::new(self.span, product, remainder)
    }
}
