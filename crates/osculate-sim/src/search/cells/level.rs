//! Bodies of one class of sizes.

use super::grid::Grid;
use crate::domain::Boundary;
use crate::vector::Vector;
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
pub struct Level<const D: usize> {
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
pub fn levels<const D: usize>(world: &World<D>) -> (Vec<Level<D>>, Vec<u16>) {
    let (low, high) = extent(world);
    let volume: f64 = (0..D).map(|axis| high[axis] - low[axis]).product();
    let (classes, of_body) = classes(world, volume);
    let mean_radius =
        world.bodies.iter().map(|body| body.radius).sum::<f64>() / world.len().max(1) as f64;
    let mut levels: Vec<Level<D>> = Vec::with_capacity(classes.len());
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
        let walls = list_walls(world, &grid, margin, class.radius);
        levels.push(Level {
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
    world: &World<D>,
    grid: &Grid<D>,
    margin: f64,
    radius: f64,
) -> WallLists {
    let mut lists = WallLists {
        starts: vec![0],
        walls: Vec::new(),
    };
    if world.walls.is_empty() {
        return lists;
    }
    for index in 0..grid.total() {
        if let Some(place) = grid.place_of(index) {
            let (low, high) = grid.bounds(&place, margin);
            for (number, wall) in world.walls.iter().enumerate() {
                if wall.near(&low, &high, radius) {
                    lists.walls.push(number as u32);
                }
            }
        }
        lists.starts.push(lists.walls.len() as u32);
    }
    lists
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
