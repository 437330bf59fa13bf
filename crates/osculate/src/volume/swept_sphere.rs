//! A ball swept over a point, a segment or a rectangle, with the box and the ball around the same points.

use super::{OneTriangle, Volume, WidestGaps};
use crate::numbers::lanes::{Lanes, LanesVec3};
use crate::numbers::rounding::{UNIT, sqrt};
use glam::{DMat3, DVec3};

/// Three volumes around the same points and the same centre: a swept sphere (C2A, section 3.2), an oriented box and
/// a ball. The points lie in all three, so along any direction the tightest may be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptSphere {
    pub(crate) centre: DVec3,
    /// Unit axes of box and rectangle, the longest extent first; orthogonal to within rounding.
    pub(crate) axes: DMat3,
    /// Half the box's extents.
    pub(crate) half: DVec3,
    /// Half the rectangle's sides, zero where the generator is a segment or a point.
    pub(crate) rectangle: [f64; 2],
    /// The swept sphere's radius.
    pub(crate) radius: f64,
    /// The radius of the ball about `centre`.
    pub(crate) ball: f64,
}

/// What the sphere of a [`SweptSphere`] is swept over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweptSphereKind {
    /// A point: a ball.
    Point,
    /// A segment: a capsule.
    Line,
    /// A rectangle.
    Rectangle,
}

impl SweptSphere {
    /// Fits volumes around points, in axes that are orthonormal to within rounding. The points are used up.
    pub(crate) fn fit(points: &mut [DVec3], axes: DMat3) -> SweptSphere {
        let mut low = DVec3::INFINITY;
        let mut high = DVec3::NEG_INFINITY;
        let inverse = axes.transpose();
        for &point in points.iter() {
            let local = inverse * point;
            low = low.min(local);
            high = high.max(local);
        }
        let extents = high - low;
        // Longest first; a stable choice among equals.
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| extents[j].total_cmp(&extents[i]));
        let centre = axes * (0.5 * low + 0.5 * high);
        let axes = DMat3::from_cols(axes.col(order[0]), axes.col(order[1]), axes.col(order[2]));
        let inverse = axes.transpose();

        let (mut half, mut ball, mut across) = (DVec3::ZERO, 0.0_f64, 0.0_f64);
        for point in points.iter_mut() {
            *point = (inverse * (*point - centre)).abs();
            let point = *point;
            half = half.max(point);
            ball = ball.max(point.dot(point));
            across = across.max(point.y * point.y + point.z * point.z);
        }
        let (ball, across) = (sqrt(ball), sqrt(across));
        let radius_over = |sides: [f64; 2]| {
            let generator = DVec3::new(sides[0], sides[1], 0.0);
            let most = points.iter().fold(0.0_f64, |most, &point| {
                let beyond = (point - generator).max(DVec3::ZERO);
                most.max(beyond.dot(beyond))
            });
            sqrt(most)
        };
        let rectangle = [(half.x - half.z).max(0.0), (half.y - half.z).max(0.0)];
        let line = [(half.x - across).max(0.0), 0.0];
        let mut best = ([0.0, 0.0], ball);
        for sides in [line, rectangle] {
            let radius = radius_over(sides);
            if area(sides, radius) < area(best.0, best.1) {
                best = (sides, radius);
            }
        }
        // What the arithmetic above may have lost, relative to the numbers that it had.
        let grow = |x: f64| x * (1.0 + 16.0 * UNIT);
        SweptSphere {
            centre,
            axes,
            half: half * (1.0 + 16.0 * UNIT),
            rectangle: best.0,
            radius: grow(best.1),
            ball: grow(ball),
        }
    }
}

impl SweptSphere {
    /// The sphere's radius, and the rectangle that it is swept over: a corner and two sides from there, which may be zero.
    pub fn swept(&self) -> (f64, DVec3, [DVec3; 2]) {
        let [x, y] = self.rectangle;
        let sides = [2.0 * x * self.axes.x_axis, 2.0 * y * self.axes.y_axis];
        let corner = self.centre - 0.5 * (sides[0] + sides[1]);
        (self.radius, corner, sides)
    }
}

/// The surface of a sphere of this radius swept over a rectangle with these half sides.
fn area([x, y]: [f64; 2], radius: f64) -> f64 {
    let pi = core::f64::consts::PI;
    8.0 * x * y + 4.0 * pi * radius * (x + y) + 4.0 * pi * radius * radius
}

impl Volume for SweptSphere {
    type Leaf<'t> = OneTriangle<'t>;

    #[inline(always)]
    fn ball(&self) -> (DVec3, f64) {
        (self.centre, self.ball)
    }

    fn kind(&self) -> SweptSphereKind {
        match self.rectangle {
            [0.0, 0.0] => SweptSphereKind::Point,
            [_, 0.0] => SweptSphereKind::Line,
            _ => SweptSphereKind::Rectangle,
        }
    }

    /// Looks along the axes of either box and along the line of centres.
    #[inline(always)]
    fn widest_gaps(
        a: [&SweptSphere; 2],
        b: [&SweptSphere; 2],
        turn: &DMat3,
        _rotation_error: f64,
        shift: DVec3,
        [pivot_a, pivot_b]: [DVec3; 2],
    ) -> WidestGaps {
        let columns = [
            LanesVec3::both(turn.x_axis),
            LanesVec3::both(turn.y_axis),
            LanesVec3::both(turn.z_axis),
        ];
        let turned =
            |v: LanesVec3| columns[0].scale(v.x) + columns[1].scale(v.y) + columns[2].scale(v.z);
        let pack = |v: [&SweptSphere; 2], part: fn(&SweptSphere) -> DVec3| {
            LanesVec3::new(part(v[0]), part(v[1]))
        };
        let number =
            |v: [&SweptSphere; 2], part: fn(&SweptSphere) -> f64| Lanes([part(v[0]), part(v[1])]);
        let axes = |v: [&SweptSphere; 2]| {
            [
                pack(v, |v| v.axes.x_axis),
                pack(v, |v| v.axes.y_axis),
                pack(v, |v| v.axes.z_axis),
            ]
        };
        let along = |axes: &[LanesVec3; 3], v: LanesVec3| LanesVec3 {
            x: axes[0].dot(v),
            y: axes[1].dot(v),
            z: axes[2].dot(v),
        };

        let lever_a = turned(pack(a, |v| v.centre) - LanesVec3::both(pivot_a));
        let lever_b = pack(b, |v| v.centre) - LanesVec3::both(pivot_b);
        let between = lever_b - (lever_a + LanesVec3::both(shift));
        let ([x, y, z], axes_b) = (axes(a), axes(b));
        let axes_a = [turned(x), turned(y), turned(z)];
        let (half_a, half_b) = (pack(a, |v| v.half), pack(b, |v| v.half));
        let (along_a, along_b) = (along(&axes_a, between), along(&axes_b, between));
        // cosines[i] holds axis i of a along the axes of b.
        let cosine = |axis: LanesVec3| along(&axes_b, axis).abs();
        let cosines = [cosine(axes_a[0]), cosine(axes_a[1]), cosine(axes_a[2])];
        let shadow_a =
            cosines[0].scale(half_a.x) + cosines[1].scale(half_a.y) + cosines[2].scale(half_a.z);
        let gaps_b = along_b.abs() - half_b - shadow_a;
        let shadow_b = LanesVec3 {
            x: cosines[0].dot(half_b),
            y: cosines[1].dot(half_b),
            z: cosines[2].dot(half_b),
        };
        let gaps_a = along_a.abs() - half_a - shadow_b;

        let distance = between.length();
        let inverse = Lanes::both(1.0) / distance.max(Lanes::both(f64::MIN_POSITIVE));
        let support = |along: LanesVec3, half: LanesVec3, v: [&SweptSphere; 2]| {
            let along = along.abs();
            let swept = along.x * number(v, |v| v.rectangle[0])
                + along.y * number(v, |v| v.rectangle[1])
                + number(v, |v| v.radius) * distance;
            along
                .dot(half)
                .min(swept)
                .min(number(v, |v| v.ball) * distance)
        };
        let mut gap =
            distance - (support(along_a, half_a, a) + support(along_b, half_b, b)) * inverse;
        let mut direction = between.scale(inverse);
        let mut offer = |candidate: Lanes, axis: LanesVec3, along: Lanes| {
            let wider = candidate - gap;
            let sign = along.if_positive(Lanes::both(1.0), Lanes::both(-1.0));
            gap = wider.if_positive(candidate, gap);
            direction.x = wider.if_positive(axis.x * sign, direction.x);
            direction.y = wider.if_positive(axis.y * sign, direction.y);
            direction.z = wider.if_positive(axis.z * sign, direction.z);
        };
        offer(gaps_b.x, axes_b[0], along_b.x);
        offer(gaps_b.y, axes_b[1], along_b.y);
        offer(gaps_b.z, axes_b[2], along_b.z);
        offer(gaps_a.x, axes_a[0], along_a.x);
        offer(gaps_a.y, axes_a[1], along_a.y);
        offer(gaps_a.z, axes_a[2], along_a.z);
        WidestGaps {
            gap,
            direction,
            lever_a,
            lever_b,
        }
    }
}

impl SweptSphere {
    /// The corner of the box that is furthest along `direction`.
    #[inline]
    pub(crate) fn corner(&self, direction: DVec3) -> crate::shape::Corner {
        let (corner, number) =
            crate::shape::cuboid_corner(self.half, self.axes.transpose() * direction);
        crate::shape::Corner {
            point: self.centre + self.axes * corner,
            number,
        }
    }
}
