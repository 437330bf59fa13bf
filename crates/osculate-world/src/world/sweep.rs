//! Moving a body by hand along a way that is proven free.

use super::{World, handle_of};
use crate::body::{FASTEST, check_vector, unit};
use crate::error::WorldError;
use crate::handle::BodyHandle;
use crate::state::BodyState;
use crate::step::certify::{Way, certify};
use crate::step::course::Course;
use glam::DVec3;
use osculate::{Placement, Resting};

impl World {
    /// Moves a body at once towards a placement, on a straight way while it turns at a constant rate, as far as the way is
    /// proven free of all other bodies where they are now. Returns the share of the way, from 0 to 1.
    ///
    /// It stops a tenth of the rest gap before a body in its way, and does not move at all if it begins closer and does
    /// not move away. Bodies that do not meet in steps, such as two static ones, do not stop each other here either, nor do
    /// sensors. Bodies that rested on it wake. It keeps its velocity.
    ///
    /// ```
    /// use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
    /// use osculate_world::{Body, Settings, World};
    ///
    /// let mut world = World::new(Settings::default())?;
    /// world.insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0)?))?;
    /// let ball = world.insert(Body::dynamic(Hull::ball(0.5)?).at(Placement::at(2.5 * DVec3::Z)))?;
    /// let share = world.sweep_to(ball, Placement::at(-1.5 * DVec3::Z))?; // Through the floor.
    /// assert!(share < 0.5 && share > 0.499);
    /// assert!(world.placement(ball)?.position.z > 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep_to(&mut self, body: BodyHandle, to: Placement) -> Result<f64, WorldError> {
        let id = self.id_of(body)?;
        Resting::at(to).map_err(|why| self.wrong(body, why.into()))?;
        let state = self.bodies.get(body)?;
        let to = unit(to);
        let shift = state.centre_at(&to) - state.centre();
        check_vector("way to go", shift, FASTEST).map_err(|why| self.wrong(body, why))?;
        let turn = turn_between(state, &to);
        let mut course = Course::standing(state);
        course.set_out(state, 0.0, state.placement, [shift, turn]);
        let share = self.free_share(body.slot, &course);
        let end = course.placement(share);
        self.wake_around(body.slot);
        let state = self.bodies.get_mut(body)?;
        (state.placement, state.before) = (end, end);
        state.wake();
        for pair in &mut self.pairs {
            if pair.bodies.contains(&body.slot) {
                // It was looked at elsewhere.
                pair.travelled = f64::INFINITY;
                pair.proven = f64::NEG_INFINITY;
            }
        }
        self.put_box(id);
        Ok(share)
    }

    /// The share of its course that a body may go, while all others stand.
    fn free_share(&mut self, slot: u32, course: &Course) -> f64 {
        let state = &self.bodies[slot];
        let near = &mut self.scratch.near;
        match course.swept_box(state) {
            Some(sides) => self.tree.in_box(sides, near).expect("a box of numbers"),
            None => {
                near.clear();
                near.extend((0..self.bodies.slots() as u32).filter_map(|it| self.tree.body_in(it)));
            }
        }
        let mut share: f64 = 1.0;
        for other in near.iter().map(|id| handle_of(*id).slot) {
            let there = &self.bodies[other];
            if other == slot || !keep_out(state, there) || self.bodies.ignores([slot, other]) {
                continue;
            }
            let standing = Course::standing(there);
            let mut pair = self.bodies.pair([slot, other], &mut self.scratch.spare);
            // What is not proven is as good as met.
            let way = certify(
                &mut pair,
                [state, there],
                [course, &standing],
                (0.0, 0.0),
                &mut self.scratch.looking,
            );
            self.scratch.spare.take(pair);
            if let Way::Until { time, .. } = way {
                share = share.min(time);
            }
        }
        share
    }
}

/// Whether two bodies keep each other out.
fn keep_out(a: &BodyState, b: &BodyState) -> bool {
    (a.is_dynamic() || b.is_dynamic()) && !a.sensor && !b.sensor && a.filter.allows(&b.filter)
}

/// The rotation vector of the shorter turn that leads to a placement.
fn turn_between(body: &BodyState, to: &Placement) -> DVec3 {
    let mut turn = to.rotation * body.placement.rotation.conjugate();
    if turn.w < 0.0 {
        turn = -turn;
    }
    let sine = turn.xyz().length();
    if !(sine > 1e-60) {
        return DVec3::ZERO;
    }
    turn.xyz() * (2.0 * libm::atan2(sine, turn.w) / sine)
}
