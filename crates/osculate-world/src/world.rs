//! A world of bodies.

use crate::bodies::Bodies;
use crate::body::{Body, BodyKind, FASTEST, FASTEST_TURN, Mass, check_vector};
use crate::contact::Pair;
use crate::error::{BodyError, WorldError};
use crate::handle::BodyHandle;
use crate::report::{ContactEvent, Move, StepReport};
use crate::settings::Settings;
use crate::state::{BodyState, Inertia, is_smooth, reach_from};
use crate::step::Stepping;
use crate::step::scratch::Scratch;
use glam::{DQuat, DVec3};
use osculate::broad_phase::{BodyId, BodyKind as Proxy, BodyTree, PairFilter};
use osculate::{Placement, Resting, Shape, Span};

/// The rest gap of a body that is not told another, in shares of its bounding radius.
pub(crate) const REST_GAP: f64 = 0.0046;

/// A world of rigid bodies. See the [crate](crate)'s page.
#[derive(Debug)]
pub struct World {
    settings: Settings,
    pub(crate) bodies: Bodies,
    tree: BodyTree,
    pairs: Vec<Pair>,
    /// How many of the pairs are sorted.
    sorted: usize,
    time: f64,
    steps: u64,
    report: StepReport,
    events: Vec<ContactEvent>,
    moves: Option<Vec<Move>>,
    scratch: Scratch,
}

impl World {
    /// An empty one.
    pub fn new(settings: Settings) -> Result<World, WorldError> {
        settings.check()?;
        Ok(World {
            settings,
            bodies: Bodies::default(),
            tree: BodyTree::new(),
            pairs: Vec::new(),
            sorted: 0,
            time: 0.0,
            steps: 0,
            report: StepReport::default(),
            events: Vec::new(),
            moves: None,
            scratch: Scratch::default(),
        })
    }

    /// Puts a body into the world. Where it touches or overlaps others, they are pushed apart; until then they may not get
    /// deeper into each other.
    pub fn insert(&mut self, body: Body) -> Result<BodyHandle, WorldError> {
        let told = |why: BodyError| WorldError::Body {
            name: body.name.clone().unwrap_or_else(|| "a body".to_owned()),
            why,
        };
        body.check().map_err(told)?;
        let inertia = inertia_of(&body).map_err(told)?;
        let filter = filter_of(&body);
        let still = Resting::at(body.placement).map_err(|why| told(why.into()))?;
        let radius = body.shape.bounding_ball().1;
        let rest_gap = match body.rest_gap {
            Some(gap) => gap,
            None if radius < f64::INFINITY => REST_GAP * radius,
            None => f64::INFINITY,
        };
        let margin = 0.05 * radius;
        let id = match body.shape.swept_box(&still, Span::UNIT) {
            Some(sides) => self.tree.insert(sides, margin, filter),
            None => self.tree.insert_unbounded(filter),
        };
        let id = id.map_err(|_| WorldError::Full(1 << 31))?;
        let handle = handle_of(id);
        let reach = reach_from(&body.shape, inertia.centre);
        let state = BodyState {
            smooth: is_smooth(&body.shape),
            name: body.name,
            kind: body.kind,
            shape: body.shape,
            placement: body.placement,
            linear: body.linear,
            angular: body.angular,
            material: body.material,
            inertia,
            gravity_scale: body.gravity_scale,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            locked: body.locked,
            filter: body.filter,
            sensor: body.sensor,
            rest_gap,
            reach,
            room: margin,
            travelled: 0.0,
            force: DVec3::ZERO,
            torque: DVec3::ZERO,
            asleep: false,
            quiet: 0.0,
            lag: 0.0,
            stalled: 0,
            behind: DVec3::ZERO,
            before: body.placement,
        };
        self.bodies.insert(handle, state);
        Ok(handle)
    }

    /// Takes a body out.
    pub fn remove(&mut self, body: BodyHandle) -> Result<(), WorldError> {
        let id = self.id_of(body)?;
        self.bodies.remove(body)?;
        self.tree.remove(id).map_err(|_| WorldError::Stale(body))?;
        Ok(())
    }

    /// Goes on by one step.
    pub fn step(&mut self) -> &StepReport {
        self.report = StepReport::default();
        self.events.clear();
        if let Some(moves) = &mut self.moves {
            moves.clear();
        }
        let mut stepping = Stepping {
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
        };
        stepping.run();
        self.steps += 1;
        self.time = self.steps as f64 * self.settings.step;
        &self.report
    }

    /// What happened in the last step.
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// The contacts that began and ended in the last step, and the hits in it.
    pub fn events(&self) -> &[ContactEvent] {
        &self.events
    }

    /// Whether steps keep what every body did, for [`World::moves`].
    pub fn keep_moves(&mut self, keep: bool) {
        self.moves = keep.then(Vec::new);
    }

    /// What bodies did in the last step, if [`World::keep_moves`] was asked for.
    pub fn moves(&self) -> &[Move] {
        self.moves.as_deref().unwrap_or_default()
    }

    /// The seconds that have passed.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// What holds for the whole world.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// All bodies, in the order of their [index](BodyHandle::index).
    pub fn handles(&self) -> impl Iterator<Item = BodyHandle> {
        self.bodies.iter().map(|(handle, _)| handle)
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

    /// Sets a body's velocities.
    pub fn set_velocity(
        &mut self,
        body: BodyHandle,
        linear: DVec3,
        angular: DVec3,
    ) -> Result<(), WorldError> {
        let state = self.bodies.get_mut(body)?;
        let name = state.name.clone();
        let check = check_vector("velocity", linear, FASTEST)
            .and_then(|()| check_vector("angular velocity", angular, FASTEST_TURN));
        check.map_err(|why| WorldError::Body {
            name: name.unwrap_or_else(|| body.to_string()),
            why,
        })?;
        (state.linear, state.angular) = (linear, angular);
        Ok(())
    }

    /// A body's shape.
    pub fn shape(&self, body: BodyHandle) -> Result<&Shape, WorldError> {
        Ok(&*self.bodies.get(body)?.shape)
    }

    fn id_of(&self, body: BodyHandle) -> Result<BodyId, WorldError> {
        let id = self.tree.body_in(body.slot);
        id.filter(|id| id.generation() == body.generation)
            .ok_or(WorldError::Stale(body))
    }
}

fn handle_of(id: BodyId) -> BodyHandle {
    BodyHandle {
        slot: id.slot(),
        generation: id.generation(),
    }
}

fn filter_of(body: &Body) -> PairFilter {
    let kind = match body.kind {
        BodyKind::Dynamic => Proxy::Free,
        _ => Proxy::Fixed,
    };
    let mut filter = PairFilter::FIXED.in_groups(body.filter.groups, body.filter.meets);
    filter.kind = kind;
    filter
}

/// How a body resists being moved.
fn inertia_of(body: &Body) -> Result<Inertia, BodyError> {
    if body.kind != BodyKind::Dynamic {
        return Ok(Inertia::ENDLESS);
    }
    // TEMPORARY until mass properties are there.
    let sides = body.shape.own_box().ok_or(BodyError::EndlessMass)?;
    let size = sides.map(|side| side.upper - side.lower);
    let centre = DVec3::from_array(sides.map(|side| 0.5 * (side.upper + side.lower)));
    let (mass, centre, moments) = match body.mass {
        Mass::Given {
            mass,
            centre,
            moments,
        } => (mass, centre, moments),
        Mass::Total(mass) => (mass, centre, DVec3::ZERO),
        Mass::Density(density) => (density * size[0] * size[1] * size[2], centre, DVec3::ZERO),
    };
    let [x, y, z] = size.map(|side| side * side);
    let moments = if moments == DVec3::ZERO {
        mass / 12.0 * DVec3::new(y + z, x + z, x + y)
    } else {
        moments
    };
    let centre = if centre.length() < 1e-9 * size[0] {
        DVec3::ZERO
    } else {
        centre
    };
    Ok(Inertia {
        mass,
        inverse_mass: 1.0 / mass,
        centre,
        moments,
        axes: DQuat::IDENTITY,
    })
}
