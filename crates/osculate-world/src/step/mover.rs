//! A body as the solver sees it, and how it flies on by itself.

use super::goal::Goal;
use super::lanes::Four;
use super::precession::SLOW;
use crate::body::BodyKind;
use crate::state::BodyState;
use glam::{DMat3, DQuat, DVec3};
use osculate::Placement;

/// A body as the solver sees it: its velocities, and how far it has come in this step.
///
/// In this order, since the solver loads and stores four numbers at a time ([`Mover::fours`]).
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Mover {
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
    /// One if anything has pushed it in this step, or else nothing.
    touched: f64,
    unused: f64,
    /// How far its centre of mass has come, and how far it has turned, as a vector.
    pub(crate) shift: DVec3,
    pub(crate) turn: DVec3,
    /// One if it has turned so fast in this step that the axes of its inertia turn with it, or else nothing.
    spins: f64,
    unused_too: f64,
    pub(crate) inverse_mass: DVec3,
    pub(crate) inverse_inertia: DMat3,
    /// How the axes of its inertia are turned now, and its moments about them; none if they are the same, or if it may not turn about all axes.
    axes: DQuat,
    moments: DVec3,
    unused_at_all: f64,
    /// What forces make of its velocities per second.
    pub(crate) acceleration: DVec3,
    pub(crate) spin_acceleration: DVec3,
    damping: [f64; 2],
    /// Whether it may go anywhere.
    pub(crate) moves: bool,
    /// How stiff its contacts' springs must be, at least: the square of an oscillation, in radians per second.
    pub(crate) stiffest: f64,
    /// Whether it begins the step hardly moving.
    pub(crate) calm: bool,
}

/// What is calm goes no further in a step than this share of its rest gap.
const CALM: f64 = 0.25;

/// From this angle per part of a step on, precession counts.
const SPINS: f64 = 1e-5;

/// What flies freely turns by no more than this in a part, if that takes no more parts than these.
const COARSE: f64 = 0.1;
const MOST_PARTS: f64 = 256.0;

/// A way of a whole step, on which a body turns at a constant rate, is not resolved if that changes its energy by more than this share.
const UNRESOLVED_WAY: f64 = 0.01;

impl Mover {
    /// A body that nothing moves.
    pub(crate) const NOTHING: Mover = Mover {
        linear: DVec3::ZERO,
        angular: DVec3::ZERO,
        touched: 0.0,
        unused: 0.0,
        shift: DVec3::ZERO,
        turn: DVec3::ZERO,
        spins: 0.0,
        unused_too: 0.0,
        inverse_mass: DVec3::ZERO,
        inverse_inertia: DMat3::ZERO,
        axes: DQuat::IDENTITY,
        moments: DVec3::ZERO,
        unused_at_all: 0.0,
        acceleration: DVec3::ZERO,
        spin_acceleration: DVec3::ZERO,
        damping: [0.0; 2],
        moves: false,
        stiffest: 0.0,
        calm: true,
    };

    /// What the solver needs of it, four numbers at a time: velocities and whether it is touched (two fours), its way and whether it spins (two), its
    /// masses (three), the axes of its inertia (one), and its moments about them (one).
    #[inline(always)]
    pub(super) fn fours(&self) -> &[Four; 9] {
        // SAFETY: the first 36 numbers of the body, in the order in which they stand there, and no others; both are aligned alike.
        #[allow(unsafe_code)]
        unsafe {
            &*core::ptr::from_ref(self).cast()
        }
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(super) fn fours_mut(&mut self) -> &mut [Four; 9] {
        // SAFETY: as above; whatever is written there is a number.
        #[allow(unsafe_code)]
        unsafe {
            &mut *core::ptr::from_mut(self).cast()
        }
    }

    pub(crate) fn new(body: &BodyState, gravity: DVec3, step: f64) -> Mover {
        let mut mover = Mover {
            linear: body.linear,
            angular: body.angular,
            inverse_mass: body.inverse_mass(),
            inverse_inertia: body.inverse_inertia(),
            moves: true,
            calm: is_calm(body, step),
            ..Mover::NOTHING
        };
        if body.kind == BodyKind::Dynamic {
            mover.acceleration = acceleration(body, gravity);
            mover.spin_acceleration = mover.inverse_inertia * body.torque;
            mover.damping = [body.linear_damping, body.angular_damping];
            let free = body.locked.angular == [false; 3];
            if free && !body.inertia.is_round() {
                mover.moments = body.inertia.moments;
                mover.axes = body.placement.rotation * body.inertia.axes;
            }
        } else if body.rests() {
            (mover.linear, mover.angular) = (DVec3::ZERO, DVec3::ZERO);
        } else {
            [mover.linear, mover.angular] = body.drive(step);
        }
        mover
    }

    /// Some body that moves, and turns slowly or fast.
    #[cfg(test)]
    pub(crate) fn at_random(random: &mut osculate_judge::seeded::Seeded) -> Mover {
        let moments = DVec3::new(1.0, 2.0, 2.5) * random.magnitude(-2.0, 2.0);
        let axes = random.rotation();
        let matrix = DMat3::from_quat(axes);
        let turning = random.one_of(&[0.0, 1e-3, 20.0]);
        Mover {
            linear: random.vector(1.0),
            angular: random.vector(turning),
            inverse_mass: DVec3::splat(1.0 / moments.x),
            inverse_inertia: matrix * DMat3::from_diagonal(moments.recip()) * matrix.transpose(),
            moves: true,
            moments,
            axes,
            ..Mover::NOTHING
        }
    }

    /// Goes a way that is known.
    pub(crate) fn take(&mut self, goal: &Goal) {
        [self.shift, self.turn] = goal.way;
        [self.linear, self.angular] = goal.velocities;
        self.spins = 0.0;
    }

    /// Whether it goes somewhere: the springs of bodies that are very thin may overshoot until nothing is a number.
    pub(crate) fn is_somewhere(&self) -> bool {
        let vectors = [self.shift, self.turn, self.linear, self.angular];
        vectors.iter().all(|vector| vector.is_finite())
    }

    /// Whether anything has pushed it in this step.
    pub(crate) fn is_touched(&self) -> bool {
        self.touched > 0.0
    }

    /// Takes the forces of a part of a step.
    #[inline]
    pub(crate) fn accelerate(&mut self, part: f64) {
        self.linear += self.acceleration * part;
        self.angular += self.spin_acceleration * part;
        let [linear, angular] = self.damping;
        if linear + angular > 0.0 {
            self.linear /= 1.0 + part * linear;
            self.angular /= 1.0 + part * angular;
        }
    }

    /// Goes on for a part of a step. Whether it spins: then it is still to be turned ([`super::precession`]).
    #[inline]
    pub(super) fn advance(&mut self, part: f64) -> bool {
        self.shift += self.linear * part;
        // What falls freely follows its parabola exactly. What is pushed has no acceleration that is known.
        if !self.is_touched() {
            self.shift -= self.acceleration * (0.5 * part * part);
        }
        let square = self.angular.length_squared() * part * part;
        if square > SPINS * SPINS && self.moments != DVec3::ZERO {
            self.spins = 1.0;
        }
        let spins = self.spins > 0.0;
        if !spins {
            self.turn += self.angular * part;
        }
        spins
    }

    /// In how many parts it goes on for a step in which nothing pushes it: fewer than others if it turns slowly, and more if it whirls.
    pub(crate) fn parts_of_flight(&self, step: f64, most: u32) -> u32 {
        let turn = (self.angular + self.spin_acceleration * step).length() * step;
        let fades = self.damping != [0.0; 2];
        let parts = if fades {
            f64::INFINITY
        } else {
            (turn / SLOW).ceil()
        };
        let parts = parts.clamp(1.0, f64::from(most));
        parts.max((turn / COARSE).ceil().min(MOST_PARTS)) as u32
    }

    /// The turn of the whole step as one vector: along the way that was gone, if the body went on turning about other axes.
    pub(crate) fn whole_turn(&self, body: &BodyState) -> DVec3 {
        if !(self.spins > 0.0) {
            return self.turn;
        }
        let from = body.placement.rotation * body.inertia.axes;
        let mut direct = self.axes * from.conjugate();
        if direct.w < 0.0 {
            direct = -direct;
        }
        let direct = direct.to_scaled_axis();
        let angle = direct.length();
        if !(angle > 1e-12) {
            return self.turn;
        }
        // Of all turns that lead there, the one that is closest to the way.
        let axis = direct / angle;
        let turns = (self.turn.dot(axis) - angle) / core::f64::consts::TAU;
        direct + axis * (turns.round() * core::f64::consts::TAU)
    }
}

/// Whether no point of a body goes further in a step than a part of its rest gap.
fn is_calm(body: &BodyState, step: f64) -> bool {
    let speed = body.linear.length() + body.angular.length() * body.reach.min(1e60);
    speed * step < CALM * body.rest_gap
}

/// How fast a body turns at a place on a way that it turns freely on, of how fast it does at the last: with the momentum that it has there, unless
/// it turned so far between that this changes its energy. Then it turns as it does at the end, as the body sees it.
pub(crate) fn turning_at(body: &BodyState, [now, end]: [Placement; 2]) -> DVec3 {
    let locked = body.locked.angular != [false; 3];
    if !body.is_dynamic() || locked || body.inertia.is_round() {
        return body.angular;
    }
    let momentum = body.inertia_at(end.rotation)[0] * body.angular;
    let angular = body.inertia_at(now.rotation)[1] * momentum;
    let (before, after) = (momentum.dot(body.angular), momentum.dot(angular));
    if (after - before).abs() <= UNRESOLVED_WAY * before {
        return angular;
    }
    now.rotation * (end.rotation.conjugate() * body.angular)
}

/// What forces make of a body's velocity per second.
pub(crate) fn acceleration(body: &BodyState, gravity: DVec3) -> DVec3 {
    if !body.is_dynamic() {
        return DVec3::ZERO;
    }
    let free = DVec3::from_array(
        body.locked
            .linear
            .map(|locked| f64::from(u8::from(!locked))),
    );
    free * (gravity * body.gravity_scale + body.force * body.inertia.inverse_mass)
}
