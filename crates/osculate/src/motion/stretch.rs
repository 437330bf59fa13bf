//! A ball of a body over a stretch of time: where it is at both ends, and how far it goes between them.
//!
//! docs/decisions/small-motions.md has the proofs.

use super::{Motion, PivotPath, Pose, Rates};
use crate::numbers::rounding::{UNIT, length, sqrt, up};
use crate::numbers::span::Span;
use glam::{DMat3, DVec3};

/// A ball that a body carries, from the start of a span to its end. What is no number in a motion makes the errors, and
/// with them every bound, infinite or no number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallStretch {
    /// The body's rotations at the start and at the end.
    pub(crate) rotations: [DMat3; 2],
    /// How far either may be off.
    pub(crate) rotation_error: f64,
    /// Where the ball's centre is at the start.
    pub(crate) centre: DVec3,
    /// How far it goes from there to the end.
    pub(crate) way: DVec3,
    /// How far centre and way may be off together, at the ends and between them.
    pub(crate) error: f64,
    /// How far any point of the ball is at any instant from where it is at the start, at most, as that is known.
    pub(crate) travel: f64,
    /// The angle that the body turns by, at most.
    pub(crate) turn: f64,
    pub(crate) bent: Bent,
}

/// How far the ways of a ball's points are bent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bent {
    spin: DVec3,
    /// The largest angular speed.
    speed: f64,
    /// How far the spin may be from what it is said to be.
    slack: f64,
    /// An eighth of the square of the time, times the largest speed and reach.
    swing: f64,
    /// An eighth of the square of the time, times what the velocity of any point changes by but for its spin.
    bend: f64,
}

impl BallStretch {
    #[inline(always)]
    pub(crate) fn new<M: Motion + ?Sized>(
        motion: &M,
        span: Span,
        centre: DVec3,
        radius: f64,
    ) -> BallStretch {
        let (start, rates) = motion.pose_and_rates(span.start(), span);
        let end = motion.pose(span.end());
        let poses = [start.checked(), end.checked()];
        BallStretch::of(
            poses,
            &rates.checked(),
            &motion.path(),
            span,
            [centre.x, centre.y, centre.z, radius],
        )
    }

    #[inline(always)]
    fn of(
        [start, end]: [Pose; 2],
        rates: &Rates,
        path: &PivotPath,
        span: Span,
        [x, y, z, radius]: [f64; 4],
    ) -> BallStretch {
        let time = span.end() - span.start();
        let lever = DVec3::new(x, y, z) - path.pivot;
        let drift = path.drift + path.drift_low;
        let rotation_error = start.rotation_error.max(end.rotation_error);
        // From the pose to the real motion and from there to the nominal one that the rates are of, and back elsewhere.
        let off = 3.0 * start.offset_error.max(end.offset_error);

        let arm = length(lever);
        let gone = span.start() * drift;
        let centre = path.anchor + (gone + start.offset + start.rotation * lever);
        let way =
            time * drift + (end.offset - start.offset) + (end.rotation - start.rotation) * lever;
        // A product with a matrix errs by 5.2 units, all else by one or two each; a sum with nothing does not.
        let parts = length(gone) + length(start.offset) + arm;
        let anchored = if parts == 0.0 {
            0.0
        } else {
            length(path.anchor)
        };
        let moved = length(time * drift) + length(end.offset - start.offset) + 2.0 * arm;
        let error = off
            + 2.0 * rotation_error * arm
            + 16.0 * UNIT * (parts + moved)
            + 2.0 * UNIT * anchored;

        let reach = arm + radius;
        let speed = length(rates.spin) + rates.spin_error + rates.spin_acceleration * time;
        let slack = rates.spin_slack(time) + 8.0 * UNIT * length(rates.spin);
        let turn = up(speed * time);
        let velocity = length(drift + rates.velocity)
            + 4.0 * UNIT * (length(drift) + length(rates.velocity))
            + rates.velocity_error
            + 0.5 * rates.acceleration * time;
        // Never the square of the time, which underflows where a motion is so fast that it counts.
        let swing = turn * (time * reach);
        let bend = time * (time * (rates.acceleration + rates.spin_acceleration * reach));
        let mut stretch = BallStretch {
            rotations: [start.rotation, end.rotation],
            rotation_error,
            centre,
            way,
            error: up(error),
            travel: up(error + velocity * time) + up(turn * reach),
            turn,
            bent: Bent {
                spin: rates.spin,
                speed: up(speed),
                slack: up(slack),
                swing: up(0.125 * swing),
                bend: up(0.125 * bend),
            },
        };
        // A smaller or a larger number would hide what is none. What is infinite or none stays so in a sum, or becomes none.
        let turns = start.rotation + end.rotation;
        let sum = turns.x_axis + turns.y_axis + turns.z_axis + centre + way + rates.velocity;
        let known = sum.element_sum().is_finite();
        if !known {
            (stretch.error, stretch.travel) = (f64::INFINITY, f64::INFINITY);
        }
        stretch
    }
}

impl Bent {
    /// How far a point of the ball may be beyond both of its ends along any direction in between, at most.
    #[inline(always)]
    pub(crate) fn sag(&self) -> f64 {
        up(self.bend + self.speed * self.swing)
    }

    /// How far a point of the ball may be beyond both of its ends along the unit direction `n` in between, at most:
    /// `|n·X''| ≤ |offset''| + (|ω'| + |n×ω||ω|)·reach`, and what is bent by no more than that strays from its chord by an
    /// eighth of it times the square of the time.
    #[inline(always)]
    pub(crate) fn sag_along(&self, n: DVec3) -> f64 {
        up(self.bend + (length(n.cross(self.spin)) + self.slack) * self.swing)
    }
}

/// A unit quaternion of a rotation that is known as a matrix with an error ε: no further than `4·(ε + 4u)` from one of the
/// two of the real rotation, by docs/decisions/small-motions.md.
#[inline]
pub(crate) fn quaternion(m: &DMat3) -> [f64; 4] {
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    // Four times the square of each, of which the largest is one at least.
    let squares = [
        1.0 + x.x - y.y - z.z,
        1.0 - x.x + y.y - z.z,
        1.0 - x.x - y.y + z.z,
        1.0 + x.x + y.y + z.z,
    ];
    let mut largest = 3;
    for i in 0..3 {
        if squares[i] > squares[largest] {
            largest = i;
        }
    }
    let double = sqrt(squares[largest]);
    let share = 0.5 / double;
    let first = 0.5 * double;
    let sums = [y.z + z.y, z.x + x.z, x.y + y.x].map(|sum| sum * share);
    let differences = [y.z - z.y, z.x - x.z, x.y - y.x].map(|difference| difference * share);
    match largest {
        0 => [first, sums[2], sums[1], differences[0]],
        1 => [sums[2], first, sums[0], differences[1]],
        2 => [sums[1], sums[0], first, differences[2]],
        _ => [differences[0], differences[1], differences[2], first],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;
    use osculate_judge::seeded::Seeded;

    #[test]
    fn quaternions_are_those_of_their_matrices() {
        let random = &mut Seeded::new(5);
        for case in 0..2000 {
            let mut parts: [f64; 4] = core::array::from_fn(|_| random.real(-1.0, 1.0));
            // Half turns and quarter turns too.
            for part in parts.iter_mut().skip(case % 5) {
                *part = part.round();
            }
            let q = DQuat::from_array(parts);
            if q.length() < 0.1 {
                continue;
            }
            let q = q.normalize();
            let found = DQuat::from_array(quaternion(&DMat3::from_quat(q)));
            let off = (found - q).length().min((found + q).length());
            // The matrix is off by some 8 units.
            assert!(off <= 4.0 * 12.0 * UNIT, "{q:?}: {off:e}");
        }
    }
}
