//! Points of cables that are fastened to bodies.

use super::Rods;
use super::bodies::{Obstacles, Way};
use super::error::{CableError, RodError};
use super::levers::Unknowns;
use super::parts::Parts;
use glam::DVec3;
use osculate::Placement;

/// A spring without length between a particle and a point of a body, which pulls both in the same equations.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Fastening {
    pub(super) particle: u32,
    pub(super) body: u32,
    /// Where, in the coordinates of the body.
    pub(super) at: DVec3,
    pub(super) stiffness: f64,
}

/// An end of a cable whose first or last two points are fastened to one body: its section turns with that.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Grip {
    strand: u32,
    end: usize,
    edge: u32,
    body: u32,
    /// The first axis of the section, in the coordinates of the body.
    axis: DVec3,
}

/// How stiff a fastening is, in edges beside it: what gives way there is as if the cable were longer by a quarter of an edge.
const STIFF: f64 = 4.0;
/// Rounds that lead all points less far than this share of the shortest edge change nothing.
const CLOSE: f64 = 1e-7;

impl Fastening {
    /// From the point of the body, placed so, to the particle.
    pub(super) fn apart(&self, placement: &Placement, positions: &[DVec3]) -> DVec3 {
        let point = placement.rotation * self.at + placement.position;
        positions[self.particle as usize] - point
    }

    fn energy(&self, placement: &Placement, positions: &[DVec3]) -> f64 {
        0.5 * self.stiffness * self.apart(placement, positions).length_squared()
    }

    /// Every two unknowns that it joins.
    pub(super) fn pairs(&self, unknowns: &Unknowns) -> Vec<[u32; 2]> {
        // A body that has no mass now may have one again, and nothing is found anew then.
        let body = unknowns.rooms[self.body as usize];
        body.map_or_else(Vec::new, |body| {
            let particle = self.particle;
            vec![[body, particle], [body + 1, particle], [body + 1, body]]
        })
    }
}

impl Obstacles {
    /// Whether all fastenings are of things that there are.
    pub(super) fn are_fastenings_whole(&self, particles: usize, parts: &Parts) -> bool {
        let is_there = |body: u32| (body as usize) < self.bodies.len();
        let of = |fastening: &Fastening| {
            (fastening.particle as usize) < particles
                && is_there(fastening.body)
                && fastening.at.is_finite()
                && fastening.stiffness >= 0.0
        };
        let grip = |grip: &Grip| {
            let is_known = (grip.strand as usize) < parts.strands.len();
            let is_edge = (grip.edge as usize) < parts.edges.len();
            is_known && is_edge && grip.end < 2 && is_there(grip.body) && grip.axis.is_finite()
        };
        self.fastenings.iter().all(of) && self.grips.iter().all(grip)
    }

    /// What all fastenings hold while bodies go so.
    pub(super) fn fastening_energy(&self, positions: &[DVec3], ways: &[Way]) -> f64 {
        let energy = |fastening: &Fastening| {
            let body = fastening.body as usize;
            let placement = self.bodies[body].after(&ways[body], 1.0);
            fastening.energy(&placement, positions)
        };
        self.fastenings.iter().map(energy).sum()
    }

    /// Ways shorter than this change nothing for what is fastened to bodies that give way; none if nothing is.
    pub(super) fn close_enough(&self, parts: &Parts) -> Option<f64> {
        let gives_way = |of: &Fastening| self.bodies[of.body as usize].mass.is_some();
        self.fastenings.iter().any(gives_way).then(|| {
            let rests = parts.edges.iter().map(|edge| edge.rest);
            CLOSE * rests.fold(f64::INFINITY, f64::min)
        })
    }

    /// Counts what fastenings give to bodies that move as they are told, in a part of so many seconds.
    pub(super) fn pull_led(&mut self, positions: &[DVec3], ways: &[Way], time: f64) {
        for fastening in &self.fastenings {
            let index = fastening.body as usize;
            let body = &mut self.bodies[index];
            let placement = body.after(&ways[index], 1.0);
            let pull = time * fastening.stiffness * fastening.apart(&placement, positions);
            if body.mass.is_none() && pull.is_finite() {
                let arm = placement.rotation * (fastening.at - body.pivot);
                body.impulse[0] += pull;
                body.impulse[1] += arm.cross(pull);
            }
        }
    }

    /// Bodies and what is fastened to them are integrated by one scheme; whether any of that has changed.
    pub(super) fn share_freshness(&mut self, fresh: &mut [u8]) -> bool {
        let mut has_changed = false;
        for fastening in &self.fastenings {
            let Some(mass) = &mut self.bodies[fastening.body as usize].mass else {
                continue;
            };
            let own = &mut fresh[fastening.particle as usize];
            let most = mass.fresh.max(*own);
            has_changed |= [mass.fresh, *own] != [most; 2];
            (mass.fresh, *own) = (most, most);
        }
        has_changed
    }
}

impl Rods {
    /// Fastens a point of a cable to an obstacle that is a mesh: from now on it stays where it is on that, and pulls it. It is held by a spring without
    /// length that is four times as stiff as the edges beside it.
    ///
    /// The point has to be outside of the obstacle by the cable's radius, as all of the cable has: where an eye or a hook would be. If the first or the
    /// last two points of a cable are fastened to one obstacle the cable is clamped to it: its direction and its twist turn with it.
    ///
    /// ```
    /// use osculate::{Placement, glam::DVec3, mesh::icosphere};
    /// use osculate_world::rods::{Cable, End, Obstacle, RodMaterial, RodSettings, Rods};
    ///
    /// let mut rods = Rods::new(RodSettings::default())?;
    /// let points = (0..=10).map(|i| -0.1 * f64::from(i) * DVec3::Z).collect();
    /// let rope = rods.add(Cable::new("rope", points, RodMaterial::rope(5e-3)).with_ends([End::Pinned, End::Free]))?;
    /// let ball = Obstacle::mesh(icosphere(0.1, 80)?).with_mass(2.0);
    /// let ball = rods.add_obstacle(ball.at(Placement::at(DVec3::new(0.0, 0.0, -1.12))))?;
    /// rods.fasten(rope, 10, ball)?;
    /// for _ in 0..60 {
    ///     rods.step();
    /// }
    /// assert!(rods.placement(ball)?.position.z > -1.15); // It hangs.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fasten(&mut self, cable: usize, point: usize, obstacle: usize) -> Result<(), RodError> {
        let particle = self.particle(cable, point)?;
        let placement = self.body(obstacle)?.placement;
        let wrong = |why| RodError::Cable {
            name: self.parts.strands[cable].name.clone(),
            why,
        };
        if self.parts.particles.is_held[particle] {
            return Err(wrong(CableError::HeldAndFastened { point }));
        }
        let is_this = |of: &Fastening| of.particle as usize == particle;
        if self.obstacles.fastenings.iter().any(is_this) {
            return Err(wrong(CableError::FastenedTwice { point }));
        }
        let beside = self.parts.edges.iter();
        let beside = beside.filter(|edge| edge.ends.contains(&(particle as u32)));
        let stiffest = beside.map(|edge| edge.stretch / edge.rest);
        let away = self.parts.particles.positions[particle] - placement.position;
        self.obstacles.fastenings.push(Fastening {
            particle: particle as u32,
            body: obstacle as u32,
            at: placement.rotation.conjugate() * away,
            stiffness: STIFF * stiffest.fold(0.0, f64::max),
        });
        self.grip(cable, obstacle);
        self.parts.particles.fresh[particle] = 1;
        self.renew_solver();
        Ok(())
    }

    /// Lets the sections turn with the body at ends that are clamped to it.
    fn grip(&mut self, cable: usize, obstacle: usize) {
        let strand = &self.parts.strands[cable];
        if strand.is_closed {
            return;
        }
        let last = strand.points.len() - 1;
        let fastenings = &self.obstacles.fastenings;
        let is_on = |point: usize| {
            let is_it = |of: &Fastening| {
                of.particle == strand.points[point] && of.body as usize == obstacle
            };
            fastenings.iter().any(is_it)
        };
        let pose = self.pose();
        let ends = [[0, 1], [last, last - 1]].into_iter().enumerate();
        let mut gripped = Vec::new();
        for (end, points) in ends {
            if !strand.is_turned[end] && points.into_iter().all(is_on) {
                let edge = [strand.edges.start, strand.edges.end - 1][end];
                let axis = pose.section(edge, self.frames.angles[edge])[0];
                let turned = self.obstacles.bodies[obstacle].placement.rotation;
                gripped.push(Grip {
                    strand: cable as u32,
                    end,
                    edge: edge as u32,
                    body: obstacle as u32,
                    axis: turned.conjugate() * axis,
                });
            }
        }
        for grip in gripped {
            self.parts.strands[cable].is_turned[grip.end] = true;
            self.obstacles.grips.push(grip);
        }
    }

    /// Before a part of so many seconds: the rates at which sections that bodies grip turn to where these will have them.
    pub(super) fn turn_grips(&mut self, time: f64) {
        if self.obstacles.grips.is_empty() {
            return;
        }
        let pose = self.pose();
        for grip in &self.obstacles.grips {
            let (edge, body) = (grip.edge as usize, grip.body as usize);
            let [one, other] = pose.section(edge, self.frames.angles[edge]);
            let body = &self.obstacles.bodies[body];
            let axis = body.placement.rotation * grip.axis;
            let behind = libm::atan2(other.dot(axis), one.dot(axis));
            let turning = body.spin.dot(pose.tangents[edge]);
            let strand = &mut self.parts.strands[grip.strand as usize];
            strand.spins[grip.end] = turning + behind / time;
        }
    }

    /// Makes anew what depends on what is held and fastened.
    pub(super) fn renew_solver(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.solver = engine.solver.renewed(&self.parts, &self.obstacles);
        }
    }

    /// How far the point of a cable that is fastened the least well is from where it should be.
    pub fn longest_slip(&self) -> f64 {
        let positions = &self.parts.particles.positions;
        let slip = |of: &Fastening| {
            let placement = &self.obstacles.bodies[of.body as usize].placement;
            of.apart(placement, positions).length()
        };
        self.obstacles
            .fastenings
            .iter()
            .map(slip)
            .fold(0.0, f64::max)
    }
}
