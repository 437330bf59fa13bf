//! Vectors and matrices of four contacts at a time. They round as glam's do.

use super::{Four, Lanes};
use core::ops::{Add, Mul, Neg, Sub};
use glam::DVec3;

/// A vector of each lane.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::step) struct Vector<T>(pub(in crate::step) [T; 3]);

/// A matrix of each lane, by columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Matrix<T>(pub(in crate::step) [Vector<T>; 3]);

impl Vector<Four> {
    /// A vector of each lane.
    pub(in crate::step) fn of(vectors: [DVec3; 4]) -> Vector<Four> {
        Vector([0, 1, 2].map(|axis| Four(vectors.map(|vector| vector[axis]))))
    }
}

impl<L: Lanes> Vector<L> {
    #[inline(always)]
    pub(in crate::step) fn load(Vector([x, y, z]): &Vector<Four>) -> Vector<L> {
        Vector([L::load(x), L::load(y), L::load(z)])
    }

    #[inline(always)]
    pub(in crate::step) fn store(self, Vector([x, y, z]): &mut Vector<Four>) {
        self.0[0].store(x);
        self.0[1].store(y);
        self.0[2].store(z);
    }

    #[inline(always)]
    pub(in crate::step) fn dot(self, other: Vector<L>) -> L {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        x * p + y * q + z * r
    }

    #[inline(always)]
    pub(in crate::step) fn cross(self, other: Vector<L>) -> Vector<L> {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        Vector([y * r - q * z, z * p - r * x, x * q - p * y])
    }

    /// Each component times that of the other.
    #[inline(always)]
    pub(in crate::step) fn scaled(self, other: Vector<L>) -> Vector<L> {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        Vector([x * p, y * q, z * r])
    }

    #[inline(always)]
    pub(in crate::step) fn choose(mask: L::Mask, yes: Vector<L>, no: Vector<L>) -> Vector<L> {
        let ([x, y, z], [p, q, r]) = (yes.0, no.0);
        Vector([
            L::choose(mask, x, p),
            L::choose(mask, y, q),
            L::choose(mask, z, r),
        ])
    }
}

impl<L: Lanes> Add for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn add(self, other: Vector<L>) -> Vector<L> {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        Vector([x + p, y + q, z + r])
    }
}

impl<L: Lanes> Sub for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn sub(self, other: Vector<L>) -> Vector<L> {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        Vector([x - p, y - q, z - r])
    }
}

impl<L: Lanes> Neg for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn neg(self) -> Vector<L> {
        let [x, y, z] = self.0;
        Vector([-x, -y, -z])
    }
}

impl<L: Lanes> Mul<L> for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn mul(self, by: L) -> Vector<L> {
        let [x, y, z] = self.0;
        Vector([x * by, y * by, z * by])
    }
}

impl<L: Lanes> Mul<Vector<L>> for Matrix<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn mul(self, Vector([x, y, z]): Vector<L>) -> Vector<L> {
        let [first, second, third] = self.0;
        first * x + second * y + third * z
    }
}
