//! Contacts solved by themselves: how everything else gives way to their forces is found once in a round of the solver.
//!
//! Let H be the matrix of a round without contacts, g its gradient, and J the matrix by which unknowns change how far the points of contacts
//! are apart. Contacts that push by the gradients p of their energies lead to x = −H⁻¹(g + Jᵀp), and their points to y = y₀ − W·p with W = J·H⁻¹·Jᵀ
//! and y₀ = −J·H⁻¹·g. W is small, so that which contacts push, stick or slide is found in rounds that cost little, until all of them agree. With
//! H = L·D·Lᵀ it is ZᵀD⁻¹Z of Z = L⁻¹Jᵀ, whose columns have entries on the way from what the contact moves to the last unknown only. Four contacts at a
//! time: those that are eliminated one after the other share most of that way.

use super::contact::{Contact, Offset, Rubbing};
use super::dense::Dense;
use super::fours::{FourBlocks, sum_products};
use super::levers::Levers;
use super::matrix::BlockMatrix;
use super::wide::wide;
use glam::{DMat3, DVec3};

/// What inner rounds take for each contact, to the third power, in products of numbers; what a round of everything else takes for each unknown.
const INNER: f64 = 7.0;
const OUTER: f64 = 250.0;
/// There are never more than these.
const MOST: f64 = 96.0;
/// A round is solved if no contact's force is off by more than this share of the largest.
const SETTLED: f64 = 0.01;
/// How many inner rounds there are at most.
const ROUNDS: u32 = 12;
/// How often a change of forces is halved to find less energy.
const HALVINGS: u32 = 10;

/// How everything else gives way to contacts.
#[derive(Clone, Default)]
pub(super) struct Compliance {
    /// Which contacts these are, by the first place at which they have an entry.
    contacts: Vec<u32>,
    sorted: Vec<(u32, u32)>,
    levers: Vec<Levers>,
    /// By four contacts: the first of their entries in `places` and what follows, and the end of the last.
    starts: Vec<u32>,
    /// Places of the matrix, ascending within four contacts.
    places: Vec<u32>,
    /// L⁻¹Jᵀ, and the same times the inverse of the diagonal.
    half: Vec<FourBlocks>,
    scaled: Vec<FourBlocks>,
    /// Entries at the same place of two times four contacts.
    shared: Vec<[u32; 2]>,
    /// Blocks of W that are added up.
    sums: FourBlocks,
    /// W by rows of blocks.
    gives: Vec<DMat3>,
    /// y₀.
    free: Vec<DVec3>,
    /// Where the points of contacts are when the round begins.
    begins: Vec<Offset>,
    /// By contact: the gradient p of its energy, the change of it that is tried, and where its points are by it.
    pushes: Vec<DVec3>,
    wanted: Vec<DVec3>,
    tried: Vec<DVec3>,
    moved: Vec<DVec3>,
    /// Those that do something.
    acting: Vec<u32>,
    small: Dense,
}

/// How many contacts are few, so that to solve them by themselves takes no longer than a round of everything else. That takes products of blocks, and some
/// numbers for every unknown.
pub(super) fn few(unknowns: usize, products: usize) -> usize {
    let round = 27.0 * products as f64 + OUTER * unknowns as f64;
    libm::cbrt(round / INNER).min(MOST) as usize
}

impl Compliance {
    /// Finds how everything gives way to those contacts that do something; the matrix is factored, and has the gradient as far as
    /// [`BlockMatrix::go_forward`] takes it.
    pub(super) fn find(
        &mut self,
        contacts: &[Contact],
        levers: impl Fn(&Contact) -> Levers,
        matrix: &mut BlockMatrix,
    ) {
        self.sort(contacts, levers, matrix);
        self.starts.clear();
        self.starts.push(0);
        self.places.clear();
        self.half.clear();
        let compliance = self;
        wide!(compliance: &mut Compliance, matrix: &mut BlockMatrix => {
            compliance.find_halves(matrix);
            compliance.find_free(matrix);
            compliance.find_gives();
        });
    }

    #[inline(always)]
    fn find_halves(&mut self, matrix: &mut BlockMatrix) {
        for four in self.levers.chunks(4) {
            let entries = four.iter().enumerate();
            let entries = entries.flat_map(|(of, levers)| levers.columns().map(move |at| (of, at)));
            matrix.half_solve(entries, (&mut self.places, &mut self.half));
            self.starts.push(self.places.len() as u32);
        }
    }

    /// Finds those that do something, in the order in which what they move is eliminated.
    fn sort(
        &mut self,
        contacts: &[Contact],
        levers: impl Fn(&Contact) -> Levers,
        matrix: &BlockMatrix,
    ) {
        self.sorted.clear();
        for (index, contact) in contacts.iter().enumerate() {
            if contact.linear.is_some() {
                let places = levers(contact);
                let places = places.columns().map(|(unknown, _)| matrix.place(unknown));
                self.sorted.push((places.min().unwrap_or(0), index as u32));
            }
        }
        self.sorted.sort_unstable();
        self.contacts.clear();
        (self.contacts).extend(self.sorted.iter().map(|&(_, index)| index));
        self.levers.clear();
        let sorted = self.contacts.iter();
        (self.levers).extend(sorted.map(|&index| levers(&contacts[index as usize])));
    }

    /// The entries of four contacts.
    fn range(&self, of: usize) -> std::ops::Range<usize> {
        self.starts[of] as usize..self.starts[of + 1] as usize
    }

    #[inline(always)]
    fn find_free(&mut self, matrix: &BlockMatrix) {
        self.scaled.clear();
        let entries = self.places.iter().zip(&self.half);
        (self.scaled).extend(entries.map(|(&place, half)| matrix.divided(place, half)));
        self.free.clear();
        for four in 0..self.starts.len() - 1 {
            let mut sums = [[0.0; 4]; 3];
            for entry in self.range(four) {
                let side = matrix.half_way(self.places[entry]);
                let more = self.scaled[entry].turned_over_times(side);
                for (sum, more) in sums.iter_mut().flatten().zip(more.as_flattened()) {
                    *sum -= more;
                }
            }
            let [x, y, z] = sums;
            let left = self.contacts.len() - self.free.len();
            (self.free).extend((0..left.min(4)).map(|of| DVec3::new(x[of], y[of], z[of])));
        }
    }

    #[inline(always)]
    fn find_gives(&mut self) {
        let count = self.contacts.len();
        let mut gives = std::mem::take(&mut self.gives);
        gives.clear();
        gives.resize(count * count, DMat3::ZERO);
        for four in 0..self.starts.len() - 1 {
            for other in 0..=four {
                self.find_shared(four, other);
                for row in 4 * four..count.min(4 * four + 4) {
                    let pairs = self.shared.iter();
                    let pairs =
                        pairs.map(|&[i, j]| (&self.scaled[i as usize], &self.half[j as usize]));
                    sum_products(&mut self.sums, row % 4, pairs);
                    for column in 4 * other..(4 * other + 4).min(row + 1) {
                        let block = self.sums.one(column % 4);
                        gives[row * count + column] = block;
                        gives[column * count + row] = block.transpose();
                    }
                }
            }
        }
        self.gives = gives;
    }

    /// Finds the places that four contacts share with four others.
    fn find_shared(&mut self, four: usize, other: usize) {
        let (mut i, mut j) = (self.range(four), self.range(other));
        self.shared.clear();
        while i.start < i.end && j.start < j.end {
            let (a, b) = (self.places[i.start], self.places[j.start]);
            if a == b {
                self.shared.push([i.start as u32, j.start as u32]);
            }
            i.start += usize::from(a <= b);
            j.start += usize::from(b <= a);
        }
    }

    /// Rounds of contacts until their forces are those that their energies ask for. Contacts take over what they push and rub with, but for the first round of a
    /// part, in which friction is that of the part before.
    pub(super) fn settle(
        &mut self,
        contacts: &mut [Contact],
        (starts, positions): (&[DVec3], &[DVec3]),
        rubbing: Rubbing,
    ) {
        let count = self.contacts.len();
        let begins = self.contacts.iter();
        self.begins.clear();
        (self.begins).extend(begins.map(|&of| contacts[of as usize].offset(starts, positions)));
        self.pushes.clear();
        self.pushes.resize(count, DVec3::ZERO);
        self.moved.clear();
        self.moved.resize(count, DVec3::ZERO);
        let after = Rubbing {
            is_first: false,
            ..rubbing
        };
        for round in 0..ROUNDS {
            if round > 0 {
                for (of, contact) in self.contacts.iter().enumerate() {
                    let at = self.begins[of].moved_by(self.moved[of]);
                    contacts[*contact as usize].take(at, after);
                }
            }
            self.aim(contacts);
            // Where the first linear equations lead to: before it no forces are known that belong to where things are.
            match round {
                0 => {
                    self.pushes.clone_from(&self.wanted);
                    self.place(|compliance, of| compliance.pushes[of]);
                }
                _ => self.go_downhill(contacts, after),
            }
            let (mut off, mut most) = (0.0_f64, 0.0_f64);
            for (of, &index) in self.contacts.iter().enumerate() {
                let contact = &mut contacts[index as usize];
                if !rubbing.is_first {
                    contact.set_force(-self.wanted[of]);
                }
                let force = contact.force_at(self.begins[of].moved_by(self.moved[of]), after);
                off = off.max((force + self.wanted[of]).length());
                most = most
                    .max(self.wanted[of].length())
                    .max(contact.least_force());
            }
            if !(off > SETTLED * most) {
                break;
            }
        }
    }

    /// Solves (1 + W·B)·y = y₀ − W·(γ − B·yₖ), γ and B being the derivatives of the energies of contacts at yₖ: the gradients that this leads to. Contacts that do nothing
    /// there are left out.
    fn aim(&mut self, contacts: &[Contact]) {
        let count = self.contacts.len();
        let linear = |of: u32| contacts[self.contacts[of as usize] as usize].linear;
        let mut acting = std::mem::take(&mut self.acting);
        acting.clear();
        acting.extend((0..count as u32).filter(|&of| linear(of).is_some()));
        let mut small = std::mem::take(&mut self.small);
        small.begin(3 * acting.len());
        for (row, &of) in acting.iter().enumerate() {
            let mut side = self.free[of as usize];
            for (column, &other) in acting.iter().enumerate() {
                let linear = linear(other).unwrap_or_default();
                let give = self.gives[of as usize * count + other as usize];
                side -= give * (linear.gradient - linear.block * self.moved[other as usize]);
                small.set([row, column], give * linear.block);
            }
            small.add_one(row, side);
        }
        small.solve();
        self.wanted.clear();
        self.wanted.resize(count, DVec3::ZERO);
        for (row, &of) in acting.iter().enumerate() {
            let (linear, to) = (linear(of).unwrap_or_default(), small.solution(row));
            self.wanted[of as usize] =
                linear.gradient + linear.block * (to - self.moved[of as usize]);
        }
        (self.small, self.acting) = (small, acting);
    }

    /// Sets where points are by some gradients.
    fn place(&mut self, push: impl Fn(&Compliance, usize) -> DVec3) {
        let count = self.contacts.len();
        let mut moved = std::mem::take(&mut self.moved);
        for (row, at) in moved.iter_mut().enumerate() {
            let gives = self.gives[row * count..][..count].iter().enumerate();
            *at = self.free[row]
                - gives
                    .map(|(of, give)| *give * push(self, of))
                    .sum::<DVec3>();
        }
        self.moved = moved;
    }

    /// Goes towards the gradients that are wanted as far as the energy falls: ½·pᵀWp for everything else, and those of contacts.
    fn go_downhill(&mut self, contacts: &[Contact], rubbing: Rubbing) {
        let before = self.energy(contacts, rubbing, |compliance, of| compliance.pushes[of]);
        let mut share = 1.0;
        for _ in 0..HALVINGS {
            let mut tried = std::mem::take(&mut self.tried);
            tried.clear();
            let pairs = self.pushes.iter().zip(&self.wanted);
            tried.extend(pairs.map(|(now, wanted)| *now + share * (*wanted - *now)));
            self.tried = tried;
            self.place(|compliance, of| compliance.tried[of]);
            if self.energy(contacts, rubbing, |compliance, of| compliance.tried[of]) <= before {
                break;
            }
            share *= 0.5;
        }
        std::mem::swap(&mut self.pushes, &mut self.tried);
    }

    /// The energy by some gradients, with points where these lead them.
    fn energy(
        &self,
        contacts: &[Contact],
        rubbing: Rubbing,
        push: impl Fn(&Compliance, usize) -> DVec3,
    ) -> f64 {
        let each = (0..self.contacts.len()).map(|of| {
            let given = 0.5 * push(self, of).dot(self.free[of] - self.moved[of]);
            let at = self.begins[of].moved_by(self.moved[of]);
            given + contacts[self.contacts[of] as usize].energy_at(at, rubbing)
        });
        each.sum()
    }

    /// Adds what contacts push to the gradient that the matrix has half-way.
    pub(super) fn push(&self, matrix: &mut BlockMatrix) {
        for (four, pushes) in self.pushes.chunks(4).enumerate() {
            for entry in self.range(four) {
                let pushes = pushes.iter().enumerate();
                let half = &self.half[entry];
                let more = pushes.map(|(of, push)| half.one_times(of, *push)).sum();
                matrix.add_half_way(self.places[entry], more);
            }
        }
    }
}
