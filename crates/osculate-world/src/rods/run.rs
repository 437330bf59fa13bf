//! Columns of blocks that are eliminated together, since they have the same blocks below: as a full matrix.

use super::fours::{Four, add};
use super::matrix::inverse;
use glam::{DMat3, DVec3};

/// Four blocks below each other: by column of numbers their twelve rows, four at a time.
pub(super) type Tile = [[Four; 3]; 3];

/// How many blocks a tile has.
pub(super) const TILE: usize = 4;

/// Memory for some columns of blocks: the rows of their own diagonals come first, then those below.
#[derive(Clone, Default)]
pub(super) struct Run {
    columns: usize,
    rows: usize,
    /// The factor: a tile of every column, then the next tile.
    factor: Vec<Tile>,
    /// By row and column of blocks: the same before it was multiplied by the inverse of its diagonal.
    whole: Vec<DMat3>,
}

impl Run {
    #[inline(always)]
    pub(super) fn begin(&mut self, columns: usize, rows: usize) {
        (self.columns, self.rows) = (columns, rows);
        // What is read was written before, but for numbers that belong to no block.
        (self.factor).resize(columns * rows.div_ceil(TILE), [[[0.0; 4]; 3]; 3]);
        self.whole.resize(rows * columns, DMat3::ZERO);
    }

    /// Eliminates a column, those before it being done: its diagonal and what is below become the inverse of the diagonal and the factor.
    #[inline(always)]
    pub(super) fn eliminate(&mut self, column: usize, diagonal: &mut DMat3, below: &mut [DMat3]) {
        let sums = self.sum_up(column / TILE, column, column);
        take_off(diagonal, &sums, column);
        *diagonal = inverse(*diagonal);
        let mut row = column + 1;
        let (head, tail) = below.split_at_mut(below.len().min(TILE - 1 - column % TILE));
        for at in head {
            take_off(at, &sums, row);
            self.write(column, row, at, *diagonal);
            row += 1;
        }
        for tile in tail.chunks_mut(TILE) {
            let sums = self.sum_up(row / TILE, column, column);
            for at in tile {
                take_off(at, &sums, row);
                self.write(column, row, at, *diagonal);
                row += 1;
            }
        }
    }

    /// Keeps a block, and makes it one of the factor.
    #[inline(always)]
    fn write(&mut self, column: usize, row: usize, at: &mut DMat3, inverse: DMat3) {
        self.whole[row * self.columns + column] = *at;
        *at *= inverse;
        let tile = &mut self.factor[row / TILE * self.columns + column];
        let first = 3 * (row % TILE);
        let numbers = at.to_cols_array();
        for axis in 0..3 {
            for i in 0..3 {
                tile[axis].as_flattened_mut()[first + i] = numbers[3 * axis + i];
            }
        }
    }

    /// What all columns take off a tile of the column of blocks of a row.
    #[inline(always)]
    pub(super) fn sum_up_all(&self, tile: usize, row: usize) -> Tile {
        self.sum_up(tile, row, self.columns)
    }

    /// The same of the first columns: sums of left·rightᵀ. Nine sums of four numbers share what they are of, and none waits for another.
    #[inline(always)]
    fn sum_up(&self, tile: usize, row: usize, columns: usize) -> Tile {
        let left = &self.factor[tile * self.columns..][..columns];
        let right = &self.whole[row * self.columns..][..columns];
        let mut sums = [[[0.0; 4]; 3]; 3];
        for (left, right) in left.iter().zip(right) {
            let right = right.to_cols_array();
            for column in 0..3 {
                for axis in 0..3 {
                    for four in 0..3 {
                        let of = &left[column][four];
                        sums[axis][four] = add(sums[axis][four], of, right[3 * column + axis]);
                    }
                }
            }
        }
        sums
    }
}

/// Takes off a block what a tile has in its row.
#[inline(always)]
pub(super) fn take_off(block: &mut DMat3, tile: &Tile, row: usize) {
    let first = 3 * (row % TILE);
    let column = |of: usize| DVec3::from_slice(&tile[of].as_flattened()[first..first + 3]);
    block.x_axis -= column(0);
    block.y_axis -= column(1);
    block.z_axis -= column(2);
}
