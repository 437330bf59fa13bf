//! Memory for a step, kept so that steps allocate nothing.

use super::constraint::Constraint;
use super::course::{Course, LegLength};
use super::glance::Glance;
use super::hits::Meeting;
use super::impulses::{HitPoint, Neighbour};
use super::islands::Islands;
use super::look::Looking;
use super::mover::Mover;
use super::refine::{Correction, Moved};
use super::slots::Slots;
use super::solver::Solver;
use super::ways::WaysMemory;
use crate::contact::{Pair, Spare};
use osculate::Placement;
use osculate::broad_phase::{BodyId, SlotPair};
use std::collections::BinaryHeap;

/// Memory for a step.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// What every body does, by slots. Of a body that stands for long, what it did.
    pub(crate) courses: Vec<Option<Course>>,
    /// How far these lead, by slots.
    pub(crate) lengths: Vec<LegLength>,
    /// The bodies as the solver sees them, by slots, with a body that nothing moves at the end.
    pub(crate) movers: Vec<Mover>,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) glances: Vec<Glance>,
    /// Where bodies come in this step if nothing pushes them, about, by slots.
    pub(crate) ahead: Vec<Placement>,
    pub(crate) islands: Islands,
    pub(crate) solver: Solver,
    /// Bodies that the solver led nowhere.
    pub(crate) lost: Vec<u32>,
    pub(crate) looking: Looking,
    /// Pairs that are not proven to stay apart yet.
    pub(crate) suspects: Vec<u32>,
    /// Whether a pair is among them already; none outside of where this is used.
    pub(crate) taken: Vec<bool>,
    pub(crate) adjacency: Adjacency,
    pub(crate) corrections: Vec<Correction>,
    /// Bodies whose ends were corrected, in this round and in any.
    pub(crate) corrected: Vec<u32>,
    pub(crate) corrected_ever: Vec<bool>,
    /// How far bodies' ends have been moved since they set out, by slots; endlessly far if they were stopped.
    pub(crate) strayed: Vec<f64>,
    /// How far the last correction has moved any point of bodies on their ways, by slots.
    pub(crate) bends: Vec<f64>,
    /// Pairs that were found to be close where they would end.
    pub(crate) seen_ends: Vec<u32>,
    /// Pairs that were looked at in this round where they would end.
    pub(crate) seen_anew: Vec<u32>,
    pub(crate) meetings: BinaryHeap<Meeting>,
    pub(crate) points: Vec<HitPoint>,
    pub(crate) neighbours: Vec<Neighbour>,
    pub(crate) near: Vec<BodyId>,
    pub(crate) around: Vec<u32>,
    /// Pairs that were found after the proofs.
    pub(crate) late: Vec<u32>,
    pub(crate) spare: Spare,
    pub(crate) slots: Slots,
    pub(crate) merged_pairs: Vec<Pair>,
    pub(crate) moved: Vec<Moved>,
    pub(crate) begun: Vec<SlotPair>,
    pub(crate) ended: Vec<SlotPair>,
    /// Whether the certificate of a pair holds wherever either body stops.
    pub(crate) any_stops: Vec<bool>,
    pub(crate) ways: WaysMemory,
    /// The first body of an island, or one on the way there.
    pub(crate) above: Vec<u32>,
}

/// The pairs of every body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency {
    /// Where the pairs of a body begin in `pairs`.
    first: Vec<u32>,
    pairs: Vec<u32>,
    /// Pairs that were found later, with the body they belong to.
    later: Vec<(u32, u32)>,
    pub(crate) known: bool,
}

impl Adjacency {
    /// Of these pairs of slots.
    pub(crate) fn build(&mut self, slots: usize, pairs: impl Iterator<Item = [u32; 2]> + Clone) {
        self.first.clear();
        self.first.resize(slots + 1, 0);
        self.later.clear();
        for body in pairs.clone().flatten() {
            self.first[body as usize + 1] += 1;
        }
        for slot in 0..slots {
            self.first[slot + 1] += self.first[slot];
        }
        self.pairs.clear();
        self.pairs.resize(self.first[slots] as usize, 0);
        for (number, bodies) in pairs.enumerate() {
            for body in bodies {
                let next = &mut self.first[body as usize];
                self.pairs[*next as usize] = number as u32;
                *next += 1;
            }
        }
        // Every first has moved to the next.
        self.first.copy_within(0..slots, 1);
        self.first[0] = 0;
        self.known = true;
    }

    pub(crate) fn add(&mut self, body: u32, pair: u32) {
        self.later.push((body, pair));
    }

    /// The numbers of a body's pairs.
    pub(crate) fn of(&self, body: u32) -> impl Iterator<Item = u32> {
        let range = self.first[body as usize] as usize..self.first[body as usize + 1] as usize;
        let later = self.later.iter().filter(move |(of, _)| *of == body);
        self.pairs[range]
            .iter()
            .copied()
            .chain(later.map(|&(_, pair)| pair))
    }
}
