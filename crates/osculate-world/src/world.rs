//! A world of bodies.

mod contacts;
mod drawing;
mod editing;
mod energy;
mod forces;
mod queries;
mod saved;
mod sweep;
mod touches;

pub use contacts::{ContactSpot, Touch};
pub use queries::{CastHit, NearestBody};
pub use saved::SavedWorld;

use crate::bodies::Bodies;
use crate::body::{Body, BodyKind, Filter};
use crate::contact::Pair;
use crate::error::{BodyError, WorldError};
use crate::handle::BodyHandle;
use crate::material::Material;
use crate::report::{ContactEvent, Move, StepReport};
use crate::settings::Settings;
use crate::state::BodyState;
use crate::step::Stepping;
use crate::step::goal::Goal;
use crate::step::scratch::Scratch;
use glam::DVec3;
use osculate::broad_phase::{BodyId, BodyKind as Proxy, BodyTree, PairFilter};
use osculate::{Interval, Placement, Resting, Shape, Span};
use std::collections::BTreeMap;

/// How many bodies there may be.
const MOST: usize = 1 << 28;

/// The margin of a body's box in the broad phase when it is put somewhere, in shares of its reach.
const MARGIN: f64 = 0.05;

/// A world of rigid bodies.
///
/// [`step`](World::step) moves them, each only along a motion that is proven free. Every other change of a body's place or
/// shape is a new start and not a motion: bodies that then touch or overlap are pushed apart, and meanwhile may not get
/// deeper into each other. [`sweep_to`](World::sweep_to) is the proven way to move a body by hand.
///
/// A call that returns an error has changed nothing. Errors name the body.
///
/// ```
/// use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
/// use osculate_world::{Body, Settings, World};
///
/// let mut world = World::new(Settings::default())?;
/// world.insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0)?).named("floor"))?;
/// let ball = world.insert(Body::dynamic(Hull::ball(0.5)?).named("ball").at(Placement::at(2.0 * DVec3::Z)))?;
/// world.apply_impulse(ball, DVec3::new(500.0, 0.0, 0.0), 2.0 * DVec3::Z)?;
/// while world.time() < 1.0 {
///     world.step();
/// }
/// assert!(world.placement(ball)?.position.z > 0.5);
/// assert_eq!(world.find("ball"), Some(ball));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct World {
    settings: Settings,
    pub(crate) bodies: Bodies,
    names: BTreeMap<String, BodyHandle>,
    tree: BodyTree,
    pairs: Vec<Pair>,
    /// How many of the pairs are sorted.
    sorted: usize,
    time: f64,
    steps: u64,
    report: StepReport,
    events: Vec<ContactEvent>,
    /// What the caller is told of with the next step.
    waiting: Vec<ContactEvent>,
    moves: Option<Vec<Move>>,
    scratch: Scratch,
}

impl Clone for World {
    /// A copy that continues bit for bit.
    fn clone(&self) -> World {
        World {
            settings: self.settings,
            bodies: self.bodies.clone(),
            names: self.names.clone(),
            tree: self.tree.clone(),
            pairs: self.pairs.clone(),
            sorted: self.sorted,
            time: self.time,
            steps: self.steps,
            report: self.report.clone(),
            events: self.events.clone(),
            waiting: self.waiting.clone(),
            moves: self.moves.clone(),
            // Memory only.
            scratch: Scratch::default(),
        }
    }
}

impl World {
    /// An empty one.
    pub fn new(settings: Settings) -> Result<World, WorldError> {
        settings.check()?;
        Ok(World {
            settings,
            bodies: Bodies::default(),
            names: BTreeMap::new(),
            tree: BodyTree::new(),
            pairs: Vec::new(),
            sorted: 0,
            time: 0.0,
            steps: 0,
            report: StepReport::default(),
            events: Vec::new(),
            waiting: Vec::new(),
            moves: None,
            scratch: Scratch::default(),
        })
    }

    /// Puts a body into the world. Where it touches or overlaps others, they are pushed apart; until then they may not get
    /// deeper into each other.
    pub fn insert(&mut self, body: Body) -> Result<BodyHandle, WorldError> {
        let name = body.name.clone();
        let told = |why: BodyError| WorldError::Body {
            name: name.clone().unwrap_or_else(|| "a body".to_owned()),
            why,
        };
        let mut state = body.into_state().map_err(told)?;
        if name
            .as_ref()
            .is_some_and(|name| self.names.contains_key(name))
        {
            return Err(told(BodyError::NameTaken));
        }
        let filter = filter_of(&state);
        let margin = MARGIN * state.reach;
        let id = match own_box(&state) {
            Some(sides) => self.tree.insert(sides, margin, filter),
            None => self.tree.insert_unbounded(filter),
        };
        let id = id.map_err(|_| WorldError::Full(MOST))?;
        state.room = margin;
        let handle = handle_of(id);
        if let Some(name) = name {
            self.names.insert(name, handle);
        }
        self.bodies.insert(handle, state);
        self.wake_overlapped(id);
        Ok(handle)
    }

    /// Takes a body out. What rested on it wakes.
    pub fn remove(&mut self, body: BodyHandle) -> Result<(), WorldError> {
        let id = self.id_of(body)?;
        self.wake_around(body.slot);
        self.forget_pairs(body.slot);
        self.stop_touching(body.slot);
        let state = self.bodies.remove(body)?;
        if let Some(name) = &state.name {
            self.names.remove(name);
        }
        self.tree.remove(id).map_err(|_| WorldError::Stale(body))
    }

    /// Makes one step.
    pub fn step(&mut self) -> &StepReport {
        self.step_share(1.0, &[])
    }

    /// Goes on by one step, of which bodies live a share only: the rest of it they stand still. Some may go where they are known to.
    pub(crate) fn step_share(&mut self, share: f64, goals: &[Goal]) -> &StepReport {
        self.report = StepReport::default();
        self.events.clear();
        self.events.append(&mut self.waiting);
        if let Some(moves) = &mut self.moves {
            moves.clear();
        }
        let mut any_sensor = false;
        for (_, body) in self.bodies.iter_mut() {
            body.before = body.placement;
            any_sensor |= body.sensor;
        }
        if share > 0.0 {
            let mut stepping = self.stepping(goals);
            stepping.step *= share;
            stepping.run();
        }
        self.tell_touches(any_sensor);
        self.steps = self.steps.saturating_add(1);
        self.time = self.steps as f64 * self.settings.step;
        &self.report
    }

    fn stepping<'w>(&'w mut self, goals: &'w [Goal]) -> Stepping<'w> {
        Stepping {
            goals,
            settings: &self.settings,
            gravity: self.settings.gravity,
            step: self.settings.step,
            time: self.time,
            bodies: &mut self.bodies,
            pairs: &mut self.pairs,
            sorted: &mut self.sorted,
            tree: &mut self.tree,
            scratch: &mut self.scratch,
            report: &mut self.report,
            events: &mut self.events,
            moves: self.moves.as_mut(),
        }
    }

    /// The report of the last step.
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// The contacts that began and ended in the last step, and the hits in it. Contacts of bodies that were removed or whose boxes
    /// parted come first, then hits in the order of their times, then what else began and ended, by the bodies' indices.
    pub fn events(&self) -> &[ContactEvent] {
        &self.events
    }

    /// Whether steps keep what every body did, for [`World::moves`].
    pub fn keep_moves(&mut self, keep: bool) {
        self.moves = keep.then(Vec::new);
    }

    /// How bodies moved in the last step, if [`World::keep_moves`] is on.
    pub fn moves(&self) -> &[Move] {
        self.moves.as_deref().unwrap_or_default()
    }

    /// The seconds that have passed.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The steps that were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What holds for the whole world.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// All bodies, in the order of their [index](BodyHandle::index).
    pub fn handles(&self) -> impl Iterator<Item = BodyHandle> {
        self.bodies.iter().map(|(handle, _)| handle)
    }

    /// The body with a name.
    pub fn find(&self, name: &str) -> Option<BodyHandle> {
        self.names.get(name).copied()
    }

    /// A body's name, if it has one.
    pub fn name(&self, body: BodyHandle) -> Result<Option<&str>, WorldError> {
        Ok(self.bodies.get(body)?.name.as_deref())
    }

    /// What moves a body.
    pub fn kind(&self, body: BodyHandle) -> Result<BodyKind, WorldError> {
        Ok(self.bodies.get(body)?.kind)
    }

    /// Where a body is.
    pub fn placement(&self, body: BodyHandle) -> Result<Placement, WorldError> {
        Ok(self.bodies.get(body)?.placement)
    }

    /// The velocity of a body's centre of mass, and how it turns, in the world.
    pub fn velocity(&self, body: BodyHandle) -> Result<[DVec3; 2], WorldError> {
        let body = self.bodies.get(body)?;
        Ok([body.linear, body.angular])
    }

    /// A body's shape.
    pub fn shape(&self, body: BodyHandle) -> Result<&Shape, WorldError> {
        Ok(&*self.bodies.get(body)?.shape)
    }

    /// A body's surface.
    pub fn material(&self, body: BodyHandle) -> Result<Material, WorldError> {
        Ok(self.bodies.get(body)?.material)
    }

    /// Which bodies a body meets.
    pub fn filter(&self, body: BodyHandle) -> Result<Filter, WorldError> {
        Ok(self.bodies.get(body)?.filter)
    }

    /// Whether a body only reports what overlaps it.
    pub fn is_sensor(&self, body: BodyHandle) -> Result<bool, WorldError> {
        Ok(self.bodies.get(body)?.sensor)
    }

    /// A body's mass; infinite if it is not dynamic.
    pub fn mass(&self, body: BodyHandle) -> Result<f64, WorldError> {
        Ok(self.bodies.get(body)?.inertia.mass)
    }

    /// Where a body's centre of mass is, in the world. That of a body that is not dynamic is its origin.
    pub fn centre_of_mass(&self, body: BodyHandle) -> Result<DVec3, WorldError> {
        Ok(self.bodies.get(body)?.centre())
    }

    /// How far a body stays from what it rests on, if it is dynamic and the other body is not smaller.
    pub fn rest_gap(&self, body: BodyHandle) -> Result<f64, WorldError> {
        Ok(self.bodies.get(body)?.rest_gap)
    }

    /// How many seconds a body has lost by being stopped before the end of steps.
    pub fn lag(&self, body: BodyHandle) -> Result<f64, WorldError> {
        Ok(self.bodies.get(body)?.lag)
    }

    /// For how many steps in a row a body should have moved, and could not at all.
    pub fn stalled(&self, body: BodyHandle) -> Result<u32, WorldError> {
        Ok(self.bodies.get(body)?.stalled)
    }

    /// Whether a body has come to rest, and is left out of steps until something happens to it.
    pub fn is_asleep(&self, body: BodyHandle) -> Result<bool, WorldError> {
        Ok(self.bodies.get(body)?.asleep)
    }

    fn id_of(&self, body: BodyHandle) -> Result<BodyId, WorldError> {
        let id = self.tree.body_in(body.slot);
        id.filter(|id| id.generation() == body.generation)
            .ok_or(WorldError::Stale(body))
    }

    /// An error about a body, by its name.
    fn wrong(&self, body: BodyHandle, why: BodyError) -> WorldError {
        let name = self
            .bodies
            .get(body)
            .ok()
            .and_then(|state| state.name.clone());
        let name = name.unwrap_or_else(|| body.to_string());
        WorldError::Body { name, why }
    }
}

fn handle_of(id: BodyId) -> BodyHandle {
    BodyHandle {
        slot: id.slot(),
        generation: id.generation(),
    }
}

/// A sensor forms pairs with bodies of all kinds.
fn filter_of(body: &BodyState) -> PairFilter {
    let mut filter = PairFilter::FIXED.in_groups(body.filter.groups, body.filter.meets);
    if body.is_dynamic() || body.sensor {
        filter.kind = Proxy::Free;
    }
    filter
}

/// A body that stands still where it is.
fn still(body: &BodyState) -> Resting {
    Resting::at(body.placement).expect("placements are checked when they are given")
}

/// The box around a body where it is; none is around a half-space.
fn own_box(body: &BodyState) -> Option<[Interval; 3]> {
    body.shape.swept_box(&still(body), Span::UNIT)
}
