//! Two `f64`, operated on at once: plain arrays that compilers turn into vector instructions, with the same bits
//! everywhere.

use crate::numbers::rounding::sqrt;
use core::ops::{Add, Div, Mul, Sub};
use glam::DVec3;

/// Two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lanes(pub(crate) [f64; 2]);

macro_rules! lanewise {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl $trait for Lanes {
            type Output = Lanes;
            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                Lanes([self.0[0] $operator other.0[0], self.0[1] $operator other.0[1]])
            }
        }
    };
}

lanewise!(Add, add, +);
lanewise!(Sub, sub, -);
lanewise!(Mul, mul, *);
lanewise!(Div, div, /);

impl Lanes {
    #[inline(always)]
    pub(crate) fn both(x: f64) -> Lanes {
        Lanes([x, x])
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Lanes {
        Lanes([self.0[0].abs(), self.0[1].abs()])
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Lanes {
        Lanes([sqrt(self.0[0]), sqrt(self.0[1])])
    }

    /// The smaller numbers; `other` where either is NaN.
    #[inline(always)]
    pub(crate) fn min(self, other: Lanes) -> Lanes {
        let pick = |x: f64, y: f64| if x < y { x } else { y };
        Lanes([pick(self.0[0], other.0[0]), pick(self.0[1], other.0[1])])
    }

    /// The larger numbers; `other` where either is NaN.
    #[inline(always)]
    pub(crate) fn max(self, other: Lanes) -> Lanes {
        let pick = |x: f64, y: f64| if x > y { x } else { y };
        Lanes([pick(self.0[0], other.0[0]), pick(self.0[1], other.0[1])])
    }

    /// `yes` where this is positive, `no` elsewhere.
    #[inline(always)]
    pub(crate) fn if_positive(self, yes: Lanes, no: Lanes) -> Lanes {
        // By masks: which of two gaps is wider is a coin toss that no processor predicts.
        let pick = |x: f64, yes: f64, no: f64| {
            let mask = ((x > 0.0) as u64).wrapping_neg();
            f64::from_bits((yes.to_bits() & mask) | (no.to_bits() & !mask))
        };
        Lanes([
            pick(self.0[0], yes.0[0], no.0[0]),
            pick(self.0[1], yes.0[1], no.0[1]),
        ])
    }
}

/// Two vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LanesVec3 {
    pub(crate) x: Lanes,
    pub(crate) y: Lanes,
    pub(crate) z: Lanes,
}

impl LanesVec3 {
    #[inline(always)]
    pub(crate) fn new(first: DVec3, second: DVec3) -> LanesVec3 {
        LanesVec3 {
            x: Lanes([first.x, second.x]),
            y: Lanes([first.y, second.y]),
            z: Lanes([first.z, second.z]),
        }
    }

    #[inline(always)]
    pub(crate) fn both(v: DVec3) -> LanesVec3 {
        LanesVec3::new(v, v)
    }

    /// The first of them.
    #[inline(always)]
    pub(crate) fn first(self) -> DVec3 {
        DVec3::new(self.x.0[0], self.y.0[0], self.z.0[0])
    }

    #[inline(always)]
    pub(crate) fn dot(self, other: LanesVec3) -> Lanes {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub(crate) fn cross(self, other: LanesVec3) -> LanesVec3 {
        LanesVec3 {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    #[inline(always)]
    pub(crate) fn scale(self, factor: Lanes) -> LanesVec3 {
        LanesVec3 {
            x: self.x * factor,
            y: self.y * factor,
            z: self.z * factor,
        }
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> LanesVec3 {
        LanesVec3 {
            x: self.x.abs(),
            y: self.y.abs(),
            z: self.z.abs(),
        }
    }

    #[inline(always)]
    pub(crate) fn length(self) -> Lanes {
        self.dot(self).sqrt()
    }
}

impl Add for LanesVec3 {
    type Output = LanesVec3;
    #[inline(always)]
    fn add(self, other: LanesVec3) -> LanesVec3 {
        LanesVec3 {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

impl Sub for LanesVec3 {
    type Output = LanesVec3;
    #[inline(always)]
    fn sub(self, other: LanesVec3) -> LanesVec3 {
        LanesVec3 {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}
