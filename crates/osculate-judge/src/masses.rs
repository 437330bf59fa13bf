//! Integrals over closed polyhedra, exactly, in fractions.
//!
//! By the theorem of Gauss on the surface, triangle by triangle: `∫xᵏ·f(y, z)` over the inside is `∫xᵏ⁺¹/(k + 1)·f·dy∧dz`.

use crate::points::Rational;
use crate::points::rational::parts;
use num_bigint::BigInt;

/// The integrals of 1, of coordinates and of their products.
pub struct ExactMoments {
    /// The signed volume.
    pub volume: Rational,
    /// Those of x, y and z.
    pub first: [Rational; 3],
    /// Those of products.
    pub second: [[Rational; 3]; 3],
}

impl ExactMoments {
    /// Of what triangles enclose that face outwards.
    pub fn of(corners: &[[f64; 3]], triangles: &[[u32; 3]]) -> ExactMoments {
        // All coordinates as whole numbers of one unit, 2^lowest.
        let lowest = corners.iter().flatten().filter(|x| **x != 0.0);
        let lowest = lowest.map(|&x| parts(x).1).min().unwrap_or(0);
        let corners: Vec<[BigInt; 3]> = corners
            .iter()
            .map(|corner| {
                corner.map(|x| match parts(x) {
                    (0, _) => BigInt::ZERO,
                    (mantissa, exponent) => BigInt::from(mantissa) << (exponent - lowest),
                })
            })
            .collect();
        let mut volume = BigInt::ZERO;
        let mut first: [BigInt; 3] = std::array::from_fn(|_| BigInt::ZERO);
        let mut second: [[BigInt; 3]; 3] =
            std::array::from_fn(|_| std::array::from_fn(|_| BigInt::ZERO));
        for triangle in triangles {
            let [a, b, c] = triangle.map(|corner| &corners[corner as usize]);
            // The product of two edges: twice the area times the normal.
            let (p, q) = (minus(b, a), minus(c, a));
            let column = |i: usize| [&a[i], &b[i], &c[i]];
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let normal = &p[j] * &q[k] - &p[k] * &q[j];
                if i == 0 {
                    volume += &normal * weighted(&[column(0)]);
                }
                first[i] += &normal * weighted(&[column(i), column(i)]);
                for (j, entry) in second[i].iter_mut().enumerate() {
                    *entry += &normal * weighted(&[column(i), column(i), column(j)]);
                }
            }
        }
        // The weights of n factors are parts of (n + 2)!; and x² is integrated to x³/3, x·y to x²·y/2.
        let length = |power: i32| {
            let power = power * lowest;
            let by = BigInt::from(1) << power.unsigned_abs();
            if power < 0 {
                Rational::new(BigInt::from(1), by)
            } else {
                Rational::new(by, BigInt::from(1))
            }
        };
        let share = |sum: BigInt, below: i64, power: i32| {
            &Rational::new(sum, BigInt::from(below)) * &length(power)
        };
        let mut rows = second.into_iter().enumerate();
        let second = std::array::from_fn(|_| {
            let (i, row) = rows.next().expect("three rows");
            let mut entries = row.into_iter().enumerate();
            std::array::from_fn(|_| {
                let (j, entry) = entries.next().expect("three columns");
                share(entry, 120 * if i == j { 3 } else { 2 }, 5)
            })
        });
        ExactMoments {
            volume: share(volume, 6, 3),
            first: first.map(|sum| share(sum, 24 * 2, 4)),
            second,
        }
    }

    /// The centre, and the means of products of coordinates about it.
    pub fn centre_and_spread(&self) -> ([f64; 3], [[f64; 3]; 3]) {
        let centre: [Rational; 3] = std::array::from_fn(|i| &self.first[i] / &self.volume);
        let spread = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let mean = &self.second[i][j] / &self.volume;
                rounded(&(&mean - &(&centre[i] * &centre[j])))
            })
        });
        (centre.each_ref().map(rounded), spread)
    }
}

fn minus(a: &[BigInt; 3], b: &[BigInt; 3]) -> [BigInt; 3] {
    std::array::from_fn(|i| &a[i] - &b[i])
}

/// The integral over the triangle `u, v ≥ 0, u + v ≤ 1` of a product of n functions that are linear there, by their values at its
/// corners, times (n + 2)!: the sum over all choices of a corner a factor of `Π values · Π (how often each corner was chosen)!`.
fn weighted(factors: &[[&BigInt; 3]]) -> BigInt {
    let mut sum = BigInt::ZERO;
    for choice in 0..3_usize.pow(factors.len() as u32) {
        let (mut rest, mut counts) = (choice, [0_i64; 3]);
        let mut product = BigInt::from(1);
        for factor in factors {
            let corner = rest % 3;
            rest /= 3;
            counts[corner] += 1;
            product *= factor[corner];
        }
        let ways = counts.map(|count| (1..=count).product::<i64>());
        sum += product * ways.iter().product::<i64>();
    }
    sum
}

impl ExactMoments {
    /// The moment of inertia of unit density about the centre along any direction other than zero, to rounding.
    pub fn moment_about(&self, axis: [f64; 3]) -> f64 {
        let axis = axis.map(Rational::from_f64);
        let (mut along, mut trace, mut square) =
            (Rational::zero(), Rational::zero(), Rational::zero());
        for i in 0..3 {
            square = &square + &(&axis[i] * &axis[i]);
            for j in 0..3 {
                let centre = &(&self.first[i] * &self.first[j]) / &self.volume;
                let entry = &self.second[i][j] - &centre;
                if i == j {
                    trace = &trace + &entry;
                }
                along = &along + &(&entry * &(&axis[i] * &axis[j]));
            }
        }
        rounded(&(&trace - &(&along / &square)))
    }
}

/// A fraction as a number, to within a unit of rounding.
pub fn rounded(x: &Rational) -> f64 {
    let (numerator, denominator) = (x.numerator(), x.denominator());
    // A quotient of 100 bits or so.
    let shift = 100 + denominator.bits() as i64 - numerator.bits() as i64;
    let quotient = if shift >= 0 {
        (numerator << shift as u64) / denominator
    } else {
        numerator / (denominator << (-shift) as u64)
    };
    let whole = i128::try_from(quotient).expect("101 bits") as f64;
    // In two steps, neither of which leaves the range of numbers.
    let half = shift / 2;
    let scaled = |x: f64, by: i64| libm::ldexp(x, -by as i32);
    scaled(scaled(whole, half), shift - half)
}
