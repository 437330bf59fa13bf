//! Changes by hand. Each is a new start for the body, and not a motion.

use super::{MARGIN, World, filter_of, own_box, still};
use crate::body::{BodyKind, Filter, check_material, check_shape, rest_gap, unit};
use crate::contact::Pair;
use crate::error::{BodyError, WorldError};
use crate::handle::BodyHandle;
use crate::material::Material;
use crate::report::ContactEvent;
use crate::state::{BodyState, Inertia, is_smooth, reach_from};
use glam::DVec3;
use osculate::broad_phase::BodyId;
use osculate::query::instant::separation;
use osculate::query::small_motions::PairMemory;
use osculate::{Moving, Placement, Resting, Shape};
use std::sync::Arc;

impl World {
    /// Puts a body at another placement, through anything in its way; bodies that it then overlaps are pushed apart. Bodies
    /// that rested on it wake. It keeps its velocity. [`sweep_to`](World::sweep_to) moves a body without passing through
    /// others.
    pub fn teleport(&mut self, body: BodyHandle, to: Placement) -> Result<(), WorldError> {
        let id = self.id_of(body)?;
        Resting::at(to).map_err(|why| self.wrong(body, why.into()))?;
        self.wake_around(body.slot);
        self.bodies.get_mut(body)?.placement = unit(to);
        self.start_anew(id);
        Ok(())
    }

    /// Gives a body another shape. Its mass is computed again, unless mass, centre and moments were given.
    pub fn set_shape(
        &mut self,
        body: BodyHandle,
        shape: impl Into<Shape>,
    ) -> Result<(), WorldError> {
        let id = self.id_of(body)?;
        let (shape, state) = (Arc::new(shape.into()), self.bodies.get(body)?);
        let ends = |shape: &Shape| shape.bounding_ball().1 < f64::INFINITY;
        check_shape(state.kind, &shape).map_err(|why| self.wrong(body, why))?;
        if ends(&shape) != ends(&state.shape) {
            return Err(self.wrong(body, BodyError::OtherExtent));
        }
        let inertia = Inertia::of(state.kind, &shape, state.mass);
        let inertia = inertia.map_err(|why| self.wrong(body, why))?;
        self.wake_around(body.slot);
        let state = self.bodies.get_mut(body)?;
        (state.shape, state.inertia) = (shape, inertia);
        adapt(state);
        self.start_anew(id);
        Ok(())
    }

    /// Makes a body static, kinematic or dynamic. One that becomes static loses its velocity.
    pub fn set_kind(&mut self, body: BodyHandle, kind: BodyKind) -> Result<(), WorldError> {
        let id = self.id_of(body)?;
        let state = self.bodies.get(body)?;
        let inertia = check_shape(kind, &state.shape)
            .and_then(|()| Inertia::of(kind, &state.shape, state.mass));
        let inertia = inertia.map_err(|why| self.wrong(body, why))?;
        self.wake_around(body.slot);
        let state = self.bodies.get_mut(body)?;
        (state.kind, state.inertia) = (kind, inertia);
        (state.force, state.torque) = (DVec3::ZERO, DVec3::ZERO);
        if kind == BodyKind::Static {
            (state.linear, state.angular) = (DVec3::ZERO, DVec3::ZERO);
        }
        state.lock();
        (state.behind, state.turned_behind) = (DVec3::ZERO, DVec3::ZERO);
        state.blocked = 0;
        state.stalled = 0;
        adapt(state);
        self.refilter(id);
        self.start_anew(id);
        Ok(())
    }

    /// Sets which bodies a body meets.
    pub fn set_filter(&mut self, body: BodyHandle, filter: Filter) -> Result<(), WorldError> {
        let id = self.id_of(body)?;
        self.wake_around(body.slot);
        self.bodies.get_mut(body)?.filter = filter;
        self.refilter(id);
        self.start_anew(id);
        Ok(())
    }

    /// Sets whether two bodies ignore each other, whatever their [filters](World::set_filter) say: such as the links of a
    /// chain that share a pin. Removing one of them ends it. When they no longer ignore each other they may overlap: that is
    /// a new start.
    ///
    /// ```
    /// use osculate::{Hull, Placement, glam::DVec3};
    /// use osculate_world::{Body, Settings, World};
    ///
    /// let mut world = World::new(Settings::default().with_gravity(DVec3::ZERO))?;
    /// let one = world.insert(Body::dynamic(Hull::ball(0.5)?).with_velocity(DVec3::X, DVec3::ZERO))?;
    /// let other = world.insert(Body::dynamic(Hull::ball(0.5)?).at(Placement::at(2.0 * DVec3::X)))?;
    /// world.set_ignored(one, other, true)?;
    /// (0..256).for_each(|_| _ = world.step());
    /// assert!(world.placement(one)?.position.x > 3.9); // It went right through.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_ignored(
        &mut self,
        a: BodyHandle,
        b: BodyHandle,
        ignored: bool,
    ) -> Result<(), WorldError> {
        let (first, _) = (self.id_of(a)?, self.id_of(b)?);
        if a == b || !self.bodies.set_ignored([a.slot, b.slot], ignored) {
            return Ok(());
        }
        for body in [a, b] {
            self.wake_around(body.slot);
            self.bodies.get_mut(body)?.wake();
        }
        for pair in &mut self.pairs {
            if pair.bodies.contains(&a.slot) && pair.bodies.contains(&b.slot) {
                if core::mem::take(&mut pair.touching) {
                    self.waiting.push(ContactEvent::Stopped { bodies: [a, b] });
                }
                pair.forget();
                pair.ignored = ignored;
            }
        }
        self.start_anew(first);
        Ok(())
    }

    /// Whether two bodies ignore each other by [`set_ignored`](World::set_ignored).
    pub fn is_ignored(&self, a: BodyHandle, b: BodyHandle) -> Result<bool, WorldError> {
        for body in [a, b] {
            self.id_of(body)?;
        }
        Ok(self.bodies.ignores([a.slot, b.slot]))
    }

    /// Gives a body another surface. It wakes, and so do bodies that touch it.
    pub fn set_material(&mut self, body: BodyHandle, material: Material) -> Result<(), WorldError> {
        self.bodies.get(body)?;
        check_material(&material).map_err(|why| self.wrong(body, why))?;
        let state = self.bodies.get_mut(body)?;
        state.material = material;
        state.wake();
        self.wake_around(body.slot);
        self.adapt_pairs(body.slot);
        Ok(())
    }

    /// Changes the acceleration of all dynamic bodies. All of them wake.
    pub fn set_gravity(&mut self, gravity: DVec3) -> Result<(), WorldError> {
        let settings = self.settings.with_gravity(gravity);
        settings.check()?;
        self.settings = settings;
        for (_, body) in self.bodies.iter_mut() {
            body.wake();
        }
        Ok(())
    }

    /// Wakes a body.
    pub fn wake(&mut self, body: BodyHandle) -> Result<(), WorldError> {
        self.bodies.get_mut(body)?.wake();
        Ok(())
    }

    /// Forgets what is known of a body's pairs, puts its box where it is, and wakes it and what it overlaps.
    fn start_anew(&mut self, id: BodyId) {
        let slot = id.slot();
        self.forget_pairs(slot);
        self.adapt_pairs(slot);
        let state = &mut self.bodies[slot];
        state.before = state.placement;
        state.wake();
        self.put_box(id);
        self.wake_overlapped(id);
    }

    /// Puts the box of a body where it is.
    pub(super) fn put_box(&mut self, id: BodyId) {
        let state = &mut self.bodies[id.slot()];
        let margin = MARGIN * state.reach;
        state.travelled = 0.0;
        state.room = f64::INFINITY;
        if let Some(sides) = own_box(state) {
            let moved = self.tree.move_to(id, sides, margin);
            let moved = moved.expect("bodies are in the tree, and their boxes are numbers");
            // How far it is to the border of a box that stayed is not known.
            state.room = if moved { margin } else { 0.0 };
        }
    }

    fn refilter(&mut self, id: BodyId) {
        let filter = filter_of(&self.bodies[id.slot()]);
        let set = self.tree.set_filter(id, filter);
        set.expect("bodies are in the tree");
    }

    /// Wakes whatever a body pushes or touches.
    pub(super) fn wake_around(&mut self, slot: u32) {
        for pair in &self.pairs {
            let touches = || pair.touching || pair.clusters.iter().any(|at| at.pushed() > 0.0);
            if pair.bodies.contains(&slot)
                && touches()
                && let Some(other) = self.bodies.in_slot_mut(pair.other(slot))
            {
                other.wake();
            }
        }
    }

    /// Wakes whatever overlaps a body or touches it.
    pub(super) fn wake_overlapped(&mut self, id: BodyId) {
        let state = &self.bodies[id.slot()];
        let (still, workspace) = (still(state), &mut self.scratch.looking.workspace);
        let near = &mut self.scratch.near;
        match own_box(state) {
            Some(sides) => self.tree.in_box(sides, near).expect("a box of numbers"),
            None => {
                near.clear();
                near.extend((0..self.bodies.slots() as u32).filter_map(|it| self.tree.body_in(it)));
            }
        }
        let overlaps = |other: &BodyState, workspace: &mut _| {
            let there = super::still(other);
            let (a, b) = (
                Moving::new(&*state.shape, &still),
                Moving::new(&*other.shape, &there),
            );
            !(separation(a, b, 0.0, workspace).separation.lower > 0.0)
        };
        near.retain(|other| {
            let sleeps = self.bodies.in_slot(other.slot());
            sleeps.is_some_and(|other| other.asleep && overlaps(other, workspace))
        });
        for other in &*near {
            self.bodies[other.slot()].wake();
        }
    }

    /// Forgets where a body touches others, and what was proven of that.
    pub(super) fn forget_pairs(&mut self, slot: u32) {
        for pair in &mut self.pairs {
            if pair.bodies.contains(&slot) {
                pair.forget();
            }
        }
    }

    /// Tells the caller that a body that is removed no longer touches others.
    pub(super) fn stop_touching(&mut self, slot: u32) {
        for pair in &mut self.pairs {
            if pair.bodies.contains(&slot) && core::mem::take(&mut pair.touching) {
                let bodies = pair.bodies.map(|body| self.bodies.handle(body));
                self.waiting.push(ContactEvent::Stopped { bodies });
            }
        }
    }

    /// Lets pairs take from a body what they need of it.
    fn adapt_pairs(&mut self, slot: u32) {
        for pair in &mut self.pairs {
            let [a, b] = pair.bodies.map(|body| self.bodies.in_slot(body));
            if pair.bodies.contains(&slot)
                && let (Some(a), Some(b)) = (a, b)
            {
                pair.of(a, b);
            }
        }
    }
}

/// What follows from a body's shape and centre of mass.
fn adapt(body: &mut BodyState) {
    body.smooth = is_smooth(&body.shape);
    body.rest_gap = rest_gap(body.given_gap, &body.shape);
    body.reach = reach_from(&body.shape, body.inertia.centre);
}

impl Pair {
    /// As if the bodies had just come near each other. Whether the caller knows that they touch stays.
    pub(crate) fn forget(&mut self) {
        self.known.memory = PairMemory::new();
        if let Some(parts) = &mut self.known.parts {
            parts.clear();
        }
        self.proven = f64::NEG_INFINITY;
        (self.apart, self.travelled) = (f64::NEG_INFINITY, f64::INFINITY);
        self.clusters.clear();
        (self.pushed, self.refined) = (false, false);
        self.overlapping = None;
    }
}
