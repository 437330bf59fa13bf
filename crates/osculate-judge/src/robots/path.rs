//! Configurations over time: polynomials, piece by piece.

use super::real::Real;
use crate::meshes::fixed::Ball;

/// A path over the time from the first knot to the last.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where pieces begin and end.
    pub knots: Vec<Ball>,
    /// One fewer than the knots.
    pub pieces: Vec<Piece>,
}

/// A piece, in terms of u, which goes from 0 to 1.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Of each coordinate, the constant first.
    pub coordinates: Vec<Vec<Ball>>,
    /// The configuration at the start: what quaternions begin with.
    pub from: Vec<f64>,
    /// The configuration at the end: what quaternions end with.
    pub to: Vec<f64>,
    /// How much of a quaternion's turn is done.
    pub share: Vec<Ball>,
}

fn numbers<const N: usize>(values: [f64; N]) -> Vec<Ball> {
    values.map(Ball::new).to_vec()
}

/// `0, 1/n, … , 1`.
fn equal_knots(count: usize) -> Vec<Ball> {
    let whole = Ball::new(count as f64);
    (0..=count).map(|k| Ball::new(k as f64) / whole).collect()
}

/// From one configuration to the next as `share` says.
fn between(from: &[f64], to: &[f64], share: &[Ball]) -> Piece {
    let coordinates = from.iter().zip(to).map(|(&a, &b)| {
        let by = Ball::new(b) - Ball::new(a);
        let mut polynomial: Vec<Ball> = share.iter().map(|&c| c * by).collect();
        polynomial[0] = polynomial[0] + Ball::new(a);
        polynomial
    });
    Piece {
        coordinates: coordinates.collect(),
        from: from.to_vec(),
        to: to.to_vec(),
        share: share.to_vec(),
    }
}

impl Path {
    fn over_waypoints(waypoints: &[Vec<f64>], share: &[Ball]) -> Path {
        let pieces: Vec<Piece> = waypoints
            .windows(2)
            .map(|pair| between(&pair[0], &pair[1], share))
            .collect();
        Path {
            knots: equal_knots(pieces.len()),
            pieces,
        }
    }

    /// Straight from waypoint to waypoint, each in the same time.
    pub fn through(waypoints: &[Vec<f64>]) -> Path {
        Path::over_waypoints(waypoints, &numbers([0.0, 1.0]))
    }

    /// The same places, but `10u³ − 15u⁴ + 6u⁵` of the way at u of the time: at rest at each waypoint.
    pub fn eased(waypoints: &[Vec<f64>]) -> Path {
        Path::over_waypoints(waypoints, &numbers([0.0, 0.0, 0.0, 10.0, -15.0, 6.0]))
    }

    /// The natural cubic spline: twice differentiable, no second derivative at the ends. Quaternions go as in `through`.
    pub fn natural_spline(waypoints: &[Vec<f64>]) -> Path {
        let mut path = Path::through(waypoints);
        for coordinate in 0..waypoints[0].len() {
            let values: Vec<Ball> = waypoints.iter().map(|q| Ball::new(q[coordinate])).collect();
            for (piece, cubic) in path.pieces.iter_mut().zip(natural_cubics(&values)) {
                piece.coordinates[coordinate] = cubic.to_vec();
            }
        }
        path
    }

    /// Cubics, or other polynomials, in plain numbers: `coefficients[piece][coordinate]`.
    pub fn of_polynomials(knots: &[f64], coefficients: &[Vec<Vec<f64>>]) -> Path {
        let piece = |coordinates: &Vec<Vec<f64>>| {
            let sum = |c: &Vec<f64>, u: f64| c.iter().rev().fold(0.0, |sum, &c| sum * u + c);
            Piece {
                from: coordinates.iter().map(|c| sum(c, 0.0)).collect(),
                to: coordinates.iter().map(|c| sum(c, 1.0)).collect(),
                coordinates: coordinates
                    .iter()
                    .map(|c| c.iter().map(|&c| Ball::new(c)).collect())
                    .collect(),
                share: numbers([0.0, 1.0]),
            }
        };
        Path {
            knots: knots.iter().map(|&t| Ball::new(t)).collect(),
            pieces: coefficients.iter().map(piece).collect(),
        }
    }

    /// With knots that are given, for pieces that do not take the same time.
    pub fn with_knots(self, knots: &[f64]) -> Path {
        assert_eq!(knots.len(), self.knots.len());
        Path {
            knots: knots.iter().map(|&t| Ball::new(t)).collect(),
            ..self
        }
    }

    /// The piece of an instant, the later one at a knot.
    pub fn piece_at(&self, t: f64) -> usize {
        let time = Ball::new(t).middle;
        let begun = self.knots.iter().filter(|knot| knot.middle <= time).count();
        begun.clamp(1, self.pieces.len()) - 1
    }

    /// The knots in `f64`.
    pub fn rounded_knots(&self) -> Vec<f64> {
        self.knots.iter().map(|&knot| f64::of(knot)).collect()
    }
}

/// The natural cubic spline through values at equal distances, in terms of u in each piece. With the second derivatives M:
/// `M₀ = Mₙ = 0`, `Mᵢ₋₁ + 4Mᵢ + Mᵢ₊₁ = 6(yᵢ₋₁ − 2yᵢ + yᵢ₊₁)`, solved from both ends inwards by elimination.
pub fn natural_cubics(values: &[Ball]) -> Vec<[Ball; 4]> {
    let count = values.len() - 1;
    let four = Ball::new(4.0);
    let mut diagonal = vec![Ball::ONE; count + 1];
    let mut right = vec![Ball::ZERO; count + 1];
    for i in 1..count {
        let bend = values[i - 1] - values[i].doubled(1) + values[i + 1];
        let factor = if i > 1 {
            Ball::ONE / diagonal[i - 1]
        } else {
            Ball::ZERO
        };
        diagonal[i] = four - factor;
        right[i] = bend * Ball::new(6.0) - factor * right[i - 1];
    }
    let mut second = vec![Ball::ZERO; count + 1];
    for i in (1..count).rev() {
        let above = if i + 1 < count {
            second[i + 1]
        } else {
            Ball::ZERO
        };
        second[i] = (right[i] - above) / diagonal[i];
    }
    (0..count)
        .map(|i| {
            let (m0, m1) = (second[i], second[i + 1]);
            let slope = values[i + 1] - values[i] - (m0.doubled(1) + m1).by(6);
            [values[i], slope, m0.by(2), (m1 - m0).by(6)]
        })
        .collect()
}
