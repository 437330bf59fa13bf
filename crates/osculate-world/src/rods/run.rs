//! Columns of blocks that are eliminated together, since they have the same blocks below: as a full matrix.

use super::matrix::inverse;
use glam::{DMat3, DVec3};

/// Four numbers, operated on at once.
type Four = [f64; 4];

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
    /// What is to be taken off a column of blocks, four numbers of each of its columns, then the next four.
    sums: Vec<[Four; 3]>,
}

impl Run {
    #[inline(always)]
    pub(super) fn begin(&mut self, columns: usize, rows: usize) {
        (self.columns, self.rows, self.fours) = (columns, rows, (3 * rows).div_ceil(4));
        // What is read was written before, but for numbers that belong to no block.
        self.factor.resize(3 * columns * self.fours, [0.0; 4]);
        self.whole.resize(rows * columns, DMat3::ZERO);
        self.sums.resize(self.fours, [[0.0; 4]; 3]);
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

    /// The same of the first columns.
    #[inline(always)]
    fn sum_up(&mut self, row: usize, columns: usize) {
        let right = &self.whole[row * self.columns..][..columns];
        for four in 3 * row / 4..self.fours {
            let left = &self.factor[four * 3 * self.columns..][..3 * columns];
            self.sums[four] = sum_of_products(left, right);
        }
    }

    /// The block of a row in what was summed up.
    #[inline(always)]
    pub(super) fn sum(&self, row: usize) -> DMat3 {
        let at = |i: usize| {
            let number = 3 * row + i;
            let [x, y, z] = &self.sums[number / 4];
            DVec3::new(x[number % 4], y[number % 4], z[number % 4])
        };
        // These are rows.
        DMat3::from_cols(at(0), at(1), at(2)).transpose()
    }
}

/// Adds a multiple of four numbers to others: compilers turn that into vector instructions.
#[inline(always)]
fn add(sum: Four, left: &Four, right: f64) -> Four {
    [
        sum[0] + left[0] * right,
        sum[1] + left[1] * right,
        sum[2] + left[2] * right,
        sum[3] + left[3] * right,
    ]
}

/// The sum of left·rightᵀ, of four rows of numbers.
#[inline(always)]
fn sum_of_products(left: &[Four], right: &[DMat3]) -> [Four; 3] {
    let [mut x, mut y, mut z] = [[0.0; 4]; 3];
    let left = left.as_chunks::<3>().0;
    for k in 0..right.len().min(left.len()) {
        let ([a, b, c], right) = (&left[k], &right[k]);
        let [p, q, r] = [right.x_axis, right.y_axis, right.z_axis];
        x = add(add(add(x, a, p.x), b, q.x), c, r.x);
        y = add(add(add(y, a, p.y), b, q.y), c, r.y);
        z = add(add(add(z, a, p.z), b, q.z), c, r.z);
    }
    [x, y, z]
}
