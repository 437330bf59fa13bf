//! The rounding of `f64`, and square roots without `std`.

/// Half the distance from 1 to the next `f64`: the largest relative error of one operation.
pub(crate) const UNIT: f64 = 1.0 / 9_007_199_254_740_992.0;

/// The correctly rounded square root: the processor's, or `libm`'s, with the same bits.
#[inline(always)]
#[allow(clippy::disallowed_methods)]
pub(crate) fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

/// The length of a vector, with a relative error of at most four units, if it is 0 or within [1e-145, 1e154]: its square
/// must not underflow.
#[inline(always)]
pub(crate) fn length(v: glam::DVec3) -> f64 {
    sqrt(v.dot(v))
}

/// [`length`], of a vector of any length: of products of two lengths or rates.
#[inline]
pub(crate) fn any_length(v: glam::DVec3) -> f64 {
    let square = v.dot(v);
    // What underflows is less than 2⁻¹⁰⁷³ in all, which is far less than a unit of this.
    if (LEAST_SQUARE..f64::INFINITY).contains(&square) {
        sqrt(square)
    } else {
        scaled_length(v)
    }
}

/// 2⁻⁹⁶⁰: beside a sum of squares or products that is no less, what underflowed is nothing, 2⁻¹¹⁴ of it for each term.
pub(crate) const LEAST_SQUARE: f64 = f64::from_bits((1023 - 960) << 52);

#[cold]
fn scaled_length(v: glam::DVec3) -> f64 {
    let largest = v.abs().max_element();
    if !(largest > 0.0 && largest < f64::INFINITY) {
        // Zero, infinite or NaN: the sum is what it should be.
        return v.abs().element_sum();
    }
    let exponent = libm::ilogb(largest);
    let scaled = glam::DVec3::from_array(v.to_array().map(|x| libm::scalbn(x, -exponent)));
    libm::scalbn(length(scaled), exponent)
}

/// A value that the exact result of a few dozen non-negative operations does not exceed.
#[inline(always)]
pub(crate) fn up(x: f64) -> f64 {
    x * (1.0 + 64.0 * UNIT)
}

/// The smaller of two bounds; the first if the second is no number.
#[inline(always)]
pub(crate) fn smaller(bound: f64, other: f64) -> f64 {
    if other < bound { other } else { bound }
}

/// The largest power of two that is no larger than a positive `x`: a unit that costs no precision. Zero for numbers below
/// the normal ones.
#[inline(always)]
pub(crate) fn power_of_two(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & f64::INFINITY.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn lengths_of_any_size_are_right() {
        for exponent in -1060..1020 {
            let size = libm::ldexp(1.0, exponent);
            // 2, 3, 6, 7 is a quadruple of Pythagoras; products with powers of two are exact.
            let v = DVec3::new(2.0, -3.0, 6.0) * size;
            assert_eq!(any_length(v), 7.0 * size, "2^{exponent}");
        }
        assert_eq!(any_length(DVec3::ZERO), 0.0);
        assert_eq!(
            any_length(DVec3::new(1.0, f64::NEG_INFINITY, 0.0)),
            f64::INFINITY
        );
        assert!(any_length(DVec3::new(1.0, f64::NAN, 0.0)).is_nan());
    }

    #[test]
    fn units_are_the_powers_of_two_below() {
        for (x, unit) in [
            (1.0, 1.0),
            (1.99, 1.0),
            (2.0, 2.0),
            (0.3, 0.25),
            (1e-320, 0.0),
        ] {
            assert_eq!(power_of_two(x), unit);
        }
    }
}
