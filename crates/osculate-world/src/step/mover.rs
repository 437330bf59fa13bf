//! A body as the solver sees it, and how it flies on by itself.

use super::goal::Goal;
use crate::body::BodyKind;
use crate::state::BodyState;
use glam::{DMat3, DQuat, DVec3};
use osculate::Placement;

/// A body as the solver sees it: its velocities, and how far it has come in this step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
    /// How far its centre of mass has come, and how far it has turned, as a vector.
    pub(crate) shift: DVec3,
    pub(crate) turn: DVec3,
    pub(crate) inverse_mass: DVec3,
    pub(crate) inverse_inertia: DMat3,
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
    /// Whether anything has pushed it in this step.
    pub(crate) touched: bool,
    /// Its moments of inertia, if they differ and it may turn about any axis; and how their axes are turned now.
    moments: Option<DVec3>,
    axes: DQuat,
    /// Whether it has turned so fast in this step that these axes turn with it.
    spins: bool,
}

/// What is calm goes no further in a step than this share of its rest gap.
const CALM: f64 = 0.25;

/// From this angle per part of a step on, precession counts.
const SPINS: f64 = 1e-5;

/// Up to this angle per part of a step the middle of the part stands for all of it, where bodies are pushed.
const SLOW: f64 = 0.02;

/// From this angle per part of a step on, the series of the method below say nothing: such a body turns about the axis that it has.
const WHIRLS: f64 = 2.0;

/// What flies freely turns by no more than this in a part, if that takes no more parts than these.
const COARSE: f64 = 0.1;
const MOST_PARTS: f64 = 256.0;

/// A part that changes the energy of what turns freely by more than this share of it is not resolved.
const UNRESOLVED: f64 = 1e-4;

/// The same on the way of a whole step, on which a body turns at a constant rate.
const UNRESOLVED_WAY: f64 = 0.01;

impl Mover {
    /// A body that nothing moves.
    pub(crate) const NOTHING: Mover = Mover {
        linear: DVec3::ZERO,
        angular: DVec3::ZERO,
        shift: DVec3::ZERO,
        turn: DVec3::ZERO,
        inverse_mass: DVec3::ZERO,
        inverse_inertia: DMat3::ZERO,
        acceleration: DVec3::ZERO,
        spin_acceleration: DVec3::ZERO,
        damping: [0.0; 2],
        moves: false,
        stiffest: 0.0,
        calm: true,
        touched: false,
        moments: None,
        axes: DQuat::IDENTITY,
        spins: false,
    };

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
                mover.moments = Some(body.inertia.moments);
                mover.axes = body.placement.rotation * body.inertia.axes;
            }
        } else if body.rests() {
            (mover.linear, mover.angular) = (DVec3::ZERO, DVec3::ZERO);
        } else {
            [mover.linear, mover.angular] = body.drive(step);
        }
        mover
    }

    /// Goes a way that is known.
    pub(crate) fn take(&mut self, goal: &Goal) {
        [self.shift, self.turn] = goal.way;
        [self.linear, self.angular] = goal.velocities;
        self.spins = false;
    }

    /// Whether it goes somewhere: the springs of bodies that are very thin may overshoot until nothing is a number.
    pub(crate) fn is_somewhere(&self) -> bool {
        let vectors = [self.shift, self.turn, self.linear, self.angular];
        vectors.iter().all(|vector| vector.is_finite())
    }

    /// Whether its moments of inertia turn with it in this step.
    pub(crate) fn spins(&self) -> bool {
        self.spins
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

    /// Goes on for a part of a step.
    #[inline]
    pub(crate) fn advance(&mut self, part: f64) {
        self.shift += self.linear * part;
        // What falls freely follows its parabola exactly. What is pushed has no acceleration that is known.
        if !self.touched {
            self.shift -= self.acceleration * (0.5 * part * part);
        }
        let square = self.angular.length_squared() * part * part;
        self.spins |= square > SPINS * SPINS && self.moments.is_some();
        if self.spins {
            self.precess(part);
        } else {
            self.turn += self.angular * part;
        }
    }

    /// Goes on for a step in which nothing pushes it: in so many parts, fewer if it turns slowly, and more if it whirls.
    pub(crate) fn fly(&mut self, step: f64, most: u32) {
        let turn = (self.angular + self.spin_acceleration * step).length() * step;
        let fades = self.damping != [0.0; 2];
        let parts = if fades {
            f64::INFINITY
        } else {
            (turn / SLOW).ceil()
        };
        let parts = parts.clamp(1.0, f64::from(most));
        let parts = parts.max((turn / COARSE).ceil().min(MOST_PARTS));
        for _ in 0..parts as u32 {
            self.accelerate(step / parts);
            self.advance(step / parts);
        }
    }

    /// Turns freely: the angular momentum stays, and the angular velocity follows the inertia that turns with the body.
    ///
    /// A Runge–Kutta–Munthe-Kaas method of order four.
    #[inline(never)]
    fn precess(&mut self, part: f64) {
        let Some(moments) = self.moments else {
            return;
        };
        let along = |axes: DQuat, values: DVec3, vector: DVec3| {
            axes * (values * (axes.conjugate() * vector))
        };
        let momentum = along(self.axes, moments, self.angular);
        let inverse = moments.recip();
        let start = self.axes;
        let spin = |turn: DVec3| along(rotation_by(turn) * start, inverse, momentum);
        // The inverse of the exponential's derivative, to second order.
        let back = |turn: DVec3, spin: DVec3| {
            let bent = turn.cross(spin);
            spin - 0.5 * bent + turn.cross(bent) / 12.0
        };
        let k1 = part * self.angular;
        let k2 = part * back(0.5 * k1, spin(0.5 * k1));
        let turn = if !(k1.length_squared() < WHIRLS * WHIRLS) {
            k1
        } else if self.touched && k1.length_squared() < SLOW * SLOW {
            // What is pushed about does not follow its path so exactly that more would count.
            k2
        } else {
            let k3 = part * back(0.5 * k2, spin(0.5 * k2));
            let k4 = part * back(k3, spin(k3));
            (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0
        };
        let axes_after = (rotation_by(turn) * start).normalize();
        let angular = along(axes_after, inverse, momentum);
        // Twice the energy: momentum and axes that do not belong together may have a hundred times as much of it.
        let (before, after) = (momentum.dot(self.angular), momentum.dot(angular));
        if (after - before).abs() <= UNRESOLVED * before {
            (self.axes, self.angular) = (axes_after, angular);
            self.turn += turn;
        } else {
            // About the axis that it has, it keeps its energy, and as much momentum.
            self.axes = (rotation_by(k1) * start).normalize();
            self.turn += k1;
        }
        let axes = DMat3::from_quat(self.axes);
        self.inverse_inertia = axes * DMat3::from_diagonal(inverse) * axes.transpose();
    }

    /// The turn of the whole step as one vector: along the way that was gone, if the body went on turning about other axes.
    pub(crate) fn whole_turn(&self, body: &BodyState) -> DVec3 {
        if !self.spins {
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

/// The rotation by a vector's length about it: by series where that is exact to rounding, as it is in most parts of a step.
#[inline]
fn rotation_by(turn: DVec3) -> DQuat {
    let square = 0.25 * turn.length_squared();
    if square > 1e-3 {
        return DQuat::from_scaled_axis(turn);
    }
    let cosine =
        1.0 - square * (0.5 - square * (1.0 / 24.0 - square * (1.0 / 720.0 - square / 40320.0)));
    let sine = 1.0
        - square
            * (1.0 / 6.0 - square * (1.0 / 120.0 - square * (1.0 / 5040.0 - square / 362_880.0)));
    let half = 0.5 * sine * turn;
    DQuat::from_xyzw(half.x, half.y, half.z, cosine)
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
