//! What cables are made of inside: particles, edges between them, and bends between edges.

use super::cable::{Cable, End, Natural};
use super::frames::{Frames, Pose};
use super::pull::Pull;
use glam::{DVec2, DVec3};
use std::ops::Range;

/// Where particles are and were, and what they are like.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Particles {
    pub(super) positions: Vec<DVec3>,
    pub(super) velocities: Vec<DVec3>,
    /// Positions and velocities one part of a step ago.
    pub(super) positions_before: Vec<DVec3>,
    pub(super) velocities_before: Vec<DVec3>,
    pub(super) masses: Vec<f64>,
    /// How fast they lose speed, per second.
    pub(super) drags: Vec<f64>,
    pub(super) forces: Vec<DVec3>,
    /// Whether they follow `drives` whatever acts on them.
    pub(super) is_held: Vec<bool>,
    pub(super) drives: Vec<DVec3>,
    /// Those that are pulled along with a force that has an end.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) pulls: Vec<Pull>,
    /// For how many parts what they did before is no guide, so that these are integrated by Euler's scheme.
    pub(super) fresh: Vec<u8>,
    /// For how many parts in a row they could not go their whole way.
    pub(super) waits: Vec<u32>,
}

impl Particles {
    pub(super) fn push(&mut self, position: DVec3, velocity: DVec3) {
        self.positions.push(position);
        self.velocities.push(velocity);
        self.positions_before.push(position);
        self.velocities_before.push(velocity);
        self.masses.push(0.0);
        self.drags.push(0.0);
        self.forces.push(DVec3::ZERO);
        self.is_held.push(false);
        self.drives.push(DVec3::ZERO);
        self.fresh.push(1);
        self.waits.push(0);
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// How fast one goes.
    pub(super) fn going(&self, index: usize) -> DVec3 {
        match self.is_held[index] {
            true => self.drives[index],
            false => self.velocities[index],
        }
    }
}

/// A straight piece of a cable.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Edge {
    pub(super) ends: [u32; 2],
    /// Its length at rest.
    pub(super) rest: f64,
    /// Its length where it was placed.
    pub(super) placed: f64,
    /// EA.
    pub(super) stretch: f64,
    pub(super) radius: f64,
    pub(super) friction: f64,
    pub(super) restitution: f64,
    /// Which cable it is of.
    pub(super) strand: u32,
}

impl Edge {
    /// The force that stretches it to a length.
    #[inline(always)]
    pub(super) fn tension(&self, length: f64) -> f64 {
        self.stretch / self.rest * (length - self.rest)
    }
}

/// Where two edges of a cable meet.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Bend {
    pub(super) edges: [u32; 2],
    /// The particles before, between and after them.
    pub(super) particles: [u32; 3],
    /// The sum of both lengths at rest.
    pub(super) span: f64,
    /// B, towards both axes of the section.
    pub(super) bend: DVec2,
    /// C.
    pub(super) twist: f64,
    /// The natural curvature, times half the span.
    pub(super) curvature: DVec2,
    pub(super) rest_twist: f64,
}

impl Bend {
    /// Whether its energy depends on how the section is turned: it is naturally curved, or easier to bend one way than the other.
    pub(super) fn has_axes(&self) -> bool {
        self.curvature != DVec2::ZERO || self.bend.x != self.bend.y
    }
}

/// A cable among others.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Strand {
    pub(super) name: String,
    /// The particles of its points.
    pub(super) points: Vec<u32>,
    pub(super) is_closed: bool,
    pub(super) edges: Range<usize>,
    /// The first bend is between its first two edges; of a closed one the last is between the last and the first edge.
    pub(super) bends: Range<usize>,
    /// Whether the twist of the first and of the last edge is held.
    pub(super) is_turned: [bool; 2],
    /// How fast the twists there change, in rad/s.
    pub(super) spins: [f64; 2],
}

/// Particles, edges and bends of all cables.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Parts {
    pub(super) particles: Particles,
    pub(super) edges: Vec<Edge>,
    pub(super) bends: Vec<Bend>,
    pub(super) strands: Vec<Strand>,
}

impl Parts {
    /// Adds a cable that was checked, and the frames of its edges.
    pub(super) fn add(&mut self, cable: &Cable, frames: &mut Frames) {
        let points = self.add_points(cable);
        let strand = self.strands.len() as u32;
        let (first_edge, first_bend) = (self.edges.len(), self.bends.len());
        let material = cable.material;
        for edge in 0..cable.edge_count() {
            let ends = [points[edge], points[(edge + 1) % points.len()]];
            let rest = cable.edge(edge).length() * cable.rest_scale;
            for end in ends.map(|end| end as usize) {
                let mass = 0.5 * rest * material.density;
                let drags = &mut self.particles.drags;
                let together = self.particles.masses[end] + mass;
                drags[end] += (material.drag - drags[end]) * mass / together;
                self.particles.masses[end] = together;
            }
            self.edges.push(Edge {
                ends,
                rest,
                placed: cable.edge(edge).length(),
                stretch: material.stretch,
                radius: material.radius,
                friction: material.friction,
                restitution: material.restitution,
                strand,
            });
        }
        let edges = cable.edge_count();
        for bend in 0..edges - usize::from(!cable.is_closed) {
            let pair = [bend, (bend + 1) % edges].map(|edge| (first_edge + edge) as u32);
            let [before, after] = pair.map(|edge| self.edges[edge as usize]);
            self.bends.push(Bend {
                edges: pair,
                particles: [before.ends[0], before.ends[1], after.ends[1]],
                span: before.rest + after.rest,
                bend: DVec2::new(material.bend, material.bend_aside),
                twist: material.twist,
                curvature: DVec2::ZERO,
                rest_twist: 0.0,
            });
        }
        self.strands.push(Strand {
            name: cable.name.clone(),
            points,
            is_closed: cable.is_closed,
            edges: first_edge..self.edges.len(),
            bends: first_bend..self.bends.len(),
            is_turned: cable.ends.map(|end| end == End::Clamped),
            spins: [0.0; 2],
        });
        let axis = cable.axis.map(DVec3::normalize);
        frames.add(self, strand as usize, axis);
        self.set_natural(cable, frames);
        self.hold_ends(cable);
    }

    fn add_points(&mut self, cable: &Cable) -> Vec<u32> {
        let mut points = Vec::with_capacity(cable.points.len());
        for (index, &point) in cable.points.iter().enumerate() {
            let knot = cable.knots.iter().find(|knot| knot.point == index);
            if let Some(knot) = knot {
                points.push(self.strands[knot.cable].points[knot.at]);
            } else {
                points.push(self.particles.len() as u32);
                self.particles.push(point, cable.velocity);
            }
        }
        points
    }

    fn set_natural(&mut self, cable: &Cable, frames: &Frames) {
        let Some(strand) = self.strands.last() else {
            return;
        };
        match cable.natural {
            Natural::Straight => {}
            Natural::Curved { curvature, twist } => {
                let curvature = DVec2::from_array(curvature);
                let strength = curvature.length();
                for bend in &mut self.bends[strand.bends.clone()] {
                    let half = 0.5 * bend.span;
                    // Between straight pieces: twice the tangent of half the angle.
                    let turned = 2.0 * libm::tan(0.5 * strength * half);
                    bend.curvature = curvature.normalize_or_zero() * turned;
                    bend.rest_twist = twist * half;
                }
            }
            Natural::AsPlaced => {
                let mut pose = Pose::default();
                pose.place(self, frames, &self.particles.positions);
                for index in strand.bends.clone() {
                    let curvature = pose.curvature(&self.bends[index], frames);
                    let twist = pose.twist(index, &self.bends[index], frames);
                    self.bends[index].curvature = curvature;
                    self.bends[index].rest_twist = twist;
                }
            }
        }
    }

    fn hold_ends(&mut self, cable: &Cable) {
        let Some(Strand { points, .. }) = self.strands.last() else {
            return;
        };
        let last = points.len() - 1;
        for (end, [at, next]) in cable.ends.iter().zip([[0, 1], [last, last - 1]]) {
            let is_held = &mut self.particles.is_held;
            if *end != End::Free {
                is_held[points[at] as usize] = true;
            }
            if *end == End::Clamped {
                is_held[points[next] as usize] = true;
            }
        }
    }
}
