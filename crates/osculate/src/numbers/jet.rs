//! A function over a span of time: its values, its first and its second derivatives.

use crate::numbers::interval::Interval;
use core::ops::{Add, Mul, Neg, Sub};

/// Intervals that hold a function and its first two derivatives: at an instant, or at every instant of a span.
///
/// ```
/// use osculate::{Interval, numbers::Jet};
/// // t² over [1, 2]: values in [1, 4], slopes in [2, 4], and 2 for the second derivative.
/// let t = Jet::variable(Interval::new(1.0, 2.0));
/// let square = t * t;
/// assert!(square.first.contains(2.0) && square.first.contains(4.0) && square.second.contains(2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet {
    /// The function.
    pub value: Interval,
    /// Its first derivative.
    pub first: Interval,
    /// Its second derivative.
    pub second: Interval,
}

impl Jet {
    /// A function that does not change.
    pub fn constant(value: impl Into<Interval>) -> Jet {
        Jet {
            value: value.into(),
            first: Interval::ZERO,
            second: Interval::ZERO,
        }
    }

    /// Time itself, over a span.
    pub fn variable(time: impl Into<Interval>) -> Jet {
        Jet {
            value: time.into(),
            first: Interval::point(1.0),
            second: Interval::ZERO,
        }
    }

    /// The square: narrower than the product with itself.
    pub fn square(self) -> Jet {
        let two = Interval::point(2.0);
        Jet {
            value: self.value.square(),
            first: two * self.value * self.first,
            second: two * (self.first.square() + self.value * self.second),
        }
    }

    /// The sine.
    pub fn sin(self) -> Jet {
        let (sin, cos) = (self.value.sin(), self.value.cos());
        Jet {
            value: sin,
            first: cos * self.first,
            second: cos * self.second - sin * self.first.square(),
        }
    }

    /// The cosine.
    pub fn cos(self) -> Jet {
        let (sin, cos) = (self.value.sin(), self.value.cos());
        Jet {
            value: cos,
            first: -(sin * self.first),
            second: -(sin * self.second + cos * self.first.square()),
        }
    }
}

impl Neg for Jet {
    type Output = Jet;
    fn neg(self) -> Jet {
        Jet {
            value: -self.value,
            first: -self.first,
            second: -self.second,
        }
    }
}

impl Add for Jet {
    type Output = Jet;
    fn add(self, other: Jet) -> Jet {
        Jet {
            value: self.value + other.value,
            first: self.first + other.first,
            second: self.second + other.second,
        }
    }
}

impl Sub for Jet {
    type Output = Jet;
    fn sub(self, other: Jet) -> Jet {
        self + -other
    }
}

impl Mul for Jet {
    type Output = Jet;
    fn mul(self, other: Jet) -> Jet {
        let across = self.first * other.first;
        Jet {
            value: self.value * other.value,
            first: self.first * other.value + self.value * other.first,
            second: self.second * other.value + (across + across) + self.value * other.second,
        }
    }
}

/// Three functions: a moving vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JetVec3 {
    /// Its coordinates.
    pub coordinates: [Jet; 3],
}

impl JetVec3 {
    /// The scalar product.
    pub fn dot(&self, other: &JetVec3) -> Jet {
        let [x, y, z] = self.coordinates;
        let [u, v, w] = other.coordinates;
        x * u + y * v + z * w
    }

    /// The vector product.
    pub fn cross(&self, other: &JetVec3) -> JetVec3 {
        let [x, y, z] = self.coordinates;
        let [u, v, w] = other.coordinates;
        JetVec3 {
            coordinates: [y * w - z * v, z * u - x * w, x * v - y * u],
        }
    }
}

impl Add for JetVec3 {
    type Output = JetVec3;
    fn add(self, other: JetVec3) -> JetVec3 {
        let ([x, y, z], [u, v, w]) = (self.coordinates, other.coordinates);
        JetVec3 {
            coordinates: [x + u, y + v, z + w],
        }
    }
}

impl Sub for JetVec3 {
    type Output = JetVec3;
    fn sub(self, other: JetVec3) -> JetVec3 {
        let ([x, y, z], [u, v, w]) = (self.coordinates, other.coordinates);
        JetVec3 {
            coordinates: [x - u, y - v, z - w],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// p(t) = (t³ − t, 2t² + 1, sin 3t) and its derivatives in closed form.
    fn path(t: Jet) -> JetVec3 {
        let three = Jet::constant(3.0);
        JetVec3 {
            coordinates: [
                t * t * t - t,
                Jet::constant(2.0) * t.square() + Jet::constant(1.0),
                (three * t).sin(),
            ],
        }
    }

    fn exact(t: f64) -> [[f64; 3]; 3] {
        let (s, c) = (libm::sin(3.0 * t), libm::cos(3.0 * t));
        [
            [t * t * t - t, 3.0 * t * t - 1.0, 6.0 * t],
            [2.0 * t * t + 1.0, 4.0 * t, 4.0],
            [s, 3.0 * c, -9.0 * s],
        ]
    }

    fn nearly(interval: Interval, value: f64) -> bool {
        interval.lower <= value + 1e-12 * (1.0 + value.abs())
            && interval.upper >= value - 1e-12 * (1.0 + value.abs())
    }

    #[test]
    fn derivatives_hold_over_spans_and_are_narrow_at_instants() {
        for step in 0..200 {
            let (start, width) = (f64::from(step) * 0.02 - 2.0, f64::from(step % 7) * 0.01);
            let span = Interval::new(start, start + width);
            let jets = path(Jet::variable(span)).coordinates;
            for part in 0..=10 {
                let t = (start + width * f64::from(part) / 10.0).min(span.upper);
                for (jet, [value, first, second]) in jets.iter().zip(exact(t)) {
                    assert!(
                        nearly(jet.value, value)
                            && nearly(jet.first, first)
                            && nearly(jet.second, second)
                    );
                }
            }
            if width == 0.0 {
                assert!(jets.iter().all(|jet| jet.second.width() < 1e-12));
            }
        }
    }

    #[test]
    fn products_of_vectors_follow_the_product_rule() {
        let t = 0.7;
        let (p, q) = (
            path(Jet::variable(t)),
            path(Jet::variable(t) + Jet::constant(1.0)),
        );
        let (a, b) = (exact(t), exact(t + 1.0));
        let sum = |i: usize, j: usize| (0..3).map(|k| a[k][i] * b[k][j]).sum::<f64>();
        let dot = p.dot(&q);
        assert!(nearly(dot.value, sum(0, 0)));
        assert!(nearly(dot.first, sum(1, 0) + sum(0, 1)));
        assert!(nearly(dot.second, sum(2, 0) + 2.0 * sum(1, 1) + sum(0, 2)));
        // A vector product is orthogonal to its factors, and stays so.
        let normal = p.cross(&q);
        for jet in [normal.dot(&p), normal.dot(&q)] {
            assert!(nearly(jet.value, 0.0) && nearly(jet.first, 0.0) && nearly(jet.second, 0.0));
        }
    }
}
