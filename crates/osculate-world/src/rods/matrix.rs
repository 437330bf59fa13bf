//! Symmetric positive definite matrices of 3×3 blocks, most of which are zero, and their factors LDLᵀ.

use super::order::minimum_degree;
use glam::{DMat3, DVec3};

/// Where a block is added; see [`BlockMatrix::slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(u32);

impl Slot {
    /// Of a block that is not kept.
    pub(super) const NONE: Slot = Slot(u32::MAX);
}

/// A matrix with a row of blocks for each particle. Its order and where its factors have entries are found once for a pattern.
#[derive(Clone, Default)]
pub(super) struct BlockMatrix {
    /// By particle: when it is eliminated.
    place: Vec<u32>,
    /// By place: the first of its blocks below the diagonal, in `rows` and `below`.
    starts: Vec<u32>,
    /// The places of blocks below the diagonal, ascending within a column.
    rows: Vec<u32>,
    /// Which block below the diagonal changes, for every two blocks of a column that is eliminated, in their order.
    targets: Vec<u32>,
    diagonal: Vec<DMat3>,
    below: Vec<DMat3>,
    inverses: Vec<DMat3>,
    column: Vec<DMat3>,
    unknowns: Vec<DVec3>,
}

impl BlockMatrix {
    /// With blocks for these pairs of particles. Those of a higher rank are eliminated later.
    pub(super) fn new(ranks: &[u8], pairs: &[[u32; 2]]) -> BlockMatrix {
        let particles = ranks.len();
        let elimination = minimum_degree(ranks, pairs);
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
            unknowns: vec![DVec3::ZERO; particles],
            targets: Vec::new(),
            place,
            starts,
            rows,
        };
        let mut targets = Vec::new();
        for place in 0..particles {
            let column = &matrix.rows[matrix.range(place)];
            for (i, &row) in column.iter().enumerate() {
                let block = |&other: &u32| matrix.find(other as usize, row);
                targets.extend(column[..i].iter().filter_map(block));
            }
        }
        matrix.targets = targets;
        matrix
    }

    fn range(&self, place: usize) -> std::ops::Range<usize> {
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

    pub(super) fn clear(&mut self) {
        self.diagonal.fill(DMat3::ZERO);
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
        let mut next = 0;
        for place in 0..self.diagonal.len() {
            let inverse = inverse(self.diagonal[place]);
            self.inverses[place] = inverse;
            let range = self.range(place);
            self.column.clear();
            for block in &mut self.below[range.clone()] {
                self.column.push(*block);
                *block *= inverse;
            }
            for i in 0..range.len() {
                let left = self.below[range.start + i];
                for right in &self.column[..i] {
                    let target = self.targets[next] as usize;
                    self.below[target] -= left * right.transpose();
                    next += 1;
                }
                let row = self.rows[range.start + i] as usize;
                self.diagonal[row] -= left * self.column[i].transpose();
            }
        }
    }

    /// Replaces the right-hand side, by particle, by the solution; after [`BlockMatrix::factor`].
    pub(super) fn solve(&mut self, side: &mut [DVec3]) {
        let unknowns = &mut self.unknowns;
        for (&place, &value) in self.place.iter().zip(&*side) {
            unknowns[place as usize] = value;
        }
        let count = side.len();
        for place in 0..count {
            let value = unknowns[place];
            for block in self.starts[place] as usize..self.starts[place + 1] as usize {
                unknowns[self.rows[block] as usize] -= self.below[block] * value;
            }
        }
        for place in (0..count).rev() {
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
fn inverse(block: DMat3) -> DMat3 {
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
    use super::BlockMatrix;
    use glam::{DMat3, DVec3};
    use osculate_judge::seeded::Seeded;

    /// Solutions of random nets, held against the matrix itself as a sum of its parts.
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
            let mut matrix = BlockMatrix::new(&ranks, &pairs);
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
            matrix.factor();
            matrix.solve(&mut side);
            for (found, wanted) in side.iter().zip(&wanted) {
                assert!(
                    (*found - *wanted).length() < 1e-9,
                    "case {case}: {found} {wanted}"
                );
            }
        }
    }
}
