//! Columns of blocks that are eliminated together, since they have the same blocks below: as a full matrix.

use super::matrix::inverse;
use glam::{DMat3, DVec3};

/// Memory for some columns of blocks: the rows of their own diagonals come first, then those below.
#[derive(Clone, Default)]
pub(super) struct Run {
    columns: usize,
    rows: usize,
    /// How many numbers a column of what was summed up has.
    height: usize,
    /// The factor, by columns of numbers.
    factor: Vec<f64>,
    /// By row and column of blocks: the same before it was multiplied by the inverse of its diagonal.
    whole: Vec<DMat3>,
    /// What is to be taken off a column of blocks, by columns of numbers.
    sums: Vec<f64>,
}

impl Run {
    #[inline(always)]
    pub(super) fn begin(&mut self, columns: usize, rows: usize) {
        (self.columns, self.rows) = (columns, rows);
        // All that is read was written before.
        self.factor.resize(9 * rows * columns, 0.0);
        self.whole.resize(rows * columns, DMat3::ZERO);
        self.sums.resize(9 * rows, 0.0);
    }

    /// Eliminates a column, those before it being done: its diagonal and what is below become the inverse of the diagonal and the factor.
    #[inline(always)]
    pub(super) fn eliminate(&mut self, column: usize, diagonal: &mut DMat3, below: &mut [DMat3]) {
        self.sum_up(column, column);
        *diagonal = inverse(*diagonal - self.sum(0));
        let height = 3 * self.rows;
        for (index, at) in below.iter_mut().enumerate() {
            let row = column + 1 + index;
            let left = *at - self.sum(index + 1);
            self.whole[row * self.columns + column] = left;
            *at = left * *diagonal;
            for (k, numbers) in [at.x_axis, at.y_axis, at.z_axis].iter().enumerate() {
                let first = (3 * column + k) * height + 3 * row;
                numbers.write_to_slice(&mut self.factor[first..first + 3]);
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
        let height = 3 * self.rows;
        let count = height - 3 * row;
        self.height = count;
        let sums = &mut self.sums[..3 * count];
        sums.fill(0.0);
        let (x, others) = sums.split_at_mut(count);
        let (y, z) = others.split_at_mut(count);
        let right = &self.whole[row * self.columns..][..columns];
        for (left, right) in self.factor.chunks_exact(3 * height).zip(right) {
            let of = |k: usize| &left[k * height + 3 * row..(k + 1) * height];
            add_products([&mut *x, &mut *y, &mut *z], [of(0), of(1), of(2)], right);
        }
    }

    /// A block of what was summed up, by how far it is below the diagonal.
    #[inline(always)]
    pub(super) fn sum(&self, below: usize) -> DMat3 {
        let count = self.height;
        let at = |k: usize| DVec3::from_slice(&self.sums[k * count + 3 * below..]);
        DMat3::from_cols(at(0), at(1), at(2))
    }
}

/// Adds left·rightᵀ. A loop over numbers, which compilers turn into vector instructions.
#[inline(always)]
fn add_products(sums: [&mut [f64]; 3], left: [&[f64]; 3], right: &DMat3) {
    let [sx, sy, sz] = sums;
    let count = sx.len();
    let (sy, sz) = (&mut sy[..count], &mut sz[..count]);
    let [lx, ly, lz] = left;
    let (lx, ly, lz) = (&lx[..count], &ly[..count], &lz[..count]);
    let [x, y, z] = [right.x_axis, right.y_axis, right.z_axis];
    for i in 0..count {
        sx[i] += lx[i] * x.x + ly[i] * y.x + lz[i] * z.x;
        sy[i] += lx[i] * x.y + ly[i] * y.y + lz[i] * z.y;
        sz[i] += lx[i] * x.z + ly[i] * y.z + lz[i] * z.z;
    }
}
