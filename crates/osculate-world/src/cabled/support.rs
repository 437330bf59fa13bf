//! What other bodies of a world do to those that cables feel: floors that carry them, walls that they lean on.

use super::CabledWorld;
use crate::state::BodyState;
use crate::world::World;
use glam::DVec3;

/// What other bodies gave to a body in the last two steps, the last one first: an impulse, and one that turns it.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Support {
    given: [[DVec3; 2]; 2],
}

/// Impulses below this share of a body's momentum are rounding.
const ROUNDING: f64 = 1e-9;

impl Support {
    /// What is given in every step: of both, coordinate by coordinate, the smaller one, and nothing if they point opposite ways. A hit is
    /// nothing of that kind.
    pub(super) fn steady(&self) -> [DVec3; 2] {
        let [last, before] = self.given;
        let lesser = |a: f64, b: f64| match a * b > 0.0 {
            true if a.abs() < b.abs() => a,
            true => b,
            false => 0.0,
        };
        let both =
            |a: DVec3, b: DVec3| DVec3::new(lesser(a.x, b.x), lesser(a.y, b.y), lesser(a.z, b.z));
        [both(last[0], before[0]), both(last[1], before[1])]
    }

    fn note(&mut self, given: [DVec3; 2]) {
        self.given = [given, self.given[0]];
    }
}

impl CabledWorld {
    /// After a step of which everything lived a share: what other bodies gave to those that cables felt.
    pub(super) fn note_supports(&mut self, before: &World, share: f64) {
        for obstacle in 0..self.bodies.len() {
            let body = self.bodies[obstacle];
            let states = (before.bodies.get(body), self.world.bodies.get(body));
            let given = match (self.felt[obstacle], states, self.given[obstacle]) {
                (true, (Ok(from), Ok(to)), Some(by_cables)) if share > 0.0 => {
                    self.by_others([from, to], by_cables, share)
                }
                _ => [DVec3::ZERO; 2],
            };
            self.supports[obstacle].note(given);
        }
    }

    /// What has changed a body's momentum beside gravity, the caller's forces and cables.
    fn by_others(
        &self,
        [from, to]: [&BodyState; 2],
        [push, turn]: [DVec3; 2],
        share: f64,
    ) -> [DVec3; 2] {
        let settings = self.world.settings();
        let time = share * settings.step;
        let mass = from.inertia.mass;
        let fades =
            mass * (from.gravity_scale * settings.gravity - from.linear_damping * from.linear);
        let [[before, _], [after, _]] = [from, to].map(|of| of.inertia_at(of.placement.rotation));
        let spun = from.angular_damping * (before * from.angular);
        let linear = mass * (to.linear - from.linear) - time * (fades + from.force) - push;
        let about = after * to.angular - before * from.angular;
        let about = about - time * (from.torque - spun) - turn;
        let least = ROUNDING * mass * (from.linear.length() + settings.gravity.length() * time);
        match linear.length() > least {
            true => [linear, about],
            false => [DVec3::ZERO; 2],
        }
    }
}
