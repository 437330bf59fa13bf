//! On which side of a plane is a point? Exactly, for all finite numbers.

use core::cmp::Ordering;
use glam::DVec3;

/// 64 · 100 bits hold every sum of 24 products of three numbers: a product is below 2^3072 and a multiple of 2^−3222.
const LIMBS: usize = 100;

/// The sign of `(b − a) × (c − a) · (d − a)`: `Greater` where d is on the side from which a, b, c turn
/// counter-clockwise, `Equal` where all four are in a plane. Of the real numbers that finite points are, not rounded.
///
/// The determinant is the sum of 24 products `±xᵢyⱼz_k` over different i, j, k, none of which needs a difference: each
/// is a whole number of at most 159 bits times a power of two, and is added into one long whole number.
pub(crate) fn orientation(points: [DVec3; 4]) -> Ordering {
    let axis = |axis: usize| points.map(|point| Whole::new(point[axis]));
    let [xs, ys, zs] = [axis(0), axis(1), axis(2)];
    let (Some(x), Some(y), Some(z)) = (exponents(&xs), exponents(&ys), exponents(&zs)) else {
        // All in a coordinate plane.
        return Ordering::Equal;
    };
    let lowest = x.0 + y.0 + z.0;
    // 159 bits a product, 5 for 24 of them, one for the sign; and a limb, since a shifted product takes four.
    let bits = (x.1 + y.1 + z.1 - lowest) as usize + 165;
    let mut sum = [0; LIMBS];
    let sum = &mut sum[..bits.div_ceil(64) + 1];
    for (i, x) in xs.iter().enumerate() {
        for (j, y) in ys.iter().enumerate() {
            if i == j || x.digits == 0 || y.digits == 0 {
                continue;
            }
            let product = u128::from(x.digits) * u128::from(y.digits);
            // Whether i, j and the two others, in rising order, are an odd permutation.
            let mut odd = (i + j - usize::from(i < j)) % 2 == 1;
            for (k, z) in zs.iter().enumerate() {
                if k == i || k == j {
                    continue;
                }
                odd = !odd;
                if z.digits == 0 {
                    continue;
                }
                let low = u128::from(product as u64) * u128::from(z.digits);
                let high = (product >> 64) * u128::from(z.digits) + (low >> 64);
                let limbs = [low as u64, high as u64, (high >> 64) as u64];
                let shift = (x.exponent + y.exponent + z.exponent - lowest) as usize;
                let negative = odd ^ x.negative ^ y.negative ^ z.negative;
                accumulate(sum, limbs, shift, negative);
            }
        }
    }
    if sum[sum.len() - 1] >> 63 == 1 {
        Ordering::Less
    } else if sum.iter().all(|&limb| limb == 0) {
        Ordering::Equal
    } else {
        Ordering::Greater
    }
}

/// `±digits·2^exponent`.
#[derive(Clone, Copy)]
struct Whole {
    negative: bool,
    /// Below 2^53.
    digits: u64,
    exponent: i32,
}

impl Whole {
    fn new(x: f64) -> Whole {
        let bits = x.to_bits();
        let field = (bits >> 52 & 0x7ff) as i32;
        let digits = bits & ((1 << 52) - 1);
        let (digits, exponent) = match field {
            0 => (digits, -1074),
            _ => (digits | 1 << 52, field - 1075),
        };
        Whole {
            negative: bits >> 63 == 1,
            digits,
            exponent,
        }
    }
}

/// The least and the largest exponent, if any of the numbers is other than zero.
fn exponents(numbers: &[Whole; 4]) -> Option<(i32, i32)> {
    let mut exponents = numbers
        .iter()
        .filter(|number| number.digits != 0)
        .map(|number| number.exponent);
    let first = exponents.next()?;
    Some(exponents.fold((first, first), |(least, most), exponent| {
        (least.min(exponent), most.max(exponent))
    }))
}

/// Adds `±limbs·2^shift` to a number in two's complement.
fn accumulate(sum: &mut [u64], limbs: [u64; 3], shift: usize, negative: bool) {
    let (first, bit) = (shift / 64, shift % 64);
    // In two steps, since a shift by 64 is none.
    let spill = |limb: u64| limb >> 1 >> (63 - bit);
    let shifted = [
        limbs[0] << bit,
        limbs[1] << bit | spill(limbs[0]),
        limbs[2] << bit | spill(limbs[1]),
        spill(limbs[2]),
    ];
    // −x is !x + 1.
    let flip = u64::from(negative).wrapping_neg();
    let mut carry = negative;
    let (low, high) = sum[first..].split_at_mut(4);
    for (limb, more) in low.iter_mut().zip(shifted) {
        (*limb, carry) = plus(*limb, more ^ flip, carry);
    }
    for limb in high {
        // Nothing left to carry, or to borrow.
        if carry == negative {
            break;
        }
        (*limb, carry) = plus(*limb, flip, carry);
    }
}

fn plus(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, over) = a.overflowing_add(b);
    let (sum, again) = sum.overflowing_add(u64::from(carry));
    (sum, over | again)
}
