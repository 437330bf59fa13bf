//! Bodies of one class of sizes.

use super::grid::{Grid, Place};
use crate::domain::Boundary;
use crate::vector::Vector;
use crate::wall::Wall;
use crate::world::World;

/// How far past the edge of its cell a body stays listed in it, in radii of the largest. More saves changes of cells, less
/// saves neighbours, of which there are more in space.
const fn margin(dimensions: usize) -> f64 {
    if dimensions == 2 { 0.4 } else { 0.06 }
}

/// The same, at most, in sides of a cell where cells are larger than bodies need.
const MARGIN_IN_CELL: f64 = 0.2;

/// The largest ratio of radii in a class.
const RATIO: f64 = 2.1;

/// The least number of bodies a cell has on average; fewer bodies than that and cells are made larger.
const LEAST_IN_CELL: f64 = 0.7;

/// Larger bodies are listed in one grid with smaller ones as long as the cells that they need have no more bodies than this on
/// average: a few too many neighbours cost less than another grid.
const MOST_IN_CELL: f64 = 4.0;

/// Fewer cells along joined ends than this, and a body may meet two images of the same other.
const CELLS_FOR_ONE_IMAGE: u16 = 5;

/// Cells of more radii of the smallest body than this, and the shortest formula for a contact loses more than some 1e-12 of a
/// radius: as many digits as the square of the distance has, and bodies are up to four sides apart.
const RADII_FOR_SHORT_FORMULA: f64 = 64.0;

/// The grid of bodies of one class of sizes.
#[derive(Clone, Debug)]
pub struct SizeClass<const D: usize> {
    pub grid: Grid<D>,
    /// The largest radius.
    pub radius: f64,
    /// How far past the edge of its cell a body stays listed in it.
    pub margin: f64,
    /// From the middle of a cell to where a body is listed elsewhere.
    pub half: Vector<D>,
    /// Whether several images of a body may be near, because the domain is small.
    pub images: bool,
    /// Whether bodies listed near each other may be too far apart for [`crate::flight::first_straight_entry`].
    pub far: bool,
    pub walls: WallLists,
}

/// The walls that bodies listed in each cell may touch.
#[derive(Clone, Debug)]
pub struct WallLists {
    /// Where the list of each cell begins in `walls`, and where the last one ends.
    starts: Vec<u32>,
    walls: Vec<u32>,
}

impl WallLists {
    /// The walls that a body listed in the cell of this number may touch.
    #[inline(always)]
    pub fn near(&self, cell: usize) -> &[u32] {
        if self.walls.is_empty() {
            return &[];
        }
        &self.walls[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// The levels that the bodies of a world need, from the smallest bodies to the largest, and the level of each body.
pub fn levels<const D: usize>(world: &World<D>) -> (Vec<SizeClass<D>>, Vec<u16>) {
    let (low, high) = extent(world);
    let volume: f64 = (0..D).map(|axis| high[axis] - low[axis]).product();
    let (classes, of_body) = classes(world, volume);
    let mean_radius =
        world.bodies.iter().map(|body| body.radius).sum::<f64>() / world.len().max(1) as f64;
    let mut levels: Vec<SizeClass<D>> = Vec::with_capacity(classes.len());
    for class in &classes {
        let mut margin = self::margin(D) * class.radius;
        if let Some(smallest) = levels.first() {
            // They stay listed while they are that near to where they were. Far more, and each of them would be near too
            // many small ones; but their cells, of which some are looked at anyway, are small enough.
            let side = smallest.grid.least_side();
            margin = margin.min((0.5 * mean_radius).max(0.25 * side));
        }
        let share = libm::pow(LEAST_IN_CELL * volume / class.count as f64, 1.0 / D as f64);
        let side = (2.0 * (class.radius + margin) * (1.0 + 1e-9)).max(share);
        let grid = Grid::new(&world.domain, low, high, side, 4 * class.count + 64);
        if levels.is_empty() {
            let side = grid.least_side();
            let most = (0.5 * side * (1.0 - 1e-9) - class.radius).min(MARGIN_IN_CELL * side);
            margin = margin.max(most);
        }
        let images = (0..D).any(|axis| {
            world.domain.boundary[axis] == Boundary::Periodic
                && grid.count()[axis] < CELLS_FOR_ONE_IMAGE
        });
        let far = (0..D).any(|axis| {
            world.domain.boundary[axis] == Boundary::Open
                || grid.side(axis) > RADII_FOR_SHORT_FORMULA * class.least
        });
        let walls = list_walls(&world.walls, &grid, margin, class.radius);
        levels.push(SizeClass {
            half: grid.half_side().map(|half| half + margin),
            grid,
            radius: class.radius,
            margin,
            images,
            far,
            walls,
        });
    }
    (levels, of_body)
}

#[derive(Clone, Copy)]
struct Class {
    /// The largest radius.
    radius: f64,
    /// The smallest.
    least: f64,
    count: usize,
}

/// The classes of sizes that are listed apart, from the smallest on, and the class of each body.
fn classes<const D: usize>(world: &World<D>, volume: f64) -> (Vec<Class>, Vec<u16>) {
    let mut radii: Vec<f64> = world.bodies.iter().map(|body| body.radius).collect();
    radii.sort_unstable_by(f64::total_cmp);
    let mut classes: Vec<Class> = Vec::new();
    for &radius in radii.iter().rev() {
        match classes.last_mut() {
            Some(class) if class.radius <= RATIO * radius => {
                class.count += 1;
                class.least = radius;
            }
            _ => classes.push(Class {
                radius,
                least: radius,
                count: 1,
            }),
        }
    }
    let mut joined: Vec<Class> = Vec::new();
    for &class in classes.iter().rev() {
        if let [smaller] = &mut joined[..] {
            let count = smaller.count + class.count;
            let side = 2.0 * (1.0 + margin(D)) * class.radius;
            let cell: f64 = (0..D).map(|_| side).product();
            if cell * count as f64 <= MOST_IN_CELL * volume {
                *smaller = Class {
                    radius: class.radius,
                    least: smaller.least,
                    count,
                };
                continue;
            }
        }
        joined.push(class);
    }
    let of = |radius: f64| joined.partition_point(|class| class.radius < radius) as u16;
    let of_body = world.bodies.iter().map(|body| of(body.radius)).collect();
    (joined, of_body)
}

/// Lists the walls that bodies of up to `radius` may touch, by the cell in which they are listed.
fn list_walls<const D: usize>(
    walls: &[Wall<D>],
    grid: &Grid<D>,
    margin: f64,
    radius: f64,
) -> WallLists {
    let mut near: Vec<(u32, u32)> = Vec::new();
    for (number, wall) in walls.iter().enumerate() {
        let is_near = |first: &Place<D>, last: &Place<D>| {
            let (low, _) = grid.bounds(first, margin);
            let (_, high) = grid.bounds(last, margin);
            wall.near(&low, &high, radius)
        };
        each_place([1; D], *grid.count(), &is_near, &mut |place| {
            near.push((grid.index(place) as u32, number as u32));
        });
    }
    near.sort_unstable();
    let mut lists = WallLists {
        starts: Vec::new(),
        walls: near.iter().map(|(_, wall)| *wall).collect(),
    };
    if !walls.is_empty() {
        let mut listed = 0;
        for cell in 0..=grid.total() as u32 {
            while near.get(listed).is_some_and(|(at, _)| *at < cell) {
                listed += 1;
            }
            lists.starts.push(listed as u32);
        }
    }
    lists
}

/// Visits the places between `first` and `last` that `is_near`, which also tells of many at once whether any of them is.
fn each_place<const D: usize>(
    first: Place<D>,
    last: Place<D>,
    is_near: &impl Fn(&Place<D>, &Place<D>) -> bool,
    visit: &mut impl FnMut(&Place<D>),
) {
    if !is_near(&first, &last) {
        return;
    }
    let longest = (0..D).max_by_key(|&axis| last[axis] - first[axis]);
    let axis = longest.unwrap_or(0);
    if first[axis] == last[axis] {
        return visit(&first);
    }
    let middle = first[axis] + (last[axis] - first[axis]) / 2;
    let (mut lower, mut upper) = (last, first);
    lower[axis] = middle;
    upper[axis] = middle + 1;
    each_place(first, lower, is_near, visit);
    each_place(upper, last, is_near, visit);
}

/// The box with all centres: the domain, or where that is open, as far as there are bodies.
fn extent<const D: usize>(world: &World<D>) -> (Vector<D>, Vector<D>) {
    let (mut low, mut high) = (world.domain.low, world.domain.high);
    for axis in 0..D {
        if world.domain.boundary[axis] == Boundary::Open {
            let places = world.bodies.iter().map(|body| body.position[axis]);
            low[axis] = places.clone().fold(f64::INFINITY, f64::min);
            high[axis] = places.fold(f64::NEG_INFINITY, f64::max);
            if low[axis] > high[axis] {
                (low[axis], high[axis]) = (0.0, 0.0);
            }
        }
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::generate::Random;

    fn random_wall<const D: usize>(random: &mut Random) -> Wall<D> {
        let mut point = |size: f64| std::array::from_fn(|_| 5.0 + random.between(-size, size));
        let (near, far): (Vector<D>, Vector<D>) = (point(6.0), point(9.0));
        let size = random.between(0.0, 2.0);
        match random.between(0.0, 5.0) as usize {
            0 => {
                let mut normal = [0.0; D];
                normal[0] = 0.6;
                normal[D - 1] = -0.8;
                Wall::Plane {
                    point: near,
                    normal,
                }
            }
            1 => Wall::Segment {
                from: near,
                to: far,
            },
            2 => Wall::Box {
                low: near,
                high: near.map(|x| x + size),
            },
            3 => Wall::Ball {
                centre: near,
                radius: size,
            },
            _ => Wall::Hollow {
                centre: near,
                radius: 4.0 + size,
            },
        }
    }

    /// Whoever touches a wall, from whichever cell, finds it in the list of that cell.
    fn touched_walls_are_listed<const D: usize>() {
        let mut random = Random::new(D as u64);
        let (low, high) = ([0.0; D], [10.0; D]);
        let mut touches = 0;
        let mut listed = 0;
        let mut cells = 0;
        for domain in [
            Domain::walls(low, high),
            Domain::periodic(low, high),
            Domain::open(),
        ] {
            for _ in 0..40 {
                let walls: Vec<Wall<D>> = (0..8).map(|_| random_wall(&mut random)).collect();
                let side = random.between(0.5, 4.0);
                let (margin, radius) = (0.2 * side, random.between(0.01, 0.3) * side);
                let grid = Grid::new(&domain, low, high, side, 10_000);
                let lists = list_walls(&walls, &grid, margin, radius);
                listed += lists.walls.len();
                cells += walls.len() * grid.count().iter().map(|&n| n as usize).product::<usize>();
                for _ in 0..400 {
                    let beyond = if domain.boundary[0] == Boundary::Open {
                        20.0
                    } else {
                        0.0
                    };
                    let centre: Vector<D> =
                        std::array::from_fn(|_| random.between(-beyond, 10.0 + beyond));
                    // Listed anywhere within the margin.
                    let seen = centre.map(|x| x + random.between(-margin, margin));
                    let near = lists.near(grid.index(&grid.place(&seen)));
                    for (number, wall) in walls.iter().enumerate() {
                        if wall.separation(&centre).0 <= radius {
                            touches += 1;
                            let number = number as u32;
                            assert!(near.contains(&number), "{wall:?} {centre:?} {radius}");
                        }
                    }
                }
            }
        }
        println!("{touches} touches, {listed} of {cells} listed");
        assert!(touches > 10_000 && listed < cells / 2);
    }

    #[test]
    fn walls_that_discs_touch_are_listed() {
        touched_walls_are_listed::<2>();
    }

    #[test]
    fn walls_that_spheres_touch_are_listed() {
        touched_walls_are_listed::<3>();
    }
}
