//! Bodies of one class of sizes.

use super::grid::{Grid, Place};
use crate::domain::Boundary;
use crate::vector::Vector;
use crate::world::World;

/// How far past the edge of its cell a body stays listed in it, in radii of the largest. More saves changes of cells, less
/// saves neighbours.
const MARGIN: f64 = 0.25;

/// Fewer cells along joined ends than this, and a body may meet two images of the same other.
const CELLS_FOR_ONE_IMAGE: u16 = 5;

/// The grid of bodies of one class of sizes.
#[derive(Clone, Debug)]
pub struct Level<const D: usize> {
    pub grid: Grid<D>,
    /// How far past the edge of its cell a body stays listed in it.
    pub margin: f64,
    /// From the middle of a cell to where a body is listed elsewhere.
    pub half: Vector<D>,
    /// Whether several images of a body may be near, because the domain is small.
    pub images: bool,
    walls: Vec<u32>,
}

impl<const D: usize> Level<D> {
    /// The walls that a body listed in this cell may touch.
    pub fn walls(&self, _place: &Place<D>) -> &[u32] {
        &self.walls
    }
}

/// The levels that the bodies of a world need, from the smallest bodies to the largest, and the level of each body.
pub fn levels<const D: usize>(world: &World<D>) -> (Vec<Level<D>>, Vec<u8>) {
    let radius = world
        .bodies
        .iter()
        .fold(0.0_f64, |radius, body| radius.max(body.radius));
    let (low, high) = extent(world);
    let margin = MARGIN * radius;
    let volume: f64 = (0..D).map(|axis| high[axis] - low[axis]).product();
    let share = libm::pow(volume / world.len().max(1) as f64, 1.0 / D as f64);
    let side = (2.0 * (radius + margin) * (1.0 + 1e-9)).max(0.7 * share);
    let grid = Grid::new(&world.domain, low, high, side, 4 * world.len() + 64);
    let images = (0..D).any(|axis| {
        world.domain.boundary[axis] == Boundary::Periodic
            && grid.count()[axis] < CELLS_FOR_ONE_IMAGE
    });
    let half = grid.half_side().map(|half| half + margin);
    let level = Level {
        grid,
        half,
        margin,
        images,
        walls: (0..world.walls.len() as u32).collect(),
    };
    (vec![level], vec![0; world.len()])
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
