//! The smallest ball around points, between two planes.

use super::{Volume, WidestGaps};
use crate::numbers::lanes::{Lanes, LanesVec3};
use crate::numbers::rounding::{UNIT, length, sqrt};
use glam::{DMat3, DVec3};

/// The smallest ball around some points, to within rounding (D2M, section VI-A), and two parallel planes that hold
/// them: a ball alone says little of a flat piece of surface. No point lies outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutBall {
    pub(crate) centre: DVec3,
    pub(crate) radius: f64,
    /// The planes' unit normal; zero if they would be no closer together than the radius.
    pub(crate) normal: DVec3,
    /// Where the planes are along the normal, from the centre.
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl CutBall {
    /// A ball without planes.
    pub(crate) fn ball(centre: DVec3, radius: f64) -> CutBall {
        CutBall {
            centre,
            radius,
            normal: DVec3::ZERO,
            low: -radius,
            high: radius,
        }
    }

    /// The same ball, between planes across `direction`, which may be of any length, if its points are flat that way.
    pub(crate) fn between_planes(self, direction: DVec3, points: &[DVec3]) -> CutBall {
        let size = direction.abs().max_element();
        if !(size > 0.0) {
            return self;
        }
        let normal = direction / size;
        let normal = normal / length(normal);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for &point in points {
            let at = normal.dot(point - self.centre);
            low = low.min(at);
            high = high.max(at);
        }
        // A difference and a product with a unit vector err by less than four units of the radius.
        let doubt = 8.0 * UNIT * self.radius;
        if !(high - low < self.radius) {
            return self;
        }
        CutBall {
            normal,
            low: low - doubt,
            high: high + doubt,
            ..self
        }
    }
}

/// What rounding takes from the square of a sine, at most. Near a sine of zero that is far less than what an error of a
/// rotation takes from it, which is added.
const SLANT: f64 = 1e-14;

/// Two spheres side by side, in the axes of the second: what is looked at along either one's normal.
pub(crate) struct Beside<'s> {
    a: &'s CutBall,
    b: &'s CutBall,
    /// From a's centre to b's.
    pub(crate) between: DVec3,
    /// The normals; zero where there are no planes.
    normals: [DVec3; 2],
    cosine: f64,
    sine: f64,
    /// A normal that is turned wrongly, or made longer, errs by that times the distances along it.
    wrongly: f64,
}

impl<'s> Beside<'s> {
    #[inline(always)]
    pub(crate) fn new(
        a: &'s CutBall,
        b: &'s CutBall,
        turn: &DMat3,
        rotation_error: f64,
        between: DVec3,
    ) -> Beside<'s> {
        let normals = [*turn * a.normal, b.normal];
        let cosine = normals[0].dot(normals[1]);
        Beside {
            a,
            b,
            between,
            normals,
            cosine,
            sine: sqrt((1.0 - cosine * cosine).max(0.0) + SLANT + 4.0 * rotation_error),
            wrongly: 2.0 * rotation_error,
        }
    }

    /// How far the points are apart along the normal of a, and the direction from a to b.
    #[inline(always)]
    pub(crate) fn along_a(&self) -> (f64, DVec3) {
        let (gap, sign) = self.gap(self.normals[0], self.a, self.b, -self.between);
        (gap, self.normals[0] * -sign)
    }

    /// How far the points are apart along the normal of b, and the direction from a to b.
    #[inline(always)]
    pub(crate) fn along_b(&self) -> (f64, DVec3) {
        let (gap, sign) = self.gap(self.normals[1], self.b, self.a, self.between);
        (gap, self.normals[1] * sign)
    }

    /// The gap along the normal `n` of `own`, and whether that is beyond the other in its sense. The other's points lie
    /// between planes and within a ball: along `n` they reach as far as those allow together.
    #[inline(always)]
    fn gap(&self, n: DVec3, own: &CutBall, other: &CutBall, between: DVec3) -> (f64, f64) {
        let sine = self.sine * other.radius;
        let ends = [self.cosine * other.low, self.cosine * other.high];
        // Comparisons and not `max`, which asks whether either is no number: then the ball is what holds, here too.
        let (lower, upper) = if ends[0] > ends[1] {
            (ends[1], ends[0])
        } else {
            (ends[0], ends[1])
        };
        let (low, high) = (lower - sine, upper + sine);
        let (low, high) = (
            if low > -other.radius {
                low
            } else {
                -other.radius
            },
            if high < other.radius {
                high
            } else {
                other.radius
            },
        );
        let along = n.dot(between);
        let (above, below) = (along + own.low - high, low - along - own.high);
        let (gap, sign) = if above > below {
            (above, 1.0)
        } else {
            (below, -1.0)
        };
        let far = own.radius + other.radius + gap.abs();
        (gap - self.wrongly * far, sign)
    }
}

impl Volume for CutBall {
    type Leaf<'t> = &'t [u32];

    #[inline(always)]
    fn ball(&self) -> (DVec3, f64) {
        (self.centre, self.radius)
    }

    /// Looks along the line of centres and along the normals.
    #[inline(always)]
    fn widest_gaps(
        a: [&CutBall; 2],
        b: [&CutBall; 2],
        turn: &DMat3,
        rotation_error: f64,
        shift: DVec3,
        [pivot_a, pivot_b]: [DVec3; 2],
    ) -> WidestGaps {
        let lever = |sphere: &CutBall| *turn * (sphere.centre - pivot_a);
        let lever_a = [lever(a[0]), lever(a[1])];
        let lever_b = [b[0].centre - pivot_b, b[1].centre - pivot_b];
        let widest = |i: usize| {
            let between = lever_b[i] - (lever_a[i] + shift);
            let distance = length(between);
            let mut best = (
                distance - (a[i].radius + b[i].radius),
                between / distance.max(f64::MIN_POSITIVE),
            );
            if best.0 <= 0.0 {
                let beside = Beside::new(a[i], b[i], turn, rotation_error, between);
                for candidate in [beside.along_a(), beside.along_b()] {
                    if candidate.0 > best.0 {
                        best = candidate;
                    }
                }
            }
            best
        };
        let (first, second) = (widest(0), widest(1));
        WidestGaps {
            gap: Lanes([first.0, second.0]),
            direction: LanesVec3::new(first.1, second.1),
            lever_a: LanesVec3::new(lever_a[0], lever_a[1]),
            lever_b: LanesVec3::new(lever_b[0], lever_b[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;
    use osculate_judge::seeded::Seeded;

    /// In [−1, 1).
    fn draw(state: &mut Seeded) -> f64 {
        state.real(-1.0, 1.0)
    }

    fn vector(state: &mut Seeded) -> DVec3 {
        DVec3::new(draw(state), draw(state), draw(state))
    }

    /// Points near a plane, and its normal, tilted a little.
    fn flat(state: &mut Seeded) -> (Vec<DVec3>, DVec3) {
        let turn = DQuat::from_xyzw(draw(state), draw(state), draw(state), draw(state)).normalize();
        let thickness = [0.0, 1e-9, 0.01, 0.3][state.below(4)];
        let points = (0..8).map(|_| turn * (vector(state) * DVec3::new(1.0, 0.7, thickness)));
        let points: Vec<DVec3> = points.collect();
        (points, turn * DVec3::Z + 0.1 * thickness * vector(state))
    }

    #[test]
    fn gaps_along_normals_are_no_wider_than_the_points_are_apart() {
        let mut state = Seeded::new(5);
        let mut positive = 0;
        for case in 0..20_000 {
            let ((a, along_a), (b, along_b)) = (flat(&mut state), flat(&mut state));
            let volume = |points: &[DVec3], along: DVec3| {
                CutBall::enclosing(points).between_planes(along, points)
            };
            let (sphere_a, sphere_b) = (volume(&a, along_a), volume(&b, along_b));
            // Nearly parallel half of the time: there the sine of the angle is what matters.
            let turn = if case % 2 == 0 {
                DQuat::from_rotation_arc(
                    sphere_a.normal,
                    sphere_b.normal * [1.0, -1.0][case / 2 % 2],
                )
            } else {
                DQuat::from_xyzw(draw(&mut state), draw(&mut state), draw(&mut state), 1.0)
            };
            if sphere_a.normal == DVec3::ZERO || sphere_b.normal == DVec3::ZERO {
                continue;
            }
            let turn = DMat3::from_quat(turn.normalize());
            let shift = 1.5 * vector(&mut state);
            let between = sphere_b.centre - (turn * sphere_a.centre + shift);
            let beside = Beside::new(&sphere_a, &sphere_b, &turn, 1e-15, between);
            for (gap, n) in [beside.along_a(), beside.along_b()] {
                let most = |from: f64, x: f64| from.max(x);
                let least = |from: f64, x: f64| from.min(x);
                let end = a
                    .iter()
                    .map(|&x| n.dot(turn * x + shift))
                    .fold(f64::NEG_INFINITY, most);
                let start = b.iter().map(|&x| n.dot(x)).fold(f64::INFINITY, least);
                assert!(
                    gap <= start - end + 1e-13,
                    "{case}: {gap} > {}",
                    start - end
                );
                positive += usize::from(gap > 0.0);
            }
        }
        assert!(positive > 5_000, "{positive}");
    }
}
