//! Cables: elastic rods that stretch, bend and twist.
//!
//! ```
//! use osculate::glam::DVec3;
//! use osculate_world::rods::{Cable, End, RodMaterial, RodSettings, Rods};
//!
//! let mut rods = Rods::new(RodSettings::default())?;
//! let points = (0..=20).map(|i| 0.05 * f64::from(i) * DVec3::X).collect();
//! let line = Cable::new("line", points, RodMaterial::rope(5e-3)).with_ends([End::Pinned, End::Free]);
//! let line = rods.add(line)?;
//! for _ in 0..60 {
//!     rods.step();
//! }
//! assert!(rods.positions(line)?[20].z < -0.5); // It swings down.
//! # Ok::<(), osculate_world::rods::RodError>(())
//! ```

mod aim;
mod bodies;
mod cable;
mod certificate;
mod compliance;
mod contact;
mod dense;
mod elastic;
mod error;
mod fastening;
mod fours;
mod frames;
mod heavy;
mod hits;
mod inertia;
mod kept;
mod levers;
mod material;
mod matrix;
mod neighbours;
mod obstacle;
mod order;
mod parts;
mod pull;
mod report;
mod rounds;
mod run;
mod saved;
mod settings;
mod solver;
mod start;
mod step;
mod surroundings;
mod travel;
mod twist;
mod view;
mod wide;

pub(crate) use aim::turn_of;
pub use cable::{Cable, End, Natural};
pub use error::{CableError, RodError};
pub(crate) use heavy::Heavy;
pub use material::RodMaterial;
pub use obstacle::Obstacle;
pub use report::RodReport;
pub use saved::SavedRods;
pub use settings::{Contacts, RodSettings, Scheme};

use bodies::{Body, Obstacles};
use contact::Contact;
use elastic::energy;
use frames::{Frames, Pose};
use glam::DVec3;

use osculate::Placement;
use parts::{Parts, Strand};
use std::ops::Range;
use step::Engine;

/// Any number of cables, and what they meet.
#[derive(Clone, Default)]
pub struct Rods {
    settings: RodSettings,
    parts: Parts,
    frames: Frames,
    obstacles: Obstacles,
    /// What touched at the end of the last part of a step.
    contacts: Vec<Contact>,
    /// None after cables, obstacles or what is held have changed.
    engine: Option<Box<Engine>>,
    /// How long the last part of a step was.
    last_part: f64,
    time: f64,
}

impl Rods {
    /// No cables yet.
    pub fn new(settings: RodSettings) -> Result<Rods, RodError> {
        settings.check()?;
        Ok(Rods {
            settings,
            ..Rods::default()
        })
    }

    /// Adds a cable; its number is what other functions ask for.
    pub fn add(&mut self, cable: Cable) -> Result<usize, RodError> {
        Ok(self.add_all(std::slice::from_ref(&cable))?.start)
    }

    /// Adds cables, in their order, and gives their numbers; all of them or none. Where everything is is checked once for all of them, which makes
    /// nets of many cords much quicker to begin than one after the other.
    pub fn add_all(&mut self, cables: &[Cable]) -> Result<Range<usize>, RodError> {
        let (mut parts, mut frames) = (self.parts.clone(), self.frames.clone());
        for cable in cables {
            check(cable, &parts).map_err(|why| RodError::Cable {
                name: cable.name.clone(),
                why,
            })?;
            parts.add(cable, &mut frames);
        }
        self.check_places(&parts, &self.obstacles)?;
        let first = self.parts.strands.len();
        (self.parts, self.frames) = (parts, frames);
        self.change();
        Ok(first..self.parts.strands.len())
    }

    /// Adds something that cables cannot pass through. Meshes are numbered for themselves: that number is what other functions ask for.
    pub fn add_obstacle(&mut self, obstacle: Obstacle) -> Result<usize, RodError> {
        let wrong = |why| RodError::Obstacle {
            obstacle: self.obstacles.bodies.len(),
            why,
        };
        obstacle.check().map_err(wrong)?;
        let mut obstacles = self.obstacles.clone();
        obstacles.add(obstacle).map_err(wrong)?;
        self.check_places(&self.parts, &obstacles)?;
        self.obstacles = obstacles;
        self.change();
        Ok(self.obstacles.bodies.len().saturating_sub(1))
    }

    /// Whether nothing touches where it is, if contacts count.
    fn check_places(&self, parts: &Parts, obstacles: &Obstacles) -> Result<(), RodError> {
        if self.settings.contacts == Contacts::Ignored {
            return Ok(());
        }
        let before = start::Before::new(&self.parts, &self.obstacles);
        start::check(parts, obstacles, before).map_err(|(strand, why)| RodError::Cable {
            name: (parts.strands.get(strand)).map_or("none".into(), |of| of.name.clone()),
            why,
        })
    }

    /// What was found before no longer holds.
    fn change(&mut self) {
        self.engine = None;
        self.contacts.clear();
    }

    fn body(&self, obstacle: usize) -> Result<&Body, RodError> {
        let body = self.obstacles.bodies.get(obstacle);
        body.ok_or(RodError::NoSuchObstacle { obstacle })
    }

    /// Where an obstacle is that is a mesh.
    pub fn placement(&self, obstacle: usize) -> Result<Placement, RodError> {
        Ok(self.body(obstacle)?.placement)
    }

    /// How fast an obstacle that is a mesh moves, and turns.
    pub fn obstacle_velocity(&self, obstacle: usize) -> Result<[DVec3; 2], RodError> {
        let body = self.body(obstacle)?;
        Ok([body.velocity, body.spin])
    }

    /// What cables gave to an obstacle that is a mesh since the last step began: an impulse in N·s, and one that turns it
    /// about its origin, or its centre of mass if it has one, in N·m·s. If other code moves the obstacle, pass the impulse
    /// on to that code.
    pub fn obstacle_impulse(&self, obstacle: usize) -> Result<[DVec3; 2], RodError> {
        Ok(self.body(obstacle)?.impulse)
    }

    /// The mass of an obstacle that is a mesh, if it has one.
    pub fn obstacle_mass(&self, obstacle: usize) -> Result<Option<f64>, RodError> {
        Ok(self.body(obstacle)?.mass.as_ref().map(|mass| mass.mass))
    }

    /// Sets how fast an obstacle that is a mesh moves, and turns.
    pub fn set_obstacle_velocity(
        &mut self,
        obstacle: usize,
        velocity: DVec3,
        spin: DVec3,
    ) -> Result<(), RodError> {
        self.body(obstacle)?;
        let value = velocity.length().max(spin.length());
        if !(velocity.length() <= 1e12 && spin.length() <= 1e12) {
            let (what, range) = ("velocity", "finite and at most 1e12");
            let why = CableError::BadNumber { what, range, value };
            return Err(RodError::Obstacle { obstacle, why });
        }
        let body = &mut self.obstacles.bodies[obstacle];
        (body.velocity, body.spin, body.aim) = (velocity, spin, None);
        if let Some(mass) = &mut body.mass {
            mass.fresh = 1;
        }
        Ok(())
    }

    fn strand(&self, cable: usize) -> Result<&Strand, RodError> {
        self.parts.strands.get(cable).ok_or(RodError::Cable {
            name: cable.to_string(),
            why: CableError::NoSuchPoint { cable, point: 0 },
        })
    }

    fn particle(&self, cable: usize, point: usize) -> Result<usize, RodError> {
        let strand = self.strand(cable)?;
        let found = strand.points.get(point).ok_or(RodError::Cable {
            name: strand.name.clone(),
            why: CableError::NoSuchPoint { cable, point },
        });
        found.map(|&particle| particle as usize)
    }

    fn bad(&self, cable: usize, what: &'static str, value: f64) -> RodError {
        let range = "finite and at most 1e12";
        RodError::Cable {
            name: self.parts.strands[cable].name.clone(),
            why: CableError::BadNumber { what, range, value },
        }
    }

    /// How many cables there are.
    pub fn len(&self) -> usize {
        self.parts.strands.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.strands.is_empty()
    }

    /// How many edges all cables have.
    pub fn edges(&self) -> usize {
        self.parts.edges.len()
    }

    /// The name of a cable.
    pub fn name(&self, cable: usize) -> Result<&str, RodError> {
        Ok(&self.strand(cable)?.name)
    }

    /// Whether a cable is a loop.
    pub fn is_closed(&self, cable: usize) -> Result<bool, RodError> {
        Ok(self.strand(cable)?.is_closed)
    }

    /// Where a cable's points are.
    pub fn positions(&self, cable: usize) -> Result<Vec<DVec3>, RodError> {
        let points = self.strand(cable)?.points.iter();
        let positions = &self.parts.particles.positions;
        Ok(points.map(|&point| positions[point as usize]).collect())
    }

    /// How fast a cable's points move.
    pub fn velocities(&self, cable: usize) -> Result<Vec<DVec3>, RodError> {
        let points = self.strand(cable)?.points.iter();
        let velocities = &self.parts.particles.velocities;
        Ok(points.map(|&point| velocities[point as usize]).collect())
    }

    /// The direction across each edge of a cable that turns with its section.
    pub fn directors(&self, cable: usize) -> Result<Vec<DVec3>, RodError> {
        let edges = self.strand(cable)?.edges.clone();
        let pose = self.pose();
        let director = |edge: usize| pose.section(edge, self.frames.angles[edge])[0];
        Ok(edges.map(director).collect())
    }

    /// The tension in each edge of a cable, in newtons.
    pub fn tensions(&self, cable: usize) -> Result<Vec<f64>, RodError> {
        let edges = self.strand(cable)?.edges.clone();
        let pose = self.pose();
        let tension = |index: usize| {
            let edge = &self.parts.edges[index];
            edge.stretch * (pose.lengths[index] / edge.rest - 1.0)
        };
        Ok(edges.map(tension).collect())
    }

    /// The seconds since the start.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// What holds for all cables.
    pub fn settings(&self) -> &RodSettings {
        &self.settings
    }

    /// Energies: of motion; of stretching, bending and twisting; and of height in gravity, which is nothing at the origin. Those of obstacles with a
    /// mass are not among them.
    pub fn energies(&self) -> [f64; 3] {
        let particles = &self.parts.particles;
        let moving = particles.masses.iter().zip(&particles.velocities);
        let moving = moving.map(|(mass, velocity)| 0.5 * mass * velocity.length_squared());
        let elastic = energy(&self.parts, &self.pose(), &self.frames);
        let weights = particles.masses.iter().zip(&particles.positions);
        let high = weights.map(|(mass, place)| -mass * self.settings.gravity.dot(*place));
        [moving.sum(), elastic, high.sum()]
    }

    fn pose(&self) -> Pose {
        let mut pose = Pose::default();
        pose.place(&self.parts, &self.frames, &self.parts.particles.positions);
        pose
    }

    /// Holds a point where it is, or lets it go.
    pub fn hold(&mut self, cable: usize, point: usize, is_held: bool) -> Result<(), RodError> {
        let particle = self.particle(cable, point)?;
        self.parts.particles.is_held[particle] = is_held;
        let pulls = &mut self.parts.particles.pulls;
        pulls.retain(|pull| pull.particle as usize != particle);
        self.parts.particles.drives[particle] = DVec3::ZERO;
        self.parts.particles.fresh[particle] = 1;
        self.renew_solver();
        Ok(())
    }

    /// Moves a point that is held at a constant velocity from now on. A clamped end needs it for both points of its edge.
    pub fn drive(&mut self, cable: usize, point: usize, velocity: DVec3) -> Result<(), RodError> {
        let particle = self.particle(cable, point)?;
        if !(velocity.length() <= 1e12) {
            return Err(self.bad(cable, "velocity", velocity.length()));
        }
        self.parts.particles.drives[particle] = velocity;
        Ok(())
    }

    /// Turns the section at a clamped end at a constant rate from now on, in rad/s about the direction of the cable.
    pub fn spin(&mut self, cable: usize, end: usize, rate: f64) -> Result<(), RodError> {
        let points = self.strand(cable)?.points.len();
        self.particle(cable, end.min(1) * (points - 1))?;
        if !(rate.abs() <= 1e12) {
            return Err(self.bad(cable, "rate", rate));
        }
        self.parts.strands[cable].spins[end.min(1)] = rate;
        Ok(())
    }

    /// Pushes a point with a constant force from now on.
    pub fn push(&mut self, cable: usize, point: usize, force: DVec3) -> Result<(), RodError> {
        let particle = self.particle(cable, point)?;
        if !(force.length() <= 1e12) {
            return Err(self.bad(cable, "force", force.length()));
        }
        self.parts.particles.forces[particle] = force;
        Ok(())
    }

    /// Hangs a mass onto a point: it adds to the mass that the point has.
    pub fn load(&mut self, cable: usize, point: usize, mass: f64) -> Result<(), RodError> {
        let particle = self.particle(cable, point)?;
        if !(0.0..=1e12).contains(&mass) {
            return Err(self.bad(cable, "mass", mass));
        }
        self.parts.particles.masses[particle] += mass;
        Ok(())
    }

    /// Sets the velocity of a point.
    pub fn set_velocity(
        &mut self,
        cable: usize,
        point: usize,
        velocity: DVec3,
    ) -> Result<(), RodError> {
        let particle = self.particle(cable, point)?;
        if !(velocity.length() <= 1e12) {
            return Err(self.bad(cable, "velocity", velocity.length()));
        }
        self.parts.particles.velocities[particle] = velocity;
        self.parts.particles.fresh[particle] = 1;
        Ok(())
    }
}

/// Whether a cable can be one more.
fn check(cable: &Cable, parts: &Parts) -> Result<(), CableError> {
    cable.check()?;
    for knot in &cable.knots {
        let (other, at) = (knot.cable, knot.at);
        let strand = parts.strands.get(other);
        let point = strand.and_then(|strand| strand.points.get(at));
        let Some(&particle) = point else {
            return Err(CableError::NoSuchPoint {
                cable: other,
                point: at,
            });
        };
        let Some(place) = cable.points.get(knot.point) else {
            return Err(CableError::NoSuchPoint {
                cable: parts.strands.len(),
                point: knot.point,
            });
        };
        let apart = (parts.particles.positions[particle as usize] - *place).length();
        if apart > 0.0 {
            let point = knot.point;
            return Err(CableError::KnotApart { point, apart });
        }
    }
    Ok(())
}
