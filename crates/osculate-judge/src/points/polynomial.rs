//! Polynomials of one unknown with whole coefficients.

use super::rational::{Rational, absolute, common_divisor, exact_quotient, sign, zero};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// Coefficients from the constant one on; the last one is not zero, so that zero has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Vec<BigInt>);

/// A number `at / 2^bits`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dyadic {
    /// The whole number.
    pub at: BigInt,
    /// How many of its bits are behind the point.
    pub bits: u32,
}

impl Dyadic {
    /// A whole number.
    pub fn whole(at: i32) -> Dyadic {
        Dyadic {
            at: at.into(),
            bits: 0,
        }
    }

    /// As a fraction.
    pub fn rational(&self) -> Rational {
        Rational::new(self.at.clone(), BigInt::from(1) << self.bits)
    }
}

impl Polynomial {
    /// By the coefficients of 1, t, t², …
    pub fn new(mut coefficients: Vec<BigInt>) -> Polynomial {
        while coefficients.last() == Some(&BigInt::ZERO) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    /// Whether it is zero everywhere.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Zero has none, and counts as a constant.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn leading(&self) -> &BigInt {
        self.0.last().expect("zero has no leading coefficient")
    }

    /// The sign of its value.
    pub fn sign_at(&self, x: &Dyadic) -> Ordering {
        let mut value = zero();
        // 2^(bits · degree) times the value, by Horner's rule.
        for (step, coefficient) in self.0.iter().rev().enumerate() {
            value = value * &x.at + (coefficient << (x.bits as usize * step));
        }
        sign(&value)
    }

    /// The sign of its value.
    pub fn sign_at_rational(&self, x: &Rational) -> Ordering {
        let (mut value, mut power) = (zero(), BigInt::from(1));
        for coefficient in self.0.iter().rev() {
            value = value * x.numerator() + coefficient * &power;
            power *= x.denominator();
        }
        sign(&value)
    }

    /// How fast it changes.
    pub fn derivative(&self) -> Polynomial {
        let terms = self.0.iter().enumerate().skip(1);
        Polynomial::new(terms.map(|(power, c)| c * power).collect())
    }

    /// `(q, r, m)` with `m · self = q · divisor + r`, m positive, r of lower degree than the divisor.
    fn divided(&self, divisor: &Polynomial) -> (Polynomial, Polynomial, BigInt) {
        let factor = absolute(divisor.leading());
        let negative = sign(divisor.leading()) == Ordering::Less;
        let (mut rest, mut multiplier) = (self.0.clone(), BigInt::from(1));
        let mut quotient: Vec<BigInt> = Vec::new();
        while rest.len() >= divisor.0.len() {
            let top = rest.last().expect("not empty").clone();
            let top = if negative { -top } else { top };
            let shift = rest.len() - divisor.0.len();
            for c in rest.iter_mut().chain(&mut quotient) {
                *c *= &factor;
            }
            for (c, d) in rest[shift..].iter_mut().zip(&divisor.0) {
                *c -= &top * d;
            }
            assert_eq!(rest.pop(), Some(BigInt::ZERO));
            // From the highest power on: each round yields one coefficient.
            quotient.push(top);
            multiplier *= &factor;
        }
        quotient.reverse();
        (Polynomial::new(quotient), Polynomial::new(rest), multiplier)
    }

    /// `self`, `next`, then the negated remainder of the two before, each up to a positive factor, until there is none.
    ///
    /// The last is a greatest common divisor of the first two. Every remainder is a multiple of what the one before it
    /// was multiplied by (Collins' reduced sequence), which keeps the coefficients short; `exact_quotient` checks it.
    fn remainders(&self, next: &Polynomial) -> Vec<Polynomial> {
        let mut chain = vec![self.clone()];
        let mut last = next.clone();
        let mut before = BigInt::from(1);
        while !last.is_zero() {
            let (_, rest, multiplier) = chain[chain.len() - 1].divided(&last);
            let terms = rest.0.iter().map(|c| -exact_quotient(c, &before));
            let rest = Polynomial::new(terms.collect());
            chain.push(std::mem::replace(&mut last, rest));
            before = multiplier;
        }
        chain
    }

    /// Sturm's chain.
    pub fn sturm(&self) -> Chain {
        Chain(self.remainders(&self.derivative()))
    }

    /// A greatest common divisor, with coefficients that have no common divisor.
    pub fn common_divisor(&self, other: &Polynomial) -> Polynomial {
        let (long, short) = if self.0.len() >= other.0.len() {
            (self, other)
        } else {
            (other, self)
        };
        let mut chain = long.remainders(short);
        chain.pop().expect("it has one or more").primitive()
    }

    fn primitive(&self) -> Polynomial {
        if self.degree() == 0 {
            return Polynomial::new(self.0.iter().map(|_| BigInt::from(1)).collect());
        }
        let divisor = self.0.iter().fold(zero(), |d, c| common_divisor(&d, c));
        Polynomial(self.0.iter().map(|c| exact_quotient(c, &divisor)).collect())
    }

    /// The same roots, each once.
    pub fn square_free(&self) -> Polynomial {
        let repeated = self.common_divisor(&self.derivative());
        if repeated.degree() == 0 {
            return self.clone();
        }
        self.without(&repeated)
    }

    /// Without a divisor, up to a constant.
    pub fn without(&self, divisor: &Polynomial) -> Polynomial {
        let (quotient, rest, _) = self.divided(divisor);
        assert!(rest.is_zero(), "{divisor:?} does not divide {self:?}");
        quotient.primitive()
    }

    /// `2^bits t - at`.
    pub fn vanishing_at(x: &Dyadic) -> Polynomial {
        Polynomial(vec![-&x.at, BigInt::from(1) << x.bits])
    }
}

/// What counts the roots of its first polynomial.
pub struct Chain(Vec<Polynomial>);

impl Chain {
    /// How many different roots are between two numbers that are no roots (Sturm's theorem).
    pub fn roots_between(&self, low: &Dyadic, high: &Dyadic) -> usize {
        self.changes(low) - self.changes(high)
    }

    fn changes(&self, x: &Dyadic) -> usize {
        let mut signs: Vec<Ordering> = self.0.iter().map(|p| p.sign_at(x)).collect();
        assert!(signs[0].is_ne(), "Sturm's theorem is not asked at a root");
        signs.retain(|s| s.is_ne());
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;
    fn add(self, other: &Polynomial) -> Polynomial {
        let coefficient = |p: &Polynomial, i: usize| p.0.get(i).cloned().unwrap_or_default();
        let terms = 0..self.0.len().max(other.0.len());
        Polynomial::new(
            terms
                .map(|i| coefficient(self, i) + coefficient(other, i))
                .collect(),
        )
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;
    fn neg(self) -> Polynomial {
        Polynomial(self.0.iter().map(|c| -c).collect())
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;
    fn sub(self, other: &Polynomial) -> Polynomial {
        self + &-other
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;
    fn mul(self, other: &Polynomial) -> Polynomial {
        let mut product = vec![zero(); self.0.len() + other.0.len()];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial::new(product)
    }
}
