//! First roots by D2M's hybrid root finder on intervals.

use crate::numbers::interval::Interval;
use crate::numbers::jet::Jet;
use crate::numbers::rounding::{LEAST_SQUARE, UNIT, sqrt};
use crate::numbers::span::Span;
use crate::query::Reason;
use alloc::vec::Vec;

/// A twice differentiable function of time, by its inclusions, and the gate Γ that its roots must pass.
pub trait Inclusion {
    /// Holds the function and its first two derivatives at every instant of the span; `value` and `first` are used of
    /// instants, `value` and `second` of longer spans.
    fn enclose(&self, span: Span) -> Jet;

    /// Whether the span may hold a root that counts; `false` is a proof that it holds none.
    fn gate(&self, span: Span) -> bool {
        let _ = span;
        true
    }
}

/// Where the first root is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum FirstRoot {
    /// No root in the closed span passes the gate.
    None,
    /// No root before this span passes the gate; in it, the function may be zero and the gate is open. It is no wider
    /// than the tolerance.
    Within(Span),
    /// The search stopped: no root up to and excluding `free_until` passes the gate.
    Undecided {
        /// Up to where there is no root.
        free_until: f64,
        /// What stopped it.
        reason: Reason,
    },
}

/// The first root of a function over a span, bracketed to `tolerance` in time, in at most `budget` evaluations.
///
/// See [`FirstRoot`] for what each answer proves. D2M, algorithms 2 (HRFOI) and 3 (IRD): the function lies between
/// two parabolas, whose first roots shorten the span. Mended: what follows a bracketed root is kept, and looked at if
/// the gate rejects the root; horizontal stretches are not discarded; a span that no longer shrinks ends as
/// [`Reason::Resolution`]. Near a simple root the span shrinks quadratically.
///
/// ```
/// use osculate::{Interval, Span, numbers::Jet, query::roots::{FirstRoot, Inclusion, first_root}};
///
/// /// cos(3t) − ½, whose first root is π/9.
/// struct Wave;
/// impl Inclusion for Wave {
///     fn enclose(&self, span: Span) -> Jet {
///         let t = Jet::variable(Interval::new(span.start(), span.end()));
///         (Jet::constant(3.0) * t).cos() - Jet::constant(0.5)
///     }
/// }
/// let FirstRoot::Within(span) = first_root(&Wave, Span::UNIT, 1e-14, 1000) else { panic!() };
/// assert!((span.start() - std::f64::consts::PI / 9.0).abs() < 1e-14);
/// ```
pub fn first_root<F: Inclusion + ?Sized>(
    function: &F,
    span: Span,
    tolerance: f64,
    budget: u64,
) -> FirstRoot {
    let mut waiting = Vec::with_capacity(64);
    search(&mut &*function, span, tolerance, budget, &mut waiting)
}

/// What the root finder asks of a function.
pub(in crate::query) trait Probe {
    /// Holds the function over the span; `None` if the gate is closed there.
    fn over(&mut self, span: Span) -> Option<Interval>;

    /// The function and its first derivative at the start of the span, and its second derivative over it.
    fn at_start(&mut self, span: Span) -> Jet;
}

impl<F: Inclusion + ?Sized> Probe for &F {
    fn over(&mut self, span: Span) -> Option<Interval> {
        self.gate(span).then(|| self.enclose(span).value)
    }

    fn at_start(&mut self, span: Span) -> Jet {
        let second = self.enclose(span).second;
        let at = self.enclose(Span::part(span.start(), span.start()));
        Jet { second, ..at }
    }
}

/// [`first_root`], with the memory for spans still to be searched, the first on top.
pub(in crate::query) fn search(
    function: &mut impl Probe,
    span: Span,
    tolerance: f64,
    budget: u64,
    waiting: &mut Vec<Span>,
) -> FirstRoot {
    waiting.clear();
    waiting.push(span);
    let mut evaluations = 0;
    while let Some(part) = waiting.pop() {
        if evaluations >= budget {
            let (free_until, reason) = (part.start(), Reason::Budget);
            return FirstRoot::Undecided { free_until, reason };
        }
        evaluations += 1;
        let Some(over) = function.over(part) else {
            continue;
        };
        if !over.contains(0.0) && !is_nan(over) {
            continue;
        }
        let width = part.end() - part.start();
        if width <= tolerance {
            return FirstRoot::Within(part);
        }
        let jet = function.at_start(part);
        let Some((from, to)) = root_domain(jet.value, jet.first, jet.second, width) else {
            continue;
        };
        let from = (part.start() + from).next_down().max(part.start());
        let to = if to < width {
            (part.start() + to).next_up().min(part.end())
        } else {
            part.end()
        };
        // Later roots wait, should the gate reject this one.
        if to < part.end() {
            waiting.push(Span::part(to, part.end()));
        }
        let middle = from + 0.5 * (to - from);
        if to - from <= tolerance || to - from < 0.5 * width {
            waiting.push(Span::part(from, to));
        } else if from < middle && middle < to {
            waiting.push(Span::part(middle, to));
            waiting.push(Span::part(from, middle));
        } else {
            let (free_until, reason) = (from, Reason::Resolution);
            return FirstRoot::Undecided { free_until, reason };
        }
    }
    FirstRoot::None
}

fn is_nan(x: Interval) -> bool {
    x.lower.is_nan() || x.upper.is_nan()
}

/// Where in `[0, width]` a function with these values at 0 and these second derivatives may have its first root: not
/// before the first number, and if the second is below `width`, certainly not after it. `None` if it has none.
///
/// D2M's IRD: the function lies between `f + f'x + ½f''x²` with the lower and with the upper ends.
fn root_domain(
    value: Interval,
    first: Interval,
    second: Interval,
    width: f64,
) -> Option<(f64, f64)> {
    let (value, first, second) = if value.lower > 0.0 {
        (value, first, second)
    } else if value.upper < 0.0 {
        (-value, -first, -second)
    } else {
        // At a root, or NaN: nothing can be cut off.
        return Some((0.0, width));
    };
    let from = earliest_zero(value.lower, first.lower, second.lower);
    if from > width {
        return None;
    }
    let to = latest_zero(value.upper, first.upper, second.upper);
    Some((from, to.min(width)))
}

/// A number before which `c + b·x + ½a·x²` stays positive; `c` is positive.
fn earliest_zero(c: f64, b: f64, a: f64) -> f64 {
    let zero = zero(c, b, a, 1.0);
    if zero.is_nan() {
        0.0
    } else {
        zero * (1.0 - 16.0 * UNIT)
    }
}

/// A number by which `c + b·x + ½a·x²` has been zero; infinity if it may never be. `c` is positive.
fn latest_zero(c: f64, b: f64, a: f64) -> f64 {
    let zero = zero(c, b, a, -1.0);
    if zero.is_nan() {
        f64::INFINITY
    } else {
        zero * (1.0 + 16.0 * UNIT)
    }
}

/// The first positive zero of `c + b·x + ½a·x²`, to within a few units: with cancellation in the discriminant, on the
/// early side for the side 1, on the late one for −1. NaN if it cannot be told; infinity if there is none.
fn zero(c: f64, b: f64, a: f64, side: f64) -> f64 {
    let terms = b * b + 2.0 * (a * c).abs();
    // What underflows is 2⁻¹¹⁴ of such terms, and the doubt about the discriminant 2⁻⁵⁰ of them. NaN is not within.
    if (LEAST_SQUARE..f64::INFINITY).contains(&terms) {
        zero_of(c, b, a, side)
    } else {
        scaled_zero(c, b, a, side)
    }
}

/// [`zero`] of numbers whose products neither underflow nor overflow.
#[inline(always)]
fn zero_of(c: f64, b: f64, a: f64, side: f64) -> f64 {
    let discriminant = b * b - 2.0 * a * c;
    if b < 0.0 {
        // Each term errs by two units, their difference by one of the larger: less than 8 units of both.
        let doubt = 8.0 * UNIT * (b * b + 2.0 * (a * c).abs());
        let discriminant = discriminant + side * doubt;
        if discriminant < 0.0 {
            f64::INFINITY
        } else {
            2.0 * c / (sqrt(discriminant) - b)
        }
    } else if a < 0.0 {
        // Both terms of the discriminant are positive.
        (b + sqrt(discriminant)) / -a
    } else {
        f64::INFINITY
    }
}

/// [`zero`] in other units of the function and of time, both powers of two, in which `c` and the larger of the other
/// terms are about 1.
#[cold]
fn scaled_zero(c: f64, b: f64, a: f64, side: f64) -> f64 {
    if !(c.is_finite() && b.is_finite() && a.is_finite()) {
        return f64::NAN;
    }
    if b == 0.0 && a == 0.0 {
        return f64::INFINITY;
    }
    let exponent = |x: f64| {
        if x == 0.0 {
            i32::MIN / 4
        } else {
            libm::ilogb(x)
        }
    };
    let unit = exponent(c);
    let rate = (exponent(b) - unit).max((exponent(a) - unit) / 2);
    let scaled = |x: f64, times: i32| {
        let scaled = libm::scalbn(x, -unit - times * rate);
        // A term that all but vanishes beside the others still has its sign, and may decide: it is moved to the safe side.
        if x == 0.0 || scaled.abs() >= LEAST_SQUARE {
            scaled
        } else {
            -side * LEAST_SQUARE
        }
    };
    libm::scalbn(
        zero_of(scaled(c, 0), scaled(b, 1), scaled(a, 2), side),
        -rate,
    )
}
