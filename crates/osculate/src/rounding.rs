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

/// The length of a vector, with a relative error of at most four units.
#[inline(always)]
pub(crate) fn length(v: glam::DVec3) -> f64 {
    sqrt(v.dot(v))
}

/// A value that the exact result of a few dozen non-negative operations does not exceed.
#[inline(always)]
pub(crate) fn up(x: f64) -> f64 {
    x * (1.0 + 64.0 * UNIT)
}
