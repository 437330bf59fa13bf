//! Fixed-point numbers of 256 bits, and balls of them.
//!
//! A [`Fixed`] is a multiple of 2⁻¹⁹² of magnitude below 2⁶³; leaving that range panics. A [`Ball`] is a `Fixed` and a
//! radius: every operation on balls returns a ball that holds the result for all real numbers of its operands, so a
//! sign read off a ball is proven. A radius of zero means that the value is exact, and exactness survives sums,
//! products and quotients that happen to be multiples of 2⁻¹⁹².

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The distance of neighbouring numbers: 2⁻¹⁹².
pub const ULP: f64 = f64::from_bits((1023 - 192) << 52);

/// A multiple of 2⁻¹⁹²: little-endian limbs, two's complement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fixed([u64; 4]);

impl Fixed {
    /// 0.
    pub const ZERO: Fixed = Fixed([0; 4]);
    /// 1.
    pub const ONE: Fixed = Fixed([0, 0, 0, 1]);
    /// Far below anything that occurs, with room to go further.
    pub const LEAST: Fixed = Fixed([0, 0, 0, (-1_i64 << 60) as u64]);
    const TINY: Fixed = Fixed([1, 0, 0, 0]);

    /// Whether it is below zero.
    pub fn negative(self) -> bool {
        self.0[3] >> 63 == 1
    }

    /// Without its sign.
    pub fn abs(self) -> Fixed {
        if self.negative() { -self } else { self }
    }

    /// The larger of two.
    pub fn max(self, other: Fixed) -> Fixed {
        if self < other { other } else { self }
    }

    /// The smaller of two.
    pub fn min(self, other: Fixed) -> Fixed {
        if self < other { self } else { other }
    }

    /// The largest multiple of 2⁻¹⁹² that is at most `value`, and whether it equals it.
    pub fn floor(value: f64) -> (Fixed, bool) {
        assert!(value.is_finite(), "{value} is no fixed-point number");
        if value == 0.0 {
            return (Fixed::ZERO, true);
        }
        let bits = value.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        // value = ± mantissa · 2^power
        let (mantissa, power) = if exponent == 0 {
            (fraction, -1074)
        } else {
            (fraction | 1 << 52, exponent - 1075)
        };
        let shift = power + 192;
        let mut limbs = [0; 4];
        let mut exact = true;
        if shift < 0 {
            let drop = (-shift).min(63) as u32;
            limbs[0] = mantissa >> drop;
            exact = mantissa & ((1 << drop) - 1) == 0;
        } else {
            assert!(
                shift + 53 <= 255,
                "{value} is too large for a fixed-point number"
            );
            let (limb, bit) = (shift as usize / 64, shift as u32 % 64);
            limbs[limb] = mantissa << bit;
            if bit > 0 && limb < 3 {
                limbs[limb + 1] = mantissa >> (64 - bit);
            }
        }
        let magnitude = Fixed(limbs);
        if value > 0.0 {
            (magnitude, exact)
        } else if exact {
            (-magnitude, true)
        } else {
            (-magnitude - Fixed::TINY, false)
        }
    }

    /// The smallest multiple of 2⁻¹⁹² that is at least `value`.
    pub fn ceil(value: f64) -> Fixed {
        -Fixed::floor(-value).0
    }

    /// The nearest `f64`, with a relative error below 2⁻⁵².
    pub fn to_f64(self) -> f64 {
        let magnitude = self.abs().0;
        let top = match (0..4).rev().find(|&i| magnitude[i] != 0) {
            None => return 0.0,
            Some(top) => top,
        };
        let high = u128::from(magnitude[top]) << 64
            | if top > 0 {
                u128::from(magnitude[top - 1])
            } else {
                0
            };
        let scale = f64::from_bits(((1023 - 192 - 64 + 64 * top as i64) as u64) << 52);
        let value = high as f64 * scale;
        if self.negative() { -value } else { value }
    }

    /// The number of bits that the magnitude takes.
    pub fn bits(self) -> u32 {
        let magnitude = self.abs().0;
        match (0..4).rev().find(|&i| magnitude[i] != 0) {
            None => 0,
            Some(top) => 64 * top as u32 + 64 - magnitude[top].leading_zeros(),
        }
    }

    /// Times 2^`count`, exactly.
    pub fn doubled(self, count: u32) -> Fixed {
        assert!(
            self.bits() + count <= 255,
            "a fixed-point number has left its range"
        );
        let magnitude = self.abs().0;
        let (limbs, bit) = (count as usize / 64, count % 64);
        let mut out = [0; 4];
        for i in limbs..4 {
            out[i] = magnitude[i - limbs] << bit;
            if bit > 0 && i > limbs {
                out[i] |= magnitude[i - limbs - 1] >> (64 - bit);
            }
        }
        if self.negative() {
            -Fixed(out)
        } else {
            Fixed(out)
        }
    }

    /// Divided by 2^`count`, rounded down.
    pub fn halved(self, count: u32) -> Fixed {
        let fill = if self.negative() { u64::MAX } else { 0 };
        let (limbs, bit) = (count as usize / 64, count % 64);
        let limb = |i: usize| if i < 4 { self.0[i] } else { fill };
        Fixed(std::array::from_fn(|i| {
            if bit == 0 {
                limb(i + limbs)
            } else {
                limb(i + limbs) >> bit | limb(i + limbs + 1) << (64 - bit)
            }
        }))
    }

    /// The product rounded down, and whether it is exact.
    pub fn times(self, other: Fixed) -> (Fixed, bool) {
        let (a, b) = (self.abs().0, other.abs().0);
        let mut product = [0_u64; 8];
        for i in 0..4 {
            if a[i] == 0 {
                continue;
            }
            let mut carry = 0_u128;
            for j in 0..4 {
                let sum = u128::from(a[i]) * u128::from(b[j]) + u128::from(product[i + j]) + carry;
                product[i + j] = sum as u64;
                carry = sum >> 64;
            }
            product[i + 4] = carry as u64;
        }
        let exact = product[0] == 0 && product[1] == 0 && product[2] == 0;
        assert!(
            product[7] == 0 && product[6] >> 63 == 0,
            "a fixed-point product has left its range"
        );
        let magnitude = Fixed([product[3], product[4], product[5], product[6]]);
        let below = if exact { Fixed::ZERO } else { Fixed::TINY };
        (
            if self.negative() != other.negative() {
                -magnitude - below
            } else {
                magnitude
            },
            exact,
        )
    }

    /// The quotient rounded down, and whether it is exact. Schoolbook long division, checked by multiplication.
    pub fn over(self, other: Fixed) -> (Fixed, bool) {
        assert!(other != Fixed::ZERO, "a fixed-point division by zero");
        let (a, b) = (self.abs().0, other.abs().0);
        let size = (0..4).rev().find(|&i| b[i] != 0).map_or(0, |top| top + 1);
        let shift = b[size - 1].leading_zeros();
        let moved = |limbs: &[u64], i: usize| -> u64 {
            let here = if i < limbs.len() { limbs[i] } else { 0 };
            let under = if i > 0 { limbs[i - 1] } else { 0 };
            if shift == 0 {
                here
            } else {
                here << shift | under >> (64 - shift)
            }
        };
        let divisor: [u64; 4] =
            std::array::from_fn(|i| if i < size { moved(&b[..size], i) } else { 0 });
        // a · 2^192, shifted like the divisor.
        let wide = [0, 0, 0, a[0], a[1], a[2], a[3]];
        let mut rest: [u64; 8] = std::array::from_fn(|i| moved(&wide, i));
        let mut quotient = [0_u64; 8];
        let top = u128::from(divisor[size - 1]);
        for j in (0..8 - size).rev() {
            let head = u128::from(rest[j + size]) << 64 | u128::from(rest[j + size - 1]);
            let mut digit = (head / top).min(u128::from(u64::MAX));
            loop {
                // rest −= digit · divisor · 2^(64j); on a borrow the digit was too large.
                let mut trial = rest;
                let (mut carry, mut borrow) = (0_u128, false);
                for i in 0..=size {
                    let sum = if i < size {
                        digit * u128::from(divisor[i])
                    } else {
                        0
                    } + carry;
                    carry = sum >> 64;
                    let (less, first) = trial[i + j].overflowing_sub(sum as u64);
                    let (less, second) = less.overflowing_sub(u64::from(borrow));
                    trial[i + j] = less;
                    borrow = first || second;
                }
                if !borrow && carry == 0 {
                    rest = trial;
                    break;
                }
                digit -= 1;
            }
            quotient[j] = digit as u64;
        }
        assert!(
            quotient[4..].iter().all(|&limb| limb == 0) && quotient[3] >> 63 == 0,
            "a quotient is out of range"
        );
        let exact = rest.iter().all(|&limb| limb == 0);
        let magnitude = Fixed([quotient[0], quotient[1], quotient[2], quotient[3]]);
        let below = if exact { Fixed::ZERO } else { Fixed::TINY };
        (
            if self.negative() != other.negative() {
                -magnitude - below
            } else {
                magnitude
            },
            exact,
        )
    }

    /// The quotient by a small whole number, rounded down, and whether it is exact: half a limb after the other, which
    /// series for poses need to be quick.
    pub fn by(self, count: u32) -> (Fixed, bool) {
        let count = u64::from(count);
        let mut magnitude = self.abs().0;
        let mut rest = 0;
        for limb in magnitude.iter_mut().rev() {
            let high = (rest << 32) | (*limb >> 32);
            let low = ((high % count) << 32) | (*limb & 0xffff_ffff);
            *limb = ((high / count) << 32) | (low / count);
            rest = low % count;
        }
        let (magnitude, exact) = (Fixed(magnitude), rest == 0);
        let below = if exact { Fixed::ZERO } else { Fixed::TINY };
        let quotient = if self.negative() {
            -magnitude - below
        } else {
            magnitude
        };
        (quotient, exact)
    }

    /// Bounds on the square root: the lower one's square is at most `self`, the upper one's at least.
    pub fn roots(self) -> (Fixed, Fixed) {
        assert!(!self.negative(), "a root of a negative number");
        if self == Fixed::ZERO {
            return (Fixed::ZERO, Fixed::ZERO);
        }
        let mut root = Fixed::floor(self.to_f64().sqrt()).0.max(Fixed::TINY);
        for _ in 0..4 {
            root = (root + self.over(root).0).halved(1);
        }
        // Newton is only a guess: widen until squares prove it.
        let mut step = Fixed::ZERO;
        loop {
            let (low, high) = ((root - step).max(Fixed::ZERO), root + step);
            let (low_square, exact) = low.times(low);
            let low_holds = low_square < self || (low_square == self && exact);
            if low_holds && high.times(high).0 >= self {
                return (low, high);
            }
            step = if step == Fixed::ZERO {
                Fixed::TINY
            } else {
                step + step
            };
        }
    }
}

impl PartialOrd for Fixed {
    fn partial_cmp(&self, other: &Fixed) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fixed {
    fn cmp(&self, other: &Fixed) -> Ordering {
        let key = |x: &Fixed| [x.0[3] ^ (1 << 63), x.0[2], x.0[1], x.0[0]];
        key(self).cmp(&key(other))
    }
}

impl Add for Fixed {
    type Output = Fixed;
    fn add(self, other: Fixed) -> Fixed {
        let mut out = [0; 4];
        let mut carry = false;
        for (limb, (x, y)) in out.iter_mut().zip(self.0.into_iter().zip(other.0)) {
            let (sum, first) = x.overflowing_add(y);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first || second;
        }
        let sum = Fixed(out);
        let overflow = self.negative() == other.negative() && sum.negative() != self.negative();
        assert!(!overflow, "a fixed-point sum has left its range");
        sum
    }
}

impl Neg for Fixed {
    type Output = Fixed;
    fn neg(self) -> Fixed {
        let mut out = [0; 4];
        let mut carry = true;
        for (limb, x) in out.iter_mut().zip(self.0) {
            let (sum, over) = (!x).overflowing_add(u64::from(carry));
            *limb = sum;
            carry = over;
        }
        Fixed(out)
    }
}

impl Sub for Fixed {
    type Output = Fixed;
    fn sub(self, other: Fixed) -> Fixed {
        self + -other
    }
}

impl Mul for Fixed {
    type Output = Fixed;
    fn mul(self, other: Fixed) -> Fixed {
        self.times(other).0
    }
}

impl std::fmt::Debug for Fixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:e}", self.to_f64())
    }
}

/// All real numbers within `radius` of `middle`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The middle.
    pub middle: Fixed,
    /// How far from it the number may be.
    pub radius: f64,
}

/// At least the sum or product that `value` was computed as: a handful of `f64` operations on numbers that are not
/// negative err by far less than 2⁻⁴⁰ of the result, and none of them comes near the smallest `f64`.
fn up(value: f64) -> f64 {
    value * (1.0 + 1e-12)
}

impl Ball {
    /// Exactly 0.
    pub const ZERO: Ball = Ball {
        middle: Fixed::ZERO,
        radius: 0.0,
    };
    /// Exactly 1.
    pub const ONE: Ball = Ball {
        middle: Fixed::ONE,
        radius: 0.0,
    };

    /// Exactly this number.
    pub fn exact(middle: Fixed) -> Ball {
        Ball {
            middle,
            radius: 0.0,
        }
    }

    /// This number, as well as 192 bits can hold it.
    pub fn new(value: f64) -> Ball {
        let (middle, exact) = Fixed::floor(value);
        Ball {
            middle,
            radius: if exact { 0.0 } else { ULP },
        }
    }

    /// A ball that holds everything from `low` to `high`.
    pub fn between(low: Fixed, high: Fixed) -> Ball {
        let middle = (low + high).halved(1);
        let reach = (high - middle).max(middle - low).to_f64();
        Ball {
            middle,
            radius: up(reach),
        }
    }

    /// No number of the ball is below this.
    pub fn lower(self) -> Fixed {
        self.middle - Fixed::ceil(self.radius)
    }

    /// No number of the ball is above this.
    pub fn upper(self) -> Fixed {
        self.middle + Fixed::ceil(self.radius)
    }

    /// Whether all of it is above zero.
    pub fn is_positive(self) -> bool {
        self.lower() > Fixed::ZERO
    }

    /// Whether all of it is below zero.
    pub fn is_negative(self) -> bool {
        self.upper() < Fixed::ZERO
    }

    /// Whether it is exactly zero.
    pub fn is_zero(self) -> bool {
        self == Ball::ZERO
    }

    /// No number of the ball is larger than this, signs aside.
    pub fn magnitude(self) -> f64 {
        up(self.middle.to_f64().abs() + self.radius)
    }

    /// Times 2^`count`.
    pub fn doubled(self, count: u32) -> Ball {
        let factor = f64::from_bits(u64::from(1023 + count) << 52);
        Ball {
            middle: self.middle.doubled(count),
            radius: self.radius * factor,
        }
    }

    /// With more of a radius.
    pub fn widened(self, radius: f64) -> Ball {
        Ball {
            radius: up(self.radius + radius),
            ..self
        }
    }

    /// The roots of all of it that is not negative.
    pub fn square_root(self) -> Ball {
        let low = self.lower().max(Fixed::ZERO).roots().0;
        Ball::between(low, self.upper().max(Fixed::ZERO).roots().1)
    }

    /// Divided by a small whole number.
    pub fn by(self, count: u32) -> Ball {
        let (middle, exact) = self.middle.by(count);
        let rounding = if exact { 0.0 } else { ULP };
        Ball {
            middle,
            radius: up(self.radius / f64::from(count) + rounding),
        }
    }
}

impl Add for Ball {
    type Output = Ball;
    fn add(self, other: Ball) -> Ball {
        Ball {
            middle: self.middle + other.middle,
            radius: up(self.radius + other.radius),
        }
    }
}

impl Neg for Ball {
    type Output = Ball;
    fn neg(self) -> Ball {
        Ball {
            middle: -self.middle,
            ..self
        }
    }
}

impl Sub for Ball {
    type Output = Ball;
    fn sub(self, other: Ball) -> Ball {
        self + -other
    }
}

impl Mul for Ball {
    type Output = Ball;
    /// `(m + x)(n + y) = mn + my + nx + xy`.
    fn mul(self, other: Ball) -> Ball {
        let (middle, exact) = self.middle.times(other.middle);
        let rounding = if exact { 0.0 } else { ULP };
        if self.radius == 0.0 && other.radius == 0.0 {
            return Ball {
                middle,
                radius: rounding,
            };
        }
        let (m, n) = (self.middle.to_f64().abs(), other.middle.to_f64().abs());
        let radius = m * other.radius + n * self.radius + self.radius * other.radius + rounding;
        Ball {
            middle,
            radius: up(radius),
        }
    }
}

impl Div for Ball {
    type Output = Ball;
    /// `(m + x)/(n + y) − m/n = (x − (m/n)·y)/(n + y)`.
    fn div(self, other: Ball) -> Ball {
        let (middle, exact) = self.middle.over(other.middle);
        let rounding = if exact { 0.0 } else { ULP };
        if self.radius == 0.0 && other.radius == 0.0 {
            return Ball {
                middle,
                radius: rounding,
            };
        }
        let least = other.middle.to_f64().abs() * (1.0 - 1e-12) - other.radius;
        assert!(least > 0.0, "division by a ball around zero");
        let ratio = middle.to_f64().abs() + rounding;
        Ball {
            middle,
            radius: up(up(self.radius + ratio * other.radius) / least + rounding),
        }
    }
}
