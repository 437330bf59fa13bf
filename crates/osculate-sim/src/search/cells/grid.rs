//! Bodies of about one size, sorted into cells.

use crate::domain::{Boundary, Domain};
use crate::vector::Vector;
use std::collections::HashMap;

/// How many bodies a cell holds before it spills.
pub const ROOM: usize = 7;

/// Further than any body goes.
const BEYOND: f64 = 1e100;

/// Set in the count of a cell that has spilled.
const SPILLED: u32 = 8;

/// The numbers of the bodies in a cell, and at the end how many they are, with a flag if more were spilled: half a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub struct Cell(pub [u32; ROOM + 1]);

impl Cell {
    /// The bodies, without those that were spilled.
    #[inline(always)]
    pub fn bodies(&self) -> &[u32] {
        &self.0[..self.0[ROOM] as usize & ROOM]
    }
}

/// The place of a cell along each axis, counted from 1: around the cells is a ring of others, which stay empty, or, where
/// the ends of the domain are joined, mirror those of the other end. So nobody asks whether a neighbour exists.
pub type Place<const D: usize> = [u16; D];

/// Bodies of about one size, sorted into cells by their centres.
#[derive(Clone, Debug)]
pub struct Grid<const D: usize> {
    cells: Vec<Cell>,
    spilled: HashMap<u32, Vec<u32>>,
    /// How many cells have spilled.
    cells_spilled: usize,
    low: Vector<D>,
    /// The side of a cell.
    side: Vector<D>,
    cells_a_length: Vector<D>,
    /// The middle of the ring cell of place 0.
    first_middle: Vector<D>,
    count: [u16; D],
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
            cells: vec![Cell::default(); total],
            spilled: HashMap::new(),
            cells_spilled: 0,
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

    /// The numbers of the first cells of the rows of three that make up a cell and those around it.
    #[inline(always)]
    pub fn rows(&self, index: usize) -> impl Iterator<Item = usize> + Clone + use<D> {
        let middle = index - 1;
        let stride = self.stride;
        (0..3_usize.pow(D as u32 - 1)).map(move |row| {
            let mut first = middle;
            let mut rest = row;
            for axis in 1..D {
                first = first + stride[axis] as usize * (rest % 3) - stride[axis] as usize;
                rest /= 3;
            }
            first
        })
    }

    /// The numbers of the cells that touch the face of this number of a cell.
    #[inline(always)]
    pub fn beyond(&self, index: usize, face: u32) -> impl Iterator<Item = usize> + Clone + use<D> {
        let across = face as usize / 2;
        let stride = self.stride;
        let middle = if face % 2 == 1 {
            index + stride[across] as usize
        } else {
            index - stride[across] as usize
        };
        // Of all axes but the one across.
        let mut aside = [0; D];
        for axis in 1..D {
            let axis_aside = across + axis;
            let past = if axis_aside < D { 0 } else { D };
            aside[axis] = stride[axis_aside - past] as usize;
        }
        (0..3_usize.pow(D as u32 - 1)).map(move |number| {
            let mut index = middle;
            let mut rest = number;
            for stride in &aside[1..] {
                index = index + stride * (rest % 3) - stride;
                rest /= 3;
            }
            index
        })
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

    /// The place of the cell of this number, unless it is one of the ring.
    pub fn place_of(&self, index: usize) -> Option<Place<D>> {
        let place: Place<D> = std::array::from_fn(|axis| {
            (index / self.stride[axis] as usize % (self.count[axis] as usize + 2)) as u16
        });
        let listed = (0..D).all(|axis| place[axis] > 0 && place[axis] <= self.count[axis]);
        listed.then_some(place)
    }

    /// In which cell along `axis` a coordinate is, counted from 0 and beyond both ends.
    pub fn step(&self, axis: usize, coordinate: f64) -> i64 {
        libm::floor((coordinate - self.low[axis]) * self.cells_a_length[axis]) as i64
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

    /// Whether any cell has no room for all its bodies.
    #[inline(always)]
    pub fn has_spilled(&self) -> bool {
        self.cells_spilled > 0
    }

    /// Half the side of a cell.
    pub fn half_side(&self) -> Vector<D> {
        self.side.map(|side| 0.5 * side)
    }

    /// All cells, by number.
    #[inline(always)]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The bodies that the cell of this number has no room for.
    pub fn spilled(&self, index: usize) -> &[u32] {
        if self.cells[index].0[ROOM] & SPILLED == 0 {
            return &[];
        }
        &self.spilled[&(index as u32)]
    }

    /// Puts a body into a cell.
    #[inline(always)]
    pub fn insert(&mut self, place: &Place<D>, body: u32) {
        self.insert_at(self.index(place), body);
        if self.wraps && self.is_border(place) {
            self.each_mirror(place, |grid, index| grid.insert_at(index, body));
        }
    }

    /// Takes a body out of the cell in which it is, and which has this number.
    #[inline(always)]
    pub fn remove(&mut self, place: &Place<D>, index: usize, body: u32) {
        self.remove_at(index, body);
        if self.wraps && self.is_border(place) {
            self.each_mirror(place, |grid, index| grid.remove_at(index, body));
        }
    }

    #[inline(always)]
    fn insert_at(&mut self, index: usize, body: u32) {
        let cell = &mut self.cells[index];
        let count = cell.bodies().len();
        if count < ROOM {
            cell.0[count] = body;
            cell.0[ROOM] += 1;
        } else {
            self.spill(index, body);
        }
    }

    #[cold]
    fn spill(&mut self, index: usize, body: u32) {
        let cell = &mut self.cells[index];
        self.cells_spilled += (cell.0[ROOM] & SPILLED == 0) as usize;
        cell.0[ROOM] |= SPILLED;
        self.spilled.entry(index as u32).or_default().push(body);
    }

    #[inline(always)]
    fn remove_at(&mut self, index: usize, body: u32) {
        let cell = &mut self.cells[index];
        if cell.0[ROOM] & SPILLED != 0 {
            return self.remove_from_spilled(index, body);
        }
        // All places at once, without a jump. Beyond the last body its number may be left over from earlier, or the count be
        // the same, but the first place is the right one.
        let mut places = 0;
        for (place, &other) in cell.0.iter().enumerate() {
            places |= ((other == body) as u32) << place;
        }
        let place = places.trailing_zeros() as usize;
        assert!(place < cell.bodies().len(), "a body is listed in its cell");
        cell.0[ROOM] -= 1;
        cell.0[place] = cell.0[cell.0[ROOM] as usize & ROOM];
    }

    #[cold]
    fn remove_from_spilled(&mut self, index: usize, body: u32) {
        let cell = &mut self.cells[index];
        let place = cell.bodies().iter().position(|&other| other == body);
        let spilled = self.spilled.get_mut(&(index as u32));
        let spilled = spilled.expect("what a cell has no room for was spilled");
        match place {
            Some(place) => cell.0[place] = spilled.pop().expect("something was spilled"),
            None => spilled.retain(|&other| other != body),
        }
        if spilled.is_empty() {
            cell.0[ROOM] &= !SPILLED;
            self.cells_spilled -= 1;
        }
    }

    #[inline]
    fn is_border(&self, place: &Place<D>) -> bool {
        (0..D).any(|axis| {
            self.periodic[axis] && (place[axis] == 1 || place[axis] == self.count[axis])
        })
    }

    /// Calls `act` for each cell of the ring that mirrors this one.
    fn each_mirror(&mut self, place: &Place<D>, act: impl Fn(&mut Grid<D>, usize)) {
        for choice in 1..3_usize.pow(D as u32) {
            let mut rest = choice;
            let mut mirror = *place;
            let mut exists = true;
            for axis in 0..D {
                let step = rest % 3;
                rest /= 3;
                let count = self.count[axis];
                if step == 1 {
                    exists &= self.periodic[axis] && place[axis] == 1;
                    mirror[axis] = count + 1;
                } else if step == 2 {
                    exists &= self.periodic[axis] && place[axis] == count;
                    mirror[axis] = 0;
                }
            }
            if exists {
                let index = self.index(&mirror);
                act(self, index);
            }
        }
    }
}
