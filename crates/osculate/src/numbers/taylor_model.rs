//! Taylor models: a function over a span of time as a polynomial, and a bound on what the polynomial leaves out.

use crate::numbers::interval::Interval;
use crate::numbers::rounding::{UNIT, up};
use crate::numbers::span::Span;
use core::ops::{Add, Mul, Neg, Sub};

#[cfg(test)]
mod tests;

/// The degree of the polynomials.
pub const ORDER: usize = 3;

/// A function over a span of time: a polynomial of degree 3, and how far the function may be from it.
///
/// The polynomial is in `x = (t − centre)/radius`, which runs over `[−1, 1]` while `t` runs over the span: so no power of `x` is
/// larger than 1, and bounds are sums of coefficients. For every instant `t` of the span, `f(t) − p(x)` is in the remainder, an
/// interval around zero. Coefficients are plain numbers; what they lose by rounding goes into the remainder.
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
    coefficients: Coefficients,
    /// How far the function is from the polynomial, at most.
    off: f64,
}

/// The coefficients of 1, x, x² and x³.
type Coefficients = [f64; ORDER + 1];

/// The instant in the middle of a span, and how far its ends are from there, at most. The instant is in the span: halves are
/// exact but for what underflows, and rounding a sum is monotonic.
fn centre_and_radius(span: Span) -> (f64, f64) {
    let centre = (0.5 * span.start() + 0.5 * span.end()).clamp(span.start(), span.end());
    let radius = (span.end() - centre).max(centre - span.start());
    // A difference of two numbers does not underflow; its relative error is at most a unit, and `up` adds 64.
    (centre, up(radius))
}

/// A number near the middle of an interval, and how far the numbers of the interval are from it, at most.
#[inline]
fn middle_and_off(of: Interval) -> (f64, f64) {
    if of.lower == of.upper {
        return (of.lower, 0.0);
    }
    let middle = 0.5 * of.lower + 0.5 * of.upper;
    (middle, (of - Interval::point(middle)).magnitude())
}

/// The sum of the magnitudes: what no value of the polynomial exceeds, but for the rounding of three sums.
#[inline]
fn size(coefficients: &Coefficients) -> f64 {
    let [a, b, c, d] = coefficients.map(f64::abs);
    (a + b) + (c + d)
}

impl TaylorModel {
    /// A function that does not change, and is one of the numbers of an interval.
    pub fn constant(span: Span, value: impl Into<Interval>) -> TaylorModel {
        let (middle, off) = middle_and_off(value.into());
        TaylorModel::new(span, [middle, 0.0, 0.0, 0.0], off)
    }

    /// Time itself: `t = centre + radius·x`, by the definition of x.
    pub fn time(span: Span) -> TaylorModel {
        let (centre, radius) = centre_and_radius(span);
        TaylorModel::new(span, [centre, radius, 0.0, 0.0], 0.0)
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
        // Most functions have no third derivative to speak of.
        let term = |derivative: Interval, power: Interval| match derivative == Interval::ZERO {
            true => (0.0, 0.0),
            false => middle_and_off(derivative * power),
        };
        let (square, cube) = (h * h / two, h * h * h / six);
        let terms = [
            middle_and_off(value),
            term(first, h),
            term(second, square),
            term(third, cube),
        ];
        // What a term may differ from its middle by is multiplied by a power of x: at most as much, either way.
        let off = terms.iter().fold(0.0, |sum, term| sum + term.1);
        TaylorModel::new(span, terms.map(|term| term.0), up(off))
    }

    /// With what is known of these; nothing, if a number is none.
    #[inline]
    fn new(span: Span, coefficients: Coefficients, off: f64) -> TaylorModel {
        if size(&coefficients) + off < f64::INFINITY {
            TaylorModel {
                span,
                coefficients,
                off,
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
            off: f64::INFINITY,
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
        Interval {
            lower: -self.off,
            upper: self.off,
        }
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
        ((third * x + second) * x + first) * x + constant + self.remainder()
    }

    /// All values over the span, by Bernstein's coefficients: every value of a cubic on [−1, 1] is a mean of the four, with
    /// weights that are not negative.
    ///
    /// They are the values at (−1, −1, −1), (−1, −1, 1), (−1, 1, 1) and (1, 1, 1) of the polar form
    /// `c₀ + c₁(u+v+w)/3 + c₂(uv+vw+wu)/3 + c₃uvw`: `c₀ + c₂ ∓ (c₁ + c₃)` and `c₀ − c₂/3 ∓ (c₁/3 − c₃)`. Each comes of at most six
    /// roundings of numbers that are no larger than the size.
    pub fn range(&self) -> Interval {
        let [constant, first, second, third] = self.coefficients;
        let (ends, inner) = (constant + second, constant - second / 3.0);
        let (swing, inner_swing) = ((first + third).abs(), (first / 3.0 - third).abs());
        let low = (ends - swing).min(inner - inner_swing);
        let high = (ends + swing).max(inner + inner_swing);
        let slack = up(self.off + 8.0 * UNIT * size(&self.coefficients));
        // Where sums overflow, the intervals hold everything.
        Interval::around(low, slack).hull(Interval::around(high, slack))
    }

    /// What no magnitude exceeds.
    #[inline]
    fn most(&self) -> f64 {
        size(&self.coefficients) + self.off
    }

    /// The product with a number that is in an interval.
    pub fn scaled(self, factor: impl Into<Interval>) -> TaylorModel {
        let (middle, rest) = middle_and_off(factor.into());
        let coefficients = self.coefficients.map(|c| c * middle);
        // (p + r)·(m + e) = m·p + m·r + (p + r)·e. A product errs by a unit of itself, or by half the smallest number.
        let mut off = middle.abs() * self.off + 2.0 * UNIT * size(&coefficients);
        if rest > 0.0 {
            off += self.most() * rest;
        }
        TaylorModel::new(self.span, coefficients, up(off) + f64::MIN_POSITIVE)
    }

    /// A function that is nowhere further from this one than `radius`; any function, if that is negative or no number.
    pub fn widened(self, radius: f64) -> TaylorModel {
        if !(radius >= 0.0) {
            return TaylorModel::unknown(self.span);
        }
        TaylorModel::new(self.span, self.coefficients, up(self.off + radius))
    }

    /// The polynomial alone, and how far the function is from it, at most; zero and infinity of what is not known.
    pub fn without_remainder(self) -> (TaylorModel, f64) {
        (TaylorModel { off: 0.0, ..self }, self.off)
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
        let [centre, first, second, third] = self.coefficients;
        let d = TaylorModel {
            coefficients: [0.0, first, second, third],
            ..self
        };
        let most = up(d.most());
        // Beyond this, libm is not asked, and for NaN: then nothing is known but that waves are within [−1, 1].
        if !(centre.abs() < 1e12 && most < 1e12) {
            let wave = TaylorModel::constant(self.span, Interval::new(-1.0, 1.0));
            return (wave, wave);
        }
        let powers = {
            let square = d * d;
            [d, square, square * d]
        };
        let fourth = up(most * most * most * most / 24.0);
        let (sine, cosine) = (libm::sin(centre), libm::cos(centre));
        (
            self.series(&powers, [sine, cosine], fourth, Interval::sin),
            self.series(&powers, [cosine, -sine], fourth, Interval::cos),
        )
    }

    /// `own + slope·d − own·d²/2 − slope·d³/6`, of powers of d, or the interval of all its values if that is narrower than what the
    /// series leaves out.
    ///
    /// libm errs by less than a unit in the last place, taken as three: `3ε·(1 + |d| + |d²| + |d³|)`. Each coefficient comes of
    /// at most three products and three sums, and a division of each factor: less than 16 units of the same.
    fn series(
        &self,
        [d, square, cube]: &[TaylorModel; 3],
        [own, slope]: [f64; 2],
        fourth: f64,
        waves: fn(Interval) -> Interval,
    ) -> TaylorModel {
        let (half, sixth) = (own / 2.0, slope / 6.0);
        let mut coefficients: Coefficients = core::array::from_fn(|k| {
            slope * d.coefficients[k] - half * square.coefficients[k] - sixth * cube.coefficients[k]
        });
        coefficients[0] += own;
        let sizes =
            1.0 + size(&d.coefficients) + size(&square.coefficients) + size(&cube.coefficients);
        // Waves are at most 1, and so is each factor.
        let off = d.off + square.off + cube.off + fourth + 32.0 * UNIT * sizes;
        if off < 0.5 {
            return TaylorModel::new(self.span, coefficients, up(off));
        }
        let values = waves(self.range());
        if 2.0 * off < values.width() {
            return TaylorModel::new(self.span, coefficients, up(off));
        }
        TaylorModel::constant(self.span, values)
    }
}

impl Neg for TaylorModel {
    type Output = TaylorModel;
    fn neg(self) -> TaylorModel {
        TaylorModel {
            coefficients: self.coefficients.map(|c| -c),
            ..self
        }
    }
}

impl Add for TaylorModel {
    type Output = TaylorModel;
    #[inline]
    fn add(self, other: TaylorModel) -> TaylorModel {
        if self.span != other.span {
            return TaylorModel::unknown(self.span);
        }
        let sum: Coefficients =
            core::array::from_fn(|k| self.coefficients[k] + other.coefficients[k]);
        // Each sum errs by at most a unit of itself, and no sum underflows.
        let off = self.off + other.off + 2.0 * UNIT * size(&sum);
        TaylorModel::new(self.span, sum, up(off))
    }
}

impl Sub for TaylorModel {
    type Output = TaylorModel;
    #[inline]
    fn sub(self, other: TaylorModel) -> TaylorModel {
        self + -other
    }
}

impl Mul for TaylorModel {
    type Output = TaylorModel;
    /// `(p + r)(q + s) = pq + (p + r)s + qr`, and of pq what is beyond x³ is bounded: x⁴ and x⁶ are in [0, 1], x⁵ in [−1, 1]. The
    /// middle of [0, 1] goes into the constant.
    ///
    /// Rounding: with P and Q the sums of magnitudes, the products that make up pq are together at most PQ. Each errs by a unit
    /// of itself (or by less than the smallest number), and goes through at most three sums of its own power and four more with
    /// what is beyond: less than 16 units of PQ, and the smallest normal number, for all of it.
    #[inline]
    fn mul(self, other: TaylorModel) -> TaylorModel {
        if self.span != other.span {
            return TaylorModel::unknown(self.span);
        }
        let ([a, b, c, d], [e, f, g, h]) = (self.coefficients, other.coefficients);
        let even = 0.5 * (b * h + c * g + d * f) + 0.5 * (d * h);
        let odd = c * h + d * g;
        let spread = 0.5 * (b * h + c * g + d * f).abs() + 0.5 * (d * h).abs() + odd.abs();
        let product = [
            a * e + even,
            a * f + b * e,
            a * g + b * f + c * e,
            a * h + b * g + c * f + d * e,
        ];
        let (own, others) = (size(&self.coefficients), size(&other.coefficients));
        let mut off = spread + 16.0 * UNIT * own * others;
        // Of what is unknown nothing is left: zero times everything may be anything here.
        if other.off > 0.0 {
            off += (own + self.off) * other.off;
        }
        if self.off > 0.0 {
            off += others * self.off;
        }
        let known = self.off + other.off < f64::INFINITY;
        let off = if known { up(off) } else { f64::INFINITY };
        TaylorModel::new(self.span, product, off + f64::MIN_POSITIVE)
    }
}
