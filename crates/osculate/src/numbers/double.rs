//! Numbers of twice the precision, for what is computed once a motion.

use crate::numbers::rounding::sqrt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The unevaluated sum `high + low`, about 106 bits. No product of parts may leave `f64`'s range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Double {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

/// A number, and two numbers of 26 bits that add up to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Halves {
    pub(crate) whole: f64,
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Halves {
    /// By Dekker's splitting.
    #[inline(always)]
    pub(crate) fn new(whole: f64) -> Halves {
        let shifted = 134_217_729.0 * whole;
        let high = shifted - (shifted - whole);
        Halves {
            whole,
            high,
            low: whole - high,
        }
    }
}

/// `a + b` as the nearest number and the rest, exactly if `|a| ≥ |b|`.
#[inline(always)]
pub(crate) fn quick_sum(a: f64, b: f64) -> [f64; 2] {
    let high = a + b;
    [high, b - (high - a)]
}

/// `a + b` as the nearest number and the rest, exactly.
#[inline(always)]
pub(crate) fn exact_sum(a: f64, b: f64) -> [f64; 2] {
    let high = a + b;
    let of_b = high - a;
    [high, (a - (high - of_b)) + (b - of_b)]
}

/// `a·b` as the nearest number and the rest, exactly (a fused multiply would round differently by platform).
#[inline(always)]
pub(crate) fn exact_product(a: Halves, b: Halves) -> [f64; 2] {
    let high = a.whole * b.whole;
    let rest = (a.high * b.high - high) + a.high * b.low + a.low * b.high;
    [high, rest + a.low * b.low]
}

fn quick_two_sum(a: f64, b: f64) -> Double {
    Double::from(quick_sum(a, b))
}

/// `a + b` exactly.
pub(crate) fn two_sum(a: f64, b: f64) -> Double {
    Double::from(exact_sum(a, b))
}

/// `a·b` exactly.
pub(crate) fn two_product(a: f64, b: f64) -> Double {
    Double::from(exact_product(Halves::new(a), Halves::new(b)))
}

/// 1/n! from 2 on, each in two parts.
const INVERSE_FACTORIALS: [[f64; 2]; 20] = [
    [0.5, 0.0],
    [0.166_666_666_666_666_66, 9.251_858_538_542_97e-18],
    [0.041_666_666_666_666_664, 2.312_964_634_635_742_7e-18],
    [0.008_333_333_333_333_333, 1.156_482_317_317_871_4e-19],
    [0.001_388_888_888_888_889, -5.300_543_954_373_577e-20],
    [0.000_198_412_698_412_698_4, 1.720_955_829_342_070_5e-22],
    [2.480_158_730_158_73e-05, 2.151_194_786_677_588_2e-23],
    [2.755_731_922_398_589_3e-06, -1.858_393_274_046_472e-22],
    [2.755_731_922_398_589e-07, 2.376_771_462_225_029_7e-23],
    [2.505_210_838_544_172e-08, -1.448_814_070_935_912e-24],
    [2.087_675_698_786_81e-09, -1.207_345_059_113_26e-25],
    [1.605_904_383_682_161_3e-10, 1.258_529_458_875_209_8e-26],
    [1.147_074_559_772_972_5e-11, 2.065_551_275_283_074_5e-28],
    [7.647_163_731_819_816e-13, 7.038_728_777_334_53e-30],
    [4.779_477_332_387_385e-14, 4.399_205_485_834_081e-31],
    [2.811_457_254_345_520_6e-15, 1.650_884_273_086_143_3e-31],
    [1.561_920_696_858_622_5e-16, 1.191_067_966_027_375_4e-32],
    [8.220_635_246_624_33e-18, 2.214_189_411_960_426_5e-34],
    [4.110_317_623_312_165e-19, 1.441_297_337_865_952_7e-36],
    [1.957_294_106_339_126_3e-20, -1.364_350_383_008_790_8e-36],
];

/// 1/n! from 22 on.
const LAST_INVERSE_FACTORIALS: [f64; 16] = [
    8.896_791_392_450_574e-22,
    3.868_170_170_630_684e-23,
    1.611_737_571_096_118_4e-24,
    6.446_950_284_384_474e-26,
    2.479_596_263_224_797_6e-27,
    9.183_689_863_795_546e-29,
    3.279_889_237_069_838e-30,
    1.130_996_288_644_771_6e-31,
    3.769_987_628_815_905_4e-33,
    1.216_125_041_553_518e-34,
    3.800_390_754_854_743_4e-36,
    1.151_633_562_077_195e-37,
    3.387_157_535_521_162e-39,
    9.677_592_958_631_89e-41,
    2.688_220_266_286_636_3e-42,
    7.265_460_179_153_071e-44,
];

impl Double {
    pub(crate) const ZERO: Double = Double {
        high: 0.0,
        low: 0.0,
    };

    pub(crate) fn sqrt(self) -> Double {
        if self.high <= 0.0 {
            return Double::ZERO;
        }
        let root = sqrt(self.high);
        let rest = self - two_product(root, root);
        quick_two_sum(root, rest.high / (2.0 * root))
    }

    /// The sine and cosine of an angle in `[0, 2]`, by their series: 2³⁸/38! is 5e-34.
    pub(crate) fn sin_cos(angle: f64) -> (Double, Double) {
        let square = two_product(angle, angle);
        // Of terms below 4e-15 that are added to those before, one part is enough.
        let last = |odd: usize| {
            let terms = LAST_INVERSE_FACTORIALS.iter().skip(odd).step_by(2);
            terms.rev().fold(0.0, |sum, &term| term - square.high * sum)
        };
        let all = |odd: usize| {
            let terms = INVERSE_FACTORIALS.iter().skip(odd).step_by(2);
            terms.rev().fold(Double::from(last(odd)), |sum, &term| {
                Double::from(term) - square * sum
            })
        };
        let one = Double::from(1.0);
        let cos = one - square * all(0);
        let sin = Double::from(angle) * (one - square * all(1));
        (sin, cos)
    }
}

impl From<f64> for Double {
    fn from(value: f64) -> Double {
        Double {
            high: value,
            low: 0.0,
        }
    }
}

impl From<[f64; 2]> for Double {
    #[inline(always)]
    fn from([high, low]: [f64; 2]) -> Double {
        Double { high, low }
    }
}

impl Neg for Double {
    type Output = Double;
    fn neg(self) -> Double {
        Double {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl Add for Double {
    type Output = Double;
    fn add(self, other: Double) -> Double {
        let high = two_sum(self.high, other.high);
        let low = two_sum(self.low, other.low);
        let sum = quick_two_sum(high.high, high.low + low.high);
        quick_two_sum(sum.high, sum.low + low.low)
    }
}

impl Sub for Double {
    type Output = Double;
    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;
    fn mul(self, other: Double) -> Double {
        let product = two_product(self.high, other.high);
        quick_two_sum(
            product.high,
            product.low + (self.high * other.low + self.low * other.high),
        )
    }
}

impl Div for Double {
    type Output = Double;
    fn div(self, other: Double) -> Double {
        let first = self.high / other.high;
        let rest = self - other * Double::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Double::from(second);
        quick_two_sum(first, second) + Double::from(rest.high / other.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_sums_are_exact() {
        // (2^27 + 1)² = 2^54 + 2^28 + 1 needs 55 bits.
        let x = 134_217_729.0;
        assert_eq!(
            two_product(x, x),
            Double {
                high: 18_014_398_777_917_440.0,
                low: 1.0
            }
        );
        assert_eq!(
            two_sum(1.0, 1e-30),
            Double {
                high: 1.0,
                low: 1e-30
            }
        );
    }

    #[test]
    fn functions_are_good_to_100_bits() {
        let tiny = 1e-30;
        let third = Double::from(1.0) / Double::from(3.0);
        let one = third + third + third - Double::from(1.0);
        assert!(one.high.abs() < tiny);
        let root = Double::from(2.0).sqrt();
        assert!((root * root - Double::from(2.0)).high.abs() < tiny);
        for angle in [0.0, 1e-9, 0.3, 1.0, 1.57, 2.0] {
            let (sin, cos) = Double::sin_cos(angle);
            assert!((sin * sin + cos * cos - Double::from(1.0)).high.abs() < tiny);
            assert!((sin.high - libm::sin(angle)).abs() < 2e-16);
            assert!((cos.high - libm::cos(angle)).abs() < 2e-16);
        }
        // sin(1) to 32 digits, in two parts.
        let (sin, _) = Double::sin_cos(1.0);
        assert_eq!(sin.high, 0.841_470_984_807_896_5);
        assert!((sin.low - 1.776_845_092_935_536e-18).abs() < 1e-30);
    }
}
