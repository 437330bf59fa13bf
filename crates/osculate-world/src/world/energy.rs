//! What a world has of energy and momentum.

use super::World;
use crate::state::BodyState;
use glam::DVec3;

impl World {
    /// The energy of all dynamic bodies: of their motion, and of their height in gravity, which is nothing at the world's origin.
    pub fn energy(&self) -> f64 {
        let gravity = self.settings.gravity;
        self.dynamics()
            .map(|body| {
                let moving = body.inertia.mass * body.linear.length_squared();
                let turning = body.angular.dot(spin(body));
                let weight = body.inertia.mass * body.gravity_scale * gravity;
                0.5 * (moving + turning) - weight.dot(body.centre())
            })
            .sum()
    }

    /// The momentum of all dynamic bodies, and their angular momentum about the world's origin.
    pub fn momentum(&self) -> [DVec3; 2] {
        let nothing = [DVec3::ZERO; 2];
        self.dynamics().fold(nothing, |[linear, angular], body| {
            let own = body.inertia.mass * body.linear;
            let about = body.centre().cross(own) + spin(body);
            [linear + own, angular + about]
        })
    }

    fn dynamics(&self) -> impl Iterator<Item = &BodyState> {
        let bodies = self.bodies.iter().map(|(_, body)| body);
        bodies.filter(|body| body.is_dynamic())
    }
}

/// A body's angular momentum about its centre of mass.
fn spin(body: &BodyState) -> DVec3 {
    body.inertia_at(body.placement.rotation)[0] * body.angular
}
