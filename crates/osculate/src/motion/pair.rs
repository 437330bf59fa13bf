//! Two bodies' poses and rates.

use super::{ConstantVelocity, Motion, PivotPath, Pose, Rates};
use crate::numbers::double::two_sum;
use crate::numbers::rounding::{UNIT, any_length, length, up};
use crate::numbers::span::Span;
use glam::{DMat3, DVec3};

/// The difference of two paths: `anchor + t·drift`, each a high and a low part.
#[derive(Clone, Copy)]
struct PathDifference {
    anchor: [DVec3; 2],
    drift: [DVec3; 2],
    /// About how long the high parts are.
    lengths: [f64; 2],
}

impl PathDifference {
    #[inline(always)]
    fn new(a: &PivotPath, b: &PivotPath) -> PathDifference {
        let anchor = difference(a.anchor, b.anchor);
        let mut drift = difference(a.drift, b.drift);
        drift[1] += a.drift_low - b.drift_low;
        let lengths = [length(anchor[0]), length(drift[0])];
        PathDifference {
            anchor,
            drift,
            lengths,
        }
    }

    /// How far the drift of these paths may be off.
    #[inline(always)]
    fn drift_error(&self, a: &PivotPath, b: &PivotPath) -> f64 {
        // The difference of the low parts rounds by a unit of it, and so does the sum. Where they are not small beside the high part,
        // both may cancel, and leave less than either: then this is no unit of the velocity.
        let low = (a.drift_low.abs() + b.drift_low.abs()).element_sum();
        if low > 1e-9 * self.lengths[1] {
            4.0 * UNIT * low
        } else {
            0.0
        }
    }

    /// From b's pivot to a's at time `t`, and how far that may be off.
    #[inline(always)]
    fn at(&self, t: f64, a: &Pose, b: &Pose) -> (DVec3, f64) {
        let travelled = t * self.drift[0];
        let low = self.anchor[1] + t * self.drift[1] + (a.offset - b.offset);
        let offset = (self.anchor[0] + travelled) + low;
        // Four units of the lengths at hand: the sum of vectors is no longer than that of their lengths.
        let own = if a.offset == DVec3::ZERO && b.offset == DVec3::ZERO {
            0.0
        } else {
            length(a.offset) + length(b.offset)
        };
        let parts = self.lengths[0] + t.abs() * self.lengths[1] + own;
        let error = 4.0 * UNIT * parts + a.offset_error + b.offset_error;
        (offset, error)
    }
}

/// The difference of two vectors: a high and a low part.
#[inline(always)]
fn difference(p: DVec3, q: DVec3) -> [DVec3; 2] {
    let (x, y, z) = (two_sum(p.x, -q.x), two_sum(p.y, -q.y), two_sum(p.z, -q.z));
    [
        DVec3::new(x.high, y.high, z.high),
        DVec3::new(x.low, y.low, z.low),
    ]
}

/// What is computed of two motions, seen through where both are what most bodies move by.
///
/// Queries are compiled once, for any motions. A call through a table costs little beside what most motions compute; but of constant
/// velocities much is zero or not asked for, and what the compiler sees of that it leaves out.
macro_rules! of_both {
    ($self:ident, |$a:ident, $b:ident| $computed:expr) => {
        match $self.constant {
            Some([$a, $b]) => $computed,
            None => {
                let ($a, $b) = ($self.a, $self.b);
                $computed
            }
        }
    };
}

/// Two motions: the one place where two bodies are posed and their rates are taken together. [`RelativeMotion`] is what
/// meshes make of it, [`PairRates`] what hulls do.
///
/// [`RelativeMotion`]: super::RelativeMotion
pub(crate) struct PairMotion<'m> {
    a: &'m dyn Motion,
    b: &'m dyn Motion,
    /// Both, if they are such.
    constant: Option<[&'m ConstantVelocity; 2]>,
    pub(crate) path_a: PivotPath,
    pub(crate) path_b: PivotPath,
    difference: PathDifference,
    /// Whether all rotations of both are certainly numbers.
    numbers: bool,
}

/// Both bodies at an instant, seen from b's pivot: a point `x` of a is at `offset + rotation_a·(x − pivot_a)`, one of b at
/// `rotation_b·(x − pivot_b)`, in the world's axes.
#[derive(Clone, Copy, Default)]
pub(crate) struct PairPose {
    pub(crate) rotation_a: DMat3,
    pub(crate) rotation_b: DMat3,
    /// From b's pivot to a's.
    pub(crate) offset: DVec3,
    pub(crate) offset_error: f64,
    /// How far the rotation of either body may be off.
    pub(crate) rotation_errors: [f64; 2],
    /// How far the two rotations may be off, together: neither product of one with the other is further. For
    /// `‖B'ᵀA' − BᵀA‖ ≤ ‖B' − B‖·‖A'‖ + ‖A' − A‖`, and a matrix that is off by e is no longer than 1 + e: the sum of both
    /// errors and their product.
    pub(crate) rotation_error: f64,
}

/// Where a's pivot is as seen from b's at an instant, and the errors of a pose there.
#[derive(Clone, Copy)]
pub(crate) struct PairPlace {
    pub(crate) offset: DVec3,
    pub(crate) offset_error: f64,
    pub(crate) rotation_error: f64,
}

impl PairPose {
    #[inline(always)]
    pub(crate) fn place(&self) -> PairPlace {
        PairPlace {
            offset: self.offset,
            offset_error: self.offset_error,
            rotation_error: self.rotation_error,
        }
    }
}

/// How fast a's pivot moves as seen from b's, from an instant to the end of a span.
#[derive(Clone, Copy)]
pub(crate) struct PairVelocity {
    /// At that instant.
    pub(crate) velocity: DVec3,
    /// How far it may be off there.
    pub(crate) error: f64,
    /// How fast it may change.
    pub(crate) acceleration: f64,
}

impl PairVelocity {
    /// How far the velocity may be from that of the instant during a time.
    #[inline(always)]
    pub(crate) fn slack(&self, time: f64) -> f64 {
        up(self.error + self.acceleration * time)
    }
}

/// How fast both bodies move, from an instant to the end of a span.
#[derive(Clone, Copy, Default)]
pub(crate) struct PairRates {
    /// The velocity of a's pivot as seen from b's.
    pub(crate) velocity: DVec3,
    /// How far the velocity may be from that.
    pub(crate) velocity_slack: f64,
    /// The spins of a and of b.
    pub(crate) spin: [DVec3; 2],
    /// How far the spins may be from those.
    pub(crate) slack: [f64; 2],
    pub(crate) acceleration: f64,
    pub(crate) spin_acceleration: [f64; 2],
    /// How long all this holds.
    pub(crate) time: f64,
    /// The angular speeds, at most.
    pub(crate) speed: [f64; 2],
    /// The difference of the spins, at most.
    pub(crate) relative: f64,
    /// The product of the spins, `|ω_a×ω_b|`, at most.
    pub(crate) twist: f64,
    /// The velocity across either spin, at most.
    pub(crate) across: [f64; 2],
}

/// 0 if all entries of a rotation are numbers, else NaN: nothing is proven with a pose that is none.
#[inline(never)]
fn unknown(rotation: DMat3) -> f64 {
    0.0 * (rotation.x_axis + rotation.y_axis + rotation.z_axis).element_sum()
}

impl<'m> PairMotion<'m> {
    #[inline(always)]
    pub(crate) fn new(a: &'m dyn Motion, b: &'m dyn Motion) -> Self {
        match (a.as_constant_velocity(), b.as_constant_velocity()) {
            (Some(p), Some(q)) => PairMotion {
                a,
                b,
                constant: Some([p, q]),
                path_a: *p.pivot_path(),
                path_b: *q.pivot_path(),
                difference: PathDifference::new(p.pivot_path(), q.pivot_path()),
                numbers: true,
            },
            _ => PairMotion::of_any(a, b),
        }
    }

    /// Of motions that are not seen through.
    #[inline(never)]
    fn of_any(a: &'m dyn Motion, b: &'m dyn Motion) -> Self {
        let (path_a, path_b) = (a.path(), b.path());
        PairMotion {
            a,
            b,
            constant: None,
            path_a,
            path_b,
            difference: PathDifference::new(&path_a, &path_b),
            numbers: a.rotations_are_numbers() && b.rotations_are_numbers(),
        }
    }

    /// The bodies at time `t`.
    #[inline(always)]
    pub(crate) fn pose(&self, t: f64) -> PairPose {
        of_both!(self, |a, b| self.posed(t, a.pose(t), b.pose(t)))
    }

    /// The bodies at time `t`, and the rates of either from there to `end`.
    #[inline(always)]
    pub(crate) fn pose_and_rates(&self, t: f64, end: f64) -> (PairPose, [Rates; 2]) {
        let rest = rest(t, end);
        of_both!(self, |a, b| self.moved(a, b, t, rest))
    }

    /// The bodies at time `t`, and bounds on the velocities from there to `end`.
    #[inline(always)]
    pub(crate) fn pose_and_pair_rates(&self, t: f64, end: f64) -> (PairPose, PairRates) {
        let rest = rest(t, end);
        of_both!(self, |a, b| {
            let (pose, rates) = self.moved(a, b, t, rest);
            (pose, self.rates_of(&rates, end - t))
        })
    }

    #[inline(always)]
    fn moved<A: Motion + ?Sized, B: Motion + ?Sized>(
        &self,
        a: &A,
        b: &B,
        t: f64,
        rest: Span,
    ) -> (PairPose, [Rates; 2]) {
        let (pose_a, rates_a) = a.pose_and_rates(t, rest);
        let (pose_b, rates_b) = b.pose_and_rates(t, rest);
        let rates = [rates_a.checked(), rates_b.checked()];
        (self.posed(t, pose_a, pose_b), rates)
    }

    /// Two poses as one. Where an error is none, nothing is known.
    #[inline(always)]
    pub(crate) fn posed(&self, t: f64, mut a: Pose, mut b: Pose) -> PairPose {
        let doubtful = a.doubtful_errors(&b);
        if doubtful {
            (a, b) = (a.checked(), b.checked());
        }
        let (offset, offset_error) = self.difference.at(t, &a, &b);
        let rotation_errors = [a.rotation_error, b.rotation_error];
        let [error_a, error_b] = rotation_errors;
        let mut rotation_error = error_a + error_b + error_a * error_b;
        // An error that is infinite, times none, is no number.
        if doubtful && rotation_error.is_nan() {
            rotation_error = f64::INFINITY;
        }
        if !self.numbers {
            rotation_error += unknown(a.rotation) + unknown(b.rotation);
        }
        PairPose {
            rotation_a: a.rotation,
            rotation_b: b.rotation,
            offset,
            offset_error,
            rotation_errors,
            rotation_error,
        }
    }

    /// How far a's pivot is from b's at time `t`, about.
    #[inline(always)]
    pub(crate) fn distance(&self, t: f64) -> f64 {
        of_both!(self, |a, b| length(
            self.difference.at(t, &a.pose(t), &b.pose(t)).0
        ))
    }

    /// The part of the pose at time `t` that asks for no rotation: where motions can be seen through, none is computed.
    #[inline(always)]
    pub(crate) fn place_at(&self, t: f64) -> PairPlace {
        of_both!(self, |a, b| self.posed(t, a.pose(t), b.pose(t)).place())
    }

    /// The same, with bounds on the velocity of a's pivot as seen from b's from `t` to `end`.
    #[inline(always)]
    pub(crate) fn place_and_velocity(&self, t: f64, end: f64) -> (PairPlace, PairVelocity) {
        let rest = rest(t, end);
        of_both!(self, |a, b| {
            let (pose, rates) = self.moved(a, b, t, rest);
            (pose.place(), self.velocity(&rates))
        })
    }

    /// b's pivot in the world, for reporting points. Where motions can be seen through, no rotation is computed for it.
    #[inline]
    pub(crate) fn origin(&self, t: f64) -> DVec3 {
        let offset = of_both!(self, |_a, b| b.pose(t).offset);
        self.path_b.anchor + t * self.path_b.drift + offset
    }

    /// How fast a's pivot moves as seen from b's, of the rates of both bodies.
    #[inline(always)]
    pub(crate) fn velocity(&self, [a, b]: &[Rates; 2]) -> PairVelocity {
        let own = a.velocity - b.velocity;
        let drift = self.difference.drift;
        // Drift and own velocity may cancel, and leave the rounding of either. The sum itself is off by a unit of its length.
        let cancelled = if own == DVec3::ZERO {
            0.0
        } else {
            4.0 * UNIT * (self.difference.lengths[1] + length(own))
        };
        let drift_error = self.difference.drift_error(&self.path_a, &self.path_b);
        PairVelocity {
            velocity: drift[0] + (drift[1] + own),
            error: a.velocity_error + b.velocity_error + cancelled + drift_error,
            acceleration: a.acceleration + b.acceleration,
        }
    }

    /// Bounds on the velocities from `t` to `end`.
    #[inline]
    pub(crate) fn rates(&self, t: f64, end: f64) -> PairRates {
        let rest = rest(t, end);
        of_both!(self, |a, b| {
            self.rates_of(&[a.rates(rest).checked(), b.rates(rest).checked()], end - t)
        })
    }

    /// Bounds on the velocities during a time, of the rates of both bodies.
    #[inline]
    fn rates_of(&self, rates: &[Rates; 2], time: f64) -> PairRates {
        let time = time.max(0.0);
        let velocity = self.velocity(rates);
        let [a, b] = rates;
        let slack = |rates: &Rates| rates.spin_slack(time) + 8.0 * UNIT * length(rates.spin);
        let size = length(velocity.velocity);
        let rates = PairRates {
            velocity: velocity.velocity,
            velocity_slack: velocity.slack(time) + 2.0 * UNIT * size,
            spin: [a.spin, b.spin],
            slack: [slack(a), slack(b)],
            acceleration: up(velocity.acceleration),
            spin_acceleration: [a.spin_acceleration, b.spin_acceleration],
            time: up(time),
            ..PairRates::default()
        };
        rates.with_products()
    }
}

/// From `t` to the end of a span.
#[inline(always)]
fn rest(t: f64, end: f64) -> Span {
    Span::part(t, end.max(t))
}

impl PairRates {
    /// With what follows from the spins and the velocity.
    fn with_products(self) -> PairRates {
        let PairRates {
            velocity,
            spin,
            slack,
            ..
        } = self;
        let sizes = [length(spin[0]), length(spin[1])];
        let size = length(velocity);
        let across = |body: usize| {
            let product = any_length(velocity.cross(spin[body])) + slack[body] * size;
            // The direction of a spin whose slack is x of it is off by x + x³ at most. Of a millionth, x³ is nothing; of more, nothing
            // is made use of.
            let across = if sizes[body] > 1e6 * slack[body] {
                (product / sizes[body]).min(size)
            } else {
                size
            };
            up(across + self.velocity_slack)
        };
        PairRates {
            speed: [up(sizes[0] + slack[0]), up(sizes[1] + slack[1])],
            relative: up(length(spin[1] - spin[0]) + slack[0] + slack[1]),
            twist: up(length(spin[0].cross(spin[1]))
                + slack[0] * (sizes[1] + slack[1])
                + slack[1] * sizes[0]),
            across: [across(0), across(1)],
            ..self
        }
    }

    /// How fast points at these distances from the pivots close in on each other, at most.
    pub(crate) fn fastest(&self, reaches: [f64; 2]) -> f64 {
        let turning = self.speed[0] * reaches[0] + self.speed[1] * reaches[1];
        up(length(self.velocity) + self.velocity_slack + turning)
    }

    /// The same, with a body that does not turn.
    pub(crate) fn without_spin(mut self, body: usize) -> PairRates {
        (self.spin[body], self.slack[body]) = (DVec3::ZERO, 0.0);
        self.with_products()
    }

    /// Whether the velocities never change.
    pub(crate) fn steady(&self) -> bool {
        self.acceleration == 0.0 && self.spin_acceleration == [0.0; 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stands still, and says so with these errors.
    struct Stated(f64, f64);

    impl Motion for Stated {
        fn pose(&self, _: f64) -> Pose {
            Pose {
                rotation: DMat3::IDENTITY,
                offset: DVec3::ZERO,
                rotation_error: self.0,
                offset_error: self.1,
            }
        }

        fn rates(&self, _: Span) -> Rates {
            Rates::default()
        }
    }

    #[test]
    fn errors_that_are_none_are_infinite() {
        let exact = Stated(0.0, 0.0);
        for none in [-1.0, f64::NAN, -f64::NAN, f64::NEG_INFINITY] {
            for broken in [Stated(none, 0.0), Stated(0.0, none)] {
                for pose in [
                    PairMotion::new(&broken, &exact).pose(0.0),
                    PairMotion::new(&exact, &broken).pose(0.0),
                ] {
                    assert_eq!(pose.rotation_error, f64::INFINITY, "{none}");
                    assert_eq!(pose.offset_error, f64::INFINITY, "{none}");
                }
            }
        }
        let vague = Stated(f64::INFINITY, 0.0);
        let pose = PairMotion::new(&exact, &vague).pose(0.0);
        assert_eq!(pose.rotation_error, f64::INFINITY);
        let zeros = Stated(-0.0, -0.0);
        let pose = PairMotion::new(&exact, &zeros).pose(0.0);
        assert_eq!([pose.rotation_error, pose.offset_error], [0.0; 2]);
    }
}
