//! The points of a pair as ratios of whole numbers of any size.

use super::exact::{self, Points};
use super::place::Differences;
use super::rounded::Found;
use super::{LinearContact, LinearOutcome, PairKind, polygon};
use crate::numbers::wide_integer::Whole;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;
use glam::DVec3;
use num_bigint::BigInt;
use thiserror::Error;

/// A ratio of whole numbers of any size.
///
/// ```
/// use osculate::query::points::Ratio;
///
/// let third: Ratio = "-2/6".parse()?;
/// assert_eq!(third, Ratio::new(-2, 6)?);
/// assert!("1/0".parse::<Ratio>().is_err() && "1.5".parse::<Ratio>().is_err());
/// # Ok::<(), osculate::query::points::RationalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratio {
    numerator: BigInt,
    /// Positive.
    denominator: BigInt,
}

/// Why a [`Ratio`] or a [`RationalPair`] could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RationalError {
    /// Nothing can be divided by zero.
    #[error("the denominator of {0}/0 is zero")]
    ZeroDenominator(String),
    /// A text is no ratio.
    #[error("{0:?} is not a whole number, nor two with a / between them")]
    NotARatio(String),
    /// The kind of pair has another number of points.
    #[error("a pair of kind {kind:?} has {expected} points, not {found}")]
    Count {
        /// What was to be made.
        kind: PairKind,
        /// How many points that has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
}

impl Ratio {
    /// `numerator / denominator`.
    pub fn new(numerator: i128, denominator: i128) -> Result<Ratio, RationalError> {
        Ratio::of(numerator.into(), denominator.into())
    }

    /// Of whole numbers of any size, as two's complement, the least byte first.
    pub fn from_le_bytes(numerator: &[u8], denominator: &[u8]) -> Result<Ratio, RationalError> {
        let [numerator, denominator] = [numerator, denominator].map(BigInt::from_signed_bytes_le);
        Ratio::of(numerator, denominator)
    }

    fn of(numerator: BigInt, denominator: BigInt) -> Result<Ratio, RationalError> {
        match Whole::sign(&denominator) {
            core::cmp::Ordering::Equal => {
                Err(RationalError::ZeroDenominator(numerator.to_string()))
            }
            core::cmp::Ordering::Greater => Ok(Ratio {
                numerator,
                denominator,
            }),
            core::cmp::Ordering::Less => Ok(Ratio {
                numerator: -numerator,
                denominator: -denominator,
            }),
        }
    }
}

impl FromStr for Ratio {
    type Err = RationalError;

    /// Decimal digits with a sign, or two such numbers with a `/` between them.
    fn from_str(text: &str) -> Result<Ratio, RationalError> {
        let whole = |word: &str| {
            let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
            // The parser of `BigInt` would take underscores for digits.
            let decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = decimal.then(|| BigInt::parse_bytes(word.as_bytes(), 10));
            number
                .flatten()
                .ok_or_else(|| RationalError::NotARatio(text.into()))
        };
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        Ratio::of(whole(above)?, whole(below)?)
    }
}

/// A [`LinearPair`](super::LinearPair) whose coordinates need not be `f64`: for input from exact arithmetic. Slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RationalPair {
    kind: PairKind,
    /// Whole coordinates at the start and at the end, `[end][point][axis]`, each axis times its unit.
    coordinates: [Vec<[BigInt; 3]>; 2],
    units: [BigInt; 3],
}

impl RationalPair {
    /// The pair with these points, those of a and then those of b, at the start and at the end.
    pub fn new(
        kind: PairKind,
        start: &[[Ratio; 3]],
        end: &[[Ratio; 3]],
    ) -> Result<RationalPair, RationalError> {
        let [a, b] = kind.points();
        for points in [start, end] {
            if points.len() != a + b {
                return Err(RationalError::Count {
                    kind,
                    expected: a + b,
                    found: points.len(),
                });
            }
        }
        let units = core::array::from_fn(|axis| {
            let mut denominators: Vec<&BigInt> = start
                .iter()
                .chain(end)
                .map(|point| &point[axis].denominator)
                .collect();
            denominators.sort();
            denominators.dedup();
            denominators.into_iter().product::<BigInt>()
        });
        let whole = |points: &[[Ratio; 3]]| {
            let scaled = |point: &[Ratio; 3]| {
                core::array::from_fn(|axis: usize| {
                    let unit: &BigInt = &units[axis];
                    &point[axis].numerator * (unit / &point[axis].denominator)
                })
            };
            points.iter().map(scaled).collect()
        };
        Ok(RationalPair {
            kind,
            coordinates: [whole(start), whole(end)],
            units,
        })
    }

    /// Whether the features touch at some instant of the closed `[0, 1]`.
    pub fn decide(&self) -> bool {
        exact::first_contact(self, &[]).0 != Found::Free
    }

    /// When the features first touch. Whether they do is exact; the instant is enclosed to 1e-12.
    pub fn first_contact(&self) -> LinearOutcome {
        let (found, stage) = exact::first_contact(self, &[]);
        LinearOutcome {
            contact: found.bracket().map(|bracket| self.contact(bracket)),
            stage,
        }
    }

    fn contact(&self, (lower, upper): (f64, f64)) -> LinearContact {
        // The axes' units differ, so differences are rounded one by one, and brought to a common scale.
        let mut parts = [[[(0.0, 0); 3]; 4]; 2];
        for (number, &(i, j)) in polygon::corners(self.kind).iter().enumerate() {
            for (part, points) in parts.iter_mut().zip(&self.coordinates) {
                part[number] = core::array::from_fn(|axis| {
                    let difference = &points[i][axis] - &points[j][axis];
                    quotient(&difference, &self.units[axis])
                });
            }
        }
        let largest = parts.iter().flatten().flatten();
        let largest = largest
            .filter(|part| part.0 != 0.0)
            .map(|part| part.1)
            .max();
        let corners = parts.map(|corners| {
            corners.map(|corner| {
                DVec3::from_array(corner.map(|(m, e)| float(m, e - largest.unwrap_or(0))))
            })
        });
        let place = Differences::new(self.kind, corners).place(upper);
        let mut point = DVec3::ZERO;
        for number in 0..self.kind.points()[0] {
            for axis in 0..3 {
                let at = [0, 1].map(|end: usize| {
                    let (m, e) = quotient(&self.coordinates[end][number][axis], &self.units[axis]);
                    float(m, e)
                });
                point[axis] += place.weights[number] * (at[0] * (1.0 - upper) + at[1] * upper);
            }
        }
        LinearContact {
            lower,
            upper,
            weights: place.weights,
            point,
            normal: place.normal,
        }
    }
}

/// `(m, e)` with `m · 2^e` nearly `top / bottom`.
fn quotient(top: &BigInt, bottom: &BigInt) -> (f64, i64) {
    let ((m, e), (n, f)) = (top.rounded(), bottom.rounded());
    (m / n, e - f)
}

fn float(m: f64, e: i64) -> f64 {
    libm::scalbn(m, e.clamp(-4000, 4000) as i32).clamp(f64::MIN, f64::MAX)
}

impl Points for RationalPair {
    fn kind(&self) -> PairKind {
        self.kind
    }

    fn coordinate<Z: Whole>(&self, point: usize, end: bool, axis: usize) -> Z {
        Z::from_big(&self.coordinates[usize::from(end)][point][axis])
    }

    fn bits(&self, axis: usize) -> u64 {
        let points = self.coordinates.iter().flatten();
        points.map(|point| point[axis].bits()).max().unwrap_or(0)
    }
}
