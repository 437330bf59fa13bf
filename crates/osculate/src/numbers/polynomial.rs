//! Polynomials of degree one to three on `[0, 1]`, in `f64`, with a proven bound on what rounding may have done.

use crate::numbers::rounding::{UNIT, sqrt};
use core::cmp::Ordering;

/// `Σ cₖ·tᵏ·(1−t)ᵈ⁻ᵏ` for `t` in `[0, 1]`, of degree `d = N − 1`.
///
/// These are Bernstein's coefficients times the binomials: no division is needed to get at them, their signs are those of
/// Bernstein's, and with `x = t/(1−t)` they are plain coefficients, so that Descartes' rule of signs holds on `(0, 1)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polynomial<const N: usize> {
    coefficients: [f64; N],
    /// A coefficient has the sign it shows if it is further from zero than this; with zero, all do.
    doubt: f64,
    /// How far from the truth a value, or a coefficient on a part of `[0, 1]`, may be.
    slack: f64,
}

/// Parts of `[0, 1]` with one root each, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    cells: [(f64, f64); 3],
    count: usize,
}

impl Cells {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (f64, f64)> {
        self.cells.into_iter().take(self.count)
    }

    #[inline(always)]
    fn of<const COUNT: usize>(of: [(f64, f64); COUNT]) -> Cells {
        let mut cells = [(0.0, 0.0); 3];
        cells[..COUNT].copy_from_slice(&of);
        Cells {
            cells,
            count: COUNT,
        }
    }

    fn push(&mut self, cell: (f64, f64)) {
        self.cells[self.count] = cell;
        self.count += 1;
    }
}

impl<const N: usize> Polynomial<N> {
    /// A polynomial of which each coefficient is known to within `error`.
    #[inline(always)]
    pub(crate) fn rounded(coefficients: [f64; N], error: f64) -> Self {
        Self::new(coefficients, error, error)
    }

    /// A polynomial of which each coefficient has the sign that it shows, and is known to within `error`.
    pub(crate) fn with_signs(coefficients: [f64; N], error: f64) -> Self {
        Self::new(coefficients, 0.0, error)
    }

    #[inline(always)]
    fn new(coefficients: [f64; N], doubt: f64, error: f64) -> Self {
        // The weights tᵏ(1−t)ᵈ⁻ᵏ add up to at most one, so errors of coefficients cost at most `error`. Evaluation
        // rounds each term at most 7 times (`value`), a coefficient on a part at most 10 times (`on`: one quotient, and
        // three roundings for each of three interpolations). Underflow adds less than 2^-1000, which what `error` has to
        // spare covers: it is never below 2^-800.
        let mut largest = 0.0;
        for c in coefficients {
            largest = if c.abs() > largest { c.abs() } else { largest };
        }
        Polynomial {
            coefficients,
            doubt,
            slack: error + 16.0 * UNIT * largest,
        }
    }

    /// The sign of a coefficient, if it is known.
    #[inline(always)]
    pub(crate) fn sign(&self, k: usize) -> Option<Ordering> {
        let c = self.coefficients[k];
        if c > self.doubt {
            Some(Ordering::Greater)
        } else if c < -self.doubt {
            Some(Ordering::Less)
        } else if self.doubt == 0.0 && c == 0.0 {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// The sign that the polynomial has on all of `[0, 1]`, if its coefficients prove one.
    #[inline(always)]
    pub(crate) fn one_sign(&self) -> Option<Ordering> {
        let (least, most) = range(&self.coefficients);
        if least > self.doubt {
            Some(Ordering::Greater)
        } else if most < -self.doubt {
            Some(Ordering::Less)
        } else if self.doubt == 0.0 {
            // Zeros between two ends of the same sign change nothing.
            let ends = (self.coefficients[0], self.coefficients[N - 1]);
            match ends {
                (a, b) if a > 0.0 && b > 0.0 && least == 0.0 => Some(Ordering::Greater),
                (a, b) if a < 0.0 && b < 0.0 && most == 0.0 => Some(Ordering::Less),
                _ => None,
            }
        } else {
            None
        }
    }

    /// The sign that the polynomial has on all of `[l, u]`, if that can be proven.
    #[inline]
    pub(crate) fn sign_on(&self, l: f64, u: f64) -> Option<Ordering> {
        if (l, u) == (0.0, 1.0) {
            return self.one_sign();
        }
        let (least, most) = range(&self.on(l, u));
        if least > self.slack {
            Some(Ordering::Greater)
        } else if most < -self.slack {
            Some(Ordering::Less)
        } else {
            None
        }
    }

    /// Bernstein's coefficients on `[l, u]`, each within `slack`.
    #[inline]
    fn on(&self, l: f64, u: f64) -> [f64; N] {
        let whole = self.bernstein();
        core::array::from_fn(|ends| {
            // The blossom: one interpolation for each argument, of which `ends` are u and the others l.
            let mut points = whole;
            for level in 0..N - 1 {
                let t = if level < ends { u } else { l };
                for k in 0..N - 1 - level {
                    points[k] = points[k] * (1.0 - t) + points[k + 1] * t;
                }
            }
            points[0]
        })
    }

    #[inline(always)]
    fn bernstein(&self) -> [f64; N] {
        let mut whole = self.coefficients;
        for inner in &mut whole[1..N - 1] {
            *inner /= (N - 1) as f64;
        }
        whole
    }

    #[inline(always)]
    fn value(&self, t: f64) -> f64 {
        let s = 1.0 - t;
        let mut power = 1.0;
        let mut value = self.coefficients[N - 1];
        for k in (0..N - 1).rev() {
            power *= s;
            value = value * t + self.coefficients[k] * power;
        }
        value
    }

    /// The coefficients of tᵏ, roughly.
    #[inline(always)]
    fn powers(&self) -> [f64; N] {
        // The k-th differences of Bernstein's coefficients, times the binomials.
        let mut powers = self.bernstein();
        for level in 1..N {
            for k in (level..N).rev() {
                powers[k] -= powers[k - 1];
            }
        }
        for inner in &mut powers[1..N - 1] {
            *inner *= (N - 1) as f64;
        }
        powers
    }

    #[inline(always)]
    fn certain(&self, value: f64) -> Option<Ordering> {
        if value > self.slack {
            Some(Ordering::Greater)
        } else if value < -self.slack {
            Some(Ordering::Less)
        } else {
            None
        }
    }

    /// The sign at `t`, if that can be proven.
    #[inline]
    fn sign_at(&self, t: f64) -> Option<Ordering> {
        match t {
            0.0 => self.sign(0),
            1.0 => self.sign(N - 1),
            _ => self.certain(self.value(t)),
        }
    }

    /// The signs at two instants, if they can be proven.
    pub(crate) fn signs_at(&self, l: f64, u: f64) -> Option<(Ordering, Ordering)> {
        Some((self.sign_at(l)?, self.sign_at(u)?))
    }

    /// Parts of `[0, 1]`, each with exactly one root strictly inside, that hold all roots. None if rounding hides them:
    /// roots at 0 or 1, double roots and nearly so.
    #[inline]
    pub(crate) fn isolate(&self) -> Option<Cells> {
        match self.isolate_by_count() {
            Some(cells) => Some(cells),
            None => self.isolate_by_parts(),
        }
    }

    /// The same where Descartes' rule tells at once, or with the value at an extremum.
    #[inline]
    fn isolate_by_count(&self) -> Option<Cells> {
        let mut known = true;
        let mut changes = 0;
        let plus = self.coefficients.map(|c| c > self.doubt);
        for k in 0..N {
            known &= plus[k] | (self.coefficients[k] < -self.doubt);
            changes += u32::from(k > 0 && plus[k] != plus[k.saturating_sub(1)]);
        }
        match changes {
            _ if !known => None,
            // Ends of different signs: one root, not none.
            1 => Some(Cells::of([(0.0, 1.0)])),
            2 if N == 4 => self.isolate_two(),
            _ => None,
        }
    }

    /// The same of a cubic with two changes of signs: it has two roots, or none.
    #[inline]
    fn isolate_two(&self) -> Option<Cells> {
        let up = self.coefficients[0] > 0.0;
        let b = self.bernstein().map(|b| if up { b } else { -b });
        // Where the slope p + 2·q·x + r·x² comes to be positive, by the root formula that does not cancel.
        let (d, e, f) = (b[1] - b[0], b[2] - b[1], b[N - 1] - b[2]);
        let (p, q) = (d, e - d);
        let r = (f - e) - q;
        let root = sqrt((q * q - p * r).max(0.0));
        let x = if q > 0.0 {
            -p / (q + root)
        } else {
            (root - q) / r
        };
        let t = if x > 0.0 && x < 1.0 { x } else { 0.5 };
        // De Casteljau's halves are what `on` gives for the two parts.
        let s = 1.0 - t;
        let between = |a: f64, b: f64| a * s + b * t;
        let (left, inner, right) = (
            between(b[0], b[1]),
            between(b[1], b[2]),
            between(b[2], b[N - 1]),
        );
        let (before, after) = (between(left, inner), between(inner, right));
        let value = between(before, after);
        if value < -self.slack {
            // It crosses zero on either side of t, and no more than twice.
            return Some(Cells::of([(0.0, t), (t, 1.0)]));
        }
        let least = range(&[left, before, value, after, right]).0;
        (least > self.slack).then_some(Cells::of([]))
    }

    fn isolate_by_parts(&self) -> Option<Cells> {
        const SPLITS: usize = 12;
        let mut found = Cells::of([]);
        let mut waiting = [(0.0, 0.0); SPLITS + 1];
        waiting[0] = (0.0, 1.0);
        let mut count = 1;
        let mut splits = 0;
        while count > 0 {
            count -= 1;
            let (l, u) = waiting[count];
            let whole = (l, u) == (0.0, 1.0);
            let part = if whole {
                self.bernstein()
            } else {
                self.on(l, u)
            };
            let sign = |k: usize| match k {
                _ if whole => self.sign(k),
                0 => self.sign_at(l),
                _ if k == N - 1 => self.sign_at(u),
                _ => self.certain(part[k]),
            };
            if sign(0)?.is_eq() || sign(N - 1)?.is_eq() {
                return None;
            }
            match most_changes::<N>(core::array::from_fn(sign)) {
                0 => {}
                // Ends of different signs: one root, not none.
                1 => found.push((l, u)),
                _ if splits == SPLITS => return None,
                _ => {
                    splits += 1;
                    let middle = l + (u - l) * split(part);
                    if !(l < middle && middle < u) || self.sign_at(middle).is_none() {
                        return None;
                    }
                    waiting[count] = (middle, u);
                    waiting[count + 1] = (l, middle);
                    count += 2;
                }
            }
        }
        Some(found)
    }

    /// A part of a cell that [`isolate`](Self::isolate) found, with the root strictly inside and no wider than `width`;
    /// none if rounding does not allow it.
    pub(crate) fn tighten(&self, (l, u): (f64, f64), width: f64) -> Option<(f64, f64)> {
        let end = |t: f64| match t {
            0.0 => Some((self.sign(0)?, self.coefficients[0])),
            1.0 => Some((self.sign(N - 1)?, self.coefficients[N - 1])),
            _ => {
                let value = self.value(t);
                Some((self.certain(value)?, value))
            }
        };
        let ((before, at_low), (after, at_high)) = (end(l)?, end(u)?);
        let falling = before == Ordering::Greater;
        // Halley's iteration inside a bracket that nobody needs to trust.
        let powers = self.powers();
        let (mut low, mut high) = (l, u);
        let mut t = low + (high - low) * (at_low / (at_low - at_high));
        let mut slope = 0.0;
        for _ in 0..60 {
            let (value, second);
            (value, slope, second) = value_slope_and_second(&powers, t);
            if (value > 0.0) == falling {
                low = t;
            } else {
                high = t;
            }
            let halley = t - value * slope / (slope * slope - value * second);
            // Not strictly: what has converged must stay.
            let next = if halley >= low && halley <= high {
                halley
            } else {
                0.5 * (low + high)
            };
            let moved = (next - t).abs();
            t = next;
            // The next step would be about the cube of this one.
            if moved <= 2e-6 || value == 0.0 {
                break;
            }
        }
        let mut reach = (1.125 * self.slack / slope.abs()).max(4.0 * UNIT);
        // Half the width, less what rounding the ends may add.
        while reach <= 0.49 * width {
            let (low, high) = ((t - reach).max(l), (t + reach).min(u));
            let certain = (low == l || self.sign_at(low) == Some(before))
                && (high == u || self.sign_at(high) == Some(after));
            if certain {
                return Some((low, high));
            }
            reach *= 2.0;
        }
        None
    }
}

/// The value, the derivative and half the second one of `Σ aₖ·tᵏ`, roughly.
#[inline(always)]
fn value_slope_and_second<const N: usize>(powers: &[f64; N], t: f64) -> (f64, f64, f64) {
    let (mut value, mut slope, mut second) = (powers[N - 1], 0.0, 0.0);
    for k in (0..N - 1).rev() {
        // Zeros are left out, which the compiler may not.
        second = if k + 3 < N { second * t + slope } else { slope };
        slope = if k + 2 < N { slope * t + value } else { value };
        value = value * t + powers[k];
    }
    (value, slope, second)
}

/// The least and the largest of some numbers.
#[inline(always)]
pub(crate) fn range<const N: usize>(numbers: &[f64; N]) -> (f64, f64) {
    let (mut least, mut most) = (numbers[0], numbers[0]);
    for &x in &numbers[1..] {
        least = if x < least { x } else { least };
        most = if x > most { x } else { most };
    }
    (least, most)
}

/// How often these signs of coefficients change, zeros left out, if each unknown one is the worst that it may be.
fn most_changes<const N: usize>(signs: [Option<Ordering>; N]) -> usize {
    // The most changes so far if the last sign is minus, and if it is plus.
    let mut most: [Option<usize>; 2] = [None; 2];
    for (k, &sign) in signs.iter().enumerate() {
        if sign == Some(Ordering::Equal) {
            continue;
        }
        let then = |last: usize| {
            if k == 0 {
                return Some(0);
            }
            most[last].max(most[1 - last].map(|changes| changes + 1))
        };
        most = [
            then(0).filter(|_| sign != Some(Ordering::Greater)),
            then(1).filter(|_| sign != Some(Ordering::Less)),
        ];
    }
    most[0].max(most[1]).unwrap_or(0)
}

/// Where in `(0, 1)` to split a polynomial with these Bernstein coefficients so that the roots come apart: at an extremum.
fn split<const N: usize>(b: [f64; N]) -> f64 {
    let inside = |x: f64| x > 0.001 && x < 0.999;
    if N == 3 {
        let x = (b[0] - b[1]) / (b[0] - 2.0 * b[1] + b[2]);
        return if inside(x) { x } else { 0.5 };
    }
    let (d0, d1, d2) = (b[1] - b[0], b[2] - b[1], b[N - 1] - b[2]);
    // d0·(1−x)² + 2·d1·x·(1−x) + d2·x², by the root formula that does not cancel.
    let (p, q, r) = (d0, d1 - d0, d0 - 2.0 * d1 + d2);
    let root = sqrt((q * q - p * r).max(0.0));
    let m = if q > 0.0 { -q - root } else { -q + root };
    let value = |x: f64| {
        let s = 1.0 - x;
        b[0] * s * s * s + 3.0 * x * s * (b[1] * s + b[2] * x) + b[N - 1] * x * x * x
    };
    let score = |x: f64| value(x) * b[0].signum();
    match (p / m, m / r) {
        (x, y) if inside(x) && inside(y) => {
            if score(x) < score(y) {
                x
            } else {
                y
            }
        }
        (x, _) if inside(x) => x,
        (_, y) if inside(y) => y,
        _ => 0.5,
    }
}
