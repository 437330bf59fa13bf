//! What a rotation that turns about an axis is made of, computed once a motion.

use super::ROUNDED_ROTATION;
use crate::numbers::double::{Double, Halves, exact_product, exact_sum, quick_sum};
use crate::numbers::rounding::sqrt;
use glam::{DMat3, DQuat, DVec3};

/// A number of about 1 at most, beyond the precision of `f64`: the sum of a multiple of 2⁻²⁵ and of what is left.
///
/// Products of coarse parts, and sums of a few, are exact: multiples of 2⁻⁵⁰ below 8. What is left is 2⁻¹⁷ at most, so
/// that rounding it errs by 2⁻¹⁷ units of rounding: some ten operations leave an accuracy of 2⁻¹³ units.
#[derive(Clone, Copy)]
pub(super) struct Fine {
    coarse: f64,
    rest: f64,
    /// The sum, rounded.
    whole: f64,
}

/// A matrix by columns.
pub(super) type Matrix = [[Fine; 3]; 3];

impl Fine {
    /// The sum of a multiple of 2⁻⁵⁰ and of what is small.
    #[inline(always)]
    fn new(multiple: f64, small: f64) -> Fine {
        // 3·2²⁶, beside which f64 are multiples of 2⁻²⁵.
        let grid = 201_326_592.0;
        let coarse = (multiple + grid) - grid;
        Fine {
            coarse,
            rest: (multiple - coarse) + small,
            whole: multiple + small,
        }
    }

    /// The product, as a multiple of 2⁻⁵⁰ and what is small.
    #[inline(always)]
    fn times(self, other: Fine) -> [f64; 2] {
        [
            self.coarse * other.coarse,
            self.coarse * other.rest + self.rest * other.whole,
        ]
    }
}

impl From<Fine> for Double {
    fn from(x: Fine) -> Double {
        Double::from(exact_sum(x.coarse, x.rest))
    }
}

/// 2 to a power, if that is a normal number.
const fn power_of_two(power: i32) -> f64 {
    f64::from_bits(((1023 + power) as u64) << 52)
}

/// The direction and the length of an angular velocity that is not zero, to some squared units of rounding, or of a length
/// below 2⁻⁹⁶⁰ to some 2⁻¹⁰⁷⁴: over the longest span, 1e60, that is no angle.
#[inline(always)]
pub(super) fn axis_and_speed(angular: DVec3) -> ([Double; 3], Double) {
    // A power of two keeps squares in range, down to the smallest number: from 2⁻¹⁰⁷⁴ to 2⁻⁷⁴, or from 2⁻⁶⁰⁰ to 2⁻¹⁰⁰.
    let scale = if !(angular.dot(angular) < 1e-200) {
        1.0
    } else if angular.abs().max_element() < power_of_two(-600) {
        power_of_two(1000)
    } else {
        power_of_two(500)
    };
    let scaled = angular * scale;
    let (x, y, z) = (
        Halves::new(scaled.x),
        Halves::new(scaled.y),
        Halves::new(scaled.z),
    );
    let (xx, yy, zz) = (
        exact_product(x, x),
        exact_product(y, y),
        exact_product(z, z),
    );
    let sum = exact_sum(xx[0], yy[0]);
    let square = exact_sum(sum[0], zz[0]);
    let low = (xx[1] + yy[1] + zz[1]) + (sum[1] + square[1]);
    let square = quick_sum(square[0], low);
    let root = sqrt(square[0]);
    let inverse = 1.0 / root;
    let (root_halves, inverse_halves) = (Halves::new(root), Halves::new(inverse));
    let again = exact_product(root_halves, root_halves);
    // The differences of numbers this close are exact.
    let rest = ((square[0] - again[0]) - again[1]) + square[1];
    let low = 0.5 * inverse * rest;
    // The exact inverse is this much larger, in parts of itself.
    let one = exact_product(root_halves, inverse_halves);
    let larger = ((1.0 - one[0]) - one[1]) - inverse * low;
    let component = |x: Halves| {
        let [high, low] = exact_product(x, inverse_halves);
        Double::from(quick_sum(high, low + high * larger))
    };
    let unscale = 1.0 / scale;
    let [high, low] = quick_sum(root, low);
    (
        [component(x), component(y), component(z)],
        Double {
            high: high * unscale,
            low: low * unscale,
        },
    )
}

/// The rotation matrix of `q / |q|`, if the length of `q` is within 1e-6 of 1.
#[inline(always)]
pub(super) fn matrix(q: DQuat) -> Matrix {
    let [x, y, z, w] = q.to_array();
    if x == 0.0 && y == 0.0 && z == 0.0 {
        let (zero, one) = (Fine::new(0.0, 0.0), Fine::new(1.0, 0.0));
        return [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
    }
    // Such a part may be no multiple of 2⁻⁵⁰, but its difference from the nearest of 2⁻²⁵ is exact.
    let part = |part: f64| Fine::new(part, 0.0);
    let (x, y, z, w) = (part(x), part(y), part(z), part(w));
    let plus = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
    let less = |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
    let (xx, yy, zz, ww) = (x.times(x), y.times(y), z.times(z), w.times(w));
    let (xy, xz, yz) = (x.times(y), x.times(z), y.times(z));
    let (xw, yw, zw) = (x.times(w), y.times(w), z.times(w));

    // With |q|² = 1 + e, the scale 2/|q|² is 2 + d, |d| < 5e-6, of which two units of rounding are lost.
    let (xx_yy, zz_ww) = (plus(xx, yy), plus(zz, ww));
    let norm = plus(xx_yy, zz_ww);
    let e = (norm[0] - 1.0) + norm[1];
    let d = -2.0 * e / (1.0 + e);
    let scaled = |[sum, small]: [f64; 2]| [sum + sum, (small + small) + d * (sum + small)];
    let entry = |sum: [f64; 2]| {
        let [high, low] = scaled(sum);
        Fine::new(high, low)
    };
    let diagonal = |sum: [f64; 2]| {
        let [high, low] = scaled(sum);
        Fine::new(1.0 - high, -low)
    };
    [
        [
            diagonal(plus(yy, zz)),
            entry(plus(xy, zw)),
            entry(less(xz, yw)),
        ],
        [
            entry(less(xy, zw)),
            diagonal(plus(xx, zz)),
            entry(plus(yz, xw)),
        ],
        [entry(plus(xz, yw)), entry(less(yz, xw)), diagonal(xx_yy)],
    ]
}

/// A rotation by its entries, as they are.
pub(super) fn of_entries(rotation: &DMat3) -> Matrix {
    rotation
        .to_cols_array_2d()
        .map(|column| column.map(|entry| Fine::new(entry, 0.0)))
}

/// The rotation of a quaternion that never changes, rounded, and how far that may be off.
#[inline(always)]
pub(super) fn resting(q: DQuat, rotation: &Matrix) -> (DMat3, f64) {
    let [x, y, z, w] = q.to_array();
    // The units of Hurwitz turn axes into axes, and all else that does is not worth being told apart.
    let simple = |part: f64| part == 0.0 || part.abs() == 0.5 || part.abs() == 1.0;
    let exact =
        simple(x) && simple(y) && simple(z) && (simple(w) || (x == 0.0 && y == 0.0 && z == 0.0));
    let error = if exact { 0.0 } else { ROUNDED_ROTATION };
    let [x, y, z] = rotation;
    let column = |of: &[Fine; 3]| DVec3::new(of[0].whole, of[1].whole, of[2].whole);
    (DMat3::from_cols(column(x), column(y), column(z)), error)
}

/// `F`, `C` and `S`, rounded: `rotation` turned about the unit `axis` by an angle φ is `F + cos φ·C + sin φ·S`.
#[inline(always)]
pub(super) fn turning_parts(rotation: &Matrix, axis: [Double; 3]) -> [DMat3; 3] {
    let fine = |component: Double| {
        let Fine { coarse, rest, .. } = Fine::new(component.high, 0.0);
        Fine {
            coarse,
            rest: rest + component.low,
            whole: component.high,
        }
    };
    let axis = [fine(axis[0]), fine(axis[1]), fine(axis[2])];
    let [x, y, z] = [
        column_parts(&axis, &rotation[0]),
        column_parts(&axis, &rotation[1]),
        column_parts(&axis, &rotation[2]),
    ];
    [
        DMat3::from_cols(x[0], y[0], z[0]),
        DMat3::from_cols(x[1], y[1], z[1]),
        DMat3::from_cols(x[2], y[2], z[2]),
    ]
}

/// A column of each of `F`, `C` and `S`, from that of the rotation.
#[inline(always)]
fn column_parts(axis: &[Fine; 3], x: &[Fine; 3]) -> [DVec3; 3] {
    let [p, q, r] = [
        axis[0].times(x[0]),
        axis[1].times(x[1]),
        axis[2].times(x[2]),
    ];
    let along = Fine::new(p[0] + q[0] + r[0], p[1] + q[1] + r[1]);
    let mut parts = [DVec3::ZERO; 3];
    for row in 0..3 {
        let [high, low] = axis[row].times(along);
        parts[0][row] = high + low;
        parts[1][row] = (x[row].coarse - high) + (x[row].rest - low);
        let (next, last) = ((row + 1) % 3, (row + 2) % 3);
        let (plus, less) = (axis[next].times(x[last]), axis[last].times(x[next]));
        parts[2][row] = (plus[0] - less[0]) + (plus[1] - less[1]);
    }
    parts
}
