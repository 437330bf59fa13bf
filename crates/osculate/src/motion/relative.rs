//! The motion of one body as another sees it.

use super::frame::{Balls, Frame, TURNED_ERROR, Turning, WIDEST, swung};
use super::pair::{PairMotion, PairPose, PairVelocity};
use super::{Motion, ProvenGaps, Rates};
use crate::numbers::lanes::{Lanes, LanesVec3};
use crate::numbers::rounding::{UNIT, any_length, length, up};
use crate::numbers::span::Span;
use glam::{DMat3, DVec3};

/// Two motions, prepared for one query of meshes: what volumes and triangles need of a pair at an instant.
pub(crate) struct RelativeMotion<'m> {
    pair: PairMotion<'m>,
    end: f64,
    /// How far the points of each body are from its pivot, at most.
    reach_a: f64,
    reach_b: f64,
    /// The frame in which volume pairs are advanced.
    chosen: Chosen,
    /// About how fast points of the bodies close in on each other, at most.
    fastest: f64,
    bend: f64,
    /// If the bodies' velocities never change.
    steady: Option<Steady>,
}

/// What arithmetic adds to a gap between volumes, in units of the distances involved. Of a's reach: the product of two
/// rotations 9, a centre 7, an axis 15, cosines 18√3, the fit 11 for points at twice the reach from their centre, axes
/// that are orthogonal to 8 units likewise 16, sums 3: less than 100 together.
pub(super) const VOLUME_UNITS: f64 = 128.0;

/// Up to this error of the rotations, the world's frame of steady bodies is computed once.
const STEADY_ERROR: f64 = 128.0 * UNIT;

/// What does not change where velocities do not.
struct Steady {
    /// The world's frame.
    world: Frame,
    rates: [Rates; 2],
}

/// What a frame turns with.
#[derive(Clone, Copy, PartialEq)]
enum Chosen {
    World,
    A,
    B,
}

/// Both bodies at one instant, as volumes and triangles need them.
#[derive(Default)]
pub(crate) struct Instant {
    pub(crate) t: f64,
    /// The time left, rounded up.
    pub(crate) remaining: f64,
    /// Any error of the rotations is accounted for; from about 1 on, nothing is left to be shown but for bodies that are much
    /// further apart than they are large.
    pub(crate) pose: PairPose,
    /// The rates of a and of b from now on, if they change.
    changing: [Rates; 2],
    /// How far the difference of a point of a and a point of b may be off, at most, as posed above.
    pub(crate) error: f64,
    /// a as b sees it: `turn·(x − pivot_a) + shift` in b's axes.
    pub(crate) turn: DMat3,
    pub(crate) shift: DVec3,
    /// Likewise `error` for the difference of points in b's axes, with the arithmetic on volumes included.
    pub(crate) volume_error: f64,
    /// The world, in b's axes.
    pub(crate) world: Frame,
    /// The frame in which volume pairs are advanced, in b's axes, if it is not the world.
    attached: Option<Frame>,
}

impl Instant {
    /// Both bodies at an instant that nobody steps from: without their rates, and without frames.
    pub(crate) fn still(pair: &PairMotion, t: f64, reaches: [f64; 2]) -> Instant {
        let mut instant = Instant::default();
        (instant.t, instant.pose) = (t, pair.pose(t));
        let (_, known) = instant.measure(reaches);
        if !(instant.pose.rotation_error + known <= TURNED_ERROR) {
            instant.allow_for(known);
        }
        instant
    }

    /// Makes of the pose what volumes and triangles need; the world in b's axes, and 0, or NaN if a rotation is no number.
    #[inline(always)]
    fn measure(&mut self, [reach_a, reach_b]: [f64; 2]) -> (DMat3, f64) {
        let pose = &self.pose;
        let far = length(pose.offset);
        // A matrix times a vector errs by 3√3 units of its length, the subtraction of the pivot and the sum by one each:
        // less than 8 of the reaches and 2 of the offset. The pose is off by one offset error, and the motion that the
        // rates are of by another, at the ends of a step and between them (see `Rates`).
        let [error_a, error_b] = pose.rotation_errors;
        let (rotation_error, offset_error) = (pose.rotation_error, pose.offset_error);
        self.error = up((error_a + 8.0 * UNIT) * reach_a
            + (error_b + 8.0 * UNIT) * reach_b
            + 3.0 * offset_error
            + 2.0 * UNIT * far);
        self.volume_error = up(rotation_error * (reach_a + far)
            + error_b * reach_b
            + 3.0 * offset_error
            + VOLUME_UNITS * UNIT * (reach_a + reach_b + far));
        let back = pose.rotation_b.transpose();
        self.turn = back * pose.rotation_a;
        self.shift = back * pose.offset;
        // An entry of a that is no number makes its column of the product one, an entry of b its row: the diagonal has both.
        let turn = &self.turn;
        (back, 0.0 * (turn.x_axis.x + turn.y_axis.y + turn.z_axis.z))
    }

    /// Allows for rotations that are off by so much that products of errors count, or that are no numbers: NaN is `known` then,
    /// and nothing that is posed by them is to prove anything.
    ///
    /// A matrix that is off by e is no longer than 1 + e, and so is what it turns, and what is rounded there. The error from then on.
    #[cold]
    fn allow_for(&mut self, known: f64) -> f64 {
        self.pose.rotation_error += 2.0 * UNIT;
        let error = self.pose.rotation_error;
        self.error = self.error * (1.0 + error) + known;
        self.volume_error = self.volume_error * (1.0 + error) + known;
        error
    }

    /// How long gaps of two pairs of balls stay open, at least.
    #[inline(always)]
    pub(crate) fn steps(&self, balls: &Balls, gaps: ProvenGaps) -> Lanes {
        let gap = gaps.up_to(WIDEST);
        let world = self.world.steps(balls, gap, self.remaining);
        match &self.attached {
            None => world,
            Some(frame) => world.max(frame.steps(balls, gap, self.remaining)),
        }
    }

    /// What may be lost of gaps of two pairs of balls in the time that remains, or in as much before, at most.
    #[inline(always)]
    pub(crate) fn lost_around(&self, balls: &Balls) -> Lanes {
        let world = self.world.lost_around(balls, self.remaining);
        match &self.attached {
            None => world,
            // Either is a proof. Where one is no number the world's is taken, which proves nothing if it is none either.
            Some(frame) => frame.lost_around(balls, self.remaining).min(world),
        }
    }
}

impl<'m> RelativeMotion<'m> {
    /// Prepares two motions for a span, and poses the bodies at its start; the reaches are those of all points from the
    /// bodies' pivots.
    pub(crate) fn new(
        pair: PairMotion<'m>,
        span: Span,
        [reach_a, reach_b]: [f64; 2],
    ) -> (Self, Instant) {
        let mut motion = RelativeMotion {
            pair,
            end: span.end(),
            reach_a,
            reach_b,
            chosen: Chosen::World,
            fastest: f64::INFINITY,
            bend: f64::INFINITY,
            steady: None,
        };
        let mut instant = Instant::default();
        motion.place(&mut instant, span.start());
        let [rates_a, rates_b] = instant.changing;
        let frame = |spin: DVec3| motion.frame(&instant, spin);
        let world = frame(DVec3::ZERO);
        let cost = |frame: Frame| frame.cost(reach_a, reach_b, 0.5 * instant.remaining);
        let mut least = 0.5 * cost(world);
        let mut chosen = Chosen::World;
        for (candidate, spin) in [(Chosen::B, rates_b.spin), (Chosen::A, rates_a.spin)] {
            if spin == DVec3::ZERO {
                continue;
            }
            let cost = cost(frame(spin));
            if cost < least {
                (least, chosen) = (cost, candidate);
            }
        }
        motion.chosen = chosen;
        // Of a frame that was refused nothing is known, and later ones need not be refused.
        if world.rate_error < f64::INFINITY {
            // A body that starts from rest may still get fast.
            motion.fastest = world.cost(reach_a, reach_b, 0.0) + world.bend * instant.remaining;
            let most = |turning: &Turning, reach: f64| {
                swung(turning.speed, turning.speed, turning.twist, reach)
            };
            motion.bend = up(world.bend + most(&world.a, reach_a) + most(&world.b, reach_b));
        }
        let changing = |rates: &Rates| rates.acceleration > 0.0 || rates.spin_acceleration > 0.0;
        if !changing(&rates_a) && !changing(&rates_b) {
            let error = instant.pose.rotation_error;
            instant.pose.rotation_error = error.max(STEADY_ERROR);
            motion.steady = Some(Steady {
                world: motion.frame(&instant, DVec3::ZERO),
                rates: instant.changing,
            });
            instant.pose.rotation_error = error;
        }
        motion.show(&mut instant);
        (motion, instant)
    }

    /// About how fast points of the bodies close in on each other, at most.
    pub(crate) fn fastest(&self) -> f64 {
        self.fastest
    }

    pub(crate) fn pivots(&self) -> [DVec3; 2] {
        [self.pair.path_a.pivot, self.pair.path_b.pivot]
    }

    /// How far the points of either body are from its pivot, at most.
    pub(crate) fn reaches(&self) -> [f64; 2] {
        [self.reach_a, self.reach_b]
    }

    /// b's pivot in the world, for reporting points.
    pub(crate) fn origin(&self, t: f64) -> DVec3 {
        self.pair.origin(t)
    }

    /// How far a's pivot is from b's at time `t`, about.
    pub(crate) fn distance(&self, t: f64) -> f64 {
        self.pair.distance(t)
    }

    /// Moves the bodies to time `t`.
    #[inline]
    pub(crate) fn pose(&self, instant: &mut Instant, t: f64) {
        if self.steady.is_some() {
            self.set_time(instant, t);
            instant.pose = self.pair.pose(t);
            self.show(instant);
        } else {
            self.pose_changing(instant, t);
        }
    }

    /// The same where velocities change.
    #[inline(never)]
    fn pose_changing(&self, instant: &mut Instant, t: f64) {
        self.place(instant, t);
        self.show(instant);
    }

    /// The bodies at time `t` and how they move, before anything is made of that.
    #[inline(always)]
    fn place(&self, instant: &mut Instant, t: f64) {
        self.set_time(instant, t);
        (instant.pose, instant.changing) = self.pair.pose_and_rates(t, self.end);
    }

    #[inline(always)]
    fn set_time(&self, instant: &mut Instant, t: f64) {
        instant.t = t;
        instant.remaining = (self.end - t).max(0.0).next_up();
    }

    /// The rates of a and of b from an instant on.
    #[inline(always)]
    fn rates<'i>(&'i self, instant: &'i Instant) -> &'i [Rates; 2] {
        match &self.steady {
            Some(steady) => &steady.rates,
            None => &instant.changing,
        }
    }

    /// What volumes and triangles need of the pose.
    #[inline(always)]
    fn show(&self, instant: &mut Instant) {
        let (back, known) = instant.measure([self.reach_a, self.reach_b]);
        self.pose_frames(instant, &back);
        if !(instant.pose.rotation_error + known <= TURNED_ERROR) {
            self.allow_for(instant, known);
        }
    }

    /// The frames of an instant, in b's axes.
    #[inline(always)]
    fn pose_frames(&self, instant: &mut Instant, back: &DMat3) {
        instant.world = self.world(instant);
        if instant.pose.rotation_b != DMat3::IDENTITY {
            instant.world.turn(back);
        }
        if self.chosen != Chosen::World {
            let rates = self.rates(instant);
            let spin = match self.chosen {
                Chosen::A => rates[0].spin,
                _ => rates[1].spin,
            };
            let mut frame = self.frame(instant, spin);
            frame.turn(back);
            instant.attached = Some(frame);
        }
    }

    /// [`Instant::allow_for`], frames included.
    #[cold]
    fn allow_for(&self, instant: &mut Instant, known: f64) {
        let error = instant.allow_for(known);
        self.pose_frames(instant, &instant.pose.rotation_b.transpose());
        instant.world.allow_for(error);
        if let Some(frame) = &mut instant.attached {
            frame.allow_for(error);
        }
    }

    /// The world's frame, in its own axes.
    #[inline]
    pub(crate) fn world(&self, instant: &Instant) -> Frame {
        match &self.steady {
            Some(steady) if instant.pose.rotation_error <= STEADY_ERROR => steady.world,
            _ => self.frame(instant, DVec3::ZERO),
        }
    }

    /// The frames in which triangle pairs are advanced, in the world's axes: the world, and the bodies that turn.
    pub(crate) fn frames(&self, instant: &Instant) -> ([Frame; 3], usize) {
        let rates = self.rates(instant);
        let (spin_a, spin_b) = (rates[0].spin, rates[1].spin);
        let mut frames = [self.world(instant); 3];
        let mut count = 1;
        for spin in [spin_b, spin_a] {
            if spin != DVec3::ZERO && (count == 1 || spin_a != spin_b) {
                frames[count] = self.frame(instant, spin);
                count += 1;
            }
        }
        (frames, count)
    }

    /// The frames that turn with a and with b, at an instant, in the world's axes.
    pub(crate) fn attached(&self, instant: &Instant) -> [Frame; 2] {
        let rates = self.rates(instant);
        [rates[0].spin, rates[1].spin].map(|spin| {
            if spin == DVec3::ZERO {
                self.world(instant)
            } else {
                self.frame(instant, spin)
            }
        })
    }

    /// How fast the velocity of any point of a may change as seen from any point of b, at most, in the world.
    pub(crate) fn bend(&self) -> f64 {
        self.bend
    }

    /// The frame that turns at the rate `spin`, at an instant, in the world's axes.
    fn frame(&self, instant: &Instant, spin: DVec3) -> Frame {
        let rates = self.rates(instant);
        let [rates_a, rates_b] = rates;
        let (remaining, pose) = (instant.remaining, &instant.pose);
        let (a, b) = (
            Turning::new(rates_a, spin, remaining),
            Turning::new(rates_b, spin, remaining),
        );
        let PairVelocity {
            velocity,
            error: velocity_error,
            acceleration,
        } = self.pair.velocity(rates);
        let speed = length(velocity);
        let faster = velocity_error + acceleration * remaining;
        let lever_speed = a.speed * self.reach_a + b.speed * self.reach_b;
        // In b's axes spin and lever are both turned by what may be off by e: (1 + e)² − 1.
        let turned = pose.rotation_error * (2.0 + pose.rotation_error);
        let unknown = 48.0 * UNIT * (1.0 + turned) + turned;
        let mut rate_error = unknown * (speed + faster + lever_speed)
            + velocity_error
            + rates_a.spin_error * self.reach_a
            + rates_b.spin_error * self.reach_b;
        let mut bend = acceleration;
        if spin != DVec3::ZERO {
            let turning = length(spin);
            let far = length(pose.offset);
            let farthest = if acceleration == 0.0 {
                far.max(length(pose.offset + remaining * velocity))
                    + 8.0 * UNIT * (far + speed * remaining)
                    + velocity_error * remaining
            } else {
                far + (speed + faster) * remaining
            };
            // The frame's rates are those of the motion that the bodies' rates are of. Its offset is off from the real one by an
            // offset error, and the real one from the pose by another (see `Rates`).
            let off = 2.0 * pose.offset_error;
            rate_error += turning * (unknown * far + off);
            bend += 2.0
                * (any_length(spin.cross(velocity)) + turning * (faster + 8.0 * UNIT * speed))
                + turning * turning * (farthest + off);
        }
        let frame = Frame {
            velocity: velocity - spin.cross(pose.offset),
            a,
            b,
            rate_error: up(rate_error),
            bend: up(bend),
            turns: spin != DVec3::ZERO,
        };
        frame.bounded(self.reach_a, self.reach_b)
    }
}

/// [`MotionBounds::travel`](super::MotionBounds::travel): the better of the directional bound and the second-order one, in the world.
pub(super) fn travel(
    motion: &dyn Motion,
    direction: DVec3,
    centre: DVec3,
    radius: f64,
    span: Span,
) -> f64 {
    let largest = direction.abs().max_element();
    if largest == 0.0 {
        return 0.0;
    }
    // At about unit length, so that its square does not underflow.
    let exponent = if largest.is_finite() {
        libm::ilogb(largest)
    } else {
        0
    };
    let direction = direction.to_array().map(|x| libm::scalbn(x, -exponent));
    let size = length(DVec3::from_array(direction));
    let n = DVec3::from_array(direction) / size;
    let path = motion.path();
    let reach = up(length(centre - path.pivot) + radius);
    let rest = super::ConstantVelocity::at_rest(super::Placement::default())
        .expect("standing still is a motion");
    let pair = PairMotion::new(motion, &rest);
    let (relative, instant) = RelativeMotion::new(pair, span, [reach, 0.0]);
    let (frames, _) = relative.frames(&instant);
    let frame = &frames[0];
    let lever = instant.pose.rotation_a * (centre - path.pivot);
    let time = instant.remaining;
    let rate = frame.speed_a(n, lever) + frame.rate_error + up(frame.a.sweep(n) * radius);
    let curvature = frame.curvature(n, up(length(lever) + radius), 0.0);
    let second = rate * time + 0.5 * curvature * time * time;
    let (_, reach) = frame.a.sweep_and_reach(
        LanesVec3::both(n),
        LanesVec3::both(lever),
        Lanes::both(radius),
    );
    let first = frame.closing_ever(n, [reach.0[0], 0.0], time) * time;
    // The nominal motion that the rates are of is off at both instants.
    let off = 2.0 * motion.pose(span.start()).checked().offset_error;
    // Either is a bound where the other is no number; if neither is one, there is none.
    let bound = first.min(second);
    let bound = if bound.is_nan() {
        f64::INFINITY
    } else {
        bound.max(0.0)
    };
    let most = libm::scalbn(up(bound + off) * up(size), exponent);
    // Below the normal numbers, scaling rounds.
    if most >= f64::MIN_POSITIVE {
        most
    } else {
        most + f64::from_bits(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::{ConstantVelocity, MotionBounds, Placement, Pose};

    /// Stands still and turns about z, where it is not turned yet; a pose is all that it may be off.
    struct Off {
        rotation: DMat3,
        error: f64,
        spin: f64,
    }

    impl Motion for Off {
        fn pose(&self, _: f64) -> Pose {
            Pose {
                rotation: self.rotation,
                offset: DVec3::ZERO,
                rotation_error: self.error,
                offset_error: 0.0,
            }
        }

        fn rates(&self, _: Span) -> Rates {
            Rates {
                spin: self.spin * DVec3::Z,
                ..Rates::default()
            }
        }
    }

    /// The real rotations are the identity, the stated ones are longer by all of the error.
    fn stretched(error: f64, spin: f64) -> Off {
        let rotation = DMat3::from_diagonal(DVec3::splat(1.0 + error));
        Off {
            rotation,
            error,
            spin,
        }
    }

    fn at_start(a: &Off, b: &Off, reaches: [f64; 2]) -> Instant {
        RelativeMotion::new(PairMotion::new(a, b), Span::UNIT, reaches).1
    }

    /// Rates of 1e80 make squares that are not to be trusted; of what is asked of the whole span nothing is known then.
    #[test]
    fn a_first_frame_that_is_refused_bounds_no_bend() {
        let (fast, rest) = (stretched(0.0, 1e80), stretched(0.0, 0.0));
        let (motion, instant) =
            RelativeMotion::new(PairMotion::new(&fast, &rest), Span::UNIT, [1.0, 1.0]);
        assert_eq!(instant.world.rate_error, f64::INFINITY);
        assert_eq!([motion.bend(), motion.fastest()], [f64::INFINITY; 2]);
    }

    #[test]
    fn errors_of_both_rotations_are_held_together() {
        for error in [0.0, 1e-15, 1e-8, 0.01, 0.5, 1.0, 3.0] {
            let (a, b) = (stretched(error, 2.0), stretched(error, 0.0));
            let instant = at_start(&a, &b, [1.0, 0.0]);
            let lever = DVec3::X;
            let posed = instant.turn * lever + instant.shift;
            let off = length(posed - lever);
            assert!(
                instant.volume_error >= off,
                "{error}: {} < {off}",
                instant.volume_error
            );
            // How fast the lever's end moves along y: 2, and what the frame makes of it.
            let rate = instant.world.speed_a(DVec3::Y, posed);
            let allowed = instant.world.rate_error;
            assert!(
                allowed >= (rate - 2.0).abs(),
                "{error}: {allowed} < {rate} - 2"
            );
            let sweep = instant.world.a.sweep(DVec3::Y);
            assert!(sweep >= 2.0, "{error}: {sweep}");
        }
    }

    /// A spin along the direction sweeps nothing, but in axes that are off by `error` it does.
    #[test]
    fn sweeps_hold_the_error_of_the_axes() {
        let angle: f64 = 1e-3;
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        // b's real rotation is that about x; the stated one is none.
        let b = Off {
            rotation: DMat3::IDENTITY,
            error: 1e-3,
            spin: 0.0,
        };
        let a = Off {
            rotation: DMat3::IDENTITY,
            error: 0.0,
            spin: 5.0,
        };
        let instant = at_start(&a, &b, [1.0, 1.0]);
        let real = DVec3::new(0.0, sin, cos) * 5.0;
        let sweep = instant.world.a.sweep(DVec3::Z);
        assert!(sweep >= length(DVec3::Z.cross(real)), "{sweep}");
    }

    #[test]
    fn a_rotation_that_is_no_number_shows_in_the_errors() {
        let mut broken = stretched(0.0, 0.0);
        broken.rotation.y_axis.z = f64::NAN;
        let rest = stretched(0.0, 0.0);
        for instant in [
            at_start(&broken, &rest, [1.0, 1.0]),
            at_start(&rest, &broken, [1.0, 1.0]),
        ] {
            assert!(instant.error.is_nan() && instant.volume_error.is_nan());
        }
    }

    /// A body that moves by 3 along x, along directions of any length.
    #[test]
    fn ways_along_short_and_long_directions_are_held() {
        let motion = ConstantVelocity::new(Placement::default(), 3.0 * DVec3::X, DVec3::ZERO);
        let motion = motion.unwrap();
        for exponent in -1074..=1020 {
            let direction = DVec3::X * libm::scalbn(1.0, exponent);
            let way = motion.travel(direction, DVec3::ZERO, 1.0, Span::UNIT);
            let exact = libm::scalbn(3.0, exponent);
            assert!(
                way >= exact && way <= exact * (1.0 + 1e-13) + 1e-323,
                "2^{exponent}: {way}"
            );
        }
        let none = motion.travel(DVec3::ZERO, DVec3::ZERO, 1.0, Span::UNIT);
        assert_eq!(none, 0.0);
    }
}
