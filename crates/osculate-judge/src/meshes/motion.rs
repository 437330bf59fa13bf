//! Motions as formulas, and their poses in balls.
//!
//! All kinds are `x ↦ base + t·drift + ½t²·acceleration + E(t)·(offset + R₀·x)` with `E(t) = exp(t[Ω])`, or with the turn by `2·atan(t·k)`
//! about an axis, base and offset such that the turning is about the right point. Lengths are multiplied by a power of two of the scene's choice, so that all
//! of them are of the order of 1 or less and the 192 bits after the point are what a pose is worth.

use super::fixed::Ball;
use glam::{DQuat, DVec3};

/// A vector of balls.
pub type Balls = [Ball; 3];

/// A motion, in the numbers that a user gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionSpec {
    /// `x ↦ p + t·v + exp(t[w])·R(q)·x`.
    At {
        /// The position at time 0.
        p: [f64; 3],
        /// The rotation at time 0.
        q: [f64; 4],
        /// The velocity.
        v: [f64; 3],
        /// The angular velocity.
        w: [f64; 3],
    },
    /// `x ↦ (1−t)p0 + t·p1 + exp(t·log(R1·R0ᵀ))·R0·x`; the arc is chosen by the sign of the dot product in `f64`.
    Between {
        /// The position at time 0.
        p0: [f64; 3],
        /// The rotation at time 0.
        q0: [f64; 4],
        /// The position at time 1.
        p1: [f64; 3],
        /// The rotation at time 1.
        q1: [f64; 4],
    },
    /// `x ↦ point + t·sliding·û + exp(t·angular[û])·(p + R(q)·x − point)`.
    Screw {
        /// The position at time 0.
        p: [f64; 3],
        /// The rotation at time 0.
        q: [f64; 4],
        /// A point of the screw's line.
        point: [f64; 3],
        /// Along the line, of any length.
        axis: [f64; 3],
        /// How fast it turns.
        angular: f64,
        /// How fast it slides.
        sliding: f64,
    },
    /// `x ↦ point + t·slide·û + E(t)·(p + R(q)·x − point)`, where E(t) turns about û by `2·atan(t·tangent)`.
    RationalScrew {
        /// The position at time 0.
        p: [f64; 3],
        /// The rotation at time 0.
        q: [f64; 4],
        /// A point of the screw's line.
        point: [f64; 3],
        /// Along the line, of any length.
        axis: [f64; 3],
        /// That of half the angle at time 1.
        tangent: f64,
        /// How fast it slides.
        slide: f64,
    },
    /// `x ↦ p + t·v + ½t²·a + exp(t[w])·R(q)·(x − pivot)`.
    Ballistic {
        /// Where the pivot is at time 0.
        p: [f64; 3],
        /// The rotation at time 0.
        q: [f64; 4],
        /// The velocity at time 0.
        v: [f64; 3],
        /// The angular velocity.
        w: [f64; 3],
        /// The acceleration.
        a: [f64; 3],
        /// The point of the body that falls and that the body turns about.
        pivot: [f64; 3],
    },
}

/// A motion at a constant velocity.
pub fn at(p: DVec3, q: DQuat, v: DVec3, w: DVec3) -> MotionSpec {
    MotionSpec::At {
        p: p.to_array(),
        q: q.to_array(),
        v: v.to_array(),
        w: w.to_array(),
    }
}

/// The rational screw about a line along the unit `axis` that takes the body's origin from `p` to `p + by` in a unit of
/// time, turning by `angle`: the line passes the tip of the triangle over the chord.
pub fn rational_screw(p: DVec3, q: DQuat, by: DVec3, axis: DVec3, angle: f64) -> MotionSpec {
    let tangent = libm::tan(0.5 * angle);
    let across = by - axis * axis.dot(by);
    MotionSpec::RationalScrew {
        p: p.to_array(),
        q: q.to_array(),
        point: (p + 0.5 * across + axis.cross(across) / (2.0 * tangent)).to_array(),
        axis: axis.to_array(),
        tangent,
        slide: axis.dot(by),
    }
}

/// A motion, ready to be posed.
pub struct BallMotion {
    base: Balls,
    drift: Balls,
    acceleration: Balls,
    /// The angular velocity; of a rational screw its largest, 2k·û.
    omega: Balls,
    /// Of a rational screw: û and k.
    rational: Option<(Balls, Ball)>,
    offset: Balls,
    rotation: [Balls; 3],
    /// `from`/`to` meets its end pose exactly at t = 1: position and rotation there.
    end: Option<(Balls, [Balls; 3])>,
}

/// `x ↦ origin + matrix·x`; the matrix is stored by rows.
pub struct BallPose {
    /// Where the body's origin is.
    pub origin: Balls,
    /// The rotation, row by row.
    pub matrix: [Balls; 3],
}

/// a·b.
pub fn dot(a: &Balls, b: &Balls) -> Ball {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a×b.
pub fn cross(a: &Balls, b: &Balls) -> Balls {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// a + b.
pub fn add(a: &Balls, b: &Balls) -> Balls {
    std::array::from_fn(|i| a[i] + b[i])
}

/// a − b.
pub fn sub(a: &Balls, b: &Balls) -> Balls {
    std::array::from_fn(|i| a[i] - b[i])
}

/// A number times a vector.
pub fn times(a: Ball, b: &Balls) -> Balls {
    b.map(|x| a * x)
}

/// A matrix times a vector.
pub fn apply(matrix: &[Balls; 3], x: &Balls) -> Balls {
    std::array::from_fn(|row| dot(&matrix[row], x))
}

fn balls(values: [f64; 3]) -> Balls {
    values.map(Ball::new)
}

impl BallMotion {
    /// The motion with all lengths multiplied by `scale`, a power of two.
    pub fn new(spec: &MotionSpec, scale: f64) -> BallMotion {
        let length = |x: [f64; 3]| balls(x.map(|c| c * scale));
        match *spec {
            MotionSpec::At { p, q, v, w } => BallMotion {
                base: length(p),
                drift: length(v),
                omega: balls(w),
                acceleration: [Ball::ZERO; 3],
                offset: [Ball::ZERO; 3],
                rotation: rotation(q),
                rational: None,
                end: None,
            },
            MotionSpec::Between { p0, q0, p1, q1 } => BallMotion {
                base: length(p0),
                drift: sub(&length(p1), &length(p0)),
                omega: turn(q0, q1),
                acceleration: [Ball::ZERO; 3],
                offset: [Ball::ZERO; 3],
                rotation: rotation(q0),
                rational: None,
                end: Some((length(p1), rotation(q1))),
            },
            MotionSpec::Screw {
                p,
                q,
                point,
                axis,
                angular,
                sliding,
            } => {
                let unit = unit(axis);
                BallMotion {
                    base: length(point),
                    drift: times(Ball::new(sliding * scale), &unit),
                    omega: times(Ball::new(angular), &unit),
                    acceleration: [Ball::ZERO; 3],
                    offset: sub(&length(p), &length(point)),
                    rotation: rotation(q),
                    rational: None,
                    end: None,
                }
            }
            MotionSpec::RationalScrew {
                p,
                q,
                point,
                axis,
                tangent,
                slide,
            } => {
                let unit = unit(axis);
                BallMotion {
                    base: length(point),
                    drift: times(Ball::new(slide * scale), &unit),
                    omega: times(Ball::new(2.0 * tangent), &unit),
                    acceleration: [Ball::ZERO; 3],
                    offset: sub(&length(p), &length(point)),
                    rotation: rotation(q),
                    rational: (tangent != 0.0).then(|| (unit, Ball::new(tangent))),
                    end: None,
                }
            }
            MotionSpec::Ballistic {
                p,
                q,
                v,
                w,
                a,
                pivot,
            } => {
                let rotation = rotation(q);
                BallMotion {
                    base: length(p),
                    drift: length(v),
                    acceleration: length(a),
                    omega: balls(w),
                    offset: sub(&[Ball::ZERO; 3], &apply(&rotation, &length(pivot))),
                    rotation,
                    rational: None,
                    end: None,
                }
            }
        }
    }

    /// The pose at an instant.
    pub fn pose(&self, t: f64) -> BallPose {
        if let (Some((origin, matrix)), 1.0) = (&self.end, t) {
            return BallPose {
                origin: *origin,
                matrix: *matrix,
            };
        }
        let t = Ball::new(t);
        let half_square = (t * t).by(2);
        let along = add(&self.base, &times(t, &self.drift));
        let along = add(&along, &times(half_square, &self.acceleration));
        let turn = times(t, &self.omega);
        if turn.iter().all(|c| c.is_zero()) {
            return BallPose {
                origin: add(&along, &self.offset),
                matrix: self.rotation,
            };
        }
        let exponential = match &self.rational {
            Some((unit, tangent)) => rational_turn(unit, *tangent * t),
            None => exponential(&turn),
        };
        let columns: [Balls; 3] = std::array::from_fn(|c| self.rotation.map(|row| row[c]));
        let matrix =
            std::array::from_fn(|row| std::array::from_fn(|c| dot(&exponential[row], &columns[c])));
        BallPose {
            origin: add(&along, &apply(&exponential, &self.offset)),
            matrix,
        }
    }

    /// The velocity of the turning centre at time 0; with `acceleration` and `spin`, bounds how fast points move: a point at distance ρ from the
    /// centre moves relative to it at most at |Ω|ρ.
    pub fn drift(&self) -> &Balls {
        &self.drift
    }

    /// How fast that velocity changes.
    pub fn acceleration(&self) -> &Balls {
        &self.acceleration
    }

    /// |Ω|, rounded up.
    pub fn spin(&self) -> f64 {
        let [x, y, z] = self.omega.map(Ball::magnitude);
        (x * x + y * y + z * z).sqrt() * (1.0 + 1e-12)
    }

    /// The distance of body point `x` from the turning centre, `|offset + R₀x| ≤ |offset| + |x|`, rounded up.
    pub fn lever(&self, x: [f64; 3]) -> f64 {
        let [a, b, c] = self.offset.map(Ball::magnitude);
        let own = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
        ((a * a + b * b + c * c).sqrt() + own) * (1.0 + 1e-12)
    }
}

/// An axis, normalised.
pub fn unit(axis: [f64; 3]) -> Balls {
    let largest = axis.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
    // A power of two takes the axis near unit length, so that its square keeps all its bits.
    let near = f64::from_bits((2046 << 52) - (largest.to_bits() & (0x7ff << 52)));
    let axis = balls(axis.map(|c| c * near));
    let norm = dot(&axis, &axis).square_root();
    axis.map(|c| c / norm)
}

/// The turn about `unit` by the angle whose half has the tangent `q`: `I + sin φ [û] + (1 − cos φ)[û]²` by rows, with
/// `sin φ = 2q/(1 + q²)` and `1 − cos φ = 2q²/(1 + q²)`.
fn rational_turn(unit: &Balls, q: Ball) -> [Balls; 3] {
    let below = Ball::ONE + q * q;
    let sine = (q + q) / below;
    let versine = (q * q + q * q) / below;
    let columns: [Balls; 3] = std::array::from_fn(|c| {
        let mut along = [Ball::ZERO; 3];
        along[c] = Ball::ONE;
        let once = cross(unit, &along);
        let twice = cross(unit, &once);
        std::array::from_fn(|i| along[i] + sine * once[i] + versine * twice[i])
    });
    std::array::from_fn(|row| std::array::from_fn(|c| columns[c][row]))
}

/// `exp([k]) = I + A[k] + B[k]²` with `A = sin θ/θ = Σ (−θ²)ⁿ/(2n+1)!` and `B = (1−cos θ)/θ² = Σ (−θ²)ⁿ/(2n+2)!`.
///
/// Both are summed until the terms fall in magnitude and are below 2⁻¹⁸⁶; an alternating series with falling terms
/// errs by less than the first term left out.
/// Large turns are the square of half the turn.
fn exponential(k: &Balls) -> [Balls; 3] {
    if k.iter().any(|c| c.magnitude() > 20.0) {
        let half = exponential(&k.map(|c| c.by(2)));
        let columns: [Balls; 3] = std::array::from_fn(|c| half.map(|row| row[c]));
        return half.map(|row| columns.map(|column| dot(&row, &column)));
    }
    let square = dot(k, k);
    let limit = square.magnitude();
    let (mut a, mut b) = (Ball::ZERO, Ball::ZERO);
    let mut term = Ball::ONE; // (−θ²)ⁿ/(2n+1)!
    for n in 0_u32.. {
        let second = term.by(2 * n + 2); // (−θ²)ⁿ/(2n+2)!
        if f64::from((2 * n + 2) * (2 * n + 3)) > limit && term.magnitude() < 1e-56 {
            a = a.widened(term.magnitude());
            b = b.widened(second.magnitude());
            break;
        }
        a = a + term;
        b = b + second;
        term = -(second * square).by(2 * n + 3);
    }
    // [k]² = k kᵀ − θ² I.
    let cosine = Ball::ONE - b * square;
    let scaled = times(a, k);
    let outer = |i: usize, j: usize| b * (k[i] * k[j]);
    [
        [
            outer(0, 0) + cosine,
            outer(0, 1) - scaled[2],
            outer(0, 2) + scaled[1],
        ],
        [
            outer(1, 0) + scaled[2],
            outer(1, 1) + cosine,
            outer(1, 2) - scaled[0],
        ],
        [
            outer(2, 0) - scaled[1],
            outer(2, 1) + scaled[0],
            outer(2, 2) + cosine,
        ],
    ]
}

/// The rotation matrix of `q/|q|`, by rows: `v ↦ v + (2/|q|²)(w(u×v) + u×(u×v))` with `q = (u, w)`.
pub fn rotation(q: [f64; 4]) -> [Balls; 3] {
    let [x, y, z, w] = q.map(Ball::new);
    let u = [x, y, z];
    let norm = dot(&u, &u) + w * w;
    let columns: [Balls; 3] = std::array::from_fn(|c| {
        let mut unit = [Ball::ZERO; 3];
        unit[c] = Ball::ONE;
        let once = cross(&u, &unit);
        let twice = cross(&u, &once);
        std::array::from_fn(|i| {
            let part = w * once[i] + twice[i];
            unit[i] + (part + part) / norm
        })
    });
    std::array::from_fn(|row| std::array::from_fn(|c| columns[c][row]))
}

/// `log(R₁R₀ᵀ)`: the product `q₁·q₀*` is `(u, w) ∝ (sin h·axis, cos h)`, the turn is `2h·axis`.
pub fn turn(q0: [f64; 4], q1: [f64; 4]) -> Balls {
    let dot_f64 = q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3];
    let q1 = if dot_f64 < 0.0 { q1.map(|c| -c) } else { q1 };
    let ([x0, y0, z0, w0], [x1, y1, z1, w1]) = (q0.map(Ball::new), q1.map(Ball::new));
    let (u0, u1) = ([x0, y0, z0], [x1, y1, z1]);
    let w = w1 * w0 + dot(&u1, &u0);
    let u = sub(&sub(&times(w0, &u1), &times(w1, &u0)), &cross(&u1, &u0));
    let square = dot(&u, &u);
    // Near half a turn w is as small as it likes, and its inverse too large.
    let ratio = if w.is_positive() && (w * w - square).is_positive() {
        Some(square / (w * w))
    } else {
        None
    };
    if let Some(ratio) = ratio.filter(|r| r.magnitude() < 0.1) {
        // h/sin h·… = atan(r)/r · (1/w)·u with r = |u|/w: atan(r)/r = Σ (−r²)ⁿ/(2n+1), alternating and falling.
        let (mut sum, mut power) = (Ball::ZERO, Ball::ONE);
        for n in 0_u32.. {
            let term = power.by(2 * n + 1);
            if term.magnitude() < 1e-56 {
                sum = sum.widened(term.magnitude());
                break;
            }
            sum = sum + term;
            power = -(power * ratio);
        }
        let factor = (sum + sum) / w;
        return times(factor, &u);
    }
    // One Newton step from the f64 angle: with the unit (c, s) and δ = sin(h − h₀) = s·cos h₀ − c·sin h₀,
    // h = h₀ + asin δ, and |asin δ − δ − δ³/6| ≤ |δ|⁵ for |δ| ≤ 1/2.
    let norm = (square + w * w).square_root();
    let sine = square.square_root();
    let (s, c) = (sine / norm, w / norm);
    let rough = libm::atan2(s.middle.to_f64(), c.middle.to_f64());
    let rotated = exponential(&[Ball::ZERO, Ball::ZERO, Ball::new(rough)]);
    let delta = s * rotated[0][0] - c * rotated[1][0];
    let size = delta.magnitude();
    assert!(size < 1e-12, "the angle's first guess is good");
    let angle = Ball::new(rough)
        + delta
        + (delta * delta * delta)
            .by(6)
            .widened(size * size * size * size * size);
    let factor = (angle + angle) / sine;
    times(factor, &u)
}
