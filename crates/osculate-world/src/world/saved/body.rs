//! A body that is saved.

use crate::body::{Body, BodyKind, Filter, LockedAxes, Mass, check_number, check_vector};
use crate::error::BodyError;
use crate::handle::BodyHandle;
use crate::material::Material;
use crate::state::BodyState;
use glam::{DQuat, DVec3};
use osculate::{Placement, Resting, Shape};
use std::sync::Arc;

/// The largest force, torque or distance.
const MOST: f64 = 1e60;

/// A body: what its caller said of it, and what became of it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct SavedBody {
    pub(super) handle: BodyHandle,
    name: Option<String>,
    kind: BodyKind,
    pub(super) shape: u32,
    placement: (DVec3, DQuat),
    before: (DVec3, DQuat),
    linear: DVec3,
    angular: DVec3,
    material: Material,
    mass: Mass,
    gravity_scale: f64,
    linear_damping: f64,
    angular_damping: f64,
    locked: LockedAxes,
    filter: Filter,
    sensor: bool,
    rest_gap: Option<f64>,
    /// None if it is without end.
    room: Option<f64>,
    travelled: f64,
    force: DVec3,
    torque: DVec3,
    asleep: bool,
    quiet: f64,
    lag: f64,
    stalled: u32,
    behind: DVec3,
    turned_behind: DVec3,
    blocked: u32,
}

impl SavedBody {
    pub(super) fn of(handle: BodyHandle, body: &BodyState, shape: u32) -> SavedBody {
        let plain = |placement: Placement| (placement.position, placement.rotation);
        SavedBody {
            handle,
            name: body.name.clone(),
            kind: body.kind,
            shape,
            placement: plain(body.placement),
            before: plain(body.before),
            linear: body.linear,
            angular: body.angular,
            material: body.material,
            mass: body.mass,
            gravity_scale: body.gravity_scale,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            locked: body.locked,
            filter: body.filter,
            sensor: body.sensor,
            rest_gap: body.given_gap,
            room: Some(body.room).filter(|room| room.is_finite()),
            travelled: body.travelled,
            force: body.force,
            torque: body.torque,
            asleep: body.asleep,
            quiet: body.quiet,
            lag: body.lag,
            stalled: body.stalled,
            behind: body.behind,
            turned_behind: body.turned_behind,
            blocked: body.blocked,
        }
    }

    /// What the caller said.
    pub(super) fn body(&self, shape: Arc<Shape>) -> Body {
        Body {
            name: self.name.clone(),
            kind: self.kind,
            shape,
            placement: Placement::new(self.placement.0, self.placement.1),
            linear: self.linear,
            angular: self.angular,
            material: self.material,
            mass: self.mass,
            gravity_scale: self.gravity_scale,
            linear_damping: self.linear_damping,
            angular_damping: self.angular_damping,
            locked: self.locked,
            filter: self.filter,
            sensor: self.sensor,
            rest_gap: self.rest_gap,
        }
    }

    /// What became of it.
    pub(super) fn restore(&self, body: &mut BodyState) -> Result<(), BodyError> {
        let before = Placement::new(self.before.0, self.before.1);
        Resting::at(before)?;
        for (what, vector) in [
            ("force", self.force),
            ("torque", self.torque),
            ("way behind", self.behind),
            ("turn behind", self.turned_behind),
        ] {
            check_vector(what, vector, MOST)?;
        }
        for (what, number) in [
            ("room", self.room.unwrap_or_default()),
            ("way gone", self.travelled),
            ("time at rest", self.quiet),
            ("lag", self.lag),
        ] {
            check_number(what, number, -f64::MAX, f64::MAX)?;
        }
        // As it was, to the last bit.
        body.placement = Placement::new(self.placement.0, self.placement.1);
        (body.linear, body.angular) = (self.linear, self.angular);
        body.before = before;
        body.room = self.room.unwrap_or(f64::INFINITY);
        body.travelled = self.travelled;
        (body.force, body.torque) = (self.force, self.torque);
        (body.asleep, body.quiet) = (self.asleep, self.quiet);
        (body.lag, body.stalled) = (self.lag, self.stalled);
        (body.behind, body.turned_behind) = (self.behind, self.turned_behind);
        body.blocked = self.blocked;
        Ok(())
    }
}
