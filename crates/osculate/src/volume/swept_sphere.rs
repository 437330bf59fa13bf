//! A ball swept over a point, a segment or a rectangle, with the box and the ball around the same points.

use crate::rounding::{UNIT, length, sqrt, up};
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
    /// Fits volumes around points, in axes that are orthonormal to within rounding.
    pub(crate) fn fit(points: impl Iterator<Item = DVec3> + Clone, axes: DMat3) -> SweptSphere {
        let mut low = DVec3::INFINITY;
        let mut high = DVec3::NEG_INFINITY;
        let inverse = axes.transpose();
        for point in points.clone() {
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
        let local = points.map(|point| (inverse * (point - centre)).abs());

        let (mut half, mut ball, mut across) = (DVec3::ZERO, 0.0_f64, 0.0_f64);
        for point in local.clone() {
            half = half.max(point);
            ball = ball.max(point.dot(point));
            across = across.max(point.y * point.y + point.z * point.z);
        }
        let (ball, across) = (sqrt(ball), sqrt(across));
        let radius_over = |sides: [f64; 2]| {
            let generator = DVec3::new(sides[0], sides[1], 0.0);
            let most = local.clone().fold(0.0_f64, |most, point| {
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

    /// What the sphere is swept over.
    pub fn kind(&self) -> SweptSphereKind {
        match self.rectangle {
            [0.0, 0.0] => SweptSphereKind::Point,
            [_, 0.0] => SweptSphereKind::Line,
            _ => SweptSphereKind::Rectangle,
        }
    }

    /// The centre of all three volumes.
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// The radius of the ball around the points.
    pub fn ball_radius(&self) -> f64 {
        self.ball
    }

    /// How far a point of the volume is from `origin`, at most.
    pub(crate) fn reach_from(&self, origin: DVec3) -> f64 {
        up(length(self.centre - origin) + self.ball)
    }
}

/// The surface of a sphere of this radius swept over a rectangle with these half sides.
fn area([x, y]: [f64; 2], radius: f64) -> f64 {
    let pi = core::f64::consts::PI;
    8.0 * x * y + 4.0 * pi * radius * (x + y) + 4.0 * pi * radius * radius
}

/// Two volumes as the second one sees them, at an instant.
pub(crate) struct Placed {
    /// From a's centre to b's, in b's axes.
    pub(crate) between: DVec3,
    /// From a's pivot to a's centre.
    pub(crate) lever_a: DVec3,
    /// From b's pivot to b's centre.
    pub(crate) lever_b: DVec3,
    axes_a: DMat3,
}

impl Placed {
    /// Places `a` by `x ↦ turn·(x − pivot_a) + shift`; b stays, its pivot in the origin.
    #[inline(always)]
    pub(crate) fn new(
        a: &SweptSphere,
        b: &SweptSphere,
        turn: &DMat3,
        shift: DVec3,
        pivot_a: DVec3,
        pivot_b: DVec3,
    ) -> Placed {
        let lever_a = *turn * (a.centre - pivot_a);
        let lever_b = b.centre - pivot_b;
        Placed { between: lever_b - (lever_a + shift), lever_a, lever_b, axes_a: *turn * a.axes }
    }

    /// The largest gap found among a few directions (the axes of either box, the line of centres), and that
    /// direction, from a to b. The true gap along it is smaller by rounding at most, relative to the volumes' distance
    /// from their pivots; the direction has unit length to within a few units.
    #[inline(always)]
    pub(crate) fn widest_gap(&self, a: &SweptSphere, b: &SweptSphere) -> (f64, DVec3) {
        let along_b = b.axes.transpose() * self.between;
        let along_a = self.axes_a.transpose() * self.between;
        // cosines.col(i)[j] = axis i of a · axis j of b.
        let cosines = b.axes.transpose() * self.axes_a;
        let (c0, c1, c2) = (cosines.x_axis.abs(), cosines.y_axis.abs(), cosines.z_axis.abs());
        let gaps_b = along_b.abs() - b.half - (c0 * a.half.x + c1 * a.half.y + c2 * a.half.z);
        let shadow = DVec3::new(c0.dot(b.half), c1.dot(b.half), c2.dot(b.half));
        let gaps_a = along_a.abs() - a.half - shadow;

        let distance = length(self.between);
        let inverse = 1.0 / distance.max(f64::MIN_POSITIVE);
        let support = |along: DVec3, volume: &SweptSphere| {
            let along = along.abs();
            let boxed = along.dot(volume.half);
            let swept = along.x * volume.rectangle[0] + along.y * volume.rectangle[1] + volume.radius * distance;
            boxed.min(swept).min(volume.ball * distance)
        };
        let mut gap = distance - (support(along_a, a) + support(along_b, b)) * inverse;
        let mut direction = self.between * inverse;
        for i in 0..3 {
            if gaps_b[i] > gap {
                gap = gaps_b[i];
                direction = b.axes.col(i) * along_b[i].signum();
            }
            if gaps_a[i] > gap {
                gap = gaps_a[i];
                direction = self.axes_a.col(i) * along_a[i].signum();
            }
        }
        (gap, direction)
    }
}
