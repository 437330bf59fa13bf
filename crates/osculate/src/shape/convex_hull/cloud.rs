//! Distinct points in a fixed order, and on which side of a plane they are: guessed in `f64` where that is proven,
//! exact elsewhere.

use super::orientation::orientation;
use crate::numbers::rounding::UNIT;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

/// Points, each once, in lexicographic order: whatever is made of them does not depend on the order they came in.
pub(super) struct Cloud {
    pub(super) points: Vec<DVec3>,
    /// The same with each axis scaled by a power of two of its own, to at most 1 in magnitude: what is computed with
    /// them neither overflows nor means less on thin or huge shapes. What underflows is lost, see [`Plane`].
    scaled: Vec<DVec3>,
    /// The widths of the scaled points' box.
    widths: DVec3,
}

/// The plane through three points that are not on a line, with a side that is above.
///
/// The scaled height of a point p over the plane through a, b, c is `(b − a) × (c − a) · (p − a)`, a sum of six products
/// of three differences, and `spread · |p − a|` is the sum of their magnitudes. Each passes through at most eight
/// roundings, of u relative to it, so the height errs by at most `((1 + u)⁸ − 1)·spread·|p − a|`. Twice that, 16u, also
/// covers the roundings of the bound itself. The widths of the box around all points hold |p − a|, rounded or not, for
/// any p: that bound is one number a plane. Underflow, of scaling or here, changes factors or products of at most 4 by
/// less than 2^−1070 each: far below [`UNDERFLOW`].
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub(super) corners: [u32; 3],
    normal: DVec3,
    spread: DVec3,
    /// What the height of any point errs by, at most.
    bound: f64,
}

/// 2^−1000.
const UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// What a height over a plane errs by, at most.
fn bound(spread: DVec3, arm: DVec3) -> f64 {
    spread.dot(arm) * (16.0 * UNIT) + UNDERFLOW
}

impl Cloud {
    /// The distinct ones of finite points.
    pub(super) fn new(points: &[DVec3]) -> Cloud {
        // −0 and 0 are the same number, and become the same bits.
        let mut points: Vec<DVec3> = points.iter().map(|&point| point + DVec3::ZERO).collect();
        points.sort_unstable_by(|a, b| {
            let by = |axis: usize| a[axis].total_cmp(&b[axis]);
            by(0).then_with(|| by(1)).then_with(|| by(2))
        });
        points.dedup();
        let largest = points
            .iter()
            .fold(DVec3::ZERO, |most, point| most.max(point.abs()));
        let exponents = largest.to_array().map(|most| libm::frexp(most).1);
        let scale = |axis: usize, x: f64| libm::scalbn(x, -exponents[axis]);
        let scaled: Vec<DVec3> = points
            .iter()
            .map(|point| DVec3::from_array(core::array::from_fn(|i| scale(i, point[i]))))
            .collect();
        let low = scaled.iter().fold(scaled[0], |low, &p| low.min(p));
        let high = scaled.iter().fold(scaled[0], |high, &p| high.max(p));
        Cloud {
            points,
            scaled,
            widths: high - low,
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.points.len() as u32
    }

    /// The exact [`orientation`] of four of the points.
    pub(super) fn orientation(&self, corners: [u32; 4]) -> Ordering {
        orientation(corners.map(|corner| self.points[corner as usize]))
    }

    /// The plane through three points, above it the side from which they turn counter-clockwise.
    pub(super) fn plane(&self, corners: [u32; 3]) -> Plane {
        let [a, b, c] = corners.map(|corner| self.scaled[corner as usize]);
        let (u, v) = (b - a, c - a);
        let (left, right) = (
            DVec3::new(u.y * v.z, u.z * v.x, u.x * v.y),
            DVec3::new(u.z * v.y, u.x * v.z, u.y * v.x),
        );
        let spread = left.abs() + right.abs();
        Plane {
            corners,
            normal: left - right,
            spread,
            bound: bound(spread, self.widths),
        }
    }

    /// How high a point is over a plane: nearly, and in units of the plane's own.
    pub(super) fn height(&self, plane: &Plane, point: u32) -> f64 {
        let foot = self.scaled[plane.corners[0] as usize];
        plane.normal.dot(self.scaled[point as usize] - foot)
    }

    /// Whether a point is above, on or below a plane, exactly.
    pub(super) fn side(&self, plane: &Plane, point: u32) -> Ordering {
        self.judge(plane, point, self.height(plane, point))
    }

    /// The height of a point that is above the plane, not on it.
    pub(super) fn above(&self, plane: &Plane, point: u32) -> Option<f64> {
        let height = self.height(plane, point);
        (self.judge(plane, point, height) == Ordering::Greater).then_some(height)
    }

    fn judge(&self, plane: &Plane, point: u32, height: f64) -> Ordering {
        let told = |bound: f64| {
            if height > bound {
                Some(Ordering::Greater)
            } else if height < -bound {
                Some(Ordering::Less)
            } else {
                None
            }
        };
        told(plane.bound).unwrap_or_else(|| {
            let [a, b, c] = plane.corners;
            let arm = self.scaled[point as usize] - self.scaled[a as usize];
            told(bound(plane.spread, arm.abs()))
                .unwrap_or_else(|| self.orientation([a, b, c, point]))
        })
    }

    /// A rough measure of how far a point is from the line through two others.
    pub(super) fn offside(&self, [a, b]: [u32; 2], point: u32) -> f64 {
        let [a, b, p] = [a, b, point].map(|index| self.scaled[index as usize]);
        let cross = (b - a).cross(p - a).abs();
        cross.x + cross.y + cross.z
    }

    /// Which way three points turn, seen along an axis; `Equal` where that is a line.
    pub(super) fn turn(&self, axis: usize, corners: [u32; 3]) -> Ordering {
        // Flattened onto the coordinate plane, with a point off it: the volume is the area.
        let [a, b, c] = corners.map(|corner| {
            let mut point = self.points[corner as usize];
            point[axis] = 0.0;
            point
        });
        orientation([a, b, c, DVec3::AXES[axis]])
    }

    /// Whether three points are on a line.
    pub(super) fn collinear(&self, corners: [u32; 3]) -> bool {
        (0..3).all(|axis| self.turn(axis, corners) == Ordering::Equal)
    }
}
