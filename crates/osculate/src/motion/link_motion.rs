//! The motion of a link of a robot along a piece of a joint-space path.
//!
//! *Bounds.* Going out along the chain, let W, A and B bound the spin of a frame, its first and its second derivative, and a and J
//! the second and third derivative of its origin. A joint that turns at the rate w, with w' and w'', makes
//!
//! ```text
//! W ← W + w      A ← A + w' + wW      B ← B + w'' + 2w'W + w(A + W²)
//! ```
//!
//! since its axis is carried by the frame before. An arm of the length l, on which a slide is at the way d with d', d'' and
//! d''', adds
//!
//! ```text
//! a ← a + (A + W²)(l + d) + 2Wd' + d''      J ← J + (B + 3AW + W³)(l + d) + 3(A + W²)d' + 3Wd'' + d'''
//! ```
//!
//! Over a span with the middle m and half the width h, `|ω'| ≤ |ω'(m)| + Bh` and `|ω| ≤ |ω(m)| + Ah` hold too, at every joint, and
//! `|p''| ≤ |p''(m)| + Jh`: see [`LinkMotion::over`].
//!
//! *Rounding.* u is the unit. A product of two rotations errs by `3u` an entry of what absolute values give: `9u` in norm. With a
//! vector of the length l it errs by `3√3·ul < 6ul`. Mixing two columns by a sine and a cosine rounds three times an entry: `2u` of
//! |c||x| + |s||y| ≤ √2 a column, so `4u` for both; sine and cosine themselves are off by `3u` and what the angle is off. All
//! matrices are within e of rotations, e their error, so errors that were made before are carried on as they are, and grow by
//! less than `(1 + e)³`, which the end is multiplied by.

use super::chain::{Chain, ChainJoint, ChainMove, Fixed};
use super::joint_path::{JointBounds, JointPath, JointState};
use super::quarter_turns::QuarterTurns;
use super::{Motion, PivotPath, Pose, Rates, Snapshot};
use crate::numbers::rounding::{UNIT, any_length};
use crate::numbers::span::Span;
use alloc::borrow::Cow;
use glam::{DMat3, DVec3};

mod taylor_pose;

pub use taylor_pose::TaylorPose;
pub(crate) use taylor_pose::{JointRate, Models, TaylorChain};

/// A link of a robot, or what it carries, along one piece of a joint-space path: see [`Robot::link_motion`].
///
/// Outside its piece nothing is promised.
///
/// [`Robot::link_motion`]: crate::robot::Robot::link_motion
#[derive(Debug)]
pub struct LinkMotion<'a, P: ?Sized> {
    chain: Cow<'a, Chain>,
    path: &'a P,
    piece: usize,
    pivot: DVec3,
    /// The piece.
    span: Span,
    whole: ChainBounds,
    /// Where the accelerations below hold.
    within: Span,
    acceleration: f64,
    spin_acceleration: f64,
}

impl<P: ?Sized> Clone for LinkMotion<'_, P> {
    fn clone(&self) -> Self {
        LinkMotion {
            chain: self.chain.clone(),
            ..*self
        }
    }
}

/// What holds all along a piece, for the end of the chain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChainBounds {
    /// The bounds of the module's documentation.
    w: f64,
    a: f64,
    b: f64,
    acceleration: f64,
    jerk: f64,
    /// The velocity of the end and how far it is from the start, at most.
    velocity: f64,
    far: f64,
    /// How far off what is computed may be.
    rotation_error: f64,
    place_error: f64,
    spin_error: f64,
    velocity_error: f64,
    spin_acceleration_error: f64,
    acceleration_error: f64,
}

impl<'a, P: JointPath + ?Sized> LinkMotion<'a, P> {
    /// The end of a chain, along a piece of a path; `pivot` is the body's point that the chain ends at.
    pub(crate) fn new(chain: &'a Chain, pivot: DVec3, path: &'a P, piece: usize) -> Self {
        let knots = path.knots();
        let span = Span::part(knots[piece], knots[piece + 1]);
        let held = |coordinate| path.bounds(piece, coordinate, span);
        LinkMotion::bounded(chain, pivot, path, piece, held)
    }

    /// The same, where the bounds of coordinates over the piece are known.
    pub(crate) fn bounded(
        chain: &'a Chain,
        pivot: DVec3,
        path: &'a P,
        piece: usize,
        held: impl Fn(usize) -> JointBounds,
    ) -> Self {
        let knots = path.knots();
        let span = Span::part(knots[piece], knots[piece + 1]);
        let chain = chain.for_piece(path, piece);
        let whole = ChainBounds::of(&chain, |joint| {
            joint.bounds(held(joint.coordinate as usize))
        });
        LinkMotion {
            chain,
            path,
            piece,
            pivot,
            span,
            whole,
            within: span,
            acceleration: whole.acceleration,
            spin_acceleration: whole.a,
        }
    }

    /// The piece's span.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The same motion, with better bounds for a span of its piece: those of its middle. Worth it where the link turns by a
    /// third of a radian or more.
    pub fn over(&self, span: Span) -> Self {
        let mut motion = self.clone();
        motion.look_closer(span);
        motion
    }

    /// See [`LinkMotion::over`].
    pub(crate) fn look_closer(&mut self, span: Span) {
        let (acceleration, spin_acceleration) = self.local_bounds(span);
        self.within = span;
        self.acceleration = acceleration;
        self.spin_acceleration = spin_acceleration;
    }

    #[inline(always)]
    fn state(&self, joint: &ChainJoint, t: f64) -> JointState {
        joint.state(self.path.state(self.piece, joint.coordinate as usize, t))
    }

    /// The end of the chain at time `t`; `None` where an angle is so large that it hardly says which way a link points, or a state is
    /// no number.
    #[inline(always)]
    fn carry<const ORDER: usize>(&self, t: f64) -> Option<Carried<ORDER>> {
        let mut carried = Carried::start();
        for joint in &self.chain.joints {
            carried.fixed(&joint.before);
            carried.joint(joint.moves, &self.state(joint, t))?;
        }
        carried.fixed(&self.chain.end);
        Some(carried)
    }

    /// Bounds on the accelerations of the offset and of the turning over a span.
    fn local_bounds(&self, span: Span) -> (f64, f64) {
        let unknown = (self.whole.acceleration, self.whole.a);
        let middle = (0.5 * span.start() + 0.5 * span.end()).clamp(span.start(), span.end());
        let half = (span.end() - middle).max(middle - span.start()).next_up();
        let mut carried = Carried::<2>::start();
        let mut held = ChainBounds::default();
        for joint in &self.chain.joints {
            carried.fixed(&joint.before);
            held.arm(joint.before.length);
            let bounds = self
                .path
                .bounds(self.piece, joint.coordinate as usize, span);
            let Some(()) = carried.joint(joint.moves, &self.state(joint, middle)) else {
                return unknown;
            };
            held.joint(joint.moves, &joint.bounds(bounds));
            if joint.moves == ChainMove::Turn {
                let changes =
                    any_length(carried.spin_acceleration) + self.whole.spin_acceleration_error;
                held.a = smaller(held.a, changes * ROUNDED + held.b * half);
                let spins = any_length(carried.spin) + self.whole.spin_error;
                held.w = smaller(held.w, spins * ROUNDED + held.a * half);
            }
        }
        carried.fixed(&self.chain.end);
        held.arm(self.chain.end.length);
        let growth = growth(self.chain.joints.len());
        let at_middle = any_length(carried.acceleration) + self.whole.acceleration_error;
        let local = at_middle * ROUNDED + held.jerk * growth * half;
        (
            smaller(
                smaller(held.acceleration * growth, local * ROUNDED),
                unknown.0,
            ),
            smaller(held.a * growth, unknown.1),
        )
    }
}

/// Some dozen operations' rounding.
const ROUNDED: f64 = 1.0 + 64.0 * UNIT;

/// What the rounding of bounds over a chain of this many joints leaves, at most.
fn growth(joints: usize) -> f64 {
    1.0 + 64.0 * UNIT * (joints as f64 + 2.0)
}

/// The smaller of two bounds; the first if the second is no number.
#[inline(always)]
fn smaller(bound: f64, other: f64) -> f64 {
    if other < bound { other } else { bound }
}

impl ChainJoint {
    /// What the joint does, of what its coordinate does.
    #[inline(always)]
    pub(super) fn state(&self, of: JointState) -> JointState {
        JointState {
            value: self.multiplier * of.value + self.offset,
            rate: self.multiplier * of.rate,
            acceleration: self.multiplier * of.acceleration,
        }
    }

    /// The bounds of what the joint does, of those of its coordinate: products with the multiplier round.
    #[inline(always)]
    pub(super) fn bounds(&self, of: JointBounds) -> JointBounds {
        let of = of.checked();
        let (times, shift) = (self.multiplier.abs(), self.offset.abs());
        let value = times * of.value + shift;
        let [off, shift_off] = self.errors;
        if times == 1.0 && shift == 0.0 && off == 0.0 && shift_off == 0.0 {
            return of;
        }
        JointBounds {
            value: (value + off * of.value + shift_off) * ROUNDED,
            rate: (times + off) * of.rate * ROUNDED,
            acceleration: (times + off) * of.acceleration * ROUNDED,
            jerk: (times + off) * of.jerk * ROUNDED,
            value_error: (times * of.value_error + 4.0 * UNIT * value + off * of.value + shift_off)
                * ROUNDED,
            rate_error: (times * of.rate_error + (2.0 * UNIT * times + off) * of.rate) * ROUNDED,
            acceleration_error: (times * of.acceleration_error
                + (2.0 * UNIT * times + off) * of.acceleration)
                * ROUNDED,
        }
    }
}

impl ChainBounds {
    fn of(chain: &Chain, bounds: impl Fn(&ChainJoint) -> JointBounds) -> ChainBounds {
        let mut held = ChainBounds::default();
        for joint in &chain.joints {
            held.arm(joint.before.length);
            held.arm_errors(&joint.before);
            let bounds = bounds(joint);
            held.joint_errors(joint.moves, &bounds);
            held.joint(joint.moves, &bounds);
        }
        held.arm(chain.end.length);
        held.arm_errors(&chain.end);
        held.settle(chain.joints.len())
    }

    /// An arm of this length.
    #[inline(always)]
    pub(super) fn arm(&mut self, length: f64) {
        let (w, a) = (self.w, self.a);
        self.velocity += w * length;
        self.acceleration += (a + w * w) * length;
        self.jerk += (self.b + 3.0 * a * w + w * w * w) * length;
        self.far += length;
    }

    #[inline(always)]
    pub(super) fn joint(&mut self, moves: ChainMove, by: &JointBounds) {
        let (w, a) = (self.w, self.a);
        match moves {
            ChainMove::Turn | ChainMove::FreeTurn => {
                self.b += by.jerk + 2.0 * by.acceleration * w + by.rate * (a + w * w);
                self.a += by.acceleration + by.rate * w;
                self.w += by.rate;
            }
            ChainMove::Slide => {
                self.arm(by.value);
                self.velocity += by.rate;
                self.acceleration += 2.0 * w * by.rate + by.acceleration;
                self.jerk += 3.0 * (a + w * w) * by.rate + 3.0 * w * by.acceleration + by.jerk;
            }
        }
    }

    /// What an arm adds to the errors; the bounds are those at its end.
    pub(super) fn arm_errors(&mut self, arm: &Fixed) {
        let length = arm.length;
        let lever_error = (self.rotation_error + 6.0 * UNIT) * length + arm.shift_error;
        self.place_error += lever_error + 2.0 * UNIT * self.far;
        self.velocity_error += self.spin_error * length
            + (self.w + self.spin_error) * (lever_error + 6.0 * UNIT * length)
            + 2.0 * UNIT * self.velocity;
        self.rotation_error += arm.rotation_error + 9.0 * UNIT;
    }

    /// What a joint adds to the errors; the bounds are those before it.
    pub(super) fn joint_errors(&mut self, moves: ChainMove, by: &JointBounds) {
        let axis_error = self.rotation_error + 2.0 * UNIT;
        match moves {
            ChainMove::Turn | ChainMove::FreeTurn => {
                self.spin_error +=
                    by.rate_error + by.rate * axis_error + 2.0 * UNIT * (self.w + by.rate);
                self.spin_acceleration_error += by.acceleration_error;
                self.rotation_error += 8.0 * UNIT + by.value_error;
            }
            ChainMove::Slide => {
                let way = by.value;
                let lever_error = way * axis_error + by.value_error;
                self.place_error += lever_error + 2.0 * UNIT * (self.far + way);
                self.velocity_error += self.spin_error * way
                    + (self.w + self.spin_error) * (lever_error + 6.0 * UNIT * way)
                    + by.rate_error
                    + by.rate * axis_error
                    + 2.0 * UNIT * (self.velocity + self.w * way + by.rate);
                self.acceleration_error +=
                    by.acceleration_error + 4.0 * (self.w + self.spin_error) * by.rate_error;
            }
        }
    }

    /// With errors of accelerations, and all bounds raised by what their rounding may have taken off.
    ///
    /// A derivative is a sum of products of axes, arms, rates and accelerations. Where each axis is off by the rotation error e, and
    /// each arm likewise in parts of its length, a product of up to four of them is off by `8e` of its size at most, and rounding
    /// adds less than `64u` for each joint; the sizes add up to the bound itself. What the rates of the joints are off is in
    /// the spin's error, and moves the end by as much as its distance.
    pub(super) fn settle(mut self, joints: usize) -> ChainBounds {
        let growth = growth(joints);
        let carried = 1.0 + self.rotation_error;
        let all = growth * carried * carried * carried;
        let relative = 8.0 * self.rotation_error + 64.0 * UNIT * (joints as f64 + 2.0);
        // Products of two rates, each of which may be off by more than its bound: earlier and later joints alike.
        let spins = self.w + self.spin_error;
        let turned = self.spin_acceleration_error + 4.0 * self.spin_error * spins;
        self.acceleration_error += turned * self.far
            + 4.0 * self.velocity_of_errors()
            + relative * self.acceleration
            + (self.a + turned + spins * spins) * self.place_error * 4.0;
        self.spin_acceleration_error = turned + relative * self.a;
        for bound in [
            &mut self.w,
            &mut self.a,
            &mut self.b,
            &mut self.acceleration,
            &mut self.jerk,
            &mut self.velocity,
            &mut self.far,
        ] {
            *bound *= growth;
        }
        for error in [
            &mut self.rotation_error,
            &mut self.place_error,
            &mut self.spin_error,
            &mut self.velocity_error,
            &mut self.spin_acceleration_error,
            &mut self.acceleration_error,
        ] {
            *error *= all;
        }
        self
    }

    /// How far off a point at this distance from the end may be, and its velocity, over a tree of this many steps. Settled bounds
    /// are for chains; a step of a tree has an arm more, and some joints.
    pub(super) fn errors_at(mut self, length: f64, shift_error: f64, steps: usize) -> [f64; 2] {
        self.arm(length);
        let lever_error = (self.rotation_error + 6.0 * UNIT) * length + shift_error;
        self.place_error += lever_error + 2.0 * UNIT * self.far;
        self.velocity_error += self.spin_error * length
            + (self.w + self.spin_error) * (lever_error + 6.0 * UNIT * length)
            + 2.0 * UNIT * self.velocity;
        let all = self.carried_on(steps);
        [self.place_error * all, self.velocity_error * all]
    }

    /// How far off the spin at the end may be, over a tree of this many steps.
    pub(super) fn spin_error_at(&self, steps: usize) -> f64 {
        self.spin_error * self.carried_on(steps)
    }

    /// What errors grow by that are carried over a tree of this many steps.
    fn carried_on(&self, steps: usize) -> f64 {
        let carried = 1.0 + self.rotation_error;
        growth(16 * steps + 64) * carried * carried * carried
    }

    /// What errors of spins do to accelerations: `ω×(ω×y)` and `2ω×d'`.
    fn velocity_of_errors(&self) -> f64 {
        self.spin_error * ((self.w + self.spin_error) * self.far + self.velocity)
    }
}

/// The end of a part of a chain at an instant, with its derivatives up to an order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried<const ORDER: usize> {
    pub(super) rotation: DMat3,
    pub(super) place: DVec3,
    pub(super) spin: DVec3,
    pub(super) velocity: DVec3,
    spin_acceleration: DVec3,
    acceleration: DVec3,
}

/// Angles count themselves in radians.
const RADIANS: QuarterTurns = QuarterTurns::RADIANS;

impl<const ORDER: usize> Carried<ORDER> {
    #[inline(always)]
    pub(super) fn start() -> Self {
        Carried {
            rotation: DMat3::IDENTITY,
            place: DVec3::ZERO,
            spin: DVec3::ZERO,
            velocity: DVec3::ZERO,
            spin_acceleration: DVec3::ZERO,
            acceleration: DVec3::ZERO,
        }
    }

    /// From one end of an arm to the other.
    #[inline(always)]
    fn arm(&mut self, lever: DVec3) {
        self.place += lever;
        if ORDER >= 1 {
            let swung = self.spin.cross(lever);
            self.velocity += swung;
            if ORDER >= 2 {
                self.acceleration += self.spin_acceleration.cross(lever) + self.spin.cross(swung);
            }
        }
    }

    /// A point in the frame that was reached, and its velocity.
    #[inline(always)]
    pub(super) fn point(&self, point: DVec3) -> (DVec3, DVec3) {
        let lever = self.rotation * point;
        (self.place + lever, self.velocity + self.spin.cross(lever))
    }

    #[inline(always)]
    pub(super) fn fixed(&mut self, fixed: &Fixed) {
        self.arm(self.rotation * fixed.shift);
        self.rotation *= fixed.rotation;
    }

    #[inline(always)]
    pub(super) fn joint(&mut self, moves: ChainMove, by: &JointState) -> Option<()> {
        // A path of a user's own may state what is no number: then only its bounds say something.
        if !(by.rate.abs() + by.acceleration.abs() < f64::INFINITY) {
            return None;
        }
        let axis = self.rotation.z_axis;
        if moves == ChainMove::Slide {
            if !by.value.is_finite() {
                return None;
            }
            self.arm(by.value * axis);
            if ORDER >= 1 {
                self.velocity += by.rate * axis;
            }
            if ORDER >= 2 {
                self.acceleration += by.acceleration * axis + 2.0 * by.rate * self.spin.cross(axis);
            }
            return Some(());
        }
        if ORDER >= 2 {
            self.spin_acceleration += by.acceleration * axis + by.rate * self.spin.cross(axis);
        }
        if ORDER >= 1 {
            self.spin += by.rate * axis;
        }
        let (sin, cos) = RADIANS.sin_cos(by.value)?;
        let (x, y) = (self.rotation.x_axis, self.rotation.y_axis);
        self.rotation.x_axis = cos * x + sin * y;
        self.rotation.y_axis = cos * y - sin * x;
        Some(())
    }
}

impl<P: JointPath + ?Sized> LinkMotion<'_, P> {
    #[inline(always)]
    fn posed<const ORDER: usize>(&self, carried: &Option<Carried<ORDER>>) -> Pose {
        match carried {
            Some(carried) => Pose {
                rotation: carried.rotation,
                offset: carried.place,
                rotation_error: self.whole.rotation_error,
                offset_error: self.whole.place_error,
            },
            // Where an angle says nothing, a rotation may be any, and places anywhere.
            None => Pose {
                rotation: DMat3::IDENTITY,
                offset: DVec3::ZERO,
                rotation_error: 2.0,
                offset_error: 2.0 * self.whole.far,
            },
        }
    }

    /// The motion around a time, as long as a span around it lasts.
    pub(crate) fn around(&self, t: f64, span: Span) -> Snapshot {
        let carried = self.carry::<1>(t);
        let mut rates = self.rated(&carried, span);
        // A pivot that goes straight on is looked for after the time only, where a frame turns (`RelativeMotion::frame`): of one that
        // may be accelerated, however little, it is known how far it goes either way.
        rates.acceleration = rates.acceleration.max(f64::MIN_POSITIVE);
        Snapshot {
            pose: self.posed(&carried),
            rates,
            path: self.path(),
            numbers: self.rotations_are_numbers(),
        }
    }

    #[inline(always)]
    fn rated(&self, carried: &Option<Carried<1>>, span: Span) -> Rates {
        if !(self.span.start() <= span.start() && span.end() <= self.span.end()) {
            return UNKNOWN;
        }
        let local = self.within.start() <= span.start() && span.end() <= self.within.end();
        let (acceleration, spin_acceleration) = if local {
            (self.acceleration, self.spin_acceleration)
        } else {
            (self.whole.acceleration, self.whole.a)
        };
        match carried {
            Some(carried) => Rates {
                velocity: carried.velocity,
                velocity_error: self.whole.velocity_error,
                spin: carried.spin,
                spin_error: self.whole.spin_error,
                acceleration,
                spin_acceleration,
            },
            None => Rates {
                velocity_error: self.whole.velocity,
                spin_error: self.whole.w,
                acceleration,
                spin_acceleration,
                ..Rates::default()
            },
        }
    }
}

/// Of what is outside its piece nothing is known.
const UNKNOWN: Rates = Rates {
    velocity: DVec3::ZERO,
    velocity_error: f64::INFINITY,
    spin: DVec3::ZERO,
    spin_error: f64::INFINITY,
    acceleration: f64::INFINITY,
    spin_acceleration: f64::INFINITY,
};

impl<P: JointPath + ?Sized> Motion for LinkMotion<'_, P> {
    #[inline]
    fn pose(&self, t: f64) -> Pose {
        self.posed(&self.carry::<0>(t))
    }

    #[inline]
    fn rates(&self, span: Span) -> Rates {
        self.rated(&self.carry::<1>(span.start()), span)
    }

    #[inline]
    fn pose_and_rates(&self, t: f64, rest: Span) -> (Pose, Rates) {
        let carried = self.carry::<1>(t);
        (self.posed(&carried), self.rated(&carried, rest))
    }

    #[inline]
    fn path(&self) -> PivotPath {
        PivotPath::new(self.pivot, DVec3::ZERO, DVec3::ZERO)
    }

    #[inline]
    fn rotations_are_numbers(&self) -> bool {
        self.path.states_are_numbers()
    }
}
