//! Worlds that are saved, and go on elsewhere with the same bits.

mod body;
mod shape;

use super::{World, filter_of, own_box};
use crate::body::Body;
use crate::contact::Cluster;
use crate::error::WorldError;
use crate::handle::BodyHandle;
use crate::report::ContactEvent;
use crate::settings::Settings;
use crate::state::{BodyState, UNIT};
use crate::step::scratch::Scratch;
use body::SavedBody;
use glam::DVec3;
use osculate::broad_phase::{BodyTree, SavedTree};
use osculate::{Interval, Shape};
use shape::SavedShape;
use std::sync::Arc;

/// What is read is of this version.
const VERSION: u32 = 1;

/// How far the square of the length of a quaternion may be from 1 after it was divided by its length, and more.
const UNTURNED: f64 = 1e-14;

/// A world as plain numbers: see [`World::save`]. With the feature `serde` it can be written and read; formats must keep every bit of
/// an `f64`, as `serde_json` does with its feature `float_roundtrip`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedWorld {
    version: u32,
    settings: Settings,
    steps: u64,
    shapes: Vec<SavedShape>,
    bodies: Vec<SavedBody>,
    tree: SavedTree,
    pairs: Vec<SavedPair>,
    /// The slots of bodies that take no notice of each other.
    #[cfg_attr(feature = "serde", serde(default))]
    ignored: Vec<[u32; 2]>,
    waiting: Vec<ContactEvent>,
}

/// A pair, without what belongs to a process.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedPair {
    bodies: [u32; 2],
    /// How far the bodies were apart when that was last looked at, and have gone since.
    looked: Option<[f64; 2]>,
    clusters: Vec<Cluster>,
    pushed: bool,
    refined: bool,
    overlapping: Option<f64>,
    touching: bool,
}

impl World {
    /// Forgets what cannot be saved: what the last proofs left for the next. The world then goes on just as one that is loaded does.
    /// Nothing that can be seen changes, but later steps may differ in their last bits from those of a world that did not forget.
    pub fn forget(&mut self) {
        let told = self.events.len();
        self.renew_boxes();
        self.stepping(&[]).renew_pairs();
        self.waiting.extend(self.events.drain(told..));
        for pair in &mut self.pairs {
            pair.known.memory = self.bodies.first_memory(pair.bodies);
            if let Some(parts) = &mut pair.known.parts {
                parts.clear();
            }
            pair.proven = f64::NEG_INFINITY;
            if !(pair.apart.is_finite() && pair.travelled.is_finite()) {
                (pair.apart, pair.travelled) = (f64::NEG_INFINITY, f64::INFINITY);
            }
        }
        for slot in 0..self.bodies.slots() as u32 {
            if let Some(body) = self.bodies.in_slot_mut(slot) {
                body.went = [DVec3::INFINITY; 2];
            }
        }
        self.scratch = Scratch::default();
    }

    /// Puts boxes anew where it cannot be seen that they hold their bodies. A box around a body that turns may grow by more than any point of
    /// it goes.
    fn renew_boxes(&mut self) {
        for slot in 0..self.bodies.slots() as u32 {
            let (Some(body), Some(id)) = (self.bodies.in_slot(slot), self.tree.body_in(slot))
            else {
                continue;
            };
            let fat = self.tree.fat_box(id).ok().flatten();
            if is_in_its_box(body, fat) {
                continue;
            }
            let travelled = body.travelled;
            self.put_box(id);
            // How far it went still counts for its pairs.
            let body = &mut self.bodies[slot];
            body.travelled = travelled;
            body.room += travelled;
        }
    }

    /// Saves the world, after it [forgot](World::forget) what cannot be saved: this world and one that is loaded from what is returned
    /// go on with the same bits. The last step's [`report`](World::report), [`events`](World::events) and [`moves`](World::moves) are
    /// not saved.
    ///
    /// ```
    /// use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
    /// use osculate_world::{Body, Settings, World};
    ///
    /// let mut world = World::new(Settings::default())?;
    /// world.insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0)?))?;
    /// let ball = world.insert(Body::dynamic(Hull::ball(0.5)?).at(Placement::at(DVec3::Z)))?;
    /// let mut other = World::load(&world.save())?;
    /// for _ in 0..64 {
    ///     world.step();
    ///     other.step();
    /// }
    /// assert_eq!(world.placement(ball)?, other.placement(ball)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&mut self) -> SavedWorld {
        self.forget();
        let mut shapes: Vec<Arc<Shape>> = Vec::new();
        let mut numbers = std::collections::BTreeMap::new();
        let mut number = |shape: &Arc<Shape>| {
            *numbers.entry(Arc::as_ptr(shape)).or_insert_with(|| {
                shapes.push(shape.clone());
                shapes.len() as u32 - 1
            })
        };
        let bodies = self.bodies.iter();
        let bodies = bodies.map(|(handle, body)| SavedBody::of(handle, body, number(&body.shape)));
        let bodies = bodies.collect();
        let pairs = self.pairs.iter().map(|pair| SavedPair {
            bodies: pair.bodies,
            looked: (pair.travelled < f64::INFINITY).then_some([pair.apart, pair.travelled]),
            clusters: pair.clusters.clone(),
            pushed: pair.pushed,
            refined: pair.refined,
            overlapping: pair.overlapping,
            touching: pair.touching,
        });
        SavedWorld {
            version: VERSION,
            settings: self.settings,
            steps: self.steps,
            shapes: shapes.iter().map(|shape| SavedShape::of(shape)).collect(),
            bodies,
            tree: self.tree.save(),
            pairs: pairs.collect(),
            ignored: self.bodies.all_ignored().collect(),
            waiting: self.waiting.clone(),
        }
    }

    /// A world that goes on where another was [saved](World::save). Handles stay valid.
    pub fn load(saved: &SavedWorld) -> Result<World, WorldError> {
        if saved.version != VERSION {
            let version = saved.version;
            return Err(damaged(format!("its version is {version}, not {VERSION}")));
        }
        let mut world = World::new(saved.settings)?;
        world.steps = saved.steps;
        world.time = saved.steps as f64 * saved.settings.step;
        world.tree = BodyTree::restore(&saved.tree).map_err(damaged)?;
        let shapes = saved.shapes.iter().map(SavedShape::shape);
        let shapes: Result<Vec<Arc<Shape>>, WorldError> = shapes.collect();
        let shapes = shapes?;
        for body in &saved.bodies {
            world.take_in(body, &shapes)?;
        }
        if saved.bodies.len() != world.tree.len() {
            return Err(damaged("its bodies are not those of its broad phase"));
        }
        for &pair in &saved.ignored {
            if pair.iter().any(|slot| world.tree.body_in(*slot).is_none()) {
                return Err(damaged(
                    "a body that takes no notice of another is not there",
                ));
            }
            world.bodies.set_ignored(pair, true);
        }
        world.take_pairs(&saved.pairs)?;
        for event in &saved.waiting {
            let ContactEvent::Stopped { .. } = event else {
                return Err(damaged("only contacts that ended wait to be told"));
            };
        }
        world.waiting.extend_from_slice(&saved.waiting);
        Ok(world)
    }

    fn take_in(&mut self, saved: &SavedBody, shapes: &[Arc<Shape>]) -> Result<(), WorldError> {
        let handle: BodyHandle = saved.handle;
        let id = self.id_of(handle).map_err(damaged)?;
        if self.bodies.get(handle).is_ok() {
            return Err(damaged(format!("{handle} is there twice")));
        }
        let shape = shapes.get(saved.shape as usize);
        let shape = shape.ok_or_else(|| damaged(format!("{handle} has no shape")))?;
        let body: Body = saved.body(shape.clone());
        let name = body.name.clone();
        let told = |why| WorldError::Body {
            name: name.clone().unwrap_or_else(|| handle.to_string()),
            why,
        };
        let mut state = body.into_state().map_err(told)?;
        saved.restore(&mut state).map_err(told)?;
        // All that a step computes of a rotation takes it for one to within rounding, as worlds keep it.
        let length = state.placement.rotation.length_squared();
        if !((length - 1.0).abs() <= UNTURNED) {
            return Err(damaged(format!("the rotation of {handle} is none")));
        }
        let fat = self.tree.fat_box(id).map_err(damaged)?;
        if self.tree.filter(id) != Ok(filter_of(&state)) || !is_in_its_box(&state, fat) {
            return Err(damaged(format!("{handle} is not in its box")));
        }
        if let Some(name) = name
            && self.names.insert(name, handle).is_some()
        {
            return Err(damaged(format!("the name of {handle} is there twice")));
        }
        self.bodies.insert(handle, state);
        Ok(())
    }

    /// Makes the pairs that the boxes have, as they were.
    fn take_pairs(&mut self, saved: &[SavedPair]) -> Result<(), WorldError> {
        self.tree.update_pairs();
        let pairs = self.tree.pairs();
        if pairs.len() != saved.len() {
            return Err(damaged("its pairs are not those of its boxes"));
        }
        for (slots, saved) in pairs.iter().zip(saved) {
            let bodies = [slots.first, slots.second];
            let whole = saved.clusters.iter().all(Cluster::is_whole);
            let [apart, travelled] = saved.looked.unwrap_or_default();
            let numbers = apart + travelled + saved.overlapping.unwrap_or_default();
            if bodies != saved.bodies || !whole || !numbers.is_finite() {
                let [a, b] = bodies.map(|body| self.bodies.handle(body));
                return Err(damaged(format!("the contacts of {a} and {b}")));
            }
            let mut pair = self.bodies.pair(bodies, &mut self.scratch.spare);
            if saved.looked.is_some() {
                (pair.apart, pair.travelled) = (apart, travelled);
            }
            pair.clusters.extend_from_slice(&saved.clusters);
            (pair.pushed, pair.refined) = (saved.pushed, saved.refined);
            (pair.overlapping, pair.touching) = (saved.overlapping, saved.touching);
            self.pairs.push(pair);
        }
        self.sorted = self.pairs.len();
        Ok(())
    }
}

/// Whether a body is where the broad phase has it, and has as much room there as it says, to within rounding.
fn is_in_its_box(body: &BodyState, fat: Option<[Interval; 3]>) -> bool {
    let (Some(fat), Some(own)) = (fat, own_box(body)) else {
        return fat.is_none() && own_box(body).is_none();
    };
    let room = fat
        .iter()
        .zip(&own)
        .fold(f64::INFINITY, |least, (fat, own)| {
            least.min(own.lower - fat.lower).min(fat.upper - own.upper)
        });
    let far = body.placement.position.length() + body.reach;
    let room = room + 256.0 * UNIT * far;
    room >= 0.0 && (body.room - body.travelled).max(0.0) <= room
}

fn damaged(why: impl std::fmt::Display) -> WorldError {
    WorldError::Damaged(why.to_string())
}
