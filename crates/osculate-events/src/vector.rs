//! Points and vectors of the plane (`D` = 2) and of space (`D` = 3).

/// A point or a vector.
pub type Vector<const D: usize> = [f64; D];

#[inline(always)]
pub fn dot<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> f64 {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

#[inline(always)]
pub fn minus<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// `a + factor·b`.
#[inline(always)]
pub fn plus<const D: usize>(a: &Vector<D>, factor: f64, b: &Vector<D>) -> Vector<D> {
    std::array::from_fn(|axis| a[axis] + factor * b[axis])
}

#[inline(always)]
pub fn length<const D: usize>(a: &Vector<D>) -> f64 {
    dot(a, a).sqrt()
}
