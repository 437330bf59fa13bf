//! Vectors and matrices of several contacts at a time. They round as glam's do.

use super::{Lanes, Numbers};
use core::ops::{Add, Div, Mul, Neg, Sub};
use glam::DVec3;

/// A vector of each lane.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::step) struct Vector<T>(pub(in crate::step) [T; 3]);

/// A rotation of each lane: x, y, z and w.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Quaternion<T>(pub(in crate::step) [T; 4]);

/// A matrix of each lane, by columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Matrix<T>(pub(in crate::step) [Vector<T>; 3]);

impl<R: Numbers> Vector<R> {
    /// A vector of each lane.
    pub(in crate::step) fn of(vector: impl Fn(usize) -> DVec3) -> Vector<R> {
        let mut all = Vector([R::default(); 3]);
        for lane in 0..R::WIDTH {
            let vector = vector(lane).to_array();
            for (numbers, value) in all.0.iter_mut().zip(vector) {
                numbers.lanes_mut()[lane] = value;
            }
        }
        all
    }
}

impl<L: Lanes> Vector<L> {
    #[inline(always)]
    pub(in crate::step) fn load(Vector([x, y, z]): &Vector<L::Numbers>) -> Vector<L> {
        Vector([L::load(x), L::load(y), L::load(z)])
    }

    #[inline(always)]
    pub(in crate::step) fn store(self, Vector([x, y, z]): &mut Vector<L::Numbers>) {
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

impl<L: Lanes> Div<L> for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn div(self, by: L) -> Vector<L> {
        let [x, y, z] = self.0;
        Vector([x / by, y / by, z / by])
    }
}

impl<L: Lanes> Quaternion<L> {
    #[inline(always)]
    pub(in crate::step) fn conjugate(self) -> Quaternion<L> {
        let [x, y, z, w] = self.0;
        Quaternion([-x, -y, -z, w])
    }

    /// The vector, turned.
    #[inline(always)]
    pub(in crate::step) fn turned(self, vector: Vector<L>) -> Vector<L> {
        let [x, y, z, w] = self.0;
        let axis = Vector([x, y, z]);
        let two = L::all(2.0);
        vector * (w * w - axis.dot(axis))
            + axis * (vector.dot(axis) * two)
            + axis.cross(vector) * (w * two)
    }

    #[inline(always)]
    pub(in crate::step) fn normalized(self) -> Quaternion<L> {
        let [x, y, z, w] = self.0;
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let by = L::all(1.0) / length;
        Quaternion([x * by, y * by, z * by, w * by])
    }

    #[inline(always)]
    pub(in crate::step) fn choose(
        mask: L::Mask,
        Quaternion([a, b, c, d]): Quaternion<L>,
        Quaternion([p, q, r, s]): Quaternion<L>,
    ) -> Quaternion<L> {
        Quaternion([
            L::choose(mask, a, p),
            L::choose(mask, b, q),
            L::choose(mask, c, r),
            L::choose(mask, d, s),
        ])
    }
}

impl<L: Lanes> Mul for Quaternion<L> {
    type Output = Quaternion<L>;
    #[inline(always)]
    fn mul(self, other: Quaternion<L>) -> Quaternion<L> {
        let ([x, y, z, w], [p, q, r, s]) = (self.0, other.0);
        Quaternion([
            w * p + x * s + y * r - z * q,
            w * q - x * r + y * s + z * p,
            w * r + x * q - y * p + z * s,
            w * s - x * p - y * q - z * r,
        ])
    }
}

impl<L: Lanes> Matrix<L> {
    /// The matrix of a rotation.
    #[inline(always)]
    pub(in crate::step) fn of(Quaternion([x, y, z, w]): Quaternion<L>) -> Matrix<L> {
        let one = L::all(1.0);
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let (xx, xy, xz) = (x * x2, x * y2, x * z2);
        let (yy, yz, zz) = (y * y2, y * z2, z * z2);
        let (wx, wy, wz) = (w * x2, w * y2, w * z2);
        Matrix([
            Vector([one - (yy + zz), xy + wz, xz - wy]),
            Vector([xy - wz, one - (xx + zz), yz + wx]),
            Vector([xz + wy, yz - wx, one - (xx + yy)]),
        ])
    }

    /// Rows as columns.
    #[inline(always)]
    pub(in crate::step) fn turned_over(self) -> Matrix<L> {
        let Matrix([Vector([a, b, c]), Vector([d, e, f]), Vector([g, h, i])]) = self;
        Matrix([Vector([a, d, g]), Vector([b, e, h]), Vector([c, f, i])])
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
