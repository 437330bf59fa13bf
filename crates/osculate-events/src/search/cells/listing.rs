//! Which bodies are where, and so which may meet.

use super::cells_around::CellsAround;
use super::grid::{self, Place};
use super::line::Lists;
use super::meeting::{Asked, Earliest, meet_fast, meet_in_order, meet_straight, meet_untied};
use super::size_class::{self, SizeClass};
use super::{CROSSING, FACES, WALLS, axis_of, face};
use crate::flight::first_rise;
use crate::machine::Width;
use crate::machine::prefetch;
use crate::vector::Vector;
use crate::world::World;

/// The cell in which a body is listed.
#[derive(Clone, Copy, Debug)]
pub struct Home<const D: usize> {
    place: Place<D>,
    level: u16,
    /// Whether it is of the smallest class, and there is nothing around the cell but other cells: no end of the domain, no wall.
    inner: bool,
}

impl<const D: usize> Home<D> {
    #[inline(always)]
    fn new(levels: &[SizeClass<D>], level: u16, place: Place<D>) -> Home<D> {
        let SizeClass { grid, walls, .. } = &levels[level as usize];
        Home {
            place,
            level,
            inner: level == 0 && grid.is_inner(&place) && walls.near(grid.index(&place)).is_empty(),
        }
    }

    /// The cell in which it is listed after its next event.
    #[inline(always)]
    fn next_place(&self, partner: u32) -> Place<D> {
        if partner >= CROSSING && self.level == 0 {
            let (axis, high) = axis_of(partner - CROSSING);
            grid::next(&self.place, axis, high)
        } else {
            self.place
        }
    }
}

/// The bodies in the cells of their levels.
#[derive(Clone, Debug)]
pub struct Listing<const D: usize> {
    /// From the smallest bodies to the largest.
    levels: Vec<SizeClass<D>>,
    /// Where bodies were when they were listed; empty if all are of one class.
    listed_at: Vec<Vector<D>>,
    wraps: bool,
    /// Whether all bodies are in one grid, in which none are far apart, and no ends are joined.
    plain: bool,
}

impl<const D: usize> Listing<D> {
    /// Lists all bodies of `world`, and gives the homes of all.
    pub fn new(world: &World<D>) -> (Listing<D>, Vec<Home<D>>) {
        let (mut levels, of_body) = size_class::levels(world);
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
        let wraps = world.domain.wraps();
        let plain = levels.len() == 1 && !wraps && !levels[0].far;
        let listing = Listing {
            plain,
            levels,
            listed_at,
            wraps,
        };
        (listing, homes)
    }

    /// Where a body is listed.
    #[inline(always)]
    pub fn residence<'a>(&'a self, home: &'a Home<D>) -> Residence<'a, D> {
        Residence {
            listing: self,
            home,
            level: &self.levels[home.level as usize],
        }
    }

    /// Asks for the lists of what is near, and if the body is about to leave its cell for those that change then.
    #[inline(always)]
    pub fn prefetch_lists(&self, home: &Home<D>, partner: u32) {
        let grid = &self.levels[home.level as usize].grid;
        for index in grid.near(&home.next_place(partner)) {
            prefetch(grid.lists().lines(), index);
        }
        if partner >= CROSSING && home.level == 0 {
            let (axis, high) = axis_of(partner - CROSSING);
            grid.prefetch_shift(&home.place, axis, high);
        }
    }

    /// Asks for the bodies that are near, or near where the body is about to be listed.
    #[inline(always)]
    pub fn prefetch_bodies(&self, world: &World<D>, home: &Home<D>, partner: u32) {
        let grid = &self.levels[home.level as usize].grid;
        for index in grid.near(&home.next_place(partner)) {
            // As many as are looked at, whether they are meant or not.
            for &other in grid.lists().lines()[index].in_use() {
                prefetch(&world.bodies, other as usize);
            }
        }
    }

    /// Whether any two ends of the domain are joined.
    #[inline(always)]
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// Lists the body in the cell beyond the face of this number; one of a larger class where it is `now`.
    #[inline(always)]
    pub fn cross(&mut self, world: &World<D>, home: &mut Home<D>, body: u32, face: u32, now: f64) {
        if home.level > 0 {
            let position = world.state(body, now).0;
            return self.list_at(home, body, &position);
        }
        let grid = &mut self.levels[0].grid;
        let (axis, high) = axis_of(face);
        let place = grid.shift(&home.place, axis, high, body);
        *home = Home::new(&self.levels, 0, place);
    }

    /// Lists the body, which the world has brought to the present, where it is, if that is not where it is listed: it went from one
    /// end of the domain to the other.
    pub fn rehome(&mut self, world: &World<D>, home: &mut Home<D>, body: u32) {
        let position = &world.bodies[body as usize].position;
        let SizeClass { grid, half, .. } = &self.levels[home.level as usize];
        let elsewhere = |axis: usize| {
            let from_middle = position[axis] - grid.middle(axis, home.place[axis]);
            grid.is_periodic(axis) && !(from_middle.abs() <= half[axis])
        };
        // One of a larger class is listed by its place.
        if home.level > 0 || (0..D).any(elsewhere) {
            self.list_at(home, body, position);
        }
    }

    fn list_at(&mut self, home: &mut Home<D>, body: u32, position: &Vector<D>) {
        let grid = &mut self.levels[home.level as usize].grid;
        let place = grid.place(position);
        if place != home.place {
            grid.remove(&home.place, body);
            grid.insert(&place, body);
            *home = Home::new(&self.levels, home.level, place);
        }
        if let Some(listed_at) = self.listed_at.get_mut(body as usize) {
            *listed_at = *position;
        }
    }
}

/// Where a body is listed.
#[derive(Clone, Copy)]
pub struct Residence<'a, const D: usize> {
    listing: &'a Listing<D>,
    home: &'a Home<D>,
    level: &'a SizeClass<D>,
}

impl<const D: usize> Residence<'_, D> {
    /// When the body leaves its cell, or meets a face of the domain or a wall.
    #[inline(always)]
    pub fn leaves<const STRAIGHT: bool>(&self, world: &World<D>, asked: &Asked<D>) -> Earliest {
        let Residence { home, level, .. } = *self;
        let grid = &level.grid;
        if !STRAIGHT || !home.inner {
            return self.leaves_slowly::<STRAIGHT>(world, *asked);
        }
        // To the ends of its cell ahead of it, which rounding may have put behind it.
        let gap: Vector<D> = std::array::from_fn(|axis| {
            let to_middle = grid.middle(axis, home.place[axis]) - asked.position[axis];
            let ahead = to_middle * 1.0_f64.copysign(asked.velocity[axis]);
            let gap = ahead + level.half[axis];
            // Not 0, so that without speed that is never. As `max`, which would ask whether it is a number.
            if gap > f64::MIN_POSITIVE {
                gap
            } else {
                f64::MIN_POSITIVE
            }
        });
        let waits: Vector<D> = std::array::from_fn(|axis| gap[axis] / asked.velocity[axis].abs());
        let ahead = |axis: usize| CROSSING + face(axis, asked.velocity[axis].is_sign_positive());
        let mut earliest = Earliest {
            wait: waits[0],
            partner: ahead(0),
        };
        for axis in 1..D {
            // Which of two at once does not matter: what is beyond a cell is too far away to be met then.
            if waits[axis] < earliest.wait {
                earliest = Earliest {
                    wait: waits[axis],
                    partner: ahead(axis),
                };
            }
        }
        earliest
    }

    /// [`Residence::leaves`] wherever the cell is.
    #[inline(never)]
    fn leaves_slowly<const STRAIGHT: bool>(self, world: &World<D>, asked: Asked<D>) -> Earliest {
        let asked = &asked;
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
                    return self.leaves_where_listed(world, asked, axis, high);
                }
                let outermost = if high { grid.count()[axis] } else { 1 };
                if place == outermost {
                    return to_domain_face(world, asked, axis, high);
                }
                let to_middle = grid.middle(axis, place) - asked.position[axis];
                let gap = to_middle * (if high { 1.0 } else { -1.0 }) + level.half[axis];
                (gap, CROSSING + face(axis, high))
            };
            let velocity = asked.velocity[axis];
            if STRAIGHT {
                // Without speed that is never, or 0/0, which is no event either.
                let (gap, partner) = end(velocity > 0.0);
                earliest.consider(gap.max(0.0) / velocity.abs(), partner);
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
        for &wall in level.walls.near(grid.index(&home.place)) {
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

    /// Up to where a body of a larger class stays listed. Beyond all cells nothing changes any more.
    fn listed_end(&self, body: u32, axis: usize, high: bool) -> f64 {
        let SizeClass { grid, margin, .. } = self.level;
        let at = self.listing.listed_at[body as usize][axis];
        let beyond = if high {
            at > grid.end(axis, grid.count()[axis] as i64)
        } else {
            at < grid.end(axis, 0)
        };
        match (beyond && !grid.is_periodic(axis), high) {
            (true, true) => f64::INFINITY,
            (true, false) => f64::NEG_INFINITY,
            (false, true) => at + margin,
            (false, false) => at - margin,
        }
    }

    /// How far a body of a larger class is from being listed anew, or from a face of the domain, whichever is nearer.
    fn leaves_where_listed(
        &self,
        world: &World<D>,
        asked: &Asked<D>,
        axis: usize,
        high: bool,
    ) -> (f64, u32) {
        let gap = self.listed_end(asked.body, axis, high) - asked.position[axis];
        let left = if high { gap } else { -gap };
        let to_face = to_domain_face(world, asked, axis, high);
        if left < to_face.0 {
            (left, CROSSING + face(axis, high))
        } else {
            to_face
        }
    }

    /// When it meets a body in its cell or in those around it, if that is before the earliest event known.
    #[inline(always)]
    pub fn meets<const STRAIGHT: bool, V: Width>(
        &self,
        vectors: V,
        world: &World<D>,
        asked: &Asked<D>,
        mut earliest: Earliest,
    ) -> Earliest {
        if !STRAIGHT || !self.listing.plain {
            return self.meets_slowly::<STRAIGHT, V>(vectors, world, *asked, earliest);
        }
        let lists = self.level.grid.lists();
        let mut tied = 0;
        for index in self.level.grid.near(&self.home.place) {
            let line = &lists.lines()[index];
            meet_untied::<D, false, false, V>(
                vectors,
                world,
                asked,
                line,
                &mut earliest,
                &mut tied,
            );
            if line.goes_on() {
                earliest = meet_further::<D, V>(vectors, world, *asked, lists, index, earliest);
            }
        }
        if tied != 0 {
            return self.meets_in_order(vectors, world, *asked, earliest);
        }
        earliest
    }

    /// Mends the order of bodies that are met at the same time.
    #[cold]
    fn meets_in_order<V: Width>(
        self,
        vectors: V,
        world: &World<D>,
        asked: Asked<D>,
        mut earliest: Earliest,
    ) -> Earliest {
        let lists = self.level.grid.lists();
        for index in self.level.grid.near(&self.home.place) {
            for line in lists.of(index) {
                meet_in_order::<D, false, false, V>(vectors, world, &asked, line, &mut earliest);
            }
        }
        earliest
    }

    /// [`Residence::meets`] whatever the flights and the sizes.
    #[inline(never)]
    fn meets_slowly<const STRAIGHT: bool, V: Width>(
        self,
        vectors: V,
        world: &World<D>,
        asked: Asked<D>,
        mut earliest: Earliest,
    ) -> Earliest {
        let asked = &asked;
        let Residence {
            listing,
            home,
            level,
        } = self;
        if listing.levels.len() > 1 {
            self.meets_other_sizes::<STRAIGHT, V>(vectors, world, asked, &mut earliest);
        }
        if home.level == 0 {
            let kind = (level.images, level.far);
            for index in level.grid.near(&home.place) {
                for line in level.grid.lists().of(index) {
                    meet_fast::<D, STRAIGHT, V>(vectors, world, asked, line, kind, &mut earliest);
                }
            }
        }
        earliest
    }

    /// When it meets a body of another class, or one of its own class if that is not the smallest.
    #[cold]
    fn meets_other_sizes<const STRAIGHT: bool, V: Width>(
        &self,
        vectors: V,
        world: &World<D>,
        asked: &Asked<D>,
        earliest: &mut Earliest,
    ) {
        let Residence {
            listing,
            home,
            level,
        } = *self;
        let (low, high): (Vector<D>, Vector<D>) = if home.level > 0 {
            (
                std::array::from_fn(|axis| self.listed_end(asked.body, axis, false)),
                std::array::from_fn(|axis| self.listed_end(asked.body, axis, true)),
            )
        } else {
            level.grid.bounds(&home.place, level.margin)
        };
        for (number, others) in listing.levels.iter().enumerate() {
            if number == 0 && home.level == 0 {
                continue;
            }
            let around = CellsAround {
                low,
                high,
                radius: asked.radius,
                other_radius: others.radius,
                other_margin: others.margin,
            };
            let images = others.images || around.reaches_images(&world.domain, &others.grid);
            let kind = (images, others.far || level.far);
            around.each_list(&others.grid, |index| {
                for line in others.grid.lists().of(index) {
                    meet_fast::<D, STRAIGHT, V>(vectors, world, asked, line, kind, earliest);
                }
            });
        }
    }
}

/// When it meets a body that is on another line than the first of the list, if that is before the earliest event known.
#[cold]
fn meet_further<const D: usize, V: Width>(
    vectors: V,
    world: &World<D>,
    asked: Asked<D>,
    lists: &Lists,
    list: usize,
    mut earliest: Earliest,
) -> Earliest {
    for line in lists.of(list).skip(1) {
        meet_straight::<D, false, false, V>(vectors, world, &asked, line, &mut earliest);
    }
    earliest
}

/// How far it is to the face of the domain, and which that is.
#[inline(always)]
fn to_domain_face<const D: usize>(
    world: &World<D>,
    asked: &Asked<D>,
    axis: usize,
    high: bool,
) -> (f64, u32) {
    let gap = world
        .domain
        .gap(axis, high, asked.position[axis], asked.radius);
    (gap, FACES + face(axis, high))
}
