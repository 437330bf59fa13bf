//! Polynomials with whole coefficients, their roots in `(0, 1)`, and the signs of other polynomials there: exact.
//!
//! As in [`Polynomial`], coefficient `cₖ` belongs to `tᵏ·(1−t)ᵈ⁻ᵏ`, and so to `xᵏ` with `x = t/(1−t)`, which is positive
//! for `t` in `(0, 1)`.

use crate::numbers::polynomial::Polynomial;
use crate::numbers::rounding::UNIT;
use crate::numbers::wide_integer::Whole;
use alloc::vec::Vec;
use core::cmp::Ordering;

mod cell;

use cell::Cell;

/// What a computation in whole numbers of a fixed width says if it may need wider ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooNarrow;

fn fits<Z: Whole>(bits: u64) -> Result<(), TooNarrow> {
    if bits <= Z::BITS {
        Ok(())
    } else {
        Err(TooNarrow)
    }
}

/// A polynomial of degree at most three, known not to be zero, less its roots at 0 and 1: neither its first nor its last
/// coefficient is zero.
#[derive(Clone, Debug)]
pub(crate) struct Algebraic<Z> {
    coefficients: [Z; 4],
    degree: usize,
    /// All coefficients are below two to this power.
    bits: u64,
}

/// A root in `(0, 1)` of a polynomial.
#[derive(Clone, Debug)]
pub(crate) enum Root<Z> {
    /// `x = n/d`, both positive and below two to the power `bits`.
    Ratio { n: Z, d: Z, bits: u64 },
    /// The only one strictly between two instants, a simple one, and its number among all roots.
    Between((f64, f64), usize),
    /// A simple root where `f64` does not tell the roots apart.
    Cell(Cell),
}

impl<Z: Whole> Algebraic<Z> {
    /// The polynomial with these coefficients, all below two to the power `bits`; none if it is zero.
    pub(crate) fn new(coefficients: &[Z], bits: u64) -> Option<Self> {
        let first = coefficients.iter().position(|c| !c.is_zero())?;
        let last = coefficients.iter().rposition(|c| !c.is_zero())?;
        let kept = &coefficients[first..=last];
        Some(Algebraic {
            coefficients: core::array::from_fn(|k| kept.get(k).cloned().unwrap_or_else(Z::zero)),
            degree: last - first,
            bits,
        })
    }

    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    fn coefficients(&self) -> &[Z] {
        &self.coefficients[..=self.degree]
    }

    /// All roots in `(0, 1)`, in order, each once.
    pub(crate) fn roots(&self) -> Result<Vec<Root<Z>>, TooNarrow> {
        let c = self.coefficients();
        match self.degree {
            0 => Ok(Vec::new()),
            1 => Ok(positive(c[0].negated(), c[1].clone(), self.bits)
                .into_iter()
                .collect()),
            2 => self.roots_of(&approximate::<Z, 3>(c)),
            _ => self.roots_of(&approximate::<Z, 4>(c)),
        }
    }

    fn roots_of<const N: usize>(
        &self,
        approximate: &Polynomial<N>,
    ) -> Result<Vec<Root<Z>>, TooNarrow> {
        if let Some(cells) = approximate.isolate() {
            let numbered = cells.iter().enumerate();
            return Ok(numbered
                .map(|(number, cell)| Root::Between(cell, number))
                .collect());
        }
        if let Some(ratios) = self.multiple_roots()? {
            return Ok(ratios);
        }
        Ok(Cell::isolate(self).into_iter().map(Root::Cell).collect())
    }

    /// Whether some root, real or not, is a multiple one; of degree two or three.
    fn has_multiple_root(&self) -> bool {
        let needed = match self.degree {
            2 => 2 * self.bits + 4,
            _ => 4 * self.bits + 8,
        };
        if fits::<Z>(needed).is_err() {
            return self.widened().has_multiple_root();
        }
        let [d, c, b, a] = &self.coefficients;
        if self.degree == 2 {
            return self.discriminant().is_zero();
        }
        let (ac, ad, bb, bc) = (a.times(c), a.times(d), b.times(b), b.times(c));
        // b²c² − 4ac³ − 4b³d − 27a²d² + 18abcd
        bc.times(&bc)
            .minus(&ac.times(&c.times(c)).by(4))
            .minus(&bb.times(&b.times(d)).by(4))
            .minus(&ad.times(&ad).by(27))
            .plus(&ad.times(&bc).by(18))
            .is_zero()
    }

    /// The roots, which all are ratios, if two of them are the same.
    fn multiple_roots(&self) -> Result<Option<Vec<Root<Z>>>, TooNarrow> {
        if !self.has_multiple_root() {
            return Ok(None);
        }
        let [d, c, b, a] = &self.coefficients;
        if self.degree == 2 {
            let double = positive(c.negated(), b.by(2), self.bits + 1);
            return Ok(Some(double.into_iter().collect()));
        }
        fits::<Z>(3 * self.bits + 5)?;
        let (ac, ad, bb, bc) = (a.times(c), a.times(d), b.times(b), b.times(c));
        let delta = bb.minus(&ac.by(3));
        if delta.is_zero() {
            // Three times the same.
            let triple = positive(b.negated(), a.by(3), self.bits + 2);
            return Ok(Some(triple.into_iter().collect()));
        }
        let double = (ad.by(9).minus(&bc), delta.by(2), 2 * self.bits + 4);
        let simple = (
            a.times(&bc)
                .by(4)
                .minus(&a.times(&ad).by(9))
                .minus(&bb.times(b)),
            a.times(&delta),
            3 * self.bits + 4,
        );
        let mut ratios: Vec<Root<Z>> = [double, simple]
            .into_iter()
            .filter_map(|(n, d, bits)| positive(n, d, bits))
            .collect();
        if let [
            Root::Ratio { n, d, bits },
            Root::Ratio {
                n: m,
                d: e,
                bits: more,
            },
        ] = &ratios[..]
        {
            fits::<Z>(bits + more)?;
            if n.times(e).minus(&m.times(d)).sign().is_gt() {
                ratios.swap(0, 1);
            }
        }
        Ok(Some(ratios))
    }

    /// The sign of another polynomial of degree at most two, `other`, with coefficients below two to the power `bits`, at a
    /// root of this one.
    pub(crate) fn sign_at(&self, root: &Root<Z>, other: &[Z], bits: u64) -> Ordering {
        // Roots at 0 and 1 that are left out change no sign in between.
        match Algebraic::new(other, bits) {
            Some(other) => self.sign_of(root, &other),
            None => Ordering::Equal,
        }
    }

    /// The same, in wider numbers if these are too narrow.
    fn sign_of(&self, root: &Root<Z>, other: &Algebraic<Z>) -> Ordering {
        self.narrow_sign_of(root, other)
            .unwrap_or_else(|TooNarrow| self.widened().sign_of(&root.widened(), &other.widened()))
    }

    fn widened(&self) -> Algebraic<Z::Wider> {
        Algebraic {
            coefficients: self.coefficients.each_ref().map(Z::widened),
            degree: self.degree,
            bits: self.bits,
        }
    }

    fn narrow_sign_of(&self, root: &Root<Z>, other: &Algebraic<Z>) -> Result<Ordering, TooNarrow> {
        let cell = match root {
            Root::Ratio { n, d, bits } => {
                fits::<Z>(other.bits + 2 * bits + 2)?;
                return Ok(at_ratio(other.coefficients(), n, d));
            }
            Root::Between((l, u), number) => {
                if let Some(sign) = self.sign_between(other, *l, *u)? {
                    return Ok(sign);
                }
                Cell::isolate(self).swap_remove(*number)
            }
            Root::Cell(cell) => cell.clone(),
        };
        let vanishes = match self.common(other)? {
            Common::Nothing => false,
            Common::Ratio { n, d } => cell.is_ratio(&n, &d),
            Common::All => cell.is_root_of(other),
        };
        Ok(if vanishes {
            Ordering::Equal
        } else {
            cell.sign(other)
        })
    }

    /// The sign of `other` at the only root between `l` and `u`; none if `f64` hides it.
    fn sign_between(
        &self,
        other: &Algebraic<Z>,
        l: f64,
        u: f64,
    ) -> Result<Option<Ordering>, TooNarrow> {
        let common = self.common(other)?;
        match vanishes(&common, other, l, u) {
            Some(true) => return Ok(Some(Ordering::Equal)),
            Some(false) => {}
            None => return Ok(None),
        }
        let c = self.coefficients();
        let ends = match self.degree {
            2 => approximate::<Z, 3>(c).signs_at(l, u),
            _ => approximate::<Z, 4>(c).signs_at(l, u),
        };
        let Some((before, after)) = ends else {
            return Ok(None);
        };
        if let [_, c1, c2] = c {
            // The root is (−c1 ± √D)/(2·c2), with plus where the polynomial rises; and c2·other = α·x + β there.
            let (alpha, beta) = self.remainder(other);
            let first = c2.times(&beta).by(2).minus(&alpha.times(c1));
            let second = if after.is_gt() {
                alpha
            } else {
                alpha.negated()
            };
            return Ok(Some(with_root(&first, &second, &self.discriminant())));
        }
        Ok(self.sign_beside(other, l, u, before))
    }

    /// The sign of `other`, which is not zero there, at the only root between `l` and `u` of a cubic, by which side of it
    /// the other's root between them is on: where the cubic has the sign `before` that it has at `l`, the root is yet to
    /// come. None if `f64` hides whether there is one.
    fn sign_beside(
        &self,
        other: &Algebraic<Z>,
        l: f64,
        u: f64,
        before: Ordering,
    ) -> Option<Ordering> {
        let q = other.coefficients();
        let ends = match q {
            [q0] => return Some(q0.sign()),
            [_, _] => approximate::<Z, 2>(q).signs_at(l, u),
            _ => {
                let approximate = approximate::<Z, 3>(q);
                if let Some(sign) = approximate.sign_on(l, u) {
                    return Some(sign);
                }
                approximate.signs_at(l, u)
            }
        };
        let (first, last) = ends?;
        if first == last {
            // None or two.
            return (q.len() == 2).then_some(first);
        }
        let here = if let [q0, q1] = q {
            // x = −q0/q1 is positive, since it is in between.
            let (n, d) = match q1.sign() {
                Ordering::Greater => (q0.negated(), q1.clone()),
                _ => (q0.clone(), q1.negated()),
            };
            at_ratio(self.coefficients(), &n, &d)
        } else {
            // (−q1 ± √D)/(2·q2), with plus where the other rises; and q2²·self = α·x + β there.
            let (alpha, beta) = self.remainder(other);
            let sum = q[2].times(&beta).by(2).minus(&alpha.times(&q[1]));
            let root = if last.is_gt() { alpha } else { alpha.negated() };
            let sign = with_root(&sum, &root, &other.discriminant());
            if q[2].sign().is_gt() {
                sign
            } else {
                sign.reverse()
            }
        };
        Some(if here == before { last } else { first })
    }

    /// The discriminant of a polynomial of degree two.
    fn discriminant(&self) -> Z {
        let [c0, c1, c2, _] = &self.coefficients;
        c1.times(c1).minus(&c0.times(c2).by(4))
    }

    /// The remainder `α·x + β` of a division: of `other`, times this polynomial's last coefficient, by this one if that is of
    /// degree two; of this one, times the square of the other's last coefficient, if it is of degree three.
    fn remainder(&self, other: &Algebraic<Z>) -> (Z, Z) {
        let (f, q) = (self.coefficients(), other.coefficients());
        match (f, q) {
            ([_, _, f2], [q0]) => (Z::zero(), f2.times(q0)),
            ([_, _, f2], [q0, q1]) => (f2.times(q1), f2.times(q0)),
            ([f0, f1, f2], [q0, q1, q2]) => (
                f2.times(q1).minus(&q2.times(f1)),
                f2.times(q0).minus(&q2.times(f0)),
            ),
            ([f0, f1, f2, f3], [q0, q1, q2]) => {
                let g1 = q2.times(f2).minus(&f3.times(q1));
                let g0 = q2.times(f1).minus(&f3.times(q0));
                (
                    q2.times(&g0).minus(&g1.times(q1)),
                    q2.times(&q2.times(f0)).minus(&g1.times(q0)),
                )
            }
            _ => unreachable!("roots of degree one are ratios; a cubic is divided by a quadratic"),
        }
    }

    /// What roots this polynomial and another of degree at most two have in common.
    fn common(&self, other: &Algebraic<Z>) -> Result<Common<Z>, TooNarrow> {
        let bits = self.bits + 2 * other.bits + 4;
        // The widest number is the square in `with_root`.
        fits::<Z>(2 * (bits + self.bits.max(other.bits) + 2) + 2)?;
        let q = other.coefficients();
        match q.len() {
            1 => Ok(Common::Nothing),
            2 => Ok(
                match at_ratio(self.coefficients(), &q[0].negated(), &q[1]) {
                    Ordering::Equal => Common::All,
                    _ => Common::Nothing,
                },
            ),
            _ => {
                let (alpha, beta) = self.remainder(other);
                if alpha.is_zero() {
                    return Ok(if beta.is_zero() {
                        Common::All
                    } else {
                        Common::Nothing
                    });
                }
                let n = beta.negated();
                if at_ratio(q, &n, &alpha).is_ne() {
                    return Ok(Common::Nothing);
                }
                Ok(match positive(n, alpha, bits) {
                    Some(Root::Ratio { n, d, .. }) => Common::Ratio { n, d },
                    _ => Common::Nothing,
                })
            }
        }
    }
}

/// The roots in `(0, 1)` that two polynomials have in common.
enum Common<Z> {
    Nothing,
    /// `x = n/d`, both positive.
    Ratio {
        n: Z,
        d: Z,
    },
    /// All of the second one's, which are simple.
    All,
}

/// Whether the second polynomial is zero at the first one's only root between `l` and `u`; none if `f64` hides it.
fn vanishes<Z: Whole>(common: &Common<Z>, second: &Algebraic<Z>, l: f64, u: f64) -> Option<bool> {
    match common {
        Common::Nothing => Some(false),
        Common::Ratio { n, d } => {
            let (least, most) = instant(n, d);
            match () {
                _ if least >= l && most <= u => Some(true),
                _ if most < l || least > u => Some(false),
                _ => None,
            }
        }
        Common::All => {
            let c = second.coefficients();
            let (before, after) = match second.degree {
                1 => approximate::<Z, 2>(c).signs_at(l, u)?,
                _ => approximate::<Z, 3>(c).signs_at(l, u)?,
            };
            Some(before != after)
        }
    }
}

/// The root `n/d`, if it is positive; `d` is not zero.
fn positive<Z: Whole>(n: Z, d: Z, bits: u64) -> Option<Root<Z>> {
    match (n.sign(), d.sign()) {
        (Ordering::Greater, Ordering::Greater) => Some(Root::Ratio { n, d, bits }),
        (Ordering::Less, Ordering::Less) => Some(Root::Ratio {
            n: n.negated(),
            d: d.negated(),
            bits,
        }),
        _ => None,
    }
}

/// The sign at `x = n/d`, if `d` is positive; whether it is zero, if `d` is negative.
fn at_ratio<Z: Whole>(coefficients: &[Z], n: &Z, d: &Z) -> Ordering {
    let (last, rest) = coefficients.split_last().expect("at least one coefficient");
    let mut power = Z::shifted(1, 0);
    let mut value = last.clone();
    for c in rest.iter().rev() {
        power = power.times(d);
        value = value.times(n).plus(&c.times(&power));
    }
    value.sign()
}

/// The sign of `a + b·√d`, where `d` is positive.
fn with_root<Z: Whole>(a: &Z, b: &Z, d: &Z) -> Ordering {
    let (first, second) = (a.sign(), b.sign());
    if first == second || second.is_eq() {
        first
    } else if first.is_eq() {
        second
    } else {
        // Opposite signs: the larger square wins.
        match a.times(a).minus(&b.times(b).times(d)).sign() {
            Ordering::Greater => first,
            Ordering::Less => second,
            Ordering::Equal => Ordering::Equal,
        }
    }
}

/// Encloses the instant `t = n/(n + d)` of `x = n/d`, both positive: strictly, but for instants below the least `f64`.
fn instant<Z: Whole>(n: &Z, d: &Z) -> (f64, f64) {
    let (top, top_exponent) = n.rounded();
    let (bottom, bottom_exponent) = n.plus(d).rounded();
    // Two units for each rounding to f64, one for the quotient, one for each product below; underflow costs the least f64.
    let quotient = scale(top / bottom, top_exponent - bottom_exponent);
    let margin = 16.0 * UNIT;
    (
        (quotient * (1.0 - margin)).next_down().max(0.0),
        (quotient * (1.0 + margin)).next_up().min(1.0),
    )
}

/// `value · 2^exponent`, for an exponent that is not far above zero.
fn scale(value: f64, exponent: i64) -> f64 {
    libm::scalbn(value, exponent.clamp(-4000, 4000) as i32)
}

/// The polynomial in `f64`, scaled.
pub(crate) fn approximate<Z: Whole, const N: usize>(coefficients: &[Z]) -> Polynomial<N> {
    let parts: [(f64, i64); N] = core::array::from_fn(|k| coefficients[k].rounded());
    let exponents = parts.iter().filter(|(m, _)| *m != 0.0).map(|(_, e)| *e);
    let largest = exponents.max().unwrap_or(0);
    // The largest magnitude is between 1/2 and 1; a coefficient errs by two units, or by the least normal f64 which keeps
    // the sign of what is yet smaller.
    Polynomial::with_signs(
        parts.map(|(m, e)| {
            let scaled = scale(m, e - largest);
            if scaled.abs() < f64::MIN_POSITIVE && m != 0.0 {
                f64::MIN_POSITIVE.copysign(m)
            } else {
                scaled
            }
        }),
        4.0 * UNIT,
    )
}

impl<Z: Whole> Root<Z> {
    fn widened(&self) -> Root<Z::Wider> {
        match self {
            Root::Ratio { n, d, bits } => Root::Ratio {
                n: n.widened(),
                d: d.widened(),
                bits: *bits,
            },
            Root::Between(cell, number) => Root::Between(*cell, *number),
            Root::Cell(cell) => Root::Cell(cell.clone()),
        }
    }

    /// Two instants, the root after the first and not after the second, no further apart than `width`.
    pub(crate) fn enclosed(&self, of: &Algebraic<Z>, width: f64) -> (f64, f64) {
        match self {
            Root::Ratio { n, d, .. } => instant(n, d),
            Root::Between(cell, number) => {
                let c = of.coefficients();
                let tight = match of.degree {
                    2 => approximate::<Z, 3>(c).tighten(*cell, width),
                    _ => approximate::<Z, 4>(c).tighten(*cell, width),
                };
                tight.unwrap_or_else(|| Cell::isolate(of).swap_remove(*number).enclosed(width))
            }
            Root::Cell(cell) => cell.clone().enclosed(width),
        }
    }
}
