//! Bodies that push each other, directly or through others: each such island is solved for itself.
//!
//! So a step has as many parts as an island's own loads ask for; and what is gone through part after part stays close to the processor.

use super::constraint::Constraint;
use super::mover::Mover;

/// The movers and constraints of a world, one island after the other.
#[derive(Debug, Default)]
pub(crate) struct Islands {
    movers: Vec<u32>,
    constraints: Vec<u32>,
    /// Where the movers and the constraints of each island end.
    ends: Vec<[u32; 2]>,
    /// The islands of all movers.
    numbers: Vec<u32>,
}

/// The island of what does not move.
const NONE: u32 = u32::MAX;

impl Islands {
    /// Finds the islands: in the order of their first movers, each with its movers and constraints in their order.
    pub(crate) fn find(&mut self, movers: &[Mover], constraints: &[Constraint]) {
        let numbers = &mut self.numbers;
        numbers.clear();
        numbers.extend(0..movers.len() as u32);
        for constraint in constraints {
            if constraint
                .movers
                .iter()
                .all(|&of| movers[of as usize].moves)
            {
                join(numbers, constraint.movers);
            }
        }
        let ends = &mut self.ends;
        ends.clear();
        for (mover, state) in movers.iter().enumerate() {
            let above = numbers[mover] as usize;
            // What is above comes first, and has its number by now.
            numbers[mover] = match state.moves {
                false => NONE,
                true if above != mover => numbers[above],
                true => {
                    ends.push([0; 2]);
                    ends.len() as u32 - 1
                }
            };
        }
        self.sort(constraints);
    }

    /// Sorts both lists by islands.
    fn sort(&mut self, constraints: &[Constraint]) {
        let (numbers, ends) = (&self.numbers, &mut self.ends);
        let of = |constraint: &Constraint| {
            let [a, b] = constraint.movers.map(|mover| numbers[mover as usize]);
            a.min(b)
        };
        let islands = || numbers.iter().copied().filter(|&island| island != NONE);
        islands().for_each(|island| ends[island as usize][0] += 1);
        let all = constraints.iter().map(of);
        let joined = || all.clone().filter(|&island| island != NONE);
        joined().for_each(|island| ends[island as usize][1] += 1);
        let mut sum = [0; 2];
        for end in ends.iter_mut() {
            // For now where it begins.
            let size = core::mem::replace(end, sum);
            sum = [sum[0] + size[0], sum[1] + size[1]];
        }
        self.movers.resize(sum[0] as usize, 0);
        self.constraints.resize(sum[1] as usize, 0);
        for (mover, &island) in numbers.iter().enumerate() {
            if island != NONE {
                let end = &mut ends[island as usize][0];
                self.movers[*end as usize] = mover as u32;
                *end += 1;
            }
        }
        for (number, island) in all.enumerate() {
            if island != NONE {
                let end = &mut ends[island as usize][1];
                self.constraints[*end as usize] = number as u32;
                *end += 1;
            }
        }
    }

    /// The numbers of the movers and of the constraints of each island.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u32], &[u32])> {
        let starts = core::iter::once(&[0; 2]).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| {
            (
                &self.movers[start[0] as usize..end[0] as usize],
                &self.constraints[start[1] as usize..end[1] as usize],
            )
        })
    }
}

/// Makes one island of those of two bodies.
pub(super) fn join(above: &mut [u32], bodies: [u32; 2]) {
    let [a, b] = bodies.map(|body| root(above, body));
    above[a.max(b) as usize] = a.min(b);
}

/// The first body of an island.
fn root(above: &mut [u32], mut body: u32) -> u32 {
    while above[body as usize] != body {
        let next = above[body as usize];
        above[body as usize] = above[next as usize];
        body = next;
    }
    body
}
