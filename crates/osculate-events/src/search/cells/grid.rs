//! Bodies of about one size, sorted into cells, each of which knows who is near.

use super::line::Lists;
use crate::domain::{Boundary, Domain};
use crate::machine::prefetch;
use crate::vector::Vector;
use std::hint::select_unpredictable;

/// Further than any body goes.
const BEYOND: f64 = 1e100;

/// The place of a cell along each axis, counted from 1: around the cells is a ring of others, so that nobody asks whether a
/// neighbour exists.
pub type Place<const D: usize> = [u16; D];

/// Bodies of about one size, sorted into cells by their centres.
///
/// A cell lists not only the bodies in it but also those in the cells around it in the plane of the first two axes: who looks
/// for what is near finds it in one place, or in space in three, above each other. To change the cell costs a few writes more.
#[derive(Clone, Debug)]
pub struct Grid<const D: usize> {
    /// By the number of the cell.
    lists: Lists,
    low: Vector<D>,
    /// The side of a cell.
    side: Vector<D>,
    cells_a_length: Vector<D>,
    /// The middle of the ring cell of place 0.
    first_middle: Vector<D>,
    count: [u16; D],
    /// How many cells there are, with the ring.
    total: usize,
    stride: [u32; D],
    periodic: [bool; D],
    /// Whether any ends are joined.
    wraps: bool,
}

impl<const D: usize> Grid<D> {
    /// Cells of at least `least_side` from `low` to `high`, at most about `most` of them.
    pub fn new(
        domain: &Domain<D>,
        low: Vector<D>,
        high: Vector<D>,
        least_side: f64,
        most: usize,
    ) -> Grid<D> {
        let extent: Vector<D> = std::array::from_fn(|axis| high[axis] - low[axis]);
        let mut wanted = least_side;
        let counted = |wanted: f64| -> [u16; D] {
            std::array::from_fn(|axis| (extent[axis] / wanted).clamp(1.0, 60_000.0) as u16)
        };
        let volume = |count: [u16; D]| count.iter().map(|&n| n as f64).product::<f64>();
        while volume(counted(wanted)) > most as f64 {
            wanted *= 1.1;
        }
        let count = counted(wanted);
        let side: Vector<D> = std::array::from_fn(|axis| {
            // A flat domain still has cells that bodies can be in.
            (extent[axis] / count[axis] as f64).max(least_side)
        });
        let mut stride = [1; D];
        for axis in 1..D {
            stride[axis] = stride[axis - 1] * (count[axis - 1] as u32 + 2);
        }
        let total = stride[D - 1] as usize * (count[D - 1] as usize + 2);
        Grid {
            lists: Lists::new(total),
            total,
            first_middle: std::array::from_fn(|axis| low[axis] - 0.5 * side[axis]),
            low,
            side,
            cells_a_length: std::array::from_fn(|axis| 1.0 / side[axis]),
            count,
            stride,
            periodic: domain.boundary.map(|ends| ends == Boundary::Periodic),
            wraps: domain.wraps(),
        }
    }

    /// The cell of a point; those outside belong to the outermost cells.
    #[inline]
    pub fn place(&self, point: &Vector<D>) -> Place<D> {
        std::array::from_fn(|axis| {
            let cell = (point[axis] - self.low[axis]) * self.cells_a_length[axis];
            // Conversion from a negative number gives 0.
            (cell as u16).min(self.count[axis] - 1) + 1
        })
    }

    /// The number of a cell.
    #[inline(always)]
    pub fn index(&self, place: &Place<D>) -> usize {
        let mut index = place[0] as usize;
        for axis in 1..D {
            index += place[axis] as usize * self.stride[axis] as usize;
        }
        index
    }

    /// The numbers of the cells that together list all bodies in a cell and around it.
    #[inline(always)]
    pub fn near(&self, place: &Place<D>) -> impl Iterator<Item = usize> + Clone + use<D> {
        let layer = if D > 2 {
            self.stride[D - 1] as usize
        } else {
            0
        };
        let first = self.index(place) - layer;
        (0..3_usize.pow(D as u32 - 2)).map(move |step| first + step * layer)
    }

    /// How many cells there are, with the ring.
    pub fn total(&self) -> usize {
        self.total
    }

    /// How many cells there are along each axis.
    #[inline(always)]
    pub fn count(&self) -> &[u16; D] {
        &self.count
    }

    /// The lower end of a cell along `axis`.
    #[inline(always)]
    pub fn lower_end(&self, axis: usize, place: u16) -> f64 {
        self.low[axis] + (place as f64 - 1.0) * self.side[axis]
    }

    /// The box in which a body is listed here that is at most `margin` outside its cell; outermost cells have no ends where
    /// those of the domain are not joined.
    pub fn bounds(&self, place: &Place<D>, margin: f64) -> (Vector<D>, Vector<D>) {
        let (mut low, mut high) = ([0.0; D], [0.0; D]);
        for axis in 0..D {
            low[axis] = self.lower_end(axis, place[axis]) - margin;
            high[axis] = self.lower_end(axis, place[axis] + 1) + margin;
            if !self.periodic[axis] {
                if place[axis] == 1 {
                    low[axis] = -BEYOND;
                }
                if place[axis] == self.count[axis] {
                    high[axis] = BEYOND;
                }
            }
        }
        (low, high)
    }

    /// In which cell along `axis` a coordinate is, counted from 0 and beyond both ends.
    pub fn step(&self, axis: usize, coordinate: f64) -> i64 {
        let cells = (coordinate - self.low[axis]) * self.cells_a_length[axis];
        let towards_zero = cells as i64;
        towards_zero.saturating_sub((cells < towards_zero as f64) as i64)
    }

    /// The lower end of a cell counted from 0.
    pub fn end(&self, axis: usize, step: i64) -> f64 {
        self.low[axis] + step as f64 * self.side[axis]
    }

    /// Whether the ends of `axis` are joined.
    pub fn is_periodic(&self, axis: usize) -> bool {
        self.periodic[axis]
    }

    /// The side of a cell along `axis`.
    pub fn side(&self, axis: usize) -> f64 {
        self.side[axis]
    }

    /// The shortest side of a cell.
    pub fn least_side(&self) -> f64 {
        self.side.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// The middle of a cell along `axis`.
    #[inline(always)]
    pub fn middle(&self, axis: usize, place: u16) -> f64 {
        self.first_middle[axis] + place as f64 * self.side[axis]
    }

    /// Whether the cell has cells on all sides.
    #[inline(always)]
    pub fn is_inner(&self, place: &Place<D>) -> bool {
        (0..D).all(|axis| place[axis] > 1 && place[axis] < self.count[axis])
    }

    /// Half the side of a cell.
    pub fn half_side(&self) -> Vector<D> {
        self.side.map(|side| 0.5 * side)
    }

    /// What each cell lists, by its number.
    #[inline(always)]
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// Lists a body in this cell and those around it.
    pub fn insert(&mut self, place: &Place<D>, body: u32) {
        for index in self.listed(place) {
            self.lists.insert(index, body);
        }
    }

    /// Takes a body from the lists of the cell in which it is and those around it.
    pub fn remove(&mut self, place: &Place<D>, body: u32) {
        for index in self.listed(place) {
            self.lists.remove(index, body);
        }
    }

    /// Moves a body from the cell `from` to the next one along `axis`, and gives its place.
    #[inline(always)]
    pub fn shift(&mut self, from: &Place<D>, axis: usize, high: bool, body: u32) -> Place<D> {
        let to = next(from, axis, high);
        if self.wraps && self.is_border(from) {
            self.remove(from, body);
            self.insert(&to, body);
            return to;
        }
        // Only what is around one of them but not around the other changes: three cells beside each other, or all those of a
        // layer.
        if axis < 2 {
            let (left, joined) = self.exchanged(from, axis, high);
            for cell in left {
                self.lists.remove(cell, body);
            }
            for cell in joined {
                self.lists.insert(cell, body);
            }
        } else {
            for cell in self.in_layer(from) {
                self.lists.remove(cell, body);
            }
            for cell in self.in_layer(&to) {
                self.lists.insert(cell, body);
            }
        }
        to
    }

    /// Asks for the lists that change when a body leaves the cell `from`, and for those of what is near then.
    #[inline(always)]
    pub fn prefetch_shift(&self, from: &Place<D>, axis: usize, high: bool) {
        if axis < 2 && !(self.wraps && self.is_border(from)) {
            let (left, joined) = self.exchanged(from, axis, high);
            for cell in left.into_iter().chain(joined) {
                prefetch(self.lists.lines(), cell);
            }
        }
    }

    /// The cells that are around a cell but not around the next one along one of the first two axes, and those of which the
    /// opposite is true.
    #[inline(always)]
    fn exchanged(&self, from: &Place<D>, axis: usize, high: bool) -> ([usize; 3], [usize; 3]) {
        let along = self.stride[axis] as isize;
        let aside = self.stride[1 - axis] as usize;
        let from = self.index(from);
        // Without a jump, as nobody can guess which way it goes.
        let step = select_unpredictable(high, along, -along);
        let left = from.wrapping_add_signed(-step);
        let joined = from.wrapping_add_signed(2 * step);
        (
            [left - aside, left, left + aside],
            [joined - aside, joined, joined + aside],
        )
    }

    /// The cells around a cell in its layer, and itself.
    #[inline(always)]
    fn in_layer(&self, place: &Place<D>) -> impl Iterator<Item = usize> + use<D> {
        let row = self.stride[1] as usize;
        let first = self.index(place) - row - 1;
        (0..3).flat_map(move |y| (0..3).map(move |x| first + y * row + x))
    }

    /// The cells that list what is in this one.
    fn listed(&self, place: &Place<D>) -> impl Iterator<Item = usize> + use<D> {
        let mut cells = [0; 27];
        let mut count = 0;
        for choice in 0..3_usize.pow(D as u32) {
            let mut rest = choice;
            let mut at = *place;
            let mut listed = true;
            for axis in 0..D {
                let step = rest % 3;
                rest /= 3;
                match self.neighbour(axis, place[axis], step) {
                    Some(near) => at[axis] = near,
                    None => listed = false,
                }
            }
            if listed {
                cells[count] = self.index(&at);
                count += 1;
            }
        }
        cells.into_iter().take(count)
    }

    /// Of the places along `axis` that list what is at this one, that of this number, if there are so many.
    fn neighbour(&self, axis: usize, place: u16, number: usize) -> Option<u16> {
        let count = self.count[axis];
        if number == 0 {
            return Some(place);
        }
        if axis < 2 {
            if !self.periodic[axis] {
                return Some(if number == 1 { place - 1 } else { place + 1 });
            }
            // With one or two cells they are the same.
            return if number == 1 {
                (count > 1).then_some(if place == 1 { count } else { place - 1 })
            } else {
                (count > 2).then_some(if place == count { 1 } else { place + 1 })
            };
        }
        // In the third axis several lists are looked at: the ring mirrors the other end.
        let mirrored = self.periodic[axis];
        if number == 1 {
            (mirrored && place == 1).then_some(count + 1)
        } else {
            (mirrored && place == count).then_some(0)
        }
    }

    /// Whether lists around the cell, or around one next to it, go round joined ends.
    #[inline]
    fn is_border(&self, place: &Place<D>) -> bool {
        (0..D).any(|axis| {
            self.periodic[axis] && (place[axis] <= 2 || place[axis] >= self.count[axis] - 1)
        })
    }
}

/// The next cell along `axis`.
#[inline(always)]
pub fn next<const D: usize>(place: &Place<D>, axis: usize, high: bool) -> Place<D> {
    let mut next = *place;
    next[axis] = next[axis] + 2 * high as u16 - 1;
    next
}
