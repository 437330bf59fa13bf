//! Turning by a small angle at a constant rate: no root, no sine, no axis.

use super::constant_velocity::SPINNING_ERROR;
use super::quarter_turns::QuarterTurns;
use super::turning_parts::{axis_and_speed, of_entries, turning_parts};
use crate::numbers::rounding::{UNIT, length, up};
use glam::{DMat3, DQuat, DVec3};

/// `exp(t[ω])·R = R + t·s(x²)·[ω]R + t²·c(x²)·[ω]²R`, with `x = t|ω|`, `s = sin x/x` and `c = (1 − cos x)/x²`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SmallTurn {
    /// |ω|², rounded.
    square: f64,
    /// |ω|, at least.
    speed: f64,
    /// How far ω may be off.
    error: f64,
}

/// What [`SmallTurn`] takes: in a unit of time the body turns by no more than this.
const LARGEST: f64 = 0.25;

/// Up to this angle the series are summed: 2⁻¹ rad.
const SUMMED: f64 = 0.5;

/// Squares of shorter vectors would lose digits.
const SHORTEST: f64 = 1e-100;

/// `s = Σ (−x²)ⁿ/(2n+1)!`, from the second term on. With x² ≤ ¼ the first term left out is 4⁻⁸/17! < 5e-20.
const SINE: [f64; 7] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
];

/// `c = Σ (−x²)ⁿ/(2n+2)!`, from the second term on. The first term left out is 4⁻⁷/16! < 3e-18, 0.06 units of its ½.
const VERSINE: [f64; 6] = [
    -1.0 / 24.0,
    1.0 / 720.0,
    -1.0 / 40_320.0,
    1.0 / 3_628_800.0,
    -1.0 / 479_001_600.0,
    1.0 / 87_178_291_200.0,
];

/// `atan r/r = Σ (−r²)ⁿ/(2n+1)`, from the second term on. With r ≤ 1/7 the first term left out is 49⁻¹⁰/21 < 7e-19.
const ARC: [f64; 9] = [
    -1.0 / 3.0,
    1.0 / 5.0,
    -1.0 / 7.0,
    1.0 / 9.0,
    -1.0 / 11.0,
    1.0 / 13.0,
    -1.0 / 15.0,
    1.0 / 17.0,
    -1.0 / 19.0,
];

/// `first + Σ terms[n]·x^(n+1)`.
#[inline(always)]
fn series(first: f64, terms: &[f64], x: f64) -> f64 {
    let rest = terms.iter().rev().fold(0.0, |sum, term| term + x * sum);
    first + x * rest
}

impl SmallTurn {
    /// Turning at `angular`, which may be off by `error`, and the two matrices beside the rotation: `[ω]R` and
    /// `[ω]²R`. `None` if that is no small turn, or none at all.
    #[inline(always)]
    pub(super) fn new(
        rotation: &DMat3,
        angular: DVec3,
        error: f64,
    ) -> Option<(SmallTurn, [DMat3; 2])> {
        let square = angular.dot(angular);
        // NaN is not within.
        if !(SHORTEST * SHORTEST..=LARGEST * LARGEST).contains(&square) {
            return None;
        }
        let turned = |m: &DMat3| {
            DMat3::from_cols(
                angular.cross(m.x_axis),
                angular.cross(m.y_axis),
                angular.cross(m.z_axis),
            )
        };
        let once = turned(rotation);
        let turn = SmallTurn {
            square,
            speed: up(length(angular)),
            error,
        };
        Some((turn, [once, turned(&once)]))
    }

    /// The rotation at time `t` and how far that may be off, if the angle is small enough for the series.
    ///
    /// In units of rounding u, with X = |t|·|ω| ≤ ½, as Frobenius norms, which spectral norms do not exceed:
    ///
    /// - R: rounded once, 2; the last sum rounds entries of a rotation, √3.
    /// - `[ω]R`: each component of a product of vectors errs by three units of the lengths, so that three columns do by 3√3, and R's
    ///   own error turns with it, 2: 7.2·|ω|. Its factor `t·s`: x² errs by 5 units of itself, which is 0.21 of s; summing s takes
    ///   1.1, the product with t 1: 2.4, of a matrix of norm √2·|ω|. The product rounds once more, √2. Together 12.1·X.
    /// - `[ω]²R`: 3√3 + 7.2 = 12.4·|ω|². Its factor `t²·c` errs by 1 + 1.2 + 1 units of itself, and the product rounds once more: 4.2·√2. With
    ///   t²·c ≤ t²/2, together 9.2·X².
    /// - The sum of those two: √2·(X + X²/2).
    ///
    /// 3.74 + 13.5·X + 10·X² < 4 + 19·X. What is not known of ω adds its error times |t|.
    #[inline(always)]
    pub(super) fn pose(
        &self,
        t: f64,
        rotation: &DMat3,
        [once, twice]: [&DMat3; 2],
    ) -> Option<(DMat3, f64)> {
        let angle = t.abs() * self.speed;
        if !(angle <= SUMMED) {
            return None;
        }
        let t2 = t * t;
        let x2 = t2 * self.square;
        let sine = t * series(1.0, &SINE, x2);
        let versine = t2 * series(0.5, &VERSINE, x2);
        let turned = *rotation + (*once * sine + *twice * versine);
        Some((
            turned,
            4.0 * UNIT + 20.0 * UNIT * angle + up(self.error * t.abs()),
        ))
    }

    /// The same for any angle, by the way of all other turns, from a rotation that is off by two units of rounding; the result is
    /// off by 2 at most, as any two rotations are.
    #[cold]
    #[inline(never)]
    pub(super) fn far_pose(&self, t: f64, rotation: &DMat3, spin: DVec3) -> (DMat3, f64) {
        let (axis, speed) = axis_and_speed(spin);
        let [fixed, cosine, sine] = turning_parts(&of_entries(rotation), axis);
        let Some((s, c)) = QuarterTurns::new(speed).sin_cos(t) else {
            return (*rotation, 2.0);
        };
        let error = SPINNING_ERROR + 4.0 * UNIT + self.error * t.abs();
        (fixed + (cosine * c + sine * s), up(error).min(2.0))
    }
}

/// The angular velocity of the turn from one rotation to another along the shorter arc, and how far that may be off; `None` if
/// it is not small. Exactly zero if both are the same.
///
/// With d = q₁ − q₀, the product q₁·q₀* is |q₀|² + d·q₀*: its vector part is that of d·q₀*, small as d is, and so are the errors of
/// its products. The turn is `(2/w)·(atan r/r)·v` of the vector v and the scalar w of that, r = |v|/w.
///
/// In units of rounding: d errs by 1 of itself, a component of v by 4 of the products' sizes, which are |q₀||d| at most in sum,
/// so that v does by 1 + 4√3 < 8 of |q₀||d|, and the turn by 2/w of that, less than 17·|d|. The scalar errs by 6 of
/// itself, its inverse by 1 more, atan r/r by 1.2 (r² by 8, of which a third of r² < 1/49 is felt), three products by 3: less than 12 of
/// the turn, which is 2.1·|d| at most. Together less than 43·|d|.
#[inline(always)]
pub(super) fn small_turn_between(from: DQuat, to: DQuat) -> Option<(DVec3, f64)> {
    let dot = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w;
    let to = if dot < 0.0 { -to } else { to };
    let apart = [to.x - from.x, to.y - from.y, to.z - from.z, to.w - from.w];
    if apart == [0.0; 4] {
        return Some((DVec3::ZERO, 0.0));
    }
    let (d, dw) = (DVec3::new(apart[0], apart[1], apart[2]), apart[3]);
    let q = DVec3::new(from.x, from.y, from.z);
    let vector = from.w * d - dw * q - d.cross(q);
    let scalar = (q.dot(q) + from.w * from.w) + (d.dot(q) + dw * from.w);
    let inverse = 1.0 / scalar;
    let square = vector.dot(vector) * (inverse * inverse);
    if !(square <= 1.0 / 49.0 && scalar > 0.5) {
        return None;
    }
    let factor = 2.0 * inverse * series(1.0, &ARC, square);
    let size = d.abs().element_sum() + dw.abs();
    Some((factor * vector, 44.0 * UNIT * size + f64::MIN_POSITIVE))
}
