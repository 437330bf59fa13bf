//! The cells around a body of another size.

use super::grid::{Grid, Place};
use crate::domain::{Boundary, Domain};
use crate::vector::Vector;

/// A ball whose centre stays in a box, and what is looked for around it.
pub struct CellsAround<const D: usize> {
    /// The box of the centre.
    pub low: Vector<D>,
    pub high: Vector<D>,
    pub radius: f64,
    /// The largest radius of what is looked for.
    pub other_radius: f64,
    /// How far from its cell the centre of such a body may be.
    pub other_margin: f64,
}

impl<const D: usize> CellsAround<D> {
    /// Calls `act` with the numbers of cells that together list all bodies that may touch the ball, some of them twice.
    ///
    /// Cells so near to the middle of a large ball that nothing can be there are left out: only its surface costs time. As cells
    /// list what is around them in the plane as well, one in three along each of its axes is enough.
    pub fn each_list(&self, grid: &Grid<D>, mut act: impl FnMut(usize)) {
        let reach = self.radius + self.other_radius;
        let mut first = [0; D];
        let mut last = [0; D];
        let mut round = [false; D];
        for axis in 1..D {
            (first[axis], last[axis]) = self.range(grid, axis, reach);
            // All there are.
            round[axis] =
                grid.is_periodic(axis) && last[axis] - first[axis] + 1 == grid.count()[axis] as i64;
        }
        let mut at = first;
        loop {
            self.each_in_rows(grid, &at, &round, reach, &mut act);
            // The next rows: the place counts up.
            let mut axis = 1;
            loop {
                if axis >= D {
                    return;
                }
                at[axis] += if axis == 1 { 3 } else { 1 };
                if at[axis] <= last[axis] {
                    break;
                }
                at[axis] = first[axis];
                axis += 1;
            }
        }
    }

    /// Whether a body listed in one of the cells may be nearer in another image than it seems.
    pub fn reaches_images(&self, domain: &Domain<D>, grid: &Grid<D>) -> bool {
        (0..D).any(|axis| {
            let width = self.high[axis] - self.low[axis];
            let far = self.radius + self.other_radius + 2.0 * self.other_margin + width;
            domain.boundary[axis] == Boundary::Periodic
                && 2.0 * (far + grid.side(axis)) >= domain.side(axis)
        })
    }

    /// The first and the last cell along `axis` that are within `reach`, not yet wrapped.
    fn range(&self, grid: &Grid<D>, axis: usize, reach: f64) -> (i64, i64) {
        let far = reach + self.other_margin;
        grid.range(axis, self.low[axis] - far, self.high[axis] + far)
    }

    /// Those of three rows: of one, and of the next two in its layer. `round` says along which axes all cells are looked at.
    fn each_in_rows(
        &self,
        grid: &Grid<D>,
        row: &[i64; D],
        round: &[bool; D],
        reach: f64,
        act: &mut impl FnMut(usize),
    ) {
        // Squares of the least and the largest distance across the rows.
        let (mut near, mut far) = (0.0, 0.0);
        for axis in 1..D {
            if round[axis] {
                // The cell is looked at once, and is near in another image than this one perhaps.
                far = f64::INFINITY;
                continue;
            }
            let last = if axis == 1 {
                grid.existing(axis, row[axis] + 2)
            } else {
                row[axis]
            };
            let (low, high) = (grid.ends(axis, row[axis]).0, grid.ends(axis, last).1);
            let (low, high) = (low - self.other_margin, high + self.other_margin);
            let least = (low - self.high[axis]).max(self.low[axis] - high).max(0.0);
            let most = (high - self.low[axis]).max(self.high[axis] - low);
            near += least * least;
            far += most * most;
        }
        let beyond = reach * reach - near;
        // A little is added for what rounding may have taken.
        let slack = 1e-9 * reach;
        if beyond < -slack * reach {
            return;
        }
        let (first, last) = self.range(grid, 0, beyond.max(0.0).sqrt() + slack);
        let within = self.radius * self.radius - far;
        let mut skip = (0, -1);
        if within > 0.0 {
            let hollow = within.sqrt() - slack - self.other_margin;
            skip = grid.range_within(0, self.high[0] - hollow, self.low[0] + hollow);
        }
        let mut place = *row;
        place[1] = grid.existing(1, row[1] + 1);
        let mut index = first;
        while index <= last {
            if (skip.0..=skip.1).contains(&index) {
                index = skip.1 + 1;
                continue;
            }
            place[0] = grid.existing(0, index + 1);
            act(grid.index(&grid.wrapped(&place)));
            index += 3;
        }
    }
}

impl<const D: usize> Grid<D> {
    /// The cells along `axis` from the one of `low` to the one of `high`, counted from 0. Where the ends are joined they
    /// go on beyond them, at most one round.
    fn range(&self, axis: usize, low: f64, high: f64) -> (i64, i64) {
        let count = self.count()[axis] as i64;
        let (first, last) = (self.step(axis, low), self.step(axis, high));
        if self.is_periodic(axis) {
            (first, last.min(first + count - 1))
        } else {
            (first.clamp(0, count - 1), last.clamp(0, count - 1))
        }
    }

    /// The cells along `axis` that lie wholly between `low` and `high`, without the outermost ones of an axis whose ends are
    /// not joined: these hold what is outside.
    fn range_within(&self, axis: usize, low: f64, high: f64) -> (i64, i64) {
        let (first, last) = (
            self.step(axis, low).saturating_add(1),
            self.step(axis, high).saturating_sub(1),
        );
        if self.is_periodic(axis) {
            (first, last)
        } else {
            (first.max(1), last.min(self.count()[axis] as i64 - 2))
        }
    }

    /// The two ends of a cell counted from 0; outermost ones have none where the ends are not joined.
    fn ends(&self, axis: usize, step: i64) -> (f64, f64) {
        let (low, high) = (self.end(axis, step), self.end(axis, step + 1));
        if self.is_periodic(axis) {
            return (low, high);
        }
        let last = self.count()[axis] as i64 - 1;
        (
            if step == 0 { f64::NEG_INFINITY } else { low },
            if step == last { f64::INFINITY } else { high },
        )
    }

    /// The cell, or the last one if that comes before and is not joined to the first.
    fn existing(&self, axis: usize, step: i64) -> i64 {
        if self.is_periodic(axis) {
            step
        } else {
            step.min(self.count()[axis] as i64 - 1)
        }
    }

    /// The cell that cells counted on beyond joined ends are.
    fn wrapped(&self, steps: &[i64; D]) -> Place<D> {
        std::array::from_fn(|axis| (steps[axis].rem_euclid(self.count()[axis] as i64) + 1) as u16)
    }
}
