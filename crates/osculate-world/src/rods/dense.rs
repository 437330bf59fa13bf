//! Small full matrices with a right-hand side.

use super::fours::{Four, add};
use super::wide::wide;
use glam::{DMat3, DVec3};

/// So many columns are eliminated together, as four numbers: what is right of them and below changes once, by four products.
const PANEL: usize = 4;

/// A small full matrix with a right-hand side.
#[derive(Clone, Default)]
pub(super) struct Dense {
    rows: usize,
    /// By row: the numbers of its columns, its side, and zeros up to a multiple of four.
    numbers: Vec<Four>,
    solution: Vec<Four>,
}

impl Dense {
    /// Begins anew with zeros.
    pub(super) fn begin(&mut self, rows: usize) {
        self.rows = rows;
        self.numbers.clear();
        self.numbers.resize(rows * self.fours(), [0.0; 4]);
    }

    /// How many times four numbers a row has.
    fn fours(&self) -> usize {
        (self.rows + 1).div_ceil(PANEL)
    }

    pub(super) fn set(&mut self, [row, column]: [usize; 2], block: DMat3) {
        let width = PANEL * self.fours();
        let numbers = self.numbers.as_flattened_mut();
        for i in 0..3 {
            let first = (3 * row + i) * width + 3 * column;
            for j in 0..3 {
                numbers[first + j] = block.col(j)[i];
            }
        }
    }

    /// Adds ones to the diagonal of a row of blocks, and sets its side.
    pub(super) fn add_one(&mut self, row: usize, side: DVec3) {
        let width = PANEL * self.fours();
        let numbers = self.numbers.as_flattened_mut();
        for i in 0..3 {
            let number = 3 * row + i;
            numbers[number * width + number] += 1.0;
            numbers[number * width + self.rows] = side[i];
        }
    }

    /// Gauss's elimination; the largest of a column comes first.
    pub(super) fn solve(&mut self) {
        let small = self;
        wide!(small: &mut Dense => {
            for panel in 0..small.rows.div_ceil(PANEL) {
                small.eliminate(panel);
                small.change_right_of(panel);
            }
            small.go_back();
        });
    }

    /// Eliminates the columns of a panel, but for what is right of it, and leaves in them what was taken off.
    #[inline(always)]
    fn eliminate(&mut self, panel: usize) {
        let fours = self.fours();
        let columns = self.rows - PANEL * panel;
        let (mut best, mut most) = (0, -1.0);
        let rows = self.numbers[PANEL * panel * fours..].chunks_exact(fours);
        for (row, numbers) in rows.enumerate() {
            let this = numbers[panel][0].abs();
            if this > most {
                (most, best) = (this, row);
            }
        }
        best = self.eliminate_column::<0>(panel, best);
        if columns > 1 {
            best = self.eliminate_column::<1>(panel, best);
        }
        if columns > 2 {
            best = self.eliminate_column::<2>(panel, best);
        }
        if columns > 3 {
            self.eliminate_column::<3>(panel, best);
        }
    }

    /// Eliminates one, whose largest number is in a row so far below the diagonal; where that of the next is. Which of four it is is a constant, so that they stay in
    /// one vector.
    #[inline(always)]
    fn eliminate_column<const OF: usize>(&mut self, panel: usize, best: usize) -> usize {
        let fours = self.fours();
        let step = PANEL * panel + OF;
        let (low, high) = self.numbers.split_at_mut((step + 1) * fours);
        let pivot = &mut low[step * fours..];
        if best > 0 {
            pivot.swap_with_slice(&mut high[(best - 1) * fours..][..fours]);
        }
        let inverse = 1.0 / pivot[panel][OF];
        // What is left of the column stays.
        let of: Four = std::array::from_fn(|at| if at > OF { pivot[panel][at] } else { 0.0 });
        let (mut next, mut most) = (0, -1.0);
        for (row, numbers) in high.chunks_exact_mut(fours).enumerate() {
            let before = numbers[panel];
            let share = before[OF] * inverse;
            let changed = add(before, &of, -share);
            numbers[panel] = std::array::from_fn(|at| if at == OF { share } else { changed[at] });
            let this = changed[(OF + 1) % PANEL].abs();
            if this > most {
                (most, next) = (this, row);
            }
        }
        next
    }

    /// Does to what is right of a panel what was done to its columns.
    #[inline(always)]
    fn change_right_of(&mut self, panel: usize) {
        let fours = self.fours();
        let first = PANEL * panel;
        let columns = PANEL.min(self.rows - first);
        let (low, high) = self.numbers.split_at_mut((first + columns) * fours);
        let rows = &mut low[first * fours..];
        for row in 1..columns {
            let (above, this) = rows.split_at_mut(row * fours);
            let shares = this[panel];
            for (pivot, share) in above.chunks_exact(fours).zip(shares) {
                for at in panel + 1..fours {
                    this[at] = add(this[at], &pivot[at], -share);
                }
            }
        }
        if columns < PANEL {
            return;
        }
        let (one, rest) = rows.split_at(fours);
        let (two, rest) = rest.split_at(fours);
        let (three, four) = rest.split_at(fours);
        for row in high.chunks_exact_mut(fours) {
            let [a, b, c, d] = row[panel].map(|share| -share);
            for at in panel + 1..fours {
                let number = add(row[at], &one[at], a);
                let number = add(number, &two[at], b);
                let number = add(number, &three[at], c);
                row[at] = add(number, &four[at], d);
            }
        }
    }
    /// Finds the solution from its last number to its first.
    #[inline(always)]
    fn go_back(&mut self) {
        let fours = self.fours();
        self.solution.clear();
        self.solution.resize(fours, [0.0; 4]);
        for row in (0..self.rows).rev() {
            let numbers = &self.numbers[row * fours..][..fours];
            let (own, side) = (row / PANEL, self.rows);
            // What is not known yet is 0, as the side's place is.
            let mut sums = [0.0; 4];
            for (number, known) in numbers[own..].iter().zip(&self.solution[own..]) {
                for (sum, (number, known)) in sums.iter_mut().zip(number.iter().zip(known)) {
                    *sum += number * known;
                }
            }
            let [a, b, c, d] = sums;
            let left = numbers[side / PANEL][side % PANEL] - ((a + b) + (c + d));
            self.solution[own][row % PANEL] = left / numbers[own][row % PANEL];
        }
    }

    pub(super) fn solution(&self, row: usize) -> DVec3 {
        DVec3::from_slice(&self.solution.as_flattened()[3 * row..])
    }
}

#[cfg(test)]
mod tests {
    use super::Dense;
    use glam::{DMat3, DVec3};
    use osculate_judge::seeded::Seeded;

    /// Solutions of full matrices, held against these; it would fail without looking for the largest of a column, since some diagonals are zero.
    #[test]
    fn small_matrices_are_solved() {
        for case in 0..20 {
            let mut seeded = Seeded::of_case(11, case);
            let count = 1 + seeded.below(9);
            let wanted: Vec<DVec3> = (0..count).map(|_| seeded.vector(1.0)).collect();
            let mut small = Dense::default();
            small.begin(3 * count);
            for row in 0..count {
                let mut side = wanted[row];
                for (column, to) in wanted.iter().enumerate() {
                    let mut block = DMat3::from_cols(
                        seeded.vector(1.0),
                        seeded.vector(1.0),
                        seeded.vector(1.0),
                    );
                    if row == column {
                        block.x_axis.x = -1.0;
                    }
                    small.set([row, column], block);
                    side += block * *to;
                }
                small.add_one(row, side);
            }
            small.solve();
            for (row, to) in wanted.iter().enumerate() {
                let found = small.solution(row);
                assert!((found - *to).length() < 1e-8, "case {case}: {found} {to}");
            }
        }
    }
}
