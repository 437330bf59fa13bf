//! Rationals that are exactly an `f64`.

use num_bigint::{BigInt, Sign};

/// The `f64` that is exactly `above / below`, if there is one.
pub(super) fn exact_f64(above: &BigInt, below: &BigInt) -> Option<f64> {
    let Some(above_zeros) = above.trailing_zeros() else {
        return Some(0.0);
    };
    let below_zeros = below.trailing_zeros()?;
    // Both odd: the rational is a whole number times a power of two if and only if one divides the other.
    let above_odd = above.magnitude() >> above_zeros;
    let below_odd = below.magnitude() >> below_zeros;
    let odd = if below_odd.bits() == 1 {
        above_odd
    } else {
        // A quotient of more bits than a significand has is no `f64`, divisible or not.
        if above_odd.bits() > below_odd.bits() + 53 || above_odd < below_odd {
            return None;
        }
        let quotient = &above_odd / &below_odd;
        if &quotient * &below_odd != above_odd {
            return None;
        }
        quotient
    };
    let significand = u64::try_from(&odd).ok().filter(|odd| odd >> 53 == 0)?;
    let exponent = i64::try_from(above_zeros).ok()? - i64::try_from(below_zeros).ok()?;
    let magnitude = scaled(significand, exponent)?;
    let negative = (above.sign() == Sign::Minus) != (below.sign() == Sign::Minus);
    Some(if negative { -magnitude } else { magnitude })
}

/// `odd · 2^exponent`, of an odd number of at most 53 bits, if that is an `f64`.
fn scaled(odd: u64, exponent: i64) -> Option<f64> {
    let bits = i64::from(64 - odd.leading_zeros());
    // The weight of the highest bit.
    let top = exponent + bits - 1;
    if exponent < -1074 || top > 1023 {
        return None;
    }
    Some(f64::from_bits(if top >= -1022 {
        let fraction = (odd << (53 - bits)) & ((1 << 52) - 1);
        ((top + 1023) as u64) << 52 | fraction
    } else {
        odd << (exponent + 1074)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_judge::seeded::Seeded;

    fn ratio(above: BigInt, below: BigInt) -> Option<f64> {
        exact_f64(&above, &below)
    }

    fn power(exponent: usize) -> BigInt {
        BigInt::from(1) << exponent
    }

    /// Numerator and denominator of a finite number, from its bits.
    fn parts(value: f64) -> (BigInt, BigInt) {
        let bits = value.to_bits();
        let (field, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
        let (whole, exponent) = match field {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, field as i64 - 1075),
        };
        let whole = BigInt::from(if value < 0.0 {
            -i128::from(whole)
        } else {
            i128::from(whole)
        });
        match usize::try_from(exponent) {
            Ok(exponent) => (whole << exponent, power(0)),
            Err(_) => (whole, power(-exponent as usize)),
        }
    }

    #[test]
    fn every_f64_is_found_whatever_it_is_extended_by() {
        let mut values = vec![
            0.0,
            1.0,
            0.1,
            -1.0 / 3.0,
            f64::MAX,
            -f64::MAX,
            f64::MIN_POSITIVE,
            f64::MIN_POSITIVE - f64::from_bits(1),
            f64::from_bits(1),
            f64::from_bits(3),
            f64::EPSILON,
            9_007_199_254_740_993.0,
        ];
        let mut seeded = Seeded::new(1);
        for _ in 0..2000 {
            let state = seeded.bits();
            let value = f64::from_bits(state ^ state >> 29);
            if value.is_finite() {
                values.push(value);
            }
        }
        for value in values {
            let (above, below) = parts(value);
            for factor in [1, -1, 3, -12, 1_i64 << 40, 1_000_000_007] {
                let factor = BigInt::from(factor);
                assert_eq!(
                    ratio(&above * &factor, &below * &factor),
                    Some(value),
                    "{value:e}, {factor}"
                );
            }
        }
    }

    #[test]
    fn what_no_f64_holds_is_told() {
        let whole = |value: i64| BigInt::from(value);
        for (above, below) in [
            (whole(1), whole(3)),
            (whole(-1), whole(10)),
            (whole(10), whole(6)),
            (whole((1 << 53) + 1), whole(1)),
            (whole((1 << 53) + 1), power(200)),
            (power(1024), whole(1)),
            (power(1024) - 1, whole(1)),
            (whole(1), power(1075)),
            (whole(3), power(1075)),
            (power(5000) + 1, power(5000) - 1),
            (power(5000), power(40) - 1),
            (whole(1), power(5000)),
            (power(5000), whole(1)),
        ] {
            assert_eq!(ratio(above.clone(), below.clone()), None, "{above}/{below}");
        }
        assert_eq!(
            ratio(whole((1 << 53) + 2), whole(1)),
            Some(9_007_199_254_740_994.0)
        );
        assert_eq!(ratio(power(5000), power(5001)), Some(0.5));
        assert_eq!(ratio(whole(2), power(1075)), Some(f64::from_bits(1)));
        assert_eq!(
            ratio(power(1024) - power(970), whole(-1)),
            None,
            "half a unit beyond the largest"
        );
        assert_eq!(ratio(power(971) - power(1024), whole(1)), Some(-f64::MAX));
    }
}
