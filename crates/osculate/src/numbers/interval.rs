//! Intervals that certainly hold a real number.

use crate::numbers::rounding::sqrt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// All real numbers from `lower` to `upper`, both included. Operations round outward.
///
/// ```
/// use osculate::Interval;
/// let third = Interval::point(1.0) / Interval::point(3.0);
/// let one = third + third + third;
/// assert!(one.contains(1.0) && one.width() < 1e-14);
/// assert!(Interval::new(0.0, 2.0).cos().contains(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

/// At most any real number that rounds to a finite `x` or to −∞. Two operations and no branch, where `f64::next_down` has
/// three. NaN for +∞, which real numbers round to as well: whoever calls this sees to that.
#[inline(always)]
fn down(x: f64) -> f64 {
    x - (x.abs() * f64::EPSILON + f64::MIN_POSITIVE)
}

/// At least any real number that rounds to a finite `x` or to +∞; NaN for −∞.
#[inline(always)]
fn up(x: f64) -> f64 {
    x + (x.abs() * f64::EPSILON + f64::MIN_POSITIVE)
}

impl Interval {
    /// All numbers.
    pub const EVERYTHING: Interval = Interval {
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
    };

    /// Just zero.
    pub const ZERO: Interval = Interval {
        lower: 0.0,
        upper: 0.0,
    };

    /// The interval from `lower` to `upper`.
    ///
    /// # Panics
    /// In debug builds, if the ends are not ordered.
    #[inline]
    pub fn new(lower: f64, upper: f64) -> Interval {
        debug_assert!(lower <= upper, "[{lower}, {upper}]");
        Interval { lower, upper }
    }

    /// The interval that holds just `value`.
    #[inline]
    pub fn point(value: f64) -> Interval {
        Interval {
            lower: value,
            upper: value,
        }
    }

    /// Everything within `radius` of `centre`; everything if that is no number.
    #[inline]
    pub fn around(centre: f64, radius: f64) -> Interval {
        Interval::known(down(centre - radius), up(centre + radius))
    }

    /// These ends; everything if infinities have left no number there.
    #[inline(always)]
    fn known(lower: f64, upper: f64) -> Interval {
        if lower <= upper {
            Interval { lower, upper }
        } else {
            Interval::EVERYTHING
        }
    }

    /// Holds four results and what rounding took from them; everything if one of them is no number.
    #[inline(always)]
    fn around_all(ends: [f64; 4]) -> Interval {
        // Plain comparisons: `f64::min` looks for NaN each time, the sum once.
        let less = |x: f64, y: f64| if x < y { x } else { y };
        let more = |x: f64, y: f64| if x > y { x } else { y };
        let least = less(less(ends[0], ends[1]), less(ends[2], ends[3]));
        let most = more(more(ends[0], ends[1]), more(ends[2], ends[3]));
        if !((ends[0] + ends[1] + ends[2] + ends[3]).abs() < f64::INFINITY) {
            return Interval::overflown(ends, least, most);
        }
        Interval {
            lower: down(least),
            upper: up(most),
        }
    }

    /// [`Interval::around_all`] where an end is infinite, or their sum is. A real number that rounds to an infinity is only
    /// known to be beyond the largest `f64`. NaN comes from 0·∞ and the like: an end that has overflown may be any number.
    #[cold]
    fn overflown(ends: [f64; 4], least: f64, most: f64) -> Interval {
        if ends.iter().any(|end| end.is_nan()) {
            return Interval::EVERYTHING;
        }
        Interval {
            lower: down(least.min(f64::MAX)),
            upper: up(most.max(f64::MIN)),
        }
    }

    /// Whether `value` is inside.
    #[inline]
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// The distance between the ends, rounded up.
    #[inline]
    pub fn width(&self) -> f64 {
        up(self.upper - self.lower)
    }

    /// The largest magnitude inside.
    #[inline]
    pub fn magnitude(&self) -> f64 {
        self.lower.abs().max(self.upper.abs())
    }

    /// The smallest interval that holds both.
    #[inline]
    pub fn hull(self, other: Interval) -> Interval {
        Interval {
            lower: self.lower.min(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// What both hold, if anything.
    pub fn intersection(self, other: Interval) -> Option<Interval> {
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        (lower <= upper).then_some(Interval { lower, upper })
    }

    /// All squares: unlike the product with itself, never negative.
    #[inline]
    pub fn square(self) -> Interval {
        let (low, high) = (self.lower * self.lower, self.upper * self.upper);
        let least = if self.contains(0.0) {
            0.0
        } else {
            low.min(high)
        };
        // NaN, of a square that overflows, gives way to 0.
        Interval {
            lower: down(least).max(0.0),
            upper: up(low.max(high)),
        }
    }

    /// All square roots of what is not negative; the interval must reach zero.
    #[inline]
    pub fn sqrt(self) -> Interval {
        debug_assert!(self.upper >= 0.0, "√{self:?}");
        Interval {
            lower: down(sqrt(self.lower.max(0.0))).max(0.0),
            upper: up(sqrt(self.upper)),
        }
    }

    /// All sines.
    #[inline]
    pub fn sin(self) -> Interval {
        self.wave(libm::sin, 1.0)
    }

    /// All cosines.
    #[inline]
    pub fn cos(self) -> Interval {
        self.wave(libm::cos, 0.0)
    }

    /// All values of a wave whose crests are at the quarter turns `crest + 4k`, its troughs halfway between.
    fn wave(self, wave: fn(f64) -> f64, crest: f64) -> Interval {
        // In quarter turns; the error of the product is far below this for angles that libm is asked for.
        const QUARTERS: f64 = core::f64::consts::FRAC_2_PI;
        let doubt = 1e-15 * self.magnitude() + 1e-300;
        let (start, end) = (self.lower * QUARTERS - doubt, self.upper * QUARTERS + doubt);
        // Beyond 1e12 rad, and for NaN, nothing is known.
        if !(self.magnitude() < 1e12) {
            return Interval::new(-1.0, 1.0);
        }
        let meets = |phase: f64| {
            let turns = libm::ceil((start - phase) * 0.25);
            phase + 4.0 * turns <= end
        };
        let (first, last) = (wave(self.lower), wave(self.upper));
        // libm errs by less than one unit in the last place, taken as three.
        let widen = 3.0 * f64::EPSILON;
        let lower = if meets(crest + 2.0) {
            -1.0
        } else {
            first.min(last) - widen
        };
        let upper = if meets(crest) {
            1.0
        } else {
            first.max(last) + widen
        };
        Interval {
            lower: lower.max(-1.0),
            upper: upper.min(1.0),
        }
    }
}

impl From<f64> for Interval {
    fn from(value: f64) -> Interval {
        Interval::point(value)
    }
}

impl Neg for Interval {
    type Output = Interval;
    #[inline]
    fn neg(self) -> Interval {
        Interval {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

impl Add for Interval {
    type Output = Interval;
    #[inline]
    fn add(self, other: Interval) -> Interval {
        Interval::known(down(self.lower + other.lower), up(self.upper + other.upper))
    }
}

impl Sub for Interval {
    type Output = Interval;
    #[inline]
    fn sub(self, other: Interval) -> Interval {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Interval;
    #[inline]
    fn mul(self, other: Interval) -> Interval {
        let ends = [
            self.lower * other.lower,
            self.lower * other.upper,
            self.upper * other.lower,
            self.upper * other.upper,
        ];
        Interval::around_all(ends)
    }
}

impl Mul<f64> for Interval {
    type Output = Interval;
    #[inline]
    fn mul(self, factor: f64) -> Interval {
        let (low, high) = (self.lower * factor, self.upper * factor);
        Interval::known(down(low.min(high)), up(low.max(high)))
    }
}

impl Div for Interval {
    type Output = Interval;
    /// All quotients; everything if the divisor may be zero.
    #[inline]
    fn div(self, other: Interval) -> Interval {
        if other.contains(0.0) || other.lower.is_nan() || other.upper.is_nan() {
            return Interval::EVERYTHING;
        }
        let ends = [
            self.lower / other.lower,
            self.lower / other.upper,
            self.upper / other.lower,
            self.upper / other.upper,
        ];
        Interval::around_all(ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::double::Double;
    use alloc::vec::Vec;
    use core::cmp::Ordering;
    use num_bigint::BigInt;
    use osculate_judge::seeded::Seeded;

    /// Whether the interval certainly holds a number of twice the precision.
    fn holds(interval: Interval, value: Double) -> bool {
        let beyond = |end: f64| {
            if end.is_infinite() {
                -end
            } else {
                (value - Double::from(end)).high
            }
        };
        beyond(interval.lower) >= 0.0 && beyond(interval.upper) <= 0.0
    }

    struct Numbers(Seeded);

    impl Numbers {
        fn next(&mut self) -> f64 {
            let bits = self.0.bits();
            let unit = (bits >> 11) as f64 / 9_007_199_254_740_992.0 - 0.5;
            unit * [1e-9, 1.0, 3.0, 1e6][(bits >> 5) as usize % 4]
        }

        fn interval(&mut self) -> (Interval, f64) {
            let (x, y, z) = (self.next(), self.next(), self.next());
            let (low, high) = (x.min(y), x.max(y));
            (Interval::new(low, high), z.clamp(low, high))
        }
    }

    #[test]
    fn operations_hold_the_exact_result() {
        let mut numbers = Numbers(Seeded::new(1));
        for _ in 0..200_000 {
            let ((a, x), (b, y)) = (numbers.interval(), numbers.interval());
            let (dx, dy) = (Double::from(x), Double::from(y));
            assert!(holds(a + b, dx + dy), "{a:?} + {b:?}");
            assert!(holds(a - b, dx - dy), "{a:?} - {b:?}");
            assert!(holds(a * b, dx * dy), "{a:?} * {b:?}");
            assert!(holds(a * y, dx * dy), "{a:?} * {y}");
            assert!(holds(-a, -dx));
            assert!(
                holds(a.square(), dx * dx) && a.square().lower >= 0.0,
                "{a:?}²"
            );
            if y != 0.0 {
                assert!(holds(a / b, dx / dy), "{a:?} / {b:?}");
            }
            if x >= 0.0 && a.upper >= 0.0 {
                assert!(holds(a.sqrt(), dx.sqrt()), "√{a:?}");
            }
        }
    }

    #[test]
    fn points_stay_narrow() {
        let mut numbers = Numbers(Seeded::new(2));
        for _ in 0..10_000 {
            let (x, y) = (numbers.next(), numbers.next());
            let (a, b) = (Interval::point(x), Interval::point(y));
            for (interval, size) in [(a + b, x.abs() + y.abs()), (a * b, (x * y).abs())] {
                assert!(interval.width() <= 1e-15 * size + 1e-300, "{interval:?}");
            }
        }
    }

    #[test]
    fn waves_hold_the_exact_result() {
        let mut numbers = Numbers(Seeded::new(3));
        for _ in 0..100_000 {
            let (a, x) = numbers.interval();
            // 2 is far more than libm's error here; that is checked in the next test.
            assert!(a.sin().contains(libm::sin(x)), "sin {a:?} at {x}");
            assert!(a.cos().contains(libm::cos(x)), "cos {a:?} at {x}");
        }
        for k in -8_i32..8 {
            // An interval around each crest and trough holds ±1, and a narrow one holds little else.
            let middle = f64::from(k) * core::f64::consts::FRAC_PI_2;
            let around = Interval::around(middle, 1e-3);
            let (sin, cos) = (around.sin(), around.cos());
            let value = [0.0, 1.0, 0.0, -1.0][k.rem_euclid(4) as usize];
            assert!(sin.contains(value) && sin.width() < 2.1e-3, "{k}: {sin:?}");
            let value = [1.0, 0.0, -1.0, 0.0][k.rem_euclid(4) as usize];
            assert!(cos.contains(value) && cos.width() < 2.1e-3, "{k}: {cos:?}");
        }
        assert_eq!(Interval::new(0.0, 10.0).sin(), Interval::new(-1.0, 1.0));
        assert_eq!(Interval::point(1e300).cos(), Interval::new(-1.0, 1.0));
    }

    #[test]
    fn waves_of_points_hold_a_hundred_bits() {
        let mut numbers = Numbers(Seeded::new(4));
        for _ in 0..2000 {
            let x = numbers.next().abs().min(2.0);
            let (sin, cos) = Double::sin_cos(x);
            assert!(holds(Interval::point(x).sin(), sin), "sin {x}");
            assert!(holds(Interval::point(x).cos(), cos), "cos {x}");
            assert!(Interval::point(x).sin().width() < 2e-15);
        }
    }

    #[test]
    fn a_divisor_that_may_be_zero_leaves_everything() {
        assert_eq!(
            Interval::point(1.0) / Interval::new(-1.0, 1.0),
            Interval::EVERYTHING
        );
        assert_eq!(
            Interval::point(1.0) / Interval::point(0.0),
            Interval::EVERYTHING
        );
        assert_eq!(Interval::EVERYTHING * Interval::ZERO, Interval::EVERYTHING);
    }

    /// A finite number as a multiple of the smallest one, exactly.
    fn whole(x: f64) -> BigInt {
        let bits = x.abs().to_bits();
        let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
        let size = match exponent {
            0 => BigInt::from(fraction),
            _ => BigInt::from(fraction | 1 << 52) << (exponent - 1),
        };
        if x < 0.0 { -size } else { size }
    }

    /// Whether an interval holds a real number that is given by how it compares with finite ones.
    fn holds_exactly(interval: Interval, compare: impl Fn(f64) -> Ordering) -> bool {
        let Interval { lower, upper } = interval;
        let above = lower == f64::NEG_INFINITY || lower.is_finite() && compare(lower).is_ge();
        let below = upper == f64::INFINITY || upper.is_finite() && compare(upper).is_le();
        above && below
    }

    /// Every operation on every pair of intervals with ends of all sizes: whatever overflows or underflows, the result of
    /// any two real numbers of theirs is held, by whole numbers.
    #[test]
    fn what_overflows_or_underflows_is_held() {
        let sizes = [f64::from_bits(1), 3e-308, 1e-160, 1.5, 1e160, f64::MAX];
        let mut ends = alloc::vec![0.0];
        for size in sizes {
            ends.extend([size, -size]);
        }
        ends.sort_by(f64::total_cmp);
        let mut intervals = Vec::new();
        let infinite = [f64::NEG_INFINITY, f64::INFINITY];
        for (i, &lower) in ends.iter().enumerate() {
            for &upper in ends[i..].iter().chain(&infinite[1..]) {
                intervals.push(Interval::new(lower, upper));
            }
            intervals.push(Interval::new(infinite[0], lower));
        }
        intervals.push(Interval::EVERYTHING);
        // The finite ends and what is between them bound what an operation does.
        let members = |of: Interval| {
            let within: Vec<f64> = ends.iter().copied().filter(|&x| of.contains(x)).collect();
            [
                within[0],
                within[within.len() / 2],
                within[within.len() - 1],
            ]
        };
        let unit = 1074_u32;
        for &a in &intervals {
            for &b in &intervals {
                let (sum, product, quotient) = (a + b, a * b, a / b);
                for x in members(a) {
                    for y in members(b) {
                        let (m, n) = (whole(x), whole(y));
                        let added = &m + &n;
                        assert!(
                            holds_exactly(sum, |end| added.cmp(&whole(end))),
                            "{a:?} + {b:?}"
                        );
                        let times = &m * &n;
                        let of_product = |end: f64| times.cmp(&(whole(end) << unit));
                        assert!(
                            holds_exactly(product, of_product),
                            "{a:?} * {b:?}: {product:?}"
                        );
                        assert!(holds_exactly(a * y, of_product), "{a:?} * {y}");
                        // x/y and e compare as x and e·y do, or the other way round.
                        let above: BigInt = &m << unit;
                        let of_quotient = |end: f64| {
                            let order = above.cmp(&(whole(end) * &n));
                            if y < 0.0 { order.reverse() } else { order }
                        };
                        let fits = y == 0.0 || holds_exactly(quotient, of_quotient);
                        assert!(fits, "{a:?} / {b:?}: {quotient:?}");
                        let around = Interval::around(x, y.abs());
                        let size = whole(y.abs());
                        for end in [&m - &size, &m + &size] {
                            assert!(holds_exactly(around, |at| end.cmp(&whole(at))), "{x} ± {y}");
                        }
                    }
                }
            }
            for x in members(a) {
                let square = &whole(x) * &whole(x);
                let of_square = |end: f64| square.cmp(&(whole(end) << unit));
                assert!(holds_exactly(a.square(), of_square), "{a:?}²");
                if x >= 0.0 {
                    let under = whole(x) << unit;
                    let of_root = |end: f64| match end < 0.0 {
                        true => Ordering::Greater,
                        false => under.cmp(&(whole(end) * whole(end))),
                    };
                    assert!(holds_exactly(a.sqrt(), of_root), "√{a:?}");
                }
            }
        }
        // Signs survive an overflow.
        let large = Interval::new(1e200, 1e300);
        assert!(
            (large * large).lower >= f64::MAX * 0.99 && (large * -large).upper <= f64::MIN * 0.99
        );
        for centre in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Interval::around(centre, 1.0), Interval::EVERYTHING);
        }
    }
}
