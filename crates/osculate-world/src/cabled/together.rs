//! Bodies and cables that push and pull each other, in the same equations.
//!
//! A body that cables touch, or that one is fastened to, is *felt* by them. In a step cables go first, with felt bodies as unknowns of their equations, each with
//! its mass and all that acts on it; of other bodies what they did in the last two steps. What cables gave to each acts on it in the world's step as a force, and where
//! nothing of the world pushes it the body goes where cables led it: so both have the same momentum, and the world proves that way as any other.
//! If something of the world is in the way, cables are set back and go again, and bodies are led through them to where the world took them.

use super::CabledWorld;
use crate::body::BodyKind;
use crate::handle::BodyHandle;
use crate::rods::{Heavy, Rods, turn_of};
use crate::step::goal::Goal;
use crate::world::World;
use glam::{DMat3, DVec3};
use osculate::Placement;

/// A world and its cables before a step, to go back to.
pub(super) struct Before {
    pub(super) world: World,
    pub(super) rods: Rods,
}

/// How often a step begins again because cables met a body that they had not felt.
const ATTEMPTS: u32 = 3;
/// Impulses below this share of a body's momentum, and of what gravity gives it in a step, are rounding.
const ROUNDING: f64 = 1e-9;

impl CabledWorld {
    /// Takes a step in which everything lives a share of it only; false if a body did not get to where the world led it.
    pub(super) fn try_share(&mut self, share: f64, before: &Before) -> bool {
        for attempt in 1..=ATTEMPTS {
            self.given.fill(None);
            let is_together = share > 0.0 && self.felt.contains(&true);
            let has_arrived = match is_together {
                true => self.go_together(share).then_some(true),
                false => {
                    self.world.step_share(share, &[]);
                    Some(self.lead(share))
                }
            };
            if self.feel_more() && attempt < ATTEMPTS {
                self.set_back(before);
                continue;
            }
            return has_arrived.unwrap_or_else(|| self.lead_again(share, before));
        }
        false
    }

    pub(super) fn set_back(&mut self, before: &Before) {
        self.world = before.world.clone();
        self.rods.go_back_to(&before.rods);
    }

    /// Feels what cables have pushed in this step too; false if there is nothing new.
    fn feel_more(&mut self) -> bool {
        let mut is_new = false;
        for obstacle in 0..self.bodies.len() {
            if !self.felt[obstacle] && self.is_pushed(obstacle) {
                (self.felt[obstacle], is_new) = (true, true);
            }
        }
        is_new
    }

    /// After a step: what is felt in the next one, what cables touch now or are fastened to.
    pub(super) fn feel(&mut self) {
        for obstacle in 0..self.bodies.len() {
            self.felt[obstacle] = self.is_pushed(obstacle);
            self.report.pushed += u32::from(self.felt[obstacle]);
        }
    }

    /// Whether a body gives way to cables that have done something to it in this step.
    fn is_pushed(&self, obstacle: usize) -> bool {
        let Ok(state) = self.world.bodies.get(self.bodies[obstacle]) else {
            return false;
        };
        let settings = self.world.settings();
        let speed = state.linear.length() + settings.gravity.length() * settings.step;
        let least = ROUNDING * state.inertia.mass * speed;
        let impulse = self.rods.obstacle_impulse(obstacle);
        let is_pushed = impulse.is_ok_and(|[impulse, _]| impulse.length() > least);
        state.is_dynamic() && (is_pushed || self.rods.is_fastened_to(obstacle))
    }

    /// Cables and what they feel go together, and the world after them; false if something of the world was in the way.
    fn go_together(&mut self, share: f64) -> bool {
        let time = share * self.world.settings().step;
        self.lead_unfelt(share);
        for obstacle in 0..self.bodies.len() {
            let heavy = (self.felt[obstacle]).then(|| self.heavy(obstacle, time));
            self.rods.set_heavy(obstacle, heavy.flatten());
        }
        self.live(time);
        let goals = self.give_impulses(time);
        self.world.step_share(share, &goals);
        let at = |body: &BodyHandle| self.world.placement(*body).ok();
        let placements: Option<Vec<Placement>> = self.bodies.iter().map(at).collect();
        let is_there = placements.is_some_and(|placements| self.rods.round_to(&placements));
        if let Some(last) = self.parts.as_mut().and_then(|parts| parts.last_mut()) {
            last.ends = self.rods.places().collect();
        }
        is_there
    }

    /// Cables lead the bodies that they do not feel to where these go in a world without cables.
    fn lead_unfelt(&mut self, share: f64) {
        let is_led = |obstacle: &usize| {
            let kind = self.world.kind(self.bodies[*obstacle]);
            !self.felt[*obstacle] && kind != Ok(BodyKind::Static)
        };
        let led: Vec<usize> = (0..self.bodies.len()).filter(is_led).collect();
        if led.is_empty() {
            return;
        }
        let mut free = self.world.clone();
        free.step_share(share, &[]);
        let time = share * self.world.settings().step;
        for obstacle in led {
            self.rods.set_heavy(obstacle, None);
            if let Ok(to) = free.placement(self.bodies[obstacle]) {
                self.aim(obstacle, to, time);
            }
        }
    }

    fn heavy(&self, obstacle: usize, time: f64) -> Option<Heavy> {
        let state = self.world.bodies.get(self.bodies[obstacle]).ok()?;
        let gravity = self.world.settings().gravity;
        let inertia = &state.inertia;
        let axes = DMat3::from_quat(inertia.axes);
        let [around, _] = state.inertia_at(state.placement.rotation);
        let pull = (state.gravity_scale - 1.0) * gravity + inertia.inverse_mass * state.force;
        let moment = state.torque - state.angular_damping * (around * state.angular);
        let [held, turned] = self.supports[obstacle].steady().map(|given| given / time);
        Some(Heavy {
            mass: inertia.mass,
            inertia: axes * DMat3::from_diagonal(inertia.moments) * axes.transpose(),
            centre: inertia.centre,
            velocity: state.linear,
            spin: state.angular,
            extra: [
                pull - state.linear_damping * state.linear + inertia.inverse_mass * held,
                moment + turned,
            ],
        })
    }

    /// Gives felt bodies what cables gave them, as forces of the step, and says where they go if nothing else pushes them.
    fn give_impulses(&mut self, time: f64) -> Vec<Goal> {
        let mut goals = Vec::new();
        for obstacle in 0..self.bodies.len() {
            let body = self.bodies[obstacle];
            let (impulse, to, velocities) = (
                self.rods.obstacle_impulse(obstacle),
                self.rods.placement(obstacle),
                self.rods.obstacle_velocity(obstacle),
            );
            let (true, Ok([push, turn]), Ok(to), Ok(velocities), Ok(state)) = (
                self.felt[obstacle],
                impulse,
                to,
                velocities,
                self.world.bodies.get(body),
            ) else {
                continue;
            };
            self.given[obstacle] = Some([push, turn]);
            let (centre, slot) = (state.centre(), body.slot);
            let turned = (to.rotation * state.placement.rotation.conjugate()).normalize();
            if self.supports[obstacle].steady() == [DVec3::ZERO; 2] {
                goals.push(Goal {
                    slot,
                    way: [self.rods.pivot(obstacle) - centre, turn_of(turned)],
                    velocities,
                });
            }
            // What would be too fast for the world stays as it is.
            let force = self.world.apply_force(body, push / time, centre);
            let torque = self.world.apply_torque(body, turn / time);
            self.report.refused += u32::from(force.is_err() || torque.is_err());
        }
        goals
    }

    /// Cables go again, and bodies are led through them to where the world took them.
    fn lead_again(&mut self, share: f64, before: &Before) -> bool {
        self.rods.go_back_to(&before.rods);
        for obstacle in 0..self.bodies.len() {
            self.rods.set_heavy(obstacle, None);
        }
        let has_arrived = self.lead(share);
        let missing = self.given.iter().enumerate();
        let missing = missing.filter_map(|(obstacle, given)| {
            let taken = self.rods.obstacle_impulse(obstacle).ok()?;
            Some((taken[0] - (*given)?[0]).length())
        });
        self.report.unbalanced = missing.sum();
        self.report.led = true;
        has_arrived
    }
}
