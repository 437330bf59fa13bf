//! Four numbers at a time: compilers turn operations on them into vector instructions.

use glam::{DMat3, DVec3};

/// Four numbers, operated on at once.
pub(super) type Four = [f64; 4];

/// Adds a multiple of four numbers to others.
#[inline(always)]
pub(super) fn add(sum: Four, left: &Four, right: f64) -> Four {
    [
        sum[0] + left[0] * right,
        sum[1] + left[1] * right,
        sum[2] + left[2] * right,
        sum[3] + left[3] * right,
    ]
}

/// Blocks of 3×3 for four contacts: by row and column, a number of each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FourBlocks([[Four; 3]; 3]);

impl FourBlocks {
    pub(super) const ZERO: FourBlocks = FourBlocks([[[0.0; 4]; 3]; 3]);

    /// Adds to the block of one of the four.
    pub(super) fn add_one(&mut self, of: usize, block: DMat3) {
        for (i, row) in self.0.iter_mut().enumerate() {
            for (j, four) in row.iter_mut().enumerate() {
                four[of] += block.col(j)[i];
            }
        }
    }

    /// The block of one of them.
    #[inline(always)]
    pub(super) fn one(&self, of: usize) -> DMat3 {
        let column = |k: usize| DVec3::from_array([0, 1, 2].map(|j| self.0[j][k][of]));
        DMat3::from_cols(column(0), column(1), column(2))
    }

    /// A block times all of them.
    #[inline(always)]
    pub(super) fn times(&self, left: &DMat3) -> FourBlocks {
        let mut product = FourBlocks::ZERO;
        for i in 0..3 {
            for j in 0..3 {
                let mut sum = [0.0; 4];
                for k in 0..3 {
                    sum = add(sum, &self.0[k][j], left.col(k)[i]);
                }
                product.0[i][j] = sum;
            }
        }
        product
    }

    /// Takes off a block times others.
    #[inline(always)]
    pub(super) fn take_off(&mut self, left: &DMat3, others: &FourBlocks) {
        for i in 0..3 {
            for j in 0..3 {
                let mut sum = self.0[i][j];
                for k in 0..3 {
                    sum = add(sum, &others.0[k][j], -left.col(k)[i]);
                }
                self.0[i][j] = sum;
            }
        }
    }

    /// Each of them, turned over, times a vector: three numbers of each.
    #[inline(always)]
    pub(super) fn turned_over_times(&self, right: DVec3) -> [Four; 3] {
        let mut product = [[0.0; 4]; 3];
        for (j, sum) in product.iter_mut().enumerate() {
            for i in 0..3 {
                *sum = add(*sum, &self.0[i][j], right[i]);
            }
        }
        product
    }

    /// The block of one of them, times a vector.
    pub(super) fn one_times(&self, of: usize, right: DVec3) -> DVec3 {
        let row = |i: usize| {
            let [x, y, z] = &self.0[i];
            x[of] * right.x + y[of] * right.y + z[of] * right.z
        };
        DVec3::new(row(0), row(1), row(2))
    }
}

/// The sums of aᵀ·b over pairs of blocks: a of one of four contacts, b of each of four others. They are added up in the memory of the caller: where they
/// are values of a function, compilers take the fours apart.
#[inline(always)]
pub(super) fn sum_products<'a>(
    FourBlocks(sums): &mut FourBlocks,
    of: usize,
    pairs: impl Iterator<Item = (&'a FourBlocks, &'a FourBlocks)>,
) {
    *sums = FourBlocks::ZERO.0;
    for (a, b) in pairs {
        for i in 0..3 {
            for (j, row) in sums.iter_mut().enumerate() {
                let left = a.0[i][j][of];
                for (k, sum) in row.iter_mut().enumerate() {
                    *sum = add(*sum, &b.0[i][k], left);
                }
            }
        }
    }
}
