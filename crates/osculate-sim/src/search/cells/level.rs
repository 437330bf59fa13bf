//! Bodies of one class of sizes.

use super::grid::Grid;
use crate::domain::Boundary;
use crate::vector::Vector;
use crate::world::World;

/// How far past the edge of its cell a body stays listed in it, in radii of the largest. More saves changes of cells, less
/// saves neighbours.
const MARGIN: f64 = 0.3;

/// The largest ratio of radii in a class.
const RATIO: f64 = 2.1;

/// Fewer cells along joined ends than this, and a body may meet two images of the same other.
const CELLS_FOR_ONE_IMAGE: u16 = 5;

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
    walls: WallLists,
}

/// The walls that bodies listed in each cell may touch.
#[derive(Clone, Debug)]
struct WallLists {
    /// Where the list of each cell begins in `walls`, and where the last one ends.
    starts: Vec<u32>,
    walls: Vec<u32>,
}

impl<const D: usize> Level<D> {
    /// The walls that a body listed in the cell of this number may touch.
    pub fn walls(&self, index: usize) -> &[u32] {
        let WallLists { starts, walls } = &self.walls;
        &walls[starts[index] as usize..starts[index + 1] as usize]
    }
}

/// The levels that the bodies of a world need, from the smallest bodies to the largest, and the level of each body.
pub fn levels<const D: usize>(world: &World<D>) -> (Vec<Level<D>>, Vec<u16>) {
    let (classes, of_body) = classes(world);
    let (low, high) = extent(world);
    let volume: f64 = (0..D).map(|axis| high[axis] - low[axis]).product();
    let mut levels: Vec<Level<D>> = Vec::with_capacity(classes.len());
    for class in &classes {
        // Bodies of larger classes stay listed while they are that near to where they were: otherwise each of them would
        // be near too many small ones.
        let margin = match levels.first() {
            None => MARGIN * class.radius,
            Some(smallest) => 0.5 * smallest.radius,
        };
        let share = libm::pow(volume / class.count as f64, 1.0 / D as f64);
        let side = (2.0 * (class.radius + margin) * (1.0 + 1e-9)).max(0.7 * share);
        let grid = Grid::new(&world.domain, low, high, side, 4 * class.count + 64);
        let images = (0..D).any(|axis| {
            world.domain.boundary[axis] == Boundary::Periodic
                && grid.count()[axis] < CELLS_FOR_ONE_IMAGE
        });
        let walls = list_walls(world, &grid, margin, class.radius);
        levels.push(Level {
            half: grid.half_side().map(|half| half + margin),
            grid,
            radius: class.radius,
            margin,
            images,
            walls,
        });
    }
    (levels, of_body)
}

struct Class {
    /// The largest radius.
    radius: f64,
    count: usize,
}

/// The classes of sizes that occur, from the smallest on, and the class of each body.
fn classes<const D: usize>(world: &World<D>) -> (Vec<Class>, Vec<u16>) {
    let mut radii: Vec<f64> = world.bodies.iter().map(|body| body.radius).collect();
    radii.sort_unstable_by(f64::total_cmp);
    let mut classes: Vec<Class> = Vec::new();
    // From the largest radius down, so that the largest bodies are not alone in a class of slightly smaller cells.
    for &radius in radii.iter().rev() {
        match classes.last_mut() {
            Some(class) if class.radius <= RATIO * radius => class.count += 1,
            _ => classes.push(Class { radius, count: 1 }),
        }
    }
    classes.reverse();
    let of = |radius: f64| classes.partition_point(|class| class.radius < radius) as u16;
    let of_body = world.bodies.iter().map(|body| of(body.radius)).collect();
    (classes, of_body)
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
    for index in 0..grid.cells().len() {
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
