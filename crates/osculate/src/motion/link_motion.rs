//! The motion of a link of a robot along a piece of a joint-space path.
//!
//! *Bounds.* Going out along the chain, let W, A and B bound the spin of a frame, its first and its second derivative, S and T the second
//! and third derivative of its rotation (as linear maps), and a and J those of its origin. A joint that turns at the rate w, with w'
//! and w'', makes
//!
//! ```text
//! W ← W + w      A ← A + w' + wW      B ← B + w'' + 2w'W + wS
//! S ← S + 2Ww + (w² + w')             T ← T + 3Sw + 3W(w² + w') + (w³ + 3ww' + w'')
//! ```
//!
//! since its axis is carried by the frame before, and a product of rotations has the derivatives of a product. So S is
//! `(Σw)² + Σw'`; `A + W²`, which bounds the same, is half as much again where many joints turn. An arm of the length l, on which a
//! slide is at the way d with d', d'' and d''', adds
//!
//! ```text
//! a ← a + S(l + d) + 2Wd' + d''       J ← J + T(l + d) + 3Sd' + 3Wd'' + d'''
//! ```
//!
//! Over a span with the middle m and half the width h, `|ω'| ≤ |ω'(m)| + Bh` and `|ω| ≤ |ω(m)| + Ah` hold too, at every joint, with
//! `S ≤ A + W²` and `T ≤ B + 3AW + W³`, and `|p''| ≤ |p''(m)| + Jh`: see [`LinkMotion::over`].
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
use crate::numbers::rounding::{UNIT, any_length, smaller};
use crate::numbers::span::Span;
use alloc::borrow::Cow;
use glam::{DMat3, DVec3};

mod chain_bounds;
mod taylor_pose;

pub(super) use chain_bounds::ChainBounds;
use chain_bounds::{ROUNDED, growth};
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
                held.tighten();
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

/// The end of a part of a chain at an instant, with its derivatives up to an order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried<const ORDER: usize> {
    pub(crate) rotation: DMat3,
    pub(crate) place: DVec3,
    pub(crate) spin: DVec3,
    pub(crate) velocity: DVec3,
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
