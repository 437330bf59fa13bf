//! Which contacts are solved at once.
//!
//! Contacts are gone through in their order, each with what those before it made of its bodies. Two that concern no common moving body do not know of each other, so
//! up to four of these are solved at once: what comes out is the same, to the last bit.

use super::bunch::Bunch;
use super::constraint::Constraint;
use super::lanes::Lanes;
use super::mover::Mover;
use super::solver::Part;
use crate::contact::POINTS;

/// The contacts of some islands, as bunches in an order in which they may be solved.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    /// Those of one point, and those of several.
    pub(super) ones: Vec<Bunch<1>>,
    pub(super) several: Vec<Bunch<POINTS>>,
    /// Where those end that may be solved before all that follow, in both.
    pub(super) ends: Vec<[u32; 2]>,
    /// Of each mover, how many rounds there are before the first that may concern it; of each constraint, which round and kind it is of.
    rounds: Vec<u32>,
    kinds: Vec<u32>,
    /// Where the constraints of each round and kind begin, and all of them in that order.
    starts: Vec<u32>,
    sorted: Vec<u32>,
}

/// What is done with all contacts, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// They begin with the impulses of the part before.
    Warm,
    /// They push, with springs.
    Springs,
    /// They resist sliding, and push without springs.
    Last,
}

impl Schedule {
    /// Makes bunches of constraints, given by their numbers, for parts of a step of so many seconds.
    #[inline(always)]
    pub(super) fn plan<L: Lanes>(
        &mut self,
        chosen: &[u32],
        constraints: &[Constraint],
        movers: &[Mover],
        seconds: f64,
    ) {
        self.sort(chosen, constraints, movers);
        self.ones.clear();
        self.several.clear();
        self.ends.clear();
        for round in self.starts.windows(POINTS + 1).step_by(POINTS) {
            let [start, after_ones, end] = [round[0], round[1], round[POINTS]].map(|at| at as usize);
            for chosen in self.sorted[start..after_ones].chunks(4) {
                let bunch = Bunch::new::<L>(chosen, constraints, movers, seconds);
                self.ones.push(bunch);
            }
            for chosen in self.sorted[after_ones..end].chunks(4) {
                let bunch = Bunch::new::<L>(chosen, constraints, movers, seconds);
                self.several.push(bunch);
            }
            self.ends.push([self.ones.len() as u32, self.several.len() as u32]);
        }
    }

    /// Sorts constraints by rounds, and by how many points they have: those of a round concern no common body that moves.
    fn sort(&mut self, chosen: &[u32], constraints: &[Constraint], movers: &[Mover]) {
        self.rounds.resize(movers.len(), 0);
        for &number in chosen {
            for mover in constraints[number as usize].movers {
                self.rounds[mover as usize] = 0;
            }
        }
        self.kinds.clear();
        self.starts.clear();
        for &number in chosen {
            let constraint = &constraints[number as usize];
            let moving = constraint.movers.map(|mover| mover as usize);
            let moving = moving.into_iter().filter(|&mover| movers[mover].moves);
            let round = moving.clone().map(|mover| self.rounds[mover]);
            let round = round.max().unwrap_or(0);
            moving.for_each(|mover| self.rounds[mover] = round + 1);
            let kind = POINTS as u32 * round + constraint.points().len() as u32 - 1;
            self.kinds.push(kind);
            let kinds = POINTS * (round as usize + 1);
            if self.starts.len() < kinds {
                self.starts.resize(kinds, 0);
            }
            self.starts[kind as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            let size = core::mem::replace(start, sum);
            sum += size;
        }
        self.starts.push(sum);
        self.sorted.resize(chosen.len(), 0);
        for (&number, &kind) in chosen.iter().zip(&self.kinds) {
            let at = &mut self.starts[kind as usize];
            self.sorted[*at as usize] = number;
            *at += 1;
        }
        // Each start is where the next begins by now.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// Goes through all contacts in order.
    #[inline(always)]
    pub(super) fn pass<L: Lanes>(&mut self, movers: &mut [Mover], part: &Part, pass: Pass) {
        let mut from = [0; 2];
        for ends in &self.ends {
            let ends = ends.map(|end| end as usize);
            for bunch in &mut self.ones[from[0]..ends[0]] {
                bunch.pass::<L>(movers, part, pass);
            }
            for bunch in &mut self.several[from[1]..ends[1]] {
                bunch.pass::<L>(movers, part, pass);
            }
            from = ends;
        }
    }

    /// Leaves the forces with the constraints.
    pub(super) fn leave(&self, constraints: &mut [Constraint], per_second: f64) {
        for bunch in &self.ones {
            bunch.leave(constraints, per_second);
        }
        for bunch in &self.several {
            bunch.leave(constraints, per_second);
        }
    }
}
