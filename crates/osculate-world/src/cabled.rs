//! A world with cables in it.

mod controls;
mod plan;
mod saved;
mod skin;
mod support;
mod together;

pub use controls::CableControls;
pub use plan::CablePlan;
pub use saved::{SavedCabledWorld, SavedCables};

use crate::body::BodyKind;
use crate::error::WorldError;
use crate::handle::BodyHandle;
use crate::rods::{Cable, CableError, Contacts, Obstacle, RodError, RodReport, RodSettings, Rods};
use crate::world::World;
use glam::DVec3;
use osculate::mesh::MeshError;
use osculate::{HalfSpace, Hull, Placement, Shape};
use skin::{first_inside, skin};
use std::ops::Range;
use support::Support;
use thiserror::Error;
use together::Before;

/// A step is tried with half of the time so often before nothing moves in it.
const HALVINGS: u32 = 6;

/// A world of rigid bodies and the cables among them: neither passes through the other, nor through itself.
///
/// Both push and pull each other: a body that cables touch, or that one is [fastened](CabledWorld::fasten) to, is an unknown of the cables' equations, and what they give it
/// acts on it in the world's step. Other bodies go as the world says, and are led through the cables to where it took them, by the proof of
/// [`Rods`]. If a body cannot get there, everything is set back to where it was before the step, and the step is taken again in which all live
/// half of the time only, and so on; after six times nothing moves. So a body never stands where cables did not let it through.
///
/// Cables meet a mesh around each body that holds all of it; [sensors](crate::Body::as_sensor) they do not meet: see `docs/cables.md`.
///
/// ```
/// use osculate::{Hull, Placement, glam::DVec3};
/// use osculate_world::rods::{Cable, End, RodMaterial, RodSettings};
/// use osculate_world::{Body, CabledWorld, Settings, World};
///
/// let mut world = World::new(Settings::default().with_step(1.0 / 240.0))?;
/// let ball = world.insert(Body::dynamic(Hull::ball(0.1)?).at(Placement::at(0.2 * DVec3::Z)).with_mass(0.5))?;
/// let mut cabled = CabledWorld::new(world, RodSettings::default())?;
/// let points = (0..=40).map(|i| DVec3::X * (0.025 * f64::from(i) - 0.5)).collect();
/// cabled.add(Cable::new("line", points, RodMaterial::rope(5e-3)).with_ends([End::Pinned; 2]))?;
/// while cabled.world().time() < 0.5 {
///     cabled.step();
/// }
/// assert!(cabled.world().placement(ball)?.position.z > 0.0); // The line holds it.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CabledWorld {
    world: World,
    rods: Rods,
    /// The bodies that are obstacles, by the number of the obstacle: all that cables meet, from the first cable on.
    bodies: Vec<BodyHandle>,
    /// By obstacle: whether it is an unknown of the cables' equations in the next step.
    felt: Vec<bool>,
    /// By obstacle: what other bodies gave to it.
    supports: Vec<Support>,
    /// By obstacle: what cables gave to it in this step, if they felt it: an impulse, and one that turns it.
    given: Vec<Option<[DVec3; 2]>>,
    report: CabledReport,
    parts: Option<Vec<CablePart>>,
}

/// Why there is no world with cables.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CabledError {
    /// Settings or obstacles that rods refuse.
    #[error(transparent)]
    Rods(#[from] RodError),
    /// Settings or bodies that worlds refuse.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A body's shape cannot be put into a mesh.
    #[error("{body}: cables cannot meet it: {why}")]
    Mesh {
        /// The body's name.
        body: String,
        /// Why not.
        why: MeshError,
    },
    /// Something about a body is nothing that cables could meet, such as a place that is too far away.
    #[error("{body}: cables cannot meet it: {why}")]
    Body {
        /// The body's name.
        body: String,
        /// What is wrong.
        why: CableError,
    },
    /// Cables are fastened to bodies that they meet, other than half-spaces.
    #[error(
        "{body}: no cable can be fastened to a half-space, to a sensor, or to what is not in the world"
    )]
    CannotFasten {
        /// The body's name.
        body: String,
    },
    /// What was saved is not whole.
    #[error("the saved cables are damaged: {0}")]
    Damaged(&'static str),
    /// There is no body of this name.
    #[error("there is no body {name} that a cable could be fastened to")]
    NoSuchBody {
        /// The name.
        name: String,
    },
    /// Half-spaces among cables rest.
    #[error("{body}: among cables a half-space cannot move")]
    MovingHalfSpace {
        /// The body's name.
        body: String,
    },
}

/// What happened in a step of a [`CabledWorld`]; [`World::report`] has what happened to its bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CabledReport {
    /// What happened to cables in the step that was taken.
    pub rods: RodReport,
    /// How often the step was taken again with half of the time, because a cable was in the way of a body.
    pub retries: u32,
    /// The share of the step that everything lived: 1 if no cable was in the way.
    pub lived: f64,
    /// How many bodies cables pushed or pulled.
    pub pushed: u32,
    /// Whether something of the world was in the way of a body that cables pushed or pulled, so that it was led through the cables to where the world took it.
    pub led: bool,
    /// What bodies then got from cables and cables did not give, in N·s; 0 if no body was led.
    pub unbalanced: f64,
    /// How many bodies would have become too fast for the world by what cables gave them, and did not get it.
    pub refused: u32,
}

/// A part of a step: every particle and every vertex of an obstacle went on a straight line, all at the same time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CablePart {
    /// From when to when, from 0 to 1 over the step.
    pub span: [f64; 2],
    /// Where they are at its end, as [`Rods::places`] has them. It starts where the part before ended.
    pub ends: Vec<DVec3>,
    /// The directions across the edges of all cables at its end, as [`Rods::directors`] has them.
    pub directors: Vec<DVec3>,
}

impl CabledWorld {
    /// A world in which there are no cables yet. Gravity and the length of a step are the world's.
    pub fn new(world: World, settings: RodSettings) -> Result<CabledWorld, CabledError> {
        let settings = RodSettings {
            gravity: world.settings().gravity,
            step: world.settings().step,
            ..settings
        };
        Ok(CabledWorld {
            world,
            rods: Rods::new(settings)?,
            bodies: Vec::new(),
            felt: Vec::new(),
            supports: Vec::new(),
            given: Vec::new(),
            report: CabledReport::default(),
            parts: None,
        })
    }

    /// Adds a cable; its number is what [`Rods`] asks for.
    pub fn add(&mut self, cable: Cable) -> Result<usize, CabledError> {
        Ok(self.add_all(std::slice::from_ref(&cable))?.start)
    }

    /// Adds cables, all of them or none: see [`Rods::add_all`].
    pub fn add_all(&mut self, cables: &[Cable]) -> Result<Range<usize>, CabledError> {
        if cables.is_empty() {
            // Bodies that cables could not meet are none of theirs.
            return Ok(self.rods.len()..self.rods.len());
        }
        self.check_outside(cables)?;
        if self.rods.is_empty() {
            let (mut rods, bodies) = self.with_obstacles()?;
            let numbers = rods
                .add_all(cables)
                .map_err(|error| self.named(error, &bodies))?;
            self.felt = vec![false; bodies.len()];
            self.supports = vec![Support::default(); bodies.len()];
            self.given = vec![None; bodies.len()];
            (self.rods, self.bodies) = (rods, bodies);
            return Ok(numbers);
        }
        let added = self.rods.add_all(cables);
        Ok(added.map_err(|error| self.named(error, &self.bodies))?)
    }

    /// Whether no cable is inside of a body. One that touches no surface is wholly inside or wholly outside: a point tells which.
    fn check_outside(&self, cables: &[Cable]) -> Result<(), CabledError> {
        if self.rods.settings().contacts == Contacts::Ignored {
            return Ok(());
        }
        // What is nowhere is inside of nothing, and refused later.
        let start = |cable: &Cable| cable.points.first().copied().unwrap_or(DVec3::NAN);
        let starts: Vec<DVec3> = cables.iter().map(start).collect();
        for handle in self.world.handles() {
            let state = self.world.bodies.get(handle)?;
            let to_body = |&point: &DVec3| {
                let Placement { position, rotation } = state.placement;
                rotation.conjugate() * (point - position)
            };
            let points: Vec<DVec3> = starts.iter().map(to_body).collect();
            let found = match state.sensor {
                true => None,
                false => first_inside(hulls_of(&state.shape), &points)
                    .map_err(|why| no_mesh(&self.world, handle, why))?,
            };
            if let Some(cable) = found {
                let other = name_of(&self.world, handle);
                let name = cables[cable].name.clone();
                let why = CableError::Inside { other };
                return Err(RodError::Cable { name, why }.into());
            }
        }
        Ok(())
    }

    /// Rods among the bodies where they are now, and which of these are meshes there.
    fn with_obstacles(&self) -> Result<(Rods, Vec<BodyHandle>), CabledError> {
        let mut rods = Rods::new(*self.rods.settings())?;
        let mut bodies = Vec::new();
        for handle in self.world.handles() {
            if self.world.is_sensor(handle) == Ok(true) {
                continue;
            }
            let (obstacle, is_mesh) = obstacle(&self.world, handle)?;
            rods.add_obstacle(obstacle).map_err(|error| match error {
                RodError::Obstacle { why, .. } => CabledError::Body {
                    body: name_of(&self.world, handle),
                    why,
                },
                other => other.into(),
            })?;
            if is_mesh {
                bodies.push(handle);
            }
        }
        Ok((rods, bodies))
    }

    /// The world, to be changed, as long as there are no cables that could be in the way.
    pub fn bare_world_mut(&mut self) -> Option<&mut World> {
        self.rods.is_empty().then_some(&mut self.world)
    }

    /// The rigid bodies.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The cables; [`CabledWorld::controls`] holds, drives, pushes and loads them.
    pub fn rods(&self) -> &Rods {
        &self.rods
    }

    /// The energy of all dynamic bodies and cables: of their motion, of their height in gravity, and of what cables are stretched, bent and twisted.
    pub fn energy(&self) -> f64 {
        self.world.energy() + self.rods.energies().iter().sum::<f64>()
    }

    /// Whether steps keep what bodies and cables did, for [`World::moves`] and [`CabledWorld::parts`].
    pub fn keep_parts(&mut self, keep: bool) {
        self.world.keep_moves(keep);
        self.parts = keep.then(Vec::new);
    }

    /// What cables did in the last step, if [`CabledWorld::keep_parts`] was asked for.
    pub fn parts(&self) -> &[CablePart] {
        self.parts.as_deref().unwrap_or_default()
    }

    /// What happened in the last step.
    pub fn report(&self) -> &CabledReport {
        &self.report
    }

    /// Goes on by one step.
    pub fn step(&mut self) -> &CabledReport {
        self.report = CabledReport::default();
        if self.rods.is_empty() {
            self.world.step();
            self.report.lived = 1.0;
            return &self.report;
        }
        let is_led = |&body: &BodyHandle| self.world.kind(body) != Ok(BodyKind::Static);
        if !self.bodies.iter().any(is_led) {
            // Every body rests for ever: there is nothing to go back to.
            self.world.step();
            self.live(self.world.settings().step);
            self.report.lived = 1.0;
            return &self.report;
        }
        let (world, rods) = (self.world.clone(), self.rods.remembered());
        let before = Before { world, rods };
        let mut share = 1.0;
        while !self.try_share(share, &before) && share > 0.0 {
            self.set_back(&before);
            self.report.retries += 1;
            share = match self.report.retries < HALVINGS {
                true => 0.5 * share,
                false => 0.0,
            };
        }
        self.report.lived = share;
        self.note_supports(&before.world, share);
        self.feel();
        &self.report
    }

    /// Leads all bodies through the cables to where the world took them; false if one did not get there.
    fn lead(&mut self, share: f64) -> bool {
        let time = share * self.world.settings().step;
        for obstacle in 0..self.bodies.len() {
            self.rods.set_heavy(obstacle, None);
            if let Ok(to) = self.world.placement(self.bodies[obstacle]) {
                self.aim(obstacle, to, time);
            }
        }
        self.live(time);
        let arrived =
            |(obstacle, &body)| match (self.rods.placement(obstacle), self.world.placement(body)) {
                (Ok(is), Ok(wanted)) => is == wanted,
                _ => false,
            };
        self.bodies.iter().enumerate().all(arrived)
    }

    /// Lets an obstacle that moves go to a placement.
    fn aim(&mut self, obstacle: usize, to: Placement, time: f64) {
        if self.rods.placement(obstacle) != Ok(to) && time > 0.0 {
            // It is one of the obstacles.
            let _ = self.rods.aim(obstacle, to, time);
        }
    }

    /// Cables live for so many seconds.
    fn live(&mut self, whole: f64) {
        if let Some(parts) = &mut self.parts {
            parts.clear();
        }
        let mut left = whole;
        self.report.rods = RodReport::default();
        while left > 1e-9 * whole {
            let part = self.rods.step_part(left, &mut self.report.rods);
            if !(part > 0.0) {
                // Less is left than cables take for a part: nothing, of a whole step.
                break;
            }
            self.rods.keep_aims(part);
            let from = 1.0 - left / whole;
            left -= part;
            let until = if left > 1e-9 * whole {
                1.0 - left / whole
            } else {
                1.0
            };
            self.keep_part([from, until]);
        }
    }

    fn keep_part(&mut self, span: [f64; 2]) {
        let Some(parts) = &mut self.parts else { return };
        let rods = &self.rods;
        let directors = (0..rods.len()).filter_map(|cable| rods.directors(cable).ok());
        parts.push(CablePart {
            span,
            ends: rods.places().collect(),
            directors: directors.flatten().collect(),
        });
    }

    /// Fastens a point of a cable to a body: see [`Rods::fasten`].
    pub fn fasten(
        &mut self,
        cable: usize,
        point: usize,
        body: BodyHandle,
    ) -> Result<(), CabledError> {
        let name = name_of(&self.world, body);
        let Some(obstacle) = self.bodies.iter().position(|&known| known == body) else {
            return Err(CabledError::CannotFasten { body: name });
        };
        self.rods.fasten(cable, point, obstacle)?;
        let kind = self.world.kind(body);
        self.felt[obstacle] = kind == Ok(BodyKind::Dynamic);
        Ok(())
    }

    /// The same error with the names of bodies in place of numbers of obstacles.
    fn named(&self, error: RodError, bodies: &[BodyHandle]) -> RodError {
        use crate::rods::CableError::{Crosses, TooThick};
        let mut error = error;
        if let RodError::Cable { why, .. } = &mut error
            && let Crosses { other, .. } | TooThick { other, .. } = why
            && let Some(number) = other.strip_prefix("obstacle ")
            && let Ok(number) = number.parse::<usize>()
            && let Some(&body) = bodies.get(number)
        {
            *other = name_of(&self.world, body);
        }
        error
    }
}

fn name_of(world: &World, body: BodyHandle) -> String {
    let name = world.name(body).ok().flatten();
    name.map_or_else(|| body.to_string(), str::to_owned)
}

fn no_mesh(world: &World, body: BodyHandle, why: MeshError) -> CabledError {
    let body = name_of(world, body);
    CabledError::Mesh { body, why }
}

/// The convex bodies that a solid is made of; none of a half-space.
fn hulls_of(shape: &Shape) -> &[Hull] {
    match shape {
        Shape::Compound(compound) => compound.parts(),
        Shape::Hull(hull) => std::slice::from_ref(hull),
        Shape::HalfSpace(_) | Shape::Mesh(_) => &[],
    }
}

/// A body as cables meet it, and whether that is a mesh.
fn obstacle(world: &World, handle: BodyHandle) -> Result<(Obstacle, bool), CabledError> {
    let state = world.bodies.get(handle).expect("it is one of the world's");
    let placement = state.placement;
    if let Shape::HalfSpace(half_space) = &*state.shape {
        let body = || name_of(world, handle);
        if state.kind != BodyKind::Static && [state.linear, state.angular] != [DVec3::ZERO; 2] {
            return Err(CabledError::MovingHalfSpace { body: body() });
        }
        let normal = placement.rotation * half_space.normal();
        let offset = half_space.offset() + normal.dot(placement.position);
        let moved = HalfSpace::new(normal, offset);
        let moved = moved.map_err(|_| CabledError::MovingHalfSpace { body: body() })?;
        let material = state.material;
        let plane = Obstacle::half_space(moved);
        let plane = plane.with_surface(material.friction, material.restitution);
        return Ok((plane, false));
    }
    let mesh = skin(hulls_of(&state.shape)).map_err(|why| no_mesh(world, handle, why))?;
    let material = state.material;
    let solid = Obstacle::mesh(mesh)
        .at(placement)
        .with_surface(material.friction, material.restitution);
    Ok((solid, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rods::RodMaterial;
    use crate::settings::Settings;

    /// Where hits have left less of a share of a step than cables take for a part, that is the end of it.
    #[test]
    fn what_is_too_short_for_a_part_comes_to_an_end() {
        let world = World::new(Settings::default()).unwrap();
        let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
        let points = (0..3).map(|i| 0.1 * f64::from(i) * DVec3::X).collect();
        let line = Cable::new("line", points, RodMaterial::rope(5e-3));
        cabled.add(line).unwrap();
        cabled.live(0.5e-9 * cabled.world.settings().step);
        assert_eq!(cabled.report.rods.substeps, 0);
    }
}
