//! The motion of one body as another sees it, and how fast a gap between them can close.
//!
//! All bounds come from one formula. Let a frame turn at the constant rate Ω, its origin with b's pivot. With
//! `y = R_a(x − pivot_a)`, `d` from b's pivot to a's, and `w = ω_a − Ω`, a point of a moves in that frame by
//!
//! ```text
//! Z'  = d' − Ω×d + w×y
//! Z'' = d'' − 2Ω×d' + Ω×(Ω×d) + ω_a'×y + (w×Ω)×y + w×(w×y)
//! ```
//!
//! and a point of b likewise, without `d`. Along a direction `n` that is fixed in the frame, the gap after a time `h`
//! is therefore at least `gap − rate·h − ½·curvature·h²`. Ω = 0 is the world; with Ω = ω_b, b stands still.

use super::{Motion, Path, Rates};
use crate::double::{Double, two_sum};
use crate::rounding::{UNIT, length, sqrt, up};
use crate::span::Span;
use glam::{DMat3, DVec3};

/// Two motions, prepared for one query.
pub(crate) struct RelativeMotion<'m, A: ?Sized, B: ?Sized> {
    a: &'m A,
    b: &'m B,
    path_a: Path,
    path_b: Path,
    /// From b's anchor to a's, and the difference of their drifts; high and low parts.
    anchor: [DVec3; 2],
    drift: [DVec3; 2],
    end: f64,
    /// How far the points of each body are from its pivot, at most.
    reach_a: f64,
    reach_b: f64,
}

/// Both bodies at one instant, seen from b's pivot: a point `x` of a is at `offset + rotation_a·(x − pivot_a)`, one of
/// b at `rotation_b·(x − pivot_b)`, in the world's axes.
pub(crate) struct Instant {
    pub(crate) t: f64,
    /// The time left, rounded up.
    pub(crate) remaining: f64,
    pub(crate) rotation_a: DMat3,
    pub(crate) rotation_b: DMat3,
    pub(crate) offset: DVec3,
    /// How far the difference of a point of a and a point of b may be off, at most, as posed above.
    pub(crate) error: f64,
    /// The frames in which triangle pairs are advanced: the world, and the two bodies where they turn.
    pub(crate) frames: [Frame; 3],
    pub(crate) frame_count: usize,
    /// a as b sees it: `turn·(x − pivot_a) + shift` in b's axes.
    pub(crate) turn: DMat3,
    pub(crate) shift: DVec3,
    /// Likewise `error` for the difference of points in b's axes, with the arithmetic on volumes included.
    pub(crate) volume_error: f64,
    /// The frame in which volume pairs are advanced, in b's axes.
    pub(crate) volume_frame: Frame,
    /// The world, in b's axes: for the directional bound, which holds for any length of time.
    pub(crate) volume_world: Frame,
}

/// A body's turning, seen from a frame that turns at a constant rate.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turning {
    spin: DVec3,
    /// How far the spin may be from that during the rest of the span.
    slack: f64,
    /// The largest angular speed.
    speed: f64,
    /// The largest |ω' + w×Ω|.
    twist: f64,
}

/// A frame that turns at a constant rate, and the rates of both bodies in it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The velocity of a's pivot.
    velocity: DVec3,
    pub(crate) a: Turning,
    pub(crate) b: Turning,
    /// What rounding and the motions' own errors may add to a rate.
    rate_error: f64,
    /// How fast the velocity of a's pivot may change.
    bend: f64,
}

impl Turning {
    fn new(rates: &Rates, frame: DVec3, remaining: f64) -> Turning {
        let spin = rates.spin - frame;
        let slack = up(rates.spin_error + rates.spin_acceleration * remaining) + UNIT * length(spin);
        let twist = length(spin.cross(frame)) + slack * length(frame) + rates.spin_acceleration;
        Turning { spin, slack, speed: up(length(spin) + slack), twist: up(twist) }
    }

    fn turned(self, rotation: &DMat3) -> Turning {
        Turning { spin: *rotation * self.spin, ..self }
    }

    /// The speed along the unit direction `n` of a point at distance 1 from the pivot, at most.
    #[inline(always)]
    fn sweep(&self, n: DVec3) -> f64 {
        length(n.cross(self.spin)) + self.slack
    }
}

impl Frame {
    /// How fast points within `radius` of `a` and `b` (levers from their pivots) close in along the unit direction
    /// `n`, from a to b: the rate now, and its change, at most.
    #[inline(always)]
    pub(crate) fn closing(&self, n: DVec3, a: DVec3, radius_a: f64, b: DVec3, radius_b: f64) -> (f64, f64) {
        let (sweep_a, sweep_b) = (self.a.sweep(n), self.b.sweep(n));
        let rate = n.dot(self.velocity + self.a.spin.cross(a) - self.b.spin.cross(b))
            + (sweep_a * radius_a + sweep_b * radius_b + self.rate_error);
        let curvature = (sweep_a * self.a.speed + self.a.twist) * (length(a) + radius_a)
            + (sweep_b * self.b.speed + self.b.twist) * (length(b) + radius_b)
            + self.bend;
        (rate, up(curvature))
    }

    /// How fast they close in at any time of the rest of the span, at most (lemmas 4.1 and 4.2); in the world only.
    #[inline(always)]
    pub(crate) fn closing_ever(&self, n: DVec3, reach_a: f64, reach_b: f64, remaining: f64) -> f64 {
        n.dot(self.velocity)
            + (self.a.sweep(n) * reach_a + self.b.sweep(n) * reach_b + self.rate_error + up(self.bend * remaining))
    }

    /// The velocities along `n` of one point of a and one of b, given by their levers.
    #[inline(always)]
    pub(crate) fn speed_a(&self, n: DVec3, lever: DVec3) -> f64 {
        n.dot(self.velocity + self.a.spin.cross(lever))
    }

    /// See [`Frame::speed_a`].
    #[inline(always)]
    pub(crate) fn speed_b(&self, n: DVec3, lever: DVec3) -> f64 {
        n.dot(self.b.spin.cross(lever))
    }

    /// The change of the rate along `n`, at most, for points within these distances of the pivots.
    #[inline(always)]
    pub(crate) fn curvature(&self, n: DVec3, reach_a: f64, reach_b: f64) -> f64 {
        up((self.a.sweep(n) * self.a.speed + self.a.twist) * reach_a
            + (self.b.sweep(n) * self.b.speed + self.b.twist) * reach_b
            + self.bend)
    }

    /// What a rate computed from this frame may be too small by.
    #[inline(always)]
    pub(crate) fn rate_error(&self) -> f64 {
        self.rate_error
    }

    /// The distance to a's (b's) axis of rotation, at most, for a ball given by its lever.
    #[inline(always)]
    pub(crate) fn reach(turning: &Turning, lever: DVec3, radius: f64) -> f64 {
        let square = lever.dot(lever);
        if turning.twist > 0.0 || turning.slack > 1e-9 * turning.speed {
            return up(sqrt(square)) + radius;
        }
        let along = turning.spin.dot(lever);
        let scale = turning.speed * turning.speed;
        if scale == 0.0 {
            return 0.0;
        }
        // Cancellation under the root costs at most √u of the lever.
        sqrt((square - along * along / scale).max(0.0)) + 1e-7 * sqrt(square) + radius
    }

    fn turned(&self, rotation: &DMat3) -> Frame {
        Frame {
            velocity: *rotation * self.velocity,
            a: self.a.turned(rotation),
            b: self.b.turned(rotation),
            ..*self
        }
    }

    /// A rough measure of how much is lost to this frame over a time: for choosing among sound ones.
    fn cost(&self, reach_a: f64, reach_b: f64, time: f64) -> f64 {
        let curvature = (self.a.speed * self.a.speed + self.a.twist) * reach_a
            + (self.b.speed * self.b.speed + self.b.twist) * reach_b
            + self.bend;
        length(self.velocity) + self.a.speed * reach_a + self.b.speed * reach_b + 0.5 * time * curvature
    }
}

/// The largest `h`, rounded down, with `gap − rate·h − ½·curvature·h² ≥ 0` on all of `[0, h]`; `gap` is positive.
#[inline(always)]
pub(crate) fn step(gap: f64, rate: f64, curvature: f64) -> f64 {
    if rate <= 0.0 && curvature == 0.0 {
        return f64::INFINITY;
    }
    let root = sqrt(rate * rate + 2.0 * curvature * gap);
    let h = if rate > 0.0 { 2.0 * gap / (rate + root) } else { (root - rate) / curvature };
    h * (1.0 - 16.0 * UNIT)
}

impl<'m, A: Motion + ?Sized, B: Motion + ?Sized> RelativeMotion<'m, A, B> {
    /// Prepares two motions up to the time `end`; the reaches are those of all points from the bodies' pivots.
    pub(crate) fn new(a: &'m A, b: &'m B, end: f64, reach_a: f64, reach_b: f64) -> Self {
        let (path_a, path_b) = (a.path(), b.path());
        let difference = |x: DVec3, y: DVec3| {
            let parts: [Double; 3] = core::array::from_fn(|i| two_sum(x[i], -y[i]));
            [DVec3::from_array(parts.map(|p| p.high)), DVec3::from_array(parts.map(|p| p.low))]
        };
        let anchor = difference(path_a.anchor, path_b.anchor);
        let mut drift = difference(path_a.drift, path_b.drift);
        drift[1] += path_a.drift_low - path_b.drift_low;
        RelativeMotion { a, b, path_a, path_b, anchor, drift, end, reach_a, reach_b }
    }

    pub(crate) fn pivot_a(&self) -> DVec3 {
        self.path_a.pivot
    }

    pub(crate) fn pivot_b(&self) -> DVec3 {
        self.path_b.pivot
    }

    /// b's pivot in the world, for reporting points.
    pub(crate) fn origin(&self, t: f64) -> DVec3 {
        self.path_b.anchor + t * self.path_b.drift + self.b.pose(t).offset
    }

    /// The bodies at time `t`.
    pub(crate) fn at(&self, t: f64) -> Instant {
        let (pose_a, pose_b) = (self.a.pose(t), self.b.pose(t));
        let remaining = (self.end - t).max(0.0).next_up();
        let rest = Span::part(t, self.end.max(t));
        let (rates_a, rates_b) = (self.a.rates(rest), self.b.rates(rest));

        let travelled = t * self.drift[0];
        let low = self.anchor[1] + t * self.drift[1] + (pose_a.offset - pose_b.offset);
        let offset = (self.anchor[0] + travelled) + low;
        let parts = self.anchor[0].abs() + travelled.abs() + pose_a.offset.abs() + pose_b.offset.abs();
        let far = length(offset);
        let offset_error = 4.0 * UNIT * length(parts) + pose_a.offset_error + pose_b.offset_error;

        // A matrix times a vector errs by 3√3 units of its length, the subtraction of the pivot and the sum by one each.
        let (reach_a, reach_b) = (self.reach_a, self.reach_b);
        let error = up((pose_a.rotation_error + 8.0 * UNIT) * reach_a
            + (pose_b.rotation_error + 8.0 * UNIT) * reach_b
            + offset_error
            + 2.0 * UNIT * far);
        let volume_error = up((pose_a.rotation_error + pose_b.rotation_error) * (reach_a + far)
            + pose_b.rotation_error * reach_b
            + offset_error
            + 48.0 * UNIT * (reach_a + reach_b + far));

        let velocity = self.drift[0] + (self.drift[1] + (rates_a.velocity - rates_b.velocity));
        let velocity_error = rates_a.velocity_error + rates_b.velocity_error;
        let acceleration = rates_a.acceleration + rates_b.acceleration;
        let rotation_error = pose_a.rotation_error + pose_b.rotation_error;
        let frame = |spin: DVec3| {
            let (a, b) = (Turning::new(&rates_a, spin, remaining), Turning::new(&rates_b, spin, remaining));
            let turning = length(spin);
            let fastest = length(velocity) + velocity_error + acceleration * remaining;
            let farthest = if acceleration == 0.0 {
                far.max(length(offset + remaining * velocity)) + (velocity_error * remaining)
            } else {
                far + fastest * remaining
            } + offset_error;
            let lever_speed = a.speed * reach_a + b.speed * reach_b;
            let rate_error = (48.0 * UNIT + rotation_error) * (fastest + turning * far + lever_speed)
                + turning * offset_error
                + velocity_error
                + rates_a.spin_error * reach_a
                + rates_b.spin_error * reach_b;
            let sway = if turning == 0.0 {
                0.0
            } else {
                2.0 * (length(spin.cross(velocity)) + turning * (fastest - length(velocity)).max(0.0))
                    + turning * turning * farthest
            };
            Frame {
                velocity: velocity - spin.cross(offset),
                a,
                b,
                rate_error: up(rate_error),
                bend: up(acceleration + sway * (1.0 + 64.0 * UNIT)),
            }
        };
        let world = frame(DVec3::ZERO);
        let mut frames = [world; 3];
        let mut frame_count = 1;
        for spin in [rates_b.spin, rates_a.spin] {
            if spin != DVec3::ZERO && (frame_count == 1 || rates_a.spin != rates_b.spin) {
                frames[frame_count] = frame(spin);
                frame_count += 1;
            }
        }
        let mut chosen = 0;
        for candidate in 1..frame_count {
            let cost = |index: usize| frames[index].cost(reach_a, reach_b, 0.5 * remaining);
            if cost(candidate) < 0.5 * cost(chosen) {
                chosen = candidate;
            }
        }

        let back = pose_b.rotation.transpose();
        let volume_world = world.turned(&back);
        Instant {
            t,
            remaining,
            rotation_a: pose_a.rotation,
            rotation_b: pose_b.rotation,
            offset,
            error,
            frames,
            frame_count,
            turn: back * pose_a.rotation,
            shift: back * offset,
            volume_error,
            volume_frame: if chosen == 0 { volume_world } else { frames[chosen].turned(&back) },
            volume_world,
        }
    }
}

/// [`Motion::travel`]: the better of the directional bound and the second-order one, in the world.
pub(super) fn travel<M: Motion + ?Sized>(
    motion: &M,
    direction: DVec3,
    centre: DVec3,
    radius: f64,
    span: Span,
) -> f64 {
    let size = length(direction);
    if size == 0.0 {
        return 0.0;
    }
    let n = direction / size;
    let path = motion.path();
    let reach = up(length(centre - path.pivot) + radius);
    let rest = super::ConstantVelocity::at_rest(super::Placement::default()).expect("standing still is a motion");
    let relative = RelativeMotion::new(motion, &rest, span.end(), reach, 0.0);
    let instant = relative.at(span.start());
    let frame = &instant.frames[0];
    let lever = instant.rotation_a * (centre - path.pivot);
    let time = instant.remaining;
    let (rate, curvature) = frame.closing(n, lever, radius, DVec3::ZERO, 0.0);
    let second = rate * time + 0.5 * curvature * time * time;
    let first = frame.closing_ever(n, Frame::reach(&frame.a, lever, radius), 0.0, time) * time;
    up(first.min(second).max(0.0)) * up(size)
}
