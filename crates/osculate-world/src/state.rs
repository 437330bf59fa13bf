//! A body in a world.

use crate::body::{BodyKind, Filter, LockedAxes, Mass};
use crate::material::Material;
use glam::{DMat3, DQuat, DVec3};
use osculate::shape::HullCore;
use osculate::{Placement, Shape};
use std::sync::Arc;

/// The unit roundoff of `f64`.
pub(crate) const UNIT: f64 = f64::EPSILON / 2.0;

/// A body, as a world keeps it.
#[derive(Clone, Debug)]
pub(crate) struct BodyState {
    pub(crate) name: Option<String>,
    pub(crate) kind: BodyKind,
    pub(crate) shape: Arc<Shape>,
    /// Where it is. What is proven is proven of the body there.
    pub(crate) placement: Placement,
    /// The velocity of its centre of mass, and how it turns, in the world.
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
    pub(crate) material: Material,
    pub(crate) inertia: Inertia,
    /// What the caller said of its mass and its rest gap, for another shape or kind.
    pub(crate) mass: Mass,
    pub(crate) given_gap: Option<f64>,
    pub(crate) gravity_scale: f64,
    pub(crate) linear_damping: f64,
    pub(crate) angular_damping: f64,
    pub(crate) locked: LockedAxes,
    pub(crate) filter: Filter,
    pub(crate) sensor: bool,
    /// How far it stays from what it rests on.
    pub(crate) rest_gap: f64,
    /// How far its points are from its centre of mass, at most.
    pub(crate) reach: f64,
    /// Whether its surface has no edges.
    pub(crate) smooth: bool,
    /// How far it may go, whichever way, and stay in its box of the broad phase; and how far it went in the last step, at most.
    pub(crate) room: f64,
    pub(crate) travelled: f64,
    /// How far its centre of mass went in the last step, and how far it turned; endlessly far if that is not known, since it was stopped.
    pub(crate) went: [DVec3; 2],
    /// For the next step alone.
    pub(crate) force: DVec3,
    pub(crate) torque: DVec3,
    pub(crate) asleep: bool,
    /// For how many seconds it has hardly moved.
    pub(crate) quiet: f64,
    /// How many seconds of its life it has lost by being stopped, and how many steps in a row it stood although it wanted to move.
    pub(crate) lag: f64,
    pub(crate) stalled: u32,
    /// How far a kinematic body is behind where its velocity has led, and by what turn.
    pub(crate) behind: DVec3,
    pub(crate) turned_behind: DVec3,
    /// For how many steps a kinematic body has been blocked by what cannot yield.
    pub(crate) blocked: u32,
    /// The placement a step ago, for drawing between steps.
    pub(crate) before: Placement,
}

/// How a body resists being moved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Inertia {
    pub(crate) mass: f64,
    /// One over the mass; zero if nothing moves it.
    pub(crate) inverse_mass: f64,
    /// The centre of mass, in the body.
    pub(crate) centre: DVec3,
    /// The moments about its principal axes, and these in the body.
    pub(crate) moments: DVec3,
    pub(crate) axes: DQuat,
}

impl Inertia {
    /// Of a body that nothing moves.
    pub(crate) const ENDLESS: Inertia = Inertia {
        mass: f64::INFINITY,
        inverse_mass: 0.0,
        centre: DVec3::ZERO,
        moments: DVec3::INFINITY,
        axes: DQuat::IDENTITY,
    };

    /// Whether it turns about all axes alike, to within rounding.
    pub(crate) fn is_round(&self) -> bool {
        let (most, least) = (self.moments.max_element(), self.moments.min_element());
        !(most - least > 1e-12 * most)
    }
}

impl BodyState {
    pub(crate) fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }

    pub(crate) fn is_compound(&self) -> bool {
        matches!(*self.shape, Shape::Compound(_))
    }

    /// Whether anything but the caller moves it.
    pub(crate) fn may_ever_move(&self) -> bool {
        self.kind != BodyKind::Static
    }

    /// Takes its velocities along and about axes that are locked.
    pub(crate) fn lock(&mut self) {
        if !self.is_dynamic() {
            return;
        }
        for axis in 0..3 {
            // Zeros keep their signs.
            if self.locked.linear[axis] && self.linear[axis] != 0.0 {
                self.linear[axis] = 0.0;
            }
            if self.locked.angular[axis] && self.angular[axis] != 0.0 {
                self.angular[axis] = 0.0;
            }
        }
    }

    /// Lets it take part in steps again.
    pub(crate) fn wake(&mut self) {
        (self.asleep, self.quiet) = (false, 0.0);
    }

    /// Whether it may be somewhere else after the next step.
    pub(crate) fn may_move(&self) -> bool {
        match self.kind {
            BodyKind::Static => false,
            BodyKind::Kinematic => true,
            BodyKind::Dynamic => !self.asleep,
        }
    }

    /// Where its centre of mass is, in the world.
    pub(crate) fn centre(&self) -> DVec3 {
        self.centre_at(&self.placement)
    }

    pub(crate) fn centre_at(&self, at: &Placement) -> DVec3 {
        if self.inertia.centre == DVec3::ZERO {
            return at.position;
        }
        at.position + at.rotation * self.inertia.centre
    }

    /// Its inertia in the world, and the inverse of that, turned so.
    pub(crate) fn inertia_at(&self, rotation: DQuat) -> [DMat3; 2] {
        let inertia = &self.inertia;
        let axes = DMat3::from_quat(rotation * inertia.axes);
        let along = |values: DVec3| axes * DMat3::from_diagonal(values) * axes.transpose();
        [along(inertia.moments), along(inertia.moments.recip())]
    }

    /// What a torque or an angular impulse makes of its angular velocity, in the world.
    pub(crate) fn inverse_inertia(&self) -> DMat3 {
        self.inverse_inertia_at(self.placement.rotation)
    }

    /// The same, turned so.
    pub(crate) fn inverse_inertia_at(&self, rotation: DQuat) -> DMat3 {
        if !self.is_dynamic() {
            return DMat3::ZERO;
        }
        let mut inverse = if self.inertia.is_round() {
            DMat3::from_diagonal(DVec3::splat(1.0 / self.inertia.moments.x))
        } else {
            self.inertia_at(rotation)[1]
        };
        for (axis, locked) in self.locked.angular.into_iter().enumerate() {
            if locked {
                let free = DVec3::ONE - DVec3::AXES[axis];
                inverse = DMat3::from_diagonal(free) * inverse * DMat3::from_diagonal(free);
            }
        }
        inverse
    }

    /// One over its mass; zero along axes that are locked.
    pub(crate) fn inverse_mass(&self) -> DVec3 {
        if !self.is_dynamic() {
            return DVec3::ZERO;
        }
        DVec3::from_array(self.locked.linear.map(|locked| {
            if locked {
                0.0
            } else {
                self.inertia.inverse_mass
            }
        }))
    }

    /// The velocities of a kinematic body in a step: its own, and what it needs to catch up, at no more than half of its own speed.
    pub(crate) fn drive(&self, step: f64) -> [DVec3; 2] {
        let with =
            |own: DVec3, behind: DVec3| own + (behind / step).clamp_length_max(0.5 * own.length());
        [
            with(self.linear, self.behind),
            with(self.angular, self.turned_behind),
        ]
    }

    /// Whether a kinematic body is not to push in a step, since what it pushes did not yield: it tries again every so many steps.
    pub(crate) fn rests(&self) -> bool {
        self.kind == BodyKind::Kinematic && !self.blocked.is_multiple_of(PATIENCE)
    }

    /// Counts how far a kinematic body has not come in a step. One that is told to stand has nowhere to catch up to.
    pub(crate) fn fall_behind(&mut self, step: f64) {
        let gone = self.centre() - self.centre_at(&self.before);
        let turned = self.placement.rotation * self.before.rotation.conjugate();
        let turned = if turned.w < 0.0 { -turned } else { turned };
        self.behind = missing(self.linear * step, gone, self.behind);
        let turned = turned.to_scaled_axis();
        self.turned_behind = missing(self.angular * step, turned, self.turned_behind);
    }
}

/// A kinematic body that is blocked pushes every so many steps.
const PATIENCE: u32 = 16;

/// What is missing of a way, with what was missing before. Rounding is not.
fn missing(wanted: DVec3, gone: DVec3, before: DVec3) -> DVec3 {
    if wanted == DVec3::ZERO {
        return DVec3::ZERO;
    }
    let missing = before + wanted - gone;
    if missing.length() < 1e-9 * wanted.length() {
        return DVec3::ZERO;
    }
    missing
}

/// How far the points of a shape are from one of its points, at most.
pub(crate) fn reach_from(shape: &Shape, centre: DVec3) -> f64 {
    let (middle, radius) = shape.bounding_ball();
    ((middle - centre).length() + radius) * (1.0 + 8.0 * UNIT)
}

/// Whether a shape's surface has no edges.
pub(crate) fn is_smooth(shape: &Shape) -> bool {
    match shape {
        Shape::Hull(hull) => match hull.form().core {
            HullCore::Point | HullCore::Ellipsoid { .. } => true,
            HullCore::Segment { .. } => hull.margin() > 0.0,
            _ => false,
        },
        Shape::HalfSpace(_) => true,
        _ => false,
    }
}
