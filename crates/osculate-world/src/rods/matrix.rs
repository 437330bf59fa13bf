//! Symmetric positive definite matrices of 3×3 blocks, most of which are zero, and their factors LDLᵀ.

use super::fours::FourBlocks;
use super::order::Elimination;
use super::run::{Run, TILE, take_off};
use super::wide::wide;
use glam::{DMat3, DVec3};
use std::ops::Range;

/// Where a block is added; see [`BlockMatrix::slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(u32);

impl Slot {
    /// Of a block that is not kept.
    pub(super) const NONE: Slot = Slot(u32::MAX);
}

/// A matrix with a row of blocks for each particle. Its order and where its factors have entries are found once for a pattern.
///
/// Columns that follow each other and have the same blocks below are eliminated together: so every block below them changes once, by a sum of products,
/// and not once for every column.
#[derive(Clone, Default)]
pub(super) struct BlockMatrix {
    /// By particle: when it is eliminated.
    place: Vec<u32>,
    /// By place: the first of its blocks below the diagonal, in `rows` and `below`.
    starts: Vec<u32>,
    /// The places of blocks below the diagonal, ascending within a column.
    rows: Vec<u32>,
    /// The first place of every run of columns that are eliminated together, and the end of the last.
    runs: Vec<u32>,
    /// Which block below the diagonal changes, for every two rows below a run: those of the first row with all after it, and so on.
    targets: Vec<u32>,
    diagonal: Vec<DMat3>,
    below: Vec<DMat3>,
    inverses: Vec<DMat3>,
    /// The column that is eliminated.
    column: Vec<DMat3>,
    run: Run,
    unknowns: Vec<DVec3>,
    /// By place: blocks of right-hand sides that have few, and whether there are any.
    sparse: Vec<FourBlocks>,
    is_sparse: Vec<bool>,
}

impl BlockMatrix {
    /// With blocks where eliminating unknowns in that order has them.
    pub(super) fn new(elimination: &Elimination) -> BlockMatrix {
        let particles = elimination.order.len();
        let mut place = vec![0; particles];
        for (position, &particle) in elimination.order.iter().enumerate() {
            place[particle as usize] = position as u32;
        }
        let mut starts = vec![0];
        let mut rows: Vec<u32> = Vec::new();
        for &particle in &elimination.order {
            let later = &elimination.later[particle as usize];
            let first = rows.len();
            rows.extend(later.iter().map(|&other| place[other as usize]));
            rows[first..].sort_unstable();
            starts.push(rows.len() as u32);
        }
        let mut matrix = BlockMatrix {
            diagonal: vec![DMat3::ZERO; particles],
            below: vec![DMat3::ZERO; rows.len()],
            inverses: vec![DMat3::ZERO; particles],
            column: Vec::new(),
            run: Run::default(),
            unknowns: vec![DVec3::ZERO; particles],
            runs: Vec::new(),
            targets: Vec::new(),
            sparse: Vec::new(),
            is_sparse: Vec::new(),
            place,
            starts,
            rows,
        };
        matrix.find_runs();
        matrix
    }

    fn find_runs(&mut self) {
        let places = self.diagonal.len();
        for place in 0..places {
            let goes_on = place > 0 && {
                let (before, this) = (self.range(place - 1), self.range(place));
                // What is below a column is below the first of these too.
                before.len() == this.len() + 1 && self.rows[before.start] as usize == place
            };
            if !goes_on {
                self.runs.push(place as u32);
            }
        }
        self.runs.push(places as u32);
        let mut targets = Vec::new();
        for run in self.runs.windows(2).filter(|run| run[1] > run[0]) {
            let below = &self.rows[self.range(run[1] as usize - 1)];
            for (j, &column) in below.iter().enumerate() {
                let block = |&row: &u32| self.find(column as usize, row);
                targets.extend(below[j + 1..].iter().filter_map(block));
            }
        }
        self.targets = targets;
    }

    fn range(&self, place: usize) -> Range<usize> {
        self.starts[place] as usize..self.starts[place + 1] as usize
    }

    /// The block in a column and a row below its diagonal.
    fn find(&self, column: usize, row: u32) -> Option<u32> {
        let range = self.range(column);
        let within = self.rows[range.clone()].binary_search(&row).ok()?;
        Some((range.start + within) as u32)
    }

    /// Where to add the block of a row of particle `a` and a column of particle `b`, which are two: none if the pattern has none.
    pub(super) fn slot(&self, a: u32, b: u32) -> Option<Slot> {
        let (a, b) = (self.place[a as usize], self.place[b as usize]);
        let block = self.find(a.min(b) as usize, a.max(b))?;
        Some(Slot(block << 1 | u32::from(a < b)))
    }

    /// Begins anew with the first blocks of the diagonal, multiples of one, by particle; the others have to be set.
    pub(super) fn clear(&mut self, diagonal: &[f64]) {
        for (&place, &weight) in self.place.iter().zip(diagonal) {
            self.diagonal[place as usize] = DMat3::from_diagonal(DVec3::splat(weight));
        }
        self.below.fill(DMat3::ZERO);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, Slot(slot): Slot, block: DMat3) {
        if Slot(slot) == Slot::NONE {
            return;
        }
        let block = match slot & 1 {
            0 => block,
            _ => block.transpose(),
        };
        self.below[(slot >> 1) as usize] += block;
    }

    #[inline(always)]
    pub(super) fn add_diagonal(&mut self, particle: u32, block: DMat3) {
        self.diagonal[self.place[particle as usize] as usize] += block;
    }

    pub(super) fn set_diagonal(&mut self, particle: u32, block: DMat3) {
        self.diagonal[self.place[particle as usize] as usize] = block;
    }

    /// Replaces the matrix by its factors.
    pub(super) fn factor(&mut self) {
        let matrix = self;
        wide!(matrix: &mut BlockMatrix => matrix.factor_by_runs());
    }

    #[inline(always)]
    fn factor_by_runs(&mut self) {
        let mut next = 0;
        for index in 1..self.runs.len() {
            let [first, end] = [index - 1, index].map(|of| self.runs[of] as usize);
            next = match (end - first, self.range(first).len()) {
                (1, 2) => self.factor_link(first, next),
                (1, _) => self.factor_column(first, next),
                _ => self.factor_run(first..end, next),
            };
        }
    }

    /// Eliminates one column, whose targets begin somewhere; where the next ones do.
    #[inline(always)]
    fn factor_column(&mut self, place: usize, mut next: usize) -> usize {
        let inverse = inverse(self.diagonal[place]);
        self.inverses[place] = inverse;
        let range = self.range(place);
        self.column.clear();
        for block in &mut self.below[range.clone()] {
            self.column.push(*block);
            *block *= inverse;
        }
        for j in 0..range.len() {
            let right = self.column[j].transpose();
            let row = self.rows[range.start + j] as usize;
            self.diagonal[row] -= self.below[range.start + j] * right;
            let count = range.len() - j - 1;
            let targets = &self.targets[next..next + count];
            for (i, &target) in (range.start + j + 1..).zip(targets) {
                let product = self.below[i] * right;
                self.below[target as usize] -= product;
            }
            next += count;
        }
        next
    }

    /// The same for a column with two blocks below, as most of a cable's are.
    #[inline(always)]
    fn factor_link(&mut self, place: usize, next: usize) -> usize {
        let inverse = inverse(self.diagonal[place]);
        self.inverses[place] = inverse;
        let first = self.starts[place] as usize;
        let [near, far] = [self.below[first], self.below[first + 1]];
        let [by_near, by_far] = [near * inverse, far * inverse];
        (self.below[first], self.below[first + 1]) = (by_near, by_far);
        let right = near.transpose();
        let [row, other] = [self.rows[first], self.rows[first + 1]].map(|row| row as usize);
        self.diagonal[row] -= by_near * right;
        self.below[self.targets[next] as usize] -= by_far * right;
        self.diagonal[other] -= by_far * far.transpose();
        next + 1
    }

    /// The same for columns with the same blocks below.
    #[inline(always)]
    fn factor_run(&mut self, places: Range<usize>, mut next: usize) -> usize {
        let columns = places.len();
        let below = self.range(places.end - 1);
        let rows = columns + below.len();
        let mut run = std::mem::take(&mut self.run);
        run.begin(columns, rows);
        for (column, place) in places.enumerate() {
            let range = self.range(place);
            let mut diagonal = self.diagonal[place];
            run.eliminate(column, &mut diagonal, &mut self.below[range]);
            self.inverses[place] = diagonal;
        }
        for j in columns..rows {
            let place = self.rows[below.start + j - columns] as usize;
            let mut sums = run.sum_up_all(j / TILE, j);
            take_off(&mut self.diagonal[place], &sums, j);
            let targets = &self.targets[next..next + rows - j - 1];
            for (i, &target) in (j + 1..).zip(targets) {
                if i % TILE == 0 {
                    sums = run.sum_up_all(i / TILE, j);
                }
                take_off(&mut self.below[target as usize], &sums, i);
            }
            next += targets.len();
        }
        self.run = run;
        next
    }

    /// What the right-hand side has become at a place after the first half.
    pub(super) fn half_way(&self, place: u32) -> DVec3 {
        self.unknowns[place as usize]
    }

    /// Changes that.
    pub(super) fn add_half_way(&mut self, place: u32, more: DVec3) {
        self.unknowns[place as usize] += more;
    }

    /// When an unknown is eliminated.
    pub(super) fn place(&self, unknown: u32) -> u32 {
        self.place[unknown as usize]
    }

    /// Blocks times the inverse of the diagonal at their place.
    #[inline(always)]
    pub(super) fn divided(&self, place: u32, blocks: &FourBlocks) -> FourBlocks {
        blocks.times(&self.inverses[place as usize])
    }

    /// The first half of solving for three right-hand sides of each of four contacts, with few entries, given with which of the four they are of: the
    /// places at which there are some, ascending, and what they are.
    #[inline(always)]
    pub(super) fn half_solve(
        &mut self,
        entries: impl Iterator<Item = (usize, (u32, DMat3))>,
        (places, blocks): (&mut Vec<u32>, &mut Vec<FourBlocks>),
    ) {
        let first = places.len();
        self.sparse.resize(self.diagonal.len(), FourBlocks::ZERO);
        self.is_sparse.resize(self.diagonal.len(), false);
        for (of, (particle, block)) in entries {
            let mut place = self.place[particle as usize];
            // What a column changes is below the first of its rows, or there.
            while !self.is_sparse[place as usize] {
                self.is_sparse[place as usize] = true;
                self.sparse[place as usize] = FourBlocks::ZERO;
                places.push(place);
                match self.rows[self.range(place as usize)].first() {
                    Some(&next) => place = next,
                    None => break,
                }
            }
            self.sparse[self.place[particle as usize] as usize].add_one(of, block);
        }
        places[first..].sort_unstable();
        for &place in &places[first..] {
            let value = self.sparse[place as usize];
            self.is_sparse[place as usize] = false;
            blocks.push(value);
            let range = self.range(place as usize);
            for (block, &row) in self.below[range.clone()].iter().zip(&self.rows[range]) {
                // All of these are on the way to the last unknown.
                self.sparse[row as usize].take_off(block, &value);
            }
        }
    }

    /// Replaces the right-hand side, by particle, by the solution; after [`BlockMatrix::factor`].
    pub(super) fn solve(&mut self, side: &mut [DVec3]) {
        self.go_forward(side);
        self.go_backward(side);
    }

    /// The first half of solving: takes the right-hand side.
    pub(super) fn go_forward(&mut self, side: &[DVec3]) {
        let unknowns = &mut self.unknowns;
        for (&place, &value) in self.place.iter().zip(side) {
            unknowns[place as usize] = value;
        }
        for place in 0..side.len() {
            let value = unknowns[place];
            for block in self.starts[place] as usize..self.starts[place + 1] as usize {
                unknowns[self.rows[block] as usize] -= self.below[block] * value;
            }
        }
    }

    /// The second half: gives the solution.
    pub(super) fn go_backward(&mut self, side: &mut [DVec3]) {
        let unknowns = &mut self.unknowns;
        for place in (0..side.len()).rev() {
            let mut value = self.inverses[place] * unknowns[place];
            for block in self.starts[place] as usize..self.starts[place + 1] as usize {
                value -= self.below[block].transpose() * unknowns[self.rows[block] as usize];
            }
            unknowns[place] = value;
        }
        for (&place, value) in self.place.iter().zip(side) {
            *value = unknowns[place as usize];
        }
    }
}

/// The inverse of a positive definite block, of the mean of it and its transpose: what rounding adds to one half would grow from
/// pivot to pivot, and has grown over everything after 70.
#[inline(always)]
pub(super) fn inverse(block: DMat3) -> DMat3 {
    let [x, y, z] = [block.x_axis, block.y_axis, block.z_axis];
    let (b, c, e) = (0.5 * (x.y + y.x), 0.5 * (x.z + z.x), 0.5 * (y.z + z.y));
    // LDLᵀ of the block: rows (1), (p 1), (q r 1).
    let d0 = 1.0 / x.x;
    let (p, q) = (b * d0, c * d0);
    let d1 = 1.0 / (y.y - p * b);
    let under = e - p * c;
    let r = under * d1;
    let d2 = 1.0 / (z.z - q * c - r * under);
    // The inverse of L has rows (1), (−p 1), (pr − q, −r, 1).
    let s = p * r - q;
    let (i00, i01, i02) = (d0 + p * p * d1 + s * s * d2, -p * d1 - s * r * d2, s * d2);
    let (i11, i12) = (d1 + r * r * d2, -r * d2);
    DMat3::from_cols(
        DVec3::new(i00, i01, i02),
        DVec3::new(i01, i11, i12),
        DVec3::new(i02, i12, d2),
    )
}

#[cfg(test)]
mod tests {
    use super::super::fours::{FourBlocks, sum_products};
    use super::super::order::{elimination, minimum_degree};
    use super::BlockMatrix;
    use glam::{DMat3, DVec3};
    use osculate_judge::seeded::Seeded;

    /// J·H⁻¹·Jᵀ by half-solutions with few entries is what whole solutions give.
    fn assert_half_solutions_give(matrix: &mut BlockMatrix, seeded: &mut Seeded) {
        let count = matrix.diagonal.len();
        let columns: Vec<Vec<(u32, DMat3)>> = (0..3)
            .map(|_| {
                let entry = |_| {
                    let [x, y, z] = [0; 3].map(|_| seeded.vector(1.0));
                    (seeded.below(count) as u32, DMat3::from_cols(x, y, z))
                };
                (0..4).map(entry).collect()
            })
            .collect();
        // Two of them together, and one by itself.
        let halves = [&columns[..2], &columns[2..]].map(|group| {
            let (mut places, mut blocks) = (Vec::new(), Vec::new());
            let entries = group.iter().enumerate();
            let entries = entries
                .flat_map(|(of, column)| column.iter().map(move |&(at, block)| (of, (at, block))));
            matrix.half_solve(entries, (&mut places, &mut blocks));
            (places, blocks)
        });
        for i in 0..columns.len() {
            let (places, blocks) = &halves[i / 2];
            for (of, other) in columns.iter().enumerate() {
                for axis in DVec3::AXES {
                    let mut side = vec![DVec3::ZERO; count];
                    for (particle, block) in other {
                        side[*particle as usize] += *block * axis;
                    }
                    matrix.solve(&mut side);
                    let whole: DVec3 = columns[i]
                        .iter()
                        .map(|(particle, block)| block.transpose() * side[*particle as usize])
                        .sum();
                    let (others, other_blocks) = &halves[of / 2];
                    let mut pairs = Vec::new();
                    for (place, block) in places.iter().zip(blocks) {
                        if let Ok(at) = others.binary_search(place) {
                            pairs.push((block, matrix.divided(*place, &other_blocks[at])));
                        }
                    }
                    let pairs = pairs.iter().map(|(block, divided)| (*block, divided));
                    let mut sums = FourBlocks::ZERO;
                    sum_products(&mut sums, i % 2, pairs);
                    let half = sums.one(of % 2) * axis;
                    assert!((half - whole).length() < 1e-9, "{half} {whole}");
                }
            }
        }
    }

    /// Solutions of random nets, held against the matrix itself as a sum of its parts, in two orders.
    #[test]
    fn solutions_solve() {
        for case in 0..20 {
            let mut seeded = Seeded::of_case(7, case);
            let count = 30;
            let mut pairs: Vec<[u32; 2]> = (1..count).map(|i| [i - 1, i]).collect();
            for _ in 0..seeded.below(40) {
                let [a, b] = [0; 2].map(|_| seeded.below(count as usize) as u32);
                if a != b {
                    pairs.push([a, b]);
                }
            }
            let ranks: Vec<u8> = (0..count)
                .map(|i| u8::from(i % 7 < case as u32 % 3))
                .collect();
            let as_numbered: Vec<u32> = (0..count).collect();
            let order = match case % 2 {
                0 => minimum_degree(&ranks, &pairs),
                // An order that takes many products, most of them in columns that are eliminated together.
                _ => elimination(&as_numbered, &pairs),
            };
            let mut matrix = BlockMatrix::new(&order);
            let wanted: Vec<DVec3> = (0..count).map(|_| seeded.vector(1.0)).collect();
            let mut side: Vec<DVec3> = wanted.iter().map(|&x| 0.1 * x).collect();
            for particle in 0..count {
                matrix.add_diagonal(particle, 0.1 * DMat3::IDENTITY);
            }
            for &[a, b] in &pairs {
                // The energy ½|Jₐxₐ + J_b x_b|².
                let [on_a, on_b] = [0; 2].map(|_| {
                    DMat3::from_cols(seeded.vector(9.0), seeded.vector(1.0), seeded.vector(1.0))
                });
                matrix.add_diagonal(a, on_a.transpose() * on_a);
                matrix.add_diagonal(b, on_b.transpose() * on_b);
                let slot = matrix.slot(a, b).expect("the pattern has it");
                matrix.add(slot, on_a.transpose() * on_b);
                let strain = on_a * wanted[a as usize] + on_b * wanted[b as usize];
                side[a as usize] += on_a.transpose() * strain;
                side[b as usize] += on_b.transpose() * strain;
            }
            let mut plain = (matrix.clone(), side.clone());
            plain.0.factor_by_runs();
            plain.0.solve(&mut plain.1);
            matrix.factor();
            matrix.solve(&mut side);
            // The same bits without wide vectors.
            let bits = |side: &[DVec3]| -> Vec<[u64; 3]> {
                let all = side.iter().map(|x| x.to_array().map(f64::to_bits));
                all.collect()
            };
            assert_eq!(bits(&side), bits(&plain.1), "case {case}");
            assert_half_solutions_give(&mut matrix, &mut seeded);
            for (found, wanted) in side.iter().zip(&wanted) {
                assert!(
                    (*found - *wanted).length() < 1e-9,
                    "case {case}: {found} {wanted}"
                );
            }
        }
    }
}
