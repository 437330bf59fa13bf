//! Bounds on the motion of the end of a chain, and on what rounding does to it: the formulas are those of `link_motion.rs`.

use crate::motion::chain::{Chain, ChainJoint, ChainMove, Fixed};
use crate::motion::joint_path::JointBounds;
use crate::motion::link_tree::BodyErrors;
use crate::numbers::rounding::{UNIT, smaller};

/// What holds all along a piece, for the end of the chain.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::motion) struct ChainBounds {
    /// The bounds W, A, B, S, T, a and J.
    pub(super) w: f64,
    pub(super) a: f64,
    pub(super) b: f64,
    swing: f64,
    lurch: f64,
    pub(super) acceleration: f64,
    pub(super) jerk: f64,
    /// The velocity of the end and how far it is from the start, at most.
    pub(super) velocity: f64,
    pub(super) far: f64,
    /// How far off what is computed may be.
    pub(super) rotation_error: f64,
    pub(super) place_error: f64,
    pub(super) spin_error: f64,
    pub(super) velocity_error: f64,
    pub(super) spin_acceleration_error: f64,
    pub(super) acceleration_error: f64,
}

/// Some dozen operations' rounding.
pub(super) const ROUNDED: f64 = 1.0 + 64.0 * UNIT;

/// What the rounding of bounds over a chain of this many joints leaves, at most.
pub(super) fn growth(joints: usize) -> f64 {
    1.0 + 64.0 * UNIT * (joints as f64 + 2.0)
}

impl ChainBounds {
    pub(super) fn of(chain: &Chain, bounds: impl Fn(&ChainJoint) -> JointBounds) -> ChainBounds {
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
    pub(in crate::motion) fn arm(&mut self, length: f64) {
        self.velocity += self.w * length;
        self.acceleration += self.swing * length;
        self.jerk += self.lurch * length;
        self.far += length;
    }

    #[inline(always)]
    pub(in crate::motion) fn joint(&mut self, moves: ChainMove, by: &JointBounds) {
        let (w, swing) = (self.w, self.swing);
        let JointBounds {
            rate,
            acceleration,
            jerk,
            ..
        } = *by;
        match moves {
            ChainMove::Turn | ChainMove::FreeTurn => {
                let own = rate * rate + acceleration;
                self.b += jerk + 2.0 * acceleration * w + rate * swing;
                self.a += acceleration + rate * w;
                self.lurch += 3.0 * (swing * rate + w * own)
                    + (rate * (rate * rate + 3.0 * acceleration) + jerk);
                self.swing += 2.0 * w * rate + own;
                self.w += rate;
            }
            ChainMove::Slide => {
                self.arm(by.value);
                self.velocity += rate;
                self.acceleration += 2.0 * w * rate + acceleration;
                self.jerk += 3.0 * swing * rate + 3.0 * w * acceleration + jerk;
            }
        }
    }

    /// The derivatives of the rotation are no more than those of the spin make them.
    #[inline(always)]
    pub(super) fn tighten(&mut self) {
        let (w, a) = (self.w, self.a);
        self.swing = smaller(self.swing, a + w * w);
        self.lurch = smaller(self.lurch, self.b + 3.0 * a * w + w * w * w);
    }

    /// What an arm adds to the errors; the bounds are those at its end.
    pub(in crate::motion) fn arm_errors(&mut self, arm: &Fixed) {
        let length = arm.length;
        let lever_error = (self.rotation_error + 6.0 * UNIT) * length + arm.shift_error;
        self.place_error += lever_error + 2.0 * UNIT * self.far;
        self.velocity_error += self.spin_error * length
            + (self.w + self.spin_error) * (lever_error + 6.0 * UNIT * length)
            + 2.0 * UNIT * self.velocity;
        self.rotation_error += arm.rotation_error + 9.0 * UNIT;
    }

    /// What a joint adds to the errors; the bounds are those before it.
    pub(in crate::motion) fn joint_errors(&mut self, moves: ChainMove, by: &JointBounds) {
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
    /// adds less than `64u` for each joint; the sizes add up to less than twice the bound itself, since `A + W²` is less than `2S`. What
    /// the rates of the joints are off is in the spin's error, and moves the end by as much as its distance.
    fn settle(mut self, joints: usize) -> ChainBounds {
        let growth = growth(joints);
        let carried = 1.0 + self.rotation_error;
        let all = growth * carried * carried * carried;
        let relative = 8.0 * self.rotation_error + 64.0 * UNIT * (joints as f64 + 2.0);
        // Products of two rates, each of which may be off by more than its bound: earlier and later joints alike.
        let spins = self.w + self.spin_error;
        let turned = self.spin_acceleration_error + 4.0 * self.spin_error * spins;
        self.acceleration_error += turned * self.far
            + 4.0 * self.velocity_of_errors()
            + 2.0 * relative * self.acceleration
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

    /// How far off points within this distance from the end may be, and how fast they are, over a tree of this many steps. Settled bounds
    /// are for chains; a step of a tree has an arm more, and some joints. Differences from other points, and a few products of them with
    /// directions, round by less than 128 units of how far either is from the start.
    pub(in crate::motion) fn errors_at(
        mut self,
        length: f64,
        shift_error: f64,
        steps: usize,
    ) -> BodyErrors {
        self.arm(length);
        let lever_error = (self.rotation_error + 6.0 * UNIT) * length + shift_error;
        self.place_error += lever_error + 2.0 * UNIT * self.far;
        self.velocity_error += self.spin_error * length
            + (self.w + self.spin_error) * (lever_error + 6.0 * UNIT * length)
            + 2.0 * UNIT * self.velocity;
        let all = self.carried_on(steps);
        BodyErrors {
            place: (self.place_error + 128.0 * UNIT * self.far) * all,
            velocity: (self.velocity_error + 128.0 * UNIT * self.velocity) * all,
            speed: (self.velocity + self.velocity_error) * all,
        }
    }

    /// How far off the spin at the end may be, over a tree of this many steps.
    pub(in crate::motion) fn spin_error_at(&self, steps: usize) -> f64 {
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
