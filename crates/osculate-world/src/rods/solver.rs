//! The equations of a part of a step, and their solution.

use super::contact::{Contact, Rubbing};
use super::elastic::{Slots, add_forces, energy};
use super::frames::{Frames, Pose};
use super::inertia::Inertia;
use super::matrix::{BlockMatrix, Slot};
use super::parts::Parts;
use super::twist::TwistSystem;
use glam::{DMat3, DVec3};

/// Memory for solving.
#[derive(Clone, Default)]
pub(super) struct Solver {
    matrix: BlockMatrix,
    slots: Slots,
    pub(super) inertia: Inertia,
    pub(super) pose: Pose,
    twists: TwistSystem,
    gradient: Vec<DVec3>,
    /// Where particles are in this round.
    pub(super) positions: Vec<DVec3>,
    trial: Vec<DVec3>,
    /// Pairs of particles that contacts have added to the pattern.
    added: Vec<[u32; 2]>,
}

/// What holds during a part of a step: where everything begins, what touches, and how it rubs.
#[derive(Clone, Copy)]
pub(super) struct Touching<'a> {
    pub(super) starts: &'a [DVec3],
    pub(super) contacts: &'a [Contact],
    pub(super) rubbing: Rubbing,
}

/// Edges that turn by more than this in a part of a step are solved for again: the cosine of a twentieth of a radian.
const TURNED: f64 = 0.998_750_260;
/// How often a way is halved to find less energy.
const HALVINGS: u32 = 6;

impl Solver {
    /// Finds the pattern and the order for these cables.
    pub(super) fn new(parts: &Parts) -> Solver {
        let mut solver = Solver::default();
        solver.find_pattern(parts);
        solver
    }

    fn find_pattern(&mut self, parts: &Parts) {
        let mut pairs: Vec<[u32; 2]> = parts.edges.iter().map(|edge| edge.ends).collect();
        let bends = parts.bends.iter();
        pairs.extend(bends.map(|bend| [bend.particles[0], bend.particles[2]]));
        pairs.extend(&self.added);
        pairs.retain(|[a, b]| a != b);
        self.matrix = BlockMatrix::new(parts.particles.len(), &pairs);
        self.find_slots(parts);
    }

    /// Makes room for contacts. What they need stays, so that the order is seldom found again, until most of it is of contacts that
    /// are gone.
    pub(super) fn make_room(&mut self, parts: &Parts, contacts: &[Contact]) {
        let is_free = |v: usize| v < parts.particles.len() && !parts.particles.is_held[v];
        let mut pairs = Vec::new();
        for contact in contacts {
            for (i, (a, _)) in contact
                .parts()
                .enumerate()
                .filter(|&(_, (a, _))| is_free(a))
            {
                let before = contact.parts().take(i).filter(|&(b, _)| is_free(b));
                pairs.extend(before.map(|(b, _)| [a as u32, b as u32]));
            }
        }
        if pairs.iter().all(|&[a, b]| self.matrix.slot(a, b).is_some()) {
            return;
        }
        match self.added.len() > 4 * pairs.len() + 64 {
            true => self.added = pairs,
            false => self.added.extend(pairs),
        }
        self.added.sort_unstable();
        self.added.dedup();
        self.find_pattern(parts);
    }

    /// Particles that are held have no blocks but their own.
    fn find_slots(&mut self, parts: &Parts) {
        let matrix = &self.matrix;
        let is_held = |particle: u32| parts.particles.is_held[particle as usize];
        let slot = |a: u32, b: u32| match is_held(a) || is_held(b) {
            true => Slot::NONE,
            false => matrix.slot(a, b).unwrap_or(Slot::NONE),
        };
        let edges = parts.edges.iter();
        let bends = parts.bends.iter();
        self.slots = Slots {
            edges: edges.map(|edge| slot(edge.ends[0], edge.ends[1])).collect(),
            bends: bends
                .map(|bend| {
                    let [p, q, r] = bend.particles;
                    [slot(p, q), slot(p, r), slot(q, r)]
                })
                .collect(),
        };
    }

    /// One round: balances twists, solves the linear equations where particles are, and goes as far along the solution as energy falls.
    pub(super) fn improve(&mut self, parts: &Parts, frames: &mut Frames, touching: Touching<'_>) {
        self.pose.place(parts, frames, &self.positions);
        self.twists.balance(parts, &self.pose, frames);
        let particles = &parts.particles;
        self.gradient.clear();
        self.gradient.resize(particles.len(), DVec3::ZERO);
        self.matrix.clear();
        for i in 0..particles.len() {
            let weight = self.inertia.weights[i];
            self.gradient[i] = weight * (self.positions[i] - self.inertia.centres[i]);
            self.matrix
                .add_diagonal(i as u32, DMat3::from_diagonal(DVec3::splat(weight)));
        }
        let into = (&mut self.gradient[..], &mut self.matrix);
        add_forces(parts, &self.pose, frames, &self.slots, into);
        let is_free = |v: usize| v < particles.len() && !particles.is_held[v];
        for contact in touching.contacts {
            let positions = [touching.starts, &self.positions[..]];
            let into = (&mut self.gradient[..], &mut self.matrix);
            contact.add(positions, touching.rubbing, is_free, into);
        }
        for i in 0..particles.len() {
            if particles.is_held[i] {
                self.gradient[i] = DVec3::ZERO;
                self.matrix.set_diagonal(i as u32, DMat3::IDENTITY);
            }
        }
        self.matrix.factor();
        self.matrix.solve(&mut self.gradient);
    }

    /// Goes where the last round led to.
    pub(super) fn go(&mut self) {
        for (position, back) in self.positions.iter_mut().zip(&self.gradient) {
            *position -= *back;
        }
    }

    /// The same, but only as far as the energy falls.
    pub(super) fn go_downhill(&mut self, parts: &Parts, frames: &Frames, touching: Touching<'_>) {
        let before = self.energy(parts, frames, touching, &self.positions);
        let mut share = 1.0;
        for _ in 0..HALVINGS {
            self.trial.clear();
            let ways = self.positions.iter().zip(&self.gradient);
            (self.trial).extend(ways.map(|(from, back)| *from - share * *back));
            // Obstacles are where they are.
            let others = &self.positions[self.gradient.len()..];
            self.trial.extend_from_slice(others);
            self.pose.place(parts, frames, &self.trial);
            if self.energy(parts, frames, touching, &self.trial) <= before {
                break;
            }
            share *= 0.5;
        }
        std::mem::swap(&mut self.positions, &mut self.trial);
    }

    /// How far the last round led a particle, at most.
    pub(super) fn longest_way(&self) -> f64 {
        let ways = self.gradient.iter().map(|way| way.length());
        ways.fold(0.0, f64::max)
    }

    /// At positions whose pose was measured.
    fn energy(
        &self,
        parts: &Parts,
        frames: &Frames,
        touching: Touching<'_>,
        positions: &[DVec3],
    ) -> f64 {
        let moved = positions.iter().zip(&self.inertia.centres);
        let moved = moved.zip(&self.inertia.weights);
        let moved = moved.map(|((x, c), weight)| 0.5 * weight * (*x - *c).length_squared());
        let contacts = touching.contacts.iter();
        let touched = contacts.map(|c| c.energy(touching.starts, positions, touching.rubbing));
        moved.sum::<f64>() + touched.sum::<f64>() + energy(parts, &self.pose, frames)
    }

    /// Whether an edge has turned far since the frames were set.
    pub(super) fn has_turned(&mut self, parts: &Parts, frames: &Frames) -> bool {
        self.pose.place(parts, frames, &self.positions);
        let pairs = self.pose.tangents.iter().zip(&frames.tangents);
        pairs
            .into_iter()
            .any(|(now, before)| now.dot(*before) < TURNED)
    }
}
