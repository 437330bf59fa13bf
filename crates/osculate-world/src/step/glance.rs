//! What all pairs of a body need of it, close together in memory.

use super::course::way_of_turn;
use super::mover::acceleration;
use crate::contact::Pair;
use crate::state::BodyState;
use glam::{DQuat, DVec3};
use osculate::Placement;

/// What all pairs of a body need of it in every step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    linear: DVec3,
    angular: DVec3,
    /// How fast points of it turn about its centre of mass, at most.
    turning: f64,
    travelled: f64,
    pub(crate) reach: f64,
    /// How far its centre of mass went in the last step and how far it turned, and where it came.
    went: DVec3,
    turned: DVec3,
    pub(crate) centre: DVec3,
    moves: bool,
    sleeps: bool,
    solid: bool,
}

/// The share of how fast bodies pass each other that counts as coming closer, since the direction between them turns.
pub(super) const ASIDE: f64 = 0.25;

impl Glance {
    pub(crate) fn new(body: &BodyState) -> Glance {
        Glance {
            linear: body.linear,
            angular: body.angular,
            turning: body.angular.length() * body.reach.min(1e60),
            travelled: body.travelled,
            reach: body.reach,
            went: body.went[0],
            turned: body.went[1],
            centre: body.centre(),
            moves: body.may_move(),
            sleeps: body.asleep,
            solid: !body.sensor,
        }
    }

    /// The velocity of a point of the world that moves with it.
    pub(crate) fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.linear + self.angular.cross(point - self.centre)
    }

    /// Whether two bodies keep each other out, and may come closer.
    pub(crate) fn concerns(&self, other: &Glance) -> bool {
        (self.moves || other.moves) && self.solid && other.solid
    }

    /// Whether one of two sleeps and the other is faster than what would fall asleep. The solver takes what sleeps for what cannot be moved, and
    /// would take all momentum from what runs into it: a hit shares it, and wakes.
    pub(crate) fn disturbs(&self, other: &Glance, slower_than: f64) -> bool {
        let disturbs = |fast: &Glance, sleeper: &Glance| {
            let speed = fast.linear.length() + fast.turning;
            sleeper.sleeps && fast.moves && speed > slower_than * fast.reach
        };
        disturbs(self, other) || disturbs(other, self)
    }

    /// How far two bodies went past each other in the last step, about: where they are close, if that is known. Bodies that move along with each
    /// other see the same sides of each other. Nothing that is proven depends on it.
    pub(crate) fn went_past(&self, other: &Glance, pair: &Pair) -> f64 {
        let both = self.travelled + other.travelled;
        let past = self.went - other.went;
        let past = match pair.clusters.first().and_then(|it| it.points().first()) {
            Some(point) => {
                let of = |body: &Glance| body.turned.cross(point.at[0] - body.centre);
                let across = (past + (of(self) - of(other))).length();
                across + way_of_turn(self.turned - other.turned, self.reach.min(other.reach))
            }
            None => both,
        };
        // If that is not known, it is no number.
        if past < both { past } else { both }
    }

    /// How much closer two bodies may come in a step, if they fall this fast: along the direction from the other that kept
    /// them apart last, if there is one.
    pub(crate) fn closing(&self, other: &Glance, along: DVec3, falls: f64, step: f64) -> f64 {
        let past = self.linear - other.linear;
        let share = if along == DVec3::ZERO { 1.0 } else { ASIDE };
        let towards = (-past.dot(along)).max(share * past.length());
        (towards + self.turning + other.turning + falls) * step
    }

    /// The same along whatever direction.
    pub(crate) fn closing_at_most(&self, other: &Glance, falls: f64, step: f64) -> f64 {
        let past = (self.linear - other.linear).length();
        (past + self.turning + other.turning + falls) * step
    }
}

/// Where a body comes in a step of so many seconds if nothing pushes it, about. Nothing that is proven depends on it.
pub(super) fn ahead(body: &BodyState, gravity: DVec3, seconds: f64) -> Placement {
    if !body.may_move() {
        return body.placement;
    }
    let [linear, angular] = match body.is_dynamic() {
        true => [body.linear, body.angular],
        false if body.rests() => return body.placement,
        false => body.drive(seconds),
    };
    let shift = (linear + acceleration(body, gravity) * seconds) * seconds;
    let turn = 0.5 * seconds * angular;
    let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 1.0).normalize();
    let rotation = turn * body.placement.rotation;
    let centre = body.centre() + shift;
    Placement::new(centre - rotation * body.inertia.centre, rotation)
}
