//! Two `f64`, operated on at once: plain arrays that compilers turn into vector instructions, with the same bits
//! everywhere.

use crate::numbers::rounding::sqrt;
use core::ops::{Add, Div, Mul, Sub};
use glam::DVec3;

/// Two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Two(pub(crate) [f64; 2]);

macro_rules! lanewise {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl $trait for Two {
            type Output = Two;
            #[inline(always)]
            fn $method(self, other: Two) -> Two {
                Two([self.0[0] $operator other.0[0], self.0[1] $operator other.0[1]])
            }
        }
    };
}

lanewise!(Add, add, +);
lanewise!(Sub, sub, -);
lanewise!(Mul, mul, *);
lanewise!(Div, div, /);

impl Two {
    #[inline(always)]
    pub(crate) fn both(x: f64) -> Two {
        Two([x, x])
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Two {
        Two([self.0[0].abs(), self.0[1].abs()])
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Two {
        Two([sqrt(self.0[0]), sqrt(self.0[1])])
    }

    /// The smaller numbers; `other` where either is NaN.
    #[inline(always)]
    pub(crate) fn min(self, other: Two) -> Two {
        let pick = |x: f64, y: f64| if x < y { x } else { y };
        Two([pick(self.0[0], other.0[0]), pick(self.0[1], other.0[1])])
    }

    /// The larger numbers; `other` where either is NaN.
    #[inline(always)]
    pub(crate) fn max(self, other: Two) -> Two {
        let pick = |x: f64, y: f64| if x > y { x } else { y };
        Two([pick(self.0[0], other.0[0]), pick(self.0[1], other.0[1])])
    }

    /// `yes` where this is positive, `no` elsewhere.
    #[inline(always)]
    pub(crate) fn if_positive(self, yes: Two, no: Two) -> Two {
        // By masks: which of two gaps is wider is a coin toss that no processor predicts.
        let pick = |x: f64, yes: f64, no: f64| {
            let mask = ((x > 0.0) as u64).wrapping_neg();
            f64::from_bits((yes.to_bits() & mask) | (no.to_bits() & !mask))
        };
        Two([
            pick(self.0[0], yes.0[0], no.0[0]),
            pick(self.0[1], yes.0[1], no.0[1]),
        ])
    }
}

/// Two vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TwoVec3 {
    pub(crate) x: Two,
    pub(crate) y: Two,
    pub(crate) z: Two,
}

impl TwoVec3 {
    #[inline(always)]
    pub(crate) fn new(first: DVec3, second: DVec3) -> TwoVec3 {
        TwoVec3 {
            x: Two([first.x, second.x]),
            y: Two([first.y, second.y]),
            z: Two([first.z, second.z]),
        }
    }

    #[inline(always)]
    pub(crate) fn both(v: DVec3) -> TwoVec3 {
        TwoVec3::new(v, v)
    }

    /// The first of them.
    #[inline(always)]
    pub(crate) fn first(self) -> DVec3 {
        DVec3::new(self.x.0[0], self.y.0[0], self.z.0[0])
    }

    #[inline(always)]
    pub(crate) fn dot(self, other: TwoVec3) -> Two {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub(crate) fn cross(self, other: TwoVec3) -> TwoVec3 {
        TwoVec3 {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    #[inline(always)]
    pub(crate) fn scale(self, factor: Two) -> TwoVec3 {
        TwoVec3 {
            x: self.x * factor,
            y: self.y * factor,
            z: self.z * factor,
        }
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> TwoVec3 {
        TwoVec3 {
            x: self.x.abs(),
            y: self.y.abs(),
            z: self.z.abs(),
        }
    }

    #[inline(always)]
    pub(crate) fn length(self) -> Two {
        self.dot(self).sqrt()
    }
}

impl Add for TwoVec3 {
    type Output = TwoVec3;
    #[inline(always)]
    fn add(self, other: TwoVec3) -> TwoVec3 {
        TwoVec3 {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

impl Sub for TwoVec3 {
    type Output = TwoVec3;
    #[inline(always)]
    fn sub(self, other: TwoVec3) -> TwoVec3 {
        TwoVec3 {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}
