//! Which bodies are where, and so which may meet.

use super::around::Around;
#[cfg(target_arch = "x86_64")]
use super::four::meet_four;
use super::grid::{Cell, Place, ROOM};
use super::level::{self, Level};
use super::meeting::{Asked, Earliest, meet, meet_straight};
use super::{CROSSING, FACES, WALLS, face};
use crate::domain::Boundary;
use crate::flight::first_rise;
use crate::machine::{has_wide_vectors, prefetch};
use crate::vector::Vector;
use crate::world::World;

/// Three to the power of three cells, and what is written beyond the last.
pub const MOST_NEAR: usize = 27 * ROOM + 4;

/// The cell in which a body is listed.
#[derive(Clone, Copy, Debug)]
pub struct Home<const D: usize> {
    /// The number of the cell.
    index: u32,
    place: Place<D>,
    level: u16,
    /// Whether it is of the smallest class and the cell not one of the outermost.
    inner: bool,
}

impl<const D: usize> Home<D> {
    fn new(levels: &[Level<D>], level: u16, place: Place<D>) -> Home<D> {
        let grid = &levels[level as usize].grid;
        Home {
            index: grid.index(&place) as u32,
            place,
            level,
            inner: level == 0 && grid.is_inner(&place),
        }
    }
}

/// The bodies in the cells of their levels.
#[derive(Clone, Debug)]
pub struct Listing<const D: usize> {
    /// From the smallest bodies to the largest.
    levels: Vec<Level<D>>,
    homes: Vec<Home<D>>,
    /// Where bodies were when they were listed; empty if all are of one class.
    listed_at: Vec<Vector<D>>,
    wraps: bool,
    /// Whether four bodies are looked at at once.
    wide: bool,
    /// Whether all bodies are in one grid, in which none are far apart and of none are two images near.
    plain: bool,
    walls: bool,
}

/// The numbers of the bodies near one that is asked.
pub type Neighbours = [u32; MOST_NEAR];

impl<const D: usize> Listing<D> {
    /// Lists all bodies of `world`.
    pub fn new(world: &World<D>) -> Listing<D> {
        let (mut levels, of_body) = level::levels(world);
        let mut homes = Vec::with_capacity(world.len());
        for (body, &level) in of_body.iter().enumerate() {
            let (position, _) = world.state(body as u32, world.now());
            let place = levels[level as usize].grid.place(&position);
            levels[level as usize].grid.insert(&place, body as u32);
            homes.push(Home::new(&levels, level, place));
        }
        let listed_at = if levels.len() > 1 {
            (0..world.len() as u32)
                .map(|body| world.state(body, world.now()).0)
                .collect()
        } else {
            Vec::new()
        };
        let plain = levels.len() == 1 && !levels[0].images && !levels[0].far;
        Listing {
            plain,
            walls: !world.walls.is_empty(),
            levels,
            homes,
            listed_at,
            wraps: world.domain.wraps(),
            wide: has_wide_vectors(),
        }
    }

    /// Where the body is listed.
    #[inline(always)]
    pub fn residence(&self, body: u32) -> Residence<'_, D> {
        let home = &self.homes[body as usize];
        Residence {
            listing: self,
            home,
            level: &self.levels[home.level as usize],
        }
    }

    /// Asks for the record of where the body is listed.
    #[inline(always)]
    pub fn prefetch_home(&self, body: u32) {
        prefetch(&self.homes, body as usize);
    }

    /// Asks for the cells around the body.
    #[inline(always)]
    pub fn prefetch_cells(&self, body: u32) {
        let home = &self.homes[body as usize];
        let grid = &self.levels[home.level as usize].grid;
        for first in grid.rows(home.index as usize) {
            // Three cells are in two lines, or in the last half of one and in the next.
            prefetch(grid.cells(), first);
            prefetch(grid.cells(), first + 2);
        }
    }

    /// Asks for the bodies in the cells around the body.
    #[inline(always)]
    pub fn prefetch_bodies(&self, world: &World<D>, body: u32) {
        let home = &self.homes[body as usize];
        let grid = &self.levels[home.level as usize].grid;
        for first in grid.rows(home.index as usize) {
            for cell in &grid.cells()[first..first + 3] {
                for &other in cell.bodies() {
                    prefetch(&world.bodies, other as usize);
                }
            }
        }
    }

    /// Whether any two ends of the domain are joined.
    #[inline(always)]
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// Whether all bodies are of one class of sizes.
    #[inline(always)]
    pub fn is_uniform(&self) -> bool {
        self.levels.len() <= 1
    }

    /// Lists the body in the cell beyond the face of this number; one of a larger class where it is `now`.
    #[inline(always)]
    pub fn cross(&mut self, world: &World<D>, body: u32, face: u32, now: f64) {
        let home = self.homes[body as usize];
        if home.level > 0 {
            let position = world.state(body, now).0;
            return self.list_at(body, &position);
        }
        let step = if face % 2 == 1 { 1 } else { u16::MAX };
        let mut place = home.place;
        let along = &mut place[face as usize / 2];
        *along = along.wrapping_add(step);
        self.list(body, &home, place);
    }

    /// Lists the body where it is, for which the world has brought it to the present.
    pub fn rehome(&mut self, world: &World<D>, body: u32) {
        self.list_at(body, &world.bodies[body as usize].position);
    }

    fn list_at(&mut self, body: u32, position: &Vector<D>) {
        let home = self.homes[body as usize];
        let place = self.levels[home.level as usize].grid.place(position);
        if place != home.place {
            self.list(body, &home, place);
        }
        if let Some(listed_at) = self.listed_at.get_mut(body as usize) {
            *listed_at = *position;
        }
    }

    #[inline(always)]
    fn list(&mut self, body: u32, home: &Home<D>, place: Place<D>) {
        let grid = &mut self.levels[home.level as usize].grid;
        grid.remove(&home.place, home.index as usize, body);
        grid.insert(&place, body);
        self.homes[body as usize] = Home::new(&self.levels, home.level, place);
    }
}

/// Where a body is listed.
#[derive(Clone, Copy)]
pub struct Residence<'a, const D: usize> {
    listing: &'a Listing<D>,
    home: &'a Home<D>,
    level: &'a Level<D>,
}

impl<const D: usize> Residence<'_, D> {
    /// When the body leaves its cell, or meets a face of the domain or a wall.
    #[inline(always)]
    pub fn leaves<const STRAIGHT: bool>(self, world: &World<D>, asked: &Asked<D>) -> Earliest {
        let Residence { home, level, .. } = self;
        let grid = &level.grid;
        let mut earliest = Earliest {
            wait: f64::INFINITY,
            partner: FACES,
        };
        if STRAIGHT && home.inner {
            // To the ends of its cell ahead of it. Without speed that is never, or 0/0, which is no event either.
            let middle: Vector<D> = std::array::from_fn(|axis| grid.middle(axis, home.place[axis]));
            let end: Vector<D> =
                std::array::from_fn(|axis| level.half[axis].copysign(asked.velocity[axis]));
            let gap: Vector<D> =
                std::array::from_fn(|axis| middle[axis] - asked.position[axis] + end[axis]);
            let waits: Vector<D> = std::array::from_fn(|axis| gap[axis] / asked.velocity[axis]);
            earliest.partner = CROSSING;
            for axis in 0..D {
                let ahead = CROSSING + face(axis, asked.velocity[axis] > 0.0);
                // One that has stopped past the end, by rounding, would leave before all time, and by the wrong end.
                let wait = if waits[axis] > f64::NEG_INFINITY {
                    waits[axis]
                } else {
                    f64::INFINITY
                };
                earliest.consider(wait, ahead);
            }
            earliest.wait = earliest.wait.max(0.0);
        } else {
            earliest = self.leaves_slowly::<STRAIGHT>(world, *asked);
        }
        if self.listing.walls {
            earliest = self.meets_walls(world, *asked, earliest);
        }
        earliest
    }

    /// When it meets a wall, if that is before the earliest event known.
    #[inline(never)]
    fn meets_walls(self, world: &World<D>, asked: Asked<D>, mut earliest: Earliest) -> Earliest {
        for &wall in self.level.walls(self.home.index as usize) {
            let wait = world.walls[wall as usize].first_contact(
                &asked.position,
                &asked.velocity,
                &asked.acceleration,
                asked.radius,
            );
            earliest.consider(wait, WALLS + wall);
        }
        earliest
    }

    /// When the body leaves its cell, which may be an outermost one, or meets a face of the domain.
    #[inline(never)]
    fn leaves_slowly<const STRAIGHT: bool>(self, world: &World<D>, asked: Asked<D>) -> Earliest {
        let Residence { home, level, .. } = self;
        let grid = &level.grid;
        let mut earliest = Earliest {
            wait: f64::INFINITY,
            partner: FACES,
        };
        for axis in 0..D {
            let place = home.place[axis];
            // How far it is to the end of the cell, and what is there.
            let end = |high: bool| {
                if home.level > 0 {
                    return self.leaves_where_listed(world, &asked, axis, high);
                }
                let outermost = if high { grid.count()[axis] } else { 1 };
                if place != outermost {
                    let edge = grid.lower_end(axis, place + high as u16);
                    let gap = if high {
                        edge - asked.position[axis]
                    } else {
                        asked.position[axis] - edge
                    };
                    return (gap + level.margin, CROSSING + face(axis, high));
                }
                to_domain_face(world, &asked, axis, high)
            };
            let velocity = asked.velocity[axis];
            if STRAIGHT {
                if velocity != 0.0 {
                    let (gap, partner) = end(velocity > 0.0);
                    earliest.consider(gap.max(0.0) / velocity.abs(), partner);
                }
            } else {
                let acceleration = asked.acceleration[axis];
                for (high, sign) in [(false, -1.0), (true, 1.0)] {
                    let (gap, partner) = end(high);
                    if gap < f64::INFINITY {
                        let wait = first_rise(gap, sign * velocity, sign * acceleration);
                        earliest.consider(wait, partner);
                    }
                }
            }
        }
        earliest
    }

    /// How far a body of a larger class is from being listed anew, or from a face of the domain, whichever is nearer.
    fn leaves_where_listed(
        &self,
        world: &World<D>,
        asked: &Asked<D>,
        axis: usize,
        high: bool,
    ) -> (f64, u32) {
        let moved = asked.position[axis] - self.listing.listed_at[asked.body as usize][axis];
        let left = if high {
            self.level.margin - moved
        } else {
            self.level.margin + moved
        };
        let to_face = to_domain_face(world, asked, axis, high);
        if left < to_face.0 {
            (left, CROSSING + face(axis, high))
        } else {
            to_face
        }
    }

    /// When it meets a body of another class, or one of its own class if that is not the smallest.
    #[cold]
    fn meets_other_sizes<const STRAIGHT: bool>(
        &self,
        world: &World<D>,
        asked: &Asked<D>,
        neighbours: &mut Neighbours,
        earliest: &mut Earliest,
    ) {
        let Residence {
            listing,
            home,
            level,
        } = *self;
        let (low, high): (Vector<D>, Vector<D>) = if home.level > 0 {
            let listed_at = &listing.listed_at[asked.body as usize];
            (
                std::array::from_fn(|axis| listed_at[axis] - level.margin),
                std::array::from_fn(|axis| listed_at[axis] + level.margin),
            )
        } else {
            level.grid.bounds(&home.place, level.margin)
        };
        for (number, others) in listing.levels.iter().enumerate() {
            if number == 0 && home.level == 0 {
                continue;
            }
            let around = Around {
                low,
                high,
                radius: asked.radius,
                other_radius: others.radius,
                other_margin: others.margin,
            };
            let images = others.images || around.reaches_images(&world.domain, &others.grid);
            let fast = STRAIGHT && !images && !others.far && !level.far;
            let mut near = Near::new(neighbours);
            around.each_cell(&others.grid, |index| {
                let listed = others.grid.cells()[index].bodies();
                for &other in listed.iter().chain(others.grid.spilled(index)) {
                    if fast {
                        near.push(other);
                        if near.is_full() {
                            near.meet(world, asked, listing, earliest);
                            near.count = 0;
                        }
                    } else {
                        meet(world, asked, other, images, earliest);
                    }
                }
            });
            near.meet(world, asked, listing, earliest);
        }
    }

    /// When it meets a body in its cell or in those around it, if that is before the earliest event known.
    #[inline(always)]
    pub fn meets<const STRAIGHT: bool>(
        self,
        world: &World<D>,
        asked: &Asked<D>,
        neighbours: &mut Neighbours,
        mut earliest: Earliest,
    ) -> Earliest {
        if !STRAIGHT || !self.listing.plain {
            return self.meets_slowly::<STRAIGHT>(world, *asked, neighbours, earliest);
        }
        let grid = &self.level.grid;
        let cells = grid.cells();
        let mut near = Near::new(neighbours);
        for first in grid.rows(self.home.index as usize) {
            for cell in &cells[first..first + 3] {
                near.add(cell);
            }
        }
        near.meet(world, asked, self.listing, &mut earliest);
        if grid.has_spilled() {
            let cells = grid.rows(self.home.index as usize);
            let cells = cells.flat_map(|first| first..first + 3);
            earliest = self.meets_spilled(world, *asked, cells, earliest);
        }
        earliest
    }

    /// When it meets a body in the cells next to its own one beyond the face of this number, if that is before the earliest
    /// event known.
    #[inline(always)]
    pub fn meets_beyond<const STRAIGHT: bool>(
        self,
        world: &World<D>,
        asked: &Asked<D>,
        face: u32,
        neighbours: &mut Neighbours,
        mut earliest: Earliest,
    ) -> Earliest {
        let grid = &self.level.grid;
        let cells = grid.beyond(self.home.index as usize, face);
        if !STRAIGHT || !self.listing.plain {
            return self.meets_cells(world, *asked, cells, earliest);
        }
        let listed = grid.cells();
        let mut near = Near::new(neighbours);
        for index in cells {
            near.add(&listed[index]);
        }
        near.meet(world, asked, self.listing, &mut earliest);
        if grid.has_spilled() {
            let cells = grid.beyond(self.home.index as usize, face);
            earliest = self.meets_spilled(world, *asked, cells, earliest);
        }
        earliest
    }

    /// [`Residence::meets`] whatever the flights and the sizes.
    #[inline(never)]
    fn meets_slowly<const STRAIGHT: bool>(
        self,
        world: &World<D>,
        asked: Asked<D>,
        neighbours: &mut Neighbours,
        mut earliest: Earliest,
    ) -> Earliest {
        if !self.listing.is_uniform() {
            self.meets_other_sizes::<STRAIGHT>(world, &asked, neighbours, &mut earliest);
        }
        if self.home.level > 0 {
            return earliest;
        }
        let grid = &self.level.grid;
        let rows = grid.rows(self.home.index as usize);
        let cells = rows.flat_map(|first| first..first + 3);
        if !STRAIGHT || self.level.images || self.level.far {
            return self.meets_cells(world, asked, cells, earliest);
        }
        let mut near = Near::new(neighbours);
        for index in cells.clone() {
            near.add(&grid.cells()[index]);
        }
        near.meet(world, &asked, self.listing, &mut earliest);
        self.meets_spilled(world, asked, cells, earliest)
    }

    /// When it meets a body for which these cells have no room.
    #[inline(never)]
    fn meets_spilled(
        self,
        world: &World<D>,
        asked: Asked<D>,
        cells: impl Iterator<Item = usize>,
        mut earliest: Earliest,
    ) -> Earliest {
        for index in cells {
            for &other in self.level.grid.spilled(index) {
                meet(world, &asked, other, self.level.images, &mut earliest);
            }
        }
        earliest
    }

    /// When it meets a body in these cells, whatever the flights.
    #[inline(never)]
    fn meets_cells(
        self,
        world: &World<D>,
        asked: Asked<D>,
        cells: impl Iterator<Item = usize>,
        mut earliest: Earliest,
    ) -> Earliest {
        let grid = &self.level.grid;
        for index in cells {
            let listed = grid.cells()[index].bodies();
            for &other in listed.iter().chain(grid.spilled(index)) {
                meet(world, &asked, other, self.level.images, &mut earliest);
            }
        }
        earliest
    }
}

/// The numbers of bodies near one, gathered without a jump that depends on how many a cell has.
struct Near<'a> {
    bodies: &'a mut [u32; MOST_NEAR],
    count: usize,
}

impl<'a> Near<'a> {
    #[inline(always)]
    fn new(bodies: &'a mut [u32; MOST_NEAR]) -> Near<'a> {
        Near { bodies, count: 0 }
    }

    /// Adds the bodies of a cell that has not spilled.
    #[inline(always)]
    fn add(&mut self, cell: &Cell) {
        self.bodies[self.count..self.count + ROOM + 1].copy_from_slice(&cell.0);
        self.count += cell.0[ROOM] as usize & ROOM;
    }

    /// Adds one body.
    #[inline]
    fn push(&mut self, body: u32) {
        self.bodies[self.count] = body;
        self.count += 1;
    }

    /// Whether there is no room for another body, besides the one that makes the number even.
    #[inline]
    fn is_full(&self) -> bool {
        self.count + 3 == MOST_NEAR
    }

    /// When `asked` meets one of them, which nothing accelerates.
    #[inline(always)]
    fn meet<const D: usize>(
        &mut self,
        world: &World<D>,
        asked: &Asked<D>,
        Listing { wraps, wide, .. }: &Listing<D>,
        earliest: &mut Earliest,
    ) {
        // The body itself fills the last group up.
        self.bodies[self.count..self.count + 3].fill(asked.body);
        let others = &self.bodies[..self.count + 3];
        #[cfg(target_arch = "x86_64")]
        if *wide {
            // SAFETY: `wide` says that the processor has what the function needs.
            #[allow(unsafe_code)]
            unsafe {
                if *wraps {
                    meet_four::<D, true>(world, asked, others, earliest);
                } else {
                    meet_four::<D, false>(world, asked, others, earliest);
                }
            }
            return;
        }
        if *wraps {
            meet_straight::<D, true>(world, asked, others, earliest);
        } else {
            meet_straight::<D, false>(world, asked, others, earliest);
        }
    }
}

/// How far it is to the face of the domain, and which that is.
#[inline(always)]
fn to_domain_face<const D: usize>(
    world: &World<D>,
    asked: &Asked<D>,
    axis: usize,
    high: bool,
) -> (f64, u32) {
    let margin = match world.domain.boundary[axis] {
        Boundary::Open => return (f64::INFINITY, FACES),
        Boundary::Walls => asked.radius,
        Boundary::Periodic => 0.0,
    };
    let gap = if high {
        world.domain.high[axis] - asked.position[axis]
    } else {
        asked.position[axis] - world.domain.low[axis]
    };
    (gap - margin, FACES + face(axis, high))
}
