//! Integrals over closed polyhedra, exactly, in fractions.
//!
//! By the theorem of Gauss on the surface, triangle by triangle: `∫xᵏ·f(y, z)` over the inside is `∫xᵏ⁺¹/(k + 1)·f·dy∧dz`.

use crate::points::Rational;

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
        let corners: Vec<[Rational; 3]> = corners
            .iter()
            .map(|corner| corner.map(Rational::from_f64))
            .collect();
        let zero = Rational::zero;
        let mut sum = ExactMoments {
            volume: zero(),
            first: [zero(), zero(), zero()],
            second: std::array::from_fn(|_| [zero(), zero(), zero()]),
        };
        for triangle in triangles {
            let [a, b, c] = triangle.map(|corner| &corners[corner as usize]);
            // The product of two edges: twice the area times the normal.
            let (p, q) = (minus(b, a), minus(c, a));
            let normal: [Rational; 3] = std::array::from_fn(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                &(&p[j] * &q[k]) - &(&p[k] * &q[j])
            });
            let column = |i: usize| [&a[i], &b[i], &c[i]];
            let volume = &normal[0] * &mean(&[column(0)]);
            sum.volume = &sum.volume + &volume;
            for i in 0..3 {
                let squares = &normal[i] * &mean(&[column(i), column(i)]);
                sum.first[i] = &sum.first[i] + &(&squares * &Rational::of(1, 2));
                for j in 0..3 {
                    let factors = if i == j {
                        [column(i), column(i), column(i)]
                    } else {
                        [column(i), column(i), column(j)]
                    };
                    let share = if i == j { 3 } else { 2 };
                    let term = &normal[i] * &mean(&factors);
                    sum.second[i][j] = &sum.second[i][j] + &(&term * &Rational::of(1, share));
                }
            }
        }
        sum
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

fn minus(a: &[Rational; 3], b: &[Rational; 3]) -> [Rational; 3] {
    std::array::from_fn(|i| &a[i] - &b[i])
}

/// The integral over the triangle `u, v ≥ 0, u + v ≤ 1` of a product of functions that are linear there, by their values at its
/// corners: the sum over all choices of a corner a factor of `Π values · Π (number of times each corner was chosen)!/(n + 2)!`.
fn mean(factors: &[[&Rational; 3]]) -> Rational {
    let mut sum = Rational::zero();
    for choice in 0..3_usize.pow(factors.len() as u32) {
        let (mut rest, mut counts) = (choice, [0_i64; 3]);
        let mut product = Rational::one();
        for factor in factors {
            let corner = rest % 3;
            rest /= 3;
            counts[corner] += 1;
            product = &product * factor[corner];
        }
        let ways: i64 = counts
            .map(|count| (1..=count).product::<i64>())
            .iter()
            .product();
        sum = &sum + &(&product * &Rational::of(ways, 1));
    }
    let below: i64 = (1..=factors.len() as i64 + 2).product();
    &sum * &Rational::of(1, below)
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
