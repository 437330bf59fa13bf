//! Times in [0, 1] that are roots of polynomials.

use super::polynomial::{Dyadic, Polynomial};
use super::rational::Rational;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// A root in [0, 1], by a bracket that holds no other.
#[derive(Clone, Debug)]
pub struct Time {
    /// Where it is, or where its bracket, one unit of `bits` wide, begins.
    low: Dyadic,
    /// The polynomial of a root strictly inside the bracket: without repeated roots, with no other root in the bracket
    /// and none at its ends. `None`: the time is `low` itself.
    inside: Option<Polynomial>,
}

impl Time {
    /// The start.
    pub fn zero() -> Time {
        Time::exactly(Dyadic::whole(0))
    }

    fn exactly(low: Dyadic) -> Time {
        Time { low, inside: None }
    }

    fn high(&self) -> Dyadic {
        match self.inside {
            None => self.low.clone(),
            Some(_) => after(&self.low),
        }
    }

    /// Halves the bracket.
    fn refine(&mut self) {
        let Some(polynomial) = &self.inside else {
            return;
        };
        let before = polynomial.sign_at(&self.low);
        let middle = middle(&self.low);
        match polynomial.sign_at(&middle) {
            Ordering::Equal => *self = Time::exactly(middle),
            // The root, a single one, is where the sign changes.
            sign if sign == before => self.low = middle,
            _ => self.low = doubled(&self.low),
        }
    }

    /// The time is in `[at, at + 1] / 2^bits`; `at` alone if it is that exactly.
    pub fn bracket(&self, bits: u32) -> (BigInt, bool) {
        let mut time = self.clone();
        while time.inside.is_some() && time.low.bits < bits {
            time.refine();
        }
        let Dyadic { at, bits: has } = time.low;
        if has <= bits {
            return (at << (bits - has), time.inside.is_none());
        }
        // Division by shifting rounds down; what it takes away makes an exact time an inner one.
        let cut = &at >> (has - bits);
        let whole = &cut << (has - bits) == at;
        (cut, whole && time.inside.is_none())
    }

    /// Before, at or after a fraction.
    pub fn cmp_rational(&self, x: &Rational) -> Ordering {
        let low = self.low.rational();
        let Some(polynomial) = &self.inside else {
            return low.cmp(x);
        };
        if *x <= low {
            return Ordering::Greater;
        }
        if *x >= self.high().rational() {
            return Ordering::Less;
        }
        match polynomial.sign_at_rational(x) {
            Ordering::Equal => Ordering::Equal,
            sign if sign == polynomial.sign_at(&self.low) => Ordering::Greater,
            _ => Ordering::Less,
        }
    }

    /// Infinities are beyond all times; NaN is none.
    pub fn cmp_f64(&self, x: f64) -> Ordering {
        assert!(!x.is_nan(), "no time is NaN");
        if x.is_infinite() {
            return if x > 0.0 {
                Ordering::Less
            } else {
                Ordering::Greater
            };
        }
        self.cmp_rational(&Rational::from_f64(x))
    }

    /// The largest `f64` that is not after this time.
    pub fn rounded_down(&self) -> f64 {
        // Numbers from 0 on are in the order of their bits.
        let (mut low, mut high) = (0, 1.0_f64.to_bits() + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.cmp_f64(f64::from_bits(middle)).is_ge() {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::from_bits(low)
    }

    /// Before, at or after another.
    pub fn cmp_time(&self, other: &Time) -> Ordering {
        let (Some(ours), Some(theirs)) = (&self.inside, &other.inside) else {
            return match self.inside {
                None => other.cmp_rational(&self.low.rational()).reverse(),
                Some(_) => self.cmp_rational(&other.low.rational()),
            };
        };
        let (mut a, mut b) = (self.clone(), other.clone());
        let mut common = Some(ours.common_divisor(theirs));
        loop {
            if a.high().rational() <= b.low.rational() {
                return Ordering::Less;
            }
            if b.high().rational() <= a.low.rational() {
                return Ordering::Greater;
            }
            // Brackets that overlap are one in the other, and a common root in the smaller one is either time.
            if let Some(common) = common.take() {
                let smaller = if a.low.bits >= b.low.bits { &a } else { &b };
                if changes_sign(&common, smaller) {
                    return Ordering::Equal;
                }
            }
            a.refine();
            b.refine();
            if a.inside.is_none() || b.inside.is_none() {
                return a.cmp_time(&b);
            }
        }
    }

    /// The sign of another polynomial at this time; the bracket shrinks as needed.
    pub fn sign_of(&mut self, other: &Polynomial) -> Ordering {
        if other.degree() == 0 {
            return other.sign_at(&self.low);
        }
        let chain = other.sturm();
        let mut may_be_zero = true;
        loop {
            let Some(polynomial) = &self.inside else {
                return other.sign_at(&self.low);
            };
            let high = self.high();
            let sign = other.sign_at(&self.low);
            let free = sign.is_ne()
                && other.sign_at(&high) == sign
                && chain.roots_between(&self.low, &high) == 0;
            if free {
                return sign;
            }
            if may_be_zero && changes_sign(&polynomial.common_divisor(other), self) {
                return Ordering::Equal;
            }
            may_be_zero = false;
            self.refine();
        }
    }
}

/// Whether a divisor of a time's polynomial vanishes at that time too: it has single roots, and none but that one in
/// the bracket.
fn changes_sign(divisor: &Polynomial, time: &Time) -> bool {
    divisor.sign_at(&time.low) != divisor.sign_at(&time.high())
}

fn after(x: &Dyadic) -> Dyadic {
    Dyadic {
        at: &x.at + 1,
        bits: x.bits,
    }
}

fn doubled(x: &Dyadic) -> Dyadic {
    Dyadic {
        at: &x.at << 1,
        bits: x.bits + 1,
    }
}

/// The middle of the bracket that begins there, in units of half its width.
fn middle(low: &Dyadic) -> Dyadic {
    after(&doubled(low))
}

/// The roots in [0, 1] of a polynomial that is not zero, in order.
pub fn roots(polynomial: &Polynomial) -> Vec<Time> {
    assert!(!polynomial.is_zero(), "everything is a root of zero");
    let mut exact = Vec::new();
    let mut rest = polynomial.clone();
    if rest.degree() > 0 {
        rest = rest.square_free();
    }
    for end in [0, 1].map(Dyadic::whole) {
        if rest.degree() > 0 && rest.sign_at(&end).is_eq() {
            rest = rest.without(&Polynomial::vanishing_at(&end));
            exact.push(Time::exactly(end));
        }
    }
    let mut found = loop {
        match isolated(&rest) {
            Ok(found) => break found,
            // A root where a bracket was to be cut: it is known, and the others are looked for without it.
            Err(at) => {
                rest = rest.without(&Polynomial::vanishing_at(&at));
                exact.push(Time::exactly(at));
            }
        }
    };
    found.extend(exact);
    found.sort_by(Time::cmp_time);
    found
}

/// The roots in (0, 1) of a polynomial with single roots and none at 0 and 1, or a root that is a cut.
fn isolated(polynomial: &Polynomial) -> Result<Vec<Time>, Dyadic> {
    if polynomial.degree() == 0 {
        return Ok(Vec::new());
    }
    let chain = polynomial.sturm();
    let mut found = Vec::new();
    let mut brackets = vec![Dyadic::whole(0)];
    while let Some(low) = brackets.pop() {
        match chain.roots_between(&low, &after(&low)) {
            0 => {}
            1 => found.push(Time {
                low,
                inside: Some(polynomial.clone()),
            }),
            _ => {
                let middle = middle(&low);
                if polynomial.sign_at(&middle).is_eq() {
                    return Err(middle);
                }
                brackets.extend([middle, doubled(&low)]);
            }
        }
    }
    Ok(found)
}
