//! Columns of blocks that are eliminated together, since they have the same blocks below: as a full matrix.

use super::fours::{Four, add};
use super::matrix::inverse;
use glam::{DMat3, DVec3};

/// Memory for some columns of blocks: the rows of their own diagonals come first, then those below.
#[derive(Clone, Default)]
pub(super) struct Run {
    columns: usize,
    rows: usize,
    /// How many fours a column of numbers has.
    fours: usize,
    /// The factor: four numbers of every column, then the next four.
    factor: Vec<Four>,
    /// By row and column of blocks: the same before it was multiplied by the inverse of its diagonal.
    whole: Vec<DMat3>,
    /// By column of numbers: what is to be taken off a column of blocks.
    sums: [Vec<Four>; 3],
}

impl Run {
    #[inline(always)]
    pub(super) fn begin(&mut self, columns: usize, rows: usize) {
        (self.columns, self.rows, self.fours) = (columns, rows, (3 * rows).div_ceil(4));
        // What is read was written before, but for numbers that belong to no block.
        self.factor.resize(3 * columns * self.fours, [0.0; 4]);
        self.whole.resize(rows * columns, DMat3::ZERO);
        for sums in &mut self.sums {
            sums.resize(self.fours, [0.0; 4]);
        }
    }

    /// Eliminates a column, those before it being done: its diagonal and what is below become the inverse of the diagonal and the factor.
    #[inline(always)]
    pub(super) fn eliminate(&mut self, column: usize, diagonal: &mut DMat3, below: &mut [DMat3]) {
        self.sum_up(column, column);
        *diagonal = inverse(*diagonal - self.sum(column));
        for (index, at) in below.iter_mut().enumerate() {
            let row = column + 1 + index;
            let left = *at - self.sum(row);
            self.whole[row * self.columns + column] = left;
            *at = left * *diagonal;
            for i in 0..3 {
                let number = 3 * row + i;
                let first = number / 4 * 3 * self.columns + 3 * column;
                self.factor[first][number % 4] = at.x_axis[i];
                self.factor[first + 1][number % 4] = at.y_axis[i];
                self.factor[first + 2][number % 4] = at.z_axis[i];
            }
        }
    }

    /// Finds what all columns take off the blocks of a column further on, from its diagonal on.
    #[inline(always)]
    pub(super) fn sum_up_all(&mut self, row: usize) {
        self.sum_up(row, self.columns);
    }

    /// The same of the first columns. Several fours at once share what is on the right, and none waits for the sums of another.
    #[inline(always)]
    fn sum_up(&mut self, row: usize, columns: usize) {
        let mut four = 3 * row / 4;
        while four + 4 <= self.fours {
            self.sum_up_fours::<4>(four, row, columns);
            four += 4;
        }
        if four + 2 <= self.fours {
            self.sum_up_fours::<2>(four, row, columns);
            four += 2;
        }
        if four < self.fours {
            self.sum_up_fours::<1>(four, row, columns);
        }
    }

    #[inline(always)]
    fn sum_up_fours<const N: usize>(&mut self, first: usize, row: usize, columns: usize) {
        let right = &self.whole[row * self.columns..][..columns];
        let left = std::array::from_fn(|n| {
            let left = &self.factor[(first + n) * 3 * self.columns..][..3 * columns];
            left.as_chunks::<3>().0
        });
        let found: [[Four; 3]; N] = sums_of_products(left, right);
        for (axis, sums) in self.sums.iter_mut().enumerate() {
            for (sum, found) in sums[first..first + N].iter_mut().zip(&found) {
                *sum = found[axis];
            }
        }
    }

    /// The block of a row in what was summed up.
    #[inline(always)]
    pub(super) fn sum(&self, row: usize) -> DMat3 {
        let column = |sums: &[Four]| DVec3::from_slice(&sums.as_flattened()[3 * row..][..3]);
        let [x, y, z] = &self.sums;
        DMat3::from_cols(column(x), column(y), column(z))
    }
}

/// The sums of left·rightᵀ, of several times four rows of numbers.
#[inline(always)]
fn sums_of_products<const N: usize>(left: [&[[Four; 3]]; N], right: &[DMat3]) -> [[Four; 3]; N] {
    let mut sums = [[[0.0; 4]; 3]; N];
    for (k, right) in right.iter().enumerate() {
        let right = [right.x_axis, right.y_axis, right.z_axis];
        for (column, right) in right.iter().enumerate() {
            for (axis, &right) in right.as_ref().iter().enumerate() {
                for n in 0..N {
                    sums[n][axis] = add(sums[n][axis], &left[n][k][column], right);
                }
            }
        }
    }
    sums
}
